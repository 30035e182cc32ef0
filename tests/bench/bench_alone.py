"""One installation alone beside the program before it could serve many sites, in one run.

The older program is taken from the history of this repository, and runs with the libraries of
today; both play the same, in turn.
"""

import asyncio
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter

from tests.bench.against import take_out
from tests.bench.figures import Row
from tests.bench.history import ROOT
from tests.bench.phones import Phone
from tests.bench.process import Worker
from tests.bench.stored_games import TYPED
from tests.served import Served

BEFORE = "2d0080fb"
"""The last commit before a process could serve more than one site."""
STARTS, PAGES, DEALS = 9, 400, 100
SHORT_STARTS, SHORT_PAGES, SHORT_DEALS = 3, 100, 30
STORE = "from pathlib import Path; from tests.bench.stored_games import store_games;"
TABLES = 20


@dataclass
class Alone:
    """A version of the program with its own games, and what was measured (seconds, MiB).

    ``first`` is the processor time until the first page is there, ``processor`` that of all pages
    and deals.
    """

    program: Path
    folder: Path
    starts: list[float] = field(default_factory=list)
    first: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    posts: list[float] = field(default_factory=list)
    processor: float = 0
    site: Served = field(init=False)
    games: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.folder.mkdir()
        code = f"{STORE} print(*store_games(Path({str(self.folder)!r}), {TABLES}, told={TABLES}))"
        made = subprocess.run(
            [sys.executable, "-c", code], cwd=self.program, check=True, capture_output=True
        )
        self.games = made.stdout.decode().split()
        path = {"PYTHONPATH": str(self.program)}
        self.site = Served(self.folder, environment=path, log=self.folder / "log")

    def begin(self) -> None:
        """Start the site anew and open its first page."""
        self.site.stop()
        begin = perf_counter()
        self.site.start()
        asyncio.run(self._open_first())
        self.starts.append(perf_counter() - begin)
        worker = Worker(self.site)
        self.memory.append(worker.memory())
        self.first.append(worker.processor_seconds())

    async def _open_first(self) -> None:
        await _open(Phone(self.site.port), self.games[0])

    async def play(self, phone: Phone, number: int, *, enters: bool) -> None:
        """Open a table's page, or enter a deal there."""
        game, before = self.games[number % TABLES], Worker(self.site).processor_seconds()
        if enters:
            ticket = await phone.ticket(f"{game}enter")
            answer, took = await phone.ask(f"{game}enter", {**ticket, **TYPED})
            if answer.status != 303:
                raise RuntimeError(f"a deal was answered {answer.status}")
            self.posts.append(took)
        else:
            self.pages.append(await _open(phone, game))
        self.processor += Worker(self.site).processor_seconds() - before


async def _open(phone: Phone, game: str) -> float:
    answer, took = await phone.ask(game, Accept_Encoding="gzip")
    if answer.status != 200:
        raise RuntimeError(f"a page was answered {answer.status}")
    return took


def run() -> list[Row]:
    """The full measurement, about a minute."""
    return measure(starts=STARTS, pages=PAGES, deals=DEALS)


def run_short() -> list[Row]:
    return measure(starts=SHORT_STARTS, pages=SHORT_PAGES, deals=SHORT_DEALS)


def measure(*, starts: int, pages: int, deals: int) -> list[Row]:
    """Let both versions start, then show pages and take deals, one after the other."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if not take_out(BEFORE, folder / "program"):
            return [("one site alone, before and now", "no history here", "")]
        # What minified its scripts is no library of today; no script is asked for here.
        (folder / "program" / "rjsmin.py").write_text("jsmin = str\n")
        both = (Alone(folder / "program", folder / "before"), Alone(ROOT, folder / "now"))
        try:
            for each in both * (starts + 1):
                each.begin()
            asyncio.run(_play(both, pages, deals))
        finally:
            for each in both:
                each.site.stop()
    return _rows(*both)


async def _play(both: tuple[Alone, Alone], pages: int, deals: int) -> None:
    phones = [Phone(each.site.port) for each in both]
    for number in range(pages + deals):
        for each, phone in zip(both, phones, strict=True):
            await each.play(phone, number, enters=number >= pages)


def _rows(before: Alone, now: Alone) -> list[Row]:
    rows = [
        # Without the first start of each, which compiles the program.
        ("start and first page", before.starts[1:], now.starts[1:], "ms"),
        ("their processor time", before.first[1:], now.first[1:], "ms"),
        ("memory then", before.memory, now.memory, "MiB"),
        ("a page", before.pages, now.pages, "ms"),
        ("a deal posted", before.posts, now.posts, "ms"),
        ("processor of all pages and deals", [before.processor], [now.processor], "s"),
    ]
    shown: list[Row] = []
    for what, old, new, unit in rows:
        times = 1_000 if unit == "ms" else 1
        values = f"{median(old) * times:.1f}, {median(new) * times:.1f} {unit}"
        shown.append((f"{what}: before, now", f"{values}  {median(new) / median(old):.2f}", ""))
    return shown
