"""Takes out what people begin once more after a slip: "four to seven, sorry, four to eight".

They say all of a list again, or only what changes in it: "heart spade club, no, heart spade
diamond", "no, not the heart, the diamond", "three tens, no, four".
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from scorekeeper.hearing.sets import end_of_suits
from scorekeeper.hearing.words import PAUSE, SENTENCE, Word, number_of

FIXES: Final = frozenset({"sorry", "scratch", "scratch_the", "perhaps_sorry", "no"})
_PASSED: Final = frozenset({"a", "the", "and", "with", "next", "of", "from"})
_TO: Final = frozenset({"to", "up", "down", "ends"})
_CARD: Final = frozenset({"rank", "plural", "wild"})
_PLACES: Final = frozenset({"hand", "melded", "out"})
_NAMES: Final = ("suit", "plural", "rank")
_SO: Final = re.compile(r"\bso,? $", re.IGNORECASE)
_NEAR: Final = 10
"""What is told again stands no more words away than this."""
_COUNT_MOST: Final = 8
"""No more cards of one rank are told."""
_LIST_LEAST: Final = 3

_Words = list[Word]


class _Slip(NamedTuple):
    """A correction that stands at the ``first`` word; ``at`` begins what is said instead."""

    words: _Words
    first: int
    at: int
    text: str

    def means(self, ahead: int = 0) -> dict[str, tuple[int, Any]]:
        spot = self.at + ahead
        return self.words[spot].means if spot < len(self.words) else {}

    def ends(self, spot: int) -> bool:
        """Tell whether a thought ends behind a word."""
        if spot + 1 >= len(self.words):
            return True
        after = self.words[spot + 1]
        is_apart = PAUSE.search(self.text, self.words[spot].end, after.start) is not None
        return is_apart or after.begins > 0 or not {"and", "hand"}.isdisjoint(after.means)


def regions(words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """Yield from where to where words of correction stand side by side."""
    last = 0
    for at, word in enumerate(words):
        if at >= last and not FIXES.isdisjoint(word.means):
            last = at
            while last < len(words) and not FIXES.isdisjoint(words[last].means):
                last += 1
            yield at, last


def without_restarts(words: Sequence[Word], text: str) -> _Words:
    """Return the words without those that were told anew behind a correction."""
    found = _without_its(words, text)
    at = 0
    while at < len(found):
        first, last = next(_slips(found, at), (0, 0))
        if last == 0:
            break
        changed = _mended(found, first, last, text) if first else None
        if changed is not None and len(changed) < len(found):
            at, found = first, changed
        else:
            at = max(last, at + 1)
    return _without_so(found, text)


def _without_its(words: Sequence[Word], text: str) -> _Words:
    """Return the words; "the four of hearts, oh, it's the four of diamonds" is one card.

    Only one of a text is told so, and none that ends a list: "eight nine ten of spades".
    """
    found = list(words)
    for at in range(len(found) - 1, 0, -1):
        rank = found[at].means.get("rank")
        is_its = rank is not None and _ITS.search(text[: found[at].start])
        near = range(at - 1, max(0, at - _NEAR), -1) if is_its else range(0)
        told = next((spot for spot in near if found[spot].means.get("rank") == rank), 0)
        is_card = told > 0 and not {"a", "the"}.isdisjoint(found[told - 1].means)
        if is_card and _is_suited(found, told + 1) and _is_suited(found, at + 1):
            suit, other = (spot + 1 + ("of" in found[spot + 1].means) for spot in (told, at))
            between = found[suit + 1 : at]
            is_slip = any(FIXES & word.means.keys() for word in between)
            if is_slip or _OH.search(text, found[suit].end, found[at].start):
                kept = [word for word in between if not (FIXES | _PASSED) & word.means.keys()]
                changed = replace(found[other], begins=0)
                return [*found[:suit], changed, *kept, *found[other + 1 :]]
    return found


_ITS: Final = re.compile(r"\b(?:it['’]?s|it is) (?:the |an? )?$", re.IGNORECASE)
_OH: Final = re.compile(r"\b(?:ah|oh|er|um|uh)\b", re.IGNORECASE)


def _slips(words: Sequence[Word], start: int) -> Iterator[tuple[int, int]]:
    """Yield the words of correction from a word on; a plain "not" is one as well."""
    for at in range(start, len(words)):
        if not FIXES.isdisjoint(words[at].means):
            yield next((at + one, at + end) for one, end in regions(words[at:]))
        elif "but" in words[at].means and "next" not in words[at].means:
            denied = _told_before(words, at, _skip(words, at + 1))
            if denied == at - 1:
                yield at, at


def _mended(words: _Words, first: int, last: int, text: str) -> _Words | None:
    """Return the words without one correction, None if nothing begins anew behind it."""
    at = last
    while at < len(words) and ("but" in words[at].means or not _PASSED.isdisjoint(words[at].means)):
        at += 1
    if at >= len(words):
        return None
    if _is_but(words, first) and "suit" in words[at].means:
        return [*words[: first - 1], replace(words[at], begins=0), *words[at + 1 :]]
    is_denied = any("but" in word.means for word in words[last:at]) or (
        "but" in words[last - 1].means and words[at].start - words[last - 1].end == 1
    )
    denied = _told_before(words, first, at) if is_denied else -1
    if denied >= 0:
        return _without_denied(_Slip(words, first, _skip(words, at + 1), text), denied, at)
    slip = _Slip(words, first, at, text)
    return next((mended for way in _WAYS if (mended := way(slip)) is not None), None)


def _is_but(words: Sequence[Word], end: int) -> bool:
    """Tell whether all suits but one are told before a word: "all but the club"."""
    is_suit = end > 1 and "suit" in words[end - 1].means
    return is_suit and "but" in words[_skip_back(words, end - 2)].means


def _told_before(words: Sequence[Word], first: int, at: int) -> int:
    """Return where the word was told that is denied: "no, not the heart"; -1 if it was not."""
    means = words[at].means if at < len(words) else {}
    for name in _NAMES:
        for spot in range(first - 1, max(-1, first - _NEAR), -1):
            is_denied = spot > 0 and "but" in words[_skip_back(words, spot - 1)].means
            if name in means and words[spot].means.get(name) == means[name] and not is_denied:
                return spot
            if words[spot].begins >= SENTENCE:
                break
    return -1


def _without_denied(slip: _Slip, denied: int, at: int) -> _Words | None:
    """Return the words without the one that is denied: "not the heart, the diamond"."""
    words = slip.words
    if slip.at < len(words):
        mended = _ranges(slip) or (_suits(slip) if _lists_suits(slip) else None)
        if mended is not None:
            return mended
        name = next(name for name in _NAMES if name in words[denied].means)
        ranks = [word.means.get("rank") for word in words[slip.at : slip.at + 2]]
        if name in slip.means() and not (name == "rank" and len(ranks) > 1 and ranks[1]):
            changed = replace(words[denied], means=words[slip.at].means)
            kept = _long([*words[:denied], changed, *words[denied + 1 : slip.first]], slip)
            return [*kept, *words[_past_again(slip, denied) :]]
    if denied == slip.first - 1 and "rank" in words[denied].means and slip.ends(at):
        gone = [*words[:denied], *words[at + 1 :]]
        listed = _Slip(gone, denied, denied, slip.text)
        return _lists(listed) or gone
    return None


def _long(words: _Words, slip: _Slip) -> _Words:
    """Return the words before a slip, the last of which is as long as what is said instead."""
    return [*words[:-1], replace(words[-1], end=slip.words[slip.at].end)] if words else words


def _past_again(slip: _Slip, denied: int) -> int:
    """Return the word behind what is said instead, and its number: "not fives, fours, 3 fours"."""
    count = number_of(slip.words[denied - 1]) if denied else 0
    again = slip.words[slip.at + 1 : slip.at + 3]
    is_again = len(again) > 1 and number_of(again[0]) == count > 0
    is_again = is_again and again[1].means.get("plural") == slip.means().get("plural")
    return slip.at + (3 if is_again else 1)


def _skip(words: Sequence[Word], at: int) -> int:
    while at < len(words) and not _PASSED.isdisjoint(words[at].means):
        at += 1
    return at


# --- suits ----------------------------------------------------------------------------------------


def _suits(slip: _Slip) -> _Words | None:
    """Return the words without suits that are listed once more: "club, heart, no, club, spade"."""
    words, first, at, _ = slip
    end = end_of_suits(words, at)
    start = first
    while start and _is_listed(words[start - 1]):
        start -= 1
    while start < first and "suit" not in words[start].means:
        start += 1
    told, again = (_suits_in(words[a:b]) for a, b in ((start, first), (at, end)))
    is_list = len(told) > 1 and len(again) > 1
    count = max([number_of(word) for word in words[max(0, start - 3) : start]], default=0)
    is_anew = is_list and (told[0] == again[0] or len(again) in (len(told), count))
    if len(told) + 1 == len(again) and again[0] in again[1:] and len(told) > 1:
        at = _skip(words, at + 1)  # "diamond heart club, sorry, spade, diamond heart spade"
        is_anew = True
    is_over = end == len(words) or words[end].begins > 0 or "rank" not in words[end].means
    return [*words[:start], *words[at:]] if is_anew and is_over else None


def _lists_suits(slip: _Slip) -> bool:
    return len(_suits_in(slip.words[slip.at : end_of_suits(slip.words, slip.at)])) > 1


def _suits_in(words: Sequence[Word]) -> list[Any]:
    """Return the suits of words, each as often as the number before it says."""
    found, count = [], 1
    for word in words:
        if "suit" in word.means:
            found += [word.means["suit"][1]] * min(count, _COUNT_MOST)
            count = 1
        count = number_of(word) or count
    return found


def _is_listed(word: Word) -> bool:
    return "suit" in word.means or (not _PASSED.isdisjoint(word.means) and "to" not in word.means)


def _suit_then_card(slip: _Slip) -> _Words | None:
    """Give a card another suit that is told with it again: "no, a club. The seven of clubs"."""
    words, first, at, _ = slip
    rank = first - 2 - ("of" in words[first - 2].means)
    again = _skip(words, at + 1)
    if rank < 0 or "suit" not in slip.means() or not _is_suited(words, again + 1):
        return None
    is_more = any("and" in word.means for word in words[at + 1 : again])
    if is_more or not _TO.isdisjoint(words[_skip_back(words, rank - 1)].means):
        return None
    is_told = "suit" in words[first - 1].means and "rank" in words[rank].means
    is_same = is_told and words[rank].means["rank"] == words[again].means.get("rank")
    if not is_same or slip.means()["suit"] != _suit_behind(words, again + 1):
        return None
    end = again + 2 + ("of" in words[again + 1].means)
    changed = replace(words[first - 1], end=words[end - 1].end, means=slip.means())
    return [*words[: first - 1], changed, *words[end:]]


# --- ranges and lists -----------------------------------------------------------------------------


def _ranges(slip: _Slip, *, ends: bool = False) -> _Words | None:
    """Return the words with a range as it was told anew: "four to seven, no, four to eight".

    With ``ends`` it may also end alike: "ten to ace, ..., so nine to ace".
    """
    words, first, at, _ = slip
    again = _range_at(words, at)
    told = next((spot for spot in range(first - 3, -1, -1) if _range_at(words, spot)), None)
    if not again or told is None or first - told > _NEAR:
        return None
    alike = [words[told + end].means["rank"] == words[at + end].means["rank"] for end in (0, 2)]
    is_same = _is_suited(words, told + 3) and _is_suited(words, again)
    ends = ends or (is_same and _suit_behind(words, told + 3) == _suit_behind(words, again))
    between = words[told + 3 : first]
    if not (alike[0] or (ends and alike[1])) or any(_CARD & word.means.keys() for word in between):
        return None
    leads = told > 0 and "suit" in words[told - 1].means
    if _is_suited(words, again) and not leads:
        return [*words[:told], *words[at:]]
    again = _end_of_range(slip, again)
    low, high = (replace(words[told + end], means=words[at + end].means) for end in (0, 2))
    kept = [*words[:told], low, words[told + 1], high, *between]
    return [*_long(kept, slip._replace(at=again - 1)), *words[again:]]


def _is_suited(words: Sequence[Word], at: int) -> bool:
    after = [word.means for word in words[at : at + 2]]
    is_own = bool(after) and "suit" in after[0]
    return is_own or (len(after) > 1 and "of" in after[0] and "suit" in after[1])


def _end_of_range(slip: _Slip, again: int) -> int:
    """Return the word behind a range of which the end is told again: "..., it's the queen"."""
    words = slip.words
    at = _skip(words, again)
    is_same = at < len(words) and words[at].means.get("rank") == words[again - 1].means["rank"]
    return at + 1 if is_same and slip.ends(at) else again


def _behind_card(slip: _Slip) -> _Words | None:
    """Return the words with what is told behind a card of it: "no, the eight, four to eight"."""
    behind = slip._replace(at=slip.at + 1)
    card = slip.means().get("rank")
    return _ranges(behind) or _lists(behind, gone=int(card[1])) if card else None


def _range_at(words: Sequence[Word], at: int) -> int:
    """Return the word behind a range that stands here, 0 if none does."""
    if at + 2 >= len(words):
        return 0
    is_range = "rank" in words[at].means and "rank" in words[at + 2].means
    return at + 3 if is_range and not _TO.isdisjoint(words[at + 1].means) else 0


def _other_end(slip: _Slip) -> _Words | None:
    """Put another rank behind "to" or "for": "for the six, oh no, for the five"."""
    words, first, at, _ = slip
    names = _TO if not _TO.isdisjoint(slip.means()) else frozenset({"as"} & slip.means().keys())
    said = _skip(words, at + 1)
    rank = words[said].means.get("rank") if names and said < len(words) else None
    if rank is None or not slip.ends(said):
        return None
    for spot in range(first - 1, max(0, first - 6), -1):
        before = _skip_back(words, spot - 1)
        if "rank" in words[spot].means and names & words[before].means.keys():
            changed = replace(words[spot], means=words[said].means)
            kept = [*words[:spot], changed, *words[spot + 1 : first]]
            return [*_long(kept, slip._replace(at=said)), *words[said + 1 :]]
    return None


def _skip_back(words: Sequence[Word], at: int) -> int:
    while at > 0 and not {"a", "the"}.isdisjoint(words[at].means):
        at -= 1
    return at


def _lists(slip: _Slip, *, gone: int = 0) -> _Words | None:
    """Return the words with a list as it was told anew, perhaps in another suit.

    "Jack queen king of, no, queen king ace of clubs", "5 6 7 of clubs, no, hearts. Hearts 5 6 7".
    """
    words, first, at, _ = slip
    start, suit = _start_of_list(words, first)
    led, end = _end_of_list(words, at)
    told, again = (_ranks_in(words[a:b]) for a, b in ((start, first), (led, end)))
    told = [rank for rank in told if rank != gone]
    own = [spot for spot in range(at, led) if "suit" in words[spot].means]
    is_suited = _is_suited(words, end)
    is_own = suit >= 0 and is_suited and words[suit].means["suit"] == _suit_behind(words, end)
    if not _is_anew(told, again, may_differ=not own and (suit < 0 or is_own)):
        return None
    if own and not _is_one_list(words, own, (at, led, end + 2 * is_suited)):
        return None
    if is_suited or own:
        lead = [] if is_suited or not own else words[own[-1] : led]
        return [*words[:start], *lead, *words[led:]]
    suits = words[suit - ("of" in words[suit - 1].means) : suit + 1] if suit >= 0 else []
    behind = [replace(word, begins=0) for word in suits]
    listed = [*behind, *words[led:end]] if suit == start else [*words[led:end], *behind]
    return [*words[:start], *listed, *words[end:]]


def _start_of_list(words: Sequence[Word], first: int) -> tuple[int, int]:
    """Return where the list begins that ends before a word, and where its suit is; -1 if none."""
    start, suit = first, -1
    while start and _is_step(words[start - 1]):
        start -= 1
        suit = start if "suit" in words[start].means else suit
        if words[start].begins >= SENTENCE:
            break
    return start, suit


def _end_of_list(words: Sequence[Word], at: int) -> tuple[int, int]:
    """Return where ranks are listed behind a word, perhaps after their suit, and the word after."""
    led = at
    while led < len(words) and (_is_listed(words[led]) or "run" in words[led].means):
        led += 1
    end = led
    while end < len(words) and "rank" in words[end].means:
        if words[end].begins >= SENTENCE and end > led:
            break
        end += 1
    return led, end


def _is_one_list(words: _Words, own: Sequence[int], places: tuple[int, int, int]) -> bool:
    """Tell whether a list is surely the one before it in another suit: "no, hearts. Hearts 5 6 7".

    "6 7 8 of spades, sorry, hearts. 6 7 8 of hearts" may be one or two, as if no sentence ended.
    """
    at, led, end = places
    names = {word.means["suit"] for word in words[at:end] if "suit" in word.means}
    is_more = any(not {"and", "next"}.isdisjoint(word.means) for word in words[at:led])
    if len(own) == 1 == len(names) and not is_more:
        words[led] = replace(words[led], begins=0)
    return not is_more and len(names) == 1 < len(own)


def _suit_behind(words: Sequence[Word], at: int) -> Any:
    return next(word.means["suit"] for word in words[at : at + 2] if "suit" in word.means)


def _is_anew(told: Sequence[int], again: Sequence[int], *, may_differ: bool) -> bool:
    """Tell whether ranks are a list that was told before; it ``may_differ`` in one rank."""
    shared = len(set(told) & set(again))
    is_near = may_differ and shared >= max(len(again), len(told)) - 1
    return len(again) >= _LIST_LEAST and (list(told) == list(again) or is_near)


def _is_step(word: Word) -> bool:
    """Tell whether a word stands in a list of ranks, or tells its suit."""
    return not {"rank", "suit", "of", "and"}.isdisjoint(word.means)


def _ranks_in(words: Sequence[Word]) -> list[int]:
    return [int(word.means["rank"][1]) for word in words if "rank" in word.means]


# --- how many -------------------------------------------------------------------------------------


def _counts(slip: _Slip) -> _Words | None:
    """Return the words with the number of cards that is told instead: "three tens, no, four"."""
    words, first, at, _ = slip
    led = words[at - 1].means
    if first < 2 or not {"a", "and", "with"}.isdisjoint(led):
        return None
    count, plural = words[first - 2 : first]
    is_set = "plural" in plural.means and not {"count", "number"}.isdisjoint(count.means)
    number = number_of(words[at])
    end = at + 1 + any("of_them" in word.means for word in words[at + 1 : at + 2])
    if not is_set or not 1 < number <= _COUNT_MOST or not slip.ends(end - 1):
        return None
    again = words[end : end + 2]
    if len(again) > 1 and number_of(again[0]) == number and "plural" in again[1].means:
        end += 2 * (again[1].means["plural"] == plural.means["plural"])
    counted = replace(count, means={"count": (1, number)})
    return [*words[: first - 2], counted, replace(plural, end=words[end - 1].end), *words[end:]]


def _more_of_it(slip: _Slip) -> _Words | None:
    """Return the words with as many of a card as are told instead: "a king, no, two kings"."""
    words, first, at, _ = slip
    card = words[first - 1].means.get("rank")
    is_more = number_of(words[at]) > 1 and slip.means(1).get("plural") == card
    start = first - 1 - (first > 1 and "a" in words[first - 2].means)
    before = words[start - 1].means if start else {}
    is_one = start < first - 1 or "hand" in before
    if card is None or not is_more or not is_one or not _TO.isdisjoint(before):
        return None
    return [*words[:start], replace(words[at], begins=words[start].begins), *words[at + 1 :]]


_WAYS: Final[Sequence[Callable[[_Slip], _Words | None]]] = (
    _ranges,
    _suits,
    _suit_then_card,
    _other_end,
    _lists,
    _behind_card,
    _counts,
    _more_of_it,
)

# --- "so" -----------------------------------------------------------------------------------------


def _without_so(words: Sequence[Word], text: str) -> _Words:
    """Return the words without what is only told in full once more: "..., so club and spade"."""
    found = list(words)
    for at in range(len(found) - 1, 0, -1):
        if at >= len(found) or not _SO.search(text[: found[at].start]):
            continue
        end = end_of_suits(found, at)
        start = at
        while start and _is_listed(found[start - 1]):
            start -= 1
        told, again = (_suits_in(found[start:at]), _suits_in(found[at:end]))
        is_list = len(told) > 1 and not Counter(told) - Counter(again)
        if is_list and "suit" in found[at].means:
            del found[start + (found[start].means.keys() == {"the"}) : at]
        else:
            found = _range_again(found, at, text) or _hand_again(found, at) or found
    return found


def _hand_again(words: _Words, at: int) -> _Words | None:
    """Return the words with a hand as it is told last: "a nine and a six. So nine of ..."."""
    start, end = at, at
    while start and not _PLACES & words[start - 1].means.keys():
        start -= 1
    while end < len(words) and not _PLACES & words[end].means.keys():
        end += 1
    told, again = (_ranks_in(words[a:b]) for a, b in ((start, at), (at, end)))
    is_hand = start > 0 and "hand" in words[start - 1].means and words[at].begins >= SENTENCE
    lost = Counter(told) - Counter(again)
    is_again = len(told) >= _LIST_LEAST and len(again) >= len(told) and lost.total() <= 1
    return [*words[:start], *words[at:]] if is_hand and is_again else None


def _range_again(words: _Words, at: int, text: str) -> _Words | None:
    """Return the words with a range as it is told last: "ace to four, ..., so ace to five"."""
    first, last = max(regions(words[:at]), default=(0, 0))
    return _ranges(_Slip(words, first, at, text), ends=True) if last and at - last < _NEAR else None
