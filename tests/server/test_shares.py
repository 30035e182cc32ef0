"""Who is answered next: turns at the places of a site, what strangers may have waiting, shares."""

import asyncio
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from http import HTTPStatus
from itertools import count
from threading import Barrier
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.server import asgi
from scorekeeper.server.asgi import AsgiSite, Places
from scorekeeper.web.core.security import Asker
from scorekeeper.web.core.shell import HEALTH_PATH
from tests.server.conftest import run_apart, scope_of

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


def by_address(_: str, __: str, ___: str, network: str) -> Asker:
    """Tell who asks as if nobody were a stranger, and everybody had an address of their own."""
    return Asker("", network)


def stranger(_: str, __: str, ___: str, network: str) -> Asker:
    return Asker("", network, is_stranger=True)


def make_site(site: Wsgi, **more: Any) -> AsgiSite:
    fields: dict[str, Any] = {"find_asker": by_address, "by_address": Places(99), **more}
    return AsgiSite(site=site, forwarded=False, **fields)


async def ask_one(application: AsgiSite, scope: dict[str, Any]) -> dict[str, Any]:
    """Return how the answer to a request begins."""
    sent: list[MutableMapping[str, Any]] = []

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    await application(scope, receive_nothing, send)
    return dict(sent[0])


def ask_from(
    clients: Sequence[str],
    path: str,
    site: Wsgi,
    *,
    threads: ThreadPoolExecutor | None = None,
    method: str = "GET",
    **more: Any,
) -> list[int]:
    """Ask for a page at once from each address; return the statuses."""

    async def ask_all() -> list[dict[str, Any]]:
        scopes = [{**scope_of(path, client), "method": method} for client in clients]
        return await asyncio.gather(*[ask_one(application, scope) for scope in scopes])

    application = make_site(site, **more)
    application.threads = threads or application.threads
    application.computing = threads or application.computing
    answers = run_apart(ask_all())
    application.threads.shutdown()
    application.computing.shutdown()
    return [answer["status"] for answer in answers]


def most_at_once(clients: Sequence[str], path: str, **more: Any) -> int:
    """Ask for a page at once from each address; return how many were answered at once."""
    threads = Together()
    statuses = ask_from(clients, path, answer_nothing, threads=threads, **more)
    assert set(statuses) == {HTTPStatus.OK}
    return max(threads.counts)


async def receive_nothing() -> dict[str, Any]:
    return {"type": "http.request", "body": b""}


def answer_nothing(_: dict[str, Any], start: Callable[..., object]) -> list[bytes]:
    start("200 OK", [("Content-Length", "0")])
    return []


MANY = [f"127.0.0.{number}" for number in range(1, 21)]


def test_two_addresses_are_answered_beside_each_other() -> None:
    both_are_in = Barrier(2)

    def site(environ: dict[str, Any], start: Callable[..., object]) -> list[bytes]:
        both_are_in.wait(timeout=5)
        return answer_nothing(environ, start)

    assert ask_from(["127.0.0.1", "127.0.0.2"], "/", site) == [HTTPStatus.OK] * 2


def test_the_addresses_of_one_network_have_one_turn() -> None:
    assert most_at_once(["2001:db8:1:2::1", "2001:db8:1:2::2"], "/") == 1


def test_an_address_asks_for_the_health_only_twice_at_once() -> None:
    assert most_at_once(["127.0.0.1"] * 6, HEALTH_PATH) == 2


def test_a_site_has_two_places_and_two_for_papers() -> None:
    assert most_at_once(MANY, "/game/a/") == 2
    assert most_at_once(MANY, "/game/a/deal", method="POST") == 2
    assert most_at_once(MANY, "/game/a/sheet.pdf") == 2


def test_of_the_two_places_of_a_site_a_post_without_a_link_has_one() -> None:
    assert most_at_once(MANY, "/read", method="POST") == 1
    asked = ["/read", "/read", "/read", "/game/a/deal", "/game/a/deal"]

    async def ask_all() -> list[int]:
        application, threads = make_site(answer_nothing), Together()
        application.computing = threads
        scopes = [
            {**scope_of(path, client), "method": "POST"}
            for path, client in zip(asked, MANY, strict=False)
        ]
        await asyncio.gather(*[ask_one(application, scope) for scope in scopes])
        return threads.counts

    # Three rounds: a post with each of the two others, then the last alone.
    assert run_apart(ask_all()) == [2, 2, 1]


def test_each_site_of_a_process_has_places_of_its_own() -> None:
    sites = count()

    def apart(_: str, __: str, ___: str, network: str) -> Asker:
        return Asker(f"site {next(sites)}", network)

    assert most_at_once(MANY, "/game/a/", find_asker=apart) == 20


def test_whoever_asks_has_one_place_at_a_time() -> None:
    assert most_at_once(["127.0.0.1"] * 6, "/game/a/") == 1


def test_an_address_has_its_share_of_what_all_sites_answer_at_once() -> None:
    sites = count()

    def apart(_: str, __: str, ___: str, network: str) -> Asker:
        return Asker(f"site {next(sites)}", network)

    more: dict[str, Any] = {"find_asker": apart, "by_address": Places(3)}
    assert most_at_once(["127.0.0.1"] * 9, "/game/a/", **more) == 3


# --- the order of turns ---------------------------------------------------------------------------


class Waiting:
    """Requests that take turns at places; ``begun`` names them in the order of beginning."""

    def __init__(self, most: int) -> None:
        self.places, self.begun = Places(most), list[str]()
        self._ends: dict[str, asyncio.Event] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, *requests: str) -> None:
        """Ask for requests, each named by who asks, a letter, and a number."""
        for request in requests:
            self._ends[request] = asyncio.Event()
            self._tasks[request] = asyncio.create_task(self._wait(request))
        await self._settle()

    async def end(self, request: str) -> None:
        """End a request that has begun."""
        self._ends[request].set()
        await self._settle()

    async def give_up(self, request: str) -> None:
        """End a request, which may wait, as one whose phone has gone."""
        self._tasks[request].cancel()
        await self._settle()

    async def _wait(self, request: str) -> None:
        async with self.places.place("", request[0]):
            self.begun.append(request)
            await self._ends[request].wait()

    async def _settle(self) -> None:
        for _ in range(9):
            await asyncio.sleep(0)


class Twin:
    """The same by looking through lists; ``line`` are those who wait, in the order of turns."""

    def __init__(self, most: int) -> None:
        self.most, self.begun = most, list[str]()
        self.waiting: list[str] = []
        self.running: list[str] = []
        self.line: list[str] = []

    def ask(self, request: str) -> None:
        self.waiting.append(request)
        if request[0] not in self.line and not self._is_busy(request[0]):
            self.line.append(request[0])
        self._begin()

    def _is_busy(self, who: str) -> bool:
        return any(request[0] == who for request in self.running)

    def end(self, request: str) -> None:
        self.running.remove(request)
        if self._of(request[0]):
            self.line.append(request[0])
        self._begin()

    def give_up(self, request: str) -> None:
        if request in self.running:
            self.end(request)
            return
        self.waiting.remove(request)
        if request[0] in self.line and not self._of(request[0]):
            self.line.remove(request[0])
        self._begin()

    def _of(self, who: str) -> list[str]:
        return [request for request in self.waiting if request[0] == who]

    def _begin(self) -> None:
        while self.line and len(self.running) < self.most:
            request = self._of(self.line.pop(0))[0]
            self.waiting.remove(request)
            self.running.append(request)
            self.begun.append(request)


ACTS = st.tuples(st.sampled_from(["ask", "ask", "end", "give up"]), st.integers(0, 99))


@given(st.lists(ACTS, max_size=40), st.integers(1, 3))
def test_turns_go_round_as_a_naive_twin_gives_them(acts: list[tuple[str, int]], most: int) -> None:
    twin = Twin(most)

    async def play() -> list[str]:
        waiting = Waiting(most)
        for number, (act, chosen) in enumerate(acts):
            if act == "ask":
                request = f"{'abcd'[chosen % 4]}{number}"
                twin.ask(request)
                await waiting.ask(request)
            elif act == "end" and twin.running:
                request = twin.running[chosen % len(twin.running)]
                twin.end(request)
                await waiting.end(request)
            elif act == "give up" and (all_ := twin.running + twin.waiting):
                request = all_[chosen % len(all_)]
                twin.give_up(request)
                await waiting.give_up(request)
        while twin.running:
            request = twin.running[0]
            twin.end(request)
            await waiting.end(request)
        assert waiting.places._queues == {}  # nothing is kept of who has gone
        return waiting.begun

    assert run_apart(play()) == twin.begun


def test_who_asks_once_waits_for_one_request_of_each_other_and_not_for_all() -> None:
    async def play() -> list[str]:
        waiting = Waiting(1)
        await waiting.ask("a1", "a2", "a3", "b1", "b2", "c1")
        for number in range(6):
            await waiting.end(waiting.begun[number])
        return waiting.begun

    assert run_apart(play()) == ["a1", "b1", "c1", "a2", "b2", "a3"]


# --- strangers ------------------------------------------------------------------------------------


@contextmanager
def held_up(find_asker: object) -> Iterator[tuple[AsgiSite, Any]]:
    """Yield a site that answers nothing until its gate is opened, with an event loop's gate."""
    gate = asyncio.Event()

    class Held(ThreadPoolExecutor):
        def submit(self, work: Callable[..., Any], /, *_: object, **__: object) -> Future[Any]:
            answer = Future[Any]()

            async def answer_later() -> None:
                await gate.wait()
                answer.set_result(work())

            _tasks.append(asyncio.ensure_future(answer_later()))
            return answer

    _tasks: list[asyncio.Future[None]] = []
    application = make_site(answer_nothing, find_asker=find_asker)
    application.computing = Held()
    yield application, gate


def crowd(find_asker: object, clients: Sequence[str]) -> list[dict[str, Any]]:
    """Ask for a page from each address while nothing is answered; return the answers."""

    async def ask_all() -> list[dict[str, Any]]:
        with held_up(find_asker) as (application, gate):
            asked = [
                asyncio.ensure_future(ask_one(application, scope_of("/game/a/", client)))
                for client in clients
            ]
            for _ in range(9):
                await asyncio.sleep(0)
            gate.set()
            return await asyncio.gather(*asked)

    return run_apart(ask_all())


@pytest.fixture(autouse=True)
def _no_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asgi, "_REFUSED_SECONDS", 0)


def statuses_of(answers: Sequence[dict[str, Any]]) -> list[int]:
    return [answer["status"] for answer in answers]


def test_of_strangers_eight_may_wait_an_address_and_one_more_is_refused() -> None:
    clients = [*["127.0.0.1"] * 11, *["127.0.0.2"] * 9]
    answers = crowd(stranger, clients)
    # Of each address one is being answered, and eight wait.
    assert statuses_of(answers) == [*[200] * 9, *[503] * 2, *[200] * 9]
    assert (b"retry-after", b"1") in answers[9]["headers"]


def test_nobody_but_strangers_is_refused() -> None:
    assert set(statuses_of(crowd(by_address, ["127.0.0.1"] * 60))) == {200}


def test_strangers_of_a_crowded_address_keep_nobody_else_there_from_waiting() -> None:
    """A club and a stranger may share the address of their hall."""
    numbers = count()

    def mixed(_: str, __: str, ___: str, network: str) -> Asker:
        number = next(numbers)
        return stranger("", "", "", network) if number < 20 else Asker("", f"seat {number}")

    assert set(statuses_of(crowd(mixed, ["127.0.0.1"] * 60))[20:]) == {200}


def test_when_all_too_many_wait_nobody_has_more_waiting_than_a_stranger(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(asgi, "MOST_WAITING", 20)
    clients = [*["127.0.0.1"] * 40, "127.0.0.2"]
    statuses = statuses_of(crowd(by_address, clients))
    assert statuses == [*[200] * 21, *[503] * 19, 200]


def test_a_refusal_is_held_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks again at once would take the interpreter from the pages."""
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(asgi, "_REFUSED_SECONDS", 7)
    monkeypatch.setattr("scorekeeper.server.asgi.asyncio.sleep", sleep)

    async def refuse() -> dict[str, Any]:
        application = make_site(answer_nothing, find_asker=stranger)
        application._waiting["", "127.0.0.1"] = 8
        return await ask_one(application, scope_of("/"))

    assert run_apart(refuse())["status"] == 503
    assert slept == [7]
