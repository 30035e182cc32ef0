"""The blank pad of a variant, to keep score by hand."""

from dataclasses import dataclass
from typing import Any, ClassVar, Final, NamedTuple

from scorekeeper.domain.variant import Variant
from scorekeeper.print.end_layout import signatures_in_row
from scorekeeper.print.heading import SIDES, HeadField, Heading, fit_title
from scorekeeper.print.kinds import SIZES, Paper
from scorekeeper.print.pad_margin import PadMargin, fill_margin
from scorekeeper.print.terms import line_of_variant

_UPRIGHT_PLAYERS: Final = {"a4": 6, "letter": 6, "a5": 5}
_HEAD: Final = {"a4": 46.0, "letter": 46.0, "a5": 41.0}
"""The height of the head, of the names, and of the legend, in mm."""
_NAMES: Final = {"a4": 12.0, "letter": 12.0, "a5": 9.0}
_LEGEND: Final = 11.0
_TOP_AND_FOOT: Final = {"a4": 23.0, "letter": 23.0, "a5": 25.0}
_SUM: Final = {"a4": 9.0, "letter": 9.0, "a5": 7.5}
_SIGNATURE: Final = {"a4": 13.0, "letter": 13.0, "a5": 11.0}
_LEAST_ROW: Final = {"a4": 11.0, "letter": 11.0, "a5": 8.5}
"""Two figures by pen, points and running total, need this height (mm)."""
_HIGHEST_ROW: Final = 26.0
_MARGIN: Final = {"a4": 46.0, "letter": 46.0, "a5": 37.0}
"""The width of the margin column, in mm."""
_WIDE_MARGIN: Final = {"a4": 46.0, "letter": 46.0, "a5": 50.0}
_NARROW_MARGIN: Final = {"a4": 46.0, "letter": 46.0, "a5": 30.0}
"""The same on landscape paper, and beside players who have several columns each."""
_GAP: Final = 5.0
_DEAL: Final = 19.0
_DEAL_TITLE: Final = 28.0
"""The width of the first column, in mm: for a number, and for a number with a contract."""
_NARROW_DEAL: Final = 10.0
"""The same for a number alone on small paper."""
_FACT: Final = 14.0
_NARROW_FACT: Final = 11.5
"""The width of the column of a fact, and on small paper."""


class BlankRow(NamedTuple):
    """An empty row: the number of the deal and, where deals differ, what it asks for."""

    number: int
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankPad:
    """Everything that a blank pad prints; lengths are in mm.

    ``facts`` head the columns beside the deal, ``parts`` those of each player. ``sums`` are the
    rows under the deals, ``beside`` is what stands in the margin.
    """

    template: ClassVar = "print/blank.html"
    heading: Heading
    shape: str
    players: int
    facts: tuple[str, ...]
    parts: tuple[str, ...]
    rows: tuple[BlankRow, ...]
    sums: tuple[str, ...]
    signed: int
    legend: tuple[str, ...]
    beside: PadMargin
    width: float
    margin: float
    first: float
    fact: float
    names: float
    row: float
    sum: float


def blank_pad(variant: Variant, options: Any, players: int, paper: Paper) -> BlankPad:
    """Return a pad for a number of players; for many, the paper is in landscape format."""
    course = variant.family.course(options)
    upright = players <= _UPRIGHT_PLAYERS[paper]
    width, height = SIZES[paper] if upright else (SIZES[paper][1], SIZES[paper][0])
    inner = width - 2 * SIDES[paper]
    pixels = fit_title(variant.name, inner, 37 if paper != "a5" else 28)
    sums = _sum_labels(variant, options)
    signed = signatures_in_row(players) if upright else players
    lines = -(-players // signed)
    below_head = height - _TOP_AND_FOOT[paper] - _HEAD[paper] - _LEGEND - lines * _SIGNATURE[paper]
    room = below_head - _NAMES[paper] - len(sums) * _SUM[paper]
    is_narrow = paper == "a5" and bool(course.player_columns)
    margins = _WIDE_MARGIN if not upright else _NARROW_MARGIN if is_narrow else _MARGIN
    margin = margins[paper]
    rows = _rows(variant, options, int(room / _LEAST_ROW[paper]))
    return BlankPad(
        heading=_heading(variant, options, players, pixels),
        shape=f"pad {paper}{'' if upright else '-wide'}",
        players=players,
        facts=course.deal_columns,
        parts=("Points", *course.player_columns) if course.player_columns else (),
        rows=rows,
        sums=sums,
        signed=signed,
        legend=_legend(variant, options),
        beside=fill_margin(
            variant, options, width=margin, room=below_head, with_steps=paper != "a5"
        ),
        width=inner - margin - _GAP,
        margin=margin,
        first=_DEAL_TITLE if variant.family.deal_title else _NARROW_DEAL if is_narrow else _DEAL,
        fact=_NARROW_FACT if is_narrow else _FACT,
        names=_NAMES[paper],
        row=round(min(room / len(rows), _HIGHEST_ROW), 2),
        sum=_SUM[paper],
    )


def _heading(variant: Variant, options: Any, players: int, pixels: float) -> Heading:
    return Heading(
        title=variant.name,
        line=line_of_variant(variant, options),
        subject=f"Blank score pad for {players} players",
        pixels=pixels,
        fields=tuple([HeadField(label, "") for label in ("Played at", "Date", "Stake")]),
    )


def _rows(variant: Variant, options: Any, most: int) -> tuple[BlankRow, ...]:
    """Return a row for each deal of a game; ``most`` if their number does not end it."""
    family = variant.family
    return tuple(
        [
            BlankRow(number, family.deal_title(options, number) if family.deal_title else "")
            for number in range(1, (family.deals or most) + 1)
        ]
    )


def _sum_labels(variant: Variant, options: Any) -> tuple[str, ...]:
    """Return the labels of the rows under the deals, in the order in which they are added up."""
    added = variant.family.course(options).additions
    rounding = variant.family.rounding_rule(options)
    rounded = () if rounding is None else (f"Rounded, {variant.cite(rounding)}",)
    return (*(("Score", *added) if added else ()), "Total", *rounded)


def _legend(variant: Variant, options: Any) -> tuple[str, ...]:
    asks = variant.family.asks(options)
    marks = ["points above, running total below", f"underlined: {asks.by_mark}"]
    if any(ask.name == "concealed" for ask in asks.deal):
        marks.append("circled: concealed")
    return (*marks, "D: deals this deal")
