"""The seasons that the club has named: points of nights added up, the champion, and their form."""

from collections.abc import Sequence
from typing import Any

from flask import Response, request, url_for

from scorekeeper.club.stored_book import people_of
from scorekeeper.games.links import Role
from scorekeeper.rules.variant import Problem
from scorekeeper.tournament.facts import NightPointsBy, Season
from scorekeeper.tournament.organised import figures_of, seasons_of, write_season
from scorekeeper.web.club import club_pages
from scorekeeper.web.club.seasons import write_days
from scorekeeper.web.core.access import least_role, may, the_club, this_figures
from scorekeeper.web.core.fields import read_numbers, read_typed_number
from scorekeeper.web.core.forms import Input, Line, SiteForm
from scorekeeper.web.core.page import Page, Part, show
from scorekeeper.web.core.papers import link_papers
from scorekeeper.web.core.posting import answer, make_club_fields, read_act, typed
from scorekeeper.web.core.site import site


class SeasonForm(SiteForm):
    """A season as it is typed."""

    name = Line("Name")
    since = Input("From", kind="date", name="from")
    to = Input("To", kind="date")
    by = Input(
        "A night gives",
        kind="chips",
        choices=(
            (NightPointsBy.PLACES, "points for the place"),
            (NightPointsBy.NIGHT, "its points"),
            (NightPointsBy.WINS, "its wins"),
        ),
        default=NightPointsBy.PLACES,
    )
    scale = Input("Points of places", help="Such as 10, 7, 5, 3; without them n, n − 1, … 1")
    attendance = Input("Points for each night played", kind="points")
    best = Input("How many best nights count", kind="points", help="Without a number all count")
    drop = Input("Or how many are dropped", kind="points", help="Of the nights held")
    members = Input("Only nights as a member count", kind="flag")
    ended = Input("Ended on", kind="date", help="From then on there is a champion")

    def facts(self) -> dict[str, Any]:
        """Return what is typed as a club book has it."""
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
    """Show the season that is asked for, or the newest; officers may ask for a new one."""
    return show(_page(request.args.get("season", "")))


@club_pages.post("/seasons")
@least_role(Role.OFFICER)
def save_season() -> Response:
    """Add a season, or change the one that the form names."""
    form, asked = SeasonForm(), typed().get("season", "")
    outcome = write_season(site().store, read_act(), form.facts(), asked)
    return answer(
        outcome,
        saved=lambda acted: url_for("club.season", season=acted.thing),
        again=lambda problems: _page(asked or "new", form, problems),
    )


def _page(asked: str, form: SeasonForm | None = None, problems: Sequence[Problem] = ()) -> Page:
    store = site().store
    seasons = seasons_of(store)
    is_new = may("club.save_season") and (asked == "new" or not seasons)
    found = next((each for each in seasons if each.id == asked), seasons[-1] if seasons else None)
    shown = None if is_new else found
    if form is None and may("club.save_season"):
        form = SeasonForm(**_values(shown)) if shown else SeasonForm()
    if form is not None:
        form.tell(problems)
    figures = figures_of(this_figures(), shown) if shown else None
    names = {person.id: person.name for person in people_of(store)}
    rows = figures.rows if figures else ()
    return Page(
        "club/season.html",
        club=the_club(),
        figures=figures,
        days=write_days(shown.since, shown.to) if shown else "",
        names=names,
        first=tuple([names[row.person] for row in rows if row.rank == 1]),
        others=tuple([(each.id, each.name) for each in seasons if each != shown]),
        papers=_papers(shown) if shown and rows else (),
        form=form,
        is_new=is_new,
        club_fields=make_club_fields(),
    )


def _papers(season: Season) -> tuple[Part, ...]:
    return link_papers(
        "awards",
        lambda size: url_for("club.season_paper", season=season.id, kind="awards", paper=size),
    )


def _values(season: Season) -> dict[str, str]:
    """Return the values with which the fields begin."""
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
