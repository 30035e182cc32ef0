"""The limit of guesses: per address, for an hour, and of all addresses together."""

import pytest

from scorekeeper.games.limits import (
    MOST_WRONG,
    MOST_WRONG_OF_ALL,
    SECONDS,
    GuessLimit,
)

HOME = "192.168.1.20"


class Clock:
    """Seconds that a test moves on."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def limit(clock: Clock) -> GuessLimit:
    return GuessLimit(clock)


def guess(limit: GuessLimit, address: str, times: int = MOST_WRONG) -> None:
    for _ in range(times):
        limit.take_guess(address)


def may_guess(limit: GuessLimit, address: str) -> bool:
    is_taken = limit.take_guess(address)
    if is_taken:
        limit.give_back(address)
    return is_taken


def test_an_address_has_so_many_wrong_guesses_and_no_more(limit: GuessLimit) -> None:
    guess(limit, HOME, MOST_WRONG - 1)
    before = may_guess(limit, HOME)
    guess(limit, HOME, 1)
    assert (before, may_guess(limit, HOME)) == (True, False)


def test_other_addresses_go_on_guessing(limit: GuessLimit) -> None:
    guess(limit, HOME)
    assert may_guess(limit, "192.168.1.21")


def test_after_an_hour_an_address_may_guess_again(limit: GuessLimit, clock: Clock) -> None:
    guess(limit, HOME)
    clock.seconds += SECONDS
    assert may_guess(limit, HOME)


def test_the_many_addresses_of_one_home_are_one(limit: GuessLimit) -> None:
    guess(limit, "2001:db8:1:2:aaaa::1")
    assert [may_guess(limit, each) for each in ("2001:db8:1:2:bbbb::9", "2001:db8:1:3::1")] == [
        False,
        True,
    ]


def test_guesses_from_ever_new_addresses_are_stopped_too(limit: GuessLimit, clock: Clock) -> None:
    for number in range(MOST_WRONG_OF_ALL):
        assert may_guess(limit, f"10.0.0.{number}")
        guess(limit, f"10.0.0.{number}", 1)
    stopped = not may_guess(limit, "10.0.1.0")
    clock.seconds += SECONDS
    assert (stopped, may_guess(limit, "10.0.1.0")) == (True, True)
