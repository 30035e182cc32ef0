"""The current state of a game: its score sheet and its log, replayed from the journal."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final, NamedTuple, Self

from scorekeeper.domain.deals import Seat
from scorekeeper.domain.game import find_roots, replay
from scorekeeper.domain.journal import Act, Entry, Figure, Joined, Opinion, Renamed, Started
from scorekeeper.domain.names import free_name, look_of
from scorekeeper.domain.sheet import ScoreSheet, make_sheet
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.storage.journals import Journal

_NAMING: Final = (Started, Joined, Renamed)


class Done(NamedTuple):
    """An act with who did it, when (UTC), and by which phone; both texts are empty if unknown."""

    act: Act
    who: str
    at: datetime
    phone: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry:
    """One entry of a game's journal: its number from 1, by whom, when (UTC), and if it was undone.

    ``is_fact`` is false for an opinion (an agreement or a challenge), which changes no figure.
    ``phone`` is the id of the browser that sent it, empty for entries from before ids were kept.
    ``root`` is the number of the entry at the end of a chain of undos, its own if it is no undo;
    ``undos`` is how many undos the chain has.
    """

    seq: int
    act: Act
    who: str
    at: datetime
    undone: bool
    is_fact: bool
    phone: str
    root: int
    undos: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrentGame:
    """A game at ``version``, which is the number of its last entry, with its sheet and its log.

    ``naming`` are the entries that give the players their names. In deals up to entry
    ``suits_chosen_to`` the program chose the suits that nobody gave. ``ids`` are shown in place of
    the names in these seats.
    """

    key: str
    sheet: ScoreSheet
    version: int
    created_at: datetime
    log: tuple[LogEntry, ...]
    naming: tuple[Entry, ...]
    suits_chosen_to: int
    ids: Mapping[Seat, str] = field(default_factory=dict)

    def digest(self) -> str:
        """Return the game's key, version and ids, which determine everything else of it."""
        return f"{self.key!r} at {self.version} with {dict(self.ids)}"


def replay_game(
    key: str,
    created_at: datetime,
    acts: Sequence[Done],
    *,
    suits_chosen_to: int = 0,
) -> CurrentGame:
    """Return the game that results from the acts of its journal, in order."""
    entries = [Entry(seq, each.act) for seq, each in enumerate(acts, 1)]
    game, roots = replay(entries), find_roots(entries)
    return CurrentGame(
        key=key,
        sheet=make_sheet(game, VARIANTS[game.started.variant]),
        version=game.version,
        created_at=created_at,
        log=tuple(
            [
                LogEntry(
                    seq=seq,
                    act=each.act,
                    who=each.who,
                    at=each.at,
                    undone=seq in game.undone,
                    is_fact=not isinstance(roots[seq].entry.act, Opinion),
                    phone=each.phone,
                    root=roots[seq].entry.seq,
                    undos=roots[seq].undos,
                )
                for seq, each in enumerate(acts, 1)
            ]
        ),
        naming=tuple([each for each in entries if isinstance(roots[each.seq].entry.act, _NAMING)]),
        suits_chosen_to=suits_chosen_to,
    )


def replay_journal(journal: Journal, *, to: int | None = None) -> CurrentGame:
    """Return the game that a stored journal makes, or made when it ended with entry ``to``."""
    acts = [Done(each.act, each.who, each.at, each.phone) for each in journal.entries[:to]]
    return replay_game(
        journal.key, journal.created_at, acts, suits_chosen_to=journal.suits_chosen_to
    )


def find_figures(game: CurrentGame, target: int) -> tuple[Figure, ...] | None:
    """Return the figures of a deal by seat, none for an early end; None if it was taken back."""
    for row in game.sheet.rows:
        if row.seq == target:
            return tuple([Figure(cell.points or 0, cell.held) for cell in row.cells])
    return () if target == game.sheet.game.closed_by else None


def with_act(
    game: CurrentGame, act: Act, *, who: str, at: datetime, phone: str = ""
) -> CurrentGame:
    """Return the game after one more act."""
    acts = [Done(each.act, each.who, each.at, each.phone) for each in game.log]
    told = [*acts, Done(act, who, at, phone)]
    after = replay_game(game.key, game.created_at, told, suits_chosen_to=game.suits_chosen_to)
    return replace(after, ids=game.ids)


# --- ids in place of the names of players whose names were taken out of the club ------------------
# A journal is never changed, so the names stay in it. They are replaced when a game is made from
# it: pages, history, papers and records then show the id.


def show_ids(game: CurrentGame, ids: Mapping[Seat, str]) -> CurrentGame:
    """Return the game with an id in place of each name that the player in a seat ever had.

    The writers of entries are replaced too. An id gets a number behind it if another player has the
    same name.
    """
    if not ids:
        return game
    shown = _ShownNames.of(game, ids)
    acts = [
        Done(shown.act_of(entry), shown.writer_of(entry), entry.at, entry.phone)
        for entry in game.log
    ]
    told = replay_game(game.key, game.created_at, acts, suits_chosen_to=game.suits_chosen_to)
    return replace(told, ids=dict(ids))


@dataclass(frozen=True, slots=True, kw_only=True)
class _ShownNames:
    """The texts that are shown in place of names: by seat, and by the look of a name (``look_of``).

    ``joined`` are the seats of players who came later, by entry.
    """

    by_seat: Mapping[Seat, str]
    by_look: Mapping[str, str]
    joined: Mapping[int, Seat]

    @classmethod
    def of(cls, game: CurrentGame, ids: Mapping[Seat, str]) -> Self:
        joined_by = game.sheet.game.joined_by
        joined = {seq: Seat(seat) for seat, seq in enumerate(joined_by) if seq > 1}
        named = [each for entry in game.log for each in _names_in(entry, joined)]
        others = {name for seat, name in named if seat not in ids}
        by_seat = {seat: free_name(each, sorted(others)) for seat, each in ids.items()}
        looks = {look_of(name): by_seat[seat] for seat, name in named if seat in ids}
        kept = {look_of(name) for name in others}
        by_look = {look: each for look, each in looks.items() if look not in kept}
        return cls(by_seat=by_seat, by_look=by_look, joined=joined)

    def act_of(self, entry: LogEntry) -> Act:
        match entry.act:
            case Started(players=players):
                names = [self.by_seat.get(Seat(seat), name) for seat, name in enumerate(players)]
                return replace(entry.act, players=tuple(names))
            case Renamed(seat=seat, name=name):
                return replace(entry.act, name=self.by_seat.get(seat, name))
            case Joined(name=name) if entry.seq in self.joined:
                return replace(entry.act, name=self.by_seat.get(self.joined[entry.seq], name))
            case Joined(name=name):
                # The joining was taken back, so it gave no seat.
                return replace(entry.act, name=self.by_look.get(look_of(name), name))
        return entry.act

    def writer_of(self, entry: LogEntry) -> str:
        return self.by_look.get(look_of(entry.who), entry.who)


def _names_in(entry: LogEntry, joined: Mapping[int, Seat]) -> Iterator[tuple[Seat, str]]:
    """Yield the names that an entry gives, with the seats that get them."""
    match entry.act:
        case Started(players=players):
            yield from ((Seat(seat), name) for seat, name in enumerate(players))
        case Renamed(seat=seat, name=name):
            yield seat, name
        case Joined(name=name) if entry.seq in joined:
            yield joined[entry.seq], name
