"""The currency that people mean by a sign, a name or a code: ``€``, ``pounds``, ``USD``."""

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from typing import Final

from babel.core import Locale

from scorekeeper.domain.currencies import minor_digits

_SIGNS: Final = {
    "€": "EUR",
    "£": "GBP",
    "$": "USD",
    "¥": "JPY",
    "₹": "INR",
    "₩": "KRW",
    "₺": "TRY",
    "₪": "ILS",
    "₴": "UAH",
    "zł": "PLN",
    "kč": "CZK",
    "fr": "CHF",
    "us$": "USD",
    "a$": "AUD",
    "c$": "CAD",
    "nz$": "NZD",
}
_SHARED_SIGNS: Final = {"$": "dollar", "£": "pound", "¥": "yen"}
"""Signs that several currencies share, with the name that they share too."""
_PLAIN: Final = {"pound": "GBP", "euro": "EUR", "yen": "JPY", "quid": "GBP"}
"""Names of several currencies by which most people mean this one."""
_KNOWN_FIRST: Final = ("USD", "CAD", "AUD", "NZD", "SGD", "HKD", "CHF", "SEK", "NOK", "DKK", "MXN")
_MOST_OFFERED: Final = 6
_LOCALE: Final = Locale("en")


def find_currencies(text: str, usual: str) -> tuple[str, ...]:
    """Return the ISO 4217 codes of the currencies that a text may mean, the likeliest first.

    A single code is certain. ``usual`` is the currency of this site, which decides between several.
    """
    word = " ".join(text.split()).casefold()
    if minor_digits(word.upper()) is not None:
        return (word.upper(),)
    name = _SHARED_SIGNS.get(word, word)
    named = _codes_by_name().get(name) or _codes_by_name().get(name.removesuffix("s"), ())
    if usual in named:
        return (usual,)
    plain = _SIGNS.get(word) or _PLAIN.get(name.removesuffix("s"))
    return (plain,) if plain else named[:_MOST_OFFERED]


def read_currency(text: str, usual: str) -> str:
    """Return the code that a text certainly means; any other text as it is, in capitals."""
    found = find_currencies(text, usual)
    return found[0] if len(found) == 1 else text.strip().upper()


@cache
def _codes_by_name() -> Mapping[str, tuple[str, ...]]:
    """Return the codes by name, ``canadian dollar``, and by its last word, ``dollar``."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for code, name in _LOCALE.currencies.items():
        if minor_digits(code) is not None:
            full = name.casefold()
            for each in {full, full.rpartition(" ")[2]}:
                found[each].append(code)
    return {name: tuple(sorted(codes, key=_familiarity)) for name, codes in found.items()}


def _familiarity(code: str) -> tuple[int, str]:
    return (_KNOWN_FIRST.index(code) if code in _KNOWN_FIRST else len(_KNOWN_FIRST), code)
