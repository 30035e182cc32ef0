"""A host of a thousand sites beside today's way: load, sleep, ten thousand, a flood."""

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from scorekeeper.server.start import allow_many_files
from tests.bench import flood
from tests.bench.bench_load import FIVE_CLUBS, PHONES_A_TABLE, Load, Seen, do_work
from tests.bench.figures import Row, milliseconds
from tests.bench.hosts import AWAKE, FullHost
from tests.bench.phones import Listener
from tests.bench.process import Worker
from tests.bench.stored_games import store_games
from tests.bench.tables import open_all, open_page
from tests.deploy.clubs import CHECKOUT
from tests.served import Served

SITES, MANY = 1_000, 10_000
ASLEEP = 100
STARTS = 5
LOAD = replace(
    FIVE_CLUBS,
    tables=AWAKE,
    seconds=90,
    papers=0.1,
    page_goal="30 ms",
    post_goal="40 ms",
    word_goal="100 ms",
    memory_goal="400 MiB",
)
SHORT_SECONDS = 15.0


def run() -> Iterator[Row]:
    """The full measurement, about eight minutes."""
    yield from measure(LOAD)
    yield from flood.run()


def run_short() -> Iterator[Row]:
    """Run it with less load, about four minutes."""
    yield from measure(replace(LOAD, seconds=SHORT_SECONDS))
    yield from flood.run_short()


def measure(load: Load) -> Iterator[Row]:
    """Measure all parts."""
    allow_many_files()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        yield from _measure_one(folder / "one", load)
        host = FullHost(folder / "host", SITES)
        yield from _measure_host(host, load)
        yield from _measure_many(FullHost(folder / "many", MANY, is_linked=True))


def _measure_one(folder: Path, load: Load) -> list[Row]:
    """Measure today's way: one installation alone with all tables, and its start."""
    folder.mkdir()
    games = store_games(folder, load.tables, told=load.tables)
    site, starts, alone = Served(folder, log=folder / "log"), list[float](), 0.0
    for _ in range(STARTS):
        begin = perf_counter()
        site.start()
        asyncio.run(open_page(site.port, games[0]))
        starts.append(perf_counter() - begin)
        alone = Worker(site).memory()
        site.stop()
    rows: list[Row] = [
        ("one installation: start and first page, 50 %", milliseconds(starts, 50), ""),
        ("its memory then", f"{alone:.0f} MiB", ""),
        (f"{AWAKE} such processes", f"{alone * AWAKE:,.0f} MiB", ""),
    ]
    return [*rows, *_named("one", _serve(folder, games, load, ""))]


def _named(who: str, rows: Sequence[Row]) -> list[Row]:
    return [(f"{who}: {what}", measured, goal) for what, measured, goal in rows]


def _serve(folder: Path, games: Sequence[str], load: Load, goal: str) -> list[Row]:
    """Serve a folder, let phones work at the games, and return the figures."""
    site = Served(folder, log=folder / "log")
    site.start()
    try:
        return asyncio.run(_work(site, games, load, goal))
    finally:
        site.stop()


async def _work(site: Served, games: Sequence[str], load: Load, goal: str) -> list[Row]:
    tables = [[Listener(site.port, game) for _ in range(PHONES_A_TABLE)] for game in games]
    phones = [phone for table in tables for phone in table]
    await open_all(phones)
    seen, worker = Seen(), Worker(site)
    before = worker.processor_seconds()
    await do_work(site.port, tables, load, seen)
    spent = worker.processor_seconds() - before
    for phone in phones:
        phone.close()
    pages = [*seen.pages, *[each for deal in seen.deals for each in deal.loaded]]
    posts = [deal.post for deal in seen.deals]
    told = [each for deal in seen.deals for each in deal.told]
    requests = len(pages) + 2 * len(posts)
    has_goal = bool(goal)
    return [
        (f"{len(pages):,} pages, 95 %", milliseconds(pages, 95), load.page_goal * has_goal),
        (f"{len(posts):,} deals posted, 95 %", milliseconds(posts, 95), load.post_goal * has_goal),
        ("notice at a phone, 95 %", milliseconds(told, 95), load.word_goal * has_goal),
        ("memory", f"{worker.memory():.0f} MiB", goal),
        ("processor a request", f"{spent / requests * 1000:.2f} ms", ""),
    ]


def _measure_host(host: FullHost, load: Load) -> list[Row]:
    """Measure the host under the same load, and waking sites."""
    games = [host.address(number) for number in range(load.tables)]
    rows = _named("host", _serve(host.folder, games, load, load.memory_goal))
    site = Served(host.folder, log=host.folder / "log")
    site.start()
    try:
        rows += asyncio.run(_wake(site, host))
    finally:
        site.stop()
    return rows


async def _wake(site: Served, host: FullHost) -> list[Row]:
    """Open a page at one sleeping site after the other, then a second one."""
    first, second = [], []
    for number in range(AWAKE, AWAKE + ASLEEP):
        first.append(await open_page(site.port, host.address(number)))
        second.append(await open_page(site.port, host.address(number)))
    return [
        (f"first page of {ASLEEP} sleeping sites, 95 %", milliseconds(first, 95), "50 ms"),
        ("the next page, 95 %", milliseconds(second, 95), ""),
    ]


def _measure_many(host: FullHost) -> list[Row]:
    """Measure a host with ten thousand sites on disk."""
    site, begin = Served(host.folder, log=host.folder / "log"), perf_counter()
    site.start()
    started = perf_counter() - begin
    asyncio.run(open_page(site.port, host.address(0)))  # the templates are compiled for this one
    first = [asyncio.run(open_page(site.port, host.address(number))) for number in range(1, 41)]
    names, listed = _time_command(host, "--names"), _time_command(host)
    site.stop()
    return [
        (f"{MANY:,} sites: start", f"{started:.1f} s", "3 s"),
        ("./run sites --names", f"{names:.2f} s", "0.5 s"),
        ("./run sites", f"{listed:.1f} s", "8 s"),
        ("first page of a sleeping site, 95 %", milliseconds(first, 95), "50 ms"),
    ]


def _time_command(host: FullHost, *arguments: str) -> float:
    begin = perf_counter()
    command = [sys.executable, "-P", "-m", "scorekeeper", "sites", *arguments]
    subprocess.run(
        [*command, "--instance", str(host.folder)],
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return perf_counter() - begin
