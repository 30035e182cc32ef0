"""Tries the files of ``deploy/`` for hosts of many sites with the proxies that are installed.

``python -m tests.deploy.try_hosts`` starts two hosts as systemd would, and nginx and Caddy before
them with the printed map. One host is killed, and one site moved from the second to the first.
"""

import shutil
import subprocess
import tempfile
from pathlib import Path
from time import monotonic
from typing import Final

from click.testing import CliRunner
from playwright.sync_api import sync_playwright

from scorekeeper.cli import main as command
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.games import start_game
from scorekeeper.games.links import Role, link_of
from tests.deploy.clubs import DEPLOY, Unit
from tests.deploy.try_proxies import (
    CHROMIUM,
    DOMAIN,
    PORT,
    Phone,
    check,
    found,
    make_certificate,
    running,
)
from tests.hosts import make_host

_LONGEST_RESTART: Final = 3.0
KEPT: Final = """async () => {
  const addresses = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) addresses.push(request.url);
  return addresses;
}"""


def adapted(name: str, folder: Path) -> str:
    """Return a file of ``deploy/`` with the ports and folders of this trial."""
    text = (DEPLOY / name).read_text()
    for old, new in (
        ("/run/scorekeeper-host/", f"{folder}/run/"),
        ("/etc/scorekeeper/", f"{folder}/"),
        ("/var/log/nginx/", f"{folder}/"),
        ("443 ssl", f"{PORT} ssl"),
        ("listen 80", "listen 8080"),
        ("[::]:80", "[::]:8080"),
        ("cards.example.org, *.cards.example.org {", f"{DOMAIN}:{PORT}, *.{DOMAIN}:{PORT} {{"),
        ("\n:443 {", f"\n:{PORT} {{"),
        ("\n:80 {", "\n:8080 {"),
        ("\tservers {", "\tadmin off\n\tauto_https off\n\tservers {"),
    ):
        text = text.replace(old, new)
    return text


def nginx(folder: Path) -> list[str]:
    """Return the command that runs nginx, after it has checked its file."""
    (folder / "site.conf").write_text(adapted("nginx-host.conf", folder))
    (folder / "nginx.conf").write_text(
        f"daemon off; user root; pid {folder}/nginx.pid; worker_rlimit_nofile 16384;\n"
        f"events {{ worker_connections 8192; }}\nhttp {{ include {folder}/site.conf; }}\n"
    )
    started = [found("nginx"), "-p", str(folder), "-e", f"{folder}/error.log"]
    started += ["-c", f"{folder}/nginx.conf"]
    subprocess.run([*started, "-t", "-q"], check=True)
    return started


def caddy(folder: Path) -> list[str]:
    """Return the command that runs Caddy, after it has checked its file."""
    (folder / "Caddyfile").write_text(adapted("Caddyfile-host", folder))
    started = [found("caddy"), "--config", f"{folder}/Caddyfile", "--adapter", "caddyfile"]
    subprocess.run([started[0], "validate", *started[1:]], check=True, stderr=subprocess.DEVNULL)
    return [started[0], "run", *started[1:]]


def run(host: Unit, *arguments: str) -> str:
    """Run a command about the sites of a host, and return what it prints."""
    done = CliRunner().invoke(
        command, ["sites", *arguments, "--instance", str(host.folder)], catch_exceptions=False
    )
    assert done.exit_code == 0, done.output
    return done.stdout


def write_maps(folder: Path, second: Unit) -> None:
    """Write the maps of the second host, as its keeper would."""
    (folder / "map").mkdir(exist_ok=True)
    lines = run(second, "map", f"unix:{second.address}")
    (folder / "map/second.nginx").write_text(lines)
    lines = run(second, "map", f"unix/{second.address}", "--caddy")
    (folder / "map/second.caddy").write_text(lines)


def begin(host: Unit, name: str) -> str:
    """Return the path of a new game at a site, as its host opens it."""
    store = GameStore.at(host.folder / "sites" / name / "scorekeeper.sqlite3")
    key = start_game(store, {"variant": "laws", "players": ["Ann", "Bob"]})
    link = link_of(store, str(key), Role.HOST)
    store.close()
    return f"/game/{link}/"


def try_names(games: dict[str, str]) -> None:
    """Each name leads to its site, wherever that is, and what is none is refused."""
    for name, game in games.items():
        status, page = Phone(name).read(game)
        check(f"{name} answers by its name", holds=status == 200 and "Ann" in page)
    check(
        "the other site does not know the game",
        holds=Phone("cavendish").read(games["regency"])[0] == 404,
    )
    check("the entrance answers", holds=Phone("").read("/")[0] == 200)
    check("an unknown name is told so", holds=Phone("nobody").read("/")[0] == 404)
    foreign = {"Host": "www.example.net"}
    check("a foreign host is refused", holds=Phone("regency").read("/", **foreign)[0] == 421)
    links = Phone("regency").read(f"{games['regency']}links")[1]
    check("links begin with the address of the site", holds=f"https://regency.{DOMAIN}/" in links)


def try_kill(second: Unit, games: dict[str, str]) -> None:
    """A host is killed: the other goes on, and its own pages wait at the socket."""
    second.kill()
    check("the other host goes on", holds=Phone("regency").read(games["regency"])[0] == 200)
    begun = monotonic()
    second.start()
    status, page = Phone("cavendish").read(games["cavendish"])
    took = monotonic() - begun
    check(f"the killed one answers after {took:.1f} s", holds=status == 200 and "Ann" in page)
    check("which is soon enough", holds=took <= _LONGEST_RESTART)


def try_browser(games: dict[str, str]) -> None:
    """A phone gets a service worker for each name, and each knows its own pages only."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=CHROMIUM)
        context = browser.new_context(ignore_https_errors=True)
        kept: list[set[str]] = []
        for name, game in games.items():
            page = context.new_page()
            page.goto(f"https://{name}.{DOMAIN}:{PORT}{game}")
            page.evaluate("navigator.serviceWorker.ready.then(() => true)")
            page.reload()
            controlled = page.evaluate("navigator.serviceWorker.controller !== null")
            check(f"the service worker of {name} has taken over", holds=controlled)
            kept.append(set(page.evaluate(KEPT)))
        check("no worker keeps a page of the other", holds=not kept[0] & kept[1])
        browser.close()


def try_move(first: Unit, second: Unit, folder: Path, games: dict[str, str]) -> None:
    """A site moves to the other host: its phones notice nothing but a pause."""
    phone = Phone("cavendish")
    answer = phone.ask(games["cavendish"])
    answer.read()
    cookie = str(answer.getheader("Set-Cookie")).partition(";")[0]
    run(second, "close", "cavendish")
    check("a closed site says so", holds=Phone("cavendish").read(games["cavendish"])[0] == 503)
    place = first.folder / "sites/cavendish"
    shutil.copytree(second.folder / "sites/cavendish", place)
    run(first, "open", "cavendish")
    write_maps(folder, second)
    subprocess.run(
        [found("nginx"), "-p", str(folder), "-c", f"{folder}/nginx.conf", "-s", "reload"],
        check=True,
        stderr=subprocess.DEVNULL,
    )
    end = monotonic() + 10
    status, page = 503, ""
    while status == 503 and monotonic() < end:
        status, page = Phone("cavendish").read(games["cavendish"], Cookie=cookie)
    check("it answers at the other host", holds=status == 200 and "Ann" in page)
    home = Phone("cavendish").read("/", Cookie=cookie)[1]
    check("and knows the phone", holds=games["cavendish"] in home)


def main() -> None:
    """Try each proxy that is installed; the site moves behind nginx."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "run").mkdir()
        make_certificate(folder)
        hosts: list[Unit] = []
        for place, site in (("first", "regency"), ("second", "cavendish")):
            make_host(folder / place, site)
            hosts.append(Unit(folder / place, folder / f"run/{place}.sock"))
            hosts[-1].start()
        first, second = hosts
        write_maps(folder, second)
        games = {"regency": begin(first, "regency"), "cavendish": begin(second, "cavendish")}
        for proxy, prepare in (("caddy", caddy), ("nginx", nginx)):
            if not found(proxy):
                print(f"{proxy} is not installed")
                continue
            print(proxy)
            with running(prepare(folder)):
                try_names(games)
                try_kill(second, games)
                try_browser(games)
                if proxy == "nginx":
                    try_move(first, second, folder, games)
        for host in hosts:
            host.stop()


if __name__ == "__main__":
    main()
