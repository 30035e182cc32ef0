"""Who came to which night of a season, as a page and as a spreadsheet."""

from flask import Response

from scorekeeper.club.book.tables import TableKind, write_csv
from scorekeeper.club.figures import ClubFigures, Question, attendance_in
from scorekeeper.games import Role
from scorekeeper.web.club import club_pages
from scorekeeper.web.club.seasons import read_filter
from scorekeeper.web.core import (
    Page,
    club_or_404,
    disposition,
    least_role,
    show,
    site,
    this_figures,
)


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
