"""Writes a database of today's schema as text, to be an older one once there is another migration.

``python -m tests.store.write_older`` adds it to ``tests/store/older``. It is the newest of
those, brought up to date, in which today's program has entered one more game.
"""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sqlite_utils import Database

from scorekeeper.club.following import ClubFollower
from scorekeeper.games.deals import record_deal
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.games import export_game, start_game
from scorekeeper.store.database import migrate
from scorekeeper.store.migrations import MIGRATIONS
from tests.games.table import ANN_OUT, opened, post, saved

OLDER: Final = Path(__file__).with_name("older")
"""The databases of every older schema."""


def name_of(database: Path) -> str:
    """Return the numbers of the migrations that a database has run: ``001_002``."""
    with closing(sqlite3.connect(database)) as db:
        applied = MIGRATIONS.applied(Database(db))
    return "_".join(sorted([migration.name[:3] for migration in applied]))


def read_dump(dump: Path, database: Path) -> Path:
    """Make a new database of a dump; return its path."""
    with closing(sqlite3.connect(database)) as db:
        db.executescript(dump.read_text(encoding="utf-8"))
    return database


def write_today(folder: Path) -> Path:
    """Write the dump of a database of today, and its games beside it; return the dump."""
    newest = max(OLDER.glob("*.sql"), key=lambda dump: len(dump.stem))
    with TemporaryDirectory() as scratch:
        database = read_dump(newest, Path(scratch) / "scorekeeper.sqlite3")
        migrate(database)
        store = GameStore.at(database, follower=ClubFollower())
        key = start_game(store, {"variant": "laws", "players": ["Ann", "Bob", "Cal"]}, who="Ann")
        assert isinstance(key, str)
        entry = post(opened(store, key).version, f"first deal of {key}")
        saved(record_deal(store, key, entry, ANN_OUT))
        lines = newest.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines()
        known = [json.loads(line)["game"] for line in lines]
        games = [_write_game(store, game) for game in (*known, key)]
        store.close()
        dump = folder / f"{name_of(database)}.sql"
        with closing(sqlite3.connect(database)) as db:
            dump.write_text("\n".join(db.iterdump()) + "\n", encoding="utf-8")
    dump.with_suffix(".jsonl").write_text("".join(games), encoding="utf-8")
    return dump


def _write_game(store: GameStore, key: str) -> str:
    running = [str(head.running) for head in opened(store, key).sheet.heads]
    game = {"game": key, "running": running, "record": export_game(store, key)}
    return json.dumps(game, ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    print(write_today(OLDER))
