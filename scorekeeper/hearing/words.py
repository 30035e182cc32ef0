"""Takes a dictated text apart into the words of the table, each with all that it may mean.

What a word may mean is called its *class*: ``two`` is a rank, a number and a word for "to".
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import Any, Final, NamedTuple

from scorekeeper.rules.cards import RANK_LETTERS, Colour, Rank, Suit

_TOKEN: Final = re.compile(
    r"(?P<ace>(?:(?<=[JQK0-9], )|(?<=[JQK0-9] ))A\b(?![’'])"  # one that ends a list
    r"|(?<=spades )A\b|(?<=hearts )A\b|(?<=diamonds )A\b|(?<=clubs )A\b"
    r"|(?<=, )A(?= (?:10|[3-9]) (?:of )?(?:spades|hearts|diamonds|clubs)\b)"
    r"|(?<=\band )A(?=\s*(?:$|[.,;!?]))"  # one that ends them
    r"|(?<=[^.!?\s] )"  # one in the middle
    r"A(?=[ ,]+(?:2[ ,]+3|[JQK]|(?:10|[3-9])[ ,]+(?:10|[2-9JQK]))\b))"
    r"|(?P<ace_of>\bA(?=[2-9])"  # one that is written beside a figure, or before its suit
    r"|\b[Aa](?= (?:spades|hearts|diamonds|clubs)\b(?! (?:run|sequence|straight))))"
    # Cards written together, or one that is no word and no plural.
    r"|(?P<cards>\b(?:(?:10|[2-9TJQKAtjqka])\ufe0f?[SHDCshdc♠♥♦♣]\ufe0f?){2,}(?![^\W_])"
    r"|\b(?:10|[2-9TJQKtjqk])[HDChdc](?![^\W_])|\b(?:10|[2-9TJQKAtjqka])\ufe0f?[♠♥♦♣]\ufe0f?)"
    r"|(?P<ranks>\b[TJQKA]*[JQK][TJQKA]+\b|\bA{2,5}\b|\bA(?: A){1,4}\b)"
    r"|[0-9]+(?:['’]?[sS](?![^\W\d_]))?"  # figures, perhaps in the plural
    r"|(?:(?![0-9])[^\W_])+(?:['’](?:(?![0-9])[^\W_])+)*['’]?"
    r"|[-–]|[^\w\s]"
)


_FIGURE: Final = re.compile(r"10|[0-9]")


_RANKS: Final = {letter: rank for rank, letter in RANK_LETTERS.items()}


_MEANS: Final[Mapping[str, Any]] = {
    "rank": _RANKS.__getitem__,
    "ranks": _RANKS.__getitem__,
    "number": int,
    "tens": int,
    "suit": Suit,
    "suits": Suit,
    "wild": str,
    "wilds": str,
    "colour": Colour,
    "count": int,
    "hand": str,
    "melded": str,
}
"""How the keys of each section of the table are read."""


_NO_WORDS: Final = ("format", "phrases", "command")
"""The parts of the table that are no words of hands; a command is a whole line, for the page."""


_CLASS_OF: Final = {"ranks": "plural", "suits": "suit"}
"""The classes whose names differ from those of their sections of the table."""


class Token(NamedTuple):
    """A word, a figure or a sign of the text; ``figures`` counts those that ran together here."""

    text: str
    start: int
    end: int
    figures: int = 0


THOUGHT: Final = 1


SENTENCE: Final = 2


THERE_IS: Final = 3


ONLY: Final = 4


I_HAVE: Final = 5
"""How a thought begins: by words like "then", as a sentence, or by these words."""


@dataclass(frozen=True, slots=True)
class Word:
    """One entry of the table in the text, or a word that is not in it, with its place.

    ``means`` has the number of words and the value for each class, ``repaired`` those of what was
    said instead; ``count`` is how many words of the text it is. With ``begins`` a sentence or a
    thought of its own begins here; it tells how. Talk that was left out stood
    before a word ``after_talk``.
    """

    start: int
    end: int
    count: int
    means: dict[str, tuple[int, Any]]
    begins: int = 0
    repaired: dict[str, list[tuple[int, Any]]] = field(default_factory=dict)
    after_talk: bool = False

    def keep(self, **means: Any) -> None:
        """Leave only these classes."""
        self.means.clear()
        self.means.update({name: (1, value) for name, value in means.items()})


def is_link(word: Word) -> bool:
    """Tell whether a word is none of cards, numbers, places or corrections."""
    if "but" in word.means and "next" not in word.means:
        return False  # "not three"
    if "counter" in word.means:
        return "melds" in word.means  # "two runs"; "two bings" may be cards
    return _LINKS.issuperset(word.means) or word.means.get("number") == (1, 1)


_LINKS: Final = frozenset(
    "a and anything as aside but counter denies from including itself knock makes melds never next"
    " of of_them ones perhaps_sorry pieces points run set shared sound the to totals two up"
    " with".split()
)


def fit_meanings(kept: Sequence[Word], words: Sequence[Word]) -> list[Word]:
    """Return the words that are kept of all, each with meanings that reach as far as before.

    A number of several words is none if one of them is gone.
    """
    places = {(word.start, word.end): at for at, word in enumerate(words)}
    last = [places.get((word.start, word.end), -1) for word in kept]
    found = []
    for at, word in enumerate(kept):

        def length(before: int, at: int = at) -> int:
            ends = (end for end in range(at + 1, len(kept)) if last[end] >= last[at] + before)
            return next(ends, len(kept)) - at

        means = {
            name: (count, value)
            for name, (count, value) in word.means.items()
            if count == 1 or length(count) == count
        }
        repaired = {
            name: [(length(count), value) for count, value in ways]
            for name, ways in word.repaired.items()
        }
        found.append(replace(word, means=means, repaired=repaired))
    return found


Row = tuple[str, str, str]


@dataclass(frozen=True)
class Table:
    """The table of words and of the ways in which they make phrases, as its file has them."""

    sections: Mapping[str, Any]

    @property
    def phrases(self) -> Sequence[Row]:
        """The rows of phrases: a name, a pattern of classes and names, what is made of it."""
        return tuple([(name, pattern, act) for name, pattern, act in self.sections["phrases"]])

    @cached_property
    def commands(self) -> Mapping[str, str]:
        """What a whole line can say instead of cards, and the name of the command."""
        commands = self.sections["command"].items()
        return {
            " ".join(parts).replace("_", " "): name
            for name, spellings in commands
            for spelling in spellings
            for parts in ([(spelling,)] if spelling == "?" else written_out(spelling))
        }

    @cached_property
    def entries(self) -> Mapping[str, dict[str, Any]]:
        """The values of each entry by its classes."""
        found: dict[str, dict[str, Any]] = {}
        for name, value, spellings in self._list_words():
            for spelling in spellings:
                found.setdefault(spelling, {})[name] = value
        for classes in found.values():
            if classes.get("number", 0) > 1:
                classes["rank"] = Rank(classes["number"])
        for spellings in self.sections["number"].values():
            for spelling in spellings[2:]:
                found[spelling]["sound"] = True
        return found

    @cached_property
    def longest(self) -> Mapping[str, int]:
        """The most words of an entry by its first word."""
        found: dict[str, int] = {}
        for entry in self.entries:
            parts = entry.split()
            found[parts[0]] = max(found.get(parts[0], 0), len(parts))
        return found

    def _list_words(self) -> Iterator[tuple[str, Any, Iterable[str]]]:
        for name, value, spellings in self._list_patterns():
            every = [written_out(spelling) for spelling in spellings]
            yield (
                name,
                value,
                [_in_full(" ".join(parts).replace("_", " ")) for ways in every for parts in ways],
            )

    def _list_patterns(self) -> Iterator[tuple[str, Any, Sequence[str]]]:
        for section, keys in self.sections.items():
            if section in _NO_WORDS:
                continue
            for key, spellings in keys.items():
                if section == "word":
                    yield key, True, spellings
                elif " " in key:
                    value: Any = tuple([_MEANS[section](part) for part in key.split()])
                    yield "several_ranks", value, spellings
                else:
                    yield _CLASS_OF.get(section, section), _MEANS[section](key), spellings


JOINED: Final = {"thats": "that's", "its": "it's", "theres": "there's", "whats": "what's"}
"""Words that dictation writes without their apostrophe."""


def _in_full(entry: str) -> str:
    return " ".join([JOINED.get(word, word) for word in entry.split()])


def written_out(pattern: str) -> Iterator[tuple[str, ...]]:
    """Yield what a pattern stands for: ``a|b`` is either of two, ``?`` follows what may be missing.

    In entries of words ``_`` joins the words of one choice.
    """
    choices = []
    for part in pattern.split():
        names = part.rstrip("?").split("|")
        choices.append([*names, ""] if part.endswith("?") else names)
    for symbols in product(*choices):
        yield tuple([symbol for symbol in symbols if symbol])


def split(text: str) -> list[Token]:
    """Return the words, figures and signs of a text, in lower case and composed.

    Figures that ran together are separated: ``8910s`` is 8, 9 and 10s. Punctuation is left out.
    """
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        plain = unicodedata.normalize("NFC", match[0]).lower().replace("’", "'")
        if match["cards"] is not None:
            found += _cards(plain, match.start())
        elif match["ace"] is not None and _is_title(text):
            found.append(Token("a", *match.span()))
        elif match["ace"] is not None or match["ace_of"] is not None:
            is_worn = match[0] == "a" and match["ace_of"] is not None
            found.append(Token("a~" if is_worn else "ace", *match.span()))
        elif match["ranks"] is not None:
            found += [
                Token(_WRITTEN[letter], match.start() + at, match.start() + at + 1)
                for at, letter in enumerate(plain)
                if letter != " "
            ]
        elif plain[0].isdigit() and plain[0].isascii():
            found += _figures(plain, match.start())
        elif plain[0].isalnum() or plain in "-–&" or unicodedata.category(plain[0]) == "So":
            found.append(Token(plain, *match.span()))
    return found


def _is_title(text: str) -> bool:
    """Tell whether most words are written with a capital: "Stuck With A 7"."""
    words: list[str] = LONG_WORD.findall(text)
    return sum([word[0].isupper() for word in words]) * 2 > len(words)


LONG_WORD: Final = re.compile(r"[^\W\d_]{2,}")


_CARD: Final = re.compile(r"(10|.)\ufe0f?(.)\ufe0f?")


_WRITTEN: Final = {
    "a": "ace",
    "t": "10",
    "j": "jack",
    "q": "queen",
    "k": "king",
    "s": "♠",
    "h": "♥",
    "d": "♦",
    "c": "♣",
}


def _cards(text: str, start: int) -> Iterator[Token]:
    """Yield the ranks and suits of cards that were written together."""
    for match in _CARD.finditer(text):
        first, last = match.span()
        middle = start + match.end(1)
        yield Token(_WRITTEN.get(match[1], match[1]), start + first, middle)
        yield Token("of", middle, middle)
        yield Token(_WRITTEN.get(match[2], match[2]), middle, start + last)


def _figures(text: str, start: int) -> Iterator[Token]:
    places = [match.span() for match in _FIGURE.finditer(text)]
    count = len(places)
    for number, (first, end) in enumerate(places):
        last = len(text) if number == count - 1 else end
        yield Token(text[first:last], start + first, start + last, count - number)


def number_of(word: Word) -> int:
    number: int = (word.means.get("number") or word.means.get("count") or (0, 0))[1]
    return number


PAUSE: Final = re.compile(r"[,.;!?]")


STOP: Final = re.compile(r"[.;!?]")
"""What ends a sentence."""
SUIT: Final = r"(?:spade|heart|diamond|club)s?\b"
"""A suit, for patterns."""


def is_two(word: Word) -> bool:
    """Tell whether a word is a two, not one that sounds like it."""
    is_two = any(word.means.get(name) == DEUCE for name in ("rank", "plural"))
    return is_two and "sound" not in word.means


DEUCE: Final = (1, Rank.TWO)


def is_wild(means: Mapping[str, Any]) -> bool:
    """Tell whether a word is "wild", which says nothing of a card beside a deuce."""
    return "wild" in means and means["wild"] == (1, "?")


def is_any_wild(means: Mapping[str, Any]) -> bool:
    return "wild" in means or means.get("rank") == DEUCE


def gap(words: Sequence[Word], at: int) -> int:
    """Return how many characters stand between a word and the next one."""
    return words[at + 1].start - words[at].end


def has_rank(words: Sequence[Word], at: int, ranks: Sequence[Rank] = tuple(Rank)) -> bool:
    return at < len(words) and words[at].means.get("rank", (0, None))[1] in ranks


def after_article(words: Sequence[Word], at: int) -> int:
    return at + 2 if at + 1 < len(words) and "the" in words[at + 1].means else at + 1
