"""The blank pad of a variant, to keep score by hand.

The heights are measured: the parts have them by ``static/papers/pad.css`` (mm).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, NamedTuple

from scorekeeper.papers.layout import signatures_in_row
from scorekeeper.papers.paper import (
    SIDES,
    SIZES,
    TEXT_LETTER,
    HeadField,
    Heading,
    PrintedPaper,
    Size,
    fit_title,
    is_large,
    letters_in,
    lines_of,
)
from scorekeeper.papers.terms import (
    CardValues,
    Term,
    VariantToPrint,
    bonus_terms,
    card_values,
    changed_terms,
    line_of_variant,
)
from scorekeeper.rules.variant import Course, Variant

_UPRIGHT_PLAYERS: Final = {"a4": 6, "letter": 6, "a5": 5, "a4-large": 4, "letter-large": 4}
_HEAD: Final = {"a4": 46.0, "letter": 46.0, "a5": 41.0, "a4-large": 29.0, "letter-large": 29.0}
"""The height of the head, of the names, and of the legend, in mm."""
_NAMES: Final = {"a4": 12.0, "letter": 12.0, "a5": 9.0, "a4-large": 9.0, "letter-large": 9.0}
_LEGEND: Final = {"a4": 11.0, "letter": 11.0, "a5": 11.0, "a4-large": 0.0, "letter-large": 0.0}
_TOP_AND_FOOT: Final = {
    "a4": 23.0,
    "letter": 23.0,
    "a5": 25.0,
    "a4-large": 23.0,
    "letter-large": 23.0,
}
_SUM: Final = {"a4": 9.0, "letter": 9.0, "a5": 7.5, "a4-large": 7.5, "letter-large": 7.5}
_SIGNATURE: Final = {"a4": 13.0, "letter": 13.0, "a5": 11.0, "a4-large": 0.0, "letter-large": 0.0}
_LEAST_ROW: Final = {"a4": 11.0, "letter": 11.0, "a5": 8.5, "a4-large": 8.5, "letter-large": 8.5}
"""Two figures by pen, points and running total, need this height (mm)."""
_HIGHEST_ROW: Final = 26.0
_MARGIN: Final = {"a4": 46.0, "letter": 46.0, "a5": 37.0, "a4-large": 0.0, "letter-large": 0.0}
"""The width of the margin column, in mm."""
_WIDE_MARGIN: Final = {"a4": 46.0, "letter": 46.0, "a5": 50.0, "a4-large": 0.0, "letter-large": 0.0}
_NARROW_MARGIN: Final = {
    "a4": 46.0,
    "letter": 46.0,
    "a5": 30.0,
    "a4-large": 0.0,
    "letter-large": 0.0,
}
"""The same on landscape paper, and beside players who have several columns each."""
_GAP: Final = 5.0
_GAMES: Final = 6.0
"""The height of the heads of games, above those of the names (mm)."""
_SIDES: Final = 2
_DEAL: Final = 19.0
_DEAL_TITLE: Final = 28.0
"""The width of the first column, in mm: for a number, and for a number with a contract."""
_NARROW_DEAL: Final = 10.0
"""The same for a number alone on small paper."""
_FACT: Final = 14.0
_NARROW_FACT: Final = 11.5
"""The width of the column of a fact, and on small paper."""
_TEXT_PIXELS: Final = 12.0
_LINE: Final = 4.3
_ROW_AIR: Final = 1.1
_TEXT_AIR: Final = 0.6
_HEADING: Final = 8.5
_INDENT: Final = 4.3
"""What stays blank before a step."""


class BlankRow(NamedTuple):
    """An empty row: the number of the deal and, where deals differ, what it asks for."""

    number: int
    title: str


class PadGroup(NamedTuple):
    """Columns under one head: of a player or a side, of a pair, or of a game with its sides.

    A ``label`` is empty where a name is to be written; so is a part. A row under the deals has a
    cell for all ``parts`` together or, if ``is_game``, for each. ``is_added`` is false if nothing
    is added up there.
    """

    label: str = ""
    parts: tuple[str, ...] = ()
    is_game: bool = False
    is_added: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PadMargin:
    """What stands in the margin; ``steps`` are the end of the game, in order.

    The rules card has what there is no room for.
    """

    values: CardValues
    bonuses: tuple[Term, ...]
    changed: tuple[Term, ...]
    dealer: str
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankPaper(PrintedPaper):
    """Everything that a blank pad prints; lengths are in mm.

    ``facts`` head the columns beside the deal, ``groups`` those of players, pairs or games.
    ``sums`` are the rows under the deals, ``beside`` is what stands in the margin.
    """

    template: ClassVar = "papers/blank.html"
    players: int
    facts: tuple[str, ...]
    groups: tuple[PadGroup, ...]
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


def blank_paper(chosen: VariantToPrint, size: Size) -> BlankPaper:
    """Return a pad for a number of players; for many, the paper is in landscape format."""
    variant, options, players = chosen
    course = variant.family.course(options, players)
    has_games, upright = _has_games(chosen), _stands_upright(chosen, course, size)
    width, height = SIZES[size] if upright else (SIZES[size][1], SIZES[size][0])
    inner = width - 2 * SIDES[size]
    pixels = fit_title(variant.name, inner, 37 if size in ("a4", "letter") else 28)
    sums = _sum_labels(chosen)
    signed = signatures_in_row(players) if upright else players
    lines = -(-players // signed)
    below_head = (
        height - _TOP_AND_FOOT[size] - _HEAD[size] - _LEGEND[size] - lines * _SIGNATURE[size]
    )
    room = below_head - _NAMES[size] - has_games * _GAMES - (len(sums) + has_games) * _SUM[size]
    is_narrow = size not in ("a4", "letter") and bool(course.player_columns)
    margins = _WIDE_MARGIN if not upright else _NARROW_MARGIN if is_narrow else _MARGIN
    margin = margins[size]
    rows = _rows(variant, options, int(room / _LEAST_ROW[size]))
    return BlankPaper(
        heading=_heading(chosen, pixels),
        shape=f"pad {size}{'' if upright else '-wide'}",
        players=players,
        facts=_facts(chosen, course),
        groups=_groups(chosen, course),
        rows=rows,
        sums=sums,
        signed=signed,
        legend=_legend(chosen),
        beside=_fill_margin(chosen, width=margin, room=below_head, with_steps=size != "a5"),
        width=inner - margin - (_GAP if margin else 0),
        margin=margin,
        first=_DEAL_TITLE if variant.family.deal_title else _NARROW_DEAL if is_narrow else _DEAL,
        fact=_NARROW_FACT if is_narrow else _FACT,
        names=_NAMES[size],
        row=round(min(room / len(rows), _HIGHEST_ROW), 2),
        sum=_SUM[size],
    )


def _stands_upright(chosen: VariantToPrint, course: Course, size: Size) -> bool:
    """Tell whether the shorter side has room for all columns."""
    is_alone = not (_has_games(chosen) or _is_paired(chosen))
    # In large print players of several columns each need the longer side.
    is_wide = is_large(size) and is_alone and bool(course.player_columns)
    return chosen.players <= _UPRIGHT_PLAYERS[size] and not is_wide


def _facts(chosen: VariantToPrint, course: Course) -> tuple[str, ...]:
    """Return what is written of a deal once; a pair has its facts in its own columns."""
    if _has_games(chosen):
        return ("Points",)
    return () if _is_paired(chosen) else course.deal_columns


def _has_games(chosen: VariantToPrint) -> bool:
    """Tell whether a deal can be written into several games."""
    return chosen.variant.family.columns(chosen.options) > 1


def _is_paired(chosen: VariantToPrint) -> bool:
    """Tell whether so many players are partners, who play in pairs."""
    return chosen.players in chosen.variant.family.asks(chosen.options).paired


def _groups(chosen: VariantToPrint, course: Course) -> tuple[PadGroup, ...]:
    """Return the columns of players, of the sides in several games, or of pairs and their sides."""
    variant, options, players = chosen
    is_paired, games = _is_paired(chosen), variant.family.columns(options)
    sides = _SIDES if is_paired else players
    if games > 1:
        blank = ("",) * sides
        return tuple(
            [PadGroup(f"Game {game}", blank, is_game=True) for game in range(1, games + 1)]
        )
    if is_paired:
        parts = (*course.deal_columns[:1], "Points")
        pairs = range(1, players // _SIDES + 1)
        of_pairs = [PadGroup(f"Pair {pair}", parts, is_added=False) for pair in pairs]
        return (*of_pairs, *[PadGroup()] * sides)
    parts = ("Points", *course.player_columns) if course.player_columns else ()
    return (PadGroup(parts=parts),) * players


def _heading(chosen: VariantToPrint, pixels: float) -> Heading:
    return Heading(
        title=chosen.variant.name,
        line=line_of_variant(chosen),
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


def _sum_labels(chosen: VariantToPrint) -> tuple[str, ...]:
    """Return the labels of the rows under the deals, in the order in which they are added up."""
    variant, options, players = chosen
    added = variant.family.course(options, players).additions
    rounding = variant.family.rounding_rule(options)
    rounded = () if rounding is None else (f"Rounded, {variant.cite(rounding)}",)
    return (*(("Score", *added) if added else ()), "Total", *rounded)


def _legend(chosen: VariantToPrint) -> tuple[str, ...]:
    variant, options, _ = chosen
    asks = variant.family.asks(options)
    if _has_games(chosen):
        return ("running total in each game that a deal counts in", "a stroke for each box")
    marks = ["points above, running total below"]
    if not _is_paired(chosen):
        marks.append(f"underlined: {asks.by_mark}")
    if any(ask.name == "concealed" for ask in asks.deal):
        marks.append("circled: concealed")
    return (*marks, "D: deals this deal")


# --- margin ---------------------------------------------------------------------------------------


def _fill_margin(
    chosen: VariantToPrint, *, width: float, room: float, with_steps: bool
) -> PadMargin:
    """Return the margin: whole, or without steps, or without printed values too."""
    variant, options, players = chosen
    course = variant.family.course(options, players)
    bonuses, changed = bonus_terms(chosen), changed_terms(chosen)
    ways = [(course.end, bonuses, changed)] if with_steps else []
    ways += [((), bonuses, changed), ((), _now(bonuses), _now(changed))]
    margins = [
        PadMargin(
            values=card_values(variant, options, short=True),
            bonuses=each,
            changed=other,
            dealer=course.dealer,
            steps=tuple(steps),
        )
        for steps, each, other in ways
    ]
    return next(
        (margin for margin in margins if _margin_height(margin, width) <= room), margins[-1]
    )


def _now(terms: Sequence[Term]) -> tuple[Term, ...]:
    """Return terms without the values that a house rule changed."""
    return tuple([term._replace(printed="") for term in terms])


def _margin_height(margin: PadMargin, width: float) -> float:
    """Return the height of a margin, in mm."""
    letters = letters_in(width, _TEXT_PIXELS, TEXT_LETTER)
    rows = 1 + len(margin.values.rows)
    height = _HEADING + rows * (_LINE + _ROW_AIR) + _texts(margin.values.notes, letters)
    height += _terms(margin.bonuses, letters) + _terms(margin.changed, letters)
    if margin.steps:
        height += _HEADING + _texts([margin.dealer], letters)
        height += _texts(margin.steps, letters_in(width - _INDENT, _TEXT_PIXELS, TEXT_LETTER))
    return height


def _texts(texts: Sequence[str], letters: int) -> float:
    return sum([lines_of(text, letters) * _LINE + _TEXT_AIR for text in texts])


def _terms(terms: Sequence[Term], letters: int) -> float:
    """Return the height of terms with their heading; a printed value mostly has a line more."""
    if not terms:
        return 0.0
    lines = [lines_of(f"{term.label} {term.text}", letters) + bool(term.printed) for term in terms]
    return _HEADING + sum(lines) * _LINE + len(terms) * _ROW_AIR
