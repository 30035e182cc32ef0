"""The same small load on a database of a thousand, a hundred thousand and a million deals."""

import asyncio
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import perf_counter

from scorekeeper.store.backups import find_backups
from tests.bench.bench_load import CLUB, PHONES_A_TABLE, Seen, do_work
from tests.bench.figures import Row
from tests.bench.phones import Listener, Phone
from tests.bench.process import Worker
from tests.bench.stored_games import DEALS_A_GAME, store_games
from tests.bench.tables import open_all, open_page
from tests.served import Served

DEALS = (1_000, 100_000, 1_000_000)
FEW_DEALS = (1_000, 20_000)
TABLES, REMEMBERED, OLD = 20, 50, 80
"""Tables that play, games that one phone remembers, games that nobody has opened for long."""
LOAD = replace(CLUB, tables=TABLES, seconds=30, deals=2, pages=10, papers=0.2)
HOMES = 40
MOST_TIMES = 1.5
BACKUP_WITHIN = 600.0
Figures = Mapping[str, float]
COMPARED = ("a page", "a deal posted", "the word at a phone", "home", "an old game", "a new game")
"""Medians in milliseconds; the goal is about those of each size beside those of the first."""


def run() -> list[Row]:
    """The full measurement, about ten minutes, most of them to fill the database."""
    return _measure(DEALS)


def run_short() -> list[Row]:
    """The same on smaller databases."""
    return _measure(FEW_DEALS)


def _measure(sizes: Sequence[int]) -> list[Row]:
    found = [_figures(size) for size in sizes]
    rows = []
    for size, figures in zip(sizes, found, strict=True):
        rows += [(f"{size:,} deals: {what}", f"{each:,.1f}", "") for what, each in figures.items()]
    for size, figures in zip(sizes[1:], found[1:], strict=True):
        for what in COMPARED:
            times = figures[f"{what}, ms"] / found[0][f"{what}, ms"]
            rows.append((f"{size:,} deals: {what}, times", f"{times:.2f}", f"{MOST_TIMES}"))
    return rows


def _figures(deals: int) -> Figures:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        begin = perf_counter()
        games = store_games(folder, deals // DEALS_A_GAME, told=TABLES + REMEMBERED + OLD)
        filled = perf_counter() - begin
        site = Served(folder, log=folder / "log")
        begin = perf_counter()
        site.start()
        started = perf_counter() - begin
        try:
            backup = _await_backup(folder, begin)
            figures = asyncio.run(_work(site, games))
            memory = Worker(site).memory()
        finally:
            site.stop()
    return {
        "filled, s": filled,
        "start, s": started,
        "the first backup after the start, s": backup,
        **figures,
        "memory, MiB": memory,
    }


def _await_backup(folder: Path, begin: float) -> float:
    while not find_backups(folder / "backups"):
        if perf_counter() - begin > BACKUP_WITHIN:
            raise RuntimeError("no backup was made")
        asyncio.run(asyncio.sleep(0.1))
    return perf_counter() - begin


async def _work(site: Served, games: Sequence[str]) -> Figures:
    playing, remembered = games[:TABLES], games[TABLES : TABLES + REMEMBERED]
    tables = [[Listener(site.port, game) for _ in range(PHONES_A_TABLE)] for game in playing]
    phones = [phone for table in tables for phone in table]
    await open_all(phones)
    old = [await open_page(site.port, game) for game in games[TABLES + REMEMBERED :]]
    seen = Seen()
    await do_work(site.port, tables, LOAD, seen)
    homes, begun = await _visit(site.port, remembered)
    for phone in phones:
        phone.close()
    measured = {
        "a page": [*seen.pages, *[each for deal in seen.deals for each in deal.loaded]],
        "a deal posted": [deal.post for deal in seen.deals],
        "the word at a phone": [each for deal in seen.deals for each in deal.told],
        "home": homes,
        "an old game": old,
        "a new game": begun,
    }
    return {f"{what}, ms": median(measured[what]) * 1_000 for what in COMPARED}


async def _visit(port: int, games: Sequence[str]) -> tuple[list[float], list[float]]:
    """Return the times of the home page, for a phone with games, and of starting a game."""
    phone, homes, begun = Phone(port), [], []
    for game in games:
        await phone.ask(game)
    for _ in range(HOMES):
        page, took = await phone.ask("/", Accept_Encoding="gzip")
        homes.append(took)
        ticket = await phone.ticket("/new?variant=laws")
        answer, took = await phone.ask("/new", {**ticket, "players-0": "Ann", "players-1": "Bob"})
        if (page.status, answer.status) != (200, 303):
            raise RuntimeError(f"home was answered {page.status}, a new game {answer.status}")
        begun.append(took)
    phone.close()
    return homes, begun
