import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scorekeeper.record.reading import read_record
from scorekeeper.record.schema import record_schema
from scorekeeper.rules.variant import Variant
from scorekeeper.rules.variants import VARIANTS

CASES = sorted((Path(__file__).parents[1] / "cases").glob("*.json"))
VALIDATOR = Draft202012Validator(record_schema())
GAME: dict[str, Any] = {
    "format": "scorekeeper-game/1",
    "variant": "gin150",
    "players": ["Ann", "Bob"],
    "deals": [{"upcard": "8D", "ending": "dead"}],
}


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(record_schema())


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_every_scored_case_is_well_formed_by_the_schema(path: Path) -> None:
    case = json.loads(path.read_text())
    if case["expect"]["status"] == 0:
        VALIDATOR.validate(case["record"])


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_the_worked_deals_of_every_variant_are_well_formed_by_the_schema(variant: Variant) -> None:
    for example in variant.examples:
        players = list(example.players)
        document = GAME | {"variant": variant.key, "players": players, "deals": [example.deal]}
        VALIDATOR.validate(document)
        misspelt = GAME | document | {"deals": [{**example.deal, "without_a_discard": True}]}
        assert not VALIDATOR.is_valid(misspelt)


def test_a_fact_belongs_to_the_family_that_asks_for_it() -> None:
    deal = {**VARIANTS["rum500"].examples[0].deal, "without_discard": True}
    for variant, is_asked in (("rum500", True), ("laws", False)):
        assert VALIDATOR.is_valid(GAME | {"variant": variant, "deals": [deal]}) is is_asked


@pytest.mark.parametrize(
    "change",
    [
        {"variant": "whist"},
        {"format": "scorekeeper-game/2"},
        {"colour": "red"},
        {"options": {"target": "100"}},
        {"options": {"joker_in_pack": True}},
        {"stake": {"currency": "USD", "amount": 1, "per": 1}},
        {"stake": {"currency": "XYZ", "amount": "1", "per": 1}},
        {"deals": [{"ending": "dead"}]},
        {"deals": [{"upcard": "8X", "ending": "dead"}]},
        {"deals": [{"upcard": "8D", "ending": "out"}]},
        {"players": ["Ann"]},
    ],
)
def test_what_the_schema_refuses_the_reader_refuses_too(change: dict[str, Any]) -> None:
    document = GAME | change
    assert not VALIDATOR.is_valid(document)
    assert read_record(document).record is None


def test_null_counts_as_absent_in_the_schema_as_in_the_reader() -> None:
    document = GAME | {"title": None, "options": {"big_gin_bonus": None}, "stake": None}
    VALIDATOR.validate(document)
    assert read_record(document).record is not None


@pytest.mark.parametrize(
    ("variant", "field", "text", "is_valid"),
    [
        ("laws", "in_hand", "K 10 q 2 QS JK", True),
        ("laws", "in_hand", "2B", False),
        ("laws", "melds", ["JK=K 2=k 2D=KS K"], True),
        ("contract", "in_hand", "K 2B 2r 2S", True),
        ("contract", "in_hand", "2", False),
        ("contract", "melds", ["2R 2R 2B=2"], True),
        ("gin150", "cards", "KS 10H", True),
        ("gin150", "cards", "K", False),
    ],
)
def test_a_card_without_a_suit_is_well_formed_where_none_is_needed(
    variant: str, field: str, text: str | list[str], is_valid: bool
) -> None:
    deal = {"ending": "knock" if field == "cards" else "out", "hands": {"Ann": {field: text}}}
    deal |= {"upcard": "8D"} if field == "cards" else {}
    assert VALIDATOR.is_valid(GAME | {"variant": variant, "deals": [deal]}) is is_valid
