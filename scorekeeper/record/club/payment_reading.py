"""Reads the payments and adjustments of a club book."""

from typing import Any

from scorekeeper.domain.club.facts import Adjustment, ClubPayment, Reversal
from scorekeeper.domain.names import quote_text
from scorekeeper.domain.variant import Path
from scorekeeper.record.club.fields import FieldReader
from scorekeeper.record.club.night_reading import read_ends
from scorekeeper.record.club.scope import BEFORE_OPENING, BookScope, KnownIds


class PaymentReader:
    """Reads payments in their order; a reversal names one of those before it."""

    def __init__(self, scope: BookScope) -> None:
        self.scope = scope
        self._ids = KnownIds("payment")
        self._dates: dict[str, str] = {}
        self._reversals: set[str] = set()
        self._reversed: set[str] = set()

    def read(self, book: FieldReader) -> tuple[ClubPayment | Reversal, ...]:
        """Return the payments of a book."""
        return tuple([self._read_one(value, at) for at, value in book.items("payments")])

    def _read_one(self, value: Any, at: Path) -> ClubPayment | Reversal:
        reader = FieldReader(
            value,
            at,
            self.scope,
            keys="id date from to amount night method reverses",
            noun="A payment",
        )
        reader.require("id", "date")
        date = reader.date("date")
        self.scope.check_order(self.scope.opened, date, reader.place("date"), BEFORE_OPENING)
        # A reversal names an earlier payment, so its own id comes after.
        reverses = self._read_reversed(reader, date) if reader.has("reverses") else ""
        payment_id = reader.own_id(self._ids)
        self._dates.setdefault(payment_id, date)
        if reader.has("reverses"):
            self._reversals.add(payment_id)
            return Reversal(
                id=payment_id, date=date, reverses=reverses, method=reader.line("method")
            )
        return self._read_payment(reader, payment_id, date)

    def _read_reversed(self, reader: FieldReader, date: str) -> str:
        for name in ("from", "to", "amount", "night"):
            if reader.has(name):
                text = "A reversal takes back the whole of a payment, and says nothing else"
                reader.add(name, "bad_value", text)
        reverses = reader.other_id("reverses", self._ids)
        if not reverses:
            return ""
        if reverses in self._reversals:
            reader.add("reverses", "bad_reversal", "A reversal is not taken back")
        elif reverses in self._reversed:
            text = f"{quote_text(reverses)} was taken back already"
            reader.add("reverses", "bad_reversal", text)
        self._reversed.add(reverses)
        text = "This is before the payment that it takes back"
        self.scope.check_order(self._dates[reverses], date, reader.place("date"), text)
        return reverses

    def _read_payment(self, reader: FieldReader, payment_id: str, date: str) -> ClubPayment:
        reader.require("from", "to", "amount")
        payer, payee = read_ends(reader, self.scope)
        night = reader.other_id("night", self.scope.night_ids)
        text = "This is before the night that it is for"
        earlier = self.scope.nights.get(night, "")
        if date >= self.scope.opened:
            self.scope.check_order(earlier, date, reader.place("date"), text)
        return ClubPayment(
            id=payment_id,
            date=date,
            payer=payer,
            payee=payee,
            minor=reader.amount("amount", positive=True) or 0,
            night=night,
            method=reader.line("method"),
        )


def read_adjustments(book: FieldReader, scope: BookScope) -> tuple[Adjustment, ...]:
    """Return the adjustments of a book."""
    ids = KnownIds("adjustment")
    return tuple(
        [_read_adjustment(value, at, scope, ids) for at, value in book.items("adjustments")]
    )


def _read_adjustment(value: Any, at: Path, scope: BookScope, ids: KnownIds) -> Adjustment:
    reader = FieldReader(value, at, scope, keys="id date party amount reason", noun="An adjustment")
    reader.require("id", "date", "party", "amount")
    date = reader.date("date")
    scope.check_order(scope.opened, date, reader.place("date"), BEFORE_OPENING)
    return Adjustment(
        id=reader.own_id(ids),
        date=date,
        party=reader.party("party"),
        minor=reader.amount("amount", signed=True, positive=True) or 0,
        reason=reader.line("reason"),
    )
