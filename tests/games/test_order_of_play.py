"""Correcting the order of play at a table: the act, what it leaves alone, and what it refuses."""

import json
from typing import Any

from scorekeeper.games.deals import agree_to_entry, figures_of, record_deal, undo
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.games import close_game, export_game, import_game, start_game
from scorekeeper.games.players import move_player
from scorekeeper.record.writing import write_deal
from tests.games.hand_slips import (
    ANN,
    ANN_IS_OUT,
    BOB,
    BOBS_HAND,
    CAL,
    CALS_HAND,
    collected_now,
    hand_in,
)
from tests.games.table import ANN_OUT, opened, post, refused, saved, stale

PUT_AWAY = "After the first deal partners stay where they sit; put the game away and begin anew"


def begin(store: GameStore, *players: str, variant: str = "laws", **more: Any) -> str:
    key = start_game(store, {"variant": variant, "players": list(players), **more}, who="Ann")
    assert isinstance(key, str)
    return key


def order(store: GameStore, key: str) -> str:
    """Return the initials of the players in order of play."""
    return "".join([head.name[0] for head in opened(store, key).sheet.in_turn])


def move(store: GameStore, key: str, seat: int, after: int | None) -> None:
    saved(move_player(store, key, post(opened(store, key).version), seat, after=after))


def test_a_player_is_moved_after_another_or_to_the_beginning_and_back_by_undo(
    store: GameStore,
) -> None:
    key = begin(store, "Ann", "Bob", "Cal", "Dot")
    move(store, key, 0, 2)
    assert order(store, key) == "BCAD"
    move(store, key, 3, None)
    assert order(store, key) == "DBCA"
    saved(undo(store, key, post(3), 3, reason=""))
    assert order(store, key) == "BCAD"


def test_a_move_to_the_same_place_after_oneself_or_of_nobody_is_refused(store: GameStore) -> None:
    key = begin(store, "Ann", "Bob", "Cal")
    assert [
        refused(move_player(store, key, post(1), seat, after=after))[0][2]
        for seat, after in ((1, 0), (0, None), (1, 1), (7, 0), (1, 7))
    ] == [
        "Bob sits there already",
        "Ann sits there already",
        "Nobody sits there",
        "Nobody sits there",
        "Nobody sits there",
    ]


def test_a_game_that_has_ended_keeps_its_order(store: GameStore) -> None:
    key = begin(store, "Ann", "Bob", "Cal")
    saved(record_deal(store, key, post(1), ANN_OUT))
    saved(close_game(store, key, post(2), "late", settles=True))
    (_, code, text) = refused(move_player(store, key, post(3), 0, after=1))[0]
    assert (code, text) == ("game_over", "The game is over; its order of play stays")


def test_a_phone_that_knows_the_old_order_is_told_before_its_deal_counts(store: GameStore) -> None:
    key = begin(store, "Ann", "Bob", "Cal")
    move(store, key, 0, 2)
    late = stale(record_deal(store, key, post(1, entry_id="late"), ANN_OUT))
    assert [type(entry.act).__name__ for entry in late.newer] == ["Reordered"]
    again = saved(record_deal(store, key, post(2, entry_id="late"), ANN_OUT))
    assert [head.running for head in again.sheet.heads] == [200, 30, 30]


def test_agreements_stay_with_their_players(store: GameStore) -> None:
    key = begin(store, "Ann", "Bob", "Cal")
    game = saved(record_deal(store, key, post(1), ANN_OUT))
    seen = figures_of(game, 2)
    saved(agree_to_entry(store, key, post(2), 2, seats=[CAL], seen=seen))
    move(store, key, 2, None)
    agreement = opened(store, key).sheet.rows[0].agreement
    assert (list(agreement.agreed), agreement.asked) == ([CAL], (ANN, BOB))
    # Opinions are never too late, and name seats.
    saved(agree_to_entry(store, key, post(2, entry_id="b"), 2, seats=[BOB], seen=seen))
    assert opened(store, key).sheet.rows[0].agreement.asked == (ANN,)


def test_hands_on_their_way_stay_with_their_players(store: GameStore) -> None:
    key = begin(store, "Ann", "Bob", "Cal", variant="modern")
    hand_in(store, key, ANN, ANN_IS_OUT)
    hand_in(store, key, BOB, BOBS_HAND)
    move(store, key, 0, 2)
    hand_in(store, key, CAL, CALS_HAND)
    collected = collected_now(store, key)
    assert [hand.name for hand in collected.hands] == ["Bob", "Cal", "Ann"]
    assert collected.ready


def test_the_record_has_the_present_order_each_hand_by_name_and_who_dealt(
    store: GameStore,
) -> None:
    key = begin(store, "Ann", "Bob", "Cal", stake={"currency": "USD", "amount": "1", "per": 100})
    saved(record_deal(store, key, post(1), ANN_OUT))
    saved(record_deal(store, key, post(2), {**ANN_OUT, "dealer": "Bob"}))
    before = export_game(store, key)
    move(store, key, 0, 2)
    document = export_game(store, key)
    assert document["players"] == ["Bob", "Cal", "Ann"]
    assert [deal["dealer"] for deal in document["deals"]] == ["Cal", "Bob"]
    assert [deal["hands"] for deal in document["deals"]] == [
        deal["hands"] for deal in before["deals"]
    ]
    copy = import_game(store, json.dumps(document).encode())
    assert isinstance(copy, str)
    ours, theirs = opened(store, key).sheet, opened(store, copy).sheet
    assert [head.running for head in theirs.heads] == [head.running for head in ours.in_turn]
    deals = [write_deal(deal.deal, theirs.setup.players) for deal in theirs.game.deals]
    assert deals == document["deals"]


def test_partners_change_before_the_first_deal_alone(store: GameStore) -> None:
    key = begin(store, "Ann", "Bob", "Cal", "Dot", variant="gin150")
    move(store, key, 1, 2)
    sheet = opened(store, key).sheet
    assert [side.name for side in sheet.sides] == ["Ann, Bob", "Cal, Dot"]
    pairs = [
        {"players": ["Ann", "Cal"], "upcard": "KD", "ending": "knock", "by": "Ann"}
        | {"hands": {"Ann": {"deadwood_points": 2}, "Cal": {"deadwood_points": 32}}},
        {"players": ["Dot", "Bob"], "upcard": "KD", "ending": "dead"},
    ]
    game = saved(record_deal(store, key, post(2), {"pairs": pairs}))
    assert [head.running for head in game.sheet.heads] == [30, 30, 0, 0]
    for outcome in (
        move_player(store, key, post(3, "again"), 1, after=0),
        undo(store, key, post(3, "undo"), 2, reason=""),
    ):
        assert [text for _, _, text in refused(outcome)] == [PUT_AWAY]


def test_partners_whose_hand_names_a_partner_are_asked_who_plays_whom(store: GameStore) -> None:
    key = begin(store, "Ann", "Bob", "Cal", "Dot", variant="gin150")
    told = {"pair0-players": "0 1", "pair1-players": "2 3", "hand0-deadwood_points": "3"}
    hand_in(store, key, ANN, told)
    move(store, key, 1, 2)
    assert [question.name for question in collected_now(store, key).questions] == ["players"]
