"""Reading melds: which cards are a set or a run, and what each wild stands for."""

import pytest

from scorekeeper.rules.melds import MeldKind, meld_kinds
from scorekeeper.rules.variants.contract.deal import meld_rules as contract_rules
from scorekeeper.rules.variants.oklahoma.facts import meld_rules as oklahoma_rules
from scorekeeper.rules.variants.oklahoma_gin.facts import MELD_RULES as GIN
from tests.rules.read_melds import CONTRACT, LAWS, fault, laid, read, spelled

# --- what a reading says ------------------------------------------------------------------------


def test_cards_of_a_run_may_come_in_any_order() -> None:
    assert spelled(read("7H 5H 6H")) == "5H 6H 7H"


def test_a_run_is_spelled_with_what_its_wild_stands_for() -> None:
    assert spelled(read("8H 2D 6H")) == "6H 2D=7H 8H"


def test_an_ace_lies_low_beside_a_two() -> None:
    assert spelled(read("3H AH JK=2H")) == "AH JK=2H 3H"


def test_an_ace_lies_high_beside_a_king() -> None:
    assert spelled(read("AH QH KH")) == "QH KH AH"


def test_two_aces_lie_at_both_ends() -> None:
    cards = [f"{letter}S" for letter in "A3456789TJQKA"]
    assert len(read(" ".join([*cards, "2D=2S"])).cards) == 14


def test_a_plain_deuce_reads_as_the_two_of_its_suit() -> None:
    assert spelled(read("3H 2H AH")) == "AH 2H=2H 3H"


def test_a_plain_deuce_away_from_its_place_is_wild() -> None:
    assert spelled(read("7H 2H 9H")) == "7H 2H=8H 9H"


def test_a_deuce_in_its_own_place_counts_as_natural() -> None:
    assert read("AH 2H 3H").naturals == 3


def test_a_deuce_of_another_suit_is_never_natural() -> None:
    assert read("AH 2D=2H 3H").naturals == 2


def test_a_wild_in_a_set_stands_for_its_rank() -> None:
    assert spelled(read("KH KD 2S")) == "KH KD 2S=K"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("K K K", "K K K"),
        ("KS K 2", "KS K 2=K"),
        ("JK=K 2=K 2D=K", "JK=K 2=K 2D=K"),
        ("7H 5H 2=6H", "5H 2=6H 7H"),
        ("AH 2 3H", "AH 2=2H 3H"),
        ("2=2 2D 2", "2=2 2D=2 2=2"),
    ],
)
def test_what_has_no_suit_is_shown_without_one(text: str, shown: str) -> None:
    assert spelled(read(text)) == shown


def test_a_deuce_without_a_suit_is_never_natural() -> None:
    assert read("AH 2 3H").naturals == 2


def test_a_red_two_without_a_suit_is_natural_in_contract() -> None:
    assert read("2R 2R 2B", CONTRACT).naturals == 2


def test_a_meld_of_wilds_alone_is_recognised() -> None:
    assert read("2H=KH 2D=KD JK=KS").all_wild


def test_a_run_of_wilds_alone_is_recognised() -> None:
    assert read("JK=6H 2D=7H 2C=8H").all_wild


def test_a_run_with_one_natural_is_not_all_wild() -> None:
    assert not read("6H 2D=7H 2C=8H").all_wild


def test_a_king_beside_wilds_is_not_all_wild() -> None:
    assert not read("KH KD JK").all_wild


def test_a_deuce_that_could_be_a_king_or_an_ace_must_be_named() -> None:
    assert fault("KH 2D JK").code == "wild_undeclared"


def test_cards_can_be_set_and_run_at_once() -> None:
    kinds = meld_kinds(laid("7H JK 2S 2C"), CONTRACT)
    assert kinds == {MeldKind.SET, MeldKind.RUN}


def test_cards_that_are_no_meld_have_no_kind() -> None:
    assert meld_kinds(laid("7H 9D JS"), LAWS) == frozenset()


# --- faults --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "meld_too_short"),
        ("KH KD", "meld_too_short"),
        ("KH KD 9S", "not_a_meld"),
        ("5H 6H 8H", "not_a_meld"),
        ("5H 5H 6H", "not_a_meld"),
        ("5H 6D 7H", "not_a_meld"),
        ("KH KD KC KS KH", "set_too_long"),
        ("KH KD KC KS 2D", "set_too_long"),
        ("KH=QH KD KC", "bad_card"),
        ("KH AH 2H=2H", "round_the_corner"),
        ("QH KH AH 2H=2H 3H", "round_the_corner"),
        ("JH QH KH 2D", "wild_undeclared"),
        ("6H 7H 2D", "wild_undeclared"),
        ("2H 2D JK", "wild_undeclared"),
    ],
)
def test_a_wrong_meld_under_the_laws_is_reported_by_its_code(text: str, code: str) -> None:
    assert fault(text).code == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("5H 6 7H", "suit_needed"),
        ("5 6 7", "suit_needed"),
        ("5H 6H JK=7", "suit_needed"),
        ("5H 6D 7", "not_a_meld"),
        ("5H 6 8H", "not_a_meld"),
        ("K K K K K", "set_too_long"),
        ("K A 2=2", "round_the_corner"),
        ("K K=Q K", "bad_card"),
    ],
)
def test_a_run_needs_the_suit_of_each_card(text: str, code: str) -> None:
    assert fault(text).code == code


@pytest.mark.parametrize(
    ("text", "code"),
    [("2R 3H 4H 5H", "suit_needed"), ("2R 3S 4S 5S", "not_a_meld"), ("5 6 7", "run_too_short")],
)
def test_a_two_of_a_colour_fits_into_a_run_of_that_colour(text: str, code: str) -> None:
    assert fault(text, contract_rules(ace="both", min_naturals=0)).code == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("5H 6H 7H", "run_too_short"),
        ("AH 2H 3H 4H", "ace_low_not_allowed"),
        ("AH 2H 3H", "ace_low_not_allowed"),
        ("KH AH 2H 3H", "round_the_corner"),
        ("4H 2D 6H 7H", "not_a_meld"),
        ("4H 2D=5H 6H 7H", "bad_card"),
    ],
)
def test_a_wrong_meld_in_contract_is_reported_by_its_code(text: str, code: str) -> None:
    assert fault(text, CONTRACT).code == code


def test_gin_has_no_high_ace() -> None:
    assert fault("QH KH AH", GIN).code == "ace_high_not_allowed"


def test_gin_has_no_wild_two() -> None:
    assert fault("KH KD 2S", GIN).code == "not_a_meld"


def test_a_long_set_is_reported_in_words_with_its_law() -> None:
    text = "KH KD KC KS KH is five kings; four close the set (Law 7)"
    assert fault("KH KD KC KS KH").text == text


def test_an_undeclared_wild_lists_the_readings() -> None:
    text = fault("JH QH KH 2D").text
    assert "JH QH KH 2D=AH (50 points)" in text
    assert "2D=TH JH QH KH (40 points)" in text


def test_a_set_of_three_deuces_is_among_the_readings() -> None:
    text = fault("2S 2D 2C").text
    assert "2S=2 2D=2 2C=2 (15 points) or 2D=AS 2S=2S 2C=3S (30 points)" in text


def test_many_readings_are_cut_short() -> None:
    assert fault("9H 2D 2C 2S 2D JK").text.endswith("…")


def test_too_few_naturals_says_how_many_are_needed() -> None:
    rules = oklahoma_rules(ace_both_ends=True, min_naturals=2)
    assert "2 natural" in fault("KH 2D 2S", rules).text


def test_naturals_are_counted_in_the_reading_that_has_most() -> None:
    rules = contract_rules(ace="high", min_naturals=2)
    assert read("3S 2S JK JK", rules).naturals == 2
