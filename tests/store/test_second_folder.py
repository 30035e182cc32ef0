"""Copies of backups in a second folder: whole, for their owner alone, apart."""

from pathlib import Path

import pytest

from scorekeeper.games.game_store import GameStore
from scorekeeper.server.proofs import make_backup
from scorekeeper.store.backups import copy_elsewhere, find_backups, find_subfolder, newest_number
from scorekeeper.store.database import StorageError
from tests.games.conftest import EVENING
from tests.store.backed_up import DAILY, backed_up


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    stick = tmp_path / "stick"
    stick.mkdir()
    return stick


def test_a_second_folder_gets_a_copy_for_its_owner_alone(
    store: GameStore, key: str, folder: Path, stick: Path
) -> None:
    copy = copy_elsewhere(backed_up(store, folder), stick)
    assert copy.path.read_bytes() == find_backups(folder)[0].path.read_bytes()
    assert find_backups(copy.path.parent) == (copy,)
    assert copy.path.stat().st_mode & 0o777 == 0o600


def test_a_missing_second_folder_is_reported_in_one_sentence(
    store: GameStore, key: str, folder: Path, tmp_path: Path
) -> None:
    with pytest.raises(StorageError, match=r"stick cannot hold a copy of a backup: No such file"):
        copy_elsewhere(backed_up(store, folder), tmp_path / "stick")


def test_two_installations_keep_their_copies_apart(
    store: GameStore, key: str, folder: Path, stick: Path
) -> None:
    copies = [
        copy_elsewhere(backed_up(store, each), stick) for each in (folder, stick.parent / "other")
    ]
    assert copies[0].path.name == copies[1].path.name
    assert all(find_backups(copy.path.parent) == (copy,) for copy in copies)


def test_a_copy_with_a_low_number_is_kept_and_the_next_backup_is_numbered_above_all(
    store: GameStore, key: str, folder: Path, stick: Path
) -> None:
    first = copy_elsewhere(backed_up(store, folder), stick)
    for number in range(200, 214):
        name = f"backup-{number:05}-2026-10-{number - 190:02}-daily.sqlite3"
        (first.path.parent / name).touch()
    copy_elsewhere(find_backups(folder)[0], stick)
    assert first.path.exists()
    assert find_subfolder(folder, stick) == first.path.parent
    above = newest_number(folder, stick)
    assert make_backup(store.database.path, folder, DAILY, EVENING, above=above)[0].number == 214
