"""The score sheet of a game: each deal on a line, the result, the money, and lines to sign."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final, NamedTuple, Self

from scorekeeper.papers.codes import PrintedCodes, codes_for
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
from scorekeeper.papers.paper import Box, HeadField, Heading, PrintedPaper, Size, fit_title
from scorekeeper.papers.terms import value_strip
from scorekeeper.rules.deals import Seat
from scorekeeper.rules.game import Agreement, GameDeal
from scorekeeper.rules.settlement import Account, Score, accounts_of
from scorekeeper.rules.sheet import ScoreSheet, SheetRow
from scorekeeper.wording import write_date, write_signed_amount, write_stake, write_winners

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


class GameRow(NamedTuple):
    """A row below several games: a figure for each side in each game, None where there is none."""

    label: str
    figures: tuple[Score | None, ...]
    is_added: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePaper(PrintedPaper):
    """What every paper of a game prints, in ``templates/papers/_game.html``."""

    sheet: ScoreSheet
    notes: SheetNotes
    codes: PrintedCodes
    strip: tuple[str, ...]

    @property
    def deals(self) -> tuple[tuple[SheetRow, GameDeal], ...]:
        """Each deal as it was scored and as it was entered."""
        return tuple(zip(self.sheet.rows, self.sheet.game.deals, strict=True))

    @property
    def games(self) -> tuple[int, ...]:
        """The numbers of the games that a sheet has side by side; 0 alone where there is one."""
        columns = len(self.sheet.score.columns)
        return tuple(range(1, columns + 1)) if columns > 1 else (0,)

    @property
    def game_rows(self) -> tuple[GameRow, ...]:
        """The rows below several games: the score, what is added at its end, and the total."""
        columns, sides = self.sheet.score.columns, self.sheet.sides
        places = [(column, side.seat) for column in columns for side in sides]
        running = tuple([column.running[seat] for column, seat in places])
        hands = [column.finish.hands[seat] if column.finish else None for column, seat in places]
        if not any(hands):
            return (GameRow("Score so far", running),)
        reasons = self.sheet.variant.family.reasons
        found = [() if hand is None else hand.lines for hand in hands]
        lines = [{line.reason: line.points for line in each} for each in found]
        added = [
            GameRow(label, tuple([each.get(reason) for each in lines]), is_added=True)
            for reason, label in reasons.items()
            if any(reason in each for each in lines)
        ]
        totals = tuple([hand.total if hand else None for hand in hands])
        return (GameRow("Score", running), *added, GameRow("Total", totals))

    @property
    def in_totals(self) -> bool:
        """Whether no deal was entered in cards; one remark then says so for all."""
        return bool(self.sheet.rows) and not any(row.itemised for row in self.sheet.rows)

    @property
    def totals(self) -> tuple[int, ...]:
        """The numbers of deals that were entered as totals."""
        return tuple([row.number for row in self.sheet.rows if row.counts and not row.itemised])

    @property
    def agreements(self) -> tuple[tuple[int, Agreement], ...]:
        """The agreements that no tick stands for, by number of deal; 0 is that on an early end."""
        rows = [(row.number, row.agreement) for row in self.sheet.rows if not self.is_ticked(row)]
        closing = [(0, self.sheet.closing)] if self.sheet.closing else []
        return tuple([each for each in (*rows, *closing) if each[1].agreed])

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


class Signature(NamedTuple):
    """A line to sign: whose, to how many of how many deals the player agreed, and when last.

    ``challenged`` are the numbers of deals. Nothing but the name is told if nobody was asked.
    """

    name: str
    agreed: int = 0
    asked: int = 0
    at: str = ""
    challenged: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPaper(GamePaper):
    """Everything that the score sheet prints."""

    template: ClassVar = "papers/sheet.html"
    is_measured: ClassVar = True
    columns: Columns
    rows: Rows

    def refitted(self, boxes: Sequence[Box]) -> Self | None:
        """Return the sheet with rows as its pages have room for; None if it is one page already."""
        goes_on = self.sheet.final is None
        if not goes_on and boxes[-1].page == 0:
            return None
        parts = parts_of(boxes, self.columns, self.sheet.variant.family.deals)
        rows = lay_out_rows(parts, goes_on=goes_on)
        return replace(self, rows=rows, shape=f"{self.shape}{' tight' * rows.tight}")

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
    def has_concealed(self) -> bool:
        """Whether some deal was won concealed."""
        return any(cell.concealed for row in self.sheet.rows for cell in row.cells)

    @property
    def has_ticks(self) -> bool:
        """Whether some deal has the tick that all players agreed to it."""
        return any(self.is_ticked(row) for row in self.sheet.rows)

    @property
    def held(self) -> int:
        """Points that a deal won concealed adds at the end of the game."""
        return max([cell.held for row in self.sheet.rows for cell in row.cells], default=0)

    # --- money ---

    @property
    def accounts(self) -> tuple[Account, ...]:
        """What each player has of each other; none without a settlement.

        Partners, and the two of several games, settle with one opponent each, so that their
        payments tell everything.
        """
        settlement = self.sheet.final and self.sheet.final.settlement
        has_one = self.sheet.setup.has_partners or self.sheet.score.has_columns
        return accounts_of(settlement) if settlement and not has_one else ()

    @property
    def has_long_names(self) -> bool:
        """Whether the settlement needs other columns."""
        return _longest(self.sheet.setup.players) > LONG_NAME

    @property
    def has_fine_amounts(self) -> bool:
        """Whether long amounts need small type."""
        return self._widest_amount > _FINE_AMOUNT

    @property
    def is_beside(self) -> bool:
        """Whether the payments fit beside the matrix."""
        names = self.sheet.setup.players
        is_short = _longest(names) <= _BESIDE_LETTERS and self._widest_amount <= _BESIDE_AMOUNT
        has_room = len(names) <= 4 and "large" not in self.columns.paper
        return bool(self.accounts) and has_room and is_short

    @property
    def _widest_amount(self) -> int:
        dues = [due for each in self.accounts for due in (*each.dues, each.net) if due]
        stake = self.sheet.setup.stake
        return _longest([write_signed_amount(due.minor, stake.currency) for due in dues if stake])

    @property
    def free(self) -> float:
        """The blank height below payments beside the matrix, into which a code may reach (mm)."""
        final = self.sheet.final
        if not (self.is_beside and final and final.settlement):
            return 0.0
        payments = (len(final.settlement.transfers) + 1) * _PAYMENT_ROW
        return max(0.0, _MATRIX + len(self.accounts) * _MATRIX_ROW - payments - _CODE_GAP)

    # --- lines to sign ---

    @property
    def signed_in_row(self) -> int:
        """How many lines to sign stand side by side."""
        names = self.sheet.setup.players
        if self.codes.height_beside:
            return signatures_beside_code(names)
        return signatures_in_row(len(names))

    @property
    def signed_stacked(self) -> bool:
        """Whether names are so long that they need a line of their own."""
        return stacked(self.sheet.setup.players, coded=self.codes.height_beside > 0)

    @property
    def signatures(self) -> tuple[Signature, ...]:
        """The lines to sign, by seat."""
        opinions = [row for row in self.sheet.rows if row.counts]
        is_asked = any(row.agreement.agreed or row.agreement.challenges for row in opinions)
        return tuple(
            [self._signature(head.seat, opinions if is_asked else ()) for head in self.sheet.heads]
        )

    def _signature(self, seat: Seat, rows: Sequence[SheetRow]) -> Signature:
        agreed = [row.agreement.agreed[seat] for row in rows if seat in row.agreement.agreed]
        asked = [row for row in rows if seat in row.agreement.asked]
        challenged = [
            row.number
            for row in rows
            if seat in [challenge.seat for challenge in row.agreement.challenges]
        ]
        return Signature(
            name=self.sheet.setup.players[seat],
            agreed=len(agreed),
            asked=len(agreed) + len(asked),
            at=self.notes.times.get(max(agreed, default=0), ""),
            challenged=tuple(challenged),
        )


def _longest(texts: Sequence[str]) -> int:
    return max([len(text) for text in texts], default=0)


def sheet_paper(game: GameToPrint, size: Size) -> SheetPaper:
    """Return all that is printed of a sheet."""
    sheet, notes = game
    heads = [side.name for _ in sheet.score.columns for side in sheet.sides]
    columns = lay_out_columns(heads, size)
    is_fixed = sheet.variant.family.deals is not None and sheet.final is not None
    return SheetPaper(
        heading=heading_of(game, columns.width, _LEAST_TITLE),
        shape=f"{columns.paper}{' dense' * columns.dense}"
        f"{' long-names' * (_longest(sheet.setup.players) > LONG_NAME)}",
        sheet=sheet,
        notes=notes,
        codes=codes_for(sheet, notes.address),
        strip=value_strip(sheet.variant, sheet.setup.options),
        columns=columns,
        rows=Rows(HIGHEST if is_fixed else USUAL),
    )


# --- head -----------------------------------------------------------------------------------------


def heading_of(game: GameToPrint, width: float, least: float) -> Heading:
    """Return the head of a paper of a game, its title at least so large (CSS pixels).

    Without a title of its own a game is called by its variant and day.
    """
    sheet, notes = game
    started = sheet.game.started
    date = write_date(started.played_on or notes.played_on)
    title = started.title or ", ".join(filter(None, [sheet.variant.name, date]))
    return Heading(
        title=title,
        line=_outcome(sheet),
        pixels=fit_title(title, width, least=least),
        club=notes.club,
        fields=(
            HeadField("Played at", started.place or notes.place),
            HeadField("Date", date),
            HeadField("Stake", _stake(sheet)),
            *([HeadField("Variant", sheet.variant.name)] if started.title else ()),
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
        return "ended early"
    return write_winners([sheet.setup.players[seat] for seat in sheet.final.winners])
