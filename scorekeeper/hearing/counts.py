"""Finds numbers that only count what is told, and words that deny that anything was laid down.

In "three sets" and "nines and kings, three of each" a number is no card and no count of one rank;
whether it fits what was told is looked at once all is read.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from scorekeeper.hearing.words import ONLY, SENTENCE, THERE_IS, Word, number_of

_KINDS: Final = frozenset({"run", "set"})
_PLACES: Final = frozenset({"hand", "melded"})
_JOINING: Final = frozenset({"a", "and", "next", "of", "set", "the"})
_STARTS: Final = frozenset({"and", "next", "hand", "melded", "aside"})
_LEADS: Final = frozenset({"a", "the", "to", "as", "with", "of", "colour", "plural"})


_PAIR: Final = 2
_LOTS: Final = re.compile(
    r"(?:lots|piles|combos|combinations|batches|bunches|families)\b", re.IGNORECASE
)
"""Words for melds that are not in the table."""


def see_counters(words: Sequence[Word], text: str) -> list[Word]:
    """Return the words; numbers before melds, or unknown words in the plural, count these.

    "Four rags" are no card, nor are "two runs" and "three melds of three".
    """
    found: list[Word] = []
    past = 0
    for at, word in enumerate(words):
        if at < past:
            continue
        end = _end_of_counter(words, at, text)
        if end > at:
            count = (word.means.get("number") or word.means["count"])[1]
            end, count = _with_others(words, end, count, text)
            found.append(replace(word, end=words[end - 1].end, means={}))
            is_kind = end > at + 1 and words[at + 1].means
            found[-1].keep(counter=count, aside=True)
            if is_kind or _LOTS.match(text, words[at + 1].start):
                found[-1].means["melds"] = (1, True)
                if text[: found[-1].end].endswith(" of"):
                    found[-1].means["shared"] = (1, True)
            past = end
        else:
            found.append(word)
    return found


def _end_of_counter(words: Sequence[Word], at: int, text: str) -> int:
    """Return the word after a number that counts melds, the same word if it counts no more."""
    here, *after = words[at : at + 4]
    if not after or {"number", "count"}.isdisjoint(here.means):
        return at
    if len(after) > 2 and "number" in after[0].means and "card" in after[1].means:
        is_kind = "number" in here.means and not _KINDS.isdisjoint(after[2].means)
        return at + 4 * is_kind  # "two five-card runs"
    is_kind, is_many = not _KINDS.isdisjoint(after[0].means), _is_plural(after[0], text)
    is_apart = after[0].start - here.end != 1
    if is_kind and is_many and not _PAUSE.search(text, here.end, after[0].start):
        return _end_of_size(words, at)
    if is_apart or after[0].means or "number" not in here.means:
        return at
    is_led = at > 0 and not {"a", "the", "and"}.isdisjoint(words[at - 1].means)
    is_long = bool(after[1:]) and not after[1].means and _is_plural(after[1], text)
    return at + 1 if is_many else at + 2 * (is_long and not is_led)  # "two long lines"


def _end_of_size(words: Sequence[Word], at: int) -> int:
    """Return the word after counted melds, and after how many cards each has: "melds of three"."""
    sizes = [*[word.means for word in words[at + 2 : at + 5]], {}, {}, {}]
    is_size = "of" in sizes[0] and "number" in sizes[1]
    return at + 4 if is_size and {"plural", "rank"}.isdisjoint(sizes[2]) else at + 2


def _with_others(words: Sequence[Word], end: int, count: int, text: str) -> tuple[int, int]:
    """Return where melds end that are counted together, and how many: "two runs and a set."."""
    more = words[end : end + 3]
    if len(more) < 3 or "and" not in more[0].means or _KINDS.isdisjoint(more[2].means):
        return end, count
    number = more[1].means.get("number") or more[1].means.get("count")
    after = words[end + 3].start if end + 3 < len(words) else len(text)
    is_over = after == len(text) or _PAUSE.search(text, more[2].end, after)
    if not is_over or not (number or "a" in more[1].means):
        return end, count
    return end + 3, count + (number[1] if number else 1)


_PAUSE: Final = re.compile(r"[,.:;!?]")


def _is_plural(word: Word, text: str) -> bool:
    return text[word.start : word.end].split(" ", 1)[0].endswith("s")


def share_counts(words: Sequence[Word]) -> list[Word]:
    """Return the words; a number of "each" stands before every plural that lacks its own.

    "Two sets of four sevens" are four sevens twice.
    """
    found: list[Word] = []
    for word in words:
        found.append(word)
        told = [each.means.keys() for each in found[-3:]]
        is_counted = len(told) == _TOLD and not {"count", "number"}.isdisjoint(told[1])
        is_beside = len(found) > 1 and word.start - found[-2].end == 1
        if is_counted and is_beside and "shared" in told[0] and "plural" in told[2]:
            counter, count = found[-3:-1]
            found[-3:] = _shared([counter, word], 1, count, alone=True)
    words = list(found)
    for at in range(len(words) - 1, 0, -1):
        first, end = _each_counted(words, at)
        lacking = _lacking(words, range(first - 1, -1, -1)) if first < end else []
        lacking = lacking or (_lacking(words, range(end, len(words))) if first < end else [])
        if not lacking:
            continue
        numbers = [word.means.get("number") or word.means.get("count") for word in words[first:end]]
        number = next(number[1] for number in numbers if number)
        counted = [replace(words[place], end=words[place].start, means={}) for place in lacking]
        for word in counted:
            word.keep(count=number)
        before = dict(zip(lacking, counted, strict=True))
        found = [
            part
            for place, word in enumerate(words)
            for part in (
                _shared(words, place, before[place], alone=len(before) == 1)
                if place in before
                else [word]
            )
            if place not in range(first, end)
            and not (len(before) == 1 and place + 1 in before and "melds" in word.means)
        ]
    return found


def _shared(words: Sequence[Word], place: int, count: Word, *, alone: bool) -> list[Word]:
    """Return a plural with its number, as often as a number of melds before it says."""
    melds = words[place - 1].means if place else {}
    times = int(melds["counter"][1]) if "melds" in melds and alone else 1
    apart = replace(count, means={})
    apart.keep(next=True)
    return [count, words[place], *[apart, count, words[place]] * (times - 1)]


def _each_counted(words: Sequence[Word], at: int) -> tuple[int, int]:
    """Return from where to where words say how many of each there are, 0 to 0 if these do not.

    The number is before "each" or behind it: "three of each", "each with three", "three each of".
    """
    if "each" not in words[at].means:
        return 0, 0
    leads = bool(words[at + 1 :]) and not {"of", "with"}.isdisjoint(words[at + 1].means)
    if leads and any(map(_is_number, words[at + 2 : at + 3])):
        return at, at + 3
    return (at - 1, at + 1 + leads) if _is_number(words[at - 1]) else (0, 0)


def _is_number(word: Word) -> bool:
    return not {"number", "count"}.isdisjoint(word.means)


def _lacking(words: Sequence[Word], places: Sequence[int]) -> list[int]:
    """Return the places of plurals without a number that stand side by side."""
    found = []
    for place in places:
        means = words[place].means
        if "plural" in means:
            before = words[place - 1].means if place else {}
            if not {"count", "number"}.isdisjoint(before):
                break
            found.append(place)
        elif means and _JOINING.isdisjoint(means) and "melded" not in means:
            break
    return found


_TOLD: Final = 3
_LISTED: Final = frozenset(
    {"down", "rank", "to", "up", "number", "two", "sound", "inner_to", "pair"}
)
_PASSED: Final = frozenset({"and", "next", "of", "the"})


def see_again(words: Sequence[Word]) -> list[Word]:
    """Return the words; ranks that are told again in another suit stand beside it.

    "Seven to nine of clubs, the same in spades", "seven to nine, one in clubs, one in spades".
    """
    found: list[Word] = []
    listed: list[Word] = []
    past, suits, is_closed = 0, 0, False
    for at, word in enumerate(words):
        suit, both = (
            (_suit_again(words, at, suits), _suits_both(words, at)) if listed[1:] else (0, 0)
        )
        if at < past:
            continue
        if suit:
            while found and not {"twice", "the"}.isdisjoint(found[-1].means):
                found.pop()
            found += _again(listed, word) if suits or "same" in word.means else []
            found += words[suit - ("of" in words[suit - 1].means) : suit + 1]
            past, suits = suit + 1, suits + 1
        elif both:
            found += _in_both(words, at, listed)
            past, suits = both + 1, 2
        else:
            found.append(word if _AGAIN.isdisjoint(word.means) else replace(word, means={}))
            is_closed = is_closed or suits > 0 or "next" in word.means or word.begins > 0
            suits += "suit" in word.means
            listed, suits, is_closed = _listed_with(word, listed, suits, is_closed=is_closed)
    return found


def _listed_with(
    word: Word, listed: list[Word], suits: int, *, is_closed: bool
) -> tuple[list[Word], int, bool]:
    """Return the ranks that are listed so far, how many suits they had, and if they are over."""
    if "rank" in word.means or (listed and _LISTED.issuperset(word.means)):
        return [*([] if is_closed else listed), word], 0, False
    if not _PASSED.issuperset(word.means.keys() - {"twice", "suit"}):
        return [], 0, is_closed
    return listed, suits, is_closed


def _in_both(words: Sequence[Word], at: int, listed: Sequence[Word]) -> list[Word]:
    """Return the words for a list in one suit, and the same in another."""
    of = replace(words[at], means={"of": (1, True)})
    parted = replace(words[at], means={"next": (1, True)})
    return [of, words[at + 1], parted, *_again(listed, words[at]), of, words[at + 3]]


def _suits_both(words: Sequence[Word], at: int) -> int:
    """Return where the second suit stands of "in both hearts and spades", 0 if that is not told."""
    is_both = "unsaid" in words[at].means or words[at].means.get("count") == (1, 2)
    told = words[at + 1 : at + 4]
    is_told = is_both and len(told) > 2 and "suit" in told[0].means and "and" in told[1].means
    return at + 3 if is_told and "suit" in told[2].means else 0


_AGAIN: Final = frozenset({"same", "once"})


def _again(listed: Sequence[Word], place: Word) -> list[Word]:
    return [replace(word, start=place.start, end=place.end, begins=0) for word in listed]


def _suit_again(words: Sequence[Word], at: int, suits: int) -> int:
    """Return where the suit stands of what is told again, 0 if nothing is."""
    means = words[at].means
    is_more = suits > 0 and at > 0 and not {"and", "next"}.isdisjoint(words[at - 1].means)
    is_one = means.get("number") == (1, 1) or (is_more and not {"of", "the"}.isdisjoint(means))
    end = at + (not {"same", "once", "number"}.isdisjoint(means))
    while end < len(words) and _PASSED.issuperset(words[end].means):
        end += 1
    if end == len(words) or "suit" not in words[end].means or words[end].begins:
        return 0
    is_led = "of" in words[end - 1].means
    is_other = end + 1 < len(words) and "rank" in words[end + 1].means
    is_again = not {"same", "once"}.isdisjoint(means) or (is_one and is_led and not is_other)
    return end if is_again else 0


def see_places_counted(words: Sequence[Word], text: str) -> list[Word]:
    """Return the words; numbers right before a place count the cards behind it.

    "Three in the hand, a king and two tens" has three cards.
    """
    found = list(words)
    for at in range(len(words) - 2, -1, -1):
        number, place = words[at].means.get("number"), words[at + 1]
        if number and _counts_hand(words, at, text):
            found[at] = replace(words[at], means={"unclear": number})
            if _SURELY.match(text, words[at].end):
                found[at].keep(counter=number[1], there=True, aside=True)
            continue
        is_apart = _PAUSE.search(text, words[at].end, place.start) is not None
        is_beside = not is_apart and not _PLACES.isdisjoint(place.means)
        if not number or not is_beside or number[1] not in _told_behind(place, found[at + 2 :]):
            continue
        before = words[at - 1] if at else words[at]
        if not {"a", "one"}.isdisjoint(before.means):
            continue  # "I have one seven on the table"
        is_first = at == 0 or words[at].begins or not before.means
        if _is_plural(place, text) or is_first or not _STARTS.isdisjoint(before.means):
            found[at] = replace(words[at], means={})
            found[at].keep(counter=number[1], there=True, aside=True)
        elif _may_count(words, at, text):
            found[at] = replace(words[at], means={"unclear": number})
    return found


def _told_behind(place: Word, words: Sequence[Word]) -> set[int]:
    """Return how many cards are told behind a place, in hand also up to the end of a sentence."""
    return _counts_told(words) if "hand" in place.means else {_count_cards(words)}


_SURELY: Final = re.compile(r"\s*(?:[:.]|\w+,|more\b|(?:an?|the)\b)")
_ARE: Final = re.compile(
    r"\s*(?:(?:mate|lads|folks|love|man|boys)?[,:.]|(?:are|being|were|more|an?|the)\b)",
    re.IGNORECASE,
)


def _counts_hand(words: Sequence[Word], at: int, text: str) -> bool:
    """Tell whether a number may be a card or how many there are: "left with two, nine, king"."""
    before = [word.means for word in words[max(0, at - 2) : at] if "with" not in word.means]
    is_first = any("hand" in means for means in before[-1:])
    is_first = is_first and words[at].begins in (0, THERE_IS, ONLY)
    is_apart = _ARE.match(text, words[at].end) is not None
    number = words[at].means["number"][1]
    return is_first and is_apart and number in _counts_told(words[at + 1 :])


def _counts_told(words: Sequence[Word]) -> set[int]:
    """Return how many cards are told up to the next place, or up to the end of a sentence."""
    ends = [at for at, word in enumerate(words) if word.begins >= SENTENCE and at]
    return {_count_cards(words[:end]) for end in (*ends, len(words))}


def _may_count(words: Sequence[Word], at: int, text: str) -> bool:
    """Tell whether a number is hardly one more card of those before it.

    Without a comma it may be the rank of a suit before it, or a deuce: "seven seven two left".
    """
    before, number = words[at - 1], number_of(words[at])
    rank = before.means.get("rank", (0, 0))[1]
    is_suit = "suit" in before.means
    is_own = is_suit and not (at > 1 and "of" in words[at - 2].means)
    is_apart = "," in text[before.end : words[at].start]
    is_apart = is_apart or not (is_own or (number == _PAIR and not is_suit))
    return is_apart and _LEADS.isdisjoint(before.means) and abs(number - rank) > 1


def _count_cards(words: Sequence[Word]) -> int:
    """Return how many cards are told up to the next place."""
    total, count, last = 0, 1, 0
    for at, word in enumerate(words):
        if not _PLACES.isdisjoint(word.means):
            break
        total -= not {"sorry", "scratch", "but"}.isdisjoint(word.means)
        after = words[at + 1].means if at + 1 < len(words) else {}
        behind = words[at + 2].means if at + 2 < len(words) else {}
        if "plural" in word.means and "number" in after and "of_them" in behind:
            total += int(after["number"][1]) - 1  # the number itself is no card
            total -= "rank" in after
        elif "plural" in word.means or "wilds" in word.means:
            total += count
        elif _heads_suit(words, at):
            continue  # "three diamonds, jack, six and four"
        elif "rank" in word.means and not {"plural", "wilds"} & after.keys():
            rank = int(word.means["rank"][1])
            total += abs(rank - last) if last and "to" in words[at - 1].means else 1
            last = rank
        elif "wild" in word.means:
            total += 1
        count = (word.means.get("count") or word.means.get("number") or (1, 1))[1]
    return total


def _heads_suit(words: Sequence[Word], at: int) -> bool:
    """Tell whether a number counts cards of a suit whose ranks follow."""
    number = words[at].means.get("number")
    suit = words[at + 1] if at + 1 < len(words) else words[at]
    if number is None or "suit" not in suit.means or suit.start - words[at].end != 1:
        return False
    ranks = 0
    for word in words[at + 2 :]:
        if "rank" not in word.means and not {"a", "and", "the"}.issuperset(word.means):
            break
        ranks += "rank" in word.means
    return ranks == number_of(words[at])


def see_denials(words: Sequence[Word], text: str) -> list[Word]:
    """Return the words; what denies that anything was laid down is one: "never got a card down"."""
    found: list[Word] = []
    past = 0
    for at, word in enumerate(words):
        if at < past:
            continue
        past = at
        if not {"never", "no_melds"}.isdisjoint(word.means):
            past = _end_of_denial(words, at, text)
        elif "hand" in word.means and any(
            "anything" in other.means for other in words[at + 1 :][:1]
        ):
            past = at + 2  # "could not lay down anything"
        if past == at and _leaves(words, at, text):
            past = at + 2
            found.append(replace(word, end=words[at + 1].end, means={}))
            found[-1].keep(hand="first")  # "I never put down my sevens"
        elif past > at:
            led = found[-1] if found else word
            is_left = not _CARDS.isdisjoint(led.means) and not _PAUSE.search(
                text, led.end, word.start
            )
            found.append(replace(word, end=words[past - 1].end, means={}))
            if is_left and _NEVER.match(text, word.start):
                found[-1].keep(hand="last")  # "three kings I never got down"
            else:
                found[-1].keep(no_melds=True)
        else:
            found.append(word)
    return found


_NEVER: Final = re.compile(r"(?:i )?(?:never|didn['’]t|couldn['’]t)\b", re.IGNORECASE)


def _leaves(words: Sequence[Word], at: int, text: str) -> bool:
    """Tell whether words deny that the cards behind them were laid down."""
    if "never" not in words[at].means or at + 2 >= len(words):
        return False
    is_melded = "melded" in words[at + 1].means
    is_beside = not _PAUSE.search(text, words[at + 1].end, words[at + 2].start)
    is_card = not {*_CARDS, "the"}.isdisjoint(words[at + 2].means)
    return is_melded and is_beside and is_card


def _end_of_denial(words: Sequence[Word], at: int, text: str) -> int:
    """Return the word after a denial, the same one if none begins here or cards are denied."""
    end = at + 1
    while (
        end < len(words)
        and not _PAUSE.search(text, words[end - 1].end, words[end].start)
        and (_DENIED.issuperset(words[end].means) and words[end].means)
    ):
        end += 1
    is_melded = any(not _MELDED.isdisjoint(word.means) for word in words[at:end])
    after = words[end].means if end < len(words) else {}
    is_over = end == len(words) or _PAUSE.search(text, words[end - 1].end, words[end].start)
    is_of_cards = not is_over and not _CARDS.isdisjoint(after)
    return end if is_melded and not is_of_cards else at


_MELDED: Final = frozenset({"melded", "no_melds"})
_DENIED: Final = frozenset(
    {
        "a",
        "anything",
        "aside",
        "card",
        "cards",
        "melded",
        "never",
        "of",
        "one",
        "number",
        "the",
        "to",
        "two",
    }
)
_CARDS: Final = frozenset({"rank", "plural", "suit", "wild", "wilds", "count", "number", "colour"})
