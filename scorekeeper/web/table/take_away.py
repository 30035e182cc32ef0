"""The game record, as a file to keep."""

import json

from flask import Response

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.game.games import export_game
from scorekeeper.web.core.access import least_role, this_game
from scorekeeper.web.core.file_names import disposition, file_name_of
from scorekeeper.web.core.site import site
from scorekeeper.web.table.blueprint import table_pages


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
