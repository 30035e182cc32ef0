"""Hands that are said into a form without scripts: read into its fields, and looked at first."""

import re

from tests.web.deal.test_deals import problems_of
from tests.web.partners import TYPED, bring
from tests.web.phone import Phone, Seen


def values(seen: Seen) -> dict[str, str]:
    return seen.forms[0].values


def test_a_said_hand_stands_in_the_fields_and_is_scored_when_sent_again(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    ann = "3 Kings, five to 10 of spades and out"
    heard = phone.fill(game + "enter", {"hand0-said": ann, "hand1-said": "left with a 7"})
    assert heard.status == 422
    assert "Look at what was heard, then send it once more" in heard.text
    told = values(heard)
    assert told["hand0-melds"] == "K K K\n5S 6S 7S 8S 9S TS"
    assert (told["hand1-in_hand"], told["by"], told["ending"]) == ("7", "0", "out")
    assert (told["hand0-said"], told["hand1-said"]) == ("", "")
    assert "+175" in phone.follow(phone.send(heard, {})).text


def test_a_question_is_answered_and_what_is_not_understood_stays(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    said = "three kings 4 2 6 of clubs three bings"
    heard = phone.fill(game + "enter", {"by": "0", "hand0-said": said})
    assert values(heard)["hand0-said"] == "4 2 6 of clubs three bings"
    assert problems_of(heard.text) == [
        "Not understood: three bings. Say it again or type the cards"
    ]
    assert "“4 2 6 of clubs”: which is it?" in heard.text
    assert re.findall(r'name="hand0-said0" value="(\d)"', heard.text) == ["0", "1"]
    asked = phone.send(heard, {"hand0-said": "4 2 6 of clubs"})
    assert problems_of(asked.text) == ["Choose what was meant"]
    chosen = phone.send(asked, {"hand0-said0": "1"})
    assert values(chosen)["hand0-melds"] == "K K K\n4C 2=5C 6C"
    assert values(chosen)["hand0-said"] == ""
    refused = phone.send(asked, {"hand0-said0": "7"})
    assert problems_of(refused.text) == ["Choose what was meant"]


def test_a_question_about_the_hand_stays_one_about_the_hand(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    said = "4 2 6 of clubs, left with a 7 and the black queen"
    heard = phone.fill(game + "enter", {"by": "1", "hand0-said": said})
    assert values(heard)["hand0-said"] == "4 2 6 of clubs left with the black queen"
    chosen = phone.send(heard, {"hand0-said0": "0"})
    assert values(chosen)["hand0-said"] == "left with the black queen"
    told = values(phone.send(chosen, {"hand0-said0": "0"}))
    assert (told["hand0-melds"], told["hand0-in_hand"]) == ("4C 5C 6C", "7 QS")


def test_gin_is_heard_with_the_suits_that_others_rule_out(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", variant="gin150")
    heard = phone.fill(game + "enter", {"hand0-said": "knock with nine points"})
    assert values(heard)["hand0-deadwood_points"] == "9"
    heard = phone.send(heard, {"hand1-said": "four five six of spades"})
    assert values(heard)["hand1-cards"] == "4S 5S 6S"
    assert values(phone.send(heard, {"hand0-said": "bob knocked"}))["by"] == "1"


def test_a_hand_of_partners_is_that_of_its_pair(phone: Phone) -> None:
    said = {
        "hand0-said": "nine points",
        "hand2-said": "four five six of spades",
        "hand3-said": "out",
    }
    heard = phone.fill(bring(phone) + "enter", {**TYPED, **said})
    told = values(heard)
    assert heard.status == 422
    assert (told["hand0-deadwood_points"], told["hand2-cards"]) == ("9", "4S 5S 6S")
    assert told["pair1-by"] == "1"


def test_cards_of_contract_are_in_hand_unless_the_text_says_otherwise(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", "Cal", variant="contract")
    heard = phone.fill(game + "enter", {"hand0-said": "two kings and a queen"})
    assert values(heard)["hand0-in_hand"] == "K K Q"


def test_a_correction_and_ones_own_hand_are_said_too(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    own = phone.fill(game + "hand/0", {"ending": "other", "hand0-said": "two queens left"})
    assert own.status == 422
    assert values(own)["hand0-in_hand"] == "Q Q"
    heard = phone.fill(game + "enter", {"hand0-said": "three kings and out", "by": "0"})
    phone.send(heard, {"hand1-in_hand": "7"})
    changed = phone.fill(game + "deal/1/correct", {"hand1-said": "left with a nine"})
    assert changed.status == 422
    assert values(changed)["hand1-in_hand"] == "7 9"


def test_a_hand_that_is_counted_by_itself_is_counted_at_once(phone: Phone) -> None:
    counted = phone.open("/hand?variant=laws&said=three kings, left with a seven")
    assert 'id="counted"' in counted.text
    assert "+25" in counted.text
    open_ = phone.open("/hand?variant=laws&said=three bings")
    assert "Not understood: three bings" in open_.text
    assert 'id="counted"' not in open_.text


def test_a_deal_that_is_said_by_names_is_dealt_out_to_their_hands(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", "Cal")
    said = "4 2 6 of clubs, left with a 7. Cal went out with four aces. Bob three bings"
    heard = phone.fill(game + "enter", {"hand0-said": said})
    told = values(heard)
    assert (told["hand2-melds"], told["by"], told["hand0-in_hand"]) == ("A A A A", "2", "7")
    assert (told["hand0-said"], told["hand1-said"]) == ("4 2 6 of clubs", "three bings")
    assert problems_of(heard.text) == [
        "Choose what was meant",
        "Not understood: three bings. Say it again or type the cards",
        "Look at what was heard, then send it once more",
    ]


def test_nobody_gets_what_is_said_of_somebody_else(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    said = "Dora went out, three kings, 4 2 6 of clubs"
    heard = phone.fill(game + "enter", {"hand0-said": said, "hand1-said": "three kings for Ann"})
    told = values(heard)
    assert (told["hand0-said"], told["hand1-said"]) == (said, "three kings for Ann")
    assert "which is it" not in heard.text
    assert problems_of(heard.text) == [
        "Who went out?",
        "Unclear whose this is: Dora. Use the names of this table, or none",
        "Unclear whose this is: Ann. Use the names of this table, or none",
    ]
    for name in ("by", "hand0-melds", "hand1-melds"):
        assert not told.get(name)
    own = {"ending": "other", "hand0-said": "Bob has two queens left"}
    refused = phone.fill(game + "hand/0", own)
    assert not values(refused)["hand0-in_hand"]
    assert values(refused)["hand0-said"] == "Bob has two queens left"
    own["hand0-said"] = "Ann has two queens left"
    assert values(phone.fill(game + "hand/0", own))["hand0-in_hand"] == "Q Q"
    counted = phone.open("/hand?variant=laws&said=Bob went out, three kings")
    assert "Unclear whose this is: Bob" in counted.text
    assert 'id="counted"' not in counted.text
