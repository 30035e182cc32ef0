"""Challenging a deal on pages: how loudly it is told, and who lets the score stand."""

import re

import pytest
from flask import Flask

from tests.web.phone import Phone
from tests.web.seated import Table


def test_nobody_challenges_without_a_seat(table: Table, site: Flask) -> None:
    assert Phone(site).open(table.player + "challenge/2").status == 403


def test_a_challenge_is_shown_with_its_reason_and_marks_the_deal(table: Table) -> None:
    sent = table.bobs.fill(table.player + "challenge/2", {"reason": "I had the joker"})
    seen = table.bobs.follow(sent).text
    for page, what in (("deal/1", "this deal"), ("", "deal 1")):
        seen = table.anns.open(table.player + page).text
        told = f"Bob challenges {what}.*“I had the joker”.*Bob’s own hand, "
        assert re.search(told, seen, re.DOTALL)
        if page:
            assert re.search(r"<span>Bob</span><small>challenges</small>", seen)
            assert 'class="meaning"' not in seen
        own = table.bobs.open(table.player + page).text
        assert "Deal 1: agree?" not in own
        assert re.search(f"You challenge {what}.*Your own hand, ", own, re.DOTALL)
    assert 'aria-label="challenged"' in seen


def test_the_hand_in_question_is_opened_and_flagged(table: Table) -> None:
    ask = table.bobs.open(table.player + "challenge/2")
    assert ask.forms[0].values["about"] == "1"
    table.bobs.send(ask, {"about": "0", "cause": "miscounted"})
    seen = table.anns.open(table.player + "deal/1?hand=1").text
    assert re.findall(r'class="hand( disputed)?" id="lines(\d)"( open)?', seen) == [
        (" disputed", "0", " open"),
        ("", "1", " open"),
    ]
    assert re.search("“miscounted”.*Ann’s hand, ", seen, re.DOTALL)


def test_only_the_challenger_or_the_host_says_that_it_stands(table: Table) -> None:
    table.bobs.fill(table.player + "challenge/2", {})
    page = table.player + "deal/1"
    assert [
        "It stands" in phone.open(address).text
        for phone, address in (
            (table.anns, page),
            (table.bobs, page),
            (table.hosts, table.host + "deal/1"),
        )
    ] == [False, True, True]


@pytest.mark.parametrize(
    ("whose", "told"),
    [("bobs", "Bob took back the challenge of deal 1"), ("hosts", "Ann ruled that deal 1 stands")],
)
def test_a_challenge_is_taken_back_or_overruled_and_the_history_says_by_whom(
    table: Table, whose: str, told: str
) -> None:
    table.bobs.fill(table.player + "challenge/2", {"reason": "I had the joker"})
    phone, game = getattr(table, whose), table.host if whose == "hosts" else table.player
    seen = phone.open(game + "deal/1")
    form = next(place for place, each in enumerate(seen.forms) if "/undo/" in each.action)
    after = phone.follow(phone.send(seen, {"who": "Ann"}, form=form))
    assert after.address == game + "deal/1"
    assert "challenges" not in after.text
    assert told in phone.open(game + "history").text


def test_a_deal_that_is_not_right_can_be_mended_at_once_or_challenged(table: Table) -> None:
    slip, foot = table.bobs.open(table.player + "deal/1").text.split('class="foot"')
    assert 'challenge/2">Not right?</a>' in foot
    assert "Change the cards" not in foot
    assert f'href="{table.player}deal/1/correct">Change the cards</a>' in slip
    ask = table.bobs.open(table.player + "challenge/2").text
    assert "<h1>What is wrong with deal 1?</h1>" in ask
    # Whose hand is chosen there is shown first.
    assert f'href="{table.player}deal/1/correct?hand=1">Change the cards</a>' in ask
    assert f'href="{table.player}undo/2">Take deal 1 back</a>' in ask


def test_a_challenge_by_a_host_without_a_seat_is_called_the_hosts(table: Table) -> None:
    table.hosts.fill(table.host + "challenge/2", {"reason": "a card is missing", "who": ""})
    assert "The host challenges this" in table.anns.open(table.player + "deal/1").text


def test_the_history_says_by_which_correction_a_challenge_was_settled(table: Table) -> None:
    table.bobs.fill(table.player + "challenge/2", {"reason": "I had the joker"})
    told = r"“I had the joker”</p>\s*<p class=\"quiet\">settled by Ann’s correction, \d\d:\d\d<"
    assert not re.search(told, table.bobs.open(table.player + "history").text)
    corrected = table.anns.fill(table.player + "deal/1/correct", {"hand1-in_hand": "AS 9H"})
    assert corrected.status == 303
    assert re.search(told, table.bobs.open(table.player + "history").text)


def test_the_history_says_who_settled_a_challenge_by_agreeing(table: Table) -> None:
    table.bobs.fill(table.player + "challenge/2", {})
    seen = table.bobs.open(table.player + "deal/1")
    form = next(place for place, each in enumerate(seen.forms) if each.action.endswith("agree/2"))
    table.bobs.send(seen, {}, form=form)
    history = table.anns.open(table.player + "history").text
    assert re.search(r"settled: Bob agreed, \d\d:\d\d", history)
