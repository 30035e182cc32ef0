"""The awards: of a night with the pool that pays them, or of a season with its champions."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from scorekeeper.club.facts import Club
from scorekeeper.papers.paper import SIDES, SIZES, Heading, PrintedPaper, Size, fit_title
from scorekeeper.tournament.answer import PoolLine, write_pool
from scorekeeper.tournament.pool import NightStanding, OrganisedFigures, PersonPrizes
from scorekeeper.tournament.seasons import SeasonFigures
from scorekeeper.wording import write_date, write_night

_TITLE = "Awards"


class AwardsToPrint(NamedTuple):
    """What the awards are made of; ``names`` are those of people by id."""

    club: Club
    names: Mapping[str, str]
    of: OrganisedFigures | SeasonFigures


class AwardsRow(NamedTuple):
    """A person with a place, prizes or both; ``is_tied`` if others share the place."""

    person: str
    standing: NightStanding | None
    is_tied: bool
    prizes: PersonPrizes


def awards_rows(figures: OrganisedFigures) -> list[AwardsRow]:
    """Return the standing with its prizes, then who has prizes without a place."""
    ranks = [each.rank for each in figures.standing]
    nothing = PersonPrizes(places=0, deals=0, awards=0)
    placed = [
        AwardsRow(
            each.person,
            each,
            ranks.count(each.rank) > 1,
            figures.prizes.get(each.person, nothing),
        )
        for each in figures.standing
    ]
    ranked = {each.person for each in figures.standing}
    return placed + [
        AwardsRow(person, None, is_tied=False, prizes=prizes)
        for person, prizes in figures.prizes.items()
        if person not in ranked
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class NightAwards(PrintedPaper):
    """The awards of a night."""

    template: ClassVar = "papers/awards.html"
    names: Mapping[str, str]
    currency: str
    figures: OrganisedFigures
    pot_names: Mapping[str, str]

    @property
    def rows(self) -> list[AwardsRow]:
        """The standing, then who has prizes without a place."""
        return awards_rows(self.figures)

    @property
    def pool(self) -> list[PoolLine]:
        """The sum of the pool."""
        return write_pool(self.figures, self.pot_names, self.currency)

    @property
    def left(self) -> int:
        """What is left in the pool, in minor units."""
        return self.figures.pool.paid_in - self.figures.pool.paid_out


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonAwards(PrintedPaper):
    """The awards of a season."""

    template: ClassVar = "papers/season_awards.html"
    names: Mapping[str, str]
    figures: SeasonFigures

    @property
    def ranks(self) -> list[int]:
        """The rank of each row."""
        return [row.rank for row in self.figures.rows]

    @property
    def champions(self) -> list[str]:
        """The names of the champions; none before the season has ended."""
        return [self.names[person] for person in self.figures.champions or ()]


def awards_paper(awards: AwardsToPrint, size: Size) -> NightAwards | SeasonAwards:
    """Return the awards of a night or of a season."""
    club, names, figures = awards
    width = SIZES[size][0] - 2 * SIDES[size]
    if isinstance(figures, SeasonFigures):
        season = figures.season
        days = f"{write_date(season.since)} to {write_date(season.to)}"
        heading = Heading(
            title=season.name,
            line=days,
            pixels=fit_title(season.name, width),
            club=club.name,
        )
        return SeasonAwards(heading=heading, shape=f"club {size}", names=names, figures=figures)
    line = write_night(figures.night.date)
    return NightAwards(
        heading=Heading(title=_TITLE, line=line, pixels=fit_title(_TITLE, width), club=club.name),
        shape=f"club {size}",
        names=names,
        currency=club.currency,
        figures=figures,
        pot_names={pot.id: pot.name for pot in club.pots},
    )
