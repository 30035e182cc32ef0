"""The pace at which the site works for one address or link."""

import pytest

from scorekeeper.games import limits
from scorekeeper.games.limits import Pace

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


def test_of_too_many_the_one_who_asked_least_is_forgotten(
    pace: Pace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_ADDRESSES", 2)
    for seconds, who in enumerate(("Ann", "Bob", "Cal"), 4):
        pace.note(who, seconds)
    assert [pace.may_ask(who) for who in ("Ann", "Bob", "Cal")] == [True, False, False]


def test_those_who_rest_are_forgotten_first(
    pace: Pace, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_ADDRESSES", 2)
    pace.note("Ann", 3.0)
    pace.note("Bob", 0.1)
    clock.seconds += 1.0
    pace.note("Cal", 3.0)
    assert [pace.may_ask(who) for who in ("Ann", "Cal")] == [True, False]
    clock.seconds -= 1.0
    assert not pace.may_ask("Ann")
