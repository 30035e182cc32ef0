"""Reads amounts and days as people write them in their own lists."""

import re
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Final, NamedTuple

from scorekeeper.domain.settlement import minor_digits

# --- amounts ------------------------------------------------------------------------------------

_NOTHING: Final = frozenset({"", "-", "–", "—", "−", "./.", "/", "n/a", "nil", "none"})


def is_nothing(text: str) -> bool:
    """Tell whether a cell says that there is nothing: it is empty, or a dash stands in it."""
    return text.strip().lower() in _NOTHING


class ListMoney(NamedTuple):
    """The currency in which balances are written, and the sign that may stand beside them."""

    currency: str
    symbol: str

    @property
    def digits(self) -> int:
        """How many decimals an amount may have."""
        return minor_digits(self.currency) or 0

    @property
    def marks(self) -> tuple[str, ...]:
        """What may stand beside an amount: the code of the currency, its sign, ``$`` of ``CA$``."""
        symbol = self.symbol.strip()
        return tuple(dict.fromkeys([self.currency, symbol, symbol[-1:] or symbol]))


_MINUS: Final = "−–‒"
_MONEY: Final = re.compile(r"([+-]?)([\d.,'’]*\d)(-?)")
_GROUPS: Final = re.compile(r"[1-9]\d{0,2}(?:[.,'’]\d{3})+")
_POINT: Final = re.compile(r"([.,])\d\d?(?![\d.,])")
"""The sign before one or two decimals."""
_THREE: Final = re.compile(r"(?<![\d.,])\d{1,3}([.,])\d{3}(?![\d.,])")
"""Three digits behind one sign: thousands, or a slip in the decimals."""
_GROUP: Final = 3
_SIDE: Final = re.compile(
    r"^(?:(?:cr|credit)|(dr|debit|owes))(?![a-z])[.: ]*"
    r"| *(?<![a-z])(?:(?:cr|credit|in credit)|(dr|debit|owes|owing|owed|in debit))\.?$",
    re.I,
)
"""The side of an account beside an amount, as in “5.00 CR”; those of the groups mean minus."""
_LONGEST_AMOUNT: Final = 40


def read_opening(text: str, money: ListMoney) -> str | None:
    """Return a typed balance as a decimal string, such as ``-1234.50`` for ``−1.234,50 €``.

    Brackets mean minus, as in a spreadsheet, and so does DR or “owes”; CR means plus. None stands
    for what is no amount of the currency.
    """
    if len(text) > _LONGEST_AMOUNT:
        return None
    if side := _SIDE.search(text):
        # Of “−5.00 CR” nobody knows which sign is meant.
        number = read_opening(_SIDE.sub("", text, count=1), money)
        is_plain = number is not None and not number.startswith("-") and "(" not in text
        return ("-" if side[1] or side[2] else "") + number if is_plain and number else None
    bare = "".join(text.split())
    for sign in _MINUS:
        bare = bare.replace(sign, "-")
    is_bracketed = bare[:1] == "(" and bare[-1:] == ")"
    bare = bare[1:-1] if is_bracketed else bare
    for mark in money.marks:
        bare = re.sub(
            rf"^([+-]?){re.escape(mark)}|{re.escape(mark)}(-?)$", r"\1\2", bare, flags=re.I
        )
    found = _MONEY.fullmatch(bare)
    if found is None:
        return None
    number = _plain_number(found[2], money.digits)
    minus = [found[1] == "-", bool(found[3]), is_bracketed].count(True)
    if number is None or minus > 1:
        return None
    return f"-{number}" if minus else number


def find_points(texts: Iterable[str]) -> frozenset[str]:
    """Return the signs that stand before one or two decimals somewhere in amounts."""
    return frozenset([sign for text in texts for sign in _POINT.findall(text)])


def has_slip(text: str, points: frozenset[str]) -> bool:
    """Tell whether an amount has three digits behind a sign that is a point elsewhere."""
    found = _THREE.search(text)
    return found is not None and found[1] in points


def tells_side(text: str) -> bool:
    """Tell whether a word beside an amount says who owes it, whatever its column is."""
    return _SIDE.search(text) is not None


def _plain_number(text: str, digits: int) -> str | None:
    """Return a number with a decimal point; None if it cannot be told what its signs mean."""
    whole, point, fraction = text, "", ""
    at = max(text.rfind("."), text.rfind(","))
    behind = text[at + 1 :]
    if at >= 0 and (len(behind) != _GROUP or digits == _GROUP) and text.count(text[at]) == 1:
        whole, point, fraction = text[:at], ".", behind
    if not whole.isdigit() and not (whole == "" and fraction):
        if not _GROUPS.fullmatch(whole):
            return None
        whole = re.sub(r"\D", "", whole)
    if not (whole + fraction).isdigit() or len(fraction) > digits:
        return None
    return (whole or "0") + (point + fraction if fraction else "")


# --- days -----------------------------------------------------------------------------------------


_MONTHS: Final = (
    "jan",
    "feb",
    "mar",
    "apr",
    "may",
    "jun",
    "jul",
    "aug",
    "sep",
    "oct",
    "nov",
    "dec",
)
_FIRST_SERIAL: Final = date(1899, 12, 30)
_SERIAL: Final = re.compile(r"[2-7]\d{4}")
"""A day as a spreadsheet counts it, between 1954 and 2119."""
_YEAR_ALONE: Final = re.compile(r"(?:19|20)\d\d")
_YEAR_FIRST: Final = re.compile(r"(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?")
_NUMBERS: Final = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d\d)")
_MONTH_ALONE: Final = re.compile(r"(\d{1,2})[-/.](\d{4})")
_WITH_WORD: Final = re.compile(
    r"(\d{1,2}[ .-]+)?([a-z]{3,9})\.?[ .,-]*(\d{1,2} *,? +)?(\d{4}|\d\d)"
)
_TIME: Final = re.compile(r"[ T]\d\d?:\d\d(?::\d\d)?$")
_ORDINAL: Final = re.compile(r"(?<=\d)(?:st|nd|rd|th)\b")


def read_day(text: str, *, is_day_first: bool, today: str) -> str | None:
    """Return a typed day as in a club book; None for what is none.

    Of a month alone it is the first day, of a year the first of January. ``is_day_first`` tells
    what 3/4/2026 means; with dots the day is always first. A year of two digits is the latest that
    is not after ``today``.
    """
    plain = " ".join(_ORDINAL.sub("", _TIME.sub("", text.strip().lower())).split())
    if _SERIAL.fullmatch(plain):
        return (_FIRST_SERIAL + timedelta(days=int(plain))).isoformat()
    parts = _numbers_of(plain, is_day_first=is_day_first) or _words_of(plain)
    return None if parts is None else _day(*parts, today=today)


_Parts = tuple[str, str, str]
"""A day as year, month and day in figures."""


def _numbers_of(plain: str, *, is_day_first: bool) -> _Parts | None:
    if found := _YEAR_ALONE.fullmatch(plain):
        return found[0], "1", "1"
    if found := _YEAR_FIRST.fullmatch(plain):
        return found[1], found[2], found[3] or "1"
    if found := _MONTH_ALONE.fullmatch(plain):
        return found[2], found[1], "1"
    found = _NUMBERS.fullmatch(plain)
    if found is None:
        return None
    is_first = is_day_first or found[2] == "."
    return (found[4], found[3], found[1]) if is_first else (found[4], found[1], found[3])


def _words_of(plain: str) -> _Parts | None:
    found = _WITH_WORD.fullmatch(plain)
    if found is None or found[2][:3] not in _MONTHS or (found[1] and found[3]):
        return None
    day = re.sub(r"\D", "", found[1] or found[3] or "1")
    return found[4], str(_MONTHS.index(found[2][:3]) + 1), day


def _day(year: str, month: str, day: str, *, today: str) -> str | None:
    whole = int(year)
    if len(year) == 2:
        whole += 2000 if whole <= int(today[2:4]) else 1900
    try:
        return date(whole, int(month), int(day)).isoformat()
    except ValueError:
        return None


def day_orders(texts: Iterable[str]) -> set[bool]:
    """Return how days with slashes can be meant: with the day first, with the month first."""
    orders = {True, False}
    for text in texts:
        found = _NUMBERS.fullmatch(_TIME.sub("", text.strip()))
        if found is None or found[2] == ".":
            continue
        if int(found[1]) > 12:
            orders.discard(False)
        if int(found[3]) > 12:
            orders.discard(True)
    return orders


def has_slashes(texts: Iterable[str]) -> bool:
    """Tell whether any day is written in numbers whose order has to be known."""
    found = [_NUMBERS.fullmatch(_TIME.sub("", text.strip())) for text in texts]
    return any(each is not None and each[2] != "." for each in found)
