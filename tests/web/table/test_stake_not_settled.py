"""A stake of which the house rules settle nothing: no page promises money or asks about it."""

import re
from html import unescape

import pytest

from scorekeeper.rules.variants import VARIANTS
from tests.strategies import CAST
from tests.web.phone import Phone, Seen

NO_MONEY = "No money is settled (house rule)."


def start(phone: Phone, variant: str = "contract", **typed: str) -> str:
    least = VARIANTS[variant].family.players(VARIANTS[variant].defaults)[0]
    stake = {"stake-amount": "0.50", "options-settlement": "off"}
    return phone.start(*CAST[:least], variant=variant, **stake, **typed)


def new_game(phone: Phone, stake: str) -> Seen:
    return phone.fill("/new?variant=contract", {"stake-amount": stake, "do": "look"})


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_page_promises_money_that_is_not_settled(phone: Phone, variant: str) -> None:
    game = start(phone, variant)
    assert "0.50" not in phone.open(game).text
    asked = phone.open(game + "close").text
    assert "Settle the money" not in asked
    end = phone.follow(phone.fill(game + "close", {"reason": "Last bus"})).text
    text = phone.open(game + "print").text
    assert "Settled as it stood" not in end
    assert (end.count(f">{NO_MONEY}<"), text.count(NO_MONEY)) == (1, 1)
    assert "0.50" not in end
    assert "0.50" not in phone.open(game + "big").text
    assert "The game was ended early</p>" in phone.open(game + "history").text


def test_without_a_stake_an_early_end_says_nothing_of_money(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    end = phone.follow(phone.fill(game + "close", {"reason": "Last bus"})).text
    assert "“Last bus.”" in end
    assert not re.search("[Ss]ettled", end)


def test_the_form_of_a_new_game_says_so_beside_the_stake(phone: Phone) -> None:
    note = re.compile(r'<p class="help" id="unsettled"( hidden)?>')
    staked, free = note.search(new_game(phone, "0.50").text), note.search(new_game(phone, "").text)
    assert staked
    assert free
    assert (staked[1], free[1]) == (None, " hidden")
    words = " ".join(unescape(new_game(phone, "0.50").text).split())
    assert "Contract is played without money unless you choose to play for it." in words
    assert 'Play for <span id="settle-for">$0.50 per point</span>' in words


def test_the_form_of_a_running_game_says_so_too(phone: Phone) -> None:
    game = start(phone)
    said = "No money is settled under these house rules."
    assert said in phone.open(game + "setup").text
    assert said not in phone.fill(game + "setup", {"stake-amount": "0", "do": "rules-look"}).text
    phone.fill(game + "setup", {"options-settlement": "difference"})
    assert said not in phone.open(game + "setup").text


def test_one_tap_settles_by_the_difference(phone: Phone) -> None:
    form = new_game(phone, "0.50")
    assert "0.50" not in unescape(form.text.partition('id="meaning">')[2].partition("<")[0])
    seen = phone.send(form, {"do": "rule:options-settlement:difference"}, form=len(form.forms) - 1)
    assert seen.forms[-1].values["options-settlement"] == "difference"
    assert 'id="unsettled"' not in seen.text
    assert "0.50 per point" in unescape(seen.text.partition('id="meaning">')[2].partition("<")[0])
