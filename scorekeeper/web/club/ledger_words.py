"""Entries of the ledger in the words of the club's pages, each with a link to its source."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from flask import url_for

from scorekeeper.bookkeeping.club.ledger import EntrySource, sources_of
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.club.facts import Person
from scorekeeper.domain.club.ledger import LedgerKind, party_of
from scorekeeper.domain.settlement import write_amount
from scorekeeper.storage.club.postings import EntryRow
from scorekeeper.web.core.club_access import night_address
from scorekeeper.wording import MINUS, with_capital, write_short_date
from scorekeeper.wording.club_words import write_game

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

    def lines(self, entries: Sequence[EntryRow], today: str) -> tuple[LedgerLine, ...]:
        """Return entries as rows, in their order."""
        sources = sources_of(self.store, entries)
        return tuple([self._line(entry, sources[entry.place], today) for entry in entries])

    def _line(self, entry: EntryRow, source: EntrySource, today: str) -> LedgerLine:
        debit = [(account, minor) for account, minor in entry.postings if minor > 0]
        credit = [(account, -minor) for account, minor in entry.postings if minor < 0]
        return LedgerLine(
            number=entry.seq,
            day=write_short_date(entry.place.date, today),
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

    def what(self, entry: EntryRow, source: EntrySource) -> str:
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

    def _payment_words(self, entry: EntryRow, source: EntrySource, *, is_back: bool) -> str:
        taken, given = [
            next(self._subject(account) for account, minor in entry.postings if minor * sign > 0)
            for sign in (-1, 1)
        ]
        if is_back:
            return f"{with_capital(given)} paid {taken}, taken back"
        part = ", part" if source.is_part else ""
        return f"{with_capital(taken)} paid {given}{part}"

    def _adjustment_words(self, entry: EntryRow) -> str:
        account, minor = entry.postings[0]
        if party_of(account) in self.people:
            return f"Adjustment for {self.name(account)}"
        return "Income" if minor > 0 else "Expense"

    def _subject(self, account: str) -> str:
        name = self.name(account)
        return f"the {name}" if name == account else name

    def address(self, entry: EntryRow) -> str:
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
