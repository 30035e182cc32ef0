"""Prints many papers one after the other, into one PDF, while other work goes on."""

import logging
import subprocess
import sys
from collections.abc import Callable, Sequence
from datetime import datetime
from io import BytesIO
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Final

import scorekeeper
from scorekeeper.papers.paper import PrintedPaper
from scorekeeper.papers.printer import PAGE, send
from scorekeeper.papers.renderer import PrinterBusy, PrintingUnavailable

_SECONDS_TO_WAIT: Final = 1.0
_MOST_TRIES: Final = 120
"""How often a paper is tried while too many others wait for the printer."""
_BUNDLES_KEPT: Final = 4
_PRINTER: Final = "scorekeeper.papers.printer"
_FOLDER: Final = Path(scorekeeper.__file__).parents[1]
_SECONDS_TO_JOIN: Final = 120.0
_FAILED: Final = "The papers could not be made. The score is safe."

_log = logging.getLogger(__name__)

Make = Callable[[], PrintedPaper]
"""A function that makes the page of a paper, when its turn has come."""
Print = Callable[[PrintedPaper], bytes]
Join = Callable[[Sequence[bytes]], bytes]


def join_papers(papers: Sequence[bytes]) -> bytes:
    """Return PDFs as one, made by a process that may crash; raises ``PrintingUnavailable``."""
    sent = BytesIO()
    for paper in papers:
        send(sent, PAGE, paper)
    try:
        done = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-m", _PRINTER, "join"],
            input=sent.getvalue(),
            capture_output=True,
            check=True,
            cwd=_FOLDER,  # where Python looks for the module first
            timeout=_SECONDS_TO_JOIN,
        )
    except (subprocess.SubprocessError, OSError) as error:
        _log.warning("The papers could not be joined: %s", error)
        raise PrintingUnavailable(_FAILED) from None
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
            self.trouble = _FAILED
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
