"""The presses of the pad that made the newest deal: kept until it is agreed, and only as text."""

import json
import re

import pytest

from tests.web.deals import ANN_OUT, BOB_OUT
from tests.web.phone import Phone

PRESSES = {"base": {"by": "", "mode": ""}, "presses": ["by:0", "K", "</script><b>"]}
SENT = {**ANN_OUT, "presses": json.dumps(PRESSES)}


@pytest.fixture
def game(phone: Phone) -> str:
    game = phone.start("Ann", "Bob")
    phone.fill(game + "enter", SENT)
    return game


def kept(phone: Phone, address: str) -> object:
    """Return the presses that a page gives to its pad."""
    found = re.search(r'id="pad-presses">(.*?)</script>', phone.open(address).text, re.DOTALL)
    return json.loads(found[1]) if found else None


def test_the_presses_of_the_newest_deal_are_there_on_any_phone(
    phone: Phone, other_phone: Phone, game: str
) -> None:
    for each in (phone, other_phone):
        assert kept(each, game + "deal/1/correct") == PRESSES


def test_a_deal_that_was_just_scored_is_changed_without_a_reason(phone: Phone, game: str) -> None:
    form = phone.open(game + "deal/1/correct")
    assert "reason" not in form.forms[0].values
    changed = {**PRESSES, "presses": ["by:0", "A"]}
    typed = {"hand1-in_hand": "AS", "presses": json.dumps(changed)}
    result = phone.follow(phone.send(form, typed))
    assert result.address == game + "deal/1"
    assert "Deal 1 corrected" in phone.open(game + "history").text
    assert kept(phone, game + "deal/1/correct") == changed
    phone.fill(game + "undo/3", {})
    assert kept(phone, game + "deal/1/correct") == PRESSES


def test_a_change_without_the_pad_leaves_no_presses_of_another_deal(
    phone: Phone, game: str
) -> None:
    phone.fill(game + "deal/1/correct", {"hand1-in_hand": "AS", "presses": ""})
    assert kept(phone, game + "deal/1/correct") is None


def test_the_next_deal_removes_the_presses(phone: Phone, game: str) -> None:
    phone.fill(game + "enter", BOB_OUT)
    for number in (1, 2):
        assert kept(phone, f"{game}deal/{number}/correct") is None


def test_an_agreement_removes_the_presses(phone: Phone, game: str) -> None:
    page = phone.open(game + "deal/1")
    form = next(form for form in page.forms if "agree" in form.action)
    phone.post(form.action, {**form.values, "all": "yes"})
    assert kept(phone, game + "deal/1/correct") is None


@pytest.mark.parametrize(
    "sent",
    [
        "no json",
        "[" * 40_000,
        json.dumps({**PRESSES, "presses": "by:0"}),
        json.dumps({**PRESSES, "presses": [1]}),
        json.dumps({**PRESSES, "presses": ["K"] * 2_001}),
        json.dumps({**PRESSES, "base": {"by": ["0"]}}),
        json.dumps({**PRESSES, "base": {"by": "0" * 30_000}}),
    ],
)
def test_invalid_presses_are_dropped_and_the_deal_is_saved(phone: Phone, sent: str) -> None:
    game = phone.start("Ann", "Bob")
    saved = phone.follow(phone.fill(game + "enter", {**ANN_OUT, "presses": sent}))
    assert "+210" in saved.text
    assert kept(phone, game + "deal/1/correct") is None


def test_the_same_cards_by_other_presses_are_the_same_deal(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    form = phone.open(game + "enter")
    phone.send(form, SENT)
    phone.send(form, {**SENT, "presses": json.dumps({**PRESSES, "presses": ["by:0", "K", "A"]})})
    assert "deal/2" not in phone.open(game).text


def test_the_page_that_takes_a_deal_back_offers_to_change_its_cards_too(
    phone: Phone, game: str
) -> None:
    asked = phone.open(game + "undo/2").text
    assert f'href="{game}deal/1/correct">Change the cards' in asked


def test_a_viewer_gets_no_presses(phone: Phone, game: str) -> None:
    assert "pad-presses" not in phone.open(game + "deal/1").text
