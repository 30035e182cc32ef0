"""The line of the pad in which cards are said or typed: the phone asks what its text means.

Nothing is kept of a text, and nothing of it stands in an address or in the log.
"""

from time import thread_time
from typing import Final

from flask import Response, abort, current_app, jsonify, request

from scorekeeper.games.limits import Pace, network_of
from scorekeeper.games.links import Role
from scorekeeper.hearing import (
    Game,
    command_of,
    hear_first,
    is_chatter,
    leads,
    lines_of,
)
from scorekeeper.record.hearing import vocabulary
from scorekeeper.web.core.access import least_role, this_game, this_visit
from scorekeeper.web.core.posting import send_text, typed
from scorekeeper.web.deal import deal_pages
from scorekeeper.web.deal.said import game_heard

PACE: Final = "pace of hearing"
"""The key in ``app.extensions`` of the limits of hearing, which all sites share."""
_SHARE: Final = 0.25
_SECONDS_AT_ONCE: Final = 3.0
"""A said hand takes a thousandth of a second or two: forty phones of a club stay far below."""
_TOO_MUCH: Final = "Much is said at once. This is read in a moment."


@deal_pages.post("/enter/hear")
@least_role(Role.PLAYER)
def hear() -> Response:
    """Say what the text of a line means in this game, and keep nothing of it."""
    setup = this_game().sheet.setup
    game = game_heard(setup.variant.key, setup.options, len(setup.players))
    return answer_line(game, asker=this_visit().id)


def answer_line(game: Game | None, *, asker: str = "") -> Response:
    """Answer what the posted ``text`` means in the first line of those it is ``for`` that reads it.

    The ``asker`` is the game, if it is asked by a link. Answers 404 where cards cannot be said, 429
    to a link or an address for which the site has worked too long.
    """
    values = typed()
    lines = values.get("for", "").split()
    if game is None:
        abort(404)
    if not lines or not set(lines).issubset(lines_of(game)):
        abort(400)
    pace = current_app.extensions.setdefault(PACE, Pace(share=_SHARE, at_once=_SECONDS_AT_ONCE))
    askers = [network_of(request.remote_addr or ""), *filter(None, [asker])]
    if not all(pace.may_ask(each) for each in askers):
        return send_text(_TOO_MUCH, 429)
    begun = thread_time()
    answer = _answer(values.get("text", ""), lines, game)
    for each in askers:
        pace.note(each, thread_time() - begun)
    return jsonify(answer)


def _answer(text: str, lines: list[str], game: Game) -> dict[str, object]:
    """Return the answer of ``hear`` and its ``line``, what ``leads`` to each part, or a command.

    What is not understood and has no word of a hand is ``chatter``, which stops nobody.
    """
    words = vocabulary()
    command = command_of(text, words)
    if command:
        return {"command": command}
    line, answer = hear_first(text, lines, game, words)
    parts = [
        {**part, "chatter": True} if "unread" in part and is_chatter(part["said"], words) else part
        for part in answer["parts"]
    ]
    return {**answer, "parts": parts, "line": line, "leads": leads(text, parts, words)}
