"""How fast papers become PDFs, and what the process that makes them needs.

``python -m tests.bench.bench_pdf`` prints the rows.
"""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final

from PIL import Image

from scorekeeper.club.facts import ClubMark
from scorekeeper.papers.paper import PrintedPaper
from scorekeeper.papers.renderer import PrintingUnavailable, Renderer, render_paper
from scorekeeper.rules.sheet import ScoreSheet
from tests.bench.figures import Row
from tests.marks import mark_of
from tests.papers.games import printed, record, samples, sheet_of, totals
from tests.papers.odd import TEXTS_A_SHEET, odd_sheet
from tests.papers.papers import PAPERS

REPEATS = 7
BLANK = '<html lang="en"><head><title>Nothing</title></head><body class="a4"></body></html>'
ODD_TEXTS, FEW_ODD_TEXTS = 20_000, 400
SEED = 1
KINDS: Final = {
    "long": ("a long sheet of six deals", "600 ms"),
    "blank of gin": ("a blank pad", ""),
    "rules of laws on a5": ("a rules card", ""),
    "night of a crowd": ("a night of thirty people", ""),
    "statement": ("a statement", ""),
    "standings": ("standings", ""),
}


def run() -> list[Row]:
    """What was measured, the time or size, and the goal."""
    return _measure(ODD_TEXTS)


def run_short() -> list[Row]:
    """The same with fewer odd texts."""
    return _measure(FEW_ODD_TEXTS)


def _measure(texts: int) -> list[Row]:
    renderer = Renderer()
    try:
        return [*_sheets(renderer), *_kinds(renderer), *_odd(renderer, texts)]
    finally:
        renderer.close()


def _sheets(renderer: Renderer) -> Iterator[Row]:
    cold, warm, *others = [
        sheet_of(record("laws", title=f"Table {table}")) for table in range(REPEATS + 2)
    ]
    yield ("PDF, the printing process not yet started", _print(renderer, cold), "900 ms")
    renderer.close()
    renderer.warm()
    renderer.render(BLANK)  # waits until the process is ready
    yield ("PDF, the first sheet of a warm process", _print(renderer, warm), "500 ms")
    again = sorted([_print(renderer, sheet) for sheet in others])[REPEATS // 2]
    yield ("PDF, any other sheet", again, "250 ms")
    yield ("PDF, a sheet already made", _print(renderer, warm), "10 ms")
    size = len(render_paper(printed(samples()["ten players"]), renderer=renderer))
    yield ("PDF, size with ten players", f"{size / 1024:.0f} KB", "120 KB")
    forty = totals("laws", ("Ann", "Bob", "Cal"), 40, options={"target": 90_000})
    yield ("PDF, a sheet of forty deals", _print(renderer, sheet_of(forty)), "1000 ms")


def _kinds(renderer: Renderer) -> Iterator[Row]:
    """Yield a row for each other kind of paper, made for the first time."""
    for name, (words, goal) in KINDS.items():
        yield (f"PDF, {words}", _print_page(renderer, PAPERS[name]()), goal)
    size = len(render_paper(PAPERS["long"](), renderer=renderer))
    marked = (_print_page(renderer, PAPERS["standings"](), mark_of(_worst_mark())), "")
    yield ("PDF, standings with a mark as large as may be", *marked)
    yield ("PDF, size of a long sheet", f"{size / 1024:.0f} KB", "120 KB")


def _odd(renderer: Renderer, texts: int) -> Iterator[Row]:
    """Print sheets of odd texts; yield how many failed, and the memory that the process took."""
    chance, failed, started = Random(SEED), 0, perf_counter()
    count = texts // TEXTS_A_SHEET
    for _ in range(count):
        try:
            render_paper(odd_sheet(chance), renderer=renderer)
        except PrintingUnavailable:
            failed += 1
    each = (perf_counter() - started) * 1000 / count
    yield (f"PDF, sheets of {texts} odd texts that failed", f"{failed} of {count}", "0")
    yield ("PDF, a sheet of odd texts", f"{each:5.0f} ms", "")
    yield ("PDF, most memory of the process", f"{_peak_mib(renderer):.0f} MiB", "250 MiB")


def _peak_mib(renderer: Renderer) -> float:
    status = Path(f"/proc/{renderer.pid}/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def _print(renderer: Renderer, sheet: ScoreSheet) -> str:
    """How long it takes from the sheet to the PDF."""
    return _print_page(renderer, printed(sheet))


def _worst_mark() -> bytes:
    """A PNG of noise, of which as many bytes are kept as a mark may have."""
    noise, file = (
        Image.frombytes("RGB", (250, 250), Random(SEED).randbytes(250 * 250 * 3)),
        BytesIO(),
    )
    noise.save(file, "PNG")
    return file.getvalue()


def _print_page(renderer: Renderer, page: PrintedPaper, mark: ClubMark | None = None) -> str:
    started = perf_counter()
    render_paper(page, mark, renderer=renderer)
    return f"{(perf_counter() - started) * 1000:5.0f} ms"


if __name__ == "__main__":
    for what, measured, goal in run():
        print(f"{what:45} {measured:>12} {goal:>8}")
