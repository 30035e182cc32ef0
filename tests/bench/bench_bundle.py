"""How long pages take while all papers of a night are printed in the background.

A night of 30 games is served as ``./run`` does; one browser asks for the board and the score sheets
of its games in turn, first while nothing is printed, then while all papers of the night are.
"""

import json
import re
import tempfile
from collections.abc import Iterator
from datetime import date
from http.client import HTTPConnection
from pathlib import Path
from time import perf_counter, sleep
from urllib.parse import urlencode

from scorekeeper.bookkeeping.club.files import take_book
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.storage.links import links_in_force
from tests.bench.figures import Row, milliseconds
from tests.bench.stored_club import make_book
from tests.served import Served

QUIET_PAGES = 200
BETWEEN_PAGES = 0.02
NIGHT = "n0"


def run() -> list[Row]:
    """What was measured, the time, and the goal."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        guest = f"/night/{_store_night(folder)}/"
        site = Served(folder)
        site.start()
        try:
            return list(_measure(Browser(site.port), guest))
        finally:
            site.stop()


def _store_night(folder: Path) -> str:
    """Store a night of thirty games of today; return its link for guests."""
    store = GameStore.at(folder / "scorekeeper.sqlite3")
    today = date.today().isoformat()  # noqa: DTZ011 - the day of a night
    take_book(store, json.dumps(make_book([today], today)).encode(), lambda *_: None)
    with store.database.reading() as db:
        link = links_in_force(db, "night", NIGHT)["player"]
    store.close()
    return link


class Browser:
    """A browser that keeps its cookie."""

    def __init__(self, port: int) -> None:
        self._line = HTTPConnection("127.0.0.1", port)
        self._headers: dict[str, str] = {}

    def ask(self, address: str, form: dict[str, str] | None = None) -> str:
        """Return a page; with a form, post it."""
        kind = {} if form is None else {"Content-Type": "application/x-www-form-urlencoded"}
        body = None if form is None else urlencode(form)
        method = "GET" if form is None else "POST"
        self._line.request(method, address, body, {**self._headers, **kind})
        answer = self._line.getresponse()
        text = answer.read().decode()
        if answer.status not in {200, 303}:
            raise RuntimeError(f"{address} was answered {answer.status}")
        if "set-cookie" in answer.headers:
            self._headers["Cookie"] = str(answer.headers["set-cookie"]).split(";")[0]
        return text


def _measure(browser: Browser, night: str) -> Iterator[Row]:
    games = sorted(set(re.findall(r'href="(/game/[^/"]+/)', browser.ask(night))))
    pages = [night, *games]
    for page in pages:  # each once, so that both rounds find the games in the cache
        browser.ask(page)
    quiet = [_time(browser, pages[turn % len(pages)]) for turn in range(QUIET_PAGES)]
    token = re.findall(r'name="csrf_token" value="([^"]*)"', browser.ask(f"{night}print"))[0]
    begin = perf_counter()
    browser.ask(f"{night}print", {"csrf_token": token, "paper": "a4"})
    busy: list[float] = []
    while json.loads(browser.ask(f"{night}print/progress"))["goes_on"]:
        busy.append(_time(browser, pages[len(busy) % len(pages)]))
    took = perf_counter() - begin
    yield ("pages while nothing is printed, 50 %, 95 %", _both(quiet), "")
    yield ("pages while a night is printed, 50 %, 95 %", _both(busy), "25 ms")
    yield (f"all papers of a night of {len(games)} games", f"{took:.1f} s", "")


def _time(browser: Browser, page: str) -> float:
    sleep(BETWEEN_PAGES)
    begin = perf_counter()
    browser.ask(page)
    return perf_counter() - begin


def _both(times: list[float]) -> str:
    return f"{milliseconds(times, 50)}, {milliseconds(times, 95)}"
