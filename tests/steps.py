"""Counts the work of a call in lines of Python that run, which is the same on every machine."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def count_steps(act: Callable[[], object]) -> int:
    """Return how many lines of Python a call runs; a line in a loop counts each time."""
    steps = 0

    def trace(_: FrameType, event: str, __: Any) -> Any:
        nonlocal steps
        steps += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        act()
    finally:
        sys.settrace(before)
    return steps
