"""The standings of the club, its high scores, and people against each other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from flask import Response, request, url_for

from scorekeeper.bookkeeping.club.book import people_of
from scorekeeper.bookkeeping.club.links import ClubRole
from scorekeeper.bookkeeping.club.standings import (
    HeldScore,
    heads_of,
    high_scores_in,
    short_standings_in,
)
from scorekeeper.domain.club.facts import Person
from scorekeeper.domain.club.results import HIGH_SCORE_TITLES, HighScoreKind
from scorekeeper.domain.club.standings import RankedBy, ShortStanding
from scorekeeper.domain.settlement import Score, round_half_away
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.domain.words import write_plural
from scorekeeper.print.kinds import Kind
from scorekeeper.web.club.blueprint import club_pages
from scorekeeper.web.club.matrix import Matrix, make_matrix
from scorekeeper.web.club.seasons import write_day_of
from scorekeeper.web.club.standings_filter import StandingsFilter, read_filter
from scorekeeper.web.core.access import least_role
from scorekeeper.web.core.club_access import this_club_visit
from scorekeeper.web.core.page import show
from scorekeeper.web.core.papers import PaperLink, link_papers
from scorekeeper.web.core.site import site
from scorekeeper.wording import MINUS, write_points, write_signed_amount, write_symbol

_ORDERS: Final = {
    RankedBy.WINS: "Wins",
    RankedBy.POINTS: "Points",
    RankedBy.MONEY: "Money",
    RankedBy.AVERAGE: "Average",
}
_IN_MATRIX: Final = 10
"""The number of people, from the first of the standings on, who are compared in the matrix."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """An order of the standings; ``address`` is the page in this order."""

    words: str
    address: str
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingFigure:
    """A figure of a row; ``head`` names its column, ``counts`` is true if it makes the order."""

    head: str
    text: str
    is_minus: bool
    counts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownStanding:
    """A person in the standings; ``leads`` is true if nobody is higher."""

    rank: int
    name: str
    address: str
    leads: bool
    figures: tuple[StandingFigure, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownHolder:
    """A person who holds a high score; ``day`` is empty if it was reached more than once."""

    name: str
    day: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownScore:
    """A high score; ``more`` is the number of holders besides those in ``holders``."""

    title: str
    value: str
    holders: tuple[ShownHolder, ...]
    more: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantScores:
    """The high scores of a variant."""

    variant: str
    scores: tuple[ShownScore, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsPage:
    """The standings that the filter chooses, for a phone or a desk."""

    template: ClassVar = "club/standings.html"
    club: str
    symbol: str
    asked: StandingsFilter
    orders: tuple[Order, ...]
    games: str
    rows: tuple[ShownStanding, ...]
    scores: tuple[VariantScores, ...]
    matrix: Matrix | None
    tv: str
    papers: tuple[PaperLink, ...]


class StandingsTv(StandingsPage):
    """The standings, as large as a TV allows."""

    template: ClassVar = "club/standings_tv.html"


@club_pages.get("/standings")
@least_role(ClubRole.MEMBER)
def standings() -> Response:
    """Show the standings of a season or of any days."""
    return show(make_standings_page(StandingsPage))


@club_pages.get("/standings/tv")
@least_role(ClubRole.MEMBER)
def standings_tv() -> Response:
    """Show the standings as large as a TV allows."""
    return show(make_standings_page(StandingsTv))


def make_standings_page(kind: type[StandingsPage]) -> StandingsPage:
    """Return the standings that this request's address asks for."""
    store, club = site().store, this_club_visit().club
    asked = read_filter(store, request.args)
    found = short_standings_in(store, asked.choice, asked.ranked_by)
    people = {person.id: person for person in people_of(store)}
    first = [each.person for each in found.standings[:_IN_MATRIX]]
    heads = heads_of(store, asked.choice, people=first)
    year = (asked.choice.until or asked.choice.since)[:4]
    return kind(
        club=club.name,
        symbol=write_symbol(club.currency),
        asked=asked,
        orders=tuple(_orders(asked)),
        games=write_plural(found.games, "game"),
        rows=tuple([_row(each, people, asked, club.currency) for each in found.standings]),
        scores=tuple(
            [
                _variant_scores(variant, scores, people, year)
                for variant, scores in high_scores_in(store, asked.choice).items()
            ]
        ),
        matrix=make_matrix(first, heads, people, club.currency),
        tv=asked.address("club.standings_tv"),
        papers=link_papers(
            Kind.STANDINGS, lambda paper: asked.address("club.standings_paper", paper=paper)
        ),
    )


def _orders(asked: StandingsFilter) -> Sequence[Order]:
    return [
        Order(
            words=words,
            address=asked.address("club.standings", by=str(order)),
            is_chosen=order is asked.ranked_by,
        )
        for order, words in _ORDERS.items()
    ]


def _row(
    standing: ShortStanding, people: Mapping[str, Person], asked: StandingsFilter, currency: str
) -> ShownStanding:
    by = asked.ranked_by
    if by is RankedBy.AVERAGE:
        points = (_ORDERS[by], write_average(standing.average), standing.average, True)
    else:
        points = ("Points", write_points(standing.points), standing.points, by is RankedBy.POINTS)
    money = write_signed_amount(standing.money, currency)
    cells: list[tuple[str, str, Score, bool]] = [
        ("Played", str(standing.games), standing.games, False),
        ("Wins", write_points(standing.wins), standing.wins, by is RankedBy.WINS),
        points,
        ("Money", money, standing.money, by is RankedBy.MONEY),
    ]
    return ShownStanding(
        rank=standing.rank,
        name=people[standing.person].name,
        address=url_for("club.person", person=standing.person),
        leads=standing.rank == 1,
        figures=tuple(
            [
                StandingFigure(head=head, text=text, is_minus=figure < 0, counts=counts)
                for head, text, figure, counts in cells
            ]
        ),
    )


def write_average(score: Score) -> str:
    """Return an average, with one decimal unless it is whole: ``901.7``, ``−12.5``, ``700``."""
    tenths = round_half_away(score * 10)
    whole, rest = divmod(abs(tenths), 10)
    sign = MINUS if tenths < 0 else ""
    return f"{sign}{whole}.{rest}" if rest else f"{sign}{whole}"


def _variant_scores(
    variant: str,
    scores: Mapping[HighScoreKind, HeldScore],
    people: Mapping[str, Person],
    year: str,
) -> VariantScores:
    return VariantScores(
        variant=VARIANTS[variant].name,
        scores=tuple(
            [
                ShownScore(
                    title=title,
                    value=write_points(scores[kind].value),
                    holders=_holders(scores[kind], people, year),
                    more=scores[kind].count - len(scores[kind].held_by),
                )
                for kind, title in HIGH_SCORE_TITLES.items()
                if kind in scores
            ]
        ),
    )


def _holders(score: HeldScore, people: Mapping[str, Person], year: str) -> tuple[ShownHolder, ...]:
    """Return each holder once, with their first game; with its day if the score has only one."""
    first = {each.person: each for each in reversed(score.held_by)}
    return tuple(
        [
            ShownHolder(
                name=people[each.person].name,
                day=write_day_of(each.date, year) if score.count == 1 else "",
                address=url_for("club.game", game=each.game),
            )
            for each in score.held_by
            if each == first[each.person]
        ]
    )
