"""Reads and writes the row of the club itself, its history, and what is organised in it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from scorekeeper.club.book.shapes import BOOK, NIGHT
from scorekeeper.club.facts import (
    BookPart,
    Club,
    ClubDefaults,
    ClubMark,
    Fee,
    FeeRule,
    MarkKind,
    NightPart,
    Past,
    Pot,
    SettleWay,
)
from scorekeeper.record import Field, Findings, KnownIds, Reader, Scope
from scorekeeper.rules import Path, Stake
from scorekeeper.store.database import Connection, StorageError
from scorekeeper.store.rows import Rows, find_one, read_all


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
_COLUMNS: Final = (
    "name, currency, opened, time_zone, till, stake_minor, stake_per, fees, settle, paper"
)
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
    name, currency, opened, zone, till, minor, per, fees, settle, paper, mark, pots = row
    defaults = ClubDefaults(
        stake=None if minor is None else Stake(currency=currency, minor=minor, per=per),
        fees=read_fees(fees),
        settle=None if settle is None else SettleWay(settle),
    )
    club = Club(
        name=name,
        currency=currency,
        opened=opened,
        time_zone=zone,
        till=till,
        defaults=defaults,
        pots=tuple(
            [Pot(id=pot, name=title, opening=opening) for pot, title, opening in json.loads(pots)]
        ),
    )
    return ClubRow(club=club, paper=paper, mark=mark or "")


class NoClub(LookupError):  # noqa: N818 - it is named like the page that it becomes
    """No club is set up."""


def club_of(db: Connection) -> ClubRow:
    """Return the club, in which all acts are done. Raises NoClub."""
    row = find_club_row(db)
    if row is None:
        raise NoClub
    return row


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
        club.time_zone,
        club.till,
        defaults.stake.minor if defaults.stake else None,
        defaults.stake.per if defaults.stake else None,
        write_fees(defaults.fees),
        str(defaults.settle) if defaults.settle else None,
        row.paper,
    )


def add_pot(db: Connection, pot: Pot, at: datetime) -> None:
    """Insert a pot after the others."""
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
    return find_one(db, str, "SELECT passphrase FROM club") or ""


def write_passphrase(db: Connection, passphrase: str) -> None:
    """Replace the hash of the officers' passphrase."""
    db.execute("UPDATE club SET passphrase = ?", (passphrase,))


# --- the history of the club: what was done, by whom, when ----------------------------------------
# An act is appended and then stays as it is. It names people by their ids alone, so that a name can
# be taken out of the club.


_READ: Final = """
    SELECT club_act.number, kind, subject, coalesce(night, ''), details,
        coalesce(person.name, officer_session.name, ''), club_act.officer IS NOT NULL,
        club_act.phone, at
    FROM club_act LEFT JOIN person ON person.id = club_act.person
    LEFT JOIN officer_session ON officer_session.number = club_act.officer
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubAct:
    """An act in the club: its kind, the id of what it made or changed, and its night, if any.

    ``details`` are for the history, as JSON has them. They name people by their ids alone.
    """

    kind: str
    subject: str
    night: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredAct(ClubAct):
    """An act in the history: its number from 1, and ``who`` did it by name, empty if unknown.

    ``is_officers`` is true if an officer was signed in on the ``phone``.
    """

    number: int
    who: str
    is_officers: bool
    phone: str
    at: datetime


def append_act(
    db: Connection,
    act: ClubAct,
    entry_id: str,
    *,
    person: str | None,
    officer: int | None,
    phone: str,
    at: datetime,
) -> None:
    """Append an act, with an id that is new.

    ``person`` is the id of who did it, ``officer`` the number of an officer's session; each is None
    if no such person did it.
    """
    details = json.dumps(act.details, ensure_ascii=False, sort_keys=True)
    db.execute(
        "INSERT INTO club_act"
        " (entry_id, kind, night, subject, details, person, officer, phone, at)"
        # A restore may have brought back a club that does not know them yet.
        " VALUES (?, ?, ?, ?, ?, (SELECT id FROM person WHERE id = ?),"
        " (SELECT number FROM officer_session WHERE number = ?), ?, ?)",
        (
            *(entry_id, act.kind, act.night or None, act.subject, details),
            *(person, officer, phone, at.isoformat()),
        ),
    )


def find_act(db: Connection, entry_id: str) -> str | None:
    """Return the subject of the act with this id, or None if there is none."""
    return find_one(db, str, "SELECT subject FROM club_act WHERE entry_id = ?", (entry_id,))


def count_acts(db: Connection) -> int:
    """Return how many acts the history has."""
    return int(db.execute("SELECT count(*) FROM club_act").fetchone()[0])


def has_acts_of(db: Connection, copy: Connection) -> bool:
    """Tell whether the newest act of a copy stands at the same place in this history."""
    # As bytes, since a failing disk may have left a text that is not UTF-8.
    entry_id = "CAST(entry_id AS BLOB)"
    newest = f"SELECT number, {entry_id} FROM club_act ORDER BY number DESC LIMIT 1"
    row = copy.execute(newest).fetchone()
    same = f"SELECT 1 FROM club_act WHERE number = ? AND {entry_id} = ?"
    return row is None or db.execute(same, row).fetchone() is not None


def count_acts_of_phone(db: Connection, phone: str, night: str, kind: str) -> int:
    """Return how many acts of a kind came from a phone at a night, except those of officers."""
    row = db.execute(
        "SELECT count(*) FROM club_act"
        " WHERE night = ? AND phone = ? AND kind = ? AND officer IS NULL",
        (night, phone, kind),
    ).fetchone()
    return int(row[0])


def read_acts(db: Connection, *, night: str = "", most: int = 100) -> tuple[StoredAct, ...]:
    """Return the newest acts, the newest first: those of a night, or all if it is empty."""
    return read_all(
        db,
        _read_act,
        f"{_READ} WHERE :night IN ('', night) ORDER BY club_act.number DESC LIMIT :most",
        {"night": night, "most": most},
    )


def find_act_on(db: Connection, subject: str, kind: str) -> StoredAct | None:
    """Return the latest act of a kind that made or changed the thing with this id, or None."""
    return find_one(
        db,
        _read_act,
        f"{_READ} WHERE subject = ? AND kind = ? ORDER BY club_act.number DESC LIMIT 1",
        (subject, kind),
    )


def find_latest_act(db: Connection, kind: str) -> StoredAct | None:
    """Return the latest act of a kind, or None."""
    return find_one(
        db, _read_act, f"{_READ} WHERE kind = ? ORDER BY club_act.number DESC LIMIT 1", (kind,)
    )


def find_act_numbered(db: Connection, number: int) -> StoredAct | None:
    """Return the act with this number, or None."""
    return find_one(db, _read_act, f"{_READ} WHERE club_act.number = ?", (number,))


def find_act_with(db: Connection, payment: str, kind: str) -> StoredAct | None:
    """Return the latest act of a kind whose details name a payment of its night, or None."""
    return find_one(
        db,
        _read_act,
        f"{_READ} WHERE night = (SELECT night FROM payment WHERE id = ?) AND kind = ?"
        " AND ? IN (SELECT value FROM json_each(details, '$.payments'))"
        " ORDER BY club_act.number DESC LIMIT 1",
        (payment, kind, payment),
    )


def _read_act(*row: Any) -> StoredAct:
    number, kind, subject, night, details, who, is_officers, phone, at = row
    return StoredAct(
        number=number,
        kind=kind,
        subject=subject,
        night=night,
        details=json.loads(details),
        who=who,
        is_officers=bool(is_officers),
        phone=phone,
        at=datetime.fromisoformat(at),
    )


# --- what is organised at nights, and seasons, as a club book has their facts ---------------------
# The module that adds a kind of part has added its field to the shapes of the book.


PAST_BROUGHT: Final = "past_brought"
PAST_TAKEN_OUT: Final = "past_taken_out"
"""The kinds of acts that bring the table of a season from before, and take it out again."""


class _AnyIds(KnownIds):
    """Ids that are all known, since the rows that name them refer to rows."""

    def __contains__(self, wanted: object) -> bool:
        return True

    def check(self, wanted: str, at: Path, findings: Findings) -> str:
        return wanted


def _read_part(field: Field, facts: Any, currency: str, what: str) -> Any:
    """Return what a field has; raises StorageError, which says ``what``, if we did not write it."""
    ids: dict[str, KnownIds] = {"person": _AnyIds("person"), "pot": _AnyIds("pot")}
    scope = Scope(currency=currency, ids=ids)
    found = field.read(facts, (), Reader({}, (), scope))
    if scope.findings.problems:
        raise StorageError(f"{what} was changed outside the program")
    return found


def parse_organised(stored: str, currency: str) -> NightPart:
    """Return what is organised at a night; raises StorageError if it was not stored by us."""
    field, what = NIGHT.fields["organised"], "What is organised at a night"
    part: NightPart = _read_part(field, json.loads(stored), currency, what)
    return part


def write_organised_night(db: Connection, night: str, organised: NightPart | None) -> None:
    """Replace what is organised at a night, or remove it if it is None."""
    stored = None
    if organised is not None:
        (currency,) = db.execute("SELECT currency FROM club").fetchone()
        facts = NIGHT.fields["organised"].write(organised, Scope(currency=currency))
        stored = json.dumps(facts, ensure_ascii=False)
    db.execute("UPDATE night SET organised = ? WHERE id = ?", (stored, night))


def load_seasons(db: Connection) -> tuple[BookPart, ...]:
    """Return the seasons in the order in which they were added."""
    rows = db.execute("SELECT facts FROM season ORDER BY number").fetchall()
    return tuple(
        [
            season
            for (facts,) in rows
            for season in _read_part(BOOK.fields["seasons"], [json.loads(facts)], "", "A season")
        ]
    )


def load_past(db: Connection, currency: str) -> tuple[Past, ...]:
    """Return the tables from before that were brought and not taken out, in that order.

    Each stands in the history, in the act that brought it, as the club book has it.
    """
    rows = db.execute(
        "SELECT details FROM club_act WHERE kind = ? AND subject NOT IN"
        " (SELECT subject FROM club_act WHERE kind = ?) ORDER BY number",
        (PAST_BROUGHT, PAST_TAKEN_OUT),
    )
    facts = [json.loads(details) for (details,) in rows.fetchall()]
    return tuple(_read_part(BOOK.fields["past"], facts, currency, "A past season"))


def bring(past: Past, currency: str) -> ClubAct:
    """Return the act that brings a table from before."""
    (facts,) = BOOK.fields["past"].write([past], Scope(currency=currency))
    return ClubAct(kind=PAST_BROUGHT, subject=past.id, details=facts)


def add_season(db: Connection, season: BookPart, at: datetime) -> None:
    """Insert a season after the others."""
    db.execute(
        "INSERT INTO season (id, facts, added_at) VALUES (?, ?, ?)",
        (season.id, _facts_of_season(season), at.isoformat()),
    )


def change_season(db: Connection, season: BookPart) -> None:
    """Replace the facts of a season."""
    db.execute("UPDATE season SET facts = ? WHERE id = ?", (_facts_of_season(season), season.id))


def _facts_of_season(season: BookPart) -> str:
    (facts,) = BOOK.fields["seasons"].write([season], Scope())
    return json.dumps(facts, ensure_ascii=False)
