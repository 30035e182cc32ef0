"""What the form of one hand knows before its player has pressed a key."""

import json
import re
from typing import Any

import pytest
from flask import Flask

from tests.web.deals import ANN_OUT
from tests.web.phone import Form, Phone, Seen


def own_form(page: Seen, seat: int) -> Form:
    return next(form for form in page.forms if form.action.endswith(f"hand/{seat}"))


def send_hand(phone: Phone, game: str, seat: int, **typed: str) -> None:
    page = phone.open(f"{game}hand/{seat}")
    form = own_form(page, seat)
    assert phone.post(form.action, {**form.values, **typed}).status == 303


def pad_of(page: Seen) -> dict[str, Any]:
    found = re.search(r'id="pad-table">(.*?)</script>', page.text)
    assert found
    table: dict[str, Any] = json.loads(found[1])
    return table


def test_the_keys_of_melds_come_before_any_question(phone: Phone) -> None:
    table = pad_of(phone.open(phone.start("Ann", "Bob", "Cal") + "hand/1"))
    assert table["ending"] == "other"
    assert table["offered"] == [["by:1", "Bob went out"], ["end:stock", "The stock ran out"]]


def test_a_hand_of_gin_is_asked_first_who_knocked(phone: Phone) -> None:
    table = pad_of(phone.open(phone.start("Ann", "Bob", variant="gin150") + "hand/1"))
    assert "ending" not in table


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ({"ending": "out", "hand0-melds": "K K K"}, "other"),
        ({"ending": "stock", "hand0-in_hand": "K 5"}, "other"),
        ({"ending": "other", "hand0-in_hand": "K 5"}, None),
    ],
)
def test_how_the_deal_ended_is_not_asked_once_another_hand_has_said_it(
    phone: Phone, other_phone: Phone, typed: dict[str, str], answer: str | None
) -> None:
    game = phone.start("Ann", "Bob", "Cal")
    send_hand(phone, game, 0, **typed)
    page = other_phone.open(game + "hand/1")
    assert own_form(page, 1).values.get("ending") == answer
    assert bool(pad_of(page)["offered"]) is (answer is None)


def test_two_who_both_went_out_can_each_take_it_back(phone: Phone, other_phone: Phone) -> None:
    game = phone.start("Ann", "Bob", "Cal")
    page = other_phone.open(game + "hand/1")
    send_hand(phone, game, 0, ending="out", **{"hand0-melds": "K K K"})
    form = own_form(page, 1)
    typed = {"ending": "out", "hand1-melds": "5 5 5"}
    assert other_phone.post(form.action, {**form.values, **typed}).status == 303
    page = other_phone.open(game + "hand/1")
    assert own_form(page, 1).values["ending"] == "out"
    assert pad_of(page)["offered"]


def test_a_hand_sent_at_the_moment_its_deal_is_entered_is_refused(
    site: Flask, phone: Phone, other_phone: Phone
) -> None:
    game = phone.start("Ann", "Bob")
    form = own_form(phone.open(game + "hand/0"), 0)
    values = {**form.values, "ending": "other", "hand0-in_hand": "K 5"}
    cookie = phone.client.get_cookie("scorekeeper")
    assert cookie is not None
    headers = {"Cookie": f"scorekeeper={cookie.value}"}
    points = {"hand0-melded_points": "50", "hand0-in_hand_points": "0"}
    others = {"hand1-melded_points": "20", "hand1-in_hand_points": "5"}
    with site.test_request_context(form.action, method="POST", data=values, headers=headers):
        assert site.preprocess_request() is None  # the game is opened, and nothing done yet
        entered = other_phone.fill(game + "enter", {"ending": "out", "by": "0", **points, **others})
        assert entered.status == 303
        answer = site.make_response(site.dispatch_request())
    assert answer.status_code == 409


def send_as_outbox(phone: Phone, page: Seen, seat: int, **typed: str) -> tuple[int, dict[str, Any]]:
    """Send a hand as the outbox of a phone does; return the status and the JSON."""
    form = own_form(page, seat)
    about = {"Accept": "application/json"}
    answer = phone.client.post(form.action, data={**form.values, **typed}, headers=about)
    return answer.status_code, answer.get_json()


def test_the_outbox_hears_that_a_hand_is_saved_also_when_it_comes_twice(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    page = phone.open(f"{game}hand/0")
    hand = {"ending": "out", "hand0-melds": "K K K"}
    told = [send_as_outbox(phone, page, 0, **hand) for _ in range(2)]
    hands = f"{game}hands?deal=1"
    assert told[0] == (200, {"see": hands, "version": 1, "repeated": False})
    assert told[1] == (200, {"see": hands, "version": 1, "repeated": True})


def test_the_outbox_gets_the_page_with_what_is_wrong_with_a_hand(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    status, said = send_as_outbox(
        phone, phone.open(f"{game}hand/0"), 0, ending="out", **{"hand0-melds": "K K"}
    )
    assert (status, said["text"][:4]) == (422, "Ann:")
    assert "Nothing is saved yet" in said["page"]


def test_the_outbox_hears_that_a_hand_is_too_late(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    page = phone.open(f"{game}hand/0")
    phone.enter_first(game, ANN_OUT)
    told = send_as_outbox(phone, page, 0, ending="other", **{"hand0-in_hand": "K"})
    assert told == (409, {"text": "Deal 1 has already been scored."})
    shown = phone.post(own_form(page, 0).action, own_form(page, 0).values)
    assert shown.status == 409
    assert "Deal 1 has already been scored" in shown.text
