"""Words that are read freely: talk between cards, counts, and a hand that nobody announced."""

import pytest

from scorekeeper.hearing import Answer, is_chatter
from scorekeeper.record.hearing import vocabulary
from tests.hearing.comparing import heard


def talk(answer: Answer) -> list[str]:
    """Return what is not understood of an answer, all of it chatter."""
    marked = marked_of(answer)
    assert all(is_chatter(said, vocabulary()) for said in marked)
    return marked


def marked_of(answer: Answer) -> list[str]:
    return [part["said"] for part in answer["parts"] if "unread" in part]


@pytest.mark.parametrize(
    ("text", "melds", "hand", "chatter"),
    [
        ("ten jack queen of clubs grand so and then just a nine and a four",
         ["TC JC QC"], "9 4", ["grand"]),
        ("three sixes, cheers everybody, and I'm lumped with a king and a nine",
         ["6 6 6"], "K 9", ["everybody, and I'm lumped"]),
        ("two jacks with a deuce thrown in and five six seven of hearts, left with a queen",
         ["J J 2", "5H 6H 7H"], "Q", ["thrown in"]),
        ("item one three sixes item two hearts ten jack queen item three in hand a king and a four",
         ["6 6 6", "TH JH QH"], "K 4", ["item", "item", "item"]),
        ("Group one is 4 kings. Group two is 7, 8, 9 of clubs. Holding an ace",
         ["K K K K", "7C 8C 9C"], "A", ["Group", "Group"]),
        ("three tens and four to seven of clubs and I'm slow walking a joker and a queen",
         ["T T T", "4C 5C 6C 7C"], "JK Q", ["slow walking"]),
        ("three kings no word of a lie and five to eight of hearts, left with a nine",
         ["K K K", "5H 6H 7H 8H"], "9", ["word of"]),
        ("nines four of that kind and kings three of that kind, left with a queen",
         ["9 9 9 9", "K K K"], "Q", ["kind", "kind"]),
        ("five six of clubs a deuce in the shape of the seven and the eight, left with a king",
         ["5C 6C 2=7C 8C"], "K", []),
        ("three kings what a palaver and five to eight of hearts, a nine left",
         ["K K K", "5H 6H 7H 8H"], "9", ["what a palaver"]),
    ],
)  # fmt: skip
def test_talk_between_cards_is_passed_over(
    text: str, melds: list[str], hand: str, chatter: list[str]
) -> None:
    answer = heard(text)
    assert (answer["melds"], answer["in_hand"], talk(answer)) == (melds, hand, chatter)


def test_a_number_that_counts_is_part_of_what_it_counts() -> None:
    answer = heard("three kings and four to seven of hearts, two held, a jack and a three")
    assert [part["said"] for part in answer["parts"]][-1] == "two held, a jack and a three"
    assert not talk(answer)


def test_a_number_that_counts_nothing_stays_marked() -> None:
    answer = heard("six down, three kings and four to seven of hearts, a jack and a three left")
    assert marked_of(answer) == ["six"]


def test_a_number_is_no_count_because_there_are_as_many_melds_and_more() -> None:
    answer = heard("three kings, three tens, five six seven of hearts, two blah, left with a nine")
    assert not all(is_chatter(said, vocabulary()) for said in marked_of(answer))


def test_a_wild_card_after_talk_may_be_in_hand_or_melded() -> None:
    answer = heard("two eights and a joker and I've got two sixes and a two")
    assert [part["asked"] for part in answer["parts"] if "asked" in part] == [
        [{"in_hand": "6 6 2"}, {"melds": ["6 6 2"]}]
    ]


def test_a_card_that_was_told_again_is_not_told_twice() -> None:
    answer = heard("nine ten jack of diamonds down and I've a queen aye two queens and a six")
    assert "aye two queens" in marked_of(answer)


def test_a_hand_has_no_meld_that_nobody_said_is_in_it() -> None:
    assert heard("five kings whatever. five six seven")["status"] == "unread"


def test_words_of_talk_take_no_time_from_those_that_are_understood() -> None:
    text = "three kings and " + "blah two blah, " * 30 + "five six seven of hearts"
    assert heard(text)["melds"][:1] == ["K K K"]


def test_a_list_of_gin_in_order_is_read_whole_too() -> None:
    text = "diamonds four five six then the seven of clubs, ten jack queen of hearts, two kings"
    (asked,) = [part["asked"] for part in heard(text, "gin150", "gin")["parts"] if "asked" in part]
    assert {"cards": "4D 5D 6D 7C"} in asked
