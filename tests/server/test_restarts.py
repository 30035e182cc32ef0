"""The site is stopped and started again on purpose, such as for an upgrade, while phones use it."""

import os
import socket
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest

from scorekeeper.config import Settings, load_settings
from scorekeeper.games.games import open_game, start_game
from scorekeeper.games.links import Role, link_of
from scorekeeper.rules.game import Dealt
from scorekeeper.server import protocol, start
from scorekeeper.server.start import open_port, passed_socket
from tests.faults.writer import Deal, Writer
from tests.only_site import site_of
from tests.served import Served
from tests.server.conftest import PATIENCE, Running, ends_of, read_all

PAGE = b"GET /rules HTTP/1.1\r\nHost: table.test\r\nConnection: close\r\n\r\n"
HEALTH = PAGE.replace(b"/rules", b"/healthz")
FORM = {"variant": "modern", "players": ["Ann", "Bob"], "options": {"target": 1_000_000}}
DEALS = 20


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    (tmp_path / "settings.toml").write_text("requests_per_address = 1\n")
    return load_settings(tmp_path, host="127.0.0.1", port=0)


class Held:
    """Holds the next request that the site answers until it may go on."""

    def __init__(self, running: Running) -> None:
        self.has_come, self.may_go = Event(), Event()
        self._answer = running.app.wsgi_app
        running.app.wsgi_app = self.answer  # type: ignore[method-assign, assignment]

    def answer(self, environ: dict[str, Any], begin: Any) -> Iterable[bytes]:
        if not self.has_come.is_set():
            self.has_come.set()
            assert self.may_go.wait(5)
        return self._answer(environ, begin)


def test_a_request_under_way_is_answered_before_the_site_stops(settings: Settings) -> None:
    running = Running(settings)
    held = Held(running)
    with running.connect(PAGE) as phone:
        assert held.has_come.wait(5)
        running.begin_to_stop()
        held.may_go.set()
        assert b"Laws of Oklahoma" in read_all(phone)
    running.stop()


def test_a_phone_that_has_just_connected_is_answered_before_the_site_stops(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "_LAST_SECONDS", 5)
    told_to_end = ends_of(monkeypatch, protocol.SiteProtocol, "shutdown")
    running = Running(settings)
    with running.connect() as phone, running.connect(HEALTH) as later:
        assert read_all(later).endswith(b"ok\n")  # both were accepted
        running.begin_to_stop()
        assert told_to_end.acquire(timeout=PATIENCE)
        assert is_refused(running.port)
        phone.sendall(PAGE)
        assert b"Laws of Oklahoma" in read_all(phone)
    running.stop()


def is_refused(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


def test_the_health_of_the_site_is_answered_while_an_address_waits_for_its_turn(
    settings: Settings,
) -> None:
    running = Running(settings)
    held = Held(running)
    with running.connect(PAGE), running.connect(HEALTH) as keeper:
        assert held.has_come.wait(5)
        assert read_all(keeper).endswith(b"ok\n")
        held.may_go.set()
    running.stop()


@pytest.mark.long
def test_posts_to_a_socket_that_stays_open_are_all_saved_once(settings: Settings) -> None:
    with open_port("127.0.0.1", 0) as listener:
        running = Running(settings, listener.dup())
        store = site_of(running.app).store
        key = start_game(store, FORM)
        assert isinstance(key, str)
        deals = [Deal(points=5 * number, entry_id=f"deal-{number}") for number in range(DEALS)]
        phone = Served(settings.instance)
        phone.port = running.port
        table = f"/game/{link_of(store, key, Role.PLAYER)}/"
        writer = Writer(site=phone, tables={table: deals}, chance=Random(3))
        with ThreadPoolExecutor(1) as thread:
            writing = thread.submit(writer.work)
            restarts = 0
            while not writing.done():
                running.stop()
                running = Running(settings, listener.dup())
                restarts += 1
            writing.result()
        game = open_game(site_of(running.app).store, key)
        running.stop()
    assert game is not None
    dealt = [entry.act.deal for entry in game.log if isinstance(entry.act, Dealt)]
    assert sorted([deal.hands[0].melded_points or 0 for deal in dealt]) == [
        deal.points for deal in deals
    ]
    assert restarts >= 1


def test_the_socket_that_systemd_passes_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_port("127.0.0.1", 0) as listener:
        monkeypatch.setattr(start, "_FIRST_PASSED", os.dup(listener.fileno()))
        monkeypatch.setenv("LISTEN_FDS", "1")
        monkeypatch.setenv("LISTEN_PID", "1")  # meant for another process
        assert passed_socket() is None
        monkeypatch.setenv("LISTEN_PID", str(os.getpid()))
        passed = passed_socket()
        assert isinstance(passed, socket.socket)
        with passed:
            assert passed.getsockname() == listener.getsockname()
