import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

from scorekeeper.config import Settings, read_settings
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.games import start_game
from scorekeeper.server.doctor import advise_restore, check_backups, check_second_folder
from scorekeeper.server.proofs import make_backup
from scorekeeper.store.backups import BackupKind, copy_elsewhere, find_backups
from tests.games.conftest import EVENING
from tests.server.doctor.conftest import NEWER, SPOIL, change, levels, spoken


def enter_more(settings: Settings) -> None:
    store = GameStore.at(settings.database)
    start_game(store, {"variant": "laws", "players": ["Dot", "Eve"]})
    store.close()


def in_days(days: int) -> datetime:
    return datetime.now(UTC) + timedelta(days=days)


def test_a_backup_of_all_that_there_is_never_grows_too_old(settings: Settings) -> None:
    (result,) = check_backups(settings, in_days(100))
    assert levels([result]) == ["ok"]
    assert "100 days old" in result.found


def test_an_old_backup_that_lacks_something_is_a_warning(settings: Settings) -> None:
    enter_more(settings)
    assert levels(check_backups(settings, in_days(1))) == ["ok"]
    results = list(check_backups(settings, in_days(3)))
    assert levels(results) == ["warning"]
    assert f"Make one now: ./run backup --instance {settings.instance}" in spoken(results)


def test_a_book_without_a_backup_is_a_warning(settings: Settings) -> None:
    shutil.rmtree(settings.backups)
    assert levels(check_backups(settings)) == ["warning"]


def test_a_damaged_database_without_a_backup_is_an_error(settings: Settings) -> None:
    settings.database.write_bytes(b"a shopping list" * 100)
    assert levels(check_backups(settings)) == ["ok"]
    shutil.rmtree(settings.backups)
    results = list(check_backups(settings))
    assert levels(results) == ["error"]
    assert "Copy the database to another disk before anything else" in spoken(results)


def test_the_advice_names_the_folder_and_the_last_good_backup(settings: Settings) -> None:
    make_backup(settings.database, settings.backups, BackupKind.ASKED, EVENING)
    make_backup(settings.database, settings.backups, BackupKind.REPLACED, EVENING)
    first, second, _ = find_backups(settings.backups)
    asked = f"./run restore --instance {settings.instance} "
    assert advise_restore(settings).endswith(f": {asked}{second.path}")
    change(second.path, *SPOIL)
    assert advise_restore(settings).endswith(f": {asked}{first.path}")
    shutil.rmtree(settings.backups)
    assert advise_restore(settings).endswith(f"To restore one: {asked}FILE")


def test_a_spoiled_backup_is_named_and_the_last_good_one_is_found(settings: Settings) -> None:
    make_backup(settings.database, settings.backups, BackupKind.ASKED, EVENING)
    good, spoiled = find_backups(settings.backups)
    change(spoiled.path, *SPOIL)
    results = list(check_backups(settings))
    assert levels(results) == ["error", "ok"]
    assert results[0].found == f"{spoiled.path} is not as it was written."
    assert str(good.path) in results[1].found


def test_a_damaged_backup_is_to_be_taken_away(settings: Settings) -> None:
    (backup,) = find_backups(settings.backups)
    backup.path.write_bytes(b"a shopping list" * 100)
    assert "take it away" in spoken(check_backups(settings))


def test_a_backup_of_a_newer_program_is_left_where_it_is(settings: Settings) -> None:
    (backup,) = find_backups(settings.backups)
    change(backup.path, NEWER)
    told = spoken(check_backups(settings))
    assert "written by a newer version" in told
    assert "take it away" not in told


def test_the_second_folder_is_there_and_has_the_last_backup(instance: Path, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    (instance / "settings.toml").write_text(f'second_backups = "{stick}"\n')
    settings = read_settings(instance)
    assert "is not there" in spoken(check_second_folder(settings))
    stick.mkdir()
    assert "lacks backup-00001" in spoken(check_second_folder(settings))
    copy_elsewhere(find_backups(settings.backups)[0], stick)
    assert levels(check_second_folder(settings)) == ["ok"]
    # What a restored one replaced is kept here alone.
    make_backup(settings.database, settings.backups, BackupKind.REPLACED, EVENING)
    assert levels(check_second_folder(settings)) == ["ok"]
