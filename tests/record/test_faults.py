"""Several faults in one record: each is told that can be judged without the others."""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.record.document import FORMAT, write_problems
from scorekeeper.record.reading import read_record
from tests.examples import tries

Json = dict[str, Any]
Step = str | int


class Fault(NamedTuple):
    """A value to put into a record, and the problem that it makes."""

    path: tuple[Step, ...]
    value: Any
    at: str
    code: str


def hand(melds: Sequence[str], in_hand: str) -> Json:
    return {"melds": list(melds), "in_hand": in_hand}


def record_of(variant: str, players: Sequence[str], deals: Sequence[Any]) -> Json:
    return {"format": FORMAT, "variant": variant, "players": list(players), "deals": list(deals)}


def without(path: tuple[Step, ...], at: str) -> Fault:
    return Fault(path, None, at, "missing_field")


OUT: Json = {
    "ending": "out",
    "by": "Ann",
    "dealer": "Cal",
    "hands": {
        "Ann": hand(["KH KD KC", "5S 6S 7S 8S 9S TS"], ""),
        "Bob": hand(["9C TC JC"], "2H QD 8H 6C"),
        "Cal": hand(["4H 5H 6H"], "9D 3C"),
    },
}
LAWS = record_of("laws", ["Ann", "Bob", "Cal"], [deepcopy(OUT) for _ in range(4)])
OF_LAWS = [
    Fault(("format",), "chess/1", "format", "bad_format"),
    Fault(("options", "kisses"), True, "options.kisses", "unknown_option"),
    Fault(("options", "tie"), "fight", "options.tie", "bad_option"),
    Fault(("stake",), {"currency": "USD", "amount": "x", "per": 1}, "stake.amount", "bad_stake"),
    Fault(("title",), "Friday\u200b", "title", "bad_value"),
    Fault(("played_on",), "today", "played_on", "bad_value"),
    Fault(("closed_early",), True, "closed_early", "bad_value"),
    Fault(("players",), ["Ann", "Bob", "Cal", "Dot", "Eve"], "players", "bad_players"),
    Fault(("strange",), 1, "strange", "unknown_field"),
    without(("deals", 0, "ending"), "deals[0].ending"),
    Fault(("deals", 0, "dealer"), "Zoe", "deals[0].dealer", "unknown_player"),
    Fault(("deals", 0, "concealed"), "yes", "deals[0].concealed", "bad_value"),
    Fault(
        ("deals", 0, "hands", "Ann", "melds", 0),
        "KH KD QC",
        "deals[0].hands.Ann.melds[0]",
        "not_a_meld",
    ),
    Fault(
        ("deals", 0, "hands", "Bob", "in_hand"),
        "XX JK JK",
        "deals[0].hands.Bob.in_hand",
        "too_many_jokers",
    ),
    Fault(("deals", 1, "by"), "Zoe", "deals[1].by", "unknown_player"),
    Fault(("deals", 1, "hands", "Cal", "in_hand"), "", "deals[1].hands.Cal", "two_out"),
    Fault(
        ("deals", 1, "hands", "Cal", "took_pile"),
        "yes",
        "deals[1].hands.Cal.took_pile",
        "bad_value",
    ),
    Fault(
        ("deals", 1, "hands", "Bob", "melds", 0),
        "9C TC",
        "deals[1].hands.Bob.melds[0]",
        "meld_too_short",
    ),
    Fault(
        ("deals", 1, "hands", "Bob", "penalties"),
        [7, {"law": 5}],
        "deals[1].hands.Bob.penalties[1].law",
        "bad_value",
    ),
    Fault(
        ("deals", 2, "hands", "Ann", "in_hand"),
        "3D",
        "deals[2].hands.Ann.in_hand",
        "out_with_cards",
    ),
    Fault(("deals", 2, "hands", "Bob", "luck"), 7, "deals[2].hands.Bob.luck", "unknown_field"),
    Fault(
        ("deals", 2, "hands", "Cal", "melds", 0),
        "4H 5H 6H 8H",
        "deals[2].hands.Cal.melds[0]",
        "not_a_meld",
    ),
    Fault(("deals", 3), "out", "deals[3]", "bad_value"),
]

KNOCK: Json = {
    "upcard": "7D",
    "ending": "knock",
    "by": "Ann",
    "hands": {
        "Ann": {"melds": ["4H 5H 6H", "QS QD QC", "8C 9C TC"], "deadwood": "6S"},
        "Bob": {"cards": "2S 2D 2C QH 7H KH 3D AC 5S 9S"},
    },
}
GIN = record_of("gin150", ["Ann", "Bob"], [deepcopy(KNOCK) for _ in range(4)])
OF_GIN = [
    Fault(("options", "deal"), "twice", "options.deal", "bad_option"),
    Fault(("place",), 5, "place", "bad_value"),
    without(("deals", 0, "ending"), "deals[0].ending"),
    Fault(
        ("deals", 0, "hands", "Ann", "melds", 0),
        "4H 5H 7S",
        "deals[0].hands.Ann.melds[0]",
        "not_a_meld",
    ),
    Fault(("deals", 1, "upcard"), "7D 8D", "deals[1].upcard", "bad_card"),
    Fault(("deals", 1, "by"), "Zoe", "deals[1].by", "unknown_player"),
    Fault(
        ("deals", 1, "hands", "Bob", "cards"),
        "2S 2D 2C QH 7H KH 3D AC 6S",
        "deals[1].hands.Bob",
        "wrong_card_count",
    ),
    Fault(
        ("deals", 2, "hands", "Bob", "cards"),
        "2S 2D 2C QH 7H KH 3D AC 5S",
        "deals[2].hands.Bob",
        "wrong_card_count",
    ),
    Fault(
        ("deals", 2, "hands", "Ann", "deadwood"),
        "KS",
        "deals[2].hands.Ann.deadwood",
        "knock_over_limit",
    ),
    Fault(("deals", 2, "dealer"), 3, "deals[2].dealer", "unknown_player"),
    Fault(
        ("deals", 3, "hands", "Bob", "cards"),
        "2S 2D 2C QH 7H KH 3D AC 5S QS",
        "deals[3].hands.Bob.cards",
        "duplicate_card",
    ),
    Fault(
        ("deals", 3, "hands", "Ann", "lay_offs"),
        "6S",
        "deals[3].hands.Ann.lay_offs",
        "illegal_lay_off",
    ),
]

FIRST: Json = {
    "ending": "out",
    "by": "Ann",
    "hands": {
        "Ann": {"laid_down": True, "melds": ["5H 5D 5C", "KS KD KH"], "in_hand": ""},
        "Bob": {"laid_down": True, "melds": ["9C 9H 9D", "TC TD TH"], "in_hand": "4H 4S"},
    },
}
LATER: Json = {
    "ending": "out",
    "by": "Ann",
    "hands": {"Ann": {"in_hand": ""}, "Bob": {"in_hand": "4H"}},
}
CONTRACT = record_of("contract", ["Ann", "Bob"], [FIRST, LATER, deepcopy(LATER)])
OF_CONTRACT = [
    Fault(("deals", 0, "ending"), "sung", "deals[0].ending", "bad_value"),
    Fault(
        ("deals", 0, "hands", "Ann", "melds"),
        ["5H 5D 5C"],
        "deals[0].hands.Ann.melds",
        "contract_not_met",
    ),
    Fault(
        ("deals", 0, "hands", "Bob", "melds", 1),
        "TC TD JH",
        "deals[0].hands.Bob.melds[1]",
        "not_a_meld",
    ),
    Fault(("deals", 1), 7, "deals[1]", "bad_value"),
    Fault(
        ("deals", 2, "hands", "Bob", "melds"),
        ["4D 4C 4S"],
        "deals[2].hands.Bob.melds",
        "contract_not_met",
    ),
    Fault(
        ("deals", 2, "hands", "Ann", "laid_down"), 1, "deals[2].hands.Ann.laid_down", "bad_value"
    ),
    Fault(("players",), ["Ann", "Bob", *"abcdefghi"], "players", "bad_players"),
]
OTHER_KNOCK: Json = {**KNOCK, "by": "Dot", "hands": {}}
OTHER_KNOCK["hands"] = deepcopy({"Dot": KNOCK["hands"]["Ann"], "Cal": KNOCK["hands"]["Bob"]})
PAIRS: Json = {
    "pairs": [{"players": ["Ann", "Bob"], **KNOCK}, {"players": ["Cal", "Dot"], **OTHER_KNOCK}]
}
PARTNERS = record_of("gin150", ["Ann", "Bob", "Cal", "Dot"], [deepcopy(PAIRS) for _ in range(5)])
OF_PARTNERS = [
    Fault(("options", "scoring"), "three", "options.scoring", "bad_option"),
    Fault(("deals", 0, "dealer"), "Zoe", "deals[0].dealer", "unknown_player"),
    Fault(("deals", 0, "upcard"), "7D", "deals[0].upcard", "unknown_field"),
    Fault(("deals", 0, "pairs", 0, "by"), "Cal", "deals[0].pairs[0].by", "unknown_player"),
    Fault(
        ("deals", 0, "pairs", 1, "hands", "Dot", "deadwood"),
        "KS",
        "deals[0].pairs[1].hands.Dot.deadwood",
        "knock_over_limit",
    ),
    Fault(
        ("deals", 1, "pairs", 0, "players"),
        ["Ann", "Cal"],
        "deals[1].pairs[0].players",
        "bad_pairs",
    ),
    Fault(
        ("deals", 1, "pairs", 0, "hands", "Bob", "cards"),
        "2S 2D 2C QH 7H KH 3D AC 5S",
        "deals[1].pairs[0].hands.Bob",
        "wrong_card_count",
    ),
    Fault(
        ("deals", 1, "pairs", 1, "hands", "Cal", "cards"),
        "2S 2D 2C QH 7H KH 3D AC 5S QS",
        "deals[1].pairs[1].hands.Dot.melds[1]",
        "duplicate_card",
    ),
    Fault(("deals", 2, "pairs", 0, "dealer"), "Ann", "deals[2].pairs[0].dealer", "unknown_field"),
    without(("deals", 2, "pairs", 0, "players"), "deals[2].pairs[0].players"),
    Fault(
        ("deals", 2, "pairs", 0, "hands", "Ann", "melds", 0),
        "4H 5H 7S",
        "deals[2].pairs[0].hands.Ann.melds[0]",
        "not_a_meld",
    ),
    Fault(("deals", 2, "pairs", 1), "dead", "deals[2].pairs[1]", "bad_value"),
    Fault(("deals", 3, "pairs"), [deepcopy(PAIRS["pairs"][0])], "deals[3].pairs", "bad_pairs"),
    Fault(("deals", 4, "pairs"), "none", "deals[4].pairs", "bad_value"),
]
ALL = [(LAWS, OF_LAWS), (GIN, OF_GIN), (CONTRACT, OF_CONTRACT), (PARTNERS, OF_PARTNERS)]
NAMES = ["laws", "gin", "contract", "partners"]


def put(document: Any, path: tuple[Step, ...], value: Any) -> None:
    """Put a value into a document, unless a fault above its place is there already."""
    *above, last = path
    for step in above:
        if isinstance(document, dict):
            document = document.setdefault(step, {})
        elif isinstance(document, list):
            document = document[int(step)]
        else:
            return
    document[last] = value


def told(document: Json) -> set[tuple[str, str]]:
    reading = read_record(document)
    written = write_problems(reading.problems, reading.players)
    return {(each["at"], each["code"]) for each in written}


def with_faults(document: Json, faults: Sequence[Fault]) -> Json:
    broken = deepcopy(document)
    for fault in faults:
        put(broken, fault.path, fault.value)
    return broken


@pytest.mark.parametrize("document", [each for each, _ in ALL], ids=NAMES)
def test_a_record_without_a_fault_is_scored(document: Json) -> None:
    assert read_record(document).record is not None


@pytest.mark.parametrize(("document", "faults"), ALL, ids=NAMES)
def test_all_faults_are_reported_at_once(document: Json, faults: list[Fault]) -> None:
    expected = {(fault.at, fault.code) for fault in faults}
    assert expected - told(with_faults(document, faults)) == set()


@tries(40)
@given(st.data(), st.sampled_from(ALL))
def test_any_faults_are_reported_together(
    data: st.DataObject, game: tuple[Json, list[Fault]]
) -> None:
    document, faults = game
    chosen = data.draw(st.lists(st.sampled_from(faults), min_size=1, max_size=5, unique_by=str))
    expected = {(fault.at, fault.code) for fault in chosen}
    assert expected - told(with_faults(document, chosen)) == set()


def test_where_one_holds_cards_and_another_none_the_other_is_named() -> None:
    hands = OUT["hands"] | {"Ann": hand(["KH KD KC"], "3D"), "Bob": hand(["9C TC JC"], "")}
    reading = read_record(record_of("laws", ["Ann", "Bob", "Cal"], [OUT | {"hands": hands}]))
    (found,) = [each for each in reading.problems if each.code == "out_with_cards"]
    assert found.text == "Ann went out and still holds cards; Bob holds no card: was it Bob?"


def test_cards_that_are_given_in_two_ways_are_counted_once() -> None:
    twice = {"melds": ["2S 2D 2C"], "deadwood": "QH 7H", "cards": "2S 2D 2C QH 7H KH 3D AC 5S 9S"}
    deal = KNOCK | {"hands": KNOCK["hands"] | {"Bob": twice}}
    assert told(record_of("gin150", ["Ann", "Bob"], [deal])) == {
        ("deals[0].hands.Bob.cards", "bad_value")
    }


def test_where_a_game_ended_is_not_reported_after_a_fault() -> None:
    win: Json = {"ending": "stock", "hands": {"Ann": {"melded_points": 1000, "in_hand_points": 5}}}
    win["hands"] |= {"Bob": {"melded_points": 0, "in_hand_points": 5}}
    late = read_record(record_of("laws", ["Ann", "Bob"], [win, win]))
    assert [each.code for each in late.problems] == []
    faulty = told(record_of("laws", ["Ann", "Bob"], ["out", win, win, win]))
    assert faulty == {("deals[0]", "bad_value")}
