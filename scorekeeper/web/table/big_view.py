"""The big view of a game, which can be read from across the table."""

from dataclasses import dataclass
from typing import ClassVar

from flask import Response

from scorekeeper.bookkeeping.current_game import CurrentGame
from scorekeeper.bookkeeping.links import Role
from scorekeeper.domain.sheet import SheetRow
from scorekeeper.web.core.access import least_role, this_game
from scorekeeper.web.core.phrases import next_deal_of, state_of, terms_of, title_of
from scorekeeper.web.live.etag import show_live
from scorekeeper.web.live.news import next_game_address
from scorekeeper.web.live.updates import LivePart, make_live_part
from scorekeeper.web.people.phones import TablePhones, make_table_phones
from scorekeeper.web.table.blueprint import table_pages
from scorekeeper.web.table.sheet import fit_of
from scorekeeper.web.table.standing import meaning_of


@dataclass(frozen=True, slots=True, kw_only=True)
class BigPage:
    """The totals, the last deal that counted and the next dealer, in large letters."""

    template: ClassVar = "table/big.html"
    live: LivePart
    phones: TablePhones
    game: CurrentGame
    title: str
    terms: str
    state: str
    meaning: str
    turn: str
    last: SheetRow | None
    size: str
    next_game: str


@table_pages.get("/big")
@least_role(Role.VIEWER)
def big() -> Response:
    """Show names, totals, the last deal and the next dealer as large as the screen allows."""
    game = this_game()
    sheet = game.sheet
    last = next((row for row in reversed(sheet.rows) if row.counts), None)
    page = BigPage(
        live=make_live_part(),
        phones=make_table_phones(),
        game=game,
        title=title_of(game),
        terms=terms_of(sheet),
        state=state_of(game),
        meaning=meaning_of(sheet, last) if last else "",
        turn=next_deal_of(sheet),
        last=last,
        size=fit_of(sheet),
        next_game=next_game_address(),
    )
    return show_live(page)
