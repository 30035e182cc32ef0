"""The keys of contract Oklahoma, of gin, and of a family without wild cards."""

from tests.browser.pad_keys import Keys, setup_of

CONTRACT = setup_of("contract")
GIN = setup_of("gin150", 2)
RUM = setup_of("rum500")


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


def test_in_gin_the_counts_alone_are_enough(keys: Keys) -> None:
    pressed = keys.press("D 7 by:0 sums d:4 next d:2 d:8", GIN)
    assert pressed.fields["hand0-deadwood_points"] == "4"
    assert pressed.fields["hand1-deadwood_points"] == "28"


def test_in_gin_a_dead_deal_has_no_knocker(keys: Keys) -> None:
    pressed = keys.press("D 7 by:0 dead", GIN)
    assert pressed.fields == {"ending": "dead", "upcard": "7D"}


def test_without_wilds_a_two_is_a_card_like_others(keys: Keys) -> None:
    pressed = keys.press("by:0 K 2 S 2 5", RUM)
    assert pressed.melds == ["K K K", "2 2 2", "2S-5S"]
    assert not pressed.refusals


def test_without_wilds_a_fourth_of_a_rank_completes_the_pack(keys: Keys) -> None:
    pressed = keys.press("by:0 2 2 2", RUM)
    assert pressed.reason == "All four twos are used: Ann’s twos."
    assert keys.press("by:0 2 2 card:0", RUM).reason == "This card cannot be wild."


def test_without_wilds_what_the_keys_write_is_read_again(keys: Keys) -> None:
    fields = keys.press("by:0 2 2 S 3 5 next in_hand 2 K", RUM).fields
    assert keys.press("left:9", RUM, fields=fields).fields == fields


def test_in_contract_what_is_typed_and_no_run_is_left_to_the_plain_form(keys: Keys) -> None:
    typed = {"ending": "out", "by": "0"}
    for run, is_run in {"4S-7S": True, "4S-6S": False, "AH-4H": False, "JH-AH": True}.items():
        shown = keys.show({**typed, "hand0-melds": run}, CONTRACT)
        assert (shown is not None) is is_run, run


def test_the_pack_has_so_many_queens_and_twos_of_a_colour(keys: Keys) -> None:
    queens = keys.press("by:0 next in_hand" + " Q" * 7)
    assert queens.reason == "All six other queens are used: Bob’s hand."
    twos = keys.press("by:0 next" + " 2R" * 5, CONTRACT)
    assert len(twos.fields["hand1-in_hand"].split()) == 4
    # A suit that was typed is one of the colour.
    held = {"ending": "out", "by": "0", "hand1-in_hand": "2S 2S 2C 2C"}
    assert keys.press("seat:1 2B", CONTRACT, fields=held).refusals


def test_a_meld_with_fewer_natural_cards_than_a_table_asks_is_doubted(keys: Keys) -> None:
    deal = {"ending": "out", "by": "0", "hand0-melds": "K 2 2"}
    alone = keys.press("by:0 2 2", setup_of(min_naturals=0)).doubts
    assert "Ann has a meld of wild cards alone." in alone
    words = "Ann has a meld with too few natural cards."
    for least, is_doubted in ((1, False), (2, True)):
        shown = keys.show(deal, setup_of(min_naturals=least))
        assert shown is not None
        assert (words in shown.doubts) is is_doubted
