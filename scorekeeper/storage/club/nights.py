"""Reads and writes the nights of the club, and who waits there for a seat."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from scorekeeper.domain.club.facts import Fee, SettleWay
from scorekeeper.storage.club.values import FEE, fee_of_row, fee_row, new_id
from scorekeeper.storage.database import Connection

_READ: Final = f"""
    SELECT id, date, place, {FEE}, settle, change_number,
        coalesce(on_day, ''), coalesce(corrected_on, '')
    FROM night LEFT JOIN closing ON closing.night = night.id AND reopened_at IS NULL
    """  # noqa: S608 - our own columns
_NEWEST_FIRST: Final = " ORDER BY date DESC, night.number DESC"


@dataclass(frozen=True, slots=True, kw_only=True)
class NightRow:
    """The row of a night, and when it was closed and corrected; both are empty while it is open."""

    id: str
    date: str
    place: str = ""
    fee: Fee | None = None
    settle: SettleWay = SettleWay.CARRIED
    change_number: int = 0
    closed_on: str = ""
    corrected_on: str = ""

    @property
    def is_open(self) -> bool:
        """Whether the night was not closed yet."""
        return not self.closed_on


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingRow:
    """Somebody who waits at a night for a seat, and since when (UTC)."""

    person: str
    came_at: datetime


def load_nights(
    db: Connection, *, only_open: bool = False, skip: int = 0, most: int | None = None
) -> tuple[NightRow, ...]:
    """Return the nights, the newest first, at most ``most`` after the first ``skip``."""
    condition = " WHERE on_day IS NULL" if only_open else ""
    rows = db.execute(
        f"{_READ}{condition}{_NEWEST_FIRST} LIMIT ? OFFSET ?", (-1 if most is None else most, skip)
    ).fetchall()
    return tuple([_night(row) for row in rows])


def count_nights(db: Connection) -> int:
    """Return how many nights there are."""
    return int(db.execute("SELECT count(*) FROM night").fetchone()[0])


def find_night(db: Connection, night: str) -> NightRow | None:
    """Return the night with this id, or None."""
    row = db.execute(f"{_READ} WHERE id = ?", (night,)).fetchone()
    return None if row is None else _night(row)


def night_number(db: Connection, night: str) -> int:
    """Return the number of a night, which must be there, in the order of all nights."""
    return int(db.execute("SELECT number FROM night WHERE id = ?", (night,)).fetchone()[0])


def night_ids(db: Connection) -> tuple[str, ...]:
    """Return the ids of all nights in the order of their days."""
    rows = db.execute("SELECT id FROM night ORDER BY date, number").fetchall()
    return tuple([str(row[0]) for row in rows])


def new_night_id(db: Connection) -> str:
    """Return the id of a new night."""
    return new_id(db, "night", "n")


def add_night(db: Connection, row: NightRow, at: datetime) -> None:
    """Insert a night, which is open."""
    db.execute(
        f"INSERT INTO night (id, date, place, {FEE}, settle, opened_at)"  # noqa: S608
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (row.id, row.date, row.place, *fee_row(row.fee), str(row.settle), at.isoformat()),
    )


def change_night(db: Connection, row: NightRow) -> None:
    """Replace date, place, fee and way to settle of a night."""
    db.execute(
        f"UPDATE night SET (date, place, {FEE}, settle) = (?, ?, ?, ?, ?, ?) WHERE id = ?",  # noqa: S608
        (row.date, row.place, *fee_row(row.fee), str(row.settle), row.id),
    )


def _night(
    row: tuple[str, str, str, str | None, int | None, int | None, str, int, str, str],
) -> NightRow:
    each, date, place, per, minor, guest, settle, change, closed_on, corrected_on = row
    return NightRow(
        id=each,
        date=date,
        place=place,
        fee=fee_of_row(per, minor, guest),
        settle=SettleWay(settle),
        change_number=change,
        closed_on=closed_on,
        corrected_on=corrected_on,
    )


# --- the waiting list -----------------------------------------------------------------------------


def read_waiting(db: Connection, night: str) -> tuple[WaitingRow, ...]:
    """Return who waits at a night for a seat, in the order in which they came."""
    rows = db.execute(
        "SELECT person, came_at FROM night_person WHERE night = ? AND left_at IS NULL"
        " ORDER BY number",
        (night,),
    ).fetchall()
    return tuple([WaitingRow(person=each, came_at=datetime.fromisoformat(at)) for each, at in rows])


def note_arrival(db: Connection, night: str, person: str, at: datetime) -> None:
    """Store that somebody waits at a night, unless that is stored already."""
    db.execute(
        "INSERT INTO night_person (night, person, came_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        (night, person, at.isoformat()),
    )


def note_departure(db: Connection, night: str, person: str, at: datetime) -> None:
    """Store that somebody no longer waits at a night: they sit now, or went home."""
    db.execute(
        "UPDATE night_person SET left_at = ? WHERE night = ? AND person = ? AND left_at IS NULL",
        (at.isoformat(), night, person),
    )
