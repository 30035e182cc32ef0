"""A hundred thousand requests, wrong or with any values, and how the site answers them."""

import asyncio
import tempfile
from pathlib import Path
from time import perf_counter

from scorekeeper.app import close_site, create_app
from scorekeeper.config import Settings
from tests.bench.figures import Row
from tests.bench.process import Worker
from tests.fuzz.rounds import Rounds
from tests.fuzz.routes import routes_of
from tests.served import Served

REQUESTS, FEW_REQUESTS = 100_000, 3_000
GUESTS = 24
SEED = 1
PATIENCE = 45.0
"""Seconds; the site waits 30 for the body of a request."""
SETTLE_SECONDS = 31.0
"""After so long a connection that nobody uses is closed."""
SHOWN = 20


def run() -> list[Row]:
    """The full measurement, about ten minutes."""
    return _measure(REQUESTS)


def run_short() -> list[Row]:
    """The same with fewer requests."""
    return _measure(FEW_REQUESTS)


def _measure(requests: int) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        app = create_app(Settings(instance=Path(folder), secret_key="k" * 40))
        routes = routes_of(app)
        close_site(app)
        site = Served(Path(folder), log=log)
        site.start()
        try:
            rows = _send(site, Rounds(site.port, routes, SEED, requests, PATIENCE))
        finally:
            site.stop()
        exceptions = log.read_text(errors="replace").count(" error=")
        size = log.stat().st_size / 1024
        return [
            *rows,
            ("exceptions in the log", f"{exceptions}", "0"),
            ("log", f"{size:.0f} KiB", ""),
        ]


def _send(site: Served, rounds: Rounds) -> list[Row]:
    worker, part = Worker(site), []
    files, begin = worker.open_files(), perf_counter()
    found = asyncio.run(rounds.run(GUESTS, lambda: part.append(worker.memory())))
    took, memory = perf_counter() - begin, worker.memory()
    asyncio.run(asyncio.sleep(SETTLE_SECONDS))
    for why, raw in found.wrong[:SHOWN]:
        print(f"  {why}: {raw[:4_000]!r}")
    by_status = ", ".join([f"{count} {status}" for status, count in found.statuses.most_common()])
    return [
        (f"{found.requests:,} requests, a second", f"{found.requests / took:.0f}", ""),
        (f"  {by_status}", "", ""),
        ("answered 500, not, or not whole", f"{len(found.wrong)}", "0"),
        ("memory after a fifth, at the end", f"{part[0]:.0f}, {memory:.0f} MiB", "flat"),
        ("connections and files open more than before", f"{worker.open_files() - files}", "few"),
    ]
