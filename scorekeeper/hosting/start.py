"""Serves a host: its sites and its entrance, with the backups and copies of all of them."""

import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import Final

from flask import Flask

import scorekeeper
from scorekeeper.config import Settings
from scorekeeper.hosting.acts import is_upgraded, prepare_host, remove_unused
from scorekeeper.hosting.app import create_host
from scorekeeper.hosting.demos import remove_old_demos
from scorekeeper.hosting.folders import host_address, is_demo
from scorekeeper.server import start
from scorekeeper.server.asgi import MOST_LARGE_BYTES
from scorekeeper.server.daily import BETWEEN_SITES, BackupThread, warn_of
from scorekeeper.server.start import Installation, say
from scorekeeper.store.backups import run_command
from scorekeeper.web.core.site import Sites

_PACKAGES: Final = Path(scorekeeper.__file__).parent.parent
_AGAIN_SECONDS: Final = 60.0
_GRACE_SECONDS: Final = 5.0
_NONE: Final = (
    "There are no copies of the sites: second_backups in settings.toml names a folder for them"
)
_SWITCH_SECONDS: Final = 0.0005
"""How long a thread of a host may compute while others wait for the interpreter, instead of 5 ms.

A page gives it up at each statement of SQL, and waits so long each time while a request of another
site is answered. One installation keeps the usual time: its requests are alike, and of two pages at
once both would be late.
"""
_AFTER_START: Final = 10.0
"""How long a host looks after no site, while all phones that waited for its start are answered."""
_PAUSES_PER_BACKUP: Final = 9
"""The pause after a backup of a site, by the time that it took: a tenth of a processor."""
_log = logging.getLogger(__name__)


def serve(settings: Settings, *, quiet: bool = False) -> None:
    """Serve an installation or a host, as ``serving.start.serve`` does."""
    start.serve(settings, Host() if settings.is_host else None, quiet=quiet)


class Host(Installation):
    """A host, whose sites are opened by their first requests."""

    large_bodies_of_site = MOST_LARGE_BYTES // 4

    def prepare(self, settings: Settings) -> None:
        """Make the folder of the sites, and the site for games at home. Raises ConfigError."""
        prepare_host(settings)
        sys.setswitchinterval(_SWITCH_SECONDS)

    def make_app(self, settings: Settings) -> Flask:
        """Return the application; no database is opened for it."""
        return create_host(settings)

    def greet(self, sites: Sites) -> None:
        """Print the address of the entrance."""
        host = sites.settings
        say(f"{host.title} is served to {host.domain}: {host_address(host)}/")

    @contextmanager
    def keep_safe(self, sites: Sites) -> Iterator[None]:
        """Make backups and copies of all sites meanwhile."""
        backups, copies = HostBackups(sites), CopyingProcess(sites.settings)
        backups.start()
        copies.start()
        yield
        copies.stop()
        backups.stop()


class HostBackups(BackupThread):
    """Backups of the sites of a host, spread over the day; and what else is done for them then."""

    def __init__(self, sites: Sites) -> None:
        super().__init__(sites)
        self._host = sites.settings

    def prepare(self) -> None:
        """Let a process bring all sites up to date, if the program was upgraded."""
        if self.stopping.wait(_AFTER_START) or is_upgraded(self._host):
            return
        result = run_command("sites", "upgrade", *self._host.as_arguments)
        if not self.stopping.is_set():  # else it ended since the host was stopped
            warn_of(result)

    def see_to(self, name: str, *, is_night: bool) -> float:
        """Make what is due at a site, or remove it if nobody used it; return how long to wait."""
        if is_demo(name):  # it is gone tomorrow
            return BETWEEN_SITES
        begin = monotonic()
        if remove_unused(self._host, name, datetime.now().astimezone()):
            _log.info("The site %s, which nobody used, is removed", name)
            return BETWEEN_SITES
        super().see_to(name, is_night=is_night)
        return max(BETWEEN_SITES, _PAUSES_PER_BACKUP * (monotonic() - begin))

    def end_round(self) -> None:
        """Delete old copies to look around in."""
        try:
            remove_old_demos(self._host, datetime.now().astimezone())
        except OSError as error:
            _log.error("Copies to look around in are not deleted: %s", error)


class CopyingProcess:
    """A process that copies sites until it is told to stop; it is begun again if it ends itself."""

    def __init__(self, host: Settings) -> None:
        self._host = host
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="copies", daemon=True)
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Begin to copy; without a second folder log that there are no copies."""
        if self._host.second_backups:
            self._thread.start()
        else:
            _log.warning(_NONE)

    def stop(self) -> None:
        """End the process; a copy under way is finished, or left unproved."""
        self._stopping.set()
        process = self._process
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()  # by which it knows
        try:
            process.wait(_GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._process = self._begin()
            if self._process is not None:
                self._log_lines(self._process)
            if not self._stopping.is_set():
                _log.error("The process that copies sites ended, and is begun again")
            self._stopping.wait(_AGAIN_SECONDS)

    def _begin(self) -> subprocess.Popen[str] | None:
        command = [sys.executable, "-P", "-m", "scorekeeper.hosting.copies"]
        try:
            return subprocess.Popen(  # noqa: S603 - our own module
                [*command, str(self._host.instance)],
                env={**os.environ, "PYTHONPATH": str(_PACKAGES)},
                stdin=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            _log.error("No process can be begun that copies sites: %s", error.strerror)
            return None

    def _log_lines(self, process: subprocess.Popen[str]) -> None:
        """Log each line that the process writes, until it ends."""
        if process.stderr is None:
            return
        with process.stderr as lines:
            for line in lines:
                _log.warning("A site was not copied well: %s", line.strip())
        process.wait()
