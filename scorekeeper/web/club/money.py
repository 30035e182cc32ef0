"""The money of the club: the till, what everybody has to get or owes, and the ledger."""

from collections.abc import Mapping
from typing import Final

from flask import Response, abort, request

from scorekeeper.club.facts import Person
from scorekeeper.club.figures.accounts import account_of
from scorekeeper.club.ledger import (
    LedgerFilter,
    balances_of,
    ledger_page,
    night_sum,
)
from scorekeeper.club.stored_book import newest_night, people_of
from scorekeeper.games.links import Role
from scorekeeper.rules.settlement import TILL
from scorekeeper.web.club import club_pages
from scorekeeper.web.club.entry import ledger_lines, names_of_accounts
from scorekeeper.web.club.list_pages import page_asked, pages_beside
from scorekeeper.web.club.seasons import season_of
from scorekeeper.web.core.access import least_role, the_club, this_figures
from scorekeeper.web.core.page import Page, Part, show
from scorekeeper.web.core.site import site

BAR: Final = 1000
"""The width of the drawing of a bar, in its units."""
_NEWEST: Final = 4
"""How many entries the page of the money shows."""


@club_pages.get("/money")
@least_role(Role.OFFICER)
def money() -> Response:
    """Show the till, the balances and the newest entries."""
    store = site().store
    night, roll = newest_night(store), people_of(store)
    found, balances = ledger_page(this_figures(), LedgerFilter()), balances_of(this_figures())
    minor = {person: balances.of(person.id) for person in balances.people}
    zero, bars = make_bars({person: each for person, each in minor.items() if each})
    page = Page(
        "club/money.html",
        width=BAR,
        even=[person.name for person, owed in minor.items() if not owed],
        club=the_club(),
        today=store.today(),
        balances=balances,
        bars=bars,
        zero=zero,
        entries=found.total,
        night=night,
        came_in=night_sum(this_figures(), TILL, night.id) if night else 0,
        lines=ledger_lines(found.entries[:_NEWEST]),
        names=names_of_accounts(the_club(), roll),
    )
    return show(page)


def make_bars(minor: Mapping[Person, int]) -> tuple[int, list[Part]]:
    """Return where bars begin, and a bar for each balance, the greatest first.

    All together fill the width.
    """
    low, high = min([0, *minor.values()]), max([0, *minor.values()])
    span = max(high - low, 1)
    zero = -low * BAR // span
    ends = {person: (each - low) * BAR // span for person, each in minor.items()}
    return zero, [
        Part(
            person=person, minor=each, start=min(zero, ends[person]), width=abs(ends[person] - zero)
        )
        for person, each in sorted(minor.items(), key=lambda item: -item[1])
    ]


@club_pages.get("/money/ledger")
@least_role(Role.OFFICER)
def ledger() -> Response:
    """Show the entries of the ledger, page by page, and the trial balance."""
    store, number = site().store, page_asked()
    night, season = newest_night(store), season_of(store.today())
    person, of = request.args.get("person", ""), request.args.get("of")
    asked = LedgerFilter(
        night=night.id if night and of == "night" else "",
        account=account_of(person) if person else "",
        since=season.since if of == "season" else "",
    )
    roll = people_of(store)
    found, balances = ledger_page(this_figures(), asked, number), balances_of(this_figures())
    if number > found.pages:
        abort(404)
    here = {name: request.args[name] for name in ("of", "person") if name in request.args}
    page = Page(
        "club/ledger.html",
        club=the_club(),
        today=store.today(),
        balances=balances,
        of_people=-sum([balances.of(each.id) for each in balances.people]),
        entries=found.total,
        night=night,
        season=season,
        asked=asked,
        lines=ledger_lines(found.entries),
        names=names_of_accounts(the_club(), roll),
        page=number,
        pages=found.pages,
        **pages_beside("club.ledger", number, found.pages, **here),
    )
    return show(page)
