"""The same load on one host and on two that share its sites, behind nginx, in turn."""

import asyncio
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from click.testing import CliRunner

from scorekeeper.cli import main as command
from scorekeeper.server.start import allow_many_files
from tests.bench.bench_host import LOAD, SHORT_SECONDS
from tests.bench.bench_load import PHONES_A_TABLE, Load, Seen, do_work
from tests.bench.figures import Row, milliseconds
from tests.bench.hosts import AWAKE, FullHost
from tests.bench.phones import Listener
from tests.bench.process import Worker
from tests.bench.tables import open_all
from tests.deploy.try_proxies import found
from tests.served import Served, free_port

ROUNDS = 3

PROXY = """
daemon off; pid {folder}/nginx.pid; worker_rlimit_nofile 16384; error_log /dev/null;
events {{ worker_connections 8192; }}
http {{
  access_log off;
  map_hash_bucket_size 128;
  map $host $host_of_site {{ default 127.0.0.1:{first}; include {folder}/map.nginx; }}
  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_set_header Host $host;
  server {{ listen 127.0.0.1:{one}; location / {{ proxy_pass http://127.0.0.1:{alone}; }} }}
  server {{ listen 127.0.0.1:{two}; location / {{ proxy_pass http://$host_of_site; }} }}
}}
"""


@dataclass
class Way:
    """One or two hosts at a port of nginx, with phones at all tables, and what was measured.

    ``busy`` is the processor time of the hosts while the phones work, ``idle`` while those of the
    other way do and these only listen, in as many seconds.
    """

    port: int
    sites: Sequence[Served]
    games: Sequence[str]
    tables: list[list[Listener]] = field(init=False)
    seen: Seen = field(default_factory=Seen)
    busy: float = 0.0
    idle: float = 0.0

    def __post_init__(self) -> None:
        self.tables = [
            [Listener(self.port, game) for _ in range(PHONES_A_TABLE)] for game in self.games
        ]

    @property
    def phones(self) -> list[Listener]:
        return [phone for table in self.tables for phone in table]

    def processor_seconds(self) -> float:
        return sum([Worker(site).processor_seconds() for site in self.sites])

    @property
    def pages(self) -> list[float]:
        """How long each page took."""
        return [*self.seen.pages, *[each for deal in self.seen.deals for each in deal.loaded]]

    @property
    def requests(self) -> int:
        """How many requests were answered: a deal is the page of its form and the post."""
        return len(self.pages) + 2 * len(self.seen.deals)

    def rows(self, who: str, seconds: float) -> list[Row]:
        deals = self.seen.deals
        told = [each for deal in deals for each in deal.told]
        cost = (self.busy - self.idle) / self.requests
        return [
            (f"{who}: {len(self.pages):,} pages, 95 %", milliseconds(self.pages, 95), ""),
            (f"{who}: deals, 95 %", milliseconds([deal.post for deal in deals], 95), ""),
            (f"{who}: notices, 95 %", milliseconds(told, 95), ""),
            (f"{who}: processor without a request", f"{self.idle / seconds * 100:.1f} %", ""),
            (f"{who}: a request beside that", f"{cost * 1000:.2f} ms", ""),
            (f"{who}: a request in all", f"{self.busy / self.requests * 1000:.2f} ms", ""),
        ]


def run() -> list[Row]:
    """The full measurement, about four minutes."""
    return measure(LOAD)


def run_short() -> list[Row]:
    return measure(replace(LOAD, seconds=SHORT_SECONDS))


def measure(load: Load) -> list[Row]:
    """Serve a host with all sites, and two with half of them each; nothing without nginx."""
    if not found("nginx"):
        return [("two hosts behind nginx", "no nginx", "")]
    allow_many_files()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name, ExitStack() as stack:
        folder = Path(name)
        alone = FullHost(folder / "alone", AWAKE)
        first, second = FullHost(folder / "first", AWAKE), FullHost(folder / "second", 1)
        _move_half(first, second)
        sites = [stack.enter_context(_served(each)) for each in (alone, first, second)]
        ports = stack.enter_context(_proxy(folder, sites, _map(second, sites[2].port)))
        one = Way(ports[0], sites[:1], [alone.address(number) for number in range(AWAKE)])
        two = Way(ports[1], sites[1:], [first.address(number) for number in range(AWAKE)])
        asyncio.run(_work(one, two, replace(load, seconds=load.seconds / ROUNDS)))
    ratio = two.busy / two.requests / (one.busy / one.requests)
    return [
        *one.rows("one host", load.seconds),
        *two.rows("two hosts", load.seconds),
        ("a request in all, two beside one", f"{ratio:.2f}", "1.15"),
    ]


def _move_half(first: FullHost, second: FullHost) -> None:
    """Move half of the sites to a second host, whose own one stays closed."""
    shutil.rmtree(second.database(0).parent)
    for number in range(AWAKE // 2, AWAKE):
        place = first.database(number).parent
        shutil.move(place, second.folder / "sites" / place.name)


@contextmanager
def _served(host: FullHost) -> Iterator[Served]:
    site = Served(host.folder, log=host.folder / "log")
    site.start()
    try:
        yield site
    finally:
        site.stop()


def _map(host: FullHost, port: int) -> str:
    arguments = ["sites", "map", f"127.0.0.1:{port}", "--instance", str(host.folder)]
    return CliRunner().invoke(command, arguments, catch_exceptions=False).stdout


@contextmanager
def _proxy(folder: Path, sites: Sequence[Served], lines: str) -> Iterator[tuple[int, int]]:
    """Run nginx before hosts, with the lines of the map; yield its ports for one and for two."""
    one, two, file = free_port(), free_port(), folder / "nginx.conf"
    (folder / "map.nginx").write_text(lines)
    alone, first = sites[0].port, sites[1].port
    file.write_text(PROXY.format(folder=folder, alone=alone, first=first, one=one, two=two))
    process = subprocess.Popen([found("nginx"), "-p", str(folder), "-c", str(file)])
    try:
        yield one, two
    finally:
        process.terminate()
        process.wait()


async def _work(one: Way, two: Way, load: Load) -> None:
    """Let the phones of both ways do the same in turn, once without being measured."""
    for way in (one, two):
        await _wait_for(way.port)
        await open_all(way.phones)
        await do_work(way.port, way.tables, load, Seen())
    for working, other in ((one, two), (two, one)) * ROUNDS:
        busy, idle = working.processor_seconds(), other.processor_seconds()
        await do_work(working.port, working.tables, load, working.seen)
        working.busy += working.processor_seconds() - busy
        other.idle += other.processor_seconds() - idle
    for phone in [*one.phones, *two.phones]:
        phone.close()


async def _wait_for(port: int) -> None:
    for _ in range(100):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.1)
        else:
            writer.close()
            return
    raise RuntimeError("nginx does not answer")
