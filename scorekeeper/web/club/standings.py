"""The standings of the club, its high scores, and people against each other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from flask import Response, request, url_for

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.club.book import people_of
from scorekeeper.bookkeeping.club.standings import (
    first_day,
    heads_of,
    high_scores_in,
    standings_in,
)
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.club.facts import Person
from scorekeeper.domain.club.results import HIGH_SCORE_TITLES, Choice, HeadToHead
from scorekeeper.domain.club.standings import HighScore, HighScores, RankedBy, Standing
from scorekeeper.domain.settlement import Score, round_half_away
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.domain.words import write_plural
from scorekeeper.print.kinds import Kind
from scorekeeper.record.places import Findings
from scorekeeper.record.reading import read_date
from scorekeeper.web.club.blueprint import club_pages
from scorekeeper.web.club.seasons import Season, season_of, seasons_back, write_day_of, write_days
from scorekeeper.web.core.access import least_role, the_club
from scorekeeper.web.core.fields import YES, Field
from scorekeeper.web.core.page import show
from scorekeeper.web.core.papers import PaperLink, link_papers
from scorekeeper.web.core.site import site
from scorekeeper.wording import MINUS, write_points, write_signed_amount, write_symbol

# --- The matrix of people: how often each was ahead of each other, and the money between them -----


@dataclass(frozen=True, slots=True, kw_only=True)
class Against:
    """How often a person was ahead of and behind another, and the money won from that one."""

    ahead: int
    behind: int
    money: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Matrix:
    """People against each other, in the order of the standings; None where they never met."""

    names: tuple[str, ...]
    shorts: tuple[str, ...]
    rows: tuple[tuple[Against | None, ...], ...]


def _against(pair: HeadToHead, sign: int, currency: str) -> Against:
    """Return a pair from the view of its first person, or of its second if ``sign`` is −1."""
    ahead, behind = (pair.first_ahead, pair.second_ahead)[::sign]
    money = write_signed_amount(sign * pair.money, currency)
    return Against(ahead=ahead, behind=behind, money=money)


def make_matrix(
    order: Sequence[str],
    pairs: Sequence[HeadToHead],
    people: Mapping[str, Person],
    currency: str,
) -> Matrix | None:
    """Return the matrix of these people, None if no two of them have met."""
    if not pairs:
        return None
    met = {(pair.first, pair.second): pair for pair in pairs}

    def against(one: str, other: str) -> Against | None:
        if (one, other) in met:
            return _against(met[one, other], 1, currency)
        return _against(met[other, one], -1, currency) if (other, one) in met else None

    return Matrix(
        names=tuple([people[each].name for each in order]),
        shorts=tuple([people[each].short or people[each].name for each in order]),
        rows=tuple([tuple([against(one, other) for other in order]) for one in order]),
    )


# --- The filter of the standings in the address: the days, the variant, who counts, the order -----


ALL: Final = "all"
_MOST_SEASONS: Final = 12
_WRONG_DAY: Final = "Choose a day, or leave it empty"
_DAYS: Final = {"from": "Or from", "to": "to"}


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsFilter:
    """The filter of the standings; ``name`` is that of the season, or the days in words.

    ``season`` is its first day, ``all``, or empty if other days were typed. ``fields`` are those
    of the form, with their problems; a day that cannot be read counts as not given.
    """

    choice: Choice
    ranked_by: RankedBy
    name: str
    season: str
    days: str
    is_season: bool
    fields: tuple[Field, ...]

    @property
    def words(self) -> str:
        """The days and all other limits of the choice, for the line below the name."""
        variant = VARIANTS[self.choice.variant].name if self.choice.variant else "all variants"
        members = "members only" if self.choice.members_only else ""
        return ", ".join([each for each in (self.days, variant, members) if each])

    @property
    def has_problems(self) -> bool:
        """Whether something was typed that makes no sense."""
        return any(field.problems for field in self.fields)

    def address(self, endpoint: str, **other: str) -> str:
        """Return the address of a page with this filter; ``other`` values replace its own."""
        values: dict[str, str | None] = {
            "season": self.season or None,
            "from": None if self.season else self.choice.since or None,
            "to": None if self.season else self.choice.until or None,
            "variant": self.choice.variant or None,
            "members": YES if self.choice.members_only else None,
            "by": None if self.ranked_by is RankedBy.WINS else str(self.ranked_by),
        }
        return url_for(endpoint, **{**values, **other})  # type: ignore[arg-type]


def read_filter(store: GameStore, typed: Mapping[str, str]) -> StandingsFilter:
    """Return the filter of the address; a value that makes no sense counts as not given."""
    now = store.today()
    seasons = seasons_back(first_day(store) or now, now, _MOST_SEASONS)
    days = {name: _read_day(typed.get(name, "")) for name in _DAYS}
    asked = typed.get("season", "")
    season = _season_asked(asked, seasons, has_days=any(days.values()), now=now)
    since, until = (season.since, season.until) if season else (days["from"], days["to"])
    variant = typed.get("variant", "") if typed.get("variant") in VARIANTS else ""
    by = typed.get("by", "")
    choice = Choice(
        since=since or "",
        until=until or "",
        variant=variant,
        members_only=typed.get("members") == YES,
    )
    told = write_days(choice.since, min(choice.until or now, now) if season else choice.until)
    value = season.since if season else "" if any(days.values()) else ALL
    return StandingsFilter(
        choice=choice,
        ranked_by=RankedBy(by) if by in list(RankedBy) else RankedBy.WINS,
        name=season.name if season else "All time" if value == ALL else told,
        season=value,
        days=told if season else "",
        is_season=season is not None and season == season_of(now),
        fields=(
            _season_field(seasons, value),
            _variant_field(choice),
            *[_day_field(name, typed, days[name]) for name in days],
            _members_field(choice),
        ),
    )


def _season_asked(asked: str, seasons: list[Season], *, has_days: bool, now: str) -> Season | None:
    if has_days or asked == ALL:
        return None
    found = [season for season in seasons if season.since == asked]
    if found:
        return found[0]
    is_first_day = _read_day(asked) and season_of(asked).since == asked
    return season_of(asked if is_first_day else now)


def _read_day(text: str) -> str | None:
    """Return an ISO day, an empty text for none, None for a text that is no day."""
    findings = Findings()
    day = read_date(text or None, (), findings)
    return None if findings.problems else day


def _season_field(seasons: list[Season], value: str) -> Field:
    listed = [(season.since, season.name) for season in seasons]
    if value not in ("", ALL, *[since for since, _ in listed]):
        listed.append((value, season_of(value).name))
    return Field(
        name="season",
        kind="choice",
        label="Season",
        value=value or ALL,
        choices=(*listed, (ALL, "All time")),
    )


def _variant_field(choice: Choice) -> Field:
    variants = [(key, variant.name) for key, variant in VARIANTS.items()]
    return Field(
        name="variant",
        kind="choice",
        label="Variant",
        value=choice.variant,
        choices=(("", "All variants"), *variants),
    )


def _day_field(name: str, typed: Mapping[str, str], day: str | None) -> Field:
    return Field(
        name=name,
        kind="date",
        label=_DAYS[name],
        value=typed.get(name, ""),
        problems=() if day is not None else (_WRONG_DAY,),
    )


def _members_field(choice: Choice) -> Field:
    return Field(
        name="members",
        kind="flag",
        label="Members only",
        value=YES if choice.members_only else "",
        help="A person’s games on nights when a member.",
    )


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
@least_role(Role.MEMBER)
def standings() -> Response:
    """Show the standings of a season or of any days."""
    return show(make_standings_page(StandingsPage))


@club_pages.get("/standings/tv")
@least_role(Role.MEMBER)
def standings_tv() -> Response:
    """Show the standings as large as a TV allows."""
    return show(make_standings_page(StandingsTv))


def make_standings_page(kind: type[StandingsPage]) -> StandingsPage:
    """Return the standings that this request's address asks for."""
    store, club = site().store, the_club()
    asked = read_filter(store, request.args)
    roll = people_of(store)
    found, games = standings_in(store, asked.choice, roll, asked.ranked_by, is_short=True)
    people = {person.id: person for person in roll}
    first = [each.person for each in found[:_IN_MATRIX]]
    heads = heads_of(store, asked.choice, roll, among=first)
    year = (asked.choice.until or asked.choice.since)[:4]
    return kind(
        club=club.name,
        symbol=write_symbol(club.currency),
        asked=asked,
        orders=tuple(_orders(asked)),
        games=write_plural(games, "game"),
        rows=tuple([_row(each, people, asked, club.currency) for each in found]),
        scores=tuple(
            [
                _variant_scores(variant, scores, people, year)
                for variant, scores in high_scores_in(store, asked.choice, roll).items()
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
    standing: Standing, people: Mapping[str, Person], asked: StandingsFilter, currency: str
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
    scores: HighScores,
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
                    more=scores[kind].more,
                )
                for kind, title in HIGH_SCORE_TITLES.items()
                if kind in scores
            ]
        ),
    )


def _holders(score: HighScore, people: Mapping[str, Person], year: str) -> tuple[ShownHolder, ...]:
    """Return each holder once, with their first game; with its day if the score has only one."""
    first = {each.person: each for each in reversed(score.held_by)}
    return tuple(
        [
            ShownHolder(
                name=people[each.person].name,
                day=write_day_of(each.date, year) if len(score.held_by) + score.more == 1 else "",
                address=url_for("club.game", game=each.game),
            )
            for each in score.held_by
            if each == first[each.person]
        ]
    )
