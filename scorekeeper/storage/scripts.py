"""Scripts of SQL inside a transaction, such as those of the migrations."""

import sqlite3
from collections.abc import Iterator

from sqlite_utils import Database


class ScriptDatabase(Database):
    """A database that runs long scripts quickly inside a transaction.

    The library asks SQLite after every character whether a statement has ended, which takes most of
    the time in which a database is made. Here it is asked after every semicolon.
    """

    def executescript(self, sql: str) -> sqlite3.Cursor:
        """Run the statements of a script."""
        if not self.conn.in_transaction:
            return super().executescript(sql)
        cursor = self.conn.cursor()
        for statement in _statements(sql):
            cursor.execute(statement)
        return cursor


def _statements(sql: str) -> Iterator[str]:
    """Yield the statements of a script, also one without an end, which SQLite then refuses."""
    statement = ""
    for part in sql.split(";"):
        statement += part + ";"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement:
        yield statement
