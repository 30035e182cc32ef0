"""A thousand phones that watch two hundred tables, and what they cost; all on this machine."""

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from scorekeeper.serving.start import allow_many_files
from tests.bench.figures import Row, milliseconds
from tests.bench.phones import Listener, Phone
from tests.bench.process import Worker
from tests.bench.stored_games import TYPED, store_games
from tests.bench.tables import enter_deal, open_all
from tests.served import Served

TABLES = 200
PHONES_A_TABLE = 5
POSTS = 60
POSTS_A_SECOND = 5
IDLE_SECONDS = 5.0
PAGES = 400
POLLS = 1_000
POLL_SECONDS = 2.5


def run() -> list[Row]:
    """What a quiet site costs, how fast a deal reaches the phones, and that none is missed."""
    allow_many_files()
    with tempfile.TemporaryDirectory() as folder:
        games = store_games(Path(folder), TABLES, told=TABLES)
        site = Served(Path(folder), log=Path(folder) / "log")
        site.start()
        try:
            return asyncio.run(_measure(site, games))
        finally:
            site.stop()


async def _measure(site: Served, games: Sequence[str]) -> list[Row]:
    listeners = [Listener(site.port, game) for game in games for _ in range(PHONES_A_TABLE)]
    opened = await open_all(listeners)
    worker = Worker(site)
    rows = [
        (f"{len(listeners):,} streams open, first word at each", f"{opened:.1f} s", ""),
        ("processor while nothing happens", await _idle(worker), "1 %"),
        ("memory of the serving process", f"{worker.memory():.0f} MiB", "128 MiB"),
    ]
    rows += await _pages(site, games)
    rows += await _posts(site, listeners)
    rows += await _reconnect(site, listeners, games)
    rows += await _polls(site, games, worker)
    for each in listeners:
        each.close()
    return rows


async def _idle(worker: Worker) -> str:
    """The share of one processor that is used while nobody does anything."""
    before = worker.processor_seconds()
    await asyncio.sleep(IDLE_SECONDS)
    return f"{(worker.processor_seconds() - before) / IDLE_SECONDS * 100:.1f} %"


async def _pages(site: Served, games: Sequence[str]) -> list[Row]:
    """Open one page after another, each of another table."""
    phone, drawn, kept = Phone(site.port), [], []
    for number in range(PAGES):
        game = games[number % TABLES]
        await phone.ask(game, Accept_Encoding="gzip")
        page, took = await phone.ask(game, Accept_Encoding="gzip")
        drawn.append(took)
        tag = page.headers["etag"]
        again, took = await phone.ask(game, Accept_Encoding="gzip", If_None_Match=tag)
        if (page.status, again.status) != (200, 304):
            raise RuntimeError(f"a page was answered {page.status}, then {again.status}")
        kept.append(took)
    phone.close()
    return [
        ("a table's page, 95 %", milliseconds(drawn, 95), "25 ms"),
        ("the same, not changed (304), 95 %", milliseconds(kept, 95), ""),
    ]


async def _posts(site: Served, listeners: Sequence[Listener]) -> list[Row]:
    """Enter deals at many tables, one after another; the phones of each load the page anew."""
    tables = [
        listeners[first : first + PHONES_A_TABLE]
        for first in range(0, POSTS * PHONES_A_TABLE, PHONES_A_TABLE)
    ]
    begin = perf_counter()
    found = []
    for number, table in enumerate(tables):
        await asyncio.sleep(max(0.0, begin + number / POSTS_A_SECOND - perf_counter()))
        found.append(asyncio.create_task(enter_deal(site.port, table)))
    results = await asyncio.gather(*found)
    posts = [deal.post for deal in results]
    words = [told for deal in results for told in deal.told]
    sheets = [shown for deal in results for shown in deal.shown]
    return [
        ("a deal posted, 95 %", milliseconds(posts, 95), "30 ms"),
        ("from its sending to the word at a phone, 50 %", milliseconds(words, 50), ""),
        ("the same, 95 %", milliseconds(words, 95), "100 ms"),
        ("the same, the slowest", milliseconds(words, 100), ""),
        ("from its sending to the new sheet on a phone, 95 %", milliseconds(sheets, 95), "1 s"),
        ("the same, the slowest", milliseconds(sheets, 100), ""),
    ]


async def _reconnect(
    site: Served, listeners: Sequence[Listener], games: Sequence[str]
) -> list[Row]:
    """Let all phones lose the network, enter deals meanwhile, and let all phones come back."""
    for each in listeners:
        each.close()
    changed = games[::10]
    for game in changed:
        phone = Phone(site.port)
        await phone.ask(f"{game}enter", {**await phone.ticket(f"{game}enter"), **TYPED})
        phone.close()
    before = {each: each.heard[-1][1] for each in listeners}
    again = [Listener(site.port, each.game) for each in listeners]
    took = await open_all(again)
    missed = 0
    for old, new in zip(listeners, again, strict=True):
        missed += (before[old] != new.heard[-1][1]) != (old.game in changed)
        new.close()
    return [
        ("all dropped, and back with their first word", f"{took:.1f} s", ""),
        (f"phones of {len(changed)} changed tables, and others, told wrong", f"{missed}", "0"),
    ]


async def _polls(site: Served, games: Sequence[str], worker: Worker) -> list[Row]:
    """Measure what phones cost that have no stream and ask for the version."""
    phone, times = Phone(site.port), []
    before = worker.processor_seconds()
    for number in range(POLLS):
        _, took = await phone.ask(f"{games[number % TABLES]}version", X_Again="yes")
        times.append(took)
    spent = (worker.processor_seconds() - before) / POLLS
    phone.close()
    share = spent * TABLES * PHONES_A_TABLE / POLL_SECONDS
    return [
        ("the version asked for, 95 %", milliseconds(times, 95), ""),
        ("processor for 1,000 phones that ask every 2.5 s", f"{share * 100:.0f} %", "50 %"),
    ]
