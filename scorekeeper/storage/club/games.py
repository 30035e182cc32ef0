"""Reads and writes which game belongs to which night, and which person sits in which seat."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from scorekeeper.domain.club.games import GameName
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.scoring import EarlyEnd
from scorekeeper.storage.database import Connection

_COLUMNS: Final = "id, game, night, label, void, closed_early"


@dataclass(frozen=True, slots=True, kw_only=True)
class NightGameRow:
    """A game in a night: its id in the club, its key, the night, and the name of its table.

    ``closed_early`` comes from a book that was taken in; a game played here has it in its journal.
    """

    id: str
    key: str
    night: str
    label: str = ""
    is_void: bool = False
    closed_early: EarlyEnd | None = None


def read_night_games(db: Connection, night: str) -> tuple[NightGameRow, ...]:
    """Return the games of a night in the order in which they were put into it."""
    rows = db.execute(
        f"SELECT {_COLUMNS} FROM night_game"  # noqa: S608 - our own columns
        " WHERE night = ? AND taken_out_at IS NULL ORDER BY number",
        (night,),
    ).fetchall()
    return tuple([_game(row) for row in rows])


def game_numbers(db: Connection, night: str) -> dict[str, int]:
    """Return the number of each game of a night, by its id, in the order of all games."""
    rows = db.execute(
        "SELECT id, number FROM night_game WHERE night = ? AND taken_out_at IS NULL", (night,)
    )
    return dict(rows.fetchall())


def find_night_game(db: Connection, *, key: str = "", game: str = "") -> NightGameRow | None:
    """Return the game with this key, or this id in the club, if it is in a night."""
    row = db.execute(
        f"SELECT {_COLUMNS} FROM night_game"  # noqa: S608
        " WHERE (game = ? OR id = ?) AND taken_out_at IS NULL",
        (key, game),
    ).fetchone()
    return None if row is None else _game(row)


def new_game_id(db: Connection, key: str) -> str:
    """Return the id of a game in the club: the one that it had before, if it was in a night."""
    earlier = db.execute(
        "SELECT id FROM night_game WHERE game = ? ORDER BY number DESC LIMIT 1", (key,)
    ).fetchone()
    if earlier is not None:
        return str(earlier[0])
    (number,) = db.execute("SELECT 1 + coalesce(max(number), 0) FROM night_game").fetchone()
    while db.execute("SELECT 1 FROM night_game WHERE id = ?", (f"g{number}",)).fetchone():
        number += 1
    return f"g{number}"


def find_latest_row(db: Connection, key: str) -> NightGameRow | None:
    """Return the latest row of a game, even if it was taken out, or None if it was in no night."""
    row = db.execute(
        f"SELECT {_COLUMNS} FROM night_game WHERE game = ? ORDER BY number DESC LIMIT 1",  # noqa: S608
        (key,),
    ).fetchone()
    return None if row is None else _game(row)


def add_night_game(db: Connection, row: NightGameRow, at: datetime) -> None:
    """Put a game into a night behind the others; it must be in none."""
    closed = None if row.closed_early is None else int(row.closed_early.settles)
    db.execute(
        f"INSERT INTO night_game ({_COLUMNS}, put_at) VALUES (?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
        (row.id, row.key, row.night, row.label, int(row.is_void), closed, at.isoformat()),
    )


def mark_taken_out(db: Connection, game: str, at: datetime) -> None:
    """Mark a game, by its id in the club, as taken out of its night."""
    db.execute(
        "UPDATE night_game SET taken_out_at = ? WHERE id = ? AND taken_out_at IS NULL",
        (at.isoformat(), game),
    )


def mark_void(db: Connection, game: str, *, void: bool) -> None:
    """Mark a game of a night as void, or as counting again."""
    db.execute(
        "UPDATE night_game SET void = ? WHERE id = ? AND taken_out_at IS NULL", (int(void), game)
    )


def change_label(db: Connection, game: str, label: str) -> None:
    """Store another name of a game's table."""
    db.execute(
        "UPDATE night_game SET label = ? WHERE id = ? AND taken_out_at IS NULL", (label, game)
    )


def _game(row: tuple[str, str, str, str, int, int | None]) -> NightGameRow:
    each, key, night, label, void, closed = row
    return NightGameRow(
        id=each,
        key=key,
        night=night,
        label=label,
        is_void=bool(void),
        closed_early=None if closed is None else EarlyEnd(settles=bool(closed)),
    )


# --- who sits where -------------------------------------------------------------------------------


def read_seats(db: Connection, key: str) -> dict[Seat, str]:
    """Return the id of the person in each seat of a game, as it was written."""
    rows = db.execute("SELECT seat, person FROM seat_person WHERE game = ? ORDER BY seat", (key,))
    return {Seat(seat): str(person) for seat, person in rows.fetchall()}


def write_seats(db: Connection, key: str, people: Mapping[Seat, str]) -> None:
    """Store the persons in seats of a game; seats that are not named stay as they are."""
    for seat, person in people.items():
        db.execute(
            "INSERT INTO seat_person VALUES (?, ?, ?)"
            " ON CONFLICT (game, seat) DO UPDATE SET person = excluded.person",
            (key, seat, person),
        )


def drop_seats(db: Connection, key: str, count: int) -> None:
    """Delete who sat in seats after the first ``count``, whose players' joining was undone."""
    db.execute("DELETE FROM seat_person WHERE game = ? AND seat >= ?", (key, count))


def person_of_phone_at(db: Connection, night: str, phone: str) -> str | None:
    """Return the id of the person whose seat a phone has in a game of a night, or None.

    The latest game decides; for a spelling the id that it means is returned.
    """
    row = db.execute(
        "SELECT coalesce(same_as, person.id)"
        " FROM night_game JOIN seat USING (game) JOIN seat_person USING (game, seat)"
        " JOIN person ON person.id = seat_person.person"
        " WHERE night = ? AND taken_out_at IS NULL AND phone = ?"
        " ORDER BY night_game.number DESC LIMIT 1",
        (night, phone),
    ).fetchone()
    return None if row is None else str(row[0])


def phones_of_people(db: Connection, night: str) -> dict[str, str]:
    """Return the phone that each person of a night had in the latest game, by id as written."""
    rows = db.execute(
        "SELECT person, phone FROM night_game"
        " JOIN seat USING (game) JOIN seat_person USING (game, seat)"
        " WHERE night = ? AND taken_out_at IS NULL ORDER BY night_game.number",
        (night,),
    )
    return {str(person): str(phone) for person, phone in rows.fetchall()}


def read_game_names(db: Connection, games: Iterable[str]) -> dict[str, GameName]:
    """Return the names of games, by their ids in the club; those never in a night are left out.

    A game that was taken out of its night keeps the name that it had there.
    """
    rows = db.execute(
        "SELECT night_game.id, label, json_extract(payload, '$.variant')"
        " FROM night_game JOIN entry ON entry.game = night_game.game AND seq = 1"
        " WHERE night_game.id IN (SELECT value FROM json_each(?)) ORDER BY number",
        (json.dumps(sorted(set(games))),),
    ).fetchall()
    return {str(each): GameName(variant=variant, label=label) for each, label, variant in rows}
