"""The files that make the site an app, the chosen look, and compression."""

import json
import re
from http import HTTPStatus
from struct import unpack

import brotli
import pytest
from flask import Flask

from scorekeeper.web.core.shell import STATIC, join_file
from tests.web.phone import Phone


def shell_of(phone: Phone) -> dict[str, str | list[str]]:
    first = phone.open("/sw.js").text.splitlines()[0]
    shell: dict[str, str | list[str]] = json.loads(first.removeprefix("self.SHELL = ")[:-1])
    return shell


def test_the_manifest_names_icons_of_the_sizes_it_says(phone: Phone) -> None:
    manifest = json.loads(phone.open("/manifest.webmanifest").text)
    for icon in manifest["icons"]:
        image = phone.open(icon["src"]).answer.data
        width, height = unpack(">II", image[16:24])
        assert f"{width}x{height}" == icon["sizes"]
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}


def test_the_manifest_opens_the_first_page_as_an_app(phone: Phone) -> None:
    manifest = json.loads(phone.open("/manifest.webmanifest").text)
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")


@pytest.mark.parametrize("address", ["/favicon.ico", "/apple-touch-icon.png"])
def test_icons_that_browsers_ask_for_unbidden_are_there(phone: Phone, address: str) -> None:
    answer = phone.open(address).answer
    assert answer.status_code == HTTPStatus.OK
    assert answer.content_type.startswith("image/")


def test_search_engines_may_read_whether_a_page_is_to_be_listed(phone: Phone) -> None:
    """A page that they may not read is listed by its address alone, and the address is the key."""
    answer = phone.open("/robots.txt").answer
    assert (answer.status_code, answer.mimetype) == (HTTPStatus.OK, "text/plain")
    rules = [line for line in answer.text.splitlines() if not line.startswith("#")]
    assert rules == ["User-agent: *", "Disallow:"]


def test_the_service_worker_is_never_taken_from_a_cache_unasked(phone: Phone) -> None:
    assert phone.open("/sw.js").answer.headers["Cache-Control"] == "no-cache"


def test_every_file_that_the_service_worker_keeps_may_be_kept_for_ever(phone: Phone) -> None:
    for address in shell_of(phone)["files"]:
        assert "immutable" in phone.open(address).answer.headers["Cache-Control"], address


@pytest.mark.parametrize(
    ("address", "is_kept"),
    [
        ("/read", True),
        ("/game/AbC/", True),
        ("/game/AbC/enter", True),
        ("/game/AbC/history", False),
        ("/night/AbC/payouts", True),
        ("/night/AbC.n1/rounds", True),
        ("/night/officers.n1/payouts", False),
        ("/night/officers.n1/rounds", False),
        ("/club/officers/people", False),
    ],
)
def test_the_service_worker_keeps_no_page_of_an_officer(
    phone: Phone, address: str, *, is_kept: bool
) -> None:
    found = re.search(r"/(\^\\/\(\?:read.+?\$)/", phone.open("/sw.js").text)
    assert found is not None
    assert bool(re.search(found[1], address)) == is_kept


def test_the_service_worker_keeps_no_style_of_a_paper(phone: Phone) -> None:
    assert not [address for address in shell_of(phone)["files"] if "/papers/" in address]


def test_the_service_worker_keeps_no_game(phone: Phone) -> None:
    phone.start("Ann", "Bob")
    shell = shell_of(phone)
    assert all(address.startswith("/static/") for address in shell["files"])


def test_the_offline_page_says_what_is_safe(phone: Phone) -> None:
    page = phone.open("/offline").text
    assert "out of reach" in page
    assert "Anything still waiting on this phone is listed on its pages" in page


def test_the_offline_page_is_drawn_from_kept_files_alone(phone: Phone) -> None:
    used = re.findall(r'(?:src|rel="stylesheet" href)="([^"]+)"', phone.open("/offline").text)
    assert len(used) == 2
    assert set(used) <= set(shell_of(phone)["files"])


def test_a_page_follows_the_phone_by_day_and_by_night(phone: Phone) -> None:
    assert "data-theme" not in phone.open("/").text


@pytest.mark.parametrize(
    ("name", "value"), [("theme", "dark"), ("theme", "light"), ("suits", "four")]
)
def test_a_look_that_was_chosen_is_on_every_page(phone: Phone, name: str, value: str) -> None:
    assert phone.fill("/look", {name: value}).status == HTTPStatus.SEE_OTHER
    for page in ("/", "/import", "/offline", "/nowhere"):
        assert re.search(rf'<html [^>]*data-{name}="{value}"', phone.open(page).text), page


def test_a_look_can_be_taken_back(phone: Phone) -> None:
    phone.fill("/look", {"theme": "dark"})
    phone.fill("/look", {"theme": ""})
    assert "data-theme" not in phone.open("/").text


def test_a_look_chosen_from_a_page_of_a_game_leads_back_to_it(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    pages = ("history", "players", "links", "setup", "hands", "seat?change=yes", "other-rules")
    for page in pages:
        found = re.search(r'href="(/look[^"]*)">How it looks', phone.open(game + page).text)
        assert found is not None, page
        chosen = phone.send(phone.open(found[1]), {"theme": "dark"})
        assert chosen.answer.location == game + page
    assert 'data-theme="dark"' in phone.open(game).text


@pytest.mark.parametrize("address", ["//example.org/", "https://example.org", "/\\example.org"])
def test_a_look_never_leads_to_another_site(phone: Phone, address: str) -> None:
    seen = phone.open("/look")
    assert phone.send(seen, {"back": address, "theme": ""}).answer.location == "/"


def test_a_look_that_cannot_be_chosen_is_not_believed(phone: Phone) -> None:
    phone.client.set_cookie("theme", '"><b>')
    assert "data-theme" not in phone.open("/").text


def test_a_dark_page_has_dark_bars_by_day_too(phone: Phone) -> None:
    phone.fill("/look", {"theme": "dark"})
    assert 'content="#0c1d16" media="(prefers-color-scheme: light)"' in phone.open("/").text


def compressed(site: Flask, address: str, coding: str) -> int:
    answer = site.test_client().get(address, headers={"Accept-Encoding": coding}, buffered=True)
    assert answer.headers["Content-Encoding"] == coding
    return len(answer.data)


@pytest.mark.parametrize("coding", ["gzip", "br", "zstd"])
def test_pages_and_styles_are_sent_compressed(site: Flask, phone: Phone, coding: str) -> None:
    style = re.search(r'href="(/static/[^"]+site\.css)"', phone.open("/").text)
    assert style is not None
    for address in ("/", style[1]):
        assert compressed(site, address, coding) * 2 < len(phone.open(address).answer.data)
    if coding == "br":
        assert compressed(site, style[1], coding) == len(
            brotli.compress(join_file(STATIC / "core/site.css"))
        )


def test_no_script_of_the_site_is_left_unjoined(phone: Phone) -> None:
    scripts = [address for address in shell_of(phone)["files"] if address.endswith(".js")]
    assert scripts
    for address in scripts:
        assert not re.search(r"\bimport\b(?!\()", phone.open(address).text), address
