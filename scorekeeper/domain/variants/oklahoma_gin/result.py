"""Scores a knock when both counts are known (Scoring)."""

from dataclasses import dataclass

from scorekeeper.domain.deals import Points
from scorekeeper.domain.variant import ScoreLine
from scorekeeper.domain.variants.oklahoma_gin.options import GinOptions
from scorekeeper.domain.variants.oklahoma_gin.outcome import GinType


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockTerms:
    """The facts that decide a knock besides the counts.

    ``eleven`` if the knocker shows eleven cards, ``doubled`` if the deal counts twice.
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
        """Return the score lines of the winner; none for a tie that pays nobody."""
        kind = self.type_of(knocker, defender)
        if kind == "knock" and knocker == defender:
            return ()
        high, low = max(knocker, defender), min(knocker, defender)
        lines = [_line("difference", high - low, remark=f"{high} − {low}")]
        bonus = self._bonus(kind)
        if bonus is not None:
            lines.append(_line(f"{kind}_bonus", bonus))
        if self.doubled:
            points = sum([int(line.points) for line in lines])
            lines.append(_line("spade_double", points, remark="a spade was turned up"))
        return tuple(lines)

    def _bonus(self, kind: GinType) -> Points | None:
        options = self.options
        bonuses = {
            "gin": options.gin_bonus,
            "big_gin": options.big_gin_bonus,
            "undercut": options.undercut_bonus,
        }
        return bonuses.get(kind)


def _line(reason: str, points: Points, remark: str = "") -> ScoreLine:
    return ScoreLine(reason=reason, points=points, remark=remark, rule="Scoring")
