"""Daily backups by a clock that may be wrong."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from scorekeeper.bookkeeping.games import start_game
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.serving.daily import ClockWatch, is_clock_behind

HOUR = 3600.0


def test_a_clock_that_goes_with_the_time_was_not_set() -> None:
    clock = ClockWatch(1_000_000.0, 10.0)
    assert clock.find_jump(1_000_000.0 + HOUR, 10.0 + HOUR + 1) == ""


def test_a_clock_that_was_set_is_told_once() -> None:
    clock = ClockWatch(1_000_000.0, 10.0)
    assert clock.find_jump(1_000_000.0, 10.0 + HOUR) == "back by 60 minutes"
    assert clock.find_jump(1_000_000.0 + HOUR, 10.0 + 2 * HOUR) == ""
    assert clock.find_jump(1_000_000.0 + 4 * HOUR, 10.0 + 3 * HOUR) == "forward by 120 minutes"


def test_a_clock_before_the_last_entry_is_behind(tmp_path: Path) -> None:
    path, now = tmp_path / "book.sqlite3", datetime.now(UTC)
    store = GameStore.at(path)
    assert not is_clock_behind(path, now)
    start_game(store, {"variant": "laws", "players": ["Ann", "Bob"]})
    store.close()
    assert is_clock_behind(path, now - timedelta(hours=1))
    assert not is_clock_behind(path, now + timedelta(hours=1))
