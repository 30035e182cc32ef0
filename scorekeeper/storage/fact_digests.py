"""Digests of the club's facts, chained, so that a row changed outside the program is named.

Whenever a transaction changes rows of the tables below, it appends for each of them a digest of the
row as it is now, and a digest of that and of the one before: the chain, as journals have it. Only
connections of the program do so, since the triggers that note a change belong to the connection.

A column that is null or has its default is left out of a row's digest, so that a new column needs
no new digests; a migration that fills one calls ``append_digests`` with the rows that it changed.
A person's row holds a random salt: once it is deleted with the name, nobody can find the
name by trying.
"""

import ast
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlite_utils import Database

from scorekeeper.storage.digests import FIRST, digest_entry

Fact = tuple[str, str]
"""A row: its table, and the values of its key there as JSON."""
Columns = dict[str, Any]
"""The columns that are facts, in alphabetical order, each with its default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """A table of facts: its key, what it is called, which columns and rows are no facts."""

    key: tuple[str, ...]
    name: str
    left_out: tuple[str, ...] = ()
    only: str = "1"

    def key_in(self, row: str = "") -> str:
        """Return the SQL of the key as JSON; ``row`` is ``NEW.`` or ``OLD.`` in a trigger."""
        return f"json_array({', '.join([row + name for name in self.key])})"


_TABLES: Final = {
    "club": _Table(key=("number",), name="The row of the club"),
    "club_mark": _Table(key=("number",), name="The mark of the club"),
    "person": _Table(key=("id",), name="Person {}"),
    "night": _Table(key=("id",), name="Night {}", left_out=("change_number",)),
    "night_game": _Table(key=("number",), name="Row {} of the games of nights"),
    # The key of an old game may be its host's link, so that its beginning alone is told.
    "seat_person": _Table(key=("seat", "game"), name="Who sat in seat {:.8}…"),
    "closing": _Table(key=("number",), name="Closing {}"),
    "pot": _Table(key=("id",), name="Pot {}"),
    "season": _Table(key=("id",), name="Season {}"),
    "payment": _Table(key=("id",), name="Payment {}"),
    "adjustment": _Table(key=("id",), name="Adjustment {}"),
    "club_act": _Table(key=("number",), name="Act {} of the club's history"),
    "link": _Table(
        key=("opens", "id", "role", "made_at"),
        name="The link of {}",
        only="{row}opens <> 'game'",
    ),
}
"""The tables of facts; games have digests of their own."""


SALT: Final = "lower(hex(randomblob(16)))"
"""The SQL of a new salt."""


# --- appending ------------------------------------------------------------------------------------


class FactWatch:
    """Notes which facts a connection changes, and appends their digests."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._changed: set[Fact] = set()
        self._columns: dict[str, Columns] = {}
        if db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'fact_digest'").fetchone():
            self._columns = _all_columns(db)
            db.conn.create_function("note_fact", 2, lambda *fact: self._changed.add(fact))
        for name, columns in self._columns.items():
            for event in ("INSERT", f"UPDATE OF {', '.join(columns)}", "DELETE"):
                self._note(name, event)

    def _note(self, name: str, event: str) -> None:
        table, row = _TABLES[name], "OLD." if event == "DELETE" else "NEW."
        self._db.execute(
            f"CREATE TEMP TRIGGER {name}_{event[:6]}_is_noted AFTER {event} ON main.{name}"
            f" WHEN {table.only.format(row=row)}"
            f" BEGIN SELECT note_fact('{name}', {table.key_in(row)}); END"
        )

    def begin(self) -> None:
        """Forget what a transaction that was rolled back has changed."""
        self._changed.clear()

    def end(self) -> None:
        """Append the digests of what was changed since ``begin``."""
        if self._changed:
            append_digests(self._db, self._changed, self._columns)


def begin_digests(db: Database) -> None:
    """Append the digests of all facts that there are."""
    columns = _all_columns(db)
    append_digests(db, [fact for fact, _ in _differences(db, columns)], columns)


def append_digests(db: Database, changed: Iterable[Fact], columns: Mapping[str, Columns]) -> None:
    """Append a digest for each row that was changed; ``columns`` are those of its table."""
    keys: dict[str, list[str]] = {}
    for name, key in sorted(changed):
        keys.setdefault(name, []).append(key)
    last = db.execute("SELECT number, digest FROM fact_digest ORDER BY number DESC LIMIT 1")
    number, previous = last.fetchone() or (0, FIRST)
    rows: list[tuple[Any, ...]] = []
    for name, wanted in keys.items():
        contents = _contents(db, name, columns[name], wanted)
        for key in wanted:
            number += 1
            row = (number, name, key, contents.get(key, ""))
            previous = digest_entry(previous, row)
            rows.append((*row, previous))
    values = ", ".join([f"value ->> {place}" for place in range(5)])
    db.execute(
        f"INSERT INTO fact_digest SELECT {values} FROM json_each(?) ORDER BY 1",
        (json.dumps(rows),),
    )


def _all_columns(db: Database) -> dict[str, Columns]:
    """Return the columns of each table of facts that the database has."""
    rows = db.execute(
        "SELECT t.name, c.name, c.dflt_value FROM sqlite_schema AS t"
        " JOIN pragma_table_info(t.name) AS c WHERE t.type = 'table' ORDER BY 1, 2"
    )
    found: dict[str, Columns] = {}
    for name, column, default in rows.fetchall():
        if name in _TABLES and column not in _TABLES[name].left_out:
            value = None if default is None else ast.literal_eval(default)
            found.setdefault(name, {})[column] = value
    return found


def _contents(
    db: Database, name: str, columns: Columns, keys: Sequence[str] | None = None
) -> dict[str, str]:
    """Return the digests of the rows of a table as they are now, by their keys."""
    table = _TABLES[name]
    condition = table.only.format(row="")
    if keys is not None:
        wanted = ", ".join([f"value ->> {place}" for place in range(len(table.key))])
        condition += f" AND ({', '.join(table.key)}) IN (SELECT {wanted} FROM json_each(:keys))"
    rows = db.execute(
        f"SELECT {table.key_in()}, {', '.join(columns)} FROM main.{name} WHERE {condition}",
        {"keys": f"[{', '.join(keys or ())}]"},
    )
    return {key: _digest(columns, row) for key, *row in rows}


def _digest(columns: Columns, row: Sequence[Any]) -> str:
    facts = {
        column: hashlib.sha256(value).hexdigest() if isinstance(value, bytes) else value
        for (column, default), value in zip(columns.items(), row, strict=True)
        if value is not None and value != default
    }
    return digest_entry(FIRST, [*facts.items()])


# --- comparing ------------------------------------------------------------------------------------


def changed_facts(db: Database) -> tuple[str, ...]:
    """Return a sentence for each fact that is not as the program wrote it, and for a cut chain."""
    found: list[str] = []
    previous = FIRST
    rows = db.execute("SELECT * FROM fact_digest ORDER BY number")
    for count, row in enumerate(rows.fetchall(), 1):
        if row[0] != count or digest_entry(previous, row[:-1]) != row[-1]:
            found.append(f"Digest {count} of the club's facts is not as it was written")
            break
        previous = row[-1]
    found += [
        _sentence(fact, is_there=is_there) for fact, is_there in _differences(db, _all_columns(db))
    ]
    return tuple([f"{text}: restore a backup." for text in found])


def _sentence(fact: Fact, *, is_there: bool) -> str:
    name = _TABLES[fact[0]].name.format(" ".join(map(str, json.loads(fact[1]))))
    return f"{name} was changed outside the program" if is_there else f"{name} is gone"


def _differences(db: Database, columns: Mapping[str, Columns]) -> Iterator[tuple[Fact, bool]]:
    """Yield each fact that has another digest than the last one in the chain, and whether it is."""
    for name, theirs in columns.items():
        written = dict(
            db.execute(
                "SELECT key, content FROM fact_digest WHERE number IN"
                " (SELECT max(number) FROM fact_digest WHERE part = ? GROUP BY key)",
                (name,),
            ).fetchall()
        )
        now = _contents(db, name, theirs)
        for key in [*now, *[each for each in written if each not in now]]:
            if now.get(key, "") != written.get(key, ""):
                yield (name, key), key in now
