"""The pages that show the whole of a person's statement, and all games of a person."""

from collections.abc import Mapping, Sequence

from flask import Response, abort

from scorekeeper.club.facts import Person
from scorekeeper.club.figures.ledger import StatementLine
from scorekeeper.club.ledger import StatementPage, statement_page
from scorekeeper.club.people import UnknownPerson, listed_person
from scorekeeper.club.standings import RESULTS_A_PAGE, results_of_person
from scorekeeper.club.words import StatementSources, write_statement_line
from scorekeeper.games.links import Role
from scorekeeper.web.club import club_pages
from scorekeeper.web.club.list_pages import page_asked, pages_beside
from scorekeeper.web.core.access import least_role, the_club, this_figures
from scorekeeper.web.core.page import Page, show
from scorekeeper.web.core.site import site

StatementWords = Sequence[tuple[StatementLine, str]]
"""Lines of a statement, each with its words."""


def demand_person(person: str) -> tuple[Person, Mapping[str, Person]]:
    """Return the person that an id means, and all people by id; answer 404 for an unknown id."""
    try:
        return listed_person(site().store, person)
    except UnknownPerson:
        abort(404)


@club_pages.get("/people/<club_id:person>/statement", endpoint="statement")
@least_role(Role.MEMBER)
def show_statement(person: str) -> Response:
    """Show one page of a person's statement, which begins with the newest line."""
    found, people = demand_person(person)
    number = page_asked()
    read = statement_page(site().store, this_figures(), found.id, number)
    if number > read.statement.pages:
        abort(404)
    page = Page(
        "club/statement.html",
        person=found,
        lines=lines_in_words(read, people),
        currency=the_club().currency,
        today=site().store.today(),
        **pages_beside("club.statement", number, read.statement.pages, person=found.id),
    )
    return show(page)


@club_pages.get("/people/<club_id:person>/games")
@least_role(Role.MEMBER)
def past_games(person: str) -> Response:
    """Show one page of a person's games that count."""
    found, _ = demand_person(person)
    number = page_asked()
    read = results_of_person(this_figures(), found.id, page=number)
    pages = max(1, -(-read.count // RESULTS_A_PAGE))
    if number > pages:
        abort(404)
    page = Page(
        "club/past_games.html",
        person=found,
        games=read.games,
        today=site().store.today(),
        **pages_beside("club.past_games", number, pages, person=found.id),
    )
    return show(page)


def lines_in_words(read: StatementPage, people: Mapping[str, Person]) -> StatementWords:
    """Return the lines of one page of a statement, newest first, in the words of its paper."""
    names = {each.id: each.name for each in people.values()}
    sources = StatementSources(games=read.games, reasons=read.reasons, corrected=read.corrected)
    lines = read.statement.lines
    return [(line, write_statement_line(line, names, sources)) for line in lines]
