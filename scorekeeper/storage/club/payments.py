"""Reads and adds payments, reversals and adjustments, in the order in which they were entered."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from scorekeeper.domain.club.facts import Adjustment, ClubPayment, Reversal
from scorekeeper.storage.club.clubs import new_id, new_id_in
from scorekeeper.storage.database import Connection

_COLUMNS: Final = "id, date, payer, payee, minor, night, method, reverses"
_ADJUSTMENTS: Final = "SELECT id, date, party, minor, reason FROM adjustment"
_WITH_IDS: Final = "id IN (SELECT value FROM json_each(?))"


def load_payments(db: Connection, *, skip: int = 0) -> tuple[ClubPayment | Reversal, ...]:
    """Return all payments and reversals but the first ``skip``; they are only ever added."""
    rows = db.execute(f"SELECT {_COLUMNS} FROM payment ORDER BY number LIMIT -1 OFFSET ?", (skip,))
    return tuple([_payment(row) for row in rows.fetchall()])


def has_movements(db: Connection) -> bool:
    """Tell whether any money has moved since the club opened, or a night has been opened."""
    found = db.execute(
        "SELECT EXISTS (SELECT 1 FROM payment) OR EXISTS (SELECT 1 FROM adjustment)"
        " OR EXISTS (SELECT 1 FROM night)"
    ).fetchone()
    return bool(found[0])


def load_night_payments(db: Connection, *nights: str) -> tuple[ClubPayment | Reversal, ...]:
    """Return the payments of nights and their reversals."""
    asked = "SELECT value FROM json_each(:nights)"
    rows = db.execute(
        f"SELECT {_COLUMNS} FROM payment WHERE night IN ({asked})"
        f" OR reverses IN (SELECT id FROM payment WHERE night IN ({asked})) ORDER BY number",
        {"nights": json.dumps(nights)},
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


def add_payment(db: Connection, payment: ClubPayment | Reversal, at: datetime) -> str:
    """Insert a payment behind all others, or a reversal of a payment that has none; return its id.

    It gets a new one if it has none.
    """
    facts: tuple[str | int | None, ...] = (None, None, None, None)
    reverses = payment.reverses if isinstance(payment, Reversal) else None
    if isinstance(payment, ClubPayment):
        facts = payment.payer, payment.payee, payment.minor, payment.night or None
    row = db.execute(
        f"""
        INSERT INTO payment ({_COLUMNS}, at)
        VALUES (coalesce(?, {new_id_in("payment", "m")}), ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
        """,
        (payment.id or None, payment.date, *facts, payment.method, reverses, at.isoformat()),
    ).fetchone()
    return str(row[0])


def _payment(row: Sequence[Any]) -> ClubPayment | Reversal:
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


def load_adjustments(db: Connection, *, skip: int = 0) -> tuple[Adjustment, ...]:
    """Return all adjustments but the first ``skip``; they are only ever added."""
    rows = db.execute(f"{_ADJUSTMENTS} ORDER BY number LIMIT -1 OFFSET ?", (skip,))
    return tuple([_adjustment(row) for row in rows.fetchall()])


def _adjustment(row: Sequence[Any]) -> Adjustment:
    each, date, party, minor, reason = row
    return Adjustment(id=each, date=date, party=party, minor=minor, reason=reason)


def find_adjustments(db: Connection, ids: Sequence[str]) -> tuple[Adjustment, ...]:
    """Return the adjustments with these ids."""
    rows = db.execute(f"{_ADJUSTMENTS} WHERE {_WITH_IDS}", (json.dumps(ids),))
    return tuple([_adjustment(row) for row in rows.fetchall()])


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
