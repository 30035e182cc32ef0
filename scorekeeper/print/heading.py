"""The head of a paper: its title, a line under it, the club, and fields to read or to write in."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from scorekeeper.print.kinds import MM_A_PIXEL
from scorekeeper.record.club_mark import ClubMark

LETTER: Final = 0.55
"""Mean width of a letter of the font Pagella (em), with a margin for wide ones."""
SIDES: Final = {"a4": 16.0, "letter": 16.0, "a5": 10.0}
"""The margin at each side, in mm."""
_TITLE_PIXELS: Final = (37.0, 20.0)
SUITS: Final = 30.0
"""Width of the four suits beside the title, in mm."""
LONG_FIELD: Final = 24
"""Letters of a field beyond which it has smaller type and several lines."""


class HeadField(NamedTuple):
    """A field at the head of a paper; its text may be empty, for people to write by pen."""

    label: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """The head of a paper; ``pixels`` is the size of the title, ``subject`` describes the file.

    The mark of the club, if it has one, stands in the room of the four suits.
    """

    title: str
    line: str
    subject: str
    pixels: float
    club: str = ""
    club_mark: ClubMark | None = None
    fields: tuple[HeadField, ...] = ()


def fit_title(title: str, width: float, largest: float = _TITLE_PIXELS[0]) -> float:
    """Return the size of a title in CSS pixels for ``width`` mm.

    The title becomes smaller before it takes a second line.
    """
    letters = max(1, len(title))
    one_line = (width - SUITS) / (LETTER * MM_A_PIXEL * letters)
    return float(int(max(_TITLE_PIXELS[1], min(largest, one_line))))
