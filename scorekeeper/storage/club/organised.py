"""Reads and writes what is organised at nights, and seasons, as a club book has their facts."""

import json
from datetime import datetime
from typing import Any

from scorekeeper.domain.club.organised import Organised, Season
from scorekeeper.domain.variant import Path
from scorekeeper.record.club.tournament import ORGANISED, SEASON
from scorekeeper.record.places import Findings
from scorekeeper.record.shapes import KnownIds, Scope
from scorekeeper.storage.database import Connection, StorageError


class _AnyIds(KnownIds):
    """Ids of which every one is known, since the rows that name them refer to rows."""

    def __contains__(self, wanted: object) -> bool:
        return True

    def check(self, wanted: str, at: Path, findings: Findings) -> str:
        return wanted


def parse_organised(stored: str, currency: str) -> Organised:
    """Return what is organised at a night; raises StorageError if it was not stored by us."""
    ids: dict[str, KnownIds] = {"person": _AnyIds("person"), "pot": _AnyIds("pot")}
    scope = Scope(currency=currency, ids=ids)
    organised = ORGANISED.read_whole(json.loads(stored), scope)
    if scope.findings.problems:
        raise StorageError("What is organised at a night was changed outside the program")
    return organised


def write_organised_night(db: Connection, night: str, organised: Organised | None) -> None:
    """Replace what is organised at a night, or remove it if it is None."""
    (currency,) = db.execute("SELECT currency FROM club").fetchone()
    facts = None if organised is None else ORGANISED.write(organised, Scope(currency=currency))
    stored = None if facts is None else json.dumps(facts, ensure_ascii=False)
    db.execute("UPDATE night SET organised = ? WHERE id = ?", (stored, night))


# --- seasons --------------------------------------------------------------------------------------


def load_seasons(db: Connection) -> tuple[Season, ...]:
    """Return the seasons in the order in which they were added."""
    rows = db.execute("SELECT facts FROM season ORDER BY number").fetchall()
    return tuple([_season(json.loads(facts)) for (facts,) in rows])


def _season(facts: Any) -> Season:
    scope = Scope()
    season = SEASON.read_whole(facts, scope)
    if scope.findings.problems:
        raise StorageError("A season was changed outside the program")
    return season


def add_season(db: Connection, season: Season, at: datetime) -> None:
    """Insert a season behind the others."""
    db.execute(
        "INSERT INTO season (id, facts, added_at) VALUES (?, ?, ?)",
        (season.id, _facts(season), at.isoformat()),
    )


def change_season(db: Connection, season: Season) -> None:
    """Replace the facts of a season."""
    db.execute("UPDATE season SET facts = ? WHERE id = ?", (_facts(season), season.id))


def _facts(season: Season) -> str:
    return json.dumps(SEASON.write(season, Scope()), ensure_ascii=False)
