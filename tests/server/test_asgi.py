"""What is answered to requests that are slow, broken, too large or too many."""

import asyncio
import socket
import sys
from collections.abc import Callable, Iterator, MutableMapping
from http import HTTPStatus
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from scorekeeper.config import MAX_REQUEST_BYTES, load_settings
from scorekeeper.games.games import start_game
from scorekeeper.games.links import Role, link_of
from scorekeeper.server.asgi import AsgiSite, FullError, LargeBodies, Places
from scorekeeper.server.protocol import SiteProtocol
from scorekeeper.server.start import open_port
from scorekeeper.web.core.security import Asker
from scorekeeper.web.live import EventStream
from tests.only_site import site_of
from tests.server.conftest import BODY, PATIENCE, Running, ends_of, read_all, run_apart, scope_of

PAGE = b"GET /rules HTTP/1.1\r\nHost: table.test\r\nConnection: close\r\n\r\n"
POST = b"POST /import HTTP/1.1\r\nHost: table.test\r\nConnection: close\r\n"


def status_of(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def ask(running: Running, request: bytes) -> bytes:
    with running.connect(request) as phone:
        return read_all(phone)


def begin_game(running: Running) -> str:
    store = site_of(running.app).store
    key = start_game(store, {"variant": "laws", "players": ["Ann", "Bob"]})
    return str(link_of(store, str(key), Role.VIEWER))


def test_a_page_is_answered(running: Running) -> None:
    answer = ask(running, PAGE)
    assert status_of(answer) == HTTPStatus.OK
    assert b"Laws of Oklahoma" in answer


# --- slow -----------------------------------------------------------------------------------------


def test_a_head_that_is_never_finished_is_closed(running: Running) -> None:
    for begun in (b"", b"G", b"GET / HTTP/1.1\r\nHost: table.test\r\nX-A: "):
        with running.connect(begun) as phone:
            assert read_all(phone) == b""


def test_a_head_on_a_connection_already_used_has_the_same_time(running: Running) -> None:
    with running.connect(PAGE.replace(b"close", b"keep-alive")) as phone:
        phone.recv(1)
        phone.sendall(b"GET / HT")
        assert b"HTTP/1.1" not in read_all(phone)


def test_a_body_that_comes_too_slowly_is_refused(running: Running) -> None:
    begin = monotonic()
    with running.connect(POST + b"Content-Length: 5000\r\n\r\nabc") as phone:
        assert status_of(read_all(phone)) == HTTPStatus.REQUEST_TIMEOUT
    assert monotonic() - begin >= BODY


@pytest.mark.parametrize("limits", [{}], ids=["usual"])
def test_many_half_requests_hold_up_nobody(limited: Running) -> None:
    halves = [limited.connect(POST + b"Content-Length: 5000\r\n\r\nabc") for _ in range(100)]
    assert status_of(ask(limited, PAGE)) == HTTPStatus.OK  # long before a half has had its time
    for half in halves:
        half.close()


# --- too large ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [MAX_REQUEST_BYTES + 1, 4 * MAX_REQUEST_BYTES])
def test_a_request_that_is_too_large_is_answered_with_words(running: Running, size: int) -> None:
    head = POST + b"Content-Type: application/x-www-form-urlencoded\r\n"
    with running.connect(head + b"Content-Length: %d\r\n\r\n" % size) as phone:
        phone.sendall(b"a" * size)
        answer = read_all(phone)
    assert status_of(answer) == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    assert b"At most 1 MiB can be sent" in answer


@pytest.mark.parametrize(
    ("kind", "fields", "status"),
    [
        ("application/x-www-form-urlencoded", 1_000, 400),  # without a token
        ("application/x-www-form-urlencoded", 1_001, 413),
        (" Application/X-WWW-form-urlencoded; charset=utf-8", 90_000, 413),
        ("text/plain", 90_000, 400),
    ],
)
def test_a_form_of_too_many_fields_is_refused_before_it_is_parsed(
    running: Running, kind: str, fields: int, status: int
) -> None:
    body = b"&".join([b"a=b"] * fields)
    head = f"POST /look HTTP/1.0\r\nHost: 127.0.0.1\r\nContent-Type: {kind}\r\n"
    answer = ask(running, f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    assert status_of(answer) == status


async def hold(bodies: LargeBodies, *sizes: int, sites: tuple[str, ...] = ()) -> list[int]:
    """Read bodies of these sizes at once; return the sizes of those that were taken.

    Each is for the site at its place in ``sites``, all for one if there are none.
    """
    taken = []
    everybody_has_asked = asyncio.Event()

    async def send_one(size: int, site: str) -> None:
        parts = iter([(size // 2, True), (size - size // 2, False)])

        async def receive() -> dict[str, Any]:
            length, more = next(parts)
            return {"type": "http.request", "body": bytes(length), "more_body": more}

        try:
            async with bodies.read(receive, site) as body:
                taken.append(body.size)
                await everybody_has_asked.wait()
        except FullError:
            pass

    asked = zip(sizes, sites or [""] * len(sizes), strict=True)
    sent = [asyncio.ensure_future(send_one(size, site)) for size, site in asked]
    await asyncio.sleep(0)
    everybody_has_asked.set()
    await asyncio.gather(*sent)
    return taken


def test_large_bodies_have_one_bound_and_forms_are_taken_beside_it() -> None:
    bodies = LargeBodies(most=1_000_000)
    large, form = 600_000, 60_000
    assert run_apart(hold(bodies, large, large, form, form)) == [large, form, form]
    assert bodies.held == 0
    assert run_apart(hold(bodies, large)) == [large]


def test_a_site_of_a_host_has_only_a_part_of_the_room_for_large_bodies() -> None:
    bodies, large = LargeBodies(most=2_000_000, most_of_site=1_000_000), 600_000
    flooded = ("flooded", "flooded", "quiet")
    assert run_apart(hold(bodies, large, large, large + 1, sites=flooded)) == [large, large + 1]
    assert run_apart(hold(bodies, large, sites=("flooded",))) == [large]


def test_of_a_body_that_is_too_large_no_more_is_held_than_a_body_may_have() -> None:
    bodies = LargeBodies(most=MAX_REQUEST_BYTES)
    assert run_apart(hold(bodies, 4 * MAX_REQUEST_BYTES)) == [4 * MAX_REQUEST_BYTES]


@pytest.mark.parametrize(("size", "status"), [(60_000, 200), (200_000, 503)])
def test_a_body_for_which_there_is_no_room_is_refused(size: int, status: int) -> None:
    def site(_: dict[str, Any], start: Callable[..., object]) -> list[bytes]:
        start("200 OK", [])
        return [b"taken"]

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": bytes(size)}

    async def send(message: MutableMapping[str, Any]) -> None:
        answered.append(message.get("status"))

    answered: list[int | None] = []
    application = AsgiSite(
        site=site,
        find_asker=lambda *_: Asker("", ""),
        by_address=Places(9),
        forwarded=False,
        large_bodies=LargeBodies(most=100_000),
    )
    run_apart(application(scope_of("/import"), receive, send))
    application.threads.shutdown()
    assert answered == [status, None]


# --- broken ---------------------------------------------------------------------------------------

MULTIPART = b"Content-Type: multipart/form-data; boundary=x\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    "request_",
    [
        POST + MULTIPART + CHUNKED + b"4\r\n--x\r\n0\r\n\r\n",
        POST + MULTIPART + CHUNKED + b"zz\r\n--x\r\n0\r\n\r\n",
        POST + MULTIPART + CHUNKED + b"f" * 40 + b"\r\n--x",
        POST + b"Content-Length: -1\r\n\r\n",
        POST + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
        POST + b"Content-Length: 4\r\n" + CHUNKED + b"0\r\n\r\n",
        POST + b"Content-Length: 9223372036854775808\r\n\r\nabcd",
        PAGE.replace(b"GET", b"get"),
        PAGE.replace(b"/rules", b"http://a..b/rules"),
        PAGE.replace(b"table.test", b"a..b"),
        PAGE.replace(b"table.test", b"x" * 64),
        PAGE.replace(b"table.test", b"a b"),
        PAGE.replace(b"table.test", b"\xff\xfe"),
        PAGE.replace(b"Host: table.test\r\n", b""),
        PAGE.replace(b"Host: table.test\r\n", b"Host: a\r\nHost: b\r\n"),
        b"BREW / COFFEE\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"\r\n\r\n\r\n\0\0\0\0\r\n\r\n",
    ],
)
def test_a_broken_request_is_answered_400_or_closed(running: Running, request_: bytes) -> None:
    answer = ask(running, request_.replace(b"Connection: close\r\n", b""))
    assert answer == b"" or status_of(answer) == HTTPStatus.BAD_REQUEST


@pytest.mark.parametrize("at", [b"http://table.test/rules", b"HTTP://table.test:80/rules"])
def test_a_host_in_the_address_counts_as_in_its_header(running: Running, at: bytes) -> None:
    answer = ask(running, PAGE.replace(b"/rules", at).replace(b"Host: table.test", b"Host: x"))
    assert status_of(answer) == HTTPStatus.OK


def test_a_header_cannot_move_the_site_or_pass_for_a_proxy_s(running: Running) -> None:
    moved = PAGE.replace(b"\r\n\r\n", b"\r\nScript-Name: /x\r\nScript_Name: /y\r\n\r\n")
    assert ask(running, moved).split(b"\r\n\r\n")[1] == ask(running, PAGE).split(b"\r\n\r\n")[1]


def test_a_path_comes_through_as_it_was_sent(running: Running) -> None:
    strange = PAGE.replace(b"/rules", b"/game/%C3%A4%2F%00/" + b"x" * 300)
    assert status_of(ask(running, strange)) == HTTPStatus.NOT_FOUND


# --- too many -------------------------------------------------------------------------------------


@pytest.mark.parametrize("limits", [{"connections_per_address": 3}])
def test_an_address_has_only_so_many_connections(
    limited: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = ends_of(monkeypatch, SiteProtocol, "connection_lost")
    first = [limited.connect() for _ in range(3)]
    assert ask(limited, PAGE) == b""
    first[0].close()
    for _ in ("the refused one", "the closed one"):
        assert lost.acquire(timeout=PATIENCE)
    assert status_of(ask(limited, PAGE)) == HTTPStatus.OK
    for phone in first:
        phone.close()


def test_many_connections_that_come_at_once_are_accepted_in_small_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, accept = [0], SiteProtocol.connection_made

    def connection_made(self: SiteProtocol, transport: asyncio.Transport) -> None:
        if made == [0]:
            begin_turn()
        made[-1] += 1
        accept(self, transport)

    def begin_turn() -> None:
        made.append(0)
        if sum(made) < 100:
            asyncio.get_running_loop().call_soon(begin_turn)

    monkeypatch.setattr(SiteProtocol, "connection_made", connection_made)
    listener = open_port("127.0.0.1", 0)
    phones = [socket.create_connection(listener.getsockname()) for _ in range(100)]
    running = Running(load_settings(tmp_path, host="127.0.0.1", port=0), listener)
    assert status_of(ask(running, PAGE)) == HTTPStatus.OK
    waiting = listener.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 32)[28:]
    for phone in phones:
        phone.close()
    running.stop()
    assert sum(made) >= 100
    assert max(made) < 20
    assert int.from_bytes(waiting, sys.byteorder) >= 100  # so many may wait to be accepted


@pytest.mark.parametrize(
    "limits", [{"streams_per_link": 2}, {"streams_per_address": 2}], ids=["link", "address"]
)
def test_a_link_and_an_address_have_only_so_many_streams(
    limited: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = ends_of(monkeypatch, EventStream, "close")
    game = begin_game(limited)
    stream = b"GET /game/%s/live HTTP/1.1\r\nHost: table.test\r\n\r\n" % game.encode()
    phones = [limited.connect(stream) for _ in range(3)]
    statuses = sorted([status_of(phone.recv(4096)) for phone in phones])
    assert statuses == [HTTPStatus.OK, HTTPStatus.OK, HTTPStatus.SERVICE_UNAVAILABLE]
    for phone in phones:
        phone.close()
    for _ in ("the first", "the second"):
        assert ended.acquire(timeout=PATIENCE)
    with limited.connect(stream) as again:
        assert status_of(again.recv(4096)) == HTTPStatus.OK


@pytest.mark.parametrize("limits", [{"requests_per_address": 1}])
def test_requests_beyond_a_share_wait_for_their_turn(limited: Running) -> None:
    phones = [limited.connect(PAGE) for _ in range(9)]
    assert {status_of(read_all(phone)) for phone in phones} == {HTTPStatus.OK}
    for phone in phones:
        phone.close()


# --- large answers --------------------------------------------------------------------------------


class Download:
    """An answer of three pieces of a megabyte, which counts those taken and those sent."""

    def __init__(self) -> None:
        self.taken = 0
        self.is_closed = False

    def __iter__(self) -> Iterator[bytes]:
        for _ in range(3):
            self.taken += 1
            yield bytes(1_000_000)

    def close(self) -> None:
        self.is_closed = True


def send_download(download: Download, *, hangs_up_after: int | None = None) -> list[int]:
    """Ask for a download; return how many pieces had been taken when each was sent."""
    sent: list[int] = []
    incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    incoming.put_nowait({"type": "http.request", "body": b""})

    def site(_: dict[str, Any], start: Callable[..., object]) -> Download:
        start("200 OK", [("Content-Length", "3000000")])
        return download

    async def send(message: MutableMapping[str, Any]) -> None:
        if message.get("body"):
            sent.append(download.taken)
        if len(sent) == hangs_up_after:
            incoming.put_nowait({"type": "http.disconnect"})
            await asyncio.sleep(0)

    application = AsgiSite(
        site=site, find_asker=lambda *_: Asker("", ""), by_address=Places(9), forwarded=False
    )
    run_apart(application(scope_of("/"), incoming.get, send))
    application.threads.shutdown()
    return sent


def test_a_large_answer_is_sent_piece_by_piece() -> None:
    download = Download()
    assert send_download(download) == [1, 2, 3]
    assert download.is_closed


def test_a_phone_that_hangs_up_ends_its_download() -> None:
    download = Download()
    assert send_download(download, hangs_up_after=1) == [1]
    assert download.is_closed
