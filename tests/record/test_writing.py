"""Writing records, and what they are worth."""

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.record.document import FORMAT, RECORD_BOUNDS, parse_document
from scorekeeper.record.reading import Record, read_record
from scorekeeper.record.results import write_result, write_score
from scorekeeper.record.writing import write_record
from scorekeeper.rules.cards import JOKER, NATURAL_CARDS
from scorekeeper.rules.deals import MeldCard
from scorekeeper.rules.options import values_of
from scorekeeper.rules.variants import VARIANTS
from tests.strategies import legal_deals, setups
from tests.worked.comparison import worked_cases

Json = dict[str, Any]
SCORED = [case for case in worked_cases() if case["expect"]["status"] == 0]
OUT = {"melded_points": 60, "in_hand_points": 0}
LEFT = {"melded_points": 0, "in_hand_points": 65}
DEAL: Json = {"ending": "out", "by": "Ann", "hands": {"Ann": OUT, "Bob": LEFT}}
RECORD: Json = {"format": FORMAT, "variant": "laws", "players": ["Ann", "Bob"], "deals": [DEAL]}


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A game of any variant with deals that could be entered."""
    setup = draw(setups())
    count = draw(st.integers(0, 2))
    return Record(
        setup=setup,
        chosen=values_of(setup.options) if draw(st.booleans()) else {},
        title=draw(st.sampled_from(["", "Friday table 2"])),
        played_on=draw(st.sampled_from(["", "2026-11-20"])),
        deals=tuple([draw(legal_deals(setup, number)) for number in range(1, count + 1)]),
    )


def read_back(document: Json) -> Record:
    reading = read_record(parse_document(json.dumps(document).encode()))
    assert reading.record is not None, reading.problems
    return reading.record


def result(record: Json) -> Json:
    reading = read_record(record)
    assert reading.record is not None, reading.problems
    assert reading.score is not None
    return write_result(reading.record.setup, reading.score)


# --- there and back -------------------------------------------------------------------------------


@given(records())
def test_writing_what_was_read_writes_the_same(record: Record) -> None:
    named = Record(
        setup=record.setup,
        chosen=values_of(record.setup.options),
        title=record.title,
        deals=record.deals,
    )
    once = write_record(read_back(write_record(named)))
    assert write_record(read_back(once)) == once


@given(records())
def test_the_facts_of_every_deal_come_back(record: Record) -> None:
    named = Record(setup=record.setup, chosen=values_of(record.setup.options), deals=record.deals)
    assert read_back(write_record(named)).deals == record.deals


@given(records())
def test_the_table_comes_back(record: Record) -> None:
    named = Record(setup=record.setup, chosen=values_of(record.setup.options))
    assert read_back(write_record(named)).setup == record.setup


def test_worked_deals_are_worth_the_same_when_written_and_read() -> None:
    written = {case["id"]: write_record(read_back(case["record"])) for case in SCORED}
    assert {case["id"]: result(written[case["id"]]) for case in SCORED} == {
        case["id"]: result(case["record"]) for case in SCORED
    }


def test_a_record_is_written_as_it_stood() -> None:
    record = RECORD | {
        "options": {"tie": "play_on"},
        "stake": {"currency": "USD", "amount": "1.00", "per": 100},
        "title": "Friday table 2",
        "place": "Cavendish",
        "played_on": "2026-11-20",
    }
    assert write_record(read_back(record)) == record


def test_a_house_rule_that_changes_no_score_is_written_too() -> None:
    left = {"Ann": {"in_hand": ""}, "Bob": {"in_hand": "KH"}}
    record = RECORD | {
        "variant": "contract",
        "options": {"wild_moves": "either_end"},
        "deals": [DEAL | {"hands": left}],
    }
    assert write_record(read_back(record)) == record


def test_an_amount_is_written_with_all_its_digits() -> None:
    record = RECORD | {"stake": {"currency": "USD", "amount": "1", "per": 100}}
    assert write_record(read_back(record))["stake"]["amount"] == "1.00"


def test_cards_are_written_in_the_short_form() -> None:
    bob = {"melds": ["10h j♥ Q♥"], "in_hand": "a♠ 2c"}
    record = RECORD | {"deals": [DEAL | {"hands": {"Ann": OUT, "Bob": bob}}]}
    written = write_record(read_back(record))["deals"][0]["hands"]["Bob"]
    assert written == {"melds": ["TH JH QH"], "in_hand": "AS 2C"}


def test_a_name_that_a_wild_was_given_is_written_and_no_other() -> None:
    bob = {"melds": ["6H 2D 8H", "JH QH KH 2C=AH"], "in_hand": "3S"}
    record = RECORD | {"deals": [DEAL | {"hands": {"Ann": OUT, "Bob": bob}}]}
    assert write_record(read_back(record))["deals"][0]["hands"]["Bob"] == bob


@given(st.sampled_from([*NATURAL_CARDS, JOKER]), st.none() | st.sampled_from(NATURAL_CARDS))
def test_a_card_in_a_meld_is_written_with_its_name(card: Any, name: Any) -> None:
    text = str(MeldCard(card, name))
    assert text == (str(card) if name is None else f"{card}={name}")


# --- what a record is worth -----------------------------------------------------------------------


def test_a_line_has_reason_points_how_and_rule() -> None:
    bob = {"melds": ["6H JK=7H 8H"], "in_hand": "KS KC 3H"}
    record = RECORD | {"deals": [DEAL | {"hands": {"Ann": OUT, "Bob": bob}}]}
    lines = result(record)["deals"][0]["hands"]["Bob"]["lines"]
    assert [(line["reason"], line["points"], line["rule"]) for line in lines] == [
        ("melded", 115, "Law 12"),
        ("in_hand", -25, "Law 12"),
    ]
    assert all(set(line) == {"reason", "points", "how", "rule"} for line in lines)


def test_a_rule_is_cited_in_the_words_of_the_variant() -> None:
    lines = result(RECORD | {"variant": "modern"})["deals"][0]["hands"]["Ann"]["lines"]
    assert lines[-1]["rule"] == "End of the deal"


def test_the_result_has_the_keys_of_the_format() -> None:
    assert list(result(RECORD)) == [
        "variant",
        "options",
        "deals",
        "next_dealer",
        "over",
        "closed_early",
        "ended_at_deal",
        "winners",
        "final",
        "settlement",
    ]


def test_the_result_names_every_option_in_force() -> None:
    options = result(RECORD | {"options": {"target": 500}})["options"]
    assert options == values_of(VARIANTS["laws"].defaults) | {"target": 500}


def test_a_game_that_goes_on_has_no_end() -> None:
    worth = result(RECORD)
    found = {key: worth[key] for key in ("over", "ended_at_deal", "winners", "final", "settlement")}
    assert found == {
        "over": False,
        "ended_at_deal": None,
        "winners": [],
        "final": None,
        "settlement": None,
    }


def test_a_deal_after_the_end_is_listed_with_empty_hands() -> None:
    won = DEAL | {"hands": {"Ann": OUT | {"melded_points": 1000}, "Bob": LEFT}}
    late = result(RECORD | {"deals": [won, DEAL]})["deals"][1]
    assert (late["number"], late["hands"], late["warnings"][0]["at"]) == (2, {}, "deals[1]")


def test_every_warning_of_a_long_record_stands_in_its_own_deal() -> None:
    odd = DEAL | {"hands": {"Ann": OUT, "Bob": {"melded_points": 3, "in_hand_points": 500}}}
    deals = result(RECORD | {"options": {"target": 1_000_000}, "deals": [odd] * 500})["deals"]
    assert [[each["at"] for each in deal["warnings"]] for deal in deals] == [
        [f"deals[{number}].hands.Bob.melded_points"] for number in range(500)
    ]


def test_the_settlement_is_written_with_pairs_net_and_transfers() -> None:
    won = DEAL | {"hands": {"Ann": OUT | {"melded_points": 1000}, "Bob": LEFT}}
    stake = {"currency": "USD", "amount": "1.00", "per": 100}
    # 1100 and 200 for the game are 1300; -65 rounds to -100.
    assert result(RECORD | {"deals": [won], "stake": stake})["settlement"] == {
        "currency": "USD",
        "pairs": [{"payer": "Bob", "payee": "Ann", "points": 1400, "amount": "14.00"}],
        "net": {"Ann": "14.00", "Bob": "-14.00"},
        "transfers": [{"payer": "Bob", "payee": "Ann", "amount": "14.00"}],
    }


def test_a_gin_deal_tells_how_it_ended() -> None:
    hands = {
        "Ann": {"melds": ["4H 5H 6H", "QS QD QC", "8C 9C TC"], "deadwood": "6S"},
        "Bob": {"cards": "2S 2D 2C QH 7H KH 3D AC 5S 9S"},
    }
    deal = {"upcard": "7D", "ending": "knock", "by": "Ann", "hands": hands}
    gin = result(RECORD | {"variant": "gin150", "deals": [deal]})["deals"][0]["gin"]
    assert {key: gin[key] for key in ("type", "limit", "knocker_count", "defender_count")} == {
        "type": "knock",
        "limit": 7,
        "knocker_count": 6,
        "defender_count": 28,
    }
    assert sorted(gin["lay_offs"]) == ["7H", "QH"]
    assert gin["arrangements"]["Ann"]["deadwood"] == "6S"


def test_a_melding_deal_has_no_gin() -> None:
    assert "gin" not in result(RECORD)["deals"][0]


@pytest.mark.parametrize(
    ("score", "written"), [(5, 5), (Fraction(10, 2), 5), (Fraction(3215, 3), "3215/3"), (-5, -5)]
)
def test_points_that_are_not_whole_are_written_as_a_fraction(score: Any, written: Any) -> None:
    assert write_score(score) == written


@given(records())
def test_a_result_is_json(record: Record) -> None:
    named = Record(setup=record.setup, chosen=values_of(record.setup.options), deals=record.deals)
    worth = result(write_record(named))
    # The melds of a hand of a pair lie a level deeper than anything in a record.
    bounds = RECORD_BOUNDS._replace(depth=RECORD_BOUNDS.depth + 1)
    assert parse_document(json.dumps(worth).encode(), bounds) == worth
