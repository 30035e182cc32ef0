"""Phones for measurements: raw sockets that open pages, post deals and listen to streams."""

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import perf_counter
from urllib.parse import urlencode
from zlib import crc32

_HIDDEN = re.compile(r'name="(csrf_token|entry_id|version)" value="([^"]*)"')
_BOUNDARY = "the-file"


@dataclass(frozen=True)
class Answer:
    """What came back: the status, the headers in small letters, the body as it travelled."""

    status: int
    headers: Mapping[str, str]
    body: bytes


async def read_head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """The status and the headers of an answer."""
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    pairs = [line.split(":", 1) for line in lines if line]
    return int(first.split()[1]), {name.lower(): value.strip() for name, value in pairs}


async def read_body(reader: asyncio.StreamReader, headers: Mapping[str, str]) -> bytes:
    """The body of an answer, whole."""
    if headers.get("transfer-encoding") != "chunked":
        return await reader.readexactly(int(headers.get("content-length", "0")))
    parts = []
    while size := int(await reader.readline(), 16):
        parts.append(await reader.readexactly(size))
        await reader.readexactly(2)
    await reader.readexactly(2)
    return b"".join(parts)


def _with_file(form: Mapping[str, str], file: bytes) -> bytes:
    """Return the body of a form with a file."""
    head = f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="'
    fields = "".join([f'{head}{name}"\r\n\r\n{value}\r\n' for name, value in form.items()])
    start = f'{fields}{head}file"; filename="a.json"\r\n\r\n'
    return start.encode() + file + f"\r\n--{_BOUNDARY}--\r\n".encode()


def split_address(address: str) -> tuple[str, str]:
    """Return the host and the path of an address: "//ann.cards.example.org/rules", or a path."""
    if not address.startswith("//"):
        return "127.0.0.1", address
    host, _, path = address[2:].partition("/")
    return host, f"/{path}"


def home_of(address: str) -> str:
    """Return the address of this machine that the phones of a game have: each table is at a home.

    Phones of one address without a seat would be strangers who crowd a site.
    """
    _, path = split_address(address)
    number = crc32("/".join(path.split("/")[:3]).encode())
    return f"127.1.{number // 250 % 250 + 1}.{number % 250 + 1}"


@dataclass
class Phone:
    """One browser with one connection that is kept alive, and its cookie.

    An address may begin with a host; the connection goes to the port all the same. ``source`` is
    the address of this machine that it comes from.
    """

    port: int
    cookie: str = ""
    source: str = "127.0.0.1"
    _lines: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = field(default=None)

    async def ask(
        self,
        path: str,
        form: Mapping[str, str] | None = None,
        *,
        file: bytes | None = None,
        **headers: str,
    ) -> tuple[Answer, float]:
        """The answer to a request, and how long it took (seconds); a form may have a ``file``."""
        kind, body = "application/x-www-form-urlencoded", urlencode(form or {}).encode()
        if form and file is not None:
            kind, body = f"multipart/form-data; boundary={_BOUNDARY}", _with_file(form, file)
        host, path = split_address(path)
        lines = [f"{'POST' if form else 'GET'} {path} HTTP/1.1", f"Host: {host}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        if self.cookie:
            lines.append(f"Cookie: {self.cookie}")
        if form:
            lines.append(f"Content-Type: {kind}")
            lines.append(f"Content-Length: {len(body)}")
        begin = perf_counter()
        reader, writer = await self._connect()
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        status, found = await read_head(reader)
        content = b"" if status in (204, 304) else await read_body(reader, found)
        took = perf_counter() - begin
        if "set-cookie" in found:
            self.cookie = found["set-cookie"].split(";")[0]
        if found.get("connection", "") == "close":
            self.close()
        return Answer(status, found, content), took

    async def ticket(self, page_address: str) -> dict[str, str]:
        """The hidden values of the form on a page."""
        page, _ = await self.ask(page_address)
        return dict(_HIDDEN.findall(page.body.decode()))

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._lines is None:
            self._lines = await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=(self.source, 0)
            )
        return self._lines

    def close(self) -> None:
        """Hang up."""
        if self._lines is not None:
            self._lines[1].close()
            self._lines = None


class Listener:
    """A phone with an open stream: the states that it was told, each with the moment."""

    def __init__(self, port: int, game: str) -> None:
        self.game = game
        self.heard: list[tuple[float, str]] = []
        self.status = 0
        self.port = port
        self._task: asyncio.Task[None] | None = None
        self._news = asyncio.Event()

    async def open(self) -> None:
        """Open the stream; return when its first event has come, or the status of a refusal."""
        reader, self._writer = await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(home_of(self.game), 0)
        )
        host, path = split_address(self.game)
        head = f"GET {path}live HTTP/1.1\r\nHost: {host}\r\nAccept: text/event-stream\r\n\r\n"
        self._writer.write(head.encode())
        self.status, _ = await read_head(reader)
        if self.status == 200:
            self._task = asyncio.create_task(self._listen(reader))
            await self.wait_for(1)

    async def wait_for(self, count: int) -> None:
        """Wait until so many states have come."""
        while len(self.heard) < count:
            self._news.clear()
            await self._news.wait()

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        while line := await reader.readline():
            if line.startswith(b"data: "):
                self._note(line[6:].decode().strip())

    def _note(self, state: str) -> None:
        """Note a state if it is new: streams also repeat the present one from time to time."""
        if not self.heard or self.heard[-1][1] != state:
            self.heard.append((perf_counter(), state))
            self._news.set()

    def close(self) -> None:
        """Hang up at once, as a phone does that loses its network."""
        if self._task is not None:
            self._task.cancel()
        self._writer.transport.abort()
