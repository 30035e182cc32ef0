"""Makes PDFs in a worker process, which is started for the first sheet and then kept running."""

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
_SHEETS_CACHED: Final = 32
_MISSING: Final = (
    "Sheets cannot be printed here yet:"
    " run “apt install libpangoft2-1.0-0 libharfbuzz-subset0” and print again."
)
_FAILED: Final = "The sheet could not be printed. The score is safe; try again in a minute."
_BUSY: Final = "Too many sheets are waiting for the printer. Try again in a minute."

_log = logging.getLogger(__name__)


class PrintingUnavailable(Exception):  # noqa: N818 - a state of the machine, no mistake
    """An error: no PDF can be made now; its text says why in one plain sentence."""


class _BrokenError(Exception):
    """An error: the worker process died, or was killed since it took too long."""


class Renderer:
    """Makes PDFs of pages, one at a time; any thread may call it.

    ``seconds`` is the longest time that a sheet may take. ``environment`` is added to the
    environment of the worker process. The PDFs of the last pages are cached.
    """

    def __init__(
        self, *, seconds: float = _SECONDS_A_SHEET, environment: Mapping[str, str] | None = None
    ) -> None:
        self._seconds = seconds
        self._environment = dict(environment or {})
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._is_ready = False
        self._cache: dict[bytes, bytes] = {}

    def render(self, page: str) -> bytes:
        """Return the PDF of an HTML page; raises ``PrintingUnavailable``."""
        body = page.encode()
        key = sha256(body).digest()
        cached = self._cache.get(key)  # a cached sheet need not wait for its turn
        if cached is not None:
            return cached
        with self._turn():
            pdf = self._cache.get(key) or self._render(body)
            self._cache[key] = pdf
            if len(self._cache) > _SHEETS_CACHED:
                del self._cache[next(iter(self._cache))]
            return pdf

    def warm(self) -> None:
        """Start the worker process if it is not running, without waiting for it or for a sheet."""
        if self._process is not None or not self._lock.acquire(blocking=False):
            return
        try:
            with suppress(OSError):
                self._running()
        finally:
            self._lock.release()

    @property
    def pid(self) -> int | None:
        """The process id of the worker, if it was started."""
        return None if self._process is None else self._process.pid

    def close(self) -> None:
        """End the worker process; the next sheet starts another."""
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
        """Return the PDF of a page; if the worker breaks, try once more with a new one."""
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
        """Return the worker process; start it if need be, which may raise ``OSError``."""
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
            # Ctrl-C at the terminal must not reach the worker, which ends with the server.
            start_new_session=True,
        )
        return self._process

    def _ready(self) -> subprocess.Popen[bytes]:
        """Return the worker process once it can print; raises ``PrintingUnavailable``."""
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
        """Send a page, if any, and return kind and body of the answer; raises ``_BrokenError``."""
        if process.stdin is None or process.stdout is None:
            raise TypeError("the worker has no pipes")
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
        # Closing raises an error if bytes are left that the dead worker did not read.
        for stream in (process.stdin, process.stdout):
            with suppress(OSError):
                if stream is not None:
                    stream.close()
        process.wait()
