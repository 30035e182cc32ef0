"""Reads a list of people, one a line: a name, or a name and a balance behind a tab or ``;``.

Nothing is guessed: a line that may say two things, or says anything else, has faults.
"""

import re
from dataclasses import dataclass
from string import ascii_letters, whitespace
from typing import Final

from scorekeeper.rules.names import quote_text
from scorekeeper.rules.settlement import minor_digits, read_signed_amount, write_balance
from scorekeeper.rules.words import MINUS

_LINE_BREAK: Final = re.compile(r"\r\n|\n|\r")
_CELL_BREAK: Final = re.compile(r"[\t;]")
# Beside spaces, the mark at the beginning of a file and those of direction, which messengers put
# round names. A pattern would take minutes for a line of spaces alone.
_ENDS: Final = (
    f"{whitespace}\u00a0\u202f\ufeff\u200b\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2069"
)
_NUMBERING: Final = re.compile(r"^(?:\d{1,4}[.)](?:\s+|(?=[^\W\d]))|•\s*|[-–*]\s+)")
_LONGEST: Final = 100
"""How long a name or balance may be to be looked at closely; both are much shorter."""

_MANY_CELLS: Final = (
    "A line holds a name, or a name and a balance with a tab or ; between, and no more"
)
_NOBODY: Final = "There is no name in this line"
_ADDRESS: Final = "Leave out the e-mail address: a line holds a name, and a balance if you like"
_COMMA: Final = "A name has no comma: write Ann Smith, and a tab or ; before a balance"
_NUMBER: Final = "Put a tab or ; before a balance, and leave out any other number behind a name"
_NUMBER_BEHIND: Final = re.compile(
    r"(?:[:=]|\s[-−–+])\s*\d+$|\s(?![(#]?\d\d?\)?$)[^\w\s]*\d[\d\W]*$"
)
"""A number hardly of the name: behind a sign, with decimals, or of three figures and more."""

_SIGNS: Final = f"-–{MINUS}"
_BALANCE: Final = re.compile(
    rf"([{_SIGNS}+]?)\s*"
    r"(\d+|[1-9]\d{0,2}([.,'’])\d{3}(?:\3\d{3})*)(?:(?!\3)[.,](\d+))?",
    re.ASCII,
)
"""Its sign, its whole part with or without marks between thousands, that mark, its decimals."""
_THOUSANDS: Final = 3
_MAY_BE_THOUSANDS: Final = re.compile(r"[1-9]\d{0,2}")
_NO_BALANCE: Final = re.compile(r"0\d+|\d{7,}")
"""The figures of a telephone or of a card; so much money has marks between thousands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPerson:
    """A line of a list, from 1: a name and a balance in minor units, minus if owed to the club.

    Of a line with ``faults`` the name is all that stands there.
    """

    line: int
    name: str
    opening: int = 0
    faults: tuple[str, ...] = ()


def read_people_list(text: str, currency: str, symbol: str) -> tuple[ListedPerson, ...]:
    """Return who is on a list; ``symbol`` may stand beside balances, as spreadsheets write them."""
    lines = enumerate(_LINE_BREAK.split(text), 1)
    return tuple(
        [
            _read_line(number, line.strip(_ENDS), currency, symbol)
            for number, line in lines
            if line.strip(f"{_ENDS};")
        ]
    )


def _read_line(number: int, line: str, currency: str, symbol: str) -> ListedPerson:
    cells = [cell.strip(_ENDS) for cell in _CELL_BREAK.split(_NUMBERING.sub("", line))]
    while not cells[-1]:
        cells.pop()
    name, balance = " ".join(cells[0].split()), "".join(cells[1:2])
    read = _read_balance(balance, currency, symbol) if balance else 0
    found = [_find_fault(name), read if isinstance(read, str) else ""]
    faults = [_MANY_CELLS] if len(cells) > 2 else list(filter(None, found))
    if faults or isinstance(read, str):
        return ListedPerson(line=number, name=line, faults=tuple(faults))
    return ListedPerson(line=number, name=name, opening=read)


def _find_fault(name: str) -> str:
    """Return why a text is no name, or what else than a name stands there; else ""."""
    if not any(sign.isalpha() for sign in name):
        return _NOBODY
    if "@" in name:
        return _ADDRESS
    if "," in name:
        return _COMMA
    return _NUMBER if len(name) <= _LONGEST and _NUMBER_BEHIND.search(name) else ""


def _read_balance(text: str, currency: str, symbol: str) -> int | str:
    """Return a balance in minor units, or why it is none."""
    most = minor_digits(currency) or 0
    # Such as CAD, CA$ and $.
    sign_alone = symbol.strip().lstrip(ascii_letters)
    marks = "|".join([re.escape(mark) for mark in (currency, symbol.strip(), sign_alone) if mark])
    plain = re.sub(rf"^([{_SIGNS}+]?)\s*(?:{marks})\s*|\s*(?:{marks})$", r"\1", text[:_LONGEST])
    found = _BALANCE.fullmatch(plain)
    example = write_balance(5 * 10**most, currency)
    no_balance = f"{quote_text(text[:_LONGEST])} is no balance: write {example} or {MINUS}{example}"
    if found is None or _NO_BALANCE.fullmatch(found[2]):
        return no_balance
    sign, whole, mark, decimals = found[1], re.sub(r"\D", "", found[2]), found[3], found[4] or ""
    if len(decimals) == _THOUSANDS != most and not mark and _MAY_BE_THOUSANDS.fullmatch(whole):
        # In a currency of three decimals, such as the dinar, every amount is written with them.
        cut = f" or {sign}{whole}.{decimals[:most]}" if most else ""
        return f"{text} can be read in two ways: write {sign}{whole}{decimals}{cut}"
    if len(decimals) > most:
        return f"{text} has too many decimals: write {example} or {MINUS}{example}"
    minus = "-" if sign and sign in _SIGNS else ""
    point = "." if decimals else ""
    minor = read_signed_amount(f"{minus}{whole}{point}{decimals}", currency)
    return no_balance if minor is None else minor
