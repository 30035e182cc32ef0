"""Reads and writes the ledger of a club: entries with their postings, and the sums of accounts.

An entry stands at a place of its own, so that the ledger is read in its order from any point.
Triggers keep the sums of accounts.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any, Final

from scorekeeper.domain.club.accounts import account_of_pot, party_of
from scorekeeper.domain.club.ledger import LedgerEntry, LedgerKind, StatementLine, in_order
from scorekeeper.domain.club.organised import Pot
from scorekeeper.storage.database import Connection


class LedgerPart(IntEnum):
    """The parts of one day of the ledger, in their order."""

    OPENING = 0
    NIGHT = 1
    CORRECTION = 2
    PAYMENT = 3
    ADJUSTMENT = 4


Place = tuple[str, int, int, int]
"""The place of an entry in the order of the ledger: its date, part, number and line.

The number is that of its night, payment or adjustment; of a correction a ``correction_number``.
"""
Source = tuple[LedgerPart, int]
"""What some entries come from: the part, and the number there."""

_OF_A_DAY: Final = 1_000_000
_FACTS: Final = {
    LedgerPart.NIGHT: "SELECT number FROM night",
    LedgerPart.CORRECTION: (
        f"SELECT CAST(replace(date, '-', '') AS INTEGER) * {_OF_A_DAY} + number FROM night"
    ),
    LedgerPart.PAYMENT: "SELECT number FROM payment",
    LedgerPart.ADJUSTMENT: "SELECT number FROM adjustment",
}
"""Queries for the numbers that the entries of a part may have; the opening has no number."""
_PLACE: Final = "date, part, number, line"
_AT: Final = f"({_PLACE}) = (?, ?, ?, ?)"
_READ: Final = f"SELECT {_PLACE}, kind, ref, night, account, minor"
_NEWEST_FIRST: Final = "ORDER BY date DESC, part DESC, number DESC, line DESC"


def correction_number(date: str, night: int) -> int:
    """Return the number of a night's corrections, by which those of a day are in nights' order."""
    return int(date.replace("-", "")) * _OF_A_DAY + night


def replace_entries(
    db: Connection, entries: Mapping[Source, Iterable[LedgerEntry]], accounts: Sequence[str]
) -> int:
    """Store the entries of some sources in place of those they had; return how many differed.

    ``accounts`` are all of the club in their order. An entry without an amount is not stored.
    """
    ranks = {account: rank for rank, account in enumerate(accounts)}
    new: dict[Place, LedgerEntry] = {}
    for (part, number), theirs in entries.items():
        for line, entry in enumerate(theirs):
            if any(entry.postings.values()):
                new[entry.date, int(part), number, line] = in_order(entry, ranks)
    # A left join: an entry that lost its postings is written anew too.
    # The sources are one list of pairs, so that all entries of a night are read at once.
    rows = db.execute(
        f"{_READ} FROM ledger_entry LEFT JOIN posting USING ({_PLACE})"
        " WHERE (part, number) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?))"
        " ORDER BY place",
        (json.dumps([*entries]),),
    )
    old = _entries(rows.fetchall())
    wrong = [place for place, entry in old.items() if not _is_same(new.get(place), entry)]
    for place in wrong:
        db.execute(f"DELETE FROM posting WHERE {_AT}", place)
        db.execute(f"DELETE FROM ledger_entry WHERE {_AT}", place)
    missing = {place: new[place] for place in new if place in wrong or place not in old}
    _insert(db, missing)
    return len({*wrong, *missing})


def _is_same(one: LedgerEntry | None, other: LedgerEntry) -> bool:
    """Tell whether two entries are the same, and their postings in the same order."""
    return one == other and [*one.postings] == [*other.postings]


def _insert(db: Connection, entries: Mapping[Place, LedgerEntry]) -> None:
    db.conn.executemany(
        "INSERT INTO ledger_entry VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(*place, each.kind, each.ref, each.night) for place, each in entries.items()],
    )
    db.conn.executemany(
        "INSERT INTO posting VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (*place, number, account, minor)
            for place, each in entries.items()
            for number, (account, minor) in enumerate(each.postings.items())
        ],
    )


def _entries(rows: Iterable[Sequence[Any]]) -> dict[Place, LedgerEntry]:
    """Return entries by their places; there is a row for each posting, in their order."""
    found: dict[Place, LedgerEntry] = {}
    postings: dict[Place, dict[str, int]] = {}
    for date, part, number, line, kind, ref, night, account, minor in rows:
        place = date, part, number, line
        theirs = postings.setdefault(place, {})
        theirs[account] = minor
        found[place] = LedgerEntry(
            date=date, kind=LedgerKind(kind), ref=ref, night=night, postings=theirs
        )
    return found


def drop_unknown_entries(db: Connection) -> int:
    """Delete entries whose fact is gone, and postings without an entry; return how many rows."""
    entries = sum(
        [
            db.execute(
                f"DELETE FROM ledger_entry WHERE part = ? AND number NOT IN ({numbers})",
                (int(part),),
            ).rowcount
            for part, numbers in _FACTS.items()
        ]
    )
    postings = db.execute(
        f"DELETE FROM posting WHERE ({_PLACE}) NOT IN (SELECT {_PLACE} FROM ledger_entry)"
    ).rowcount
    return int(entries + postings)


def pots_before(db: Connection, pots: Sequence[Pot], night: str) -> tuple[Pot, ...]:
    """Return the pots with what each held before a night, by the entries of earlier ones.

    The entries of nights and their corrections must be up to date up to that night.
    """
    if not pots:
        return ()
    rows = db.execute(
        f"""
        SELECT account, sum(minor) FROM posting JOIN ledger_entry USING ({_PLACE})
        WHERE account IN (SELECT value FROM json_each(?)) AND night IN (
            SELECT id FROM night WHERE (date, number) <
                (SELECT date, number FROM night WHERE id = ?))
        GROUP BY account
        """,
        (json.dumps([account_of_pot(pot.id) for pot in pots]), night),
    )
    held = {account: -minor for account, minor in rows.fetchall()}
    return tuple(
        [replace(pot, opening=pot.opening + held.get(account_of_pot(pot.id), 0)) for pot in pots]
    )


# --- pages of entries -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerFilter:
    """A choice of entries: of a night, of an account, from a day on; an empty text chooses all."""

    night: str = ""
    account: str = ""
    since: str = ""

    @property
    def has_gaps(self) -> bool:
        """Whether other entries may stand between those that are chosen."""
        return bool(self.night or self.account)


def read_ledger(
    db: Connection, asked: LedgerFilter, total: int, *, skip: int, most: int
) -> tuple[list[LedgerEntry], int]:
    """Return at most ``most`` entries after the newest ``skip``, newest first; and how many fit.

    ``total`` is how many entries the whole ledger has.
    """
    chosen = _chosen_by(asked)
    values = {"night": asked.night, "account": asked.account, "since": asked.since}
    (count,) = (
        (total,)
        if asked == LedgerFilter()
        else db.execute(f"SELECT count(*) FROM {chosen}", values).fetchone()
    )
    # The page is cut before the postings are joined: an entry has as many rows as postings.
    rows = db.execute(
        f"{_READ} FROM (SELECT {_PLACE} FROM {chosen} {_NEWEST_FIRST} LIMIT :most OFFSET :skip)"
        f" JOIN ledger_entry USING ({_PLACE}) JOIN posting USING ({_PLACE}) {_NEWEST_FIRST}, place",
        values | {"most": most, "skip": skip},
    )
    entries = _entries(rows.fetchall())
    if asked.has_gaps:
        numbers = _numbers_of(db, [*entries], total)
    else:
        numbers = {place: total - skip - behind for behind, place in enumerate(entries)}
    return [replace(entry, seq=numbers[place]) for place, entry in entries.items()], int(count)


def _chosen_by(asked: LedgerFilter) -> str:
    """Return the table and the condition of a filter; no entry has two postings to an account."""
    table = "posting" if asked.account else "ledger_entry"
    conditions = ["account = :account"] if asked.account else []
    if asked.night:
        conditions.append(
            f"({_PLACE}) IN (SELECT {_PLACE} FROM ledger_entry WHERE night = :night)"
            if asked.account
            else "night = :night"
        )
    if asked.since:
        conditions.append("date >= :since")
    return f"{table} WHERE {' AND '.join(conditions) or '1'}"


def count_ledger(db: Connection) -> int:
    """Return how many entries there are."""
    return int(db.execute("SELECT count(*) FROM ledger_entry").fetchone()[0])


def _numbers_of(db: Connection, places: Sequence[Place], total: int) -> dict[Place, int]:
    """Return the number of each entry in the whole ledger; ``places`` are in descending order.

    Only the first is counted from the beginning, each of the others from the one before.
    """
    numbers: dict[Place, int] = {}
    above: Place | None = None
    for place in places:
        between = f"SELECT count(*) FROM ledger_entry WHERE ({_PLACE}) > (?, ?, ?, ?)"
        if above is None:
            (later,) = db.execute(between, place).fetchone()
            numbers[place] = total - int(later)
        else:
            found = db.execute(f"{between} AND ({_PLACE}) <= (?, ?, ?, ?)", (*place, *above))
            numbers[place] = numbers[above] - int(found.fetchone()[0])
        above = place
    return numbers


def find_entry_of(db: Connection, kind: LedgerKind, ref: str) -> LedgerEntry | None:
    """Return the entry of a payment, a reversal or an adjustment, with its number, or None."""
    rows = db.execute(
        f"{_READ} FROM ledger_entry JOIN posting USING ({_PLACE})"
        " WHERE kind = ? AND ref = ? ORDER BY place",
        (kind, ref),
    )
    for place, entry in _entries(rows.fetchall()).items():
        return replace(entry, seq=_numbers_of(db, [place], count_ledger(db))[place])
    return None


# --- accounts -------------------------------------------------------------------------------------

_OTHER: Final = """SELECT account FROM posting AS another
    WHERE (another.date, another.part, another.number, another.line)
        = (posting.date, posting.part, posting.number, posting.line)
        AND another.account <> posting.account ORDER BY place LIMIT 1"""
"""The first other account of an entry."""


def read_statement(
    db: Connection, account: str, *, skip: int, most: int
) -> tuple[list[StatementLine], int]:
    """Return at most ``most`` lines of a person's account, newest first; and how many there are.

    The newest ``skip`` lines are left out.
    """
    count, total = db.execute(
        "SELECT count(*), coalesce(sum(minor), 0) FROM posting WHERE account = ?", (account,)
    ).fetchone()
    (newer,) = db.execute(
        "SELECT coalesce(sum(minor), 0) FROM"
        f" (SELECT minor FROM posting WHERE account = ? {_NEWEST_FIRST} LIMIT ?)",
        (account, skip),
    ).fetchone()
    rows = db.execute(
        f"SELECT date, kind, ref, night, minor, ({_OTHER}) FROM posting"
        f" JOIN ledger_entry USING ({_PLACE}) WHERE account = ? {_NEWEST_FIRST} LIMIT ? OFFSET ?",
        (account, most, skip),
    ).fetchall()
    found, owes = [], total - newer
    for date, kind, ref, night, minor, other in rows:
        has_other = kind in (LedgerKind.PAYMENT, LedgerKind.REVERSAL)
        line = StatementLine(
            date=date,
            kind=LedgerKind(kind),
            ref=ref or "",
            night=night or "",
            amount=-minor,
            balance=-owes,
            other=party_of(other) if has_other else "",
        )
        found.append(line)
        owes -= minor
    return found, int(count)


def read_accounts(db: Connection) -> dict[str, int]:
    """Return the sum of each account that has a posting, in minor units."""
    return dict(db.execute("SELECT name, minor FROM account").fetchall())


def read_account(db: Connection, name: str) -> int:
    """Return the sum of an account, in minor units; 0 if it has no posting."""
    row = db.execute("SELECT minor FROM account WHERE name = ?", (name,)).fetchone()
    return 0 if row is None else int(row[0])


def sum_of_night(db: Connection, account: str, night: str) -> int:
    """Return the sum of a night's entries in an account, in minor units."""
    rows = db.execute(
        f"SELECT coalesce(sum(minor), 0) FROM ledger_entry JOIN posting USING ({_PLACE})"
        " WHERE night = ? AND account = ?",
        (night, account),
    )
    return int(rows.fetchone()[0])


def sums_of_open_nights(db: Connection) -> dict[str, int]:
    """Return the sum of the entries of all open nights in each account, in minor units."""
    rows = db.execute(
        f"SELECT account, sum(minor) FROM ledger_entry JOIN posting USING ({_PLACE})"
        " WHERE night IN (SELECT id FROM night"
        " WHERE id NOT IN (SELECT night FROM closing WHERE reopened_at IS NULL))"
        " GROUP BY account"
    )
    return dict(rows.fetchall())


def rebuild_accounts(db: Connection) -> bool:
    """Compute the sums of all accounts again; return whether any was wrong."""
    old = read_accounts(db)
    db.execute("DELETE FROM account")
    db.execute(
        "INSERT INTO account SELECT account, sum(minor), count(*) FROM posting GROUP BY account"
    )
    return old != read_accounts(db)
