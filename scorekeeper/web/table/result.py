"""The page of one deal: its points line by line, and what comes next."""

from dataclasses import dataclass
from typing import ClassVar

from flask import Response, abort, request

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.domain.cards import Card
from scorekeeper.domain.deals import LaidHand, Seat
from scorekeeper.domain.sheet import SheetRow
from scorekeeper.web.core.access import least_role, this_game
from scorekeeper.web.core.codes import TableCode, make_table_code
from scorekeeper.web.core.fields import read_whole
from scorekeeper.web.core.page import Action
from scorekeeper.web.core.phrases import ending_of, next_deal_of, problem_words
from scorekeeper.web.deal.enter import SUITS_LEFT_OUT, row_at
from scorekeeper.web.hands.next_deal import NextDeal, make_next_deal
from scorekeeper.web.live.etag import show_live
from scorekeeper.web.live.news import LaterLine, News, make_later_lines, make_news
from scorekeeper.web.live.updates import LivePart, make_live_part, seen_version
from scorekeeper.web.review.agreement_status import (
    AgreementStatus,
    make_agreement_status,
    undo_of_row,
)
from scorekeeper.web.review.history import news_lines
from scorekeeper.web.review.past import is_another_since
from scorekeeper.web.table.blueprint import table_pages
from scorekeeper.web.table.read_aloud import say_deal
from scorekeeper.web.table.standing import meaning_of
from scorekeeper.wording.deal_lines import DrawnLine, draw_lines, laid_hands


@dataclass(frozen=True, slots=True, kw_only=True)
class DealPage:
    """One deal with all its lines; ``opened`` is the seat whose lines are shown at once.

    ``disputed`` are the seats whose hands somebody challenges.

    ``hands`` are the cards of each seat as they lay, if the outcome has them. ``turn`` says who
    deals next, and ``next_deal`` leads to the form of that deal; only the latest deal has both.
    ``later`` are the entries that others made while the page was open. ``suits_left_out`` is true
    if this phone has just sent the same deal with suits that the stored deal does not have.
    """

    template: ClassVar = "table/deal.html"
    live: LivePart
    news: News
    later: tuple[LaterLine, ...]
    game: CurrentGame
    row: SheetRow
    ending: str
    out_word: str
    opened: int | None
    upcard: Card | None
    limit_words: str
    count_words: str
    hands: tuple[LaidHand | None, ...]
    lines: tuple[tuple[DrawnLine, ...], ...]
    meaning: str
    turn: str
    next_deal: NextDeal | None
    agreement: AgreementStatus | None
    disputed: frozenset[int]
    undo: Action
    spoken: str
    is_last: bool
    is_final: bool
    warnings: tuple[str, ...]
    correction: str
    suits_left_out: bool
    code: TableCode | None


@table_pages.get("/deal/<int:number>")
@least_role(Role.VIEWER)
def deal(number: int) -> Response:
    """Show one deal: the points of each player, and why."""
    game = this_game()
    row, seen = row_at(game, number), seen_version(game)
    if is_another_since(game, number, seen):
        abort(404)  # the script of the page then opens the sheet, which says what was taken back
    return show_live(_make_page(game, row, seen))


def _make_page(game: CurrentGame, row: SheetRow, seen: int) -> DealPage:
    number = row.number
    entered = game.sheet.game.deals[number - 1].deal
    is_last = number == len(game.sheet.rows)
    meaning = meaning_of(game.sheet, row)
    turn = next_deal_of(game.sheet) if is_last else ""
    agreement = make_agreement_status(game, row.seq)
    return DealPage(
        live=make_live_part(),
        news=make_news(game),
        later=make_later_lines(game, seen, row.seq),
        game=game,
        row=row,
        ending=ending_of(game.sheet, row),
        out_word=game.sheet.by_mark,
        opened=_opened(row, agreement),
        upcard=entered.upcard,
        limit_words=row.outcome.condition if row.outcome else "",
        count_words=row.outcome.counts(game.sheet.setup.players) if row.outcome else "",
        hands=laid_hands(row),
        lines=draw_lines(game.sheet, row),
        meaning=meaning,
        turn=turn,
        next_deal=make_next_deal(game) if is_last else None,
        agreement=agreement,
        disputed=_disputed(agreement),
        undo=undo_of_row(game, row),
        spoken=say_deal(game.sheet, row, meaning, turn),
        is_last=is_last,
        is_final=game.sheet.final is not None,
        warnings=tuple([problem_words(game.sheet.setup, problem) for problem in row.problems]),
        correction=_correction_words(game, number),
        suits_left_out=SUITS_LEFT_OUT in request.args,
        code=make_table_code(),
    )


def _disputed(agreement: AgreementStatus | None) -> frozenset[Seat]:
    """Return the seats whose hands are challenged."""
    challenges = agreement.challenges if agreement else ()
    return frozenset([each.about for each in challenges if each.about is not None])


def _opened(row: SheetRow, agreement: AgreementStatus | None) -> int | None:
    """Return the seat to show at once: the one asked for, else that which scored or ended the deal.

    If hands are disputed, only those are shown.
    """
    asked = read_whole(request.args.get("hand", ""))
    is_disputed = agreement is not None and any(each.whose for each in agreement.challenges)
    if asked is not None or is_disputed:
        return asked
    winner = row.outcome.winner if row.outcome else None
    return row.by if winner is None else winner


def _correction_words(game: CurrentGame, number: int) -> str:
    """Return in words who corrected a deal last, and why; empty if nobody did."""
    corrections = game.sheet.game.deals[number - 1].corrections
    if not corrections:
        return ""
    (line,) = news_lines(game, [game.log[corrections[-1] - 1]])
    by = f"Corrected{f' by {line.who}' if line.who else ''}"
    return f"{by}: “{line.reason}”" if line.reason else f"{by}, no reason given"
