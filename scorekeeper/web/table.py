"""A game to look at: the sheet, its end, its history, and what can be taken away from it."""

import json
from typing import Final

from flask import Response, abort, request, session, url_for

from scorekeeper.bookkeeping.games import export_game
from scorekeeper.domain.sheet import ScoreSheet
from scorekeeper.print import Paper, PrintingUnavailable, render_sheet_pdf, warm_press
from scorekeeper.web.access import game_pages, this_game
from scorekeeper.web.chart import make_chart
from scorekeeper.web.filters import write_time
from scorekeeper.web.final import make_final_page
from scorekeeper.web.history import HistoryPage, tell_history
from scorekeeper.web.needs import needs_of
from scorekeeper.web.pages import ErrorPage, TablePage, show, site
from scorekeeper.web.phrases import (
    closed_words,
    house_rules_of,
    next_deal_of,
    out_word,
    state_of,
    terms_of,
    title_of,
)
from scorekeeper.web.posting import see
from scorekeeper.web.unchanged import live_page
from scorekeeper.wording import write_points

_ROWS_ON_A_PAD: Final = 7
_FEWEST_IN_BOX: Final = 5
_NARROWEST: Final = 3
_WIDEST: Final = 6
_HIDES_NEEDS: Final = "hides_needs"
_PAPERS: Final[dict[str, Paper]] = {"a4": "a4", "letter": "letter"}


@game_pages.get("/")
@live_page
def table() -> Response:
    """The sheet, ruled like a pad, with the next deal to enter."""
    game = this_game()
    sheet = game.sheet
    if sheet.rows:
        warm_press()
    page = TablePage(
        game=game,
        title=title_of(game),
        terms=terms_of(sheet),
        state=state_of(game),
        next_deal=next_deal_of(sheet),
        needs=needs_of(sheet),
        hides_needs=_HIDES_NEEDS in session,
        chart=make_chart(sheet),
        house_rules=house_rules_of(sheet),
        size=_size(sheet),
        blank_rows=range(len(sheet.rows) + (sheet.next_dealer is not None), _ROWS_ON_A_PAD),
        out_word=out_word(sheet).removeprefix("went "),
        held_words=_held_words(sheet),
        has_absences=any(cell.sat_out for row in sheet.rows if row.counts for cell in row.cells),
        has_corrections=any(row.corrected for row in sheet.rows),
        is_agreed=any(row.counts and row.consent.complete for row in sheet.rows),
        is_challenged=any(row.consent.objections for row in sheet.rows),
        closed_words=closed_words(game),
    )
    return show(page)


def _size(sheet: ScoreSheet) -> str:
    wide = "wide " if len(sheet.heads) >= _FEWEST_IN_BOX else ""
    return wide + fit_of(sheet)


def fit_of(sheet: ScoreSheet) -> str:
    """The classes that fit the totals to their columns: how many there are, and the widest."""
    widest = max([len(write_points(head.running)) for head in sheet.heads])
    return f"n{len(sheet.heads)} w{max(_NARROWEST, min(_WIDEST, widest))}"


def _held_words(sheet: ScoreSheet) -> str:
    """What a ring at a name means: points that wait for the end of the game."""
    bonus = max([cell.held for row in sheet.rows for cell in row.cells], default=0)
    if bonus:
        return f"concealed, {bonus} at the end"
    return "concealed" if any(cell.concealed for row in sheet.rows for cell in row.cells) else ""


@game_pages.post("/needs")
def switch_needs() -> Response:
    """Show or hide what the players need, on this browser, until it is said otherwise."""
    session.permanent = True
    if request.form.get("show") == "yes":
        session.pop(_HIDES_NEEDS, None)
    else:
        session[_HIDES_NEEDS] = True
    return see(url_for("game.table"))


@game_pages.get("/final")
@live_page
def final() -> Response:
    """The end of the game; while it goes on there is none, and the sheet answers."""
    page = make_final_page(this_game())
    return table() if page is None else show(page)


@game_pages.get("/history")
@live_page
def history() -> Response:
    """Who did what, the latest first."""
    game = this_game()
    return show(HistoryPage(game=game, title=title_of(game), days=tell_history(game)))


@game_pages.get("/record.json")
def record() -> Response:
    """The game as a record, to keep or to take elsewhere."""
    document = export_game(site().books, this_game().key)
    text = json.dumps(document, ensure_ascii=False, indent=2) + "\n"
    return Response(
        text,
        mimetype="application/json",
        headers={"Content-Disposition": 'attachment; filename="game.json"'},
    )


@game_pages.get("/sheet.pdf")
def paper() -> Response:
    """The sheet on paper, A4 or Letter."""
    paper = _PAPERS.get(request.args.get("paper", "a4"))
    if paper is None:
        abort(404)
    game = this_game()
    times = {entry.seq: write_time(entry.at) for entry in game.log}
    try:
        pdf = render_sheet_pdf(game.sheet, paper=paper, times=times)
    except PrintingUnavailable as error:
        page = ErrorPage(status=503, title="No paper yet", text=str(error))
        return show(page, status=503)
    return Response(
        pdf,
        mimetype="application/pdf",
        headers={"Content-Disposition": f'inline; filename="sheet-{paper}.pdf"'},
    )
