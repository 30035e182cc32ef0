"""Two versions of one deal side by side: the one on the sheet, and the one on this phone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.bookkeeping.game.comparing import hand_facts
from scorekeeper.bookkeeping.game.deals import DealPreview, deal_of_post, preview_deal
from scorekeeper.bookkeeping.game.posting import Post
from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.domain.deals import LaidHand, Seat
from scorekeeper.domain.sheet import Cell, ScoreSheet, SheetRow
from scorekeeper.web.core.filters import write_moment
from scorekeeper.web.core.phrases import ending_of
from scorekeeper.web.deal.deal_form import DealForm, HandFields
from scorekeeper.wording import write_signed
from scorekeeper.wording.deal_lines import DrawnLine, draw_lines, laid_hands

TWICE_ENTERED: Final = "two phones entered it"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A hand in one version: its points and cards, or the typed texts if it has no score."""

    points: str
    lines: tuple[DrawnLine, ...] = ()
    laid: LaidHand | None = None
    typed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoHands:
    """One player's hand in both versions; ``is_same`` is true if there is nothing to choose."""

    name: str
    theirs: Shown
    mine: Shown
    is_same: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """The deal of entry ``target``, and another version of it that was typed.

    ``next_number`` is set if the other version may also be the next deal.
    """

    number: int
    target: int
    entered: str
    theirs: str
    mine: str
    hands: tuple[TwoHands, ...]
    next_number: int | None
    reason: str = TWICE_ENTERED


def row_meant(game: CurrentGame, post: Post) -> SheetRow | None:
    """Return the row of the deal that others entered first; ``None`` if they entered none."""
    number, entered = deal_of_post(game, post)
    return game.sheet.rows[number - 1] if entered else None


def compare(
    game: CurrentGame, row: SheetRow, form: DealForm, document: dict[str, Any], *, is_new: bool
) -> Conflict:
    """Return both versions of a deal; if ``is_new``, the typed one may also be the next deal."""
    sheet = game.sheet
    drafted = preview_deal(game, document, row.seq)
    is_scored = isinstance(drafted, DealPreview)
    mine = ending_of(drafted.sheet, drafted.row) if isinstance(drafted, DealPreview) else ""
    return Conflict(
        number=row.number,
        target=row.seq,
        entered=_entered(game, row),
        theirs=ending_of(sheet, row),
        mine=mine if is_scored else "It cannot be scored yet.",
        hands=_pair(sheet, row, drafted if isinstance(drafted, DealPreview) else None, form.hands),
        next_number=sheet.next_number if is_new and sheet.final is None else None,
    )


def _entered(game: CurrentGame, row: SheetRow) -> str:
    """Return in words who entered or corrected the deal on the sheet, and when."""
    corrections = game.sheet.game.deals[row.number - 1].corrections
    entry = game.log[(corrections[-1] if corrections else row.seq) - 1]
    verb = "corrected" if corrections else "entered"
    by = f", by {entry.who}" if entry.who else ""
    return f"Deal {row.number} {verb}{by}, {write_moment(entry.at)}."


def _pair(
    sheet: ScoreSheet, row: SheetRow, drafted: DealPreview | None, fields: Sequence[HandFields]
) -> tuple[TwoHands, ...]:
    theirs = _shown(sheet, row)
    if drafted is None:
        mine = tuple([Shown(points="–", typed=_typed(hand)) for hand in fields])
    else:
        mine = _shown(drafted.sheet, drafted.row)
    return tuple(
        [
            TwoHands(
                name=name,
                theirs=theirs[seat],
                mine=mine[seat],
                is_same=_is_same(sheet, row, drafted, seat),
            )
            for seat, name in enumerate(sheet.setup.players)
        ]
    )


def _is_same(sheet: ScoreSheet, row: SheetRow, drafted: DealPreview | None, seat: int) -> bool:
    """Tell whether a hand has the same facts and the same points in both versions."""
    if drafted is None or row.cells[seat].points != drafted.row.cells[seat].points:
        return False
    places = ((sheet, row), (drafted.sheet, drafted.row))
    deals = [each.game.deals[place.number - 1].deal for each, place in places]
    theirs, mine = hand_facts(sheet.setup, deals, Seat(seat))
    return theirs == mine


def _shown(sheet: ScoreSheet, row: SheetRow) -> tuple[Shown, ...]:
    lines, laid = draw_lines(sheet, row), laid_hands(row)
    return tuple(
        [
            Shown(points=_points(cell), lines=lines[cell.seat], laid=laid[cell.seat])
            for cell in row.cells
        ]
    )


def _points(cell: Cell) -> str:
    return "–" if cell.points is None else write_signed(cell.points)


def _typed(hand: HandFields) -> tuple[str, ...]:
    """Return the texts that were typed for a hand, field by field."""
    others = [field for group in hand.others for field in group.fields]
    fields = [*hand.usual, *others]
    return tuple([field.value for field in fields if field.value.strip()])
