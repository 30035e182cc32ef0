"""The lines of a person's statement and of past games, and the pages that show all of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from flask import Response, abort, url_for

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.club.ledger import StatementPage, statement_page
from scorekeeper.bookkeeping.club.people import UnknownPerson, listed_person
from scorekeeper.bookkeeping.club.standings import RESULTS_A_PAGE, results_of_person
from scorekeeper.domain.club.facts import Person
from scorekeeper.domain.club.games import GameState
from scorekeeper.domain.club.ledger import BalanceParts, LedgerKind, StatementLine
from scorekeeper.domain.club.results import PastGame
from scorekeeper.domain.settlement import write_amount
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.web.club.blueprint import club_pages
from scorekeeper.web.club.list_pages import page_asked, pages_beside
from scorekeeper.web.core.access import least_role, may, night_address, the_club
from scorekeeper.web.core.page import show
from scorekeeper.web.core.site import site
from scorekeeper.wording import (
    write_balance,
    write_month,
    write_plural,
    write_points,
    write_short_date,
    write_signed_amount,
    write_symbol,
)
from scorekeeper.wording.club_words import StatementSources, write_statement_line

# --- Sentences about a person of the club, as members read them -----------------------------------


def membership_of(person: Person, today: str) -> str:
    """Return a person's place in the club: ``Member since October``, ``Guest``."""
    if person.is_member_on(today):
        return f"Member since {write_month(person.joined, today)}"
    if person.left and person.left <= today:
        return f"Member until {write_month(person.left, today)}"
    if person.joined:
        return f"Member from {write_short_date(person.joined, today)}"
    return "Guest"


def balance_words(name: str, balance: int) -> str:
    """Return the state of a balance: ``Ann is owed``, ``Bob owes``, ``Cal is even``."""
    if not balance:
        return f"{name} is even"
    return f"{name} is owed" if balance > 0 else f"{name} owes"


def write_reason(parts: BalanceParts, night: str, balance: int, currency: str) -> str:
    """Return the parts of a balance in words: ``14.00 from tonight, 5.00 from before``.

    ``night`` is the last night in words. A part that lessens the balance is written with ``less``.
    """
    named = [
        (parts.of_night, f"from {night}"),
        (parts.before, "from before"),
        (parts.since, "since then" if parts.night else ""),
    ]
    sign = -1 if balance < 0 else 1
    told = [(sign * minor, words) for minor, words in named if minor]
    if not parts.night or not told:
        return "" if balance else "Nothing to pay, nothing to get"
    # The parts that add to the balance come first, so that the sentence can be read as a sum.
    told.sort(key=lambda each: each[0] < 0)
    return ", ".join(
        [
            f"{'' if minor > 0 else 'less '}{write_amount(abs(minor), currency)} {words}"
            for minor, words in told
        ]
    )


def result_words(game: PastGame) -> str:
    """Return the variant and the rank, ``Laws, 1 of 3``, and whether the game was ended early."""
    end = ", ended early" if game.state is GameState.EARLY else ""
    return f"{VARIANTS[game.variant].short_name}, {game.place} of {game.players}{end}"


def ahead_words(games: int, ahead: int, behind: int) -> str:
    """Return the results of two people against each other: ``5 games, 3 ahead, 1 behind``."""
    told = [f"{ahead} ahead" if ahead else "", f"{behind} behind" if behind else ""]
    words = [each for each in told if each] or ["always equal"]
    return ", ".join([write_plural(games, "game"), *words])


def night_words(iso: str, today: str) -> str:
    """Return a night in words: ``tonight``, or its day."""
    return "tonight" if iso == today else write_short_date(iso, today)


def member_line(person: Person, today: str, games: int) -> str:
    """Return the line below a person's name: ``Member since October · 9 games``."""
    return f"{membership_of(person, today)} · {write_plural(games, 'game')}"


def write_season(name: str, today: str) -> str:
    """Return a season inside a sentence: ``autumn``, or ``autumn 2025`` if it is another year."""
    season, _, year = name.partition(" ")
    return season.lower() if year == today[:4] else f"{season.lower()} {year}"


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
@least_role(Role.MEMBER)
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
        symbol=write_symbol(the_club().currency),
        lines=tuple(money_lines(read, people)),
        **pages_beside("club.statement", number, read.statement.pages, person=found.id),
    )
    return show(page)


@club_pages.get("/people/<club_id:person>/games")
@least_role(Role.MEMBER)
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
    currency, today = the_club().currency, site().store.today()
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
