"""The papers of a game: the score sheet and the long sheet, both with the sheet code."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import takewhile
from typing import Any, Final, NamedTuple

import segno
from markupsafe import Markup

from scorekeeper.club.words import write_table
from scorekeeper.papers.layout import (
    HIGHEST,
    LONG_NAME,
    USUAL,
    Columns,
    Rows,
    lay_out_columns,
    lay_out_rows,
    parts_of,
    signatures_beside_code,
    signatures_in_row,
    stacked,
)
from scorekeeper.papers.paper import (
    SIDES,
    SIZES,
    Box,
    Heading,
    Part,
    PrintedPaper,
    Size,
    fit_title,
    letters_in,
    lines_of,
)
from scorekeeper.papers.variant import value_strip
from scorekeeper.record import SheetCodeError, record_of, why_unreadable, write_codes
from scorekeeper.rules import (
    Agreement,
    GameDeal,
    PlayerHead,
    ScoredPair,
    ScoreSheet,
    Seat,
    SheetRow,
    accounts_of,
    without_capital,
    write_ending,
)
from scorekeeper.wording import write_date, write_signed_amount, write_stake, write_winners
from scorekeeper.wording.games import (
    DrawnLine,
    draw_lines,
    draw_pair,
    laid_hands,
    unscored_melds,
    write_early_end,
)

# --- the sheet code: QR codes from which the whole game is read -----------------------------------

PAGE_TO_READ: Final = "/read"
"""The page of the site that reads the codes."""
_LONGEST: Final = 858
"""What a QR code of version 20 holds at error level L (bytes, ISO/IEC 18004)."""
_MODULE: Final = 0.508
"""The width of a module on paper (mm): a fiftieth of an inch, which is whole dots of a printer.

At half a millimetre a third of turned scans of 150 dots an inch could not be read.
"""
_IN_ROW: Final = 3
"""Codes that fit side by side across upright paper; more of them begin a new page."""
_CAPTION_LINE: Final = 3.8
_CAPTION_GAP: Final = 2.2
"""The blank between a caption and a code, which scanners need (mm)."""
_SCAN_IT: Final = "Scan for the whole\u00a0game"
_TYPE_IT: Final = "The whole game, for “Read a\u00a0sheet”"
_CAPTION_PIXELS: Final = 12.0
_SCAN_ALL: Final = "The codes hold the whole game: scan all of them with a phone, in any order"
_TYPE_ALL: Final = "The codes hold the whole game: “Read a sheet” takes their texts, in any order"
_DRAWN: Final = 64
"""Codes whose drawings are kept; a sheet is printed again while its game goes on."""


def codes_for(sheet: ScoreSheet, address: str = "") -> Part:
    """Return the codes of a game; ``address`` is that of the site as phones reach it, if any.

    With it, a phone that scans a code opens a page of the site. ``side`` is the width of a code,
    ``height_beside`` the height of a single one and its caption, beside the end of a sheet (mm).
    ``why_none`` says why there are no codes; a game without deals needs none, and no reason.
    """
    texts: tuple[str, ...] = ()
    start = f"{address.rstrip('/')}{PAGE_TO_READ}#" if address else ""
    why = why_unreadable(sheet)
    why_none = f"This sheet has no code. {why}." if why else ""
    try:
        if sheet.rows and not why:
            texts = write_codes(record_of(sheet), start=start, longest=_LONGEST)
    except SheetCodeError as error:
        why_none = f"{error}."
    count = len(texts)
    drawn = [
        _draw(text, f"Code {number} of {count}" if count > 1 else "Sheet code")
        for number, text in enumerate(texts, 1)
    ]
    side = round(max([modules for _, modules in drawn], default=0) * _MODULE, 2)
    one, several = (_SCAN_IT, _SCAN_ALL) if start else (_TYPE_IT, _TYPE_ALL)
    lines = lines_of(one, letters_in(side, _CAPTION_PIXELS))
    beside = round(lines * _CAPTION_LINE + _CAPTION_GAP + side, 2)
    return Part(
        drawings=tuple([drawing for drawing, _ in drawn]),
        side=side,
        about=several if count > 1 else one,
        # Codes that do not fit in one row begin a new page.
        begin_page=count > _IN_ROW,
        height_beside=beside if count == 1 else 0.0,
        why_none=why_none,
    )


@lru_cache(maxsize=_DRAWN)
def _draw(text: str, name: str) -> tuple[Markup, int]:
    """Return the drawing of a code, and how many modules wide it is."""
    code = segno.make(text, error="l", micro=False)
    svg = code.svg_inline(border=0, omitsize=True, svgclass=None, lineclass=None, title=name)
    # It has our own words and numbers, no text of people.
    return Markup(svg), len(code.matrix)  # noqa: S704


# --- the score sheet: each deal on a line, the result, the money, and lines to sign ---------------

_LEAST_TITLE: Final = 24.0
_BESIDE_LETTERS: Final = 10
_BESIDE_AMOUNT: Final = 8
_FINE_AMOUNT: Final = 10
"""Letters up to which names and amounts are short, and beyond which amounts have small type."""
_MATRIX: Final = 16.7
_MATRIX_ROW: Final = 11.9
_PAYMENT_ROW: Final = 8.15
_CODE_GAP: Final = 6.0
"""The heights of the money where payments stand beside the matrix, and what stays blank above a
code that reaches up to them (mm, ``static/papers/sheet.css``)."""


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


NOTHING_NOTED: Final = SheetNotes()


class GameToPrint(NamedTuple):
    """What papers of a game are made of."""

    sheet: ScoreSheet
    notes: SheetNotes = NOTHING_NOTED


class GamePaper(PrintedPaper):
    """What every paper of a game prints, in ``templates/papers/_game.html``."""

    sheet: ScoreSheet
    notes: SheetNotes

    @property
    def game_rows(self) -> list[Part]:
        """The rows below several games: the score, what is added at its end, and the total.

        Each has a figure for each side in each game, None where there is none.
        """
        row = partial(Part, is_added=False)
        columns, sides = self.sheet.score.columns, self.sheet.sides
        places = [(column, side.seat) for column in columns for side in sides]
        running = [column.running[seat] for column, seat in places]
        hands = [column.finish.hands[seat] if column.finish else None for column, seat in places]
        if not any(hands):
            return [row(label="Score so far", figures=running)]
        lines = [
            {line.reason: line.points for line in hand.lines} if hand else {} for hand in hands
        ]
        added = [
            row(label=label, figures=[known.get(reason) for known in lines], is_added=True)
            for reason, label in self.sheet.variant.family.reasons.items()
            if any(reason in known for known in lines)
        ]
        totals = [hand.total if hand else None for hand in hands]
        return [row(label="Score", figures=running), *added, row(label="Total", figures=totals)]

    @property
    def agreements(self) -> tuple[tuple[int, Agreement], ...]:
        """The agreements that no tick stands for, by number of deal; 0 is that on an early end."""
        rows = [(row.number, row.agreement) for row in self.sheet.rows if not self.is_ticked(row)]
        closing = [(0, self.sheet.closing)] if self.sheet.closing else []
        return tuple([row for row in (*rows, *closing) if row[1].agreed])

    def is_ticked(self, row: SheetRow) -> bool:
        """Tell whether all agreed to a deal that counts."""
        return row.counts and row.agreement.complete

    def last_time(self, agreement: Agreement) -> str:
        """Return the time of the last agreement; empty if it is not known."""
        return self.notes.times.get(max(agreement.agreed.values(), default=0), "")

    def title_of(self, number: int) -> str:
        """Return what a deal asks for; empty in a variant in which all ask for the same."""
        title = self.sheet.variant.family.deal_title
        return "" if title is None else title(self.sheet.setup.options, number)


def _values_of(game: GameToPrint) -> dict[str, Any]:
    """Return what both sheets of a game draw.

    ``deals`` has each deal as it was scored and as it was entered, ``games`` the numbers of the
    games that a sheet has side by side, 0 alone where there is one. ``totals`` are the numbers of
    deals that were entered as totals; one remark says so if no deal was entered in cards.
    """
    sheet, notes = game
    columns = len(sheet.score.columns)
    return {
        "sheet": sheet,
        "notes": notes,
        "codes": codes_for(sheet, notes.address),
        "strip": value_strip(sheet.variant, sheet.setup.options),
        "deals": list(zip(sheet.rows, sheet.game.deals, strict=True)),
        "games": range(1, columns + 1) if columns > 1 else (0,),
        "in_totals": bool(sheet.rows) and not any(row.itemised for row in sheet.rows),
        "totals": [row.number for row in sheet.rows if row.counts and not row.itemised],
    }


class SheetPaper(GamePaper):
    """Everything that the score sheet prints."""

    columns: Columns
    rows: Rows

    def boxes_of(self, row: SheetRow) -> int:
        """Return how many boxes the winner of a deal has from it, in each game."""
        scored = self.sheet.score.deals[row.number - 1].score
        setup = self.sheet.setup
        return setup.variant.family.boxes(setup.options, scored) if scored else 0

    @property
    def has_boxes(self) -> bool:
        """Whether the deals of several games have strokes for boxes."""
        return self.sheet.score.has_columns and any(map(self.boxes_of, self.sheet.rows))

    def is_ruled_off(self, number: int, game: int) -> bool:
        """Tell whether a game had ended before the deal with a number."""
        ended = self.sheet.score.columns[game - 1].closed_at_deal if game else None
        return ended is not None and ended < number

    @property
    def blanks(self) -> Iterator[tuple[int, str]]:
        """Numbers and titles of empty rows, to score further deals by pen."""
        first = self.sheet.next_number
        for number in range(first, first + self.rows.blank):
            title = self.title_of(number)
            if title and title == self.title_of(number - 1):
                return  # only a play-off repeats the title of the deal before it
            yield number, title

    @property
    def has_ticks(self) -> bool:
        """Whether some deal has the tick that all players agreed to it."""
        return any(self.is_ticked(row) for row in self.sheet.rows)


def _longest(texts: Sequence[str]) -> int:
    return max([len(text) for text in texts], default=0)


def sheet_paper(game: GameToPrint, size: Size) -> SheetPaper:
    """Return all that is printed of a sheet."""
    sheet, notes = game
    heads = [side.name for _ in sheet.score.columns for side in sheet.sides]
    columns = lay_out_columns(heads, size)
    is_fixed = sheet.variant.family.deals is not None and sheet.final is not None
    has_long_names = _longest(sheet.setup.players) > LONG_NAME
    shared = _values_of(game)
    cells = [cell for row in sheet.rows for cell in row.cells]
    return SheetPaper(
        template="papers/sheet.html",
        heading=heading_of(game, columns.width, _LEAST_TITLE),
        shape=f"{columns.paper}{' dense' * columns.dense}{' long-names' * has_long_names}",
        refit=_fit_rows,
        columns=columns,
        rows=Rows(HIGHEST if is_fixed else USUAL),
        has_concealed=any(cell.concealed for cell in cells),
        # Points that a deal won concealed adds at the end of the game.
        held=max([cell.held for cell in cells], default=0),
        has_long_names=has_long_names,
        **shared,
        **_money_of(sheet, columns),
        **_signing_of(sheet, notes, coded=shared["codes"].height_beside > 0),
    )


def _fit_rows(page: SheetPaper, boxes: Sequence[Box]) -> SheetPaper | None:
    """Return the sheet with rows that fit its pages; None if it is one page already."""
    goes_on = page.sheet.final is None
    if not goes_on and boxes[-1].page == 0:
        return None
    parts = parts_of(boxes, page.columns, page.sheet.variant.family.deals)
    rows = lay_out_rows(parts, goes_on=goes_on)
    return page.replace(rows=rows, shape=f"{page.shape}{' tight' * rows.tight}")


# --- the money of a score sheet, and the lines to sign -------------------------------------------


def _money_of(sheet: ScoreSheet, columns: Columns) -> dict[str, Any]:
    """Return what each player has of each other, and how the money is laid out.

    There are no accounts without a settlement. Partners, and the two of several games, settle with
    one opponent each, so that their payments tell everything. Into what is ``free`` below payments
    beside the matrix a code may reach (mm).
    """
    settlement, names = sheet.final and sheet.final.settlement, sheet.setup.players
    has_one = sheet.setup.has_partners or sheet.score.has_columns
    accounts = [] if has_one or not settlement else accounts_of(settlement, sheet.setup.turns)
    dues = [due for account in accounts for due in (*account.dues, account.net) if due]
    stake, free = sheet.setup.stake, 0.0
    widest = _longest([write_signed_amount(due.minor, stake.currency) for due in dues if stake])
    is_short = _longest(names) <= _BESIDE_LETTERS and widest <= _BESIDE_AMOUNT
    has_room = len(names) <= 4 and "large" not in columns.paper
    is_beside = bool(accounts) and has_room and is_short
    if is_beside and settlement:
        payments = (len(settlement.transfers) + 1) * _PAYMENT_ROW
        free = max(0.0, _MATRIX + len(accounts) * _MATRIX_ROW - payments - _CODE_GAP)
    return {
        "accounts": accounts,
        "has_fine_amounts": widest > _FINE_AMOUNT,
        "is_beside": is_beside,
        "free": free,
    }


def _signing_of(sheet: ScoreSheet, notes: SheetNotes, *, coded: bool) -> dict[str, Any]:
    """Return the lines to sign, by seat; nothing but the name is told if nobody was asked."""
    names = sheet.setup.players
    counted = [row for row in sheet.rows if row.counts]
    is_asked = any(row.agreement.agreed or row.agreement.challenges for row in counted)
    rows = counted if is_asked else []
    return {
        "signed_in_row": signatures_beside_code(names) if coded else signatures_in_row(len(names)),
        "signed_stacked": stacked(names, coded=coded),
        "signatures": [_signature(head, rows, notes) for head in sheet.heads],
    }


def _signature(head: PlayerHead, rows: Sequence[SheetRow], notes: SheetNotes) -> Part:
    """Return whose line it is, to how many of how many deals the player agreed, and when last.

    Of deals that the player challenged it has the numbers.
    """
    seat = head.seat
    agreed = [row.agreement.agreed[seat] for row in rows if seat in row.agreement.agreed]
    asked = [row for row in rows if seat in row.agreement.asked]
    return Part(
        name=head.name,
        agreed=len(agreed),
        asked=len(agreed) + len(asked),
        at=notes.times.get(max(agreed, default=0), ""),
        challenged=[
            row.number
            for row in rows
            if any(challenge.seat == seat for challenge in row.agreement.challenges)
        ],
    )


# --- the head of both sheets ----------------------------------------------------------------------


def heading_of(game: GameToPrint, width: float, least: float) -> Heading:
    """Return the head of a paper of a game, its title at least this large (CSS pixels).

    Without a title of its own a game is named by its variant and day.
    """
    sheet, notes = game
    started = sheet.game.started
    date = write_date(started.played_on or notes.played_on)
    title = write_table(started.title) or ", ".join(filter(None, [sheet.variant.name, date]))
    return Heading(
        title=title,
        line=_outcome(sheet),
        pixels=fit_title(title, width, least=least),
        club=notes.club,
        fields=(
            ("Played at", started.place or notes.place),
            ("Date", date),
            ("Stake", _stake(sheet)),
            *([("Variant", sheet.variant.name)] if started.title else ()),
        ),
    )


def _stake(sheet: ScoreSheet) -> str:
    if sheet.setup.stake and sheet.setup.settles:
        return write_stake(sheet.setup.stake)
    return "not settled" if sheet.setup.leaves_stake else "none"


def _outcome(sheet: ScoreSheet) -> str:
    """Return how a game stands: ``Ann wins``, ``under way``."""
    if sheet.final is None:
        return "under way" if sheet.rows else "to be played"
    if not sheet.over:
        return without_capital(write_early_end(sheet))
    return write_winners([sheet.setup.players[seat] for seat in sheet.final.winners])


# --- the long sheet: every hand of every deal, its cards, how each line counts --------------------


class LongPaper(GamePaper):
    """Everything that the long sheet prints."""

    @property
    def ended_mark(self) -> str:
        """The word for the player who ended a deal, or a pair of it."""
        setup = self.sheet.setup
        return setup.variant.family.asks(setup.options).by_mark

    def ending_of(self, row: SheetRow) -> str:
        """Return how a deal ended, in words."""
        return write_ending(
            self.sheet.setup, by=row.by, ending=row.ending, outcome=row.outcome, pairs=row.pairs
        )

    def hands_of(self, row: SheetRow, entered: GameDeal) -> Iterator[Part]:
        """Yield the hands of a deal, by seat, each with how it lay at the end, if that is known.

        ``given`` is the hand as it was entered, for a deal that has no lines since it does not
        count, ``melds`` are those that score nothing. ``place`` is the player's number in the
        deal's outcome; of partners that of a pair, in which ``points`` are the player's and the
        total is the side's, so that it is not shown.
        """
        laid, hands, unscored = laid_hands(row), entered.deal.hands, unscored_melds(self.sheet, row)
        for cell, lines in zip(row.cells, draw_lines(self.sheet, row), strict=True):
            hand = hands[cell.seat] if hands else None
            is_shown = bool(lines) or laid[cell.seat] is not None
            yield Part(
                cell=cell,
                laid=laid[cell.seat],
                melds=unscored.get(cell.seat, ()),
                told=_join_totals(
                    lines, is_total=hand is not None and hand.melded_points is not None
                ),
                given=None if is_shown else hand,
                place=cell.seat,
                points=cell.points if cell.has_figure else None,
                is_of_pair=False,
            )

    def hands_of_pair(self, row: SheetRow, pair: ScoredPair) -> Iterator[Part]:
        """Yield the two hands of a pair; without a score there are no lines."""
        drawn = draw_pair(self.sheet.variant, pair) or ((), ())
        for place, (seat, lines) in enumerate(zip(pair.seats, drawn, strict=True)):
            hands, scored = pair.dealt.deal.hands, pair.score and pair.score.score.hands[place]
            yield Part(
                cell=row.cells[seat],
                laid=pair.outcome.hands.get(Seat(place)) if pair.outcome else None,
                melds=(),
                told=_join_totals(lines, is_total=False),
                given=hands[place] if hands and scored is None else None,
                place=Seat(place),
                points=scored.points if scored and lines else None,
                is_of_pair=True,
            )


def _join_totals(lines: Sequence[DrawnLine], *, is_total: bool) -> list[Sequence[DrawnLine]]:
    """Return the lines; those of a hand entered as totals are joined, up to another rule."""
    together = [*takewhile(lambda line: is_total and line.rule == lines[0].rule, lines)]
    return [*([together] if together else []), *[[line] for line in lines[len(together) :]]]


def long_paper(game: GameToPrint, size: Size) -> LongPaper:
    """Return all that the long sheet of a game prints."""
    return LongPaper(
        template="papers/long.html",
        heading=heading_of(game, SIZES[size][0] - 2 * SIDES[size], 20.0),
        shape=f"long {size}",
        **_values_of(game),
    )
