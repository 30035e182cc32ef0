"""Changing the stake and the house rules of a game, and putting a game away."""

from typing import Any

import pytest

from scorekeeper.games.deals import agree_to_entry, figures_of, record_deal, undo
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.games import (
    change_setup,
    close_game,
    export_game,
    open_game,
    put_away,
    start_game,
)
from tests.games.table import deal_times, opened, out, post, refused, running, saved

EUROS: dict[str, Any] = {"stake": {"currency": "EUR", "amount": "0.50", "per": 100}}
NO_BONUS: dict[str, Any] = {"options": {"going_out_bonus": 0}}


def deal_with_joker() -> dict[str, Any]:
    joker = {"melds": ["KH KD JK=KC"], "in_hand": ""}
    hands = {"Ann": joker, "Bob": {"melds": [], "in_hand": "3S"}}
    return {**out("Ann", against=("Bob",)), "hands": hands}


def read_again(store: GameStore) -> GameStore:
    """Return a store of the same database that has no game in its cache."""
    return GameStore(database=store.database, now=store.now, new_key=store.new_key)


def test_a_new_setup_scores_all_deals_again_and_stands_in_the_record(
    store: GameStore, key: str
) -> None:
    deal_times(store, key, 2)
    assert running(opened(store, key)) == [400, 60, 60]
    game = saved(change_setup(store, key, post(3), NO_BONUS | EUROS))
    assert running(game) == [200, 60, 60]
    document = export_game(store, key)
    assert document["options"]["going_out_bonus"] == 0
    assert document["stake"] == {"currency": "EUR", "amount": "0.50", "per": 100}


def test_a_changed_setup_is_read_from_the_journal(store: GameStore, key: str) -> None:
    deal_times(store, key, 1)
    game = saved(change_setup(store, key, post(2), NO_BONUS | EUROS))
    read = open_game(read_again(store), key)
    assert read is not None
    assert read.sheet == game.sheet


def test_the_undo_of_a_new_setup_brings_the_old_one_back(store: GameStore, key: str) -> None:
    deal_times(store, key, 1)
    before = opened(store, key).sheet
    saved(change_setup(store, key, post(2), NO_BONUS | EUROS))
    after = saved(undo(store, key, post(3), 3, reason="")).sheet
    assert (after.setup, after.heads) == (before.setup, before.heads)


def test_agreement_is_asked_again_where_figures_moved(store: GameStore, key: str) -> None:
    game = deal_times(store, key, 1)
    seen = figures_of(game, 2)
    saved(agree_to_entry(store, key, post(2), 2, seats=None, seen=seen))
    moved = saved(change_setup(store, key, post(3), NO_BONUS))
    assert moved.sheet.rows[0].agreement.asked == (0,)


def test_an_early_end_under_another_stake_is_agreed_to_again(store: GameStore, key: str) -> None:
    deal_times(store, key, 1)
    saved(close_game(store, key, post(2), "", settles=True))
    saved(agree_to_entry(store, key, post(3), 3, seats=None, seen=()))
    closing = saved(change_setup(store, key, post(4), EUROS)).sheet.closing
    assert closing is not None
    assert closing.asked == (0, 1, 2)


def test_a_change_that_changes_nothing_is_not_saved(store: GameStore, key: str) -> None:
    problems = refused(change_setup(store, key, post(1), {}))
    assert problems == [((), "bad_value", "Nothing is different, so nothing was saved")]


def test_every_problem_of_every_deal_is_reported_at_once(store: GameStore) -> None:
    key = start_game(store, {"variant": "laws", "players": ["Ann", "Bob"]})
    assert isinstance(key, str)
    for version in (1, 2):
        saved(record_deal(store, key, post(version), deal_with_joker()))
    before = running(opened(store, key))
    stake = {"currency": "XYZ", "amount": "1", "per": 1}
    terms = {"options": {"joker_in_pack": False, "target": 0}, "stake": stake}
    told = refused(change_setup(store, key, post(3), terms))
    assert {("options", "target"), ("stake", "currency")} <= {at for at, _, _ in told}
    deals = [text.split(":")[0] for at, _, text in told if at == ()]
    assert deals == ["Deal 1, Ann", "Deal 2, Ann"]
    assert running(opened(store, key)) == before


def test_an_undo_that_would_make_a_deal_illegal_is_refused(store: GameStore) -> None:
    options = {"joker_in_pack": False}
    key = start_game(store, {"variant": "laws", "players": ["Ann", "Bob"], "options": options})
    assert isinstance(key, str)
    saved(change_setup(store, key, post(1), {}))
    saved(record_deal(store, key, post(2), deal_with_joker()))
    ((at, _, text),) = refused(undo(store, key, post(3), 2, reason=""))
    assert at == ("target",)
    assert text.startswith("Deal 1")


def test_a_deal_that_only_an_earlier_setup_allowed_can_be_read(store: GameStore) -> None:
    options = {"stock_out": "hand_ends"}
    form = {"variant": "contract", "players": ["Ann", "Bob"], "options": options}
    key = start_game(store, form)
    assert isinstance(key, str)
    hands = {"Ann": {"in_hand_points": 10}, "Bob": {"in_hand_points": 20}}
    saved(record_deal(store, key, post(1), {"ending": "stock", "hands": hands}))
    assert refused(change_setup(store, key, post(2), {}))
    saved(undo(store, key, post(2), 2, reason=""))
    saved(change_setup(store, key, post(3), {}))
    assert open_game(read_again(store), key) is not None


def test_a_game_is_put_away_until_that_is_undone(store: GameStore, key: str) -> None:
    assert saved(put_away(store, key, post(1))).sheet.game.put_away_by == 2
    assert refused(put_away(store, key, post(2)))[0][2] == "The game has already been put away"
    assert saved(undo(store, key, post(2), 2, reason="")).sheet.game.put_away_by is None


@pytest.mark.parametrize(("terms", "bonus"), [(NO_BONUS, 0), (EUROS, 100)])
def test_what_the_terms_do_not_name_is_as_printed(
    store: GameStore, key: str, terms: dict[str, Any], bonus: int
) -> None:
    saved(change_setup(store, key, post(1), NO_BONUS | EUROS))
    setup = saved(change_setup(store, key, post(2), terms)).sheet.setup
    assert (setup.options.going_out_bonus, setup.stake is not None) == (bonus, "stake" in terms)
