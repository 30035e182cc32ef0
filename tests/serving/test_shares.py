"""The shares of each address in what is answered at once and in what waits."""

import asyncio
import math
from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from http import HTTPStatus
from itertools import count
from threading import Barrier, Event
from time import monotonic, thread_time
from typing import Any

import pytest

from scorekeeper.serving import asgi, shares
from scorekeeper.serving.asgi import PLACES_ON_HOST, AsgiSite
from scorekeeper.serving.shares import Shares, SiteTurns
from scorekeeper.web.core.health import HEALTH_PATH
from tests.serving.conftest import run_apart, scope_of

Wsgi = Callable[[dict[str, Any], Callable[..., object]], list[bytes]]


class Together(ThreadPoolExecutor):
    """Does the work that it has only when everybody else has had a turn of the event loop.

    So all that may be answered at once is there together; ``counts`` tells how much that was.
    """

    def __init__(self) -> None:
        super().__init__()
        self.counts: list[int] = []
        self._work: list[tuple[Callable[[], Any], Future[Any]]] = []

    def submit(self, work: Callable[..., Any], /, *_: object, **__: object) -> Future[Any]:
        if not self._work:
            asyncio.get_running_loop().call_soon(self._do_all)
        answer = Future[Any]()
        self._work.append((work, answer))
        return answer

    def _do_all(self) -> None:
        self.counts.append(len(self._work))
        for work, answer in self._work:
            answer.set_result(work())
        self._work = []


def ask_from(
    clients: Sequence[str],
    path: str,
    site: Wsgi,
    *,
    threads: ThreadPoolExecutor | None = None,
    method: str = "GET",
    share: int = 1,
    **more: Any,
) -> list[int]:
    """Ask for a page at once from each address, with shares of one or more; return the statuses."""

    async def ask_one(client: str) -> int:
        sent: list[MutableMapping[str, Any]] = []

        async def send(message: MutableMapping[str, Any]) -> None:
            sent.append(message)

        await application({**scope_of(path, client), "method": method}, receive_nothing, send)
        return int(sent[0]["status"])

    async def ask_all() -> list[int]:
        return await asyncio.gather(*[ask_one(client) for client in clients])

    application = AsgiSite(
        site=site, by_address=Shares(share), by_link=Shares(share), forwarded=False, **more
    )
    application.threads = threads or application.threads
    statuses = run_apart(ask_all())
    application.threads.shutdown()
    return statuses


def most_at_once(clients: Sequence[str], path: str, **more: Any) -> int:
    """Ask for a page at once from each address; return how many were answered at once."""
    threads = Together()
    statuses = ask_from(clients, path, answer_nothing, threads=threads, **more)
    assert set(statuses) == {HTTPStatus.OK}
    return max(threads.counts)


async def receive_nothing() -> dict[str, Any]:
    return {"type": "http.request", "body": b""}


async def ignore(_: MutableMapping[str, Any]) -> None:
    """Take what an application sends."""


def answer_nothing(_: dict[str, Any], start: Callable[..., object]) -> list[bytes]:
    start("200 OK", [("Content-Length", "0")])
    return []


def test_a_share_is_full_once_so_many_have_a_place_in_it() -> None:
    async def fill() -> list[bool]:
        shares = Shares(2)
        found = [shares.is_full_for("a")]
        async with shares.place_for("a"):
            found.append(shares.is_full_for("a"))
            async with shares.place_for("a"):
                found += [shares.is_full_for("a"), shares.is_full_for("b")]
        return [*found, shares.is_full_for("a")]

    assert run_apart(fill()) == [False, False, True, False, False]


def test_pages_without_a_game_are_not_one_share_for_all_addresses() -> None:
    both_are_in = Barrier(2)

    def site(environ: dict[str, Any], start: Callable[..., object]) -> list[bytes]:
        both_are_in.wait(timeout=5)
        return answer_nothing(environ, start)

    assert ask_from(["127.0.0.1", "127.0.0.2"], "/", site) == [HTTPStatus.OK] * 2


def test_the_addresses_of_one_network_have_one_share() -> None:
    assert most_at_once(["2001:db8:1:2::1", "2001:db8:1:2::2"], "/") == 1


def test_an_address_asks_for_the_health_only_twice_at_once() -> None:
    assert most_at_once(["127.0.0.1"] * 6, HEALTH_PATH) == 2


def test_posts_without_a_link_are_few_at_once_for_an_address_and_for_all() -> None:
    one, many = ["127.0.0.1"] * 20, [f"127.0.0.{number}" for number in range(1, 21)]
    assert most_at_once(one, "/read", method="POST", share=20) == 2
    assert most_at_once(many, "/read", method="POST", share=20) == 5
    assert most_at_once(one, "/read", share=20) == 20
    assert most_at_once(one, "/game/a/deal", method="POST", share=20) == 20


def test_a_site_of_a_host_has_only_some_of_the_threads() -> None:
    many = [f"127.0.0.{number}" for number in range(1, 21)]
    # As if each request took long, so that it keeps no other from beginning.
    host: dict[str, Any] = {
        "places": replace(PLACES_ON_HOST, at_once=20),
        "share": 20,
    }
    assert most_at_once(many, "/game/a/", **host) == PLACES_ON_HOST.pages
    assert most_at_once(many, "/game/a/sheet.pdf", **host) == PLACES_ON_HOST.papers
    assert most_at_once(many, "/read", method="POST", **host) == PLACES_ON_HOST.unlinked
    sites = count()
    apart = {**host, "find_site": lambda _: (f"site {next(sites)}", None)}
    assert most_at_once(many, "/game/a/", **apart) == 20
    few = {**apart, "places": PLACES_ON_HOST}
    assert most_at_once(many, "/game/a/", **few) == PLACES_ON_HOST.at_once


def test_a_link_has_the_share_that_its_site_gives_it() -> None:
    many = [f"127.0.0.{number}" for number in range(1, 21)]
    assert most_at_once(many, "/game/a/", share=20, find_site=lambda _: ("regency", 2)) == 2
    sites = count()

    def find_site(_: str) -> tuple[str, int]:
        return f"site {next(sites)}", 2

    assert most_at_once(many, "/game/a/", share=20, find_site=find_site) == 20


@pytest.mark.parametrize("path", ["/", HEALTH_PATH])
def test_an_address_that_fills_the_queue_stops_no_other(
    monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    the_other_is_in = Event()

    def site(environ: dict[str, Any], start: Callable[..., object]) -> list[bytes]:
        """Answer when the other address, which asks last, is in."""
        if environ["REMOTE_ADDR"] == "127.0.0.2":
            the_other_is_in.set()
        assert the_other_is_in.wait(timeout=5)
        return answer_nothing(environ, start)

    monkeypatch.setattr(asgi, "MOST_WAITING", 3)
    statuses = ask_from([*["127.0.0.1"] * 5, "127.0.0.2"], path, site)
    assert statuses == [*[HTTPStatus.OK] * 3, *[HTTPStatus.SERVICE_UNAVAILABLE] * 2, HTTPStatus.OK]


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no request of these tests count as long because the machine is busy, and none pause."""
    monkeypatch.setattr(shares, "_SHORT_SECONDS", 60)
    monkeypatch.setattr(shares, "_MOST_SECONDS", 60)
    monkeypatch.setattr(shares, "_PAUSE_SECONDS", 0)


class Queue:
    """Requests of sites that take turns; ``begun`` names the sites in the order of beginning."""

    def __init__(self, most: int, share: float, used: Mapping[str, float]) -> None:
        self.turns, self.begun = SiteTurns(most, share), list[str]()
        self._used = used
        self._ends: dict[str, asyncio.Event] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def prepare(self) -> None:
        """Let each site use the processor for so many seconds."""
        for site, seconds in self._used.items():
            async with self.turns.turn(site) as turn:
                turn.used = seconds
        await self._settle()

    async def ask(self, *requests: str) -> None:
        """Ask for requests, each named by its site and a number."""
        for request in requests:
            self._ends[request] = asyncio.Event()
            self._tasks[request] = asyncio.create_task(self._wait(request))
        await self._settle()

    async def end(self, request: str) -> None:
        """End a request that has begun."""
        self._ends[request].set()
        await self._settle()

    async def give_up(self, request: str) -> None:
        """End a request that waits, as one whose phone has gone."""
        self._tasks[request].cancel()
        await self._settle()

    async def _wait(self, request: str) -> None:
        async with self.turns.turn(request.rstrip("0123456789")):
            self.begun.append(request)
            await self._ends[request].wait()

    async def _settle(self) -> None:
        for _ in range(9):
            await asyncio.sleep(0)


def in_turn(
    play: Callable[[Queue], Awaitable[None]],
    *,
    most: int = 1,
    share: float = math.inf,
    **used: float,
) -> list[str]:
    """Let sites that have used the processor ask; return the order in which they begin."""

    async def run() -> list[str]:
        queue = Queue(most, share, used)
        await queue.prepare()
        await play(queue)
        return queue.begun

    return run_apart(run())


def test_a_request_of_a_quiet_site_waits_for_none_of_a_busy_one() -> None:
    async def play(queue: Queue) -> None:
        await queue.ask("busy1", "busy2", "quiet1")
        assert queue.begun == ["busy1", "quiet1"]
        await queue.end("busy1")
        assert queue.begun == ["busy1", "quiet1"]
        await queue.end("quiet1")

    assert in_turn(play, busy=1) == ["busy1", "quiet1", "busy2"]


def test_some_requests_begin_beside_each_other() -> None:
    async def play(queue: Queue) -> None:
        await queue.ask("busy1", "busy2", "busy3", "a1", "a2", "b1")
        assert queue.begun == ["busy1", "busy2", "a1", "a2"]
        await queue.end("a1")

    assert in_turn(play, most=2, busy=1) == ["busy1", "busy2", "a1", "a2", "b1"]


def test_a_site_that_used_least_is_next() -> None:
    async def play(queue: Queue) -> None:
        await queue.ask("a1", "c1", "b1", "b2")
        for request in ("a1", "b1", "b2"):
            await queue.end(request)

    assert in_turn(play, b=1, c=2) == ["a1", "b1", "b2", "c1"]


def test_a_request_that_is_given_up_keeps_nobody_waiting() -> None:
    async def play(queue: Queue) -> None:
        await queue.ask("a1", "b1", "b2")
        await queue.give_up("b1")
        await queue.give_up("a1")

    assert in_turn(play, b=1) == ["a1", "b2"]


def test_a_request_that_takes_long_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares, "_SHORT_SECONDS", 0)

    async def play(queue: Queue) -> None:
        await queue.ask("a1", "a2", "b1")

    assert in_turn(play, b=1) == ["a1", "a2", "b1"]


def test_who_waits_too_long_is_next(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(queue: Queue) -> None:
        await queue.ask("a1", "b1", "a2")
        monkeypatch.setattr(shares, "_MOST_SECONDS", 0)
        await queue.end("a1")

    assert in_turn(play, b=1) == ["a1", "b1", "a2"]


def test_what_a_site_used_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares, "_HALF_LIFE_SECONDS", 1e-9)

    async def play(queue: Queue) -> None:
        await queue.ask("a1", "b1", "c1")
        await queue.end("a1")

    assert in_turn(play, b=100) == ["a1", "b1"]


def test_a_site_rests_that_used_more_than_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares, "_HALF_LIFE_SECONDS", 0.01)
    monkeypatch.setattr(shares, "_BUSY_SECONDS", 0)
    requests, used, share = 60, 0.001, 0.5

    async def use() -> float:
        turns, begin = SiteTurns(1, share), monotonic()
        async with turns.turn("quiet"):
            pass
        for _ in range(requests):
            async with turns.turn("busy") as turn:
                turn.used = used
        return monotonic() - begin

    assert run_apart(use()) > 0.8 * requests * used / share


def test_a_site_that_rests_keeps_no_other_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(queue: Queue) -> None:
        await queue.ask("busy1")
        monkeypatch.setattr(shares, "_MOST_SECONDS", 0)  # it has waited too long
        await queue.ask("quiet1")

    assert in_turn(play, share=0.1, quiet=0, busy=1_000) == ["quiet1"]


def test_a_site_rests_only_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares, "_MOST_SECONDS", 0)

    async def play(queue: Queue) -> None:
        await queue.ask("busy1")

    assert in_turn(play, share=0.1, quiet=0, busy=1_000) == ["busy1"]


def test_a_request_that_comes_while_a_busy_one_ends_is_before_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shares, "_PAUSE_SECONDS", 60)

    async def play(queue: Queue) -> None:
        await queue.ask("busy1", "busy2")
        await queue.ask("quiet1")

    assert in_turn(play, quiet=0, busy=1) == ["quiet1"]


def test_a_site_alone_rests_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(queue: Queue) -> None:
        await queue.ask("busy1")

    assert in_turn(play, share=0.1, busy=1_000) == ["busy1"]
    monkeypatch.setattr(shares, "_ALONE_SECONDS", -1)  # the other was asked too long ago
    assert in_turn(play, share=0.1, quiet=0, busy=1_000) == ["busy1"]


def test_the_processor_time_of_its_requests_is_counted_to_a_site() -> None:
    seen: list[str] = []

    def site(environ: dict[str, Any], start: Callable[..., object]) -> list[bytes]:
        seen.append(environ["HTTP_HOST"])
        begin = thread_time()
        while environ["HTTP_HOST"] == "busy" and thread_time() - begin < 0.01:
            pass
        return answer_nothing(environ, start)

    async def ask(host: str) -> None:
        scope = {**scope_of("/"), "headers": [(b"host", host.encode())]}
        await application(scope, receive_nothing, ignore)

    async def ask_all() -> None:
        await ask("busy")
        await asyncio.gather(*[ask(host) for host in ("first", "busy", "quiet")])

    application = AsgiSite(
        site=site,
        by_address=Shares(9),
        by_link=Shares(9),
        forwarded=False,
        find_site=lambda host: (host, None),
        places=PLACES_ON_HOST,
    )
    application.threads = ThreadPoolExecutor(1)
    run_apart(ask_all())
    application.threads.shutdown()
    assert seen == ["busy", "first", "quiet", "busy"]
