import os
import shlex
import shutil
from collections import namedtuple
from pathlib import Path

import pytest

from scorekeeper.config import Settings
from scorekeeper.server.doctor import check_permissions, check_space
from tests.server.doctor.conftest import levels, spoken

Usage = namedtuple("Usage", "total used free")


def test_files_of_their_owner_alone_are_well(settings: Settings) -> None:
    assert levels(check_permissions(settings)) == ["ok"]


@pytest.mark.parametrize("name", ["secret_key", "backups_key", "scorekeeper.sqlite3"])
def test_a_secret_that_others_can_read_is_reported_with_its_remedy(
    settings: Settings, name: str
) -> None:
    file = settings.instance / name
    file.touch()
    file.chmod(0o640)
    assert spoken(check_permissions(settings)).endswith(f"chmod 600 {file}")


def test_the_advice_for_many_files_can_be_pasted(settings: Settings) -> None:
    files = [settings.backups / f"of the {day}" for day in "1234"]
    for file in files:
        file.touch()
        file.chmod(0o644)
    (result,) = check_permissions(settings)
    assert shlex.split(result.to_do) == ["chmod", "600", *map(str, files)]


@pytest.mark.parametrize("name", [".", "backups"])
def test_a_folder_that_others_can_open_is_reported(settings: Settings, name: str) -> None:
    folder = settings.instance / name
    folder.chmod(0o755)
    assert spoken(check_permissions(settings)).endswith(f"chmod 700 {folder}")


def test_the_folder_of_a_fresh_checkout_is_well(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").touch()
    tmp_path.chmod(0o755)
    assert levels(check_permissions(Settings(instance=tmp_path, secret_key=""))) == ["ok"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_a_file_of_another_user_is_an_error(settings: Settings) -> None:
    os.chown(settings.database, 12345, -1)
    assert levels(check_permissions(settings)) == ["error"]


@pytest.mark.parametrize(
    ("free", "level"), [(10_000_000, "error"), (100_000_000, "warning"), (10**9, "ok")]
)
def test_the_free_room_on_the_disk_is_judged_ok_a_warning_or_an_error(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, free: int, level: str
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**10, 0, free))
    assert levels(check_space(settings)) == [level]


@pytest.mark.parametrize(
    ("times", "level"), [(1.9, "error"), (2.1, "warning"), (4.9, "warning"), (5.1, "ok")]
)
def test_the_size_of_the_database_counts(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, times: float, level: str
) -> None:
    size = 600_000_000
    with Path(settings.database).open("r+b") as file:
        file.truncate(size)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**10, 0, int(times * size)))
    assert levels(check_space(settings)) == [level]
