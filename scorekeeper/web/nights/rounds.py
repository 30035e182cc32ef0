"""The rounds of an organised night for everybody: the own seat, tables, standing and pool."""

from dataclasses import dataclass, field
from typing import ClassVar

from flask import Response, url_for

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.club.book import LoadedNight
from scorekeeper.domain.club.pool import OrganisedFigures
from scorekeeper.domain.seats.plan import Round
from scorekeeper.web.core.access import least_role, this_night, this_visit
from scorekeeper.web.core.bell import BellPart, bell_of_night
from scorekeeper.web.core.known_nights import name_of_night
from scorekeeper.web.core.page import NOT_DRAWN, show_live
from scorekeeper.web.core.posting import EntryFields, make_club_fields, see_other
from scorekeeper.web.live.updates import LivePart, make_night_live_part
from scorekeeper.web.nights import nights_pages


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnSeat:
    """The seat of this phone's person in a round: table and seat from 1; 0 for who rests."""

    name: str
    table: int
    seat: int
    others: tuple[str, ...]
    dealer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundsPage:
    """What is shown of the rounds of a night that is organised.

    ``number`` is the first shown round that is not complete, 0 if there is none.
    """

    template: ClassVar = "nights/rounds.html"
    live: LivePart
    name: str
    night: LoadedNight
    number: int
    own: OwnSeat | None
    bell: BellPart | None
    club_fields: EntryFields = field(metadata=NOT_DRAWN)

    @property
    def figures(self) -> OrganisedFigures:
        """The figures after the last complete round."""
        return _figures(self.night).as_of(_figures(self.night).complete)

    @property
    def shown(self) -> tuple[Round, ...]:
        """The rounds that everybody may see."""
        return _figures(self.night).organised.seats.shown

    @property
    def gets_rest(self) -> str:
        """The name of the pot that gets what prizes leave; empty if it is the club’s."""
        pots = {pot.id: pot.name for pot in self.night.club.pots}
        return pots.get(_figures(self.night).organised.prizes.rest, "")

    @property
    def is_over(self) -> bool:
        """Whether all rounds are complete."""
        return self.figures.complete == self.figures.organised.seats.rounds


@nights_pages.get("/rounds")
@least_role(Role.VIEWER)
def rounds() -> Response:
    """Show the rounds that an officer has shown; without any, lead to the board."""
    night = this_night()
    figures = night.figures.organised
    if figures is None or not figures.organised.seats.shown:
        return see_other(url_for("nights.board"))
    shown = figures.organised.seats.shown
    open_ones = [each.number for each in figures.rounds[: len(shown)] if not each.is_complete]
    number = next(iter(open_ones), 0)
    page = RoundsPage(
        live=make_night_live_part("nights.rounds"),
        name=name_of_night(night.night.date),
        night=night,
        number=number,
        own=_own(night, shown[number - 1]) if number else None,
        bell=bell_of_night(night),
        club_fields=make_club_fields(),
    )
    return show_live(page)


def _figures(night: LoadedNight) -> OrganisedFigures:
    if night.figures.organised is None:
        raise ValueError("Only an organised night has rounds")
    return night.figures.organised


def _own(night: LoadedNight, shown: Round) -> OwnSeat | None:
    """Return the seat of this phone's person, None if nobody is known or they have none."""
    person = this_visit().person
    if person in shown.byes:
        return OwnSeat(name=night.people[person].name, table=0, seat=0, others=(), dealer="")
    for place, table in enumerate(shown.tables, 1):
        if person in table:
            return OwnSeat(
                name=night.people[person].name,
                table=place,
                seat=table.index(person) + 1,
                others=tuple([night.people[each].name for each in table if each != person]),
                dealer="" if table[-1] == person else night.people[table[-1]].name,
            )
    return None
