"""A host with thousands of sites for measurements, each a copy of one with a game in play."""

import os
import shutil
from pathlib import Path
from secrets import token_hex

from tests.bench.stored_games import store_games
from tests.hosts import DOMAIN, make_host

DATABASE = "scorekeeper.sqlite3"
AWAKE = 200
"""How many sites of a host are used at once."""


def site_name(number: int) -> str:
    return f"site{number:05}"


class FullHost:
    """The folder of a host with ``count`` sites; all have the same game, at the same link.

    With ``is_linked`` the databases are one file, which no request may change.
    """

    def __init__(self, folder: Path, count: int, *, is_linked: bool = False) -> None:
        self.folder = folder
        make_host(folder, site_name(0), behind_proxy="false", most_awake=str(count))
        first = folder / "sites" / site_name(0)
        (self.game,) = store_games(first, 1, told=1)
        for number in range(1, count):
            self._copy(first, folder / "sites" / site_name(number), is_linked=is_linked)

    def _copy(self, first: Path, place: Path, *, is_linked: bool) -> None:
        place.mkdir(mode=0o700)
        (place / "secret_key").write_text(token_hex(32))
        (place / "settings.toml").touch()
        copy = os.link if is_linked else shutil.copyfile
        copy(first / DATABASE, place / DATABASE)

    def address(self, number: int) -> str:
        """Return the address of the game at a site, with the site's name before it."""
        return f"//{site_name(number)}.{DOMAIN}{self.game}"

    def database(self, number: int) -> Path:
        return self.folder / "sites" / site_name(number) / DATABASE
