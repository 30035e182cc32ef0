"""Requests to hear a text: which lines are refused, and what counts besides the text."""

import json
from typing import Any

import pytest

from scorekeeper.record.hearing import answer_line


def answer(**request: Any) -> Any:
    return answer_line(json.dumps(request).encode())


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"x", "not JSON"),
        (b"[]", "an object with a text"),
        (b"{}", "The text is missing"),
        (b'{"text": 5}', "no text"),
        (b'{"text": "x", "text": "y"}', "twice"),
        (b'{"text": "\\ud800"}', "UTF-8"),
        (b'{"text": "x", "said": "y"}', "is not part of a line"),
        (b'{"text": "x", "variant": "whist"}', "no variant"),
        (b'{"text": "x", "variant": ["laws"]}', "no variant"),
        (b'{"text": "x", "for": "gin"}', "no line"),
        (b'{"text": "x", "for": {}}', "no line"),
        (b'{"text": "x", "options": []}', "options are an object"),
        (b'{"text": "x", "options": {"colour": 1}}', "no option"),
        (b'{"text": "x", "options": {"joker_in_pack": 1}}', "true or false"),
        (b'{"text": "x", "players": "3"}', "whole number"),
        (b'{"text": "x", "players": true}', "whole number"),
        (b'{"text": "x", "players": ["Ann", 3]}', "or their names"),
        (b'{"text": "x", "variant": "contract", "players": 11}', "for 2 to 10 players"),
    ],
)
def test_a_line_that_cannot_be_used_is_refused(raw: bytes, why: str) -> None:
    refused = answer_line(raw)
    assert refused["status"] == "refused"
    assert why in refused["why"]


def test_players_are_a_number_or_their_names() -> None:
    named = answer(text="Ann: three kings. Bob: two aces left", players=["Ann", "Bob"])
    assert named["players"]["Ann"]["melds"] == ["K K K"]
    assert answer(text="three kings", players=3)["melds"] == ["K K K"]


def test_what_is_null_counts_as_absent() -> None:
    request = {"text": "three kings", "variant": None, "for": None, "options": None}
    assert answer(**request)["melds"] == ["K K K"]


@pytest.mark.parametrize(
    ("text", "variant", "options", "status"),
    [
        ("ace to ace of hearts", "laws", {"ace_both_ends": False}, "unread"),
        ("three kings and a joker", "laws", {"joker_in_pack": False}, "unread"),
        ("ace to four of hearts", "contract", {"ace": "both"}, "understood"),
        ("three kings and a joker", "contract", {"jokers_per_deck": 0}, "unread"),
        ("king and two deuces", "laws", {"min_naturals": 2}, "unread"),
    ],
)
def test_house_rules_decide_what_is_legal(
    text: str, variant: str, options: dict[str, Any], status: str
) -> None:
    assert answer(text=text, variant=variant, options=options)["status"] == status


@pytest.mark.parametrize(("players", "status"), [(2, "unread"), (4, "understood")])
def test_the_number_of_players_decides_how_many_packs_there_are(players: int, status: str) -> None:
    text = "king of hearts king of hearts king of clubs"
    assert answer(text=text, variant="contract", players=players)["status"] == status
