"""Makes backups in a process of their own, so that no phone waits for them."""

import os
import subprocess
import sys
from pathlib import Path
from threading import Lock, Thread
from time import monotonic
from typing import Final

import scorekeeper

_PACKAGES: Final = Path(scorekeeper.__file__).parent.parent
_PAUSE_SECONDS: Final = 60.0


def run_backup(instance: Path, *, daily: bool) -> "subprocess.CompletedProcess[str]":
    """Run the command ``backup`` and return how it ended, with what it said."""
    command = [sys.executable, "-P", "-m", "scorekeeper", "backup", "--instance", str(instance)]
    return subprocess.run(  # noqa: S603 - our own command
        [*command, "--daily"] if daily else command,
        env={**os.environ, "PYTHONPATH": str(_PACKAGES)},
        capture_output=True,
        text=True,
        check=False,
    )


class AskedBackups:
    """Backups that are asked for on a page: one at a time, and at most one a minute.

    ``trouble`` says why the last one failed; it is empty if it did not.
    """

    def __init__(self, instance: Path) -> None:
        self._instance = instance
        self._lock = Lock()
        self._thread: Thread | None = None
        self._begun: float | None = None
        self.trouble = ""

    @property
    def is_being_made(self) -> bool:
        """Whether one is being made now."""
        return self._thread is not None and self._thread.is_alive()

    def begin(self) -> bool:
        """Begin to make one; return False if another was begun too short a time ago."""
        with self._lock:
            is_early = self._begun is not None and monotonic() - self._begun < _PAUSE_SECONDS
            if is_early or self.is_being_made:
                return False
            self._begun = monotonic()
            self._thread = Thread(target=self._make, name="asked backup", daemon=True)
            self._thread.start()
            return True

    def wait(self, seconds: float) -> None:
        """Wait until the one that is being made is made, at most so long."""
        if self._thread is not None:
            self._thread.join(seconds)

    def _make(self) -> None:
        done = run_backup(self._instance, daily=False)
        self.trouble = done.stderr.strip() if done.returncode else ""
