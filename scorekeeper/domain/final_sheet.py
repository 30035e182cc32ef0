"""The end of a score sheet: winners, bonuses, rounding and money."""

from dataclasses import dataclass

from scorekeeper.domain.deals import Seat
from scorekeeper.domain.scoring import GameScore, Setup
from scorekeeper.domain.settlement import Score, Settlement
from scorekeeper.domain.variant import FinalHand


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalRow:
    """A bonus of the end of the game, by seat; points are ``None`` for a player without it."""

    label: str
    rule: str
    points: tuple[Score | None, ...]
    hows: tuple[str, ...]

    @property
    def words(self) -> str:
        """How the bonus was counted, in words that hold for all who have it; may be empty."""
        hows = {how for how in self.hows if how}
        how = hows.pop() if len(hows) == 1 else ""
        return how if any(sign.isalpha() for sign in how) else ""

    @property
    def names_rule(self) -> bool:
        """Whether the rule says what the label says, so that one of them is enough."""
        return self.label.casefold() in self.rule.casefold()


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalSheet:
    """The end of a game: winners, final scores, rows of bonuses, rule of rounding, and money."""

    winners: tuple[Seat, ...]
    hands: tuple[FinalHand, ...]
    rows: tuple[FinalRow, ...]
    rounding_rule: str | None
    settlement: Settlement | None

    @property
    def has_steps(self) -> bool:
        """Whether anything comes between the score and the result: bonuses or rounding."""
        return bool(self.rows or self.rounding_rule)


def make_final_sheet(setup: Setup, score: GameScore) -> FinalSheet | None:
    """Return the end of a game's sheet; ``None`` while the game goes on."""
    finish = score.finish
    if finish is None:
        return None
    rounding = setup.variant.family.rounding_rule(setup.options)
    lines = [line for hand in finish.hands for line in hand.lines]
    order = list(setup.variant.family.reasons)
    reasons = dict.fromkeys(
        sorted([(line.reason, line.rule) for line in lines], key=lambda each: order.index(each[0]))
    )
    return FinalSheet(
        winners=finish.winners,
        hands=finish.hands,
        rows=tuple([_final_row(setup, finish.hands, reason, rule) for reason, rule in reasons]),
        rounding_rule=None if rounding is None else setup.variant.cite(rounding),
        settlement=score.settlement,
    )


def _final_row(setup: Setup, hands: tuple[FinalHand, ...], reason: str, rule: str) -> FinalRow:
    lines = [next((line for line in hand.lines if line.reason == reason), None) for hand in hands]
    return FinalRow(
        label=setup.variant.family.reasons[reason],
        rule=setup.variant.cite(rule),
        points=tuple([None if line is None else line.points for line in lines]),
        hows=tuple(["" if line is None else line.how for line in lines]),
    )
