"""Answers to the outbox of a phone, and the page that shows two versions of a deal."""

import re
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import pytest

from tests.web.deals import ANN_OUT, BOB_OUT
from tests.web.phone import Phone, Seen

DATA = {"Accept": "application/json"}


@dataclass
class OutboxAnswer:
    """An answer to an outbox: its status and its JSON."""

    status: int
    said: dict[str, Any]


def send(phone: Phone, form: Seen, typed: dict[str, Any]) -> OutboxAnswer:
    """Send the form of a deal as an outbox does."""
    shown = form.forms[0]
    answer = phone.client.post(shown.action, data={**shown.values, **typed}, headers=DATA)
    assert answer.is_json, answer.get_data(as_text=True)
    return OutboxAnswer(answer.status_code, answer.get_json())


@pytest.fixture
def game(phone: Phone) -> str:
    return phone.start("Ann", "Bob")


def test_a_saved_deal_names_the_page_to_see_and_its_version(phone: Phone, game: str) -> None:
    told = send(phone, phone.open(game + "enter"), ANN_OUT)
    assert told.status == HTTPStatus.OK
    assert told.said == {"see": f"{game}deal/1", "version": 2, "repeated": False}


def test_a_deal_that_comes_twice_keeps_the_version_of_the_first(phone: Phone, game: str) -> None:
    form = phone.open(game + "enter")
    send(phone, form, ANN_OUT)
    phone.fill(game + "enter", BOB_OUT)
    told = send(phone, form, ANN_OUT)
    assert (told.said["version"], told.said["repeated"]) == (2, True)
    told = send(phone, form, {**ANN_OUT, "version": "3"})  # what the outbox has learnt meanwhile
    assert (told.said["version"], told.said["repeated"]) == (2, True)


def test_the_next_deal_goes_out_on_the_version_of_the_one_before(phone: Phone, game: str) -> None:
    form = phone.open(game + "enter")
    version = send(phone, form, ANN_OUT).said["version"]
    told = send(phone, form, {**BOB_OUT, "entry_id": "second", "version": version})
    assert told.said["see"] == f"{game}deal/2"


def test_a_deal_that_came_too_late_is_answered_with_who_was_faster(
    phone: Phone, other_phone: Phone, game: str
) -> None:
    slow = phone.open(game + "enter")
    other_phone.fill(game + "enter", {**ANN_OUT, "who": "Bob"})
    assert send(phone, slow, BOB_OUT) == OutboxAnswer(409, {"text": "Bob was faster."})


def test_the_same_deal_from_another_phone_is_saved_already(
    phone: Phone, other_phone: Phone, game: str
) -> None:
    slow = phone.open(game + "enter")
    other_phone.fill(game + "enter", ANN_OUT)
    told = send(phone, slow, ANN_OUT)
    assert told.said == {"see": f"{game}deal/1", "version": 2, "repeated": True}


def test_a_wrong_deal_is_answered_with_its_first_problem(phone: Phone, game: str) -> None:
    told = send(phone, phone.open(game + "enter"), {**ANN_OUT, "hand0-melds": "KH KD"})
    assert told.status == HTTPStatus.UNPROCESSABLE_ENTITY
    assert told.said["text"].startswith("Ann: KH KD")


def test_a_correction_is_acknowledged_too(phone: Phone, game: str) -> None:
    phone.enter_first(game, ANN_OUT)
    form = phone.open(game + "deal/1/correct")
    told = send(phone, form, {**ANN_OUT, "hand1-in_hand": "AS", "reason": "miscounted"})
    assert (told.status, told.said["version"]) == (200, 3)


def test_a_form_without_its_token_is_refused_in_a_sentence(phone: Phone, game: str) -> None:
    told = send(phone, phone.open(game + "enter"), {**ANN_OUT, "csrf_token": ""})
    assert told.status == HTTPStatus.BAD_REQUEST
    assert told.said["text"].startswith("Nothing was saved.")


def test_a_post_by_an_unknown_link_is_refused_in_a_sentence(phone: Phone, game: str) -> None:
    token = phone.open(game + "enter").forms[0].values["csrf_token"]
    answer = phone.client.post("/game/nobody/enter", data={"csrf_token": token}, headers=DATA)
    assert answer.status_code == HTTPStatus.NOT_FOUND
    assert "No such page" in answer.get_json()["text"]


# --- side by side ---------------------------------------------------------------------------------

ANN_OUT_BUT = {**ANN_OUT, "hand1-in_hand": "AS"}


@pytest.fixture
def both(phone: Phone, other_phone: Phone, game: str) -> Seen:
    """Return the answer to deal 1 from Ann's phone, which differs in Bob's hand from Bob's."""
    slow = phone.open(game + "enter")
    other_phone.fill(game + "enter", {**ANN_OUT, "who": "Bob"})
    return phone.send(slow, ANN_OUT_BUT)


def test_both_versions_of_a_deal_are_shown(both: Seen) -> None:
    assert both.status == HTTPStatus.CONFLICT
    assert "Deal 1 entered, by Bob" in both.text
    assert re.findall(r"<b>([+−]\d+)</b>", both.text) == ["+210", "−30", "+25"]


def test_a_hand_that_is_the_same_on_both_is_shown_once(both: Seen) -> None:
    assert both.text.count("the same on both") == 1


def test_mine_can_be_put_in_the_place_of_theirs(phone: Phone, game: str, both: Seen) -> None:
    address, reason = re.findall(
        r'formaction="([^"]+/correct)"\s+name="reason" value="([^"]+)"', both.text
    )[0]
    values = both.forms[0].values
    saved = phone.post(address, {**values, **ANN_OUT_BUT, "reason": reason})
    assert "+25" in phone.follow(saved).text
    assert reason in phone.open(game + "history").text


def test_mine_can_be_entered_as_the_next_deal(phone: Phone, game: str, both: Seen) -> None:
    assert "Enter mine as deal 2" in both.text
    saved = phone.send(both, {})
    assert saved.answer.location == f"{game}deal/2"


def test_theirs_can_be_kept(both: Seen, game: str) -> None:
    assert re.search(rf'data-drop href="{game}">Keep theirs', both.text)


def test_a_deal_that_cannot_be_scored_is_shown_as_it_was_typed(
    phone: Phone, other_phone: Phone, game: str
) -> None:
    slow = phone.open(game + "enter")
    other_phone.fill(game + "enter", ANN_OUT)
    seen = phone.send(slow, {**ANN_OUT, "hand0-melds": "KH KD"})
    assert '<p class="typed">KH KD</p>' in seen.text


def test_a_correction_that_came_too_late_is_beside_the_one_that_was_faster(
    phone: Phone, other_phone: Phone, game: str
) -> None:
    phone.enter_first(game, ANN_OUT)
    slow = phone.open(game + "deal/1/correct")
    other_phone.fill(game + "deal/1/correct", {**ANN_OUT_BUT, "reason": "one ace"})
    seen = phone.send(slow, {"hand1-in_hand": "AS 7D", "reason": "two cards"})
    assert seen.status == HTTPStatus.CONFLICT
    assert re.findall(r"<b>([+−]\d+)</b>", seen.text) == ["+210", "+25", "+20"]
    assert "Enter mine as deal" not in seen.text


def test_a_game_that_is_over_takes_no_next_deal(
    phone: Phone, other_phone: Phone, game: str
) -> None:
    slow = phone.open(game + "enter")
    wins = {**BOB_OUT, "hand1-melded_points": "1200"}
    other_phone.fill(game + "enter", wins)
    assert "Enter mine as deal" not in phone.send(slow, ANN_OUT).text


def test_if_no_deal_is_in_its_place_the_page_shows_what_others_did(
    phone: Phone, other_phone: Phone, game: str
) -> None:
    phone.enter_first(game, ANN_OUT)
    slow = phone.open(game + "enter")
    other_phone.fill(game + "undo/2", {"reason": "misdeal"})
    seen = phone.send(slow, BOB_OUT)
    assert seen.status == HTTPStatus.CONFLICT
    assert 'id="conflict"' not in seen.text
    assert "Taken back: deal 1 entered" in seen.text


def test_a_name_from_right_to_left_keeps_its_figure_in_what_a_phone_tells(phone: Phone) -> None:
    game = phone.start("Ann", "דבורה 2")
    told = send(
        phone, phone.open(game + "enter"), {"ending": "out", "by": "0", "hand0-melds": "KKK"}
    )
    assert "\u2068דבורה 2\u2069" in told.said["text"]
