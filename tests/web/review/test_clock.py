"""What pages tell where the clock of the server was set."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from scorekeeper.web.core.site import SITE
from tests.web.deals import BOB_OUT
from tests.web.seated import Table

SET_BACK = "The clock of the server was set back here"
SET_FORWARD = "The clock of the server was set forward here, by 7 hours 28 minutes"


@pytest.fixture
def an_hour_earlier(site: Flask) -> Iterator[None]:
    """Set the clock of the site back an hour."""
    yield from set_clock(site, timedelta(hours=-1))


@pytest.fixture
def hours_later(site: Flask) -> Iterator[None]:
    """Set the clock of the site forward."""
    yield from set_clock(site, timedelta(hours=7, minutes=28))


def set_clock(site: Flask, step: timedelta) -> Iterator[None]:
    found = site.extensions[SITE]
    other = replace(found.store, now=lambda: datetime.now(UTC) + step)
    site.extensions[SITE] = replace(found, store=other)
    yield
    site.extensions[SITE] = found
    other.notifier.close()


def test_the_history_tells_where_it_was_and_keeps_the_order(
    table: Table, request: pytest.FixtureRequest
) -> None:
    assert SET_BACK not in table.anns.open(table.player + "history").text
    request.getfixturevalue("an_hour_earlier")
    table.anns.fill(table.player + "enter", BOB_OUT)
    page = table.anns.open(table.player + "history").text
    places = [page.index(text) for text in ("Deal 2 entered", SET_BACK, "Deal 1 entered")]
    assert (places, page.count(SET_BACK)) == (sorted(places), 1)


def test_the_history_tells_where_and_by_how_much_it_was_set_forward(
    table: Table, request: pytest.FixtureRequest
) -> None:
    assert SET_FORWARD not in table.anns.open(table.player + "history").text
    request.getfixturevalue("hours_later")
    table.anns.fill(table.player + "enter", BOB_OUT)
    page = table.anns.open(table.player + "history").text
    places = [page.index(text) for text in ("Deal 2 entered", SET_FORWARD, "Deal 1 entered")]
    assert (places, page.count(SET_FORWARD)) == (sorted(places), 1)


def test_what_was_taken_back_is_not_news_for_an_hour(
    table: Table, request: pytest.FixtureRequest
) -> None:
    table.anns.fill(table.player + "deal/1/correct", {"hand1-in_hand": "AS"})
    table.anns.fill(table.player + "undo/3", {"reason": "misdeal"})
    request.getfixturevalue("an_hour_earlier")
    assert "took back" not in table.bobs.open(table.player).text
