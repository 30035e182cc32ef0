"""The ways in which cards can be written on the forms of a family."""

from dataclasses import dataclass
from typing import Any

from scorekeeper.domain.cards import BLACK_TWO
from scorekeeper.domain.variant import Family


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation:
    """The help that a form gives: on wilds that stand for a card, and on ranks without suits.

    ``splits_twos`` is true if black twos are wild and red ones are not.
    """

    has_wilds: bool
    takes_ranks: bool
    splits_twos: bool


def notation_of(family: Family, options: Any) -> Notation:
    """Return the help for a family under the options in force."""
    wilds = family.keypad(options).rules.wilds if family.keypad else frozenset()
    suitless = family.asks(options).suitless
    return Notation(
        has_wilds=bool(wilds), takes_ranks=bool(suitless), splits_twos=BLACK_TWO in suitless
    )
