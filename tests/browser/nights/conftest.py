from collections.abc import Iterable, Iterator
from threading import Thread
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser
from werkzeug.serving import make_server

from tests.browser.screens import Screens
from tests.club_site import SiteOfClub, begin_club, club_app
from tests.only_site import close_site


class ClubAddress:
    """An address of this machine at which the club of one file of tests after another is served.

    So the browser keeps its screens, and what it knows of scripts and styles, from file to file.
    """

    site: Flask
    port: int

    def __call__(self, *request: Any) -> Iterable[bytes]:
        answer: Iterable[bytes] = self.site(*request)
        return answer


@pytest.fixture(scope="session")
def club_address() -> Iterator[ClubAddress]:
    """A free port of this machine, for clubs."""
    address = ClubAddress()
    server = make_server("127.0.0.1", 0, address, threaded=True)
    address.port = server.server_port
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield address
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def club(
    club_address: ClubAddress, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[SiteOfClub]:
    """A club on a site of its own, which is served."""
    club_address.site = club_app(tmp_path_factory.mktemp("club"))
    yield begin_club(club_address.site)
    close_site(club_address.site)


@pytest.fixture(scope="session")
def all_screens(chromium: Browser, club_address: ClubAddress) -> Screens:
    """Screens on the site of the club, which the tests of a folder share."""
    return Screens(chromium, f"http://127.0.0.1:{club_address.port}")
