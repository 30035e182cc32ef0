"""The site as an ASGI application: the event loop reads requests, threads answer them in turn.

A request gets a thread only when it is here whole, and an answer is taken whole from its thread, so
that a phone on a slow network occupies none. An open page's events (``EventStream``) are waited for
by the event loop itself.
"""

import asyncio
import re
import sys
from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, MutableMapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from typing import Any, Final, TypeVar
from urllib.parse import unquote, unquote_to_bytes

from scorekeeper.config import MAX_REQUEST_BYTES
from scorekeeper.games import network_of
from scorekeeper.web.core.security import Asker
from scorekeeper.web.core.shell import HEALTH_PATH
from scorekeeper.web.live import REPEAT_SECONDS, EventStream

_Line = deque[asyncio.Event]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
_BODY_SECONDS: Final = 30.0
_FIRST_SECONDS: Final = 10.0
_LEAST_BYTES_A_SECOND: Final = 1_000
_MOST_DISCARDED: Final = 16 * MAX_REQUEST_BYTES
"""How much of a request that is too large is read, so that its sender gets the answer."""
_MOST_FIELDS: Final = 1_000
"""How many fields a form may have: parsing 90,000 of them would take a second."""
_FORM_BYTES: Final = 65_536
"""The largest body that does not count as large: it holds any deal, but not every record."""
MOST_LARGE_BYTES: Final = 64 * MAX_REQUEST_BYTES
Scope = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]
Result = TypeVar("Result")
THREADS: Final = 32
"""How many requests are answered at once."""
_COMPUTING: Final = 4
"""How many of them are pages, at all sites.

All threads share one interpreter, and take it from each other at each statement of SQL.
"""
_PLACES: Final = 2
"""How many requests of a site are answered at once, and apart from them how many papers.

A paper takes long, but mostly waits.
"""
_SLOW_PLACES: Final = 1
"""How many of them may be posts that need no link.

They may be slow, since they bring records, sheet codes and passphrases, and anybody may send them.
"""
_MOST_OF_STRANGERS: Final = 8
"""How many requests of strangers may wait at a site, of each address."""
_REFUSED_SECONDS: Final = 1.0
"""How long a refusal is held back: who asks again at once would take the interpreter from pages."""
MOST_WAITING: Final = 2_000
"""How many requests may wait in all; from then on everybody else has no more than a stranger."""
_LINKED: Final = re.compile(r"/(game|night|club|backups)/.")
_PAPER: Final = ".pdf"
FindAsker = Callable[[str, str, str, str], Asker | Callable[[], Asker]]
"""Returns who asks a host for a path, with which cookies, from which address (``Askers.find``)."""
_MOST_HEALTH: Final = 2
"""How many requests of one address for the site's health are answered at once."""
_HOST: Final = re.compile(
    rb"(?=.{1,255}$)([A-Za-z0-9_-]{1,63}(\.[A-Za-z0-9_-]{1,63})*\.?|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?"
)
"""A host as browsers write it; the addresses in pages are made of it."""
_ABSOLUTE: Final = re.compile(rb"(?i:https?)://([^/]*)(.*)")
_LONGEST_LENGTH: Final = 15
"""The most digits of a length: no body has a million gigabytes."""
_MOST_AT_ONCE: Final = 1024 * 1024
"""How many bytes of an answer are held in memory; of a larger one, one piece at a time."""


# --- Who is answered next: places of a site, or of an address, taken in turn ----------------------


@dataclass(slots=True)
class _Queue:
    """Those who hold a place of a site, and those who wait for one, in the order of turns.

    Each has the line of their requests that still wait.
    """

    holding: dict[object, _Line] = field(default_factory=dict)
    waiting: dict[object, _Line] = field(default_factory=dict)


class Places:
    """The places of each site, ``most`` at once, taken in turn by those who wait for one.

    Everybody has one place at a time, however many of their requests wait; when it is free, their
    next request goes behind all others who wait then. An address whose requests are each for
    themselves (``object()``) has ``most`` at once.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._queues: dict[str, _Queue] = {}

    @asynccontextmanager
    async def place(self, site: str, who: object) -> AsyncIterator[None]:
        """Wait for the turn of ``who`` at a site or an address, and hold a place there."""
        queue, turn = self._queues.setdefault(site, _Queue()), asyncio.Event()
        lines = queue.holding if who in queue.holding else queue.waiting
        lines.setdefault(who, deque()).append(turn)
        self._give(queue)
        try:
            await turn.wait()
            yield
        finally:
            if turn.is_set():
                line = queue.holding.pop(who)
                queue.waiting |= {who: line} if line else {}
            else:
                self._give_up(queue, who, turn)
            self._give(queue)
            if not queue.holding and not queue.waiting:
                self._queues.pop(site, None)

    def _give(self, queue: _Queue) -> None:
        while queue.waiting and len(queue.holding) < self._most:
            who = next(iter(queue.waiting))
            queue.holding[who] = queue.waiting.pop(who)
            queue.holding[who].popleft().set()

    def _give_up(self, queue: _Queue, who: object, turn: asyncio.Event) -> None:
        lines = queue.holding if who in queue.holding else queue.waiting
        lines[who].remove(turn)
        if lines is queue.waiting and not lines[who]:
            del lines[who]


# --- Reads the body of a request, which must come whole and in time -------------------------------


class GoneError(Exception):
    """The phone has hung up."""


class SlowError(Exception):
    """The body of a request comes too slowly."""


class FullError(Exception):
    """Large bodies take up all the memory that there is for them."""


@dataclass(frozen=True, slots=True)
class Body:
    """The body of a request; of one that is too large only the size is kept."""

    content: bytes
    size: int


@dataclass(slots=True)
class LargeBodies:
    """The memory for bodies larger than a form: ``most`` bytes for all senders together.

    Forms do not count, so that many records sent at once keep nobody from entering a deal. Those to
    one site share ``most_of_site`` bytes.
    """

    most: int = MOST_LARGE_BYTES
    most_of_site: int = MOST_LARGE_BYTES
    held: int = field(init=False, default=0)
    _held_of_site: Counter[str] = field(init=False, default_factory=Counter)

    @asynccontextmanager
    async def read(self, receive: Receive, site: str = "") -> AsyncIterator[Body]:
        """Read a body for a site and hold it until its request is answered.

        Raises SlowError if it takes too long, GoneError if it ends, FullError if there is no room.
        """
        taken = 0

        def make_room(size: int) -> None:
            nonlocal taken
            more = max(0, min(size, MAX_REQUEST_BYTES) - _FORM_BYTES) - taken
            of_site = self._held_of_site[site] + more
            if self.held + more > self.most or of_site > self.most_of_site:
                raise FullError
            self.held, taken = self.held + more, taken + more
            self._held_of_site[site] = of_site

        try:
            yield await _read_body(receive, make_room)
        finally:
            self.held -= taken
            self._held_of_site[site] -= taken
            if not self._held_of_site[site]:
                del self._held_of_site[site]


async def _read_body(receive: Receive, make_room: Callable[[int], None]) -> Body:
    loop = asyncio.get_running_loop()
    begin, size, parts = loop.time(), 0, []
    while size <= _MOST_DISCARDED:
        allowed = min(_BODY_SECONDS, _FIRST_SECONDS + size / _LEAST_BYTES_A_SECOND)
        try:
            async with asyncio.timeout_at(begin + allowed):
                message = await receive()
        except TimeoutError:
            raise SlowError from None
        if message["type"] == "http.disconnect":
            raise GoneError
        part = message.get("body", b"")
        size += len(part)
        make_room(size)
        if size <= MAX_REQUEST_BYTES:
            parts.append(part)
        if not message.get("more_body", False):
            break
    return Body(b"".join(parts) if size <= MAX_REQUEST_BYTES else b"", size)


# --- Answers requests -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Answer:
    status: int
    headers: Headers
    body: bytes
    stream: EventStream | None = None
    pieces: Iterable[bytes] | None = None
    """The body of a large answer, which is sent piece by piece."""


class CrowdedError(Exception):
    """So many requests of this address, or of all, wait that one more must come again later."""


class AsgiSite:
    """The site as an ASGI application.

    ``site`` is the WSGI application that answers; ``forwarded`` tells whether a proxy stands before
    it and names the phone's address.
    """

    def __init__(
        self,
        *,
        site: Callable[..., Iterable[bytes]],
        find_asker: FindAsker,
        by_address: Places,
        forwarded: bool,
        large_bodies: LargeBodies | None = None,
    ) -> None:
        self.site, self.find_asker, self.forwarded = site, find_asker, forwarded
        self.by_address, self.large_bodies = by_address, large_bodies or LargeBodies()
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="answer")
        self.computing = ThreadPoolExecutor(_COMPUTING, thread_name_prefix="page")
        self._looking = ThreadPoolExecutor(1, thread_name_prefix="link")
        # Apart from the other places, so that a busy site still tells its proxy that it is well.
        self._health = Places(_MOST_HEALTH)
        self._places, self._papers = Places(_PLACES), Places(_PLACES)
        self._slow, self._links = Places(_SLOW_PLACES), Places(1)
        # How many requests wait, by site and turn, those of strangers by their address.
        self._waiting = Counter[tuple[str, str]]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if _is_unclear(scope):
            await _send(send, _plain(400, "Nobody can tell where this request ends."))
            return
        scope = _without_host_in_path(scope)
        try:
            asker = await self._asker(scope)
            async with self.large_bodies.read(receive, asker.site) as body:
                await self._send_answer(await self._answer(scope, asker, body), receive, send)
        except GoneError:
            return
        except SlowError:
            await _send(send, _plain(408, "The request came too slowly."))
        except FullError:
            await _send(send, _plain(503, "Too much is being sent at once. Try again in a minute."))
        except CrowdedError:
            await asyncio.sleep(_REFUSED_SECONDS)
            refusal = _plain(503, "Too many requests are waiting. Try again in a moment.")
            refusal.headers.append((b"retry-after", b"1"))
            await _send(send, refusal)

    async def _asker(self, scope: Scope) -> Asker:
        """Return who asks; what is not remembered is looked up, one of each address at a time."""
        network = self._network_of(scope)
        if scope["path"] == HEALTH_PATH:
            return Asker(HEALTH_PATH, network)
        headers = dict(scope["headers"])
        cookies = headers.get(b"cookie", b"").decode("latin-1")
        found = self.find_asker(self._host_of(scope), scope["path"], cookies, network)
        if isinstance(found, Asker):
            return found
        async with self._links.place("", network):
            return await _run(self._looking, found)

    async def _answer(self, scope: Scope, asker: Asker, body: Body) -> _Answer:
        if not _HOST.fullmatch(dict(scope["headers"]).get(b"host", b"")):
            return _plain(400, "The address of this site is written differently.")
        if body.content.count(b"&") >= _MOST_FIELDS and _is_form(scope):
            return _plain(413, "This form has more fields than any on this site.")
        network = self._network_of(scope)
        if scope["path"] == HEALTH_PATH:
            async with self._health.place(network, object()):
                return await _run(self.threads, partial(_call, self.site, _environ(scope, body)))
        is_paper = scope["path"].endswith(_PAPER)
        threads = self.threads if is_paper else self.computing
        places = [self._papers if is_paper else self._places]
        if _is_unlinked(scope):
            places.insert(0, self._slow)
        async with self._turn(places, asker, network), self.by_address.place(network, object()):
            return await _run(threads, partial(_call, self.site, _environ(scope, body)))

    @asynccontextmanager
    async def _turn(
        self, places: Sequence[Places], asker: Asker, network: str
    ) -> AsyncIterator[None]:
        """Wait for one of each of these places of a site. Raises CrowdedError before it waits."""
        who = asker.site, network if asker.is_stranger else asker.turn
        is_bounded = asker.is_stranger or self._waiting.total() >= MOST_WAITING
        if is_bounded and self._waiting[who] >= _MOST_OF_STRANGERS:
            raise CrowdedError
        self._waiting[who] += 1
        async with AsyncExitStack() as stack:
            try:
                for kind in places:
                    await stack.enter_async_context(kind.place(asker.site, asker.turn))
            finally:
                self._waiting[who] -= 1
                if not self._waiting[who]:
                    del self._waiting[who]
            yield

    async def _send_answer(self, answer: _Answer, receive: Receive, send: Send) -> None:
        if answer.pieces is not None:
            await self._send_pieces(answer, answer.pieces, receive, send)
            return
        if answer.stream is None:
            await _send(send, answer)
            return
        try:
            await _send(send, answer)
            await self._send_events(answer.stream, receive, send)
        finally:
            answer.stream.close()

    async def _send_events(self, stream: EventStream, receive: Receive, send: Send) -> None:
        loop, news = asyncio.get_running_loop(), asyncio.Event()
        # The body has been read, so the next message can only be that the phone has hung up.
        gone = asyncio.ensure_future(receive())
        # News comes from the thread that saves a deal, and only this call wakes the loop.
        event = stream.on_news(lambda: loop.call_soon_threadsafe(news.set))
        try:
            await send({"type": "http.response.body", "body": event, "more_body": True})
            while not (stream.is_over or gone.done()):
                waiting = asyncio.ensure_future(news.wait())
                await asyncio.wait(
                    (waiting, gone),
                    timeout=REPEAT_SECONDS,
                    return_when=asyncio.FIRST_COMPLETED,
                )
                waiting.cancel()
                # Before the state is read: news that comes meanwhile is told in the next round.
                news.clear()
                event = await _run(self.threads, stream.next_event)
                await send({"type": "http.response.body", "body": event, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            gone.cancel()

    async def _send_pieces(
        self, answer: _Answer, pieces: Iterable[bytes], receive: Receive, send: Send
    ) -> None:
        gone, coming = asyncio.ensure_future(receive()), iter(pieces)
        try:
            await send(_start_of(answer))
            while not gone.done():
                # The next piece is read once the last is on its way, so that memory holds only one.
                piece = await _run(self.threads, lambda: next(coming, b""))
                await send({"type": "http.response.body", "body": piece, "more_body": bool(piece)})
                if not piece:
                    break
        finally:
            gone.cancel()
            _close(pieces)

    def _host_of(self, scope: Scope) -> str:
        """Return the name of the host that a browser asked for."""
        headers = dict(scope["headers"])
        named: bytes = headers.get(b"host", b"")
        if self.forwarded:
            named = headers.get(b"x-forwarded-host", named).rpartition(b",")[2].strip()
        return named.decode("latin-1")

    def _network_of(self, scope: Scope) -> str:
        if self.forwarded:
            # The proxy adds the address that it saw; what stands before that, a phone may invent.
            named = dict(scope["headers"]).get(b"x-forwarded-for", b"")
            return network_of(named.rpartition(b",")[2].strip().decode("latin-1"))
        return network_of(scope["client"][0]) if scope["client"] else ""


async def _run(threads: ThreadPoolExecutor, work: Callable[[], Result]) -> Result:
    return await asyncio.get_running_loop().run_in_executor(threads, work)


def _is_unclear(scope: Scope) -> bool:
    """Tell whether a proxy may take a request for another one than the site (RFC 9112, 6)."""
    headers = dict(scope["headers"])
    length: bytes = headers.get(b"content-length", b"")
    is_twofold = bool(length) and b"transfer-encoding" in headers
    return is_twofold or len(length) > _LONGEST_LENGTH or not scope["method"].isupper()


def _without_host_in_path(scope: Scope) -> Scope:
    """Return a request whose address is a path; a host in the address counts (RFC 9112, 3.2.2)."""
    found = _ABSOLUTE.fullmatch(scope["raw_path"])
    if found is None:
        return scope
    path = found[2] or b"/"
    headers = [(b"host", found[1]), *[line for line in scope["headers"] if line[0] != b"host"]]
    return {**scope, "headers": headers, "raw_path": path, "path": unquote(path.decode("ascii"))}


def _environ(scope: Scope, body: Body) -> dict[str, Any]:
    """Return the WSGI environment of a request (PEP 3333)."""
    host, port = scope["server"] or ("localhost", 80)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        # Not "path", which has lost the bytes that are no UTF-8; WSGI wants bytes as Latin-1.
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": str(host),
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": str(scope["client"][0]) if scope["client"] else "",
        "CONTENT_LENGTH": str(body.size),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(body.content),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1"), raw_value.decode("latin-1")
        # A name with an underscore could pass for one that only a proxy may set.
        if "_" in name or name in {"content-length", "transfer-encoding"}:
            continue
        key = name.upper().replace("-", "_")
        key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
        environ[key] = f"{environ[key]},{value}" if key in environ else value
    return environ


def _call(site: Callable[..., Iterable[bytes]], environ: dict[str, Any]) -> _Answer:
    begun: list[tuple[str, list[tuple[str, str]]]] = []

    def start(status: str, headers: list[tuple[str, str]], _: object = None) -> None:
        begun[:] = [(status, headers)]

    result = site(environ, start)
    if isinstance(result, EventStream):
        return _Answer(*_head(begun), b"", result)
    if begun and _length_of(begun[0][1]) > _MOST_AT_ONCE:
        return _Answer(*_head(begun), b"", pieces=result)
    try:
        body = b"".join(result)
    finally:
        _close(result)
    return _Answer(*_head(begun), body)


def _length_of(headers: list[tuple[str, str]]) -> int:
    lengths = [int(value) for name, value in headers if name.lower() == "content-length"]
    return lengths[0] if lengths else 0


def _close(result: Iterable[bytes]) -> None:
    close = getattr(result, "close", None)
    if close is not None:
        close()


def _head(begun: list[tuple[str, list[tuple[str, str]]]]) -> tuple[int, Headers]:
    ((status, headers),) = begun
    return int(status[:3]), [
        (name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers
    ]


def _is_form(scope: Scope) -> bool:
    """Tell whether a body is a form in which ``&`` stands between fields; a file is none."""
    kind: bytes = dict(scope["headers"]).get(b"content-type", b"")
    return kind.lower().lstrip().startswith(b"application/x-www-form-urlencoded")


def _is_unlinked(scope: Scope) -> bool:
    """Tell whether a request is a post that needs no link."""
    return scope["method"] == "POST" and _LINKED.match(scope["path"]) is None


def _plain(status: int, text: str) -> _Answer:
    body = text.encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        # The rest of a body that was not read would be taken for the next request.
        (b"connection", b"close"),
    ]
    return _Answer(status, headers, body)


def _start_of(answer: _Answer) -> Message:
    return {
        "type": "http.response.start",
        "status": answer.status,
        "headers": answer.headers,
    }


async def _send(send: Send, answer: _Answer) -> None:
    await send(_start_of(answer))
    if answer.stream is None:
        await send({"type": "http.response.body", "body": answer.body})
