"""The page of a person: balance, season, games, opponents, and the statement, also on paper."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from flask import Response, abort, request

from scorekeeper.club.facts import GameState, Person
from scorekeeper.club.figures import (
    RESULTS_A_PAGE,
    Choice,
    StatementLine,
    parts_of_balance,
    results_of_person,
    sum_by_night,
)
from scorekeeper.club.ledger import count_pages, statement_page
from scorekeeper.club.people import UnknownPerson, listed_person
from scorekeeper.club.words import sources_of_lines, write_statement_line
from scorekeeper.games import Role
from scorekeeper.papers.club import PersonToPrint, Span
from scorekeeper.record import Findings, read_date
from scorekeeper.rules import Score
from scorekeeper.web.club import club_pages, page_asked, pages_beside
from scorekeeper.web.club.seasons import heights_of, season_of
from scorekeeper.web.core import (
    Page,
    Part,
    club_or_404,
    kinds_of,
    least_role,
    make_paper,
    send_paper,
    show,
    site,
    this_figures,
)

StatementWords = Sequence[tuple[StatementLine, str]]
"""Lines of a statement, each with its words."""
WIDTH: Final = 560
HEIGHT: Final = 200
LEFT: Final = 8
RIGHT: Final = 408
TOP: Final = 24
BOTTOM: Final = 148
_LABEL_GAP: Final = 40
_LINES_SHOWN: Final = 4
_GAMES_SHOWN: Final = 4


def demand_person(person: str) -> tuple[Person, Mapping[str, Person]]:
    """Return the person that an id stands for, and all people by id; answer 404 if unknown."""
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
    lines, pages = statement_page(this_figures(), found.id, number)
    return show(
        Page(
            "club/statement.html",
            person=found,
            lines=lines_in_words(lines, people, found.id),
            currency=club_or_404().currency,
            today=site().store.today(),
            **pages_beside("club.statement", number, pages, person=found.id),
        )
    )


@club_pages.get("/people/<club_id:person>/games")
@least_role(Role.MEMBER)
def past_games(person: str) -> Response:
    """Show one page of a person's games that count."""
    found, _ = demand_person(person)
    number = page_asked()
    games, count = results_of_person(this_figures(), found.id, page=number)
    pages = count_pages(count, RESULTS_A_PAGE)
    return show(
        Page(
            "club/past_games.html",
            person=found,
            games=games,
            today=site().store.today(),
            **pages_beside("club.past_games", number, pages, person=found.id),
        )
    )


def lines_in_words(
    lines: Sequence[StatementLine], people: Mapping[str, Person], person: str
) -> StatementWords:
    """Return lines of a person's statement in the words of its paper, without nights and ways."""
    names = {other.id: other.name for other in people.values()}
    sources = replace(sources_of_lines(this_figures(), lines, person), nights={}, methods={})
    return [(line, write_statement_line(line, names, sources)) for line in lines]


# --- The chart of a sum that grows and falls from night to night: its line, and that of zero ------
# Coordinates are whole units of a fixed frame that the page draws at any size; y grows downwards.


def make_sum_chart(sums: Sequence[tuple[str, Score]]) -> Part | None:
    """Return the chart of pairs of a date and the sum so far; None if it was always zero.

    A single night also makes a line: from zero to its sum.
    """
    if not any(total for _, total in sums):
        return None
    totals: list[Score] = [0, *[total for _, total in sums]]
    heights = heights_of(totals, TOP, BOTTOM)
    spots = [f"{LEFT + at * (RIGHT - LEFT) // len(sums)},{y}" for at, y in enumerate(heights)]
    return Part(
        path=" ".join(spots),
        end_y=heights[-1],
        label_y=_away_from(heights[0], heights[-1]),
        zero_y=heights[0],
        nights=len(sums),
        first=sums[0][0],
        last=sums[-1][0],
        total=totals[-1],
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=RIGHT,
    )


def _away_from(zero_y: int, end_y: int) -> int:
    """Return the height for the figure at the end, clear of the figure of the zero line."""
    if end_y < zero_y:
        return min(end_y, zero_y - _LABEL_GAP)
    return max(end_y, zero_y + _LABEL_GAP) if end_y > zero_y else end_y


@club_pages.get("/people/<club_id:person>")
@least_role(Role.MEMBER)
def person(person: str) -> Response:
    """Show a person: balance, season, statement, results, and the comparison with others."""
    found, people = demand_person(person)
    store = site().store
    figures = this_figures()
    games, count = results_of_person(figures, found.id)
    lines, _ = statement_page(figures, found.id)
    season = season_of(games[0].date if games else store.today())
    choice = Choice(since=season.since, until=season.until)
    of_season, _ = results_of_person(figures, found.id, choice, most=None)
    return show(
        Page(
            "club/person.html",
            games_shown=_GAMES_SHOWN,
            has_money=any(game.money is not None for game in games),
            person=found,
            people=people,
            today=store.today(),
            currency=club_or_404().currency,
            balance=lines[0].balance if lines else 0,
            reason=_reason_of(lines),
            season=season,
            season_games=len(of_season),
            could_win=any(game.state is GameState.OVER for game in of_season),
            season_wins=sum([game.wins for game in of_season]),
            money_chart=make_sum_chart(
                sum_by_night([(game.date, game.money or 0) for game in reversed(of_season)])
            ),
            lines=lines_in_words(lines[:_LINES_SHOWN], people, found.id),
            has_more_lines=len(lines) > _LINES_SHOWN,
            games=games,
            count=count,
            heads=sorted(figures.heads_of(found.id), key=lambda pair: -pair.games),
        )
    )


def _reason_of(lines: Sequence[StatementLine]) -> Part | None:
    """Return where a balance comes from; None if the newest lines do not tell."""
    parts = parts_of_balance(lines)
    if parts is None:
        return None
    sign = -1 if lines and lines[0].balance < 0 else 1
    named = {"night": parts.of_night, "before": parts.before, "since": parts.since}
    told = [(part, sign * minor) for part, minor in named.items() if minor and parts.night]
    return Part(
        night=next((line.date for line in reversed(lines) if line.night == parts.night), ""),
        # The parts that add to the balance come first, so that the sentence can be read as a sum.
        parts=sorted(told, key=lambda part: part[1] < 0),
    )


# --- The statement on paper -----------------------------------------------------------------------


@club_pages.get(f"/people/<club_id:person>/{kinds_of(PersonToPrint)}.pdf")
@least_role(Role.MEMBER)
def statement_paper(person: str, kind: str) -> Response:
    """Send a paper of a person, for all days or for those in the address."""
    found, people = demand_person(person)
    span, club = _span(), club_or_404()
    lines = this_figures().lines_of(found.id)
    sources = sources_of_lines(this_figures(), lines, found.id)
    names = {other.id: other.name for other in people.values()}
    words = {line: write_statement_line(line, names, sources) for line in lines}
    return send_paper(
        make_paper(kind, PersonToPrint(club, found.name, words, span)),
        f"{club.name} {kind} of {found.name}.pdf",
    )


def _span() -> Span:
    """Return the days in ``from`` and ``to`` of the address; answer 404 if one is not a date."""
    findings = Findings()
    days = [read_date(request.args.get(name) or None, (), findings) for name in ("from", "to")]
    if findings.problems:
        abort(404)
    return Span(*days)
