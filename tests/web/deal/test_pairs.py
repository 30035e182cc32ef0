"""The form of a deal of partners, without scripts: a part for each pair, faults at their fields."""

import json
import re
from typing import Any

import pytest

from tests.web.partners import DEAL, FOUR, TYPED, bring
from tests.web.phone import Phone


def preview(phone: Phone, game: str, **changed: str) -> dict[str, Any]:
    form = phone.open(game + "enter").forms[0]
    answer = phone.post(game + "enter/preview", {**form.values, **TYPED, **changed})
    told: dict[str, Any] = json.loads(answer.text)
    return told


def test_each_pair_has_its_own_fields(phone: Phone) -> None:
    game = bring(phone)
    sent = phone.fill(game + "enter", TYPED)
    assert "30 − 14 = 16 for Ann and Cal." in phone.follow(sent).text


def test_a_deal_comes_back_as_it_was_entered_to_be_corrected(phone: Phone) -> None:
    game = bring(phone)
    phone.fill(game + "enter", TYPED)
    form = next(
        each for each in phone.open(game + "deal/1/correct").forms if "pair0-by" in each.values
    )
    assert {name: form.values[name] for name in TYPED} == TYPED
    phone.fill(game + "deal/1/correct", {"hand1-deadwood_points": "44", "reason": "misread"})
    assert "40 − 14 = 26 for Ann and Cal." in phone.open(game + "deal/1").text


def test_the_opponents_of_the_deal_before_are_proposed(phone: Phone) -> None:
    crossed = {
        "pairs": [
            {
                **DEAL["pairs"][0],
                "players": ["Ann", "Dot"],
                "hands": swap(DEAL["pairs"][0], "Bob", "Dot"),
            },
            {
                **DEAL["pairs"][1],
                "players": ["Cal", "Bob"],
                "hands": swap(DEAL["pairs"][1], "Dot", "Bob"),
            },
        ]
    }
    form = phone.open(bring(phone, crossed) + "enter").forms[0]
    assert (form.values["pair0-players"], form.values["pair1-players"]) == ("0 3", "2 1")


def swap(pair: dict[str, object], old: str, new: str) -> dict[str, object]:
    hands = pair["hands"]
    assert isinstance(hands, dict)
    return {new if name == old else name: hand for name, hand in hands.items()}


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"pair1-upcard": "ZZ"}, "pair1-upcard"),
        ({"hand3-deadwood_points": "five"}, "hand3-deadwood_points"),
        ({"pair1-by": ""}, "pair1-by"),
        ({"pair1-players": "2 1"}, "pair0-players"),
        ({"hand2-deadwood_points": "11"}, "hand2-deadwood_points"),
    ],
)
def test_a_fault_stands_at_its_field(phone: Phone, changed: dict[str, str], field: str) -> None:
    game = bring(phone)
    refused = phone.fill(game + "enter", {**TYPED, **changed})
    assert refused.status == 422
    anchors = re.findall(r'href="#([\w-]+)"', refused.text)
    assert field in anchors or field.partition("-")[0] in anchors
    assert refused.forms[0].values["hand1-deadwood_points"] == "34"


def test_the_faults_of_all_pairs_are_told_at_once(phone: Phone) -> None:
    refused = phone.fill(
        bring(phone) + "enter", {**TYPED, "pair0-upcard": "ZZ", "pair1-upcard": "YY"}
    )
    assert 'href="#pair0-upcard"' in refused.text
    assert 'href="#pair1-upcard"' in refused.text


def test_the_preview_tells_the_net_as_soon_as_all_pairs_are_there(phone: Phone) -> None:
    told = preview(phone, bring(phone))
    assert told["lines"] == ["30 − 14 = 16 for Ann and Cal.", "That makes 16 to 0."]
    assert told["points"] == "+16"
    assert told["pairs"] == ["Ann +30", "Dot +14"]


def test_the_preview_says_who_still_plays_and_who_is_ahead(phone: Phone) -> None:
    left = {"pair1-by": "", "hand2-deadwood_points": "", "hand3-deadwood_points": ""}
    told = preview(phone, bring(phone), **left)
    assert told["lines"] == ["Cal and Dot still play. Ann is 30 up."]
    assert told["pairs"] == ["Ann +30", None]
    assert told["problems"] == []


def test_cards_are_laid_off_while_another_pair_still_plays(phone: Phone) -> None:
    cards = {
        "hand0-cards": "AS 2S 3S 4H 4D 4C TC TD TH 2H",
        "hand1-cards": "4S QS QH QD 5C 6D 7H 8C 9S JD",
    }
    left = {f"hand{seat}-deadwood_points": "" for seat in range(4)}
    told = preview(phone, bring(phone), **cards, **left, **{"pair1-by": ""})
    assert told["pairs"] == ["Ann +43", None]
    bobs = told["hands"][1]
    assert (bobs["lay_offs"], bobs["count"]) == (["4S"], 45)
    assert told["hands"][2:] == [None, None]


def test_the_pad_gets_a_table_of_two_for_each_pair(phone: Phone) -> None:
    page = phone.open(bring(phone, DEAL) + "enter").text
    found = re.search(r'id="pad-table">(.*?)</script>', page)
    assert found
    pairs = json.loads(found[1])["pairs"]
    assert [pair["players"] for pair in pairs] == [["Ann", "Bob"], ["Cal", "Dot"]]
    assert [pair["running"] for pair in pairs] == [[16, 0], [16, 0]]


def test_a_correction_shows_the_totals_before_its_deal(phone: Phone) -> None:
    game = bring(phone, DEAL, DEAL)
    for number, running in ((1, [0, 0]), (2, [16, 0])):
        found = re.search(
            r'id="pad-table">(.*?)</script>', phone.open(f"{game}deal/{number}/correct").text
        )
        assert found
        assert [pair["running"] for pair in json.loads(found[1])["pairs"]] == [running] * 2


def test_two_phones_that_enter_different_pairs_do_not_make_one_deal(phone: Phone) -> None:
    game = bring(phone)
    late = phone.open(game + "enter")
    phone.fill(game + "enter", TYPED)
    other = phone.send(late, {**TYPED, "hand3-deadwood_points": "4"})
    assert other.status == 409
    assert "Someone was faster" in other.text
    # Only the pair that differs is to be looked at.
    assert other.text.count("the same on both") == 2
    again = phone.send(late, TYPED)
    assert again.status == 303


def test_every_player_may_be_named_as_the_dealer(phone: Phone) -> None:
    game = bring(phone)
    phone.fill(game + "enter", {**TYPED, "dealer": str(FOUR.index("Cal"))})
    assert "Ann and Cal dealt." in phone.open(game + "deal/1").text
