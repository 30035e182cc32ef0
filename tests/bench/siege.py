"""One site of a host besieged: half requests, hostile imports, floods of posts, papers at once."""

import asyncio
import json
import subprocess
import sys
import zlib
from base64 import urlsafe_b64encode
from collections import Counter
from itertools import islice
from random import Random
from time import perf_counter
from types import TracebackType
from typing import Self

from scorekeeper.record.sheet_code import PRESET
from tests.bench.phones import Phone, split_address
from tests.bench.process import processor_seconds

HALVES, PAPERS, FLOODS, SHEETS, RECORDS = 1_100, 30, 24, 16, 8
SOURCES = tuple([f"127.0.0.{number}" for number in range(2, 10)])
"""The addresses that the siege comes from; other phones have another."""
BEGIN_SECONDS = 3.0
EMPTY_DEALS = 340_000
ROOM = 1_000_000
PLAYERS = ["Ann", "Bob", "Cal", "Dot"]


class Siege:
    """A process that besieges a site while the block runs, so that its own work is apart.

    Then ``told`` says how often each status was answered, and ``share`` how much of a processor it
    took.
    """

    def __init__(self, port: int, game: str) -> None:
        self._port, self._game = port, game
        self._begun = self._processor = self.share = 0.0
        self.told = ""

    async def __aenter__(self) -> Self:
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.bench.siege", str(self._port), self._game),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        await asyncio.sleep(BEGIN_SECONDS)  # until it is under way
        self._begun, self._processor = perf_counter(), processor_seconds(self._process.pid)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        spent = processor_seconds(self._process.pid) - self._processor
        self.share = spent / (perf_counter() - self._begun)
        told, _ = await self._process.communicate(b"\n")
        self.told = told.decode().strip()


async def besiege(port: int, game: str) -> Counter[str]:
    """Besiege until a line comes on standard input; return how often each status was answered."""
    statuses = Counter[str]()
    host, _ = split_address(game)
    halves = [asyncio.create_task(_half(port, host, number)) for number in range(HALVES)]
    phones = [
        Phone(port, source=SOURCES[number % len(SOURCES)])
        for number in range(PAPERS + FLOODS + SHEETS + RECORDS)
    ]
    coming = iter(phones)
    work = [
        asyncio.create_task(each)
        for each in (
            *[_paper(phone, game, statuses) for phone in islice(coming, PAPERS)],
            *[_flood(phone, game, statuses) for phone in islice(coming, FLOODS)],
            *[_read(phone, host, statuses) for phone in islice(coming, SHEETS)],
            *[_import(phone, host, statuses) for phone in coming],
        )
    ]
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    for each in (*halves, *work):
        each.cancel()
    await asyncio.gather(*halves, *work, return_exceptions=True)
    return statuses


async def _half(port: int, host: str, number: int) -> None:
    """Send half a request, and another when the site has hung up."""
    while True:
        line = await asyncio.open_connection(
            "127.0.0.1", port, local_addr=(SOURCES[number % len(SOURCES)], 0)
        )
        line[1].write(f"GET / HTTP/1.1\r\nHost: {host}\r\nX-Half: ".encode())
        await line[0].read()
        line[1].close()


async def _paper(phone: Phone, game: str, statuses: Counter[str]) -> None:
    while True:
        await _ask(phone, statuses, f"{game}sheet.pdf")


async def _flood(phone: Phone, game: str, statuses: Counter[str]) -> None:
    ticket = await phone.ticket(f"{game}enter")
    while True:
        await _ask(phone, statuses, f"{game}enter", {**ticket, "ending": "out", "by": "9" * 5000})


async def _read(phone: Phone, host: str, statuses: Counter[str]) -> None:
    ticket = await phone.ticket(f"//{host}/read")
    form = {**ticket, "text": _make_sheet()}
    while True:
        await _ask(phone, statuses, f"//{host}/read", form)


async def _import(phone: Phone, host: str, statuses: Counter[str]) -> None:
    """Import records that take longest to read, a fifth of a second each."""
    ticket = await phone.ticket(f"//{host}/import")
    record = _make_record(Random(1))
    while True:
        await _ask(phone, statuses, f"//{host}/import", ticket, file=record)


def _make_record(random: Random) -> bytes:
    """Return a record of as many deals with penalties as fit and as a game may have."""
    deals: list[object] = []
    size = 0
    while len(deals) < 500:
        hands = {
            name: {
                "melds": [],
                "in_hand": "4C",
                "penalties": [{"points": random.randrange(5, 500, 5)}] * 50,
            }
            for name in PLAYERS
        }
        deal = {"ending": "stock", "hands": hands}
        size += len(json.dumps(deal))
        if size > ROOM:
            break
        deals.append(deal)
    record = {"format": "scorekeeper-game/1", "variant": "laws", "players": PLAYERS, "deals": deals}
    return json.dumps(record).encode()


def _make_sheet() -> str:
    """Return the text of a sheet code with as many empty deals as a megabyte holds."""
    document = {"variant": "laws", "players": ["A", "B"], "deals": [{}] * EMPTY_DEALS}
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, PRESET)
    text = json.dumps(document, separators=(",", ":")).encode()
    data = packer.compress(text) + packer.flush()
    return f"SK1.1.1.{zlib.crc32(data):08x}.{urlsafe_b64encode(data).rstrip(b'=').decode()}"


async def _ask(
    phone: Phone,
    statuses: Counter[str],
    address: str,
    form: dict[str, str] | None = None,
    *,
    file: bytes | None = None,
) -> None:
    try:
        answer, _ = await phone.ask(address, form, file=file)
        statuses[str(answer.status)] += 1
    except (OSError, asyncio.IncompleteReadError):
        phone.close()
        statuses["hung up"] += 1


if __name__ == "__main__":
    found = asyncio.run(besiege(int(sys.argv[1]), sys.argv[2]))
    print(", ".join([f"{status}: {count}" for status, count in sorted(found.items())]))
