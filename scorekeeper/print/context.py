"""The values that ``templates/print/sheet.html`` prints: texts only, with nothing to compute."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final, NamedTuple

from scorekeeper.print.cards import CardSign
from scorekeeper.print.heading import Heading
from scorekeeper.print.layout import Layout
from scorekeeper.print.money import Money
from scorekeeper.print.sheet_codes import PrintedCodes


class PrintedFigure(NamedTuple):
    """A number as text; ``minus`` is true if it is printed red, ``strong`` if it is a winner's."""

    text: str
    minus: bool = False
    strong: bool = False


NO_FIGURE: Final = PrintedFigure("")


class Said(NamedTuple):
    """A sentence below the row of a deal, about a correction or a challenge."""

    text: str
    is_challenge: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetNotes:
    """The texts that a sheet prints besides its figures, each as far as it is known.

    ``times`` are times of entries as text, by their numbers; ``closed_by`` names the player who
    closed the game early. ``corrections`` are sentences by number of deal, ``told`` more sentences
    for the remarks.
    ``club`` is the name of the club that the game was played in, ``place`` and ``played_on`` (ISO)
    are those of its night, for a game that has none itself. ``address`` is that of the site as
    phones reach it, which the sheet code opens.
    """

    times: Mapping[int, str] = field(default_factory=dict)
    closed_by: str = ""
    corrections: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    told: tuple[str, ...] = ()
    club: str = ""
    place: str = ""
    played_on: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealCell:
    """One player's cell in the row of a deal; ``is_dealer`` is true if the player dealt."""

    points: str = ""
    running: PrintedFigure = NO_FIGURE
    is_dealer: bool = False
    is_out: bool = False
    concealed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRow:
    """The row of a deal; ``struck`` is true if it does not count, ``blank`` if it is not played.

    ``said`` are the sentences below the row.
    """

    number: int
    upcard: CardSign | None = None
    notes: tuple[str, ...] = ()
    cells: tuple[DealCell, ...]
    struck: bool = False
    blank: bool = False
    said: tuple[Said, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SumRow:
    """A row under the deals, such as the total: a label and a figure for each player."""

    label: str
    figures: tuple[PrintedFigure, ...]
    large: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedLegend:
    """The meanings of the marks in the rows; a text is empty if the sheet has no such mark.

    ``agreed`` is true if some deal has the tick that all players agreed to it.
    """

    out: str
    concealed: str
    agreed: bool


class SignatureLine(NamedTuple):
    """A line to sign: whose, to how many deals the player agreed, and which are challenged.

    Both texts are empty if nobody gave an opinion.
    """

    name: str
    agreed: str
    challenged: str


class Signatures(NamedTuple):
    """The lines for signatures, ``in_row`` side by side; ``meaning`` is the sentence people sign.

    ``stacked`` is true if names are so long that they need a line of their own.
    """

    lines: tuple[SignatureLine, ...]
    in_row: int
    stacked: bool
    meaning: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedSheet:
    """Everything that the score sheet prints."""

    template: ClassVar = "print/sheet.html"
    heading: Heading
    shape: str
    names: tuple[str, ...]
    rows: tuple[DealRow, ...]
    sums: tuple[SumRow, ...]
    legend: PrintedLegend
    money: Money | None
    rules: str
    strip: tuple[str, ...]
    remarks: tuple[str, ...]
    signatures: Signatures
    codes: PrintedCodes
    layout: Layout
