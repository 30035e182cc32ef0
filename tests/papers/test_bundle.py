"""Bundles of papers: progress that is true, a stop, and what happens when the printer fails."""

import os
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Event

import pytest

from scorekeeper.papers import renderer
from scorekeeper.papers.paper import PrintedPaper, Size, write_page
from scorekeeper.papers.renderer import (
    Bundle,
    Bundles,
    Make,
    PrinterBusy,
    PrintingUnavailable,
    Renderer,
    join_papers,
    render_paper,
)
from scorekeeper.papers.sheet import GameToPrint, sheet_paper
from tests.papers.games import sheet_of, totals
from tests.papers.papers import PAPERS as PAPERS_OF_KINDS
from tests.papers.stand_in import library
from tests.papers.structure import faults
from tests.papers.texts import texts_of

NOW = datetime(2026, 11, 20, 21, 50, tzinfo=UTC)
LONG = 20.0
A4: Size = "a4"


def paper(name: str) -> Make:
    game = GameToPrint(sheet_of(totals("laws", ("Ann", "Bob"), 2, title=name)))
    return lambda: sheet_paper(game, A4)


PAPERS = [paper(name) for name in ("One", "Two", "Three")]


class Printer:
    """Prints a paper whenever it is let, as its title; ``failing`` is what it raises before."""

    def __init__(self, *failing: Exception) -> None:
        self.began, self.may = Event(), Event()
        self._failing = list(failing)

    def __call__(self, page: PrintedPaper) -> bytes:
        self.began.set()
        assert self.may.wait(LONG)
        if self._failing:
            raise self._failing.pop(0)
        return repr(page).encode()


def begin(printer: Callable[[PrintedPaper], bytes]) -> Bundle:
    return Bundle("Friday", PAPERS, begun=NOW, printer=printer, joiner=b"".join)


@contextmanager
def held(printer: Printer) -> Iterator[None]:
    """The printer has begun its first paper and does not go on before the end of the block."""
    assert printer.began.wait(LONG)
    try:
        yield
    finally:
        printer.may.set()


def test_papers_are_printed_in_order_and_counted() -> None:
    counts: list[int] = []
    printed: list[bytes] = []
    made: Bundle

    def count(page: PrintedPaper) -> bytes:
        started.wait(LONG)
        counts.append(made.done)
        printed.append(write_page(page).encode())
        return printed[-1]

    started = Event()
    made = begin(count)
    started.set()
    made.wait(LONG)
    assert (counts, made.done, made.of) == ([0, 1, 2], 3, 3)
    assert made.pdf == b"".join(printed)
    assert [b"<title>Two" in page for page in printed] == [False, True, False]
    assert made.is_made
    assert not made.goes_on


def test_a_stop_ends_the_bundle_without_a_file() -> None:
    printer = Printer()
    made = begin(printer)
    with held(printer):
        going = [made.goes_on]
        made.stop()
        going.append(made.goes_on)
    made.wait(LONG)
    assert going == [True, False]
    assert made.is_stopped
    assert (made.pdf, made.trouble) == (b"", "")
    assert made.done < made.of


def test_a_paper_that_cannot_be_printed_is_reported_and_ends_the_bundle() -> None:
    printer = Printer(PrintingUnavailable("The sheet could not be printed."))
    made = begin(printer)
    printer.may.set()
    made.wait(LONG)
    assert made.trouble == "The sheet could not be printed."
    assert not made.is_made
    assert not made.is_stopped


def test_an_error_in_the_program_is_reported_too() -> None:
    printer = Printer(ZeroDivisionError())
    made = begin(printer)
    printer.may.set()
    made.wait(LONG)
    assert made.trouble.startswith("The papers could not be made.")


def test_a_busy_printer_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(renderer, "_SECONDS_TO_WAIT", 0.01)
    printer = Printer(PrinterBusy("Too many."), PrinterBusy("Too many."))
    made = begin(printer)
    printer.may.set()
    made.wait(LONG)
    assert made.is_made


def test_one_bundle_at_a_time_is_made_for_a_night_and_few_for_all() -> None:
    printer = Printer()
    bundles = Bundles(printer, b"".join)
    first = bundles.begin("n1", "Friday", PAPERS, begun=NOW)
    assert first is not None
    with held(printer):
        assert bundles.begin("n1", "Friday", PAPERS, begun=NOW) is None
        others = [bundles.begin(f"n{night}", "", PAPERS, begun=NOW) for night in (2, 3, 4, 5)]
        assert [each is not None for each in others] == [True, True, True, False]
        assert bundles.last("n1") is first
        bundles.drop()
    first.wait(LONG)
    later = bundles.begin("n6", "Friday", PAPERS, begun=NOW)
    assert bundles.last("n6") is later
    assert bundles.last("n1") is None


def test_a_printing_process_that_dies_costs_no_paper(tmp_path: Path) -> None:
    worker = Renderer(environment={"PYTHONPATH": library(tmp_path)})
    killed: list[int] = []

    def printer(page: PrintedPaper) -> bytes:
        if worker.pid is not None and not killed:
            killed.append(worker.pid)
            os.kill(worker.pid, signal.SIGKILL)
        return worker.render(write_page(page))

    made = begin(printer)
    made.wait(LONG)
    worker.close()
    assert killed
    assert made.trouble == ""
    assert re.findall(rb"<title>(One|Two|Three)", made.pdf) == [b"One", b"Two", b"Three"]


def test_all_papers_are_one_pdf_with_their_tags() -> None:
    pdfs = [
        render_paper(PAPERS_OF_KINDS[name]())
        for name in ("night", "rules of contract", "long of contract")
    ]
    joined = join_papers(pdfs)
    assert faults(joined) == []
    assert texts_of(joined) == [text for pdf in pdfs for text in texts_of(pdf)]


def test_papers_that_cannot_be_joined_are_reported() -> None:
    with pytest.raises(PrintingUnavailable, match="could not be made"):
        join_papers([b"no PDF"])
