"""Reads and writes the facts about people that derived rows were made from, to notice changes."""

from collections.abc import Iterable
from typing import NamedTuple

from scorekeeper.storage.database import Connection


class DerivedPerson(NamedTuple):
    """A person as the derived rows were made; ``meant`` is the id of the person that is meant."""

    id: str
    meant: str
    joined: str
    left: str


def read_derived_people(db: Connection) -> dict[str, DerivedPerson]:
    """Return the people as the derived rows were made, by id."""
    rows = db.execute("SELECT id, meant, joined_on, left_on FROM derived_person").fetchall()
    return {row[0]: DerivedPerson(*row) for row in rows}


def write_derived_people(db: Connection, people: Iterable[DerivedPerson]) -> None:
    """Replace the people as the derived rows were made."""
    db.execute("DELETE FROM derived_person")
    db.conn.executemany("INSERT INTO derived_person VALUES (?, ?, ?, ?)", list(people))


def nights_of_people(db: Connection, person: str) -> tuple[tuple[str, str], ...]:
    """Return id and date of each night in which an id sits in a game, or was seen at the closing.

    A night whose closing has the id as another text, such as that of a game, may be returned too.
    """
    rows = db.execute(
        """
        SELECT id, date FROM night WHERE id IN (
            SELECT night FROM seat_person JOIN night_game USING (game)
                WHERE person = :person AND taken_out_at IS NULL
            UNION SELECT night FROM closing WHERE reopened_at IS NULL
                AND (instr(seen, :quoted) OR instr(coalesce(plan, ''), :quoted))
        ) ORDER BY date, number
        """,
        {"person": person, "quoted": f'"{person}"'},
    ).fetchall()
    return tuple([(str(night), str(date)) for night, date in rows])
