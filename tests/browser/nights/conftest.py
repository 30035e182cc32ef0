from collections.abc import Iterator
from threading import Thread

import pytest
from playwright.sync_api import Browser
from werkzeug.serving import make_server

from scorekeeper.app import close_site
from tests.browser.screens import Screens
from tests.club_site import SiteOfClub, begin_club, club_app


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteOfClub]:
    """A club on a site of its own."""
    site = club_app(tmp_path_factory.mktemp("club"))
    yield begin_club(site)
    close_site(site)


@pytest.fixture(scope="module")
def club_address(club: SiteOfClub) -> Iterator[str]:
    """The address of the club's site, served on a free port of this machine."""
    server = make_server("127.0.0.1", 0, club.site, threaded=True)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def all_screens(chromium: Browser, club_address: str) -> Iterator[Screens]:
    """Screens on the club's site, which the tests of a file share."""
    shared = Screens(chromium, club_address)
    yield shared
    shared.close()
