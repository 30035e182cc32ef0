"""Every state of every page is looked at, and nothing is wrong that no eye forgives."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Thread
from typing import Final

import pytest
from playwright.sync_api import Browser
from werkzeug.serving import make_server

from tests.browser.gallery.looking import Look, look_at
from tests.browser.gallery.sheets import write_sheets
from tests.browser.gallery.sites import PLAYED, RECORDS, Gallery
from tests.browser.gallery.states import STATES

PAGES: Final = tuple(dict.fromkeys(state.page for state in STATES))
_QUICK: Final = {"home", *RECORDS, *PLAYED}
"""Whose site is made in no time."""
_SAMPLE: Final = Random(33).sample(
    [state for state in STATES if state.place.partition("/")[0] in _QUICK], 5
)


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gallery]:
    """The sites, served at a port of this machine."""
    gallery = Gallery(tmp_path_factory.mktemp("gallery"))
    server = make_server("127.0.0.1", 0, gallery, threaded=True)
    gallery.port = server.server_port
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield gallery
    server.shutdown()
    thread.join()
    server.server_close()
    gallery.close()


def told(looks: list[Look]) -> str:
    """Return a line for each thing that is wrong."""
    return "\n".join(
        f"{look.state} ({look.size}): {fault}" for look in looks for fault in look.faults
    )


def test_nothing_is_wrong_in_a_sample_of_all_states(chromium: Browser, gallery: Gallery) -> None:
    looks = list(look_at(chromium, gallery, tuple(_SAMPLE)))
    assert not told(looks), told(looks)


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES)
def test_nothing_is_wrong_in_any_state(
    pytestconfig: pytest.Config, chromium: Browser, gallery: Gallery, page: str
) -> None:
    states = tuple(state for state in STATES if state.page == page)
    folder = pytestconfig.getoption("--sheets")
    looks = list(look_at(chromium, gallery, states, draws=bool(folder)))
    if folder:
        write_sheets(Path(folder), page, looks)
    assert not told(looks), told(looks)
