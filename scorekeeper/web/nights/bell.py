"""What officers do with the bell of a round, and what a table says after it."""

from typing import Final

from flask import Response, url_for

from scorekeeper.club.acting import ClubOutcome
from scorekeeper.games.games import close_game
from scorekeeper.games.links import Role
from scorekeeper.games.posting import Saved
from scorekeeper.tournament.organised import deal_last, prolong_bell, ring_now
from scorekeeper.web.core.access import (
    SeatNeed,
    least_role,
    night_game,
    night_of_night_game,
    this_game,
    this_visit,
)
from scorekeeper.web.core.bell import bell_of_this_game, deals_of_round
from scorekeeper.web.core.fields import read_whole
from scorekeeper.web.core.posting import answer, read_act, read_post, see_other, typed
from scorekeeper.web.core.site import site
from scorekeeper.web.nights import night_of_game_pages, nights_pages
from scorekeeper.web.nights.board import make_board
from scorekeeper.web.review.reasons import agree_at_once

_BELL: Final = "the bell has rung"
_DEALS: Final = "the deals of the round are played"
"""Why a table whose round is over ends its game."""


@nights_pages.post("/bell")
@least_role(Role.OFFICER)
def prolong() -> Response:
    """Let the bell ring some minutes later."""
    minutes = read_whole(typed().get("minutes", ""))
    return _answer(prolong_bell(site().store, read_act(), this_visit().id, minutes))


@nights_pages.post("/bell/now")
@least_role(Role.OFFICER)
def ring() -> Response:
    """Let the bell ring now."""
    return _answer(ring_now(site().store, read_act(), this_visit().id))


def _answer(outcome: ClubOutcome) -> Response:
    return answer(
        outcome,
        saved=lambda _: url_for("nights.rounds"),
        again=lambda problems: make_board({}, problems),
    )


@night_of_game_pages.post("/last-deal")
@least_role(Role.PLAYER)
def say_last_deal() -> Response:
    """Note that this table plays one more deal, which is dealt; nothing before the bell."""
    row, bell = night_game(), bell_of_this_game()
    number, sheet = this_game().sheet.next_number, this_game().sheet
    is_asked = bell is not None and bell.when == "rung" and not bell.last and sheet.final is None
    if row is not None and is_asked and typed().get("deal") == str(number):
        deal_last(site().store, read_act(), row, number)
    return see_other(url_for("table.sheet"))


@night_of_game_pages.post("/end-of-round")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def end_round() -> Response:
    """End the game of a table whose round is over, as it stands; this phone's player agrees.

    A table for which it is not, or where somebody was faster, is led to its sheet.
    """
    night, bell, deals = night_of_night_game(), bell_of_this_game(), deals_of_round()
    played = len([row for row in this_game().sheet.rows if row.counts])
    has_rung = bell is not None and bell.when == "rung"
    if night is None or night.organised is None or not (has_rung or 0 < deals <= played):
        return see_other(url_for("table.sheet"))
    post, settles = read_post(), night.organised.has_stakes
    reason = _BELL if has_rung else _DEALS
    outcome = close_game(site().store, this_game().key, post, reason, settles=settles)
    if not isinstance(outcome, Saved):
        return see_other(url_for("table.sheet"))
    agree_at_once(outcome.thing, post, for_all=False)
    return see_other(url_for("table.final"))
