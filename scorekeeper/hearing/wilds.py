"""Settles what words say of wild cards: what they stand for, and which two is a card of its own."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from scorekeeper.hearing.words import (
    DEUCE,
    PAUSE,
    Word,
    after_article,
    is_any_wild,
    is_two,
    is_wild,
    number_of,
)
from scorekeeper.rules.cards import Rank

_WILD_BEFORE: Final = 4
"""A two that is said to be wild again stands so many words before, or less."""


def _tells_two(words: Sequence[Word]) -> bool:
    """Tell whether a two is among words, and no number of what follows."""
    after = [*[word.means for word in words[1:]], {}]
    pairs = zip(words, after, strict=False)
    return any(is_two(word) and {"plural", "wilds"}.isdisjoint(means) for word, means in pairs)


_WELL: Final = re.compile(r"\W+well\W+", re.IGNORECASE)


def see_well(words: Sequence[Word], text: str) -> list[Word]:
    """Return the words; "three kings, well, two kings and a deuce" takes the first number back."""
    found: list[Word] = []
    for at, word in enumerate(words):
        is_number = "number" in word.means and at > 1 and "plural" in words[at - 1].means
        after = [other.means for other in words[at + 1 : at + 3]]
        if is_number and after and after[0].get("plural") == words[at - 1].means["plural"]:
            after = after[1:]
        is_more = "and" in [*after, {}][0]
        if is_number and is_more and _WELL.fullmatch(text, words[at - 1].end, word.start):
            found.append(replace(word, end=word.start, means={"sorry": (1, True)}))
        found.append(word)
    return found


_IS: Final = re.compile(
    r"(?:\s+in (?:there|it))?(?:['’]s)?\s+(?:(?:is|was|being)\s+)?"
    r"(?:(?:only|just|really|actually)\s+)?(?:(?:the|a|my|our)\s+)?",
    re.IGNORECASE,
)


_IS_LEAST: Final = re.compile(r"['’]s|\b(?:is|was|being)\b", re.IGNORECASE)


def see_named(words: Sequence[Word], text: str) -> list[Word]:
    """Return the words; "the joker is three" says what it stands for."""
    found = []
    words = [_single(words, at, text) for at in range(len(words))]
    past = 0
    for at, word in enumerate(words):
        if at < past:
            continue
        found.append(word)
        rank = at + 1
        while rank < min(at + 3, len(words)) and {"a", "the", "of"} & words[rank].means.keys():
            rank += 1
        named = words[rank] if rank < len(words) else word
        is_suited = "suit" in word.means and at > 1 and "of" in words[at - 1].means
        first = at - 2 if is_suited else at
        told = words[first]
        is_told = is_any_wild(told.means) != is_any_wild(named.means)
        is_told = is_told and all({"rank", "wild"} & each.means.keys() for each in (told, named))
        is_new = first > 0 and "," in text[words[first - 1].end : told.start]
        is_led = is_new or _is_led_wild(words, first)
        is_told = is_told and {"plural", "as"}.isdisjoint(named.means) and is_led
        own = len("'s") * text[: word.end].endswith(("'s", "’s"))
        between = text[word.end - own : named.start]  # "the eight's the two of clubs"
        if is_told and _IS.fullmatch(between) and _IS_LEAST.search(between):
            _drop_told(found, told)
            found.append(replace(word, start=word.end, means={"as": (1, True)}, begins=0))
            past = rank if "of" in words[at + 1].means else 0  # "the six in there is a two"
    return found


_IT_IS: Final = re.compile(r"\b(?:it['’]?s|it is|being) (?:the |a |my )?$", re.IGNORECASE)
_TOLD_MOST: Final = 7
"""So many words, or less, tell of what suit a wild card is before what it stands for."""


def see_suited_wild(words: Sequence[Word], text: str) -> list[Word]:
    """Return the words; the suit of a wild card stands right behind it, before what it is for.

    "A black two, a spade, for the king", "the deuce is the club one and it's the nine".
    """
    found: list[Word] = []
    past = 0
    for at, word in enumerate(words):
        if at < past:
            continue
        first = after_article(words, at)
        named = words[first : first + 2] if is_wild(word.means) else []
        if len(named) > 1 and "suit" in named[0].means and is_two(named[1]):
            of = replace(named[0], end=named[0].start, means={"of": (1, True)}, begins=0)
            two = replace(named[1], start=word.start, end=named[0].start, begins=word.begins)
            found += [two, of, named[0]]  # "one wild, the spades two"
            past = first + 2
            continue
        found.append(word)
        last = _end_of_suit(words, at, text) if is_two(word) or is_wild(word.means) else 0
        if not last:
            continue
        suit = next(other for other in words[at + 1 : last] if "suit" in other.means)
        of = replace(suit, end=suit.start, means={"of": (1, True)}, begins=0)
        found += [of, replace(suit, begins=0)]
        if "as" not in words[last].means:
            found.append(replace(words[last], end=words[last].start, means={"as": (1, True)}))
            found[-1] = replace(found[-1], begins=0)
        past = last
    return found


def _end_of_suit(words: Sequence[Word], at: int, text: str) -> int:
    """Return the word that says what a wild card stands for behind its suit, 0 if none does."""
    suits = 0
    for end in range(at + 1, min(len(words), at + 1 + _TOLD_MOST)):
        means = words[end].means
        if "as" in means and suits == 1:
            return end
        if "rank" in means and suits == 1 and _IT_IS.search(text[: words[end].start]):
            return end
        suits += "suit" in means
        is_one = means.get("number") == (1, 1)
        is_passed = is_one or not means or not _PASSED.isdisjoint(means)
        if not is_passed and not (end == at + 1 and "of" in means):
            return 0
    return 0


_PASSED: Final = frozenset({"a", "the", "colour", "suit", "ones", "one", "and", "aside", "next"})


def _drop_told(found: list[Word], told: Word) -> None:
    """Leave out a card that is named once more: "four five, well, the five is a deuce"."""
    led = found[-2:-1] if len(found) > 1 and "the" in found[-2].means else []
    before = found[-2 - len(led)] if len(found) > 1 + len(led) else None
    is_range = len(found) > 2 + len(led) and "to" in found[-3 - len(led)].means
    is_again = before is not None and before.means.get("rank") == told.means.get("rank")
    if is_again and not is_range and "wild" not in told.means:
        del found[-2 - len(led)]


def _single(words: Sequence[Word], at: int, text: str) -> Word:
    """Return "the two's" as a card before what it stands for, "the king's" before what it is."""
    word, after = words[at], words[at + 1] if at + 1 < len(words) else None
    is_one = "plural" in word.means and text[: word.end].endswith(("'s", "’s"))
    is_one = is_one and not (at and number_of(words[at - 1]))
    is_named = after is not None and not {"as", "a", "the"}.isdisjoint(after.means)
    is_beside = after is not None and not PAUSE.search(text, word.end, after.start)
    means = {"rank": word.means.get("plural", DEUCE)}
    return replace(word, means=means) if is_one and is_named and is_beside else word


def _is_led_wild(words: Sequence[Word], at: int) -> bool:
    """Tell whether a word is no number: "the two is", not "set two is"."""
    is_led = at > 0 and not {"a", "the"}.isdisjoint(words[at - 1].means)
    return is_led or "number" not in words[at].means


def settle_wild(words: Sequence[Word]) -> list[Word]:
    """Return the words without those that only say that a two is wild: "a two like a joker"."""
    found: list[Word] = []
    for at, word in enumerate(words):
        is_suited = "suit" in (found[-1].means if found else {})
        is_two = _tells_two(found[-4 if is_suited else -2 :])
        after = [other for other in words[at + 1 : at + 3] if "a" not in other.means][:1]
        before = words[at - 1 - ("a" in words[at - 1].means)].means if at else {}
        behind = [other.means for other in words[at + 1 : at + 3]]
        is_told = len(behind) > 1 and "suit" in behind[0] and behind[1].get("rank") == DEUCE
        if is_told and is_wild(word.means):
            continue  # "one wild card, spade two"
        if is_wild(word.means) and (_tells_deuces(found) or _is_named_later(words, at)):
            continue  # "two twos of clubs in hand, wild ones"
        if "wild_two" in word.means:
            is_told = _tells_two(found[-_WILD_BEFORE:])
            found += [] if is_told else [replace(word, means={"rank": (1, Rank.TWO)})]
        elif is_two and "as" in word.means and any("wild" in other.means for other in after):
            named = [other.means for other in words[at + 1 : at + 4] if "a" not in other.means]
            if len(named) > 1 and "rank" in named[1] and "as" not in named[1]:
                found.append(word)  # "two of hearts as wild four"
            continue  # the wild card goes with the two before it
        elif is_two and "wild" in word.means and "as" in before:
            continue
        else:
            found.append(word)
    return found


def _is_named_later(words: Sequence[Word], at: int) -> bool:
    """Tell whether a wild card is named behind it: "a wild in hand, the two of clubs"."""
    after = [word for word in words[at + 1 : at + 5] if not {"hand", "aside"} & word.means.keys()]
    is_led = len(after) > 2 and "the" in after[0].means and is_two(after[1])
    return is_led and "of" in after[2].means


def _tells_deuces(words: Sequence[Word]) -> bool:
    """Tell whether words end with a two or several, perhaps with their suit and their place.

    A single one stands behind a word for the hand: "the two of clubs. Sitting on a wild one".
    """
    last = [word for word in words[-6:] if not _OF_TWO & word.means.keys()]
    is_held = any("hand" in word.means for word in words[-3:])
    is_single = bool(last) and is_held and is_two(last[-1])
    return is_single or (bool(last) and last[-1].means.get("plural") == DEUCE)


_OF_TWO: Final = frozenset({"of", "suit", "hand", "a", "the", "one", "aside"})


def settle_natural(words: Sequence[Word]) -> list[Word]:
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
        elif any(map(is_two, before)):
            if "as" in found[-1].means:
                found.pop()  # "the two being a proper two"
            found.append(replace(word, means={"itself": (1, True)}))
        elif not has_two or is_suited:
            found.append(replace(word, means={"rank": (1, Rank.TWO)}))
    return found


def ends_deuce(words: Sequence[Word]) -> bool:
    """Tell whether words end with a deuce, perhaps of a suit."""
    last = [word for word in words[-3:] if {"of", "suit"}.isdisjoint(word.means)][-1:]
    return bool(last) and last[0].means.get("rank") == DEUCE
