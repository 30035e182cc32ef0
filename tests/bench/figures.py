"""How measurements are written: a row is what was measured, the figure, and its goal or nothing."""

import re
from collections.abc import Sequence
from typing import Final

Row = tuple[str, str, str]
_SECONDS: Final = {"s": 1.0, "ms": 1e-3, "µs": 1e-6, "min": 60.0}
_QUANTITY: Final = re.compile(r"([\d,]*\.?\d+) ?([^\d\s,;]*)")


def percentile(times: Sequence[float], percent: int) -> float:
    """Return the time within which ``percent`` of a hundred times stay; NaN without times."""
    ordered = sorted(times)
    return (
        ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] if ordered else float("nan")
    )


def milliseconds(times: Sequence[float], percent: int) -> str:
    """Return a percentile of times in seconds: ``9.1 ms``."""
    return f"{percentile(times, percent) * 1000:.1f} ms"


def print_row(what: str, measured: str, goal: str) -> None:
    """Print a row as soon as it is there."""
    print(f"  {what:<52}{measured:>14}   {goal and f'goal {goal}'}", flush=True)


def read_rows(printed: str) -> dict[str, str]:
    """Return each figure by what it is, as rows were printed."""
    found = re.findall(r"^  (\S.*?) {2,}(\S.*?)(?: {3,}.*)?$", printed, re.MULTILINE)
    return {what.rstrip(): measured for what, measured in found}


def quantity(measured: str) -> tuple[float, str]:
    """Return a figure and its unit, times in seconds: "9.1 ms" is 0.0091 s.

    Without a unit it is a number of things; what is no single figure has the unit "".
    """
    found = _QUANTITY.fullmatch(measured)
    if not found:
        return 0.0, ""
    number, unit = float(found[1].replace(",", "")), found[2]
    return (number * _SECONDS[unit], "s") if unit in _SECONDS else (number, unit or "each")
