"""The blank pad of a variant, to keep score by hand."""

from dataclasses import dataclass
from typing import Any, ClassVar, Final, NamedTuple

from scorekeeper.domain.variant import Variant
from scorekeeper.print.end_layout import signatures_in_row
from scorekeeper.print.heading import SIDES, HeadField, Heading, fit_title
from scorekeeper.print.kinds import SIZES, Paper
from scorekeeper.print.terms import Term, bonus_terms, changed_terms, line_of_variant
from scorekeeper.print.values import CardValues, card_values

_UPRIGHT_PLAYERS: Final = {"a4": 6, "letter": 6, "a5": 4}
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
_GAP: Final = 5.0
_DEAL: Final = 19.0
_DEAL_TITLE: Final = 28.0
"""The width of the first column, in mm: for a number, and for a number with a contract."""


class BlankRow(NamedTuple):
    """An empty row: the number of the deal and, where deals differ, what it asks for."""

    number: int
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankPad:
    """Everything that a blank pad prints; lengths are in mm.

    ``facts`` head the columns beside the deal, ``parts`` those of each player. ``sums`` are the
    rows under the deals, ``steps`` the end of the game, in order; the smallest paper has no room
    for them.
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
    values: CardValues
    bonuses: tuple[Term, ...]
    changed: tuple[Term, ...]
    dealer: str
    steps: tuple[str, ...]
    width: float
    margin: float
    first: float
    names: float
    row: float
    sum: float


def blank_pad(variant: Variant, options: Any, players: int, paper: Paper) -> BlankPad:
    """Return a pad for a number of players; for many, the paper is in landscape format."""
    course = variant.family.course(options)
    upright = players <= _UPRIGHT_PLAYERS[paper]
    width, height = SIZES[paper] if upright else (SIZES[paper][1], SIZES[paper][0])
    inner = width - 2 * SIDES[paper]
    sums = _sum_labels(variant, options)
    signed = signatures_in_row(players) if upright else players
    lines = -(-players // signed)
    rest = len(sums) * _SUM[paper] + _LEGEND + lines * _SIGNATURE[paper]
    room = height - _TOP_AND_FOOT[paper] - _HEAD[paper] - _NAMES[paper] - rest
    rows = _rows(variant, options, int(room / _LEAST_ROW[paper]))
    return BlankPad(
        heading=Heading(
            title=variant.name,
            line=line_of_variant(variant, options),
            subject=f"Blank score pad for {players} players",
            pixels=fit_title(variant.name, inner, 37 if paper != "a5" else 28),
            fields=tuple([HeadField(label, "") for label in ("Played at", "Date", "Stake")]),
        ),
        shape=f"pad {paper}{'' if upright else '-wide'}",
        players=players,
        facts=course.deal_columns,
        parts=("Points", *course.player_columns) if course.player_columns else (),
        rows=rows,
        sums=sums,
        signed=signed,
        legend=_legend(variant, options),
        values=card_values(variant, options, short=True),
        bonuses=bonus_terms(variant, options),
        changed=changed_terms(variant, options),
        dealer=course.dealer,
        steps=() if paper == "a5" else course.end,
        width=inner - _MARGIN[paper] - _GAP,
        margin=_MARGIN[paper],
        first=_DEAL_TITLE if variant.family.deal_title else _DEAL,
        names=_NAMES[paper],
        row=round(min(room / len(rows), _HIGHEST_ROW), 2),
        sum=_SUM[paper],
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
    marks = ["points over running total", f"underline: {asks.by_mark}"]
    if any(ask.name == "concealed" for ask in asks.deal):
        marks.append("circle: concealed")
    return (*marks, "letter D: deals")
