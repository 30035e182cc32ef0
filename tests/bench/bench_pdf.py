"""How fast a sheet becomes a PDF; ``python -m tests.bench.bench_pdf`` prints the rows."""

from time import perf_counter

from scorekeeper.domain.sheet import ScoreSheet
from scorekeeper.print.page import sheet_page
from scorekeeper.print.renderer import Renderer
from scorekeeper.print.template import write_page
from tests.print.games import record, samples, sheet_of

REPEATS = 7
BLANK = '<html lang="en"><head><title>Nothing</title></head><body class="a4"></body></html>'


def run() -> list[tuple[str, str, str]]:
    """What was measured, the time or size, and the goal."""
    renderer = Renderer()
    cold, warm, *others = [
        sheet_of(record("laws", title=f"Table {table}")) for table in range(REPEATS + 2)
    ]
    try:
        started = _print(renderer, cold)
        renderer.close()
        renderer.warm()
        renderer.render(BLANK)  # waits until the process is ready
        first = _print(renderer, warm)
        again = sorted([_print(renderer, sheet) for sheet in others])[REPEATS // 2]
        kept = _print(renderer, warm)
        size = len(renderer.render(write_page(sheet_page(samples()["ten players"], "a4"))))
    finally:
        renderer.close()
    return [
        ("PDF, the printing process not yet started", started, ""),
        ("PDF, the first sheet of a warm process", first, "500 ms"),
        ("PDF, any other sheet", again, "500 ms"),
        ("PDF, a sheet already made", kept, "10 ms"),
        ("PDF, size with ten players", f"{size / 1024:.0f} KB", "80 KB"),
    ]


def _print(renderer: Renderer, sheet: ScoreSheet) -> str:
    """How long it takes from the sheet to the PDF."""
    started = perf_counter()
    renderer.render(write_page(sheet_page(sheet, "a4")))
    return f"{(perf_counter() - started) * 1000:5.0f} ms"


if __name__ == "__main__":
    for what, measured, goal in run():
        print(f"{what:45} {measured:>12} {goal:>8}")
