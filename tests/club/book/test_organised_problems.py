"""Every problem and warning of organised nights, pots and seasons, each at its place."""

from typing import Any

import pytest

from scorekeeper.club.book.book import read_book
from scorekeeper.record.document import write_path
from tests.club_books import REMOVED, Json, change
from tests.organised_books import a_book, a_game, entered, full_organised_book

NIGHT = "nights.0.organised"
AT = "nights[0].organised"
GAME = a_game("g2", {"ann": 300, "cal": 20}, round=1)
JOINED = {"people.1.same_as": "ann"}

PROBLEMS: list[tuple[str, str, dict[str, Any]]] = [
    ("bad_value", AT, {NIGHT: []}),
    ("missing_field", f"{AT}.rounds", {f"{NIGHT}.rounds": REMOVED}),
    ("unknown_field", f"{AT}.chairs", {f"{NIGHT}.chairs": 1}),
    ("bad_value", f"{AT}.rounds", {f"{NIGHT}.rounds": 41}),
    ("bad_value", f"{AT}.people.bob.from", {f"{NIGHT}.people.bob.from": 0}),
    ("bad_value", f"{AT}.people.bob.absent", {f"{NIGHT}.people.bob.absent": [41]}),
    ("bad_value", f"{AT}.people.dot.free", {f"{NIGHT}.people.dot.free": 1}),
    ("unknown_person", f"{AT}.people.zed", {f"{NIGHT}.people.zed": {}}),
    ("same_person_twice", f"{AT}.people.bob", {**JOINED, f"{NIGHT}.apart": []}),
    ("bad_value", f"{AT}.sizes", {f"{NIGHT}.sizes": [1]}),
    ("bad_value", f"{AT}.standing_from", {f"{NIGHT}.standing_from": 1}),
    ("bad_pair", f"{AT}.apart[0]", {f"{NIGHT}.apart": [["ann", "ann"]]}),
    ("bad_pair", f"{AT}.together[0]", {f"{NIGHT}.together": [["bob", "ann"]]}),
    ("bad_pair", f"{AT}.partners[1]", {f"{NIGHT}.partners.1": ["ann", "cal"]}),
    ("bad_pair", f"{AT}.partners", {f"{NIGHT}.partners_sit": "together", f"{NIGHT}.sizes": [4]}),
    ("not_entered", f"{AT}.apart[0]", {f"{NIGHT}.apart.0.0": "eve"}),
    ("bad_seats", f"{AT}.plan[0]", {f"{NIGHT}.plan.0.byes": ["ann"]}),
    ("bad_seats", f"{AT}.plan[0]", {f"{NIGHT}.plan.0.byes": ["bob"]}),
    ("bad_seats", f"{AT}.plan[0].round", {f"{NIGHT}.plan.0.round": 2}),
    ("missing_field", f"{AT}.plan[0].tables", {f"{NIGHT}.plan.0.tables": REMOVED}),
    ("bad_value", f"{AT}.ends.by", {f"{NIGHT}.ends.by": "gong"}),
    ("bad_value", f"{AT}.ends.minutes", {f"{NIGHT}.ends.minutes": 0}),
    ("bad_value", f"{AT}.play[0].variant", {f"{NIGHT}.play.0": {"variant": "whist"}}),
    ("unknown_option", f"{AT}.play[0].options.x", {f"{NIGHT}.play.0.options.x": 1}),
    ("bad_option", f"{AT}.play[0].options.target", {f"{NIGHT}.play.0.options.target": "x"}),
    ("other_currency", f"{AT}.play[0].stake.currency", {f"{NIGHT}.play.0.stake.currency": "EUR"}),
    ("bad_value", f"{AT}.points.scale", {f"{NIGHT}.points.scale": [1, 2]}),
    ("bad_value", f"{AT}.points.scale", {f"{NIGHT}.points.scale": []}),
    ("bad_value", f"{AT}.points.scale", {f"{NIGHT}.points.by": REMOVED}),
    ("bad_value", f"{AT}.points.bye", {f"{NIGHT}.points.bye": 1_000_001}),
    ("bad_value", f"{AT}.stakes", {f"{NIGHT}.stakes": "no"}),
    ("missing_field", f"{AT}.entry.amount", {f"{NIGHT}.entry.amount": REMOVED}),
    ("bad_entry", f"{AT}.entry.amount", {f"{NIGHT}.entry.amount": "1.49"}),
    ("bad_entry", f"{AT}.entry.guest", {f"{NIGHT}.entry.guest": "1.49"}),
    ("unknown_pot", f"{AT}.entry.pots.jar", {f"{NIGHT}.entry.pots.jar": "0.10"}),
    ("negative_amount", f"{AT}.added", {f"{NIGHT}.added": "-1"}),
    ("unknown_pot", f"{AT}.prizes.rest", {f"{NIGHT}.prizes.rest": "jar"}),
    ("bad_schedule", f"{AT}.prizes.places[0]", {f"{NIGHT}.prizes.places.0.fixed": ["1"]}),
    ("bad_schedule", f"{AT}.prizes.places[1]", {f"{NIGHT}.prizes.places.1.fixed": REMOVED}),
    ("bad_schedule", f"{AT}.prizes.places[1]", {f"{NIGHT}.prizes.places.1.up_to": 8}),
    ("bad_schedule", f"{AT}.prizes.places[1]", {f"{NIGHT}.prizes.places.0.up_to": REMOVED}),
    ("bad_value", f"{AT}.prizes.places[0].parts", {f"{NIGHT}.prizes.places.0.parts": [0]}),
    ("bad_amount", f"{AT}.prizes.places[1].fixed[0]", {f"{NIGHT}.prizes.places.1.fixed.0": "0"}),
    ("missing_field", f"{AT}.fines[0].pot", {f"{NIGHT}.fines.0.pot": REMOVED}),
    ("unknown_pot", f"{AT}.fines[0].pot", {f"{NIGHT}.fines.0.pot": "jar"}),
    ("unknown_person", f"{AT}.fines[0].person", {f"{NIGHT}.fines.0.person": "zed"}),
    ("missing_field", f"{AT}.awards[1].amount", {f"{NIGHT}.awards.1.amount": REMOVED}),
    ("bad_value", f"{AT}.awards[0].all", {f"{NIGHT}.awards.0.amount": "1"}),
    ("bad_value", f"{AT}.awards[0].all", {f"{NIGHT}.awards.0.pot": REMOVED}),
    ("unknown_pot", f"{AT}.awards[0].pot", {f"{NIGHT}.awards.0.pot": "jar"}),
    (
        "pot_short",
        f"{AT}.awards[2]",
        {f"{NIGHT}.awards.2": {"person": "ann", "amount": "0.01", "pot": "skunk"}},
    ),
    ("unknown_round", "nights[0].games[0].round", {"nights.0.games.0.round": 4}),
    ("bad_value", "nights[0].games[0].round", {"nights.0.games.0.round": 0}),
    (
        "not_entered",
        "nights[0].games[0].players.Dot",
        {"nights.0.games.0.players.Dot": "eve"},
    ),
    ("same_person_twice", "nights[0].games[1].round", {"nights.0.games.1": GAME}),
    ("unknown_round", "nights[1].games[0].round", {"nights.1": {"games": [GAME]}}),
    ("bad_value", "nights[0].closed.entry.till", {"nights.0.closed.entry.till": "0"}),
    ("unknown_person", "nights[0].closed.prize.people:x", {"nights.0.closed.prize.people:x": "0"}),
    ("unknown_pot", "nights[0].closed.entry.pots:jar", {"nights.0.closed.entry.pots:jar": "0"}),
    ("closed_not_zero", "nights[0].closed.entry", {"nights.0.closed.entry.pool": "-3.49"}),
    ("closed_not_zero", "nights[0].closed.prize", {"nights.0.closed.prize.pool": "3.51"}),
    ("missing_field", "club.pots[0].name", {"club.pots.0.name": REMOVED}),
    ("duplicate_id", "club.pots[1].id", {"club.pots.1": {"id": "skunk", "name": "Jar"}}),
    ("negative_amount", "club.pots[0].opening", {"club.pots.0.opening": "-1"}),
    ("missing_field", "seasons[0].to", {"seasons.0.to": REMOVED}),
    ("date_order", "seasons[0].to", {"seasons.0.to": "2026-01-14"}),
    ("date_order", "seasons[0].ended", {"seasons.0.ended": "2026-01-14"}),
    ("bad_value", "seasons[0].drop", {"seasons.0.drop": 1}),
    ("bad_value", "seasons[0].best", {"seasons.0.best": 0}),
    ("bad_value", "seasons[0].points.scale", {"seasons.0.points.by": "wins"}),
    ("duplicate_id", "seasons[1].id", {"seasons.1": {"id": "s1", "name": "x", "from": None}}),
]


def problems_of(document: Json) -> list[tuple[str, str]]:
    return [(each.code, write_path(each.at, ())) for each in read_book(document).problems]


def test_the_full_book_has_no_problem() -> None:
    assert problems_of(full_organised_book()) == []


@pytest.mark.parametrize(("code", "at", "changes"), PROBLEMS)
def test_each_problem_stands_at_its_place(code: str, at: str, changes: dict[str, Any]) -> None:
    assert (code, at) in problems_of(change(full_organised_book(), changes))


def test_nobody_is_no_person_of_a_pair() -> None:
    pairs = {f"{NIGHT}.apart": [[None, "bob"]]}
    assert problems_of(change(full_organised_book(), pairs)) == [("bad_value", f"{AT}.apart[0][0]")]


def test_problems_are_told_all_at_once() -> None:
    changes = {
        f"{NIGHT}.rounds": 0,
        f"{NIGHT}.apart": [["ann", "ann"]],
        f"{NIGHT}.together": [["ann", "eve"]],
        f"{NIGHT}.ends.minutes": -1,
        f"{NIGHT}.entry.amount": "0.10",
        "seasons.0.drop": 1,
    }
    assert problems_of(change(full_organised_book(), changes)) == [
        ("bad_value", f"{AT}.rounds"),
        ("bad_pair", f"{AT}.apart[0]"),
        ("not_entered", f"{AT}.together[0]"),
        ("bad_value", f"{AT}.ends.minutes"),
        ("bad_entry", f"{AT}.entry.amount"),
        ("bad_value", "seasons[0].drop"),
    ]


def test_a_night_without_rounds_has_no_entry_money_at_its_closing() -> None:
    changes = {NIGHT: REMOVED, "nights.0.games.0.round": REMOVED}
    assert problems_of(change(full_organised_book(), changes)) == [
        ("bad_value", "nights[0].closed.entry"),
        ("bad_value", "nights[0].closed.prize"),
    ]


def test_a_movement_takes_only_people_who_stay_and_goes_on_after_rounds_that_stand() -> None:
    """In a book the rounds that were shown stand; the rest follow the movement."""
    people = entered("ann", "bob", "cal", "dot")
    plan = [{"tables": [["ann", "bob"], ["cal", "dot"]]}]
    organised = {"rounds": 3, "people": people, "sizes": [2], "mode": "movement", "plan": plan}
    book = a_book({"organised": organised})
    assert problems_of(book) == []
    assert problems_of(change(book, {f"{NIGHT}.people.dot": {"until": 2}})) == [
        ("bad_value", f"{AT}.people.dot")
    ]
    alone = {"rounds": 1, "people": entered("ann"), "sizes": [2], "mode": "movement"}
    assert problems_of(a_book({"organised": alone})) == [("bad_value", f"{AT}.people")]


# --- warnings -------------------------------------------------------------------------------------


def warnings_of(**facts: Any) -> list[tuple[str, str]]:
    """The warnings of a night with one game of Ann and Bob."""
    organised = {"rounds": 1, "people": entered("ann", "bob", "cal"), **facts}
    game = a_game("g1", {"ann": 50, "bob": 20}, round=1, closed_early={"settles": False})
    game["record"]["deals"] *= 3
    game["record"]["options"]["target"] = 1000
    return problems_of(a_book({"organised": organised, "games": [game]}))


@pytest.mark.parametrize(
    ("code", "facts"),
    [
        ("off_plan", {"plan": [{"tables": [["ann", "bob", "cal"]]}]}),
        ("other_variant", {"play": [{"variant": "modern"}]}),
        ("too_many_deals", {"ends": {"by": "deals", "deals": 2}}),
    ],
)
def test_what_is_odd_about_a_game_is_a_warning(code: str, facts: Json) -> None:
    assert warnings_of(**facts) == [(code, "nights[0].games[0]")]


def test_what_is_as_planned_is_no_warning() -> None:
    plan = [{"tables": [["bob", "ann"]], "byes": ["cal"]}]
    ends = {"by": "deals", "deals": 3}
    assert warnings_of(plan=plan, ends=ends, play=[{"variant": "laws"}]) == []
