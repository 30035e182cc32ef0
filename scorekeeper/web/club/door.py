"""A door for the club's own website: its standings to read, as JSON and as a page for a frame.

Its link opens nothing else. The setting ``websites`` says who may show them.
"""

from dataclasses import replace
from typing import Any, Final

from flask import Response, jsonify, request

from scorekeeper.club.book.tables import write_decimal
from scorekeeper.club.figures import RankedBy, standings_in
from scorekeeper.games import Role
from scorekeeper.tournament.seasons import SeasonFigures
from scorekeeper.web.club import club_pages
from scorekeeper.web.club.seasons import StandingsFilter, find_table, read_filter
from scorekeeper.web.core import (
    HEADERS,
    Page,
    asset,
    club_or_404,
    least_role,
    show,
    site,
    this_figures,
)

_POLICY: Final = "Content-Security-Policy"
_NO_FRAME: Final = "frame-ancestors 'none'"


@club_pages.get("/standings.json")
@least_role(Role.READER)
def standings_file() -> Response:
    """Send the standings for a program, without money; scripts of the websites may read them."""
    answer = jsonify(_describe(_read_filter()))
    answer.vary.add("Origin")
    if request.origin in site().settings.websites:
        answer.headers["Access-Control-Allow-Origin"] = request.origin
    return answer


@club_pages.get("/standings/frame")
@least_role(Role.READER)
def standings_frame() -> Response:
    """Show the standings as a page that the websites may show in a frame."""
    asked, figures = _read_filter(), this_figures()
    answer = show(
        Page(
            "club/standings_frame.html",
            club=club_or_404(),
            asked=asked,
            rows=standings_in(figures, asked.choice, asked.ranked_by)[0],
            table=_table_of(asked),
            names={who: person.name for who, person in figures.people.items()},
        )
    )
    if websites := site().settings.websites:
        allowed = f"frame-ancestors {' '.join(websites)}"
        answer.headers[_POLICY] = HEADERS[_POLICY].replace(_NO_FRAME, allowed)
    return answer


def _read_filter() -> StandingsFilter:
    """Return the filter of this address; an order by money, which is not shown, tells nothing."""
    asked = read_filter(site().store)
    is_by_money = asked.ranked_by is RankedBy.MONEY
    return replace(asked, ranked_by=RankedBy.POINTS) if is_by_money else asked


def _table_of(asked: StandingsFilter) -> SeasonFigures | None:
    """Return the table of the season that is asked for, unless an order of games is."""
    return find_table(this_figures(), "" if asked.by or asked.choice.variant else asked.season)


def _describe(asked: StandingsFilter) -> dict[str, Any]:
    """Return the standings as the schema has them; figures are texts, as some have decimals."""
    figures, choice, table = this_figures(), asked.choice, _table_of(asked)
    rows, games = standings_in(figures, choice, asked.ranked_by)
    names = {who: person.name for who, person in figures.people.items()}
    return {
        "$schema": request.host_url.rstrip("/") + asset("club/standings.schema.json"),
        "format": "scorekeeper-standings/1",
        "club": club_or_404().name,
        "season": asked.name,
        "from": choice.since or None,
        "to": choice.until or None,
        "by": str(asked.ranked_by),
        "games": games,
        "rows": [
            {
                "rank": row.rank,
                "name": names[row.person],
                "games": row.games,
                "wins": write_decimal(row.wins),
                "points": write_decimal(row.points),
            }
            for row in rows
        ],
        "season_rows": [
            {
                "rank": row.rank,
                "name": names[row.person],
                "points": write_decimal(row.total),
                "nights": len(row.nights),
            }
            for row in (table.rows if table else ())
        ],
    }
