"""A game that its players ended early, in the record: read, written, scored, refused."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scorekeeper.record.document import FORMAT, write_problems
from scorekeeper.record.reading import read_record
from scorekeeper.record.results import write_result
from scorekeeper.record.schema import record_schema
from scorekeeper.record.writing import write_record
from scorekeeper.rules.scoring import EarlyEnd

OUT = {"melded_points": 345, "in_hand_points": 0}
LEFT = {"melded_points": 0, "in_hand_points": 65}
DEAL = {"ending": "out", "by": "Ann", "concealed": True, "hands": {"Ann": OUT, "Bob": LEFT}}
STAKE = {"currency": "USD", "amount": "1.00", "per": 100}


def record_of(closed: Any, *, deals: int = 1, **more: Any) -> dict[str, Any]:
    """A record that says how the game was closed."""
    return {
        "format": FORMAT,
        "variant": "laws",
        "players": ["Ann", "Bob"],
        "stake": STAKE,
        "closed_early": closed,
        "deals": [DEAL] * deals,
        **more,
    }


def result(closed: Any) -> dict[str, Any]:
    reading = read_record(record_of(closed))
    assert reading.record is not None
    assert reading.score is not None
    return write_result(reading.record.setup, reading.score)


def problems(document: dict[str, Any]) -> list[tuple[str, str]]:
    reading = read_record(document)
    return [
        (each["at"], each["code"]) for each in write_problems(reading.problems, reading.players)
    ]


@pytest.mark.parametrize("settles", [True, False])
def test_an_early_end_is_read_and_written(settles: bool) -> None:
    document = record_of({"settles": settles})
    reading = read_record(document)
    assert reading.record is not None
    assert reading.record.closed_early == EarlyEnd(settles=settles)
    assert write_record(reading.record) == document


@pytest.mark.parametrize("nothing", [None, False])
def test_a_game_that_goes_on_is_written_without_an_early_end(nothing: Any) -> None:
    reading = read_record(record_of(nothing))
    assert reading.record is not None
    assert "closed_early" not in write_record(reading.record)


def test_a_closed_game_is_scored_as_it_stands() -> None:
    told = result({"settles": True})
    # 445 and the 250 that were held are 695; to hundreds 700, and -65 is -100.
    assert (told["over"], told["closed_early"], told["next_dealer"]) == (False, True, None)
    assert (told["winners"], told["ended_at_deal"]) == ([], None)
    assert told["final"]["Ann"]["total"] == 695
    assert told["settlement"]["net"] == {"Ann": "8.00", "Bob": "-8.00"}


def test_a_closed_game_may_settle_nothing() -> None:
    told = result({"settles": False})
    assert told["final"]["Ann"]["rounded"] == 700
    assert told["settlement"] is None


def test_a_game_that_goes_on_says_so() -> None:
    assert result(None)["closed_early"] is False


def test_a_game_may_be_closed_before_its_first_deal() -> None:
    assert problems(record_of({"settles": True}, deals=0)) == []


@pytest.mark.parametrize(
    ("closed", "at", "code"),
    [
        (True, "closed_early", "bad_value"),
        ("yes", "closed_early", "bad_value"),
        ({}, "closed_early.settles", "missing_field"),
        ({"settles": 1}, "closed_early.settles", "bad_value"),
        ({"settles": True, "why": "late"}, "closed_early.why", "unknown_field"),
    ],
)
def test_an_early_end_that_cannot_be_read_is_reported(closed: Any, at: str, code: str) -> None:
    assert problems(record_of(closed)) == [(at, code)]
    assert not Draft202012Validator(record_schema()).is_valid(record_of(closed))


def test_a_game_that_is_over_was_not_closed_early() -> None:
    assert problems(record_of({"settles": True}, deals=3)) == [("closed_early", "already_over")]


def test_whether_a_game_was_over_waits_for_its_deals() -> None:
    document = record_of({"settles": True}, deals=3)
    document["deals"] = [*document["deals"], {"ending": "stock"}]
    assert problems(document) == [("deals[3].hands", "missing_field")]


@pytest.mark.parametrize("closed", [{"settles": False}, False])
def test_the_schema_allows_what_the_reader_reads(closed: Any) -> None:
    Draft202012Validator(record_schema()).validate(record_of(closed))
