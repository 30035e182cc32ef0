"""Reads words more freely, for a text of which some are not understood as they stand.

People talk between their cards, count what they tell, and go on from what they laid down to what
they hold without a word for it. Each way to read freely leaves out what may be such talk. It holds
only if all that is left is understood, no meld lies in hand, and each number that was left out
counts what was told.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise, product, takewhile
from typing import Any, Final, NamedTuple

from scorekeeper.hearing.cards import Game, Heard, join
from scorekeeper.hearing.places import HAND, HELD, MELDED
from scorekeeper.hearing.settle import melds_told
from scorekeeper.hearing.ways import Piece
from scorekeeper.hearing.words import Word, is_link
from scorekeeper.rules import Rank

_COUNTS_MOST: Final = 4
"""More numbers than these are left out together or not at all."""
_SET_LEAST: Final = 3
_SUM_LEAST: Final = 2
"""Figures that ran together, so many or more, may be a sum."""
_TURN: Final = re.compile(r"\b(?:only|just|then|i|i'm|i've|got)\b", re.IGNORECASE)
"""Words after which people tell what they hold."""
_LISTED: Final = frozenset({"a", "and"})
_SENTENCE: Final = re.compile(r"[.;!?]")
_CLASSES: Final = {
    "articles": frozenset({"a", "the"}),
    "number": frozenset({"number", "tens", "count", "unclear"}),
    "card": frozenset({"rank", "plural", "suit", "wild", "wilds", "count", "colour"}),
    # What a number leads to that is no mere count.
    "counted": frozenset(
        "rank plural suit wild wilds colour of to up down times of_them points number two".split()
    ),
    # Words between cards that say nothing where no card follows them.
    "between": frozenset({"of", "to", "as", "from", "up", "with", "denies"}),
    "starts": frozenset({"a", "the", "rank", "count", "number", "suit", "wild", "colour", "pair"}),
    # What is no card and no correction, even where it makes no phrase: "one set, one run".
    "idle": frozenset("a the one set run aside and next ones pieces".split()),
    # What may be said to stand for another card.
    "named": frozenset({"rank", "wild", "wilds", "plural", "suit", "itself"}),
    # Behind these a number is a card.
    "listing": frozenset({"a", "the", "and", "one", "with"}),
    # Between a wild card and what it stands for: "a deuce in the office of the seven".
    "naming": frozenset({"a", "the", "makes", "of", "as", "to"}),
    "places": frozenset({"hand", "melded", "out", "next"}),
}
"""Sets of classes of words by what they have in common."""


class Freely(NamedTuple):
    """Words as they are read freely, and the numbers that were left out.

    Those in ``melded`` stood right before a word for what was laid down.
    """

    words: list[Word]
    counts: list[int]
    melded: Sequence[int] = ()


def ways_to_read(words: Sequence[Word], text: str, *, marks: bool) -> Iterator[list[Freely]]:
    """Yield the ways to read words freely, those together that change equally much.

    With ``marks`` the words may tell what is melded and what is in hand.
    """
    plain = _without_idle(words, text)
    numbers = _numbers(plain, text)
    talked = [at for at in numbers if plain[at + 1 :] and _ends_before(plain[at + 1])]
    outs = [at for at, word in enumerate(plain) if _said(word, text) == "out"]
    hands = _hands(plain, text) if marks else []
    wild_hands = [at for at in hands if _has_wild(plain[at : at + 2])]
    names = _names(plain)
    for named in [names, []] if names else [[]]:
        yield [
            *[_changed(plain, gone, None, named) for gone in _subsets(talked)],
            *[_changed(plain, (), hand, named) for hand in wild_hands],
        ]
    for kept, chosen in product([[], outs] if outs else [[]], _subsets(numbers)):
        gone = (*kept, *chosen)
        if gone:
            yield [_changed(plain, gone, None, names)]
        yield [_changed(plain, gone, hand, names) for hand in hands]


def ways_around_melds(words: Sequence[Word], text: str) -> list[Freely]:
    """Return the ways to read words in which a place is about other cards than it seems.

    Melds that begin a thought behind the hand are laid down: "left with a nine. Three kings"; and
    "what I kept was" is about what follows, though it may stand behind its cards as well.
    """
    found = []
    for at, word in enumerate(words):
        after = words[at + 1] if at + 1 < len(words) else None
        side = word.means.get(HAND, (1, "first"))[1]
        if side not in ("first", HELD) and after and _starts(after):
            about = replace(word, means={HAND: (1, "first")})
            found.append(Freely([*words[:at], about, *words[at + 1 :]], []))
        is_new = word.begins > 0 or (at > 0 and not words[at - 1].means)
        if _starts(word) and is_new and any(HAND in other.means for other in words[:at]):
            found.append(Freely([*words[:at], _sign(word, MELDED, "first"), *words[at:]], []))
    return found


def _starts(word: Word) -> bool:
    return not _CLASSES["starts"].isdisjoint(word.means)


def holds(way: Freely, pieces: Sequence[Piece], game: Game) -> bool:
    """Tell whether words that were read freely are all understood, and nothing speaks against it.

    A number may count the cards of a meld or of the hand, or the melds; before a word for what was
    laid down, the cards of all melds.
    """
    lost = [piece for piece in pieces if not piece.readings]
    words = [word for piece in lost for word in way.words[piece.start : piece.end]]
    if not pieces or not all(_CLASSES["idle"] >= word.means.keys() for word in words):
        return False
    heard = join([heard for piece in pieces for heard in piece.readings[:1]])
    melds = [len(meld) for meld in melds_told(pieces, game)]
    told = {*melds, len(heard.cards) - sum(melds), len(melds)}
    is_told = told.issuperset(way.counts) and {*told, sum(melds)}.issuperset(way.melded)
    return is_told and not has_meld_in_hand(heard)


def has_meld_in_hand(heard: Heard) -> bool:
    """Tell whether cards in hand have a set or a run of one suit among them."""
    hand = [
        card for name, value in heard.facts if name == "in_hand" and value for card in value.cards
    ]
    suited = {(card.rank, card.suit) for card in hand if card.suit}
    has_run = any({(rank + 1, suit), (rank + 2, suit)} <= suited for rank, suit in suited)
    return has_run or max(Counter([card.rank for card in hand]).values(), default=0) >= _SET_LEAST


# --- words that are left out ----------------------------------------------------------------------


def _without_idle(words: Sequence[Word], text: str) -> list[Word]:
    """Return the words without talk, and without those that lead to no card."""
    found: list[Word] = []
    spoken = _without_talk(words, text)
    for at in range(len(spoken) - 1, -1, -1):
        word = spoken[at]
        if "figure" in word.means or not _is_idle(spoken[:at], word, found[::-1], text):
            found.append(word)
        elif found:
            begins = max(found[-1].begins, word.begins)
            found[-1] = replace(found[-1], begins=begins, after_talk=True)
    return found[::-1]


def _without_talk(words: Sequence[Word], text: str) -> list[Word]:
    """Return the words of the table alone; a thought that begins with talk goes on with them."""
    found: list[Word] = []
    begins, is_after, past = 0, False, 0
    for at, word in enumerate(words):
        if at < past:
            continue
        begins = max(begins, word.begins)
        end = _end_of_kind(words, at)
        if end > at:
            found.append(replace(word, means={"of_them": (1, True)}))
            past = end
        elif _is_talk(word) or _denies_talk(words, at, text):
            is_after = is_after or not word.means or word.begins > 0
        else:
            found.append(replace(word, begins=begins, after_talk=is_after))
            begins, is_after = 0, is_after and is_link(word)
    return found


def _is_talk(word: Word) -> bool:
    return not word.means or ("aside" in word.means and is_link(word))


def _end_of_kind(words: Sequence[Word], at: int) -> int:
    """Return where words end like "of that kind" behind "kings three", the same word if none do."""
    before = [word.means for word in words[max(0, at - 2) : at]]
    is_counted = len(before) == 2 and "plural" in before[0] and "number" in before[1]
    end = at + 1 + (words[at + 1 :][:1] != [] and "the" in words[at + 1].means)
    talk = list(takewhile(lambda word: not word.means, words[end:]))
    return end + len(talk) if is_counted and "of" in words[at].means and talk else at


def _denies_talk(words: Sequence[Word], at: int, text: str) -> bool:
    """Tell whether "no" or "not" is about talk: "no word of a lie", "not that I mind".

    It is none that cards follow, as it may correct those before it.
    """
    word, after = words[at], words[at + 1 :]
    if after and _CLASSES["articles"] >= after[0].means.keys() > set():
        after = after[1:]
    if "but" not in word.means or "next" in word.means or not after or after[0].means:
        return False
    spoken = next((other for other in after if not _is_talk(other) and not is_link(other)), None)
    is_first = all(_CLASSES["card"].isdisjoint(other.means) for other in words[:at])
    follows = next((other for other in after if other.means), word)
    is_over = spoken is not None and _SENTENCE.search(text, after[0].end, spoken.start) is not None
    is_apart = is_over or not _CLASSES["card"] & follows.means.keys()
    return is_first or spoken is None or is_apart


def _is_idle(before: Sequence[Word], word: Word, after: Sequence[Word], text: str) -> bool:
    """Tell whether a word leads to no card: "in the bilge", "to you", a last "sorry"."""
    said = _said(word, text)
    if said == "sorry":
        return all(_CLASSES["card"].isdisjoint(other.means) for other in after)
    leads_over = "sound" in word.means or _CLASSES["between"] >= word.means.keys()
    is_number = "two" in word.means and said != "to"
    if not leads_over or is_number or (before and _may_be_card(before[-1], word, text)):
        return False
    is_sound = "sound" in word.means
    if not after or _ends_before(after[0]):
        return not is_sound or bool(after) or (bool(before) and _ends_before(before[-1]))
    is_led = not _CLASSES["articles"].isdisjoint(after[0].means)
    led = after[min(is_led, len(after) - 1)].means.keys()
    if said == "to":
        is_range = before and not before[-1].after_talk and "rank" in before[-1].means
        is_two = not {"plural", "wilds"}.isdisjoint(led) or "rank" in after[0].means
        return not is_two and not (is_range and "rank" in led)
    if "as" in word.means and "number" not in word.means:
        return not before or _CLASSES["named"].isdisjoint(before[-1].means)
    return "of" in word.means and {"suit", "of_them", "plural"}.isdisjoint(led)


def _may_be_card(before: Word, word: Word, text: str) -> bool:
    """Tell whether a word that sounds like a number ends a list: "a nine and a for"."""
    is_listed = "sound" in word.means and not _LISTED.isdisjoint(before.means)
    return is_listed and not text[before.end : word.start].strip()


def _ends_before(word: Word) -> bool:
    """Tell whether what was said before a word does not go on with it."""
    return word.after_talk or not _CLASSES["places"].isdisjoint(word.means)


def _said(word: Word, text: str) -> str:
    return text[word.start : word.end].lower()


# --- numbers that count what is told --------------------------------------------------------------


def _numbers(words: Sequence[Word], text: str) -> list[int]:
    """Return where numbers stand that no card follows, and that go on no list of cards."""
    found = []
    for at, word in enumerate(words):
        after = words[at + 1] if at + 1 < len(words) else None
        is_last = after is None or after.after_talk or after.begins
        is_bare = is_last or (after and _CLASSES["counted"].isdisjoint(after.means))
        is_number = not _CLASSES["number"].isdisjoint(word.means) and (after or word.after_talk)
        is_talked = after is not None and after.after_talk
        if is_number and is_bare and (at == 0 or _is_apart(words[at - 1], word, text, is_talked)):
            found.append(at)
    return found


def _is_apart(before: Word, word: Word, text: str, is_talked: bool) -> bool:
    """Tell whether a number hardly goes on what was said before it; talk may stand behind it."""
    ranks = [other.means.get("rank", (0, 0))[1] for other in (before, word)]
    is_next = 0 not in ranks and abs(ranks[1] - ranks[0]) <= 1
    is_listed = not _CLASSES["listing"].isdisjoint(before.means)
    if is_next or (is_listed and not (is_talked and "and" in before.means)):
        return False
    is_new = (
        is_listed or _ends_before(word) or word.begins > 0 or "," in text[before.end : word.start]
    )
    return is_new or not _CLASSES["places"].isdisjoint(before.means)


def _subsets(numbers: Sequence[int]) -> list[tuple[int, ...]]:
    """Return some of the numbers in every way; of many only none and all."""
    if len(numbers) > _COUNTS_MOST:
        return [(), tuple(numbers)]
    sizes = range(len(numbers) + 1)
    return [chosen for size in sizes for chosen in combinations(numbers, size)]


# --- the hand, and what wild cards stand for ------------------------------------------------------


def _hands(words: Sequence[Word], text: str) -> list[int]:
    """Return before which words the hand may begin though no word says so."""
    if any(HAND in word.means for word in words):
        return []
    return [
        at
        for at, word in enumerate(words)
        if at
        and all(near.means.get("figure", (0, 0))[0] < _SUM_LEAST for near in words[at : at + 2])
        and _starts(word)
        and _CLASSES["articles"].isdisjoint(words[at - 1].means)
        and (word.after_talk or _turns(words[at - 1 :], text))
    ]


def _turns(words: Sequence[Word], text: str) -> bool:
    """Tell whether people turn to their hand behind the first of these words.

    They say so ("and then I have") or begin a sentence that tells several cards, which are no run.
    """
    before, first = words[:2]
    if _TURN.search(text, before.start if "next" in before.means else before.end, first.start):
        return True
    if not _SENTENCE.search(text, before.end, first.start) or text[first.end :].startswith(" has"):
        return False
    cards = takewhile(lambda word: _CLASSES["places"].isdisjoint(word.means), words[1:])
    ranks = [
        word.means[name][1] for word in cards for name in ("rank", "plural") if name in word.means
    ]
    return len(set(ranks)) > 1 and {abs(other - rank) for rank, other in pairwise(ranks)} != {1}


def _has_wild(words: Sequence[Word]) -> bool:
    return any("wild" in word.means or _is_two(word) for word in words)


def _is_two(word: Word) -> bool:
    return word.means.get("rank") == (1, Rank.TWO)


def _names(words: Sequence[Word]) -> list[int]:
    """Return before which ranks talk stands that follows a wild card: "a deuce plugs the six"."""
    found = []
    for at in range(1, len(words)):
        if "rank" not in words[at].means:
            continue
        first = at
        while first and _CLASSES["naming"].issuperset(words[first - 1].means):
            first -= 1
        between = words[first : at + 1]
        if first and _has_wild(words[first - 1 : first]) and any(map(_names_card, between)):
            found.append(at)
    return found


def _names_card(word: Word) -> bool:
    return word.after_talk or "makes" in word.means


def _changed(
    words: Sequence[Word], gone: Sequence[int], hand: int | None, names: Sequence[int]
) -> Freely:
    """Return the words without those ``gone``, and with signs before a ``hand`` and ``names``."""
    found: list[Word] = []
    for at, word in enumerate(words):
        if at in gone:
            continue
        if at == hand:
            found.append(_sign(word, HAND, "first"))
        if at in names:
            while found and _CLASSES["naming"].issuperset(found[-1].means):
                found.pop()
            found.append(_sign(word, "as", True))
        is_after = (word.after_talk or at - 1 in gone) and at != hand
        found.append(replace(word, after_talk=is_after))
    melded = [at for at in gone if any(MELDED in word.means for word in words[at + 1 : at + 2])]
    others = [at for at in gone if at not in melded]
    counts, placed = (
        [number for at in spots for number in _number_in(words[at])] for spots in (others, melded)
    )
    return Freely(found, counts, placed)


def _number_in(word: Word) -> list[int]:
    """Return the number that a word is, none if it is no number."""
    return [word.means[name][1] for name in sorted(_CLASSES["number"] & word.means.keys())][:1]


def _sign(word: Word, name: str, value: Any) -> Word:
    """Return a word that was not said, right before another."""
    return replace(word, end=word.start, means={name: (1, value)}, repaired={}, after_talk=False)
