"""The values that ``templates/print/sheet.html`` prints: texts only, with nothing to compute."""

from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from scorekeeper.print.layout import Layout
from scorekeeper.print.money import Money
from scorekeeper.print.sheet_codes import PrintedCodes


class HeadField(NamedTuple):
    """A field at the head of the sheet; its text may be empty, for players to write by pen."""

    label: str
    text: str


class PrintedFigure(NamedTuple):
    """A number as text; ``minus`` if it is printed red, ``strong`` if it is a winner's."""

    text: str
    minus: bool = False
    strong: bool = False


NO_FIGURE: Final = PrintedFigure("")


class CardSign(NamedTuple):
    """A card: the text of its rank, the sign of its suit, and whether the suit is red."""

    rank: str
    sign: str
    red: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DealCell:
    """One player's cell in the row of a deal; ``deals`` if the player dealt."""

    points: str = ""
    running: PrintedFigure = NO_FIGURE
    deals: bool = False
    is_out: bool = False
    concealed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRow:
    """The row of a deal; ``struck`` if it does not count, ``blank`` if it is not played yet."""

    number: int
    upcard: CardSign | None = None
    notes: tuple[str, ...] = ()
    cells: tuple[DealCell, ...]
    struck: bool = False
    blank: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SumRow:
    """A row under the deals, such as the total: a label and a figure for each player."""

    label: str
    figures: tuple[PrintedFigure, ...]
    large: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedLegend:
    """The meanings of the marks in the rows; a text is empty if the sheet has no such mark.

    ``agreed`` if some deal has the tick that all players agreed to it.
    """

    out: str
    concealed: str
    agreed: bool


class SignatureLine(NamedTuple):
    """A line to sign: whose, to how many deals the player agreed, and which are challenged.

    Both texts are empty where nobody gave an opinion.
    """

    name: str
    agreed: str
    challenged: str


class Signatures(NamedTuple):
    """The lines for signatures, ``in_row`` side by side.

    ``stacked`` if names are so long that they need a line of their own.
    """

    lines: tuple[SignatureLine, ...]
    in_row: int
    stacked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedSheet:
    """Everything that the score sheet prints."""

    template: ClassVar = "print/sheet.html"
    title: str
    outcome: str
    fields: tuple[HeadField, ...]
    names: tuple[str, ...]
    rows: tuple[DealRow, ...]
    sums: tuple[SumRow, ...]
    legend: PrintedLegend
    money: Money | None
    rules: str
    remarks: tuple[str, ...]
    signatures: Signatures
    codes: PrintedCodes
    layout: Layout
