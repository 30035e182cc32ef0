"""The log: one line of named values for each event, on standard error, and never many of them.

A line says what happened, where in the program and how long it took. It holds no address, link,
cookie or name; an exception is told by its kind and its places in the program, not by its text.
"""

import json
import logging
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from time import monotonic
from traceback import extract_tb
from typing import Final, TextIO

from scorekeeper.web.core.security import hide_links

MOST_LINES: Final = 20
"""How many lines of one level are written in a minute; the others are counted."""
LONGEST_LINE: Final = 1_000
"""The most characters of a line."""

_MINUTE: Final = 60.0
_LONGEST_VALUE: Final = 400
_PLACES: Final = 8
_PLAIN_VALUE: Final = re.compile(r"[\w.:/+-]+", re.ASCII)
_PLACE: Final = re.compile(r'^ *File "([^"]+)", line (\d+), in (\S+)', re.MULTILINE)


class LineFormatter(logging.Formatter):
    """Writes an event as one line ``name=value name="two words"``."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line; the first line of the message is the event."""
        message = record.getMessage()
        # Longer messages end in the text of an exception; the places in it say enough.
        event, _, more = message.partition("\n")
        values: dict[str, object] = {
            "time": f"{datetime.fromtimestamp(record.created, UTC):%Y-%m-%dT%H:%M:%SZ}",
            "level": record.levelname.lower(),
            "event": event,
            **getattr(record, "details", {}),
            **dict(_error_of(record, more)),
        }
        most = _LONGEST_VALUE
        while len(line := _write_line(values, most)) > LONGEST_LINE and most:
            most //= 2
        return line


class LimitedHandler(logging.StreamHandler[TextIO]):
    """Writes at most ``MOST_LINES`` of a level in a minute, so that nobody can fill the disk."""

    def __init__(self, stream: TextIO, now: Callable[[], float] = monotonic) -> None:
        super().__init__(stream)
        self.setFormatter(LineFormatter())
        self.addFilter(hide_links)
        self._now = now
        self._begin = now()
        self._written: Counter[str] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        """Write the line of an event, or count it if there were too many."""
        if self._now() - self._begin >= _MINUTE:
            self._tell_left_out()
            self._begin = self._now()
        self._written[record.levelname] += 1
        if self._written[record.levelname] <= MOST_LINES:
            super().emit(record)

    def close(self) -> None:
        """Tell how many lines were left out since the last minute began, and end."""
        self._tell_left_out()
        super().close()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - a name of logging
        """Drop a line that cannot be written, such as on a full disk; the site goes on."""

    def _tell_left_out(self) -> None:
        written, self._written = self._written, Counter()
        left_out = sum([max(0, count - MOST_LINES) for count in written.values()])
        if left_out:
            told = logging.makeLogRecord(
                {
                    "levelname": "WARNING",
                    "msg": "Lines were left out",
                    "details": {"count": left_out},
                }
            )
            super().emit(told)


def start_log(*, quiet: bool) -> None:
    """Write the log of this process on standard error.

    Messages about success are left out on a terminal, where people read, and if ``quiet``.
    """
    level = logging.WARNING if quiet or sys.stderr.isatty() else logging.INFO
    logging.basicConfig(handlers=[LimitedHandler(sys.stderr)], level=level, force=True)
    logging.captureWarnings(capture=True)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)


def _error_of(record: logging.LogRecord, more: str) -> Iterator[tuple[str, object]]:
    """Yield the kind of an exception and its innermost places; ``more`` may be its traceback."""
    if record.exc_info is not None and record.exc_info[0] is not None:
        kind, _, trace = record.exc_info
        yield "error", kind.__name__
        places = [(frame.filename, frame.lineno, frame.name) for frame in extract_tb(trace)]
    else:
        places = _PLACE.findall(more)
    if places:
        yield "at", " ".join([_write_place(*place) for place in places[-_PLACES:]])


def _write_place(file: str, line: object, function: str) -> str:
    return f"{file.rpartition('/')[2]}:{line}:{function}"


def _write_line(values: dict[str, object], most: int) -> str:
    """Return the values as one line, each cut to ``most`` characters, so that quotes are closed."""
    return " ".join([f"{name}={_write(value, most)}" for name, value in values.items()])


def _write(value: object, most: int) -> str:
    text = str(value)[:most]
    return text if _PLAIN_VALUE.fullmatch(text) else json.dumps(text)
