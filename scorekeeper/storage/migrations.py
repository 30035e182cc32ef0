"""The tables of the database, step by step.

A migration that has been released is never edited, since databases out there have run it; a change
is one more migration at the end.
"""

from typing import Final

from sqlite_utils import Database, Migrations

MIGRATIONS: Final = Migrations("scorekeeper")


@MIGRATIONS(name="001_journals")
def _journals(db: Database) -> None:
    """Games and their entries; an entry is appended and then stays as it is.

    The order of entries is held by a trigger of its own, since INSERT OR REPLACE would get round
    the one that refuses deletions.
    """
    db.executescript(
        """
        CREATE TABLE game (
            key TEXT PRIMARY KEY,
            created_at TEXT NOT NULL
        ) STRICT;

        CREATE TABLE entry (
            game TEXT NOT NULL REFERENCES game (key),
            seq INTEGER NOT NULL CHECK (seq >= 1),
            entry_id TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL,
            payload TEXT NOT NULL CHECK (json_valid(payload)),
            who TEXT NOT NULL,
            at TEXT NOT NULL,
            PRIMARY KEY (game, seq)
        ) STRICT;

        CREATE TRIGGER entry_is_appended BEFORE INSERT ON entry
        WHEN NEW.seq <> 1 + (SELECT count(*) FROM entry WHERE game = NEW.game)
            OR EXISTS (SELECT 1 FROM entry WHERE entry_id = NEW.entry_id)
        BEGIN SELECT RAISE(ABORT, 'an entry is appended once, at the end of its journal'); END;

        CREATE TRIGGER entry_is_not_changed BEFORE UPDATE ON entry
        BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END;

        CREATE TRIGGER entry_is_not_deleted BEFORE DELETE ON entry
        BEGIN SELECT RAISE(ABORT, 'an entry is never deleted'); END;
        """
    )


NEWEST: Final = "001_journals"
"""The last migration that this version of the program knows."""
