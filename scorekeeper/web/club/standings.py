"""The standings of the club, its high scores, and people against each other."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask import Response, request, url_for

from scorekeeper.club.figures.results import HIGH_SCORE_TITLES, Choice, RankedBy
from scorekeeper.club.standings import (
    courses_in,
    first_day,
    high_scores_in,
    standings_in,
)
from scorekeeper.club.stored_book import people_of
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.links import Role
from scorekeeper.record.places import Findings
from scorekeeper.record.reading import read_date
from scorekeeper.rules.settlement import Score
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.tournament.seasons import seasons_of_book
from scorekeeper.web.club import club_pages
from scorekeeper.web.club.person import heights_of
from scorekeeper.web.club.seasons import (
    Season,
    named_seasons,
    present_season,
    season_of,
    seasons_back,
    write_day_of,
    write_days,
)
from scorekeeper.web.core.access import least_role, the_club, this_figures
from scorekeeper.web.core.fields import YES, Choices
from scorekeeper.web.core.forms import Day, Input, SiteForm
from scorekeeper.web.core.page import Page, Part, show
from scorekeeper.web.core.papers import link_papers
from scorekeeper.web.core.site import site

# --- The filter of the standings in the address: the days, the variant, who counts, the order -----


ALL: Final = "all"
_MOST_SEASONS: Final = 12
_WRONG_DAY: Final = "Choose a day, or leave it empty"


class FilterForm(SiteForm):
    """The fields of the filter; a day that cannot be read counts as not given."""

    season = Input("Season", kind="choice")
    variant = Input("Variant", kind="choice")
    since = Day("Or from", name="from", wrong=_WRONG_DAY)
    until = Day("to", wrong=_WRONG_DAY, name="to")
    members = Input("Members only", kind="flag", help="A person’s games on nights when a member.")


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsFilter:
    """The filter of the standings; ``name`` is that of the season, or the days in words.

    ``season`` is its key, ``all``, or empty if other days were typed.
    """

    choice: Choice
    ranked_by: RankedBy
    name: str
    season: str
    is_season: bool
    form: FilterForm

    @property
    def words(self) -> str:
        """The limits of the choice besides its days, for the line beside the name."""
        variant = VARIANTS[self.choice.variant].name if self.choice.variant else "all variants"
        members = "members only" if self.choice.members_only else ""
        return ", ".join([each for each in (variant, members) if each])

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


def read_filter(store: GameStore) -> StandingsFilter:
    """Return the filter of this address; a value that makes no sense counts as not given."""
    form, now = FilterForm(request.args), store.today()
    form.validate()
    figures = this_figures()
    named = named_seasons(seasons_of_book(figures.book))
    seasons = named or seasons_back(first_day(figures) or now, now, _MOST_SEASONS)
    since, until = ["" if field.errors else field.data for field in (form.since, form.until)]
    season = _season_asked(form.season.data, seasons, has_days=bool(since or until), now=now)
    value = season.key if season else "" if since or until else ALL
    by = request.args.get("by", "")
    choice = Choice(
        since=season.since if season else since,
        until=season.until if season else until,
        variant=form.variant.data if form.variant.data in VARIANTS else "",
        members_only=form.members.data == YES,
    )
    form.season.data, form.variant.data = value or ALL, choice.variant
    form.season.choices = (*_season_choices(seasons, value), (ALL, "All time"))
    variants = [(key, variant.name) for key, variant in VARIANTS.items()]
    form.variant.choices = (("", "All variants"), *variants)
    return StandingsFilter(
        choice=choice,
        ranked_by=RankedBy(by) if by in ORDERS else RankedBy.WINS,
        name=season.name if season else "All time" if value == ALL else write_days(since, until),
        season=value,
        is_season=season is not None and season == present_season(named, now),
        form=form,
    )


def _season_asked(asked: str, seasons: list[Season], *, has_days: bool, now: str) -> Season | None:
    if has_days or asked == ALL:
        return None
    found = [season for season in seasons if season.key == asked]
    if found:
        return found[0]
    if read_date(asked or None, (), Findings()) and season_of(asked).since == asked:
        return season_of(asked)
    return present_season([season for season in seasons if season.id], now)


def _season_choices(seasons: Sequence[Season], asked: str) -> Choices:
    """Return the choices of seasons, and the one asked for if it is longer ago."""
    listed = [(season.key, season.name) for season in seasons]
    if asked not in ("", ALL, *[key for key, _ in listed]):
        listed.append((asked, season_of(asked).name))
    return tuple(listed)


# --- The pages ------------------------------------------------------------------------------------


ORDERS: Final = (RankedBy.WINS, RankedBy.MONEY, RankedBy.POINTS)
"""The orders that the pages offer; averages are for the command and for files."""
_WIDTH: Final = 640
_HEIGHT: Final = 240
_RIGHT: Final = 610
_TOP: Final = 20
_BOTTOM: Final = 220


def make_course(sums: Sequence[Score]) -> Part:
    """Return the line of sums of which the first is 0."""
    heights = heights_of(sums, _TOP, _BOTTOM)
    last = max(len(sums) - 1, 1)
    spots = [f"{at * _RIGHT // last},{y}" for at, y in enumerate(heights)]
    return Part(path=" ".join(spots), zero_y=heights[0], end_y=heights[-1])


@club_pages.get("/standings")
@least_role(Role.MEMBER)
def standings() -> Response:
    """Show the standings of a season or of any days."""
    asked = read_filter(site().store)
    papers = link_papers(
        "standings",
        lambda size: asked.address("club.standings_paper", kind="standings", paper=size),
    )
    page = Page(
        "club/standings.html", **_rank(asked, has_courses=True), orders=ORDERS, papers=papers
    )
    return show(page)


@club_pages.get("/standings/tv")
@least_role(Role.MEMBER)
def standings_tv() -> Response:
    """Show the standings as large as a TV allows."""
    asked = read_filter(site().store)
    return show(Page("club/standings_tv.html", **_rank(asked, has_courses=False)))


def _rank(asked: StandingsFilter, *, has_courses: bool) -> dict[str, Any]:
    """Return what each page of the standings draws."""
    store, figures = site().store, this_figures()
    found, games = standings_in(figures, asked.choice, asked.ranked_by)
    # Where nothing is played for money, or points make the order, the lines are those of points.
    of_money = asked.ranked_by is not RankedBy.POINTS and any(row.money for row in found)
    courses = courses_in(figures, asked.choice, of_money=of_money) if has_courses else {}
    scores = high_scores_in(figures, asked.choice)
    return {
        "club": the_club(),
        "asked": asked,
        "standings": found,
        "games": games,
        "people": {person.id: person for person in people_of(store)},
        "is_course_of_money": of_money,
        "courses": {person: make_course(sums) for person, sums in courses.items()},
        "course_width": _WIDTH,
        "course_height": _HEIGHT,
        "course_right": _RIGHT,
        "scores": scores,
        "kinds": {kind for held in scores.values() for kind in held},
        "titles": HIGH_SCORE_TITLES,
        "variants": VARIANTS,
        "year": (asked.choice.until or asked.choice.since)[:4],
    }


club_pages.add_app_template_filter(write_day_of, "day_of")
