"""The journal of a game: what people did, in order, and the game that comes of it by replay.

Acts are appended and never changed. Undo takes back an earlier act, so an undo can be
undone; a correction puts a new deal in the place of an old one. Replay never fails: an act whose
target is gone has no effect.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from scorekeeper.domain.deals import Deal, Seat
from scorekeeper.domain.options import OptionValue
from scorekeeper.domain.settlement import Stake


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """A game was begun. ``options`` are all that are in force: later defaults change nothing."""

    variant: str
    options: Mapping[str, OptionValue]
    players: tuple[str, ...]
    stake: Stake | None = None
    title: str = ""
    place: str = ""
    played_on: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """A deal was entered."""

    deal: Deal


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """The deal entered by entry ``target`` was put right."""

    target: int
    deal: Deal
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """Entry ``target`` was taken back; it may itself be an ``Undone``."""

    target: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Renamed:
    """The player in ``seat`` has another name."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """The table agreed to end the game early; it is settled as it stands, or not at all."""

    reason: str
    settles: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Reopened:
    """A game that was closed early goes on."""

    reason: str


Act = Started | Dealt | Corrected | Undone | Renamed | Closed | Reopened


class Entry(NamedTuple):
    """An act with its place in the journal, counted from 1."""

    seq: int
    act: Act


@dataclass(frozen=True, slots=True, kw_only=True)
class GameDeal:
    """A deal that stands: the entry it came in by, and those that corrected it."""

    seq: int
    deal: Deal
    corrections: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game by replay. ``version`` is the last entry; ``undone`` are entries without effect."""

    started: Started
    players: tuple[str, ...]
    deals: tuple[GameDeal, ...]
    closed: Closed | None
    version: int
    undone: frozenset[int] = field(default_factory=frozenset)


def replay(entries: Sequence[Entry]) -> Game:
    """The game that the entries make; the first of them is ``Started``."""
    started = entries[0].act
    if not isinstance(started, Started):
        raise TypeError("a journal begins with Started")
    undone = _undone(entries)
    standing = [entry for entry in entries if entry.seq not in undone]
    players = list(started.players)
    closed: Closed | None = None
    for _, act in standing:
        match act:
            case Renamed(seat=seat, name=name) if seat < len(players):
                players[seat] = name
            case Closed():
                closed = act
            case Reopened():
                closed = None
    return Game(
        started=started,
        players=tuple(players),
        deals=_deals(standing),
        closed=closed,
        version=entries[-1].seq,
        undone=undone,
    )


def _deals(standing: Iterable[Entry]) -> tuple[GameDeal, ...]:
    """The deals in the order they were entered, each as last corrected."""
    deals: dict[int, GameDeal] = {}
    for seq, act in standing:
        match act:
            case Dealt(deal=deal):
                deals[seq] = GameDeal(seq=seq, deal=deal)
            case Corrected(target=target, deal=deal) if target in deals:
                corrections = (*deals[target].corrections, seq)
                deals[target] = GameDeal(seq=target, deal=deal, corrections=corrections)
    return tuple(deals.values())


def _undone(entries: Iterable[Entry]) -> frozenset[int]:
    """The entries taken back; read from the end, as only a later entry can undo an undo."""
    taken_back: set[int] = set()
    for seq, act in reversed(list(entries)):
        if isinstance(act, Undone) and seq not in taken_back and 1 < act.target < seq:
            taken_back.add(act.target)
    return frozenset(taken_back)


def last_act(entries: Sequence[Entry]) -> Entry | None:
    """The latest entry that an undo would take back: the last one still in effect, undos aside."""
    undone = _undone(entries)
    for entry in reversed(entries[1:]):
        if entry.seq not in undone and not isinstance(entry.act, Undone):
            return entry
    return None
