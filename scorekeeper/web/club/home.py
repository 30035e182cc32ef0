"""What the first page says of the club, its nights and who came to them, and it as files."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final

from flask import Response, abort, request, url_for

from scorekeeper.club.book.tables import TableKind, write_csv
from scorekeeper.club.figures import (
    Choice,
    ClubFigures,
    Question,
    RankedBy,
    attendance_in,
    courses_in,
    standings_in,
    telling_order,
)
from scorekeeper.club.files import KINDS
from scorekeeper.club.ledger import count_pages
from scorekeeper.club.stored_book import NIGHTS_A_PAGE, NightSummary, game_of_club, list_nights
from scorekeeper.games import Role, link_of, open_links
from scorekeeper.rules import TILL, Score
from scorekeeper.tournament.seasons import seasons_of_book
from scorekeeper.web.club import club_pages, page_asked, pages_beside
from scorekeeper.web.club.seasons import (
    OfferedSeason,
    find_table,
    make_course,
    named_seasons,
    points_by_night,
    present_season,
    read_filter,
)
from scorekeeper.web.core import (
    YES,
    Page,
    Part,
    club_or_404,
    demand,
    disposition,
    least_role,
    remembered_links,
    see_other,
    show,
    site,
    this_figures,
    this_officer,
    this_visit,
    today_here,
    typed,
)

_PATIENCE_SECONDS: Final = 5.0


_FIRST: Final = 3
_FIRST_MOST: Final = 5
"""How many of a season the first page shows, and up to how many where the last place is shared."""


def answer_of_club(person: str, shown: str) -> Part:
    """Return what the first page says of the club to a person, apart from the night ``shown``.

    ``unpaid`` are for officers the newest nights with open payments, ``still_open`` other nights
    that are open.
    """
    figures = this_figures()
    rows = figures.once(list_nights)
    unpaid = [row for row in rows if row.open] if this_officer() else []
    others = [
        Part(date=row.night.date, winners=row.winners)
        for row in rows
        if row.winners and row.night.id != shown and not row.night.is_open
    ]
    latest = [one for one in figures.nights if one.night.id in [row.night.id for row in unpaid[:1]]]
    lines = [line for one in latest for line in one.suggestions]
    return Part(
        season=_season(figures, person),
        till=figures.sums.get(TILL, 0),
        unpaid=tuple([(row.night.id, row.night.date, row.open) for row in unpaid]),
        payments=len(lines),
        to_pay=len([line for line in lines if line.open]),
        still_open=tuple(
            [
                (night.id, night.date)
                for night in reversed(figures.book.nights)
                if night.is_open and night.id != shown
            ]
        ),
        nights=len(figures.book.nights),
        last=next(iter(others), None),
        people=figures.once(_count_people),
    )


def _count_people(figures: ClubFigures) -> int:
    return len([one for one in figures.book.people if one.is_active and not one.same_as])


def _season(figures: ClubFigures, person: str) -> Part:
    """Return this season: its first with their courses, how many there are, a place behind them."""
    season = present_season(named_seasons(seasons_of_book(figures.book)), today_here())
    rows, sums = _ranked(figures, season)
    first = [
        row.replace(name=figures.people[row.person].name, course=make_course(sums[row.person]))
        for row in rows[: _count_first(rows)]
    ]
    own = next((row for row in rows[len(first) :] if row.person == person), None)
    return Part(name=season.name, of=len(rows), own=own, first=tuple(first))


def _count_first(rows: Sequence[Part]) -> int:
    """Return how many rows have the first three places, shared ones too if they are not many."""
    first = len([row for row in rows if row.rank <= _FIRST])
    return first if first <= _FIRST_MOST else _FIRST


def _ranked(
    figures: ClubFigures, season: OfferedSeason
) -> tuple[list[Part], Mapping[str, Sequence[Score]]]:
    """Return a season's people in order, and the sums of the first from night to night.

    They are those of its table, if there is one; ``total`` is None where wins make the order.
    """
    table = find_table(figures, season.id)
    if table is not None:
        rows = [
            Part(person=row.person, rank=row.rank, wins=row.won, total=row.total)
            for row in table.rows
        ]
        return rows, {row.person: points_by_night(table, row) for row in table.rows[:_FIRST_MOST]}
    choice = Choice(since=season.since, until=season.until)
    order = telling_order(figures, choice)
    found, _ = standings_in(figures, choice, order)
    by_points = order is RankedBy.POINTS
    rows = [
        Part(
            person=row.person, rank=row.rank, wins=row.wins, total=row.points if by_points else None
        )
        for row in found
    ]
    of_money = not by_points and any(row.money for row in found)
    return rows, courses_in(figures, choice, of_money=of_money) if rows else {}


@club_pages.get("/nights")
@least_role(Role.MEMBER)
def nights() -> Response:
    """Show the nights, page by page."""
    number, club = page_asked(), club_or_404()
    count = len(this_figures().nights)
    nights = list_nights(this_figures(), number)
    return show(
        Page(
            "club/nights.html",
            currency=club.currency,
            months=tuple([tuple(rows) for _, rows in groupby(nights, key=_month_of)]),
            count=count,
            today=today_here(),
            **pages_beside("club.nights", number, count_pages(count, NIGHTS_A_PAGE)),
        )
    )


def _month_of(row: NightSummary) -> str:
    return row.night.date[: len("2026-11")]


# --- The view that leads from the club to a game --------------------------------------------------


@club_pages.get("/games/<club_id:game>")
@least_role(Role.MEMBER)
def game(game: str) -> Response:
    """Redirect to a game by this browser's own link to it, else by the viewers' link.

    An officer who comes to ``mend`` it is sent there by its host's link.
    """
    store, found = site().store, demand(game_of_club(site().store, game))
    visits = open_links(store, remembered_links()).visits
    own = next((visit.token for visit in visits if visit.game.key == found.key), "")
    if "mend" in request.args and this_visit().role >= Role.OFFICER:
        own = link_of(store, found.key, Role.HOST) or own
    token = own or link_of(store, found.key, Role.VIEWER)
    if not token:
        abort(410)
    endpoint = "table.sheet" if found.sheet.final is None else "table.final"
    return see_other(url_for(endpoint, link=token))


# --- The club as files: its book, tables for spreadsheets, a journal; made while the site goes on -


@club_pages.get("/book")
@least_role(Role.OFFICER)
def book() -> Response:
    """Show the files that can be made, and the progress of the one being made."""
    return show(_book_page())


@club_pages.post("/book")
@least_role(Role.OFFICER)
def make_file() -> Response:
    """Start to make a file, and send it if that takes no time; 409 while another is being made."""
    kind = typed().get("kind", "")
    if kind not in KINDS:
        abort(400)
    run = site().files.begin(kind, bom=typed().get("bom") == YES)
    if run is None:
        return show(_book_page(is_busy=True), status=409)
    run.wait(_PATIENCE_SECONDS)
    return see_other(url_for("club.download_file" if run.is_made else "club.book"))


@club_pages.get("/book/file")
@least_role(Role.OFFICER)
def download_file() -> Response:
    """Send the file that was made last; if there is none, show the page that makes it."""
    run = site().files.last
    if run is None or not run.is_made:
        return see_other(url_for("club.book"))
    kind = KINDS[run.kind]
    name = f"{run.kind}-{site().store.today()}.{kind.ending}"
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        "Cache-Control": "no-store",
    }
    return Response(run.content, mimetype=kind.mimetype, headers=headers)


@club_pages.get("/book/progress")
@least_role(Role.OFFICER)
def file_progress() -> dict[str, int | bool]:
    """Return the progress of the file being made, for the page that shows it."""
    run = site().files.last
    if run is None:
        return {"done": 0, "of": 0, "goes_on": False}
    return {"done": run.done, "of": run.of, "goes_on": run.goes_on}


def _book_page(*, is_busy: bool = False) -> Page:
    return Page(
        "club/book.html",
        club=club_or_404().name,
        kinds=KINDS,
        run=site().files.last,
        is_busy=is_busy,
    )


# --- Who came to which night of a season, as a page and as a spreadsheet --------------------------


@club_pages.get("/attendance")
@least_role(Role.MEMBER)
def attendance() -> Response:
    """Show who came to the nights of a season, or of the days in the address."""
    asked, figures = read_filter(site().store), this_figures()
    return show(
        Page(
            "club/attendance.html",
            club=club_or_404(),
            asked=asked,
            found=attendance_in(figures, asked.choice),
            names={who: person.name for who, person in figures.people.items()},
            today=site().store.today(),
        )
    )


@club_pages.get("/attendance.csv")
@least_role(Role.MEMBER)
def attendance_file() -> Response:
    """Send the same as a spreadsheet."""
    question = Question(choice=read_filter(site().store).choice)
    file = write_csv(TableKind.ATTENDANCE, ClubFigures(this_figures().book, question))
    named = disposition("attachment", f"{club_or_404().name} attendance.csv")
    return Response(file, mimetype="text/csv", headers={"Content-Disposition": named})
