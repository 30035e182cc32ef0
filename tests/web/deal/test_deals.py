import re

import pytest

from scorekeeper.rules.scoring import Setup
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.web.deal.deal_text import (
    make_deal_document,
    type_deal,
)
from tests.web.deals import ANN_OUT, ANN_WINS, BOB_OUT
from tests.web.phone import Phone


def problems_of(text: str) -> list[str]:
    return re.findall(r'<p class="problem">(.*?)</p>', text)


def test_a_typed_deal_leads_to_its_result(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    result = phone.follow(phone.fill(game + "enter", ANN_OUT))
    assert "Ann went out. Bob dealt." in result.text
    assert "+210" in result.text


def test_the_sheet_carries_points_and_running_totals(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    phone.enter_first(game, ANN_OUT)
    phone.fill(game + "enter", BOB_OUT)
    sheet = phone.open(game).text
    assert re.findall(r'class="running">(.*?)<', sheet) == ["210", "−30", "195", "195"]


def test_a_concealed_hand_has_a_ring_and_a_legend(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    phone.fill(game + "enter", BOB_OUT)
    assert "concealed, 250 at the end" in phone.open(game).text


def test_wilds_show_what_they_stand_for(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    result = phone.follow(phone.fill(game + "enter", {**ANN_OUT, "hand0-melds": "KH KD 2C"}))
    assert "king, a two" in result.text


def test_shorthand_is_written_out(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    result = phone.follow(phone.fill(game + "enter", {**ANN_OUT, "hand0-melds": "KKK\n5s-10s"}))
    assert "+175" in result.text


def test_every_problem_of_a_deal_is_reported_at_once_and_beside_its_field(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    typed = {**ANN_OUT, "hand0-melds": "KH KD KC\n\n5S 7S 9S", "hand1-in_hand": "AS XX"}
    refused = phone.fill(game + "enter", typed)
    assert refused.status == 422
    told = problems_of(refused.text)
    assert any(text.startswith("Line 3: 5S 7S 9S") for text in told)
    assert any("XX" in text for text in told)


def test_the_list_of_problems_says_whose_hand_each_is_in(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    refused = phone.fill(game + "enter", {**ANN_OUT, "hand0-melds": "KH KD"})
    assert '<a href="#hand0-melds">Ann: Line 1: KH KD' in refused.text


def test_a_problem_quotes_a_meld_as_it_was_typed(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    refused = phone.fill(game + "enter", {**ANN_OUT, "hand0-melds": "KKK\n\n5 7, 9"})
    assert "Line 3: 5 7, 9 is neither a set nor a run" in refused.text


def test_what_was_typed_for_a_deal_is_kept(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    typed = {**ANN_OUT, "hand0-melds": "KH KD\n\nrubbish", "hand1-law18": "2"}
    values = phone.fill(game + "enter", typed).forms[0].values
    assert values["hand0-melds"] == "KH KD\n\nrubbish"
    assert (values["by"], values["hand1-law18"]) == ("0", "2")


def test_a_hand_that_was_not_shown_is_asked_for(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", "Cal")
    assert "Cal still has to show a hand" in phone.fill(game + "enter", ANN_OUT).text


def test_a_deal_without_a_hand_asks_each_player_for_theirs(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", "Cal")
    refused = phone.fill(game + "enter", {"ending": "out", "by": "0"})
    asked = re.findall(r">(?:\w+: )?(\w+) still has to show a hand", refused.text)
    assert list(dict.fromkeys(asked)) == ["Ann", "Bob", "Cal"]


def test_cards_and_totals_for_one_hand_are_refused_in_words_of_the_form(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    refused = phone.fill(game + "enter", {**ANN_OUT, "hand1-in_hand_points": "75"})
    assert "Bob: cards or just the totals, not both" in problems_of(refused.text)


def test_half_a_total_is_asked_for_by_its_label(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    typed = {**BOB_OUT, "hand0-in_hand_points": ""}
    assert "Ann: points in hand are missing" in problems_of(phone.fill(game + "enter", typed).text)


def test_whoever_went_out_need_not_type_that_no_card_is_left(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    typed = {**BOB_OUT, "hand1-in_hand_points": ""}
    scored = phone.fill(game + "enter", typed)
    assert scored.status == 303, problems_of(scored.text)
    assert phone.fill(game + "enter", {**typed, "ending": "stock", "concealed": None}).status == 422


def test_penalties_are_counted_by_law_and_by_the_table(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    typed = {
        **BOB_OUT,
        "hand0-law17": "2",
        "hand0-fine0-points": "10",
        "hand0-fine0-reason": "spilled beer",
    }
    result = phone.follow(phone.fill(game + "enter", typed))
    assert result.text.count("−25") == 2
    assert "spilled beer" in result.text


def test_laws_are_offered_only_where_a_breach_costs_points(phone: Phone) -> None:
    modern = phone.start("Ann", "Bob", variant="modern")
    assert "hand0-law17" not in phone.open(modern + "enter").forms[0].values
    costs = phone.start("Ann", "Bob", variant="modern", **{"options-penalty": "10"})
    phone.fill(costs + "enter", {**BOB_OUT, "hand0-law17": "1"})
    phone.fill(costs + "setup", {"options-penalty": "0"})
    values = phone.open(costs + "deal/1/correct").forms[0].values
    assert values["hand0-law17"] == "1"
    assert "hand0-law18" not in values


@pytest.mark.parametrize("field", ["hand0-law17", "hand0-fine0-points"])
def test_a_penalty_that_is_no_number_is_refused(phone: Phone, field: str) -> None:
    game = phone.start("Ann", "Bob")
    refused = phone.fill(game + "enter", {**BOB_OUT, field: "some"})
    assert refused.status == 422
    assert 'id="hand0-fine0-points-problem"' in refused.text


def test_an_unlikely_deal_is_saved_with_its_warning(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    typed = {**BOB_OUT, "hand0-melded_points": "21"}
    result = phone.follow(phone.fill(game + "enter", typed))
    assert "Worth a look" in result.text
    assert "Ann: 21 is not a multiple of five" in result.text


def test_one_card_is_one_card(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    typed = {"ending": "out", "by": "0", "hand0-melds": "KKK", "hand1-in_hand": "9"}
    result = phone.follow(phone.fill(game + "enter", typed))
    assert "Bob shows 1 card and was dealt 13" in result.text


def test_a_deal_sent_twice_is_saved_once(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    form = phone.open(game + "enter")
    first, second = phone.send(form, ANN_OUT), phone.send(form, ANN_OUT)
    assert (first.status, second.status) == (303, 303)
    assert "Enter deal 2" in phone.open(game).text


def test_a_stale_deal_says_who_was_faster(phone: Phone, other_phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    slow = phone.open(game + "enter")
    other_phone.fill(game + "enter", {**ANN_OUT, "who": "Bob"})
    answer = phone.send(slow, BOB_OUT)
    assert answer.status == 409
    assert "Deal 1 entered, by Bob" in answer.text


def test_a_stale_deal_can_be_sent_again_on_top(phone: Phone, other_phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    slow = phone.open(game + "enter")
    other_phone.fill(game + "enter", ANN_OUT)
    again = phone.send(phone.send(slow, BOB_OUT), {})
    assert "Deal 2" in phone.follow(again).text


def test_a_contract_deal_says_what_it_asks_for(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", variant="contract")
    assert "2 sets" in phone.open(game + "enter").text


def test_a_player_who_goes_out_of_a_contract_deal_types_nothing(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", variant="contract")
    typed = {"by": "0", "hand1-in_hand": "AS KD 2H"}
    assert "+30" in phone.follow(phone.fill(game + "enter", typed)).text


def test_a_gin_deal_shows_the_arrangement_lay_offs_and_counts(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", variant="gin150")
    typed = {
        "ending": "knock",
        "by": "0",
        "upcard": "7D",
        "hand0-cards": "4S 5S 6S 9C 9D 9H JD QD KD 4H",
        "hand1-cards": "8C 8H 8D AC 2C 3C 7S 9S TH 2H",
    }
    result = phone.follow(phone.fill(game + "enter", typed))
    assert "Knock with 7 or less" in result.text
    assert "Ann 4, Bob 12 after lay-offs" in result.text
    assert "laid off" in result.text


def test_a_player_said_to_be_out_is_ignored_when_the_stock_ran_out(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    typed = {**BOB_OUT, "ending": "stock", "concealed": None, "hand1-in_hand_points": "5"}
    assert "The stock ran out. Bob dealt." in phone.follow(phone.fill(game + "enter", typed)).text


def test_a_dead_gin_deal_needs_no_hands(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", variant="gin100")
    result = phone.follow(phone.fill(game + "enter", {"ending": "dead", "upcard": "AS"}))
    assert "Dead: two cards left" in result.text


def test_a_knock_over_the_limit_is_refused_beside_the_hand(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", variant="gin150")
    typed = {"by": "0", "upcard": "2D", "hand0-deadwood_points": "3", "hand1-deadwood_points": "9"}
    assert 'id="hand0-deadwood_points-problem"' in phone.fill(game + "enter", typed).text


def test_the_form_of_a_game_that_is_over_leads_to_its_end(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    phone.enter_first(game, ANN_WINS)
    assert phone.open(game + "enter").answer.location.endswith("/final")


def test_a_deal_after_the_end_is_refused_with_a_sentence(phone: Phone, other_phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    slow = phone.open(game + "enter")
    other_phone.fill(game + "enter", ANN_WINS)
    answer = phone.send(phone.send(slow, BOB_OUT), {})
    assert answer.status == 422
    assert "The game is over" in answer.text


@pytest.mark.parametrize("missing", ["version", "entry_id"])
def test_a_post_that_no_form_of_ours_made_is_not_understood(phone: Phone, missing: str) -> None:
    game = phone.start("Ann", "Bob")
    assert phone.fill(game + "enter", {**ANN_OUT, missing: None}).status == 400


@pytest.mark.parametrize("number", ["0", "2", "99999999999999999999"])
def test_a_deal_that_was_not_played_is_not_found(phone: Phone, number: str) -> None:
    game = phone.start("Ann", "Bob")
    phone.enter_first(game, ANN_OUT)
    assert phone.open(f"{game}deal/{number}").status == 404


def test_a_form_changed_after_it_was_saved_is_not_lost(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    form = phone.open(game + "enter")
    phone.send(form, ANN_OUT)
    changed = phone.send(form, BOB_OUT)
    assert changed.status == 409
    assert changed.forms[0].values["by"] == "1"


def test_a_corrected_deal_says_who_corrected_it_last_and_why(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    phone.enter_first(game, ANN_OUT)
    assert "Corrected" not in phone.open(game + "deal/1").text
    for who, reason, cards in (("Ann", "miscounted", "AS"), ("Bob", "an ace more", "AS AD")):
        typed = {"reason": reason, "who": who, "hand1-in_hand": cards}
        phone.fill(game + "deal/1/correct", typed)
    page = phone.open(game + "deal/1").text
    assert f'href="{game}history"><span>Corrected by Bob: “an ace more”</span>' in page
    assert "miscounted" not in page


@pytest.mark.parametrize("variant", ["laws", "rum500", "contract"])
def test_a_hand_without_a_card_is_no_hand_that_was_not_shown(variant: str) -> None:
    of = VARIANTS[variant]
    bob = {"in_hand": ""} if variant == "contract" else {"melds": [], "in_hand": ""}
    deal = {"ending": "out", "by": "Bob", "hands": {"Ann": {"in_hand_points": 5}, "Bob": bob}}
    setup = Setup(of, of.defaults, ("Ann", "Bob"), None)
    assert make_deal_document(setup, type_deal(setup, deal)) == deal


def test_an_empty_list_of_melds_is_kept_by_the_form() -> None:
    contract = VARIANTS["contract"]
    bob = {"in_hand": "4H", "melds": []}
    deal = {"ending": "out", "by": "Ann", "hands": {"Ann": {"in_hand": ""}, "Bob": bob}}
    setup = Setup(contract, contract.defaults, ("Ann", "Bob"), None)
    assert make_deal_document(setup, type_deal(setup, deal)) == deal
