"""Slips: hands that come in from several phones, stored apart and compared by their facts."""

from collections.abc import Mapping
from typing import Any

import pytest

from scorekeeper.games.deals import record_deal
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.hands import (
    MOST_VERSIONS,
    SlipSaved,
    SlipTooLate,
    choose_version,
)
from scorekeeper.games.posting import Refused
from scorekeeper.web.deal.deal_text import (
    make_deal_document,
)
from tests.games.hand_slips import (
    BOB,
    BOBS_HAND,
    CAL,
    collected_now,
    hand_in,
    start,
    states,
)
from tests.games.table import ANN_OUT, post, saved

# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "at"),
    [
        ({"hand1-in_hand": "7 X9"}, ("hands", 1, "in_hand")),
        ({"hand1-melds": "7 8 9", "hand1-in_hand": "4"}, ("hands", 1, "melds", 0)),
        ({"hand1-in_hand": "JK JK"}, ("hands", 1, "in_hand")),
        ({"hand1-in_hand": ""}, ("hands", 1)),
        ({"hand1-melds": "KKK"}, ("by",)),
        ({"ending": "out", "by": "1", "hand1-in_hand": "4"}, ("hands", 1, "in_hand")),
        ({"ending": "stock", "hand1-melds": "KKK"}, ("hands", 1)),
    ],
    ids=["no card", "no meld", "two Jokers", "nothing", "empty", "out with cards", "stock"],
)
def test_what_is_wrong_with_a_hand_is_refused(
    store: GameStore, key: str, fields: Mapping[str, str], at: tuple[Any, ...]
) -> None:
    outcome = hand_in(store, key, BOB, fields)
    assert isinstance(outcome, Refused)
    assert [problem.at for problem in outcome.problems] == [at]


def test_a_slip_is_not_refused_for_what_is_wrong_with_other_hands(
    store: GameStore, key: str
) -> None:
    hand_in(store, key, CAL, {"hand2-in_hand": "JK"})
    assert hand_in(store, key, BOB, {"hand1-in_hand": "JK"}) == SlipSaved(repeated=False)


def test_a_defender_of_gin_needs_no_upcard(store: GameStore) -> None:
    key = start(store, "gin150", "Ann", "Bob")
    fields = {"hand1-cards": "8C 8H 8D AC 2C 3C 7S 9S TH 2H"}
    assert hand_in(store, key, BOB, fields) == SlipSaved(repeated=False)


# --- too late -------------------------------------------------------------------------------------


def test_a_late_hand_is_answered_with_who_scored_the_deal(store: GameStore, key: str) -> None:
    saved(record_deal(store, key, post(1, who="Cal"), ANN_OUT))
    late = hand_in(store, key, BOB, BOBS_HAND)
    assert isinstance(late, SlipTooLate)
    assert (late.by.who, late.scored) == ("Cal", 1)


def test_a_late_hand_does_not_count_for_the_next_deal(store: GameStore, key: str) -> None:
    saved(record_deal(store, key, post(1), ANN_OUT))
    hand_in(store, key, BOB, BOBS_HAND)
    assert not collected_now(store, key).is_begun


# --- two phones, one hand -------------------------------------------------------------------------


def test_two_phones_that_write_the_same_have_checked_it(store: GameStore, key: str) -> None:
    hand_in(store, key, BOB, {"hand1-melds": "9 9 9\n8S-KS", "hand1-in_hand": "7 8 A"})
    same = {"hand1-melds": "KS QS JS TS 9S 8S\n9H 9D 9C", "hand1-in_hand": "AC 8D 7H"}
    hand_in(store, key, BOB, same, phone="Ann")
    assert states(collected_now(store, key))[BOB] == "checked"


def test_of_two_that_agree_the_version_with_more_suits_is_kept(store: GameStore, key: str) -> None:
    fuller = {**BOBS_HAND, "hand1-in_hand": "7D 8H A"}
    for phone, fields in (("Bob", BOBS_HAND), ("Ann", fuller), ("Cal", BOBS_HAND)):
        hand_in(store, key, BOB, fields, phone=phone)
    now = collected_now(store, key)
    assert (states(now)[BOB], now.values["hand1-in_hand"]) == ("checked", "7D 8H A")


def test_two_versions_that_give_all_suits_must_give_the_same(store: GameStore, key: str) -> None:
    hand_in(store, key, BOB, {"hand1-melds": "9H 9D 9C", "hand1-in_hand": "7D"})
    hand_in(store, key, BOB, {"hand1-melds": "9H 9D 9S", "hand1-in_hand": "7D"}, phone="Ann")
    assert states(collected_now(store, key))[BOB] == "differs"


def test_another_phone_does_not_overwrite_a_hand(store: GameStore, key: str) -> None:
    hand_in(store, key, BOB, BOBS_HAND)
    hand_in(store, key, BOB, {**BOBS_HAND, "hand1-in_hand": "7 7 A"}, phone="Ann")
    now = collected_now(store, key)
    assert (states(now)[BOB], now.values["hand1-in_hand"]) == ("differs", "7 8 A")


def test_of_two_versions_of_a_hand_only_the_differences_are_named(
    store: GameStore, key: str
) -> None:
    hand_in(store, key, BOB, BOBS_HAND)
    hand_in(store, key, BOB, {**BOBS_HAND, "hand1-in_hand": "7 7 A"}, phone="Ann")
    own_facts = [version.own_facts for version in collected_now(store, key).hands[BOB].versions]
    assert [[(fact.name, fact.cards) for fact in facts] for facts in own_facts] == [
        [("in_hand", ("8",))],
        [("in_hand", ("7",))],
    ]


def test_a_queen_of_spades_is_not_any_queen(store: GameStore, key: str) -> None:
    hand_in(store, key, BOB, {"hand1-in_hand": "QS"})
    hand_in(store, key, BOB, {"hand1-in_hand": "QH"}, phone="Ann")
    assert states(collected_now(store, key))[BOB] == "differs"


def test_the_version_that_was_taken_stays_alone(store: GameStore, key: str) -> None:
    hand_in(store, key, BOB, BOBS_HAND)
    hand_in(store, key, BOB, {"hand1-in_hand": "7"}, phone="Ann")
    _, other = collected_now(store, key).hands[BOB].versions
    assert choose_version(store, key, BOB, other.fingerprint, read_fields=make_deal_document)
    now = collected_now(store, key)
    assert (states(now)[BOB], now.values["hand1-in_hand"]) == ("in", "7")


def test_a_version_that_changed_meanwhile_is_not_taken(store: GameStore, key: str) -> None:
    hand_in(store, key, BOB, BOBS_HAND)
    hand_in(store, key, BOB, {"hand1-in_hand": "7"}, phone="Ann")
    _, other = collected_now(store, key).hands[BOB].versions
    hand_in(store, key, BOB, {"hand1-in_hand": "9"}, phone="Ann")
    assert not choose_version(store, key, BOB, other.fingerprint, read_fields=make_deal_document)
    assert len(collected_now(store, key).hands[BOB].versions) == 2


def test_agreeing_in_the_end_is_checked(store: GameStore, key: str) -> None:
    hand_in(store, key, BOB, BOBS_HAND)
    hand_in(store, key, BOB, {"hand1-in_hand": "7"}, phone="Ann")
    hand_in(store, key, BOB, BOBS_HAND, phone="Ann")
    assert states(collected_now(store, key))[BOB] == "checked"


# --- bounds ---------------------------------------------------------------------------------------


def test_one_hand_cannot_be_filled_with_versions(store: GameStore, key: str) -> None:
    for number in range(MOST_VERSIONS):
        hand_in(store, key, BOB, BOBS_HAND, phone=f"phone {number}")
    outcome = hand_in(store, key, BOB, BOBS_HAND, phone="one more")
    assert isinstance(outcome, Refused)
    assert [problem.at for problem in outcome.problems] == [("hands", BOB)]


def test_a_phone_whose_version_is_in_may_change_it_however_many_there_are(
    store: GameStore, key: str
) -> None:
    for number in range(MOST_VERSIONS):
        hand_in(store, key, BOB, BOBS_HAND, phone=f"phone {number}")
    changed = hand_in(store, key, BOB, {"hand1-in_hand": "7 8"}, phone="phone 0")
    assert changed == SlipSaved(repeated=False)
