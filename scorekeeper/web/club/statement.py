"""The lines of a person's statement and of past games, and the pages that show all of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from flask import Response, abort, url_for

from scorekeeper.bookkeeping.club.links import ClubRole
from scorekeeper.bookkeeping.club.person_figures import (
    StatementPage,
    UnknownPerson,
    listed_person,
    statement_page,
)
from scorekeeper.bookkeeping.club.standings import RESULTS_A_PAGE, results_of_person
from scorekeeper.domain.club.facts import Person
from scorekeeper.domain.club.ledger import LedgerKind
from scorekeeper.domain.club.past_games import PastGame
from scorekeeper.domain.club.statement import StatementLine
from scorekeeper.web.club.blueprint import club_pages
from scorekeeper.web.club.list_pages import page_asked, pages_beside
from scorekeeper.web.club.person_words import result_words
from scorekeeper.web.core.access import least_role, may
from scorekeeper.web.core.club_access import night_address, this_club_visit
from scorekeeper.web.core.page import show
from scorekeeper.web.core.site import site
from scorekeeper.wording import (
    write_balance,
    write_points,
    write_short_date,
    write_signed_amount,
    write_symbol,
)
from scorekeeper.wording.club_words import StatementSources, write_statement_line


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyLine:
    """A line of a statement in words; ``address`` leads to its game, night or entry, if any."""

    day: str
    words: str
    amount: str
    balance: str
    is_minus: bool
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultLine:
    """A game of a person in words; ``is_won`` is true also for a shared win."""

    words: str
    day: str
    result: str
    is_won: bool
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementsPage:
    """One page of a person's whole statement; ``newer`` and ``older`` lead to the next pages."""

    template: ClassVar = "club/statement.html"
    person: str
    name: str
    symbol: str
    lines: tuple[MoneyLine, ...]
    newer: str
    older: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PastGamesPage:
    """One page of a person's games that count, newest first, with links to the next pages."""

    template: ClassVar = "club/past_games.html"
    person: str
    name: str
    results: tuple[ResultLine, ...]
    newer: str
    older: str


def demand_person(person: str) -> tuple[Person, Mapping[str, Person]]:
    """Return the person that an id means, and all people by id; answer 404 for an unknown id."""
    try:
        return listed_person(site().store, person)
    except UnknownPerson:
        abort(404)


@club_pages.get("/people/<club_id:person>/statement", endpoint="statement")
@least_role(ClubRole.MEMBER)
def show_statement(person: str) -> Response:
    """Show one page of a person's statement, which begins with the newest line."""
    found, people = demand_person(person)
    number = page_asked()
    read = statement_page(site().store, found.id, number)
    if number > read.statement.pages:
        abort(404)
    page = StatementsPage(
        person=found.id,
        name=found.name,
        symbol=write_symbol(this_club_visit().club.currency),
        lines=tuple(money_lines(read, people)),
        **pages_beside("club.statement", number, read.statement.pages, person=found.id),
    )
    return show(page)


@club_pages.get("/people/<club_id:person>/games")
@least_role(ClubRole.MEMBER)
def past_games(person: str) -> Response:
    """Show one page of a person's games that count."""
    found, _ = demand_person(person)
    number = page_asked()
    read = results_of_person(site().store, found.id, page=number)
    pages = max(1, -(-read.count // RESULTS_A_PAGE))
    if number > pages:
        abort(404)
    page = PastGamesPage(
        person=found.id,
        name=found.name,
        results=tuple([result_line(game) for game in read.games]),
        **pages_beside("club.past_games", number, pages, person=found.id),
    )
    return show(page)


def money_lines(read: StatementPage, people: Mapping[str, Person]) -> Iterator[MoneyLine]:
    """Yield the lines of one page of a statement in words, newest first."""
    currency, today = this_club_visit().club.currency, site().store.today()
    names = {each.id: each.name for each in people.values()}
    sources = StatementSources(games=read.games, reasons=read.reasons)
    for line in read.statement.lines:
        yield MoneyLine(
            day=write_short_date(line.date, today),
            words=write_statement_line(line, names, sources),
            amount=write_signed_amount(line.amount, currency),
            balance=write_balance(line.balance, currency),
            is_minus=line.balance < 0,
            address=_source_of(line),
        )


def _source_of(line: StatementLine) -> str:
    """Return the address of a line's game, night or entry; empty if this visitor has none."""
    if line.kind is LedgerKind.GAME:
        return url_for("club.game", game=line.ref)
    if line.kind is LedgerKind.CORRECTION and line.ref != line.night:
        return url_for("club.game", game=line.ref)
    if line.night:
        return night_address(line.night)
    is_entry = line.kind is not LedgerKind.OPENING and may("club.entry")
    return url_for("club.entry", what=line.kind, ref=line.ref) if is_entry else ""


def result_line(game: PastGame) -> ResultLine:
    """Return a game of a person in words."""
    return ResultLine(
        words=result_words(game),
        day=write_short_date(game.date, site().store.today()),
        result=write_points(game.result),
        is_won=bool(game.wins),
        address=url_for("club.game", game=game.game),
    )
