"""What a request passes through: files, functions, calls, value types and SQL statements.

A request is followed inside this process. Counts do not depend on the machine or its load, so a
test holds some of them (``tests/web/test_statements.py``).
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import get_ident
from types import FrameType
from typing import Any, Final

import pytest
from sqlite_utils import Database

import scorekeeper
from scorekeeper.storage import copies, database

_PACKAGE: Final = f"{Path(scorekeeper.__file__).parent}/"
_WRITES: Final = ("INSERT", "UPDATE", "DELETE")


@dataclass
class Trace:
    """What a request passed; ``statements`` are texts with their values, in their order."""

    functions: dict[tuple[str, str], int] = field(default_factory=dict)
    values: set[type] = field(default_factory=set)
    statements: list[str] = field(default_factory=list)

    @property
    def files(self) -> int:
        """How many files of the program the request passed."""
        return len({file for file, _ in self.functions})

    @property
    def calls(self) -> int:
        """How many calls of functions of the program there were."""
        return sum(self.functions.values())

    @property
    def repeats(self) -> list[str]:
        """The statements that had been run before in the same request."""
        return [
            each for place, each in enumerate(self.statements) if each in self.statements[:place]
        ]

    def note(self, frame: FrameType, event: str, _: Any) -> None:
        """Note a call, as ``sys.setprofile`` tells it."""
        code = frame.f_code
        if event != "call":
            return
        if code.co_filename.startswith(_PACKAGE):
            if not code.co_name.startswith("<"):
                called = code.co_filename, code.co_qualname if _KNOWS_OWNER else code.co_name
                self.functions[called] = self.functions.get(called, 0) + 1
        elif code.co_name == "__init__" and code.co_filename == "<string>":
            made = type(frame.f_locals["self"])
            if made.__module__.startswith("scorekeeper."):
                self.values.add(made)


_KNOWS_OWNER: Final = hasattr(Trace.note.__code__, "co_qualname")


class Tracing:
    """Follows requests; a site that is to be followed is made and used inside ``listening``."""

    def __init__(self) -> None:
        self._trace: Trace | None = None
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
        if self._trace is not None and get_ident() == self._thread:
            text = " ".join(statement.split())
            told = self._trace.statements
            # SQLite tells a write again for each statement that a trigger runs because of it.
            if not (told and told[-1] == text and text.startswith(_WRITES)):
                told.append(text)

    def follow(self, request: Callable[[], Any], *, calls: bool = True) -> Trace:
        """Return what a request passed through; without ``calls`` its statements alone."""
        self._trace, self._thread = trace, _ = Trace(), get_ident()
        if calls:
            sys.setprofile(trace.note)
        try:
            request()
        finally:
            sys.setprofile(None)
            self._trace = None
        return trace
