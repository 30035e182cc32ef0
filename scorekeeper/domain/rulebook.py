"""The contents of a variant's rules page: rules, card values, course of a game, worked deals."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.domain.deals import Points


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule of a printed text, in words of our own; score lines cite it by its ``key``."""

    key: str
    title: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueRow:
    """The points of one kind of cards: melded for the player, in hand against the player.

    A value is ``None`` if ``note`` explains it; ``melded`` is ``None`` if melds score nothing.
    """

    cards: str
    in_hand: Points | None = None
    melded: Points | None = None
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The course of a game under some options: who deals, and the end of the game in steps.

    ``additions`` are what is added to totals at the end, in a word each. ``deal_columns`` and
    ``player_columns`` are what a table writes down of a deal and of a hand besides points.
    """

    dealer: str
    end: tuple[str, ...]
    additions: tuple[str, ...] = ()
    deal_columns: tuple[str, ...] = ()
    player_columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A worked deal: its document in the game record, and the points and held points by seat."""

    title: str
    players: tuple[str, ...]
    deal: Mapping[str, Any]  # the JSON object of the game record
    points: tuple[Points, ...]
    held: tuple[Points, ...] = ()
    source: str = ""
