"""What is heard: hard cases, each row of what can be said, and phrases by chance."""

import json
import re
import time
from collections import Counter
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.hearing import TEXT_MOST, Answer, is_chatter
from scorekeeper.hearing.words import split
from scorekeeper.record.hearing import vocabulary
from tests.hearing.comparing import (
    Told,
    are_cards,
    every_reading,
    game,
    heard,
    laid,
    points_of,
    told_by,
)
from tests.hearing.people import SaidHand, roughen, say_hand

FILES = sorted((Path(__file__).parents[1] / "cases/hear").glob("*.json"))
CASES = [case for file in FILES for case in json.loads(file.read_text())]
ROWS = json.loads((Path(__file__).parent / "said.json").read_text())
"""What can be said: a text, its variant and line, and what it tells, as ``as_text`` has it."""
SENTENCES = json.loads((Path(__file__).parent / "sentences.json").read_text())
"""Hands, and how ten people say each of them."""
LINKS = ("and", "next", "a", "the", "with", "perhaps_sorry", "one", "ones", "knock", "thats")
SUMS = ("melded_points", "in_hand_points", "deadwood_points", "out", "concealed")
PHRASES = 200
MANY = 10_000


def sorted_cards(text: str | None) -> list[str] | None:
    return None if text is None else sorted(text.split())


def readings(parts: list[list[Any]]) -> list[list[str]]:
    return [sorted([json.dumps(each, sort_keys=True) for each in asked]) for asked in parts]


def unread(answer: Answer) -> list[str]:
    return [part["said"] for part in answer["parts"] if "unread" in part]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])
def test_a_hard_case_is_heard(case: dict[str, Any]) -> None:
    answer = heard(case["text"], case["variant"], case["for"])
    expected = case["expect"]
    melds = expected.get("melds", [])
    rules = game(case["variant"]).rules
    assert sorted([sorted(meld.split()) for meld in answer["melds"]]) == sorted(
        [sorted(meld.split()) for meld in melds]
    )
    assert points_of(answer["melds"], rules) == points_of(melds, rules)
    for key in ("in_hand", "cards", "deadwood"):
        assert sorted_cards(answer.get(key)) == sorted_cards(expected.get(key))
    assert {key: answer.get(key) for key in SUMS} == {key: expected.get(key) for key in SUMS}
    asked = [part["asked"] for part in answer["parts"] if "asked" in part]
    assert readings(asked) == readings(expected.get("asked", []))
    assert answer["status"] == "empty" if expected.get("empty") else bool(answer["parts"])
    if expected.get("loose"):
        assert unread(answer)
    else:
        assert unread(answer) == expected.get("unread", [])


@pytest.mark.parametrize(("text", "variant", "line", "told"), ROWS)
def test_what_can_be_said(text: str, variant: str, line: str, told: str) -> None:
    answer = heard(text, variant, line)
    if told == "unread":
        assert answer["status"] == "unread"
    elif told == "asked 4":
        assert [len(part["asked"]) for part in answer["parts"]] == [4]
    elif told.startswith("asked "):
        shown = [next(iter(each.values())) for each in answer["parts"][0]["asked"]]
        texts = sorted([each[0] if isinstance(each, list) else str(each) for each in shown])
        assert texts == sorted(told.removeprefix("asked ").split("|"))
    else:
        assert answer["status"] == "understood"
        assert as_text(answer) == told


def test_a_correction_before_all_cards_is_chatter() -> None:
    answer = heard("Sorry, I was miles away. 10 10 10")
    assert answer["melds"] == ["T T T"]
    assert [is_chatter(said, vocabulary()) for said in unread(answer)] == [True]


def test_what_is_said_again_is_marked() -> None:
    again = heard("three kings, left with a five just a five")
    assert (again["in_hand"], unread(again)) == ("5", ["a five"])
    nursed = heard("three fives, which I was nursing since then, and ten jack queen of spades")
    assert nursed["status"] == "unread"


def test_talk_in_the_middle_of_cards_is_left_out() -> None:
    answer = heard(
        "my one meld is sevens, bless, three of them and I retain, gosh, a king and two nines"
    )
    assert (answer["melds"], answer["in_hand"]) == (["7 7 7"], "K 9 9")
    assert all(is_chatter(said, vocabulary()) for said in unread(answer))


def test_a_meld_that_a_joker_begins_is_not_left_in_hand() -> None:
    answer = heard("three queens and then there's the joker with two sevens, nine in hand")
    assert (answer["melds"], answer["in_hand"]) == (["Q Q Q"], "9")
    assert unread(answer) == ["the joker with two sevens"]


@pytest.mark.parametrize(
    "said",
    ["the stock ran out", "nobody went out", "I'm not out", "I did not go out", "I'd be out",
     "couldn't get out", "almost out", "he sits this deal out", "we ran out of time"],
)  # fmt: skip
def test_nobody_is_out_of_whom_that_is_denied(said: str) -> None:
    assert "out" not in heard(f"three kings and a nine left, {said}")


def test_what_cannot_be_said_is_no_chatter() -> None:
    for said in ("the stock ran out", "nobody went out", "a penalty", "took the pile"):
        marked = unread(heard(f"three kings, {said}"))
        assert marked
        assert not any(is_chatter(each, vocabulary()) for each in marked)


def test_a_number_of_what_is_not_known_is_no_card() -> None:
    right = heard("jack jack jack then hearts three four five and two whatsits, a nine and an ace")
    assert (right["melds"], right["in_hand"]) == (["J J J", "3H 4H 5H"], "9 A")
    assert not unread(heard("jack jack jack and four whatsits"))[0].startswith("jack")


def test_a_card_that_is_not_held_is_no_chatter() -> None:
    answer = heard("I discarded the king of hearts, three queens down, nine left")
    assert (answer["melds"], answer["in_hand"]) == (["Q Q Q"], "9")
    assert unread(answer) == ["discarded the king of hearts"]
    assert not is_chatter(unread(answer)[0], vocabulary())
    assert is_chatter("discarded", vocabulary())


@pytest.mark.parametrize(
    "text",
    [
        "I knocked, three tens, four to seven of hearts, king jack and nine of clubs",
        "three tens, four to seven of hearts, king jack and nine of clubs",
        "gin, three tens, six seven eight of clubs, four to seven of hearts",
        "three tens, jack queen king of diamonds, four to six of hearts, ace of clubs",
    ],
)
def test_suits_of_a_set_that_nobody_said_are_asked(text: str) -> None:
    asked = [part["asked"] for part in heard(text, "gin100", "gin")["parts"] if "asked" in part]
    assert [len(readings) for readings in asked] == [4]


def as_text(answer: Answer) -> str:
    """Return the facts of an answer as the rows above have them."""
    facts = {key: value for key, value in answer.items() if key not in ("status", "parts")}
    if not facts["melds"]:
        del facts["melds"]
    else:
        facts["melds"] = ";".join(facts["melds"])
    return " ".join([f"{key} {value}" for key, value in facts.items()])


# --- Phrases by chance ----------------------------------------------------------------------------


def verdict(said: SaidHand) -> str:
    answer = heard(said.text, said.variant, said.line)
    marks = [part["said"] for part in answer["parts"] if "unread" in part]
    if not all(is_chatter(mark, vocabulary()) for mark in marks):
        return "unread"
    if not any(_is_meant(told, said) for told in every_reading(answer, said.variant)):
        return f"wrong: {said.text}"
    if answer.get("out", False) != said.out:
        return f"wrong about going out: {said.text}"
    return "asked" if any("asked" in part for part in answer["parts"]) else "understood"


def _is_meant(told: Told, said: SaidHand) -> bool:
    """Tell whether this is the hand; ten cards of gin may be told apart or not."""
    meant = told_by(said.melds, said.hand, said.variant)
    if said.line == "gin" and not (told[0] and said.melds):
        return sorted(told[0] + told[2]) == sorted(meant[0] + meant[2])
    return told == meant


VARIANTS_SAID = ("laws", "modern", "contract", "gin150")


def check_hands(variant: str, count: int) -> None:
    chance = Random(7)
    found = Counter([verdict(say_hand(chance, variant)) for _ in range(count)])
    assert not [each for each in found if each.startswith("wrong")]
    assert found["asked"] <= count * 4 // 100
    assert found["unread"] <= count * 5 // 1000


@pytest.mark.parametrize("variant", VARIANTS_SAID)
def test_hands_are_never_heard_wrongly(variant: str) -> None:
    check_hands(variant, PHRASES)


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS_SAID)
def test_many_hands_are_never_heard_wrongly(variant: str) -> None:
    check_hands(variant, MANY)


# --- Sentences that people wrote down -------------------------------------------------------------


def heard_of_hand(text: str, hand: dict[str, Any]) -> str:
    """Return how a sentence about a hand is heard: understood, asked, marked or wrong."""
    variant, is_gin = hand["variant"], hand["line"] == "gin"
    answer = heard(text, variant, hand["line"])
    if not all(is_chatter(mark, vocabulary()) for mark in unread(answer)):
        return "marked"
    options = [each.get("asked", [each]) for each in answer["parts"]]
    is_right = any(_is_hand(choice, hand) for choice in product(*options))
    is_out = bool(answer.get("out")) or answer.get("in_hand", answer.get("deadwood")) == ""
    if not is_right or not (hand["out"] == is_out or (is_gin and "nock" in text)):
        return "wrong"
    return "asked" if any("asked" in part for part in answer["parts"]) else "understood"


def _is_hand(choice: Sequence[dict[str, Any]], hand: dict[str, Any]) -> bool:
    """Tell whether a choice of readings has the cards of a hand, and its melds their points."""
    variant = hand["variant"]
    melds = [meld for part in choice for meld in part.get("melds", ())]
    cards = [str(item.card) for meld in melds for item in laid(meld)]
    keys = ("in_hand", "cards", "deadwood")
    loose = " ".join([part.get(key, "") for part in choice for key in keys]).split()
    meant = [str(item.card) for meld in hand["melds"] for item in laid(meld)]
    if hand["line"] == "gin":
        return are_cards(cards + loose, meant + hand["hand"].split(), variant)
    rules = game(variant).rules
    is_same = are_cards(cards, meant, variant) and are_cards(loose, hand["hand"].split(), variant)
    return is_same and points_of(melds, rules) == points_of(hand["melds"], rules)


def test_of_three_hundred_sentences_none_is_heard_wrong_and_nearly_all_are_understood() -> None:
    """Thirty dealt hands, each said by ten people; the reader has learned their turns of speech."""
    found = Counter([heard_of_hand(text, hand) for hand in SENTENCES for text in hand["said"]])
    assert found.total() == 300
    assert found["wrong"] == 0
    assert found["asked"] <= 300 * 6 // 100
    assert found["understood"] >= 300 * 92 // 100


NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NUMBER = re.compile(rf"\b({'|'.join(NUMBERS)})(e?s)?\b", re.IGNORECASE)


def in_figures(text: str, between: str) -> str:
    """Write the numbers of a sentence as dictation does, with ``between`` those of a list."""
    figures = NUMBER.sub(
        lambda found: f"{NUMBERS.index(found[1].lower()) + 2}{'s' if found[2] else ''}", text
    )
    return re.sub(r"\b\d+(?: \d+)+\b(?!s)", lambda found: found[0].replace(" ", between), figures)


@pytest.mark.parametrize("between", [" ", "", "-"])
def test_these_sentences_are_understood_in_figures_too(between: str) -> None:
    said = [(in_figures(text, between), hand) for hand in SENTENCES for text in hand["said"]]
    found = Counter([heard_of_hand(text, hand) for text, hand in said])
    assert found["wrong"] == 0
    assert found["understood"] >= 300 * 92 // 100


def check_parts(text: str, answer: Answer) -> None:
    """Check that the parts are pieces of the text in order, and that no word is lost."""
    at, left_over = 0, ""
    for part in answer["parts"]:
        place = text.index(part["said"], at)
        left_over += f"{text[at:place]} | "
        at = place + len(part["said"])
        known = {"asked", "unread"} & part.keys() or part.keys() - {"said"}
        assert known, part
    entries = vocabulary().table.entries
    leading = {"hand", "melded", "filler", "pause", *LINKS}
    words = [token.text for token in split(f"{left_over}{text[at:]}")]
    single = [word for word in words if word in entries]
    assert not [word for word in words if word not in entries and not _in_entry(word, leading)]
    for word in single:
        assert leading & entries[word].keys() or _in_entry(word, leading), (word, text)


def _in_entry(word: str, classes: set[str]) -> bool:
    return word in "-–" or any(
        word in entry.split() and classes & found.keys()
        for entry, found in vocabulary().table.entries.items()
    )


def test_parts_are_pieces_of_the_text_and_nothing_is_lost() -> None:
    chance = Random(13)
    for _ in range(PHRASES):
        said = say_hand(chance)
        text = roughen(chance, said.text)
        check_parts(text, heard(text, said.variant, said.line))


OFTEN = (
    *("hearts", "spades", "clubs", "nine", "queen", "kings", "three", "joker", "deuce", "to", "of"),
    *("no", "sorry", "i mean", "make that", "left", "in hand", "melded", "and", "the", "a"),
)
"""Words that are said often, so that many of these texts are corrections and lists."""
UNKNOWN = ("bananas", "ninety", ",", ".", "25")


@example("clubs no hearts", ("laws", "melds"))
@example("kings queen spades kings kings nine melded no no", ("gin150", "gin"))
@example("three kings and eight sevens", ("laws", "melds"))
@example("joker ninety joker clown for bananas ninety to that's wrong wildcard", ("laws", "hand"))
@given(
    st.text(max_size=60)
    | st.lists(st.sampled_from(sorted([*vocabulary().table.entries, *UNKNOWN]))).map(" ".join)
    | st.lists(st.sampled_from((*OFTEN, *UNKNOWN)), max_size=12).map(" ".join),
    st.sampled_from(
        [("laws", "melds"), ("contract", "melds"), ("contract", "hand"), ("gin100", "gin")]
    ),
)
def test_any_text_has_an_answer(text: str, place: tuple[str, str]) -> None:
    check_answer(text, *place)


@pytest.mark.long
def test_words_by_chance_have_an_answer() -> None:
    chance = Random(3)
    classes: dict[str, list[str]] = {"": list(UNKNOWN)}
    for entry, means in vocabulary().table.entries.items():
        for name in means:
            classes.setdefault(name, []).append(entry)
    for _ in range(MANY):
        words = [
            chance.choice(classes[chance.choice(list(classes))])
            for _ in range(chance.randint(2, 28))
        ]
        variant, line = chance.choice((("laws", "melds"), ("contract", "hand"), ("gin100", "gin")))
        check_answer(" ".join(words), variant, line)


def check_answer(text: str, variant: str, line: str) -> None:
    answer = heard(text, variant, line)
    assert answer["status"] in ("understood", "asked", "unread", "empty")
    assert all(2 <= len(part["asked"]) <= 4 for part in answer["parts"] if "asked" in part)
    at = 0
    for part in answer["parts"]:
        at = text.index(part["said"], at) + len(part["said"])


@pytest.mark.parametrize(
    "words",
    ["king ", "two to too 2 2 2 ", "ace to ", "2", "a 2 3 ", "wild ", "nines ", "deuce as king ",
     "three kings sorry ", "2 2 2 2 of clubs ", "queen of spades ", "three kings and a deuce ",
     "joker two of ", "hearts 2 ", "left melded ", "hundred ", "kings spades hearts "],
)  # fmt: skip
@pytest.mark.parametrize("length", [300, TEXT_MOST])
def test_no_text_takes_long(words: str, length: int) -> None:
    text = (words * length)[:length]
    for variant, line in (("laws", "melds"), ("contract", "hand"), ("gin100", "gin")):
        start = time.process_time()
        heard(text, variant, line)
        assert time.process_time() - start < 0.2  # about 0.03 on a quiet machine


def test_a_text_that_is_too_long_is_marked_whole() -> None:
    text = "three kings, " * 100
    assert heard(text)["parts"] == [{"said": text, "unread": True}]


def test_blank_text_is_empty() -> None:
    assert heard(" \n") == {"status": "empty", "melds": [], "parts": []}
    assert heard("um, okay")["status"] == "empty"
