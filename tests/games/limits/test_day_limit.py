"""The limit of a day: per address, by bytes and by games, and in bounded memory."""

from scorekeeper.games.limits import (
    DAY_SECONDS,
    MOST_ADDRESSES,
    DayLimit,
    Sender,
)

HOME = "192.168.1.20"


class Clock:
    """Seconds that a test moves on."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


def make_limit(clock: Clock | None = None) -> DayLimit:
    return DayLimit(most_bytes=100, most_games=2, now=clock or Clock())


def test_an_address_has_so_many_bytes_saved_and_no_more() -> None:
    limit = make_limit()
    limit.note(Sender(HOME, 60))
    assert limit.may_save(Sender(HOME, 40))
    assert not limit.may_save(Sender(HOME, 41))


def test_an_address_begins_so_many_games_and_no_more() -> None:
    limit = make_limit()
    for _ in range(2):
        assert limit.may_save(Sender(HOME, 1), games=1)
        limit.note(Sender(HOME, 1), games=1)
    assert not limit.may_save(Sender(HOME, 1), games=1)
    assert limit.may_save(Sender(HOME, 1))


def test_other_addresses_go_on_and_those_of_one_home_are_one() -> None:
    limit = make_limit()
    limit.note(Sender("2001:db8:1:2:aaaa::1", 100))
    assert not limit.may_save(Sender("2001:db8:1:2:bbbb::9", 1))
    assert limit.may_save(Sender("2001:db8:1:3::1", 1))


def test_the_limit_begins_again_the_next_day() -> None:
    clock = Clock()
    limit = make_limit(clock)
    limit.note(Sender(HOME, 100))
    clock.seconds += DAY_SECONDS
    assert limit.may_save(Sender(HOME, 100))


def fill(limit: DayLimit, size: int) -> None:
    """Let so many others save something that one address must be forgotten."""
    for number in range(MOST_ADDRESSES):
        limit.note(Sender(f"10.0.{number >> 8}.{number & 255}", size))


def test_of_too_many_addresses_the_one_with_the_least_is_forgotten() -> None:
    limit = make_limit()
    limit.note(Sender(HOME, 100))
    fill(limit, 1)
    assert not limit.may_save(Sender(HOME, 1))


def test_whoever_saves_now_is_not_the_one_forgotten() -> None:
    limit = make_limit()
    fill(limit, 2)
    limit.note(Sender(HOME, 1))
    assert not limit.may_save(Sender(HOME, 100))


def test_an_address_that_used_up_its_games_is_not_the_one_forgotten() -> None:
    limit = make_limit()
    limit.note(Sender(HOME, 1), games=2)
    fill(limit, 2)
    assert not limit.may_save(Sender(HOME, 1), games=1)


def test_days_that_have_ended_are_forgotten_first() -> None:
    clock = Clock()
    limit = make_limit(clock)
    fill(limit, 100)
    clock.seconds += DAY_SECONDS
    limit.note(Sender(HOME, 60))
    limit.note(Sender("192.168.1.21", 70))
    assert not limit.may_save(Sender(HOME, 41))
