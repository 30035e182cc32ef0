"""One hand by itself: arranged and judged by the upcard, or counted, as its family says."""

import re
from html import unescape
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

import pytest

from scorekeeper.rules.variants import VARIANTS
from scorekeeper.web.reference import hand_options
from tests.web.phone import Phone, Seen

TEN = "4S 5S 6S 9C 9D 9H JD QD KD 4H"
"""Three melds and the four of hearts."""


def ask(phone: Phone, variant: str, **given: Any) -> Seen:
    query = urlencode({"variant": variant, **given}, doseq=True)
    return phone.open(f"/hand?{query}")


def ticked(page: str) -> set[str]:
    return set(re.findall(r'name="card" value="(\w+)" checked', page))


def sums(page: str) -> list[str]:
    return re.findall(r'class="sum[^"]*">([+−\d]+)<', page)


# --- gin ---


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_empty_hand_is_only_a_form(phone: Phone, variant: str) -> None:
    answer = ask(phone, variant)
    assert answer.status == HTTPStatus.OK
    assert sums(answer.text) == []
    assert "Not counted yet" not in answer.text


def test_ten_cards_are_arranged_with_the_least_deadwood(phone: Phone) -> None:
    page = ask(phone, "gin150", card=TEN.split()).text
    assert sums(page) == ["4"]


def test_the_upcard_allows_the_knock(phone: Phone) -> None:
    page = ask(phone, "gin150", card=TEN.split(), upcard="7D").text
    assert "Knock with 4: the seven of diamonds allows 7." in page


def test_the_upcard_forbids_the_knock(phone: Phone) -> None:
    page = ask(phone, "gin150", card=TEN.split(), upcard="3C").text
    assert "No knock with 4: the three of clubs allows 3." in page


def test_an_ace_allows_gin_only(phone: Phone) -> None:
    page = ask(phone, "gin150", card=TEN.split(), upcard="AS").text
    assert "No knock with 4: the ace of spades allows gin only." in page


def test_an_ace_allows_one_point_where_the_house_says_so(phone: Phone) -> None:
    one = {"options-ace_upcard": "one"}
    page = ask(phone, "gin150", card=TEN.replace("4H", "AH").split(), upcard="AS", **one).text
    assert "Knock with 1: the ace of spades allows 1." in page


def test_a_hand_without_deadwood_is_gin(phone: Phone) -> None:
    page = ask(phone, "gin150", card=TEN.replace("4H", "7S").split(), upcard="AS").text
    assert "Gin: no deadwood at all." in page


def test_eleven_cards_list_every_discard_the_best_first(phone: Phone) -> None:
    left = [int(text) for text in sums(ask(phone, "gin150", card=[*TEN.split(), "2C"]).text)]
    assert len(left) == 11
    assert left == sorted(left)
    assert left[0] == 2


def test_eleven_melded_cards_are_gin_in_print(phone: Phone) -> None:
    page = ask(phone, "gin150", card=TEN.replace("4H", "7S TD").split()).text
    assert "Gin: all eleven are melded." in page


def test_cards_that_are_typed_in_the_line_are_ticked(phone: Phone) -> None:
    page = ask(phone, "gin150", said="4♠, 5s,6S 9C 9D 9H jd QD KD 4♥").text
    assert sums(page) == ["4"]
    assert ticked(page) == set(TEN.split())


def test_what_is_no_card_of_the_pack_is_no_part_of_a_hand(phone: Phone) -> None:
    page = ask(phone, "gin150", card=[*TEN.split(), "ZZ", "JK", "4S"]).text
    assert sums(page) == ["4"]


def test_a_hand_of_nine_says_what_is_missing(phone: Phone) -> None:
    page = ask(phone, "gin150", card=TEN[3:].split()).text
    assert "9 cards so far" in page
    assert sums(page) == []


SPOKEN = "four five six of spades three nines but the spade jack queen king of diamonds"
"""The three melds of the hand above."""


def line_of(page: str) -> str:
    """Return what stands in the line for cards that are said."""
    found = re.search(r'<input[^>]* name="said"[^>]*>', page)
    assert found is not None
    value = re.search(r'value="([^"]*)"', found[0])
    return value[1] if value else ""


def test_a_hand_that_is_said_is_ticked_and_arranged(phone: Phone) -> None:
    page = ask(phone, "gin150", said=f"{SPOKEN} four of hearts").text
    assert ticked(page) == set(TEN.split())
    assert sums(page) == ["4"]
    assert line_of(page) == ""


def test_melds_and_deadwood_that_are_said_are_one_hand(phone: Phone) -> None:
    page = ask(phone, "gin150", said=f"{SPOKEN} left with the four of hearts").text
    assert sums(page) == ["4"]


def test_cards_that_are_said_come_to_those_ticked(phone: Phone) -> None:
    page = ask(phone, "gin150", said=SPOKEN, card=["JD", "QD", "KD", "4H"]).text
    assert ticked(page) == set(TEN.split())


def test_words_that_are_no_cards_stay_in_the_line(phone: Phone) -> None:
    page = ask(phone, "gin150", said=f"{SPOKEN} bananas").text
    assert "Not understood: bananas." in page
    assert line_of(page) == "bananas"
    assert ticked(page) == set(TEN.split()[:-1])
    assert "cards so far" not in page


def test_of_several_readings_the_chosen_one_is_ticked(phone: Phone) -> None:
    page = ask(phone, "gin150", said="three nines").text
    assert ticked(page) == set()
    assert "Choose what was meant" in page
    assert line_of(page) == "three nines"
    last = re.findall(r'name="said0" value="(\d)"', page)[-1]
    chosen = ask(phone, "gin150", said="three nines", said0=last).text
    assert len(ticked(chosen)) == 3
    assert line_of(chosen) == ""


def test_a_count_that_is_said_is_no_hand(phone: Phone) -> None:
    page = ask(phone, "gin150", said="twenty five points").text
    assert "25 is a count; the cards are needed" in page


def test_an_upcard_that_is_not_in_the_pack_is_asked_for_again(phone: Phone) -> None:
    assert "Choose the upcard" in ask(phone, "gin150", card=TEN.split(), upcard="JK").text


# --- melds and cards in hand ---


def test_melds_and_cards_in_hand_are_added_up(phone: Phone) -> None:
    # Three kings and a deuce 40, eight to king of spades 50 and 50; 100 for the queen, 5 and 5.
    page = ask(phone, "laws", melds="KKK2\r\n8S-KS", in_hand="5 6 QS").text
    assert sums(page) == ["+30"]
    assert [suit for suit in ("hearts", "diamonds", "clubs") if f"of {suit}<" in page] == []


def test_the_queen_of_spades_alone_in_hand_counts_below_zero(phone: Phone) -> None:
    assert sums(ask(phone, "laws", in_hand="QS").text) == ["−100"]


def test_a_house_rule_changes_the_count(phone: Phone) -> None:
    assert sums(ask(phone, "laws", in_hand="KH").text) == ["−10"]
    twenty = {"options-high_unmelded": "20"}
    assert sums(ask(phone, "laws", in_hand="KH", **twenty).text) == ["−20"]


def test_a_line_leads_to_its_law(phone: Phone) -> None:
    assert 'href="/rules/laws#law-12"' in ask(phone, "laws", in_hand="QS").text


def test_a_line_that_is_no_meld_is_reported(phone: Phone) -> None:
    page = ask(phone, "laws", melds="KKK\r\n\r\nKH KD 4C").text
    assert "Line 3: KH KD 4C is neither a set nor a run" in page
    assert sums(page) == []


@pytest.mark.parametrize("typed", ["K  k 4", "2= 8H 9H", "kkkkk"])
def test_a_problem_quotes_a_meld_as_it_was_typed(phone: Phone, typed: str) -> None:
    page = ask(phone, "laws", melds=typed).text
    shown = "“2=”" if "=" in typed else " ".join(typed.split())
    assert f"Line 1: {shown} is" in unescape(page)


def test_a_wild_that_could_be_worth_more_is_asked_for(phone: Phone) -> None:
    assert "say what each wild stands for" in ask(phone, "laws", melds="JH QH KH 2D").text


def test_a_third_queen_of_spades_is_one_too_many(phone: Phone) -> None:
    assert "QS stands 3 times" in ask(phone, "laws", in_hand="QS QS QS").text


def test_a_joker_that_is_not_in_the_pack_is_reported(phone: Phone) -> None:
    none = {"options-joker_in_pack": "no"}
    assert "The Joker is not in play here" in ask(phone, "laws", in_hand="*", **none).text


def test_a_word_that_is_no_card_is_reported_beside_its_field(phone: Phone) -> None:
    page = ask(phone, "laws", in_hand="KH pear").text
    assert re.search(r'id="in_hand-problem">\s*<p class="problem">.*pear', page)


def test_a_meld_of_wilds_is_counted_with_a_word(phone: Phone) -> None:
    page = ask(phone, "laws", melds="2H=5H 2D=5D 2C=5C").text
    assert "Every card of this meld is wild" in page
    assert sums(page) == ["+15"]


def test_contract_counts_cards_in_hand_alone(phone: Phone) -> None:
    page = ask(phone, "contract", melds="KKK", in_hand="A 9 2b 2r").text
    assert sums(page) == ["45"]


def test_contract_checks_its_melds(phone: Phone) -> None:
    assert "a run has 4 cards or more" in ask(phone, "contract", melds="5H 6H 7H").text


def test_an_option_with_an_invalid_value_is_reported(phone: Phone) -> None:
    page = ask(phone, "laws", **{"options-high_unmelded": "11"}).text
    assert "King to eight left in hand: 10 or 20" in page


@pytest.mark.parametrize("variant", ["laws", "contract", "gin150"])
def test_a_very_long_address_is_answered(phone: Phone, variant: str) -> None:
    long = "2H 2D JK " * 2000
    answer = ask(phone, variant, melds=long, in_hand=long, cards=long, before=long, card=long)
    assert answer.status == HTTPStatus.OK


def test_an_unknown_variant_gives_the_first(phone: Phone) -> None:
    assert "Laws of Oklahoma" in ask(phone, "bridge").text


def test_only_house_rules_that_matter_to_a_hand_are_asked() -> None:
    assert {key: set(hand_options(key)) for key in ("laws", "contract", "gin150")} == {
        "laws": {"joker_in_pack", "high_unmelded", "ace_both_ends", "min_naturals"},
        "contract": {"jokers_per_deck", "ace", "min_naturals"},
        "gin150": {"ace_upcard"},
    }


# --- a family that only the tests know ---


def test_a_family_with_melds_is_counted_by_its_own_facts(phone: Phone) -> None:
    page = ask(phone, "rum500", melds="KKK\r\n7S-9S", in_hand="A Q", laid_off="TD").text
    assert sums(page) == ["+39"]


def test_without_wilds_no_wild_is_explained(phone: Phone) -> None:
    assert "You can write what a wild card stands for" not in ask(phone, "rum500").text
    assert "You can write what a wild card stands for" in ask(phone, "laws").text


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_rules_lead_to_one_hand_where_it_can_be_counted(phone: Phone, variant: str) -> None:
    link = f'href="/hand?variant={variant}"'
    rules = phone.open(f"/rules/{variant}").text
    assert (link in rules) is VARIANTS[variant].family.has_one_hand
    listed = phone.open("/hand").text
    assert (link in listed) is VARIANTS[variant].family.has_one_hand


def test_a_family_without_a_count_of_one_hand_says_so(phone: Phone) -> None:
    page = ask(phone, "bare500", cards=TEN, in_hand="KH").text
    assert "In Five hundred rum without a pad one hand cannot be counted by itself" in page
    assert "Tick ten cards" not in page
    assert sums(page) == []
