"""The players of a game, and which phones have their seats."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Final, NamedTuple

from scorekeeper.games.game_store import CurrentGame, GameStore, LogEntry
from scorekeeper.games.links import Role, Visit
from scorekeeper.games.phones import (
    MOST_CHANGES,
    SeatChange,
    SeatRow,
    delete_seat,
    seat_changes,
    seat_terms,
    taken_seats,
    write_seat,
    write_seat_need,
)
from scorekeeper.games.posting import Decision, game_act
from scorekeeper.record.reading import alike_fault, find_alike, name_fault
from scorekeeper.rules import (
    Corrected,
    Deal,
    Dealt,
    Joined,
    Left,
    Problem,
    Renamed,
    Reordered,
    Returned,
    Seat,
    Setup,
    refusal,
    trim_line,
    write_numbers,
)
from scorekeeper.store.database import Connection
from scorekeeper.wording import write_names

_FEWEST_PLAYING: Final = 2
_PARTNERS_STAY: Final = (
    "After the first deal partners stay where they sit; put the game away and begin anew"
)


@game_act
def join_player(game: CurrentGame, name: str) -> Decision:
    """Add a player in a new seat after the last; raises UnknownGame."""
    problems = joining_problems(game)
    if problems:
        return problems
    players = [*game.sheet.setup.players, trim_line(name)]
    other = find_alike(players, len(players) - 1)
    # Most often a player types a name that is on the list already.
    text = f"{other} is already at the table; add a letter to the name" if other else ""
    text = name_fault(players[-1]) or text
    return refusal("bad_players", text, at=("name",)) if text else Joined(name=players[-1])


@game_act
def leave_table(game: CurrentGame, seat: int) -> Decision:
    """Record that a player sits out from the next deal on; raises UnknownGame."""
    return leaving_problems(game, seat) or Left(seat=Seat(seat))


@game_act
def return_to_table(game: CurrentGame, seat: int) -> Decision:
    """Record that a player plays again from the next deal on; raises UnknownGame."""
    return returning_problems(game, seat) or Returned(seat=Seat(seat))


@game_act
def move_player(game: CurrentGame, seat: int, *, after: int | None) -> Decision:
    """Correct the order of play: a player sits ``after`` another, or plays first if it is None.

    Raises UnknownGame.
    """
    turns, players = game.sheet.setup.turns, game.sheet.setup.players
    problems = moving_problems(game)
    if problems:
        return problems
    if seat not in turns or after == seat or after not in (None, *turns):
        return refusal("bad_value", "Nobody sits there", at=("seat",))
    others = [other for other in turns if other != seat]
    place = 0 if after is None else others.index(Seat(after)) + 1
    order = (*others[:place], Seat(seat), *others[place:])
    if order == turns:
        return refusal("bad_value", f"{players[seat]} sits there already", at=("after",))
    return Reordered(order=order)


def moving_problems(game: CurrentGame) -> tuple[Problem, ...]:
    """Return why the order of play cannot be corrected now; empty if it can be."""
    if _has_ended(game):
        return refusal("game_over", "The game is over; its order of play stays")
    if game.sheet.rows and game.sheet.setup.has_partners:
        return refusal("bad_players", _PARTNERS_STAY)
    return ()


def joining_problems(game: CurrentGame) -> tuple[Problem, ...]:
    """Return why no player can join now; empty if one can."""
    setup = game.sheet.setup
    numbers = setup.variant.family.players(setup.options)
    if _has_ended(game):
        return refusal("game_over", "The game is over; nobody can join it")
    if len(setup.players) + 1 not in numbers:
        return refusal("bad_players", _numbers_words(setup))
    if game.sheet.rows and not setup.variant.family.allows_sitting_out:
        return refusal("bad_players", f"Nobody can join {setup.variant.name} after the first deal")
    return ()


def leaving_problems(game: CurrentGame, seat: int) -> tuple[Problem, ...]:
    """Return why the player in ``seat`` cannot sit out the next deal; empty if possible."""
    away = game.sheet.game.away
    problems = _seat_problems(game, seat)
    if problems:
        return problems
    if seat in away:
        return refusal("bad_value", f"{game.sheet.setup.players[seat]} is already sitting out")
    if len(game.sheet.setup.players) - len(away) <= _FEWEST_PLAYING:
        return refusal("bad_players", "At least two must play")
    return ()


def returning_problems(game: CurrentGame, seat: int) -> tuple[Problem, ...]:
    """Return why the player in ``seat`` cannot play again; empty if possible."""
    problems = _seat_problems(game, seat)
    if problems or seat in game.sheet.game.away:
        return problems
    return refusal("bad_value", f"{game.sheet.setup.players[seat]} is already playing")


def _seat_problems(game: CurrentGame, seat: int) -> tuple[Problem, ...]:
    variant = game.sheet.variant
    if not 0 <= seat < len(game.sheet.setup.players):
        return refusal("bad_value", "Nobody sits there", at=("seat",))
    if not variant.family.allows_sitting_out:
        return refusal("bad_players", f"Nobody can sit out a deal of {variant.name}")
    if _has_ended(game):
        return refusal("game_over", "The game is over; there is no deal to sit out")
    return ()


def _has_ended(game: CurrentGame) -> bool:
    return game.sheet.final is not None


# --- how an undo may change who plays -------------------------------------------------------------


def check_seating(before: CurrentGame, after: CurrentGame) -> tuple[Problem, ...]:
    """Return the problem of an undo that changes who plays; empty if there is none.

    ``before`` and ``after`` are the game without and with the undo. No player who took part in a
    deal may be removed, no player may get another's deals, the variant must allow as many players
    as remain, and each must have a name of their own.
    """
    text = (
        _write_alike_names(before, after)
        or _write_mixed_seats(before, after)
        or _write_lost_hands(before, after)
        or _write_missing_hands(after)
        or _write_wrong_number(after)
        or _write_other_partners(before, after)
    )
    return refusal("bad_players", text, at=("target",)) if text else ()


def _write_alike_names(before: CurrentGame, after: CurrentGame) -> str:
    """Return why names cannot be given back; empty if each player has a name of their own."""
    players = after.sheet.setup.players
    if len(set(players)) < len(players):
        return "Two players would have one name"
    are_new = players != before.sheet.setup.players
    alike = are_new and any(alike_fault(players, seat) for seat in range(len(players)))
    return "Two names would look alike" if alike else ""


def _write_mixed_seats(before: CurrentGame, after: CurrentGame) -> str:
    """Return why a player who joined before others cannot be removed; empty if possible.

    Players get their seats in the order of joining, so only the last can go.
    """
    then, now = before.sheet.game.joined_by, after.sheet.game.joined_by
    if then[: len(now)] == now[: len(then)]:
        return ""
    return "Somebody sat down after that; take that back first"


def _write_lost_hands(before: CurrentGame, after: CurrentGame) -> str:
    """Return why a player who took part in a deal cannot be removed; empty if nobody would be."""
    players = len(after.sheet.setup.players)
    lost = {
        seat
        for deal in _deals_by_entry(after).values()
        for seat, hand in enumerate(deal.hands)
        if seat >= players and not hand.sat_out
    }
    names = [name for seat, name in enumerate(before.sheet.setup.players) if seat in lost]
    if not lost:
        return ""
    return f"{write_names(names or ['Somebody'])} took part in a deal; take that back first"


def _write_missing_hands(after: CurrentGame) -> str:
    """Return which player lacks a hand in a deal, where nobody can sit out; empty if nobody."""
    players, variant = after.sheet.setup.players, after.sheet.variant
    if variant.family.allows_sitting_out:
        return ""
    deals = _deals_by_entry(after).values()
    is_missing = any(0 < len(deal.hands) < len(players) for deal in deals)
    return f"{players[-1]} took no part in a deal, and every player has to" if is_missing else ""


def _numbers_words(setup: Setup) -> str:
    numbers = write_numbers(setup.variant.family.players(setup.options))
    return f"{setup.variant.name} is for {numbers} players"


def _write_wrong_number(after: CurrentGame) -> str:
    setup, away = after.sheet.setup, after.sheet.game.away
    if len(setup.players) not in setup.variant.family.players(setup.options):
        return _numbers_words(setup)
    return "At least two must play" if len(setup.players) - len(away) < _FEWEST_PLAYING else ""


def _write_other_partners(before: CurrentGame, after: CurrentGame) -> str:
    """Return why partners cannot change; empty if they would not."""
    return (
        _PARTNERS_STAY
        if after.sheet.setup.has_partners
        and (before.sheet.rows and after.sheet.rows)
        and before.sheet.setup.turns != after.sheet.setup.turns
        else ""
    )


def _deals_by_entry(game: CurrentGame) -> dict[int, Deal]:
    """Return the deals that were not undone, by entry, with only the hands that were entered."""
    deals: dict[int, Deal] = {}
    for entry in game.log:
        if entry.undone:
            continue
        match entry.act:
            case Dealt(deal=deal):
                deals[entry.seq] = deal
            case Corrected(target=target, deal=deal) if target in deals:
                deals[target] = deal
    return deals


@game_act
def rename_player(game: CurrentGame, seat: int, *, name: str) -> Decision:
    """Change the name of the player in ``seat`` everywhere on the sheet; raises UnknownGame."""
    players = list(game.sheet.setup.players)
    if not 0 <= seat < len(players):
        return refusal("bad_value", "Nobody sits there", at=("seat",))
    if Seat(seat) in game.ids:
        text = "The name of this player was taken out of the club and stays out"
        return refusal("bad_players", text, at=("name",))
    players[seat] = trim_line(name)
    text = name_fault(players[seat]) or alike_fault(players, seat)
    if text:
        return refusal("bad_players", text, at=("name",))
    return Renamed(seat=Seat(seat), name=players[seat])


# --- seats: which phone has which, and how "that is me" moves one ---------------------------------


def seat_of(rows: Iterable[SeatRow], phone: str) -> Seat | None:
    """Return the seat that a phone has, or ``None``."""
    return next((row.seat for row in rows if row.phone == phone), None)


def sits_at_table(visit: Visit, phone: str) -> bool:
    """Tell whether a phone has a seat, or stands for the whole table.

    The host's link does, and the phone that began the game: one phone may be for everybody.
    """
    is_first = bool(phone) and visit.game.log[0].phone == phone
    return visit.role is Role.HOST or is_first or seat_of(visit.seats, phone) is not None


def set_seat_need(store: GameStore, key: str, *, needed: bool) -> None:
    """Set whether every phone but the host's is asked for a seat before it enters anything."""
    with store.database.writing() as db:
        write_seat_need(db, key, needed=needed)


def assign_seat(store: GameStore, key: str, phone: str, seat: Seat, *, is_me: bool) -> bool:
    """Give a seat to a phone and return whether it has the seat now.

    A seat of another phone moves only if ``is_me``, that is, the player says "that is me". The
    other phone shows that it lost the seat, and can take it back in the same way.
    """
    with store.database.writing() as db:
        holder = next((row.phone for row in taken_seats(db, key) if row.seat == seat), None)
        if holder == phone:
            return True
        if holder is not None and not is_me:
            return False
        write_seat(db, key, SeatRow(seat=seat, phone=phone, since=store.now()))
    return True


def release_seat(store: GameStore, key: str, seat: Seat) -> None:
    """Free a seat, so that any phone can take it."""
    with store.database.writing() as db:
        delete_seat(db, key, seat, store.now())


def leave_seat(store: GameStore, key: str, phone: str) -> None:
    """Free the seat of a phone, if it still has one."""
    with store.database.writing() as db:
        seat = seat_of(taken_seats(db, key), phone)
        if seat is not None:
            delete_seat(db, key, seat, store.now())


def copy_seats(db: Connection, old: str, new: str, seats: Mapping[Seat, Seat]) -> None:
    """Give the phones of one game seats in another; ``seats`` maps old seats to new ones."""
    for row in taken_seats(db, old):
        if row.seat in seats:
            write_seat(db, new, replace(row, seat=seats[row.seat]))


# --- the history of a game's seats: which phone had which, and which took over another's ----------
# A phone is shown as a number, which no other phone of the game ever has.


_BEGINNING: Final = 1
"""The number of a journal's first entry, by which its game began."""


class Takeover(NamedTuple):
    """A phone took a seat that another phone had last: after entry ``entry``, when (UTC).

    ``taker`` is the number of the phone.
    """

    entry: int
    seat: Seat
    at: datetime
    taker: int


@dataclass(frozen=True, kw_only=True)
class SeatHistory:
    """The phones of a game and their seats, from the game and the changes of its seats.

    Changes of seats were not noted yet for entries up to ``known_after``.
    """

    game: CurrentGame
    changes: Sequence[SeatChange]
    known_after: int

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each phone, from 1, in the order in which phones came to the game."""
        acted = [(entry.seq, 0, entry.phone) for entry in self.game.log if entry.phone]
        sat = [(change.entry, 1, change.phone) for change in self.changes if change.phone]
        phones = dict.fromkeys([phone for _, _, phone in sorted(acted + sat, key=_place)])
        return {phone: number for number, phone in enumerate(phones, 1)}

    def knows_phone_of(self, entry: LogEntry) -> bool:
        """Tell whether the seat of an entry's phone is known and the game has several phones."""
        is_noted = len(self.changes) < MOST_CHANGES or entry.seq <= self.changes[-1].entry
        is_known = bool(entry.phone) and entry.seq > self.known_after and is_noted
        return is_known and len(self.numbers) > 1

    def was_begun_on(self, phone: str) -> bool:
        """Tell whether the game was begun on this phone."""
        return bool(phone) and self.game.log[_BEGINNING - 1].phone == phone

    def seat_of(self, entry: LogEntry) -> Seat | None:
        """Return the seat that the phone of an entry had then, or ``None``."""
        holders = self.holders_at(entry.seq)
        return next((seat for seat, phone in holders.items() if phone == entry.phone), None)

    def holders_at(self, seq: int) -> dict[Seat, str]:
        """Return the phones that had seats when an entry was made."""
        holders: dict[Seat, str] = {}
        for change in self.changes:
            if change.entry >= seq:
                break
            holders = {
                seat: phone
                for seat, phone in holders.items()
                if seat != change.seat and phone != change.phone
            }
            if change.phone:
                holders[change.seat] = change.phone
        return holders

    @cached_property
    def takeovers(self) -> tuple[Takeover, ...]:
        """Every time that a phone took a seat which another phone had last, in order."""
        return tuple(self._takeovers())

    def _takeovers(self) -> Iterator[Takeover]:
        last: dict[Seat, str] = {}
        for change in self.changes:
            former = last.get(change.seat, change.phone)
            if change.phone and former != change.phone:
                yield Takeover(change.entry, change.seat, change.at, self.numbers[change.phone])
            if change.phone:
                last[change.seat] = change.phone

    def taken_lately(self, seat: Seat, agreed: LogEntry, target: int) -> datetime | None:
        """Return when the phone that agreed to deal ``target`` took its seat from another phone.

        Returns ``None`` unless that was after the deal before ``target``.
        """
        if not self.knows_phone_of(agreed) or self.seat_of(agreed) != seat:
            return None
        earlier = max([row.seq for row in self.game.sheet.rows if row.seq < target], default=0)
        last = [
            change for change in self.changes if change.seat == seat and change.entry < agreed.seq
        ][-1]
        is_taken = any(
            takeover.seat == seat and takeover.at == last.at for takeover in self.takeovers
        )
        return last.at if is_taken and last.entry >= earlier else None


def _place(named: tuple[int, int, str]) -> tuple[int, int]:
    return named[:2]


def seat_history_of(visit: Visit) -> SeatHistory:
    """Return the phones and seats of the game that a link opened."""
    return SeatHistory(
        game=visit.game,
        changes=visit.seat_changes,
        known_after=visit.seat_terms.known_after,
    )


def load_seat_history(store: GameStore, game: CurrentGame) -> SeatHistory:
    """Return the phones and seats of a game that no link opened."""
    with store.database.reading() as db:
        return SeatHistory(
            game=game,
            changes=seat_changes(db, game.key),
            known_after=seat_terms(db, game.key).known_after,
        )
