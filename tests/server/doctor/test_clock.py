from datetime import UTC, datetime

from scorekeeper.config import Settings
from scorekeeper.server.doctor import check_clock
from tests.server.doctor.conftest import levels, spoken


def test_a_clock_later_than_the_last_entry_is_ok(settings: Settings) -> None:
    assert levels(check_clock(settings)) == ["ok"]


def test_a_clock_before_the_last_entry_is_reported(settings: Settings) -> None:
    results = list(check_clock(settings, datetime(1970, 1, 1, tzinfo=UTC)))
    assert levels(results) == ["warning", "warning"]
    assert "but the newest entry is of " in spoken(results)
    assert "but the newest backup is of " in spoken(results)
