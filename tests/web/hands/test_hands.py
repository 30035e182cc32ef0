"""Entering own hands on phones without JavaScript: the forms, and the deal that they make."""

import re
from concurrent.futures import ThreadPoolExecutor
from time import sleep
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
from flask import Flask

from scorekeeper.games.links import open_link
from scorekeeper.games.phones import Slip, write_slip
from scorekeeper.rules import Seat
from tests.only_site import site_of
from tests.web.deals import ANN_OUT
from tests.web.phone import Form, Phone, Seen

ANN: Final = {"ending": "out", "hand0-melds": "KH KD KC\n8S-KS", "concealed": "yes"}
BOB: Final = {"ending": "other", "hand1-melds": "9 9 9", "hand1-in_hand": "7 8 A"}
CAL: Final = {"ending": "other", "hand2-in_hand": "QS 4 4"}
HANDS: Final = (ANN, BOB, CAL)


@pytest.fixture
def game(phone: Phone) -> str:
    return phone.start("Ann", "Bob", "Cal")


@pytest.fixture
def phones(phone: Phone, other_phone: Phone, site: Flask, game: str) -> list[Phone]:
    """Return three phones, each with the seat of its player."""
    found = [phone, other_phone, Phone(site)]
    for seat, each in enumerate(found):
        sit(each, game, seat)
    return found


def sit(phone: Phone, game: str, seat: int) -> None:
    page = phone.open(game + "seat")
    form = next(form for form in page.forms if form.values.get("seat") == str(seat))
    assert phone.post(form.action, form.values).status == 303


def hand_in(phone: Phone, game: str, seat: int, typed: dict[str, Any]) -> Seen:
    """Hand in a hand and return the page after it."""
    page = phone.open(f"{game}hand/{seat}")
    return phone.send(page, typed, form=_index(page, f"hand/{seat}"))


def _index(page: Seen, end: str) -> int:
    return next(at for at, form in enumerate(page.forms) if form.action.endswith(end))


def form_of(page: Seen, end: str) -> Form:
    return page.forms[_index(page, end)]


def all_in(phones: list[Phone], game: str) -> None:
    for seat, (phone, typed) in enumerate(zip(phones, HANDS, strict=True)):
        assert hand_in(phone, game, seat, typed).status == 303


# --- coming in ------------------------------------------------------------------------------------


def test_the_sheet_says_who_is_in_and_who_is_waited_for(phones: list[Phone], game: str) -> None:
    hand_in(phones[0], game, 0, ANN)
    assert "Deal 1: Ann is in. Waiting for Bob and Cal." in phones[1].open(game).text


def test_a_seated_phone_is_offered_its_own_hand(phones: list[Phone], game: str) -> None:
    text = phones[1].open(game).text
    assert f'href="{game}hand/1">Enter my hand' in text
    assert "Whole deal" in text


def test_a_phone_alone_is_offered_the_whole_deal(phone: Phone, game: str) -> None:
    sit(phone, game, 0)
    assert "Enter my hand" not in phone.open(game).text


def test_the_only_phone_with_a_seat_sends_its_hand_to_the_one_that_began_the_game(
    phone: Phone, other_phone: Phone, game: str
) -> None:
    sit(other_phone, game, 1)
    text = other_phone.open(game).text
    assert f'class="main" href="{game}hand/1">Enter my hand, deal 1' in text
    assert f'class="second" href="{game}enter">Whole deal' in text
    hand_in(other_phone, game, 1, BOB)
    assert f'class="main" href="{game}enter">Enter deal 1' in phone.open(game).text


def test_a_phone_that_entered_the_last_deal_for_all_keeps_whole_deals_at_hand(
    phones: list[Phone], game: str
) -> None:
    phones[0].fill(game + "enter", {**ANN_OUT, "hand2-in_hand": "KS"})
    ann, bob = phones[0].open(game).text, phones[1].open(game).text
    assert f'class="second" href="{game}enter">Enter deal 2' in ann
    assert f'href="{game}hand/0">Enter my hand alone' in ann
    assert f'class="second" href="{game}hand/1">Enter my hand' in bob
    assert f'href="{game}hands">' not in ann


def test_once_another_hand_is_in_that_phone_enters_its_own(phones: list[Phone], game: str) -> None:
    phones[0].fill(game + "enter", {**ANN_OUT, "hand2-in_hand": "KS"})
    hand_in(phones[1], game, 1, BOB)
    assert f'href="{game}hand/0">Enter my hand' in phones[0].open(game).text


def test_a_phone_that_scored_the_hands_of_all_goes_on_with_its_own(
    phones: list[Phone], game: str
) -> None:
    all_in(phones, game)
    page = phones[0].open(game + "hands")
    phones[0].send(page, {}, form=_index(page, "hands"))
    assert f'class="second" href="{game}hand/0">Enter my hand' in phones[0].open(game).text


def test_a_phone_without_a_seat_is_led_to_hands_that_are_all_in(
    site: Flask, phones: list[Phone], game: str
) -> None:
    fourth = Phone(site)
    hand_in(phones[0], game, 0, ANN)
    assert "Enter deal 1" in fourth.open(game).text
    for seat in (1, 2):
        hand_in(phones[seat], game, seat, HANDS[seat])
    text = fourth.open(game).text
    assert f'class="main" href="{game}hands">Show the hands' in text
    assert f'class="second" href="{game}enter">Whole deal' in text
    assert "Enter deal 1" not in text


def test_the_way_back_of_a_hand_says_where_it_leads(phones: list[Phone], game: str) -> None:
    assert f'href="{game}hands" aria-label="Hands"' in phones[0].open(game + "hand/0").text


def test_handing_in_leads_to_the_hands(phones: list[Phone], game: str) -> None:
    page = phones[0].follow(hand_in(phones[0], game, 0, ANN))
    assert "Ann is in. Waiting for Bob and Cal." in page.text
    assert "Enter for Bob" in page.text


def test_what_one_phone_wrote_is_not_shown_to_another(phones: list[Phone], game: str) -> None:
    hand_in(phones[1], game, 1, BOB)
    text = phones[0].open(game + "hand/1").text
    assert "Already in: enter it without looking. Cal deals." in text
    assert "9 9 9" not in text


def test_a_phone_sees_what_it_wrote_itself(phones: list[Phone], game: str) -> None:
    hand_in(phones[1], game, 1, BOB)
    values = form_of(phones[1].open(game + "hand/1"), "hand/1").values
    assert (values["hand1-melds"], values["ending"]) == ("9 9 9", "other")


def test_a_hand_can_be_taken_back(phones: list[Phone], game: str) -> None:
    page = phones[1].follow(hand_in(phones[1], game, 1, BOB))
    phones[1].send(page, {}, form=_index(page, "hands/drop"))
    assert "No hand is in yet." in phones[1].open(game + "hands").text


def test_a_wrong_hand_comes_back_with_what_was_typed(phones: list[Phone], game: str) -> None:
    page = hand_in(phones[1], game, 1, {**BOB, "hand1-melds": "7 8 9"})
    assert page.status == 422
    assert "Line 1:" in page.text
    assert form_of(page, "hand/1").values["hand1-in_hand"] == "7 8 A"


def test_a_hand_of_nobody_is_not_found(phones: list[Phone], game: str) -> None:
    assert phones[0].open(game + "hand/3").status == 404


def test_somebody_enters_for_another(phones: list[Phone], game: str) -> None:
    page = phones[0].follow(hand_in(phones[0], game, 1, BOB))
    assert "in, by Ann" in page.text


# --- the deal -------------------------------------------------------------------------------------


def test_only_when_all_are_in_the_score_can_be_shown(phones: list[Phone], game: str) -> None:
    hand_in(phones[0], game, 0, ANN)
    hand_in(phones[1], game, 1, BOB)
    before = phones[2].open(game + "hands").text
    hand_in(phones[2], game, 2, CAL)
    assert "Score the deal" not in before
    assert "Score the deal" in phones[2].open(game + "hands").text


def test_what_is_unlikely_in_the_deal_is_shown_before_it_is_scored(
    phones: list[Phone], game: str
) -> None:
    all_in(phones, game)
    text = phones[2].open(game + "hands").text
    assert "Bob shows 6 cards and was dealt 13" in text
    assert text.count('class="note"') == 1
    assert "Score the deal" in text


def test_the_score_is_that_of_the_whole_deal(phones: list[Phone], game: str) -> None:
    all_in(phones, game)
    page = phones[0].open(game + "hands")
    deal = phones[0].follow(phones[0].send(page, {}, form=_index(page, "hands")))
    assert "Ann went out." in deal.text
    record = phones[0].open(game + "record.json").text
    assert '"concealed": true' in record


def test_pressed_on_two_phones_it_is_one_deal(phones: list[Phone], game: str) -> None:
    all_in(phones, game)
    pages = [phone.open(game + "hands") for phone in phones[:2]]
    for phone, page in zip(phones, pages, strict=False):
        sent = phone.send(page, {}, form=_index(page, "hands"))
        assert urlsplit(sent.answer.location).path == f"{game}deal/1"
    assert phones[0].open(game + "deal/2").status == 404


def test_a_hand_changed_meanwhile_is_looked_at_again(phones: list[Phone], game: str) -> None:
    all_in(phones, game)
    page = phones[0].open(game + "hands")
    hand_in(phones[2], game, 2, {**CAL, "hand2-in_hand": "4 4"})
    sent = phones[0].send(page, {}, form=_index(page, "hands"))
    assert sent.status == 409
    assert "A hand has just been changed" in sent.text
    assert phones[0].open(game + "deal/1").status == 404


def test_hands_that_do_not_go_together_come_to_the_form_of_the_deal(
    phones: list[Phone], game: str
) -> None:
    for seat, phone in enumerate(phones):
        typed = {**HANDS[seat], f"hand{seat}-in_hand": "JK"} if seat else ANN
        hand_in(phone, game, seat, typed)
    page = phones[0].open(game + "hands")
    sent = phones[0].send(page, {}, form=_index(page, "hands"))
    assert sent.status == 422
    assert "2 Jokers, the pack has one" in sent.text
    assert form_of(sent, "enter").values["hand1-melds"] == "9 9 9"


def test_the_whole_deal_is_filled_with_the_hands(phones: list[Phone], game: str) -> None:
    hand_in(phones[0], game, 0, ANN)
    values = form_of(phones[1].open(game + "hands/deal"), "enter").values
    assert (values["by"], values["hand0-melds"]) == ("0", "KH KD KC\n8S-KS")


def headline(phone: Phone, game: str) -> str:
    shown = phone.open(game + "hands").text.partition('<p class="serif" role="status">')[2]
    return " ".join(re.sub("<[^>]*>", " ", shown.partition("</p>")[0]).split())


def test_a_deal_is_said_to_be_scored_until_it_is_agreed_and_the_next_one_begun(
    phones: list[Phone], game: str
) -> None:
    told = "Deal 1 is scored: look and agree."
    assert "is scored" not in phones[0].open(game + "hands").text
    all_in(phones, game)
    assert "is scored" not in phones[0].open(game + "hands").text
    asked = phones[0].fill(game + "enter", {**ANN_OUT, "hand2-in_hand": "4"})
    phones[0].send(asked, {})
    assert f"{told} Deal 2: no hand is in yet." in headline(phones[1], game)
    hand_in(phones[1], game, 1, BOB)
    assert f"{told} Deal 2: Bob is in. Waiting for" in headline(phones[1], game)
    page = phones[1].open(game + "deal/1")
    phones[1].send(
        page, {}, form=next(n for n, form in enumerate(page.forms) if "seen" in form.values)
    )
    assert headline(phones[1], game).startswith("Bob is in.")
    # Where it was asked for the hands of that deal, it is shown the deal.
    assert phones[1].open(game + "hands?deal=2").status == 200
    assert phones[1].open(game + "hands?deal=1").answer.location.endswith("/deal/1")


def main_of(phone: Phone, game: str) -> list[str]:
    return re.findall(r'class="main"[^>]*>\s*([^<]*)<', phone.open(game + "hands").text)


def test_the_main_button_is_what_this_person_does_next(phones: list[Phone], game: str) -> None:
    all_in(phones, game)
    asked = phones[0].fill(game + "enter", {**ANN_OUT, "hand2-in_hand": "4"})
    phones[0].send(asked, {})
    assert [main_of(phone, game) for phone in phones] == [["Enter my hand"]] * 3
    hand_in(phones[1], game, 1, BOB)
    assert main_of(phones[1], game) == ["Deal 1: agree?"]
    page = phones[1].open(game + "deal/1")
    phones[1].send(
        page, {}, form=next(n for n, form in enumerate(page.forms) if "seen" in form.values)
    )
    assert main_of(phones[1], game) == []
    # The host enters for whoever has no phone; nobody else is told to.
    table = phones[0].start("Ann", "Bob", "Cal")
    sit(phones[0], table, 0)
    assert main_of(phones[0], table) == ["Enter my hand"]
    hand_in(phones[0], table, 0, {"ending": "out", "by": "0", "hand0-melds": "KH KD KC"})
    assert main_of(phones[0], table) == ["Enter for Bob"]
    assert phones[0].open(table + "hands").text.count(">Enter for ") == 2


# --- too late -------------------------------------------------------------------------------------


def test_a_late_hand_is_kept_and_its_phone_is_told(phones: list[Phone], game: str) -> None:
    page = phones[1].open(game + "hand/1")
    typed = {**ANN_OUT, "hand2-in_hand": "4"}
    phones[0].follow(phones[0].fill(game + "enter", typed))
    late = phones[1].send(page, BOB, form=_index(page, "hand/1"))
    assert late.status == 409
    assert "Deal 1 has already been scored" in late.text
    assert "by Ann" in late.text
    assert form_of(late, "hand/1").values["hand1-in_hand"] == "7 8 A"


def test_the_sender_of_a_late_hand_that_says_the_same_is_told_so(
    phones: list[Phone], game: str
) -> None:
    page = phones[1].open(game + "hand/1")
    whole = {**ANN, **BOB, **CAL, "ending": "out", "by": "0"}
    phones[0].follow(phones[0].fill(game + "enter", whole))
    late = phones[1].send(page, BOB, form=_index(page, "hand/1"))
    assert "The table has this hand exactly as you typed it." in late.text


def test_a_hand_of_a_game_that_was_closed_meanwhile_is_kept(phones: list[Phone], game: str) -> None:
    page = phones[1].open(game + "hand/1")
    closing = phones[0].open(game + "close")
    phones[0].send(closing, {"reason": "late", "settles": "yes"})
    late = phones[1].send(page, BOB, form=_index(page, "hand/1"))
    assert late.status == 409
    assert "The table has moved on" in late.text
    assert form_of(late, "hand/1").values["hand1-in_hand"] == "7 8 A"


def test_hands_of_a_game_that_is_over_lead_to_its_end(phone: Phone, game: str) -> None:
    page = phone.open(game + "close")
    phone.send(page, {"reason": "late", "settles": "yes"})
    assert phone.open(game + "hands").status == 303


# --- two versions ---------------------------------------------------------------------------------


def test_only_what_differs_is_shown_side_by_side(phones: list[Phone], game: str) -> None:
    hand_in(phones[1], game, 1, BOB)
    other = {**BOB, "hand1-in_hand": "7 7 A"}
    page = phones[0].follow(hand_in(phones[0], game, 1, other))
    assert page.text.count("Take this one</button>") == 2
    assert '<span class="vh">eight</span>' in page.text
    assert '<span class="vh">seven</span>' in page.text
    assert '<span class="vh">ace</span>' not in page.text


def test_the_version_that_is_taken_counts(phones: list[Phone], game: str) -> None:
    hand_in(phones[1], game, 1, BOB)
    hand_in(phones[0], game, 1, {**BOB, "hand1-in_hand": "7 7 A"})
    page = phones[2].open(game + "hands")
    takes = [form for form in page.forms if form.action.endswith("hands/take")]
    seen = phones[2].follow(phones[2].post(takes[1].action, takes[1].values))
    values = form_of(phones[2].open(game + "hands/deal"), "enter").values
    assert "in, by Ann" in seen.text
    assert values["hand1-in_hand"] == "7 7 A"


def test_a_version_that_was_changed_meanwhile_is_not_taken(phones: list[Phone], game: str) -> None:
    hand_in(phones[1], game, 1, BOB)
    page = phones[0].follow(hand_in(phones[0], game, 1, {**BOB, "hand1-in_hand": "7 7 A"}))
    hand_in(phones[1], game, 1, {**BOB, "hand1-in_hand": "7 9 A"})
    sent = phones[0].send(page, {}, form=_index(page, "hands/take"))
    now = phones[0].open(sent.answer.location)
    assert "A hand has just been changed" in now.text
    assert now.text.count("Take this one</button>") == 2


def test_the_page_says_that_two_phones_sent_the_same_hand(phones: list[Phone], game: str) -> None:
    hand_in(phones[1], game, 1, BOB)
    page = phones[0].follow(hand_in(phones[0], game, 1, {**BOB, "hand1-in_hand": "A 8 7"}))
    assert "entered 2 times, all the same" in page.text


def test_the_table_is_told_that_two_players_went_out(phones: list[Phone], game: str) -> None:
    hand_in(phones[0], game, 0, ANN)
    went_out = {"ending": "out", "hand1-melds": "9 9 9"}
    page = phones[1].follow(hand_in(phones[1], game, 1, went_out))
    assert "Who went out: Ann or Bob?" in page.text


def test_what_the_keys_keep_of_the_whole_deal_is_kept_by_its_hands(
    phones: list[Phone], game: str
) -> None:
    hand_in(phones[0], game, 0, ANN)
    before = form_of(phones[0].open(game + "hands/deal"), "enter").values["draft"]
    again = form_of(phones[0].open(game + "hands/deal"), "enter").values["draft"]
    hand_in(phones[1], game, 1, BOB)
    after = form_of(phones[0].open(game + "hands/deal"), "enter").values["draft"]
    assert (before == again, before == after) == (True, False)


# --- the whole deal by one phone, after another has sent its hand ---------------------------------

WHOLE: Final = {
    "ending": "out",
    "by": "0",
    "hand0-melds": "KH KD KC\n8S-KS",
    "hand1-in_hand": "4 4",
    "hand2-in_hand": "QS 4 4",
    "concealed": "yes",
}


def test_the_form_of_the_whole_deal_begins_with_the_hands_that_are_in(
    phones: list[Phone], game: str
) -> None:
    hand_in(phones[1], game, 1, BOB)
    values = form_of(phones[0].open(game + "enter"), "enter").values
    assert values["hand1-in_hand"] == "7 8 A"


def test_other_cards_than_a_player_sent_are_said_before_they_are_scored(
    phones: list[Phone], game: str
) -> None:
    hand_in(phones[1], game, 1, {**BOB, "hand1-in_hand": "7 8 T"})
    ann = phones[0]
    asked = ann.fill(game + "enter", {**WHOLE, "hand1-melds": ""})
    assert asked.status == 422
    assert "Bob’s hand was sent with other cards (melds: 9 9 9; in hand: 7 8 10)" in asked.text
    assert "Bob is in" in ann.open(game).text
    again = form_of(asked, "enter")
    assert again.values["hand1-in_hand"] == "4 4"
    assert ann.post(again.action, again.values).status == 303
    for phone in phones:
        history = phone.open(game + "history").text
        assert "Bob’s hand had been sent with other cards: melds: 9 9 9; in hand: 7 8 10" in history


def test_a_hand_sent_after_the_question_is_asked_about_again(
    phones: list[Phone], game: str
) -> None:
    hand_in(phones[1], game, 1, BOB)
    asked = phones[0].fill(game + "enter", {**WHOLE, "hand1-melds": ""})
    hand_in(phones[2], game, 2, {**CAL, "hand2-in_hand": "QS QS"})
    again = form_of(asked, "enter")
    assert phones[0].post(again.action, again.values).status == 422


def test_the_same_cards_as_a_player_sent_are_no_question(phones: list[Phone], game: str) -> None:
    hand_in(phones[1], game, 1, BOB)
    typed = {**WHOLE, "hand1-melds": BOB["hand1-melds"], "hand1-in_hand": "A 8 7"}
    assert phones[0].fill(game + "enter", typed).status == 303
    assert "other cards" not in phones[0].open(game + "history").text


def send_meanwhile(ann: Phone, form: Form, site: Flask, game: str, **bobs: str) -> Seen:
    """Post a form and, after the site has begun to answer it, let Bob's hand come in before."""
    store = site_of(site).store
    key = open_link(store, game.split("/")[-2]).id
    fields = {name: text for name, text in bobs.items() if name != "ending"}
    slip = Slip(number=1, seat=Seat(1), phone="new", who="Bob", fields=fields, at=store.now())
    with ThreadPoolExecutor(1) as pool:
        with store.database.writing() as db:
            answer = pool.submit(ann.post, form.action, form.values)
            sleep(0.2)  # the form now waits for this transaction
            write_slip(db, key, slip)
        return answer.result()


def test_a_hand_that_comes_in_while_the_whole_deal_is_written_is_asked_about(
    phones: list[Phone], game: str, site: Flask
) -> None:
    ann = phones[0]
    form = form_of(ann.open(game + "enter"), "enter")
    typed = Form(form.action, form.method, {**form.values, **WHOLE})
    asked = send_meanwhile(ann, typed, site, game, **BOB)
    assert asked.status == 422
    assert "Bob’s hand was sent with other cards (melds: 9 9 9; in hand: 7 8 A)" in asked.text
    assert "Bob is in" in ann.open(game).text
    again = form_of(asked, "enter")
    assert ann.post(again.action, again.values).status == 303


def test_a_hand_that_comes_in_while_the_hands_are_scored_is_shown_first(
    phones: list[Phone], game: str, site: Flask
) -> None:
    all_in(phones, game)
    form = form_of(phones[0].open(game + "hands"), "hands")
    answer = send_meanwhile(phones[0], form, site, game, **{"hand1-in_hand": "Q Q"})
    assert answer.answer.location.endswith("hands?changed=yes")
    assert "2 versions" in phones[0].open(answer.answer.location).text
