"""The money of the club: the till, what everybody has to get or owes, and the ledger."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from flask import Response, abort, request

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.club.book import newest_night, people_of
from scorekeeper.bookkeeping.club.ledger import Balances, balances_of, ledger_page, night_sum
from scorekeeper.domain.club.facts import TILL, Club, Night, Person
from scorekeeper.domain.club.ledger import account_of
from scorekeeper.storage.club.ledger import LedgerFilter
from scorekeeper.web.club import club_pages
from scorekeeper.web.club.entry import LedgerLine, ledger_lines, names_of_accounts
from scorekeeper.web.club.list_pages import page_asked, pages_beside
from scorekeeper.web.club.seasons import Season, season_of
from scorekeeper.web.core.access import least_role, the_club
from scorekeeper.web.core.page import show
from scorekeeper.web.core.site import site

_LONG_NAME: Final = 16

Side = Sequence[tuple[Person, int]]
"""The people who are owed, or who owe, with the minor units without their sign."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyPage:
    """The money of the club; ``came_in`` is what the last ``night`` put into the till.

    ``of_people`` is the sum of the accounts of all people, plus for debit. ``entries`` counts those
    of the whole ledger, ``asked`` chooses some of them; ``names`` are those of accounts.
    """

    template: ClassVar = "club/money.html"
    club: Club
    today: str
    balances: Balances
    owed: Side
    owe: Side
    of_people: int
    entries: int
    night: Night | None
    came_in: int
    season: Season
    asked: LedgerFilter
    lines: Sequence[LedgerLine]
    names: Mapping[str, str]
    page: int
    pages: int
    newer: str
    older: str

    @property
    def even(self) -> list[str]:
        """The names of those who neither owe nor are owed."""
        return [each.name for each in self.balances.people if not self.balances.of(each.id)]

    @property
    def has_long_names(self) -> bool:
        """Whether a name is too long for half of a phone."""
        return any(len(person.name) > _LONG_NAME for person, _ in (*self.owed, *self.owe))


@club_pages.get("/money")
@least_role(Role.OFFICER)
def money() -> Response:
    """Show the till, the balances, the ledger and the trial balance."""
    store, number = site().store, page_asked()
    night, season = newest_night(store), season_of(store.today())
    person, of = request.args.get("person", ""), request.args.get("of")
    asked = LedgerFilter(
        night=night.id if night and of == "night" else "",
        account=account_of(person) if person else "",
        since=season.since if of == "season" else "",
    )
    roll = people_of(store)
    found, balances = ledger_page(store, asked, number), balances_of(store, roll)
    if number > found.pages:
        abort(404)
    here = {name: request.args[name] for name in ("of", "person") if name in request.args}
    page = MoneyPage(
        club=the_club(),
        today=store.today(),
        balances=balances,
        owed=_side(balances, 1),
        owe=_side(balances, -1),
        entries=found.total,
        of_people=-sum([balances.of(person.id) for person in balances.people]),
        night=night,
        came_in=night_sum(store, TILL, night.id) if night else 0,
        season=season,
        asked=asked,
        lines=ledger_lines(found.entries),
        names=names_of_accounts(roll),
        page=number,
        pages=found.pages,
        **pages_beside("club.money", number, found.pages, **here),
    )
    return show(page)


def _side(balances: Balances, sign: int) -> Side:
    """Return the people with balances of this sign, the greatest first."""
    minor = [(person, sign * balances.of(person.id)) for person in balances.people]
    return sorted([each for each in minor if each[1] > 0], key=lambda each: -each[1])
