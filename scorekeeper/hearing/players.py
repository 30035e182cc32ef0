"""Parts a text about a whole deal by the names of the players.

A name begins its player's part at the start of the text or of a sentence, or before words such as
"has" or "went out". It counts as it is written in the game, or as dictation writes one that sounds
like it. A name that is a word of cards parts nothing.
"""

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from scorekeeper.hearing.reading import read_words
from scorekeeper.hearing.words import Table, Word

_FOLLOWS: Final = re.compile(
    r"(?:[\s,]+(?:only|just|well|also|still|now|actually|really|she|he|they|who|that)\b)*"
    r"[\s,]*(?::|(?:i['’](?:ve|m|d)|i (?:have|had|am|was|wasn['’]t|got|went|did|didn['’]t)"
    r"|i k?nock(?:ed)?|here|not|wasn['’]t|didn['’]t|couldn['’]t"
    r"|['’]s|has|had|have|is|was|got|gets|melded|melds|left|went|goes|laid|put|holds|held"
    r"|holding|keeps|kept|sits|did|didn['’]t|(?:who )?k?nock(?:s|ed)|gins|ginned|out)\b)",
    re.IGNORECASE,
)
"""What stands behind a name that begins a part."""
_STARTS: Final = re.compile(
    r"(?:^|[.!?;:\n]|\b(?:and|then|but|now|so|well|okay|ok|right|once again|as for"
    r"|(?:over|on|back) to|next(?: up)?(?: is|['’]s| comes)?|(?:this|that|here|it) (?:is|was)"
    r"|(?:that|here|it)['’]s|i['’]m|i am|(?:then )?we have))"
    r"(?: (?:me|as for|for|poor|old|dear|our|my friend|the other|mister|mr|mrs|miss))?[\s,]*$",
    re.IGNORECASE,
)
"""What stands before a name that begins a part."""
_DOES: Final = re.compile(r"\s*(?::|(?:has|had|went|goes|k?nock(?:s|ed))\b)", re.IGNORECASE)
"""What only somebody does, and no card."""
_DOES_AS_JACK: Final = re.compile(
    rf"{_DOES.pattern}|\s+nothing (?:down|laid|melded)\b", re.IGNORECASE
)
_ENDED_BY: Final = re.compile(r"\b(?P<end>k?nock(?:s|ed)?|gin) (?:by|for) $", re.IGNORECASE)
"""What leads over to the name of who ended the deal."""
_PARTED: Final = re.compile(r"(?:[,.!?;:\n]|\band)\s*$", re.IGNORECASE)
"""What stands before the next name among others."""
_NEGATES: Final = re.compile(r"\bnot\s+$", re.IGNORECASE)
"""What stands before a name that is told of nobody: "Bob went out, not Cal"."""
_JOINS: Final = frozenset({"", "and", "&", "or", "with"})
_HAS: Final = re.compile(
    r"\s*(?:left|laid|melded|got|gets|holds|held|holding|put|is)\b", re.IGNORECASE
)
"""What somebody does whose name begins a thought, though dictation wrote it small."""
_CALLED: Final = frozenset({"poor", "dear", "old", "good", "my", "the", "that", "lucky"})
"""What stands between a name and what its player is called: "Cal, poor man, had"."""
_ANYBODY: Final = frozenset(
    ("he", "she", "they", "we", "you", "who", "it", "this", "that", "there", "what", "which")
    + ("everybody", "everyone", "everything", "nobody", "nothing", "somebody", "something")
)
_CARDS: Final = frozenset({"rank", "plural", "number", "count", "wild", "wilds"})
_HAND: Final = _CARDS | {"suit", "hand", "melded", "out", "nothing", "no_melds", "no_hand"}
_FIRST: Final = _HAND | {"a", "the", "tens"}
_ENDS: Final = _HAND - {"count"} | {"tens", "points", "no_deadwood", "concealed", "aside", "unsaid"}
"""What the cards of a player begin and end with, where dictation writes no full stop."""
_ON: Final = re.compile(r"\b(?:for|fore|to|two|too)\s*$", re.IGNORECASE)
"""What leads over to a name, and is a word of cards too."""
_MARK: Final = re.compile(r"['’]s\b|\s*:", re.IGNORECASE)
_NO_PART: Final = frozenset({"filler", "pause", "aside"})
_WORD: Final = re.compile(r"[^\W\d_]+")
_ALIKE: Final = (
    *(("ph", "f"), ("ck", "k"), ("qu", "k"), ("th", "t"), ("sh", "s"), ("ie", "i"), ("ey", "i")),
    *(("ae", "a"), ("ai", "a"), ("ay", "a"), ("ee", "i"), ("ea", "i"), ("oo", "u"), ("h", "")),
    *(("c", "k"), ("y", "i"), ("z", "s"), ("v", "f"), ("w", "u"), ("j", "g")),
)
"""Letters that sound alike, the longer ones first."""


class NamedPart(NamedTuple):
    """What was said of a player, from one character to another; ``name`` is empty for nobody."""

    name: str
    start: int
    end: int


def part_by_names(text: str, names: Sequence[str], table: Table) -> list[NamedPart]:
    """Return the parts of a text in the order said, the first of nobody if one stands there."""
    heads = [("", 0, 0), *_heads(text, names, table)]
    bounds = [*[start for _, start, _ in heads], len(text)]
    return [
        NamedPart(name, begin, until)
        for (name, _, begin), (_, until) in zip(heads, pairwise(bounds), strict=True)
        if name or text[begin:until].strip()
    ]


def names_astray(text: str, names: Sequence[str], table: Table) -> list[str]:
    """Return the names in a text that begin nobody's part, so that nobody knows whose cards follow.

    They are names of players, and unknown words of which a text tells that they have cards.
    """
    taken = [(start, end) for _, start, end in _heads(text, names, table)]
    read = read_words(text, table)
    unknown = [(word.start, word.end) for word in read if not word.means]
    cards = {word.start for word in read if not _CARDS.isdisjoint(word.means)}
    written = {tuple([_plain(word) for word in _WORD.findall(name)]) for name in names}
    written |= {(sound[1:],) for sound in _sounds(names, table) if sound.startswith("=")}
    words = list(_WORD.finditer(text))
    return [
        word[0]
        for at, word in enumerate(words)
        if not _stands_in(word, taken)
        and not any(
            end <= word.start() and text[end : word.start()].strip() in _CALLED for _, end in taken
        )
        and not _NEGATES.search(text[: word.start()])
        and (
            any(_is_written(words[at:], name, text, table) for name in written)
            or (_stands_in(word, unknown) and _acts(word, text, cards, among=bool(taken)))
        )
    ]


def names_joined(text: str, names: Sequence[str], table: Table) -> list[str]:
    """Return the names that are only joined to the next: "Ann and Bob have three kings"."""
    return [
        text[start:after]
        for (_, start, end), (_, other, after) in pairwise(_heads(text, names, table))
        if text[end:other].strip(" ,").lower() in _JOINS
    ]


def _stands_in(word: re.Match[str], places: Sequence[tuple[int, int]]) -> bool:
    return any(start <= word.start() < end for start, end in places)


def _is_written(
    words: Sequence[re.Match[str]], name: tuple[str, ...], text: str, table: Table
) -> bool:
    """Tell whether a name stands here; a word of the table is one where it does something."""
    spoken = words[: len(name)]
    if not name or tuple([_plain(word[0]) for word in spoken]) != name:
        return False
    is_word = any(part in table.entries for part in name)
    return not is_word or bool(_DOES_AS_JACK.match(text, spoken[-1].end()))


def _acts(word: re.Match[str], text: str, cards: Collection[int], *, among: bool) -> bool:
    """Tell whether an unknown word has cards, or does what players do.

    It is ``among`` names if there are some in the text: then a small one may be a name, too.
    """
    end = word.end()
    if _plain(word[0]) in _ANYBODY:
        return False
    is_name = word[0][0].isupper() or (among and bool(_PARTED.search(text[: word.start()])))
    has_cards = end + 1 in cards and text[end].isspace()
    begins = bool(_STARTS.search(text[: word.start()])) and bool(_HAS.match(text, end))
    return (
        begins
        or bool(_DOES.match(text, end))
        or (is_name and (has_cards or bool(_FOLLOWS.match(text, end))))
    )


def _heads(text: str, names: Sequence[str], table: Table) -> Iterator[tuple[str, int, int]]:
    """Yield each name that begins a part, from where to where it stands."""
    sounds = _sounds(names, table)
    read = read_words(text, table)
    words = list(_WORD.finditer(text))
    longest = max([len(sound.split()) for sound in sounds], default=0)
    past = 0
    for at, first in enumerate(words):
        if first.start() < past:
            continue
        for length in range(longest, 0, -1):
            spoken = words[at : at + length]
            said = [word[0] for word in spoken]
            end = spoken[-1].end()
            name = sounds.get(f"={' '.join([_plain(word) for word in said])}")
            if not name or not _begins(text, first.start(), end, read):
                is_word = any(_plain(word) in table.entries for word in said)
                is_alike = not is_word and _named_alike(said, text, end, read)
                name = sounds.get(_sounds_of(said)) if is_alike and not name else None
            if name and not _NEGATES.search(text[: first.start()]):
                mark = _MARK.match(text, end)
                past = mark.end() if mark else end
                ended = _ENDED_BY.search(text[: first.start()])
                if ended:
                    yield name, ended.start(), ended.start()
                yield name, ended.end("end") if ended else first.start(), past
                break


def _begins(text: str, start: int, end: int, read: Sequence[Word]) -> bool:
    """Tell whether a name that is written as in the game begins a part here.

    Dictation may write nothing between the cards of one player and the name of the next.
    """
    if _FOLLOWS.match(text, end) or any(
        leads.search(text[:start]) for leads in (_STARTS, _ENDED_BY)
    ):
        return True
    last = [word for word in read if word.end <= start][-1:]
    if not last or not _has_cards(text, end, read) or _ON.search(text[:start]):
        return False
    between = text[last[0].end : start].strip()
    is_next = not between and not _ENDS.isdisjoint(last[0].means)
    return is_next or between == ","


def _named_alike(said: Sequence[str], text: str, end: int, read: Sequence[Word]) -> bool:
    """Tell whether words that only sound like a name may begin a part here."""
    return bool(_FOLLOWS.match(text, end)) or (said[0][0].isupper() and _has_cards(text, end, read))


def _has_cards(text: str, end: int, read: Sequence[Word]) -> bool:
    """Tell whether cards, or where they lie, are told right behind a place."""
    after = [word for word in read if word.start >= end][:1]
    return bool(after) and not (
        text[end : after[0].start].strip() or _FIRST.isdisjoint(after[0].means)
    )


def _sounds(names: Sequence[str], table: Table) -> dict[str, str]:
    """Return the names as they are written, after a "=", and by their sound if one has it alone.

    A word of a longer name is the name, too, if no other name has that word.
    """
    found: dict[str, str] = {}
    by_sound: dict[str, list[str]] = {}
    in_words = [[_plain(word) for word in _WORD.findall(name)] for name in names]
    for name, words in zip(names, in_words, strict=True):
        alone = [word for word in words if sum([word in others for others in in_words]) == 1]
        found |= {f"={word}": name for word in alone if len(word) > 1 and word not in table.entries}
        if words and all(_NO_PART.issuperset(table.entries.get(word, {})) for word in words):
            found[f"={' '.join(words)}"] = name
            by_sound.setdefault(_sounds_of(words), []).append(name)
    return found | {sound: alike[0] for sound, alike in by_sound.items() if len(alike) == 1}


def _sounds_of(words: Sequence[str]) -> str:
    return " ".join([_sound(word) for word in words])


def _plain(word: str) -> str:
    letters = unicodedata.normalize("NFKD", word.casefold())
    return "".join([letter for letter in letters if not unicodedata.combining(letter)])


def _sound(word: str) -> str:
    """Return a word so that what sounds alike is alike: Ann and Anne, Fay and Faye, Cal and Kal."""
    plain = _plain(word)
    if len(plain) > 2 and plain.endswith("e"):
        plain = plain[:-1]
    for letters, alike in _ALIKE:
        plain = plain.replace(letters, alike)
    return re.sub(r"(.)\1+", r"\1", plain) or word
