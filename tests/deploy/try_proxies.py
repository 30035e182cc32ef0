"""Tries the files of ``deploy/`` with the proxies that are installed.

``python -m tests.deploy.try_proxies`` starts two clubs as systemd would, and nginx and Caddy before
them with a certificate of their own on loopback. Not one of the tests, which need neither proxy.
"""

import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPResponse, HTTPSConnection
from pathlib import Path
from time import monotonic, sleep
from typing import Final

from playwright.sync_api import sync_playwright

from scorekeeper.games.game_store import GameStore
from scorekeeper.games.games import start_game
from scorekeeper.games.links import Role, link_of
from tests.deploy.clubs import DEPLOY, Club

PORT: Final = 8443
DOMAIN: Final = "cards.example.org"
CHROMIUM: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--ignore-certificate-errors",
    f"--host-resolver-rules=MAP *.{DOMAIN} 127.0.0.1",
)


def make_certificate(folder: Path) -> None:
    """Make a certificate for all names of the domain."""
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -keyout certificate.key"
    alternatives = f"subjectAltName=DNS:*.{DOMAIN},DNS:{DOMAIN}"
    names = ["-subj", f"/CN=*.{DOMAIN}", "-addext", alternatives]
    subprocess.run(
        [*command.split(), "-out", "certificate.pem", *names],
        cwd=folder,
        check=True,
        capture_output=True,
    )


def adapted(name: str, folder: Path) -> str:
    """Return a file of ``deploy/`` with the ports and folders of this trial."""
    text = (DEPLOY / name).read_text()
    for old, new in (
        ("/run/scorekeeper/", f"{folder}/run/"),
        ("/etc/scorekeeper/", f"{folder}/"),
        ("/var/log/nginx/", f"{folder}/"),
        ("443 ssl", f"{PORT} ssl"),
        ("listen 80", "listen 8080"),
        ("[::]:80", "[::]:8080"),
        ("*.cards.example.org {", f"*.cards.example.org:{PORT} {{"),
        ("\tservers {", "\tadmin off\n\tauto_https disable_redirects\n\tservers {"),
    ):
        text = text.replace(old, new)
    return text


def nginx(folder: Path) -> list[str]:
    """Return the command that runs nginx, after it has checked its file."""
    (folder / "site.conf").write_text(adapted("nginx.conf", folder))
    (folder / "nginx.conf").write_text(
        f"daemon off; user root; pid {folder}/nginx.pid; worker_rlimit_nofile 16384;\n"
        f"events {{ worker_connections 8192; }}\nhttp {{ include {folder}/site.conf; }}\n"
    )
    command = [found("nginx"), "-p", str(folder), "-e", f"{folder}/error.log"]
    command += ["-c", f"{folder}/nginx.conf"]
    subprocess.run([*command, "-t"], check=True)
    return command


def caddy(folder: Path) -> list[str]:
    """Return the command that runs Caddy, after it has checked its file."""
    (folder / "Caddyfile").write_text(adapted("Caddyfile", folder))
    command = [found("caddy"), "--config", f"{folder}/Caddyfile", "--adapter", "caddyfile"]
    subprocess.run([command[0], "validate", *command[1:]], check=True)
    return [command[0], "run", *command[1:]]


def found(program: str) -> str:
    """Return the path of a program, or an empty text."""
    return shutil.which(program, path="/usr/sbin:/usr/bin:/usr/local/bin") or ""


class Phone:
    """Asks a club by its name through the proxy; without a name the domain itself."""

    def __init__(self, club: str) -> None:
        self.host = f"{club}.{DOMAIN}".removeprefix(".")
        trust = ssl.create_default_context()
        trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
        self.trust = trust
        self.connection = HTTPSConnection(self.host)

    def ask(self, path: str, *, body: bytes | None = None, **more: str) -> HTTPResponse:
        if self.connection.sock is None:
            plain = socket.create_connection(("127.0.0.1", PORT), timeout=20)
            self.connection.sock = self.trust.wrap_socket(plain, server_hostname=self.host)
        headers = {"Host": self.host, **more}
        self.connection.request("GET" if body is None else "POST", path, body, headers)
        return self.connection.getresponse()

    def read(self, path: str, **more: str) -> tuple[int, str]:
        answer = self.ask(path, body=None, **more)
        return answer.status, answer.read().decode()


def begin(club: Club) -> str:
    """Return the path of a new game, as its host opens it."""
    store = GameStore.at(club.folder / "scorekeeper.sqlite3")
    key = start_game(store, {"variant": "laws", "players": ["Ann", "Bob"]})
    link = link_of(store, str(key), Role.HOST)
    store.close()
    return f"/game/{link}/"


def check(what: str, *, holds: bool) -> None:
    """Print what was tried, and stop if it does not hold."""
    print(f"{'  ok ' if holds else 'FAILED'} {what}", flush=True)
    if not holds:
        sys.exit(1)


def try_names(game: str) -> None:
    """Each club answers by its own name alone."""
    one, two, none = Phone("one"), Phone("two"), Phone("none")
    answer = one.ask(game)
    page = answer.read().decode()
    check("a club answers by its name", holds=answer.status == 200 and "Ann" in page)
    check("its cookie is for HTTPS alone", holds="Secure" in str(answer.getheader("Set-Cookie")))
    check("it is kept to HTTPS", holds=bool(answer.getheader("Strict-Transport-Security")))
    check("another club does not know its game", holds=two.read(game)[0] == 404)
    check("a name that is no club is refused", holds=none.read("/")[0] in (404, 502))
    links = one.read(f"{game}links", **{"X-Forwarded-Host": "evil.test"})[1]
    right = f"https://one.{DOMAIN}/game/" in links and "evil" not in links
    check("links begin with the address of the club, whatever a phone says", holds=right)


def try_sizes() -> None:
    """What is too large is refused, by the site in words up to the proxy's limit."""
    for size, words in ((1_500_000, "at most 1 MiB"), (3_000_000, "")):
        answer = Phone("one").ask("/import", body=b"a" * size)
        text = answer.read().decode()
        check(f"{size} bytes are refused", holds=answer.status == 413 and words in text)


def try_stream(club: Club, game: str) -> None:
    """A live page is told at once, and is still told after a minute."""
    begun = monotonic()
    stream = Phone("one").ask(f"{game}live", Accept="text/event-stream")
    check("a live page begins at once", holds=stream.readline() == b"retry: 2000\n")
    while not stream.readline().startswith(b"data:"):
        pass
    check("and knows the game", holds=monotonic() - begun < 1)
    store = GameStore.at(club.folder / "scorekeeper.sqlite3")
    with store.database.writing() as db:
        db.execute("UPDATE game SET pulse = pulse + 1")
    store.close()
    begun = monotonic()
    while not stream.readline().startswith(b"data:"):
        pass
    check(f"news comes in {1000 * (monotonic() - begun):.0f} ms", holds=monotonic() - begun < 1)
    end = monotonic() + 65
    events = 0
    while monotonic() < end:
        events += stream.readline().startswith(b"data:")
    check(f"a quiet minute has {events} events", holds=events >= 3)


def try_restarts(club: Club) -> None:
    """A club is started anew while pages are asked for: each is answered."""
    statuses: list[int] = []

    def keep_asking() -> None:
        phone = Phone("one")
        while len(statuses) < 400:
            statuses.append(phone.read("/rules")[0])

    with ThreadPoolExecutor(4) as threads:
        asking = [threads.submit(keep_asking) for _ in range(4)]
        restarts = 0
        while not all(each.done() for each in asking):
            club.stop()
            sleep(0.5)  # as long as an upgrade takes, with phones at the socket
            club.start()
            club.ask("/healthz")
            restarts += 1
        for each in asking:
            each.result()
    wrong = [status for status in statuses if status != 200]
    check(f"{len(statuses)} pages during {restarts} restarts: {wrong or 'all'}", holds=not wrong)


def try_browser(game: str) -> None:
    """A phone gets what only HTTPS has: the service worker, and the screen kept awake."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=CHROMIUM)
        page = browser.new_context(ignore_https_errors=True).new_page()
        page.goto(f"https://one.{DOMAIN}:{PORT}{game}")
        check(
            "the page is secure", holds=page.evaluate("isSecureContext && 'wakeLock' in navigator")
        )
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.reload()
        controlled = page.evaluate("navigator.serviceWorker.controller !== null")
        check("the service worker has taken over", holds=controlled)
        browser.close()


@contextmanager
def running(command: list[str]) -> Iterator[None]:
    """Run a proxy meanwhile."""
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        end = monotonic() + 10
        while monotonic() < end:
            try:
                Phone("one").read("/healthz")
                break
            except OSError:
                sleep(0.1)
        yield
    finally:
        process.terminate()
        process.wait()


def main() -> None:
    """Try each proxy that is installed."""
    proxies: dict[str, Callable[[Path], list[str]]] = {"nginx": nginx, "caddy": caddy}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "run").mkdir()
        make_certificate(folder)
        one, two = (Club(club, folder / "run", folder / "state") for club in ("one", "two"))
        one.start()
        two.start()
        one.ask("/healthz")
        game = begin(one)
        for proxy, prepare in proxies.items():
            if not found(proxy):
                print(f"{proxy} is not installed")
                continue
            with running(prepare(folder)):
                try_names(game)
                try_sizes()
                try_stream(one, game)
                try_restarts(one)
                try_browser(game)
        one.stop()
        two.stop()


if __name__ == "__main__":
    main()
