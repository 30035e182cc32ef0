from collections.abc import Iterator
from datetime import UTC, datetime
from shutil import which
from threading import Thread
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, Playwright, sync_playwright
from werkzeug.serving import make_server

from scorekeeper.config import Settings
from scorekeeper.server.app import create_app
from scorekeeper.server.proofs import make_backup
from scorekeeper.store.backups import BackupKind
from tests.browser.looking import WIDTHS, tried_sizes, tried_widths
from tests.browser.pad_keys import Keys
from tests.browser.screens import KEEPER, Screens
from tests.only_site import site_of

_FLAGS: Final = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
)
# Without RenderDocument the browser keeps a frame for the next page: a tenth of the time is saved.
# The list replaces Playwright's own, and repeats what the headless shell has of it.
_OFF: Final = (
    "--disable-features=RenderDocument,AvoidUnnecessaryBeforeUnloadCheckSync,"
    "DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,MediaRouter,"
    "PaintHolding,ThirdPartyStoragePartitioning,OptimizationHints"
)
# By plain http only this machine's own names are a secure context; this name is none.
_TABLE: Final = "--host-resolver-rules=MAP table.test 127.0.0.1"
# The scripts of a page end before an optimizing compiler would pay off, and before their garbage is
# worth collecting.
_UNOPTIMIZED: Final = "--js-flags=--no-maglev --no-turbofan --min-semi-space-size=32"
# With it Chromium keeps no spare process ready for a page that no test opens.
_NO_SPARE: Final = "--renderer-process-limit=1"
# What nobody sees needs no process of its own that shows it.
_NO_SHOWING: Final = "--in-process-gpu"


@pytest.fixture(scope="session", autouse=True)
def fewer_widths(pytestconfig: pytest.Config) -> None:
    """Look at pages on all widths, and in text of all sizes, only with ``--long``."""
    if not pytestconfig.getoption("--long"):
        tried_widths[:] = WIDTHS[::2]
        tried_sizes[WIDTHS[0]] = (100, 200)


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the real site, served on a free port of this machine."""
    folder = tmp_path_factory.mktemp("instance")
    settings = Settings(instance=folder, secret_key="k" * 40)
    site = create_app(settings)
    settings.backups_key.write_text(KEEPER)
    make_backup(settings.database, settings.backups, BackupKind.DAILY, datetime.now(UTC))
    server = make_server("127.0.0.1", 0, site, threaded=True)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()
    site_of(site).store.close()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """Debian's Chromium without windows, which opens a screen in a third of the time."""
    path = which("chromium-headless-shell") or which("chromium")
    flags = [*_FLAGS.split(), _OFF, _TABLE, _UNOPTIMIZED, _NO_SPARE, _NO_SHOWING]
    browser = playwright.chromium.launch(executable_path=path, args=flags)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def all_screens(chromium: Browser, address: str) -> Screens:
    """The screens that the tests of this process share."""
    return Screens(chromium, address)


@pytest.fixture
def screens(all_screens: Screens) -> Iterator[Screens]:
    """Screens on the site, taken back after the test."""
    yield all_screens
    all_screens.take_back()


@pytest.fixture
def phone(screens: Screens) -> Page:
    """A usual phone."""
    return screens.open(360)


@pytest.fixture(scope="session")
def keys(chromium: Browser, address: str) -> Keys:
    """The grammar of the pad on a page of the site."""
    return Keys.on(Screens(chromium, address).open_new(360))
