"""Reads and adds payments, reversals and adjustments, in the order in which they were entered."""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from scorekeeper.domain.club.facts import Adjustment, ClubPayment, Reversal
from scorekeeper.storage.club.clubs import new_id
from scorekeeper.storage.database import Connection

_COLUMNS: Final = "id, date, payer, payee, minor, night, method, reverses"
_ADJUSTMENTS: Final = "SELECT id, date, party, minor, reason FROM adjustment"
_WITH_IDS: Final = "id IN (SELECT value FROM json_each(?))"


def load_payments(db: Connection) -> tuple[ClubPayment | Reversal, ...]:
    """Return all payments and reversals."""
    rows = db.execute(f"SELECT {_COLUMNS} FROM payment ORDER BY number")
    return tuple([_payment(row) for row in rows.fetchall()])


def load_night_payments(db: Connection, night: str) -> tuple[ClubPayment | Reversal, ...]:
    """Return the payments of a night and their reversals."""
    rows = db.execute(
        f"SELECT {_COLUMNS} FROM payment WHERE night = ?"
        " OR reverses IN (SELECT id FROM payment WHERE night = ?) ORDER BY number",
        (night, night),
    )
    return tuple([_payment(row) for row in rows.fetchall()])


def find_payment(db: Connection, payment: str) -> ClubPayment | Reversal | None:
    """Return the payment or reversal with this id, or None."""
    return next(iter(find_payments(db, [payment])), None)


def find_payments(db: Connection, ids: Sequence[str]) -> tuple[ClubPayment | Reversal, ...]:
    """Return the payments and reversals with these ids."""
    rows = db.execute(f"SELECT {_COLUMNS} FROM payment WHERE {_WITH_IDS}", (json.dumps(ids),))
    return tuple([_payment(row) for row in rows.fetchall()])


def find_reversal_of(db: Connection, payment: str) -> str | None:
    """Return the id of the reversal of a payment, or None if it has none."""
    row = db.execute("SELECT id FROM payment WHERE reverses = ?", (payment,)).fetchone()
    return None if row is None else str(row[0])


def new_payment_id(db: Connection) -> str:
    """Return the id of a new payment or reversal."""
    return new_id(db, "payment", "m")


def add_payment(db: Connection, payment: ClubPayment, at: datetime) -> None:
    """Insert a payment behind all others."""
    _insert(
        db,
        payment.id,
        payment.date,
        payment.payer,
        payment.payee,
        payment.minor,
        payment.night or None,
        payment.method,
        None,
        at.isoformat(),
    )


def add_reversal(db: Connection, reversal: Reversal, at: datetime) -> None:
    """Insert a reversal of a payment that has none."""
    _insert(
        db,
        reversal.id,
        reversal.date,
        None,
        None,
        None,
        None,
        reversal.method,
        reversal.reverses,
        at.isoformat(),
    )


def _insert(db: Connection, *values: str | int | None) -> None:
    db.execute(
        f"INSERT INTO payment ({_COLUMNS}, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        values,
    )


def _payment(
    row: tuple[str, str, str, str, int, str | None, str, str | None],
) -> ClubPayment | Reversal:
    each, date, payer, payee, minor, night, method, reverses = row
    if reverses is not None:
        return Reversal(id=each, date=date, reverses=reverses, method=method)
    return ClubPayment(
        id=each,
        date=date,
        payer=payer,
        payee=payee,
        minor=minor,
        night=night or "",
        method=method,
    )


def load_adjustments(db: Connection) -> tuple[Adjustment, ...]:
    """Return all adjustments."""
    return _adjustments(db.execute(f"{_ADJUSTMENTS} ORDER BY number").fetchall())


def _adjustments(rows: Iterable[tuple[str, str, str, int, str]]) -> tuple[Adjustment, ...]:
    return tuple(
        [
            Adjustment(id=each, date=date, party=party, minor=minor, reason=reason)
            for each, date, party, minor, reason in rows
        ]
    )


def find_adjustment(db: Connection, adjustment: str) -> Adjustment | None:
    """Return the adjustment with this id, or None."""
    return next(iter(find_adjustments(db, [adjustment])), None)


def find_adjustments(db: Connection, ids: Sequence[str]) -> tuple[Adjustment, ...]:
    """Return the adjustments with these ids."""
    rows = db.execute(f"{_ADJUSTMENTS} WHERE {_WITH_IDS}", (json.dumps(ids),))
    return _adjustments(rows.fetchall())


def new_adjustment_id(db: Connection) -> str:
    """Return the id of a new adjustment."""
    return new_id(db, "adjustment", "a")


def add_adjustment(db: Connection, adjustment: Adjustment, at: datetime) -> None:
    """Insert an adjustment behind all others."""
    db.execute(
        "INSERT INTO adjustment (id, date, party, minor, reason, at) VALUES (?, ?, ?, ?, ?, ?)",
        (
            adjustment.id,
            adjustment.date,
            adjustment.party,
            adjustment.minor,
            adjustment.reason,
            at.isoformat(),
        ),
    )


class NumberedPayment(NamedTuple):
    """A payment or reversal with its number in the order in which they were entered."""

    number: int
    payment: ClubPayment | Reversal


class NumberedAdjustment(NamedTuple):
    """An adjustment with its number in the order in which they were entered."""

    number: int
    adjustment: Adjustment


_ENDS: Final = """(payer IN (SELECT value FROM json_each(:people))
    OR payee IN (SELECT value FROM json_each(:people)))"""


def numbered_payments(
    db: Connection, after: int, people: Iterable[str] = ()
) -> tuple[NumberedPayment, ...]:
    """Return payments and reversals with a number above ``after``, and all those of ``people``."""
    whose = sorted(people)
    theirs = f" OR {_ENDS} OR reverses IN (SELECT id FROM payment WHERE {_ENDS})"
    theirs = theirs if whose else ""
    rows = db.execute(
        f"SELECT number, {_COLUMNS} FROM payment WHERE number > :after{theirs} ORDER BY number",
        {"after": after, "people": json.dumps(whose)},
    ).fetchall()
    return tuple([NumberedPayment(row[0], _payment(row[1:])) for row in rows])


def numbered_adjustments(
    db: Connection, after: int, people: Iterable[str] = ()
) -> tuple[NumberedAdjustment, ...]:
    """Return the adjustments with a number above ``after``, and all those of ``people``."""
    rows = db.execute(
        "SELECT number, id, date, party, minor, reason FROM adjustment WHERE number > :after"
        " OR party IN (SELECT value FROM json_each(:people)) ORDER BY number",
        {"after": after, "people": json.dumps(sorted(people))},
    ).fetchall()
    return tuple(
        [
            NumberedAdjustment(
                number, Adjustment(id=each, date=date, party=party, minor=minor, reason=reason)
            )
            for number, each, date, party, minor, reason in rows
        ]
    )
