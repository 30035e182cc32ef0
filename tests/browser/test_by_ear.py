"""Five evenings by ear alone: nothing is looked at, nothing touched but by its role and name."""

from urllib.parse import urlsplit

import pytest

from tests.browser.by_ear import Ear
from tests.browser.games import empty_game, post_record, total
from tests.browser.screens import Screens

MOST_WORDS = 12
"""Words that are told after one act, but for what somebody asked to be read."""


def texts(ear: Ear) -> str:
    return " | ".join([stop.name for stop in ear.stops()])


def score(ear: Ear, number: int) -> str:
    """Score the deal that has been said; return what its page says."""
    ear.say("score it")
    ear.press("button", "Score the deal")
    ear.page.wait_for_url(f"**/deal/{number}")
    ear.arrive()
    return texts(ear)


def check_speech(ear: Ear) -> None:
    """Check that each act was told once, in few words."""
    assert ear.told
    assert [text for text in ear.told if len(text.split()) > MOST_WORDS] == []


def test_a_hand_of_21_cards_takes_ten_gestures_at_most(screens: Screens) -> None:
    ear = Ear.of(screens)
    game = post_record(ear.page, empty_game("laws", ("Ann", "Bob", "Cal")))
    ear.open(f"{urlsplit(game).path}enter")
    ear.say(
        "three kings, five to ten of spades, ace deuce three of diamonds, four eights"
        " left with a seven two queens and two nines"
    )
    assert ear.told[-1].startswith("Ann: four melds, five cards in hand.")
    assert ear.gestures <= 10, ear.gestures
    ear.say("next")
    told = ear.say("nine to king of spades with a deuce for the ten and a deuce for the jack")
    assert told == "Run, nine to king of spades, deuces as ten and jack, 90."
    told = ear.say("four kings, 4 2 6 of clubs, bananas and three bings")
    assert told == "Bob: one meld. Not understood: bananas and three bings. Which is it?"
    told = ear.say("left with a seven, nine, jack, two queens, three fours and a queen of spades")
    assert told == "Nine cards. 130 melded, 160 in hand."
    check_speech(ear)


@pytest.mark.long
def test_an_evening_of_laws(screens: Screens) -> None:
    ear = Ear.of(screens)
    ear.open("/")
    for number, name in enumerate(("Ann", "Bob", "Cal"), 1):
        ear.enter(f"Player {number}", name)
    ear.press("button", "Start the game")
    ear.page.wait_for_url("**/game/**")
    ear.arrive()
    ear.press("link", "Enter deal 1")
    ear.page.wait_for_url("**/enter")
    ear.arrive()
    before = ear.gestures
    told = ear.say("three kings and a deuce, eight to king of spades, four fives and out")
    assert told == "Ann: three melds, out. 160 melded. Bob."
    told = ear.say(
        "four aces, five six seven of hearts, ten to king of clubs, three threes"
        " left with a seven two queens and a nine"
    )
    assert told == "Bob: four melds, four cards in hand. 150 melded, 35 in hand."
    hand = ear.gestures - before
    assert hand <= 20, hand  # two hands, of 13 and 18 cards
    assert ear.say("next").endswith("Cal.")
    assert ear.say("nothing melded, holding a joker and a queen of spades").startswith("Joker")
    assert "+260" in score(ear, 1)
    check_speech(ear)
    assert ear.gestures <= 75, ear.gestures


@pytest.mark.long
def test_an_evening_of_contract(screens: Screens) -> None:
    ear = Ear.of(screens)
    game = post_record(ear.page, empty_game("contract", ("Ann", "Bob", "Cal")))
    ear.open(f"{urlsplit(game).path}enter")
    assert ear.say("three kings three eights and out") == "Ann: two melds, out. Bob."
    assert ear.say("two jacks") == "Two jacks. 20 in hand."
    assert ear.say("and a red two") == "Red two. 25 in hand."
    ear.say("next")
    told = ear.say("two deuces")
    assert told.startswith("Two deuces: which is it?")
    ear.press("button", "red two, black two")
    ear.press("button", "Add")
    assert "Cal −25" in score(ear, 1).replace("  ", " ") or "25" in texts(ear)
    assert ear.gestures <= 45, ear.gestures
    check_speech(ear)


@pytest.mark.long
def test_an_evening_of_gin(screens: Screens) -> None:
    ear = Ear.of(screens)
    game = post_record(ear.page, empty_game("gin150", ("Ann", "Bob")))
    ear.open(f"{urlsplit(game).path}enter")
    assert ear.say("seven of diamonds") == "Upcard seven of diamonds."
    before = len(ear.told)
    ear.press("button", "Ann")
    assert ear.hear(before) == "Ann knocked."
    told = ear.say(
        "four five six of spades, three nines but the spade, jack queen king of diamonds, four of"
        " hearts"
    )
    assert told == "Ann: ten cards."
    assert ear.say("next") == "Bob."
    ear.say("three eights but the spade, ace deuce three of clubs, seven and nine of spades")
    before = len(ear.told)
    ear.say("ten and deuce of hearts")
    while not any("Ann scores" in text for text in ear.told[before:]):
        ear.hear(len(ear.told))
    assert "Ann scores 12 − 4. That makes 8 to 0." in ear.told[-1]
    assert "+8" in score(ear, 1)
    assert "Ann scores 12 − 4. +8 That makes 8 to 0." in ear.told
    assert ear.gestures <= 50, ear.gestures
    check_speech(ear)


@pytest.mark.long
def test_an_evening_of_corrections(screens: Screens) -> None:
    ear = Ear.of(screens)
    deal = {"ending": "out", "by": "Ann", "hands": {"Ann": total(90, 0), "Bob": total(5, 40)}}
    game = post_record(ear.page, empty_game("laws", ("Ann", "Bob")) | {"deals": [deal]})
    ear.open(f"{urlsplit(game).path}enter")
    assert ear.say("three kings and out").endswith("Bob.")
    assert ear.say("left with a nine") == "Nine. 0 melded, 10 in hand."
    assert ear.say("undo") == "Taken out. 0 melded, 0 in hand."
    assert ear.say("left with a queen of spades").startswith("Queen of spades.")
    score(ear, 2)
    ear.press("link", "Change the cards")
    ear.page.wait_for_url("**/correct")
    ear.arrive()
    told = ear.say("read")
    assert told == "Bob: in hand queen of spades. 0 melded, 100 in hand."
    assert ear.say("and two sevens") == "Two sevens. 0 melded, 110 in hand."
    ear.press("button", "Save the change")
    ear.page.wait_for_url("**/deal/2")
    ear.arrive()
    assert "−110" in texts(ear)
    assert ear.gestures <= 80, ear.gestures
    check_speech(ear)
