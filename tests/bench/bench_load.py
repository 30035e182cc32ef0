"""A full club for two minutes, then five clubs: deals, pages and papers while phones listen."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from time import perf_counter

from scorekeeper.server.start import allow_many_files
from tests.bench.figures import Row, milliseconds
from tests.bench.phones import Listener
from tests.bench.process import Worker
from tests.bench.stored_games import store_games
from tests.bench.tables import Entered, enter_deal, open_all, open_page
from tests.served import Served

PHONES_A_TABLE = 5
PAGES = ("", "", "", "history", "deal/3", "enter", "hands", "big", "record.json")
"""What phones open between the deals."""
SETTLE_SECONDS = 5.0


@dataclass(frozen=True)
class Load:
    """How much happens: tables, for how long, how much a second, and the goals."""

    tables: int
    seconds: float
    deals: float
    pages: float
    papers: float
    page_goal: str
    post_goal: str
    word_goal: str
    memory_goal: str


CLUB = Load(
    tables=200,
    seconds=120,
    deals=1,
    pages=10,
    papers=0.25,
    page_goal="25 ms",
    post_goal="30 ms",
    word_goal="100 ms",
    memory_goal="150 MiB, flat",
)
FIVE_CLUBS = Load(
    tables=1_000,
    seconds=120,
    deals=5,
    pages=20,
    papers=0.5,
    page_goal="50 ms",
    post_goal="",
    word_goal="200 ms",
    memory_goal="400 MiB, flat",
)


@dataclass
class Seen:
    """What was measured, in seconds."""

    deals: list[Entered] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    papers: list[float] = field(default_factory=list)


def run() -> list[Row]:
    """The full measurement, about five minutes."""
    return [*measure(CLUB), *measure(FIVE_CLUBS)]


def run_short() -> list[Row]:
    """Run twenty seconds of each."""
    return [*measure(replace(CLUB, seconds=20)), *measure(replace(FIVE_CLUBS, seconds=20))]


def measure(load: Load) -> list[Row]:
    """Serve a site with so many tables, and let the phones do their work."""
    allow_many_files()
    with tempfile.TemporaryDirectory() as folder:
        games = store_games(Path(folder), load.tables, told=load.tables)
        site = Served(Path(folder), log=Path(folder) / "log")
        site.start()
        try:
            return asyncio.run(_work(site, games, load))
        finally:
            site.stop()


async def _work(site: Served, games: Sequence[str], load: Load) -> list[Row]:
    tables = [[Listener(site.port, game) for _ in range(PHONES_A_TABLE)] for game in games]
    phones = [phone for table in tables for phone in table]
    opened = await open_all(phones)
    await asyncio.sleep(SETTLE_SECONDS)
    seen, worker = Seen(), Worker(site)
    before, quarter = worker.processor_seconds(), asyncio.create_task(_memory_at(worker, load))
    await do_work(site.port, tables, load, seen)
    spent = (worker.processor_seconds() - before) / load.seconds
    memory = await quarter, worker.memory()
    for phone in phones:
        phone.close()
    return [
        (f"{len(phones):,} phones at {load.tables:,} tables opened in", f"{opened:.1f} s", ""),
        *rows_of(seen, load),
        ("memory after a quarter, at the end", _mebibytes(*memory), load.memory_goal),
        ("processor", f"{spent * 100:.0f} %", ""),
    ]


def rows_of(seen: Seen, load: Load) -> list[Row]:
    """Return the rows of what was measured, each with its goal."""
    pages = [*seen.pages, *[each for deal in seen.deals for each in deal.loaded]]
    told = [each for deal in seen.deals for each in deal.told]
    posts = [deal.post for deal in seen.deals]
    return [
        (f"{len(pages):,} pages, 95 %", milliseconds(pages, 95), load.page_goal),
        (f"{len(posts):,} deals posted, 95 %", milliseconds(posts, 95), load.post_goal),
        ("from sending to the word at a phone, 95 %", milliseconds(told, 95), load.word_goal),
        ("the same, the slowest", milliseconds(told, 100), ""),
        (f"{len(seen.papers):,} papers, 95 %", milliseconds(seen.papers, 95), ""),
    ]


async def do_work(port: int, tables: Sequence[Sequence[Listener]], load: Load, seen: Seen) -> None:
    """Let deals, pages and papers come at their rates, each at another table."""
    chance = Random(1)
    order = chance.sample(range(len(tables)), len(tables))

    async def deal(number: int) -> None:
        seen.deals.append(await enter_deal(port, tables[order[number % len(order)]]))

    async def page(number: int) -> None:
        game = tables[order[-1 - number % len(order)]][0].game
        seen.pages.append(await open_page(port, game + PAGES[number % len(PAGES)]))

    async def paper(number: int) -> None:
        game = tables[order[number * 7 % len(order)]][0].game
        seen.papers.append(await open_page(port, game + "sheet.pdf"))

    await asyncio.gather(
        at_rate(deal, load.deals, load.seconds),
        at_rate(page, load.pages, load.seconds),
        at_rate(paper, load.papers, load.seconds),
    )


async def at_rate(work: Callable[[int], Awaitable[None]], a_second: float, seconds: float) -> None:
    """Begin work ``a_second`` times a second, whether or not earlier work is done."""
    begin, begun = perf_counter(), []
    for number in range(int(a_second * seconds)):
        await asyncio.sleep(max(0.0, begin + number / a_second - perf_counter()))
        begun.append(asyncio.ensure_future(work(number)))
    await asyncio.gather(*begun)


async def _memory_at(worker: Worker, load: Load) -> float:
    await asyncio.sleep(load.seconds / 4)
    return worker.memory()


def _mebibytes(*memory: float) -> str:
    return ", ".join([f"{each:.0f}" for each in memory]) + " MiB"
