"""The page of a ledger entry that a person made: its postings, who made it, taking it back."""

from dataclasses import dataclass
from typing import ClassVar

from flask import Response, abort, url_for

from scorekeeper.bookkeeping.club.book import people_of
from scorekeeper.bookkeeping.club.ledger import EntryFacts, facts_of_entry
from scorekeeper.bookkeeping.club.links import ClubRole
from scorekeeper.bookkeeping.club.payments import reverse
from scorekeeper.domain.club.ledger import TILL_ACCOUNT, LedgerKind, party_of
from scorekeeper.domain.settlement import write_amount
from scorekeeper.domain.variant import Problem
from scorekeeper.storage.club.postings import EntryRow
from scorekeeper.web.club.blueprint import club_pages
from scorekeeper.web.club.ledger_words import LedgerLine, LedgerWords
from scorekeeper.web.core.access import least_role
from scorekeeper.web.core.club_access import night_address, this_club_visit
from scorekeeper.web.core.club_posting import (
    ClubFields,
    answer_club,
    make_club_fields,
    read_club_post,
)
from scorekeeper.web.core.filters import write_moment
from scorekeeper.web.core.page import show
from scorekeeper.web.core.site import site
from scorekeeper.wording import write_balance, write_date


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPage:
    """An entry with its postings; ``notes`` are pairs of a label and a text.

    An adjustment cannot be taken back: ``opposite`` leads to a form that is filled in with the
    opposite adjustment.
    """

    template: ClassVar = "club/entry.html"
    line: LedgerLine
    day: str
    postings: tuple[tuple[str, str], ...]
    notes: tuple[tuple[str, str], ...]
    night: str
    back: str
    taken_back: str
    opposite: str
    problems: tuple[str, ...]
    club_fields: ClubFields


@club_pages.get("/money/<any(payment, reversal, adjustment):what>/<club_id:ref>")
@least_role(ClubRole.OFFICER)
def entry(what: str, ref: str) -> Response:
    """Show a payment, a reversal or an adjustment with its postings."""
    return show(_make_page(what, ref))


@club_pages.post("/money/payment/<club_id:ref>/back")
@least_role(ClubRole.OFFICER)
def take_entry_back(ref: str) -> Response:
    """Take back the whole of a payment."""
    outcome = reverse(site().store, read_club_post(), ref)
    return answer_club(
        outcome,
        saved=lambda acted: url_for("club.entry", what="reversal", ref=acted.subject),
        again=lambda problems: _make_page("payment", ref, problems),
    )


def _make_page(kind: str, ref: str, problems: tuple[Problem, ...] = ()) -> EntryPage:
    store, currency = site().store, this_club_visit().club.currency
    facts = facts_of_entry(store, LedgerKind(kind), ref)
    if facts is None:
        abort(404)
    people = {person.id: person for person in people_of(store)}
    words = LedgerWords(store, people, currency)
    (line,) = words.lines([facts.entry], store.today())
    is_payment = kind == LedgerKind.PAYMENT
    taken_back = facts.taken_back_by
    return EntryPage(
        line=line,
        day=write_date(facts.entry.place.date),
        postings=tuple(
            [
                (words.name(account), write_balance(minor, currency))
                for account, minor in facts.entry.postings
            ]
        ),
        notes=tuple(_notes(facts)),
        night=night_address(facts.entry.night) if facts.entry.night else "",
        back=url_for("club.take_entry_back", ref=ref) if is_payment and not taken_back else "",
        taken_back=url_for("club.entry", what="reversal", ref=taken_back) if taken_back else "",
        opposite=_opposite(facts.entry, line, currency) if kind == LedgerKind.ADJUSTMENT else "",
        problems=tuple([each.text for each in problems]),
        club_fields=make_club_fields(),
    )


def _opposite(entry: EntryRow, line: LedgerLine, currency: str) -> str:
    """Return the address of the form, filled in with the opposite of an adjustment."""
    account, minor = entry.postings[0]
    gains = minor > 0 if account == TILL_ACCOUNT else minor < 0
    return url_for(
        "club.ask_expense",
        kind="expense" if gains else "income",
        reason=f"Taken back: {line.what}",
        amount=write_amount(abs(minor), currency),
        party=party_of(account),
    )


def _notes(facts: EntryFacts) -> list[tuple[str, str]]:
    notes = [("How", facts.method)] if facts.method else []
    if facts.act is not None:
        who = f" by {facts.act.who}" if facts.act.who else ""
        notes.append(("Entered", f"{write_moment(facts.act.at)}{who}"))
    return notes
