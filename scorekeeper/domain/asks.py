"""What a family asks of the table: the facts of a deal, and the ways to show a hand.

Records, forms and the schema are made from these; nothing here knows any rule.
"""

from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.domain.deals import Ending


class AskKind(StrEnum):
    """The kind of a fact, which says how it is written in a record and asked on a form."""

    CARD = "card"
    CARDS = "cards"
    MELDS = "melds"
    POINTS = "points"
    FLAG = "flag"
    PENALTIES = "penalties"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One fact asked of the table; ``name`` is its key in a record and in ``Deal`` or ``Hand``."""

    name: str
    kind: AskKind
    label: str
    help: str = ""
    required: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HandForm:
    """One way to show a hand: all of its facts are given and none of another form's."""

    name: str
    label: str
    asks: tuple[Ask, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asks:
    """All that a family asks of a deal.

    ``deal`` and ``extras`` may be left out unless required; a hand takes one of ``forms``.
    ``by_label`` names the player that ``Deal.by`` means. Hands may be missing in ``bare`` endings.
    """

    endings: tuple[tuple[Ending, str], ...]
    by_label: str
    deal: tuple[Ask, ...]
    forms: tuple[HandForm, ...]
    extras: tuple[Ask, ...] = ()
    bare: frozenset[Ending] = frozenset()
    nobody: frozenset[Ending] = frozenset()
    penalty_laws: tuple[tuple[int, str], ...] = ()
