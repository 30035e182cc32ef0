"""The page of a ledger entry that a person made: its postings, who made it, taking it back."""

from collections.abc import Iterable, Sequence

from flask import Response, abort, url_for

from scorekeeper.club.facts import Club, Person
from scorekeeper.club.figures.accounts import CLUB_ACCOUNTS, account_of, account_of_pot
from scorekeeper.club.figures.ledger import LedgerEntry, LedgerKind
from scorekeeper.club.ledger import facts_of_entry, sources_of
from scorekeeper.club.payments import reverse
from scorekeeper.club.stored_book import people_of
from scorekeeper.games.links import Role
from scorekeeper.rules.variant import Problem
from scorekeeper.web.club import club_pages
from scorekeeper.web.core.access import least_role, the_club, this_figures
from scorekeeper.web.core.page import Page, Part, show
from scorekeeper.web.core.posting import answer, make_club_fields, read_act
from scorekeeper.web.core.site import site


def ledger_lines(entries: Sequence[LedgerEntry]) -> list[Part]:
    """Return entries with their sources, in their order."""
    sources = sources_of(site().store, this_figures(), entries)
    return [
        Part(
            entry=entry,
            source=sources[entry.seq],
            debit=[(account, minor) for account, minor in entry.postings.items() if minor > 0],
            credit=[(account, -minor) for account, minor in entry.postings.items() if minor < 0],
        )
        for entry in entries
    ]


def names_of_accounts(club: Club, people: Iterable[Person]) -> dict[str, str]:
    """Return the name of each account: of its person, another spelling too, or pot, or its own."""
    own = {account: account for account in CLUB_ACCOUNTS}
    pots = {account_of_pot(pot.id): pot.name for pot in club.pots}
    return own | pots | {account_of(person.id): person.name for person in people}


@club_pages.get("/money/<any(payment, reversal, adjustment):what>/<club_id:ref>")
@least_role(Role.OFFICER)
def entry(what: str, ref: str) -> Response:
    """Show a payment, a reversal or an adjustment with its postings."""
    return show(_make_page(what, ref))


@club_pages.post("/money/payment/<club_id:ref>/back")
@least_role(Role.OFFICER)
def take_entry_back(ref: str) -> Response:
    """Take back the whole of a payment."""
    outcome = reverse(site().store, read_act(), ref)
    return answer(
        outcome,
        saved=lambda acted: url_for("club.entry", what="reversal", ref=acted.thing),
        again=lambda problems: _make_page("payment", ref, problems),
    )


def _make_page(kind: str, ref: str, problems: tuple[Problem, ...] = ()) -> Page:
    facts = facts_of_entry(site().store, this_figures(), LedgerKind(kind), ref)
    if facts is None:
        abort(404)
    (line,) = ledger_lines([facts.entry])
    return Page(
        "club/entry.html",
        line=line,
        facts=facts,
        names=names_of_accounts(the_club(), people_of(site().store)),
        currency=the_club().currency,
        problems=problems,
        club_fields=make_club_fields(),
    )
