"""The end of a game as its page shows it: each against each, the net and the proof."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from flask import Response

from scorekeeper.bookkeeping.links import Role
from scorekeeper.bookkeeping.outcomes import OpenGame
from scorekeeper.domain.settlement import Pair, Score, Settlement, write_amount
from scorekeeper.domain.sheet import FinalSheet, ScoreSheet
from scorekeeper.web.core.access import least_role, this_game
from scorekeeper.web.core.page import Action
from scorekeeper.web.core.phrases import closed_words, state_of, terms_of, title_of, winners_of
from scorekeeper.web.live.etag import show_live
from scorekeeper.web.live.news import News, make_news
from scorekeeper.web.live.updates import LivePart, make_live_part
from scorekeeper.web.review.agreement_status import AgreementStatus
from scorekeeper.web.table.blueprint import table_pages
from scorekeeper.web.table.ending import action_after_end, closing_agreement
from scorekeeper.web.table.sheet import sheet
from scorekeeper.wording import MINUS, write_money, write_names, write_signed


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixCell:
    """What one player has from another: minor units and points; nothing on the diagonal."""

    minor: int
    points: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixRow:
    """One player against each, and the net: minor units and points."""

    name: str
    cells: tuple[MatrixCell | None, ...]
    net: int
    points: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalPage:
    """The end of a game: who won, the rows to the result, and the money."""

    template: ClassVar = "table/final.html"
    live: LivePart
    news: News
    game: OpenGame
    title: str
    terms: str
    head: str
    state: str
    final: FinalSheet
    result_rule: str
    matrix: tuple[MatrixRow, ...]
    proof: str
    notes: tuple[str, ...]
    agreement: AgreementStatus | None
    closed_words: str
    onward: Action


@table_pages.get("/final")
@least_role(Role.VIEWER)
def final() -> Response:
    """Show the end of the game; while it goes on there is none, and the sheet answers."""
    page = make_final_page(this_game())
    return sheet() if page is None else show_live(page)


def make_final_page(game: OpenGame) -> FinalPage | None:
    """The page of a game that is over or closed; ``None`` while it goes on."""
    sheet = game.sheet
    final = sheet.final
    if final is None:
        return None
    settlement = final.settlement
    rule = final.rounding_rule
    state = state_of(game).removeprefix(winners_of(sheet)).strip()
    return FinalPage(
        live=make_live_part(),
        news=make_news(game),
        game=game,
        title=title_of(game),
        terms=terms_of(sheet).replace(sheet.variant.name, sheet.variant.short_name),
        head=winners_of(sheet).removesuffix(".") if sheet.over else "Closed early",
        state=f"Game {state[:1].lower()}{state[1:]}".removesuffix("."),
        final=final,
        result_rule="" if rule is None else sheet.variant.cite(rule),
        matrix=tuple(_matrix(sheet, settlement)) if settlement else (),
        proof=_proof(settlement) if settlement else "",
        notes=tuple(_notes(sheet, final)),
        agreement=closing_agreement(game),
        closed_words=closed_words(game),
        onward=action_after_end(),
    )


def _matrix(sheet: ScoreSheet, settlement: Settlement) -> Iterable[MatrixRow]:
    pairs = {(pair.payer, pair.payee): pair for pair in settlement.pairs}
    for head in sheet.heads:
        cells = []
        points: Score = 0
        for other in sheet.heads:
            won = pairs.get((other.seat, head.seat))
            lost = pairs.get((head.seat, other.seat))
            points += (won.points if won else 0) - (lost.points if lost else 0)
            cells.append(None if head.seat == other.seat else _cell(won, lost))
        yield MatrixRow(
            name=head.name,
            cells=tuple(cells),
            net=settlement.net[head.seat],
            points=write_signed(points),
        )


def _cell(won: Pair | None, lost: Pair | None) -> MatrixCell:
    if won is not None:
        return MatrixCell(minor=won.minor, points=write_signed(won.points))
    if lost is not None:
        return MatrixCell(minor=-lost.minor, points=write_signed(-lost.points))
    return MatrixCell(minor=0, points="0")


def _proof(settlement: Settlement) -> str:
    """The nets in one sum: ``16.00 + 10.00 − 26.00 = 0``."""
    currency = settlement.stake.currency
    terms = [(minor < 0, write_amount(abs(minor), currency)) for minor in settlement.net]
    text = "".join([f" {MINUS if minus else '+'} {amount}" for minus, amount in terms])
    return f"{text.removeprefix(' + ').strip()} = {sum(settlement.net)}"


def _notes(sheet: ScoreSheet, final: FinalSheet) -> Iterable[str]:
    closed = sheet.game.closed
    if closed is not None and not sheet.over:
        settled = "Settled as it stood." if closed.settles else "Nothing is settled."
        end = "" if closed.reason.endswith((".", "!", "?")) else "."
        yield f"“{closed.reason}{end}” {settled}"
    if len(final.winners) > 1:
        yield f"{write_names([sheet.setup.players[seat] for seat in final.winners])} are level."
    if final.settlement is None:
        return
    for seat in final.winners:
        net = final.settlement.net[seat]
        if net < 0:
            name = sheet.setup.players[seat]
            lost = write_money(-net, final.settlement.stake.currency)
            yield f"{name} wins the game and loses {lost}: bonuses come after the winner."
