"""A whole deal in one breath: whose cards are whose."""

from random import Random

import pytest

from scorekeeper.hearing import TEXT_MOST, Answer, hear_deal, said_by_name, whose_is_unclear
from scorekeeper.record.hearing import vocabulary
from tests.hearing.comparing import game
from tests.hearing.people import say_hand

NAMES = ("Ann", "Bob", "Cal", "Dot", "Grandpa Joe", "Jack")


def heard_of(text: str, *names: str, variant: str = "laws") -> Answer:
    return hear_deal(text, names or NAMES, game(variant), vocabulary())


def facts(answer: Answer) -> str:
    """Return what is sure of each player, such as ``Ann K K K out; Bob in_hand 9``."""
    told = []
    for name, said in answer["players"].items():
        known = {key: said[key] for key in said if key not in ("status", "parts", "melds")}
        words = [f"{key} {value}".replace("out True", "out") for key, value in known.items()]
        told.append(" ".join([name, *said["melds"], *words]).strip())
    return "; ".join(told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "Ann: three kings and out. Bob has five six seven of hearts, left with a nine and two "
            "jacks. Cal nothing melded, thirty points.",
            "Ann K K K out; Bob 5H 6H 7H in_hand 9 J J; Cal in_hand_points 30",
        ),
        ("Dot went out, three kings", "Dot K K K out"),
        ("Anne's got three kings and Kal left with a 9", "Ann K K K; Cal in_hand 9"),
        ("three kings for Ann", ""),
        ("bob three nines\ncal three tens", "Bob 9 9 9; Cal T T T"),
        ("Grandpa Joe is out with three aces", "Grandpa Joe A A A out"),
        ("Ann three kings. Bob three tens. Ann left with a five", "Ann K K K in_hand 5; Bob T T T"),
        (
            "Ann three kings and out Bob left with two nines Cal nothing melded thirty points Dot "
            "three tens",
            "Ann K K K out; Bob in_hand 9 9; Cal in_hand_points 30; Dot T T T",
        ),
        ("three kings for Cal two queens", ""),
        ("Ann three kings, Bob two nines left", "Ann K K K; Bob in_hand 9 9"),
        (
            "bob has a five in his hand cal three to six of diamonds",
            "Bob in_hand 5; Cal 3D 4D 5D 6D",
        ),
        ("okay so this is bob I went out with three kings", "Bob K K K out"),
        (
            "bob only got three kings and Ann well she had two nines left",
            "Bob K K K; Ann in_hand 9 9",
        ),
        ("Ann had three kings and me Bob I put down four fives", "Ann K K K; Bob 5 5 5 5"),
        (
            "Ann left with a six Bob left with twenty Cal thirty points left",
            "Ann in_hand 6; Bob in_hand_points 20; Cal in_hand_points 30",
        ),
        # Words that sound like a name are it only where somebody has or does something.
        ("three kings, an ace left", ""),
        ("An ace left, three kings", ""),
        ("then an ace", ""),
        ("Call it three kings", ""),
        ("three kings, Bob, can you believe it, and two queens left", ""),
        ("Ann three kings. Jack has two queens", "Ann K K K"),
        ("Bob melded three nines, then Ann has three tens", "Bob 9 9 9; Ann T T T"),
    ],
)
def test_a_name_begins_its_players_part(text: str, told: str) -> None:
    assert facts(heard_of(text)) == told


def test_a_word_of_a_long_name_is_the_name_where_no_other_has_it() -> None:
    names = ("Grandpa Joe", "Jo", "Ann Smith", "Bob Smith")
    told = said_by_name(
        "Joe has two kings. Jo sits there with a nine. Bob has a four left. Grandpa went out",
        names,
        vocabulary(),
    )[0]
    assert told == {
        "Grandpa Joe": "has two kings. went out",
        "Jo": "sits there with a nine",
        "Bob Smith": "has a four left",
    }
    assert whose_is_unclear("Ann has a king. Smith has two", names, vocabulary())


@pytest.mark.parametrize(
    "lead",
    ["next is", "then we have", "over to", "well", "once again", "so", "next up", "that was"],
)
def test_words_may_lead_to_a_name(lead: str) -> None:
    told = said_by_name(f"Ann two aces left {lead} Bob with a nine", NAMES, vocabulary())[0]
    assert told["Bob"] == "with a nine"


def test_a_name_that_begins_nothing_is_asked_about() -> None:
    names = ("Ann", "Jan van der Berg")
    assert whose_is_unclear("for jan three fives", names, vocabulary(), own="Ann") == ["jan"]


@pytest.mark.parametrize(
    "said",
    ["I've got three tens", "I wasn't out three tens", "not out three tens", "here three tens",
     "I knocked with three tens"],
)  # fmt: skip
def test_who_speaks_for_himself_begins_a_part(said: str) -> None:
    text = f"Ann three sixes left with a four Bob {said}"
    told = said_by_name(text, NAMES, vocabulary())[0]
    assert told == {"Ann": "three sixes left with a four", "Bob": said}
    assert not whose_is_unclear(text, NAMES, vocabulary())


def test_that_the_stock_ran_out_is_of_nobody_and_stops_nobody() -> None:
    text = "the stock ran out so nobody went out Bob three sevens and a deuce"
    assert said_by_name(text, NAMES, vocabulary())[0] == {"Bob": "three sevens and a deuce"}
    assert not whose_is_unclear(text, NAMES, vocabulary())


def test_who_is_denied_to_be_out_is_told_of_nobody() -> None:
    told = said_by_name("Bob went out not Cal", NAMES, vocabulary())[0]
    assert told == {"Bob": "went out not Cal"}
    assert not whose_is_unclear("Bob went out not Cal", NAMES, vocabulary())


def test_an_article_may_stand_between_a_name_and_a_card() -> None:
    told = said_by_name("Bob two aces left, Ann a nine. Cal the queen", NAMES, vocabulary())[0]
    assert told == {"Bob": "two aces left", "Ann": "a nine", "Cal": "the queen"}


def test_names_that_sound_alike_count_as_they_are_written() -> None:
    answer = heard_of("Ann has three kings. Anne has three tens", "Ann", "Anne")
    assert facts(answer) == "Ann K K K; Anne T T T"


def test_what_is_said_before_a_name_is_nobodys() -> None:
    answer = heard_of("Okay. Three kings, Bob has two aces left")
    assert (facts(answer), answer["unread"]) == ("Bob in_hand A A", ["Okay. Three kings"])


def test_what_is_said_before_a_name_is_of_whose_line_it_stands_in() -> None:
    words = vocabulary()
    assert said_by_name("three kings, Bob two aces left", NAMES, words, own="Ann") == (
        {"Ann": "three kings", "Bob": "two aces left"},
        [],
    )
    assert not whose_is_unclear("three kings, Bob two aces left", NAMES, words, own="Ann")
    both, unread = said_by_name(
        "three kings, Bob two aces left, Ann a nine", NAMES, words, own="Ann"
    )
    assert (both, unread) == ({"Bob": "two aces left", "Ann": "a nine"}, ["three kings"])
    assert "Ann" not in said_by_name("okay, Bob two aces left", NAMES, words, own="Ann")[0]
    assert said_by_name("three kings", NAMES, words, own="Ann") == ({}, ["three kings"])


def test_each_part_is_answered_like_a_text_of_its_own() -> None:
    answer = heard_of("Ann: 4 2 6 of clubs. Bob: bananas. Cal: 3 Kings")
    status = {name: said["status"] for name, said in answer["players"].items()}
    assert status == {"Ann": "asked", "Bob": "unread", "Cal": "understood"}


def test_a_text_that_is_too_long_is_nobodys() -> None:
    text = "Ann: three kings. " * 60
    assert len(text) > TEXT_MOST
    assert heard_of(text) == {"players": {}, "unread": [text]}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "Ann knocks with the ace of clubs, four nines. Bob three tens but the club",
            "Ann 9S 9H 9D 9C out deadwood AC; Bob cards TS TH TD",
        ),
        ("ann knocked", "Ann out"),
        ("ann knocked with 5 bob had 22", "Ann out deadwood_points 5; Bob deadwood_points 22"),
        ("bob knocks, he has five six seven of clubs", "Bob out cards 5C 6C 7C"),
        ("it was bob who knocked", "Bob out"),
        ("knock by bob", "Bob out"),
        ("gin for ann, five to eight of clubs", "Ann out cards 5C 6C 7C 8C"),
    ],
)
def test_names_are_parts_of_gin_too(text: str, told: str) -> None:
    assert facts(heard_of(text, variant="gin150")) == told


@pytest.mark.parametrize(
    ("text", "unclear"),
    [
        ("tim left with two queens", ["tim"]),
        ("Ann has three kings and tim left with two queens", ["tim"]),
        ("ann three kings, tim two queens left", ["tim"]),
        ("dave knocked, four nines", ["dave"]),
        ("Bob and Cal have three kings", ["Bob and Cal"]),
        ("Ann nocked with two, Bob left with nine", []),
        ("Ann three kings, sadly two queens left. Bob out", []),
        ("Gonna knock, four nines", []),
        ("three kings, lovely two queens left", []),
        ("Ann three kings and Bob poor guy had two queens left", []),
        ("Ann knocked with six Bob twenty nine", []),
    ],
)
def test_whose_cards_follow_a_name_that_is_not_at_the_table_is_unclear(
    text: str, unclear: list[str]
) -> None:
    assert whose_is_unclear(text, NAMES, vocabulary()) == unclear


def test_no_word_of_a_hand_is_taken_for_a_name() -> None:
    names = ("Ann", "Al", "Eve", "Cal", "Ted", "Kay")
    chance = Random(4)
    for _ in range(200):
        text = say_hand(chance).text
        assert not said_by_name(text, names, vocabulary())[0], text
        assert not whose_is_unclear(text, names, vocabulary()), text
