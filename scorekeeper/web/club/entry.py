"""The page of a ledger entry that a person made: its postings, who made it, taking it back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from flask import Response, abort, url_for

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.club.book import people_of
from scorekeeper.bookkeeping.club.ledger import EntryFacts, EntrySource, facts_of_entry, sources_of
from scorekeeper.bookkeeping.club.payments import reverse
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.club.facts import Person
from scorekeeper.domain.club.ledger import TILL_ACCOUNT, LedgerEntry, LedgerKind, party_of
from scorekeeper.domain.settlement import write_amount
from scorekeeper.domain.variant import Problem
from scorekeeper.web.club.blueprint import club_pages
from scorekeeper.web.core.access import least_role, night_address, the_club
from scorekeeper.web.core.filters import write_moment
from scorekeeper.web.core.page import show
from scorekeeper.web.core.posting import EntryFields, answer, make_club_fields, read_act
from scorekeeper.web.core.site import site
from scorekeeper.wording import MINUS, with_capital, write_balance, write_date, write_short_date
from scorekeeper.wording.club_words import write_game

# --- Entries of the ledger in the words of the club's pages, each with a link to its source -------


_MOST_NAMED: Final = 3
"""The most parties of one side that are named; of more, only the number is written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerLine:
    """An entry as a row: its source with the address of that, its two sides, and its sum.

    ``sides`` has both sides in one line with signs, plus for debit.
    """

    number: int
    day: str
    what: str
    address: str
    debit: str
    credit: str
    sides: str
    sum: str


class LedgerWords:
    """Writes entries in words; ``people`` are by id, other spellings included."""

    def __init__(self, store: GameStore, people: Mapping[str, Person], currency: str) -> None:
        self.store = store
        self.people = people
        self.currency = currency

    def lines(self, entries: Sequence[LedgerEntry], today: str) -> tuple[LedgerLine, ...]:
        """Return entries as rows, in their order."""
        sources = sources_of(self.store, entries)
        return tuple([self._line(entry, sources[entry.seq], today) for entry in entries])

    def _line(self, entry: LedgerEntry, source: EntrySource, today: str) -> LedgerLine:
        debit = [(account, minor) for account, minor in entry.postings.items() if minor > 0]
        credit = [(account, -minor) for account, minor in entry.postings.items() if minor < 0]
        return LedgerLine(
            number=entry.seq,
            day=write_short_date(entry.date, today),
            what=self.what(entry, source),
            address=self.address(entry),
            debit=self._side(debit),
            credit=self._side(credit),
            sides=f"{self._side(credit, MINUS)}, {self._side(debit, '+')}",
            sum=write_amount(sum([minor for _, minor in debit]), self.currency),
        )

    def _side(self, side: Iterable[tuple[str, int]], sign: str = "") -> str:
        """Return the parties of one side with their amounts, or only the number of many."""
        parties = list(side)
        if len(parties) > _MOST_NAMED:
            minor = sum([each for _, each in parties])
            return f"{len(parties)} people {sign}{write_amount(minor, self.currency)}"
        return ", ".join(
            [
                f"{self.name(account)} {sign}{write_amount(minor, self.currency)}"
                for account, minor in parties
            ]
        )

    def name(self, account: str) -> str:
        """Return the name of an account: that of a person, ``till`` or ``fees``."""
        party = party_of(account)
        return self.people[party].name if party in self.people else account

    def what(self, entry: LedgerEntry, source: EntrySource) -> str:
        """Return the source of an entry in words: ``Gus paid Lou``, ``Gin 100, table 3``."""
        match LedgerKind(entry.kind):
            case LedgerKind.OPENING:
                return "Opening balances"
            case LedgerKind.GAME:
                return _game_words(source)
            case LedgerKind.FEE:
                return "Fees of the night"
            case LedgerKind.CORRECTION:
                is_fees = entry.ref == entry.night
                return f"Corrected: {'fees' if is_fees else _game_words(source)}"
            case LedgerKind.ADJUSTMENT:
                return source.reason or self._adjustment_words(entry)
            case kind:
                return self._payment_words(entry, source, is_back=kind is LedgerKind.REVERSAL)

    def _payment_words(self, entry: LedgerEntry, source: EntrySource, *, is_back: bool) -> str:
        taken, given = [
            next(
                self._subject(account)
                for account, minor in entry.postings.items()
                if minor * sign > 0
            )
            for sign in (-1, 1)
        ]
        if is_back:
            return f"{with_capital(given)} paid {taken}, taken back"
        part = ", part" if source.is_part else ""
        return f"{with_capital(taken)} paid {given}{part}"

    def _adjustment_words(self, entry: LedgerEntry) -> str:
        account, minor = next(iter(entry.postings.items()))
        if party_of(account) in self.people:
            return f"Adjustment for {self.name(account)}"
        return "Income" if minor > 0 else "Expense"

    def _subject(self, account: str) -> str:
        name = self.name(account)
        return f"the {name}" if name == account else name

    def address(self, entry: LedgerEntry) -> str:
        """Return the address of an entry's source: its game, its night or the entry's page."""
        match LedgerKind(entry.kind):
            case LedgerKind.GAME:
                return url_for("club.game", game=entry.ref)
            case LedgerKind.CORRECTION if entry.ref != entry.night:
                return url_for("club.game", game=entry.ref)
            case LedgerKind.FEE | LedgerKind.CORRECTION:
                return night_address(str(entry.night))
            case LedgerKind.OPENING:
                return url_for("club.people")
            case kind:
                return url_for("club.entry", what=str(kind), ref=entry.ref)


def _game_words(source: EntrySource) -> str:
    return write_game(source.game) if source.game else "Game"


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
    club_fields: EntryFields


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


def _make_page(kind: str, ref: str, problems: tuple[Problem, ...] = ()) -> EntryPage:
    store, currency = site().store, the_club().currency
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
        day=write_date(facts.entry.date),
        postings=tuple(
            [
                (words.name(account), write_balance(minor, currency))
                for account, minor in facts.entry.postings.items()
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


def _opposite(entry: LedgerEntry, line: LedgerLine, currency: str) -> str:
    """Return the address of the form, filled in with the opposite of an adjustment."""
    account, minor = next(iter(entry.postings.items()))
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
