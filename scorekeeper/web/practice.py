"""The practice table: the page that begins one, and what the site's players do after each post."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from flask import Response, abort, g, request, session, url_for

from scorekeeper.bookkeeping.access.links import Role, Thing, Visit, link_of
from scorekeeper.bookkeeping.practice import (
    let_others_act,
    practised_variants,
    start_practice,
    throw_away,
)
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.scoring import Setup
from scorekeeper.domain.variant import Problem, Variant
from scorekeeper.web.core.access import (
    EVERYBODY,
    PRACTICE,
    least_role,
    link_blueprint,
    this_phone,
    this_visit,
    visit_by,
)
from scorekeeper.web.core.page import show
from scorekeeper.web.core.posting import (
    entry_id_of,
    new_entry_id,
    see_other,
    status_of,
    this_sender,
    typed,
)
from scorekeeper.web.core.site import site
from scorekeeper.web.deal import deal_pages
from scorekeeper.web.deal.deal_text import (
    make_deal_document,
    type_deal,
)
from scorekeeper.web.hands import hands_pages
from scorekeeper.web.hands.own_hand import read_hand
from scorekeeper.web.new_game import new_game_pages
from scorekeeper.web.new_game.setup import setup_pages
from scorekeeper.web.people import people_pages
from scorekeeper.web.review import review_pages

practice_pages = link_blueprint(Thing.GAME, "practice", __name__)
_REFUSED: Final = 400
"""Answers from this status on refuse a request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PracticePage:
    """The page that begins a practice table; ``open`` is the one that this browser has."""

    template: ClassVar = "practice/practice.html"
    variants: tuple[Variant, ...]
    open: Visit | None
    problems: tuple[str, ...]
    entry_id: str


@new_game_pages.get("/practice")
@least_role(EVERYBODY)
def ask_practice() -> Response:
    """Show the variants that can be practised."""
    return show(_make_page())


def _make_page(problems: tuple[Problem, ...] = ()) -> PracticePage:
    return PracticePage(
        variants=practised_variants(),
        open=_own_practice(),
        problems=tuple([problem.text for problem in problems]),
        entry_id=new_entry_id(),
    )


def _own_practice() -> Visit | None:
    """Return the visit to this browser's practice table; None without one."""
    token = session.get(PRACTICE, "")
    return visit_by(str(token), Thing.GAME) if token else None


@new_game_pages.post("/practice")
@least_role(EVERYBODY)
def begin_practice() -> Response:
    """Start a practice table, in the place of the one that this browser had."""
    values = typed()
    chosen = {variant.key: variant for variant in practised_variants()}.get(
        values.get("variant", "")
    )
    if chosen is None:
        abort(400)
    started = start_practice(
        site().store,
        chosen,
        entry_id=entry_id_of(values.get("entry_id") or new_entry_id()),
        phone=this_phone(),
        sender=this_sender(),
    )
    if not isinstance(started, str):
        return show(_make_page(started), status=status_of(started))
    former = _own_practice()
    if former is not None and former.id != started:
        throw_away(site().store, former.id)
    token = link_of(site().store, started, Role.HOST) or ""
    session[PRACTICE] = token
    session.permanent = True
    return see_other(url_for("table.sheet", link=token))


@practice_pages.post("/throw-away")
@least_role(Role.HOST)
def throw_table_away() -> Response:
    """Remove this practice table; any other table stays as it is."""
    is_gone = throw_away(site().store, this_visit().id)
    return see_other(url_for("new_game.home" if is_gone else "table.sheet"))


# --- the site's players ---------------------------------------------------------------------------


@deal_pages.after_request
@hands_pages.after_request
@people_pages.after_request
@review_pages.after_request
@setup_pages.after_request
def _let_others_act(response: Response) -> Response:
    """Let the site's players act after each post at a practice table that was not refused."""
    visit: Visit | None = g.get("visit")
    is_done = request.method == "POST" and response.status_code < _REFUSED
    if is_done and visit is not None and visit.is_practice:
        let_others_act(
            site().store, visit.id, read_fields=make_deal_document, write_fields=_slip_of
        )
    return response


def _slip_of(setup: Setup, seat: Seat, document: Mapping[str, Any]) -> dict[str, str]:
    """Return the fields that one of the site's players would type."""
    return read_hand(setup, seat, type_deal(setup, document))
