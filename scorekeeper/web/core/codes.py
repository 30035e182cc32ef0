"""Links as other phones take them up: the address, and its QR code drawn into the page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Final

import segno
from flask import request, url_for

from scorekeeper.addresses import join_address
from scorekeeper.bookkeeping.links import Role
from scorekeeper.web.core.site import site

# Scanners need four blank modules round a code (ISO/IEC 18004).
_BORDER: Final = 4
# Drawing one takes longer than the rest of a page; each table shows its own again and again.
_CODES_KEPT: Final = 1024
_LANDS_ON: Final = {
    Role.HOST: "table.sheet",
    Role.PLAYER: "people.ask_seat",
    Role.VIEWER: "table.sheet",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """An address and the strokes that draw its code on a square of so many modules."""

    address: str
    size: int
    path: str


def code_of(role: Role, token: str) -> Code:
    """The code of a link: a player's leads to the seats, the others to the score sheet."""
    path = url_for(_LANDS_ON[role], key=token)
    return draw_code(join_address(site().settings, request.host_url, path))


@lru_cache(maxsize=_CODES_KEPT)
def draw_code(address: str) -> Code:
    """The address as a QR code, each run of dark modules one stroke."""
    rows = [list(row) for row in segno.make(address, error="m", micro=False).matrix]
    strokes = [stroke for y, row in enumerate(rows) for stroke in _strokes(y, row)]
    return Code(address=address, size=len(rows) + 2 * _BORDER, path="".join(strokes))


def _strokes(y: int, row: Sequence[int]) -> Iterator[str]:
    x = _BORDER
    for dark, run in groupby(row):
        length = len(list(run))
        if dark:
            yield f"M{x} {y + _BORDER}.5h{length}"
        x += length
