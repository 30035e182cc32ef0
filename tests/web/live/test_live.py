"""Live pages: streams, polling the version instead, and unchanged pages."""

import re
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any

import pytest
from flask import Flask
from werkzeug.serving import make_server

from scorekeeper.games.game_store import GameStore
from scorekeeper.games.links import ROLES_OF_GAMES, Role, Visit, open_link, renew_link
from scorekeeper.games.live import Notifier, Watcher
from scorekeeper.games.players import assign_seat
from scorekeeper.rules.deals import Seat
from tests.club_site import club_app
from tests.only_site import site_of
from tests.web.deals import ANN_OUT, BOB_OUT
from tests.web.phone import Phone

SECOND = 1
LIVE_PAGES = ("", "deal/1", "final", "big", "history")


@pytest.fixture
def game(phone: Phone) -> str:
    """Return the host's address of a game of Ann and Bob with one deal."""
    game = phone.start("Ann", "Bob")
    phone.enter_first(game, ANN_OUT)
    return game


def store_of(site: Flask) -> GameStore:
    store: GameStore = site_of(site).store
    return store


def visit_to(site: Flask, game: str) -> Visit:
    return open_link(store_of(site), game.split("/")[2])


def as_role(site: Flask, game: str, role: Role) -> str:
    return f"/game/{visit_to(site, game).links[role]}/"


@contextmanager
def served(site: Flask) -> Iterator[int]:
    """Serve the site on a real port, each request in its own thread."""
    server = make_server("127.0.0.1", 0, site, threaded=True)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def port(site: Flask) -> Iterator[int]:
    with served(site) as port:
        yield port


@dataclass
class Stream:
    """An open stream, read event by event."""

    answer: HTTPResponse

    def next(self) -> dict[str, str]:
        """Return the fields of the next event with any; empty at the end of the stream."""
        fields: dict[str, str] = {}
        while line := self.answer.readline().decode():
            if line == "\n" and fields.keys() & {"data", "event"}:
                return fields
            if ":" in line:
                name, value = line.rstrip("\n").split(":", 1)
                fields[name] = value.lstrip(" ")
        return {}


@pytest.fixture
def streams(port: int) -> Iterator[Any]:
    """Yield a function that opens the stream of a game."""
    with ExitStack() as opened:

        def open_stream(game: str) -> Stream:
            connection = HTTPConnection("127.0.0.1", port, timeout=10)
            opened.callback(connection.close)
            connection.request("GET", game + "live", headers={"Accept": "text/event-stream"})
            return Stream(connection.getresponse())

        yield open_stream


def test_a_stream_says_at_once_where_the_game_stands(streams: Any, phone: Phone, game: str) -> None:
    assert streams(game).next()["data"] == phone.open(game + "version").text


def test_a_stream_is_of_events_and_sets_no_cookie(streams: Any, game: str) -> None:
    headers = streams(game).answer.headers
    assert headers["Content-Type"].startswith("text/event-stream")
    assert (headers["Set-Cookie"], headers["Content-Encoding"]) == (None, None)
    assert headers["Cache-Control"] == "no-store"


def test_every_role_is_told_of_a_saved_deal_within_a_second(
    streams: Any, site: Flask, phone: Phone, game: str
) -> None:
    tables = [streams(as_role(site, game, role)) for role in ROLES_OF_GAMES]
    first = [each.next() for each in tables]
    phone.fill(game + "enter", BOB_OUT)
    saved = monotonic()
    second = [each.next() for each in tables]
    assert monotonic() - saved < SECOND
    assert all(before != after for before, after in zip(first, second, strict=True))
    assert second[0]["data"] == phone.open(game + "version").text


def test_a_page_says_the_state_that_the_stream_says(streams: Any, phone: Phone, game: str) -> None:
    state = streams(game).next()["data"]
    for page in LIVE_PAGES:
        assert f'data-state="{state}"' in phone.open(game + page).text, page


def test_a_link_that_is_withdrawn_ends_its_streams_within_a_second(
    streams: Any, site: Flask, game: str
) -> None:
    viewer, player = as_role(site, game, Role.VIEWER), as_role(site, game, Role.PLAYER)
    shut_out, stays = streams(viewer), streams(player)
    shut_out.next(), stays.next()
    renew_link(store_of(site), visit_to(site, game).game.key, Role.VIEWER)
    renewed = monotonic()
    assert shut_out.next()["event"] == "gone"
    assert shut_out.next() == {}
    assert monotonic() - renewed < SECOND
    assert "event" not in stays.next()


def test_a_link_that_was_withdrawn_opens_no_stream(streams: Any, site: Flask, game: str) -> None:
    viewer = as_role(site, game, Role.VIEWER)
    renew_link(store_of(site), visit_to(site, game).game.key, Role.VIEWER)
    assert streams(viewer).answer.status == HTTPStatus.GONE


def test_a_stream_that_its_phone_has_left_makes_room(
    streams: Any, site: Flask, phone: Phone, game: str
) -> None:
    store = store_of(site)
    stream = streams(game)
    stream.next()
    before = store.notifier.count
    stream.answer.close()
    end = monotonic() + 10
    while store.notifier.count >= before and monotonic() < end:
        # Sending to a closed connection fails, at the second event at the latest.
        assign_seat(store, visit_to(site, game).game.key, "a phone", Seat(0), is_me=True)
        assign_seat(store, visit_to(site, game).game.key, "another", Seat(0), is_me=True)
    assert store.notifier.count < before


def test_more_streams_than_there_is_room_for_are_refused(tmp_path: Path) -> None:
    site = club_app(tmp_path)
    store = store_of(site)
    object.__setattr__(store, "notifier", Notifier(store.database, store.entering, Watcher(most=1)))
    phone = Phone(site)
    game = phone.start("Ann", "Bob")
    with closing(store.notifier.subscribe(visit_to(site, game).game.key)):
        assert phone.open(game + "live").status == HTTPStatus.SERVICE_UNAVAILABLE
    assert phone.open(game + "version").status == HTTPStatus.OK
    store.close()


def test_the_version_changes_with_a_deal(phone: Phone, game: str) -> None:
    before = phone.open(game + "version").text
    phone.fill(game + "enter", BOB_OUT)
    assert phone.open(game + "version").text != before


def test_streams_are_told_who_is_entering(streams: Any, phone: Phone, game: str) -> None:
    stream = streams(game)
    before = stream.next()
    token = phone.open(game + "enter").forms[0].values["csrf_token"]
    phone.post(game + "writing", {"csrf_token": token})
    assert stream.next() != before


# --- a form on view ---------------------------------------------------------------------------


def test_a_form_hears_what_others_did_meanwhile(
    phone: Phone, other_phone: Phone, game: str
) -> None:
    form = phone.open(game + "enter").text
    address = re.search(r'data-page="([^"]+)"', form)
    assert address is not None
    other_phone.fill(game + "enter", {**BOB_OUT, "who": "Bob"})
    assert "<p>Deal 2 entered by Bob.</p>" in phone.open(address[1]).text


@pytest.mark.parametrize("seen", ["", "x", "9" * 5000])
def test_what_a_form_has_not_seen_has_to_be_a_version(phone: Phone, game: str, seen: str) -> None:
    assert "entered" not in phone.open(f"{game}meanwhile?seen={seen}").text
