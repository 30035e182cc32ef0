"""Makes a club's files in a process of its own, so that no phone waits for a large one."""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from threading import Lock, Thread
from typing import Final

import scorekeeper

_PACKAGES: Final = Path(scorekeeper.__file__).parent.parent
_PROGRESS: Final = re.compile(r"(\d+) of (\d+) nights")


class FileRun:
    """A file while it is made and afterwards: its kind, the progress in nights, its ``content``.

    ``done`` of ``of`` nights are written. ``trouble`` says why the file could not be made.
    """

    def __init__(self, instance: Path, kind: str, *, bom: bool) -> None:
        self.kind, self.bom = kind, bom
        self.done = self.of = 0
        self.trouble = ""
        self.content = b""
        options = ["--instance", str(instance), *(["--bom"] if bom else [])]
        self._command = [sys.executable, "-P", "-m", "scorekeeper", "export", kind, *options]
        self._thread = Thread(target=self._make, name="club file", daemon=True)
        self._thread.start()

    @property
    def is_made(self) -> bool:
        """Whether the file is complete."""
        return not self._thread.is_alive() and not self.trouble

    @property
    def goes_on(self) -> bool:
        """Whether the file is still being made."""
        return self._thread.is_alive()

    def wait(self, seconds: float) -> None:
        """Wait until the file is made, at most ``seconds``."""
        self._thread.join(seconds)

    def _make(self) -> None:
        with (
            tempfile.TemporaryFile() as file,
            subprocess.Popen(  # noqa: S603 - our own command
                self._command,
                env={**os.environ, "PYTHONPATH": str(_PACKAGES)},
                stdout=file,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
            ) as process,
        ):
            said = self._follow(process.stderr or ())
            if process.wait():
                self.trouble = said or "The file could not be made."
            file.seek(0)
            self.content = file.read()

    def _follow(self, lines: Iterable[str]) -> str:
        """Note the progress that the process tells; return its last line about anything else."""
        said = ""
        for line in lines:
            told = _PROGRESS.match(line)
            if told:
                self.done, self.of = int(told[1]), int(told[2])
            else:
                said = line.strip()
        return said


class FileRuns:
    """The files of a served site: one at a time, and the last that was made."""

    def __init__(self, instance: Path) -> None:
        self._instance = instance
        self._lock = Lock()
        self.last: FileRun | None = None

    def begin(self, kind: str, *, bom: bool) -> FileRun | None:
        """Begin to make a file and return it; None if another is still being made."""
        with self._lock:
            if self.last is not None and self.last.goes_on:
                return None
            self.last = FileRun(self._instance, kind, bom=bom)
            return self.last

    def drop(self) -> None:
        """Forget the last file, even if it is being made, as it has a name that was taken out."""
        with self._lock:
            self.last = None
