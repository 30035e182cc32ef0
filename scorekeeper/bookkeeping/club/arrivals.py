"""Notes who comes to a night and waits for a seat, and who goes home."""

from collections.abc import Sequence
from typing import Final

from scorekeeper.bookkeeping.club.acting import (
    ClubAct,
    ClubDecision,
    ClubOutcome,
    ClubPost,
    post_club_act,
)
from scorekeeper.bookkeeping.club.people_in_seats import add_guest, note_departures
from scorekeeper.bookkeeping.game.posting import refusal
from scorekeeper.bookkeeping.store.game_store import GameStore, load_game
from scorekeeper.domain.names import look_of, trim_line
from scorekeeper.domain.variant import Problem
from scorekeeper.record.reading import name_fault
from scorekeeper.storage.club.nights import (
    NightRow,
    find_night,
    note_arrival,
    read_night_games,
    read_seats,
    read_waiting,
)
from scorekeeper.storage.club.people import load_people
from scorekeeper.storage.database import Connection

_NAME: Final = ("name",)


def come_to_night(store: GameStore, post: ClubPost, night: str, name: str) -> ClubOutcome:
    """Note that somebody waits at a night: a person of the roll, or else a new guest."""
    line = trim_line(name)

    def decide(db: Connection) -> ClubDecision:
        row = find_night(db, night)
        if row is None or not row.is_open:
            return refusal("night_closed", "The night is closed")
        fault = name_fault(line)
        if fault:
            return refusal("bad_value", fault, at=("name",))
        person = _find(db, line)
        problems = _there_problems(store, db, row, person=person, name=line)
        if problems:
            return problems
        person = person or add_guest(store, db, line)
        note_arrival(db, night, person, store.now())
        return ClubAct(kind="came", subject=person, night=night)

    return post_club_act(store, post, decide)


def _find(db: Connection, name: str) -> str:
    """Return the id of the person whose name looks the same, active people first; "" if none."""
    found = [each for each in load_people(db) if look_of(each.name) == look_of(name)]
    found.sort(key=lambda each: not each.is_active)
    return found[0].meant if found else ""


def _there_problems(
    store: GameStore, db: Connection, night: NightRow, *, person: str, name: str
) -> tuple[Problem, ...]:
    """Return why somebody cannot wait: they do already, or they sit at a table."""
    meant = {each.id: each.meant for each in load_people(db)}
    if person in [meant[row.person] for row in read_waiting(db, night.id)]:
        return refusal("bad_value", f"{name} waits already; add a letter to the name", at=_NAME)
    for row in read_night_games(db, night.id):
        game = load_game(store, db, row.key)
        is_under_way = game is not None and game.sheet.final is None and not row.is_void
        if is_under_way and person in [meant[each] for each in read_seats(db, row.key).values()]:
            return refusal("bad_value", f"{name} plays at {row.label or 'a table'}", at=_NAME)
    return ()


def go_home(store: GameStore, post: ClubPost, night: str, people: Sequence[str]) -> ClubOutcome:
    """Note that people wait at a night no longer."""

    def decide(db: Connection) -> ClubDecision:
        there = note_departures(store, db, night, people)
        return ClubAct(kind="went", subject=night, night=night, details={"people": there})

    return post_club_act(store, post, decide)
