"""Faults planted into an instance as somebody without the program would; doctor names each."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.club.facts import ClubPayment, SettleWay
from scorekeeper.club.payments import close_night, digest_of, pay
from scorekeeper.config import load_settings
from scorekeeper.hosting import doctor as host_doctor
from scorekeeper.hosting.doctor import examine
from scorekeeper.server.doctor import CheckLevel, CheckResult
from scorekeeper.server.proofs import make_backup
from scorekeeper.store.backups import BackupKind, find_backups
from tests.club_site import begin_club, club_app, done, new_post
from tests.games.conftest import EVENING
from tests.only_site import close_site
from tests.server.doctor.conftest import NEWER, change

Plant = Callable[[Path], None]
QUICK = tuple([check for check in host_doctor.CHECKS if check[0] != "versions"])


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An instance with a club, a night that is closed and paid, an open one, and a backup."""
    folder = tmp_path_factory.mktemp("whole")
    load_settings(folder)
    site = club_app(folder)
    club = begin_club(site, till="10.00")
    ann, bob = club.person("Ann", joined="2026-01-05"), club.person("Bob")
    night = club.night()
    night.game("Ann", "Bob", wins="Ann", stake="1")
    night.game("Bob", "Cal", wins="Cal", stake="1")
    seen = digest_of(night.loaded.figures)
    done(close_night(club.store, new_post(), night.id, SettleWay.TRANSFERS, seen=seen))
    new = ClubPayment(id="", date="2026-11-20", payer=bob, payee=ann, minor=500, night="")
    done(pay(club.store, new_post(), new))
    club.night("2026-11-22").game("Ann", "Cal")
    close_site(site)
    make_backup(folder / "scorekeeper.sqlite3", folder / "backups", BackupKind.DAILY, EVENING)
    return folder


@pytest.fixture
def instance(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(host_doctor, "CHECKS", QUICK)
    return Path(shutil.copytree(whole, tmp_path / "instance"))


def sql(*statements: str) -> Plant:
    """Return what changes the database by statements, with its triggers as they were before."""

    def plant(instance: Path) -> None:
        with closing(sqlite3.connect(instance / "scorekeeper.sqlite3")) as db:
            triggers = db.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
            kept = triggers.fetchall()
            for name, _ in kept:
                db.execute(f"DROP TRIGGER {name}")
            for statement in statements:
                assert db.execute(statement).rowcount != 0, statement
            for _, text in kept:
                db.execute(text)
            db.commit()

    return plant


def write(name: str, content: bytes | None, *, at: float | None = None) -> Plant:
    """Return what writes a file, or a part of it, or deletes it; ``*`` is the backup."""

    def plant(instance: Path) -> None:
        file = find_backups(instance / "backups")[-1].path if name == "*" else instance / name
        if content is None:
            file.unlink()
        elif at is None:
            file.write_bytes(content)
        else:
            whole = bytearray(file.read_bytes())
            start = int(len(whole) * at)
            whole[start : start + len(content)] = content
            file.write_bytes(whole)

    return plant


def cut_in_half(instance: Path) -> None:
    file = instance / "scorekeeper.sqlite3"
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def spoil_backup(instance: Path) -> None:
    change(
        find_backups(instance / "backups")[-1].path,
        "DROP TRIGGER payment_is_not_changed",
        "UPDATE payment SET minor = minor * 10",
    )


def open_files(instance: Path) -> None:
    (instance / "secret_key").chmod(0o644)


def lose_second_folder(instance: Path) -> None:
    (instance / "settings.toml").write_text('second_backups = "/no/such/folder"\n')


ENTRY = "UPDATE entry SET {} WHERE seq = 2"
RESTORE = "./run restore --instance "
RANDOM = bytes(range(200, 232))
FAULTS: dict[str, tuple[Plant, str, str]] = {
    # games
    "payload of an entry": (
        sql(ENTRY.format("payload = replace(payload, '1100', '1200')")),
        "Entry 2 of the game",
        RESTORE,
    ),
    "author of an entry": (sql(ENTRY.format("who = 'Eve'")), "Entry 2 of the game", RESTORE),
    "time of an entry": (sql(ENTRY.format("at = '2020' || substr(at, 5)")), "Entry 2", RESTORE),
    "first entry": (
        sql("DELETE FROM entry WHERE seq = 1 AND game IN (SELECT game FROM entry WHERE seq = 2)"),
        "is not as it was written",
        RESTORE,
    ),
    "last entry": (
        sql("DELETE FROM entry WHERE seq = 2"),
        "lacks the entry that was written last",
        RESTORE,
    ),
    "all entries of a game": (
        sql("DELETE FROM entry WHERE game = (SELECT game FROM entry WHERE seq = 2)"),
        "has no entry",
        RESTORE,
    ),
    # facts of the club
    "money seen at a closing": (
        sql("UPDATE closing SET seen = json_set(seen, '$.games.g1.p1', 7)"),
        "What was won and lost does not",
        "Let an officer look",
    ),
    "plan of a closing": (
        sql("UPDATE closing SET plan = '[]'"),
        "These payments do not clear",
        "Let an officer look",
    ),
    "person in a payment": (
        sql("UPDATE payment SET payer = 'nobody'"),
        "Money on account",
        "Let an officer look",
    ),
    "row of no game": (
        sql("UPDATE night_game SET game = 'nobody' WHERE id = 'g2'"),
        "night_game has a row of no game",
        RESTORE,
    ),
    # the file
    "index dropped": (sql("DROP INDEX payment_by_night"), "index payment_by_night", RESTORE),
    "trigger dropped": (
        lambda instance: change(
            instance / "scorekeeper.sqlite3", "DROP TRIGGER payment_is_not_changed"
        ),
        "trigger payment_is_not_changed",
        RESTORE,
    ),
    "header": (write("scorekeeper.sqlite3", RANDOM, at=0), "not a database", RESTORE),
    "cut in half": (cut_in_half, "damaged", RESTORE),
    "no byte": (write("scorekeeper.sqlite3", b""), "is empty", RESTORE),
    "newer schema": (
        lambda instance: change(instance / "scorekeeper.sqlite3", NEWER),
        "newer version",
        "Do what the sentence says",
    ),
    "text that is no UTF-8": (
        sql("UPDATE payment SET payer = CAST(x'70ff' AS TEXT)"),
        "The table payment has a damaged text (payer)",
        RESTORE,
    ),
    "text of an entry that is no UTF-8": (
        sql("UPDATE entry SET phone = CAST(x'ff41feff' AS TEXT) WHERE seq = 2"),
        "The table entry has a damaged text (phone)",
        RESTORE,
    ),
    "database gone": (write("scorekeeper.sqlite3", None), "is gone", RESTORE),
    # files beside it
    "backup changed": (spoil_backup, "is not as it was written", "take it away"),
    "backup cut": (write("*", b"SQLite format 3"), "damaged", "take it away"),
    "random bytes in a backup": (write("*", RANDOM, at=0.37), "backup-00001", "Do not restore it"),
    "backup gone": (write("*", None), "There is no backup yet", "run backup"),
    "setting misspelt": (write("settings.toml", b"prot = 1"), "prot is not a setting", "Mend"),
    "settings are no TOML": (write("settings.toml", b"port = = 1"), "is not TOML", "Mend"),
    "second folder": (lose_second_folder, "is not there", "Plug it in"),
    "file open to others": (open_files, "secret_key", "chmod"),
}


def bad(instance: Path) -> list[CheckResult]:
    return [each for each in examine(instance) if each.level is not CheckLevel.OK]


def test_an_instance_without_faults_is_well(instance: Path) -> None:
    assert [each for each in bad(instance) if each.subject != "space"] == []


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_named_with_what_to_do(instance: Path, fault: str) -> None:
    plant, found, to_do = FAULTS[fault]
    plant(instance)
    told = bad(instance)
    assert "This check failed" not in str(told)
    right = [each for each in told if found in f"{each.found} {each.to_do}"]
    assert right, told
    assert any(to_do in each.to_do for each in right), right
