"""The big view: a game to be read from across the table, on a tablet or a television."""

from flask import Response

from scorekeeper.web.access import game_pages, this_game
from scorekeeper.web.needs import meaning_of
from scorekeeper.web.pages import BigPage, show
from scorekeeper.web.phrases import next_deal_of, state_of, terms_of, title_of
from scorekeeper.web.table import fit_of
from scorekeeper.web.unchanged import live_page


@game_pages.get("/big")
@live_page
def big() -> Response:
    """Names, totals, the last deal and who deals next, as large as the screen allows."""
    game = this_game()
    sheet = game.sheet
    last = next((row for row in reversed(sheet.rows) if row.counts), None)
    page = BigPage(
        game=game,
        title=title_of(game),
        terms=terms_of(sheet),
        state=state_of(game),
        meaning=meaning_of(sheet, last) if last else "",
        next_deal=next_deal_of(sheet),
        last=last,
        size=fit_of(sheet),
    )
    return show(page)
