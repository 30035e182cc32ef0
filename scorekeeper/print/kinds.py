"""The kinds of paper that can be printed, and the sizes that each is printed on."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, Literal

Paper = Literal["a4", "letter", "a5"]

SIZES: Final[Mapping[Paper, tuple[float, float]]] = {
    "a4": (210.0, 297.0),
    "letter": (215.9, 279.4),
    "a5": (148.0, 210.0),
}
"""Width and height of the paper upright, in mm."""
MM_A_PIXEL: Final = 25.4 / 96
"""The length of a CSS pixel on paper, in mm."""


class Kind(StrEnum):
    """The kinds of paper: of a game, a variant, a table, or a club."""

    SHEET = "sheet"
    LONG = "long"
    BLANK = "blank"
    RULES = "rules"
    TENT = "tent"
    NIGHT = "night"
    STATEMENT = "statement"
    STANDINGS = "standings"

    @property
    def papers(self) -> tuple[Paper, ...]:
        """The sizes of paper that it is made for, the usual one first."""
        return ("a4", "letter", "a5") if self in OF_VARIANT else ("a4", "letter")


OF_GAME: Final = (Kind.SHEET, Kind.LONG)
OF_VARIANT: Final = (Kind.BLANK, Kind.RULES)
OF_CLUB: Final = (Kind.NIGHT, Kind.STATEMENT, Kind.STANDINGS)
