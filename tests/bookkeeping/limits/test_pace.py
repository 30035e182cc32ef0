"""The pace at which the site works for one address or link."""

import pytest

from scorekeeper.bookkeeping.limits import MOST_ADDRESSES, Pace

HOME = "192.168.1.20"


class Clock:
    seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pace(clock: Clock) -> Pace:
    return Pace(share=0.25, at_once=3.0, now=clock)


def test_an_address_may_use_some_seconds_at_once(pace: Pace) -> None:
    for _ in range(3):
        assert pace.may_ask(HOME)
        pace.note(HOME, 1.0)
    assert not pace.may_ask(HOME)
    assert pace.may_ask("192.168.1.21")


def test_after_that_it_has_its_share_of_the_time(pace: Pace, clock: Clock) -> None:
    pace.note(HOME, 3.5)
    clock.seconds += 2.0
    assert not pace.may_ask(HOME)
    clock.seconds += 0.1
    assert pace.may_ask(HOME)


def test_a_rest_saves_up_no_more_than_that(pace: Pace, clock: Clock) -> None:
    pace.note(HOME, 1.0)
    clock.seconds += 100_000
    pace.note(HOME, 3.0)
    assert not pace.may_ask(HOME)


def test_only_so_many_are_remembered_and_those_who_asked_most_stay(pace: Pace) -> None:
    pace.note(HOME, 3.0)
    for number in range(2 * MOST_ADDRESSES):
        pace.note(f"10.0.{number // 256}.{number % 256}", 0.01)
    assert len(pace.known()) == MOST_ADDRESSES
    assert not pace.may_ask(HOME)


def test_those_who_rest_are_forgotten(pace: Pace, clock: Clock) -> None:
    for number in range(MOST_ADDRESSES):
        pace.note(f"10.0.{number // 256}.{number % 256}", 0.01)
    clock.seconds += 1.0
    pace.note(HOME, 0.01)
    assert pace.known() == (HOME,)
