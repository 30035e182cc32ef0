"""Reads and writes the people of the club, in the order in which they were added."""

from datetime import datetime
from typing import Final

from scorekeeper.domain.club.facts import Person
from scorekeeper.storage.club.values import new_id
from scorekeeper.storage.database import Connection

_COLUMNS: Final = "id, name, short, joined_on, left_on, is_active, opening, same_as, note"


def load_people(db: Connection) -> tuple[Person, ...]:
    """Return all people, other spellings too."""
    rows = db.execute(f"SELECT {_COLUMNS} FROM person ORDER BY number")  # noqa: S608
    return tuple([_person(row) for row in rows.fetchall()])


def find_person(db: Connection, person: str) -> Person | None:
    """Return the person with this id, or None."""
    row = db.execute(f"SELECT {_COLUMNS} FROM person WHERE id = ?", (person,)).fetchone()  # noqa: S608
    return None if row is None else _person(row)


def new_person_id(db: Connection) -> str:
    """Return the id of a new person."""
    return new_id(db, "person", "p")


def add_person_row(db: Connection, person: Person, at: datetime) -> None:
    """Insert a person behind all others."""
    db.execute(
        f"INSERT INTO person ({_COLUMNS}, added_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
        (*_values(person), at.isoformat()),
    )


def change_person(db: Connection, person: Person) -> None:
    """Store what is said of a person now; the id stays."""
    db.execute(
        f"UPDATE person SET ({_COLUMNS}) = (?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ?",  # noqa: S608
        (*_values(person), person.id),
    )


def _values(person: Person) -> tuple[str | int | None, ...]:
    return (
        person.id,
        person.name,
        person.short,
        person.joined,
        person.left,
        int(person.is_active),
        person.opening,
        person.same_as or None,
        person.note,
    )


def _person(row: tuple[str, str, str, str, str, int, int, str | None, str]) -> Person:
    each, name, short, joined, left, is_active, opening, same_as, note = row
    return Person(
        id=each,
        name=name,
        short=short,
        joined=joined,
        left=left,
        is_active=bool(is_active),
        opening=opening,
        same_as=same_as or "",
        note=note,
    )
