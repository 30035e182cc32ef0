"""A phone whose address had enough saved today: told so, with all that was typed."""

import json
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

import pytest
from flask import Flask

from tests.club_site import club_app
from tests.only_site import site_of
from tests.web.deals import ANN_OUT
from tests.web.phone import Phone

FROM_HERE = {"X-Forwarded-For": "203.0.113.7"}
TOLD = "Too much has been saved from this network today, so this was not saved; try again tomorrow"
RECORD = {"format": "scorekeeper-game/1", "variant": "laws", "players": ["Ann", "Bob"], "deals": []}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Flask]:
    """Yield a site behind a proxy, on which each address begins one game and saves a megabyte."""
    site = club_app(tmp_path, behind_proxy=True, games_per_address=1, megabytes_per_address=1)
    yield site
    site_of(site).store.close()


def test_a_second_game_is_refused_and_its_form_comes_back(phone: Phone) -> None:
    phone.start("Ann", "Bob")
    sent = phone.fill("/new", {"players-0": "Cal", "players-1": "Dot"})
    assert sent.status == HTTPStatus.TOO_MANY_REQUESTS
    assert TOLD in sent.text
    assert sent.forms[0].values["players-0"] == "Cal"


def test_a_record_too_many_is_refused_and_its_text_comes_back(phone: Phone) -> None:
    phone.start("Ann", "Bob")
    sent = phone.fill("/import", {"text": json.dumps(RECORD)})
    assert sent.status == HTTPStatus.TOO_MANY_REQUESTS
    assert TOLD in sent.text
    assert json.loads(sent.forms[0].values["text"]) == RECORD


def test_behind_a_proxy_the_phones_own_address_counts(phone: Phone) -> None:
    phone.start("Ann", "Bob")
    form = phone.open("/new").forms[0]
    values = {**form.values, "players-0": "Ann", "players-1": "Bob"}
    sent = phone.client.post(form.action, data=values, headers=FROM_HERE)
    assert sent.status_code == HTTPStatus.SEE_OTHER


def test_an_outbox_is_told_that_a_deal_is_too_much(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    form = phone.open(game + "enter").forms[0]
    long = {**form.values, **ANN_OUT, "unknown": "x" * 999_000}
    told = phone.client.post(form.action, data=long, headers={"Accept": "application/json"})
    assert (told.status_code, told.get_json()["text"]) == (HTTPStatus.TOO_MANY_REQUESTS, TOLD)
