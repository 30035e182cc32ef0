"""The preview of a deal that is still being typed, which the pad asks for."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from flask import Response, abort, jsonify

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.game.deals import DealPreview, preview_deal
from scorekeeper.domain.cards import Card
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.scoring import Setup
from scorekeeper.domain.sheet import ScoreSheet, SheetRow
from scorekeeper.domain.variant import DealOutcome, Problem
from scorekeeper.web.core.access import least_role, this_game
from scorekeeper.web.core.fields import Values
from scorekeeper.web.core.page import say
from scorekeeper.web.core.posting import demand_whole, typed
from scorekeeper.web.deal import deal_pages
from scorekeeper.web.deal.deal_form import make_deal_document, make_deal_form
from scorekeeper.wording import with_capital, write_points, write_signed

Answer = dict[str, Any]
_WORDS: Final = "core/_game.html"


@deal_pages.post("/enter/preview")
@least_role(Role.PLAYER)
def preview() -> Response:
    """Score the deal as it is typed so far, and save nothing."""
    game, values = this_game(), typed()
    document = make_deal_document(game.sheet.setup, values)
    try:
        found = preview_deal(game, document, _target(values))
    except LookupError:
        abort(404)
    return jsonify(_tell(game.sheet.setup, values, found))


def _target(values: Values) -> int | None:
    """Return the entry whose deal is corrected; ``None`` for a new deal."""
    return demand_whole(values, "target") if "target" in values else None


def _tell(setup: Setup, values: Values, found: DealPreview | tuple[Problem, ...]) -> Answer:
    """Return ``problems`` and ``lines`` in words, the winner's ``points`` and the laid ``hands``.

    ``lines`` is empty if a problem stops the score. A hand is ``None`` if only its count is known.
    """
    if not isinstance(found, DealPreview):
        return {
            "problems": problems_in_words(setup, values, found),
            "lines": [],
            "points": "",
            "hands": [],
        }
    sheet, row = found.sheet, found.row
    winner = row.outcome.winner if row.outcome else None
    won = None if winner is None else row.cells[winner].points
    return {
        "problems": problems_in_words(setup, values, row.problems),
        "lines": list(_lines(sheet, row)),
        "points": "" if won is None else write_signed(won),
        "hands": _hands(row),
    }


def problems_in_words(setup: Setup, values: Values, problems: Sequence[Problem]) -> list[str]:
    """Return the problems in the words of the form."""
    faults = make_deal_form(setup, values, problems).faults
    return [f"{fault.whose}: {fault.text}" if fault.whose else fault.text for fault in faults]


def _lines(sheet: ScoreSheet, row: SheetRow) -> Iterator[str]:
    """Yield the points of all, or the winner's and the totals if one player alone scores."""
    if row.counts and row.outcome is None:
        yield ", ".join(
            [
                f"{sheet.setup.players[cell.seat]} {write_signed(cell.points)}"
                for cell in row.cells
                if cell.points is not None
            ]
        )
    if row.counts and row.outcome is not None:
        yield _result(sheet, row, row.outcome.winner)
        yield _standing(sheet, row, row.outcome.winner)


def _result(sheet: ScoreSheet, row: SheetRow, winner: Seat | None) -> str:
    """Return how the winner's points are counted: ``Ann scores 28 − 0, gin 20.``"""
    if winner is None:
        return "Nobody scores."
    first, *more = row.cells[winner].lines
    extra = [f", {sheet.label(line).lower()} {write_points(line.points)}" for line in more]
    return f"{sheet.setup.players[winner]} scores {first.how}{''.join(extra)}."


def _standing(sheet: ScoreSheet, row: SheetRow, winner: Seat | None) -> str:
    """Return the totals after the deal, the winner's first: ``That makes 104 to 71.``"""
    if sheet.score.has_columns:
        return say(_WORDS, "written_into", sheet, row)
    cells = sorted(row.cells, key=lambda cell: cell.seat != winner)
    totals = " to ".join([write_points(cell.running or 0) for cell in cells])
    if row.number < len(sheet.rows):
        return f"That makes {totals} after deal {row.number}."
    won = f" {with_capital(say(_WORDS, 'winners', sheet))}." if sheet.over else ""
    return f"That makes {totals}.{won}"


def _hands(row: SheetRow) -> list[Answer | None]:
    if row.outcome is None:
        return []
    return [
        _hand(row.outcome, cell.seat) if cell.seat in row.outcome.hands else None
        for cell in row.cells
    ]


def _hand(outcome: DealOutcome, seat: Seat) -> Answer:
    laid = outcome.hands[seat]
    return {
        "melds": [_codes(meld) for meld in laid.melds],
        "lay_offs": _codes(laid.lay_offs),
        "deadwood": _codes(laid.deadwood),
        "count": outcome.count_of(seat),
        "how": outcome.count_words(seat),
    }


def _codes(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]
