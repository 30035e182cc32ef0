"""Reads the ledger, the balances and a person's statement from the derived rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scorekeeper.bookkeeping.club.payments import ADJUSTED, PAID, TAKEN_BACK
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.club.facts import ClubBook, ClubPayment, Person, SettleWay
from scorekeeper.domain.club.games import GameName
from scorekeeper.domain.club.ledger import (
    LedgerKind,
    StatementLine,
    account_of,
    accounts_of_club,
    balance_of,
    party_of,
)
from scorekeeper.domain.club.nights import nets_of, suggest_transfers
from scorekeeper.domain.club.spellings import join_spellings
from scorekeeper.storage.club.acts import StoredAct, find_act_on
from scorekeeper.storage.club.clubs import find_club_row
from scorekeeper.storage.club.ledger import (
    AccountRow,
    EntryPlace,
    EntryRow,
    LedgerFilter,
    count_ledger,
    find_entry_of,
    read_accounts,
    read_ledger,
    read_statement,
    sum_of_account,
)
from scorekeeper.storage.club.nights import find_closing, find_night, load_nights, read_game_names
from scorekeeper.storage.club.payments import (
    find_adjustment,
    find_adjustments,
    find_payment,
    find_payments,
    find_reversal_of,
)
from scorekeeper.storage.club.people import load_people
from scorekeeper.storage.database import Connection

_ACTS: Final = {
    LedgerKind.PAYMENT: PAID,
    LedgerKind.REVERSAL: TAKEN_BACK,
    LedgerKind.ADJUSTMENT: ADJUSTED,
}
ENTRIES_A_PAGE: Final = 25
LINES_A_PAGE: Final = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerPage:
    """A page of the ledger, the newest entry first; ``count`` is the number on all pages."""

    entries: tuple[EntryRow, ...]
    count: int

    @property
    def pages(self) -> int:
        """How many pages there are, at least one."""
        return max(1, -(-self.count // ENTRIES_A_PAGE))


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementLines:
    """A page of a person's statement, the newest line first."""

    lines: tuple[StatementLine, ...]
    count: int
    page: int

    @property
    def pages(self) -> int:
        """How many pages there are, at least one."""
        return max(1, -(-self.count // LINES_A_PAGE))


@dataclass(frozen=True, slots=True, kw_only=True)
class Balances:
    """The trial balance in minor units by account, zero or not; and how many entries there are."""

    sums: Mapping[str, int]
    people: tuple[Person, ...]
    entries: int

    @property
    def sum(self) -> int:
        """The sum of all accounts, which is zero unless something is wrong."""
        return sum(self.sums.values())

    def of(self, party: str) -> int:
        """Return what a person has to get, or the cash of the till."""
        return balance_of(party, self.sums)


def ledger_page(store: GameStore, asked: LedgerFilter, page: int = 1) -> LedgerPage:
    """Return a page of the ledger."""
    skip = (page - 1) * ENTRIES_A_PAGE
    with store.database.reading() as db:
        entries, count = read_ledger(db, asked, skip=skip, most=ENTRIES_A_PAGE)
    return LedgerPage(entries=tuple(entries), count=count)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryFacts:
    """An entry that somebody made, with the act that made it and the method of a payment.

    ``taken_back_by`` is the id of the reversal, empty if there is none.
    """

    entry: EntryRow
    act: StoredAct | None
    method: str
    taken_back_by: str


def facts_of_entry(store: GameStore, kind: LedgerKind, ref: str) -> EntryFacts | None:
    """Return a payment, a reversal or an adjustment, or None if there is none."""
    with store.database.reading() as db:
        entry, payment = find_entry_of(db, kind, ref), find_payment(db, ref)
        if entry is None:
            return None
        return EntryFacts(
            entry=entry,
            act=find_act_on(db, ref, _ACTS[kind]),
            method=payment.method if payment else "",
            taken_back_by=find_reversal_of(db, ref) or "",
        )


def balances_of(store: GameStore) -> Balances:
    """Return the balances of all accounts; raises LookupError without a club."""
    with store.database.reading() as db:
        row, people, sums = find_club_row(db), load_people(db), read_accounts(db)
        entries = count_ledger(db)
    if row is None:
        raise LookupError
    book = join_spellings(ClubBook(club=row.club, people=people))
    accounts = accounts_of_club(book)
    return Balances(
        sums={account: sums.get(account, 0) for account in accounts},
        people=book.people,
        entries=entries,
    )


def night_sum(store: GameStore, party: str, night: str) -> int:
    """Return by how much one night, with its payments, changed the balance of a party."""
    account = account_of(party)
    with store.database.reading() as db:
        return balance_of(party, {account: sum_of_account(db, account, night=night)})


def statement_of(store: GameStore, person: str, page: int = 1) -> StatementLines:
    """Return a page of a person's statement, the newest line first."""
    skip = (page - 1) * LINES_A_PAGE
    with store.database.reading() as db:
        rows, count = read_statement(db, account_of(person), skip=skip, most=LINES_A_PAGE)
    return StatementLines(lines=tuple([_line(row) for row in rows]), count=count, page=page)


def all_lines_of(store: GameStore, person: str) -> tuple[StatementLine, ...]:
    """Return the whole statement of a person, the oldest line first."""
    with store.database.reading() as db:
        rows, _ = read_statement(db, account_of(person), skip=0, most=-1)
    return tuple([_line(row) for row in reversed(rows)])


def _line(row: AccountRow) -> StatementLine:
    kind = LedgerKind(row.kind)
    has_other = kind in (LedgerKind.PAYMENT, LedgerKind.REVERSAL)
    return StatementLine(
        date=row.place.date,
        kind=kind,
        ref=row.ref or "",
        night=row.night or "",
        amount=-row.minor,
        balance=-row.sum,
        other=party_of(row.other) if has_other else "",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrySource:
    """The source of an entry, as far as pages tell it besides the entry itself.

    ``game`` is the name of its game, ``reason`` that of an adjustment; ``is_part`` is true if a
    payment is less than its night asked for.
    """

    game: GameName | None = None
    reason: str = ""
    is_part: bool = False


def sources_of(store: GameStore, entries: Sequence[EntryRow]) -> dict[EntryPlace, EntrySource]:
    """Return the source of each entry, by its place."""
    with store.database.reading() as db:
        games = read_game_names(db, [each.ref for each in entries if each.ref])
        return {each.place: _source_of(db, each, games) for each in entries}


def _source_of(db: Connection, entry: EntryRow, games: Mapping[str, GameName]) -> EntrySource:
    match entry.kind:
        case LedgerKind.GAME | LedgerKind.CORRECTION:
            return EntrySource(game=games.get(entry.ref or ""))
        case LedgerKind.ADJUSTMENT:
            adjustment = find_adjustment(db, entry.ref or "")
            return EntrySource(reason=adjustment.reason if adjustment else "")
        case LedgerKind.PAYMENT:
            return EntrySource(is_part=_is_part(db, entry))
        case _:
            return EntrySource()


def _is_part(db: Connection, entry: EntryRow) -> bool:
    """Tell whether a payment is less than what its closed night asked of these two."""
    payment, night = find_payment(db, entry.ref or ""), find_night(db, entry.night or "")
    closing = None if night is None else find_closing(db, night.id)
    if not isinstance(payment, ClubPayment) or night is None or closing is None:
        return False
    plan = closing.plan or ()
    if night.settle is SettleWay.BANK:
        plan = suggest_transfers(night.settle, nets_of(closing.seen))
    ends = payment.payer, payment.payee
    asked = [each.minor for each in plan if (each.payer, each.payee) == ends]
    return bool(asked) and payment.minor < asked[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementPage:
    """A page of a statement, with the names of games and the reasons of adjustments by id."""

    statement: StatementLines
    games: Mapping[str, GameName]
    reasons: Mapping[str, str]


def statement_page(store: GameStore, person: str, page: int = 1) -> StatementPage:
    """Return a page of a person's statement, the first with the newest lines."""
    statement = statement_of(store, person, page)
    refs = sorted({line.ref for line in statement.lines if line.ref})
    with store.database.reading() as db:
        return StatementPage(
            statement=statement, games=read_game_names(db, refs), reasons=_reasons(db, refs)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonStatement:
    """All lines of a person, the oldest first, and what they refer to, by id.

    ``games`` are names of games, ``nights`` dates of nights, ``methods`` those of payments,
    ``reasons`` those of adjustments.
    """

    lines: tuple[StatementLine, ...]
    games: Mapping[str, GameName]
    nights: Mapping[str, str]
    methods: Mapping[str, str]
    reasons: Mapping[str, str]


def whole_statement(store: GameStore, person: str) -> PersonStatement:
    """Return the whole statement of a person, read from derived rows alone."""
    lines = all_lines_of(store, person)
    refs = sorted({line.ref for line in lines if line.ref})
    with store.database.reading() as db:
        return PersonStatement(
            lines=lines,
            games=read_game_names(db, refs),
            nights={night.id: night.date for night in load_nights(db)},
            methods={each.id: each.method for each in find_payments(db, refs)},
            reasons=_reasons(db, refs),
        )


def _reasons(db: Connection, refs: Sequence[str]) -> dict[str, str]:
    return {each.id: each.reason for each in find_adjustments(db, refs)}
