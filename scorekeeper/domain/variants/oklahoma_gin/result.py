"""Scores a knock when both counts are known (Scoring)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scorekeeper.domain.deals import Points
from scorekeeper.domain.variant import ScoreLine
from scorekeeper.domain.variants.oklahoma_gin.options import GinOptions
from scorekeeper.domain.variants.oklahoma_gin.outcome import GinType

_BONUS_REMARKS: Final[Mapping[GinType, str]] = {
    "gin": "no deadwood",
    "big_gin": "all eleven cards melded",
    "undercut": "{defender} against the knocker's {knocker}",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockTerms:
    """The facts that decide a knock besides the counts.

    ``eleven`` is true if the knocker shows eleven cards, ``doubled`` if the deal counts twice.
    """

    options: GinOptions
    eleven: bool
    doubled: bool

    def type_of(self, knocker: Points, defender: Points) -> GinType:
        """Return the type of a knock with these counts; a tie may be a knock that pays nobody."""
        options = self.options
        if knocker == 0 and (options.gin_immune or defender or not options.undercut_on_tie):
            return "big_gin" if self.eleven and options.big_gin_bonus is not None else "gin"
        if defender < knocker or (defender == knocker and options.undercut_on_tie):
            return "undercut"
        return "knock"

    def net(self, knocker: Points, defender: Points) -> int:
        """Return the knocker's points minus the defender's, for these counts.

        It must not rise with the knocker's count: ``best_knock`` relies on that.
        """
        points = sum([int(line.points) for line in self.lines(knocker, defender)])
        return -points if self.type_of(knocker, defender) == "undercut" else points

    def lines(self, knocker: Points, defender: Points) -> tuple[ScoreLine, ...]:
        """Return the winner's score lines, or one line of 0 points for a tie that pays nobody."""
        kind = self.type_of(knocker, defender)
        high, low = max(knocker, defender), min(knocker, defender)
        sum_words = f"{high} − {low}"
        if kind == "knock" and knocker == defender:
            equal = f"{sum_words}: equal counts score nothing"
            return (_line("difference", 0, equal, rule="Equal counts (option)"),)
        lines = [_line("difference", high - low, sum_words)]
        bonus = self._bonus(kind)
        if bonus is not None:
            rule = "Big gin (option)" if kind == "big_gin" else "Scoring"
            remark = _BONUS_REMARKS[kind].format(knocker=knocker, defender=defender)
            lines.append(_line(f"{kind}_bonus", bonus, remark, rule=rule))
        if self.doubled:
            points = sum([int(line.points) for line in lines])
            remark = "a spade was turned up"
            lines.append(_line("spade_double", points, remark, rule="Spades double (option)"))
        return tuple(lines)

    def _bonus(self, kind: GinType) -> Points | None:
        options = self.options
        bonuses = {
            "gin": options.gin_bonus,
            "big_gin": options.big_gin_bonus,
            "undercut": options.undercut_bonus,
        }
        return bonuses.get(kind)


def _line(reason: str, points: Points, remark: str, *, rule: str = "Scoring") -> ScoreLine:
    return ScoreLine(reason=reason, points=points, remark=remark, rule=rule)
