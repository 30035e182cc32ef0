"""Records are read one at a time: others wait for their turn, or come back with their text."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus

import pytest
from flask import Flask

from scorekeeper.games import games
from scorekeeper.games.limits import MOST_WAITING, Turns
from scorekeeper.record.document import Document
from tests.only_site import site_of
from tests.web.phone import Phone

RECORD: Document = {
    "format": "scorekeeper-game/1",
    "variant": "laws",
    "players": ["Ann", "Bob"],
    "deals": [],
}
TEXT = json.dumps(RECORD)
LONG = 9.0


@pytest.fixture
def turns(site: Flask) -> Turns:
    imports: Turns = site_of(site).store.imports
    return imports


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(MOST_WAITING) as threads:
        yield threads


def wait(turns: Turns, name: str) -> None:
    """Wait for a turn for the site with this name."""
    with turns.turn(0, seconds=LONG, site=name):
        pass


def until(turns: Turns, waiting: int) -> None:
    with turns.changed:
        assert turns.changed.wait_for(lambda: turns.waiting >= waiting, LONG)


def test_a_record_waits_while_another_is_read_and_other_pages_do_not(
    phone: Phone, other_phone: Phone, turns: Turns, threads: ThreadPoolExecutor
) -> None:
    with turns.turn(0, seconds=0):
        sent = threads.submit(phone.fill, "/import", {"text": TEXT})
        until(turns, 1)
        game = other_phone.start("Cal", "Dot")
        assert other_phone.open(game).status == HTTPStatus.OK
        assert not sent.done()
    assert sent.result(LONG).status == HTTPStatus.SEE_OTHER


def test_a_sheet_is_unpacked_in_its_turn_and_once(
    phone: Phone, turns: Turns, threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    unpacked: list[str] = []

    def read(text: str) -> Document:
        unpacked.append(text)
        return RECORD

    monkeypatch.setattr(games, "read_codes", read)
    with turns.turn(0, seconds=0):
        sent = threads.submit(phone.fill, "/read", {"text": "SK1"})
        until(turns, 1)
        assert unpacked == []
    assert sent.result(LONG).status == HTTPStatus.OK
    assert unpacked == ["SK1"]


def test_a_record_for_which_there_is_no_room_comes_back(
    phone: Phone, site: Flask, turns: Turns, threads: ThreadPoolExecutor
) -> None:
    with turns.turn(0, seconds=0):
        for _ in range(MOST_WAITING):
            threads.submit(wait, turns, site_of(site).store.site)
        until(turns, MOST_WAITING)
        sent = phone.fill("/import", {"text": TEXT})
    assert sent.status == HTTPStatus.SERVICE_UNAVAILABLE
    assert sent.answer.headers["Retry-After"] == "10"
    assert "press “Import” again in a moment" in sent.text
    assert json.loads(sent.forms[0].values["text"]) == RECORD
