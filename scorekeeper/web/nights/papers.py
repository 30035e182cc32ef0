"""The paper of a night: its games, each person's money, payments and proof."""

from flask import Response

from scorekeeper.bookkeeping.club.book import LoadedNight
from scorekeeper.bookkeeping.club.links import NightRole
from scorekeeper.print.kinds import Kind, Paper
from scorekeeper.print.night import NightPaper, night_paper
from scorekeeper.web.core.access import least_role
from scorekeeper.web.core.club_access import this_night
from scorekeeper.web.core.papers import send_paper, size_asked
from scorekeeper.web.nights.blueprint import nights_pages


@nights_pages.get("/night.pdf", endpoint="paper")
@least_role(NightRole.WATCH)
def send_night() -> Response:
    """Send the paper of this night."""
    night = this_night()
    page = paper_of_night(night, size_asked(Kind.NIGHT))
    return send_paper(page, f"{night.night.date} {night.club.name} night.pdf")


def paper_of_night(night: LoadedNight, paper: Paper) -> NightPaper:
    """Return the paper of a night."""
    names = {person.id: person.name for person in night.people.values()}
    return night_paper(night.club, names, night.figures, paper)
