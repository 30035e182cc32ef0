"""Collecting hands from several phones, until all are in and no question is open."""

from collections.abc import Iterator, Mapping
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.deals import record_deal, undo
from scorekeeper.games.game_store import CurrentGame, GameStore
from scorekeeper.games.games import start_game
from scorekeeper.games.hands import (
    CollectedHands,
    HandState,
    QuestionKind,
    SlipSaved,
    hand_in_slip,
    take_back_slip,
)
from scorekeeper.games.phones import Slip
from scorekeeper.games.players import join_player, leave_table, rename_player
from scorekeeper.games.posting import read_deal
from scorekeeper.record.writing import write_deal
from scorekeeper.rules.deals import Deal, Seat
from scorekeeper.rules.scoring import Setup
from scorekeeper.web.deal.deal_text import (
    make_deal_document,
    type_deal,
)
from tests.empty_database import store_at
from tests.games.hand_slips import (
    ANN,
    ANN_IS_OUT,
    BOB,
    BOBS_HAND,
    CAL,
    CALS_HAND,
    collected_now,
    hand_in,
    start,
    states,
)
from tests.games.table import ANN_OUT, opened, post, saved
from tests.games.test_any_game import form_of
from tests.strategies import RANDOMS, legal_deals, setups


@pytest.fixture
def all_in(store: GameStore, key: str) -> GameStore:
    """Return a store in which all three players have handed in."""
    for seat, fields in enumerate((ANN_IS_OUT, BOBS_HAND, CALS_HAND)):
        assert hand_in(store, key, Seat(seat), fields) == SlipSaved(repeated=False)
    return store


# --- in or not ------------------------------------------------------------------------------------


def test_nobody_is_in_at_first(store: GameStore, key: str) -> None:
    now = collected_now(store, key)
    assert (states(now), now.is_begun, now.ready) == (["missing"] * 3, False, False)


def test_a_hand_that_was_sent_says_who_sent_it(store: GameStore, key: str) -> None:
    hand_in(store, key, BOB, BOBS_HAND, phone="Ann")
    hand = collected_now(store, key).hands[BOB]
    assert (hand.state, hand.versions[0].writers) == (HandState.IN, ("Ann",))


def test_a_hand_that_is_being_typed_is_shown(store: GameStore, key: str) -> None:
    assert states(collected_now(store, key, BOB)) == ["missing", "entering", "missing"]


def test_the_deal_is_ready_when_the_last_hand_comes(store: GameStore, key: str) -> None:
    hand_in(store, key, ANN, ANN_IS_OUT)
    hand_in(store, key, BOB, BOBS_HAND)
    before = collected_now(store, key)
    hand_in(store, key, CAL, CALS_HAND)
    assert (before.ready, collected_now(store, key).ready) == (False, True)


def test_a_deal_with_two_versions_of_a_hand_is_not_ready(all_in: GameStore, key: str) -> None:
    hand_in(all_in, key, CAL, {"hand2-in_hand": "QS 4 4"}, phone="Ann")
    assert not collected_now(all_in, key).ready


def test_a_player_who_sits_out_is_not_waited_for(store: GameStore, key: str) -> None:
    leave_table(store, key, post(1), CAL)
    hand_in(store, key, ANN, ANN_IS_OUT)
    hand_in(store, key, BOB, BOBS_HAND)
    now = collected_now(store, key)
    assert (states(now)[CAL], now.ready) == ("sits_out", True)


def test_the_hand_of_a_player_who_is_gone_again_is_forgotten(store: GameStore, key: str) -> None:
    saved(join_player(store, key, post(1), "Dot"))
    hand_in(store, key, Seat(3), {"hand3-in_hand": "7"}, phone="Ann")
    saved(undo(store, key, post(2, "undo"), 2, reason="she had to go"))
    assert states(collected_now(store, key)) == ["missing"] * 3


def test_the_hands_make_the_deal(all_in: GameStore, key: str) -> None:
    document = make_deal_document(
        opened(all_in, key).sheet.setup, collected_now(all_in, key).values
    )
    game = saved(record_deal(all_in, key, post(1), document))
    assert [cell.points for cell in game.sheet.rows[0].cells] == [
        30 + 100 + 20 + 100,
        30 - 35,
        -100 - 20,
    ]


def test_scoring_the_deal_throws_all_slips_away(all_in: GameStore, key: str) -> None:
    saved(record_deal(all_in, key, post(1), ANN_OUT))
    assert states(collected_now(all_in, key)) == ["missing"] * 3


def test_a_slip_can_be_taken_back(store: GameStore, key: str) -> None:
    hand_in(store, key, BOB, BOBS_HAND)
    take_back_slip(store, key, BOB, "Bob’s phone")
    assert not collected_now(store, key).is_begun


def test_the_same_hand_sent_again_is_harmless(store: GameStore, key: str) -> None:
    hand_in(store, key, BOB, BOBS_HAND)
    before = collected_now(store, key)
    assert hand_in(store, key, BOB, BOBS_HAND) == SlipSaved(repeated=True)
    assert collected_now(store, key) == before


def test_a_phone_changes_its_own_slip(store: GameStore, key: str) -> None:
    hand_in(store, key, BOB, BOBS_HAND)
    hand_in(store, key, BOB, {**BOBS_HAND, "hand1-in_hand": "7"})
    now = collected_now(store, key)
    assert (states(now)[BOB], now.values["hand1-in_hand"]) == ("in", "7")


def test_the_same_hands_after_a_change_of_the_game_are_another_deal(
    all_in: GameStore, key: str
) -> None:
    """Nobody scores a deal on top of what they have not seen."""
    before = collected_now(all_in, key)
    saved(rename_player(all_in, key, post(1), BOB, name="Bobby"))
    after = collected_now(all_in, key)
    assert after.values == before.values
    assert after.fingerprint != before.fingerprint


# --- what the table has to settle -----------------------------------------------------------------


def open_questions(collected: CollectedHands) -> list[tuple[QuestionKind, str]]:
    return [(question.kind, question.name) for question in collected.questions]


def test_the_table_is_asked_about_two_players_who_went_out(store: GameStore, key: str) -> None:
    hand_in(store, key, ANN, ANN_IS_OUT)
    hand_in(store, key, BOB, {"ending": "out", "by": "1", "hand1-melds": "999"})
    now = collected_now(store, key)
    assert open_questions(now) == [(QuestionKind.SEVERAL_OUT, "")]
    assert "by" not in now.values


def test_out_and_out_of_stock_are_asked_about(store: GameStore, key: str) -> None:
    hand_in(store, key, ANN, ANN_IS_OUT)
    hand_in(store, key, BOB, {**BOBS_HAND, "ending": "stock"})
    assert open_questions(collected_now(store, key)) == [(QuestionKind.UNEQUAL, "ending")]


def test_hands_without_one_that_went_out_make_no_deal(store: GameStore, key: str) -> None:
    for seat in (ANN, BOB, CAL):
        hand_in(store, key, seat, {f"hand{seat}-in_hand": "7"})
    now = collected_now(store, key)
    assert (open_questions(now), now.ready) == ([(QuestionKind.NOBODY_OUT, "")], False)


def test_two_upcards_are_asked_about(store: GameStore) -> None:
    key = start(store, "gin150", "Ann", "Bob")
    for seat, upcard in ((ANN, "7D"), (BOB, "8D")):
        hand_in(store, key, seat, {"upcard": upcard, f"hand{seat}-deadwood_points": "4"})
    assert (QuestionKind.UNEQUAL, "upcard") in open_questions(collected_now(store, key))


def test_an_upcard_that_nobody_gave_is_asked_for(store: GameStore) -> None:
    key = start(store, "gin150", "Ann", "Bob")
    hand_in(store, key, ANN, {"ending": "knock", "by": "0", "hand0-deadwood_points": "4"})
    hand_in(store, key, BOB, {"hand1-deadwood_points": "20"})
    assert open_questions(collected_now(store, key)) == [(QuestionKind.MISSING, "upcard")]


def test_a_dead_deal_needs_no_other_hands(store: GameStore) -> None:
    key = start(store, "gin150", "Ann", "Bob")
    hand_in(store, key, ANN, {"ending": "dead", "upcard": "7D"})
    assert collected_now(store, key).ready


# --- any deal -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shared_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameStore]:
    """Yield a store for many independent games."""
    store = store_at(tmp_path_factory.mktemp("store"))
    yield store
    store.close()


def slips_of(setup: Setup, deal: Deal, chance: Random) -> list[dict[str, str]]:
    """Return the fields of a deal as its players' phones would send them, by seat."""
    slips: list[dict[str, str]] = [{} for _ in setup.players]
    tellers: list[int] = [chance.choice(pair.seats) for pair in deal.pairs]
    teller = tellers[0] if tellers else chance.randrange(len(slips))
    for name, text in type_deal(setup, write_deal(deal, setup.players)).items():
        owners = [seat for seat in range(len(slips)) if name.startswith(f"hand{seat}-")]
        if not owners and name in ("ending", "by") and deal.by is not None:
            owners = [deal.by]
        if not owners and name.startswith("pair"):
            # A phone says who plays whom, and what its own pair has played.
            pair, _, field = name.removeprefix("pair").partition("-")
            owners = tellers if field == "players" else [tellers[int(pair)]]
        # If the deal has no hands, one phone sends all facts.
        for owner in owners or [chance.randrange(len(slips)) if deal.hands else teller]:
            slips[owner][name] = text
    return slips


def entered(game: CurrentGame, fields: Mapping[str, str]) -> Deal:
    read = read_deal(game, make_deal_document(game.sheet.setup, fields), number=1)
    assert isinstance(read, Deal)
    return read


@given(data=st.data())
def test_any_deal_collected_from_its_hands_is_the_deal(
    shared_store: GameStore, data: st.DataObject
) -> None:
    setup = data.draw(setups())
    key = start_game(shared_store, form_of(setup))
    assert isinstance(key, str)
    deal = data.draw(legal_deals(setup))
    slips = slips_of(setup, deal, data.draw(RANDOMS))
    for seat in data.draw(st.permutations(range(len(slips)))):
        if slips[seat]:
            phone = f"phone {seat}"
            slip = Slip(
                number=1,
                seat=Seat(seat),
                phone=phone,
                who="",
                fields=slips[seat],
                at=shared_store.now(),
            )
            assert hand_in_slip(shared_store, key, slip, make_deal_document) == SlipSaved(
                repeated=False
            )
    now, game = collected_now(shared_store, key), opened(shared_store, key)
    whole = type_deal(setup, write_deal(deal, setup.players))
    assert now.ready
    assert entered(game, now.values) == entered(game, whole)
