"""Every rule of the keys: what a press makes, and what it refuses and why."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Screens
from tests.browser.pad_keys import Keys, setup_of

CONTRACT = setup_of("contract")
GIN = setup_of("gin150", 2)


@pytest.fixture(scope="module")
def keys(chromium: Browser, address: str) -> Iterator[Keys]:
    """The grammar on a page of the site."""
    page = Screens(chromium, address).open(360)
    yield Keys.on(page)
    page.context.close()


MELDS = {
    "a rank key is a set of three": ("K", ["K K K"]),
    "the same key again makes four": ("K K", ["K K K K"]),
    "a third press is another set of that rank": ("K K K", ["K K K K", "K K K"]),
    "New begins another set of that rank": ("K new K", ["K K K", "K K K"]),
    "a long press is another set of that rank": ("K new:K", ["K K K", "K K K"]),
    "a run is a suit and two ends": ("S 8 K", ["8S-KS"]),
    "the ends of a run may come in either order": ("S K 8", ["8S-KS"]),
    "an ace before its run is low": ("H A 4", ["AH-4H"]),
    "an ace after its run is high": ("H J A", ["JH-AH"]),
    "from ace to ace is all fourteen": ("D A A", ["AD-AD"]),
    "an ace and a king span thirteen": ("D A K", ["AD-KD"]),
    "another suit before the first end takes its place": ("S H 3 5", ["3H-5H"]),
    "a run may begin with the two": ("C 2 5", ["2C-5C"]),
    "two after a set makes one of it a deuce": ("K 2", ["K K 2"]),
    "two twice makes two deuces": ("K K 2 2", ["K K 2 2"]),
    "the Joker after a set makes one of it the Joker": ("K JK", ["K K JK"]),
    "deuces that leave one natural card are named": ("3 2 2", ["3 2=3D 2=3H"]),
    "a set may grow after its deuce": ("K 2 K", ["K K 2 K"]),
    "a tap makes a card of a run a deuce": ("S 8 K card:2", ["8S 9S 2=TS JS QS KS"]),
    "a second tap makes it the Joker": ("S 8 J card:2 card:2", ["8S 9S JK=TS JS"]),
    "a third tap makes it natural again": ("S 8 J card:2 card:2 card:2", ["8S-JS"]),
    "two and a rank make a card of a run a deuce": ("S 8 J 2 T", ["8S 9S 2=TS JS"]),
    "the Joker and a rank make a card of a run the Joker": ("S 8 J JK 8", ["JK=8S 9S TS JS"]),
    "the two of a run may be the Joker": ("S A 3 card:1", ["AS JK=2S 3S"]),
    "a two in a run with a wild lies as a two": ("S A 4 card:3", ["AS 2S=2S 3S 2=4S"]),
    "two with no meld before is a set of twos": ("2", ["2=2C 2=2D 2=2H"]),
    "the queen of spades marks a queen": ("Q QS", ["QS Q Q"]),
    "the queen of spades again marks two": ("Q QS QS", ["QS QS Q"]),
    "the queen of spades alone begins a set of queens": ("QS", ["QS Q Q"]),
    "the cross removes a line": ("K 5 x:0", ["5 5 5"]),
    "a line that is opened can be changed": ("K 5 line:0 2", ["K K 2", "5 5 5"]),
    "a set whose naturals are used up has a deuce": (
        "K K K new K",
        ["K K K K", "K K K", "K 2=KD 2=KH"],
    ),
    "the text line takes notation and shorthand": (
        "t:KKK2,8s-Ks,5555,8H/9H/2D=TH".replace("/", " "),
        ["K K K 2", "8S-KS", "5 5 5 5", "8H 9H 2D=TH"],
    ),
}


@pytest.mark.parametrize("rule", MELDS)
def test_the_keys_make_melds(keys: Keys, rule: str) -> None:
    presses, melds = MELDS[rule]
    sent = ["by:0", *(presses.split(" ") if not presses.startswith("t:") else [presses])]
    pressed = keys.press_all([sent], setup_of())[0]
    assert pressed.melds == melds
    assert not pressed.refusals


REFUSALS = {
    "round the corner": ("S K 2 x:0 S K A", "A run has 3 cards or more."),
    "a run of two": ("S 8 9", "A run has 3 cards or more."),
    "a ninth deuce": ("2 2 2 2 in_hand 2 2", "All eight deuces are used: Ann’s twos."),
    "a second Joker": ("K JK 5 JK", "The Joker is used: Ann’s kings."),
    "a third queen of spades": (
        "S J K S T Q in_hand QS",
        "Both queens of spades are used: Ann’s run.",
    ),
    "a ninth of a rank": (
        "K K K K next in_hand K",
        "All eight kings are used: Ann’s kings.",
    ),
    "a Joker before its meld": ("JK", "The meld first, then its wild cards."),
    "a Joker as the end of a run": ("S JK", "A run goes from rank to rank; its Joker comes after."),
    "a rank that is not in the run": ("S 8 J 2 5", "This run has no five."),
    "a suit in hand": ("next in_hand S", "Cards in hand need no suit; Q♠ has a key."),
    "cards in hand of who went out": ("in_hand", "Ann went out and holds no card."),
    "a wild in a set of wilds": ("K 2 2 2 2", "Every card of these kings is wild already."),
    "text that is no meld": ("t:8s9d", "“8s9d” is neither a set nor a run."),
}


@pytest.mark.parametrize("what", REFUSALS)
def test_the_keys_refuse_with_a_reason(keys: Keys, what: str) -> None:
    presses, reason = REFUSALS[what]
    pressed = keys.press(f"by:0 {presses}", setup_of(players=2))
    assert pressed.refusals
    assert pressed.reason == reason


def test_a_press_that_is_refused_changes_nothing(keys: Keys) -> None:
    before, after = keys.press("by:0 K JK"), keys.press("by:0 K JK new 5 JK")
    assert after.melds == [*before.melds, "5 5 5"]


def test_the_reason_tells_where_the_cards_are(keys: Keys) -> None:
    pressed = keys.press("by:0 S J K next Q QS next in_hand QS")
    assert pressed.reason == "Both queens of spades are used: Ann’s run, Bob’s queens."
    assert pressed.state["refused"]["at"] == {"seat": 0, "line": 0}


def test_a_third_eight_of_hearts_can_only_be_a_deuce(keys: Keys) -> None:
    pressed = keys.press("by:0 H 6 8 H 8 T H 7 9")
    assert pressed.melds[2] == "7H 2=8H 9H"
    assert pressed.doubts == ["No eight of hearts is left: a deuce stands there."]


def test_a_wild_that_the_pad_laid_is_agreed_to_by_one_tap(keys: Keys) -> None:
    pressed = keys.press("by:0 H 6 8 H 8 T H 7 9 card:1")
    assert (pressed.melds[2], pressed.doubts) == ("7H 2=8H 9H", [])


def test_in_hand_a_card_is_one_tap(keys: Keys) -> None:
    pressed = keys.press("by:0 next in_hand A 7 2 QS JK")
    assert pressed.fields["hand1-in_hand"] == "A 7 2 QS JK"


def test_tapping_a_card_in_hand_takes_it_out(keys: Keys) -> None:
    assert keys.press("by:0 next in_hand A 7 2 drop:1").fields["hand1-in_hand"] == "A 2"


def test_who_went_out_has_nothing_in_hand(keys: Keys) -> None:
    pressed = keys.press("end:stock in_hand K by:0")
    assert "hand0-in_hand" not in pressed.fields
    assert (pressed.fields["by"], pressed.fields["ending"]) == ("0", "out")


def test_the_stock_ran_out_names_nobody(keys: Keys) -> None:
    pressed = keys.press("end:stock K")
    assert pressed.fields["ending"] == "stock"
    assert "by" not in pressed.fields


def test_entry_begins_with_who_went_out(keys: Keys) -> None:
    assert keys.press("by:1").state["seat"] == 1


def test_next_goes_round_the_table(keys: Keys) -> None:
    seats = [keys.press("by:1" + " next" * times).state["seat"] for times in range(3)]
    assert seats == [1, 2, 0]


def test_after_the_last_player_there_is_no_next(keys: Keys) -> None:
    assert keys.press("by:0 next next next").reason == "Everybody is entered."


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


def test_fewer_cards_than_were_dealt_is_said(keys: Keys) -> None:
    pressed = keys.press("by:0 K next in_hand A")
    assert pressed.doubts == [
        "Ann shows 3 cards and was dealt 13.",
        "1 card so far. Bob was dealt 13.",
    ]


def test_totals_that_cannot_be_are_said(keys: Keys) -> None:
    pressed = keys.press("by:0 mode:totals n:melded_points:112")
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


def test_in_contract_black_twos_are_wild_and_red_ones_are_fives(keys: Keys) -> None:
    pressed = keys.press("by:0 next 2R 2B", CONTRACT)
    assert (pressed.fields["hand1-in_hand"], pressed.points[1]) == ("2R 2B", 25)


def test_in_contract_a_set_grows_without_end(keys: Keys) -> None:
    assert keys.press("by:0 melded 8 8 8 8", CONTRACT).melds == ["8 8 8 8 8 8"]


def test_in_contract_a_run_has_four(keys: Keys) -> None:
    pressed = keys.press("by:0 melded S 4 6", CONTRACT)
    assert pressed.reason == "A run has 4 cards or more."


def test_in_contract_a_run_cannot_begin_with_an_ace(keys: Keys) -> None:
    pressed = keys.press("by:0 melded S A 4", CONTRACT)
    assert pressed.reason == "Aces are high: a run cannot begin with one."


def test_in_contract_a_black_two_stands_in_a_run(keys: Keys) -> None:
    assert keys.press("by:0 melded S 4 7 2B 5", CONTRACT).melds == ["4S 2B=5S 6S 7S"]


def test_in_contract_the_red_two_is_a_card_of_a_run(keys: Keys) -> None:
    assert keys.press("by:0 melded H 2R 5 card:3", CONTRACT).melds == ["2H 3H 4H 2B=5H"]


def test_in_gin_the_upcard_comes_first(keys: Keys) -> None:
    assert keys.press("D 7", GIN).fields["upcard"] == "7D"


def test_in_gin_a_suit_stays_chosen(keys: Keys) -> None:
    pressed = keys.press("D 7 by:0 S 4 5 6 H 9", GIN)
    assert pressed.fields["hand0-cards"] == "4S 5S 6S 9H"


def test_in_gin_a_card_is_used_once(keys: Keys) -> None:
    pressed = keys.press("D 7 by:0 S 4 next 4", GIN)
    assert pressed.reason == "The four of spades is used: Ann’s hand."


def test_in_gin_the_upcard_may_be_in_a_hand(keys: Keys) -> None:
    assert keys.press("D 7 by:0 D 7", GIN).fields["hand0-cards"] == "7D"


def test_in_gin_the_defender_has_ten_cards(keys: Keys) -> None:
    pressed = keys.press("D 7 by:0 next S A 2 3 4 5 6 7 8 9 T J", GIN)
    assert pressed.reason == "Bob has 10 cards without J♠; tap one to take it out."


def test_in_gin_the_knocker_may_have_eleven(keys: Keys) -> None:
    pressed = keys.press("D 7 by:0 S A 2 3 4 5 6 7 8 9 T J", GIN)
    assert len(pressed.fields["hand0-cards"].split()) == 11
    assert not pressed.refusals


def test_in_gin_the_counts_alone_will_do(keys: Keys) -> None:
    pressed = keys.press("D 7 by:0 sums n:deadwood_points:4 next n:deadwood_points:28", GIN)
    assert pressed.fields["hand0-deadwood_points"] == "4"
    assert pressed.fields["hand1-deadwood_points"] == "28"


def test_in_gin_a_dead_deal_has_no_knocker(keys: Keys) -> None:
    pressed = keys.press("D 7 by:0 dead", GIN)
    assert pressed.fields == {"ending": "dead", "upcard": "7D"}


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
    # Runs are written by their ends; in a set with two naturals a wild needs no name.
    assert pressed.fields == FIELDS | {
        "hand0-melds": "9C-JC\n4H 4S 4C",
        "hand1-melds": "KH KD 2C\n5S 6S JK=7S 8S\nAD-4D\n2H QD QS",
    }


def test_what_was_typed_comes_back_as_one_press(keys: Keys) -> None:
    load = 'load:{"ending":"stock","hand0-melds":"KKK2","hand0-in_hand":"A*"}'
    pressed = keys.press(f"by:1 K {load}")
    assert pressed.fields["hand0-melds"] == "K K K 2"
    assert pressed.fields["hand0-in_hand"] == "A JK"
    assert "by" not in pressed.fields


def test_what_the_keys_cannot_show_is_refused(keys: Keys) -> None:
    pressed = keys.press('load:{"hand0-melds":"8s9d"}')
    assert pressed.reason == "The keys cannot show what is typed."
