"""The night board: all tables of a night, the people who wait, and the link to a new table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from flask import Response, request, url_for

from scorekeeper.club.games import GameState
from scorekeeper.club.nights import come_to_night, go_home, say_who
from scorekeeper.club.people import offered_names
from scorekeeper.club.stored_book import LoadedNight
from scorekeeper.games.links import Role
from scorekeeper.games.players import join_player, joining_problems
from scorekeeper.rules.variant import Problem
from scorekeeper.tournament.organised import rounds_shown
from scorekeeper.web.core.access import club_address, least_role, may, this_night, this_visit
from scorekeeper.web.core.fields import YES, Field, Values
from scorekeeper.web.core.known_nights import name_of_night
from scorekeeper.web.core.page import Page, Part, show_live
from scorekeeper.web.core.posting import (
    answer,
    make_club_fields,
    read_act,
    see_other,
    typed,
)
from scorekeeper.web.core.site import site
from scorekeeper.web.live.updates import make_night_live_part
from scorekeeper.web.nights import nights_pages
from scorekeeper.web.nights.arriving import make_arriving, take_place, waiting_here
from scorekeeper.web.nights.code import make_night_code
from scorekeeper.web.nights.rounds import own_evening
from scorekeeper.web.nights.tables import NightTables, make_tables, table_of, widest_total

CHOSEN = "with"
"""The field of the people who are chosen for a new table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingPerson:
    """A person who waits for a seat; ``toggle`` is the address that chooses the person or not."""

    id: str
    name: str
    since: datetime
    is_chosen: bool
    toggle: str


@nights_pages.get("/")
@least_role(Role.VIEWER)
def board() -> Response:
    """Show the night."""
    return show_live(make_board({}))


def make_board(
    values: Values,
    problems: Sequence[Problem] = (),
    *,
    arriving: tuple[Values, Sequence[Problem]] = ({}, ()),
) -> Page:
    """Return the board; ``values`` and ``problems`` are those of a newcomer who was refused.

    ``arriving`` has those of a phone that said who its person is.
    """
    night, tables, person = this_night(), make_tables(), this_visit().person
    waiting = waiting_people(night)
    chosen = [each for each in waiting if each.is_chosen]
    open_games = [game for game in night.night.games if game.state is GameState.OPEN]
    is_open = night.night.closed is None
    asks = is_open and may("nights.come")
    offered = offered_names(site().store, night.roll) if asks else ()
    return Page(
        "nights/board.html",
        live=make_night_live_part("nights.board"),
        name=name_of_night(night.night.date),
        night=night,
        has_rounds=bool(rounds_shown(night.night)),
        club=club_address(),
        playing=len(night.playing()),
        open_games=len(open_games),
        tables=tables,
        fit=widest_total(tables.panels),
        waiting=waiting,
        chosen=tuple([each.name for each in chosen]),
        new_table=_new_table(chosen) if is_open and may("nights.ask_table") else "",
        own=_own_table(tables),
        free_tables=tuple(_free_tables(night)) if len(chosen) == 1 and may("nights.sit") else (),
        newcomer=_newcomer(night, offered, values, problems) if asks else None,
        code=make_night_code() if is_open and tables.are_none else None,
        arriving=make_arriving(night, offered, *arriving) if asks else None,
        has_seat=any(person in game.people for game in night.night.games),
        evening=own_evening(night),
    )


def _new_table(chosen: Sequence[WaitingPerson]) -> str:
    people: dict[str, Any] = {CHOSEN: [person.id for person in chosen]}
    return url_for("nights.ask_table", **people)


def _own_table(tables: NightTables) -> str:
    running = [each for each in tables.panels if each.is_own and each.game.sheet.final is None]
    return running[0].address if running else ""


def waiting_people(night: LoadedNight) -> tuple[WaitingPerson, ...]:
    """Return the people who wait, the longest first, without those who play."""
    if night.night.closed is not None:
        return ()
    chosen = request.args.getlist(CHOSEN)
    playing = night.playing()
    rows = [row for row in night.waiting if row.person not in playing]
    return tuple(
        [
            WaitingPerson(
                id=row.person,
                name=night.people[row.person].name,
                since=row.came_at,
                is_chosen=row.person in chosen,
                toggle=_board_with(_toggled(chosen, row.person)),
            )
            for row in rows
        ]
    )


def _free_tables(night: LoadedNight) -> Iterator[Part]:
    for game in night.night.games:
        if game.state is GameState.OPEN and not joining_problems(night.games[game.id]):
            yield Part(game=game.id, label=table_of(night, game))


def _toggled(chosen: Sequence[str], person: str) -> list[str]:
    others = [each for each in chosen if each != person]
    return others if person in chosen else [*others, person]


def _board_with(chosen: Sequence[str]) -> str:
    return url_for("nights.board", **{CHOSEN: list(chosen)}, _anchor="waiting")  # type: ignore[arg-type]


def _newcomer(
    night: LoadedNight, offered: Sequence[str], values: Values, problems: Sequence[Problem]
) -> Part:
    there = {night.people[row.person].name for row in night.waiting}
    return Part(
        field=Field(
            name="name",
            kind="name",
            label="Who comes",
            value=values.get("name", ""),
            problems=tuple([problem.text for problem in problems]),
        ),
        club_fields=make_club_fields(),
        roll=tuple([name for name in offered if name not in there]),
    )


# --- The views that put people on the waiting list of a night, and take them off ------------------


@nights_pages.post("/come")
@least_role(Role.PLAYER)
def come() -> Response:
    """Add a person to the waiting list."""
    values, night = typed(), this_visit().id
    outcome = come_to_night(site().store, read_act(), night, values.get("name", ""))
    return answer(
        outcome,
        saved=lambda _: url_for("nights.board"),
        again=lambda problems: make_board(values, problems),
    )


@nights_pages.post("/sit")
@least_role(Role.PLAYER)
def sit() -> Response:
    """Seat a person who waits at a running table, with the name that the list has."""
    night, values = this_night(), typed()
    person, game = night.people.get(values.get(CHOSEN, "")), night.games.get(values.get("game", ""))
    if person is None or game is None:
        return see_other(url_for("nights.board"))  # the game was taken out of the night
    by = night.people.get(this_visit().person)
    post = replace(read_act(), version=game.version, who=by.name if by else "")
    return answer(
        join_player(site().store, game.key, post, person.name),
        saved=lambda _: url_for("nights.board"),
        again=lambda problems: make_board({}, problems),
    )


@nights_pages.post("/leave")
@least_role(Role.PLAYER)
def wait_no_longer() -> Response:
    """Take the chosen people off the waiting list."""
    people, night = request.form.getlist(CHOSEN), this_visit().id
    outcome = go_home(site().store, read_act(), night, people)
    return answer(
        outcome,
        saved=lambda _: url_for("nights.board"),
        again=lambda problems: make_board({}, problems),
    )


# --- The views by which a phone says whose it is --------------------------------------------------


@nights_pages.post("/who")
@least_role(Role.PLAYER)
def tell_who() -> Response:
    """Lead this phone to its person's seat, or note that they wait for one."""
    values, night = typed(), this_night()
    person, name = values.get("person", ""), values.get("name", "")
    place = take_place(night, person=person, name=name)
    if place:
        return see_other(place)
    is_another = values.get("another") == YES
    outcome = say_who(
        site().store, read_act(), night.night.id, person=person, name=name, is_another=is_another
    )
    return answer(
        outcome,
        saved=lambda _: url_for("nights.rounds" if rounds_shown(night.night) else "nights.board"),
        again=lambda problems: make_board({}, arriving=(values, problems)),
    )


@nights_pages.post("/who/not")
@least_role(Role.PLAYER)
def take_who_back() -> Response:
    """Take back who this phone said it is: that person waits no longer."""
    people = waiting_here(this_night())
    if people:
        go_home(site().store, read_act(), this_visit().id, people)
    return see_other(url_for("nights.board"))
