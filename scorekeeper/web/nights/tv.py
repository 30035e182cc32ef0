"""The TV view of a night: all tables, the people who wait, and how to join or watch."""

from dataclasses import dataclass
from typing import ClassVar

from flask import Response

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.web.core.access import least_role, this_night
from scorekeeper.web.core.known_nights import name_of_night
from scorekeeper.web.core.page import show_live
from scorekeeper.web.live.updates import LivePart, make_night_live_part
from scorekeeper.web.nights import nights_pages
from scorekeeper.web.nights.board import WaitingPerson, waiting_people
from scorekeeper.web.nights.code import NightCode, make_tv_code
from scorekeeper.web.nights.tables import TablePanel, grid_of, make_tables


@dataclass(frozen=True, slots=True, kw_only=True)
class TvPage:
    """All tables in a grid; ``fit`` are the CSS classes for its columns and rows.

    ``tables`` counts them all, also those that the grid has no room for. If the grid has a free
    cell (``has_cell``), it shows the ``code``; else the letters stand at the bottom. A code that is
    to be shown gets a cell.
    """

    template: ClassVar = "nights/tv.html"
    live: LivePart
    club: str
    name: str
    tables: int
    panels: tuple[TablePanel, ...]
    fit: str
    waiting: tuple[WaitingPerson, ...]
    code: NightCode
    has_cell: bool
    is_closed: bool


@nights_pages.get("/tv")
@least_role(Role.VIEWER)
def tv() -> Response:
    """Show the night as large as the screen allows."""
    night = this_night()
    panels = make_tables().panels
    code = make_tv_code()
    columns, rows = grid_of(len(panels) + (code.qr is not None))
    page = TvPage(
        live=make_night_live_part("nights.tv"),
        club=night.club.name,
        name=name_of_night(night.night.date),
        tables=len(panels),
        panels=panels[: columns * rows - (code.qr is not None)],
        fit=f"g{columns} r{rows}",
        waiting=waiting_people(night),
        code=code,
        has_cell=code.qr is not None or len(panels) < columns * rows,
        is_closed=night.night.closed is not None,
    )
    return show_live(page)
