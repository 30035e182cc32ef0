"""The page of a person: balance, statement, results, and the comparison with others."""

from collections.abc import Sequence
from typing import Final

from flask import Response

from scorekeeper.club.figures.ledger import StatementLine, parts_of_balance
from scorekeeper.club.figures.results import Choice, HeadToHead
from scorekeeper.club.ledger import statement_page
from scorekeeper.club.standings import (
    heads_of,
    results_of_person,
    season_of_person,
)
from scorekeeper.games.links import Role
from scorekeeper.rules.settlement import Score
from scorekeeper.web.club import club_pages
from scorekeeper.web.club.seasons import season_of
from scorekeeper.web.club.statement import demand_person, lines_in_words
from scorekeeper.web.core.access import least_role, the_club, this_club, this_figures
from scorekeeper.web.core.page import Page, Part, show
from scorekeeper.web.core.site import site

# --- The chart of a sum that grows and falls from night to night: its line, and that of zero ------
# Coordinates are whole units of a fixed frame that the page draws at any size; y grows downwards.


WIDTH: Final = 560
HEIGHT: Final = 200
LEFT: Final = 8
RIGHT: Final = 408
TOP: Final = 24
BOTTOM: Final = 148
_LABEL_GAP: Final = 40


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


def heights_of(totals: Sequence[Score], top: int, bottom: int) -> list[int]:
    """Return where sums stand between two heights, which all of them fill; 0 is among them."""
    low, high = min(totals), max(totals)
    span = high - low or 1
    return [bottom - int((total - low) * (bottom - top) // span) for total in totals]


def _away_from(zero_y: int, end_y: int) -> int:
    """Return the height at which the figure at the end does not touch that of the zero line."""
    if end_y < zero_y:
        return min(end_y, zero_y - _LABEL_GAP)
    return max(end_y, zero_y + _LABEL_GAP) if end_y > zero_y else end_y


_LINES_SHOWN: Final = 4
_GAMES_SHOWN: Final = 4


@club_pages.get("/people/<club_id:person>")
@least_role(Role.MEMBER)
def person(person: str) -> Response:
    """Show a person: balance, season, statement, results, and the comparison with others."""
    found, people = demand_person(person)
    store, club = site().store, this_club()
    figures = this_figures()
    results, read = results_of_person(figures, found.id), statement_page(store, figures, found.id)
    season = season_of(results.games[0].date if results.games else store.today())
    choice = Choice(since=season.since, until=season.until)
    of_season = season_of_person(figures, found.id, choice)
    lines = read.statement.lines
    page = Page(
        "club/person.html",
        games_shown=_GAMES_SHOWN,
        has_money=any(game.money is not None for game in results.games),
        person=found,
        people=people,
        today=store.today(),
        currency=the_club().currency,
        balance=lines[0].balance if lines else 0,
        reason=_reason_of(lines),
        season=season,
        figures=of_season,
        money_chart=make_sum_chart(of_season.money),
        lines=lines_in_words(read, people)[:_LINES_SHOWN],
        has_more_lines=len(lines) > _LINES_SHOWN,
        results=results,
        heads=_most_met(heads_of(figures, Choice(), person=found.id)),
        paper=club.paper if club else "",
    )
    return show(page)


def _most_met(heads: Sequence[HeadToHead]) -> list[HeadToHead]:
    """Return the comparisons with others, those of the most games first."""
    return sorted(heads, key=lambda pair: -pair.games)


def _reason_of(lines: Sequence[StatementLine]) -> Part | None:
    """Return where a balance comes from; None if the newest lines do not tell."""
    parts = parts_of_balance(lines)
    if parts is None:
        return None
    sign = -1 if lines and lines[0].balance < 0 else 1
    named = {"night": parts.of_night, "before": parts.before, "since": parts.since}
    told = [(part, sign * minor) for part, minor in named.items() if minor and parts.night]
    return Part(
        night=next((each.date for each in reversed(lines) if each.night == parts.night), ""),
        # The parts that add to the balance come first, so that the sentence can be read as a sum.
        parts=sorted(told, key=lambda each: each[1] < 0),
    )
