"""The page of a person: balance, statement, results, and the comparison with others."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from flask import Response, url_for

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.club.ledger import StatementPage, statement_page
from scorekeeper.bookkeeping.club.standings import (
    PersonResults,
    PersonSeason,
    heads_of,
    results_of_person,
    season_of_person,
)
from scorekeeper.domain.club.facts import TILL, Person
from scorekeeper.domain.club.ledger import parts_of_balance
from scorekeeper.domain.club.results import Choice, HeadToHead
from scorekeeper.domain.settlement import Score
from scorekeeper.web.club.blueprint import club_pages
from scorekeeper.web.club.seasons import season_of
from scorekeeper.web.club.statement import (
    MoneyLine,
    ResultLine,
    ahead_words,
    balance_words,
    demand_person,
    member_line,
    money_lines,
    night_words,
    result_line,
    write_reason,
    write_season,
)
from scorekeeper.web.core.access import least_role, may, the_club, this_club
from scorekeeper.web.core.page import show
from scorekeeper.web.core.site import site
from scorekeeper.wording import (
    write_money,
    write_plural,
    write_points,
    write_short_date,
    write_signed,
    write_signed_amount,
    write_symbol,
)

# --- The chart of a sum that grows and falls from night to night: its line, and that of zero ------
# Coordinates are whole units of a fixed frame that the page draws at any size; y grows downwards.


WIDTH: Final = 560
HEIGHT: Final = 200
LEFT: Final = 8
RIGHT: Final = 408
TOP: Final = 24
BOTTOM: Final = 148
_LABEL_GAP: Final = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class SumChart:
    """The line, which begins at zero before the first night, and the figure at its end.

    ``end_y`` is the height of the line's end, ``label_y`` that of its figure, moved away from the
    figure of the zero line. ``words`` describe the line for a screen reader.
    """

    width: ClassVar = WIDTH
    height: ClassVar = HEIGHT
    left: ClassVar = LEFT
    right: ClassVar = RIGHT
    path: str
    end_y: int
    label_y: int
    zero_y: int
    first: str
    last: str
    end: str
    words: str


def make_sum_chart(
    sums: Sequence[tuple[str, Score]], write: Callable[[Score], str]
) -> SumChart | None:
    """Return the chart of pairs of a date and the sum so far; None if it was always zero.

    One night is a line too: from zero to its sum. ``write`` writes a sum in words.
    """
    if not any(total for _, total in sums):
        return None
    totals: list[Score] = [0, *[total for _, total in sums]]
    low, high = min(totals), max(totals)
    heights = [BOTTOM - int((total - low) * (BOTTOM - TOP) // (high - low)) for total in totals]
    spots = [f"{LEFT + at * (RIGHT - LEFT) // len(sums)},{y}" for at, y in enumerate(heights)]
    end = write(totals[-1])
    first, last = write_short_date(sums[0][0]), write_short_date(sums[-1][0])
    nights = write_plural(len(sums), "night")
    return SumChart(
        path=" ".join(spots),
        end_y=heights[-1],
        label_y=_away_from(heights[0], heights[-1]),
        zero_y=heights[0],
        first=first,
        last=last if last != first else "",
        end=end,
        words=f"{end} after {nights}, from {first} to {last}.",
    )


def _away_from(zero_y: int, end_y: int) -> int:
    """Return the height at which the figure at the end does not touch that of the zero line."""
    if end_y < zero_y:
        return min(end_y, zero_y - _LABEL_GAP)
    return max(end_y, zero_y + _LABEL_GAP) if end_y > zero_y else end_y


_LINES_SHOWN: Final = 5
_GAMES_SHOWN: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherLine:
    """A person's results against another one, in words."""

    name: str
    words: str
    money: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonPage:
    """The page of a person: ``about`` is the line below the name, ``reason`` explains the balance.

    ``lines`` and ``results`` are only the newest. The charts and ``won``, the number of games won,
    are of the ``season`` in which the person played last. ``payment`` is the form for officers;
    ``paper`` is the paper size of the club.
    """

    template: ClassVar = "club/person.html"
    person: str
    name: str
    about: str
    owes: str
    sum: str
    reason: str
    season: str
    money_chart: SumChart | None
    points_chart: SumChart | None
    symbol: str
    lines: tuple[MoneyLine, ...]
    has_more_lines: bool
    results: tuple[ResultLine, ...]
    games: int
    won: str
    others: tuple[OtherLine, ...]
    payment: str
    paper: str


@club_pages.get("/people/<club_id:person>")
@least_role(Role.MEMBER)
def person(person: str) -> Response:
    """Show a person: balance, season, statement, results, and the comparison with others."""
    found, people = demand_person(person)
    store = site().store
    results = results_of_person(store, found.id)
    season = season_of(results.games[0].date if results.games else site().store.today())
    choice = Choice(since=season.since, until=season.until)
    read = _Read(
        person=found,
        people=people,
        statement=statement_page(store, found.id),
        results=results,
        season=season_of_person(store, found.id, choice),
        season_name=write_season(season.name, site().store.today()),
        heads=heads_of(store, Choice(), people.values(), person=found.id),
        currency=the_club().currency,
    )
    return show(_make_page(read))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    person: Person
    people: Mapping[str, Person]
    statement: StatementPage
    results: PersonResults
    season: PersonSeason
    season_name: str
    heads: Sequence[HeadToHead]
    currency: str

    @property
    def balance(self) -> int:
        lines = self.statement.statement.lines
        return lines[0].balance if lines else 0


def _make_page(read: _Read) -> PersonPage:
    person, currency, season, club = read.person, read.currency, read.season, this_club()
    lines = tuple(money_lines(read.statement, read.people))
    return PersonPage(
        person=person.id,
        name=person.name,
        about=member_line(person, site().store.today(), read.results.count),
        owes=balance_words(person.name, read.balance),
        sum=write_money(abs(read.balance), currency),
        reason=_reason(read),
        season=read.season_name,
        money_chart=make_sum_chart(
            season.money, lambda minor: write_signed_amount(int(minor), currency)
        ),
        points_chart=make_sum_chart(season.points, write_signed),
        symbol=write_symbol(currency),
        lines=lines[:_LINES_SHOWN],
        has_more_lines=len(lines) > _LINES_SHOWN,
        results=tuple([result_line(game) for game in read.results.games[:_GAMES_SHOWN]]),
        games=read.results.count,
        won=f"{write_points(season.wins)} of {season.games} won, {read.season_name}",
        others=tuple([_other_line(pair, read) for pair in read.heads]),
        payment=_payment_address(read),
        paper=club.paper if club else "",
    )


def _payment_address(read: _Read) -> str:
    """Return the address of the payment that makes the balance zero; empty except for officers."""
    if not may("club.ask_payment"):
        return ""
    parties = [read.person.id, TILL]
    payer, payee = reversed(parties) if read.balance > 0 else parties
    values: dict[str, Any] = {"from": payer, "to": payee}
    return url_for("club.ask_payment", **values)


def _reason(read: _Read) -> str:
    """Return one sentence why the balance is as it is; empty if the newest lines do not tell."""
    lines = read.statement.statement.lines
    parts = parts_of_balance(lines)
    if parts is None:
        return ""
    dates = [line.date for line in lines if parts.night and line.night == parts.night]
    night = night_words(dates[-1], site().store.today()) if dates else ""
    return write_reason(parts, night, read.balance, read.currency)


def _other_line(pair: HeadToHead, read: _Read) -> OtherLine:
    is_first = pair.first == read.person.id
    other = pair.second if is_first else pair.first
    ahead, behind = pair.first_ahead, pair.second_ahead
    minor = pair.money if is_first else -pair.money
    has_money = any(game.money is not None for game in read.results.games)
    return OtherLine(
        name=read.people[other].name,
        words=ahead_words(pair.games, *((ahead, behind) if is_first else (behind, ahead))),
        money=write_signed_amount(minor, read.currency) if has_money else "",
        address=url_for("club.person", person=other),
    )
