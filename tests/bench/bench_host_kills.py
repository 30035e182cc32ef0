"""A host is killed while deals come at its sites: what is lost, and how soon all answer again."""

import asyncio
import sqlite3
import tempfile
from collections.abc import Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import NamedTuple

from scorekeeper.config import load_settings
from scorekeeper.hosting.acts import upgrade_sites
from scorekeeper.server.start import allow_many_files
from tests.bench.figures import Row
from tests.bench.hosts import AWAKE, FullHost
from tests.bench.phones import Phone
from tests.bench.process import Worker
from tests.bench.stored_games import TYPED
from tests.bench.tables import AT_ONCE, open_page
from tests.served import Served

KILLS, SHORT_KILLS = 20, 3
PAUSE_SECONDS = 0.05


class Restart(NamedTuple):
    """Seconds after a start until one site answered and until all did; of the processor too."""

    one: float
    all: float
    start: float
    spent: float


def run() -> list[Row]:
    """The full measurement, about two minutes."""
    return measure(KILLS)


def run_short() -> list[Row]:
    return measure(SHORT_KILLS)


def measure(kills: int) -> list[Row]:
    """Measure a host that has no other sites than those that are asked."""
    allow_many_files()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        host = FullHost(Path(name), AWAKE)
        # Else a process that does so would be begun at each start, and killed before it ends.
        list(upgrade_sites(load_settings(host.folder), datetime.now().astimezone()))
        return _measure_kills(host, kills)


def _measure_kills(host: FullHost, kills: int) -> list[Row]:
    """Kill the host while deals come at all its sites; count what was acknowledged and is there."""
    before = [_deals_in(host.database(number)) for number in range(AWAKE)]
    site, chance = Served(host.folder, log=host.folder / "log"), Random(1)
    known, again = [0] * AWAKE, list[Restart]()
    site.start()
    for _ in range(kills):
        asyncio.run(_deal_until_killed(site, host, known, chance))
        again.append(_restart(site, host))
    site.stop()
    found = [_deals_in(host.database(number)) for number in range(AWAKE)]
    gained = [now - earlier for now, earlier in zip(found, before, strict=True)]
    lost = sum([max(0, sure - got) for sure, got in zip(known, gained, strict=True)])
    return [
        (f"{kills} kills among {sum(known):,} deals: lost", f"{lost}", "0"),
        ("entries that are there twice", f"{_doubled(host)}", "0"),
        ("until all answer again, the slowest", f"{max(each.all for each in again):.2f} s", "3 s"),
        ("until one answers, until all do, 50 %", _medians([(r.one, r.all) for r in again]), ""),
        ("processor of both", _medians([(r.start, r.spent) for r in again]), ""),
    ]


def _restart(site: Served, host: FullHost) -> Restart:
    begin = perf_counter()
    site.start()
    one, worker = perf_counter() - begin, Worker(site)
    start = worker.processor_seconds()
    asyncio.run(_ask_all(site.port, host))
    return Restart(one, perf_counter() - begin, start, worker.processor_seconds())


def _medians(pairs: Sequence[tuple[float, float]]) -> str:
    return ", ".join([f"{median(each):.2f}" for each in zip(*pairs, strict=True)]) + " s"


async def _deal_until_killed(
    site: Served, host: FullHost, known: list[int], chance: Random
) -> None:
    """Enter deals at six sites at once, and kill the host in the middle."""
    numbers = chance.sample(range(AWAKE), 6)
    before = sum(known)
    work = [asyncio.create_task(_deal(site.port, host, number, known)) for number in numbers]
    while sum(known) == before and not any(each.done() for each in work):
        await asyncio.sleep(PAUSE_SECONDS)
    await asyncio.sleep(chance.random())
    site.kill()
    await asyncio.gather(*work, return_exceptions=True)


async def _deal(port: int, host: FullHost, number: int, known: list[int]) -> None:
    phone, page = Phone(port), f"{host.address(number)}enter"
    while True:
        answer, _ = await phone.ask(page, {**await phone.ticket(page), **TYPED})
        if answer.status != 303:
            raise RuntimeError(f"a deal was answered {answer.status}")
        known[number] += 1


async def _ask_all(port: int, host: FullHost) -> None:
    """Open a page at every site, some at once, as the phones that wait do."""
    for first in range(0, AWAKE, AT_ONCE):
        numbers = range(first, min(AWAKE, first + AT_ONCE))
        await asyncio.gather(*[open_page(port, host.address(number)) for number in numbers])


def _deals_in(database: Path) -> int:
    with closing(sqlite3.connect(database)) as db:
        return int(db.execute("SELECT count(*) FROM entry").fetchone()[0])


def _doubled(host: FullHost) -> int:
    doubled = 0
    for number in range(AWAKE):
        with closing(sqlite3.connect(host.database(number))) as db:
            same = "SELECT count(*) - count(DISTINCT entry_id) FROM entry"
            doubled += int(db.execute(same).fetchone()[0])
    return doubled
