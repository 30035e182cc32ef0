"""The page of a person: balance, statement, results, and how they did against others."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from flask import Response, url_for

from scorekeeper.bookkeeping.club.links import ClubRole
from scorekeeper.bookkeeping.club.person_figures import (
    PersonGames,
    StatementPage,
    games_of_person,
    statement_page,
)
from scorekeeper.domain.club.chosen import Choice
from scorekeeper.domain.club.facts import Person
from scorekeeper.domain.club.head_to_head import HeadToHead
from scorekeeper.domain.club.statement import parts_of_balance
from scorekeeper.web.club.blueprint import club_pages
from scorekeeper.web.club.course_chart import CourseChart, make_course_chart
from scorekeeper.web.club.person_words import (
    ahead_words,
    balance_words,
    member_line,
    night_words,
    this_day,
    write_reason,
)
from scorekeeper.web.club.statement import (
    MoneyLine,
    ResultLine,
    demand_person,
    money_lines,
    result_line,
)
from scorekeeper.web.core.access import least_role
from scorekeeper.web.core.club_access import this_club_visit
from scorekeeper.web.core.page import show
from scorekeeper.web.core.site import site
from scorekeeper.wording import (
    write_money,
    write_points,
    write_signed,
    write_signed_amount,
    write_symbol,
)

_LINES_SHOWN: Final = 5
_GAMES_SHOWN: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherLine:
    """How a person did against another one."""

    name: str
    words: str
    money: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonPage:
    """The page of a person: ``about`` is the line below the name, ``reason`` why the balance is so.

    ``lines`` and ``results`` are the newest of all; ``more_lines`` leads to the whole statement.
    The charts are of the ``season`` in which the person played last.
    """

    template: ClassVar = "club/person.html"
    person: str
    name: str
    about: str
    owes: str
    sum: str
    reason: str
    season: str
    money_chart: CourseChart | None
    points_chart: CourseChart | None
    symbol: str
    lines: tuple[MoneyLine, ...]
    more_lines: str
    results: tuple[ResultLine, ...]
    games: int
    won: str
    others: tuple[OtherLine, ...]


@club_pages.get("/people/<person>")
@least_role(ClubRole.MEMBER)
def person(person: str) -> Response:
    """Show a person: the balance and why, the season, statement, results, and the others."""
    found, people = demand_person(person)
    read = _Read(
        person=found,
        people=people,
        statement=statement_page(site().store, found.id),
        games=games_of_person(site().store, found.id, Choice()),
        currency=this_club_visit().club.currency,
    )
    return show(_make_page(read))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    person: Person
    people: Mapping[str, Person]
    statement: StatementPage
    games: PersonGames
    currency: str


def _make_page(read: _Read) -> PersonPage:
    person, currency = read.person, read.currency
    balance = read.statement.lines[0].balance if read.statement.lines else 0
    lines = tuple(money_lines(read.statement, read.people))
    games = read.games.games
    address = url_for("club.statement", person=person.id)
    return PersonPage(
        person=person.id,
        name=person.name,
        about=member_line(person, this_day(), len(games)),
        owes=balance_words(person.name, balance),
        sum=write_money(abs(balance), currency),
        reason=_reason(read.statement, balance, currency),
        season="",
        money_chart=make_course_chart(
            read.games.money, lambda minor: write_signed_amount(int(minor), currency)
        ),
        points_chart=make_course_chart(read.games.points, write_signed),
        symbol=write_symbol(currency),
        lines=lines[:_LINES_SHOWN],
        more_lines=address if len(lines) > _LINES_SHOWN else "",
        results=tuple([result_line(game) for game in games[:_GAMES_SHOWN]]),
        games=len(games),
        won=write_points(sum([game.wins for game in games])),
        others=tuple([_other_line(pair, read) for pair in read.games.heads]),
    )


def _reason(statement: StatementPage, balance: int, currency: str) -> str:
    """Return one sentence why the balance is as it is; empty if it cannot be told from here."""
    parts = parts_of_balance(statement.lines)
    if parts is None:
        return ""
    dates = [line.date for line in statement.lines if parts.night and line.night == parts.night]
    night = night_words(dates[-1], this_day()) if dates else ""
    return write_reason(parts, night, balance, currency)


def _other_line(pair: HeadToHead, read: _Read) -> OtherLine:
    is_first = pair.first == read.person.id
    other = pair.second if is_first else pair.first
    ahead, behind = pair.first_ahead, pair.second_ahead
    minor = pair.money if is_first else -pair.money
    has_money = any(game.money is not None for game in read.games.games)
    return OtherLine(
        name=read.people[other].name,
        words=ahead_words(pair.games, *((ahead, behind) if is_first else (behind, ahead))),
        money=write_signed_amount(minor, read.currency) if has_money else "",
        address=url_for("club.person", person=other),
    )
