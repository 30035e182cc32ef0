"""The board of a night: all its tables."""

from dataclasses import dataclass
from typing import ClassVar

from flask import Response

from scorekeeper.bookkeeping.club.links import NightRole
from scorekeeper.web.core.access import least_role
from scorekeeper.web.core.club_access import club_address, this_night
from scorekeeper.web.live.etag import show_live
from scorekeeper.web.live.night_updates import make_night_live_part
from scorekeeper.web.live.updates import LivePart
from scorekeeper.web.nights.blueprint import nights_pages
from scorekeeper.wording import write_date


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLine:
    """One table of the night: what it is called, and who plays."""

    title: str
    players: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPage:
    """The board of a night; ``club`` is the address of the club's page, empty without a link."""

    template: ClassVar = "nights/board.html"
    live: LivePart
    club: str
    date: str
    place: str
    tables: tuple[TableLine, ...]


@nights_pages.get("/")
@least_role(NightRole.WATCH)
def board() -> Response:
    """Show the tables of the night."""
    night = this_night()
    page = BoardPage(
        live=make_night_live_part(),
        club=club_address(),
        date=write_date(night.night.date),
        place=night.night.place,
        tables=tuple(
            [
                TableLine(
                    title=game.table or night.games[game.id].sheet.variant.name,
                    players=", ".join([night.people[person].name for person in game.people]),
                )
                for game in night.night.games
            ]
        ),
    )
    return show_live(page)
