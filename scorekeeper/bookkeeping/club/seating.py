"""Which people of the club sit in the seats of a game: by their names, or as somebody says."""

from collections.abc import Sequence

from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.club.facts import Person
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.names import look_of
from scorekeeper.storage.club.games import read_seats, write_seats
from scorekeeper.storage.club.people import add_person_row, load_people, new_person_id
from scorekeeper.storage.database import Connection


def seat_by_name(store: GameStore, db: Connection, key: str, names: Sequence[str]) -> None:
    """Give each seat of a game that has no person the one whose name looks the same.

    A name that nobody has, or whose person sits at this table already, is that of a new guest.
    """
    seated = read_seats(db, key)
    people = load_people(db)
    by_look: dict[str, list[str]] = {}
    for person in people:
        by_look.setdefault(look_of(person.name), []).append(person.same_as or person.id)
    meant = {person.id: person.same_as or person.id for person in people}
    taken = {meant[person] for person in seated.values()}
    for place, name in enumerate(names):
        seat = Seat(place)
        if seat in seated:
            continue
        free = [each for each in by_look.get(look_of(name), ()) if each not in taken]
        found = free[0] if free else add_guest(store, db, name)
        taken.add(found)
        write_seats(db, key, {seat: found})


def add_guest(store: GameStore, db: Connection, name: str) -> str:
    """Add a guest to the roll and return the id."""
    person = new_person_id(db)
    add_person_row(db, Person(id=person, name=name), store.now())
    return person
