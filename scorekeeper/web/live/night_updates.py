"""Requests of open pages of a night: its state, at once and whenever it changes."""

from flask import Response, request, url_for

from scorekeeper.bookkeeping.club.links import NightRole, is_night_link_in_force
from scorekeeper.bookkeeping.live.notifier import night_key, write_state
from scorekeeper.web.core.access import least_role
from scorekeeper.web.core.club_access import night_blueprint, this_night, this_night_visit
from scorekeeper.web.core.site import site
from scorekeeper.web.live.streams import answer_stream
from scorekeeper.web.live.updates import LivePart

night_live_pages = night_blueprint("night_live", __name__)


def make_night_live_part(endpoint: str) -> LivePart:
    """Return the live part of a page that is replaced as a whole; ``endpoint`` shows the page."""
    return LivePart(
        state=_this_state(),
        entering="",
        next_number=0,
        scored="",
        stream=url_for("night_live.stream_night"),
        version=url_for("night_live.night_version"),
        home=url_for("nights.board"),
        own="" if request.method == "GET" else url_for(endpoint),
    )


def _this_state() -> str:
    night = this_night_visit().night
    revision = site().store.notifier.revision(night_key(night))
    return write_state(this_night().change_number, revision)


@night_live_pages.get("/live")
@least_role(NightRole.WATCH)
def stream_night() -> Response:
    """Stream the state of the night: at once, and whenever it changes."""
    visit, store = this_night_visit(), site().store
    return answer_stream(
        visit.token,
        lambda: store.notifier.subscribe_to_night(visit.night),
        is_in_force=lambda: is_night_link_in_force(store, visit.token, officer=visit.officer),
    )


@night_live_pages.get("/version")
@least_role(NightRole.WATCH)
def night_version() -> Response:
    """Answer with the state of the night, for browsers without a stream."""
    return Response(_this_state(), mimetype="text/plain")
