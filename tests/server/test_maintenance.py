"""The commands backup and restore, as a person runs them."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorekeeper.cli import main
from scorekeeper.club.officers import SignedIn, sessions_of, sign_officer_in
from scorekeeper.games.games import start_game
from scorekeeper.store.backups import BackupKind, find_backups
from tests.club_books import full_book
from tests.club_site import begin_club, club_app
from tests.empty_database import store_at
from tests.only_site import close_site
from tests.store.write_older import OLDER, read_dump


def run(instance: Path, *arguments: str | Path, typed: str | None = None) -> Result:
    words = [str(each) for each in arguments]
    return CliRunner().invoke(main, [*words, "--instance", str(instance)], input=typed)


def begin_game(instance: Path) -> None:
    instance.mkdir(exist_ok=True)
    store = store_at(instance)
    assert isinstance(start_game(store, {"variant": "laws", "players": ["Ann", "Bob"]}), str)
    store.close()


@pytest.fixture
def instance(tmp_path: Path) -> Path:
    folder = tmp_path / "instance"
    begin_game(folder)
    return folder


def test_a_backup_goes_among_those_of_the_instance(instance: Path) -> None:
    made = run(instance, "backup")
    (backup,) = find_backups(instance / "backups")
    assert made.exit_code == 0
    assert made.output == (
        f"{backup.path} has 1 game, each replayed and the same as in the database.\n"
    )


def test_a_backup_says_that_the_clock_stands_before_the_last_one(instance: Path) -> None:
    run(instance, "backup")
    (backup,) = find_backups(instance / "backups")
    backup.path.rename(backup.path.with_name("backup-00001-2999-01-01-asked.sqlite3"))
    said = run(instance, "backup").output
    assert "before the last backup of 2999-01-01: set it." in said
    assert [each.number for each in find_backups(instance / "backups")] == [1, 2]


def test_a_backup_can_be_written_into_a_file(instance: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.sqlite3"
    assert run(instance, "backup", file).exit_code == 0
    again = run(instance, "backup", file)
    assert again.exit_code == 2
    assert again.stderr == f"{file} is there already: choose another name.\n"


def test_a_database_of_before_an_upgrade_gets_no_backup(instance: Path, tmp_path: Path) -> None:
    oldest = (Path(__file__).parents[1] / "store/older/001.sql").read_text(encoding="utf-8")
    database = instance / "scorekeeper.sqlite3"
    database.unlink()
    with closing(sqlite3.connect(database)) as db:
        db.executescript(oldest)
    refused = run(instance, "backup", tmp_path / "mine.sqlite3")
    assert (refused.exit_code, refused.stderr.count("\n")) == (2, 1)
    assert "start the site once" in refused.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["instance"]


def test_a_second_folder_of_the_settings_gets_a_copy(instance: Path, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    (instance / "settings.toml").write_text(f'second_backups = "{stick}"\n')
    away = run(instance, "backup")
    # There is a good backup all the same.
    assert "each replayed and the same" in away.stdout
    assert (away.exit_code, away.stderr.split(":")[0]) == (
        3,
        f"{stick} cannot hold a copy of a backup",
    )
    stick.mkdir()
    assert f"Copied to {stick}" in run(instance, "backup").output
    (subfolder,) = stick.iterdir()
    assert len(find_backups(subfolder)) == 1


def test_a_game_that_cannot_be_read_is_a_warning_of_a_backup_and_of_restoring_it(
    instance: Path, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(instance / "scorekeeper.sqlite3", isolation_level=None)) as db:
        db.execute("INSERT INTO game (key, created_at) VALUES ('other', '')")
        row = ("other", 1, "e", "started", "{}", "", "", "", "0" * 64)
        db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    file = tmp_path / "mine.sqlite3"
    made = run(instance, "backup", file)
    assert made.exit_code == 3
    assert "has 2 games, the same as in the database." in made.stdout
    unreadable = "Entry 1 of the game other… is not as it was written: restore a backup.\n"
    assert made.stderr == unreadable
    restored = run(instance, "restore", file)
    assert restored.exit_code == 3
    assert restored.stdout.startswith(f"{file} has been restored to")
    assert restored.stderr == (
        f"Some of it cannot be read; everything else can be used:\n{unreadable}"
    )


def test_restoring_brings_back_what_was_backed_up(instance: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.sqlite3"
    run(instance, "backup", file)
    begin_game(instance)
    restored = run(instance, "restore", file)
    (replaced,) = find_backups(instance / "backups")
    assert restored.exit_code == 0
    assert restored.output.splitlines()[-1] == f"What it replaced is kept as {replaced.path}."
    assert "has 1 game," in run(instance, "backup", tmp_path / "after.sqlite3").output


def test_a_file_that_is_no_backup_is_one_sentence(instance: Path, tmp_path: Path) -> None:
    refused = run(instance, "restore", tmp_path / "nothing")
    assert (refused.exit_code, refused.stderr) == (
        2,
        f"{tmp_path / 'nothing'} cannot be read: No such file or directory.\n",
    )


def test_the_page_of_backups_has_one_address_until_it_is_renewed(instance: Path) -> None:
    (instance / "settings.toml").write_text('public_url = "https://cards.example.org"\n')
    first, again = (run(instance, "backups-page").output for _ in range(2))
    assert first == again
    key = (instance / "backups_key").read_text().strip()
    assert first.splitlines()[1:] == [f"https://cards.example.org/backups/{key}/"]
    assert run(instance, "backups-page", "--renew").output != first


def test_the_page_of_backups_is_found_at_the_port_that_is_named(instance: Path) -> None:
    (instance / "settings.toml").write_text('host = "127.0.0.1"\n')
    shown = run(instance, "backups-page", "--port", "8123").output
    assert "http://127.0.0.1:8123/backups/" in shown


# --- the officers of a club -----------------------------------------------------------------------


def test_a_passphrase_without_a_club_leads_to_where_one_is_set_up(instance: Path) -> None:
    said = run(instance, "passphrase", typed="five of clubs\n")
    assert said.exit_code == 0
    key = (instance / "set_up_key").read_text().strip()
    assert said.output.splitlines()[-1].endswith(f"/set-up/{key}/")


def test_another_passphrase_is_read_and_signs_everybody_out(tmp_path: Path) -> None:
    site = club_app(tmp_path)
    club = begin_club(site)
    assert len(sessions_of(club.store)) == 2
    short = run(tmp_path, "passphrase", typed="clubs\n")
    assert (short.exit_code, "has 8 letters or more" in short.stderr) == (2, True)
    assert run(tmp_path, "passphrase", typed="five of clubs\n").exit_code == 0
    assert sessions_of(club.store) == ()
    signed_in = sign_officer_in(club.store, "five of clubs", name="Ann", phone="", address="")
    close_site(site)
    assert isinstance(signed_in, SignedIn)


def test_an_instance_without_a_database_says_to_start_the_site(tmp_path: Path) -> None:
    said = run(tmp_path, "passphrase", typed="five of clubs\n")
    assert (said.exit_code, "Start the site once" in said.stderr) == (2, True)


# --- the club as a file ---------------------------------------------------------------------------


def test_without_a_club_there_is_nothing_to_export(instance: Path) -> None:
    said = run(instance, "export")
    assert (said.exit_code, said.output) == (2, "There is no club yet.\n")


def test_an_export_of_an_older_database_copies_it_first(tmp_path: Path) -> None:
    (dump,) = OLDER.glob("*_023.sql")
    read_dump(dump, tmp_path / "scorekeeper.sqlite3")
    said = run(tmp_path, "export")
    assert said.exit_code == 0
    (copy,) = find_backups(tmp_path / "backups")
    assert copy.kind is BackupKind.UPGRADE


def test_an_export_of_no_known_kind_names_those_there_are(instance: Path) -> None:
    said = run(instance, "export", "pies")
    assert said.exit_code == 2
    assert "There are book, games" in said.output


def test_a_book_is_taken_in_once(instance: Path, tmp_path: Path) -> None:
    book = tmp_path / "book.json"
    book.write_text(json.dumps(full_book()), encoding="utf-8")
    taken = run(instance, "take-in", book)
    assert taken.exit_code == 0, taken.output
    assert "3 games of 2 nights" in taken.output
    (copy,) = find_backups(instance / "backups")
    assert f"{copy.path} has 4 games, each replayed" in taken.output
    assert taken.stdout.endswith(f"sign in: ./run passphrase --instance {instance}\n")
    assert taken.stderr == ""
    again = run(instance, "take-in", book)
    assert again.exit_code == 2
    assert "already has a club" in again.output


def test_a_book_is_taken_into_a_folder_that_was_never_served(tmp_path: Path) -> None:
    book = tmp_path / "book.json"
    book.write_text(json.dumps(full_book()), encoding="utf-8")
    taken = run(tmp_path / "new", "take-in", book)
    assert taken.exit_code == 0
    exported = run(tmp_path / "new", "export")
    assert json.loads(exported.stdout)["club"] == full_book()["club"]
    # A timer sends its keeper a letter of whatever is written there.
    assert (taken.stderr, exported.stderr) == ("", "")


def test_no_book_is_taken_in_where_a_database_is_lost(instance: Path, tmp_path: Path) -> None:
    book = tmp_path / "book.json"
    book.write_text(json.dumps(full_book()), encoding="utf-8")
    run(instance, "backup")
    (instance / "scorekeeper.sqlite3").unlink()
    refused = run(instance, "take-in", book)
    assert (refused.exit_code, refused.stderr.count("\n")) == (2, 1)
    assert "is gone" in refused.stderr
