"""Keeps the process that copies the sites of a host into the second folder."""

import logging
import os
import subprocess
import sys
from pathlib import Path
from threading import Event, Thread
from typing import Final

import scorekeeper
from scorekeeper.config import Settings

_PACKAGES: Final = Path(scorekeeper.__file__).parent.parent
_AGAIN_SECONDS: Final = 60.0
_GRACE_SECONDS: Final = 5.0
_NONE: Final = (
    "There are no copies of the sites: second_backups in settings.toml names a folder for them"
)
_log = logging.getLogger(__name__)


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
