"""Who sat where in a game of a night: shown to officers, and corrected."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scorekeeper.bookkeeping.access.links import Role, link_of
from scorekeeper.bookkeeping.club.acting import (
    Act,
    ClubDecision,
    ClubOutcome,
    ClubPost,
    post_club_act,
)
from scorekeeper.bookkeeping.club.corrections import correcting
from scorekeeper.bookkeeping.club.seating import add_guest
from scorekeeper.bookkeeping.posting import refusal
from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.bookkeeping.store.game_store import GameStore, load_game
from scorekeeper.domain.club.facts import Person
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.variant import Problem
from scorekeeper.storage.club.closings import find_closing
from scorekeeper.storage.club.games import (
    GameName,
    NightGameRow,
    find_night_game,
    read_game_names,
    read_seats,
    write_seats,
)
from scorekeeper.storage.club.people import load_people
from scorekeeper.storage.database import Connection

NEW_GUEST: Final = "+"
"""In the place of a person's id: somebody who is not on the list yet."""
_NO_GAME: Final = refusal("unknown_game", "This game is in no night any more")


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSeats:
    """A game of a night: the person in each seat, as listed, and the names of all on the list.

    ``viewer_link`` is empty if it was withdrawn.
    """

    id: str
    key: str
    game: CurrentGame
    name: GameName
    people: tuple[str, ...]
    listed: Mapping[str, str]
    is_closed: bool
    viewer_link: str


def find_game_seats(store: GameStore, game: str) -> GameSeats | None:
    """Return a game of a night by its id in the club, or None if it is in no night."""
    with store.database.reading() as db:
        row = find_night_game(db, game=game)
        if row is None:
            return None
        found = load_game(store, db, row.key)
        if found is None:
            return None
        people = load_people(db)
        seats = _meant_seats(db, row, people)
        name = read_game_names(db, [game])[game]
        is_closed = find_closing(db, row.night) is not None
    return GameSeats(
        id=game,
        key=row.key,
        game=found,
        name=name,
        people=tuple([seats[head.seat] for head in found.sheet.heads]),
        listed={person.id: person.name for person in people if not person.same_as},
        is_closed=is_closed,
        viewer_link=link_of(store, row.key, Role.VIEWER) or "",
    )


def correct_seats(
    store: GameStore, post: ClubPost, game: str, wanted: Mapping[Seat, str]
) -> ClubOutcome:
    """Store which persons sat in the seats of a game; ``NEW_GUEST`` is one of the seat's name.

    Fields of problems are ``seat-0``, ``seat-1``. In a closed night it is a correction.
    """

    def decide(db: Connection) -> ClubDecision:
        row = find_night_game(db, game=game)
        found = None if row is None else load_game(store, db, row.key)
        if row is None or found is None:
            return _NO_GAME
        people = load_people(db)
        before = _meant_seats(db, row, people)
        problems = _seat_problems(wanted, before, people)
        if problems:
            return problems
        changed = {seat: person for seat, person in wanted.items() if person != before[seat]}
        closed = [row.night] if find_closing(db, row.night) else []
        with correcting(store, db, closed):
            names = {head.seat: head.name for head in found.sheet.heads}
            now = {
                seat: add_guest(store, db, names[seat]) if person == NEW_GUEST else person
                for seat, person in changed.items()
            }
            write_seats(db, row.key, now)
        details = {"before": {str(seat): before[seat] for seat in now}, "now": _plain(now)}
        return Act(kind="seated", subject=game, night=row.night, details=details)

    return post_club_act(store, post, decide)


def _plain(seats: Mapping[Seat, str]) -> dict[str, str]:
    return {str(seat): person for seat, person in seats.items()}


def _meant_seats(db: Connection, row: NightGameRow, people: tuple[Person, ...]) -> dict[Seat, str]:
    meant = {person.id: person.same_as or person.id for person in people}
    return {seat: meant[person] for seat, person in read_seats(db, row.key).items()}


def _seat_problems(
    wanted: Mapping[Seat, str], before: Mapping[Seat, str], people: tuple[Person, ...]
) -> tuple[Problem, ...]:
    names = {person.id: person.name for person in people if not person.same_as}
    problems: list[Problem] = []
    sitting: set[str] = set()
    for seat, person in wanted.items():
        at = (f"seat-{seat}",)
        if seat not in before or person not in {*names, NEW_GUEST}:
            problems += refusal("unknown_person", "Choose who sat here", at=at)
        elif person in sitting:
            text = f"{names[person]} sits at this table already"
            problems += refusal("same_person_twice", text, at=at)
        sitting |= {person} - {NEW_GUEST}
    return tuple(problems)
