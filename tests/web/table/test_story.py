"""The sentence below the verdict: what the sheet proves of how a game went."""

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.rules.game import Closed
from scorekeeper.rules.sheet import ScoreSheet
from scorekeeper.rules.story import find_story
from scorekeeper.web.table.sheet import make_games_tally
from tests.browser.games import hollywood, partners
from tests.papers.games import record
from tests.papers.games import sheet_of as sheet_of_record
from tests.web.games import contract, out, sheet_of, stock
from tests.web.said import said

EARLY = Closed(reason="late")
WORKED = Path(__file__).parents[2] / "worked"


def told(sheet: ScoreSheet) -> str:
    story = find_story(sheet)
    games = make_games_tally(sheet)
    first = said("table/_story.html", "tell_end", sheet, story, games)
    return f"{first} {said('table/_story.html', 'tell_comeback', sheet, story)}".strip()


def worked(family: str, name: str) -> ScoreSheet:
    cases = json.loads((WORKED / f"{family}.json").read_text(encoding="utf-8"))
    return sheet_of_record(next(case["record"] for case in cases if case["id"] == name))


@pytest.mark.parametrize(
    ("sheet", "words"),
    [
        (sheet_of_record(record("laws")), "by 200; the lead changed twice."),
        (sheet_of_record(record("contract")), "by 5, decided in the last deal."),
        (sheet_of_record(record("gin")), "by 260, and led after every deal."),
        (worked("oklahoma_gin", "G16.gin150"), "by 119, in one deal."),
        (worked("oklahoma_gin", "X.six.gin150"), "by 150, in one deal."),
        (
            worked("oklahoma_gin", "Y.whole.gin150"),
            "1262 to 155 in three games, and led after every deal.",
        ),
        (worked("oklahoma_gin", "Y.flat.gin150"), "2 games to 1, and led after every deal."),
        (worked("oklahoma_gin", "Y.level.gin150"), "100 to 100 in three games."),
    ],
    ids=["laws", "contract", "gin", "one deal", "partners", "hollywood", "by games", "level games"],
)
def test_a_worked_game_is_told(sheet: ScoreSheet, words: str) -> None:
    assert told(sheet) == words


def test_who_led_after_every_deal_and_who_came_back() -> None:
    deals = [
        stock(Ann=-95, Bob=285, Cal=-285),
        stock(Ann=260, Bob=150, Cal=190),
        stock(Ann=740, Bob=790, Cal=1095),
    ]
    assert told(sheet_of("laws", *deals)) == (
        "by 400, and led after every deal. Cal came back from −285 to 1000."
    )


def test_a_rise_that_is_not_worth_a_game_is_no_comeback() -> None:
    deals = [stock(Ann=300, Bob=-285), stock(Ann=740, Bob=980)]
    assert told(sheet_of("laws", *deals)) == "by 500, and led after every deal."


@pytest.mark.parametrize(
    ("ann", "words"),
    [
        ((300, 100, 800), "by 1000, and led after every deal."),
        ((200, 300, 700), "by 1000, and led after every deal."),
        ((150, 300, 700), "by 1000, and led from deal 2 on."),
        ((100, 250, 700), "by 900, and led from deal 2 on."),
        ((100, 100, 900), "by 900, decided in the last deal."),
        ((100, 200, 900), "by 1000, decided in the last deal."),
    ],
)
def test_since_when_the_winner_led(ann: tuple[int, ...], words: str) -> None:
    bob = (150, 150, 100)
    deals = [stock(Ann=one, Bob=other) for one, other in zip(ann, bob, strict=True)]
    assert told(sheet_of("laws", *deals)) == words


def test_the_lead_is_counted_each_time_another_one_has_it_alone() -> None:
    ahead = [("Ann", 50), ("Bob", 100), ("Ann", 100), ("Bob", 50), ("Bob", 50), ("Ann", 100)]
    deals: list[dict[str, Any]] = [
        stock(**({"Ann": 0, "Bob": 0} | {name: points})) for name, points in ahead
    ]
    sheet = sheet_of("laws", *deals, stock(Ann=800, Bob=0))
    assert told(sheet) == "by 1100; the lead changed four times."


def test_a_tie_is_told_with_what_both_have() -> None:
    assert told(sheet_of("laws", stock(Ann=300, Bob=20), stock(Ann=720, Bob=1000))) == (
        "level with 1100."
    )


def test_a_winner_whom_bonuses_put_behind_is_told_with_the_result() -> None:
    deals = [out("Bob", concealed=True, Ann=100, Bob=450), stock(Ann=900, Bob=540)]
    sheet = sheet_of("laws", *deals, options={"winner_bonus": 0})
    assert told(sheet) == "with 1000, decided in the last deal."


def test_where_low_wins_the_lowest_leads() -> None:
    deals = [contract("Bob", Ann=5, Bob=0), *[contract("Ann", Ann=0, Bob=15)] * 4]
    assert told(sheet_of("contract", *deals)) == "by 55, and led from deal 2 on."


@pytest.mark.parametrize(
    ("deals", "words"),
    [
        ([], "before a deal counted."),
        ([stock(Ann=40, Bob=0)], "after 1 deal; Ann led by 40 before rounding."),
        ([stock(Ann=140, Bob=0)] * 2, "after 2 deals; Ann led by 280 before rounding."),
        ([stock(Ann=40, Bob=40)], "after 1 deal; Ann and Bob were level."),
    ],
)
def test_a_game_that_was_ended_early_is_told_as_it_stood(
    deals: list[dict[str, Any]], words: str
) -> None:
    assert told(sheet_of("laws", *deals, acts=[EARLY])) == words


def test_an_early_end_of_partners_names_the_side() -> None:
    sheet = sheet_of_record(partners("Ann", "Bob", "Cal", "Dot"), EARLY)
    assert " led by " in told(sheet)
    assert told(sheet).count(" and ") == 1


def test_an_early_end_of_several_games_is_told() -> None:
    assert told(sheet_of_record(hollywood(), EARLY)) == "after 6 deals; Ann led by 189."
