"""The ledger, the balances and a person's statement, as pages ask for them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from scorekeeper.club.facts import (
    ClubPayment,
    Night,
    NightMoney,
    Person,
    Reversal,
    SettleWay,
)
from scorekeeper.club.figures.figures import ClubFigures
from scorekeeper.club.figures.ledger import (
    LedgerEntry,
    LedgerKind,
    StatementLine,
    balance_of,
    corrected_kind,
    corrected_lines,
)
from scorekeeper.club.figures.nights import account_of, nets_of, suggest_transfers, sum_money
from scorekeeper.club.games import GameName
from scorekeeper.club.payments import (
    ADJUSTED,
    ALL_PAID,
    ALL_TAKEN_BACK,
    PAID,
    TAKEN_BACK,
    was_marked_on_later_phone,
)
from scorekeeper.club.rows.clubs import StoredAct, find_act_on, find_act_with
from scorekeeper.club.rows.nights import find_night, load_nights, read_game_names
from scorekeeper.club.rows.people import (
    find_adjustments,
    find_payment,
    find_payments,
    find_reversal_of,
    read_phones_played,
)
from scorekeeper.games.game_store import GameStore
from scorekeeper.store.database import Connection

_ACTS: Final = {
    LedgerKind.PAYMENT: PAID,
    LedgerKind.REVERSAL: TAKEN_BACK,
    LedgerKind.ADJUSTMENT: ADJUSTED,
}
ENTRIES_A_PAGE: Final = 25
LINES_A_PAGE: Final = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerPage:
    """A page of the ledger, the newest entry first.

    ``count`` is the number of entries on all pages, ``total`` that in the whole ledger.
    """

    entries: tuple[LedgerEntry, ...]
    count: int
    total: int

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
    """The trial balance in minor units by account, zero or not; ``people`` have no spellings."""

    sums: Mapping[str, int]
    people: tuple[Person, ...]

    @property
    def sum(self) -> int:
        """The sum of all accounts, which is zero unless something is wrong."""
        return sum(self.sums.values())

    def of(self, party: str) -> int:
        """Return what a person has to get, or the cash of the till."""
        return balance_of(party, self.sums)


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerFilter:
    """A choice of entries: of a night, of an account, from a day on; an empty text chooses all."""

    night: str = ""
    account: str = ""
    since: str = ""

    def has(self, entry: LedgerEntry) -> bool:
        """Tell whether an entry with this account is chosen."""
        return self.night in ("", entry.night) and self.since <= entry.date


def ledger_page(figures: ClubFigures, asked: LedgerFilter, page: int = 1) -> LedgerPage:
    """Return a page of the ledger."""
    ledger = figures.ledger
    places = figures.places.get(asked.account, ()) if asked.account else range(len(ledger))
    if asked.night or asked.since:
        places = [place for place in places if asked.has(ledger[place])]
    here = places[::-1][(page - 1) * ENTRIES_A_PAGE : page * ENTRIES_A_PAGE]
    return LedgerPage(
        entries=tuple([replace(ledger[place], seq=place + 1) for place in here]),
        count=len(places),
        total=len(ledger),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryFacts:
    """An entry that somebody made, with the act that made it and the method of a payment.

    ``taken_back_by`` is the id of the reversal, empty if there is none.
    ``was_marked_on_later_phone`` tells whether its payee marked it on a phone that took the seat
    after the game.
    """

    entry: LedgerEntry
    act: StoredAct | None
    method: str
    taken_back_by: str
    was_marked_on_later_phone: bool


def facts_of_entry(
    store: GameStore, figures: ClubFigures, kind: LedgerKind, ref: str
) -> EntryFacts | None:
    """Return a payment, a reversal or an adjustment, or None if there is none."""
    of_ref = [
        replace(entry, seq=seq)
        for seq, entry in enumerate(figures.ledger, 1)
        if (entry.kind, entry.ref) == (kind, ref)
    ]
    if not of_ref:
        return None
    (entry,) = of_ref
    with store.database.reading() as db:
        payment = find_payment(db, ref)
        act = find_act_on(db, ref, _ACTS[kind])
        is_later = False
        match payment:
            case Reversal(reverses=reversed_id):
                act = act or find_act_with(db, reversed_id, ALL_TAKEN_BACK)
            case ClubPayment(night=night):
                act = act or find_act_with(db, ref, ALL_PAID)
                if act is not None and night:
                    is_later = was_marked_on_later_phone(
                        act, payment, read_phones_played(db, night)
                    )
        return EntryFacts(
            entry=entry,
            act=act,
            method=payment.method if payment else "",
            taken_back_by=find_reversal_of(db, ref) or "",
            was_marked_on_later_phone=is_later,
        )


def balances_of(figures: ClubFigures) -> Balances:
    """Return the balances of all accounts."""
    return Balances(sums=figures.sums, people=figures.book.people)


def balance_of_person(figures: ClubFigures, person: str) -> int:
    """Return what a person has to get from the club (minus: to pay), in minor units."""
    return balance_of(person, figures.sums)


def night_sum(figures: ClubFigures, party: str, night: str) -> int:
    """Return by how much one night, with its payments, changed the balance of a party."""
    account = account_of(party)
    ledger = figures.ledger
    minor = sum([entry.postings.get(account, 0) for entry in ledger if entry.night == night])
    return balance_of(party, {account: minor})


def statement_of(figures: ClubFigures, person: str, page: int = 1) -> StatementLines:
    """Return a page of a person's statement, the newest line first."""
    lines = all_lines_of(figures, person)[::-1]
    here = lines[(page - 1) * LINES_A_PAGE : page * LINES_A_PAGE]
    return StatementLines(lines=here, count=len(lines), page=page)


def all_lines_of(figures: ClubFigures, person: str) -> tuple[StatementLine, ...]:
    """Return the whole statement of a person, the oldest line first."""
    return tuple(figures.lines_of(person))


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrySource:
    """The source of an entry, as far as pages tell it besides the entry itself.

    ``game`` is the name of its game, ``reason`` that of an adjustment; ``is_part`` is true if a
    payment is less than its night asked for. ``corrects`` is what of a night a correction is about.
    """

    game: GameName | None = None
    reason: str = ""
    is_part: bool = False
    corrects: LedgerKind | None = None


def sources_of(
    store: GameStore, figures: ClubFigures, entries: Sequence[LedgerEntry]
) -> dict[int, EntrySource]:
    """Return the source of each entry, by its number in the ledger."""
    by_kind: dict[LedgerKind, list[LedgerEntry]] = {kind: [] for kind in LedgerKind}
    for entry in entries:
        by_kind[entry.kind].append(entry)
    of_games = by_kind[LedgerKind.GAME] + by_kind[LedgerKind.CORRECTION]
    adjusted = by_kind[LedgerKind.ADJUSTMENT]
    with store.database.reading() as db:
        games = read_game_names(db, _refs(of_games))
        reasons = {
            adjustment.id: adjustment.reason for adjustment in find_adjustments(db, _refs(adjusted))
        }
        parts = _parts(db, by_kind[LedgerKind.PAYMENT])
    corrections = _corrections(figures)
    found = {entry.seq: EntrySource() for entry in entries}
    found |= {entry.seq: EntrySource(game=games.get(entry.ref or "")) for entry in of_games}
    found |= {entry.seq: EntrySource(reason=reasons.get(entry.ref or "", "")) for entry in adjusted}
    found |= {
        entry.seq: EntrySource(corrects=corrected_kind(entry, corrections[entry.night or ""]))
        for entry in entries
        if entry.is_of_night
    }
    return found | {
        entry.seq: EntrySource(is_part=entry.ref in parts) for entry in by_kind[LedgerKind.PAYMENT]
    }


def _corrections(figures: ClubFigures) -> dict[str, NightMoney]:
    """Return the corrections of each night."""
    return {one_night.night.id: one_night.corrections for one_night in figures.nights}


def _refs(entries: Iterable[LedgerEntry]) -> list[str]:
    return [entry.ref for entry in entries if entry.ref]


def _parts(db: Connection, entries: Sequence[LedgerEntry]) -> set[str]:
    """Return the payments that are less than what their closed nights asked of these two."""
    nights = {night: find_night(db, night) for night in {entry.night for entry in entries} if night}
    payments = find_payments(db, _refs(entries))
    return {
        payment.id
        for payment in payments
        if isinstance(payment, ClubPayment) and _is_part(payment, nights.get(payment.night))
    }


def _is_part(payment: ClubPayment, night: Night | None) -> bool:
    if night is None or night.closed is None:
        return False
    plan = night.closed.plan or ()
    if night.settle is SettleWay.BANK:
        base = sum_money((nets_of(night.closed.seen), night.closed.before))
        plan = suggest_transfers(night.settle, base)
    ends = payment.payer, payment.payee
    asked = [transfer.minor for transfer in plan if (transfer.payer, transfer.payee) == ends]
    return bool(asked) and payment.minor < asked[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementPage:
    """A page of a statement, with the names of games and the reasons of adjustments by id.

    ``corrected`` is what lines correct that are of nights.
    """

    statement: StatementLines
    games: Mapping[str, GameName]
    reasons: Mapping[str, str]
    corrected: Mapping[StatementLine, LedgerKind]


def statement_page(
    store: GameStore, figures: ClubFigures, person: str, page: int = 1
) -> StatementPage:
    """Return a page of a person's statement, the first with the newest lines."""
    statement = statement_of(figures, person, page)
    refs = sorted({line.ref for line in statement.lines if line.ref})
    with store.database.reading() as db:
        return StatementPage(
            statement=statement,
            games=read_game_names(db, refs),
            reasons=_reasons(db, refs),
            corrected=corrected_lines(statement.lines, person, _corrections(figures)),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonStatement:
    """All lines of a person, the oldest first, and what they refer to, by id.

    ``games`` are names of games, ``nights`` dates of nights, ``methods`` those of payments,
    ``reasons`` those of adjustments. ``corrected`` is what lines correct that are of nights.
    """

    lines: tuple[StatementLine, ...]
    games: Mapping[str, GameName]
    nights: Mapping[str, str]
    methods: Mapping[str, str]
    reasons: Mapping[str, str]
    corrected: Mapping[StatementLine, LedgerKind]


def whole_statement(store: GameStore, figures: ClubFigures, person: str) -> PersonStatement:
    """Return the whole statement of a person, with the nights that it corrects."""
    lines = all_lines_of(figures, person)
    refs = sorted({line.ref for line in lines if line.ref})
    with store.database.reading() as db:
        return PersonStatement(
            lines=lines,
            games=read_game_names(db, refs),
            nights={night.id: night.date for night in load_nights(db)},
            methods={payment.id: payment.method for payment in find_payments(db, refs)},
            reasons=_reasons(db, refs),
            corrected=corrected_lines(lines, person, _corrections(figures)),
        )


def _reasons(db: Connection, refs: Sequence[str]) -> dict[str, str]:
    return {adjustment.id: adjustment.reason for adjustment in find_adjustments(db, refs)}
