"""Open pages of a night are told of what happens at its tables, and of what officers do."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import cast

import pytest

from scorekeeper.club.acting import withdraw_club_link
from scorekeeper.club.nights import void_game
from scorekeeper.games.links import Role
from scorekeeper.games.live import EnteringPhone, Subscription
from tests.club_site import ClubNight, SiteOfClub, done, new_post
from tests.web.deals import ANN_OUT
from tests.web.phone import Phone

PATIENCE = 5.0


@pytest.fixture
def night(club: SiteOfClub) -> ClubNight:
    return club.night()


@contextmanager
def subscribed(night: ClubNight) -> Iterator[Subscription]:
    with closing(night.club.store.notifier.subscribe_to_night(night.id)) as subscription:
        assert subscription.wait(PATIENCE) is not None  # where it stands now
        yield subscription


def test_a_deal_at_one_of_its_tables_wakes_a_night_and_no_other(night: ClubNight) -> None:
    table, other = night.game("Ann", "Bob"), night.club.night()
    with subscribed(night) as ours, subscribed(other) as theirs:
        table.host.enter_first(table.game, ANN_OUT)
        assert ours.wait(PATIENCE) is not None
        assert theirs.wait(0.1) is None


def test_what_an_officer_does_wakes_the_pages_of_the_night(night: ClubNight) -> None:
    game = night.game("Ann", "Bob").id
    with subscribed(night) as ours:
        done(void_game(night.club.store, new_post(), game, void=True))
        assert ours.wait(PATIENCE) is not None


def test_somebody_who_enters_a_deal_wakes_the_pages_of_the_night(night: ClubNight) -> None:
    table = night.game("Ann", "Bob")
    with subscribed(night) as ours:
        before = ours.state
        entering = night.club.store.entering
        entering.note(table.visit.game.key, "a phone", EnteringPhone(name="Ann"))
        assert ours.wait(PATIENCE) not in (None, before)


def test_a_page_tells_the_state_that_its_stream_tells(night: ClubNight) -> None:
    night.game("Ann", "Bob")
    phone = Phone(night.club.site)
    state = phone.open(f"{night.join}version").text
    assert f'data-state="{state}"' in phone.open(night.join).text
    stream = phone.client.get(f"{night.join}live")
    events = cast(Iterator[bytes], iter(stream.response))
    assert b"".join([next(events), next(events)]).decode().endswith(f"data: {state}\n\n")
    stream.close()


def test_a_stream_ends_when_its_link_is_withdrawn(night: ClubNight) -> None:
    stream = Phone(night.club.site).client.get(f"{night.join}live")
    events = cast(Iterator[bytes], iter(stream.response))
    assert [next(events)[:5], next(events)[:5]] == [b"retry", b"data:"]
    done(withdraw_club_link(night.club.store, new_post(), Role.PLAYER, night=night.id))
    assert next(events).decode().startswith("event: gone")
    stream.close()
