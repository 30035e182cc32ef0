"""The values that the deal form gives to the pad."""

import json

import pytest

from scorekeeper.rules.cards import RANK_LETTERS, Card, Rank, Suit
from scorekeeper.rules.scoring import Setup, with_options
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.rules.variants.contract.deal import CARD_VALUES
from scorekeeper.rules.variants.oklahoma.facts import in_hand_values, melded_value
from scorekeeper.web.deal.pad import PadTable, pad_single_hand, pad_table
from tests.web.phone import Phone


def table_of(variant: str, **options: object) -> PadTable:
    chosen = with_options(VARIANTS[variant], options)  # type: ignore[arg-type]
    table = pad_table(Setup(VARIANTS[variant], chosen, ("Ann", "Bob"), None), 4)
    assert table is not None
    return table


@pytest.mark.parametrize("variant", [key for key in VARIANTS if VARIANTS[key].family.keypad])
def test_a_variant_with_keys_has_a_pad_that_is_plain_data(variant: str) -> None:
    table = table_of(variant)
    assert json.loads(json.dumps(table))["players"] == ["Ann", "Bob"]


def test_one_hand_without_a_game_has_a_pad_of_the_same_facts() -> None:
    laws = VARIANTS["laws"]
    alone = pad_single_hand(laws.family, laws.defaults, name="Hand", done="Count the hand")
    assert alone is not None
    assert table_of("laws").keys() <= alone.keys()


def test_the_values_are_those_of_the_laws() -> None:
    table, in_hand = table_of("laws"), in_hand_values(10)
    for rank in list(Rank)[1:]:
        card, letter = Card(rank, Suit.HEARTS), RANK_LETTERS[rank]
        assert table["melded"][letter] == melded_value(card, card)
        assert table["in_hand"][letter] == in_hand[card]


def test_the_queen_of_spades_and_the_joker_have_values_of_their_own() -> None:
    table = table_of("laws")
    assert (table["melded"]["QS"], table["melded"]["JK"]) == (50, 100)
    assert (table["in_hand"]["QS"], table["in_hand"]["JK"]) == (100, 200)


@pytest.mark.parametrize(
    ("variant", "board", "wild_twos"),
    [("laws", "melds", True), ("gin150", "cards", False), ("rum500", "melds", False)],
)
def test_the_pad_knows_which_board_it_draws_and_whether_twos_are_wild(
    variant: str, board: str, wild_twos: bool
) -> None:
    table = table_of(variant)
    assert (table["board"], table["wild_twos"]) == (board, wild_twos)


def test_in_contract_the_twos_are_distinguished_by_colour() -> None:
    table = table_of("contract")
    assert table["split_twos"]
    assert table["in_hand"]["2R"] == CARD_VALUES[Card(Rank.TWO, Suit.HEARTS)]
    assert table["in_hand"]["2B"] == CARD_VALUES[Card(Rank.TWO, Suit.CLUBS)]


def test_in_contract_the_deal_says_what_it_asks_for() -> None:
    assert table_of("contract")["asks_for"] == "2 sets, 1 run"


def test_an_ace_turned_up_allows_gin_only() -> None:
    assert table_of("gin150")["limits"]["A"] == 0
    assert table_of("gin150", ace_upcard="one")["limits"]["A"] == 1


def test_the_bonus_for_going_out_is_that_of_the_table() -> None:
    assert table_of("laws", going_out_bonus=150)["bonuses"][0]["points"] == 150


def test_a_concealed_bonus_that_waits_for_the_end_is_no_part_of_the_deal() -> None:
    assert len(table_of("laws")["bonuses"]) == 1
    assert len(table_of("laws", concealed_timing="at_once")["bonuses"]) == 2


def test_concealed_and_the_first_turn_go_together_only_where_both_count() -> None:
    assert table_of("laws")["apart"] == (("concealed", "first_turn"),)
    assert table_of("laws", first_turn_out="both")["apart"] == ()


def test_the_form_carries_the_table_as_data_and_not_as_code(phone: Phone) -> None:
    seen = phone.open(phone.start("Ann", "</script>") + "enter")
    assert 'type="application/json" id="pad-table"' in seen.text
    assert '</script>"' not in seen.text


@pytest.mark.parametrize(
    ("variant", "players", "may"),
    [
        ("laws", ("Ann", "Bob", "Cal"), True),
        ("laws", ("Ann", "Bob"), False),
        ("contract", ("Ann", "Bob", "Cal"), False),
    ],
)
def test_the_keys_know_where_a_player_may_sit_out(
    variant: str, players: tuple[str, ...], may: bool
) -> None:
    of = VARIANTS[variant]
    table = pad_table(Setup(of, of.defaults, players, None), 1)
    assert table is not None
    assert ("sat_out" in table["fields"]) is may


def test_penalties_and_other_facts_are_those_that_the_family_asks() -> None:
    laws = table_of("laws", penalty=40)
    assert laws["penalties"]["points"] == 40
    assert [law for law, _ in laws["penalties"]["laws"]] == [17, 18, 19]
    kinds = {each["name"]: each["kind"] for each in laws["extras"]}
    assert kinds == {"took_pile": "flag", "discard": "card"}
    assert table_of("modern")["penalties"]["points"] == 0
    for variant in ("contract", "gin150"):
        assert table_of(variant)["penalties"] is None


def test_a_spade_turned_up_doubles_where_the_table_plays_so() -> None:
    assert table_of("gin150", spade_double=True)["doubling"] == "S"
    assert table_of("gin150", spade_double=False)["doubling"] == ""
