"""What the papers of an organised night say, before they are set."""

import json
from typing import Any

import pytest

from scorekeeper.club.book.answer import WrongQuestionError
from scorekeeper.papers.tournament import parts_of_cards
from tests.organised_books import a_book, a_game, entered
from tests.papers.papers import LONG_SIXTEEN, SIXTEEN, organised, rounds_of_fours
from tests.papers.reading import line, rows, texts

PLAN = [
    {"tables": [["ann", "bob"]], "byes": ["cal"]},
    {"tables": [["cal", "ann"]], "byes": ["bob"]},
]


def book(*games: Any, **facts: Any) -> bytes:
    """A night of three rounds for Ann, Bob and Cal, of which two were shown."""
    people = entered("ann", "bob", "cal")
    night = {"organised": {"rounds": 3, "people": people, "plan": PLAN, **facts}}
    return json.dumps(a_book({**night, "games": list(games)})).encode()


FIRST = a_game("g1", {"ann": 300, "bob": 20}, round=1)


def test_a_card_says_where_to_sit_with_whom_and_leaves_later_rounds_to_the_pen() -> None:
    raw = book(seed="n1")
    assert rows(organised("movement", raw, night="n1", person="cal"), "of-person") == [
        ["Round", "Table", "Seat", "With", "Points", "Agreed"],
        ["1", "", "", "You sit out", "", ""],
        ["2", "1", "1", "Ann", "", ""],
        ["3", "", "", "", "", ""],
    ]
    (card,) = texts(organised("movement", raw, night="n1", person="cal"), "of-person")
    assert card.endswith("By signing I agree to these points. Seed n1.")


def test_cards_say_that_nobody_meets_twice_only_of_a_whole_plan() -> None:
    whole = book(rounds=2)
    assert "Nobody meets twice." in texts(organised("movement", whole, night="n1"), "of-person")[0]
    assert "Nobody meets" not in texts(organised("movement", book(), night="n1"), "of-person")[0]


def test_the_wall_has_the_standing_after_the_last_complete_round() -> None:
    """Round 2 goes on: its points are not on the wall, but its tables are."""
    second = a_game("g2", {"cal": 50, "ann": 20}, round=2)
    wall = organised("wall", book(FIRST, second), night="n1")
    assert wall.heading.title == "After round 1 of 3"
    assert rows(wall, "places")[1:] == [
        ["1", "Ann", "300", "300", "1"],
        ["2", "Bob", "20", "20", "sits out"],
        ["", "Cal", "0", "", "1"],
    ]
    assert line(wall) == "Sunday 1 February 2026"


def test_before_the_first_round_the_wall_has_only_tables() -> None:
    wall = organised("wall", book(), night="n1")
    assert wall.heading.title == "Round 1 of 3"
    assert [row[-1] for row in rows(wall, "places")[1:]] == ["1", "1", "sits out"]


def test_more_than_sixteen_stand_side_by_side_unless_their_names_are_long() -> None:
    wall = organised("wall", rounds_of_fours([*SIXTEEN, *"ABCD"], 4, 2))
    assert [[len(rows) for rows in lists] for lists in wall.pages] == [[16, 4]]
    long = organised("wall", rounds_of_fours([*LONG_SIXTEEN, *"ABCD"], 4, 2))
    assert [[len(rows) for rows in lists] for lists in long.pages] == [[16], [4]]


def test_rounds_for_which_there_is_no_room_stand_together() -> None:
    wall = organised("wall", rounds_of_fours(LONG_SIXTEEN, 20, 19))
    head, first = rows(wall, "places")[:2]
    together, *single = [int(cell) for cell in first[2:-2]]
    assert head[2] == f"1 to {19 - len(single)}"
    assert together + sum(single) == int(first[-2])


def test_points_for_rests_stand_below_the_names_where_columns_have_no_room() -> None:
    """Ann's average of seven rounds, −1695 5/7, is longer than all that was played."""
    played = [{"ann": 130, "cal": -45}, *[{"cal": 120, "ann": -2000}] * 6, {"bob": 120, "cal": 20}]
    games = [a_game(f"g{at}", each, round=at) for at, each in enumerate(played, 1)]
    plan = [{"tables": [["ann", "cal"]], "byes": ["bob"]}] * 7
    plan += [{"tables": [["bob", "cal"]], "byes": ["ann"]}]
    of_night = {"rounds": 8, "plan": plan, "points": {"bye": "average"}}
    wall = organised("wall", book(*games, **of_night), night="n1")
    assert rows(wall, "places")[-1][1].endswith("−2000 · −2000 · −1695 5/7")
    assert wall.round_width > len("−1695 5/7") * 3.5


def test_who_gets_an_award_and_has_no_place_stands_below() -> None:
    awards = [{"person": "fay", "amount": "2.00", "reason": "best cake"}]
    paper = organised("awards", book(FIRST, awards=awards, added="5.00"), night="n1")
    listed, pool = rows(paper, "listed"), rows(paper, "close")
    assert listed[1:4] == [
        ["1", "Ann", "300", "", "", ""],
        ["2", "Bob", "20", "", "", ""],
        ["", "Fay", "", "", "2.00", "2.00"],
    ]
    assert listed[4] == ["Fay", "best cake", "the pool", "2.00"]
    assert pool[1:] == [
        ["Added by the club", "+5.00"],
        ["Awards", "−2.00"],
        ["The rest, to the club", "−3.00"],
        ["Left in the pool", "0.00"],
    ]


@pytest.mark.parametrize(
    ("kind", "asked", "words"),
    [
        ("wall", {"night": "n2"}, "is not organised"),
        ("wall", {"night": "n9"}, "There is no night"),
        ("wall", {}, "--night is missing"),
        ("wall", {"night": "n1", "person": "ann"}, "--person says nothing"),
        ("movement", {"night": "n1", "person": "fay"}, "is not among the people"),
        ("awards", {}, "--night or of a --season"),
        ("awards", {"season": "s9"}, "There is no season"),
    ],
)
def test_a_paper_that_cannot_be_made_says_why(kind: str, asked: Any, words: str) -> None:
    document = json.loads(book())
    document["nights"].append({"id": "n2", "date": "2026-02-02"})
    with pytest.raises(WrongQuestionError, match=words):
        organised(kind, json.dumps(document).encode(), **asked or {"to": None})


@pytest.mark.parametrize(("people", "rounds"), [(16, 4), (400, 8), (37, 40), (1, 1)])
def test_cards_of_many_people_are_made_in_parts_of_whole_pages(people: int, rounds: int) -> None:
    parts = parts_of_cards(people, rounds)
    assert [place for part in parts for place in part] == [*range(people)]
    assert all(len(part) % 4 == 0 for part in parts[:-1])
    assert all(len(part) == 4 or len(part) * rounds <= 240 for part in parts)
