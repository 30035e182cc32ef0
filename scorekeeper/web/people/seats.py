"""The page of seats, where a phone takes the seat of its player."""

from dataclasses import dataclass
from typing import Final

from flask import Response, request, url_for

from scorekeeper.games.game_store import CurrentGame, LogEntry
from scorekeeper.games.links import Role, Visit, open_link
from scorekeeper.games.players import (
    assign_seat,
    joining_problems,
    leave_seat,
    release_seat,
    seat_history_of,
    seat_of,
)
from scorekeeper.games.posting import Saved
from scorekeeper.rules.deals import Seat
from scorekeeper.rules.variant import Problem
from scorekeeper.rules.words import look_of
from scorekeeper.web.core.access import (
    SIT,
    LostSeat,
    NoSeat,
    lacks_only_seat,
    least_role,
    lost_seat,
    remember_seat,
    this_game,
    this_phone,
    this_seat,
    this_visit,
)
from scorekeeper.web.core.codes import QrCode, make_table_code
from scorekeeper.web.core.fields import Field, Values, read_whole
from scorekeeper.web.core.filters import SeatTaken, seats_taken
from scorekeeper.web.core.page import Page, render, show
from scorekeeper.web.core.posting import (
    answer,
    asks_for_data,
    demand_seat,
    make_entry_fields,
    newer_than,
    see_other,
    send_text,
    typed,
)
from scorekeeper.web.core.site import site
from scorekeeper.web.people import people_pages
from scorekeeper.web.people.players import NameForm, late_comer_form, seat_late_comer

# --- The phones with a seat at the table, as this phone sees them, and the QR code for one more ---


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePhones:
    """The seats that phones have, that of this phone, and the QR code for another one.

    ``takeovers`` are the seats that another phone took. ``needs_seat`` is true if this phone can
    enter nothing without a seat.
    """

    taken: tuple[Seat, ...]
    mine: Seat | None
    takeovers: tuple[SeatTaken, ...]
    code: QrCode | None
    needs_seat: bool


def make_table_phones() -> TablePhones:
    """Return the phones at the table of this request."""
    visit = this_visit()
    return TablePhones(
        taken=tuple([row.seat for row in visit.seats]),
        mine=this_seat(),
        takeovers=seats_taken(seat_history_of(visit), this_phone()),
        code=make_table_code(),
        needs_seat=lacks_only_seat("deal.ask_deal"),
    )


_IS_ME: Final = "me"
_NAME: Final = "name"
_TAKE_SEAT: Final = "Take your seat"


@people_pages.app_errorhandler(NoSeat)
def answer_no_seat(_: NoSeat) -> Response:
    """Answer 403 to a phone that needs a seat; one tap takes it, and what was typed goes on."""
    visit, lost = this_visit(), lost_seat()
    if request.method != "POST":
        page = _seats_page(visit, {})
        return show(page.replace(back=request.path, is_needed=True, lost=lost), status=403)
    sending = _sit_and_send_page(visit, lost)
    if asks_for_data():
        text = f"{_TAKE_SEAT} at this table first."
        return send_text(text, 403, way=_TAKE_SEAT, page=render(sending))
    return show(sending, status=403)


def _sit_and_send_page(visit: Visit, lost: LostSeat | None) -> Page:
    values = typed()
    values.pop("csrf_token", None)
    values.pop(SIT, None)
    return Page(
        "people/sit_and_send.html",
        game=visit.game,
        taken=tuple([row.seat for row in visit.seats]),
        lost=lost,
        action=request.path,
        values=values,
        number=_deal_number(visit.game),
        hand=_player_of_hand(visit.game),
    )


def _deal_number(game: CurrentGame) -> int | None:
    """Return the number of the deal that a post enters or corrects; ``None`` for any other post."""
    match request.endpoint:
        case "deal.enter_deal":
            return game.sheet.next_number
        case "deal.enter_correction":
            return int((request.view_args or {})["number"])
        case "hands.hand_in":
            return read_whole(typed().get("number", ""))
    return None


def _player_of_hand(game: CurrentGame) -> str:
    """Return the player whose hand is posted; empty for any other post."""
    if request.endpoint != "hands.hand_in":
        return ""
    seat = int((request.view_args or {})["seat"])
    return next((head.name for head in game.sheet.heads if head.seat == seat), "")


@people_pages.get("/seat")
@least_role(Role.PLAYER)
def ask_seat() -> Response:
    """Ask who you are; a phone that has a seat is sent on to the table."""
    if this_seat() is not None and "change" not in request.args:
        return see_other(url_for("table.sheet"))
    return show(_seats_page(this_visit(), {}))


@people_pages.post("/seat")
@least_role(Role.PLAYER)
def take_seat() -> Response:
    """Give the tapped seat to this phone; another phone's seat only moves for "that is me"."""
    visit, seat = this_visit(), demand_seat(typed())
    is_me = typed().get(_IS_ME) == "yes"
    sheet, back = url_for("table.sheet"), typed().get("back", "")
    if assign_seat(site().store, visit.game.key, this_phone(), seat, is_me=is_me):
        remember_seat(seat)
        # Whatever a form holds, the browser is only sent back to a page of this game.
        return see_other(back if back.startswith(sheet) else sheet)
    now = open_link(site().store, visit.token)
    page = _seats_page(now, {}, missed=seat)
    return show(page.replace(back=back if back.startswith(sheet) else ""), status=409)


@people_pages.post("/seat/new")
@least_role(Role.PLAYER)
def sit_down() -> Response:
    """Add a new player and give the seat to this phone."""
    values = typed()
    outcome = seat_late_comer(values, _NAME)

    def saved(done: Saved[CurrentGame]) -> str:
        name = look_of(values.get(_NAME, ""))
        seats = {look_of(head.name): head.seat for head in done.thing.sheet.heads}
        if name not in seats:  # a repeated post, and the player was renamed since
            return url_for("people.ask_seat")
        seat = seats[name]
        if assign_seat(site().store, done.thing.key, this_phone(), seat, is_me=False):
            remember_seat(seat)
        return url_for("table.sheet")

    def again(problems: tuple[Problem, ...]) -> Page:
        return _seats_page(
            open_link(site().store, this_visit().token),
            values,
            problems=problems,
            newer=newer_than(outcome),
        )

    return answer(outcome, saved=saved, again=again)


@people_pages.post("/seat/leave")
@least_role(Role.PLAYER)
def stand_up() -> Response:
    """Free the seat of this phone, and stop showing that it has lost a seat."""
    seat = this_seat()
    remember_seat(None)
    if seat is None:
        return see_other(url_for("table.sheet"))
    leave_seat(site().store, this_game().key, this_phone())
    return see_other(url_for("people.ask_seat"))


@people_pages.post("/seat/free")
@least_role(Role.HOST)
def free_seat() -> Response:
    """Free a seat for the host, so that another phone can take it."""
    release_seat(site().store, this_game().key, demand_seat(typed()))
    return see_other(url_for("people.ask_seat", change="yes"))


def _seats_page(
    visit: Visit,
    values: Values,
    *,
    missed: Seat | None = None,
    problems: tuple[Problem, ...] = (),
    newer: tuple[LogEntry, ...] = (),
) -> Page:
    return Page(
        "people/seats.html",
        game=visit.game,
        taken=tuple([row.seat for row in visit.seats]),
        mine=seat_of(visit.seats, this_phone()),
        missed=missed,
        newcomer=_newcomer(visit.game, values, problems),
        newer=newer,
        back="",
        is_needed=False,
        lost=None,
    )


def _newcomer(game: CurrentGame, values: Values, problems: tuple[Problem, ...]) -> NameForm | None:
    """Return the form for a new player if one can join, or if the post to join was refused."""
    if joining_problems(game) and _NAME not in values:
        return None
    field = Field(
        name=_NAME,
        kind="name",
        label="Somebody else",
        value=values.get(_NAME, ""),
        problems=tuple([problem.text for problem in problems]),
    )
    return late_comer_form(field, make_entry_fields(game, values.get("entry_id")).entry_id)
