"""The ledger and a person's statement, as pages ask for them."""

from dataclasses import dataclass
from operator import itemgetter
from typing import Final

from scorekeeper.club.facts import ClubPayment, GameName, Night, Reversal, SettleWay
from scorekeeper.club.figures import (
    ClubFigures,
    LedgerEntry,
    LedgerKind,
    StatementLine,
    account_of,
    balance_of,
    nets_of,
    suggest_transfers,
    sum_money,
)
from scorekeeper.club.payments import (
    ADJUSTED,
    ALL_PAID,
    ALL_TAKEN_BACK,
    PAID,
    TAKEN_BACK,
    was_marked_on_later_phone,
)
from scorekeeper.club.rows import (
    StoredAct,
    find_act_on,
    find_act_with,
    find_payment,
    find_reversal_of,
    read_phones_played,
)
from scorekeeper.club.words import sources_in
from scorekeeper.games import GameStore

_ACTS: Final = {
    LedgerKind.PAYMENT: PAID,
    LedgerKind.REVERSAL: TAKEN_BACK,
    LedgerKind.ADJUSTMENT: ADJUSTED,
}
ENTRIES_A_PAGE: Final = 25
LINES_A_PAGE: Final = 50


def count_pages(count: int, most: int) -> int:
    """Return how many pages of at most so many things there are, at least one."""
    return max(1, -(-count // most))


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerFilter:
    """A choice of entries: of a night, of an account, from a day on; an empty text chooses all."""

    night: str = ""
    account: str = ""
    since: str = ""


def ledger_page(
    figures: ClubFigures, asked: LedgerFilter, page: int = 1
) -> tuple[list[LedgerEntry], int]:
    """Return a page of the ledger, the newest entry first, and how many pages there are."""
    ledger = figures.ledger
    places = figures.places.get(asked.account, ()) if asked.account else range(len(ledger))
    if asked.night or asked.since:
        places = [
            place
            for place in places
            if asked.night in ("", ledger[place].night) and asked.since <= ledger[place].date
        ]
    here = places[::-1][(page - 1) * ENTRIES_A_PAGE : page * ENTRIES_A_PAGE]
    return [ledger[place] for place in here], count_pages(len(places), ENTRIES_A_PAGE)


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
    of_ref = [entry for entry in figures.ledger if (entry.kind, entry.ref) == (kind, ref)]
    if not of_ref:
        return None
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
            entry=of_ref[0],
            act=act,
            method=payment.method if payment else "",
            taken_back_by=find_reversal_of(db, ref) or "",
            was_marked_on_later_phone=is_later,
        )


def night_sum(figures: ClubFigures, party: str, night: str) -> int:
    """Return by how much one night, with its payments, changed the balance of a party."""
    account = account_of(party)
    of_night = [entry for entry in figures.ledger if entry.night == night]
    minor = sum([entry.postings.get(account, 0) for entry in of_night])
    return balance_of(party, {account: minor})


def statement_page(
    figures: ClubFigures, person: str, page: int = 1
) -> tuple[list[StatementLine], int]:
    """Return a page of a person's statement, the newest line first, and how many there are."""
    lines = figures.lines_of(person)[::-1]
    here = lines[(page - 1) * LINES_A_PAGE : page * LINES_A_PAGE]
    return here, count_pages(len(lines), LINES_A_PAGE)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrySource:
    """The source of an entry, as far as pages tell it besides the entry itself.

    ``game`` is the name of its game, ``reason`` that of an adjustment; ``is_part`` is true if a
    payment is less than its night asked for.
    """

    game: GameName | None = None
    reason: str = ""
    is_part: bool = False


def source_of(figures: ClubFigures, entry: LedgerEntry) -> EntrySource:
    """Return the source of an entry."""
    known, ref = figures.once(sources_in), entry.ref or ""
    match entry.kind:
        case LedgerKind.GAME | LedgerKind.CORRECTION if not entry.corrects:
            return EntrySource(game=known.games.get(ref))
        case LedgerKind.ADJUSTMENT:
            return EntrySource(reason=known.reasons.get(ref, ""))
        case LedgerKind.PAYMENT:
            night = figures.once(_nights_by_id).get(entry.night or "")
            return EntrySource(is_part=_is_part(entry, night))
    return EntrySource()


def _nights_by_id(figures: ClubFigures) -> dict[str, Night]:
    return {night.id: night for night in figures.book.nights}


def _is_part(entry: LedgerEntry, night: Night | None) -> bool:
    """Tell whether a payment is less than what its closed night asked of these two."""
    if night is None or night.closed is None:
        return False
    plan = night.closed.plan or ()
    if night.settle is SettleWay.BANK:
        base = sum_money((nets_of(night.closed.seen), night.closed.before))
        plan = suggest_transfers(night.settle, base)
    (payer, _), (payee, minor) = sorted(entry.postings.items(), key=itemgetter(1))
    asked = [
        transfer.minor
        for transfer in plan
        if (account_of(transfer.payer), account_of(transfer.payee)) == (payer, payee)
    ]
    return bool(asked) and minor < asked[0]
