"""Each player's own hand, entered at the same time from their own phones, and the deal of them."""

from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar

from flask import Response, request, url_for

from scorekeeper.bookkeeping.games import record_deal
from scorekeeper.bookkeeping.gathering import Gathering, gather
from scorekeeper.bookkeeping.outcomes import OpenGame, Stale
from scorekeeper.bookkeeping.slips import (
    Late,
    drop_slip,
    lateness,
    take_version,
)
from scorekeeper.domain.variant import Problem
from scorekeeper.web.access import game_pages, this_game, this_phone, this_seat, this_visit
from scorekeeper.web.deals import new_deal_page
from scorekeeper.web.forms.deal_form import read_deal
from scorekeeper.web.gathered import (
    HandPart,
    hand_parts,
    headline_of,
    question_words,
)
from scorekeeper.web.hand_in import read_number, read_seat
from scorekeeper.web.pages import Page, Ticket, show, site
from scorekeeper.web.phrases import next_deal_of
from scorekeeper.web.posting import answer, make_ticket, read_post, see, typed
from scorekeeper.web.unchanged import live_page


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsPage:
    """The hands of the next deal that are in; ``changed``: somebody was faster with one.

    ``scored`` is the deal that was scored last, while no hand of the next is there.
    """

    template: ClassVar = "hands.html"
    game: OpenGame
    gathering: Gathering
    headline: str
    lead: str
    hands: tuple[HandPart, ...]
    questions: tuple[str, ...]
    waits_for_me: bool
    scored: int | None
    ticket: Ticket
    changed: bool


@game_pages.context_processor
def name_hands() -> dict[str, object]:
    """Let pages of a game tell how many hands are in."""
    return {"gathering": cache(_gather), "headline_of": headline_of}


def _gather() -> Gathering:
    """The hands of the next deal as they are now."""
    books, visit = site().books, this_visit()
    present = books.attendance.present(visit.game.key)
    return gather(visit, read_deal, {mark.seat for mark in present if mark.seat is not None})


# --- the page of hands ----------------------------------------------------------------------------


@game_pages.get("/hands")
@live_page
def hands() -> Response:
    """Whose hands are in; a game that is over has none."""
    game = this_game()
    if game.sheet.final is not None:
        return see(url_for("game.final"))
    return show(_hands_page(_gather(), changed="changed" in request.args))


def _hands_page(gathering: Gathering, *, changed: bool = False) -> HandsPage:
    game, seat = this_game(), this_seat()
    setup = game.sheet.setup
    parts = hand_parts(gathering, setup, phone=this_phone(), seat=seat)
    return HandsPage(
        game=game,
        gathering=gathering,
        headline=headline_of(gathering),
        lead=next_deal_of(game.sheet),
        hands=parts,
        questions=tuple([question_words(each, setup) for each in gathering.questions]),
        waits_for_me=any(hand.seat == seat for hand in gathering.missing),
        scored=None if gathering.is_begun else len(game.sheet.rows) or None,
        ticket=make_ticket(game),
        changed=changed,
    )


@game_pages.get("/hands/deal")
def look_at_deal() -> Response:
    """The form of the whole deal, filled with the hands that are in."""
    game = this_game()
    if game.sheet.final is not None:
        return see(url_for("game.final"))
    return show(new_deal_page(game, _whole(_gather())))


def _whole(gathering: Gathering) -> dict[str, str]:
    """What the form of the whole deal holds; other hands than these are another draft."""
    return {**gathering.values, "draft": f"{gathering.number}-{gathering.mark}"}


@game_pages.post("/hands")
def score_hands() -> Response:
    """Enter the deal that the hands make; pressed on two phones at once, it is one deal."""
    game, post, values = this_game(), read_post(), typed()
    number = read_number(values)
    late = lateness(game, number)
    if late is not None:
        return see(_address_of(late))
    gathering = _gather()
    if not gathering.ready or values.get("mark") != gathering.mark:
        return show(_hands_page(gathering, changed=True), status=409)
    document = read_deal(game.sheet.setup, gathering.values)
    same = replace(post, entry_id=f"hands.{gathering.mark}")
    outcome = record_deal(site().books, game.key, same, document)

    def again(now: OpenGame, problems: tuple[Problem, ...], stale: Stale | None) -> Page:
        return new_deal_page(now, _whole(gathering), problems, stale)

    return answer(outcome, saved=lambda _: url_for("game.deal", number=number), again=again)


def _address_of(late: Late) -> str:
    """Where the deal stands that was scored before, else the sheet."""
    return url_for("game.deal", number=late.scored) if late.scored else url_for("game.table")


@game_pages.post("/hands/take")
def take_hand() -> Response:
    """Keep one of several versions of a hand."""
    values = typed()
    seat = read_seat(values.get("seat", ""))
    mark = values.get("mark", "")
    if not take_version(site().books, this_game().key, seat, mark, read=read_deal):
        return see(url_for("game.hands", changed="yes"))
    return see(url_for("game.hands"))


@game_pages.post("/hands/drop")
def drop_hand() -> Response:
    """Take back a hand that this phone has handed in."""
    drop_slip(site().books, this_game().key, read_seat(typed().get("seat", "")), this_phone())
    return see(url_for("game.hands"))
