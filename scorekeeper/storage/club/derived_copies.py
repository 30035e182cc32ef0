"""Temporary derived tables in front of the stored ones, to compare both without writing any.

While they are there, the functions that write derived rows write into them.
"""

from collections.abc import Iterator
from typing import Final

from scorekeeper.storage.database import Connection

_SUMS: Final = "SELECT account, sum(minor), count(*) FROM temp.posting GROUP BY account"
_DIFFERENCES: Final = (
    ("derived_person", "'Whom ' || id || ' means, as standings take it,'"),
    ("result", "'The standings of night ' || night"),
    ("pair", "'Head to head of night ' || night"),
    ("ledger_entry", "'The ledger of ' || date || ', ' || kind || coalesce(' ' || ref, '')"),
    ("posting", "'The ledger of ' || date || ', account ' || account"),
    ("account", "'The balance of ' || name"),
)
"""Each derived table, and the SQL of what a row of it is called."""


def begin_copies(db: Connection) -> None:
    """Make the temporary tables, which are empty, in a transaction that sees one state."""
    db.execute("BEGIN")
    names = ", ".join([f"'{name}'" for name, _ in _DIFFERENCES])
    rows = db.execute(
        f"SELECT type, sql FROM main.sqlite_schema WHERE tbl_name IN ({names})"
        " AND type IN ('table', 'index') AND sql IS NOT NULL ORDER BY type DESC"
    )
    for kind, sql in rows.fetchall():
        begin = f"CREATE {kind.upper()} "
        unique = sql.replace("CREATE UNIQUE INDEX ", begin)
        db.execute(unique.replace(begin, f"{begin}temp.", 1))


def find_differences(db: Connection) -> Iterator[str]:
    """Yield what each row is about that is stored otherwise than the temporary tables have it."""
    for table, name in _DIFFERENCES:
        stored = f"SELECT * FROM main.{table}"
        right = _SUMS if table == "account" else f"SELECT * FROM temp.{table}"
        columns = ", ".join(
            [row[1] for row in db.execute(f"PRAGMA main.table_info('{table}')").fetchall()]
        )
        found = db.execute(
            f"WITH stored ({columns}) AS ({stored}), made ({columns}) AS ({right})"
            f" SELECT DISTINCT {name} FROM"
            " (SELECT * FROM (SELECT * FROM stored EXCEPT SELECT * FROM made)"
            " UNION ALL SELECT * FROM (SELECT * FROM made EXCEPT SELECT * FROM stored)) ORDER BY 1"
        )
        yield from [str(row[0]) for row in found.fetchall()]
