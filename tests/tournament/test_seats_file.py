import json
from typing import Any

import pytest

from scorekeeper.record.document import write_problems
from scorekeeper.tournament.seats.plan import plan_seats
from scorekeeper.tournament.seats_file import read_seats, write_seats, write_seats_plain

FOUR = ["ann", "bob", "cal", "dot"]


def a_file(**more: Any) -> bytes:
    document = {"format": "scorekeeper-seats/1", "people": FOUR, "rounds": 3, "sizes": [2]}
    return json.dumps({**document, **more}).encode()


def problems(raw: bytes) -> list[tuple[str, str]]:
    found = write_problems(read_seats(raw).problems, ())
    return [(each["at"], each["code"]) for each in found]


def test_a_plan_comes_back_as_rounds_that_were_shown() -> None:
    wishes = read_seats(a_file(seed="n1")).wishes
    assert wishes is not None
    plan = write_seats(plan_seats(wishes))
    again = read_seats(a_file(seed="n1", shown=plan["rounds"])).wishes
    assert again is not None
    assert write_seats(plan_seats(again)) == plan
    assert list(plan) == ["seed", "rounds", "cost", "repeats"]
    assert list(plan["rounds"][0]) == ["round", "tables", "byes"]
    assert list(plan["cost"]) == [
        *("forbidden", "byes", "unmet", "meetings", "season", "odd_tables", "dealers")
    ]


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"format": "scorekeeper-club/1"}, [("format", "bad_format")]),
        ({"people": None}, [("people", "missing_field")]),
        ({"rounds": 41}, [("rounds", "bad_value")]),
        ({"rounds": True}, [("rounds", "bad_value")]),
        ({"sizes": []}, [("sizes", "bad_value")]),
        ({"sizes": [4, 4]}, [("sizes", "bad_value")]),
        ({"sizes": [11]}, [("sizes", "bad_value")]),
        ({"chairs": 4}, [("chairs", "unknown_field")]),
        ({"mode": "random"}, [("mode", "bad_value")]),
        ({"standing_from": 1}, [("standing_from", "bad_value")]),
        ({"people": [*FOUR, "ann"]}, [("people[4]", "same_person_twice")]),
        ({"people": [*FOUR, "a b"]}, [("people[4].id", "bad_value")]),
        ({"people": [*FOUR, {"id": "eve", "from": 0}]}, [("people[4].from", "bad_value")]),
        ({"people": [*FOUR, {"id": "eve", "absent": [0]}]}, [("people[4].absent", "bad_value")]),
        (
            {"people": [*FOUR, {"id": "eve", "from": 3, "until": 2}]},
            [("people[4].until", "bad_value")],
        ),
        ({"standing": FOUR}, [("standing", "bad_value")]),
        ({"standing": FOUR, "standing_from": 4}, [("standing", "bad_value")]),
        ({"people": []}, [("people", "bad_value")]),
        ({"standing": ["ann", "eve"]}, [("standing[1]", "unknown_person")]),
        ({"standing": ["ann", "ann"]}, [("standing[1]", "same_person_twice")]),
        ({"apart": [["ann", "ann"]]}, [("apart[0]", "bad_pair")]),
        ({"apart": [["ann"]]}, [("apart[0]", "bad_value")]),
        ({"apart": [FOUR[:2]], "together": [FOUR[1::-1]]}, [("together[0]", "bad_pair")]),
        ({"met": [["ann", "bob", 0.5]]}, [("met[0][2]", "bad_value")]),
        ({"met": [["ann", "bob", 1], ["bob", "ann", 2]]}, [("met[1]", "bad_value")]),
        (
            {"partners": [["ann", "bob"], ["bob", "cal"]], "partners_sit": "apart"},
            [("partners[1]", "bad_pair")],
        ),
        ({"partners": [["ann", "bob"]]}, [("partners", "bad_pair")]),
        (
            {"partners": [FOUR[:2], FOUR[2:]], "sizes": [3]},
            [("sizes", "bad_value")],
        ),
        (
            {
                "people": [*FOUR[:3], {"id": "dot", "from": 2}],
                "partners": [FOUR[:2], FOUR[2:]],
                "sizes": [4],
            },
            [("partners[1]", "bad_pair")],
        ),
        ({"partners": [FOUR[:2], FOUR[2:]], "apart": [FOUR[:2]]}, [("apart[0]", "bad_pair")]),
        ({"mode": "movement", "sizes": [3]}, [("sizes", "bad_value")]),
        (
            {"mode": "movement", "people": [*FOUR, {"id": "eve", "until": 2}]},
            [("people[4]", "bad_value")],
        ),
        (
            {"mode": "movement", "shown": [{"tables": [FOUR[:2], FOUR[2:]]}]},
            [("mode", "bad_value")],
        ),
        ({"shown": [{"tables": [FOUR[:2]], "byes": ["cal"]}]}, [("shown[0]", "bad_seats")]),
        ({"shown": [{"tables": [FOUR, ["ann"]]}]}, [("shown[0]", "bad_seats")] * 2),
        ({"shown": [{"tables": [["eve", "ann"]]}]}, [("shown[0].tables[0][0]", "unknown_person")]),
        ({"shown": [{"tables": [FOUR], "round": 2}]}, [("shown[0].round", "bad_seats")]),
        ({"rounds": 1, "shown": [{"tables": [FOUR]}] * 2}, [("shown[1]", "bad_seats")]),
        (
            {"rounds": 0, "sizes": [1], "seed": 7},
            [("rounds", "bad_value"), ("sizes", "bad_value"), ("seed", "bad_value")],
        ),
    ],
)
def test_every_problem_stands_at_its_place(
    more: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    assert problems(a_file(**more)) == expected


def test_a_file_that_is_no_json_is_refused_in_a_sentence() -> None:
    assert problems(b"{") == [("", "bad_format")]
    assert problems(b"[]") == [("", "bad_format")]


def test_a_plan_for_people_says_who_meets_twice_and_how_often_that_must_be() -> None:
    wishes = read_seats(a_file(rounds=4, seed="n1")).wishes
    assert wishes is not None
    told = write_seats_plain(wishes, plan_seats(wishes, steps=30_000))
    assert told.count("Round ") == 4
    assert "2 pairs meet twice. With 4 people in 4 rounds there are at least 2 such" in told
    assert told.endswith("Seed: n1")
