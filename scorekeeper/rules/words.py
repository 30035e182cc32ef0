"""Words: names and lines that people type, and names, numbers and cards in English."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import count
from typing import Final
from unicodedata import category, combining, normalize

from scorekeeper.rules.cards import RANK_WORDS, SUIT_WORDS, Card, Colour

NAME_LENGTH: Final = 40
LINE_LENGTH: Final = 200
_REFUSED: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
# Zero-width non-joiner and joiner: Persian and Sinhala are spelled with them, emoji joined by one.
_JOINERS: Final = frozenset("\u200c\u200d")
_LIKENESS: Final = 0.75
"""The least share of letters, in the same order, that names which look alike have in common."""


def trim_line(text: str) -> str:
    """Return a line as it is read, compared and written: trimmed, and composed (NFC)."""
    return normalize("NFC", text.strip())


def quote_text(value: object) -> str:
    """Return a value in quotation marks for a message, with hidden signs escaped: ``“ZZ”``."""
    return f"“{repr(str(value))[1:-1]}”"


def find_hidden_sign(line: str) -> str:
    """Return the first sign that a trimmed line may not hold, such as ``U+200B``; else "".

    These are line breaks, controls, and signs without a shape of their own. A joiner may stand
    between two other signs.
    """
    for place, sign in enumerate(line):
        if sign in _JOINERS:
            around = (line[place - 1 : place], line[place + 1 : place + 2])
            if all(sign and sign not in _JOINERS for sign in around):
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
    return "".join(normalize("NFKC", normalize("NFKC", joined).casefold()).split())


def letters_of(name: str) -> str:
    """Return what is left of a name to find it by: no case, no spaces, no accents."""
    return "".join([sign for sign in normalize("NFKD", look_of(name)) if not combining(sign)])


def bare_look(name: str) -> str:
    """Return a key that is the same for names that may be one, typed differently.

    Such names differ in nothing but case, spaces, accents, dots and other signs.
    """
    letters = letters_of(name)
    bare = "".join([sign for sign in letters if category(sign)[0] not in "PSZ"])
    return bare or letters


def names_alike(name: str, others: Iterable[str], *, most: int) -> list[str]:
    """Return which other names may be the same one typed differently, the likeliest first.

    They have most letters in common, or one begins with the other.
    """
    wanted, named = letters_of(name), defaultdict[str, list[str]](list)
    for other in others:
        named[letters_of(other)].append(other)
    close = get_close_matches(wanted, named, n=most, cutoff=_LIKENESS)
    longer = [
        candidate
        for candidate in named
        if candidate.startswith(wanted) or wanted.startswith(candidate)
    ]
    found = dict.fromkeys([*close, *longer])
    return [other for letters in found for other in named[letters]][:most]


def free_name(wanted: str, others: Iterable[str]) -> str:
    """Return a name, with ``-2``, ``-3`` … after it if another name looks the same."""
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


# --- names, numbers and cards in English, for texts that the rules contain ------------------------

MINUS: Final = "−"
"""The minus sign of all figures for people, U+2212; never a hyphen."""


def with_capital(words: str) -> str:
    """Return words with a capital first letter, to begin a sentence."""
    return words[:1].upper() + words[1:]


def without_capital(words: str) -> str:
    """Return words with a small first letter, to stand inside a sentence."""
    return words[:1].lower() + words[1:]


def write_names(names: Sequence[str], joined_by: str = "and") -> str:
    """Return names as a list in words: ``Ann``, ``Ann and Bob``, ``Ann, Bob and Cal``."""
    *others, last = names
    return f"{', '.join(others)} {joined_by} {last}" if others else last


def write_subject(names: Sequence[str], one: str, several: str) -> str:
    """Return names and their verb, which is ``one`` or ``several``: ``Ann and Bob hold``."""
    return f"{write_names(names)} {one if len(names) == 1 else several}"


def write_winners(names: Sequence[str]) -> str:
    """Return who won, without a full stop: ``Ann wins``, ``Ann and Bob win``, ``nobody wins``."""
    return write_subject(names, "wins", "win") if names else "nobody wins"


def write_plural(count: int, noun: str, several: str = "") -> str:
    """Return a number and noun: ``1 deal``, ``2 deals``; ``several`` is an irregular plural."""
    return f"{count} {noun if count == 1 else several or f'{noun}s'}"


def write_numbers(numbers: Sequence[int]) -> str:
    """Return sorted numbers in words, as a span if none is left out: ``2 to 5``, ``2, 4 or 6``."""
    least, most = numbers[0], numbers[-1]
    if len(numbers) == 1:
        return str(least)
    if len(numbers) > most - least:
        return f"{least} to {most}"
    return write_names([str(number) for number in numbers], "or")


def write_card(card: Card) -> str:
    """Return a card in words: ``queen of spades``, ``Joker``, ``king``, ``black two``."""
    rank = RANK_WORDS[card.rank]
    if card.suit is None:
        return rank
    if isinstance(card.suit, Colour):
        return f"{card.suit.name.lower()} {rank}"
    return f"{rank} of {SUIT_WORDS[card.suit]}"


def write_several(name: str) -> str:
    """Return the plural of a rank: ``kings``, ``sixes``."""
    return f"{name}es" if name.endswith("x") else f"{name}s"
