"""Writes a club book as its document; reading that document gives an equal book."""

import json
from collections.abc import Mapping
from typing import Any

from scorekeeper.domain.club.facts import (
    Adjustment,
    Closing,
    Club,
    ClubBook,
    ClubDefaults,
    ClubPayment,
    Fee,
    FeeRule,
    Night,
    Person,
    PlannedTransfer,
    Reversal,
)
from scorekeeper.domain.club.games import ClubGame
from scorekeeper.domain.names import trim_line
from scorekeeper.domain.settlement import write_amount
from scorekeeper.record.club import CLUB_FORMAT
from scorekeeper.record.document import Document
from scorekeeper.record.writing import make_stake_document


def write_book(book: ClubBook, records: Mapping[str, Document]) -> Document:
    """Return a club book as a JSON object; ``records`` are the game records by id of the game."""
    return BookWriter(book.club.currency, records).write(book)


def write_document(document: Document) -> str:
    """Return an object with each night, payment and so on in a line of its own."""
    fields = [f"{json.dumps(key)}: {_json_lines(value)}" for key, value in document.items()]
    return "{" + ",\n ".join(fields) + "}\n"


def _json_lines(value: Any) -> str:
    if not isinstance(value, list) or not value:
        return json.dumps(value, ensure_ascii=False)
    lines = [json.dumps(each, ensure_ascii=False) for each in value]
    return "[\n  " + ",\n  ".join(lines) + "]"


def _given(facts: Mapping[str, Any]) -> Document:
    """Return the facts that are there: neither None nor an empty text."""
    return {name: value for name, value in facts.items() if value not in (None, "")}


class BookWriter:
    """Writes the parts of a book whose money is in ``currency``."""

    def __init__(self, currency: str, records: Mapping[str, Document]) -> None:
        self.currency = currency
        self.records = records

    def write(self, book: ClubBook) -> Document:
        """Return the whole book."""
        return {
            "format": CLUB_FORMAT,
            "club": self._club(book.club),
            "people": [self._person(person) for person in book.people],
            "nights": [self._night(night) for night in book.nights],
            "payments": [self._payment(payment) for payment in book.payments],
            "adjustments": [self._adjustment(each) for each in book.adjustments],
        }

    def _money(self, minor: int) -> str:
        return write_amount(minor, self.currency)

    def _moneys(self, money: Mapping[str, int]) -> Document:
        return {person: self._money(minor) for person, minor in money.items()}

    def _club(self, club: Club) -> Document:
        return _given(
            {
                "name": club.name,
                "currency": club.currency,
                "opened": club.opened,
                "till": self._money(club.till),
                "defaults": self._defaults(club.defaults) or None,
            }
        )

    def _defaults(self, defaults: ClubDefaults) -> Document:
        return _given(
            {
                "stake": defaults.stake and make_stake_document(defaults.stake),
                "fee": defaults.fee and self._fee(defaults.fee),
                "settle": defaults.settle and str(defaults.settle),
            }
        )

    def _fee(self, fee: Fee) -> Document:
        is_due = fee.rule is not FeeRule.NONE or fee.minor
        return _given(
            {
                "per": str(fee.rule),
                "amount": self._money(fee.minor) if is_due else None,
                "guest": None if fee.guest is None else self._money(fee.guest),
            }
        )

    def _person(self, person: Person) -> Document:
        return _given(
            {
                "id": person.id,
                "name": person.name,
                "short": person.short,
                "joined": person.joined,
                "left": person.left,
                "active": None if person.is_active else False,
                "opening": self._money(person.opening) if person.opening else None,
                "same_as": person.same_as,
                "note": person.note,
            }
        )

    def _night(self, night: Night) -> Document:
        return _given(
            {
                "id": night.id,
                "date": night.date,
                "place": night.place,
                "fee": night.fee and self._fee(night.fee),
                "settle": str(night.settle),
                "games": [self._game(game) for game in night.games],
                "closed": night.closed and self._closing(night.closed),
                "corrected_on": night.corrected_on,
            }
        )

    def _game(self, game: ClubGame) -> Document:
        record = self.records[game.id]
        names = [trim_line(name) for name in record["players"]]
        closed = game.closed_early
        return _given(
            {
                "id": game.id,
                "table": game.table,
                "record": record,
                "players": dict(zip(names, game.people, strict=True)),
                "closed_early": {"settles": closed.settles} if closed else None,
                "void": game.is_void or None,
            }
        )

    def _closing(self, closing: Closing) -> Document:
        seen, plan = closing.seen, closing.plan
        return _given(
            {
                "on": closing.on,
                "money": {game: self._moneys(money) for game, money in seen.games.items()},
                "fees": self._moneys(seen.fees),
                "plan": None if plan is None else [self._transfer(each) for each in plan],
            }
        )

    def _transfer(self, transfer: PlannedTransfer | ClubPayment) -> Document:
        amount = self._money(transfer.minor)
        return {"from": transfer.payer, "to": transfer.payee, "amount": amount}

    def _payment(self, payment: ClubPayment | Reversal) -> Document:
        what = (
            {"reverses": payment.reverses}
            if isinstance(payment, Reversal)
            else {**self._transfer(payment), "night": payment.night}
        )
        return _given({"id": payment.id, "date": payment.date, **what, "method": payment.method})

    def _adjustment(self, adjustment: Adjustment) -> Document:
        return _given(
            {
                "id": adjustment.id,
                "date": adjustment.date,
                "party": adjustment.party,
                "amount": self._money(adjustment.minor),
                "reason": adjustment.reason,
            }
        )
