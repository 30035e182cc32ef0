"""How measurements are written: a row is what was measured, the figure, and its goal or nothing."""

from collections.abc import Sequence

Row = tuple[str, str, str]


def percentile(times: Sequence[float], percent: int) -> float:
    """Return the time within which ``percent`` of a hundred times stay; NaN without times."""
    ordered = sorted(times)
    return (
        ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] if ordered else float("nan")
    )


def milliseconds(times: Sequence[float], percent: int) -> str:
    """Return a percentile of times in seconds: ``9.1 ms``."""
    return f"{percentile(times, percent) * 1000:.1f} ms"
