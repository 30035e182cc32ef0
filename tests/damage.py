"""Damages a database as a failing disk does: by one bit or one byte of its file."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

_HIGH_BIT = 0x80
_LONG = 0x96
"""A first byte of a number, which makes of it one that no row of a few bytes can have."""


def set_byte(path: Path, place: int, byte: int) -> None:
    """Set one byte of a file."""
    with path.open("r+b") as file:
        file.seek(place)
        file.write(bytes([byte]))


def high_bits(path: Path, *, step: int = 23) -> Iterator[Path]:
    """Set the high bit of one letter of the schema's text after the other, and put it back.

    Yields the damaged file, for each letter by which Python cannot read what SQLite says of it.
    """
    whole = path.read_bytes()
    for found in re.finditer(rb"CREATE (TABLE|INDEX|TRIGGER)", whole):
        for place in range(found.start() + 14, found.start() + 60, step):
            path.write_bytes(whole)
            set_byte(path, place, whole[place] | _HIGH_BIT)
            if _says_no_utf_8(path):
                yield path
            path.write_bytes(whole)


def damage_schema(path: Path) -> Path:
    """Set one high bit in the text of the schema, by which SQLite's messages are no UTF-8."""
    return next(high_bits(path))


def _says_no_utf_8(path: Path) -> bool:
    with closing(sqlite3.connect(path)) as db:
        try:
            db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        except UnicodeDecodeError:
            return True
        except sqlite3.Error:
            return False
    return False


def damage_row(path: Path) -> Path:
    """Change the head of a row so that only reading the table fails, and no check of the pages."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(
            "CREATE TABLE more (word TEXT NOT NULL, place INTEGER NOT NULL, more TEXT NOT NULL,"
            " PRIMARY KEY (word, place)) STRICT, WITHOUT ROWID"
        )
        db.execute("INSERT INTO more VALUES ('the last word', 12345, '!')")
        # SQLite reads the table by this index, since it has all columns; the check reads no index.
        db.execute("CREATE INDEX more_by_more ON more (more, word)")
    _write_log(path)
    head = path.read_bytes().index(b"\x04\x0f\x27\x02!the last word")
    set_byte(path, head + 1, _LONG)
    assert _is_well_by_quick_check(path)
    return path


def name_a_missing_function(path: Path) -> Path:
    """Change one letter of the schema, in the name of a function that its checks call."""
    place = path.read_bytes().index(b"json_valid") + len(b"json_va")
    set_byte(path, place, ord("m"))
    return path


def _write_log(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _is_well_by_quick_check(path: Path) -> bool:
    with closing(sqlite3.connect(path)) as db:
        return bool(db.execute("PRAGMA quick_check").fetchone() == ("ok",))
