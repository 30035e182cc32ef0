"""Ending a game early, settled or not, and reopening it."""

import re

import pytest

from tests.web.deals import ANN_OUT, BOB_OUT
from tests.web.phone import Phone


@pytest.fixture
def game(phone: Phone) -> str:
    """Return the address of a game of Ann and Bob with two deals."""
    game = phone.start("Ann", "Bob", **{"stake-amount": "1"})
    phone.enter_first(game, ANN_OUT)
    phone.fill(game + "enter", BOB_OUT)
    return game


def test_a_game_closed_early_is_settled_as_it_stands(phone: Phone, game: str) -> None:
    end = phone.follow(phone.fill(game + "close", {"reason": "Last bus"}))
    assert "Ended early" in end.text
    assert "“Last bus.” Settled as it stood." in end.text
    assert "Who pays whom" in end.text


def test_a_game_can_be_closed_without_settling(phone: Phone, game: str) -> None:
    end = phone.follow(phone.fill(game + "close", {"reason": "Fire", "settles": "no"}))
    assert "Nothing is settled." in end.text
    assert "Who pays whom" not in end.text


def test_a_closed_game_can_be_reopened(phone: Phone, game: str) -> None:
    phone.fill(game + "close", {"reason": "Last bus"})
    sheet = phone.follow(phone.fill(game + "reopen", {"reason": "Missed it"}))
    assert "Enter deal 3" in sheet.text


def test_before_a_game_is_closed_the_amounts_as_they_stand_are_shown(
    phone: Phone, game: str
) -> None:
    asked = phone.open(game + "close").text
    amounts = re.findall(r"<dt>(\w+)</dt>\s*<dd>(.*?)</dd><dd>(.*?)</dd>", asked)
    assert amounts == [
        ("Ann", "195<small>counts as 200</small>", "−$2.00"),
        ("Bob", "445<small>counts as 400</small>", "$2.00"),
    ]


def test_at_a_table_with_one_phone_nobody_is_told_that_nobody_agreed(
    phone: Phone, game: str
) -> None:
    assert "is not agreed yet" not in phone.open(game + "close").text


def test_ending_a_game_that_has_ended_shows_the_sheet(
    phone: Phone, other_phone: Phone, game: str
) -> None:
    slow = phone.open(game + "close")
    other_phone.fill(game + "close", {"reason": "Last bus"})
    assert phone.open(game + "close").answer.location == game
    assert phone.send(slow, {"reason": "Late"}).answer.location == game


def test_all_at_the_table_agree_to_an_early_end_with_one_tick(phone: Phone, game: str) -> None:
    end = phone.follow(phone.fill(game + "close", {"reason": "Last bus", "all": "yes"}))
    result, _, agreement = end.text.partition('aria-label="The early end"')
    assert 'aria-label="Result"' in result
    assert "Ended early. All agree." in agreement


def test_an_early_end_sent_twice_is_agreed_to_once(phone: Phone, game: str) -> None:
    asked = phone.open(game + "close")
    for _ in range(2):
        phone.send(asked, {"reason": "Last bus", "all": "yes"})
    assert phone.open(game + "history").text.count("agreed to the early end, ") == 1


def test_reopening_a_game_that_goes_on_shows_the_sheet(
    phone: Phone, other_phone: Phone, game: str
) -> None:
    phone.fill(game + "close", {"reason": "Last bus"})
    slow = phone.open(game + "reopen")
    other_phone.fill(game + "reopen", {"reason": "Missed it"})
    assert phone.open(game + "reopen").answer.location == game
    assert phone.send(slow, {"reason": "Missed it"}).answer.location == game


def test_a_stale_closing_shows_what_is_new(phone: Phone, other_phone: Phone, game: str) -> None:
    slow = phone.open(game + "close")
    other_phone.fill(game + "enter", ANN_OUT)
    answer = phone.send(slow, {"reason": "Last bus"})
    assert answer.status == 409
    assert answer.forms[0].values["reason"] == "Last bus"
