"""How the cards of a family can be written on its forms."""

from dataclasses import dataclass
from typing import Any

from scorekeeper.domain.variant import Family


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation:
    """The help of a form: whether a wild says what it stands for, and ranks do without suits."""

    has_wilds: bool
    takes_ranks: bool


def notation_of(family: Family, options: Any) -> Notation:
    """Return how the cards of this family are written under the options in force."""
    wilds = family.keypad(options).rules.wilds if family.keypad else frozenset()
    return Notation(has_wilds=bool(wilds), takes_ranks=not family.asks(options).needs_suits)
