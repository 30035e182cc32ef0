"""A backup holds all of a club, and a copy that lacks an act of the club is refused."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.club.stored_book import load_book
from scorekeeper.games.game_store import GameStore
from scorekeeper.server.proofs import make_backup, prove_copy
from scorekeeper.store.backups import BackupKind
from scorekeeper.store.copies import write_copy
from scorekeeper.store.database import StorageError
from tests.club_site import SiteOfClub, begin_club, close, club_app
from tests.games.conftest import EVENING
from tests.only_site import close_site


@pytest.fixture
def club(tmp_path: Path) -> Iterator[SiteOfClub]:
    folder = tmp_path / "instance"
    folder.mkdir()
    site = club_app(folder)
    club = begin_club(site)
    night = club.night()
    night.game("Ann", "Bob", wins="Ann", stake="1")
    close(night)
    yield club
    close_site(site)


def test_what_a_backup_brings_back_is_the_same_book(club: SiteOfClub, tmp_path: Path) -> None:
    database = club.store.database.path
    backup, _ = make_backup(database, tmp_path / "backups", BackupKind.NIGHT, EVENING)
    copy = GameStore.at(backup.path)
    assert load_book(copy) == load_book(club.store)
    copy.close()


def test_a_copy_that_lacks_an_act_is_refused(club: SiteOfClub, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    write_copy(club.store.database.path, copy)
    club.person("Dot")
    with pytest.raises(StorageError, match="lacks acts of the club"):
        prove_copy(copy, club.store.database.path, acts=4)
