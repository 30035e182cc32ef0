"""The views that put people on the waiting list of a night, and take them off."""

from flask import Response, request, url_for

from scorekeeper.bookkeeping.club.arrivals import come_to_night, go_home
from scorekeeper.bookkeeping.club.links import NightRole
from scorekeeper.web.core.access import least_role
from scorekeeper.web.core.club_access import this_night_visit
from scorekeeper.web.core.club_posting import answer_club, read_club_post
from scorekeeper.web.core.posting import typed
from scorekeeper.web.core.site import site
from scorekeeper.web.nights.blueprint import nights_pages
from scorekeeper.web.nights.board import CHOSEN, make_board


@nights_pages.post("/come")
@least_role(NightRole.JOIN)
def come() -> Response:
    """Add a person to the waiting list."""
    values, night = typed(), this_night_visit().night
    outcome = come_to_night(site().store, read_club_post(), night, values.get("name", ""))
    return answer_club(
        outcome,
        saved=lambda _: url_for("nights.board"),
        again=lambda problems: make_board(values, problems),
    )


@nights_pages.post("/leave")
@least_role(NightRole.JOIN)
def wait_no_longer() -> Response:
    """Take the chosen people off the waiting list."""
    people, night = request.form.getlist(CHOSEN), this_night_visit().night
    outcome = go_home(site().store, read_club_post(), night, people)
    return answer_club(
        outcome,
        saved=lambda _: url_for("nights.board"),
        again=lambda problems: make_board({}, problems),
    )
