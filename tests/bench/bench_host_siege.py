"""Pages and notices of 199 sites of a host while another of its sites is besieged."""

import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from scorekeeper.server.start import allow_many_files
from tests.bench.bench_host import LOAD
from tests.bench.bench_load import PHONES_A_TABLE, at_rate
from tests.bench.figures import Row, milliseconds, percentile
from tests.bench.hosts import AWAKE, FullHost
from tests.bench.phones import Listener
from tests.bench.process import Worker
from tests.bench.siege import Siege
from tests.bench.tables import open_all, open_page, tell
from tests.served import Served

ROUNDS, SECONDS = 2, 15.0
SHORT_ROUNDS, SHORT_SECONDS = 1, 8.0
TABLES, DEALS_A_SECOND = 20, 4.0
"""At so many of the other sites phones listen; there so many deals are entered after the pages."""


@dataclass
class Seen:
    """What phones at the other sites saw (seconds).

    ``computed`` is the processor time of the host from each request for a page to its answer: that
    of the page, and of all that the host did meanwhile. ``spent`` is all of it during the pages.
    """

    pages: list[float] = field(default_factory=list)
    computed: list[float] = field(default_factory=list)
    told: list[float] = field(default_factory=list)
    spent: float = 0.0


@dataclass
class Others:
    """The sites of a host that are not besieged, with a game each; the first one is."""

    host: FullHost
    site: Served
    games: list[str] = field(init=False)
    tables: list[list[Listener]] = field(init=False)

    def __post_init__(self) -> None:
        self.games = [self.host.address(number) for number in range(1, AWAKE)]
        self.tables = [
            [Listener(self.site.port, game) for _ in range(PHONES_A_TABLE)]
            for game in self.games[:TABLES]
        ]

    async def open(self) -> None:
        """Open a page at each site, and let phones listen at some."""
        for game in self.games:
            await open_page(self.site.port, game)
        await open_all([phone for table in self.tables for phone in table])

    async def use(self, seconds: float, seen: Seen) -> None:
        """Open pages for a while; then enter a deal at each table where phones listen."""
        worker = Worker(self.site)

        async def page(number: int) -> None:
            begin = worker.processor_seconds()
            seen.pages.append(await open_page(self.site.port, self.games[number % len(self.games)]))
            seen.computed.append(worker.processor_seconds() - begin)

        async def deal(number: int) -> None:
            seen.told.extend(await tell(self.site.port, self.tables[number]))

        begin = worker.processor_seconds()
        await at_rate(page, LOAD.pages, seconds)
        seen.spent += worker.processor_seconds() - begin
        await at_rate(deal, DEALS_A_SECOND, TABLES / DEALS_A_SECOND)

    def close(self) -> None:
        for phone in [phone for table in self.tables for phone in table]:
            phone.close()


def run() -> list[Row]:
    """The full measurement, about three minutes."""
    return measure(ROUNDS, SECONDS)


def run_short() -> list[Row]:
    return measure(SHORT_ROUNDS, SHORT_SECONDS)


def measure(rounds: int, seconds: float) -> list[Row]:
    """Measure in turn: in quiet, while another process is besieged, while a site of the host is.

    The process shows what a siege takes from this machine: what answers it has the same processors
    as the host.
    """
    allow_many_files()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        host, other = FullHost(Path(name) / "host", AWAKE), FullHost(Path(name) / "other", 1)
        site, apart = [Served(each.folder, log=each.folder / "log") for each in (host, other)]
        site.start()
        apart.start()
        try:
            away = (apart.port, other.address(0))
            return asyncio.run(_measure(Others(host, site), away, rounds, seconds))
        finally:
            site.stop()
            apart.stop()


async def _measure(
    others: Others, apart: tuple[int, str], rounds: int, seconds: float
) -> list[Row]:
    await others.open()
    quiet, beside, loud = Seen(), Seen(), Seen()
    sieges = [Siege(others.site.port, others.host.address(0)) for _ in range(rounds)]
    for siege in sieges:
        await others.use(seconds, quiet)
        async with Siege(*apart):
            await others.use(seconds, beside)
        async with siege:
            await others.use(seconds, loud)
    others.close()
    besieger, besieged = sieges[-1].share, loud.spent / (rounds * seconds)
    return [
        *_pages(quiet, beside, loud),
        ("notices of them in quiet, 50, 95 %", _two(quiet.told), ""),
        ("while another process is besieged", _two(beside.told), ""),
        ("while another site is besieged", _two(loud.told), "100 ms"),
        ("of a processor: who besieges, the host", f"{besieger:.2f}, {besieged:.2f}", ""),
        ("answers to the siege", sieges[-1].told, ""),
    ]


def _pages(quiet: Seen, beside: Seen, loud: Seen) -> list[Row]:
    computed = _times_as_long(loud.computed, quiet.computed)
    return [
        (f"pages of {AWAKE - 1} sites in quiet, 50, 95 %", _two(quiet.pages), ""),
        ("pages while another process is besieged", _two(beside.pages), ""),
        ("pages while another site is besieged", _two(loud.pages), ""),
        ("as long as in quiet: the process", _times_as_long(beside.pages, quiet.pages), ""),
        ("as long as in quiet: the site", _times_as_long(loud.pages, quiet.pages), "2"),
        ("computed by the host until a page is there, quiet", _two(quiet.computed), ""),
        ("as much as in quiet: the site", computed, "2"),
    ]


def _two(times: Sequence[float]) -> str:
    return f"{milliseconds(times, 50)}, {milliseconds(times, 95)}"


def _times_as_long(times: Sequence[float], quiet: Sequence[float]) -> str:
    return ", ".join(
        [f"{percentile(times, share) / percentile(quiet, share):.2f}" for share in (50, 95)]
    )
