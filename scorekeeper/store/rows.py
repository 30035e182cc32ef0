"""A row is a value: rows are written from values, and read as values, whose fields are its columns.

A field that is added to a value needs a column, which a migration makes, and no line here.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Final, Generic, TypeVar, cast

from sqlite_utils.db import Table

from scorekeeper.rules import Seat
from scorekeeper.store.database import Connection

T = TypeVar("T")
_NULL_IF_EMPTY: Final = frozenset({"same_as", "night"})
"""Columns that refer to another row; they are NULL where the field is an empty text."""
_READERS: Final[dict[Any, Callable[[Any], Any]]] = {
    bool: bool,
    datetime: datetime.fromisoformat,
    datetime | None: lambda at: None if at is None else datetime.fromisoformat(at),
    Mapping[str, str]: json.loads,
    Seat: Seat,
    str: lambda text: text or "",
}
"""How a column is read by the type of its field; all other types are stored as they are."""


class Rows(Table, Generic[T]):
    """A table made by migrations, whose rows are values of one kind.

    The library asks the database before each use whether a table is there, and for its key.
    """

    def __init__(self, db: Connection, name: str, kind: type[T]) -> None:
        super().__init__(db, name)
        self._kind = kind

    def exists(self) -> bool:
        """Return true."""
        return True

    @property
    def pks(self) -> list[str]:
        """The id, by which a value is changed."""
        return ["id"]

    def read(self, where: str = "TRUE", args: Any = (), **which: Any) -> tuple[T, ...]:
        """Return the values of rows; ``which`` is their order, ``limit`` and ``offset``."""
        return tuple([value_of(self._kind, row) for row in self.rows_where(where, args, **which)])

    def find(self, where: str, args: Any) -> T | None:
        """Return the value of the first such row, or None."""
        return next(iter(self.read(where, args)), None)

    def add(self, value: T, **more: Any) -> None:
        """Insert a value as a row, with ``more`` columns."""
        self.insert(_row_of(value) | more)

    def change(self, value: T) -> None:
        """Replace the value in the row with its id; other columns stay."""
        row = _row_of(value)
        self.update(row["id"], row)


def _row_of(value: object) -> dict[str, Any]:
    row = {name: getattr(value, name) for name, _ in _columns(value.__class__)}
    return row | {name: row[name] or None for name in _NULL_IF_EMPTY & row.keys()}


def value_of(kind: type[T], row: Mapping[str, Any]) -> T:
    """Return the value in a row, which may have columns that are no fields of it."""
    return kind(**{name: read(row[name]) if read else row[name] for name, read in _columns(kind)})


def _find_columns(kind: Any) -> tuple[tuple[str, Callable[[Any], Any] | None], ...]:
    """Return the column of each field, and what reads it if it is not stored as it is."""
    return tuple([(field.name, _READERS.get(field.type)) for field in fields(kind)])


_columns: Final = cast("Callable[[Any], Any]", cache(_find_columns))


def find_one(db: Connection, make: Callable[..., T], sql: str, args: Any = ()) -> T | None:
    """Return what ``make`` makes of the columns of the first row that is found, or None."""
    row = db.execute(sql, args).fetchone()
    return None if row is None else make(*row)


def read_all(db: Connection, make: Callable[..., T], sql: str, args: Any = ()) -> tuple[T, ...]:
    """Return what ``make`` makes of the columns of each row that is found, in their order."""
    return tuple([make(*row) for row in db.execute(sql, args).fetchall()])


# --- when the clock of the machine was set --------------------------------------------------------


_MOST_READ: Final = 100
"""So many steps between two moments are enough to tell that the clock could not be trusted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockStep:
    """A change of the clock: the same moment by the clock before and after it was set (UTC)."""

    before: datetime
    after: datetime

    @property
    def length(self) -> timedelta:
        """By how much the clock was set, forward or back."""
        return abs(self.after - self.before)


def add_clock_step(db: Connection, step: ClockStep) -> None:
    """Insert a step of the clock."""
    Rows(db, "clock_step", ClockStep).add(step)


def latest_clock_steps(db: Connection, most: int) -> tuple[ClockStep, ...]:
    """Return the latest steps of the clock, the latest first, at most ``most``."""
    return Rows(db, "clock_step", ClockStep).read(order_by="number DESC", limit=most)


def steps_forward(db: Connection, since: datetime, until: datetime) -> tuple[ClockStep, ...]:
    """Return the steps forward that lie between two moments, in their order; at most a hundred."""
    return Rows(db, "clock_step", ClockStep).read(
        "before < after AND before >= ? AND after <= ?",
        [since.isoformat(), until.isoformat()],
        order_by="number",
        limit=_MOST_READ,
    )
