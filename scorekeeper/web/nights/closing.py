"""The views that close a night."""

from collections.abc import Sequence

from flask import Response, abort, request, url_for

from scorekeeper.bookkeeping.club.acting import Acted
from scorekeeper.bookkeeping.club.closing import close_night
from scorekeeper.bookkeeping.club.links import NightRole
from scorekeeper.domain.club.facts import SettleWay
from scorekeeper.domain.variant import Problem
from scorekeeper.web.core.access import least_role
from scorekeeper.web.core.club_access import this_night, this_night_visit
from scorekeeper.web.core.club_posting import answer_club, read_club_post
from scorekeeper.web.core.posting import see_other
from scorekeeper.web.core.site import site
from scorekeeper.web.live.etag import show_live
from scorekeeper.web.live.night_updates import make_night_live_part
from scorekeeper.web.nights.blueprint import nights_pages
from scorekeeper.web.nights.closing_page import ClosingPage, make_closing_page


@nights_pages.get("/closing")
@least_role(NightRole.JOIN)
def ask_closing() -> Response:
    """Show what is missing before the night can be closed, and a preview of each settlement."""
    if this_night().night.closed is not None:
        return see_other(url_for("nights.payouts"))
    return show_live(_make_page(this_night().night.settle))


def _make_page(way: SettleWay, problems: Sequence[Problem] = ()) -> ClosingPage:
    return make_closing_page(
        this_night(),
        make_night_live_part("nights.ask_closing"),
        is_officer=this_night_visit().role >= NightRole.OFFICER,
        chosen=way,
        problems=tuple([each.text for each in problems]),
    )


@nights_pages.post("/closing")
@least_role(NightRole.OFFICER)
def close_this_night() -> Response:
    """Close the night in the chosen way."""
    way, seen = request.form.get("way", ""), request.form.get("seen", "")
    if way not in list(SettleWay):
        abort(400)
    night, store = this_night_visit().night, site().store
    if this_night().night.closed is not None:
        return see_other(url_for("nights.payouts"))
    outcome = close_night(store, read_club_post(), night, SettleWay(way), seen=seen)
    if isinstance(outcome, Acted):
        site().backups.back_up_night()
    return answer_club(
        outcome,
        saved=lambda _: url_for("nights.payouts"),
        again=lambda problems: _make_page(SettleWay(way), problems),
    )
