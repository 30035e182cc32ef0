"""Fees, stakes and ids as the tables of the club have them: in columns of their own."""

from typing import Final

from scorekeeper.domain.club.facts import Fee, FeeRule
from scorekeeper.storage.database import Connection

FEE: Final = "fee_per, fee_minor, fee_guest"
"""The columns of a fee, in the order of ``fee_row``."""


def fee_row(fee: Fee | None) -> tuple[str | None, int | None, int | None]:
    """Return a fee as it is stored; three times null for none."""
    return (None, None, None) if fee is None else (str(fee.rule), fee.minor, fee.guest)


def fee_of_row(per: str | None, minor: int | None, guest: int | None) -> Fee | None:
    """Return a stored fee."""
    return None if per is None else Fee(rule=FeeRule(per), minor=minor or 0, guest=guest)


def new_id(db: Connection, table: str, letter: str) -> str:
    """Return the id of a new row: a letter and a number that is larger than any before.

    An id that came with a book stays as it was, whatever it looks like.
    """
    (last,) = db.execute(f"SELECT coalesce(max(number), 0) FROM {table}").fetchone()  # noqa: S608
    number = last + 1
    while db.execute(f"SELECT 1 FROM {table} WHERE id = ?", (f"{letter}{number}",)).fetchone():  # noqa: S608
        number += 1
    return f"{letter}{number}"
