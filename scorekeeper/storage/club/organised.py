"""Reads and writes what is organised at nights, and seasons, as a club book has their facts."""

import json
from datetime import datetime
from typing import Any

from scorekeeper.domain.club.organised import Organised, Season
from scorekeeper.domain.variant import Path
from scorekeeper.record.club.fields import BookScope, FieldReader, KnownIds
from scorekeeper.record.club.judging import RecordJudge
from scorekeeper.record.club.organised_reading import read_organised, read_season
from scorekeeper.record.club.organised_writing import OrganisedWriter, write_season
from scorekeeper.record.places import Findings
from scorekeeper.storage.database import Connection, StorageError


class _AnyIds(KnownIds):
    """Ids of which every one is known, since the rows that name them refer to rows."""

    def __contains__(self, each: str) -> bool:
        return True

    def check(self, each: str, at: Path, findings: Findings) -> str:
        return each


def _reader(facts: Any, currency: str) -> FieldReader:
    scope = BookScope(
        judge=RecordJudge({}),
        currency=currency,
        people=_AnyIds("person"),
        pots=_AnyIds("pot"),
    )
    return FieldReader({"facts": facts}, (), scope, keys="facts", noun="A row")


def parse_organised(stored: str, currency: str) -> Organised:
    """Return what is organised at a night; raises StorageError if it was not stored by us."""
    reader = _reader(json.loads(stored), currency)
    organised = read_organised(reader, "facts")
    if organised is None or reader.findings.problems:
        raise StorageError("What is organised at a night was changed outside the program")
    return organised


def write_organised_night(db: Connection, night: str, organised: Organised | None) -> None:
    """Replace what is organised at a night, or remove it if it is None."""
    (currency,) = db.execute("SELECT currency FROM club").fetchone()
    facts = None if organised is None else OrganisedWriter(currency).write(organised)
    stored = None if facts is None else json.dumps(facts, ensure_ascii=False)
    db.execute("UPDATE night SET organised = ? WHERE id = ?", (stored, night))


# --- seasons --------------------------------------------------------------------------------------


def load_seasons(db: Connection) -> tuple[Season, ...]:
    """Return the seasons in the order in which they were added."""
    rows = db.execute("SELECT facts FROM season ORDER BY number").fetchall()
    return tuple([_season(json.loads(facts)) for (facts,) in rows])


def _season(facts: Any) -> Season:
    reader = _reader(facts, "")
    season = read_season(facts, ("facts",), reader.scope, KnownIds("season"))
    if reader.findings.problems:
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
    return json.dumps(write_season(season), ensure_ascii=False)
