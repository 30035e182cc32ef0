"""Reads and adds payments, reversals and adjustments, in the order in which they were entered."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from scorekeeper.club.facts import Adjustment, ClubPayment, Reversal
from scorekeeper.club.rows.clubs import new_id
from scorekeeper.store.database import Connection
from scorekeeper.store.rows import Rows, value_of

_WITH_IDS: Final = "id IN (SELECT value FROM json_each(?))"


def load_payments(db: Connection, *, skip: int = 0) -> tuple[ClubPayment | Reversal, ...]:
    """Return all payments and reversals but the first ``skip``; they are only ever added."""
    return _read_payments(db, order_by="number", offset=skip)


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
    return _read_payments(
        db,
        f"night IN ({asked}) OR reverses IN (SELECT id FROM payment WHERE night IN ({asked}))",
        {"nights": json.dumps(nights)},
        order_by="number",
    )


def find_payment(db: Connection, payment: str) -> ClubPayment | Reversal | None:
    """Return the payment or reversal with this id, or None."""
    return next(iter(find_payments(db, [payment])), None)


def find_payments(db: Connection, ids: Sequence[str]) -> tuple[ClubPayment | Reversal, ...]:
    """Return the payments and reversals with these ids."""
    return _read_payments(db, _WITH_IDS, [json.dumps(ids)])


def _read_payments(
    db: Connection, where: str = "TRUE", args: Any = (), **which: Any
) -> tuple[ClubPayment | Reversal, ...]:
    rows = Rows(db, "payment", ClubPayment).rows_where(where, args, **which)
    return tuple(
        [value_of(Reversal, row) if row["reverses"] else value_of(ClubPayment, row) for row in rows]
    )


def find_reversal_of(db: Connection, payment: str) -> str | None:
    """Return the id of the reversal of a payment, or None if it has none."""
    row = db.execute("SELECT id FROM payment WHERE reverses = ?", (payment,)).fetchone()
    return None if row is None else str(row[0])


def add_payment(db: Connection, payment: ClubPayment | Reversal, at: datetime) -> str:
    """Insert a payment behind all others, or a reversal of a payment that has none; return its id.

    It gets a new one if it has none.
    """
    payment = replace(payment, id=payment.id or new_id(db, "payment", "m"))
    Rows(db, "payment", type(payment)).add(payment, at=at)
    return payment.id


def load_adjustments(db: Connection, *, skip: int = 0) -> tuple[Adjustment, ...]:
    """Return all adjustments but the first ``skip``; they are only ever added."""
    return Rows(db, "adjustment", Adjustment).read(order_by="number", offset=skip)


def find_adjustments(db: Connection, ids: Sequence[str]) -> tuple[Adjustment, ...]:
    """Return the adjustments with these ids."""
    return Rows(db, "adjustment", Adjustment).read(_WITH_IDS, [json.dumps(ids)])


def new_adjustment_id(db: Connection) -> str:
    """Return the id of a new adjustment."""
    return new_id(db, "adjustment", "a")


def add_adjustment(db: Connection, adjustment: Adjustment, at: datetime) -> None:
    """Insert an adjustment behind all others."""
    Rows(db, "adjustment", Adjustment).add(adjustment, at=at)
