"""Every problem and every warning of a club book, each at its place, and all at once."""

from typing import Any

import pytest

from scorekeeper.club.book.book import read_book, read_book_file
from scorekeeper.record.document import write_path
from tests.club_books import (
    REMOVED,
    change,
    full_book,
    read_valid,
    tallied_game,
)

OPEN_GAME = tallied_game(50, 20, -40)
GAME = {"id": "g9", "record": OPEN_GAME, "players": {"Ann": "ann", "Bob": "bob", "Cal": "cal"}}
PAYMENT = {"id": "p9", "date": "2026-02-07", "from": "ann", "to": "cal", "amount": "1"}
ADJUSTMENT = {"id": "a1", "date": "2026-02-07", "party": "ann", "amount": "1"}
HALL = {"per": "person_night", "amount": "1.00", "guest": "3.00"}
CARDS = {"per": "table_game", "amount": "0.50"}
BACK = {"id": "p9", "date": "2026-02-08", "reverses": "p1"}
LATE = {"id": "p9", "date": "2026-02-20", "from": "dot", "to": "ann", "amount": "1"}

PROBLEMS: list[tuple[str, str, dict[str, Any]]] = [
    ("bad_format", "format", {"format": "scorekeeper-club/2"}),
    ("missing_field", "club", {"club": None}),
    ("missing_field", "club.name", {"club.name": REMOVED}),
    ("missing_field", "club.currency", {"club.currency": REMOVED}),
    ("missing_field", "club.opened", {"club.opened": REMOVED}),
    ("missing_field", "people[0].id", {"people.0.id": REMOVED}),
    ("missing_field", "people[0].name", {"people.0.name": REMOVED}),
    ("missing_field", "nights[0].id", {"nights.0.id": REMOVED}),
    ("missing_field", "nights[0].date", {"nights.0.date": REMOVED}),
    ("missing_field", "nights[0].fee.per", {"nights.0.fee.per": REMOVED}),
    ("missing_field", "nights[0].fee.amount", {"nights.0.fee.amount": REMOVED}),
    ("missing_field", "nights[0].games[0].id", {"nights.0.games.0.id": REMOVED}),
    ("missing_field", "nights[0].games[0].record", {"nights.0.games.0.record": REMOVED}),
    ("missing_field", "nights[0].games[0].players", {"nights.0.games.0.players": REMOVED}),
    ("missing_field", "nights[0].closed.on", {"nights.0.closed.on": REMOVED}),
    ("missing_field", "nights[0].closed.money", {"nights.0.closed.money": REMOVED}),
    ("missing_field", "nights[0].closed.fees", {"nights.0.closed.fees": REMOVED}),
    ("missing_field", "nights[0].closed.plan[0].to", {"nights.0.closed.plan.0.to": REMOVED}),
    ("missing_field", "payments[0].id", {"payments.0.id": REMOVED}),
    ("missing_field", "payments[0].date", {"payments.0.date": REMOVED}),
    ("missing_field", "payments[0].from", {"payments.0.from": REMOVED}),
    ("missing_field", "payments[0].to", {"payments.0.to": REMOVED}),
    ("missing_field", "payments[0].amount", {"payments.0.amount": REMOVED}),
    ("missing_field", "adjustments[0].party", {"adjustments.0.party": REMOVED}),
    ("missing_field", "adjustments[0].amount", {"adjustments.0.amount": REMOVED}),
    ("unknown_field", "colour", {"colour": "red"}),
    ("unknown_field", "club.colour", {"club.colour": "red"}),
    ("unknown_field", "people[1].colour", {"people.1.colour": "red"}),
    ("unknown_field", "nights[1].games[0].colour", {"nights.1.games.0.colour": "red"}),
    ("unknown_field", "nights[0].closed.total", {"nights.0.closed.total": "1"}),
    ("unknown_field", "payments[1].colour", {"payments.1.colour": "red"}),
    ("bad_value", "club", {"club": []}),
    ("bad_value", "club.name", {"club.name": ""}),
    ("bad_value", "club.name", {"club.name": "  "}),
    ("bad_value", "club.opened", {"club.opened": "2026-02-30"}),
    ("bad_value", "club.defaults.settle", {"club.defaults.settle": "later"}),
    ("bad_value", "club.defaults.stake.per", {"club.defaults.stake.per": 0}),
    ("bad_value", "people", {"people": {}}),
    ("bad_value", "people[0]", {"people.0": "Ann"}),
    ("bad_value", "people[0].id", {"people.0.id": "till"}),
    ("bad_value", "people[0].id", {"people.0.id": "a b"}),
    ("bad_value", "people[0].id", {"people.0.id": "é"}),
    ("bad_value", "people[0].id", {"people.0.id": "a" * 41}),
    ("bad_value", "people[0].name", {"people.0.name": " "}),
    ("bad_value", "people[0].name", {"people.0.name": "Ann\nBob"}),
    ("bad_value", "people[0].short", {"people.0.short": 1}),
    ("bad_value", "people[0].active", {"people.0.active": "yes"}),
    ("bad_value", "people[0].joined", {"people.0.joined": "20260101"}),
    ("bad_value", "nights", {"nights": 1}),
    ("bad_value", "nights[0].settle", {"nights.0.settle": "cash"}),
    ("bad_value", "nights[0].fee", {"nights.0.fee": "1.00"}),
    ("bad_value", "nights[0].fee.per", {"nights.0.fee.per": "hour"}),
    ("bad_value", "nights[0].fee.guest", {"nights.0.fee.per": "table_game"}),
    ("bad_value", "nights[0].games", {"nights.0.games": {}}),
    ("bad_value", "nights[0].games[0].void", {"nights.0.games.0.void": 1}),
    ("bad_value", "nights[1].games[0].closed_early", {"nights.1.games.0.closed_early": True}),
    (
        "bad_value",
        "nights[1].games[0].closed_early",
        {"nights.1.games.0.record.closed_early": {"settles": True}},
    ),
    ("bad_value", "nights[0].closed.plan", {"nights.0.settle": "bank"}),
    ("bad_value", "nights[0].closed.money.g1", {"nights.0.closed.money.g1": "6.20"}),
    ("bad_value", "payments[1].amount", {"payments.1.amount": "3.20"}),
    ("bad_value", "payments[1].night", {"payments.1.night": "n1"}),
    ("bad_currency", "club.currency", {"club.currency": "usd"}),
    ("bad_value", "club.time_zone", {"club.time_zone": "Mars/Base"}),
    ("bad_value", "club.time_zone", {"club.time_zone": "pacific/auckland"}),
    ("bad_value", "club.time_zone", {"club.time_zone": 12}),
    ("bad_currency", "club.defaults.stake.currency", {"club.defaults.stake.currency": "XXX"}),
    ("bad_amount", "club.till", {"club.till": 20}),
    ("bad_amount", "club.till", {"club.till": "20.001"}),
    ("bad_amount", "club.till", {"club.till": "1" * 13}),
    ("bad_amount", "club.till", {"club.till": "+1"}),
    ("bad_amount", "club.till", {"club.till": "٣"}),
    ("bad_amount", "people[0].opening", {"people.0.opening": "1e3"}),
    ("bad_amount", "nights[0].fee.amount", {"nights.0.fee.amount": "1,00"}),
    ("bad_amount", "nights[0].closed.fees.ann", {"nights.0.closed.fees.ann": ""}),
    ("bad_amount", "nights[0].closed.plan[0].amount", {"nights.0.closed.plan.0.amount": "0"}),
    ("bad_amount", "payments[0].amount", {"payments.0.amount": "0.00"}),
    ("bad_amount", "adjustments[0].amount", {"adjustments.0.amount": "-0"}),
    ("negative_amount", "club.till", {"club.till": "-1"}),
    ("negative_amount", "nights[0].fee.amount", {"nights.0.fee.amount": "-1"}),
    ("negative_amount", "nights[0].fee.guest", {"nights.0.fee.guest": "-1"}),
    ("negative_amount", "nights[0].closed.fees.ann", {"nights.0.closed.fees.ann": "-1"}),
    ("negative_amount", "payments[0].amount", {"payments.0.amount": "-1"}),
    ("duplicate_id", "people[4].id", {"people.4": {"id": "ann", "name": "Ann"}}),
    ("duplicate_id", "nights[1].id", {"nights.1.id": "n1"}),
    ("duplicate_id", "nights[1].games[0].id", {"nights.1.games.0.id": "g1"}),
    ("duplicate_id", "payments[1].id", {"payments.1.id": "p1"}),
    ("duplicate_id", "adjustments[1].id", {"adjustments.1": ADJUSTMENT}),
    ("unknown_person", "people[3].same_as", {"people.3.same_as": "zed"}),
    ("unknown_person", "nights[0].games[0].players.Bob", {"nights.0.games.0.players.Bob": "zed"}),
    ("unknown_person", "nights[0].closed.money.g1.zed", {"nights.0.closed.money.g1.zed": "0"}),
    ("unknown_person", "nights[0].closed.fees.zed", {"nights.0.closed.fees.zed": "0"}),
    ("unknown_person", "nights[0].closed.plan[0].from", {"nights.0.closed.plan.0.from": "zed"}),
    ("unknown_person", "payments[0].to", {"payments.0.to": "zed"}),
    ("unknown_person", "adjustments[0].party", {"adjustments.0.party": "zed"}),
    ("unknown_night", "payments[0].night", {"payments.0.night": "n9"}),
    ("unknown_game", "nights[0].closed.money.g2", {"nights.0.closed.money.g2": {}}),
    ("unknown_payment", "payments[1].reverses", {"payments.1.reverses": "p2"}),
    ("unknown_player", "nights[0].games[0].players.Zed", {"nights.0.games.0.players.Zed": "dot"}),
    (
        "unknown_player",
        "nights[0].games[0].record.deals[0].by",
        {"nights.0.games.0.record.deals.0.by": "Zed"},
    ),
    (
        "bad_value",
        "nights[0].games[0].record.deals[0].hands.Cal.in_hand_points",
        {"nights.0.games.0.record.deals.0.hands.Cal.in_hand_points": -5},
    ),
    ("unmapped_player", "nights[0].games[0].players.Bob", {"nights.0.games.0.players.Bob": None}),
    (
        "same_person_twice",
        "nights[0].games[0].players.Bob",
        {"nights.0.games.0.players.Bob": "dot"},
    ),
    ("payment_to_self", "payments[0]", {"payments.0.to": "bob"}),
    ("payment_to_self", "nights[0].closed.plan[0]", {"nights.0.closed.plan.0.to": "cal"}),
    ("bad_reversal", "payments[2].reverses", {"payments.2": BACK}),
    ("bad_reversal", "payments[2].reverses", {"payments.2": BACK | {"reverses": "p2"}}),
    ("bad_merge", "people[3].same_as", {"people.3.same_as": "dot"}),
    ("bad_merge", "people[2].same_as", {"people.2.same_as": "dot"}),
    ("bad_merge", "people[3].same_as", {"payments.2": LATE}),
    (
        "bad_merge",
        "people[3].same_as",
        {"payments.2": LATE, "payments.3": LATE | {"id": "p10"}},
    ),
    (
        "other_currency",
        "nights[0].games[0].record.stake.currency",
        {"nights.0.games.0.record.stake.currency": "EUR"},
    ),
    ("other_currency", "club.defaults.stake.currency", {"club.defaults.stake.currency": "EUR"}),
    (
        "already_over",
        "nights[0].games[0].closed_early",
        {"nights.0.games.0.closed_early": {"settles": False}},
    ),
    ("unfinished_game", "nights[0].games[1]", {"nights.0.games.1": GAME}),
    ("closed_not_zero", "nights[0].closed.money.g1", {"nights.0.closed.money.g1.ann": "6.21"}),
    ("bad_plan", "nights[0].closed.plan", {"nights.0.closed.plan.0.amount": "5.21"}),
    (
        "bad_plan",
        "nights[0].closed.plan[3]",
        {
            "nights.0.closed.plan.0.amount": "5.00",
            "nights.0.closed.plan.3": {"from": "cal", "to": "ann", "amount": "0.20"},
        },
    ),
    ("bad_plan", "nights[0].closed.plan", {"nights.0.closed.before": {"cal": "-1.00"}}),
    ("bad_amount", "nights[0].closed.before.cal", {"nights.0.closed.before": {"cal": -1}}),
    ("unknown_person", "nights[0].closed.before.zed", {"nights.0.closed.before": {"zed": "1"}}),
    ("bad_value", "nights[0].closed.before", {"nights.0.closed.before": [["cal", "1"]]}),
    (
        "bad_value",
        "nights[0].closed.before",
        {
            "nights.0.closed.before": {"cal": "1.00"},
            "nights.0.closed.plan": REMOVED,
            "nights.0.settle": "carried",
        },
    ),
    ("bad_value", "nights[0].fee", {"nights.0.fee": []}),
    ("bad_value", "nights[0].fee[1].per", {"nights.0.fee": [HALL, HALL]}),
    ("bad_value", "nights[0].fee[1].per", {"nights.0.fee": [HALL, {"per": "none"}]}),
    ("bad_value", "nights[0].fee[1].guest", {"nights.0.fee": [HALL, CARDS | {"guest": "1"}]}),
    ("missing_field", "nights[0].fee[1].per", {"nights.0.fee": [HALL, {"amount": "1"}]}),
    ("bad_value", "nights[0].fee[0].per", {"nights.0.fee": [{"per": ["none"], "amount": "1"}]}),
    ("bad_value", "nights[0].fee[2]", {"nights.0.fee": [HALL, CARDS, "1.00"]}),
    ("bad_value", "club.defaults.fee[1].per", {"club.defaults.fee": [CARDS, CARDS]}),
    ("date_order", "nights[1].date", {"nights.1.date": "2026-02-05"}),
    ("date_order", "nights[0].date", {"nights.0.date": "2025-12-31"}),
    ("date_order", "payments[0].date", {"payments.0.date": "2026-02-05"}),
    ("date_order", "payments[2].date", {"payments.2": PAYMENT | {"date": "2025-12-31"}}),
    ("date_order", "payments[1].date", {"payments.1.date": "2026-02-05"}),
    ("date_order", "adjustments[0].date", {"adjustments.0.date": "2025-12-31"}),
    ("date_order", "nights[0].closed.on", {"nights.0.closed.on": "2026-02-05"}),
    ("date_order", "nights[0].corrected_on", {"nights.0.corrected_on": "2026-02-05"}),
    ("date_order", "nights[1].corrected_on", {"nights.1.corrected_on": "2026-02-20"}),
]


def problems_of(document: Any) -> list[tuple[str, str]]:
    return [(each.code, write_path(each.at, ())) for each in read_book(document).problems]


def test_the_full_book_has_no_problem() -> None:
    assert read_valid(full_book()).problems == ()


@pytest.mark.parametrize(
    ("code", "at", "changes"),
    [
        pytest.param(*each, id=f"{number}-{each[0]}-{each[1]}")
        for number, each in enumerate(PROBLEMS)
    ],
)
def test_a_mistake_is_named_at_its_place_and_nothing_else_is(
    code: str, at: str, changes: dict[str, Any]
) -> None:
    reading = read_book(change(full_book(), changes))
    assert reading.book is None
    assert [(each.code, write_path(each.at, ())) for each in reading.problems] == [(code, at)]


def test_all_mistakes_are_named_at_once() -> None:
    changes = {
        "club.till": "-1",
        "people.1.name": REMOVED,
        "nights.0.closed.money.g1.ann": "6.21",
        "nights.1.games.0.record.deals.0.by": "Zed",
        "payments.0.to": "zed",
        "adjustments.0.amount": "0",
    }
    assert {at for _, at in problems_of(change(full_book(), changes))} == {
        "club.till",
        "people[1].name",
        "nights[0].closed.money.g1",
        "nights[1].games[0].record.deals[0].by",
        "payments[0].to",
        "adjustments[0].amount",
    }


def test_a_pair_that_stands_twice_is_told_beside_a_plan_that_does_not_clear() -> None:
    twice = {"from": "cal", "to": "ann", "amount": "0.20"}
    assert problems_of(change(full_book(), {"nights.0.closed.plan.3": twice})) == [
        ("bad_plan", "nights[0].closed.plan"),
        ("bad_plan", "nights[0].closed.plan[3]"),
    ]


def test_two_may_pay_each_other_in_a_plan() -> None:
    changes = {
        "nights.0.closed.plan.0.amount": "5.40",
        "nights.0.closed.plan.3": {"from": "ann", "to": "cal", "amount": "0.20"},
    }
    assert problems_of(change(full_book(), changes)) == []


def test_null_counts_as_absent() -> None:
    changes = {"people.0.left": None, "nights.1.closed": None, "payments.0.method": None}
    assert problems_of(change(full_book(), changes)) == []


@pytest.mark.parametrize("document", [[], 1, "book", None, {}])
def test_a_file_that_is_no_book_is_reported(document: Any) -> None:
    assert [code for code, _ in problems_of(document)] == ["bad_format"]


@pytest.mark.parametrize(
    ("document", "words"),
    [
        (tallied_game(300, 20), "not “scorekeeper-game/1”: this is a game record, ./run score"),
        ({"format": "scorekeeper-club/2", "clubs": 1, "people": 7}, "not “scorekeeper-club/2”"),
        ({"clubs": []}, "says no format"),
    ],
)
def test_a_wrong_format_is_told_alone(document: Any, words: str) -> None:
    (problem,) = read_book(document).problems
    assert (problem.code, problem.at) == ("bad_format", ("format",))
    assert words in problem.text


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"{", "is not JSON"),
        (b'{"club": 1, "club": 2}', "twice"),
        (b"[" * 17 + b"]" * 17, "nested deeper than 16 levels"),
        (b" " * (32 * 2**20 + 1), "larger than 32 MiB"),
        (b"\xff", "not UTF-8"),
        (b'{"a": NaN}', "NaN"),
    ],
)
def test_a_file_that_cannot_be_read_has_one_problem(raw: bytes, words: str) -> None:
    (problem,) = read_book_file(raw).problems
    assert problem.code == "bad_format"
    assert words in problem.text


def test_sixteen_levels_are_read() -> None:
    assert len(read_book_file(b"[" * 16 + b"]" * 16).problems) == 1
    assert "JSON object" in read_book_file(b"[" * 16 + b"]" * 16).problems[0].text


def test_a_record_of_more_than_a_mebibyte_is_refused_at_its_place() -> None:
    changes = {"nights.0.games.0.record.title": "x" * 2**20}
    assert problems_of(change(full_book(), changes)) == [
        ("bad_format", "nights[0].games[0].record")
    ]


def test_a_thousand_problems_are_reported_and_no_more() -> None:
    people = [{"id": f"p{number}"} for number in range(3_000)]
    reading = read_book(change(full_book(), {"people": people}))
    assert len(reading.problems) == 1_001


# --- warnings -------------------------------------------------------------------------------------


def test_a_game_on_another_day_than_its_night_is_a_warning() -> None:
    changes = {"nights.0.games.0.record.played_on": "2026-02-05"}
    assert problems_of(change(full_book(), changes)) == [
        ("played_on_differs", "nights[0].games[0].record.played_on")
    ]


def test_two_people_of_one_name_are_a_warning_unless_they_are_joined() -> None:
    assert problems_of(change(full_book(), {"people.1.name": "aNN"})) == [
        ("same_name", "people[1].name")
    ]
    assert problems_of(change(full_book(), {"people.3.name": "aNN"})) == []


def test_warnings_of_a_record_stand_behind_its_place() -> None:
    changes = {"nights.0.games.0.record.deals.0.hands.Bob.melded_points": 31}
    assert problems_of(change(full_book(), changes)) == [
        (
            "not_multiple_of_five",
            "nights[0].games[0].record.deals[0].hands.Bob.melded_points",
        )
    ]
