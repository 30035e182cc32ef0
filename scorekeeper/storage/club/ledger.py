"""Reads and writes the ledger of a club: entries with their postings, and the sums of accounts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any, Final, NamedTuple

from scorekeeper.storage.database import Connection


class LedgerPart(IntEnum):
    """The parts of one day of the ledger, in their order."""

    OPENING = 0
    NIGHT = 1
    CORRECTION = 2
    PAYMENT = 3
    ADJUSTMENT = 4


class EntryPlace(NamedTuple):
    """The place of an entry in the order of the ledger.

    ``number`` is that of its night, payment or adjustment; of a correction a ``correction_number``.
    """

    date: str
    part: int
    number: int
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRow:
    """An entry of the ledger; ``postings`` are accounts and minor units in the order of accounts.

    ``seq`` is its number in the ledger, 0 where nobody asked for it.
    """

    place: EntryPlace
    kind: str
    ref: str | None
    night: str | None
    postings: tuple[tuple[str, int], ...]
    seq: int = 0


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
PLACE: Final = "date, part, number, line"
_AT: Final = f"({PLACE}) = (?, ?, ?, ?)"


def correction_number(date: str, night: int) -> int:
    """Return the number of a night's corrections, by which those of a day are in nights' order."""
    return int(date.replace("-", "")) * _OF_A_DAY + night


def replace_entries(
    db: Connection, parts: Sequence[LedgerPart], number: int, entries: Iterable[EntryRow]
) -> bool:
    """Store entries in place of those of ``number`` in some parts; return whether any differed."""
    marks = ", ".join("?" * len(parts))
    places = db.execute(
        f"SELECT {PLACE} FROM ledger_entry WHERE part IN ({marks}) AND number = ?",
        (*map(int, parts), number),
    ).fetchall()
    old = {row.place: row for row in _read_entries(db, places)}
    new = {row.place: row for row in entries}
    for place, row in old.items():
        if new.get(place) != row:
            db.execute(f"DELETE FROM posting WHERE {_AT}", place)
            db.execute(f"DELETE FROM ledger_entry WHERE {_AT}", place)
    insert_entries(db, [row for place, row in new.items() if old.get(place) != row])
    return old != new


def insert_entries(db: Connection, entries: Sequence[EntryRow]) -> None:
    """Insert entries at places where there is none."""
    db.conn.executemany(
        "INSERT INTO ledger_entry VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(*row.place, row.kind, row.ref, row.night) for row in entries],
    )
    db.conn.executemany(
        "INSERT INTO posting VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (*row.place, place, account, minor)
            for row in entries
            for place, (account, minor) in enumerate(row.postings)
        ],
    )


def _read_entries(db: Connection, places: Iterable[Sequence[Any]]) -> list[EntryRow]:
    return [_read_entry(db, EntryPlace(*place)) for place in places]


def _read_entry(db: Connection, place: EntryPlace) -> EntryRow:
    kind, ref, night = db.execute(
        f"SELECT kind, ref, night FROM ledger_entry WHERE {_AT}",
        place,
    ).fetchone()
    postings = db.execute(
        f"SELECT account, minor FROM posting WHERE {_AT} ORDER BY place",
        place,
    ).fetchall()
    return EntryRow(place=place, kind=kind, ref=ref, night=night, postings=tuple(postings))


def newest_posted(db: Connection, part: LedgerPart) -> int:
    """Return the greatest number of an entry in a part, 0 if there is none."""
    row = db.execute("SELECT max(number) FROM ledger_entry WHERE part = ?", (int(part),))
    return int(row.fetchone()[0] or 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerFilter:
    """A choice of entries: of a night, of an account, from a day on; an empty text chooses all."""

    night: str = ""
    account: str = ""
    since: str = ""


def read_ledger(
    db: Connection, asked: LedgerFilter, *, skip: int, most: int
) -> tuple[list[EntryRow], int]:
    """Return at most ``most`` entries after the newest ``skip``, newest first; and how many fit."""
    table, condition = _entries_of(asked)
    values = {**_values(asked), "skip": skip, "most": most}
    (count,) = db.execute(f"SELECT count(*) FROM {table} WHERE {condition}", values).fetchone()
    places = db.execute(
        f"SELECT {PLACE} FROM {table} WHERE {condition}"
        " ORDER BY date DESC, part DESC, number DESC, line DESC LIMIT :most OFFSET :skip",
        values,
    ).fetchall()
    rows = _read_entries(db, places)
    newest = count_ledger(db) - skip if table == "ledger_entry" and not asked.night else None
    numbers = _numbers_of(db, [row.place for row in rows], newest)
    return [replace(row, seq=numbers[row.place]) for row in rows], int(count)


def _entries_of(asked: LedgerFilter) -> tuple[str, str]:
    """Return the table and the condition of a filter; no entry has two postings to an account."""
    table = "posting" if asked.account else "ledger_entry"
    conditions = ["account = :account"] if asked.account else []
    if asked.night:
        conditions.append(
            f"({PLACE}) IN (SELECT {PLACE} FROM ledger_entry WHERE night = :night)"
            if asked.account
            else "night = :night"
        )
    if asked.since:
        conditions.append("date >= :since")
    return table, " AND ".join(conditions) or "1"


def _values(asked: LedgerFilter) -> dict[str, Any]:
    return {"night": asked.night, "account": asked.account, "since": asked.since}


def count_ledger(db: Connection) -> int:
    """Return how many entries there are."""
    return int(db.execute("SELECT count(*) FROM ledger_entry").fetchone()[0])


def _numbers_of(
    db: Connection, places: Sequence[EntryPlace], newest: int | None = None
) -> Mapping[EntryPlace, int]:
    """Return the number of each entry in the whole ledger; ``places`` are in descending order.

    If ``newest`` is given, it is the number of the first, and the places have no gap between them.
    """
    if newest is not None:
        return {place: newest - number for number, place in enumerate(places)}
    numbers: dict[EntryPlace, int] = {}
    above: EntryPlace | None = None
    for place in places:
        if above is None:
            row = db.execute(
                f"SELECT count(*) FROM ledger_entry WHERE ({PLACE}) <= (?, ?, ?, ?)",
                place,
            )
            numbers[place] = int(row.fetchone()[0])
        else:
            row = db.execute(
                f"SELECT count(*) FROM ledger_entry WHERE ({PLACE}) > (?, ?, ?, ?)"
                f" AND ({PLACE}) <= (?, ?, ?, ?)",
                (*place, *above),
            )
            numbers[place] = numbers[above] - int(row.fetchone()[0])
        above = place
    return numbers


def find_entry_of(db: Connection, kind: str, ref: str) -> EntryRow | None:
    """Return the entry of a payment, a reversal or an adjustment, with its number, or None."""
    row = db.execute(
        f"SELECT {PLACE} FROM ledger_entry WHERE kind = ? AND ref = ?",
        (kind, ref),
    ).fetchone()
    if row is None:
        return None
    place = EntryPlace(*row)
    return replace(_read_entry(db, place), seq=_numbers_of(db, [place])[place])


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
        f"DELETE FROM posting WHERE ({PLACE}) NOT IN (SELECT {PLACE} FROM ledger_entry)"
    ).rowcount
    return int(entries + postings)


# --- accounts -------------------------------------------------------------------------------------


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
        "SELECT coalesce(sum(minor), 0) FROM (SELECT minor FROM posting WHERE account = ?"
        f"{newest_first})",
        (account, skip, 0),
    ).fetchone()
    rows = db.execute(
        f"SELECT {PLACE}, kind, ref, night, minor, ({_OTHER}) FROM posting JOIN ledger_entry"
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
        f"SELECT coalesce(sum(minor), 0) FROM ledger_entry JOIN posting USING ({PLACE})"
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
