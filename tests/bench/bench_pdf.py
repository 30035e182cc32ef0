"""How fast a sheet becomes a PDF; ``python -m tests.bench.bench_pdf`` prints the rows."""

from time import perf_counter

from scorekeeper.domain.sheet import ScoreSheet
from scorekeeper.print.page import sheet_page
from scorekeeper.print.press import Press
from scorekeeper.print.template import write_page
from tests.print.games import record, samples, sheet_of

REPEATS = 7
BLANK = '<html lang="en"><head><title>Nothing</title></head><body class="a4"></body></html>'


def run() -> list[tuple[str, str, str]]:
    """What was measured, the time or size, and the goal."""
    press = Press()
    cold, warm, *others = [
        sheet_of(record("laws", title=f"Table {table}")) for table in range(REPEATS + 2)
    ]
    try:
        started = _print(press, cold)
        press.close()
        press.warm()
        press.print(BLANK)  # waits until the process is ready
        first = _print(press, warm)
        again = sorted([_print(press, sheet) for sheet in others])[REPEATS // 2]
        kept = _print(press, warm)
        size = len(press.print(write_page(sheet_page(samples()["ten players"], "a4"))))
    finally:
        press.close()
    return [
        ("PDF, the printing process not yet started", started, ""),
        ("PDF, the first sheet of a warm process", first, "500 ms"),
        ("PDF, any other sheet", again, "500 ms"),
        ("PDF, a sheet already made", kept, "10 ms"),
        ("PDF, size with ten players", f"{size / 1024:.0f} KB", "80 KB"),
    ]


def _print(press: Press, sheet: ScoreSheet) -> str:
    """How long it takes from the sheet to the PDF."""
    started = perf_counter()
    press.print(write_page(sheet_page(sheet, "a4")))
    return f"{(perf_counter() - started) * 1000:5.0f} ms"


if __name__ == "__main__":
    for what, measured, goal in run():
        print(f"{what:45} {measured:>12} {goal:>8}")
