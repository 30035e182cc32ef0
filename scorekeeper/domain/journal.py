"""The journal of a game: what people did, in order, and the game that comes of it by replay.

Acts are appended and never changed. Undo takes back an earlier act, so an undo can be
undone; a correction puts a new deal in the place of an old one. Replay never fails: an act whose
target is gone has no effect.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from scorekeeper.domain.deals import Deal, Points, Seat
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
class Joined:
    """One more player sat down, after the last; earlier deals were played without this player."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """The player in ``seat`` sits out from the next deal on."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Returned:
    """The player in ``seat`` plays again."""

    seat: Seat


class Figure(NamedTuple):
    """What a player agreed to: the points of a deal, and those held to the end of the game."""

    points: Points
    held: Points


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreed:
    """These seats agree to what entry ``target`` brought, a deal or an early end.

    ``figures`` are those of each seat, as they were seen: what a correction leaves alone stays
    agreed. An early end has none.
    """

    target: int
    seats: tuple[Seat, ...]
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenged:
    """Somebody, the player in ``seat`` if a player, says that entry ``target`` is not right."""

    target: int
    seat: Seat | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """The table agreed to end the game early; it is settled as it stands, or not at all."""

    reason: str
    settles: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Reopened:
    """A game that was closed early goes on."""

    reason: str


Opinion = Agreed | Challenged
"""Acts about what stands on the sheet, which change no figure on it."""

Act = (
    Started
    | Dealt
    | Corrected
    | Undone
    | Renamed
    | Joined
    | Left
    | Returned
    | Opinion
    | Closed
    | Reopened
)


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
    """A game as its journal makes it, by replay; entries are meant by their numbers.

    ``closed`` is the early end in effect and ``closed_by`` its entry. ``version`` is the last
    entry, ``facts_version`` the last one that may have changed a figure. ``joined_by`` has, for
    each seat, the entry by which its player came; ``away`` are the seats that sit out the next
    deal. ``opinions`` are the agreements and challenges in effect. ``undone`` are the entries that
    were taken back and have no effect.
    """

    started: Started
    players: tuple[str, ...]
    deals: tuple[GameDeal, ...]
    closed: Closed | None
    closed_by: int | None
    version: int
    facts_version: int
    joined_by: tuple[int, ...] = ()
    away: frozenset[Seat] = frozenset()
    opinions: tuple[Entry, ...] = ()
    undone: frozenset[int] = field(default_factory=frozenset)


def replay(entries: Sequence[Entry]) -> Game:
    """The game that the entries make; the first of them is ``Started``."""
    started = entries[0].act
    if not isinstance(started, Started):
        raise TypeError("a journal begins with Started")
    undone = _undone(entries)
    standing = [entry for entry in entries if entry.seq not in undone]
    players, away = _table(started, standing)
    closing = _closing(standing)
    return Game(
        started=started,
        players=players,
        deals=_deals(standing, len(players)),
        closed=closing[1] if closing else None,
        closed_by=closing[0] if closing else None,
        version=entries[-1].seq,
        facts_version=max([entry.seq for entry in entries if not is_opinion(entries, entry.act)]),
        joined_by=_joined_by(started, standing),
        away=away,
        opinions=tuple([entry for entry in standing if isinstance(entry.act, Opinion)]),
        undone=undone,
    )


def is_opinion(entries: Sequence[Entry], act: Act) -> bool:
    """Whether an act is talk, or takes back what is."""
    after = len(entries) + 1
    while isinstance(act, Undone) and 1 <= act.target < after:
        after, act = act.target, entries[act.target - 1].act
    return isinstance(act, Opinion)


def _table(started: Started, standing: Iterable[Entry]) -> tuple[tuple[str, ...], frozenset[Seat]]:
    """Who sits at the table by their present names, and which of them sit out."""
    players = list(started.players)
    away: set[Seat] = set()
    for _, act in standing:
        match act:
            case Renamed(seat=seat, name=name) if seat < len(players):
                players[seat] = name
            case Joined(name=name):
                players.append(name)
            case Left(seat=seat) if seat < len(players):
                away.add(seat)
            case Returned(seat=seat):
                away.discard(seat)
    return tuple(players), frozenset(away)


def _joined_by(started: Started, standing: Iterable[Entry]) -> tuple[int, ...]:
    joined = [seq for seq, act in standing if isinstance(act, Joined)]
    return (*[1] * len(started.players), *joined)


def _closing(standing: Iterable[Entry]) -> tuple[int, Closed] | None:
    """The entry that closed the game early, if it is closed."""
    closing: tuple[int, Closed] | None = None
    for seq, act in standing:
        match act:
            case Closed():
                closing = seq, act
            case Reopened():
                closing = None
    return closing


def _deals(standing: Iterable[Entry], players: int) -> tuple[GameDeal, ...]:
    """The deals in the order they were entered, each as last corrected."""
    deals: dict[int, GameDeal] = {}
    for seq, act in standing:
        match act:
            case Dealt(deal=deal):
                deals[seq] = GameDeal(seq=seq, deal=_seated(deal, players))
            case Corrected(target=target, deal=deal) if target in deals:
                corrections = (*deals[target].corrections, seq)
                deals[target] = GameDeal(
                    seq=target, deal=_seated(deal, players), corrections=corrections
                )
    return tuple(deals.values())


def _seated(deal: Deal, players: int) -> Deal:
    """The deal with one hand a player: who came later sat it out, who never came held none."""
    if len(deal.hands) in (0, players):
        return deal
    absent = type(deal.hands[0])(sat_out=True)
    hands = (*deal.hands, *[absent] * (players - len(deal.hands)))
    seated = replace(deal, hands=hands[:players])
    return replace(seated, by=_still(deal.by, players), dealer=_still(deal.dealer, players))


def _still(seat: Seat | None, players: int) -> Seat | None:
    """The seat, if anybody sits there."""
    return seat if seat is not None and seat < players else None


def _undone(entries: Iterable[Entry]) -> frozenset[int]:
    """The entries taken back; read from the end, as only a later entry can undo an undo."""
    taken_back: set[int] = set()
    for seq, act in reversed(list(entries)):
        if isinstance(act, Undone) and seq not in taken_back and 1 < act.target < seq:
            taken_back.add(act.target)
    return frozenset(taken_back)
