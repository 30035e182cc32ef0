"""Reads the accounts of a club: the postings to one of them, and the sums of all."""

from typing import Final, NamedTuple

from scorekeeper.storage.club.postings import PLACE, EntryPlace
from scorekeeper.storage.database import Connection

_OTHER: Final = """SELECT account FROM posting AS another
    WHERE (another.date, another.part, another.number, another.line)
        = (posting.date, posting.part, posting.number, posting.line)
        AND another.account <> posting.account ORDER BY place LIMIT 1"""


class AccountRow(NamedTuple):
    """A posting to one account, and the sum of the account after it, in minor units.

    ``other`` is the first other account of the entry.
    """

    place: EntryPlace
    kind: str
    ref: str | None
    night: str | None
    minor: int
    sum: int
    other: str


def read_statement(
    db: Connection, account: str, *, skip: int, most: int
) -> tuple[list[AccountRow], int]:
    """Return at most ``most`` postings of an account, the newest first, and how many there are.

    The newest ``skip`` postings are left out.
    """
    count, total = db.execute(
        "SELECT count(*), coalesce(sum(minor), 0) FROM posting WHERE account = ?", (account,)
    ).fetchone()
    newest_first = " ORDER BY date DESC, part DESC, number DESC, line DESC LIMIT ? OFFSET ?"
    (newer,) = db.execute(
        "SELECT coalesce(sum(minor), 0) FROM (SELECT minor FROM posting WHERE account = ?"  # noqa: S608
        f"{newest_first})",
        (account, skip, 0),
    ).fetchone()
    rows = db.execute(
        f"SELECT {PLACE}, kind, ref, night, minor, ({_OTHER}) FROM posting JOIN ledger_entry"  # noqa: S608
        f" USING ({PLACE}) WHERE account = ?{newest_first}",
        (account, most, skip),
    ).fetchall()
    found, after = [], total - newer
    for date, part, number, line, kind, ref, night, minor, other in rows:
        place = EntryPlace(date, part, number, line)
        found.append(AccountRow(place, kind, ref, night, minor, after, other))
        after -= minor
    return found, int(count)


def read_accounts(db: Connection) -> dict[str, int]:
    """Return the sum of each account that has a posting, in minor units."""
    return dict(db.execute("SELECT name, minor FROM account").fetchall())


def sum_of_account(db: Connection, account: str, *, night: str = "") -> int:
    """Return the sum of an account in minor units, or of a night's entries in it."""
    if not night:
        row = db.execute("SELECT minor FROM account WHERE name = ?", (account,)).fetchone()
        return 0 if row is None else int(row[0])
    rows = db.execute(
        f"SELECT coalesce(sum(minor), 0) FROM ledger_entry JOIN posting USING ({PLACE})"  # noqa: S608
        " WHERE night = ? AND account = ?",
        (night, account),
    )
    return int(rows.fetchone()[0])


def rebuild_accounts(db: Connection) -> bool:
    """Compute the sums of all accounts again; return whether any was wrong."""
    old = read_accounts(db)
    db.execute("DELETE FROM account")
    db.execute(
        "INSERT INTO account SELECT account, sum(minor), count(*) FROM posting GROUP BY account"
    )
    return old != read_accounts(db)
