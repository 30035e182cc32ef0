"""What a deal that is still being typed would be worth: asked by the pad, answered as data."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from flask import Response, abort, jsonify

from scorekeeper.bookkeeping.links import Role
from scorekeeper.bookkeeping.preview import Drafted, preview_deal
from scorekeeper.domain.arrangement import deadwood_value
from scorekeeper.domain.cards import Card
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.lay_offs import lay_off_among
from scorekeeper.domain.scoring import Setup
from scorekeeper.domain.sheet import Cell, ScoreSheet, SheetRow
from scorekeeper.domain.variant import GinResult, Problem
from scorekeeper.web.core.access import least_role, this_game
from scorekeeper.web.core.fields import Values
from scorekeeper.web.core.filters import face_of
from scorekeeper.web.core.phrases import winners_of
from scorekeeper.web.core.posting import typed
from scorekeeper.web.deal.blueprint import deal_pages
from scorekeeper.web.deal.deal_form import make_deal_form, read_deal
from scorekeeper.web.deal.deal_lines import GinSide, draw_gin
from scorekeeper.wording import MINUS, write_names, write_points, write_signed

Answer = dict[str, Any]
_LONGEST_SEQ: Final = 9


@deal_pages.post("/enter/preview")
@least_role(Role.PLAYER)
def preview() -> Response:
    """The deal as it would be scored if it were sent now; nothing is written."""
    game, values = this_game(), typed()
    document = read_deal(game.sheet.setup, values)
    try:
        found = preview_deal(game, document, _target(values))
    except LookupError:
        abort(404)
    return jsonify(_tell(game.sheet.setup, values, found))


def _target(values: Values) -> int | None:
    """The entry that a correction puts right; a new deal names none."""
    text = values.get("target")
    if text is None:
        return None
    if not text.isdecimal() or len(text) > _LONGEST_SEQ:
        abort(400)
    return int(text)


def _tell(setup: Setup, values: Values, found: Drafted | tuple[Problem, ...]) -> Answer:
    """``problems`` in words, ``lines`` of the result, ``points`` of the winner, ``hands`` as laid.

    Without lines the problems stop the score; a hand of which only the count is known is ``None``.
    """
    if not isinstance(found, Drafted):
        return {"problems": _words(setup, values, found), "lines": [], "points": "", "hands": []}
    sheet, row = found.sheet, found.row
    winner = row.gin.winner if row.gin else None
    won = None if winner is None else row.cells[winner].points
    return {
        "problems": _words(setup, values, row.problems),
        "lines": list(_lines(sheet, row)),
        "points": "" if won is None else write_signed(won),
        "hands": _hands(row),
    }


def _words(setup: Setup, values: Values, problems: Sequence[Problem]) -> list[str]:
    """The problems as the form itself would tell them."""
    faults = make_deal_form(setup, values, problems).faults
    return [f"{fault.whose}: {fault.text}" if fault.whose else fault.text for fault in faults]


def _lines(sheet: ScoreSheet, row: SheetRow) -> Iterator[str]:
    """Who gets what, and in gin what that makes; nothing of a deal that does not count."""
    if row.counts and row.gin is None:
        yield ", ".join(
            [
                f"{sheet.setup.players[cell.seat]} {write_signed(cell.points)}"
                for cell in row.cells
                if cell.points is not None
            ]
        )
    if row.counts and row.gin is not None:
        yield _result(sheet, row, row.gin.winner)
        yield _standing(sheet, row, row.gin.winner)


def _result(sheet: ScoreSheet, row: SheetRow, winner: Seat | None) -> str:
    """How the points of a knock come about: ``Ann scores 28 − 0, gin 20.``"""
    if winner is None:
        return "Nobody scores."
    first, *more = row.cells[winner].lines
    extra = [f", {sheet.label(line).lower()} {write_points(line.points)}" for line in more]
    return f"{sheet.setup.players[winner]} scores {first.how}{''.join(extra)}."


def _standing(sheet: ScoreSheet, row: SheetRow, winner: Seat | None) -> str:
    """The totals after the deal, the winner's first: ``That makes 104 to 71.``"""
    cells = sorted(row.cells, key=lambda cell: cell.seat != winner)
    totals = " to ".join([write_points(cell.running or 0) for cell in cells])
    if row.number < len(sheet.rows):
        return f"That makes {totals} after deal {row.number}."
    return f"That makes {totals}. {winners_of(sheet) if sheet.over else ''}".strip()


def _hands(row: SheetRow) -> list[Answer | None]:
    if row.gin is None:
        return []
    return [
        None if side is None else _hand(row.gin, side, cell)
        for side, cell in zip(draw_gin(row), row.cells, strict=True)
    ]


def _hand(gin: GinResult, side: GinSide, cell: Cell) -> Answer:
    return {
        "melds": [_codes(meld) for meld in side.melds],
        "lay_offs": _codes(side.lay_offs),
        "deadwood": _codes(side.deadwood),
        "count": gin.knocker_count if cell.is_out else gin.defender_count,
        "how": _lay_off_words(gin, side.lay_offs, cell.seat) if side.lay_offs else "",
    }


def _codes(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


def _lay_off_words(gin: GinResult, laid: Sequence[Card], seat: Seat) -> str:
    """What the lay-offs took off the count: ``28 − 16: 7 on the run, 9 on the set.``"""
    table = gin.spreads[Seat(1 - seat)].melds
    runs = [meld for meld in table if meld[0].rank is not meld[1].rank]
    on_runs = lay_off_among(runs, laid).lay_offs
    on_sets = [card for card in laid if card not in on_runs]
    where = [_on(on_runs, "run", len(runs)), _on(on_sets, "set", len(table) - len(runs))]
    saved = deadwood_value(laid)
    told = ", ".join([words for words in where if words])
    return f"{(gin.defender_count or 0) + saved} {MINUS} {saved}: {told}."


def _on(cards: Sequence[Card], kind: str, melds: int) -> str:
    """Cards and what they lie on: ``7 and 8 on the run``; ``3 and 7 on the runs`` of several."""
    if not cards:
        return ""
    several = "s" if melds > 1 and len(cards) > 1 else ""
    return f"{write_names([face_of(card).rank for card in cards])} on the {kind}{several}"
