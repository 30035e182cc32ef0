"""The papers of a club: a person's statement, and the standings."""

from flask import Response, abort, request

from scorekeeper.bookkeeping.club.book import load_book
from scorekeeper.bookkeeping.club.links import ClubRole
from scorekeeper.domain.club.figures import ClubFigures, Question
from scorekeeper.domain.club.statement import lines_of_person
from scorekeeper.print.kinds import Kind
from scorekeeper.print.standings import standings_paper
from scorekeeper.print.statement import Span, statement, words_of_lines
from scorekeeper.record.places import Findings
from scorekeeper.record.reading import read_date
from scorekeeper.web.club.blueprint import club_pages
from scorekeeper.web.club.standings_filter import read_filter
from scorekeeper.web.club.statement import demand_person
from scorekeeper.web.core.access import least_role
from scorekeeper.web.core.papers import send_paper, size_asked
from scorekeeper.web.core.site import site


@club_pages.get("/people/<person>/statement.pdf")
@least_role(ClubRole.MEMBER)
def statement_paper(person: str) -> Response:
    """Send the statement of a person, of some days or of all."""
    found, _ = demand_person(person)
    span = _span()
    figures = ClubFigures(load_book(site().store)[0], Question())
    names = _names(figures)
    words = words_of_lines(figures.book, names, lines_of_person(figures.ledger, found.id))
    club = figures.book.club
    page = statement(club, found.name, words, span=span, paper=size_asked(Kind.STATEMENT))
    return send_paper(page, f"{club.name} statement of {found.name}.pdf")


@club_pages.get("/standings.pdf", endpoint="standings_paper")
@least_role(ClubRole.MEMBER)
def send_standings() -> Response:
    """Send the standings that the page of standings shows at the same address."""
    asked = read_filter(site().store, request.args)
    if asked.has_problems:
        abort(404)
    question = Question(choice=asked.choice, ranked_by=asked.ranked_by)
    figures = ClubFigures(load_book(site().store)[0], question)
    page = standings_paper(
        figures.book.club,
        _names(figures),
        figures.standings,
        figures.high_scores,
        ranked_by=asked.ranked_by,
        season=f"{asked.name}, {asked.words}",
        paper=size_asked(Kind.STANDINGS),
    )
    return send_paper(page, f"{figures.book.club.name} standings.pdf")


def _names(figures: ClubFigures) -> dict[str, str]:
    return {person.id: person.name for person in figures.people.values()}


def _span() -> Span:
    """Return the days that the address asks for, in ``from`` and ``to``; 404 for no dates."""
    findings = Findings()
    days = [read_date(request.args.get(name) or None, (), findings) for name in ("from", "to")]
    if findings.problems:
        abort(404)
    return Span(*days)
