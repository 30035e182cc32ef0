"""Takes a dictated text apart into the words of the table, each with all that it may mean.

What a word may mean is called its *class*: ``two`` is a rank, a number and a word for "to".
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise, product
from typing import Any, Final, NamedTuple

from scorekeeper.hearing.counts import (
    see_again,
    see_counters,
    see_denials,
    see_places_counted,
    share_counts,
)
from scorekeeper.rules.cards import RANK_LETTERS, Colour, Rank, Suit

_TOKEN: Final = re.compile(
    r"(?P<ace>(?:(?<=[JQK0-9], )|(?<=[JQK0-9] ))A\b(?![’'])"  # one that ends a list
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
    return _LINKS.issuperset(word.means) or word.means.get("number") == (1, 1)


_LINKS: Final = frozenset(
    "a and anything as aside but denies from including itself knock makes never next of of_them"
    " ones perhaps_sorry pieces points run twice set sound the times to totals two up with".split()
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
        return {spelling: name for name, spellings in commands for spelling in spellings}

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
                [" ".join(parts).replace("_", " ") for ways in every for parts in ways],
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
    words: list[str] = _LONG_WORD.findall(text)
    return sum([word[0].isupper() for word in words]) * 2 > len(words)


_LONG_WORD: Final = re.compile(r"[^\W\d_]{2,}")
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


def read_words(text: str, table: Table) -> list[Word]:
    """Return the words of a text without fillers, the longest entries of the table first."""
    every = [_in_full(token, table) for token in split(text)]
    tokens = [
        token
        for number, token in enumerate(every)
        if token.text not in "-–" or _is_range(every, number, table)
    ]
    entries = list(_entries(tokens, table))
    for passed in ("pause", "filler"):
        spoken = [taken for taken, classes in entries if passed not in classes]
        if len(spoken) < len(entries):
            # What stands on both sides of it may be one entry.
            tokens = [token for taken in spoken for token in taken]
            entries = list(_entries(tokens, table))
    words: list[Word] = []
    for taken, classes in entries:
        if "several_ranks" in classes:
            ranks = classes["several_ranks"]
            words += [_word([one], {"rank": rank}) for one, rank in zip(taken, ranks, strict=True)]
        elif "filler" not in classes and "pause" not in classes:
            words.append(_word(taken, classes))
    words = [_settle_out(word, text) for word in words if not _is_too(word, text)]
    words = see_denials(words)
    words = _leave_explained(_with_absent(_merge(_find_begins(_without_asides(words, text), text))))
    words = _settle_natural(_settle_wild(words))
    _see_colons(words, text)
    _see_counted(words)
    words = share_counts(see_counters(words, text))
    _add_sums(words, tokens)
    _see_neighbours(words)
    words = list(_without_idle(words, text))
    marks = [word for word in words[-2:] if "with" not in word.means][-1:]
    for word in marks:
        if word.means.get("hand") == (1, "first"):
            word.means["hand"] = (1, "last")  # "a king I'm stuck with"
    return see_again(see_places_counted(words, text))


def _without_idle(words: Sequence[Word], text: str) -> Iterator[Word]:
    begins = 0
    for at, word in enumerate(words):
        begins = max(begins, word.begins)
        if not _is_idle(words, at, text):
            yield replace(word, begins=begins)
            begins = 0


_TOO: Final = re.compile(r"too\s*(?:[,.;!?]|$)", re.IGNORECASE)


def _is_too(word: Word, text: str) -> bool:
    """Tell whether a word is "too" that ends a thought, which is never the card."""
    return "two" in word.means and _TOO.match(text, word.start) is not None


_NOT_OUT: Final = re.compile(
    r"(?:(?:\b(?:not|never|nobody|no ?one|none of us|almost|nearly|hardly|barely|would|could|might"
    r"|should|if|wish(?:ed)?)|n['’]t|\b(?:i|he|she|they|we|you|it|that)['’]d)\b"
    r"(?: (?:be|been|being|get|getting|got|go|goes|going|gone|went|come|make|manage|managed|able|to"
    r"|have|of|had|ever|quite|actually|really|even|yet|just|i|he|she|they|we|is|are|was|were))*"
    r"|\b(?:ran|runs?|running|sits?|sat|sitting|stock|deck|takes?|took|taking)\b[a-z'’ ]{0,18}) $",
    re.IGNORECASE,
)
"""What stands before "out" where nobody went out: "the stock ran out", "not out yet"."""
_ARTICLE: Final = re.compile(r"\b(?:a|that|this) $", re.IGNORECASE)
_LAST_WORD: Final = re.compile(r"\S+$")


def _settle_out(word: Word, text: str) -> Word:
    """Return a word; "out" of which the words before it say that nobody went out is talk.

    So is "no" that only asks.
    """
    asks = "but" in word.means and text[word.end : word.end + 1] == "?"
    if asks:
        return replace(word, means={"aside": (1, True)})  # "three kings, no?"
    if "sorry" in word.means and _ARTICLE.search(text[: word.start]):
        return replace(word, means={})  # "a sorry nine"
    head = _LAST_WORD.sub("", text[: word.end]) if "out" in word.means else ""
    return replace(word, means={"aside": (1, True)}) if _NOT_OUT.search(head) else word


def _without_asides(words: Sequence[Word], text: str) -> list[Word]:
    """Return the words; those that are not in the table and say how a card is belong to it.

    They stand between a number or an article and its cards, "three grubby kings", or between cards
    and their number, "the jacks came in for me, three of them".
    """
    found: list[Word] = []
    for at, word in enumerate(words):
        start = _start_of_aside(found, words[at : at + 2], text)
        first = [*found, word][start].start
        if start < len(found) and start > 0 and "a" in found[start - 1].means:
            found[start - 1].keep(a=True, article=True)
        found[start:] = [replace(word, start=first)]
    return found


def _start_of_aside(before: Sequence[Word], here: Sequence[Word], text: str) -> int:
    """Return the first of the words before these that only say how their cards are."""
    means = here[0].means
    is_number = not {"number", "count"}.isdisjoint(means) and "of_them" in here[-1].means
    start = len(before)
    while start > 0 and (
        (not before[start - 1].means and not _is_apart(before[start - 1 :], here[0], text))
        or (is_number and _CLASSES["links"].issuperset(before[start - 1].means))
    ):
        start -= 1
    led = before[start - 1].means if start else {}
    if is_number:
        is_counted = start > 1 and not {"number", "count"}.isdisjoint(before[start - 2].means)
        return start if "plural" in led and not is_counted else len(before)
    is_how = "plural" in means and not {"number", "count", "a", "the", "colour"}.isdisjoint(led)
    is_how = is_how or ("rank" in means and not {"a", "the"}.isdisjoint(led))
    is_how = is_how and "sound" not in led  # "for contract I have jacks"
    asides = [text[word.start : word.end] for word in before[start:]]
    return start if is_how and not any(aside.endswith("s") for aside in asides) else len(before)


def _is_apart(before: Sequence[Word], here: Word, text: str) -> bool:
    """Tell whether a comma stands behind the first of these words."""
    after = before[1] if len(before) > 1 else here
    return "," in text[before[0].end : after.start]


def _see_counted(words: Sequence[Word]) -> None:
    """Let "cards" after a plural and a number be like "of them": ``sixes, three cards``."""
    before = [{}, *[word.means for word in words]]
    for led, plural, number, last in zip(before, words, words[1:], words[2:], strict=False):
        if not {"number", "count"}.isdisjoint(led):
            continue
        if "plural" in plural.means and "number" in number.means and "cards" in last.means:
            last.keep(of_them=True)


def _with_absent(words: Sequence[Word]) -> list[Word]:
    """Return the words; "discarded the king of hearts" is one; elsewhere "discarded" is talk."""
    found: list[Word] = []
    past = 0
    for at, word in enumerate(words):
        if "absent" in word.means:
            past = _end_of_absent(words, at)
            means = word.means if past > at + 1 else {}
            found.append(replace(word, end=words[past - 1].end, means=means))
        elif at >= past:
            found.append(word)
    return found


def _end_of_absent(words: Sequence[Word], at: int) -> int:
    """Return where the card ends of which is said that it is not held, else the next word."""
    card = at + 1
    if words[card : card + 1] and not (words[card].means or words[card].begins):
        card += 1  # "waiting for that third king"
    while card < len(words) and not _CLASSES["before_card"].isdisjoint(words[card].means):
        card += 1
    means = words[card].means if card < len(words) else {}
    if means.get("number") == (1, 1) and not _has_rank(words, card + 1):
        means = {}  # "would have liked this one"
    if "to" in means or _CLASSES["card_words"].isdisjoint(means):
        return at + 1
    last = card
    while last + 1 < len(words) and not _CLASSES["with_card"].isdisjoint(words[last + 1].means):
        last += 1
    return last + 1


def _is_item(words: Sequence[Word], at: int, text: str) -> bool:
    """Tell whether numbers follow the same unknown word: "item one, ... item two, ..."."""
    numbers = [
        _number_of(number)
        for noun, number in pairwise(words)
        if text[noun.start : noun.end].lower()
        == text[words[at - 1].start : words[at - 1].end].lower()
    ]
    # "One is" is a word of its own, and no number.
    return len(numbers) > 1 and [numbers[0] or 1, *numbers[1:]] == list(range(1, len(numbers) + 1))


def _enumerates(words: Sequence[Word], at: int, text: str) -> bool:
    """Tell whether a number only counts melds: "meld one, three tens, meld two, four kings"."""
    number = _number_of(words[at]) or int("including" in words[at].means)  # "set one is ..."
    kinds = words[at - 1].means.keys() & {"melded", "run", "set"} if at else set()
    if at and not words[at - 1].means and "figure" not in words[at].means:
        return _is_item(words, at, text)
    if number == 1 or not kinds:
        return bool(kinds) and "figure" not in words[at].means
    return number > 1 and any(
        kinds & words[place - 1].means.keys()
        and (_number_of(words[place]) or 1) == number - 1
        and _enumerates(words, place, text)
        for place in range(1, at)
    )


def _number_of(word: Word) -> int:
    number: int = (word.means.get("number") or word.means.get("count") or (0, 0))[1]
    return number


def _is_idle(words: Sequence[Word], at: int, text: str) -> bool:
    """Tell whether a word is "too" that is neither a card nor between two, or counts all cards."""
    after = [word.means for word in words[at + 1 : at + 3]]
    if after and "number" in after[0]:
        after = []  # "six to nine, four cards"
    counted = any("cards" in means for means in after) or "card" in [*after, {}][0]
    counted = counted and not (
        at + 1 < len(words) and _PAUSE.search(text, words[at].end, words[at + 1].start)
    )
    is_last = "hand" in words[min(at + 1, len(words) - 1)].means and _has_rank(words, at - 1)
    if not {"number", "tens"}.isdisjoint(words[at].means) and counted and not is_last:
        return True  # "hand, six cards", "four card run", but "ace two three, leftovers ..."
    if {"card", "cards"}.issuperset(words[at].means or "?") or _enumerates(words, at, text):
        return True
    if words[at].means.keys() != {"two", "sound"}:
        return False
    return not (_has_rank(words, at + 1) and at > 0 and _has_rank(words, at - 1))


_PAUSE: Final = re.compile(r"[,.;!?]")


_SHORT: Final = (
    (re.compile("^t'"), ""),
    (re.compile("in'?$"), "ing"),
    (re.compile("nt$"), "n't"),
    (re.compile("^i(m|ve)$"), r"i'\1"),
)
"""How words are worn down: "holdin", "didnt", "im"."""


def _in_full(token: Token, table: Table) -> Token:
    """Return a word that is not in the table as it is written in full, if that is."""
    if token.text in table.longest or not token.text[0].isalpha():
        return token
    ways = [short.sub(full, token.text) for short, full in _SHORT]
    return token._replace(text=next((way for way in ways if way in table.longest), token.text))


def _entries(
    tokens: Sequence[Token], table: Table
) -> Iterator[tuple[Sequence[Token], Mapping[str, Any]]]:
    """Yield the entries that stand in a text with their classes, none of a word without one."""
    at = 0
    while at < len(tokens):
        length = _longest(tokens, at, table)
        taken = tokens[at : at + max(1, length)]
        at += len(taken)
        yield taken, table.entries[" ".join([token.text for token in taken])] if length else {}


def _is_range(tokens: Sequence[Token], at: int, table: Table) -> bool:
    """Tell whether a dash stands between a figure and a rank; elsewhere it is nothing."""
    if not 0 < at < len(tokens) - 1 or not tokens[at - 1].text[0].isdigit():
        return False
    if "-" in [token.text for token in (*tokens[max(0, at - 2) : at], *tokens[at + 1 : at + 3])]:
        return False  # "4-5-6"
    return "rank" in table.entries.get(tokens[at + 1].text, {})


def _longest(tokens: Sequence[Token], at: int, table: Table) -> int:
    """Return how many words the longest entry has that stands here, 0 if none does."""
    for length in range(table.longest.get(tokens[at].text, 0), 0, -1):
        if " ".join([token.text for token in tokens[at : at + length]]) in table.entries:
            return length
    return 0


def _word(taken: Sequence[Token], classes: Mapping[str, Any]) -> Word:
    means = {name: (1, value) for name, value in classes.items()}
    return Word(taken[0].start, taken[-1].end, len(taken), means)


_BEGINS: Final = {
    THOUGHT: re.compile(r"\b(?:only|just|but|i|i'm|i've|then)\b", re.IGNORECASE),
    SENTENCE: re.compile(r"[.;!?]"),
    THERE_IS: re.compile(r"\bthere(?:['’]s| is| are)\b", re.IGNORECASE),
    ONLY: re.compile(r"\b(?:only|just)\b", re.IGNORECASE),
    I_HAVE: re.compile(r"\bi(?:['’]ve| have| got| still have)\b", re.IGNORECASE),
}


def _find_begins(words: Sequence[Word], text: str) -> list[Word]:
    """Return the words; what was said between two may tell that the second begins a thought."""
    found, end, begins = [], 0, 0
    for word in words:
        is_new = not _CLASSES["new"].isdisjoint(word.means)
        ways = [how for how, way in _BEGINS.items() if way.search(text, end, word.start)]
        begins = max(begins, int(is_new), *ways)
        found.append(replace(word, begins=begins))
        leads = word.means.get("number") == (1, 1) or not _CLASSES["leading"].isdisjoint(word.means)
        begins = begins if leads else 0
        end = word.end
    return found


_WILD_BEFORE: Final = 4
"""A two that is said to be wild again stands so many words before, or less."""


def _tells_two(words: Sequence[Word]) -> bool:
    """Tell whether a two is among words, and no number of what follows."""
    after = [*[word.means for word in words[1:]], {}]
    pairs = zip(words, after, strict=False)
    return any(_is_two(word) and {"plural", "wilds"}.isdisjoint(means) for word, means in pairs)


def _settle_wild(words: Sequence[Word]) -> list[Word]:
    """Return the words without those that only say that a two is wild: "a two like a joker"."""
    found: list[Word] = []
    for at, word in enumerate(words):
        is_two = _tells_two(found[-2:])
        after = [other for other in words[at + 1 : at + 3] if "a" not in other.means][:1]
        before = words[at - 1 - ("a" in words[at - 1].means)].means if at else {}
        if "wild_two" in word.means:
            is_told = _tells_two(found[-_WILD_BEFORE:])
            found += [] if is_told else [replace(word, means={"rank": (1, Rank.TWO)})]
        elif is_two and "as" in word.means and any("wild" in other.means for other in after):
            continue  # the wild card goes with the two before it
        elif is_two and "wild" in word.means and "as" in before:
            continue
        else:
            found.append(word)
    return found


def _settle_natural(words: Sequence[Word]) -> list[Word]:
    """Return the words; "a natural two" is a card, or says nothing of a two that was told."""
    ranks = [word.means.get("rank", (0, 0))[1] for word in words]
    ends = [at for at, word in enumerate(words) if not {"to", "up", "down"}.isdisjoint(word.means)]
    has_two = Rank.TWO in ranks or any(Rank.ACE in ranks[max(0, at - 2) : at + 3] for at in ends)
    found: list[Word] = []
    for at, word in enumerate(words):
        before, after = words[max(0, at - 2) : at], words[at + 1 : at + 2]
        is_suited = any("of" in other.means for other in after) and any(
            "suit" in other.means for other in words[at + 2 : at + 3]
        )
        if "natural" not in word.means:
            found.append(word)
        elif any("plural" in other.means for other in after):
            found.append(replace(word, means={"count": (1, 2)}))  # "two natural queens"
        elif "naturals" in word.means and any("plural" in other.means for other in before):
            found.append(word)  # "queens, two natural"
        elif any(map(_is_two, before)):
            if "as" in found[-1].means:
                found.pop()  # "the two being a proper two"
            found.append(replace(word, means={"itself": (1, True)}))
        elif not has_two or is_suited:
            found.append(replace(word, means={"rank": (1, Rank.TWO)}))
    return found


def _is_two(word: Word) -> bool:
    """Tell whether a word is a two, not one that sounds like it."""
    is_two = any(word.means.get(name) == _DEUCE for name in ("rank", "plural"))
    return is_two and "sound" not in word.means


def _see_colons(words: Sequence[Word], text: str) -> None:
    """Let marks with a colon be about what follows only: ``hand: ace, four``."""
    for word in words:
        for mark in word.means.keys() & {"hand", "melded"} if text[word.end :][:1] == ":" else ():
            word.means[mark] = (1, "first")


def _merge(words: Iterable[Word]) -> list[Word]:
    """Return the words; what says one thing twice, as in "left in my hand", is one word."""
    found: list[Word] = []
    for word in words:
        before = found[-1].means if found else {}
        both = before.keys() & word.means.keys() & {"hand", "melded"} if not word.begins else ()
        mark = next(
            (name for name in both if "knock" not in (before[name][1], word.means[name][1])), ""
        )
        if mark:
            sides = (before[mark][1], word.means[mark][1])
            side = next(side for side in ("first", "last", "either") if side in sides)
            found[-1] = replace(found[-1], end=word.end, means={mark: (1, side)})
        elif "no_hand" in before and word.means.get("hand") == (1, "either") and not word.begins:
            found[-1] = replace(found[-1], end=word.end)  # "not a card left in my hand"
        elif (
            word.means.get("rank") == _DEUCE
            and "the" in before
            and found[1:]
            and _is_wild(found[-2].means)
        ):
            del found[-1]
            found[-1] = replace(word, start=found[-1].start, begins=found[-1].begins)
        elif word.means.get("rank") == _DEUCE and _is_wild(before):
            found[-1] = replace(word, start=found[-1].start, begins=found[-1].begins)
        elif _is_wild(word.means) and before.get("rank") == _DEUCE:
            found[-1] = replace(found[-1], end=word.end)
        else:
            found.append(word)
    return found


_DEUCE: Final = (1, Rank.TWO)


def _is_wild(means: Mapping[str, Any]) -> bool:
    """Tell whether a word is "wild", which says nothing of a card beside a deuce."""
    return "wild" in means and means["wild"] == (1, "?")


def _is_any_wild(means: Mapping[str, Any]) -> bool:
    return "wild" in means or means.get("rank") == _DEUCE


def _leave_explained(words: Sequence[Word]) -> list[Word]:
    """Return the words without those that only explain others: "a snowman, that's the eight".

    A word that is not in the table means what explains it: "three mullets, that's sevens".
    """
    found: list[Word] = []
    passed = told = 0
    for at, word in enumerate(words):
        if "thats" not in word.means:
            found += [word] if at >= passed else []
            continue
        number = _number_of(words[min(at + 1, len(words) - 1)])
        if number == told + 1 and not (words[at + 2 :] and not _gap(words, at + 1)):
            told, passed = told + 1, at + 2  # "that's one, ... that's two"
            continue
        named = _after_article(words, at)
        means = words[named].means if named < len(words) else {}
        if at and _is_any_wild(words[at - 1].means) and _is_led_rank(words[at + 1 : at + 3]):
            found.append(replace(word, means={"as": (1, True)}))  # "a deuce that's the five"
            continue
        if "wild" not in means and not _ends_thought(words, named, means):
            continue
        passed = _end_of_explained(words, at, named)
        if named == at + 1 and passed == 0:
            found += _number_told(words, at)
    return found


def _is_led_rank(words: Sequence[Word]) -> bool:
    """Tell whether words are an article and a rank."""
    is_led = bool(words) and not {"a", "the"}.isdisjoint(words[0].means)
    return is_led and "rank" in words[-1].means


def _end_of_explained(words: Sequence[Word], at: int, named: int) -> int:
    """Return the word after those that explain the ones before, 0 if they do not."""
    means = words[named].means if named < len(words) else {}
    again = _said_again(words[:at], words[at + 1 :])
    if again:
        return at + 1 + again
    is_counted = at > 1 and not _CLASSES["counting"].isdisjoint(words[at - 2].means)
    if is_counted and not words[at - 1].means and _CLASSES["ranked"] & means.keys():
        words[at - 1].means.update(means)
        return named + 1
    before = words[max(0, at - _EXPLAINED_MOST) : at]
    return named + 1 if _is_explained(before, means, named > at + 1) else 0


def _number_told(words: Sequence[Word], at: int) -> list[Word]:
    """Return what "that's" means before a number: nothing where that is of the cards before it."""
    means = words[at + 1].means if at + 1 < len(words) else {}
    if at and _counts_before(words[at - 1], means):
        means["count"] = means["number"]
        return []
    return [replace(words[at], means={"totals": (1, True)})] if _is_total(words, at + 1) else []


def _counts_before(word: Word, means: Mapping[str, Any]) -> bool:
    """Tell whether a number is that of the cards before it: "the kings, that's four"."""
    return "plural" in word.means and means.get("number", (0, 0))[1] in (2, 3, 4)


def _is_total(words: Sequence[Word], at: int) -> bool:
    """Tell whether a number is a sum; in "that's seven down" it is how many cards there are."""
    if at >= len(words):
        return False
    after = words[at + 1].means if at + 1 < len(words) else {}
    is_number = not {"number", "tens"}.isdisjoint(words[at].means)
    return is_number and _CLASSES["counted_there"].isdisjoint(after)


_EXPLAINED_MOST: Final = 6


def _said_again(before: Sequence[Word], after: Sequence[Word]) -> int:
    """Return how many words only count once more what was said: "... that's all four jacks"."""
    first, second = [*[word.means for word in after[:2]], {}, {}][:2]
    rank = second.get("plural", (0, None))[1]
    ranks = [
        [word.means[name][1] for name in ("rank", "plural") if name in word.means]
        for word in before[-_EXPLAINED_MOST:]
    ]
    is_counted = not {"count", "number"}.isdisjoint(first)
    return 2 if is_counted and [rank] in ranks else 0


def _ends_thought(words: Sequence[Word], at: int, means: Mapping[str, Any]) -> bool:
    """Tell whether no more is said of what a word names."""
    more = (
        _CLASSES["goes_on"] if "plural" in means else _CLASSES["goes_on"] | _CLASSES["after_number"]
    )
    return at + 1 >= len(words) or words[at + 1].begins > 0 or more.isdisjoint(words[at + 1].means)


def _is_explained(before: Sequence[Word], means: Mapping[str, Any], is_led: bool) -> bool:
    """Tell whether a card was just said before, in other words."""
    if any(word.means.get("wild", (0, "?")) == means.get("wild") for word in before):
        return True
    if _is_wild(means) and before and before[-1].means.get("rank") == _DEUCE:
        return True
    if not before or not _CLASSES["new_place"].isdisjoint(before[-1].means):
        return False
    names = [name for name in ("rank", "plural", "suit") if name in means]
    return any(
        word.means.get(name) == means[name]
        for word in before
        for name in names
        if is_led or name != "suit"
    )


def _add_sums(words: Sequence[Word], tokens: Sequence[Token]) -> None:
    """Let figures that ran together also mean the whole number, as in ``25 points``."""
    starts = {word.start: number for number, word in enumerate(words)}
    for at, token in enumerate(tokens):
        is_first = at == 0 or tokens[at - 1].figures != token.figures + 1
        if not is_first or token.figures > _DIGITS_MOST:
            continue
        run = tokens[at : at + token.figures]
        text = "".join([token.text for token in run])
        if not text.isdigit() or len(text) > _DIGITS_MOST:
            continue
        first = starts.get(run[0].start)
        if first is not None and (text == "0" or len(run) > 1):
            words[first].means["figure"] = (len(run), int(text))


_DIGITS_MOST: Final = 6


def _see_neighbours(words: Sequence[Word]) -> None:
    """Settle what a word means from the words beside it, from the last to the first."""
    for at in range(len(words) - 1, -1, -1):
        word = words[at]
        # "A six, fives" is one six, but "a whole mess, two threes" are two threes.
        is_led = at > 0 and "a" in words[at - 1].means and word.start - words[at - 1].end == 1
        is_far = "sound" in word.means and words[at + 1 : at + 2] and _gap(words, at) > 1
        if "number" in word.means and _counts(words, at + 1) and not (is_led or is_far):
            if _continues(words, at):
                word.means["count"] = word.means["number"]
            else:
                word.keep(count=word.means["number"][1])
        elif (
            "a" in word.means
            and "article" not in word.means
            and (_may_be_ace(words, at) or _ends_list(words, at))
        ):
            word.means["ace"] = (1, Rank.ACE)
    for at, word in enumerate(words):
        after = words[at + 1] if at + 1 < len(words) else None
        _settle_worn(words[at - 1] if at else None, word, after)
        is_counted = at > 0 and "count" in words[at - 1].means and word.begins != SENTENCE
        if "ace_is" in word.means and not is_counted:
            word.keep(rank=Rank.ACE)  # "the ace is mine", but "three ace is"
        _settle_word(words, at, word)


def _gap(words: Sequence[Word], at: int) -> int:
    """Return how many characters stand between a word and the next one."""
    return words[at + 1].start - words[at].end


def _settle_word(words: Sequence[Word], at: int, word: Word) -> None:
    """Settle what is no number, no rank or no new thought beside other words."""
    after = _after_article(words, at)
    if "but" in word.means and after < len(words) and "suit" in words[after].means:
        word.means.pop("next", None)  # "but the club" is no new thought
    if "sound" in word.means and not _is_number(words, at):
        word.means.pop("rank", None)
        word.means.pop("number")
    if "to" in word.means and "rank" in word.means and _is_between(words, at):
        word.means["inner_to"] = word.means.pop("rank")
    before = words[at - 1].means if at else {}
    behind = words[at + 1] if at + 1 < len(words) else word
    if {"rank", "number"} <= word.means.keys() and _is_one_of_list(words, at):
        before = {}  # "one ace one queen two nine"
    is_over = at + 2 < len(words) and _gap(words, at + 1) > 1
    is_apart = behind.end - word.start > len("2 3") and (is_over or not _has_rank(words, at + 2))
    if (
        is_apart
        and word.means.get("number") == (1, 2)
        and _CLASSES["before_pair"].isdisjoint(before)
    ):
        word.means["pair"] = (1, 2)
    if word.means.get("number") == (1, 1) and "figure" not in word.means:
        word.means["one"] = (1, True)
    if "number" in word.means and "of_them" in behind.means:
        word.means.pop("rank", None)


def _is_one_of_list(words: Sequence[Word], at: int) -> bool:
    return at > 1 and "one" in words[at - 2].means and "rank" in words[at - 1].means


_CLASSES: Final = {
    # What may stand between cards and their number that is said behind them.
    "links": frozenset(
        {"a", "the", "as", "of", "aside", "next", "and", "with", "from", "up", "sum_for"}
    ),
    "before_card": frozenset({"a", "the", "as", "of", "and"}),
    "card_words": frozenset({"rank", "plural", "suit", "wild", "count", "number"}),
    # What belongs to the card before it.
    "with_card": frozenset({"of", "suit", "plural"}),
    "new": frozenset({"next", "aside"}),
    "leading": frozenset({"a", "and", "aside", "next", "the", "with", "of"}),
    "ranked": frozenset({"rank", "plural"}),
    "counted": frozenset({"rank", "plural", "suit", "wild", "wilds", "colour", "number", "count"}),
    "counting": frozenset({"count", "number", "a", "the", "colour"}),
    "goes_on": frozenset({"and", "suit", "of", "to", "up", "down", "times"}),
    "after_number": frozenset({"rank", "plural", "wilds"}),
    "counted_there": frozenset({"cards", "card", "hand", "melded", "no_hand"}),
    "new_place": frozenset({"hand", "melded", "next", "and"}),
    # After these "two" is no number of the cards behind it, "two queen".
    "before_pair": frozenset({"a", "one", "rank", "number", "the", "to", "suit"}),
}
"""Sets of classes of words by what they have in common."""


def _settle_worn(before: Word | None, word: Word, after: Word | None) -> None:
    """Settle "a spades", "another" and "3 3" by the words beside them."""
    if "of" in word.means and "rank" in word.means:
        rank = before.means.get("rank", (0, None))[1] if before else None
        if rank is None:
            word.means.pop("of")  # "a spades" is an ace
        elif rank not in (Rank.KING, Rank.TWO):
            word.means.pop("rank")  # "five a spades"
    if after is None:
        return
    if "another" in word.means and _CLASSES["counted"] & after.means.keys():
        word.means.pop("another")
    is_counted = before is not None and "times" in before.means
    if _is_figure(word) and _is_figure(after) and after.means == word.means and not is_counted:
        word.means.pop("number")  # "3 3" are two cards


def _is_figure(word: Word) -> bool:
    """Tell whether a word is one figure."""
    return "number" in word.means and "rank" in word.means and word.end - word.start == 1


_NEAR_CARDS: Final = 10
_AFTER_ACE: Final = (Rank.TWO, Rank.THREE)
"""Before these an *a* may be the ace."""


def _may_be_ace(words: Sequence[Word], at: int) -> bool:
    """Tell whether an *a* may be the ace; beside "a nine" it is an article in "a three" too."""
    if not _has_rank(words, at + 1, _AFTER_ACE) or _gap(words, at) > len(", "):
        return False
    near = words[max(0, at - _NEAR_CARDS) : at + _NEAR_CARDS]
    led = [card.means.get("rank", (0, 0))[1] for one, card in pairwise(near) if "a" in one.means]
    return _has_rank(words, at + 2) or all(rank <= max(_AFTER_ACE) for rank in led)


def _ends_list(words: Sequence[Word], at: int) -> bool:
    """Tell whether an *a* is the ace before "of" or a suit, as in ``Q K A spades``."""
    after = words[at + 1].means if at + 1 < len(words) else {}
    if "of" in after and at + 2 < len(words) and "suit" in words[at + 2].means:
        return True
    if at == 0 or "rank" not in words[at - 1].means:
        return False
    is_letter = words[at - 1].end - words[at - 1].start == 1
    return "of" in after or (is_letter and "number" not in words[at - 1].means and "suit" in after)


_LISTING: Final = ("rank", "to", "from", "a", "the", "ace", "count", "suit")


def _is_number(words: Sequence[Word], at: int) -> bool:
    """Tell whether a word that only sounds like a number stands beside words of cards."""
    before = words[at - 1].means if at > 0 else {}
    after = words[at + 1].means if at + 1 < len(words) else {}
    if any(name in after for name in ("plural", "wilds", "colour", "of_them")):
        return True
    if ("and" in before or words[at].begins) and _goes_on(words, at):
        return True  # "and for five six of clubs"
    is_bare = "suit" in before and "as" in words[at].means and "of" not in words[at - 2].means
    if is_bare and (not after or words[at + 1].begins):
        return True  # "a spade for."
    if words[at].means.keys() & {"to", "as", "two"}:
        follows = any(name in after for name in ("rank", "suit", "to", "inner_to", "a"))
        follows = follows or ("and" in after and ("as" in words[at].means or "the" in before))
        return "of" in after or (follows and any(name in before for name in _LISTING))
    return bool(before) or any(name in after for name in ("of", "suit", "rank", "to"))


def _goes_on(words: Sequence[Word], at: int) -> bool:
    """Tell whether two ranks in order follow that a word may begin."""
    ranks = [word.means.get("rank", (0, 0))[1] for word in words[at : at + 3]]
    return len(ranks) == 3 and ranks[2] - ranks[1] == ranks[1] - ranks[0] in (1, -1)


def _counts(words: Sequence[Word], at: int) -> bool:
    """Tell whether a plural stands here, perhaps after its colour: a number before is its count."""
    here = words[at : at + 2]
    if here and "colour" in here[0].means:
        here = here[1:]
    return bool(here) and ("plural" in here[0].means or "wilds" in here[0].means)


def _continues(words: Sequence[Word], at: int) -> bool:
    """Tell whether a number may also end a list: "five six seven. Tens, three of them"."""
    before = words[at - 1].means if at > 0 else {}
    after = [word.means for word in words[at + 2 : at + 4]]
    if words[at + 1].begins or _is_counted_later(words[at].means["number"], after):
        return True  # "seven. Fives, three of them"
    if words[at].begins or "rank" not in words[at].means:
        return False
    if not {"to", "up", "down", "as"}.isdisjoint(before):
        return True
    if "suit" in before and after and "suit" in after[0]:
        return True
    return "rank" in before and abs(before["rank"][1] - words[at].means["rank"][1]) <= 1


def _is_counted_later(number: tuple[int, Any], after: Sequence[Mapping[str, Any]]) -> bool:
    """Tell whether behind a plural stands another number of it than the one before it."""
    first, second = [*after, {}, {}][:2]
    if "count" in first:
        return "plural" not in second and first["count"] != number
    return "times" in first or "of_them" in second


def _has_rank(words: Sequence[Word], at: int, ranks: Sequence[Rank] = tuple(Rank)) -> bool:
    return at < len(words) and words[at].means.get("rank", (0, None))[1] in ranks


def _is_between(words: Sequence[Word], at: int) -> bool:
    """Tell whether a word stands between two ranks, where a written *to* is no card of a meld."""
    return at > 0 and _has_rank(words, at - 1) and _has_rank(words, _after_article(words, at))


def _after_article(words: Sequence[Word], at: int) -> int:
    return at + 2 if at + 1 < len(words) and "the" in words[at + 1].means else at + 1
