"""Short ways to make backups in tests, to spoil them, and to begin games meanwhile."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event, Thread

from scorekeeper.games.game_store import GameStore
from scorekeeper.games.games import start_game
from scorekeeper.server.proofs import make_backup
from scorekeeper.store.backups import Backup, BackupKind
from tests.games.conftest import EVENING

DAILY = BackupKind.DAILY


def backed_up(store: GameStore, folder: Path, kind: BackupKind = DAILY) -> Backup:
    """Return a new backup."""
    return make_backup(store.database.path, folder, kind, EVENING)[0]


def spoil(path: Path) -> None:
    """Change one card total of a stored deal, as a failing disk might."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("DROP TRIGGER entry_is_not_changed")
        db.execute("UPDATE entry SET payload = replace(payload, '100', '105') WHERE seq = 2")


def games_in(path: Path) -> set[str]:
    """Return the keys of the games in a database."""
    with closing(sqlite3.connect(path)) as db:
        return {key for (key,) in db.execute("SELECT key FROM game")}


@contextmanager
def games_begun(store: GameStore) -> Iterator[list[str]]:
    """Begin one game after the other in a thread; the keys of those that were confirmed."""
    begun, some, stopping = list[str](), Event(), Event()

    def begin() -> None:
        while not stopping.is_set():
            key = start_game(store, {"variant": "laws", "players": ["Ann", "Bob"]})
            assert isinstance(key, str)
            begun.append(key)
            some.set()

    thread = Thread(target=begin)
    thread.start()
    try:
        assert some.wait(10)
        yield begun
    finally:
        stopping.set()
        thread.join()
