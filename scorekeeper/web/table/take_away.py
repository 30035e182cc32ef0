"""The files that a game can be saved as: the sheet as a PDF, and the game record."""

import json
from typing import Final

from flask import Response, abort, request

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.access.seat_history import seat_history_of
from scorekeeper.bookkeeping.games import export_game
from scorekeeper.print import Paper, PrintingUnavailable, render_sheet_pdf
from scorekeeper.web.core.access import least_role, this_game, this_visit
from scorekeeper.web.core.codes import address_on_paper
from scorekeeper.web.core.filters import write_time
from scorekeeper.web.core.page import ErrorPage, show
from scorekeeper.web.core.phone_words import say_of_paper
from scorekeeper.web.core.phrases import who_closed
from scorekeeper.web.core.site import site
from scorekeeper.web.table.blueprint import table_pages
from scorekeeper.web.table.file_names import disposition, file_name_of

_PAPERS: Final[dict[str, Paper]] = {"a4": "a4", "letter": "letter"}


@table_pages.get("/record.json")
@least_role(Role.VIEWER)
def record() -> Response:
    """Send the game record, to keep or to import elsewhere."""
    game = this_game()
    document = export_game(site().store, game.key)
    text = json.dumps(document, ensure_ascii=False, indent=2) + "\n"
    return Response(
        text,
        mimetype="application/json",
        headers={"Content-Disposition": disposition("attachment", file_name_of(game, "json"))},
    )


@table_pages.get("/sheet.pdf")
@least_role(Role.VIEWER)
def paper() -> Response:
    """Send the score sheet as a PDF for A4 or Letter paper."""
    paper = _PAPERS.get(request.args.get("paper", "a4"))
    if paper is None:
        abort(404)
    game = this_game()
    times = {entry.seq: write_time(entry.at) for entry in game.log}
    try:
        pdf = render_sheet_pdf(
            game.sheet,
            paper=paper,
            times=times,
            closed_by=who_closed(game),
            told=say_of_paper(seat_history_of(this_visit())),
            address=address_on_paper(),
        )
    except PrintingUnavailable as error:
        page = ErrorPage(status=503, title="No paper yet", text=str(error))
        answer = show(page, status=503)
        answer.headers["Retry-After"] = "60"
        return answer
    return Response(
        pdf,
        mimetype="application/pdf",
        headers={"Content-Disposition": disposition("inline", file_name_of(game, "pdf"))},
    )
