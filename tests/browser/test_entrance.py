"""The entrance of a host on a small screen, and the way through it to a club of one's own."""

import re
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect
from werkzeug.serving import make_server

from scorekeeper.config import load_settings
from tests.browser.looking import AXE, faults, usual_faults
from tests.browser.screens import Screens
from tests.hosts import host_app, prepare_demo
from tests.only_site import close_site
from tests.served import free_port


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a host."""
    return tmp_path_factory.mktemp("host")


@pytest.fixture(scope="module")
def entrance(folder: Path) -> Iterator[str]:
    """The address of a host where anybody may open a club, or look around in one."""
    port = free_port()
    given = {"domain": '"localhost"', "behind_proxy": "false", "sign_up": '"anybody"'}
    app = host_app(folder, "regency", **given, home_site="true", port=port)
    load_settings(folder / "demo")  # its key makes it a club
    server = make_server("127.0.0.1", port, app, threaded=True)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://localhost:{port}"
    server.shutdown()
    thread.join()
    server.server_close()
    close_site(app)


@pytest.fixture
def phone(chromium: Browser, entrance: str) -> Iterator[Page]:
    screens = Screens(chromium, entrance)
    yield screens.open(320, first_script=AXE)
    screens.take_back()


def test_no_page_of_the_entrance_has_a_fault(phone: Page, entrance: str) -> None:
    nobody = entrance.replace("//", "//nobody.")
    found = {}
    for address in ("/?club=regency", "/?club=nobody", "/tv?club=regency&letters=AEIO", "/open"):
        phone.goto(address)
        found[address] = (faults if address == "/open" else usual_faults)(phone)
    phone.goto(nobody)
    found["nobody"] = usual_faults(phone)
    assert found == {each: [] for each in found}


@pytest.mark.long
def test_a_club_is_found_opened_and_set_up(phone: Page, entrance: str) -> None:
    phone.goto("/")
    phone.get_by_label("The name of your club").fill("Regency")
    phone.get_by_role("button", name="Find it").click()
    phone.get_by_role("link", name="Open this club").click()
    expect(phone).to_have_url(entrance.replace("//", "//regency.") + "/")
    phone.goto("/")
    phone.get_by_role("link", name="Open a club").click()
    phone.get_by_label("A short name").fill("portland")
    phone.get_by_role("button", name="Open it").click()
    assert faults(phone) == []
    phone.get_by_role("link", name="Set up the club").click()
    expect(phone).to_have_url(re.compile(r"http://portland\.localhost:\d+/set-up/"))
    expect(phone.get_by_label("The club’s name")).to_be_visible()
    phone.goto("/")
    expect(phone.get_by_role("link", name="portland")).to_be_visible()
    phone.get_by_role("link", name="Start a game").click()
    expect(phone).to_have_url(re.compile(r"http://t1\.localhost:\d+/"))


@pytest.mark.long
def test_a_visitor_looks_around_in_a_copy(phone: Page, folder: Path) -> None:
    prepare_demo(folder)
    phone.goto("/")
    phone.get_by_role("button", name="Look around").click()
    assert faults(phone) == []
    phone.get_by_role("link", name="Open it as a member").click()
    expect(phone).to_have_url(re.compile(r"http://demo-[0-9a-f]{20}\.localhost:\d+/club/"))
    expect(phone.get_by_text("The Corner Table").first).to_be_visible()
