"""The SQL statements that a request runs inside this process."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import get_ident
from typing import Any, Final

import pytest
from sqlite_utils import Database

from scorekeeper.store import copies, database

_WRITES: Final = ("INSERT", "UPDATE", "DELETE")


class Tracing:
    """Follows requests; a site that is to be followed is made and used inside ``listening``."""

    def __init__(self) -> None:
        self._told: list[str] | None = None
        self._thread = 0

    @contextmanager
    def listening(self) -> Iterator["Tracing"]:
        """Hear every statement of the connections that are opened from now on."""
        opened = database.open_database

        def open_heard(path: Path) -> Database:
            db = opened(path)
            db.conn.set_trace_callback(self._hear)
            return db

        with pytest.MonkeyPatch.context() as patch:
            for module in (database, copies):
                patch.setattr(module, "open_database", open_heard)
            yield self

    def _hear(self, statement: str) -> None:
        # The site has threads of its own, such as the one that waits for changes.
        if self._told is not None and get_ident() == self._thread:
            text = " ".join(statement.split())
            told = self._told
            # SQLite tells a write again for each statement that a trigger runs because of it.
            if not (told and told[-1] == text and text.startswith(_WRITES)):
                told.append(text)

    def follow(self, request: Callable[[], Any]) -> list[str]:
        """Return the statements of a request as texts with their values, in their order."""
        told: list[str] = []
        self._told, self._thread = told, get_ident()
        try:
            request()
        finally:
            self._told = None
        return told
