"""Who sat where in a game of the club, for officers; and the way from the club to a game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from flask import Response, abort, url_for

from scorekeeper.bookkeeping.access.links import open_links
from scorekeeper.bookkeeping.club.game_seats import (
    NEW_GUEST,
    GameSeats,
    correct_seats,
    find_game_seats,
)
from scorekeeper.bookkeeping.club.links import ClubRole
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.variant import Problem
from scorekeeper.web.club.blueprint import club_pages
from scorekeeper.web.club.person_words import game_words
from scorekeeper.web.core.access import least_role, remembered_links
from scorekeeper.web.core.club_posting import (
    ClubFields,
    answer_club,
    make_club_fields,
    read_club_post,
)
from scorekeeper.web.core.fields import Choices, Field, Values
from scorekeeper.web.core.page import show
from scorekeeper.web.core.posting import see_other, typed
from scorekeeper.web.core.site import site

_SEAT: Final = "seat-"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSeatsPage:
    """The form of who sat where; in a closed night it is a correction."""

    template: ClassVar = "club/game_seats.html"
    game: str
    title: str
    seats: tuple[Field, ...]
    is_closed: bool
    problems: tuple[str, ...]
    fields: ClubFields


@club_pages.get("/games/<game>")
@least_role(ClubRole.MEMBER)
def game(game: str) -> Response:
    """Lead to a game by the best link that this browser has, else by that for viewers."""
    found = _demand_game(game)
    visits = open_links(site().store, remembered_links()).visits
    own = next((visit.token for visit in visits if visit.game.key == found.key), "")
    token = own or found.viewer_link
    if not token:
        abort(410)
    endpoint = "table.sheet" if found.game.sheet.final is None else "table.final"
    return see_other(url_for(endpoint, link=token))


@club_pages.get("/games/<game>/seats")
@least_role(ClubRole.OFFICER)
def ask_seats(game: str) -> Response:
    """Show which person of the club sat in each seat."""
    return show(_make_page(_demand_game(game), {}))


@club_pages.post("/games/<game>/seats")
@least_role(ClubRole.OFFICER)
def seat_people(game: str) -> Response:
    """Store who sat where; in a closed night that is a correction which everybody sees."""
    found, values = _demand_game(game), typed()
    seats = range(len(found.people))
    wanted = {Seat(seat): values.get(f"{_SEAT}{seat}", "") for seat in seats}
    outcome = correct_seats(site().store, read_club_post(), game, wanted)
    return answer_club(
        outcome,
        saved=lambda acted: url_for("club.game", game=acted.subject),
        again=lambda problems: _make_page(found, values, problems),
    )


def _demand_game(game: str) -> GameSeats:
    found = find_game_seats(site().store, game)
    if found is None:
        abort(404)
    return found


def _make_page(found: GameSeats, values: Values, problems: Sequence[Problem] = ()) -> GameSeatsPage:
    return GameSeatsPage(
        game=found.id,
        title=game_words(found.name),
        seats=tuple(_fields(found, values, problems)),
        is_closed=found.is_closed,
        problems=tuple([problem.text for problem in problems if not problem.at]),
        fields=make_club_fields(),
    )


def _fields(found: GameSeats, values: Values, problems: Sequence[Problem]) -> Iterator[Field]:
    people = sorted(found.listed.items(), key=lambda each: each[1].casefold())
    choices: Choices = (*people, (NEW_GUEST, "somebody new, a guest"))
    for seat, head in enumerate(found.game.sheet.heads):
        name = f"{_SEAT}{seat}"
        yield Field(
            name=name,
            kind="choice",
            label=f"{head.name} is",
            value=values.get(name, found.people[seat]),
            choices=choices,
            problems=tuple([each.text for each in problems if each.at == (name,)]),
        )
