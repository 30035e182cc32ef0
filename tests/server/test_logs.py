"""What the log says, what it never says, and how much of it there can be."""

import logging
import re
from collections.abc import Iterator
from io import StringIO

import pytest

from scorekeeper.server.logs import LONGEST_LINE, MOST_LINES, LimitedHandler


class Log:
    """A log with a clock of its own, written into a text."""

    def __init__(self) -> None:
        self.text = StringIO()
        self.now = 0.0
        self.handler = LimitedHandler(self.text, lambda: self.now)
        self.logger = logging.Logger("test")
        self.logger.addHandler(self.handler)

    @property
    def lines(self) -> list[str]:
        return self.text.getvalue().splitlines()

    @property
    def said(self) -> str:
        """The only line, without its time."""
        (line,) = self.lines
        return line.partition(" ")[2]


@pytest.fixture
def log() -> Iterator[Log]:
    log = Log()
    yield log
    log.handler.close()


def fail(text: str) -> None:
    raise ValueError(text)


def test_an_event_is_one_line_of_named_values(log: Log) -> None:
    details = {"page": "deal.enter_deal", "milliseconds": 1200}
    log.logger.warning("A request took long", extra={"details": details})
    assert log.said == (
        'level=warning event="A request took long" page=deal.enter_deal milliseconds=1200'
    )


def test_an_exception_is_reported_by_its_kind_and_place_and_not_by_its_text(log: Log) -> None:
    try:
        fail("Ann")
    except ValueError:
        log.logger.exception("A request failed")
    assert 'event="A request failed" error=ValueError at="test_logs.py:' in log.said
    assert ":fail" in log.said
    assert "Ann" not in log.said


def test_a_printed_exception_is_reported_the_same_way(log: Log) -> None:
    printed = 'Traceback:\n  File "/x/worker.py", line 43, in draw\n    f(x)\nValueError: Ann'
    log.logger.error("A sheet could not be printed.\n%s", printed)
    assert log.said == 'level=error event="A sheet could not be printed." at=worker.py:43:draw'


@pytest.mark.parametrize("place", ["game", "backups"])
def test_no_link_is_written_whoever_logs_it(log: Log, place: str) -> None:
    log.logger.error("Exception on %s", f"/{place}/Zm9vYmFy/deal/1")
    assert log.said == f'level=error event="Exception on /{place}/\\u2026/deal/1"'


def test_a_line_stays_one_line_and_short(log: Log) -> None:
    details = dict.fromkeys("abcdef", "x\n\x1b[2J" * 200)
    log.logger.error("a\rb\x00c", extra={"details": details})
    (line,) = log.lines
    assert LONGEST_LINE / 2 < len(line) <= LONGEST_LINE
    assert line.isprintable()
    assert re.fullmatch(r'(\w+=([\w.:/+-]+|"([^"\\]|\\.)*") ?)+', line)


def test_lines_beyond_the_limit_of_a_minute_are_counted(log: Log) -> None:
    for _ in range(MOST_LINES + 5):
        log.logger.warning("junk")
    log.now = 59.9
    log.logger.warning("junk")
    assert len(log.lines) == MOST_LINES
    log.now = 60.0
    log.logger.warning("after")
    assert [line.partition(" ")[2] for line in log.lines[MOST_LINES:]] == [
        'level=warning event="Lines were left out" count=6',
        "level=warning event=after",
    ]


def test_warnings_do_not_use_up_the_room_of_errors(log: Log) -> None:
    for _ in range(MOST_LINES + 1):
        log.logger.warning("junk")
    log.logger.error("The disk is full")
    assert "The disk is full" in log.lines[-1]


def test_lines_left_out_last_are_counted_at_the_end(log: Log) -> None:
    for _ in range(MOST_LINES + 1):
        log.logger.warning("junk")
    log.handler.close()
    assert log.lines[-1].endswith('event="Lines were left out" count=1')


def test_a_log_that_cannot_be_written_stops_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    log = Log()
    log.text.close()
    log.logger.error("The disk is full")
    assert capsys.readouterr().err == ""
