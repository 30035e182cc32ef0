"""The night board: all tables of a night, the people who wait, and the link to a new table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from flask import Response, request, url_for

from scorekeeper.bookkeeping.club.book import LoadedNight
from scorekeeper.bookkeeping.club.links import NightRole
from scorekeeper.bookkeeping.club.nights import come_to_night, go_home
from scorekeeper.bookkeeping.club.people import offered_names
from scorekeeper.domain.club.games import GameState
from scorekeeper.domain.variant import Problem
from scorekeeper.web.core.access import least_role, may
from scorekeeper.web.core.club_access import club_address, this_night, this_night_visit
from scorekeeper.web.core.club_posting import (
    ClubFields,
    answer_club,
    make_club_fields,
    read_club_post,
)
from scorekeeper.web.core.fields import Field, Values
from scorekeeper.web.core.filters import write_time
from scorekeeper.web.core.known_nights import name_of_night
from scorekeeper.web.core.page import Action, show_live
from scorekeeper.web.core.posting import typed
from scorekeeper.web.core.site import site
from scorekeeper.web.live.updates import LivePart, make_night_live_part
from scorekeeper.web.nights.blueprint import nights_pages
from scorekeeper.web.nights.code import NightCode, make_night_code
from scorekeeper.web.nights.night_words import playing_words
from scorekeeper.web.nights.tables import NightTables, make_tables, widest_total
from scorekeeper.wording import write_names, write_plural

CHOSEN = "with"
"""The field of the people who are chosen for a new table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingPerson:
    """A person who waits for a seat; ``toggle`` is the address that chooses the person or not."""

    id: str
    name: str
    since: str
    is_chosen: bool
    toggle: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Newcomer:
    """The form by which a person comes to the night; ``roll`` are the names that it offers."""

    field: Field
    club_fields: ClubFields
    roll: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPage:
    """The board of a night.

    ``fit`` is the CSS class for the widest total, so that all tables have one size. ``new_table``
    leads to a new table with the chosen people, ``leaving`` is the text of the button that takes
    them off the waiting list. ``newcomer`` is None for visitors who may only watch. ``code`` is
    shown while there is no table. ``closing`` says which games are still open; it is empty once
    the night is closed.
    """

    template: ClassVar = "nights/board.html"
    live: LivePart
    name: str
    words: str
    back: Action
    tables: NightTables
    fit: str
    waiting: tuple[WaitingPerson, ...]
    new_table: Action | None
    leaving: str
    newcomer: Newcomer | None
    code: NightCode | None
    closing: str
    is_closed: bool


@nights_pages.get("/")
@least_role(NightRole.WATCH)
def board() -> Response:
    """Show the night."""
    return show_live(make_board({}))


def make_board(values: Values, problems: Sequence[Problem] = ()) -> BoardPage:
    """Return the board; ``values`` and ``problems`` are those of a newcomer who was refused."""
    night, tables = this_night(), make_tables()
    waiting = waiting_people(night)
    chosen = [each.name for each in waiting if each.is_chosen]
    is_open = night.night.closed is None
    return BoardPage(
        live=make_night_live_part("nights.board"),
        name=name_of_night(night.night.date),
        words=f"{night.club.name} · {_state(night, waiting)}",
        back=_way_back(),
        tables=tables,
        fit=widest_total(tables.panels),
        waiting=waiting,
        new_table=_new_table(waiting) if is_open and may("nights.ask_table") else None,
        leaving=_leaving(chosen),
        newcomer=_newcomer(night, values, problems) if is_open and may("nights.come") else None,
        code=None if tables.panels or tables.earlier or not is_open else make_night_code(),
        closing=_closing(night) if is_open and may("nights.ask_closing") else "",
        is_closed=not is_open,
    )


def _way_back() -> Action:
    """Return the link from a night to its club, or to the home page without a link to the club."""
    club = club_address()
    return Action(words="The club" if club else "Home", address=club or url_for("new_game.home"))


def _state(night: LoadedNight, waiting: Sequence[WaitingPerson]) -> str:
    if night.night.closed is not None:
        return "closed"
    playing = {
        person
        for game in night.night.games
        if game.state is GameState.OPEN
        for person in game.people
    }
    return playing_words(len(playing), [each.name for each in waiting])


def waiting_people(night: LoadedNight) -> tuple[WaitingPerson, ...]:
    """Return the people who wait, the longest first, without those who sit at a table."""
    if night.night.closed is not None:
        return ()
    chosen = request.args.getlist(CHOSEN)
    seated = {
        person
        for game in night.night.games
        if game.state is GameState.OPEN
        for person in game.people
    }
    rows = [row for row in night.waiting if row.person not in seated]
    return tuple(
        [
            WaitingPerson(
                id=row.person,
                name=night.people[row.person].name,
                since=write_time(row.came_at),
                is_chosen=row.person in chosen,
                toggle=_board_with(_toggled(chosen, row.person)),
            )
            for row in rows
        ]
    )


def _toggled(chosen: Sequence[str], person: str) -> list[str]:
    others = [each for each in chosen if each != person]
    return others if person in chosen else [*others, person]


def _board_with(chosen: Sequence[str]) -> str:
    return url_for("nights.board", **{CHOSEN: list(chosen)})  # type: ignore[arg-type]


def _new_table(waiting: Sequence[WaitingPerson]) -> Action:
    chosen = [each for each in waiting if each.is_chosen]
    names = f" with {write_names([each.name for each in chosen])}" if chosen else ""
    people = {CHOSEN: [each.id for each in chosen]}
    return Action(
        words=f"New table{names}",
        address=url_for("nights.ask_table", **people),  # type: ignore[arg-type]
    )


def _leaving(chosen: Sequence[str]) -> str:
    if not chosen:
        return ""
    return f"{write_names(chosen)} {'goes' if len(chosen) == 1 else 'go'} home"


def _newcomer(night: LoadedNight, values: Values, problems: Sequence[Problem]) -> Newcomer:
    there = {night.people[row.person].name for row in night.waiting}
    return Newcomer(
        field=Field(
            name="name",
            kind="name",
            label="Who comes",
            value=values.get("name", ""),
            problems=tuple([problem.text for problem in problems]),
        ),
        club_fields=make_club_fields(),
        roll=tuple([name for name in offered_names(site().store) if name not in there]),
    )


def _closing(night: LoadedNight) -> str:
    if not night.night.games:
        return "No game yet."
    still_open = [game for game in night.night.games if game.state is GameState.OPEN]
    if not still_open:
        return "Every game is over."
    verb = "is" if len(still_open) == 1 else "are"
    return f"{write_plural(len(still_open), 'game')} {verb} still open."


# --- The views that put people on the waiting list of a night, and take them off ------------------


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
