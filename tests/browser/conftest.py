from collections.abc import Iterator
from dataclasses import dataclass
from shutil import which
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Playwright,
    ViewportSize,
    sync_playwright,
)
from werkzeug.serving import make_server

from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.web.core.site import SITE
from tests.browser.pad_keys import Keys

_FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
)
# Plain http under any other name than this machine's own is no secure context.
_TABLE = "--host-resolver-rules=MAP table.test 127.0.0.1"


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the real site, served on a free port of this machine."""
    folder = tmp_path_factory.mktemp("instance")
    site = create_app(Settings(instance=folder, secret_key="k" * 40))
    server = make_server("127.0.0.1", 0, site, threaded=True)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()
    site.extensions[SITE].store.close()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """Debian's Chromium without windows, which opens a screen in a third of the time."""
    yield from _launch(playwright, "chromium-headless-shell", "chromium")


@pytest.fixture(scope="session")
def chromium_with_windows(playwright: Playwright) -> Iterator[Browser]:
    """Debian's whole Chromium, which can keep a screen awake."""
    yield from _launch(playwright, "chromium")


def _launch(playwright: Playwright, *names: str) -> Iterator[Browser]:
    """The first of these programs that is installed."""
    path = next(found for found in map(which, names) if found)
    browser = playwright.chromium.launch(executable_path=path, args=[*_FLAGS.split(), _TABLE])
    yield browser
    browser.close()


@dataclass(frozen=True)
class Screens:
    """Opens screens of any kind on the site."""

    browser: Browser
    address: str

    @property
    def plain_address(self) -> str:
        """The site under a name that is no secure context, as most tables meet it."""
        return self.address.replace("127.0.0.1", "table.test")

    def open(self, width: int, **about: Any) -> Page:
        """A screen of its own browser, so wide in CSS pixels."""
        return self.browse(width, **about).new_page()

    def browse(self, width: int, **about: Any) -> BrowserContext:
        """A browser with no page open yet.

        Without a service worker, which would fetch every file of the site for each test.
        """
        about = {"base_url": self.address, "service_workers": "block", **about}
        context = self.browser.new_context(viewport=ViewportSize(width=width, height=740), **about)
        context.set_default_timeout(10_000)
        return context


@pytest.fixture
def screens(chromium: Browser, address: str) -> Iterator[Screens]:
    """Screens on the site, closed after the test."""
    yield from _screens(chromium, address)


@pytest.fixture
def screens_that_wake(chromium_with_windows: Browser, address: str) -> Iterator[Screens]:
    """Screens that can be kept awake, closed after the test."""
    yield from _screens(chromium_with_windows, address)


@pytest.fixture
def phone(screens: Screens) -> Page:
    """A usual phone."""
    return screens.open(360)


@pytest.fixture(scope="module")
def keys(chromium: Browser, address: str) -> Iterator[Keys]:
    """The grammar of the pad on a page of the site."""
    page = Screens(chromium, address).open(360)
    yield Keys.on(page)
    page.context.close()


def _screens(browser: Browser, address: str) -> Iterator[Screens]:
    yield Screens(browser, address)
    for context in browser.contexts:
        context.close()
