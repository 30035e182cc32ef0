from pathlib import Path

from scorekeeper.games.keys import (
    find_key,
    is_key,
    renew_key,
)


def test_no_key_opens_anything_before_one_is_made(tmp_path: Path) -> None:
    file = tmp_path / "backups_key"
    assert find_key(file) == ""
    assert not is_key(file, "")
    file.write_text("\n")
    assert not is_key(file, "")


def test_a_key_can_be_read_by_its_owner_alone_and_is_too_long_to_guess(tmp_path: Path) -> None:
    file = tmp_path / "backups_key"
    key = renew_key(file)
    assert file.stat().st_mode & 0o777 == 0o600
    assert len(key) >= 22
    assert is_key(file, key)
    assert find_key(file) == key


def test_a_new_key_replaces_the_old_one(tmp_path: Path) -> None:
    file = tmp_path / "backups_key"
    old, new = renew_key(file), renew_key(file)
    assert [is_key(file, key) for key in (old, new, "ö")] == [False, True, False]
