"""Reading records: every problem at once, at its place, and never a traceback.

What each code means in play is proved by the worked deals in ``tests/worked``.
"""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.record.document import FORMAT, write_path, write_problems
from scorekeeper.record.reading import Reading, read_record
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.rules.variants.oklahoma.options import LAWS
from tests.examples import tries
from tests.strategies import CAST

Json = dict[str, Any]
OUT = {"melded_points": 60, "in_hand_points": 0}
LEFT = {"melded_points": 0, "in_hand_points": 65}
DEAL: Json = {"ending": "out", "by": "Ann", "hands": {"Ann": OUT, "Bob": LEFT}}
RECORD: Json = {"format": FORMAT, "variant": "laws", "players": ["Ann", "Bob"], "deals": [DEAL]}
VARIANT_KEYS = list(VARIANTS)


def problems(record: Any) -> list[tuple[str, str]]:
    reading = read_record(record)
    return [
        (each["at"], each["code"]) for each in write_problems(reading.problems, reading.players)
    ]


def with_hand(**facts: Any) -> Json:
    """The record with other facts in Bob's hand."""
    return RECORD | {"deals": [DEAL | {"hands": {"Ann": OUT, "Bob": facts}}]}


def test_a_record_without_problems_is_scored() -> None:
    reading = read_record(RECORD)
    assert reading.score is not None
    assert reading.score.running == (160, -65)


def test_a_record_with_a_problem_is_not_scored() -> None:
    reading = read_record(RECORD | {"total": 1})
    assert (reading.record, reading.score) == (None, None)


@pytest.mark.parametrize("document", [None, True, 5, "x", []], ids=repr)
def test_a_record_is_an_object(document: Any) -> None:
    assert problems(document) == [("", "bad_format")]


def test_an_empty_object_lacks_everything() -> None:
    assert problems({}) == [
        ("format", "bad_format"),
        ("variant", "missing_field"),
        ("players", "missing_field"),
        ("deals", "missing_field"),
    ]


def test_null_counts_as_absent() -> None:
    record = RECORD | {"stake": None, "title": None, "strange": None}
    assert problems(record) == []


@pytest.mark.parametrize("name", ["target", "joker_in_pack", "tie", "no_such_rule"])
def test_a_house_rule_that_is_null_is_absent(name: str) -> None:
    reading = read_record(RECORD | {"options": {name: None}})
    assert reading.problems == ()
    assert reading.record is not None
    assert reading.record.chosen == {}
    assert reading.record.setup.options == LAWS


def test_problems_of_the_document_and_of_the_rules_come_together() -> None:
    bad = {"ending": "stock", "hands": {"Ann": {"melds": ["KH"], "in_hand": "3H"}, "Bob": LEFT}}
    record = RECORD | {"options": {"kisses": 1}, "deals": [DEAL | {"by": "Cal"}, bad]}
    assert problems(record) == [
        ("options.kisses", "unknown_option"),
        ("deals[0].by", "unknown_player"),
        ("deals[1].hands.Ann.melds[0]", "meld_too_short"),
        ("deals[1].hands.Ann", "too_few_cards"),
    ]


def test_a_card_that_cannot_be_read_starts_no_further_complaints() -> None:
    assert problems(with_hand(melds=["KH KD XX"], in_hand="3H")) == [
        ("deals[0].hands.Bob.melds[0]", "bad_card")
    ]


def test_a_hand_in_cards_that_cannot_be_read_is_not_taken_for_an_empty_one() -> None:
    assert problems(with_hand(melds=[], in_hand="XX")) == [
        ("deals[0].hands.Bob.in_hand", "bad_card")
    ]


@pytest.mark.parametrize("variant", VARIANT_KEYS)
@pytest.mark.parametrize("hands", [None, [], "Ann", 5], ids=repr)
def test_a_deal_without_hands_is_reported(variant: str, hands: Any) -> None:
    ending = {"ending": "knock", "upcard": "7D"} if variant.startswith("gin") else {"ending": "out"}
    least = VARIANTS[variant].family.players(VARIANTS[variant].defaults)[0]
    table = {"variant": variant, "players": list(CAST[:least])}
    deal = {"by": "Ann", "hands": hands} | ending
    code = "missing_field" if hands is None else "bad_value"
    assert problems(RECORD | table | {"deals": [deal]}) == [("deals[0].hands", code)]


@pytest.mark.parametrize("variant", VARIANT_KEYS)
@pytest.mark.parametrize("count", [1, 11])
def test_too_few_or_too_many_players_are_the_only_problem_reported(
    variant: str, count: int
) -> None:
    players = [f"P{number}" for number in range(count)]
    record = RECORD | {"variant": variant, "players": players, "deals": []}
    assert problems(record) == [("players", "bad_players")]


def test_gin_for_three_is_refused_with_its_deals() -> None:
    hands = {name: {"deadwood_points": 5} for name in ("Ann", "Bob", "Cal")}
    deal = {"upcard": "7D", "ending": "knock", "by": "Cal", "hands": hands}
    record = RECORD | {"variant": "gin150", "players": ["Ann", "Bob", "Cal"], "deals": [deal]}
    assert problems(record) == [("players", "bad_players")]


def test_a_deal_that_cannot_be_read_keeps_the_others_from_being_counted() -> None:
    assert problems(RECORD | {"deals": ["out", DEAL]}) == [("deals[0]", "bad_value")]


def test_a_file_of_wild_cards_alone_is_not_read_in_every_way_there_is() -> None:
    # Each of these melds has ten thousand readings; all of them would take minutes.
    melds = [" ".join(["JK"] * 6 + ["2C"] * 6)] * 200
    assert problems(with_hand(melds=melds, in_hand="3H")) == [
        ("deals[0].hands.Bob.melds[0]", "too_many_jokers"),
        ("deals[0].hands.Bob.melds[0]", "too_many_copies"),
    ]


def test_a_file_of_bad_cards_and_short_melds_is_reported_in_full() -> None:
    # Each problem of the one kind used to be compared with each of the other: an hour of it.
    hands = {
        "Ann": {"melds": ["KH"] * 250, "in_hand": "3H"},
        "Bob": {"melds": [], "in_hand": " ".join(["XX"] * 250)},
    }
    found = problems(RECORD | {"deals": [{"ending": "stock", "hands": hands}]})
    codes = [code for _, code in found]
    assert (codes.count("meld_too_short"), codes.count("bad_card")) == (250, 250)


def test_a_fault_beside_surplus_wilds_is_reported_all_the_same() -> None:
    found = problems(with_hand(melds=["JK JK KH", "KH KD"], in_hand=" ".join(["3H"] * 9)))
    assert ("deals[0].hands.Bob.melds[1]", "meld_too_short") in found


def test_two_hands_of_one_player_are_reported() -> None:
    deal = DEAL | {"hands": {"Ann": OUT, "Bob": LEFT, " Bob ": LEFT}}
    assert problems(RECORD | {"deals": [deal]}) == [("deals[0].hands. Bob ", "bad_value")]


@pytest.mark.parametrize("day", ["2026-1-2", "20261120", "2026-W47-5", "2026-11-20T10:00", "", 5])
def test_a_day_is_written_in_one_way(day: Any) -> None:
    assert problems(RECORD | {"played_on": day}) == [("played_on", "bad_value")]


@pytest.mark.parametrize("name", ["a" * 41, "", "  ", "Ann\nBob", "\u200b", 5, None])
def test_a_name_is_a_short_printable_text(name: Any) -> None:
    found = problems(RECORD | {"players": ["Ann", name], "deals": []})
    assert found == [("players[1]", "bad_players")]


def test_a_name_of_forty_characters_is_read() -> None:
    assert problems(RECORD | {"players": ["Ann", "B" * 40], "deals": []}) == []


def test_names_are_trimmed_wherever_they_stand() -> None:
    deal = {"ending": "out", "by": " Ann", "dealer": "Bob ", "hands": {"Ann ": OUT, " Bob": LEFT}}
    reading = read_record(RECORD | {"players": [" Ann ", "Bob"], "deals": [deal]})
    assert (reading.players, reading.problems) == (("Ann", "Bob"), ())


def test_a_thousand_points_too_many_are_a_slip() -> None:
    found = problems(with_hand(melded_points=0, in_hand_points=1_000_001))
    assert found == [("deals[0].hands.Bob.in_hand_points", "bad_value")]


@pytest.mark.parametrize(
    ("at", "text"),
    [
        ((), ""),
        (("format",), "format"),
        (("players", 0), "players[0]"),
        (("deals", 1, "hands", 0, "melds", 2), "deals[1].hands.Ann.melds[2]"),
        (("deals", 0, "hands", "Zoe"), "deals[0].hands.Zoe"),
        (("options", "tie"), "options.tie"),
    ],
)
def test_a_place_is_written_as_in_the_record(at: tuple[str | int, ...], text: str) -> None:
    assert write_path(at, ("Ann", "Bob")) == text


# --- whatever comes -------------------------------------------------------------------------------

WORDS = st.sampled_from(
    """Ann Bob Cal out stock knock dead laws modern contract gin150 gin100 KH 2D=QS JK XX USD 1.00
    2026-11-20 high both hand_ends divide""".split()
) | st.text(max_size=4)
SCALARS = (
    st.none() | st.booleans() | st.integers(-5, 120) | st.floats() | WORDS | st.just("KH KD 2C")
)
KEYS = st.sampled_from(
    """format variant options players stake title place played_on deals dealer ending by concealed
    first_turn last_card wrong_count agreed_correct hands melds in_hand melded_points in_hand_points
    penalties law points reason took_pile discard laid_down upcard cards deadwood deadwood_points
    lay_offs Ann Bob Cal currency amount per tie ace""".split()
)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=6),
    max_leaves=15,
)
HANDS = st.fixed_dictionaries(
    {},
    optional={
        "melds": st.lists(st.sampled_from(["KH KD KC", "5H 6H 2D", "4H", "", "XX"])) | ANYTHING,
        "in_hand": st.sampled_from(["", "4H 5H", "JK"]) | ANYTHING,
        "in_hand_points": st.integers(0, 30) | ANYTHING,
        "melded_points": st.integers(0, 30) | ANYTHING,
        "cards": st.just("2S 2D 2C QH 7H KH 3D AC 5S 9S") | ANYTHING,
        "deadwood": st.sampled_from(["", "6S", "QH 7H KH 3D AC 5S 9S"]) | ANYTHING,
        "deadwood_points": st.integers(0, 12) | ANYTHING,
        "lay_offs": st.sampled_from(["", "7H", "QH 7H"]) | ANYTHING,
        "penalties": ANYTHING,
        "laid_down": st.booleans() | ANYTHING,
        "discard": WORDS,
    },
)
DEALS = st.fixed_dictionaries(
    {"ending": st.sampled_from(["out", "stock", "knock", "dead"])},
    optional={
        "by": st.sampled_from(["Ann", "Bob", "Cal", "Zoe"]) | ANYTHING,
        "dealer": WORDS,
        "upcard": st.sampled_from(["7D", "AS", "KH"]) | ANYTHING,
        "concealed": st.booleans() | ANYTHING,
        "hands": st.dictionaries(st.sampled_from(["Ann", "Bob", "Cal", "Zoe"]), HANDS) | ANYTHING,
        "strange": ANYTHING,
    },
)
RECORDS = st.fixed_dictionaries(
    {"format": st.just(FORMAT)},
    optional={
        "variant": st.sampled_from(VARIANT_KEYS),
        "players": st.lists(st.sampled_from(["Ann", "Bob", "Cal"]), max_size=4) | ANYTHING,
        "options": st.dictionaries(KEYS, SCALARS, max_size=3) | ANYTHING,
        "stake": st.fixed_dictionaries({"currency": WORDS, "amount": WORDS, "per": SCALARS})
        | ANYTHING,
        "title": ANYTHING,
        "played_on": ANYTHING,
        "deals": st.lists(DEALS, max_size=3) | ANYTHING,
    },
)


def is_whole(reading: Reading) -> bool:
    """Whether a reading is either a scored record or problems, which can be written."""
    written = write_problems(reading.problems, reading.players)
    assert all(each["text"] and each["code"] for each in written)
    return (reading.record is None) == (reading.score is None) == bool(written)


@tries(40)
@given(ANYTHING)
def test_any_json_is_read_without_a_traceback(document: Any) -> None:
    assert is_whole(read_record(document))


@tries(40)
@given(RECORDS)
def test_anything_like_a_record_is_read_without_a_traceback(document: Any) -> None:
    assert is_whole(read_record(document))


def test_more_deals_than_any_game_has_are_one_problem() -> None:
    dead = {"upcard": "8D", "ending": "dead"}
    document = {
        "format": "scorekeeper-game/1",
        "variant": "gin100",
        "players": ["Ann", "Bob"],
        "deals": [dead] * 501,
    }
    assert [problem.at for problem in read_record(document).problems] == [("deals",)]


@pytest.mark.parametrize("hand", [{"melds": ["K"] * 271}, {"melds": ["KH " * 271]}])
def test_more_cards_than_any_pack_has_are_one_problem(hand: dict[str, Any]) -> None:
    found = problems(with_hand(**hand, in_hand="3H"))
    assert [code for _, code in found if code == "bad_value"] == ["bad_value"]
