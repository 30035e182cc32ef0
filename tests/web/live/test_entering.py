"""The sentence that says who is entering cards, on the other phones at the table."""

import re
from http import HTTPStatus

import pytest
from flask import Flask

from scorekeeper.games.links import Role
from tests.web.deals import ANN_OUT, ANN_WINS
from tests.web.links import Table
from tests.web.phone import Phone, Seen


@pytest.fixture
def seated(phone: Phone) -> str:
    """Return the address of a game of Ann and Bob with one deal; Ann's phone has her seat."""
    game = phone.start("Ann", "Bob")
    phone.enter_first(game, ANN_OUT)
    page = phone.open(game + "seat")
    form = next(form for form in page.forms if form.values.get("seat") == "0")
    phone.post(form.action, form.values)
    return game


def write(phone: Phone, game: str, **more: str) -> Seen:
    token = phone.open(game + "enter").forms[0].values["csrf_token"]
    return phone.post(game + "writing", {"csrf_token": token, **more})


def entering(phone: Phone, game: str) -> str:
    found = re.search(r'id="entering"[^>]*>([^<]*)<', phone.open(game).text)
    assert found is not None
    return found[1]


def test_others_see_who_is_entering_cards(phone: Phone, other_phone: Phone, seated: str) -> None:
    assert write(phone, seated).status == HTTPStatus.NO_CONTENT
    assert entering(other_phone, seated) == "Ann is entering cards."


def test_a_phone_is_not_told_that_it_is_entering_itself(phone: Phone, seated: str) -> None:
    write(phone, seated)
    assert entering(phone, seated) == ""


def test_the_sentence_names_the_player_whose_cards_another_enters(
    phone: Phone, other_phone: Phone, seated: str
) -> None:
    write(phone, seated, seat="1")
    assert entering(other_phone, seated) == "Ann is entering Bob’s cards."


def test_a_phone_without_a_seat_is_somebody(phone: Phone, other_phone: Phone, seated: str) -> None:
    write(phone, seated)
    write(other_phone, seated)
    assert entering(phone, seated) == "Somebody is entering cards."


def test_two_players_who_enter_are_named_together(
    site: Flask, phone: Phone, other_phone: Phone, seated: str
) -> None:
    write(phone, seated)
    write(other_phone, seated)
    assert entering(Phone(site), seated) == "Ann and Somebody are entering cards."


def test_a_player_who_stops_entering_is_named_no_more(
    phone: Phone, other_phone: Phone, seated: str
) -> None:
    write(phone, seated)
    write(phone, seated, stop="yes")
    assert entering(other_phone, seated) == ""


def test_once_a_deal_is_scored_nobody_enters_its_cards_any_more(
    phone: Phone, other_phone: Phone, seated: str
) -> None:
    write(phone, seated)
    other_phone.fill(seated + "enter", ANN_OUT)
    assert entering(other_phone, seated) == ""


def test_who_has_saved_a_correction_enters_no_cards_any_more(
    phone: Phone, other_phone: Phone, seated: str
) -> None:
    write(phone, seated)
    phone.fill(seated + "deal/1/correct", {"hand1-in_hand": "AS", "reason": "miscounted"})
    assert entering(other_phone, seated) == ""


@pytest.mark.parametrize("end", [("enter", ANN_WINS), ("close", {"reason": "Late"})])
def test_nobody_enters_cards_of_a_game_that_has_ended(
    phone: Phone, other_phone: Phone, seated: str, end: tuple[str, dict[str, str]]
) -> None:
    write(phone, seated)
    path, sent = end
    other_phone.fill(seated + path, sent)
    assert entering(other_phone, seated) == ""


def test_on_the_own_hand_it_is_no_news_that_others_enter_theirs(
    phone: Phone, other_phone: Phone, seated: str
) -> None:
    write(other_phone, seated)
    for seat, is_told in ((0, False), (1, True)):
        form = phone.open(f"{seated}hand/{seat}").text
        address = re.search(r'data-page="([^"]+)"', form)
        assert address is not None
        fresh = phone.open(address[1].replace("&amp;", "&")).text
        assert [("Somebody is entering" in page) for page in (form, fresh)] == [is_told] * 2


@pytest.mark.parametrize("seat", ["2", "-1", "x", "1" * 5000])
def test_a_seat_that_is_not_there_is_no_seat(
    phone: Phone, other_phone: Phone, seated: str, seat: str
) -> None:
    write(phone, seated, seat=seat)
    assert entering(other_phone, seated) == "Ann is entering cards."


def test_saying_that_a_phone_enters_needs_the_token(phone: Phone, seated: str) -> None:
    assert phone.post(seated + "writing", {}).status == HTTPStatus.BAD_REQUEST


def test_a_viewer_enters_nothing(site: Flask, phone: Phone, seated: str) -> None:
    token = phone.open(seated + "enter").forms[0].values["csrf_token"]
    viewer = Table(site, phone, seated).by(Role.VIEWER)
    sent = phone.post(viewer + "writing", {"csrf_token": token})
    assert sent.status == HTTPStatus.FORBIDDEN
