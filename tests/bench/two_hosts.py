"""The same load on one host and on two, behind nginx with the printed map."""

import asyncio
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from click.testing import CliRunner

from scorekeeper.cli import main as command
from tests.bench.bench_load import PHONES_A_TABLE, Load, Seen, do_work
from tests.bench.figures import Row, milliseconds
from tests.bench.hosts import FullHost
from tests.bench.phones import Listener
from tests.bench.process import Worker
from tests.bench.tables import open_all
from tests.deploy.try_proxies import found
from tests.served import Served, free_port

PROXY = """
daemon off; pid {folder}/nginx.pid; worker_rlimit_nofile 16384; error_log /dev/null;
events {{ worker_connections 8192; }}
http {{
  access_log off;
  map_hash_bucket_size 128;
  map $host $host_of_site {{ default 127.0.0.1:{first}; include {folder}/map.nginx; }}
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://$host_of_site;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
    }}
  }}
}}
"""


def measure_two(folder: Path, load: Load) -> list[Row]:
    """Measure one host, then two with half of the sites each; nothing where nginx is missing."""
    if not found("nginx"):
        return [("two hosts behind nginx", "no nginx", "")]
    first, second = FullHost(folder / "first", load.tables), FullHost(folder / "second", 1)
    games = [first.address(number) for number in range(load.tables)]
    with _served(first) as site, _proxy(folder, [site], "") as port:
        one, cost_of_one = asyncio.run(_work(port, [site], games, load))
    for number in range(load.tables // 2, load.tables):
        place = first.database(number).parent
        shutil.move(place, second.folder / "sites" / place.name)
    (second.folder / "sites" / first.database(0).parent.name / "closed").touch()
    with _served(first) as site, _served(second) as other:
        lines = _map(second, other.port)
        with _proxy(folder, [site, other], lines) as port:
            two, cost_of_two = asyncio.run(_work(port, [site, other], games, load))
    return [
        *[(f"one host behind nginx: {what}", got, "") for what, got in one],
        *[(f"two hosts: {what}", got, "") for what, got in two],
        ("processor a request, two beside one", f"{cost_of_two / cost_of_one:.2f}", "1.15"),
    ]


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
def _proxy(folder: Path, sites: Sequence[Served], lines: str) -> Iterator[int]:
    """Run nginx before hosts, with the lines of the map; yield its port."""
    port, file = free_port(), folder / "nginx.conf"
    (folder / "map.nginx").write_text(lines)
    file.write_text(PROXY.format(folder=folder, first=sites[0].port, port=port))
    process = subprocess.Popen([found("nginx"), "-p", str(folder), "-c", str(file)])
    try:
        yield port
    finally:
        process.terminate()
        process.wait()


async def _work(
    port: int, sites: Sequence[Served], games: Sequence[str], load: Load
) -> tuple[list[tuple[str, str]], float]:
    """Return what the phones saw, and the processor seconds that a request took."""
    await _wait_for(port)
    tables = [[Listener(port, game) for _ in range(PHONES_A_TABLE)] for game in games]
    phones = [phone for table in tables for phone in table]
    await open_all(phones)
    workers, seen = [Worker(site) for site in sites], Seen()
    before = sum([worker.processor_seconds() for worker in workers])
    await do_work(port, tables, load, seen)
    spent = sum([worker.processor_seconds() for worker in workers]) - before
    for phone in phones:
        phone.close()
    pages = [*seen.pages, *[each for deal in seen.deals for each in deal.loaded]]
    told = [each for deal in seen.deals for each in deal.told]
    posts = [deal.post for deal in seen.deals]
    shown = [
        ("a page, 95 %", milliseconds(pages, 95)),
        ("a deal posted, 95 %", milliseconds(posts, 95)),
        ("a notice, 95 %", milliseconds(told, 95)),
    ]
    return shown, spent / (len(pages) + 2 * len(posts))


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
