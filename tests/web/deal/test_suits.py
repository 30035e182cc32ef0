"""Cards without suits: taken where a family needs none, and kept without; refused elsewhere."""

import json
import re
from typing import Any, Final

import pytest

from tests.web.phone import Phone

BY_HAND: Final = {
    "ending": "out",
    "by": "0",
    "hand0-melds": "kkk\n2s-5s",
    "hand1-melds": "7 7 7",
    "hand1-in_hand": "K Q*",
}
BY_PAD: Final = {
    "ending": "out",
    "by": "0",
    "hand0-melds": "K K K\n2 2 2\n2S-5S",
    "hand0-in_hand": "",
    "hand1-melds": "7 7 7 7",
    "hand1-in_hand": "K Q Q Q Q A",
}
"""What the keys write for the same kinds of melds."""


def hands_of(phone: Phone, game: str) -> dict[str, Any]:
    record = json.loads(phone.open(game + "record.json").text)
    hands: dict[str, Any] = record["deals"][0]["hands"]
    return hands


@pytest.mark.parametrize("variant", ["rum500", "bare500"])
def test_a_suit_that_nobody_gave_is_in_no_record(phone: Phone, variant: str) -> None:
    game = phone.start("Ann", "Bob", variant=variant)
    typed = {**BY_HAND, "hand1-in_hand": "K Q"}
    assert "+44" in phone.follow(phone.fill(game + "enter", typed)).text
    hands = hands_of(phone, game)
    assert hands["Ann"]["melds"] == ["K K K", "2S 3S 4S 5S"]
    assert hands["Bob"]["in_hand"] == "K Q"


def test_no_page_shows_a_suit_that_nobody_gave(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", variant="laws")
    melds = "KKK2\n2=2 2=2 2\n4s-7s"
    typed = {"ending": "out", "by": "0", "hand0-melds": melds, "hand1-in_hand": "Q QS 10 2 *"}
    phone.fill(game + "enter", typed)
    form = phone.open(game + "deal/1/correct").text
    assert "K K K 2\n2=2 2=2 2\n4S 5S 6S 7S" in form
    phone.fill(game + "deal/1/correct", {"hand1-in_hand": "Q 9 5", "reason": "a slip"})
    history = phone.open(game + "history").text
    assert "10 2 ★ → Q 9 5" in re.sub("<[^>]*>", "", history)
    for page in (history, phone.open(game + "deal/1").text):
        shown = page.partition("<main")[2]
        for suit in ("hearts", "diamonds", "clubs", "-heart", "-diamond", "-club"):
            assert suit not in shown


def test_what_the_pad_sends_for_a_single_pack_is_scored(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", variant="rum500")
    sent = phone.fill(game + "enter", BY_PAD)
    assert "+50" in phone.follow(sent).text
    assert hands_of(phone, game)["Bob"] == {"melds": ["7 7 7 7"], "in_hand": "K Q Q Q Q A"}


def test_a_rank_that_the_pack_no_longer_has_is_reported(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", variant="rum500")
    refused = phone.fill(game + "enter", {**BY_PAD, "hand1-in_hand": "K K"})
    assert refused.status == 422
    assert "5 kings, the pack has 4" in refused.text


def test_a_joker_that_is_in_no_pack_is_reported(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", variant="rum500")
    assert "The Joker is not in play here" in phone.fill(game + "enter", BY_HAND).text


def test_a_family_that_needs_suits_takes_no_card_without_one(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", variant="gin150")
    typed = {
        "ending": "knock",
        "by": "0",
        "upcard": "7D",
        "hand0-cards": "4 5S 6S 9C 9D 9H JD QD KD 4H",
        "hand1-deadwood_points": "30",
    }
    refused = phone.fill(game + "enter", typed)
    assert refused.status == 422
    assert 'id="hand0-cards-problem"' in refused.text


@pytest.mark.parametrize(
    ("variant", "told"),
    [
        ("laws", "<code>KKK2</code>"),
        ("contract", "<code>2B</code>"),
        ("rum500", "<code>KKK</code>"),
        ("gin150", None),
    ],
)
def test_the_form_tells_how_cards_are_written_in_short(
    phone: Phone, variant: str, told: str | None
) -> None:
    game = phone.start("Ann", "Bob", variant=variant)
    for page in ("enter", "hand/0"):
        text = phone.open(game + page).text
        assert ("In short:" in text) is (told is not None)
        assert told is None or told in text
