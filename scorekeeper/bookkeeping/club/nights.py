"""Nights: opened, and games put into them and taken out again."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.bookkeeping.club.acting import (
    Act,
    ClubDecision,
    ClubOutcome,
    ClubPost,
    note_act,
    post_club_act,
    today,
)
from scorekeeper.bookkeeping.club.links import make_night_links
from scorekeeper.bookkeeping.club.seating import seat_by_name
from scorekeeper.bookkeeping.games import Join
from scorekeeper.bookkeeping.posting import refusal
from scorekeeper.bookkeeping.store.game_store import GameStore, UnknownGame, load_game
from scorekeeper.domain.club.facts import Night
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.variant import Problem
from scorekeeper.record.club import CLUB_FORMAT
from scorekeeper.record.club.reading import read_book
from scorekeeper.storage.club.closings import mark_corrected
from scorekeeper.storage.club.clubs import find_club_row
from scorekeeper.storage.club.games import (
    NightGameRow,
    add_night_game,
    find_night_game,
    mark_taken_out,
    mark_void,
    new_game_id,
    read_seats,
    write_seats,
)
from scorekeeper.storage.club.nights import NightRow, add_night, find_night, new_night_id
from scorekeeper.storage.club.people import find_person
from scorekeeper.storage.database import Connection

_NO_NIGHT = refusal("unknown_night", "There is no such night")
_NO_GAME = refusal("unknown_game", "This game is not in a night")
_CLOSED = refusal("night_closed", "The night is closed")


def open_night(store: GameStore, post: ClubPost, terms: Mapping[str, Any]) -> ClubOutcome:
    """Open a night; ``terms`` are its ``date``, ``place``, ``fee``, ``settle`` as in a club book.

    Places of problems are those of ``terms``.
    """

    def decide(db: Connection) -> ClubDecision:
        night, problems = _read_night(db, terms)
        if night is None:
            return problems
        row = NightRow(
            id=new_night_id(db),
            date=night.date,
            place=night.place,
            fee=night.fee,
            settle=night.settle,
        )
        add_night(db, row, store.now())
        make_night_links(store, db, row.id)
        return Act(kind="night_opened", subject=row.id, night=row.id)

    return post_club_act(store, post, decide)


def _read_night(
    db: Connection, terms: Mapping[str, Any]
) -> tuple[Night | None, tuple[Problem, ...]]:
    row = find_club_row(db)
    if row is None:
        return None, refusal("bad_value", "There is no club")
    club = {"name": row.club.name, "currency": row.club.currency, "opened": row.club.opened}
    document = {"format": CLUB_FORMAT, "club": club, "nights": [{**terms, "id": "new"}]}
    reading = read_book(document)
    problems = [
        Problem(at=each.at[2:], code=each.code, text=each.text) for each in reading.problems
    ]
    return (reading.book.nights[0] if reading.book else None), tuple(problems)


def put_game_in_night(
    store: GameStore,
    post: ClubPost,
    key: str,
    night: str,
    *,
    label: str = "",
    people: Mapping[Seat, str] | None = None,
) -> ClubOutcome:
    """Put a game into an open night, and out of the one that it was in.

    ``people`` are the persons of seats; the others are found by name, or are new guests.
    """

    def decide(db: Connection) -> ClubDecision:
        before = find_night_game(db, key=key)
        for each in (night, before.night if before else night):
            row = find_night(db, each)
            if row is None:
                return _NO_NIGHT
            if not row.is_open:
                return _CLOSED
        if before is not None:
            mark_taken_out(db, before.id, store.now())
            out = Act(kind="game_taken_out", subject=before.id, night=before.night)
            note_act(store, db, replace(post, entry_id=f"{post.entry_id}.out"), out)
        return _put(store, db, key, night, label=label, people=people or {})

    return post_club_act(store, post, decide)


def join_night(
    store: GameStore,
    post: ClubPost,
    night: str,
    *,
    label: str = "",
    people: Mapping[Seat, str] | None = None,
) -> Join:
    """Return what puts a new game into a night in the transaction that stores it."""

    def join(db: Connection, key: str) -> None:
        row = find_night(db, night)
        # Closed since the form was drawn: then the game is one without a night.
        if row is not None and row.is_open:
            act = _put(store, db, key, night, label=label, people=people or {})
            note_act(store, db, post, act)

    return join


def _put(
    store: GameStore,
    db: Connection,
    key: str,
    night: str,
    *,
    label: str,
    people: Mapping[Seat, str],
) -> Act:
    game = load_game(store, db, key)
    if game is None:
        raise UnknownGame(key)
    row = NightGameRow(id=new_game_id(db, key), key=key, night=night, label=label)
    add_night_game(db, row, store.now())
    write_seats(db, key, people)
    seat_by_name(store, db, key, game.sheet.setup.players)
    return Act(kind="game_put", subject=row.id, night=night)


def take_game_out(store: GameStore, post: ClubPost, game: str) -> ClubOutcome:
    """Take a game, by its id in the club, out of its night, which must be open."""

    def decide(db: Connection) -> ClubDecision:
        row = find_night_game(db, game=game)
        if row is None:
            return _NO_GAME
        night = find_night(db, row.night)
        if night is None or not night.is_open:
            return _CLOSED
        mark_taken_out(db, game, store.now())
        return Act(kind="game_taken_out", subject=game, night=row.night)

    return post_club_act(store, post, decide)


def void_game(store: GameStore, post: ClubPost, game: str, *, void: bool) -> ClubOutcome:
    """Make a game count nowhere, though it stays to be seen; or count again."""

    def decide(db: Connection) -> ClubDecision:
        row = find_night_game(db, game=game)
        if row is None:
            return _NO_GAME
        mark_void(db, game, void=void)
        mark_corrected(db, row.night, today(store))
        kind = "game_void" if void else "game_counts"
        return Act(kind=kind, subject=game, night=row.night)

    return post_club_act(store, post, decide)


def seat_person(
    store: GameStore, post: ClubPost, game: str, seat: Seat, *, person: str
) -> ClubOutcome:
    """Say who sits in a seat of a game of a night."""

    def decide(db: Connection) -> ClubDecision:
        row = find_night_game(db, game=game)
        if row is None:
            return _NO_GAME
        seated = read_seats(db, row.key)
        if seat not in seated or find_person(db, person) is None:
            return refusal("unknown_person", "There is no such person", at=("person",))
        if person in [each for place, each in seated.items() if place != seat]:
            text = "This person sits at this table already"
            return refusal("same_person_twice", text, at=("person",))
        write_seats(db, row.key, {seat: person})
        mark_corrected(db, row.night, today(store))
        details = {"seat": seat, "person": person, "before": seated[seat]}
        return Act(kind="seated", subject=game, night=row.night, details=details)

    return post_club_act(store, post, decide)
