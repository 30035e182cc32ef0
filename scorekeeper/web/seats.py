"""Seats at the table: who sits where, and on which phone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from flask import Response, abort, request, session, url_for

from scorekeeper.bookkeeping.company import join_player, joining_problems
from scorekeeper.bookkeeping.links import Role, Visit, open_link
from scorekeeper.bookkeeping.outcomes import OpenGame, Stale
from scorekeeper.bookkeeping.seats import free_seat as clear_seat
from scorekeeper.bookkeeping.seats import leave_seat, seat_of
from scorekeeper.bookkeeping.seats import take_seat as give_seat
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.variant import Problem
from scorekeeper.web.access import (
    game_pages,
    is_asked_by_script,
    this_game,
    this_phone,
    this_seat,
    this_visit,
)
from scorekeeper.web.codes import Code, code_of
from scorekeeper.web.forms.fields import Field, Values
from scorekeeper.web.history import tell
from scorekeeper.web.pages import NameForm, NewsLine, Page, show, site
from scorekeeper.web.phrases import title_of
from scorekeeper.web.posting import answer, make_ticket, read_post, see, typed

_IS_ME: Final = "me"
_NAME: Final = "name"
_SAT: Final = "sat"
_SEATS_REMEMBERED: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLine:
    """A seat as this phone sees it: free, taken by another phone, or its own."""

    seat: Seat
    name: str
    is_taken: bool
    is_mine: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsPage:
    """Who are you? ``missed`` is the seat that another phone took while this one chose it."""

    template: ClassVar = "seats.html"
    game: OpenGame
    title: str
    seats: tuple[SeatLine, ...]
    missed: SeatLine | None
    newcomer: NameForm | None
    newer: tuple[NewsLine, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Company:
    """Who sits where; the seat that this phone had and lost; the code for the next phone."""

    seats: tuple[SeatLine, ...]
    lost: SeatLine | None
    code: Code | None
    is_players: bool

    @property
    def anybody(self) -> bool:
        """Whether any phone has a seat."""
        return any(line.is_taken for line in self.seats)


@game_pages.context_processor
def name_company() -> dict[str, object]:
    """Let the pages of a game show who sits where."""
    return {"company": make_company}


def make_company() -> Company:
    """Who sits at the table, as this phone sees it."""
    visit = this_visit()
    lines = _seat_lines(visit)
    role = Role.PLAYER if visit.role >= Role.PLAYER else Role.VIEWER
    token = visit.links.get(role)
    return Company(
        seats=lines,
        lost=_lost(lines),
        code=None if token is None else code_of(role, token),
        is_players=role is Role.PLAYER,
    )


def _seat_lines(visit: Visit) -> tuple[SeatLine, ...]:
    taken, mine = {row.seat for row in visit.seats}, seat_of(visit.seats, this_phone())
    return tuple(
        [
            SeatLine(
                seat=head.seat,
                name=head.name,
                is_taken=head.seat in taken,
                is_mine=head.seat == mine,
            )
            for head in visit.game.sheet.heads
        ]
    )


# --- taking a seat --------------------------------------------------------------------------------


@game_pages.get("/seat")
def ask_seat() -> Response:
    """Who are you? A phone that has a seat goes on to the table."""
    if this_seat() is not None and "change" not in request.args:
        return see(url_for("game.table"))
    return show(_seats_page(this_visit(), {}))


@game_pages.post("/seat")
def take_seat() -> Response:
    """Take the seat that was tapped; one that another phone has only for "that is me"."""
    visit, seat = this_visit(), _typed_seat()
    is_me = typed().get(_IS_ME) == "yes"
    if give_seat(site().books, visit.game.key, this_phone(), seat, is_me=is_me):
        _remember(seat)
        return see(url_for("game.table"))
    now = open_link(site().books, visit.token)
    return show(_seats_page(now, {}, missed=seat), status=409)


@game_pages.post("/seat/new")
def sit_down() -> Response:
    """Seat somebody who is not on the sheet yet, on this phone."""
    values = typed()
    name = values.get(_NAME, "")
    outcome = join_player(site().books, this_game().key, read_post(), name)

    def saved(now: OpenGame) -> str:
        players = now.sheet.setup.players
        if name.strip() not in players:  # sent again, and called otherwise by now
            return url_for("game.ask_seat")
        seat = Seat(players.index(name.strip()))
        if give_seat(site().books, now.key, this_phone(), seat, is_me=False):
            _remember(seat)
        return url_for("game.table")

    def again(now: OpenGame, problems: tuple[Problem, ...], stale: Stale | None) -> Page:
        return _seats_page(
            open_link(site().books, this_visit().token),
            values,
            problems=problems,
            newer=tell(now, stale.newer) if stale else (),
        )

    return answer(outcome, saved=saved, again=again)


@game_pages.post("/seat/leave")
def stand_up() -> Response:
    """Free the seat of this phone; one that has lost its seat is told of it no more."""
    seat = this_seat()
    _remember(None)
    if seat is None:
        return see(url_for("game.table"))
    leave_seat(site().books, this_game().key, this_phone())
    return see(url_for("game.ask_seat"))


@game_pages.post("/seat/free")
def free_seat() -> Response:
    """Free any seat, so that another phone can take it."""
    clear_seat(site().books, this_game().key, _typed_seat())
    return see(url_for("game.ask_seat", change="yes"))


def _typed_seat() -> Seat:
    """The seat that a form names; a form of ours always does."""
    seat = typed().get("seat", "")
    if not (seat.isdecimal() and len(seat) < 3 and int(seat) < len(this_game().sheet.heads)):
        abort(400)
    return Seat(int(seat))


def _seats_page(
    visit: Visit,
    values: Values,
    *,
    missed: Seat | None = None,
    problems: tuple[Problem, ...] = (),
    newer: tuple[NewsLine, ...] = (),
) -> SeatsPage:
    lines = _seat_lines(visit)
    return SeatsPage(
        game=visit.game,
        title=title_of(visit.game),
        seats=lines,
        missed=None if missed is None else lines[missed],
        newcomer=_newcomer(visit.game, values, problems),
        newer=newer,
    )


def _newcomer(game: OpenGame, values: Values, problems: tuple[Problem, ...]) -> NameForm | None:
    """Where the table has room: the name; also where somebody tried and there was none."""
    if joining_problems(game) and _NAME not in values:
        return None
    field = Field(
        name=_NAME,
        kind="name",
        label="Somebody else",
        value=values.get(_NAME, ""),
        problems=tuple([problem.text for problem in problems]),
    )
    return NameForm(field=field, entry_id=make_ticket(game, values.get("entry_id")).entry_id)


# --- what this browser had ------------------------------------------------------------------------


@game_pages.before_request
def note_seat() -> None:
    """Note a seat that was carried over from the game before, or taken by another link."""
    is_visit = request.endpoint == "game.table" and not is_asked_by_script()
    seat = this_seat() if is_visit else None
    if seat is not None and _noted_seat() != seat:
        _remember(seat)


def _remember(seat: Seat | None) -> None:
    """Keep in mind which seat this browser has by this link, so that its loss is told."""
    token = this_visit().token
    seats: Mapping[str, int] = session.get(_SAT, {})
    others = [each for each in seats.items() if each[0] != token][-_SEATS_REMEMBERED:]
    session[_SAT] = dict(others) if seat is None else dict(others) | {token: seat}
    session.permanent = True


def _lost(lines: tuple[SeatLine, ...]) -> SeatLine | None:
    """The seat that this browser had by this link and has no more."""
    seat = _noted_seat()
    if seat is None or seat >= len(lines) or any(line.is_mine for line in lines):
        return None
    return lines[seat]


def _noted_seat() -> int | None:
    sat: Mapping[str, int] = session.get(_SAT, {})
    return sat.get(this_visit().token)
