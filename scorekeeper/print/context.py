"""What ``templates/print/sheet.html`` is given: everything in words, nothing left to compute."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from scorekeeper.print.layout import Layout
from scorekeeper.print.money import Money


class HeadField(NamedTuple):
    """A field at the head of the sheet; its text may be empty, to be filled in by pen."""

    label: str
    text: str


class PrintedFigure(NamedTuple):
    """A number as written; ``minus`` if it is printed red, ``strong`` if it won."""

    text: str
    minus: bool = False
    strong: bool = False


NO_FIGURE: Final = PrintedFigure("")


class CardSign(NamedTuple):
    """A card as printed: its rank, its suit's sign, and whether that is red."""

    rank: str
    sign: str
    red: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DealCell:
    """One player's part of a deal on paper."""

    points: str = ""
    running: PrintedFigure = NO_FIGURE
    deals: bool = False
    is_out: bool = False
    concealed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRow:
    """A deal on paper; ``struck`` if it does not count, ``blank`` if it is still to be played."""

    number: int
    upcard: CardSign | None = None
    notes: tuple[str, ...] = ()
    cells: tuple[DealCell, ...]
    struck: bool = False
    blank: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SumRow:
    """A row under the deals."""

    label: str
    figures: tuple[PrintedFigure, ...]
    large: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedLegend:
    """The marks that a sheet uses, in words; empty for a mark that it does not use.

    ``agreed`` if some deal has the tick of one that all agreed to.
    """

    out: str
    concealed: str
    agreed: bool


class Signatures(NamedTuple):
    """What the players sign to, how many side by side; ``stacked`` if names need a line."""

    agreed: str
    in_row: int
    stacked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedSheet:
    """The whole context of the template."""

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
    layout: Layout
