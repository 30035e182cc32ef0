"""Makes PDFs in processes of their own: of a paper, and of many papers in one file.

A worker is started for the first sheet and then kept running; another process joins PDFs.
"""

import atexit
import json
import logging
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from threading import Event, Lock, Thread, Timer
from time import monotonic
from typing import Any, Final

import scorekeeper
from scorekeeper.club.facts import ClubMark
from scorekeeper.config import site_folder
from scorekeeper.games.limits import TooManyWait, Turns
from scorekeeper.papers import printer
from scorekeeper.papers.paper import Box, PrintedPaper, write_page

_FOLDER: Final = Path(scorekeeper.__file__).parents[1]
_SECONDS_TO_START: Final = 10.0
_SECONDS_AHEAD: Final = 5.0
"""How long after its start a program begins no worker ahead: its phones wait for the processors."""
_BEGUN: Final = monotonic()
_SECONDS_A_SHEET: Final = 10.0
_SECONDS_IN_QUEUE: Final = 30.0
_SHEETS_CACHED: Final = 32
_MOST_MEMORY: Final = 160 << 20
"""Bytes; a new worker takes half of it, and each paper with unusual signs adds a little."""
_FAILURES_KEPT: Final = 256
_FAILURE_SECONDS: Final = 600.0
_MISSING: Final = (
    "Sheets cannot be printed here yet:"
    " run “apt install libpangoft2-1.0-0 libharfbuzz-subset0” and print again."
)
_BROKEN: Final = "The sheet could not be printed. The score is safe; try again in a minute."
_FAILED: Final = "The sheet could not be printed. The score is safe; try again in ten minutes."
_BUSY: Final = "Too many sheets are waiting for the printer. Try again in a minute."

_Again = Callable[[Sequence[Box]], str | None]

_log = logging.getLogger(__name__)


class PrintingUnavailable(Exception):  # noqa: N818 - a state of the machine, not a mistake
    """An error: no PDF can be made now; its text says why in one plain sentence."""


class PrinterBusy(PrintingUnavailable):
    """An error: too many papers wait for their turn; the caller may ask again."""


class _BrokenError(Exception):
    """An error: the worker process died, or was killed because it did not answer."""


class _FailedError(Exception):
    """An error: the worker cannot print this page, or not in time."""


class Renderer:
    """Makes PDFs of pages, one at a time; any thread may call it.

    ``seconds`` is the longest time that a sheet may take. After a sheet at which the worker process
    took more than ``memory`` bytes, another takes its place. ``environment`` is added to that of
    the process. The PDFs of the last pages are cached. A page that cannot be printed is not tried
    again for some minutes, since each try keeps other pages waiting.
    """

    def __init__(
        self,
        *,
        seconds: float = _SECONDS_A_SHEET,
        memory: int = _MOST_MEMORY,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._seconds = seconds
        self._memory = memory
        self._environment = dict(environment or {})
        self._turns = Turns()
        self._process: subprocess.Popen[bytes] | None = None
        self._is_ready = False
        self._cache: dict[bytes, bytes] = {}
        self._failures: dict[bytes, float] = {}

    def render(self, page: str, again: _Again | None = None, *, site: str = "") -> bytes:
        """Return the PDF of an HTML page; raises ``PrintingUnavailable``.

        ``again`` is given the boxes of the page, and may return another page to print instead.
        ``site`` tells whose turn it is.
        """
        body = page.encode()
        key = sha256(body).digest()
        cached = self._cache.get(key)  # a cached sheet need not wait for its turn
        if cached is not None:
            return cached
        self._refuse_failed(key)
        with self._turn(len(body), site):
            self._refuse_failed(key)
            try:
                pdf = self._cache.get(key) or self._render(body, again)
            except _FailedError:
                self._failures[key] = monotonic()
                _drop_first(self._failures, beyond=_FAILURES_KEPT)
                raise PrintingUnavailable(_FAILED) from None
            self._cache[key] = pdf
            _drop_first(self._cache, beyond=_SHEETS_CACHED)
            return pdf

    def lacking(self, text: str) -> str:
        """Return the signs of a text that no font has; raises ``PrintingUnavailable``."""
        with self._turn(0):
            try:
                _, answer = self._answer(printer.SIGNS, text.encode())
            except _FailedError:
                raise PrintingUnavailable(_BROKEN) from None
            return answer.decode()

    def warm(self) -> None:
        """Start the worker process if it is not running, without waiting for it or for a sheet."""
        if self._process is not None:
            return
        with suppress(OSError, TooManyWait), self._turns.turn(0, seconds=0):
            self._running()

    @property
    def pid(self) -> int | None:
        """The process id of the worker, if it was started."""
        return None if self._process is None else self._process.pid

    def close(self) -> None:
        """End the worker process; the next sheet starts another."""
        with self._turn(0):
            self._stop()

    @contextmanager
    def _turn(self, size: int, site: str = "") -> Iterator[None]:
        try:
            with self._turns.turn(size, seconds=_SECONDS_IN_QUEUE, site=site):
                yield
        except TooManyWait:
            raise PrinterBusy(_BUSY) from None

    def _refuse_failed(self, key: bytes) -> None:
        failed_at = self._failures.get(key)
        if failed_at is not None and monotonic() - failed_at < _FAILURE_SECONDS:
            raise PrintingUnavailable(_FAILED)

    def _render(self, body: bytes, again: _Again | None) -> bytes:
        """Return the PDF of a page; raises ``_FailedError`` if the page is to blame."""
        if again is not None:
            _, boxes = self._answer(printer.BOXES, body)
            other = again([Box(*box) for box in json.loads(boxes)])
            body = body if other is None else other.encode()
        kind, answer = self._answer(printer.PAGE, body)
        if kind == printer.LAST:
            self._stop()
            with suppress(OSError):
                self._running()  # ready by the time that the next sheet is asked for
        return answer

    def _answer(self, kind: bytes, body: bytes) -> tuple[bytes, bytes]:
        """Return kind and body of the answer to a frame; if the worker breaks, ask a new one.

        Raises ``_FailedError`` if the worker failed at it, or took too long, and
        ``PrintingUnavailable`` if the new worker breaks too.
        """
        for _ in range(2):
            try:
                answered, answer = self._ask(self._ready(), (kind, body))
            except (_BrokenError, OSError):
                _log.warning("The process that prints sheets broke and is started again.")
                continue
            if answered == printer.FAILED:
                _log.error("A sheet could not be printed.\n%s", answer.decode())
                raise _FailedError
            return answered, answer
        raise PrintingUnavailable(_BROKEN)

    def _running(self) -> subprocess.Popen[bytes]:
        """Return the worker process; start it if need be, which may raise ``OSError``."""
        if self._process is not None:
            return self._process
        static = site_folder() / "static"
        self._is_ready = False
        self._process = subprocess.Popen(  # noqa: S603 - our own program with our own path
            [sys.executable, "-m", printer.__name__, str(static), str(self._memory)],
            cwd=_FOLDER,  # where Python looks for the module first
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
        if kind == printer.FAILED:
            self._stop()
            _log.warning("WeasyPrint cannot be loaded.\n%s", answer.decode())
            raise PrintingUnavailable(_MISSING)
        self._is_ready = True
        return process

    def _ask(
        self, process: subprocess.Popen[bytes], frame: tuple[bytes, bytes] | None = None
    ) -> tuple[bytes, bytes]:
        """Send a frame, if any, and return kind and body of the answer.

        Raises ``_BrokenError``, or ``_FailedError`` if the worker began the page and took too long.
        """
        if process.stdin is None or process.stdout is None:
            raise TypeError("the worker has no pipes")
        has_begun, is_late = False, Event()

        def end_late() -> None:
            is_late.set()
            process.kill()

        seconds = _SECONDS_TO_START if frame is None else self._seconds
        watchdog = Timer(seconds, end_late)
        watchdog.start()
        try:
            if frame is not None:
                printer.send(process.stdin, *frame)
                printer.receive(process.stdout)
                has_begun = True
            return printer.receive(process.stdout)
        except (OSError, printer.ClosedPipeError) as error:
            self._stop()
            raise (_FailedError if has_begun and is_late.is_set() else _BrokenError) from error
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


def _drop_first(kept: dict[bytes, Any], *, beyond: int) -> None:
    """Delete the item that was added first if there are more than ``beyond``."""
    if len(kept) > beyond:
        del kept[next(iter(kept))]


@cache
def the_renderer() -> Renderer:
    """Return the renderer of this process."""
    renderer = Renderer()
    atexit.register(renderer.close)
    return renderer


def warm_renderer() -> None:
    """Start the worker process without waiting, so that the first sheet need not wait for it."""
    if monotonic() > _BEGUN + _SECONDS_AHEAD:
        the_renderer().warm()


_USUAL = re.compile("[\x20-\x7e\xa0-\u024f\u0386-\u03ce\u0400-\u045f\u2010-\u2026]*")
"""Latin, Greek and Cyrillic, which the fonts of the program have."""


def render_paper(
    page: PrintedPaper,
    club_mark: ClubMark | None = None,
    *,
    site: str = "",
    renderer: Renderer | None = None,
) -> bytes:
    """Return the PDF of a paper, with the mark of the club where it has the club's name.

    ``site`` tells whose turn it is at the printer. Raises ``PrintingUnavailable`` with a plain
    sentence.
    """

    def again(boxes: Sequence[Box]) -> str | None:
        fitted = page.refit(page, boxes) if page.refit else None
        return None if fitted is None else write_page(fitted, club_mark)

    first = write_page(page, club_mark)
    return (renderer or the_renderer()).render(first, again if page.refit else None, site=site)


def lacking_signs(text: str) -> str:
    """Return the signs of a text that no font of this machine has, each once.

    A paper has a boxed question mark in their place. Raises ``PrintingUnavailable``.
    """
    return "" if _USUAL.fullmatch(text) else the_renderer().lacking(text)


# --- many papers in one file, printed one after the other while other work goes on ----------------


_SECONDS_TO_WAIT: Final = 1.0
_MOST_TRIES: Final = 120
"""How often a paper is tried while too many others wait for the printer."""
_BUNDLES_KEPT: Final = 4
_SECONDS_TO_JOIN: Final = 120.0
_NOT_MADE: Final = "The papers could not be made. The score is safe."

Make = Callable[[], PrintedPaper]
"""A function that makes the page of a paper, when its turn has come."""
Print = Callable[[PrintedPaper], bytes]
Join = Callable[[Sequence[bytes]], bytes]


def join_papers(papers: Sequence[bytes]) -> bytes:
    """Return PDFs as one, made by a process that may crash; raises ``PrintingUnavailable``."""
    sent = BytesIO()
    for paper in papers:
        printer.send(sent, printer.PAGE, paper)
    try:
        done = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-m", printer.__name__, "join"],
            input=sent.getvalue(),
            capture_output=True,
            check=True,
            cwd=_FOLDER,  # where Python looks for the module first
            timeout=_SECONDS_TO_JOIN,
        )
    except (subprocess.SubprocessError, OSError) as error:
        _log.warning("The papers could not be joined: %s", error)
        raise PrintingUnavailable(_NOT_MADE) from None
    return done.stdout


class Bundle:
    """Papers in one file, while it is made and afterwards; ``done`` of ``of`` papers are printed.

    ``name`` is that of the file, ``begun`` when it was asked for. ``pdf`` is empty until all is
    made. ``trouble`` says in a sentence why it could not be made. ``printer`` returns the PDF of a
    page, ``joiner`` one PDF of several, or they raise ``PrintingUnavailable``.
    """

    def __init__(
        self,
        name: str,
        papers: Sequence[Make],
        *,
        begun: datetime,
        printer: Print,
        joiner: Join = join_papers,
    ) -> None:
        self.name, self.begun = name, begun
        self.done, self.of = 0, len(papers)
        self.trouble = ""
        self.pdf = b""
        self._papers, self._printer, self._joiner = papers, printer, joiner
        self._stop = Event()
        self._thread = Thread(target=self._run, name="bundle of papers", daemon=True)
        self._thread.start()

    @property
    def is_made(self) -> bool:
        """Whether the file is complete."""
        return bool(self.pdf)

    @property
    def goes_on(self) -> bool:
        """Whether papers are still to be printed."""
        return self._thread.is_alive() and not self._stop.is_set()

    @property
    def is_stopped(self) -> bool:
        """Whether somebody stopped it before it was made."""
        return self._stop.is_set() and not self.is_made

    def stop(self) -> None:
        """Print no further paper; what was made is thrown away."""
        self._stop.set()

    def wait(self, seconds: float) -> None:
        """Wait until the bundle has ended, at most ``seconds``."""
        self._thread.join(seconds)

    def _run(self) -> None:
        try:
            pdf = self._make()
        except PrintingUnavailable as error:
            self.trouble = str(error)
        except Exception:  # noqa: BLE001 - whatever it is, the page must say that it has ended
            _log.exception("A bundle of papers could not be made.")
            self.trouble = _NOT_MADE
        else:
            if not self._stop.is_set():
                self.pdf = pdf
        self._papers = ()

    def _make(self) -> bytes:
        printed: list[bytes] = []
        for make in self._papers:
            if self._stop.is_set():
                return b""
            printed.append(self._print(make()))
            self.done += 1
        return self._joiner(printed)

    def _print(self, page: PrintedPaper) -> bytes:
        """Return the PDF of a page, after people who asked for a single paper have theirs."""
        tries = 1
        while True:
            try:
                return self._printer(page)
            except PrinterBusy:
                if tries == _MOST_TRIES or self._stop.wait(_SECONDS_TO_WAIT):
                    raise
                tries += 1


class Bundles:
    """The bundles of a served site: one at a time for each key; the last one is kept."""

    def __init__(self, printer: Print, joiner: Join = join_papers) -> None:
        self._printer, self._joiner = printer, joiner
        self._lock = Lock()
        self._last: dict[str, Bundle] = {}

    def last(self, key: str) -> Bundle | None:
        """Return the last bundle for a key; None if there was none, or newer ones replaced it."""
        return self._last.get(key)

    def begin(
        self, key: str, name: str, papers: Sequence[Make], *, begun: datetime
    ) -> Bundle | None:
        """Begin a bundle and return it; None while one for the key, or too many, are being made."""
        with self._lock:
            in_work = [night for night, bundle in self._last.items() if bundle.goes_on]
            if key in in_work or len(in_work) >= _BUNDLES_KEPT:
                return None
            self._last.pop(key, None)
            ended = [night for night in self._last if night not in in_work]
            for night in ended[: max(0, len(self._last) + 1 - _BUNDLES_KEPT)]:
                del self._last[night]
            made = Bundle(name, papers, begun=begun, printer=self._printer, joiner=self._joiner)
            self._last[key] = made
            return made

    @property
    def in_work(self) -> int:
        """How many bundles are being made."""
        return len([bundle for bundle in list(self._last.values()) if bundle.goes_on])

    def drop(self) -> None:
        """Stop and forget all, when the site ends or a name in them was taken out of the club."""
        with self._lock:
            for bundle in self._last.values():
                bundle.stop()
            self._last.clear()
