"""The command doctor, as a person runs it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorekeeper.cli import main
from scorekeeper.config import Settings
from scorekeeper.games.game_store import GameStore
from scorekeeper.hosting import doctor as host_doctor
from scorekeeper.server.doctor import CheckResult
from tests.server.doctor.conftest import SPOIL, Check, change


def run(instance: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["doctor", "--instance", str(instance), *arguments])


def tree(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Return every file with its time and content; the index of the log is nobody's content."""
    files = [file for file in sorted(folder.rglob("*")) if not file.name.endswith("-shm")]
    return {
        str(file): (file.stat().st_mtime_ns, file.read_bytes() if file.is_file() else b"")
        for file in files
    }


@pytest.mark.parametrize("is_served", [True, False])
def test_doctor_checks_everything_and_changes_nothing(instance: Path, is_served: bool) -> None:
    store = GameStore.at(instance / "scorekeeper.sqlite3")
    if is_served:
        store.database.close()
        with store.database.writing() as db:
            db.execute("UPDATE game SET pulse = 7")
    else:
        store.close()
    before = tree(instance)
    done = run(instance, "--json")
    assert tree(instance) == before
    listed = json.loads(done.stdout)["checks"]
    silent = {"club", "second folder", "disk"}  # there is none, or it is one of this machine
    subjects = {subject for subject, _ in host_doctor.CHECKS}
    assert {check["subject"] for check in listed} >= subjects - silent
    assert [each for each in listed if each["level"] == "error"] == []
    store.close()


def test_the_exit_status_is_the_worst_of_what_was_found(
    instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book: tuple[tuple[str, Check], ...] = host_doctor.CHECKS[:4]
    monkeypatch.setattr(host_doctor, "CHECKS", book)
    assert run(instance).exit_code == 0
    (instance / "backups").rename(instance / "elsewhere")
    assert run(instance).exit_code == 1
    change(instance / "scorekeeper.sqlite3", *SPOIL)
    found = run(instance)
    assert found.exit_code == 2
    assert "error   games: Entry 2 of the game " in found.stdout
    assert f"To restore one: ./run restore --instance {instance} FILE\n" in found.stdout


def test_a_wrong_setting_is_reported_together_with_the_rest(
    instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host_doctor, "CHECKS", host_doctor.CHECKS[:2])
    (instance / "settings.toml").write_text("prot = 1\n")
    found = run(instance)
    assert [line.split(":")[0] for line in found.stdout.splitlines() if line[0] != " "] == [
        "error   settings",
        "ok      database",
        "ok      games",
    ]


def test_a_check_that_fails_does_not_stop_the_others(
    instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: Settings) -> list[CheckResult]:
        raise RuntimeError("no such organ")

    monkeypatch.setattr(host_doctor, "CHECKS", (("clock", broken), *host_doctor.CHECKS[:1]))
    found = run(instance)
    assert found.exit_code == 2
    assert "error   clock: This check failed: RuntimeError('no such organ')." in found.stdout
    assert "ok      database" in found.stdout


def test_doctor_creates_nothing_in_an_instance_that_was_never_started(
    tmp_path: Path,
) -> None:
    assert run(tmp_path / "none").exit_code == 0
    assert not (tmp_path / "none").exists()
