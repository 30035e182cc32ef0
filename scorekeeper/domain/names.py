"""Names and lines of text that people type: what they may contain, and which names look alike."""

from collections.abc import Iterable
from itertools import count
from typing import Final
from unicodedata import category, normalize

NAME_LENGTH: Final = 40
LINE_LENGTH: Final = 200
_REFUSED: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
# Zero-width non-joiner and joiner: Persian and Sinhala are spelled with them, emoji joined by one.
_JOINERS: Final = frozenset("\u200c\u200d")


def trim_line(text: str) -> str:
    """Return a line as it is read, compared and written: trimmed, and composed (NFC)."""
    return normalize("NFC", text.strip())


def quote_text(value: object) -> str:
    """Return a value in quotation marks for a message, with hidden signs escaped: ``“ZZ”``."""
    return f"“{repr(str(value))[1:-1]}”"


def find_hidden_sign(line: str) -> str:
    """Return the first sign that a trimmed line may not hold, such as ``U+200B``; else "".

    Such are line breaks, controls and signs without a shape of their own. A joiner may stand
    between two other signs.
    """
    for place, sign in enumerate(line):
        if sign in _JOINERS:
            around = (line[place - 1 : place], line[place + 1 : place + 2])
            if all(each and each not in _JOINERS for each in around):
                continue
        elif category(sign) not in _REFUSED:
            continue
        return f"U+{ord(sign):04X}"
    return ""


def look_of(name: str) -> str:
    """Return a key that is the same for all names that look alike.

    Such names differ in nothing but case, spaces, joiners or compatibility forms.
    """
    joined = "".join([sign for sign in name if sign not in _JOINERS])
    folded = normalize("NFKC", normalize("NFKC", joined).casefold())
    return "".join(folded.split())


def free_name(wanted: str, others: Iterable[str]) -> str:
    """Return a name, with ``-2``, ``-3`` … behind it if another name looks the same."""
    looks = {look_of(name) for name in others}
    name, number = wanted, 1
    while look_of(name) in looks:
        number += 1
        end = f"-{number}"
        name = wanted[: NAME_LENGTH - len(end)] + end
    return name


def free_label(labels: Iterable[str]) -> str:
    """Return the name of one more table, which is not among ``labels``: ``Table 3``."""
    taken = {label.casefold() for label in labels}
    names = map("Table {}".format, count(1))
    return next(name for name in names if name.casefold() not in taken)
