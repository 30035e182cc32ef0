"""Gives one suit to several cards: a suit before words for the hand, or one for several runs.

"Clubs in my hand, ace, ten and six", "two runs in diamonds, three to six and nine to jack".
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from scorekeeper.hearing.suits import BOTH, is_suited, of_suit
from scorekeeper.hearing.words import PAUSE, SENTENCE, STOP, Word, is_any_wild, number_of

# --- a suit before the words for the hand ---------------------------------------------------------


def lead_suits(words: Sequence[Word], text: str) -> list[Word]:
    """Return the words; a suit before the words for the hand stands beside each card behind them.

    "Clubs in my hand, ace, ten and six", "I've hearts coming out my ears, a three, a king".
    """
    found = list(words)
    for at in range(len(words) - 1, -1, -1):
        if _is_in_suit(words, at, text):
            ranks = _ranks_listed(words, at + 1, text)
            if len(ranks) > 1:
                _give_suit(found, at, at + 1, ranks)
                del found[at - 1 : at + 1]
            continue
        first = _end_of_talk(words, at + 1, text) if "suit" in words[at].means else at + 1
        if first == at + 1 or not _begins_list(words, at, text):
            continue
        ranks = _ranks_listed(words, first, text)
        is_beside = at > 0 and not PAUSE.search(text, words[at - 1].end, words[at].start)
        number = number_of(words[at - 1]) if is_beside else 0
        if len(ranks) >= 1 + (number == 0) and number in (0, len(ranks)):
            _give_suit(found, at, first, ranks)
            gone = at - (number > 0)
            begins = max(word.begins for word in words[gone : at + 2])
            found[at + 1] = replace(found[at + 1], begins=begins)
            del found[gone : at + 1]
    return found


def _is_in_suit(words: Sequence[Word], at: int, text: str) -> bool:
    """Tell whether a suit begins a list in hand: "the ten of spades, and in hearts queen, nine"."""
    is_in = at > 1 and "suit" in words[at].means and _IN.match(text, words[at - 1].start)
    is_own = {"rank", "plural"} & words[at - 2].means.keys() if is_in else ()
    places = [word for word in words[:at] if _PLACES & word.means.keys()] if is_in else []
    return bool(places) and "hand" in places[-1].means and not is_own and at + 1 < len(words)


_IN: Final = re.compile(r"in (?:spade|heart|diamond|club)", re.IGNORECASE)


def _give_suit(words: list[Word], at: int, first: int, ranks: Sequence[int]) -> None:
    """Let a suit stand behind each rank in hand, before all of them elsewhere."""
    places = [word for word in words[:first] if _PLACES & word.means.keys()]
    if places and "hand" in places[-1].means:
        for spot in reversed(ranks):
            words[spot + 1 : spot + 1] = [replace(word, begins=0) for word in of_suit(words[at])]
    else:
        words.insert(first, replace(words[at], begins=0))
    for spot in range(at + 1, first):
        if "hand" in words[spot].means:
            words[spot] = replace(words[spot], means={"hand": (1, "first")})


_PLACES: Final = frozenset({"hand", "melded"})


def _end_of_talk(words: Sequence[Word], at: int, text: str) -> int:
    """Return the word behind talk and words for the hand in the same sentence."""
    end = at
    while end < len(words) and not STOP.search(text, words[end - 1].end, words[end].start):
        means = words[end].means
        if means and ("counter" in means or not {"hand", "aside"} & means.keys()):
            return end
        end += 1
    return at


def _begins_list(words: Sequence[Word], at: int, text: str) -> bool:
    """Tell whether a suit is of no card before it."""
    led = words[at - 1] if at else None
    if led is None or STOP.search(text, led.end, words[at].start):
        return True
    if number_of(led) and at > 1 and "rank" in words[at - 2].means and not led.begins:
        return False
    if "and" in led.means and at > 1 and "suit" in words[at - 2].means:
        return False  # "hearts and spades, left with a nine"
    names = led.means.keys() - ({"rank"} if number_of(led) else set())
    return names.isdisjoint(_LEADS_SUIT)


_LEADS_SUIT: Final = frozenset(
    ("rank", "plural", "of", "wild", "colour", "suit", "but", "the", "a", "sorry", "no")
    + ("perhaps_sorry",)
)
"""Behind these a suit is of a card before it, or corrects one."""


def _ranks_listed(words: Sequence[Word], first: int, text: str) -> list[int]:
    """Return where ranks stand that are listed from a word on, none with a suit of its own."""
    found: list[int] = []
    if "and" in words[first].means:
        return []  # "hearts, typical, and ten jack queen of diamonds"
    for at in range(first, len(words)):
        means = words[at].means
        after = words[at + 1] if at + 1 < len(words) else words[at]
        has_suit = "suit" in after.means and not STOP.search(text, words[at].end, after.start)
        if "rank" in means and not has_suit:
            found.append(at)
        elif not {"a", "and", "the", "one"}.issuperset(means) or words[at].begins == SENTENCE:
            break
    while found and is_suited(words, found[-1]):
        behind = words[found[-1] + 1 : found[-1] + 2]
        if not behind or STOP.search(text, words[found[-1]].end, behind[0].start):
            break
        last = found.pop()
        if {"a", "and", "the", "one"}.isdisjoint(words[last - 1].means):
            return []  # "typical, ten jack queen of diamonds"
    return found


# --- one suit for several runs --------------------------------------------------------------------

_SEVERAL: Final = re.compile(
    r"\b(?:all|both|each|(?:two|three|four|[234]) (?:runs|sequences|straights|spreads))"
    r"(?: (?:in|of))? $",
    re.IGNORECASE,
)
_RUNS: Final = re.compile(
    r"\W*(?:there(?:['’]s| are)|in)? ?(?:two|three|four|[234])"
    r" (?:runs|sequences|straights|spreads)",
    re.IGNORECASE,
)
_PASSED: Final = frozenset({"a", "and", "as", "aside", "from", "next", "of", "the", "one", "wild"})
_REACHES: Final = frozenset({"to", "up", "down"})


def share_suits(words: Sequence[Word], text: str) -> list[Word]:
    """Return the words; a suit that was told for several runs stands before each of them.

    "Two runs in diamonds, three to six and nine to jack", "clubs twice, ...", "all hearts, ...".
    """
    found = list(words)
    for at in range(len(words) - 1, -1, -1):
        if "suit" not in words[at].means:
            continue
        first, number = _told_for(words, at, text)
        lists = _lists_from(words, first) if number else []
        if len(lists) == 1 < number:
            lists = _lists_from(words, first, parts=_JOINED)
        if len(lists) > 1 and number in (len(lists), _SOME):
            both = words[at - 1 - ("of" in words[at - 1].means)] if at else words[at]
            for spot in reversed(lists[1:]):
                here = replace(found[at], start=found[spot].start, end=found[spot].start, begins=0)
                found.insert(spot, here)
            found[at + 1 : lists[0]] = []  # "clubs twice, three to five"
            if "run" in words[at + 1].means:
                found[at] = replace(found[at], start=words[at - 1].start)
                del found[at - 1]
            if both in found and "count" in both.means and BOTH.match(text, both.start):
                found[at] = replace(found[at], start=both.start)
                found.remove(both)
    return found


_SOME: Final = -1


def _told_for(words: Sequence[Word], at: int, text: str) -> tuple[int, int]:
    """Return the word behind a suit for several runs, and how many; 0 if it is for none."""
    after = at + 1
    if after < len(words) and "twice" in words[after].means:
        return after + 1, 2
    number = words[at - 1].means if at else {}
    if after < len(words) and "run" in words[after].means and {"number", "count"} & number.keys():
        return after + 1, int((number.get("number") or number["count"])[1])  # "two spade runs"
    before = at - 1
    while before >= 0 and (
        (words[before].means and _PASSED.issuperset(words[before].means))
        or ("melds" not in words[before].means and BOTH.match(text, words[before].start))
    ):
        before -= 1
    counter = words[before].means if before >= 0 else {}
    if "melds" in counter:
        return after, int(counter["counter"][1])
    while after < len(words) and words[after].means and _PASSED.issuperset(words[after].means):
        after += 1
    if after < len(words) and "melds" in words[after].means:
        return after + 1, int(words[after].means["counter"][1])
    is_told = _SEVERAL.search(text[: words[at].start]) or _RUNS.match(text, words[at].end)
    return at + 1, _SOME if is_told else 0


_JOINED: Final = frozenset({"and", "next"})


def _lists_from(
    words: Sequence[Word], first: int, *, parts: frozenset[str] = frozenset()
) -> list[int]:
    """Return where lists of ranks begin that follow each other; none if a suit ends the last.

    A word of the classes in ``parts`` begins a list, however its ranks go on.
    """
    lists: list[int] = []
    last, count, is_range, is_new, start = 0, 0, False, False, first
    past = first
    for at in range(first, len(words)):
        means = words[at].means
        past = max(past, _end_of_wild(words, at))
        if at < past:
            start = past
            continue
        is_new = is_new or (count >= _LIST and words[at].begins > 0)
        is_new = is_new or (count >= _LIST and not parts.isdisjoint(means))
        if "rank" in means:
            rank = int(means["rank"][1])
            is_next = last > 0 and not is_new and abs(rank - last) in (1, _ACE_KING)
            goes_on = is_range or is_next
            if not goes_on:
                lists.append(start)
            count = _LIST if is_range else (count + 1 if goes_on else 1)
            is_new, is_range, last, start = is_range, False, rank, at + 1
        elif not _REACHES.isdisjoint(means):
            is_range = True
        elif "suit" in means or not _PASSED.issuperset(means):
            is_first = "rank" in words[min(at + 1, len(words) - 1)].means
            is_own = "suit" in means and not is_first and not words[at].begins
            is_card = is_own and lists[1:] and words[lists[-1]].begins >= SENTENCE
            return lists[: len(lists) - is_own] if count >= _LIST or is_card else []
        else:
            start = at + 1
    return lists if count >= _LIST else []


def _end_of_wild(words: Sequence[Word], at: int) -> int:
    """Return the word behind "with the deuce of clubs for the nine", 0 if that is not here."""
    named = [word.means for word in words[at : at + _WILD_MOST]]
    if "with" not in named[0] or not any(is_any_wild(means) for means in named):
        return 0
    first = next((spot for spot, means in enumerate(named) if "as" in means), len(named))
    ranks = (spot for spot, means in enumerate(named) if spot > first and "rank" in means)
    return at + next(ranks, -at - 1) + 1


_WILD_MOST: Final = 9
"""So many words, or less, tell of a wild card and of what it stands for."""
_ACE_KING: Final = 12
_LIST: Final = 3
