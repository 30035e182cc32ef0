"""Posts that come twice, late, at the same time, or with the id of another post."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from sqlite3 import IntegrityError
from threading import Barrier

import pytest

from scorekeeper.games.deals import record_deal, undo
from scorekeeper.games.game_store import CurrentGame, GameFollower, GameStore
from scorekeeper.games.games import close_game, start_game
from scorekeeper.games.players import rename_player
from scorekeeper.games.posting import GameOutcome, Post, Saved, Stale
from scorekeeper.rules.variant import Problem
from scorekeeper.store.database import Connection
from tests.games.table import (
    ANN_OUT,
    Document,
    deal_times,
    opened,
    out,
    post,
    refused,
    running,
    saved,
    stale,
)

BOB_OUT = out("Bob", against=("Ann", "Cal"))


def repeated(outcome: GameOutcome) -> bool:
    return isinstance(outcome, Saved) and outcome.repeated


# --- twice ----------------------------------------------------------------------------------------


def test_the_same_post_twice_is_one_deal(store: GameStore, key: str) -> None:
    saved(record_deal(store, key, post(1, "tap"), ANN_OUT))
    record_deal(store, key, post(1, "tap"), ANN_OUT)
    assert running(opened(store, key)) == [200, 30, 30]


def test_the_same_post_twice_is_a_success(store: GameStore, key: str) -> None:
    saved(record_deal(store, key, post(1, "tap"), ANN_OUT))
    assert repeated(record_deal(store, key, post(1, "tap"), ANN_OUT))


def test_a_repeated_post_shows_what_others_did_meanwhile(store: GameStore, key: str) -> None:
    saved(record_deal(store, key, post(1, "tap"), ANN_OUT))
    latest = saved(record_deal(store, key, post(2, "other"), BOB_OUT))
    again = record_deal(store, key, post(1, "tap"), ANN_OUT)
    assert again == Saved(thing=latest, seq=2, repeated=True)


@pytest.mark.parametrize(
    "act",
    [
        lambda store, key: undo(store, key, post(2, "tap"), 2, reason="twice"),
        lambda store, key: close_game(store, key, post(2, "tap"), "late", settles=True),
        lambda store, key: rename_player(store, key, post(2, "tap"), 0, name="Eve"),
    ],
    ids=["undo", "close", "rename"],
)
def test_every_act_may_be_posted_twice(
    store: GameStore, key: str, act: Callable[[GameStore, str], GameOutcome]
) -> None:
    deal_times(store, key, 1)
    saved(act(store, key))
    assert repeated(act(store, key))


def test_an_id_of_another_game_is_refused(store: GameStore, key: str) -> None:
    saved(record_deal(store, key, post(1, "tap"), ANN_OUT))
    other = start_game(store, {"variant": "laws", "players": ["Ann", "Bob", "Cal"]})
    text = "This has already been entered in another game"
    problems = refused(record_deal(store, str(other), post(1, "tap"), ANN_OUT))
    assert problems == [(("entry_id",), "bad_value", text)]


@pytest.mark.parametrize("entry_id", ["", "x" * 65, "♠", "a\nb"])
def test_an_id_is_short_and_plain(store: GameStore, key: str, entry_id: str) -> None:
    outcome = record_deal(store, key, Post(entry_id=entry_id, version=1, who="Bob"), ANN_OUT)
    assert [at for at, _, _ in refused(outcome)] == [("entry_id",)]


# --- late -----------------------------------------------------------------------------------------


def test_a_stale_post_writes_nothing(store: GameStore, key: str) -> None:
    deal_times(store, key, 1)
    record_deal(store, key, post(1, "late"), BOB_OUT)
    assert running(opened(store, key)) == [200, 30, 30]


def test_a_stale_post_is_answered_with_who_was_faster(store: GameStore, key: str) -> None:
    saved(record_deal(store, key, post(1, who="Cal"), ANN_OUT))
    saved(rename_player(store, key, post(2, who="Ann"), 0, name="Eve"))
    late = stale(record_deal(store, key, post(1, "late"), BOB_OUT))
    assert [(entry.seq, entry.who) for entry in late.newer] == [(2, "Cal"), (3, "Ann")]


def test_a_stale_post_gets_the_game_as_it_stands(store: GameStore, key: str) -> None:
    game = deal_times(store, key, 1)
    assert stale(record_deal(store, key, post(1, "late"), BOB_OUT)).thing == game


def test_a_stale_post_is_refused_before_it_is_checked(store: GameStore, key: str) -> None:
    deal_times(store, key, 1)
    assert stale(record_deal(store, key, post(1, "late"), {"ending": "sung"})).newer


def test_a_version_that_does_not_exist_yet_is_stale_too(store: GameStore, key: str) -> None:
    assert stale(record_deal(store, key, post(7), ANN_OUT)).newer == ()


def test_a_stale_post_succeeds_on_the_new_version(store: GameStore, key: str) -> None:
    deal_times(store, key, 1)
    record_deal(store, key, post(1, "late"), BOB_OUT)
    assert saved(record_deal(store, key, post(2, "late"), BOB_OUT)).version == 3


# --- the same deal on two phones -----------------------------------------------------------------

IN_CARDS: Document = {
    "ending": "out",
    "by": "Ann",
    "hands": {
        "Ann": {"melds": ["KH KD KC", "5H 5D 5S 5C"], "in_hand": ""},
        "Bob": {"melds": ["9C TC JC"], "in_hand": "AS 7D 6C"},
        "Cal": {"melds": [], "in_hand": "4S 8S"},
    },
}
IN_ANOTHER_ORDER: Document = {
    "ending": "out",
    "by": "Ann",
    "hands": {
        "Ann": {"melds": ["5H 5D 5S 5C", "KH KD KC"], "in_hand": ""},
        "Bob": {"melds": ["9C TC JC"], "in_hand": "6C AS 7D"},
        "Cal": {"melds": [], "in_hand": "8S 4S"},
    },
}
WITHOUT_SUITS: Document = {
    "ending": "out",
    "by": "Ann",
    "hands": {
        "Ann": {"melds": ["K K K", "5 5 5 5"], "in_hand": ""},
        "Bob": {"melds": ["9C TC JC"], "in_hand": "A 7 6"},
        "Cal": {"melds": [], "in_hand": "4 8"},
    },
}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (ANN_OUT, ANN_OUT),
        (IN_CARDS, IN_CARDS),
        (IN_CARDS, IN_ANOTHER_ORDER),
        (IN_CARDS, WITHOUT_SUITS),
        (WITHOUT_SUITS, IN_ANOTHER_ORDER),
    ],
    ids=["totals", "cards", "another order", "fewer suits", "more suits"],
)
def test_the_same_deal_from_two_phones_is_entered_once(
    store: GameStore, key: str, first: Document, second: Document
) -> None:
    saved(record_deal(store, key, post(1, "ann"), first))
    assert repeated(record_deal(store, key, post(1, "bob", "Cal"), second))
    assert opened(store, key).version == 2


def test_the_sender_of_a_duplicate_learns_the_version_of_the_first(
    store: GameStore, key: str
) -> None:
    saved(record_deal(store, key, post(1, "ann"), ANN_OUT))
    saved(record_deal(store, key, post(2, "next"), BOB_OUT))
    outcome = record_deal(store, key, post(1, "bob", "Cal"), ANN_OUT)
    assert isinstance(outcome, Saved)
    assert (outcome.seq, outcome.repeated) == (2, True)


def test_an_equal_deal_of_another_number_is_no_duplicate(store: GameStore, key: str) -> None:
    saved(record_deal(store, key, post(1, "ann"), ANN_OUT))
    saved(record_deal(store, key, post(2, "next"), BOB_OUT))
    assert stale(record_deal(store, key, post(1, "late", "Cal"), BOB_OUT)).newer


def test_a_deal_equal_to_the_one_before_is_no_duplicate(store: GameStore, key: str) -> None:
    saved(record_deal(store, key, post(1, "ann"), ANN_OUT))
    saved(rename_player(store, key, post(2), 0, name="Eve"))
    late = out("Eve")
    assert stale(record_deal(store, key, post(2, "late", "Cal"), late)).newer


def test_a_deal_that_was_taken_back_is_no_duplicate(store: GameStore, key: str) -> None:
    saved(record_deal(store, key, post(1, "ann"), ANN_OUT))
    saved(undo(store, key, post(2), 2, reason="misdeal"))
    assert stale(record_deal(store, key, post(1, "bob", "Cal"), ANN_OUT)).newer


def test_two_equal_deals_in_a_row_by_one_player_are_not_taken_for_one(
    store: GameStore, key: str
) -> None:
    saved(record_deal(store, key, post(1, "fourth"), ANN_OUT))
    fifth = stale(record_deal(store, key, post(1, "fifth"), ANN_OUT))
    assert [entry.seq for entry in fifth.newer] == [2]


# --- at once --------------------------------------------------------------------------------------


def at_once(acts: list[Callable[[], GameOutcome]]) -> list[GameOutcome]:
    """Return the results of calls made at the same moment."""
    ready = Barrier(len(acts))

    def run(act: Callable[[], GameOutcome]) -> GameOutcome:
        ready.wait()
        return act()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(run, acts))


def test_of_two_posts_at_once_one_wins_and_the_other_is_stale(store: GameStore, key: str) -> None:
    outcomes = at_once(
        [
            lambda: record_deal(store, key, post(1, "ann", who="Ann"), ANN_OUT),
            lambda: record_deal(store, key, post(1, "bob", who="Bob"), BOB_OUT),
        ]
    )
    assert {type(outcome) for outcome in outcomes} == {Saved, Stale}


def test_the_loser_of_two_posts_sees_the_winner(store: GameStore, key: str) -> None:
    outcomes = at_once(
        [
            lambda: record_deal(store, key, post(1, "ann", who="Ann"), ANN_OUT),
            lambda: record_deal(store, key, post(1, "bob", who="Bob"), BOB_OUT),
        ]
    )
    (won,) = [outcome.thing for outcome in outcomes if isinstance(outcome, Saved)]
    (lost,) = [outcome for outcome in outcomes if isinstance(outcome, Stale)]
    assert lost.newer == won.log[1:]


def test_one_post_that_arrives_many_times_at_once_is_one_deal(store: GameStore, key: str) -> None:
    outcomes = at_once([lambda: record_deal(store, key, post(1, "tap"), ANN_OUT)] * 6)
    assert sorted(map(repeated, outcomes)) == [False] + [True] * 5


def test_posts_to_different_tables_at_once_all_win(store: GameStore) -> None:
    form = {"variant": "laws", "players": ["Ann", "Bob", "Cal"]}
    keys = [str(start_game(store, form)) for _ in range(6)]

    def recording(table: str) -> Callable[[], GameOutcome]:
        return lambda: record_deal(store, table, post(1, f"at {table}"), ANN_OUT)

    outcomes = at_once([recording(key) for key in keys])
    assert [saved(outcome).version for outcome in outcomes] == [2] * 6


# --- the cache ------------------------------------------------------------------------------------


class UncommittableFollower(GameFollower):
    """Writes what makes the commit fail."""

    def follow_change(
        self, store: GameStore, db: Connection, before: CurrentGame, after: CurrentGame
    ) -> tuple[Problem, ...]:
        db.execute("PRAGMA defer_foreign_keys = ON")
        db.execute("UPDATE game SET rematch = 'no such game'")
        return ()


def test_a_rolled_back_act_does_not_change_the_cached_game(store: GameStore, key: str) -> None:
    before = opened(store, key)
    broken = replace(store, follower=UncommittableFollower())
    with pytest.raises(IntegrityError, match="FOREIGN KEY"):
        record_deal(broken, key, post(1), ANN_OUT)
    assert opened(store, key) is before
