"""An instance with a game of two deals and a backup, as the checks meet it."""

import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.config import Settings, load_settings, read_settings
from scorekeeper.games.games import start_game
from scorekeeper.server.doctor import CheckLevel, CheckResult
from scorekeeper.server.proofs import make_backup
from scorekeeper.store.backups import BackupKind
from tests.empty_database import store_at
from tests.games.conftest import EVENING
from tests.games.table import deal_times

Check = Callable[[Settings], Iterable[CheckResult]]


@pytest.fixture
def instance(tmp_path: Path) -> Path:
    folder = tmp_path / "instance"
    load_settings(folder)
    store = store_at(folder)
    key = start_game(store, {"variant": "laws", "players": ["Ann", "Bob", "Cal"]})
    assert isinstance(key, str)
    deal_times(store, key, 2)
    store.close()
    make_backup(store.database.path, folder / "backups", BackupKind.DAILY, EVENING)
    return folder


@pytest.fixture
def settings(instance: Path) -> Settings:
    return read_settings(instance)


def levels(results: Iterable[CheckResult]) -> list[str]:
    """Return the level of each result: ``ok``, ``warning`` or ``error``."""
    return [result.level.name.lower() for result in results]


def spoken(results: Iterable[CheckResult]) -> str:
    """Return what the results that are not ok say, a line each."""
    bad = [result for result in results if result.level is not CheckLevel.OK]
    return "\n".join([f"{result.found} {result.to_do}" for result in bad])


def change(database: Path, *statements: str) -> None:
    """Change a database as somebody without the program would."""
    with closing(sqlite3.connect(database, isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)


SPOIL = (
    "DROP TRIGGER entry_is_not_changed",
    "UPDATE entry SET payload = replace(payload, '100', '105') WHERE seq = 2",
    "CREATE TRIGGER entry_is_not_changed BEFORE UPDATE ON entry"
    " BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END",
)
"""The changes that a failing disk might make in a deal."""
NEWER = "UPDATE _sqlite_migrations SET name = '999_from_the_future' WHERE name LIKE '001%'"
"""The change that makes a database one of a later version of the program."""
