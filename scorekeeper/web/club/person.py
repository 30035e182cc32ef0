"""The page of a person: balance, season, games, opponents, and the statement, on paper too."""

from collections.abc import Mapping, Sequence
from typing import Final

from flask import Response, abort, request

from scorekeeper.club.facts import Person
from scorekeeper.club.figures.figures import (
    RESULTS_A_PAGE,
    heads_of,
    results_of_person,
    season_of_person,
)
from scorekeeper.club.figures.ledger import StatementLine, parts_of_balance
from scorekeeper.club.figures.results import Choice
from scorekeeper.club.ledger import StatementPage, statement_page, whole_statement
from scorekeeper.club.people import UnknownPerson, listed_person
from scorekeeper.club.words import StatementSources, write_statement_line
from scorekeeper.games import Role
from scorekeeper.papers.club import PersonToPrint, Span
from scorekeeper.record.document import Findings
from scorekeeper.record.reading import read_date
from scorekeeper.rules import Score
from scorekeeper.web.club import club_pages, page_asked, pages_beside
from scorekeeper.web.club.seasons import heights_of, season_of
from scorekeeper.web.core import (
    Page,
    Part,
    club_or_404,
    club_or_none,
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
    return show(
        Page(
            "club/statement.html",
            person=found,
            lines=lines_in_words(read, people),
            currency=club_or_404().currency,
            today=site().store.today(),
            **pages_beside("club.statement", number, read.statement.pages, person=found.id),
        )
    )


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
    return show(
        Page(
            "club/past_games.html",
            person=found,
            games=read.games,
            today=site().store.today(),
            **pages_beside("club.past_games", number, pages, person=found.id),
        )
    )


def lines_in_words(read: StatementPage, people: Mapping[str, Person]) -> StatementWords:
    """Return the lines of one page of a statement, newest first, in the words of its paper."""
    names = {person.id: person.name for person in people.values()}
    sources = StatementSources(games=read.games, reasons=read.reasons, corrected=read.corrected)
    lines = read.statement.lines
    return [(line, write_statement_line(line, names, sources)) for line in lines]


# --- The chart of a sum that grows and falls from night to night: its line, and that of zero ------
# Coordinates are whole units of a fixed frame that the page draws at any size; y grows downwards.


def make_sum_chart(sums: Sequence[tuple[str, Score]]) -> Part | None:
    """Return the chart of pairs of a date and the sum so far; None if it was always zero.

    One night is a line too: from zero to its sum.
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
    """Return the height at which the figure at the end does not touch that of the zero line."""
    if end_y < zero_y:
        return min(end_y, zero_y - _LABEL_GAP)
    return max(end_y, zero_y + _LABEL_GAP) if end_y > zero_y else end_y


@club_pages.get("/people/<club_id:person>")
@least_role(Role.MEMBER)
def person(person: str) -> Response:
    """Show a person: balance, season, statement, results, and the comparison with others."""
    found, people = demand_person(person)
    store, club = site().store, club_or_none()
    figures = this_figures()
    results, read = results_of_person(figures, found.id), statement_page(store, figures, found.id)
    season = season_of(results.games[0].date if results.games else store.today())
    choice = Choice(since=season.since, until=season.until)
    of_season = season_of_person(figures, found.id, choice)
    lines = read.statement.lines
    return show(
        Page(
            "club/person.html",
            games_shown=_GAMES_SHOWN,
            has_money=any(game.money is not None for game in results.games),
            person=found,
            people=people,
            today=store.today(),
            currency=club_or_404().currency,
            balance=lines[0].balance if lines else 0,
            reason=_reason_of(lines),
            season=season,
            figures=of_season,
            money_chart=make_sum_chart(of_season.money),
            lines=lines_in_words(read, people)[:_LINES_SHOWN],
            has_more_lines=len(lines) > _LINES_SHOWN,
            results=results,
            heads=sorted(
                heads_of(figures, Choice(), person=found.id), key=lambda pair: -pair.games
            ),
            paper=club.paper if club else "",
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
    whole = whole_statement(site().store, this_figures(), found.id)
    sources = StatementSources(
        games=whole.games,
        nights=whole.nights,
        methods=whole.methods,
        reasons=whole.reasons,
        corrected=whole.corrected,
    )
    names = {other.id: other.name for other in people.values()}
    words = {line: write_statement_line(line, names, sources) for line in whole.lines}
    return send_paper(
        make_paper(kind, PersonToPrint(club, found.name, words, span)),
        f"{club.name} {kind} of {found.name}.pdf",
    )


def _span() -> Span:
    """Return the days in ``from`` and ``to`` of the address; answer 404 if one is no date."""
    findings = Findings()
    days = [read_date(request.args.get(name) or None, (), findings) for name in ("from", "to")]
    if findings.problems:
        abort(404)
    return Span(*days)
