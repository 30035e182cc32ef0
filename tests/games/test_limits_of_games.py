"""How many entries a game may have, and how much one address may have saved in a day."""

from dataclasses import replace

import pytest

from scorekeeper.games.deals import challenge_entry, record_deal, undo
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.games import close_game, start_game
from scorekeeper.games.limits import DayLimit, Sender
from scorekeeper.games.posting import TOO_MUCH
from tests.games.table import ANN_OUT, deal_times, opened, post, refused, saved

HERE = Sender("192.168.1.20", 40)


@pytest.fixture
def full(store: GameStore, key: str) -> GameStore:
    """Return a store in whose game there are as many entries as a game may have."""
    deal_times(store, key, 2)
    return replace(store, most_entries=3)


def test_a_full_game_takes_no_opinions_and_no_undos(full: GameStore, key: str) -> None:
    told = "This game has 3 entries: only deals and its end can still be entered"
    challenged = challenge_entry(full, key, post(3), 2, seat=None, reason="")
    undone = undo(full, key, post(3), 3, reason="")
    assert refused(challenged) == refused(undone) == [((), "bad_value", told)]
    assert opened(full, key).version == 3


def test_a_full_game_is_played_to_its_end(full: GameStore, key: str) -> None:
    assert saved(record_deal(full, key, post(3), ANN_OUT)).version == 4
    assert saved(close_game(full, key, post(4), "", settles=True)).sheet.ended_early


def test_a_post_that_is_saved_already_is_answered_in_a_full_game(
    store: GameStore, key: str
) -> None:
    sent = post(1)
    first = record_deal(store, key, sent, ANN_OUT)
    again = record_deal(replace(store, most_entries=2), key, sent, ANN_OUT)
    assert saved(first).version == getattr(again, "seq", None) == 2


def test_an_address_that_had_enough_saved_today_is_refused(store: GameStore, key: str) -> None:
    limited = replace(store, days=DayLimit(most_bytes=100, most_games=9))
    for version in (1, 2):
        saved(record_deal(limited, key, replace(post(version), sender=HERE), ANN_OUT))
    ((_, code, _),) = refused(record_deal(limited, key, replace(post(3), sender=HERE), ANN_OUT))
    assert code == TOO_MUCH
    saved(record_deal(limited, key, replace(post(3), sender=Sender("10.0.0.1", 40)), ANN_OUT))


def test_a_game_more_than_a_day_has_is_refused(store: GameStore) -> None:
    limited = replace(store, days=DayLimit(most_bytes=999, most_games=1))
    form = {"variant": "laws", "players": ["Ann", "Bob"]}
    first = start_game(limited, form, entry_id="first", sender=HERE)
    assert isinstance(first, str)
    second = start_game(limited, form, entry_id="second", sender=HERE)
    assert not isinstance(second, str)
    assert [problem.code for problem in second] == [TOO_MUCH]
    assert start_game(limited, form, entry_id="first", sender=HERE) == first
