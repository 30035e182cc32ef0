"""ETags of live pages: a page is sent again only if it would be drawn differently."""

from dataclasses import replace
from http import HTTPStatus
from typing import Any

import pytest
from flask import Flask

from scorekeeper.games.links import ROLES_OF_GAMES
from scorekeeper.web.core.sites import Site
from tests.only_site import put_site, site_of
from tests.web.deals import ANN_OUT, BOB_OUT
from tests.web.live.test_entering import write
from tests.web.live.test_live import LIVE_PAGES, as_role
from tests.web.phone import Phone, Seen


@pytest.fixture
def game(phone: Phone) -> str:
    """Return the address of a game of Ann and Bob with one deal."""
    game = phone.start("Ann", "Bob")
    phone.enter_first(game, ANN_OUT)
    return game


def again(phone: Phone, address: str, first: Seen) -> int:
    tag = first.answer.headers["ETag"]
    return phone.client.get(address, headers={"If-None-Match": tag}, buffered=True).status_code


@pytest.mark.parametrize("page", LIVE_PAGES)
def test_a_page_that_has_not_changed_is_not_sent_again(phone: Phone, game: str, page: str) -> None:
    phone.open(game + page)
    first = phone.open(game + page)
    assert again(phone, game + page, first) == HTTPStatus.NOT_MODIFIED


@pytest.mark.parametrize("page", LIVE_PAGES)
def test_a_page_of_a_game_that_moved_is_sent_again(phone: Phone, game: str, page: str) -> None:
    first = phone.open(game + page)
    phone.fill(game + "enter", BOB_OUT)
    assert again(phone, game + page, first) == HTTPStatus.OK


def test_a_page_is_sent_again_when_somebody_begins_to_enter(
    phone: Phone, other_phone: Phone, game: str
) -> None:
    phone.open(game)
    first = phone.open(game)
    write(other_phone, game)
    assert again(phone, game, first) == HTTPStatus.OK


def test_a_page_in_another_look_is_sent_again(phone: Phone, game: str) -> None:
    phone.open(game)
    first = phone.open(game)
    phone.client.set_cookie("theme", "dark")
    assert again(phone, game, first) == HTTPStatus.OK


def test_a_page_for_another_role_is_another(site: Flask, phone: Phone, game: str) -> None:
    phone.open(game)
    tags = {phone.open(as_role(site, game, role)).answer.headers["ETag"] for role in ROLES_OF_GAMES}
    assert len(tags) == len(ROLES_OF_GAMES)


def test_a_page_for_another_hand_is_another(phone: Phone, game: str) -> None:
    phone.open(game)
    pages = [phone.open(f"{game}deal/1?hand={seat}") for seat in (0, 1)]
    assert len({page.answer.headers["ETag"] for page in pages}) == 2


def test_a_page_that_is_not_there_has_no_tag(phone: Phone, game: str) -> None:
    assert "ETag" not in phone.open(game + "deal/9").answer.headers


def test_what_a_page_asks_for_by_itself_sets_no_cookie(
    site: Flask, phone: Phone, game: str
) -> None:
    other = Phone(site).start("Cal", "Dot")
    phone.open(other)
    asked = phone.client.get(game, headers={"X-Again": "yes"}, buffered=True)
    assert "Set-Cookie" not in asked.headers


@pytest.mark.parametrize("changed", [{"title": "Friday"}, {"public_url": "https://club.example"}])
def test_a_page_is_sent_again_after_a_change_of_settings(
    site: Flask,
    phone: Phone,
    game: str,
    monkeypatch: pytest.MonkeyPatch,
    *,
    changed: dict[str, Any],
) -> None:
    phone.open(game)
    first = phone.open(game)
    now: Site = site_of(site)
    other = replace(now, settings=replace(now.settings, **changed))
    put_site(monkeypatch, site, other)
    assert again(phone, game, first) == HTTPStatus.OK


def test_a_page_under_another_prefix_is_another(phone: Phone, game: str) -> None:
    """The prefix that a proxy puts before every address is part of the page's links."""
    for page in LIVE_PAGES:
        phone.open(game + page)
        tags = [
            phone.client.get(
                game + page, environ_overrides={"SCRIPT_NAME": root}, buffered=True
            ).headers["ETag"]
            for root in ("", "/scores")
        ]
        assert tags[0] != tags[1], page


def test_a_page_asked_for_by_another_name_of_the_site_is_another(phone: Phone, game: str) -> None:
    """The host name is part of the QR code for another phone."""
    phone.open(game)
    tags = [
        phone.client.get(game, headers={"Host": host}, buffered=True).headers["ETag"]
        for host in ("table.example", "other.example")
    ]
    assert tags[0] != tags[1]
