"""The games of a night, one by one: put in, taken out, void, and who sat where."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from flask import Response, abort, request, url_for

from scorekeeper.bookkeeping.access.links import Role, Visit, open_links
from scorekeeper.bookkeeping.club.book import LoadedNight, night_of_game
from scorekeeper.bookkeeping.club.links import NightRole
from scorekeeper.bookkeeping.club.nights import (
    change_game_of_night,
    put_game_in_night,
    take_game_out,
    void_game,
)
from scorekeeper.domain.club.games import ClubGame
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.variant import Problem
from scorekeeper.web.core.access import least_role, remembered_links
from scorekeeper.web.core.club_access import this_night, this_night_visit
from scorekeeper.web.core.club_posting import (
    ClubFields,
    answer_club,
    make_club_fields,
    read_club_post,
)
from scorekeeper.web.core.fields import Choices, Field, Values
from scorekeeper.web.core.filters import write_moment
from scorekeeper.web.core.page import show
from scorekeeper.web.core.phrases import state_of, terms_of, title_of
from scorekeeper.web.core.posting import typed
from scorekeeper.web.core.site import site
from scorekeeper.web.nights.blueprint import nights_pages
from scorekeeper.web.nights.night_words import where_and_when
from scorekeeper.wording import write_night

_MOST_OFFERED: Final = 10
_PERSON: Final = "person-"


@dataclass(frozen=True, slots=True, kw_only=True)
class NightGameLine:
    """A game of the night; ``address`` is the page on which it is put right, empty if it is not."""

    label: str
    terms: str
    state: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedGame:
    """A game of no night that this browser may put into this one; ``token`` is its host's link."""

    token: str
    title: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesPage:
    """All games of the night, and those that this browser may put into it."""

    template: ClassVar = "nights/games.html"
    name: str
    words: str
    games: tuple[NightGameLine, ...]
    offered: tuple[OfferedGame, ...]
    fields: ClubFields
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NightGamePage:
    """One game of the night: its table, who sat in its seats, and whether it counts.

    ``seats`` are fields to choose the person of each seat.
    """

    template: ClassVar = "nights/game.html"
    game: str
    name: str
    words: str
    label: Field
    seats: tuple[Field, ...]
    fields: ClubFields
    is_void: bool
    is_open_night: bool
    problems: tuple[str, ...]


@nights_pages.get("/games")
@least_role(NightRole.JOIN)
def games() -> Response:
    """Show the games of the night."""
    return show(_games_page())


def _games_page(problems: Sequence[Problem] = ()) -> GamesPage:
    night = this_night()
    is_open = night.night.closed is None
    return GamesPage(
        name=write_night(night.night.date),
        words=where_and_when(night.night),
        games=tuple([_line(night, game) for game in night.night.games]),
        offered=tuple([_offer(visit) for visit in _offered()]) if is_open else (),
        fields=make_club_fields(),
        problems=tuple([problem.text for problem in problems]),
    )


def _line(night: LoadedNight, game: ClubGame) -> NightGameLine:
    current = night.games[game.id]
    void = "Void: it counts nowhere. " if game.is_void else ""
    may_change = _may_change(night.keys[game.id])
    return NightGameLine(
        label=f"{game.table}: {title_of(current)}",
        terms=terms_of(current.sheet),
        state=f"{void}{state_of(current)}",
        address=url_for("nights.ask_game", game=game.id) if may_change else "",
    )


def _may_change(key: str) -> bool:
    """Tell whether this visitor is an officer, or has the host's link of a game."""
    if this_night_visit().role >= NightRole.OFFICER:
        return True
    return any(visit.game.key == key for visit in _hosted())


def _hosted() -> list[Visit]:
    visits = open_links(site().store, remembered_links()).visits
    return [visit for visit in visits if visit.role is Role.HOST]


def _offered() -> list[Visit]:
    """Return the latest games of no night that this browser is the host of."""
    free = [
        visit
        for visit in _hosted()
        if visit.game.sheet.game.put_away_by is None
        and night_of_game(site().store, visit.game.key) is None
    ]
    return free[:_MOST_OFFERED]


def _offer(visit: Visit) -> OfferedGame:
    return OfferedGame(
        token=visit.token,
        title=title_of(visit.game),
        words=f"{terms_of(visit.game.sheet)} · {write_moment(visit.game.created_at)}",
    )


@nights_pages.post("/games")
@least_role(NightRole.JOIN)
def put_in() -> Response:
    """Put a game of no night into this one, by its host's link."""
    token = typed().get("game", "")
    found = [visit for visit in _offered() if visit.token == token]
    if not found:
        abort(403)
    night = this_night_visit().night
    outcome = put_game_in_night(site().store, read_club_post(), found[0].game.key, night)
    return answer_club(outcome, saved=lambda _: url_for("nights.games"), again=_games_page)


# --- one game -------------------------------------------------------------------------------------


@nights_pages.get("/games/<game>")
@least_role(NightRole.JOIN)
def ask_game(game: str) -> Response:
    """Show one game of the night, to put right what the club knows of it."""
    return show(_game_page(_demand(game), {}))


def _demand(game: str) -> ClubGame:
    """Return a game that this visitor may change; aborts with 404 or 403."""
    night = this_night()
    found = [each for each in night.night.games if each.id == game]
    if not found:
        abort(404)
    if not _may_change(night.keys[game]):
        abort(403)
    return found[0]


def _game_page(game: ClubGame, values: Values, problems: Sequence[Problem] = ()) -> NightGamePage:
    night = this_night()
    current = night.games[game.id]
    people: Choices = tuple([(each.id, each.name) for each in night.people.values()])
    seats = [
        Field(
            name=f"{_PERSON}{head.seat}",
            kind="choice",
            label=head.name,
            value=values.get(f"{_PERSON}{head.seat}", game.people[head.seat]),
            choices=people,
        )
        for head in current.sheet.heads
    ]
    label = values.get("label", game.table)
    return NightGamePage(
        game=game.id,
        name=game.table,
        words=terms_of(current.sheet),
        label=Field(name="label", kind="text", label="Table", value=label),
        seats=tuple(seats),
        fields=make_club_fields(),
        is_void=game.is_void,
        is_open_night=night.night.closed is None,
        problems=tuple([problem.text for problem in problems]),
    )


@nights_pages.post("/games/<game>")
@least_role(NightRole.JOIN)
def change_game(game: str) -> Response:
    """Store what the table of a game is called, and who sat in its seats."""
    found, values = _demand(game), typed()
    people = {
        Seat(seat): values[f"{_PERSON}{seat}"]
        for seat in range(len(found.people))
        if f"{_PERSON}{seat}" in values
    }
    outcome = change_game_of_night(
        site().store, read_club_post(), game, label=values.get("label", ""), people=people
    )
    return answer_club(
        outcome,
        saved=lambda _: url_for("nights.games"),
        again=lambda problems: _game_page(found, values, problems),
    )


@nights_pages.post("/games/<game>/out")
@least_role(NightRole.JOIN)
def take_out(game: str) -> Response:
    """Take a game out of the night."""
    found = _demand(game)
    outcome = take_game_out(site().store, read_club_post(), game)
    return answer_club(
        outcome,
        saved=lambda _: url_for("nights.games"),
        again=lambda problems: _game_page(found, {}, problems),
    )


@nights_pages.post("/games/<game>/void")
@least_role(NightRole.OFFICER)
def make_void(game: str) -> Response:
    """Let a game count nowhere, or count again."""
    found = _demand(game)
    void = request.form.get("void") == "yes"
    outcome = void_game(site().store, read_club_post(), game, void=void)
    return answer_club(
        outcome,
        saved=lambda _: url_for("nights.games"),
        again=lambda problems: _game_page(found, {}, problems),
    )
