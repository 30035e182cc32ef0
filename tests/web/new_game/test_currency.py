import re

import pytest

from scorekeeper.web.new_game.game_form import find_currencies
from tests.web.phone import Phone


@pytest.mark.parametrize(
    ("text", "usual", "found"),
    [
        ("usd", "EUR", ("USD",)),
        ("€", "USD", ("EUR",)),
        ("£", "USD", ("GBP",)),
        ("$", "EUR", ("USD",)),
        ("$", "CAD", ("CAD",)),
        ("pounds", "USD", ("GBP",)),
        ("Pound", "EGP", ("EGP",)),
        ("euros", "USD", ("EUR",)),
        ("Canadian  dollars", "USD", ("CAD",)),
        ("dollars", "AUD", ("AUD",)),
        ("dollars", "EUR", ("USD", "CAD", "AUD", "NZD", "SGD", "HKD")),
        ("shells", "EUR", ()),
        ("€ EUR", "USD", ("EUR",)),
        ("eur (€)", "USD", ("EUR",)),
        ("CA$ CAD", "USD", ("CAD",)),
        ("CA$", "USD", ("CAD",)),
        ("$ usd", "AUD", ("USD",)),
        ("Euro / EUR", "USD", ("EUR",)),
        ("£ EUR", "USD", ()),
        ("R$", "EUR", ("BRL",)),
        ("", "EUR", ()),
    ],
)
def test_a_currency_is_known_by_sign_name_and_code(
    text: str, usual: str, found: tuple[str, ...]
) -> None:
    assert find_currencies(text, usual) == found


def test_a_sign_or_a_name_is_taken_for_its_currency(phone: Phone) -> None:
    for typed, shown in (("€", "€2"), ("pounds", "£2")):
        game = phone.start("Ann", "Bob", **{"stake-amount": "2", "stake-currency": typed})
        assert f"{shown} per 100" in phone.open(game).text


def test_where_a_name_means_several_they_are_offered(phone: Phone) -> None:
    names = {"players-0": "Ann", "players-1": "Bob"}
    typed = {"stake-amount": "2", "stake-currency": "pesos"}
    asked = phone.fill("/new", names | typed)
    assert asked.status == 422
    assert 'value="currency:MXN"' in asked.text
    chosen = phone.send(asked, {"do": "currency:CLP"})
    assert chosen.forms[0].values["stake-currency"] == "CLP"


@pytest.mark.parametrize(
    ("languages", "currency"),
    [
        ("en-GB,en;q=0.9", "GBP"),
        ("de,en-US;q=0.7,en;q=0.3", "EUR"),
        ("de-CH", "CHF"),
        ("xx-ZZ, en-GB;q=0.5", "USD"),
        ("*", "USD"),
        ("", "USD"),
    ],
)
def test_a_stake_is_offered_in_the_currency_of_the_browsers_region(
    phone: Phone, languages: str, currency: str
) -> None:
    headers = {"Accept-Language": languages} if languages else {}
    page = phone.client.get("/new", headers=headers).get_data(as_text=True)
    assert re.findall(r'name="stake-currency"[^>]* value="(\w+)"', page) == [currency]
