"""What officers do with the bell of a round, and what a table says after it."""

from flask import Response, url_for

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.club.acting import ClubOutcome
from scorekeeper.bookkeeping.club.bell import deal_last, prolong_bell, ring_now
from scorekeeper.web.core.access import least_role, night_game, this_game, this_visit
from scorekeeper.web.core.bell import bell_of_this_game
from scorekeeper.web.core.fields import read_whole
from scorekeeper.web.core.posting import answer, read_act, see_other, typed
from scorekeeper.web.core.site import site
from scorekeeper.web.nights import night_of_game_pages, nights_pages
from scorekeeper.web.nights.board import make_board


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
