"""The standings of the club by seasons or quarters, and the seasons that it has named."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import accumulate
from typing import Any, Final, NamedTuple

from flask import Response, abort, request, url_for

from scorekeeper.club.facts import Person
from scorekeeper.club.figures import (
    HIGH_SCORE_TITLES,
    Choice,
    ClubFigures,
    Question,
    RankedBy,
    Standing,
    courses_in,
    first_day,
    high_scores_in,
    standings_in,
    telling_order,
)
from scorekeeper.club.rows import load_people
from scorekeeper.games import GameStore, Role
from scorekeeper.papers.club import SeasonToPrint
from scorekeeper.papers.tournament import AwardsToPrint
from scorekeeper.record import Findings, read_date
from scorekeeper.rules import Problem, Score
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.tournament.facts import NightPointsBy, Season
from scorekeeper.tournament.organised import seasons_of, write_season
from scorekeeper.tournament.seasons import (
    SeasonFigures,
    SeasonRow,
    figures_of,
    figures_of_season,
    season_figures,
    seasons_of_book,
)
from scorekeeper.web.club import club_pages
from scorekeeper.web.core import (
    YES,
    Choices,
    Day,
    Input,
    Line,
    Page,
    Part,
    SiteForm,
    answer,
    club_or_404,
    kinds_of,
    least_role,
    make_club_fields,
    make_paper,
    may,
    read_act,
    read_numbers,
    read_typed_number,
    see_other,
    send_paper,
    show,
    site,
    this_figures,
    this_visit,
    typed,
)
from scorekeeper.wording import label_lines, name_columns, write_date

_NAMES: Final = (
    "January to March",
    "April to June",
    "July to September",
    "October to December",
)
_LAST_DAYS: Final = ("03-31", "06-30", "09-30", "12-31")
_MONTHS: Final = 3
ALL: Final = "all"
_MOST_SEASONS: Final = 12
_WRONG_DAY: Final = "Choose a day, or leave it empty"
ORDERS: Final = (RankedBy.WINS, RankedBy.MONEY, RankedBy.POINTS)
"""The orders that the pages offer; averages are for the command and for files."""
COURSE_WIDTH: Final = 640
COURSE_HEIGHT: Final = 240
COURSE_RIGHT: Final = 610
_IN_RACE: Final = 20
_IN_INK: Final = 3
_LETTERS_IN_RACE: Final = 12
_LINES_IN_RACE: Final = 2
_WIDEST_RACE: Final = 360
_ROOM_IN_RACE: Final = 485
_LETTER: Final = 20
"""How wide the lines of a race are at most, they and the names, and a letter of those."""
_TOP: Final = 20
_BOTTOM: Final = 220


class OfferedSeason(NamedTuple):
    """A named season with its ``id``, or a quarter without one: ``October to December 2026``.

    Days are ISO texts.
    """

    name: str
    since: str
    until: str
    id: str = ""

    @property
    def key(self) -> str:
        """What identifies it in an address: its id, or the first day of a quarter."""
        return self.id or self.since


def season_of(day: str) -> OfferedSeason:
    """Return the quarter that an ISO day falls into."""
    year, month = day[:4], int(day[5:7])
    quarter = (month - 1) // _MONTHS
    return OfferedSeason(
        name=f"{_NAMES[quarter]} {year}",
        since=f"{year}-{quarter * _MONTHS + 1:02d}-01",
        until=f"{year}-{_LAST_DAYS[quarter]}",
    )


def named_seasons(seasons: Sequence[Season]) -> list[OfferedSeason]:
    """Return the seasons that the club has named, the latest first."""
    return sorted(
        [OfferedSeason(season.name, season.since, season.to, season.id) for season in seasons],
        key=lambda season: season.since,
        reverse=True,
    )


def present_season(named: Sequence[OfferedSeason], today: str) -> OfferedSeason:
    """Return the named season of today, else the latest; a quarter if none has a name."""
    now = [season for season in named if season.since <= today <= season.until]
    return next(iter([*now, *named]), season_of(today))


def seasons_back(first: str, last: str, most: int) -> list[OfferedSeason]:
    """Return at most ``most`` quarters, from that of ``last`` back to that of ``first``."""
    seasons = [season_of(last)]
    while seasons[-1].since > first and len(seasons) < most:
        seasons.append(season_of(_day_before(seasons[-1].since)))
    return seasons


def _day_before(day: str) -> str:
    return date.fromordinal(date.fromisoformat(day).toordinal() - 1).isoformat()


def write_days(since: str, until: str) -> str:
    """Return days in words, with the year only once if possible: ``1 May to 3 June 2026``."""
    if not since or not until:
        told = f"from {write_date(since)}" if since else f"until {write_date(until)}"
        return told if since or until else "all days"
    return f"{write_day_of(since, until[:4])} to {write_date(until)}"


def write_day_of(day: str, year: str) -> str:
    """Return a day in words, without its year if it is ``year``."""
    return write_date(day).removesuffix(f" {year}")


# --- The filter of the standings in the address: the days, the variant, who counts, the order -----


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

    ``season`` is its key, ``all``, or empty if other days were typed. ``by`` is the order in the
    address, empty if it has none. ``orders`` are those to choose from.
    """

    choice: Choice
    ranked_by: RankedBy
    by: str
    orders: tuple[RankedBy, ...]
    name: str
    season: str
    is_season: bool
    form: FilterForm

    @property
    def words(self) -> str:
        """The limits of the choice other than its days, for the line beside the name."""
        variant = VARIANTS[self.choice.variant].name if self.choice.variant else "all variants"
        members = "members only" if self.choice.members_only else ""
        return ", ".join([part for part in (variant, members) if part])

    def address(self, endpoint: str, **other: str) -> str:
        """Return the address of a page with this filter; ``other`` values replace its own."""
        values: dict[str, str | None] = {
            "season": self.season or None,
            "from": None if self.season else self.choice.since or None,
            "to": None if self.season else self.choice.until or None,
            "variant": self.choice.variant or None,
            "members": YES if self.choice.members_only else None,
            "by": self.by or None,
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
    by, told = request.args.get("by", ""), telling_order(figures, choice)
    # Nobody is asked to rank by wins where there are none.
    offered = tuple([order for order in ORDERS if order is not RankedBy.WINS or order is told])
    return StandingsFilter(
        choice=choice,
        ranked_by=RankedBy(by) if by in offered else told,
        by=by if by in offered else "",
        orders=offered,
        name=season.name if season else "All time" if value == ALL else write_days(since, until),
        season=value,
        is_season=season is not None and season == present_season(named, now),
        form=form,
    )


def find_table(figures: ClubFigures, season: str) -> SeasonFigures | None:
    """Return the table of a season that the club has named; None before its first night."""
    return next(
        (one for one in season_figures(figures) if one.season.id == season and one.rows), None
    )


def _season_asked(
    asked: str, seasons: list[OfferedSeason], *, has_days: bool, now: str
) -> OfferedSeason | None:
    if has_days or asked == ALL:
        return None
    found = [season for season in seasons if season.key == asked]
    if found:
        return found[0]
    if read_date(asked or None, (), Findings()) and season_of(asked).since == asked:
        return season_of(asked)
    return present_season([season for season in seasons if season.id], now)


def _season_choices(seasons: Sequence[OfferedSeason], asked: str) -> Choices:
    """Return the seasons to choose from, including the one asked for if it is older."""
    listed = [(season.key, season.name) for season in seasons]
    if asked not in ("", ALL, *[key for key, _ in listed]):
        listed.append((asked, season_of(asked).name))
    return tuple(listed)


# --- The pages of the standings -------------------------------------------------------------------


def heights_of(totals: Sequence[Score], top: int, bottom: int) -> list[int]:
    """Return the heights of sums, scaled to fill the space between two heights; 0 is included."""
    low, high = min(totals), max(totals)
    span = high - low or 1
    return [bottom - int((total - low) * (bottom - top) // span) for total in totals]


def make_course(sums: Sequence[Score]) -> Part:
    """Return the line of sums, the first of which is 0."""
    heights = heights_of(sums, _TOP, _BOTTOM)
    last = max(len(sums) - 1, 1)
    spots = [f"{at * COURSE_RIGHT // last},{y}" for at, y in enumerate(heights)]
    return Part(path=" ".join(spots), zero_y=heights[0], end_y=heights[-1])


def make_race(table: SeasonFigures, names: Mapping[str, str], mine: str) -> Part:
    """Return the places of the first of a season after each night, from 0 on.

    Who is level stands in the order of the table. Those of the first three and of ``mine``, the
    person of this phone, are in ink. The lines are ``wide`` units, as far as names leave room;
    ``high`` is the most lines of a name.
    """
    rows = table.rows[:_IN_RACE]
    sums = [points_by_night(table, row)[1:] for row in rows]
    orders = [
        sorted(range(len(rows)), key=lambda at, night=night: -sums[at][night])  # type: ignore[misc]
        for night in range(len(table.nights))
    ]
    labels = label_lines([names[row.person] for row in rows], _LETTERS_IN_RACE, _LINES_IN_RACE)
    longest = max([len(line) for label in labels for line in label])
    lines = tuple(
        [
            Part(
                places=tuple([order.index(at) for order in orders]),
                label=tuple(label),
                rank=row.rank,
                is_in_ink=at < _IN_INK or row.person == mine,
            )
            for at, (row, label) in enumerate(zip(rows, labels, strict=True))
        ]
    )
    wide = min(_WIDEST_RACE, _ROOM_IN_RACE - longest * _LETTER)
    return Part(lines=lines, wide=wide, high=max(map(len, labels)))


def points_by_night(table: SeasonFigures, row: SeasonRow) -> list[Score]:
    """Return a person's sum of points in a season from night to night, from 0 on."""
    played = [row.nights.get(one.night.id) for one in table.nights]
    points = [night.points if night and night.counts else 0 for night in played]
    came = [table.season.attendance if night else 0 for night in played]
    return list(accumulate(map(sum, zip(points, came, strict=True)), initial=0))


@club_pages.get("/standings")
@least_role(Role.MEMBER)
def standings() -> Response:
    """Show the standings of a season or of any days."""
    asked = read_filter(site().store)
    table = _table_of(asked)
    return show(
        Page(
            "club/standings.html",
            **_rank(asked),
            orders=asked.orders,
            past=this_figures().book.past,
            figures=table,
            risen=_risen_in_games(asked),
            risen_in_season=risen_in_season(table, this_figures().people) if table else {},
        )
    )


@club_pages.get("/standings/tv")
@least_role(Role.MEMBER)
def standings_tv() -> Response:
    """Show the standings as large as a TV allows."""
    asked = read_filter(site().store)
    # Whoever chose an order has the standings of the games.
    figures = None if asked.by else _table_of(asked)
    return show(Page("club/standings_tv.html", **_rank(asked, figures), figures=figures))


def _table_of(asked: StandingsFilter) -> SeasonFigures | None:
    """Return the table of the season that the filter chooses, which is of all variants."""
    return None if asked.choice.variant else find_table(this_figures(), asked.season)


def _risen_in_games(asked: StandingsFilter) -> dict[str, int]:
    """Return who rose in a season since the night before its last, with how many places."""
    now = this_figures().ask(Question(choice=asked.choice, ranked_by=asked.ranked_by))
    if asked.season in ("", ALL) or not now.standings:
        return {}
    until = replace(asked.choice, until=_day_before(now.counted[-1].night.date))
    return _risen(now.standings, standings_in(this_figures(), until, asked.ranked_by)[0])


def risen_in_season(table: SeasonFigures, people: Mapping[str, Person]) -> dict[str, int]:
    """Return the same of a season that the club has named."""
    until = _day_before(table.nights[-1].night.date)
    return _risen(table.rows, figures_of_season(table.season, table.nights, people, until).rows)


def _risen(
    now: Sequence[Standing | SeasonRow], before: Sequence[Standing | SeasonRow]
) -> dict[str, int]:
    ranks = {row.person: row.rank for row in before}
    return {
        row.person: places
        for row in now
        if (places := ranks.get(row.person, row.rank) - row.rank) > 0
    }


def _rank(asked: StandingsFilter, table: SeasonFigures | None = None) -> dict[str, Any]:
    """Return what each page of the standings draws; lines are those of a ``table``, if given."""
    store, figures = site().store, this_figures()
    found, games = standings_in(figures, asked.choice, asked.ranked_by)
    # If nothing is played for money, or the order is by points, the lines show points.
    of_money = asked.ranked_by is not RankedBy.POINTS and any(row.money for row in found)
    courses = (
        {row.person: points_by_night(table, row) for row in table.rows}
        if table
        else courses_in(figures, asked.choice, of_money=of_money)
    )
    scores = high_scores_in(figures, asked.choice)
    people = {person.id: person for person in store.read(load_people)}
    names = {who: person.name for who, person in people.items()}
    return {
        "club": club_or_404(),
        "asked": asked,
        "standings": found,
        "games": games,
        "people": people,
        "names": names,
        "apart": dict(zip(names, name_columns([*names.values()]), strict=True)),
        "is_course_of_money": of_money,
        "courses": {person: make_course(sums) for person, sums in courses.items()},
        "course_width": COURSE_WIDTH,
        "course_height": COURSE_HEIGHT,
        "course_right": COURSE_RIGHT,
        "scores": scores,
        "kinds": {kind for held in scores.values() for kind in held},
        "titles": HIGH_SCORE_TITLES,
        "variants": VARIANTS,
        "year": (asked.choice.until or asked.choice.since)[:4],
    }


club_pages.add_app_template_filter(write_day_of, "day_of")


# --- The seasons that the club has named: points of nights added up, the champion, and their form -


class SeasonForm(SiteForm):
    """A season as it is typed."""

    name = Line("Name")
    since = Input("From", kind="date", name="from")
    to = Input("To", kind="date")
    by = Input(
        "A night gives",
        kind="chips",
        choices=(
            (NightPointsBy.PLACES, "Points for the place"),
            (NightPointsBy.NIGHT, "Its points"),
            (NightPointsBy.WINS, "Its wins"),
        ),
        default=NightPointsBy.PLACES,
    )
    scale = Input(
        "Points of places",
        help="Such as 10, 7, 5, 3. Empty: of 18 people the first gets 18, the last 1.",
    )
    attendance = Input("Points for each night played", kind="points")
    best = Input("How many best nights count", kind="points", help="If empty, all count")
    drop = Input("Or how many are dropped", kind="points", help="Of the nights held")
    members = Input("Only nights as a member count", kind="flag")
    ended = Input("Ended on", kind="date", help="From then on the season has a champion")

    def facts(self) -> dict[str, Any]:
        """Return the typed season in the form of a club book."""
        points = {
            "by": self.by.data,
            "scale": read_numbers(self.scale.data) or None,
            "attendance": read_typed_number(self.attendance.data),
        }
        texts = {"from": self.since.data, "to": self.to.data, "ended": self.ended.data}
        return {
            "name": self.name.line,
            **{name: text or None for name, text in texts.items()},
            "points": points,
            "best": read_typed_number(self.best.data),
            "drop": read_typed_number(self.drop.data),
            "members": self.members.data == "yes",
        }

    def tell(self, problems: Sequence[Problem], *, beside: str = "") -> None:
        """Put each problem beside its field."""
        for problem in problems:
            of_points = problem.at[0] == "points" and len(problem.at) > 1 if problem.at else False
            super().tell([problem], beside=str(problem.at[1]) if of_points else beside)


@club_pages.get("/seasons")
@least_role(Role.MEMBER)
def season() -> Response:
    """Show the season asked for, or else the newest; officers may ask for a new one."""
    return show(_season_page(request.args.get("season", "")))


@club_pages.post("/seasons")
@least_role(Role.OFFICER)
def save_season() -> Response:
    """Add a season, or change the one that the form names."""
    form, asked = SeasonForm(), typed().get("season", "")
    return answer(
        write_season(site().store, read_act(), form.facts(), asked),
        saved=lambda acted: url_for("club.season", season=acted.thing),
        again=lambda problems: _season_page(asked or "new", form, problems),
    )


def _season_page(
    asked: str, form: SeasonForm | None = None, problems: Sequence[Problem] = ()
) -> Page:
    store = site().store
    seasons = seasons_of(store)
    is_new = may("club.save_season") and (asked == "new" or not seasons)
    found = next(
        (season for season in seasons if season.id == asked), seasons[-1] if seasons else None
    )
    shown = None if is_new else found
    if form is None and may("club.save_season"):
        form = SeasonForm(**_values(shown)) if shown else SeasonForm()
    if form is not None:
        form.tell(problems)
    figures = figures_of(this_figures(), shown) if shown else None
    names = {person.id: person.name for person in store.read(load_people)}
    rows = figures.rows if figures else ()
    return Page(
        "club/season.html",
        club=club_or_404(),
        figures=figures,
        days=write_days(shown.since, shown.to) if shown else "",
        names=names,
        race=make_race(figures, names, this_visit().person) if figures and rows else None,
        risen_in_season=risen_in_season(figures, this_figures().people) if figures and rows else {},
        first=tuple([names[row.person] for row in rows if row.rank == 1]),
        others=tuple([(season.id, season.name) for season in seasons if season != shown]),
        shown=shown if rows else None,
        form=form,
        is_new=is_new,
        club_fields=make_club_fields(),
    )


def _values(season: Season) -> dict[str, str]:
    """Return the initial values of the fields."""
    return {
        "name": season.name,
        "since": season.since,
        "to": season.to,
        "by": str(season.by),
        "scale": ", ".join(map(str, season.scale)),
        "attendance": str(season.attendance or ""),
        "best": str(season.best or ""),
        "drop": "" if season.drop is None else str(season.drop),
        "members": "yes" if season.members_only else "",
        "ended": season.ended,
    }


# --- Standings and awards of a season on paper ----------------------------------------------------


@club_pages.get(f"/{kinds_of(SeasonToPrint)}.pdf", endpoint="standings_paper")
@least_role(Role.MEMBER)
def send_standings(kind: str) -> Response:
    """Send a paper of what the page of standings shows for the same filter in the address."""
    club, store = club_or_404(), site().store
    roll, asked = store.read(load_people), read_filter(store)
    if asked.form.faults:
        abort(404)
    season = SeasonToPrint(
        club=club,
        names={person.id: person.name for person in roll},
        standings=standings_in(this_figures(), asked.choice, asked.ranked_by)[0],
        high_scores=high_scores_in(this_figures(), asked.choice, most=-1),
        season=f"{asked.name}, {asked.words}",
        ranked_by=asked.ranked_by,
        past=this_figures().book.past,
        figures=_table_of(asked),
    )
    return send_paper(make_paper(kind, season), f"{club.name} {kind}.pdf")


@club_pages.get(f"/seasons/{kinds_of(AwardsToPrint)}.pdf", endpoint="season_paper")
@least_role(Role.MEMBER)
def send_season(kind: str) -> Response:
    """Send a paper of the season in the address; without one, lead to the page of seasons."""
    club, store, asked = club_or_404(), site().store, request.args.get("season")
    season = next((season for season in seasons_of(store) if season.id == asked), None)
    if season is None:
        return see_other(url_for("club.season"))
    names = {person.id: person.name for person in store.read(load_people)}
    figures = this_figures()
    best = high_scores_in(figures, Choice(since=season.since, until=season.to), most=-1)
    awards = AwardsToPrint(club, names, figures_of(figures, season), best)
    return send_paper(make_paper(kind, awards), f"{club.name} {season.name} {kind}.pdf")
