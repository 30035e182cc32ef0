"""A game of partners in the store: entering, agreeing, correcting and taking back a deal."""

import pytest

from scorekeeper.games.deals import agree_to_entry, correct_deal, figures_of, record_deal, undo
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.games import start_game
from scorekeeper.games.players import join_player
from scorekeeper.rules.deals import Seat
from tests.games.table import Document, opened, post, refused, running, saved

PLAYERS = ["Ann", "Bob", "Cal", "Dot"]


def pair(winner: str, loser: str, points: int) -> Document:
    hands = {winner: {"deadwood_points": 2}, loser: {"deadwood_points": 2 + points}}
    players = [winner, loser]
    return {"players": players, "upcard": "KD", "ending": "knock", "by": winner, "hands": hands}


def deal(*pairs: Document) -> Document:
    return {"pairs": list(pairs)}


@pytest.fixture
def table(store: GameStore) -> str:
    """The key of a game of Ann and Cal against Bob and Dot."""
    begun = start_game(store, {"variant": "gin150", "players": PLAYERS}, who="Ann")
    assert isinstance(begun, str)
    return begun


FIRST = deal(pair("Ann", "Bob", 30), pair("Dot", "Cal", 14))


def test_a_deal_counts_for_both_partners_and_is_read_again_from_the_store(
    store: GameStore, table: str
) -> None:
    saved(record_deal(store, table, post(1), FIRST))
    game = opened(store, table)
    assert running(game) == [16, 0, 16, 0]
    assert [each.seats for each in game.sheet.rows[0].pairs] == [(0, 1), (3, 2)]


def test_everybody_is_asked_to_agree_and_stays_so_where_the_difference_stays(
    store: GameStore, table: str
) -> None:
    game = saved(record_deal(store, table, post(1), FIRST))
    assert game.sheet.rows[0].agreement.asked == (0, 1, 2, 3)
    seen = figures_of(game, 2)
    saved(agree_to_entry(store, table, post(2), 2, seats=None, seen=seen))
    same = deal(pair("Ann", "Bob", 20), pair("Dot", "Cal", 4))
    game = saved(correct_deal(store, table, post(3), 2, document=same, reason="counted wrong"))
    assert game.sheet.rows[0].agreement.complete
    other = deal(pair("Ann", "Bob", 20), pair("Cal", "Dot", 4))
    game = saved(correct_deal(store, table, post(4), 2, document=other, reason="counted wrong"))
    assert game.sheet.rows[0].agreement.asked == (0, 2)
    assert running(game) == [24, 0, 24, 0]


def test_a_deal_that_is_taken_back_leaves_nothing(store: GameStore, table: str) -> None:
    saved(record_deal(store, table, post(1), FIRST))
    game = saved(undo(store, table, post(2), 2, reason="slip"))
    assert running(game) == [0, 0, 0, 0]


def test_faults_of_both_pairs_are_told_at_their_places(store: GameStore, table: str) -> None:
    wrong = deal(pair("Ann", "Cal", 30), {**pair("Bob", "Dot", 5), "by": "Zoe"})
    found = {(at, code) for at, code, _ in refused(record_deal(store, table, post(1), wrong))}
    assert found == {
        (("pairs", 0, "players"), "bad_pairs"),
        (("pairs", 1, "players"), "bad_pairs"),
        (("pairs", 1, "by"), "unknown_player"),
    }


def test_nobody_joins_partners(store: GameStore, table: str) -> None:
    (_, code, text) = refused(join_player(store, table, post(1), "Eve"))[0]
    assert (code, text) == ("bad_players", "Oklahoma gin to 150 is for 2, 4 or 6 players")
    assert opened(store, table).sheet.next_dealer == Seat(1)
