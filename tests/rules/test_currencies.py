"""The table of currencies, held against CLDR's list as babel carries it."""

from datetime import date
from typing import Final

import pytest
from babel.core import get_global
from babel.numbers import get_currency_precision, get_territory_currencies

from scorekeeper.rules.settlement import MINOR_DIGITS, PAST_DIGITS, minor_digits

CLDR_LAGS: Final = {"BGN"}
"""Withdrawn from ISO 4217 by amendment 180, perhaps still current in the CLDR that is installed."""

ISO_FUNDS: Final = {"BOV", "CHE", "CHW", "CLF", "COU", "MXV", "USN", "UYI", "UYW", "XAD"}
"""Funds and units of account: in list one of ISO, no tender for CLDR."""

ISO_TENDER: Final = {"SVC", "VED"}
"""Tender for ISO beside another currency of the country (El Salvador, Venezuela), not for CLDR."""

COINLESS = {"AFN", "ALL", "IRR", "KPW", "LAK", "LBP", "MGA", "MMK", "RSD", "SOS", "SYP", "YER"}
"""Two digits by ISO; CLDR gives none, for the coins are out of use."""

DIGITS_OF_CLDR_DIFFER: Final = COINLESS | {"IQD"}
"""ISO gives the Iraqi dinar three digits and CLDR none."""


def current_in_cldr() -> set[str]:
    """Return what is legal tender somewhere in 2026."""
    return {
        code
        for territory in get_global("territory_currencies")
        for code in get_territory_currencies(territory, date(2026, 1, 1))
    }


def test_every_currency_in_circulation_is_in_the_table() -> None:
    assert current_in_cldr() - set(MINOR_DIGITS) <= CLDR_LAGS


def test_beyond_the_currencies_in_circulation_the_table_has_known_codes_of_iso_only() -> None:
    assert set(MINOR_DIGITS) - current_in_cldr() == ISO_FUNDS | ISO_TENDER


def test_digits_differ_from_cldr_only_where_iso_is_known_to_differ() -> None:
    differing = {c for c, digits in MINOR_DIGITS.items() if get_currency_precision(c) != digits}
    assert differing == DIGITS_OF_CLDR_DIFFER


def test_the_table_has_the_165_codes_of_list_one_that_have_a_minor_unit() -> None:
    assert len(MINOR_DIGITS) == 165


@pytest.mark.parametrize("code", ["JPY", "KRW", "ISK", "CLP", "VND", "XAF", "XOF", "XPF", "UYI"])
def test_a_currency_without_minor_unit_has_no_digits(code: str) -> None:
    assert minor_digits(code) == 0


@pytest.mark.parametrize(
    "code", ["USD", "EUR", "GBP", "CHF", "INR", "RSD", "MGA", "MRU", "XCG", "ZWG"]
)
def test_most_currencies_have_two_digits(code: str) -> None:
    assert minor_digits(code) == 2


@pytest.mark.parametrize("code", ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"])
def test_a_dinar_of_a_thousand_parts_has_three_digits(code: str) -> None:
    assert minor_digits(code) == 3


@pytest.mark.parametrize("code", ["CLF", "UYW"])
def test_a_unit_of_account_of_ten_thousand_parts_has_four_digits(code: str) -> None:
    assert minor_digits(code) == 4


@pytest.mark.parametrize("code", ["", "usd", "US", "DEM", "XAU", "XXX"])
def test_an_unknown_or_unpriced_code_or_one_long_withdrawn_has_no_entry(code: str) -> None:
    assert minor_digits(code) is None


@pytest.mark.parametrize("code", ["BGN", "ANG", "ZWL", "HRK", "VEF"])
def test_a_game_of_past_years_keeps_its_currency(code: str) -> None:
    assert minor_digits(code) == 2


def test_no_currency_is_both_past_and_present() -> None:
    assert set(PAST_DIGITS) & set(MINOR_DIGITS) == set()
