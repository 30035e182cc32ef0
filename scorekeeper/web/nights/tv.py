"""The TV view of a night: all tables, the people who wait, and how to join or watch."""

from collections.abc import Iterator, Sequence
from typing import Final

from flask import Response

from scorekeeper.club.stored_book import LoadedNight
from scorekeeper.games.links import Role
from scorekeeper.tournament.organised import rounds_shown
from scorekeeper.tournament.pool import NightStanding, organised_figures
from scorekeeper.web.core.access import least_role, this_night
from scorekeeper.web.core.bell import bell_of_night
from scorekeeper.web.core.known_nights import name_of_night
from scorekeeper.web.core.page import Page, Part, show_live
from scorekeeper.web.live.updates import make_night_live_part
from scorekeeper.web.nights import nights_pages
from scorekeeper.web.nights.board import waiting_people
from scorekeeper.web.nights.code import make_tv_code
from scorekeeper.web.nights.rounds import progress_of
from scorekeeper.web.nights.tables import grid_of, make_tables

_TALLEST: Final = 5
"""The most tables of a round that stand below one another."""
_LONG_COLUMN: Final = 8
_LONGEST_COLUMN: Final = 14


def _rounds(night: LoadedNight) -> Part | None:
    """Return what is shown of the rounds, None before any is shown; no seats of a closed night."""
    figures, shown = organised_figures(night.figures), rounds_shown(night.night)
    is_closed = night.night.closed is not None
    if figures is None or not shown or (is_closed and not figures.complete):
        return None
    coming = () if is_closed else figures.rounds[: len(shown)]
    open_ones = [each for each in coming if not each.is_complete]
    number = open_ones[0].number if open_ones else 0
    is_between = not (open_ones and open_ones[0].games) and not night.playing()
    bell = None if is_between else bell_of_night(night)
    return Part(
        number=number,
        of=figures.organised.seats.rounds,
        is_between=is_between,
        seats=shown[number - 1].tables if number else (),
        byes=tuple([night.people[each].name for each in shown[number - 1].byes]) if number else (),
        names={person: night.people[person].name for person in figures.organised.entered},
        after=figures.complete,
        columns=tuple(_columns(figures.as_of(figures.complete).standing)),
        bell=bell,
        progress={f"table-{game}": words for game, words in progress_of(night, bell).items()},
    )


def _columns(standing: Sequence[NightStanding]) -> Iterator[tuple[NightStanding, ...]]:
    """Yield the columns of a standing, of which two stand beside one another."""
    columns = max(2, -(-len(standing) // _LONGEST_COLUMN))
    rows = max(_LONG_COLUMN, -(-len(standing) // columns))
    for first in range(0, len(standing), rows):
        yield tuple(standing[first : first + rows])


def _grid(cells: int, rounds: Part | None) -> tuple[int, int]:
    """Return columns and rows of panels; beside a bell they stand below one another."""
    if rounds is None or rounds.bell is None:
        return grid_of(cells)
    return (1, max(1, cells)) if cells <= _TALLEST else (2, min(_TALLEST, -(-cells // 2)))


@nights_pages.get("/tv")
@least_role(Role.VIEWER)
def tv() -> Response:
    """Show the night as large as the screen allows."""
    night = this_night()
    panels = make_tables().panels
    code = make_tv_code()
    rounds = _rounds(night)
    code_in_grid = code.qr is not None and not (rounds and (rounds.bell or rounds.is_between))
    columns, rows = _grid(len(panels) + code_in_grid, rounds)
    page = Page(
        "nights/tv.html",
        live=make_night_live_part("nights.tv"),
        club=night.club.name,
        name=name_of_night(night.night.date),
        at_once=columns * rows - code_in_grid,
        panels=panels,
        fit=f"g{columns} r{rows}",
        waiting=waiting_people(night),
        code=code,
        code_in_grid=code_in_grid,
        has_cell=code_in_grid or len(panels) < columns * rows,
        is_closed=night.night.closed is not None,
        rounds=rounds,
    )
    return show_live(page)
