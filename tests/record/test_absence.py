"""Who sits a deal out, in the record: read, written, refused, and said in the schema."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scorekeeper.record.document import FORMAT, write_problems
from scorekeeper.record.reading import Record, read_record
from scorekeeper.record.results import write_plain
from scorekeeper.record.schema import record_schema
from scorekeeper.record.writing import write_record
from scorekeeper.rules.deals import Hand

OUT = {"melded_points": 60, "in_hand_points": 0}
LEFT = {"melded_points": 0, "in_hand_points": 65}


def record_of(bob: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A record of one deal that Ann went out of, with Bob's hand."""
    deal = {"ending": "out", "by": "Ann", "hands": {"Ann": OUT, "Bob": bob, "Cal": LEFT}}
    players = ["Ann", "Bob", "Cal"]
    return {"format": FORMAT, "variant": "laws", "players": players, "deals": [deal]} | more


def read(document: dict[str, Any]) -> Record:
    reading = read_record(document)
    assert reading.record is not None
    return reading.record


def problems(document: dict[str, Any]) -> list[tuple[str, str]]:
    reading = read_record(document)
    return [
        (each["at"], each["code"]) for each in write_problems(reading.problems, reading.players)
    ]


def test_a_hand_that_sat_out_is_read() -> None:
    assert read(record_of({"sat_out": True})).deals[0].hands[1] == Hand(sat_out=True)


def test_a_hand_that_sat_out_is_written_alone() -> None:
    document = record_of({"sat_out": True})
    assert write_record(read(document)) == document


def test_a_hand_that_did_not_sit_out_is_as_any_other() -> None:
    assert read(record_of(LEFT | {"sat_out": False})) == read(record_of(LEFT))


@pytest.mark.parametrize(
    "more",
    [LEFT, {"melds": [], "in_hand": ""}, {"took_pile": False}, {"discard": "KH"}],
    ids=str,
)
def test_a_player_who_sat_out_has_no_other_facts(more: dict[str, Any]) -> None:
    expected = {(f"deals[0].hands.Bob.{name}", "bad_value") for name in more}
    assert set(problems(record_of({"sat_out": True} | more))) == expected


def test_sitting_out_is_yes_or_no() -> None:
    found = problems(record_of(LEFT | {"sat_out": "yes"}))
    assert found == [("deals[0].hands.Bob.sat_out", "bad_value")]


@pytest.mark.parametrize("variant", ["contract", "gin150"])
def test_no_other_family_knows_of_sitting_out(variant: str) -> None:
    found = problems(record_of({"sat_out": True}, variant=variant))
    assert ("deals[0].hands.Bob.sat_out", "unknown_field") in found


def test_the_schema_allows_what_the_reader_reads() -> None:
    Draft202012Validator(record_schema()).validate(record_of({"sat_out": True}))


def test_the_schema_refuses_a_word_for_yes() -> None:
    assert not Draft202012Validator(record_schema()).is_valid(record_of({"sat_out": "yes"}))


def test_the_plain_sheet_says_who_sat_out() -> None:
    reading = read_record(record_of({"sat_out": True}))
    assert reading.record is not None
    assert reading.score is not None
    sheet = write_plain(reading.record, reading.score)
    rows = [" ".join(line.split()) for line in sheet.splitlines()]
    assert "Deal 1 160 sat out −65" in rows
    assert "Bob sat out" in rows
