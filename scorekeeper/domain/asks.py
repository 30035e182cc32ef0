"""The facts of a deal and of a hand that a family asks the table to enter.

Forms, the reader of records and the schema are made from these declarations. This module contains
no rule of a game.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from scorekeeper.domain.cards import Card, SuitlessCards
from scorekeeper.domain.deals import Deal, Ending, Hand, LaidMeld, Penalty, Points


class AskKind(StrEnum):
    """The kind of a fact, which decides how a record stores it and a form asks for it."""

    CARD = "card"
    CARDS = "cards"
    MELDS = "melds"
    POINTS = "points"
    FLAG = "flag"
    PENALTIES = "penalties"


_KINDS: Final[Mapping[Any, AskKind]] = {
    Card | None: AskKind.CARD,
    tuple[Card, ...] | None: AskKind.CARDS,
    tuple[LaidMeld, ...] | None: AskKind.MELDS,
    Points | None: AskKind.POINTS,
    bool: AskKind.FLAG,
    bool | None: AskKind.FLAG,
    tuple[Penalty, ...]: AskKind.PENALTIES,
}

_EVERY_DEAL: Final = frozenset(("dealer", "ending", "by", "hands"))


def fact_kinds(facts: Deal | Hand | type[Deal | Hand]) -> Mapping[str, AskKind]:
    """Return the kind of every fact of a deal or a hand by name, from the type of its field.

    ``dealer``, ``ending``, ``by`` and ``hands``, which every deal has, have no kind and are left
    out. Raises ``KeyError`` for any other type that has no kind, since no record could hold it.
    """
    # Any, since mypy takes no union of types for hashable.
    kind: Any = facts if isinstance(facts, type) else type(facts)
    return _kinds_of(kind)


@cache
def _kinds_of(kind: type[Deal | Hand]) -> Mapping[str, AskKind]:
    facts = [each for each in fields(kind) if each.name not in _EVERY_DEAL]
    return MappingProxyType({each.name: _KINDS[each.type] for each in facts})


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One fact that is asked; ``name`` is its key in a record and in ``Deal`` or ``Hand``."""

    name: str
    kind: AskKind
    label: str
    help: str = ""
    required: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HandForm:
    """One way to enter a hand, such as by its cards; a hand has the facts of one form only.

    ``blank_if_out`` is true if the player who ended the deal has nothing to enter in it.
    """

    name: str
    label: str
    asks: tuple[Ask, ...]
    blank_if_out: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Asks:
    """All facts that a family asks of a deal.

    The facts in ``deal`` and ``extras`` may be missing unless they are required; a hand is shown in
    one of ``forms``. ``by_label`` is the label of ``Deal.by``, such as "Who went out". A deal that
    ends as one of ``hands_optional`` may have no hands; one that ends as one of ``ended_by_nobody``
    has no player who ended it. ``penalty_laws`` are the numbers and labels of the laws that fine.
    ``suitless`` are the cards that may be named without a suit, outside runs. A family with facts
    of its own derives ``deal_type`` or ``hand_type`` from ``Deal`` or ``Hand``.
    """

    endings: tuple[tuple[Ending, str], ...]
    by_label: str
    deal: tuple[Ask, ...]
    forms: tuple[HandForm, ...]
    extras: tuple[Ask, ...] = ()
    hands_optional: frozenset[Ending] = frozenset()
    ended_by_nobody: frozenset[Ending] = frozenset()
    penalty_laws: tuple[tuple[int, str], ...] = ()
    suitless: SuitlessCards = field(default_factory=dict)
    deal_type: type[Deal] = Deal
    hand_type: type[Hand] = Hand

    @property
    def by_words(self) -> str:
        """What the player did who ended a deal: ``went out``, ``knocked``."""
        return self.by_label.removeprefix("Who ")

    @property
    def by_mark(self) -> str:
        """The same in one word, for marks and legends: ``out``, ``knocked``."""
        return self.by_words.removeprefix("went ")

    @property
    def hand(self) -> tuple[Ask, ...]:
        """The facts that are asked of a hand: those of all forms, then the extras."""
        return (*[ask for form in self.forms for ask in form.asks], *self.extras)
