"""The renderer: one warm child process that makes PDFs, started at the first sheet."""

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

from scorekeeper.config import site_folder
from scorekeeper.print import worker

_SECONDS_A_SHEET: Final = 10.0
_SECONDS_IN_QUEUE: Final = 30.0
_SHEETS_KEPT: Final = 32
_MISSING: Final = (
    "Sheets cannot be printed here yet:"
    " run “apt install libpangoft2-1.0-0 libharfbuzz-subset0” and print again."
)
_FAILED: Final = "The sheet could not be printed. The score is safe; try again in a minute."
_BUSY: Final = "Too many sheets are waiting for the printer. Try again in a minute."

_log = logging.getLogger(__name__)


class PrintingUnavailable(Exception):  # noqa: N818 - a state of the machine, no mistake
    """No paper can be made now; the text is one plain sentence that says why."""


class _BrokenError(Exception):
    """The child died, or was killed since it took too long."""


class Renderer:
    """Makes PDFs of pages; any thread may ask, one sheet is made at a time.

    ``seconds`` is the longest a sheet may take. ``environment`` is added to that of the child.
    """

    def __init__(
        self, *, seconds: float = _SECONDS_A_SHEET, environment: Mapping[str, str] | None = None
    ) -> None:
        self._seconds = seconds
        self._environment = dict(environment or {})
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._is_ready = False
        self._kept: dict[bytes, bytes] = {}

    def render(self, page: str) -> bytes:
        """The PDF of an HTML page; raises ``PrintingUnavailable``."""
        body = page.encode()
        key = sha256(body).digest()
        kept = self._kept.get(key)  # before the queue: a sheet already made waits for nobody
        if kept is not None:
            return kept
        with self._turn():
            pdf = self._kept.get(key) or self._render(body)
            self._kept[key] = pdf
            if len(self._kept) > _SHEETS_KEPT:
                del self._kept[next(iter(self._kept))]
            return pdf

    def warm(self) -> None:
        """Start the child, if it is not running, without waiting for it or for another sheet."""
        if self._process is not None or not self._lock.acquire(blocking=False):
            return
        try:
            with suppress(OSError):
                self._running()
        finally:
            self._lock.release()

    @property
    def pid(self) -> int | None:
        """The process number of the child, if it was started."""
        return None if self._process is None else self._process.pid

    def close(self) -> None:
        """End the child; the next sheet starts another."""
        with self._turn():
            self._stop()

    @contextmanager
    def _turn(self) -> Iterator[None]:
        if not self._lock.acquire(timeout=_SECONDS_IN_QUEUE):
            raise PrintingUnavailable(_BUSY)
        try:
            yield
        finally:
            self._lock.release()

    def _render(self, body: bytes) -> bytes:
        """Print a page, with a new child if the old one breaks; a second break is the page's."""
        for _ in range(2):
            try:
                kind, answer = self._ask(self._ready(), body)
            except (_BrokenError, OSError):
                _log.warning("The process that prints sheets broke and is started again.")
                continue
            if kind == worker.FAILED:
                _log.error("A sheet could not be printed.\n%s", answer.decode())
                raise PrintingUnavailable(_FAILED)
            return answer
        raise PrintingUnavailable(_FAILED)

    def _running(self) -> subprocess.Popen[bytes]:
        """The child, started if need be; raises ``OSError`` if it cannot be."""
        if self._process is not None:
            return self._process
        static = site_folder() / "static"
        self._is_ready = False
        self._process = subprocess.Popen(  # noqa: S603 - our own program with our own path
            [sys.executable, "-P", str(Path(worker.__file__)), str(static)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={
                **os.environ,
                "FONTCONFIG_FILE": str(static / "fonts" / "fonts.conf"),
                **self._environment,
            },
            # Ctrl-C at the terminal is for the server, whose end is the end of the child's input.
            start_new_session=True,
        )
        return self._process

    def _ready(self) -> subprocess.Popen[bytes]:
        """The child once it has said that it can print; raises ``PrintingUnavailable``."""
        process = self._running()
        if self._is_ready:
            return process
        kind, answer = self._ask(process)
        if kind == worker.FAILED:
            self._stop()
            _log.warning("WeasyPrint cannot be loaded.\n%s", answer.decode())
            raise PrintingUnavailable(_MISSING)
        self._is_ready = True
        return process

    def _ask(
        self, process: subprocess.Popen[bytes], body: bytes | None = None
    ) -> tuple[bytes, bytes]:
        """Send a page, if there is one, and wait for the answer; raises ``_BrokenError``."""
        if process.stdin is None or process.stdout is None:
            raise TypeError("the child has no pipes")
        watchdog = threading.Timer(self._seconds, process.kill)
        watchdog.start()
        try:
            if body is not None:
                worker.send(process.stdin, worker.PAGE, body)
            return worker.receive(process.stdout)
        except (OSError, worker.ClosedPipeError) as error:
            self._stop()
            raise _BrokenError from error
        finally:
            watchdog.cancel()

    def _stop(self) -> None:
        process, self._process = self._process, None
        self._is_ready = False
        if process is None:
            return
        process.kill()
        # Bytes of a page that a dead child never read cannot be flushed on closing.
        for stream in (process.stdin, process.stdout):
            with suppress(OSError):
                if stream is not None:
                    stream.close()
        process.wait()
