"""The names of players in a record: in any script, told apart, and each problem at its place."""

from typing import Any

import pytest

from scorekeeper.record.document import FORMAT, write_problems
from scorekeeper.record.reading import read_file, read_record

LEFT = {"melded_points": 0, "in_hand_points": 65}


def record_of(*players: Any, hands: tuple[str, ...] = ()) -> dict[str, Any]:
    """A record whose one deal has hands under the names given, or no deals."""
    deal = {"ending": "stock", "hands": dict.fromkeys(hands, LEFT)}
    deals = [deal] if hands else []
    return {"format": FORMAT, "variant": "laws", "players": list(players), "deals": deals}


def problems(document: dict[str, Any]) -> list[tuple[str, str]]:
    reading = read_record(document)
    return [
        (each["at"], each["code"]) for each in write_problems(reading.problems, reading.players)
    ]


@pytest.mark.parametrize(
    ("typed", "read"),
    [("\u3000\u5c71\u7530 ", "\u5c71\u7530"), ("Zoe\u0308", "Zo\u00eb"), ("B" * 40, "B" * 40)],
)
def test_a_name_is_read_trimmed_and_composed(typed: str, read: str) -> None:
    assert read_record(record_of("Ann", typed)).players == ("Ann", read)


def test_a_name_is_known_however_it_is_composed() -> None:
    assert problems(record_of("Ann", "Zo\u00eb", hands=("Ann", "Zoe\u0308"))) == []


@pytest.mark.parametrize("other", ["ann", "A nn", "\uff21nn", "An\u200cn"])
def test_names_that_look_alike_are_refused_like_equal_ones(other: str) -> None:
    assert problems(record_of("Ann", other)) == [("players[1]", "bad_players")]


def test_a_bad_name_hides_no_deal() -> None:
    name = "A" * 41
    document = record_of(name, "Bob", hands=(name, "Bob"))
    document["deals"][0]["hands"]["Bob"] = {"melds": ["KH KD 4C"], "in_hand": "3H"}
    assert problems(document) == [
        ("players[0]", "bad_players"),
        ("deals[0].hands.Bob.melds[0]", "not_a_meld"),
        ("deals[0].hands.Bob", "too_few_cards"),
    ]


def test_a_bad_name_does_not_hide_that_there_are_too_many() -> None:
    names = ("Ann", "", "Cal", "Dot", "Eve")
    assert problems(record_of(*names)) == [
        ("players[1]", "bad_players"),
        ("players", "bad_players"),
    ]


def test_two_hands_of_one_name_have_a_place_and_so_have_the_two_names() -> None:
    raw = b"""{"format": "scorekeeper-game/1", "variant": "laws", "players": ["Bob", "Bob"],
        "deals": [{"ending": "stock", "hands": {"Bob": {}, "Bob": {}}}]}"""
    reading = read_file(raw)
    assert [(each.at, each.code) for each in reading.problems] == [
        (("deals", 0, "hands"), "bad_format"),
        (("players", 1), "bad_players"),
    ]


def test_a_key_twice_that_is_no_name_is_one_problem() -> None:
    found = read_file(b'{"deals": [{"ending": "out", "ending": "stock"}], "players": []}')
    assert [(each.at, each.code) for each in found.problems] == [(("deals", 0), "bad_format")]


@pytest.mark.parametrize("key", ["title", "place"])
def test_a_line_says_what_is_wrong_with_it(key: str) -> None:
    (long,) = read_record(record_of("Ann", "Bob") | {key: "x" * 201}).problems
    (hidden,) = read_record(record_of("Ann", "Bob") | {key: "Friday\u200b"}).problems
    assert long.text == "This is a line of at most 200 characters"
    assert hidden.text == "This is one line without invisible signs; U+200B is in it"


def test_the_reason_of_a_penalty_may_be_in_any_script() -> None:
    document = record_of("Ann", "Bob", hands=("Ann", "Bob"))
    penalty = {"points": 25, "reason": "\U0001f468\u200d\U0001f373 late"}
    document["deals"][0]["hands"]["Bob"] = LEFT | {"penalties": [penalty]}
    assert problems(document) == []


def test_more_players_than_any_table_has_are_one_problem() -> None:
    names = [f"Eve {number}" for number in range(21)]
    assert problems(record_of(*names)) == [("players", "bad_players")]


def test_nobody_at_all_is_too_few() -> None:
    assert problems(record_of()) == [("players", "bad_players")]
