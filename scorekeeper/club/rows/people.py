"""Reads and writes the people of the club, in the order in which they were added.

The row of a person who was removed stays, so that no id is given twice; nothing reads it.
"""

import json
from collections.abc import Collection
from datetime import datetime
from typing import Final

from scorekeeper.club.facts import Person
from scorekeeper.club.rows.clubs import new_id
from scorekeeper.store.database import Connection
from scorekeeper.store.rows import Rows

_LATEST_GAMES: Final = 1_000
"""How many of the latest games ``last_played`` looks at."""


def load_people(db: Connection) -> tuple[Person, ...]:
    """Return all people, spellings included."""
    return Rows(db, "person", Person).read("removed_at IS NULL", order_by="number")


def find_person(db: Connection, person: str) -> Person | None:
    """Return the person with this id, or None."""
    return Rows(db, "person", Person).find("id = ? AND removed_at IS NULL", [person])


def new_person_id(db: Connection) -> str:
    """Return the id of a new person."""
    return new_id(db, "person", "p")


def add_person_row(db: Connection, person: Person, at: datetime) -> None:
    """Insert a person behind all others."""
    Rows(db, "person", Person).add(person, added_at=at)


def change_person(db: Connection, person: Person) -> None:
    """Replace all fields of a person but the id."""
    Rows(db, "person", Person).change(person)


def mark_removed(db: Connection, people: Collection[str], at: datetime) -> None:
    """Mark people as removed from the roll; nothing may name them but the history.

    They wait no longer, as some may who waited until a night was closed.
    """
    named = (at.isoformat(), json.dumps(list(people)))
    db.execute(
        "UPDATE person SET removed_at = ? WHERE id IN (SELECT value FROM json_each(?))", named
    )
    db.execute(
        "UPDATE night_person SET left_at = ?"
        " WHERE left_at IS NULL AND person IN (SELECT value FROM json_each(?))",
        named,
    )


def people_in_use(db: Connection, people: Collection[str]) -> set[str]:
    """Return who of these sat in a game, entered a night, waits at one, moved money, is a spelling.

    A person whom another spelling means is in use too.
    """
    rows = db.execute(
        """
        WITH asked AS (SELECT value AS id FROM json_each(?))
        SELECT id FROM asked WHERE id IN (SELECT person FROM seat_person)
            OR id IN (SELECT payer FROM payment UNION SELECT payee FROM payment)
            OR id IN (SELECT party FROM adjustment)
            OR EXISTS (SELECT 1 FROM night WHERE instr(organised, json_quote(asked.id)))
            OR id IN (SELECT same_as FROM person WHERE removed_at IS NULL)
            OR id IN (SELECT person.id FROM person WHERE same_as IS NOT NULL)
            OR id IN (
                SELECT person FROM night_person WHERE left_at IS NULL AND night NOT IN
                    (SELECT night FROM closing WHERE reopened_at IS NULL)
            )
        """,
        (json.dumps(list(people)),),
    ).fetchall()
    return {str(row[0]) for row in rows}


def guests_from(db: Connection, night: str) -> set[str]:
    """Return the guests whom a night itself has brought: they came or sat down there as new."""
    rows = db.execute(
        """
        SELECT id FROM person WHERE removed_at IS NULL AND joined = '' AND opening = 0
            AND added_at >= (SELECT opened_at FROM night WHERE night.id = :night)
            AND (id IN (SELECT person FROM night_person WHERE night = :night)
                OR id IN (SELECT person FROM seat_person JOIN night_game USING (game)
                    WHERE night = :night))
            AND id NOT IN (SELECT subject FROM club_act WHERE kind = 'person_added')
            AND id NOT IN (SELECT value FROM club_act, json_each(details, '$.people')
                WHERE kind = 'people_added')
        """,
        {"night": night},
    ).fetchall()
    return {str(row[0]) for row in rows}


def tables_of(db: Connection, person: str) -> list[tuple[str, ...]]:
    """Return the ids, as written, at each table where an id sits, and of each night it entered."""
    rows = db.execute(
        "SELECT other.game, other.person FROM seat_person"
        " JOIN night_game ON night_game.game = seat_person.game AND taken_out_at IS NULL"
        " JOIN seat_person AS other ON other.game = seat_person.game"
        " WHERE seat_person.person = ? ORDER BY other.game, other.seat",
        (person,),
    )
    games: dict[str, list[str]] = {}
    for game, each in rows.fetchall():
        games.setdefault(game, []).append(each)
    entered = db.execute(
        "SELECT json_group_array(key) FROM night, json_each(organised, '$.people')"
        " WHERE organised ->> '$.people' IS NOT NULL GROUP BY night.id"
        " HAVING max(key = ?)",
        (person,),
    )
    lists = [*games.values(), *[json.loads(each) for (each,) in entered.fetchall()]]
    return [tuple(each) for each in lists]


def last_played(db: Connection) -> dict[str, str]:
    """Return the date of the last night of each person who sat in one of the latest games."""
    # All games of many years would take long; who has not played lately comes last anyway.
    rows = db.execute(
        "SELECT coalesce(same_as, person.id), max(night.date) FROM"
        " (SELECT game, night FROM night_game WHERE taken_out_at IS NULL"
        " ORDER BY number DESC LIMIT :most) AS latest"
        " JOIN night ON night.id = latest.night"
        " JOIN seat_person ON seat_person.game = latest.game"
        " JOIN person ON person.id = seat_person.person GROUP BY 1",
        {"most": _LATEST_GAMES},
    )
    return {str(person): str(date) for person, date in rows.fetchall()}


def touch_games_of(db: Connection, person: str) -> None:
    """Raise the change numbers of all games in which this id of a person sits."""
    db.execute(
        "UPDATE game SET pulse = 1 + (SELECT max(pulse) FROM game)"
        " WHERE key IN (SELECT game FROM seat_person WHERE person = ?)",
        (person,),
    )
