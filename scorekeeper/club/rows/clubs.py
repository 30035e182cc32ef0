"""Reads and writes the one row of the club itself, with what new nights and games begin with.

The mark of the club has a table of its own, since few requests need it.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from scorekeeper.club.facts import Club, ClubDefaults, Fee, FeeRule, Pot, SettleWay
from scorekeeper.club.mark import ClubMark, MarkKind
from scorekeeper.rules.settlement import Stake
from scorekeeper.store.database import Connection
from scorekeeper.store.rows import Rows


def write_fees(fees: Sequence[Fee]) -> str:
    """Return the rules of fees as they are stored."""
    return json.dumps([[fee.rule, fee.minor, fee.guest] for fee in fees])


def read_fees(stored: str) -> tuple[Fee, ...]:
    """Return stored rules of fees."""
    return tuple(
        [
            Fee(rule=FeeRule(rule), minor=minor, guest=guest)
            for rule, minor, guest in json.loads(stored)
        ]
    )


def new_id(db: Connection, table: str, letter: str) -> str:
    """Return the id of a new row: a letter and a number that is larger than any before.

    An id that came with a book stays as it was, whatever it looks like.
    """
    # The next number is nearly always free.
    row = db.execute(
        f"""
        WITH RECURSIVE next (number) AS (
            SELECT 1 + coalesce(max(number), 0) FROM {table}
            UNION ALL
            SELECT number + 1 FROM next
            WHERE EXISTS (SELECT 1 FROM {table} WHERE id = '{letter}' || next.number)
        )
        SELECT '{letter}' || max(number) FROM next
        """
    ).fetchone()
    return str(row[0])


_POTS: Final = """
    (SELECT json_group_array(json_array(id, name, opening)) FROM
        (SELECT id, name, opening FROM pot ORDER BY number))
    """
_COLUMNS: Final = "name, currency, opened, till, stake_minor, stake_per, fees, settle, paper"
_MARKS: Final = ", ".join("?" * len(_COLUMNS.split(",")))


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubRow:
    """The row of the club: its facts, and the size of its paper (``a4`` or ``letter``).

    ``mark`` is the digest of its mark, empty if it has none.
    """

    club: Club
    paper: str
    mark: str = ""


def find_club_row(db: Connection) -> ClubRow | None:
    """Return the club, or None if none is set up."""
    mark = "(SELECT digest FROM club_mark)"
    row = db.execute(f"SELECT {_COLUMNS}, {mark}, {_POTS} FROM club").fetchone()
    if row is None:
        return None
    name, currency, opened, till, minor, per, fees, settle, paper, mark, pots = row
    defaults = ClubDefaults(
        stake=None if minor is None else Stake(currency=currency, minor=minor, per=per),
        fees=read_fees(fees),
        settle=None if settle is None else SettleWay(settle),
    )
    club = Club(
        name=name,
        currency=currency,
        opened=opened,
        till=till,
        defaults=defaults,
        pots=_read_pots(pots),
    )
    return ClubRow(club=club, paper=paper, mark=mark or "")


def add_club(db: Connection, row: ClubRow, passphrase: str, at: datetime) -> None:
    """Insert the club; ``passphrase`` is the hash of its officers' passphrase."""
    db.execute(
        f"INSERT INTO club (number, {_COLUMNS}, passphrase, set_up_at) VALUES (1, {_MARKS}, ?, ?)",
        (*_values(row), passphrase, at.isoformat()),
    )


def change_club(db: Connection, row: ClubRow) -> None:
    """Replace the facts of the club; its mark and its pots stay."""
    db.execute(f"UPDATE club SET ({_COLUMNS}) = ({_MARKS})", _values(row))


def _values(row: ClubRow) -> tuple[str | int | None, ...]:
    club, defaults = row.club, row.club.defaults
    return (
        club.name,
        club.currency,
        club.opened,
        club.till,
        defaults.stake.minor if defaults.stake else None,
        defaults.stake.per if defaults.stake else None,
        write_fees(defaults.fees),
        str(defaults.settle) if defaults.settle else None,
        row.paper,
    )


def _read_pots(stored: str) -> tuple[Pot, ...]:
    return tuple(
        [Pot(id=each, name=name, opening=opening) for each, name, opening in json.loads(stored)]
    )


def add_pot(db: Connection, pot: Pot, at: datetime) -> None:
    """Insert a pot behind the others."""
    Rows(db, "pot", Pot).add(pot, added_at=at)


def find_mark_row(db: Connection) -> ClubMark | None:
    """Return the mark of the club, or None if it has none."""
    row = db.execute("SELECT kind, content FROM club_mark").fetchone()
    return None if row is None else ClubMark(kind=MarkKind(row[0]), content=row[1])


def write_mark(db: Connection, mark: ClubMark | None, at: datetime) -> None:
    """Replace the mark of the club, or remove it if ``mark`` is None."""
    db.execute("DELETE FROM club_mark")
    if mark is not None:
        db.execute(
            "INSERT INTO club_mark VALUES (1, ?, ?, ?, ?)",
            (str(mark.kind), mark.content, mark.digest, at.isoformat()),
        )


def load_passphrase(db: Connection) -> str:
    """Return the hash of the officers' passphrase; empty without a club."""
    row = db.execute("SELECT passphrase FROM club").fetchone()
    return "" if row is None else str(row[0])


def write_passphrase(db: Connection, passphrase: str) -> None:
    """Replace the hash of the officers' passphrase."""
    db.execute("UPDATE club SET passphrase = ?", (passphrase,))
