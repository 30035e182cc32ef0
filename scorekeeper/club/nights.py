"""Opens nights, puts games into them and takes them out again, and notes who waits for a seat."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from scorekeeper.club.acting import (
    CHANGED,
    ClubDecision,
    Doing,
    club_act,
    note_act,
)
from scorekeeper.club.book.book import read_in_book
from scorekeeper.club.facts import GameState, Night
from scorekeeper.club.following import (
    add_guest,
    add_seated_game,
    enter_round,
    note_departures,
    round_problems,
    seat_people,
    seat_problems,
    stake_problems,
)
from scorekeeper.club.people import ALIKE, MOST_ALIKE
from scorekeeper.club.played import played_game
from scorekeeper.club.rows import (
    ClubAct,
    NightGameRow,
    add_night,
    change_label,
    change_night,
    club_of,
    count_acts_of_phone,
    drop_seats,
    find_latest_row,
    find_night,
    find_night_game,
    find_person,
    games_begun_by,
    guests_from,
    load_night_payments,
    load_people,
    mark_removed,
    mark_taken_out,
    mark_void,
    new_id,
    note_arrival,
    people_in_use,
    read_night_games,
    read_seats,
    read_waiting,
)
from scorekeeper.games import (
    TOO_MUCH,
    CurrentGame,
    GameStore,
    Join,
    Post,
    RefusedAct,
    Thing,
    demand_game,
    load_game,
    make_links,
    make_watch_code,
)
from scorekeeper.record import Findings, name_fault, read_line
from scorekeeper.rules import (
    Problem,
    Seat,
    free_label,
    look_of,
    names_alike,
    refusal,
    trim_line,
    write_names,
)
from scorekeeper.store.database import Connection


class RefusedGame(RefusedAct):
    """A new game cannot be in the night in which it was started, so nothing is stored."""


def game_for_night(
    store: GameStore, db: Connection, key: str
) -> tuple[CurrentGame, tuple[Problem, ...]]:
    """Return a game and why it cannot be in a night; raises UnknownGame."""
    game = demand_game(store, db, key)
    return game, stake_problems(db, game)


MOST_TABLES: Final = 8
"""How many open tables of a night one phone may have begun: more than anybody starts for others."""
MOST_ARRIVALS: Final = 40
"""How many people one phone may say have come to a night: a whole club at one phone by the door."""

_NO_NIGHT = refusal("unknown_night", "There is no such night")
_NO_GAME = refusal("unknown_game", "This game is not in a night")
_CLOSED = refusal("night_closed", "The night is closed")


@club_act
def open_night(doing: Doing, terms: Mapping[str, Any]) -> ClubDecision:
    """Open a night; ``terms`` are its ``date``, ``place``, ``fee``, ``settle`` as in a club book.

    Places of problems are those of ``terms``.
    """
    night, problems = _read_night(doing.db, terms)
    if night is None:
        return problems
    new, at = new_id(doing.db, "night", "n"), doing.store.now()
    add_night(doing.db, replace(night, id=new), at)
    make_links(doing.store, doing.db, Thing.NIGHT, new, at=at)
    make_watch_code(doing.store, doing.db, new, Thing.NIGHT)
    return ClubAct(kind="night_opened", subject=new, night=new)


def _read_night(
    db: Connection, terms: Mapping[str, Any]
) -> tuple[Night | None, tuple[Problem, ...]]:
    club = club_of(db).club
    about = {"name": club.name, "currency": club.currency, "opened": club.opened}
    book, problems = read_in_book(about, at=2, nights=[{**terms, "id": "new"}])
    return (book.nights[0] if book else None), problems


@club_act
def change_night_terms(doing: Doing, night: str, terms: Mapping[str, Any]) -> ClubDecision:
    """Change the terms of an open night; ``terms`` and problems are as in ``open_night``."""
    before = find_night(doing.db, night)
    if before is None or not before.is_open:
        return _NO_NIGHT if before is None else _CLOSED
    now, problems = _read_night(doing.db, terms)
    problems = problems or _payment_problems(doing.db, night, now)
    if now is None or problems:
        return problems
    change_night(doing.db, replace(now, id=night))
    return ClubAct(kind="night_changed", subject=night, night=night)


def _payment_problems(db: Connection, night: str, now: Night | None) -> tuple[Problem, ...]:
    """Return why a night cannot be on another day: somebody paid for it before."""
    earlier = [
        night_payment.date
        for night_payment in load_night_payments(db, night)
        if now and night_payment.date < now.date
    ]
    if not earlier:
        return ()
    text = f"Somebody paid for this night on {min(earlier)}, so it was not later"
    return refusal("date_order", text, at=("date",))


@club_act
def put_game_in_night(doing: Doing, key: str, night: str, *, label: str = "") -> ClubDecision:
    """Put a game into an open night, and out of the one that it was in.

    Its players are found by name, or are new guests.
    """
    before = find_night_game(doing.db, key=key)
    for night_id in (night, before.night if before else night):
        row = find_night(doing.db, night_id)
        if row is None:
            return _NO_NIGHT
        if not row.is_open:
            return _CLOSED
    game, problems = game_for_night(doing.store, doing.db, key)
    if problems:
        return problems
    if before is not None:
        mark_taken_out(doing.db, before.id, doing.store.now())
        out = ClubAct(kind="game_taken_out", subject=before.id, night=before.night)
        note_act(
            doing.store, doing.db, replace(doing.post, entry_id=f"{doing.post.entry_id}.out"), out
        )
    return _put_into_night(doing.store, doing.db, game, night, label=label, people={})


def join_night(
    store: GameStore,
    post: Post,
    night: str,
    *,
    label: str = "",
    people: Mapping[Seat, str] | None = None,
    number: int | None = None,
) -> Join:
    """Return a function that puts a new game into a night in the transaction that stores it.

    ``number`` is that of its round, if it belongs to one. The function raises RefusedGame if the
    game cannot be in the night.
    """

    def join(db: Connection, key: str) -> None:
        row = find_night(db, night)
        # If the night was closed since the form was drawn, the game is in no night.
        if row is not None and row.is_open:
            game, problems = game_for_night(store, db, key)
            problems = problems or _too_many_tables(store, db, post, night)
            if problems:
                raise RefusedGame(problems)
            act = _put_into_night(
                store, db, game, night, label=label, people=people or {}, number=number
            )
            problems = enter_round(db, key)
            if problems:  # then nothing of the game is stored
                raise RefusedGame(problems)
            note_act(store, db, post, act)

    return join


def _too_many_tables(
    store: GameStore, db: Connection, post: Post, night: str
) -> tuple[Problem, ...]:
    """Return why a phone can begin no table, as each open one keeps the night from being closed."""
    if post.officer is not None or not post.phone:
        return ()
    games = [load_game(store, db, key) for key in games_begun_by(db, night, post.phone)]
    open_ones = [game for game in games if game is not None and not _has_ended(game)]
    if len(open_ones) < MOST_TABLES:
        return ()
    text = (
        f"{MOST_TABLES} tables that this phone started are open: finish one first, or let an"
        f" officer start this one"
    )
    return refusal(TOO_MUCH, text)


def _has_ended(game: CurrentGame) -> bool:
    return played_game(game, None).state is not GameState.OPEN


def _put_into_night(
    store: GameStore,
    db: Connection,
    game: CurrentGame,
    night: str,
    *,
    label: str,
    people: Mapping[Seat, str],
    number: int | None = None,
) -> ClubAct:
    label = trim_line(label) or free_label([other.label for other in read_night_games(db, night)])
    # If it was in a night before, its id and what an officer said of it stand.
    earlier = find_latest_row(db, game.key)
    row = earlier or NightGameRow(id=new_id(db, "night_game", "g"), key=game.key, night=night)
    number = number or (row.round if row.night == night else None)
    row = replace(row, night=night, label=label, round=number)
    add_seated_game(store, db, row, game, people=people)
    return ClubAct(kind="game_put", subject=row.id, night=night)


@club_act
def take_game_out(doing: Doing, game: str) -> ClubDecision:
    """Take a game, by its id in the club, out of its night, which must be open."""
    row = find_night_game(doing.db, game=game)
    if row is None:
        return _NO_GAME
    night = find_night(doing.db, row.night)
    if night is None or not night.is_open:
        return _CLOSED
    mark_taken_out(doing.db, game, doing.store.now())
    return ClubAct(kind="game_taken_out", subject=game, night=row.night)


@club_act
def void_game(doing: Doing, game: str, *, void: bool) -> ClubDecision:
    """Make a game void, so that it counts nowhere but can still be seen; or make it count again."""
    row = find_night_game(doing.db, game=game)
    if row is None:
        return _NO_GAME
    if not void and _would_be_open(doing.store, doing.db, row):
        return refusal(
            "night_closed", "This game is open, but its night is closed: open that first"
        )
    mark_void(doing.db, game, void=void)
    return ClubAct(kind="game_void" if void else "game_counts", subject=game, night=row.night)


@club_act
def leave_out_empty(doing: Doing, night: str) -> ClubDecision:
    """Make all open games of a night that have no deal void, in one act."""
    found = find_night(doing.db, night)
    if found is None or not found.is_open:
        return _NO_NIGHT if found is None else _CLOSED
    empty = [
        row.id
        for row in read_night_games(doing.db, night)
        if not row.is_void and is_empty(load_game(doing.store, doing.db, row.key))
    ]
    if not empty:
        return refusal(CHANGED, "There is no table without a deal any more")
    for game in empty:
        mark_void(doing.db, game, void=True)
    return ClubAct(kind="games_void", subject=night, night=night, details={"games": empty})


def is_empty(game: CurrentGame | None) -> bool:
    """Tell whether a game is open and no deal of it counts."""
    return game is not None and not game.sheet.counted_deals and not _has_ended(game)


def remove_idle_guests(
    store: GameStore, db: Connection, night: str, players: Collection[str]
) -> list[str]:
    """Remove the guests whom a night has brought and who are not among its ``players``.

    They leave the roll if they have nothing else. The left-out tables without a deal at which they
    sit leave the night with them, but not those of a round. Returns their ids.
    """
    guests = guests_from(db, night) - set(players)
    for row in read_night_games(db, night):
        is_theirs = row.round is None and not guests.isdisjoint(read_seats(db, row.key).values())
        if is_theirs and row.is_void and is_empty(load_game(store, db, row.key)):
            mark_taken_out(db, row.id, store.now())
            drop_seats(db, row.key, 0)
    gone = sorted(guests - people_in_use(db, sorted(guests)))
    mark_removed(db, gone, store.now())
    return gone


def _would_be_open(store: GameStore, db: Connection, row: NightGameRow) -> bool:
    """Tell whether a closed night would have an open game if this one counted again."""
    night, game = find_night(db, row.night), load_game(store, db, row.key)
    if night is None or night.is_open or game is None:
        return False
    return played_game(game, row.closed_early).state is GameState.OPEN


@club_act
def change_game(
    doing: Doing, game: str, *, people: Mapping[Seat, str], label: str = ""
) -> ClubDecision:
    """Change who sits in seats of a game of a night, and the name of its table.

    Other seats, and an empty ``label``, stay as they are; ``NEW_GUEST`` adds a guest with the name
    of the player. In a closed night the change is a correction.
    """
    row = find_night_game(doing.db, game=game)
    found = None if row is None else load_game(doing.store, doing.db, row.key)
    if row is None or found is None:
        return _NO_GAME
    before = read_seats(doing.db, row.key)
    roll = load_people(doing.db)
    problems = seat_problems(before, people, roll)
    problems = problems or round_problems(doing.db, row, {**before, **people}.values(), roll)
    if problems:
        return problems
    findings = Findings()
    line = read_line(label, ("label",), findings) or row.label
    if findings.problems:
        return tuple(findings.problems)
    change_label(doing.db, game, line)
    seat_people(doing.store, doing.db, found, people)
    enter_round(doing.db, row.key)
    details = {"before": {str(seat): person for seat, person in before.items()}}
    return ClubAct(kind="game_changed", subject=game, night=row.night, details=details)


# --- who comes to a night and waits for a seat, and who goes home ---------------------------------


_NAME: Final = ("name",)


@club_act
def come_to_night(
    doing: Doing,
    night: str,
    name: str = "",
    *,
    person: str = "",
    has_phone: bool = False,
    is_another: bool = False,
) -> ClubDecision:
    """Note that a person waits at a night: one of the roll, by id or else by name, or a new guest.

    If the name of the guest is nearly that of others, it is refused with the code ``ALIKE`` until
    ``is_another`` says that it is somebody else. With ``has_phone`` the post is from their own
    phone, and they may wait already.
    """
    line = trim_line(name)
    row = find_night(doing.db, night)
    if row is None or not row.is_open:
        return refusal("night_closed", "The night is closed")
    found = find_person(doing.db, person) if person else None
    who = found.meant if found else _find(doing.db, line) if line else ""
    problems = _too_many_came(doing.db, doing.post, night)
    if not who:
        problems = problems or _guest_problems(doing.db, line, is_another=is_another)
    there_problems = _playing_problems if has_phone else _there_problems
    problems = problems or there_problems(
        doing.store, doing.db, row, person=who, name=found.name if found else line
    )
    if problems:
        return problems
    who = who or add_guest(doing.store, doing.db, line)
    note_arrival(
        doing.db, night, who, doing.store.now(), phone=doing.post.phone if has_phone else None
    )
    return ClubAct(kind="came", subject=who, night=night)


def _too_many_came(db: Connection, post: Post, night: str) -> tuple[Problem, ...]:
    if post.officer is not None or not post.phone:
        return ()
    if count_acts_of_phone(db, post.phone, night, "came") < MOST_ARRIVALS:
        return ()
    text = f"This phone has brought {MOST_ARRIVALS} people: let an officer add the next"
    return refusal(TOO_MUCH, text, at=_NAME)


def _guest_problems(db: Connection, name: str, *, is_another: bool) -> tuple[Problem, ...]:
    fault = name_fault(name)
    if "," in name:  # where people are added, it stands between names
        fault = "Type one name at a time, without commas"
    if fault:
        return refusal("bad_value", fault, at=_NAME)
    known = [person.name for person in load_people(db)]
    near = () if is_another else names_alike(name, known, most=MOST_ALIKE)
    return refusal(ALIKE, f"Did you mean {write_names(near, 'or')}?", at=_NAME) if near else ()


def _find(db: Connection, name: str) -> str:
    """Return the id of the person whose name looks the same, active people first; "" if none."""
    found = [person for person in load_people(db) if look_of(person.name) == look_of(name)]
    found.sort(key=lambda person: not person.is_active)
    return found[0].meant if found else ""


def _there_problems(
    store: GameStore, db: Connection, night: Night, *, person: str, name: str
) -> tuple[Problem, ...]:
    """Return why somebody cannot wait: they do already, or they sit at a table."""
    meant = {listed.id: listed.meant for listed in load_people(db)}
    if person in [meant[row.person] for row in read_waiting(db, night.id)]:
        return refusal(
            "bad_value", f"{name} is already waiting; add a letter to the name", at=_NAME
        )
    return _playing_problems(store, db, night, person=person, name=name)


def _playing_problems(
    store: GameStore, db: Connection, night: Night, *, person: str, name: str
) -> tuple[Problem, ...]:
    """Return why somebody who sits at a table cannot wait."""
    meant = {listed.id: listed.meant for listed in load_people(db)}
    for row in read_night_games(db, night.id):
        game = load_game(store, db, row.key)
        if game is None or game.sheet.final is not None or row.is_void:
            continue
        away, seats = game.sheet.game.away, read_seats(db, row.key)
        if person in [meant[who] for seat, who in seats.items() if seat not in away]:
            return refusal("bad_value", f"{name} plays at {row.label or 'a table'}", at=_NAME)
    return ()


@club_act
def go_home(doing: Doing, night: str, people: Sequence[str]) -> ClubDecision:
    """Note that people no longer wait at a night."""
    there = note_departures(doing.store, doing.db, night, people)
    return ClubAct(kind="went", subject=night, night=night, details={"people": there})
