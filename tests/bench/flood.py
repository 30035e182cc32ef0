"""A stranger floods a club's site with the dearest page there is, while its phones play on.

The club has ten tables of four phones with a seat, all of one address, as in a hall. The stranger
has another address and no seat, and asks on many connections at once for the history of a game of
500 deals that it imported itself.
"""

import asyncio
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import random
from typing import Self

from scorekeeper.config import load_settings
from scorekeeper.server.app import create_app
from tests.bench.figures import Row, milliseconds
from tests.bench.phones import Phone
from tests.bench.tables import SPREAD_SECONDS
from tests.club_site import begin_club
from tests.deploy.clubs import CHECKOUT
from tests.hosts import DOMAIN, make_host
from tests.only_site import close_site
from tests.served import Served
from tests.web.phone import Phone as TestPhone

CONNECTIONS = 24, 100
SECONDS, SHORT_SECONDS = 20.0, 8.0
TABLES, SEATS = 10, ("Ann", "Bob", "Cal", "Dot")
DEALS = 500
HALL, STRANGER = "127.0.0.2", "127.0.0.1"
PAUSE_SECONDS, BELL_SECONDS = 0.1, 2.0
"""Between two pages of the hall, and between two bells, at which all of its phones ask at once."""
PAGES = ("", "hands", "history", "enter")


@dataclass
class Seen:
    """What the phones of the club saw: how long pages took (seconds), and what was not answered."""

    pages: list[float] = field(default_factory=list)
    at_bells: list[float] = field(default_factory=list)
    refused: int = 0


@dataclass(frozen=True)
class Hall:
    """A club's site, and its phones: of each the cookie, and the address of its table.

    ``site`` is the host before the paths of the site, empty for one installation.
    """

    site: str
    seats: tuple[tuple[str, str], ...]

    @classmethod
    def fill(cls, folder: Path, name: str) -> Self:
        """Set up the club of a site with an open night, and let its phones take their seats."""
        site = create_app(load_settings(folder))
        night = begin_club(site).night()
        seats = []
        for _ in range(TABLES):
            table = night.game(*SEATS)
            for seat in range(len(SEATS)):
                phone = TestPhone(site)
                phone.open(night.join)
                phone.send(phone.open(f"{table.door}seat"), {"seat": str(seat)})
                cookie = phone.client.get_cookie("scorekeeper")
                assert cookie is not None
                seats.append((f"scorekeeper={cookie.value}", f"{name}{table.door}"))
        close_site(site)
        return cls(name, tuple(seats))


def run() -> Iterator[Row]:
    return measure(SECONDS)


def run_short() -> Iterator[Row]:
    return measure(SHORT_SECONDS)


def measure(seconds: float) -> Iterator[Row]:
    """Measure one installation, then a host with two sites, one of which is flooded."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        one, host = Path(name) / "one", Path(name) / "host"
        one.mkdir()
        make_host(host, "regency", "cavendish", behind_proxy="false")
        yield from _flood(one, Hall.fill(one, ""), "one installation", seconds)
        hall = Hall.fill(host / "sites/regency", f"//regency.{DOMAIN}")
        yield from _flood(host, hall, "host", seconds)


def _flood(folder: Path, hall: Hall, who: str, seconds: float) -> Iterator[Row]:
    served = Served(folder, log=folder / "log")
    served.start()
    try:
        yield from asyncio.run(_measure(served.port, hall, who, seconds))
    finally:
        served.stop()


async def _measure(port: int, hall: Hall, who: str, seconds: float) -> list[Row]:
    game = await _import_game(port, hall.site)
    quiet = await _use(port, hall, seconds)
    rows = _rows(f"{who}, in quiet", quiet, goal="")
    for many in CONNECTIONS:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.bench.flood", str(port), f"{hall.site}{game}history"),
            str(many),
            cwd=CHECKOUT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        await asyncio.sleep(2)
        seen = await _use(port, hall, seconds)
        told, _ = await process.communicate(b"\n")
        rows += _rows(f"{who}, {many} connections", seen, goal="500 ms")
        rows.append(("answers to the stranger", told.decode().strip(), ""))
    return rows


def _rows(what: str, seen: Seen, *, goal: str) -> list[Row]:
    pages, bells = seen.pages, seen.at_bells
    return [
        (f"{what}: {len(pages)} pages of the club, 50 %", milliseconds(pages, 50), ""),
        ("95 %", milliseconds(pages, 95), goal),
        (f"{len(bells)} of 40 phones at once, 50 %", milliseconds(bells, 50), ""),
        ("95 %", milliseconds(bells, 95), goal),
        ("refused", str(seen.refused), "0"),
    ]


async def _import_game(port: int, site: str) -> str:
    """Import a long game as the stranger; return its address."""
    phone, players = Phone(port, source=STRANGER), ["Ann", "Bob"]
    deals = [
        {
            "ending": "out",
            "by": player,
            "hands": {
                player: {"melded_points": 60, "in_hand_points": 0},
                other: {"melded_points": 0, "in_hand_points": 65},
            },
        }
        for player, other in (players, players[::-1])
    ]
    record = {
        "format": "scorekeeper-game/1",
        "variant": "laws",
        "options": {},
        "players": players,
        "deals": deals * (DEALS // 2),
    }
    ticket = await phone.ticket(f"{site}/import")
    answer, _ = await phone.ask(f"{site}/import", ticket, file=json.dumps(record).encode())
    phone.close()
    assert answer.status == 303, answer
    return answer.headers["location"]


async def _use(port: int, hall: Hall, seconds: float) -> Seen:
    """Let the phones open pages for a while, one after the other, and all at once at each bell."""
    seen = Seen()
    phones = [(Phone(port, cookie, HALL), table) for cookie, table in hall.seats]

    async def ask(number: int, page: str, times: list[float]) -> None:
        phone, table = phones[number % len(phones)]
        answer, took = await phone.ask(table + page, Accept_Encoding="gzip")
        times.append(took)
        seen.refused += answer.status != 200

    async def at_bell(number: int) -> None:
        await asyncio.sleep(SPREAD_SECONDS * random())
        await ask(number, "", seen.at_bells)

    loop = asyncio.get_running_loop()
    end, bell, number = loop.time() + seconds, loop.time() + BELL_SECONDS, 0
    while loop.time() < end:
        if loop.time() >= bell:
            await asyncio.gather(*[at_bell(each) for each in range(len(phones))])
            bell = loop.time() + BELL_SECONDS
        await ask(number, PAGES[number % len(PAGES)], seen.pages)
        number += 1
        await asyncio.sleep(PAUSE_SECONDS)
    for phone, _ in phones:
        phone.close()
    return seen


# --- the stranger, a process of its own -----------------------------------------------------------


async def flood(port: int, address: str, many: int) -> Counter[int]:
    """Ask without a pause until a line comes on standard input; return the statuses."""
    statuses = Counter[int]()

    async def ask() -> None:
        phone = Phone(port, source=STRANGER)
        while True:
            try:
                answer, _ = await phone.ask(address)
                statuses[answer.status] += 1
            except (OSError, asyncio.IncompleteReadError):
                phone.close()

    work = [asyncio.create_task(ask()) for _ in range(many)]
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    for each in work:
        each.cancel()
    await asyncio.gather(*work, return_exceptions=True)
    return statuses


if __name__ == "__main__":
    found = asyncio.run(flood(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
    print(", ".join([f"{status}: {count}" for status, count in sorted(found.items())]))
