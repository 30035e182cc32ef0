"""Brings the number and the suits of sets beside them where these are told apart from them.

"Two pair in hand, nines and sixes", "three tens are down, clubs, hearts and spades", "kings and
twos, both without the club".
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from scorekeeper.hearing.words import PAUSE, SENTENCE, SUIT, Word, number_of

_CARDS: Final = frozenset(
    ("rank", "plural", "suit", "wild", "wilds", "run", "set", "sorry", "scratch", "no", "to", "as")
    + ("never", "no_melds")
)
"""None of these stands between a set and its suits."""
_LISTED: Final = frozenset({"a", "the", "and", "one", "of", "suit"})
_COUNT_MOST: Final = 4
"""No more cards of one suit are told together."""
_BOTH: Final = re.compile(r"(?:both|each|all|neither)\b", re.IGNORECASE)
_EACH: Final = re.compile(r"(?:both|each)\b", re.IGNORECASE)
_PAIRS: Final = (2, 3)
"""So many pairs are told together."""


def share_pairs(words: Sequence[Word], text: str) -> list[Word]:
    """Return the words; "two pair, nines and sixes" are two nines and two sixes.

    So are "nines by two".
    """
    found = list(words)
    for before, word, after in zip(words, words[1:], words[2:], strict=False):
        is_by = not word.means and text[word.start : word.end].lower() == "by"
        if is_by and "plural" in before.means and "number" in after.means:
            word.means["times"] = (1, True)
    for at in range(len(words) - 2, -1, -1):
        number = number_of(found[at])
        is_of = at + 2 < len(found) and "of" in found[at + 2].means
        is_apart = PAUSE.search(text, found[at].end, found[at + 1].start) is not None
        is_pairs = "pairs" in found[at + 1].means and not is_apart
        if number not in _PAIRS or not is_pairs or is_of:
            continue
        lacking = _lacking(found, at + 2, number)
        if len(lacking) < number:
            found[at] = replace(found[at], means={})  # "three pairs. Kings, ...": it is no three
            continue
        for place in reversed(lacking):
            found.insert(place, replace(found[place], end=found[place].start, means={}))
            found[place].keep(count=2)
        found[at + 2] = replace(found[at + 2], begins=max(found[at].begins, found[at + 2].begins))
        del found[at : at + 2]
    return [
        replace(word, means={}) if word.means.keys() == {"pairs"} else word
        for at, word in enumerate(found)
        if not _is_set_in_hand(found, at)
    ]


def _is_set_in_hand(words: Sequence[Word], at: int) -> bool:
    """Tell whether a word only says that cards in hand are alike: "left with a set of kings"."""
    end = at + ("a" in words[at].means)
    kind, plural = (
        [word.means for word in words[end : end + 2]] if end + 1 < len(words) else ({}, {})
    )
    start = at - (end == at and at > 0 and "a" in words[at - 1].means)
    is_held = start > 0 and words[start - 1].means.get("hand") == (1, "first")
    return is_held and "set" in kind and "plural" in plural


def _lacking(words: Sequence[Word], first: int, number: int) -> list[int]:
    """Return the places of so many plurals without a number that are told from a word on."""
    found: list[int] = []
    for place in range(first, len(words)):
        if len(found) == number or words[place].begins >= SENTENCE:
            break
        is_bare = place == first or number_of(words[place - 1]) == 0
        if "plural" in words[place].means and is_bare:
            found.append(place)
        elif not {"rank", "wild", "plural"}.isdisjoint(words[place].means):
            break
    return found


def see_more(words: Sequence[Word], text: str) -> list[Word]:
    """Return the words; "three tens, and then three more" are three tens twice."""
    found: list[Word] = []
    for at, word in enumerate(words):
        found.append(word)
        plurals = [other for other in found if "plural" in other.means]
        after = words[at + 1].means if at + 1 < len(words) else {}
        is_more = number_of(word) > 1 and _MORE.match(text, word.end)
        if is_more and plurals and _ends(after):
            means = dict(plurals[-1].means)
            found.append(replace(word, start=word.end, means=means, begins=0))
    return found


_MORE: Final = re.compile(r" more(?=\s*(?:[,.;!?]|$))", re.IGNORECASE)


def _ends(means: Mapping[str, Any]) -> bool:
    return not {"plural", "rank", "wild", "wilds", "number", "run", "set"} & means.keys()


def deny_both(words: Sequence[Word], text: str) -> list[Word]:
    """Return the words; a suit that several sets lack is denied of each of them.

    "Kings and twos, both without the club", "two sets missing the club, kings and twos".
    """
    found = list(words)
    for at in range(len(words) - 2, 0, -1):
        suit = at + 1 + ("the" in words[at + 1].means)
        if "but" not in words[at].means or suit >= len(words) or "suit" not in words[suit].means:
            continue
        if "melds" in words[at - 1].means:
            first = at
            spots = _lacking(words, suit + 1, int(words[at - 1].means["counter"][1]))
        else:
            first = _both_before(words, at, text)
            spots = _sets_before(words, first - 1)
        if first < 0 or len(spots) < 2:
            continue
        denied = [replace(word, begins=0) for word in words[at : suit + 1]]
        found = [
            part
            for place, word in enumerate(found)
            for part in ([word, *denied] if place in spots else [word])
            if place not in range(first, suit + 1)
        ]
    return found


def _both_before(words: Sequence[Word], at: int, text: str) -> int:
    """Return where "both", "each" or "all of them" stands right before a word; -1 if none does."""
    first = at - (not _EACH.match(text, words[at].start))
    while first > 0 and not _BOTH.match(text, words[first].start):
        first -= 1
        if not {"of_them", "count", "number"}.intersection(words[first].means):
            return -1
    return first if first else -1


def _sets_before(words: Sequence[Word], last: int) -> list[int]:
    """Return where plurals without suits stand up to a word, back to the start of a sentence."""
    found: list[int] = []
    for at in range(last, -1, -1):
        if "plural" in words[at].means:
            found.append(at)
        elif not {"rank", "suit", "wild"}.isdisjoint(words[at].means):
            break
        if words[at].begins >= SENTENCE:
            break
    return found[::-1]


def see_suits_of_set(words: Sequence[Word], text: str) -> list[Word]:
    """Return the words; the suits of a set that are told in other ways stand in the usual one.

    "One is the spade and two are hearts", "hearts two, diamond", "heart and the spade queen",
    "three queens, the queen of spades in it".
    """
    found: list[Word] = []
    told = [match.span() for match in _EACH_IS.finditer(text)]
    over = range(0)
    for at, word in enumerate(words):
        suits = _suits_of_set(found, word)
        is_each = any(start <= word.start < end for start, end in told)
        is_idle = is_each and not {"suit", "and"} & word.means.keys() and number_of(word) < 2
        is_again = len(suits) > 2 and suits[0] == word.means.get("rank")
        is_again = is_again and _ends_suit(words, at, text)
        if word.start in over or (suits and (is_idle or is_again)):
            continue
        if suits and (behind := _behind_card(words, at, text)):
            found.append(replace(word, end=word.start, means={"including": (1, True)}))
            over = behind
        found.append(word)
        if suits and _counts_behind(words, at, text):
            number = replace(word, start=words[at - 1].start, end=words[at - 1].start - 1)
            found[-2:] = [number, found[-2]]
    return found


_EACH_IS: Final = re.compile(
    rf"\b(?:(?:, |,? and )?\b(?:one|two|three|[123])(?:['’]s| is| are| being)(?: both| all)?"
    rf"(?: an?| the)? {SUIT}){{2,}}"
    rf"|\b(?:two|three|[23])(?: are| being)(?: both| all)? {SUIT}",
    re.IGNORECASE,
)
"""What says of each card of a set which suit it has."""
_IN_IT: Final = re.compile(
    r"(?: is| being)?(?: in (?:it|there)\b| among(?:st)? them(?=\s*(?:[,.;!?]|$)))",
    re.IGNORECASE,
)


def _suits_of_set(words: Sequence[Word], word: Word) -> list[Any]:
    """Return the rank of a set and the suits told behind it so far; nothing where none ends."""
    suits: list[Any] = []
    behind = word
    for at in range(len(words) - 1, max(-1, len(words) - _SUITS_MOST), -1):
        before = words[at]
        if behind.begins >= SENTENCE:
            return []
        if "plural" in before.means:
            is_own = at > 0 and "suit" in words[at - 1].means  # "two diamond eights, a club eight"
            return [] if is_own else [before.means["plural"], *suits]
        is_more = _OF_SET & before.means.keys() or number_of(before)
        if not is_more and not _LISTED.issuperset(before.means):
            return []
        suits += [before.means["suit"]] if "suit" in before.means else []
        behind = before
    return []


_SUITS_MOST: Final = 16
"""More words than tell the suits of any set."""
_OF_SET: Final = frozenset({"of_them", "including", "cards"})


def _ends_suit(words: Sequence[Word], at: int, text: str) -> bool:
    """Tell whether a rank only goes on with a suit: "spade queen"."""
    suit, behind = words[at - 1], words[at + 1 : at + 2]
    is_over = not behind or PAUSE.search(text, words[at].end, behind[0].start) is not None
    is_over = is_over or not {"hand", "melded"}.isdisjoint(behind[0].means)
    is_one = "suit" in suit.means and not text[: suit.end].endswith("s")
    return is_over and is_one and text[suit.end : words[at].start] == " "


def _behind_card(words: Sequence[Word], at: int, text: str) -> range:
    """Return the place of the words that tell that the card before them is of a set, if any do."""
    first = at + ("the" in words[at].means)
    suit = words[first + 2] if first + 2 < len(words) else None
    is_led = first == at and "the" in words[at - 1].means
    is_card = suit is not None and "rank" in words[first].means and "of" in words[first + 1].means
    told = _IN_IT.match(text, suit.end) if suit and is_card and not is_led else None
    return range(*told.span()) if told else range(0)


def _counts_behind(words: Sequence[Word], at: int, text: str) -> bool:
    """Tell whether a number counts the suit before it: "queens four, hearts two, diamond, ..."."""
    after = words[at + 1] if at + 1 < len(words) else None
    is_beside = at > 1 and text[words[at - 1].end : words[at].start] == " "
    is_suit = is_beside and "suit" in words[at - 1].means
    is_suit = is_suit and PAUSE.search(text, words[at - 2].end, words[at - 1].start) is not None
    is_suit = is_suit and text[: words[at - 1].end].endswith("s")
    is_over = after is None or PAUSE.search(text, words[at].end, after.start) is not None
    is_listed = after is None or after.begins >= SENTENCE or "suit" in after.means
    spot = max([spot for spot in range(at) if "plural" in words[spot].means], default=at)
    is_counted = spot < at and _counted(words, spot)[1] > 2  # else it may be a card
    is_counted = is_counted and 1 < number_of(words[at]) <= _COUNT_MOST
    return is_suit and is_over and is_listed and is_counted


def tell_set(
    before: Sequence[Word], words: Sequence[Word], at: int, text: str
) -> tuple[int, list[Word]]:
    """Place the suits of "three tens, and I'm out, clubs, hearts and spades" beside the tens.

    Returns the word after what is told, and the words before it with the suits; 0 if none are.
    """
    if not before or not PAUSE.search(text, before[-1].end, words[at].start):
        return 0, []
    end = end_of_suits(words, at)
    spot = _set_last(before)
    total = _count_suits(words[at:end])
    after = words[end].means if end < len(words) else {}
    is_over = end == len(words) or words[end].begins > 0
    is_over = is_over or PAUSE.search(text, words[end - 1].end, words[end].start) is not None
    is_over = is_over or not {"hand", "melded", "out", "and", "aside"}.isdisjoint(after)
    if spot < 0 or total < 2 or not is_over:
        return 0, []
    last, number = _counted(before, spot)
    if number != total or last + 1 >= len(before):
        return 0, []
    told = [replace(word, begins=0) for word in words[at:end]]
    return end, [*before[: last + 1], *told, *before[last + 1 :]]


def end_of_suits(words: Sequence[Word], at: int) -> int:
    """Return the word behind suits that are told from a word on, with their numbers."""
    end = at
    while end < len(words) and words[end].means and _lists_suits(words[end : end + 2]):
        if words[end].begins >= SENTENCE and end > at:
            break
        end += 1
    while end > at and "suit" not in words[end - 1].means:
        end -= 1
    return end


def _lists_suits(words: Sequence[Word]) -> bool:
    """Tell whether a word stands among suits; before one it may be a number: "two hearts"."""
    number = number_of(words[0])
    is_beside = words[-1].start - words[0].end == 1 and "suit" in words[-1].means
    names = words[0].means.keys() - ({"number"} if number == 1 else set())
    return (is_beside and 1 < number <= _COUNT_MOST) or _LISTED.issuperset(names)


def _set_last(words: Sequence[Word]) -> int:
    """Return where the last set stands, behind which no other cards are told; -1 if none does."""
    for at in range(len(words) - 1, -1, -1):
        means = words[at].means
        if "plural" in means:
            return at
        is_count = number_of(words[at]) > 0 and at > 0 and "plural" in words[at - 1].means
        if not _CARDS.isdisjoint(means) and not is_count:
            return -1
    return -1


def _counted(words: Sequence[Word], spot: int) -> tuple[int, int]:
    """Return the last word of a set and how many cards it has, 0 if nobody said."""
    first = spot - 1 - (spot > 1 and "colour" in words[spot - 1].means)
    before = number_of(words[first]) if spot else 0
    last = spot
    while last + 1 < len(words) and (
        number_of(words[last + 1]) or "of_them" in words[last + 1].means
    ):
        last += 1
    behind = max([number_of(word) for word in words[spot + 1 : last + 1]], default=0)
    return last, behind or before


def _count_suits(words: Sequence[Word]) -> int:
    """Return how many cards suits are told of: "a club and the two spades"."""
    total, count = 0, 1
    for word in words:
        if "suit" in word.means:
            total, count = total + count, 1
        elif "twice" in word.means:
            total += 1
        elif number_of(word):
            count = number_of(word)
    return total
