"""Hands, flags, totals and corrections on the keys: what a press makes of the deal."""

import json

import pytest

from scorekeeper.record.writing import write_deal
from scorekeeper.rules.deals import Seat
from scorekeeper.web.deal.deal_text import (
    type_deal,
)
from tests.browser.pad_keys import Keys, setup_of
from tests.browser.pad_reading import send


def test_in_hand_a_card_is_one_tap(keys: Keys) -> None:
    pressed = keys.press("by:0 next in_hand A 7 2 QS JK")
    assert pressed.fields["hand1-in_hand"] == "A 7 2 QS JK"


def test_a_press_of_an_older_pad_adds_no_card(keys: Keys) -> None:
    pressed = keys.press("by:0 next in_hand A t:KKK 7")
    assert pressed.fields["hand1-in_hand"] == "A 7"
    assert [press for press, _ in pressed.refusals] == ["t:KKK"]


def test_tapping_a_card_in_hand_takes_it_out(keys: Keys) -> None:
    assert keys.press("by:0 next in_hand A 7 2 drop:1").fields["hand1-in_hand"] == "A 2"


def test_the_player_who_went_out_has_nothing_in_hand(keys: Keys) -> None:
    pressed = keys.press("end:stock in_hand K by:0")
    assert "hand0-in_hand" not in pressed.fields
    assert (pressed.fields["by"], pressed.fields["ending"]) == ("0", "out")


def test_the_stock_ran_out_names_nobody(keys: Keys) -> None:
    pressed = keys.press("end:stock K")
    assert pressed.fields["ending"] == "stock"
    assert "by" not in pressed.fields


def test_entry_begins_with_the_player_who_went_out(keys: Keys) -> None:
    assert keys.press("by:1").state["seat"] == 1


def test_next_goes_round_the_table(keys: Keys) -> None:
    seats = [keys.press("by:1" + " next" * times).state["seat"] for times in range(3)]
    assert seats == [1, 2, 0]
    moved = setup_of()._replace(order=(Seat(0), Seat(2), Seat(1)))
    assert keys.press("by:0 next", moved).state["seat"] == 2


def test_after_the_last_player_there_is_no_next(keys: Keys) -> None:
    assert keys.press("by:0 next next next").reason == "All hands are entered."


def test_going_out_gives_its_bonus(keys: Keys) -> None:
    assert keys.press("by:0 K").points[0] == 130


def test_the_first_turn_takes_the_bonus_where_the_variant_does(keys: Keys) -> None:
    modern = keys.press("by:0 K flag:first_turn", setup_of("modern"))
    laws = keys.press("by:0 K flag:first_turn")
    assert (modern.points[0], laws.points[0]) == (30, 130)


def test_a_wrong_count_takes_the_bonus_unless_the_hand_was_right(keys: Keys) -> None:
    wrong = keys.press("by:0 K flag:wrong_count")
    right = keys.press("by:0 K flag:wrong_count flag:agreed_correct")
    assert (wrong.points[0], right.points[0]) == (30, 130)


def test_flags_fill_their_fields(keys: Keys) -> None:
    assert keys.press("by:0 K flag:concealed").fields["concealed"] == "yes"


def test_points_count_wilds_as_the_laws_do(keys: Keys) -> None:
    pressed = keys.press("end:stock Q QS JK S J K card:1 A 2")
    assert pressed.points[0] == 50 + 10 + 100 + 30 + 60


def test_points_in_hand_are_taken_away(keys: Keys) -> None:
    assert keys.press("end:stock in_hand K QS 2 JK").points[0] == -10 - 100 - 20 - 200


def test_fewer_cards_than_were_dealt_are_reported(keys: Keys) -> None:
    pressed = keys.press("by:0 K next in_hand A")
    assert pressed.doubts == [
        "Fewer than 13 cards: Ann.",
        "13 were dealt, Bob has 1.",
    ]


def test_several_hands_with_fewer_cards_share_a_line_and_the_open_one_keeps_its_own(
    keys: Keys,
) -> None:
    presses = "by:0 K next in_hand A next in_hand 7 next in_hand 9"
    four = setup_of(players=4)
    shared = "Fewer than 13 cards: Ann, Bob, Cal."
    assert keys.press(presses, four).doubts == [shared, "13 were dealt, Dot has 1."]
    back = keys.press(f"{presses} seat:0", four)
    assert back.doubts == [
        "Fewer than 13 cards: Bob, Cal, Dot.",
        "13 were dealt, Ann has 3.",
    ]


def test_impossible_totals_are_reported(keys: Keys) -> None:
    pressed = keys.press("by:0 mode:totals d:1 d:1 d:2")
    assert pressed.doubts == ["112 is not a multiple of five: Ann."]
    assert pressed.fields["hand0-melded_points"] == "112"
    assert pressed.fields["hand0-in_hand_points"] == "0"


def test_a_quick_count_is_sent_as_totals(keys: Keys) -> None:
    ten = "q:melded:10:1 " * 3
    pressed = keys.press(f"end:stock mode:quick {ten}q:melded:100:1 q:in_hand:20:1")
    assert pressed.fields["hand0-melded_points"] == "130"
    assert pressed.fields["hand0-in_hand_points"] == "20"


def test_the_rest_of_the_pack_balances_it(keys: Keys) -> None:
    deal = "by:0 S A A next in_hand A K next in_hand J 7 left:{}"
    assert keys.press(deal.format(87)).doubts[2:] == []
    assert keys.press(deal.format(85)).doubts[2:] == ["2 cards of the 105 missing."]
    assert keys.press(deal.format(88)).doubts[2:] == ["1 card more than the 105 of the pack."]


def test_a_table_without_the_joker_has_none(keys: Keys) -> None:
    pressed = keys.press("by:0 K JK", setup_of(joker_in_pack=False))
    assert pressed.reason == "The Joker is not in play here."


def test_an_ace_lies_at_one_end_where_the_table_says_so(keys: Keys) -> None:
    pressed = keys.press("by:0 S A A", setup_of(ace_both_ends=False))
    assert pressed.reason == "An ace lies at one end of a run only."


FIELDS = {
    "ending": "out",
    "by": "1",
    "concealed": "yes",
    "hand0-melds": "9C TC JC\n4H 4S 4C",
    "hand0-in_hand": "AS 7D 2H QD",
    "hand1-melds": "KH KD 2C=KS\n5S 6S JK=7S 8S\nAD 2D 3D 4D\n2H=QH QD QS",
    "hand2-melded_points": "40",
    "hand2-in_hand_points": "95",
}


def test_a_deal_to_correct_is_sent_as_it_was(keys: Keys) -> None:
    pressed = keys.press("", fields=FIELDS)
    # Runs are written by their ends.
    assert pressed.fields == FIELDS | {
        "hand0-melds": "9C-JC\n4H 4S 4C",
        "hand1-melds": "KH KD 2C=KS\n5S 6S JK=7S 8S\nAD-4D\n2H=QH QD QS",
    }


SUITLESS_FIELDS = {
    "ending": "stock",
    "hand0-melds": "K KS K\n2=Q JK=QS Q\n2=2 2D=2 2=2\n3H 2=4H 5H",
    "hand0-in_hand": "A 2 2C Q QS JK T TD",
}


def test_a_suit_comes_back_exactly_where_it_was_given(keys: Keys) -> None:
    assert keys.press("", fields=SUITLESS_FIELDS).fields == SUITLESS_FIELDS


def test_twos_of_contract_come_back_by_their_colour_or_suit(keys: Keys) -> None:
    fields = {
        "ending": "out",
        "by": "0",
        "hand0-melds": "2R 2R 2B=2\nK 2B=K JK=K",
        "hand1-in_hand": "2B 2R 2S 2H Q",
    }
    pressed = keys.press("", setup_of("contract"), fields=fields)
    assert pressed.fields == fields
    assert pressed.points[1] == 60


@pytest.mark.parametrize(
    ("variant", "text"), [("contract", "K K 2"), ("laws", "K K 2b"), ("laws", "2=K K K=Q")]
)
def test_a_two_is_named_as_the_game_tells_twos_apart(keys: Keys, variant: str, text: str) -> None:
    added = f"add:{json.dumps({'melds': [text]})}"
    pressed = keys.press_all([["by:0", added]], setup_of(variant))[0]
    assert pressed.refusals
    assert not pressed.melds


def test_a_run_may_be_corrected_to_the_suit_of_a_card_in_hand_without_one(keys: Keys) -> None:
    typed = {
        "ending": "out",
        "by": "2",
        "hand0-melds": "9S-KS",
        "hand0-in_hand": "J",
        "hand1-melds": "TH-QH",
        "hand1-in_hand": "4 4",
        "hand2-melds": "555",
    }
    setup = setup_of()
    shown = type_deal(setup, write_deal(send(setup, typed), setup.players))
    pressed = keys.press("seat:0 x:0 D 9 K seat:1 x:0 D T Q", fields=shown)
    assert not pressed.refusals
    assert all("13" in doubt for doubt in pressed.doubts)  # none says that no jack is left
    assert pressed.fields["hand0-melds"] == "9D-KD"
    assert pressed.fields["hand0-in_hand"] == "J"


def test_what_was_typed_comes_back_as_one_press(keys: Keys) -> None:
    load = 'load:{"ending":"stock","hand0-melds":"KKK2","hand0-in_hand":"A*"}'
    pressed = keys.press(f"by:1 K {load}")
    assert pressed.fields["hand0-melds"] == "K K K 2"
    assert pressed.fields["hand0-in_hand"] == "A JK"
    assert "by" not in pressed.fields


def test_what_the_keys_cannot_show_is_refused(keys: Keys) -> None:
    pressed = keys.press('load:{"hand0-melds":"8s9d"}')
    assert pressed.reason == "The keys cannot show what is typed."


# --- cards that were entered for the wrong player -------------------------------------------------

WRONG = "by:0 K K 2 S 8 J law:17 next 5 in_hand A 7 next 6 in_hand 9"


def test_two_hands_change_places_and_who_went_out_follows_the_cards(keys: Keys) -> None:
    fields = keys.press(f"{WRONG} seat:0 give:1").fields
    assert fields["hand1-melds"].splitlines() == ["K K K 2", "8S-JS"]
    assert (fields["hand0-melds"], fields["hand0-in_hand"]) == ("5 5 5", "A 7")
    assert fields["by"] == "1"
    assert "hand1-in_hand" not in fields


def test_a_penalty_stays_with_whom_it_was_given_to(keys: Keys) -> None:
    fields = keys.press(f"{WRONG} seat:0 give:1").fields
    assert fields["hand0-law17"] == "1"
    assert "hand1-law17" not in fields


def test_who_went_out_stays_if_that_was_put_right_before(keys: Keys) -> None:
    fields = keys.press(f"{WRONG} by:1 seat:0 give:1").fields
    assert fields["by"] == "1"
    assert fields["hand1-melds"].splitlines() == ["K K K 2", "8S-JS"]
    assert fields["hand0-in_hand"] == "A 7"


def test_hands_of_others_change_places_and_leave_who_went_out_alone(keys: Keys) -> None:
    fields = keys.press(f"{WRONG} seat:1 give:2").fields
    assert fields["by"] == "0"
    assert (fields["hand1-in_hand"], fields["hand2-in_hand"]) == ("9", "A 7")


def test_the_first_hand_given_away_is_the_hand_of_who_went_out(keys: Keys) -> None:
    pressed = keys.press("by:0 K K 2 give:1")
    assert pressed.fields["by"] == "1"
    assert (pressed.state["seat"], pressed.state["seen"]) == (1, [])
    assert keys.press("by:0 K K 2 give:1 next").state["seat"] == 2


def test_totals_change_places_too(keys: Keys) -> None:
    presses = "by:0 mode:totals d:2 d:40 next d:8 in_hand d:9 d:0 seat:0 give:1"
    fields = keys.press(presses).fields
    assert fields["by"] == "1"
    assert (fields["hand1-melded_points"], fields["hand1-in_hand_points"]) == ("240", "0")
    assert (fields["hand0-melded_points"], fields["hand0-in_hand_points"]) == ("8", "90")


def test_what_belongs_to_the_cards_goes_with_them(keys: Keys) -> None:
    fields = keys.press("by:0 K next 5 fact:took_pile seat:1 give:2").fields
    assert fields["hand2-took_pile"] == "yes"
    assert "hand1-took_pile" not in fields


def test_cards_given_back_make_the_deal_as_it_was(keys: Keys) -> None:
    assert keys.press(f"{WRONG} give:0 give:2").fields == keys.press(WRONG).fields


def test_no_cards_are_given_to_who_sits_out(keys: Keys) -> None:
    pressed = keys.press("by:0 K next mode:away seat:0 give:1")
    assert pressed.reason == "Bob sits this deal out."


def test_in_gin_the_knock_follows_the_hand_that_may_knock(keys: Keys) -> None:
    gin = setup_of("gin150", players=2)
    knock, loose = "S 4 5 6 C 9 D 9 H 9 D J Q K H 4", "C 8 H 8 D 8 C A 2 3 S 7 9 H T 2"
    wrong = keys.press(f"D 7 by:0 {knock} next {loose} seat:0 give:1", gin).fields
    assert wrong["by"] == "1"
    assert wrong["hand1-cards"].startswith("4S 5S 6S")
    other = keys.press(f"D 7 by:0 {loose} next {knock} seat:0 give:1", gin).fields
    assert other["by"] == "0"
    assert other["hand0-cards"].startswith("4S 5S 6S")


def test_in_gin_the_cards_laid_off_go_with_their_hand(keys: Keys) -> None:
    typed = {"upcard": "7D", "ending": "knock", "by": "0", "hand1-lay_offs": "-"}
    cards = {"hand0-cards": "4S 5S 6S 9C 9D 9H JD QD KD 4H", "hand1-deadwood_points": "40"}
    gin = setup_of("gin150", players=2)
    fields = keys.press("seat:0 give:1", gin, fields={**typed, **cards}).fields
    assert (fields["by"], fields["hand0-lay_offs"]) == ("1", "-")
    assert "hand1-lay_offs" not in fields
