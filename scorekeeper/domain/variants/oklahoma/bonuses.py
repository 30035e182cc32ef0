"""The cases in which bonuses for going out are withheld, for the score and for the pad."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from scorekeeper.domain.deals import Deal
from scorekeeper.domain.variants.oklahoma.options import OklahomaOptions


class Withheld(NamedTuple):
    """A case in which a bonus is withheld: the flags of the deal, the reason, and the rule.

    All flags must be set, and those after ``!`` must not be.
    """

    flags: tuple[str, ...]
    why: str
    rule: str


_FORFEIT: Final = Withheld(
    ("wrong_count", "!agreed_correct"), "wrong number of cards found after the first play", "Law 4"
)
_FIRST_TURN: Final = Withheld(("first_turn",), "not on the first turn", "Law 10")
_LAST_CARD: Final = Withheld(("last_card",), "not with the last card of the stock", "Law 24")


def going_out_withheld(options: OklahomaOptions) -> tuple[Withheld, ...]:
    """Return the cases that withhold the bonus for going out (Laws 4, 10 and 24).

    If several apply, the score gives the first as the reason.
    """
    cases = (
        (_FORFEIT, options.wrong_count_rule),
        (_FIRST_TURN, options.first_turn_out in ("no_bonus", "concealed_only")),
        (_LAST_CARD, not options.last_card_out_bonus),
    )
    return tuple([case for case, is_played in cases if is_played])


def concealed_withheld(options: OklahomaOptions) -> tuple[Withheld, ...]:
    """Return the cases that withhold the bonus for going out concealed (Laws 4 and 23)."""
    cases = (
        (_FORFEIT, options.wrong_count_rule),
        (_FIRST_TURN, not may_be_concealed_at_first(options)),
    )
    return tuple([case for case, is_played in cases if is_played])


def may_be_concealed_at_first(options: OklahomaOptions) -> bool:
    """Tell whether going out on the first turn can earn the concealed bonus (Law 23)."""
    return options.first_turn_out in ("concealed_only", "both")


def find_withheld(deal: Deal, cases: Iterable[Withheld]) -> Withheld | None:
    """Return the first of the cases that applies to a deal, or None."""
    return next((case for case in cases if all(_holds(deal, flag) for flag in case.flags)), None)


def _holds(deal: Deal, flag: str) -> bool:
    given: bool = getattr(deal, flag.removeprefix("!"))
    return given is not flag.startswith("!")
