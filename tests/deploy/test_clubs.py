"""Two clubs on one host: they share the program and nothing else."""

import sys
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

import pytest

from scorekeeper.games.game_store import GameStore
from scorekeeper.games.games import start_game
from scorekeeper.games.links import Role, link_of
from tests.deploy.clubs import Club


@pytest.fixture
def clubs(tmp_path: Path) -> Iterator[tuple[Club, Club]]:
    (tmp_path / "run").mkdir()
    one, two = (Club(name, tmp_path / "run", tmp_path / "state") for name in ("one", "two"))
    one.start()
    two.start()
    yield one, two
    one.close()
    two.close()


def files_of(club: Club) -> set[Path]:
    """Return the files below the clubs' folders that a process holds open."""
    found = {Path(f"/proc/{club.pid}/fd/{each.name}").resolve() for each in proc(club).iterdir()}
    return {file for file in found if club.folder.parent in file.parents}


def proc(club: Club) -> Path:
    return Path(f"/proc/{club.pid}/fd")


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="systemd and /proc are Linux")
def test_two_clubs_on_one_host_share_nothing(clubs: tuple[Club, Club]) -> None:
    one, two = clubs
    assert [club.ask("/healthz")[:2] for club in clubs] == [(HTTPStatus.OK, "ok\n")] * 2
    store = GameStore.at(one.folder / "scorekeeper.sqlite3")
    key = start_game(store, {"variant": "laws", "players": ["Ann", "Bob"]})
    game = f"/game/{link_of(store, str(key), Role.PLAYER)}/"
    store.close()
    status, _, cookie = one.ask(game)
    assert status == HTTPStatus.OK
    assert two.ask(game)[0] == HTTPStatus.NOT_FOUND
    assert game in one.ask("/", Cookie=cookie)[1]
    assert game not in two.ask("/", Cookie=cookie)[1]
    for club in clubs:
        assert {file.relative_to(club.folder.parent).parts[0] for file in files_of(club)} == {
            club.name
        }
    keys = {(club.folder / "secret_key").read_text() for club in clubs}
    assert len(keys) == len(clubs)
    written = [line for club in clubs for line in club.stop().splitlines()]
    assert [line for line in written if "A request took long" not in line] == []
