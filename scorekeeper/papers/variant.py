"""The papers of a variant: a blank pad, to keep score by hand, and the rules card.

Lengths are in mm. The heights of the parts of a pad were measured, as ``static/papers/pad.css`` has
them.
"""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from math import sqrt
from typing import Any, Final, NamedTuple

from scorekeeper.papers.layout import signatures_in_row
from scorekeeper.papers.paper import (
    SIDES,
    SIZES,
    TEXT_LETTER,
    Box,
    Heading,
    Part,
    PrintedPaper,
    Size,
    fit_title,
    is_large,
    letters_in,
    lines_of,
)
from scorekeeper.rules import (
    RANK_WORDS,
    Course,
    Option,
    OptionGroup,
    OptionKind,
    Points,
    ValueRow,
    Variant,
    values_of,
)
from scorekeeper.wording.games import write_meld_rules, write_span

# --- the terms of a variant: bonuses and house rules ----------------------------------------------

_SEE_NOTE: Final = "*"
_SHORT: Final = {word: rank.face for rank, word in RANK_WORDS.items() if rank.face}


class VariantToPrint(NamedTuple):
    """What papers of a variant are made of; ``players`` is how many a pad is for."""

    variant: Variant
    options: Any
    players: int = 2


class Term(NamedTuple):
    """A house rule and its value; ``printed`` is the printed value if it differs, else empty."""

    label: str
    text: str
    printed: str = ""


def line_of_variant(chosen: VariantToPrint) -> str:
    """Return a line about a variant: its summary, or that the table has house rules."""
    if any(term.printed for term, _ in _terms(chosen)):
        return "With the house rules of this table"
    return chosen.variant.summary.removesuffix(".")


def bonus_terms(chosen: VariantToPrint) -> tuple[Term, ...]:
    """Return bonuses and penalties in points, without those that are 0 here and in print."""
    return tuple(
        [
            term
            for term, option in _terms(chosen)
            if option.group is OptionGroup.BONUSES and option.kind is OptionKind.POINTS
            if values_of(chosen.options)[option.name] or term.printed
        ]
    )


def changed_terms(chosen: VariantToPrint) -> tuple[Term, ...]:
    """Return the other house rules that differ from the printed text."""
    shown = bonus_terms(chosen)
    changed = [term for term, _ in _terms(chosen) if term.printed]
    return tuple([term for term in changed if term not in shown])


def _terms(chosen: VariantToPrint) -> Iterator[tuple[Term, Option]]:
    """Yield the house rules that do something in a game of this many players."""
    variant, options, players = chosen
    now, printed = values_of(options), values_of(variant.defaults)
    idle = variant.family.idle_options(options, players)
    for option in variant.options:
        if option.name in idle:
            continue
        old = option.words(printed[option.name])
        differs = now[option.name] != printed[option.name]
        yield Term(option.label, option.words(now[option.name]), old if differs else ""), option


# --- what cards count -----------------------------------------------------------------------------


def card_values(variant: Variant, options: Any, *, short: bool = False) -> Part:
    """Return the table of card values under some options; ``short`` names only the ranks.

    ``melded`` is a column's heading, empty if melds count nothing. ``notes`` explain the values
    that are written as a star.
    """
    rows = variant.family.values(options)
    has_melded = _has_melded(rows)
    return Part(
        melded="Melded" if has_melded else "",
        in_hand=variant.family.in_hand_word,
        rows=[
            Part(
                cards=short_cards(row.cards) if short else row.cards,
                melded=_points(row.melded) if has_melded else "",
                in_hand=_points(row.in_hand),
            )
            for row in rows
        ],
        notes=[f"{_SEE_NOTE} {row.cards}: {row.note}" for row in rows if row.note],
    )


def value_strip(variant: Variant, options: Any) -> tuple[str, ...]:
    """Return the parts of a line: ``Cards melded, in hand: Joker 100, 200``, ``A 20``, ``K–8 10.``

    The first part begins with words that say what the values are.
    """
    rows = variant.family.values(options)
    has_melded = _has_melded(rows)
    in_hand = variant.family.in_hand_word
    head = f"Cards melded, {in_hand.lower()}" if has_melded else in_hand
    told = [_write_kind(row, has_melded=has_melded).removesuffix(".") for row in rows]
    told[0] = f"{head}: {told[0]}"
    told[-1] = f"{told[-1]}."
    return tuple(told)


def short_cards(words: str) -> str:
    """Return cards in words as their ranks: ``Queen of spades`` as ``Q♠``, a range as ``K–8``."""
    for word, short in _SHORT.items():
        words = re.sub(rf"\b{word}\b", short, words, flags=re.IGNORECASE)
    return words.replace(" of spades", "♠").replace(" to ", "–")


def _write_kind(row: ValueRow, *, has_melded: bool) -> str:
    """Return a kind of cards with its values; a value that a note explains is that note."""
    note = row.note.partition(";")[0].removeprefix("melded, ")
    worth = [row.melded, row.in_hand] if has_melded else [row.in_hand]
    if len(set(worth)) == 1:
        del worth[1:]
    words = [note if points is None else str(points) for points in worth]
    return f"{short_cards(row.cards)} {', '.join(words)}"


def _has_melded(rows: Sequence[ValueRow]) -> bool:
    return any(row.melded is not None for row in rows)


def _points(points: Points | None) -> str:
    return _SEE_NOTE if points is None else str(points)


# --- the blank pad --------------------------------------------------------------------------------

_UPRIGHT_PLAYERS: Final = {"a4": 6, "letter": 6, "a5": 5, "a4-large": 4, "letter-large": 4}
_HEAD: Final = {"a4": 46.0, "letter": 46.0, "a5": 41.0, "a4-large": 29.0, "letter-large": 29.0}
"""The height of the head, of the names, and of the legend, in mm."""
_NAMES: Final = {"a4": 12.0, "letter": 12.0, "a5": 9.0, "a4-large": 9.0, "letter-large": 9.0}
_LEGEND: Final = {"a4": 11.0, "letter": 11.0, "a5": 11.0, "a4-large": 0.0, "letter-large": 0.0}
_MARGINS: Final = {"a4": 23.0, "letter": 23.0, "a5": 25.0, "a4-large": 23.0, "letter-large": 23.0}
"""What is blank above and below, in mm."""
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


def blank_paper(chosen: VariantToPrint, size: Size) -> PrintedPaper:
    """Return a pad for a number of players; for many, the paper is in landscape format.

    ``facts`` head the columns beside the deal, ``groups`` those of players, pairs or games.
    ``sums`` are the rows under the deals, ``beside`` is what stands in the margin.
    """
    variant, options, players = chosen
    course = variant.family.course(options, players)
    has_games, upright = _has_games(chosen), _stands_upright(chosen, course, size)
    width, height = SIZES[size] if upright else (SIZES[size][1], SIZES[size][0])
    inner = width - 2 * SIDES[size]
    sums = _sum_labels(chosen)
    signed = signatures_in_row(players) if upright else players
    lines = -(-players // signed)
    below_head = height - _MARGINS[size] - _HEAD[size] - _LEGEND[size] - lines * _SIGNATURE[size]
    room = below_head - _NAMES[size] - has_games * _GAMES - (len(sums) + has_games) * _SUM[size]
    is_narrow = size not in ("a4", "letter") and bool(course.player_columns)
    margin = (_WIDE_MARGIN if not upright else _NARROW_MARGIN if is_narrow else _MARGIN)[size]
    rows = _rows(variant, options, int(room / _LEAST_ROW[size]))
    fields = tuple([(label, "") for label in ("Played at", "Date", "Stake")])
    return PrintedPaper(
        template="papers/blank.html",
        heading=_heading(chosen, inner, size, fields=fields),
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


def _heading(
    chosen: VariantToPrint, width: float, size: Size, fields: tuple[tuple[str, str], ...] = ()
) -> Heading:
    title = chosen.variant.name
    pixels = fit_title(title, width, 37 if size in ("a4", "letter") else 28)
    return Heading(title=title, line=line_of_variant(chosen), pixels=pixels, fields=fields)


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
    """Tell whether this many players are partners, who play in pairs."""
    return chosen.players in chosen.variant.family.asks(chosen.options).paired


def _groups(chosen: VariantToPrint, course: Course) -> list[Part]:
    """Return the columns of players, of the sides in several games, or of pairs and their sides.

    Each group has a head: a ``label`` is empty where a name is to be written; so is a part. A row
    under the deals has a cell for all ``parts`` together or, if ``is_game``, for each. ``is_added``
    is false if nothing is added up there.
    """
    variant, options, players = chosen
    is_paired, games = _is_paired(chosen), variant.family.columns(options)
    sides = _SIDES if is_paired else players
    group = partial(Part, label="", parts=(), is_game=False, is_added=True)
    if games > 1:
        blank = ("",) * sides
        return [
            group(label=f"Game {game}", parts=blank, is_game=True) for game in range(1, games + 1)
        ]
    if is_paired:
        parts = (*course.deal_columns[:1], "Points")
        pairs = range(1, players // _SIDES + 1)
        of_pairs = [group(label=f"Pair {pair}", parts=parts, is_added=False) for pair in pairs]
        return [*of_pairs, *[group()] * sides]
    parts = ("Points", *course.player_columns) if course.player_columns else ()
    return [group(parts=parts)] * players


def _rows(variant: Variant, options: Any, most: int) -> list[Part]:
    """Return a row for each deal of a game; ``most`` if their number does not end it."""
    family = variant.family
    return [
        Part(number=number, title=family.deal_title(options, number) if family.deal_title else "")
        for number in range(1, (family.deals or most) + 1)
    ]


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


# --- the margin of a pad --------------------------------------------------------------------------


def _fill_margin(chosen: VariantToPrint, *, width: float, room: float, with_steps: bool) -> Part:
    """Return the margin: whole, or without steps, or without printed values too.

    The steps are the end of the game, in order; the rules card has what there is no room for.
    """
    variant, options, players = chosen
    course = variant.family.course(options, players)
    bonuses, changed = bonus_terms(chosen), changed_terms(chosen)
    ways = [(course.end, bonuses, changed)] if with_steps else []
    ways += [((), bonuses, changed), ((), _without_changed(bonuses), _without_changed(changed))]
    values = card_values(variant, options, short=True)
    margins = [
        Part(values=values, bonuses=of_way, changed=rules, dealer=course.dealer, steps=steps)
        for steps, of_way, rules in ways
    ]
    return next(
        (margin for margin in margins if _margin_height(margin, width) <= room), margins[-1]
    )


def _without_changed(terms: Sequence[Term]) -> tuple[Term, ...]:
    """Return terms without the values that a house rule changed."""
    return tuple([term._replace(printed="") for term in terms])


def _margin_height(margin: Part, width: float) -> float:
    """Return the height of a margin, in mm."""
    letters = letters_in(width, _TEXT_PIXELS, TEXT_LETTER)
    rows = 1 + len(margin.values.rows)
    height = _HEADING + rows * (_LINE + _ROW_AIR) + _texts_height(margin.values.notes, letters)
    height += _terms_height(margin.bonuses, letters) + _terms_height(margin.changed, letters)
    if margin.steps:
        height += _HEADING + _texts_height([margin.dealer], letters)
        height += _texts_height(
            margin.steps, letters_in(width - _INDENT, _TEXT_PIXELS, TEXT_LETTER)
        )
    return height


def _texts_height(texts: Sequence[str], letters: int) -> float:
    return sum([lines_of(text, letters) * _LINE + _TEXT_AIR for text in texts])


def _terms_height(terms: Sequence[Term], letters: int) -> float:
    """Return the height of terms with their heading; a printed value mostly takes a line more."""
    if not terms:
        return 0.0
    lines = [lines_of(f"{term.label} {term.text}", letters) + bool(term.printed) for term in terms]
    return _HEADING + sum(lines) * _LINE + len(terms) * _ROW_AIR


# --- the rules card: one page with the house rules in force ---------------------------------------
# Its letters are as large as the page has room for, since a reader holds it at arm's length.

_LETTERS: Final[dict[Size, float]] = {
    "a4": 14.5,
    "letter": 14.5,
    "a5": 12.0,
    "a4-large": 12.0,
    "letter-large": 12.0,
}
"""The least size of letters, in CSS pixels; ``_LARGEST`` are 14 points."""
_LARGEST: Final = 18.6
_FULL: Final = 0.96
"""The share of the page that letters may grow into: larger ones break lines differently."""
_LONG_COURSE: Final = 8
_LESS: Final = 2.0
"""A course of more steps is tried with smaller letters first, by this many pixels."""
_CROWDED: Final = 3
"""This many house rules need lines that are closer on small paper."""


def rules_paper(chosen: VariantToPrint, size: Size) -> PrintedPaper:
    """Return the rules card of a variant; ``changed`` are the house rules in force."""
    variant, options, players = chosen
    course = variant.family.course(options, players)
    bonuses, changed = bonus_terms(chosen), changed_terms(chosen)
    printed = [term.printed for term in (*bonuses, *changed) if term.printed]
    rules = {rule.key: rule for rule in variant.rules}
    return PrintedPaper(
        template="papers/rules.html",
        heading=_heading(chosen, SIZES[size][0] - 2 * SIDES[size], size),
        shape=f"card {size}{' crowded' * (len(printed) >= _CROWDED)}",
        refit=partial(_enlarge, SIZES[size][1] - _MARGINS[size]),
        letters=_LETTERS[size] - _LESS * (len(course.end) > _LONG_COURSE and not is_large(size)),
        span=write_span(variant, options),
        values=card_values(variant, options),
        melds=list(write_meld_rules(variant, options)),
        going_out=[rules[key] for key in variant.rules_of_going_out],
        bonuses=bonuses,
        dealer=course.dealer,
        end=course.end,
        changed=changed,
        is_changed=bool(printed),
    )


def _enlarge(height: float, page: PrintedPaper, boxes: Sequence[Box]) -> PrintedPaper | None:
    """Return the card with letters that fill its page; None if there is no room for larger."""
    flow, *further = boxes
    if further:  # it has several pages, as in large print
        return None
    # Larger letters need lines that are higher, and more of them.
    letters = page.letters * sqrt((height - flow.top) / flow.height * _FULL)
    letters = min(_LARGEST, round(letters, 1))
    return page.replace(letters=letters) if letters > page.letters else None
