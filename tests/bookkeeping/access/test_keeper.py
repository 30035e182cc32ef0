from pathlib import Path

from scorekeeper.bookkeeping.access.keeper import (
    find_keeper_key,
    is_keeper_key,
    renew_keeper_key,
)


def test_no_key_opens_anything_before_one_is_made(tmp_path: Path) -> None:
    file = tmp_path / "backups_key"
    assert find_keeper_key(file) is None
    assert not is_keeper_key(file, "")
    file.write_text("\n")
    assert not is_keeper_key(file, "")


def test_a_key_can_be_read_by_its_owner_alone_and_is_too_long_to_guess(tmp_path: Path) -> None:
    file = tmp_path / "backups_key"
    key = renew_keeper_key(file)
    assert file.stat().st_mode & 0o777 == 0o600
    assert len(key) >= 22
    assert is_keeper_key(file, key)
    assert find_keeper_key(file) == key


def test_a_new_key_replaces_the_old_one(tmp_path: Path) -> None:
    file = tmp_path / "backups_key"
    old, new = renew_keeper_key(file), renew_keeper_key(file)
    assert [is_keeper_key(file, key) for key in (old, new, "ö")] == [False, True, False]
