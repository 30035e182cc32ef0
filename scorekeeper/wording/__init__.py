"""Writes figures, money, dates, cards and names for people, on pages and on paper alike.

Minus is "−" (U+2212), never a hyphen; thirds are written "66⅔"; an amount has all the digits of its
currency by ISO 4217. Language and symbols are those of international English.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date, timedelta
from fractions import Fraction
from functools import lru_cache
from itertools import takewhile
from operator import eq
from textwrap import wrap
from typing import Final
from unicodedata import category

from babel.core import Locale
from babel.dates import format_date
from babel.numbers import get_currency_symbol

from scorekeeper.rules import (
    MINUS,
    Score,
    Seat,
    Settlement,
    Stake,
    with_capital,
    without_capital,
    write_amount,
    write_card,
    write_names,
    write_plural,
    write_several,
    write_subject,
    write_winners,
)

__all__ = [
    "MINUS",
    "NO_MONEY",
    "name_columns",
    "names_in_seats",
    "tell_apart",
    "with_capital",
    "without_capital",
    "write_card",
    "write_count",
    "write_date",
    "write_day_and_month",
    "write_day_of_week",
    "write_duration",
    "write_money",
    "write_month",
    "write_names",
    "write_night",
    "write_plural",
    "write_points",
    "write_proof",
    "write_ranges",
    "write_sentence",
    "write_several",
    "write_short_date",
    "write_signed",
    "write_signed_amount",
    "write_signed_money",
    "write_size",
    "write_stake",
    "write_subject",
    "write_sum",
    "write_symbol",
    "write_winners",
]

NO_MONEY: Final = "No money is settled (house rule)."
"""The sentence for a game with a stake whose house rules settle nothing."""
_NO_BREAK: Final = "\u00a0"
_THIN: Final = "\N{NARROW NO-BREAK SPACE}"
_MOST_UNPARTED: Final = 4
_LOCALE: Final = Locale("en")
_HOURS_TO_DAYS: Final = 48
_MOST_IN_PROOF: Final = 4
_LONGEST_BEGINNING: Final = 4
_LETTERS_OF_COLUMNS: Final = 20
"""How many letters of names stand side by side above the columns of a phone 390 pixels wide."""
_LETTERS_OF_COLUMN: Final = 5
"""How many there are at least, since columns are never narrower."""
_LETTERS_OF_END: Final = 6
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
_VULGAR: Final = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 5): "⅕",
    Fraction(2, 5): "⅖",
    Fraction(3, 5): "⅗",
    Fraction(4, 5): "⅘",
}


def write_points(score: Score) -> str:
    """Return points as a column shows them: ``1045``, ``−130``, ``66⅔``."""
    return (MINUS if score < 0 else "") + _magnitude(score)


def write_signed(score: Score) -> str:
    """Return points that are added to others, with their sign: ``+200``, ``−215``, ``0``."""
    return ("+" if score > 0 else "") + write_points(score)


def _magnitude(score: Score) -> str:
    if isinstance(score, int):
        return str(abs(score))
    whole, part = divmod(abs(score), 1)
    if not part:
        return str(whole)
    if part in _VULGAR:
        return f"{whole or ''}{_VULGAR[part]}"
    return f"{whole}{_NO_BREAK}{part}" if whole else str(part)


def write_count(count: int) -> str:
    """Return a count in words up to eight, else in digits: ``no``, ``five``, ``12``."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def shorten_names(names: Sequence[str]) -> list[str]:
    """Return the shortest texts by which the names differ, of at most four letters.

    They are the beginnings, or where these are alike, the first letter and what differs: ``B…Au``.
    """
    for length in range(1, _LONGEST_BEGINNING + 1):
        if _differ(names, length):
            return [name[:length] for name in names]
    return [name[:_LONGEST_BEGINNING] for name in tell_apart(names, _LONGEST_BEGINNING)]


def name_columns(names: Sequence[str], others: Collection[str] = ()) -> list[str]:
    """Return the names of columns so that they differ where they are cut, from ``others`` too."""
    there = [*names, *set(others).difference(names)]
    letters = max(_LETTERS_OF_COLUMN, _LETTERS_OF_COLUMNS // max(1, len(names)))
    return tell_apart(there, letters)[: len(names)]


def tell_apart(names: Sequence[str], letters: int) -> list[str]:
    """Return names that differ in their first ``letters`` too, where a narrow column may cut them.

    Those that begin alike leave out the middle that they share, as much as there is no room for:
    ``B…Alexander`` and ``Ba…Augustus``. So does a long one with a short last word, such as ``sen.``
    """
    there = [*names, *sorted(set(_without_ends(names)))]
    found = there
    for kept in range(1, letters - 1):
        if _differ(found, letters):
            break
        found = [_without_same(name, there, letters, kept=kept) for name in there]
    return found[: len(names)]


def _without_ends(names: Sequence[str]) -> Iterator[str]:
    """Yield long names without a short last word, where no other name begins so."""
    for name in names:
        begin, between, end = name.rpartition(" ")
        is_alone = not any(other != name and other.startswith(begin) for other in names)
        if is_alone and len(name) > _LETTERS_OF_COLUMNS and len(end) <= _LETTERS_OF_END:
            yield begin + between


def label_lines(names: Sequence[str], letters: int, most: int) -> list[list[str]]:
    """Return the lines of the names at the ends of a chart: at most so many of so many letters.

    What tells a longer name from the others stands on one line.
    """
    whole = [wrap(name, letters) for name in names]
    apart = [shorten(name, letters) for name in tell_apart(names, letters)]
    return [
        lines if len(lines) <= most else [short] for lines, short in zip(whole, apart, strict=True)
    ]


def shorten(name: str, letters: int) -> str:
    """Return a name of at most so many letters, the last of which may be dots."""
    return name if len(name) <= letters else f"{name[: letters - 1].rstrip()}…"


def _differ(names: Sequence[str], letters: int) -> bool:
    return len({name[:letters] for name in names}) == len(names)


def _without_same(name: str, names: Sequence[str], letters: int, *, kept: int) -> str:
    """Return the first ``kept`` letters of a name, or more, and what no other like it has."""
    alike = [other for other in names if other != name and other[:letters] == name[:letters]]
    differs = max([_same_letters(name, other) for other in alike], default=len(name))
    if differs == len(name):
        return name
    word = name.rfind(" ", 0, differs) + 1
    begin = word if kept + 1 + differs - word < letters else differs
    while category(name[begin]).startswith("M"):  # a mark belongs to the letter before it
        begin -= 1
    kept = max(kept, letters - 1 - len(name[begin:]))
    return f"{name[: min(kept, begin - 1)].rstrip()}…{name[begin:]}"


def _same_letters(one: str, other: str) -> int:
    return len([*takewhile(bool, map(eq, one, other))])


def names_in_seats(seats: Iterable[Seat], players: Sequence[str]) -> list[str]:
    """Return the names of the players in some seats."""
    return [players[seat] for seat in seats]


def write_ranges(numbers: Iterable[int]) -> list[str]:
    """Return ascending numbers with each three or more in a row as one text: ``3–6``, ``8``."""
    rows: list[list[int]] = []
    for number in numbers:
        if rows and rows[-1][-1] == number - 1:
            rows[-1].append(number)
        else:
            rows.append([number])
    few = [[f"{row[0]}–{row[-1]}"] if len(row) > 2 else map(str, row) for row in rows]
    return [text for texts in few for text in texts]


@lru_cache(maxsize=256)  # each sum of money has one
def write_symbol(currency: str) -> str:
    """Return the sign of a currency, ``$`` or ``€``, or its ISO 4217 code if it has no sign."""
    return get_currency_symbol(currency, locale=_LOCALE)


def write_money(minor: int, currency: str) -> str:
    """Return minor units with their currency's sign: ``$16.00``, ``−€2.50``, ``CHF 4.00``."""
    symbol = write_symbol(currency)
    gap = _NO_BREAK if symbol[-1].isalpha() else ""
    return (MINUS if minor < 0 else "") + symbol + gap + write_sum(abs(minor), currency)


def write_sum(minor: int, currency: str) -> str:
    """Return minor units for people to read: ``19.00``, ``−3.00``, ``28 750.00``.

    From five digits on a thin space stands before each three. Forms and files have none.
    """
    whole, point, part = write_amount(abs(minor), currency).partition(".")
    if len(whole) > _MOST_UNPARTED:
        whole = f"{int(whole):,}".replace(",", _THIN)
    return (MINUS if minor < 0 else "") + whole + point + part


def write_signed_amount(minor: int, currency: str) -> str:
    """Return minor units won or lost, without their currency: ``+14.00``, ``−2.00``."""
    return ("+" if minor > 0 else MINUS if minor < 0 else "") + write_sum(abs(minor), currency)


def write_signed_money(minor: int, currency: str) -> str:
    """Return minor units won or lost, with their currency: ``+$16.00``, ``−€2.50``."""
    return ("+" if minor > 0 else "") + write_money(minor, currency)


def write_proof(settlement: Settlement) -> str:
    """Return the players' nets as a sum that is zero: ``16.00 + 10.00 − 26.00 = 0``.

    For more than four players it has the sums won and lost: ``46.00 − 46.00 = 0``.
    """
    nets, currency = settlement.net, settlement.stake.currency
    if len(nets) > _MOST_IN_PROOF:
        nets = (sum([net for net in nets if net > 0]), sum([net for net in nets if net < 0]))
    first, *others = nets
    rest = [f" {MINUS if minor < 0 else '+'} {write_sum(abs(minor), currency)}" for minor in others]
    start = write_signed_amount(first, currency).removeprefix("+")
    return f"{start}{''.join(rest)} = {sum(settlement.net)}"


def write_stake(stake: Stake) -> str:
    """Return a stake in words: ``$1 per 100``, ``$0.05 per point``."""
    per = "point" if stake.per == 1 else str(stake.per)
    amount, _, part = write_money(stake.minor, stake.currency).partition(".")
    return f"{amount}{f'.{part}' if part.strip('0') else ''} per {per}"


def write_duration(length: timedelta) -> str:
    """Return a length of time to the nearest minute: ``1 hour 15 minutes``, ``2 days 3 hours``."""
    minutes = (length + timedelta(seconds=30)) // timedelta(minutes=1)
    hours = minutes // 60
    if hours >= _HOURS_TO_DAYS:
        parts = ((hours // 24, "day"), (hours % 24, "hour"))
    else:
        parts = ((hours, "hour"), (minutes % 60, "minute"))
    return " ".join([write_plural(count, unit) for count, unit in parts if count])


def write_sentence(words: str) -> str:
    """Return words with a full stop, unless a name or a quotation at their end brings its own."""
    return words if words.rstrip("”’\"')").endswith((".", "!", "?", "…")) else f"{words}."


def write_size(count: int) -> str:
    """Return a number of bytes, such as "3.4 MB", rounded down to a tenth."""
    for unit, size in (("TB", 10**12), ("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if count >= size:
            return f"{count // size}.{count % size * 10 // size} {unit}"
    return f"{count} bytes"


@lru_cache(maxsize=1024)  # lists name the same days again and again
def _write_day(iso: str, pattern: str) -> str:
    return format_date(date.fromisoformat(iso), pattern, locale=_LOCALE)


def write_date(iso: str) -> str:
    """Return an ISO date in words, ``20 November 2026``, or an empty text for an empty one.

    Raises ``ValueError`` if ``iso`` is neither.
    """
    if not iso:
        return ""
    return _write_day(iso, "d MMMM y")


def write_day_of_week(iso: str) -> str:
    """Return the day of the week of an ISO date: ``Friday``."""
    return _write_day(iso, "EEEE")


def write_short_date(iso: str, today: str = "") -> str:
    """Return an ISO date in short, ``20 Nov``, with its year if it is not that of ``today``.

    Without ``today`` no year is written. Raises ``ValueError`` if ``iso`` is no date.
    """
    return _write_day(iso, "d MMM y" if today and iso[:4] != today[:4] else "d MMM")


def write_month(iso: str, today: str) -> str:
    """Return the month of an ISO date, ``October``, with its year if it is not that of ``today``.

    Raises ``ValueError`` if ``iso`` is no date.
    """
    return _write_day(iso, "LLLL" if iso[:4] == today[:4] else "LLLL y")


def write_day_and_month(iso: str) -> str:
    """Return an ISO date without its year: ``22 November``."""
    return _write_day(iso, "d MMMM")


def write_night(iso: str, today: str = "") -> str:
    """Return the name of the night of an ISO date: ``Friday 20 November``.

    The year follows if ``today`` is in another one, or is empty, as for papers that are kept for
    years.
    """
    return _write_day(iso, "EEEE d MMMM" if iso[:4] == today[:4] else "EEEE d MMMM y")
