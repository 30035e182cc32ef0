"""Reads and writes parts of nights and of the club, as a club book has their facts.

What is organised at a night is such a part, and so are seasons. Whoever brings a kind of part has
added its field to the shapes of the book.
"""

import json
from datetime import datetime
from typing import Any

from scorekeeper.club.book.shapes import BOOK, NIGHT
from scorekeeper.club.facts import BookPart, NightPart
from scorekeeper.record.document import Findings
from scorekeeper.record.shapes import Field, KnownIds, Reader, Scope
from scorekeeper.rules.variant import Path
from scorekeeper.store.database import Connection, StorageError


class _AnyIds(KnownIds):
    """Ids of which every one is known, since the rows that name them refer to rows."""

    def __contains__(self, wanted: object) -> bool:
        return True

    def check(self, wanted: str, at: Path, findings: Findings) -> str:
        return wanted


def _read(field: Field, facts: Any, currency: str, what: str) -> Any:
    """Return what a field has; raises StorageError, which says ``what``, if it is not by us."""
    ids: dict[str, KnownIds] = {"person": _AnyIds("person"), "pot": _AnyIds("pot")}
    scope = Scope(currency=currency, ids=ids)
    found = field.read(facts, (), Reader({}, (), scope))
    if scope.findings.problems:
        raise StorageError(f"{what} was changed outside the program")
    return found


def parse_organised(stored: str, currency: str) -> NightPart:
    """Return what is organised at a night; raises StorageError if it was not stored by us."""
    field, what = NIGHT.fields["organised"], "What is organised at a night"
    part: NightPart = _read(field, json.loads(stored), currency, what)
    return part


def write_organised_night(db: Connection, night: str, organised: NightPart | None) -> None:
    """Replace what is organised at a night, or remove it if it is None."""
    stored = None
    if organised is not None:
        (currency,) = db.execute("SELECT currency FROM club").fetchone()
        facts = NIGHT.fields["organised"].write(organised, Scope(currency=currency))
        stored = json.dumps(facts, ensure_ascii=False)
    db.execute("UPDATE night SET organised = ? WHERE id = ?", (stored, night))


# --- seasons --------------------------------------------------------------------------------------


def load_seasons(db: Connection) -> tuple[BookPart, ...]:
    """Return the seasons in the order in which they were added."""
    rows = db.execute("SELECT facts FROM season ORDER BY number").fetchall()
    return tuple(
        [
            season
            for (facts,) in rows
            for season in _read(BOOK.fields["seasons"], [json.loads(facts)], "", "A season")
        ]
    )


def add_season(db: Connection, season: BookPart, at: datetime) -> None:
    """Insert a season behind the others."""
    db.execute(
        "INSERT INTO season (id, facts, added_at) VALUES (?, ?, ?)",
        (season.id, _facts(season), at.isoformat()),
    )


def change_season(db: Connection, season: BookPart) -> None:
    """Replace the facts of a season."""
    db.execute("UPDATE season SET facts = ? WHERE id = ?", (_facts(season), season.id))


def _facts(season: BookPart) -> str:
    (facts,) = BOOK.fields["seasons"].write([season], Scope())
    return json.dumps(facts, ensure_ascii=False)
