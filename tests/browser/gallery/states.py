"""The states of the pages: what each can look like, on the screens where it is used.

A line of ``states.txt`` is a page and its state, the place by whose link it is looked at, the rest
of its address, the sizes of the screens, and what is done there before one looks.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

SIZES: Final = {
    "s": (320, 640),
    "m": (360, 740),
    "b": (390, 664),
    "p": (390, 844),
    "l": (844, 390),
    "d": (1280, 800),
    "t": (1280, 720),
    "T": (1920, 1080),
    "x": (1024, 768),
}
"""A small phone, three usual ones, of which one shows its browser's bars, one on its side, a desk,
two TVs and an older one (px)."""
TV: Final = "tTx"

_TABLE: Final = Path(__file__).with_name("states.txt")

_ON_TV: Final = (
    *("shown", "shown with code", "begun", "begun with code", "scored"),
    *("scored with code", "warned", "rung", "rung with code"),
    *("between", "between with code", "after"),
)
"""What a TV shows in the course of an organised night, of a few tables and of many."""


@dataclass(frozen=True)
class State:
    """A page in a state: where it is, on which screens, and what is done there before."""

    page: str
    name: str
    place: str
    rest: str
    sizes: str
    acts: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.page}, {self.name}"


def _read(line: str) -> State:
    page, name, place, rest, sizes, *acts = re.split(r"\s{2,}", line)
    return State(page, name, place, rest.lstrip("."), sizes, tuple("".join(acts).split("; ")))


STATES: Final = (
    *[_read(line) for line in _TABLE.read_text(encoding="utf-8").splitlines() if line],
    *[
        State("rounds", f"TV, {state}, {tables} tables", f"{state} {tables}/watch", "tv", "tT")
        for state in _ON_TV
        for tables in (2, 3, 4, 5, 6)
    ],
)
