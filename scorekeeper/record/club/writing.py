"""Writes a club book as its document; reading that document gives an equal book."""

import json
from collections.abc import Mapping
from dataclasses import replace
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
from scorekeeper.domain.club.spellings import meant_ids
from scorekeeper.domain.names import free_name, trim_line
from scorekeeper.domain.settlement import write_amount
from scorekeeper.record.club import CLUB_FORMAT
from scorekeeper.record.club.organised_writing import OrganisedWriter, given, write_season
from scorekeeper.record.club.reading import BookReading
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


class BookWriter:
    """Writes the parts of a book whose money is in ``currency``."""

    def __init__(self, currency: str, records: Mapping[str, Document]) -> None:
        self.currency = currency
        self.records = records
        self.organised = OrganisedWriter(currency)

    def write(self, book: ClubBook) -> Document:
        seasons = [write_season(each) for each in book.seasons]
        return {
            "format": CLUB_FORMAT,
            "club": self._club(book.club),
            "people": [self._person(person) for person in book.people],
            "nights": [self._night(night) for night in book.nights],
            "payments": [self._payment(payment) for payment in book.payments],
            "adjustments": [self._adjustment(each) for each in book.adjustments],
            **({"seasons": seasons} if seasons else {}),
        }

    def _money(self, minor: int) -> str:
        return write_amount(minor, self.currency)

    def _moneys(self, money: Mapping[str, int]) -> Document:
        return {person: self._money(minor) for person, minor in money.items()}

    def _club(self, club: Club) -> Document:
        return given(
            {
                "name": club.name,
                "currency": club.currency,
                "opened": club.opened,
                "till": self._money(club.till),
                "defaults": self._defaults(club.defaults) or None,
                "pots": [self.organised.pot(pot) for pot in club.pots] or None,
            }
        )

    def _defaults(self, defaults: ClubDefaults) -> Document:
        return given(
            {
                "stake": defaults.stake and make_stake_document(defaults.stake),
                "fee": self._fees(defaults.fees),
                "settle": defaults.settle and str(defaults.settle),
            }
        )

    def _fees(self, fees: tuple[Fee, ...]) -> Document | list[Document] | None:
        """Return one rule as it stands, several as a list."""
        written = [self._fee(fee) for fee in fees]
        return written if len(written) > 1 else next(iter(written), None)

    def _fee(self, fee: Fee) -> Document:
        is_due = fee.rule is not FeeRule.NONE or fee.minor
        return given(
            {
                "per": str(fee.rule),
                "amount": self._money(fee.minor) if is_due else None,
                "guest": None if fee.guest is None else self._money(fee.guest),
            }
        )

    def _person(self, person: Person) -> Document:
        return given(
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
        return given(
            {
                "id": night.id,
                "date": night.date,
                "place": night.place,
                "fee": self._fees(night.fees),
                "settle": str(night.settle),
                "organised": night.organised and self.organised.write(night.organised),
                "games": [self._game(game) for game in night.games],
                "closed": night.closed and self._closing(night.closed),
                "corrected_on": night.corrected_on,
            }
        )

    def _game(self, game: ClubGame) -> Document:
        record = self.records[game.id]
        names = [trim_line(name) for name in record["players"]]
        closed = game.closed_early
        return given(
            {
                "id": game.id,
                "round": game.round,
                "table": game.table,
                "record": record,
                "players": dict(zip(names, game.people, strict=True)),
                "closed_early": {"settles": closed.settles} if closed else None,
                "void": game.is_void or None,
            }
        )

    def _closing(self, closing: Closing) -> Document:
        seen, plan = closing.seen, closing.plan
        return given(
            {
                "on": closing.on,
                "money": {game: self._moneys(money) for game, money in seen.games.items()},
                "fees": self._moneys(seen.fees),
                "entry": self._moneys(seen.entry) or None,
                "prize": self._moneys(seen.prize) or None,
                "plan": None if plan is None else [self._transfer(each) for each in plan],
                "before": self._moneys(closing.before) or None,
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
        return given({"id": payment.id, "date": payment.date, **what, "method": payment.method})

    def _adjustment(self, adjustment: Adjustment) -> Document:
        return given(
            {
                "id": adjustment.id,
                "date": adjustment.date,
                "party": adjustment.party,
                "amount": self._money(adjustment.minor),
                "reason": adjustment.reason,
            }
        )


# --- Takes a person's name out of a club book; ids and figures stay as they are -------------------


def anonymise(reading: BookReading, person: str) -> Document | None:
    """Return the book without the name of a person in any spelling.

    Returns None if the book could not be read or has no such person.

    Free texts, such as titles and reasons, are not searched.
    """
    if reading.book is None or person not in {each.id for each in reading.book.people}:
        return None
    book = reading.book
    meant = meant_ids(book.people)
    wanted = meant.get(person, person)
    ids = {each.id for each in book.people if wanted in (each.id, each.same_as)}
    records = _rename_seats(book, reading.records, ids)
    people = [_without_name(each) if each.id in ids else each for each in book.people]
    return write_book(replace(book, people=tuple(people)), records)


def _without_name(person: Person) -> Person:
    return replace(person, name=person.id, short="", note="")


def _rename_seats(
    book: ClubBook, records: Mapping[str, Document], ids: set[str]
) -> dict[str, Document]:
    renamed = dict(records)
    for night in book.nights:
        for game in night.games:
            for seat, person in enumerate(game.people):
                if person in ids:
                    renamed[game.id] = _rename_seat(renamed[game.id], seat, person)
    return renamed


def _rename_seat(record: Document, seat: int, person: str) -> Document:
    """Return a record in which the player in a seat is called by the person's id."""
    names = [trim_line(name) for name in record["players"]]
    old = names[seat]
    new = free_name(person, [name for other, name in enumerate(names) if other != seat])
    names[seat] = new
    deals = [_rename_in_deal(deal, old, new) for deal in record.get("deals") or ()]
    return {**record, "players": names, "deals": deals}


def _rename_in_deal(deal: Document, old: str, new: str) -> Document:
    renamed = dict(deal)
    for key in ("by", "dealer"):
        if isinstance(deal.get(key), str):
            renamed[key] = _renamed(deal[key], old, new)
    if isinstance(deal.get("hands"), dict):
        hands: dict[str, Any] = deal["hands"]
        renamed["hands"] = {_renamed(name, old, new): hand for name, hand in hands.items()}
    return renamed


def _renamed(name: str, old: str, new: str) -> str:
    return new if trim_line(name) == old else name
