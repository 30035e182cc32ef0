"""Finds what was said instead of other words: ``the ten, no, the jack``, ``spades, I mean clubs``.

People say again as little as they can: one word, or all from a word on that they said before. Each
word from which on words may be taken back gets the meanings of what was said instead, which then
reach over all words up to that.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final, NamedTuple

from scorekeeper.hearing.restarts import regions
from scorekeeper.hearing.words import I_HAVE, SENTENCE, Word, fit_meanings, gap
from scorekeeper.rules import Rank

_CONTENT: Final = ("rank", "plural", "suit", "count", "number", "figure", "tens", "wild")
_WILD_MOST: Final = 4
_DEUCE: Final = (1, Rank.TWO)
_BACK_MOST: Final = 16
"""Nobody takes back more words than these without saying what goes."""
_CLASSES: Final = {
    # Words that may stand between a correction and what is said instead.
    "passed": frozenset({"a", "the", "of", "and", "with", "next", "from"}),
    "said": frozenset(_CONTENT),
    "ending": frozenset({"rank", "plural", "of"}),
    "counted": frozenset({"a", "count", "the"}),
    # What stands among cards that were said together.
    "joining": frozenset({"a", "and", "down", "of", "rank", "suit", "the", "to", "up"}),
    # What stands among the ranks of a list.
    "listing": frozenset({"a", "and", "next", "of", "suit", "the"}),
    # A place behind these is about them.
    "told": frozenset({"a", "and", "of", "plural", "rank", "suit", "the", "wild", "wilds"}),
    # What was said before these stays as it was.
    "barriers": frozenset({"hand", "melded", "out"}),
    # So do these before a rank.
    "before_rank": frozenset({"hand", "melded", "out", "plural", "next", "tens", "nothing"}),
    "to": frozenset({"to", "up", "down"}),
}
"""Sets of classes of words by what they have in common."""
_PLACES: Final = ("hand", "melded")
_AGAIN_MOST: Final = 8
"""What is said once more after its correction is no longer than this."""


class _Repair(NamedTuple):
    """A meaning that a word has up to the ``end`` of what is said instead."""

    place: int
    name: str
    end: int
    value: Any


def add_repairs(words: list[Word]) -> list[Word]:
    """Give words that may be taken back the meanings of those said instead.

    Returns the words without those that might have been a correction and are none.
    """
    idle: set[int] = set()
    before: list[_Repair] = []
    for first, last in regions(words):
        settled = _settled(words, first, last)
        if settled is not None:
            idle |= settled
            continue
        idle |= set(_count_again(words, last))
        found = list(dict.fromkeys(_repairs(words, first, last)))
        if not found:
            # "No, the three, sorry": the second word tells of the same slip.
            found = [repair._replace(end=last) for repair in before if repair.end == first]
        if not found:
            is_same_slip = any(first - repair.end in range(3) for repair in before)
            is_over = last == len(words) or not {"and", "next"}.isdisjoint(words[last].means)
            idle |= {
                at
                for at in range(first, last)
                if "perhaps_sorry" in words[at].means or (is_same_slip and is_over)
            }
        for place, name, end, value in found:
            words[place].repaired.setdefault(name, []).append((end - place, value))
        before = found
    return fit_meanings([word for at, word in enumerate(words) if at not in idle], words)


def _settled(words: list[Word], first: int, last: int) -> set[int] | None:
    """Return the words of a correction that need no repair, None if it may take words back."""
    regret = set(range(first, last))
    again = _list_again(words, first, last) or _recount(words, first, last)
    if _begins_place(words, first, last) or again:
        return set(again) or regret
    renamed = _rename(words, first, last)
    if renamed > first:
        return set(range(first, renamed))
    if _is_talk(words, last) and not any("but" in words[at].means for at in regret):
        return regret
    is_first = all(_CLASSES["said"].isdisjoint(word.means) for word in words[:first])
    if last < len(words) and is_first:
        # Nothing was said that could be taken back: "No, I was away", but "no kings".
        return {at for at in regret if "but" not in words[at].means or gap(words, at) > 1}
    is_more = _is_more(words, last) or _goes_on(words, first, last)
    is_more = is_more and not _is_slip_of_suit(words, first, _skip(words, last))
    return regret if is_more or _turns_to_hand(words, first, last) else None


def _is_talk(words: Sequence[Word], at: int) -> bool:
    """Tell whether only talk follows up to the end of a sentence: "sorry, phone slipped."."""
    end = at
    while end < len(words) and not words[end].means:
        end += 1
    return end > at and end < len(words)


def _list_again(words: Sequence[Word], first: int, last: int) -> range:
    """Return the words of a list that is told once more: "six ten, no nine, six nine"."""
    spot = _skip(words, last)
    right = words[spot].means.get("rank") if spot < len(words) else None
    if not right:
        return range(0)
    near = (range(max(0, first - _NEAR), first), range(spot + 1, spot + 1 + _NEAR))
    told, after = (
        [at for at in places if at < len(words) and "rank" in words[at].means] for places in near
    )
    told = told[-_LIST_MOST:]
    after = after[: len(told)]
    for length in range(len(after), 1, -1):
        before = told[-length:]
        between = (*words[before[0] : first], *words[spot + 1 : after[length - 1]])
        ranks = [*[words[at].means["rank"] for at in before[:-1]], right]
        is_list = all(_CLASSES["listing"] >= word.means.keys() - _IN_RANK for word in between)
        if is_list and ranks == [words[at].means["rank"] for at in after[:length]]:
            return range(before[0], spot + 1)
    return range(0)


def _recount(words: list[Word], first: int, last: int) -> range:
    """Change the number of cards that was told: "three kings, well, two and a deuce"."""
    if last >= len(words) or first < 2:
        return range(0)
    count, plural = words[first - 2 : first]
    after = words[last + 1].means if last + 1 < len(words) else {}
    number = words[last].means.get("number")
    is_count = number is not None and "count" in count.means and "plural" in plural.means
    if not is_count or "and" not in after or number is None or number[1] < _LEAST:
        return range(0)
    words[first - 2] = replace(count, means=count.means | {"count": number})
    return range(first, last + 1)


_LEAST: Final = 2
_LIST_MOST: Final = 6
_NEAR: Final = 18
_IN_RANK: Final = frozenset({"rank", "number", "sound", "two", "to", "as", "pair", "inner_to"})


def _count_again(words: Sequence[Word], at: int) -> range:
    """Return the words that only say what is beside them once more: "no, four, four aces".

    Or "the eight, eight up to king".
    """
    first = at + any("the" in word.means for word in words[at : at + 1])
    ranks = [word.means.get("rank") for word in words[first : first + 2]]
    after = words[first + 2].means if first + 2 < len(words) else {}
    near = abs(after.get("rank", (1, 0))[1] - ranks[0][1]) if ranks and ranks[0] else 0
    goes_on = near == 1 or not {"to", "up"}.isdisjoint(after)
    if len(ranks) == 2 and ranks[0] and ranks[0] == ranks[1] and goes_on:
        return range(first + 1, first + 2)
    number = words[at].means.get("number") if at < len(words) else None
    end = at + 1 + any("of_them" in word.means for word in words[at + 1 : at + 2])
    after = words[end].means if end < len(words) else {}
    is_counted = any("plural" in word.means for word in words[end + 1 : end + 2])
    is_again = number is not None and is_counted and number in after.values()
    return range(at, end) if is_again else range(0)


def _begins_place(words: Sequence[Word], first: int, last: int) -> bool:
    """Tell whether words of regret stand right behind a place: "in my hand, hold on, a six"."""
    if first == 0 or last == len(words):
        return False
    before, after = words[first - 1].means, words[last].means
    sides = {before[name][1] for name in _PLACES & before.keys()}
    is_denied = any("but" in word.means for word in words[first:last])
    is_card = not {"a", "the", "count", *_CLASSES["said"]}.isdisjoint(after)
    is_led = first > 1 and not _CLASSES["told"].isdisjoint(words[first - 2].means)
    is_new = words[first - 1].begins > 0 or not is_led
    is_place = "first" in sides or ("either" in sides and is_new)
    return is_place and not is_denied and is_card


def _is_more(words: Sequence[Word], at: int) -> bool:
    """Tell whether a card is told besides: "a nine, sorry, another", "a nine, oh, and a ten"."""
    word = words[at] if at < len(words) else None
    if word is None:
        return False
    return "and" in word.means or ("a" in word.means and word.end - word.start > len("an"))


def _goes_on(words: Sequence[Word], first: int, last: int) -> bool:
    """Tell whether another card was about to be told: "a six and, hang on, a three"."""
    is_led = last < len(words) and not {"a", "the", "count"}.isdisjoint(words[last].means)
    is_denied = any("but" in word.means for word in words[first:last])
    return is_led and not is_denied and "and" in words[first - 1].means


def _turns_to_hand(words: Sequence[Word], first: int, last: int) -> bool:
    """Tell whether people turn to their hand behind words of regret: "and sorry, I've a king left".

    Who told of the hand already may correct it.
    """
    after = [word for word in words[last:] if not {"hand", "melded"}.isdisjoint(word.means)]
    is_hand = bool(after) and "hand" in after[0].means
    turns = is_hand and (after[0] is words[last] or words[last].begins == I_HAVE)
    is_sorry = all("sorry" in word.means for word in words[first:last])
    return turns and is_sorry and not any("hand" in word.means for word in words[:first])


def _repairs(words: Sequence[Word], first: int, last: int) -> Iterator[_Repair]:
    back = range(first - 1, max(-1, first - 1 - _BACK_MOST), -1)
    said = _skip(words, last)
    if said == len(words) or _is_denied(words, first, said):
        return
    if _is_slip_of_suit(words, first, said):
        yield _Repair(first - 2, "suit", last, words[first - 1].means["suit"][1])
        return
    yield from _other_kinds(words, said, back)
    yield from _joker_or_card(words, first, said)
    if not ("wild" in words[first - 1].means and "rank" in words[said].means):
        yield from _same_kinds(words, first, said, back)


def _is_denied(words: Sequence[Word], first: int, said: int) -> bool:
    """Tell whether "no" and a card or a suit stand there that are denied.

    A wild card behind a pause, "and the joker, no deuce", or a suit of a set, "nines, no heart".
    """
    is_no = said == first + 1 and "but" in words[first].means and gap(words, first) == 1
    is_wild = "wild" in words[said].means or words[said].means.get("rank") == _DEUCE
    is_set = first > 0 and "plural" in words[first - 1].means and "suit" in words[said].means
    return is_no and (is_set or (is_wild and gap(words, first - 1) > 1))


def _is_slip_of_suit(words: Sequence[Word], first: int, said: int) -> bool:
    """Tell whether a correction follows what is said instead: "diamonds, hearts rather, and"."""
    suits = ["suit" in word.means for word in words[max(0, first - 2) : first]]
    is_over = said == len(words) or "suit" not in words[said].means
    return suits == [True, True] and is_over


def _same_kinds(
    words: Sequence[Word], first: int, said: int, back: Sequence[int]
) -> Iterator[_Repair]:
    """Yield what is said instead of words of its kind."""
    for name in [name for name in _CONTENT if name in words[said].means]:
        near = _latest(
            words, back, name, _CLASSES["before_rank"] if name == "rank" else _CLASSES["barriers"]
        )
        if near is None:
            continue
        again = _restart(words, said, near, name)
        yield from again
        length, value = words[said].means[name]
        is_same = name == "suit" and words[near].means[name] == (length, value)
        if is_same and not again and near < first - 2:
            continue  # "all but the spade. Three deuces, no spade"
        if name in ("plural", "count") and _has_list(words[near:first]):
            continue  # "three jacks, five six seven of hearts, no, kings", "3 jacks. A king, no, ."
        if (
            name == "plural"
            and again
            and _is_repeated(words[again[0].place : near], words[_skip(words, said + 1) :])
        ):
            continue  # nobody lays down the same twice with a slip between
        for place in _places(words, (name, value), near, first):
            yield _Repair(place, name, said + length, value)


def _has_list(words: Sequence[Word]) -> bool:
    """Tell whether ranks stand side by side, or with "to" between, or a thought begins there."""
    if any(word.begins >= SENTENCE for word in words[1:]):
        return True
    lists = [
        ("rank" in word.means and "count" not in word.means)
        or not _CLASSES["to"].isdisjoint(word.means)
        for word in words
    ]
    return any(one and other for one, other in pairwise(lists))


def _places(
    words: Sequence[Word], instead: tuple[str, Any], near: int, first: int
) -> Sequence[int]:
    """Return the words from which on all may be taken back."""
    name, value = instead
    if name == "rank":
        return [near, *_starts_of_list(words, near, first, value)]
    if name == "suit" and near == 0:
        return [near]
    if name == "suit" and _is_of_others(words[near - 1 : first]):
        return []
    is_twice = name == "suit" and near == first - 1 and words[near].means["suit"] == (1, value)
    # "Seven of spades, clubs I mean clubs".
    return [near, *([near - 1] if is_twice and "suit" in words[near - 1].means else [])]


def _is_of_others(words: Sequence[Word]) -> bool:
    """Tell whether a suit ends its cards, and others follow: "7 8 9 hearts, 555, no clubs"."""
    return not _CLASSES["ending"].isdisjoint(words[0].means) and any(
        not _CLASSES["ending"].isdisjoint(word.means) for word in words[2:]
    )


def _other_kinds(words: Sequence[Word], said: int, back: Sequence[int]) -> Iterator[_Repair]:
    """Yield what is said instead of a word of another kind: a joker of a deuce, a count behind."""
    means = words[said].means
    wild = _latest(words, back[:_WILD_MOST], "wild", _CLASSES["barriers"])
    deuce = next((at for at in back[:_WILD_MOST] if words[at].means.get("rank") == _DEUCE), None)
    if "wild" in means and wild is None and deuce is not None:
        yield _Repair(deuce, "wild", said + means["wild"][0], means["wild"][1])
    if means.get("rank") == _DEUCE and wild is not None:
        yield _Repair(wild, "rank", said + 1, Rank.TWO)
    if "count" in means and {"number", "rank"} <= words[back[0]].means.keys():
        yield _Repair(back[0], "count", said + 1, means["count"][1])  # "four, no, three aces"
    single = words[said + 1].means.get("rank") if said + 1 < len(words) else None
    if means.get("number") == (1, 1) and single:  # "two jacks, no, one jack"
        for at in back:
            if words[at].means.get("plural") == single and "count" in words[at - 1].means:
                yield _Repair(at - 1, "one", said + 1, True)
    if (
        "count" in means
        and "plural" in words[back[0] - 1].means
        and "number" in words[back[0]].means
    ):
        yield _Repair(back[0], "number", said + 1, means["count"][1])


def _joker_or_card(words: Sequence[Word], first: int, said: int) -> Iterator[_Repair]:
    """Yield a card instead of a joker right before, or a joker: "a joker, no, a jack"."""
    before, means = words[first - 1].means, words[said].means
    if _DEUCE in (before.get("rank"), means.get("rank")):
        return
    if "wild" in before and "rank" in means:
        yield _Repair(first - 1, "rank", said + 1, means["rank"][1])
    if "rank" in before and "wild" in means and "perhaps_sorry" not in words[first].means:
        yield _Repair(first - 1, "wild", said + means["wild"][0], means["wild"][1])


def _rename(words: list[Word], first: int, last: int) -> int:
    """Put what is said instead of a card in its place: "scratch the king, a queen".

    Returns the word after that, or the ``first`` one if no card is named.
    """
    at = _skip(words, last)
    said = _skip(words, at + 1)
    if said >= len(words) or "scratch_the" not in words[last - 1].means:
        return first
    old, new = (words[place].means.get("rank") for place in (at, said))
    named = [place for place in range(first) if old and words[place].means.get("rank") == old]
    if not named or not new:
        return first
    suits = [[word.means for word in words[place + 1 : place + 3]] for place in (named[-1], said)]
    is_suited = any("suit" in means for means in suits[1])
    if is_suited and suits[0] != suits[1]:
        words[at] = replace(words[at], means={"absent": (1, True)})  # nobody knows what goes
        return first
    words[named[-1]] = replace(words[named[-1]], means=words[said].means)
    return said + (3 if is_suited else 1)


def _skip(words: Sequence[Word], at: int) -> int:
    while at < len(words) and not _CLASSES["passed"].isdisjoint(words[at].means):
        at += 1
    return at


def _latest(
    words: Sequence[Word], places: Sequence[int], name: str, barriers: frozenset[str]
) -> int | None:
    """Return the last of the places with a word of a class, none before a barrier."""
    for at in places:
        if name in words[at].means:
            return at
        # "Three fours down, excuse me, three threes".
        is_beside = at == places[0] and name in ("plural", "count")
        if not barriers.isdisjoint(words[at].means) and not is_beside:
            return None
    return None


def _starts_of_list(words: Sequence[Word], near: int, first: int, value: Any) -> list[int]:
    """Return where a list of cards begins again: at the same rank, or with the whole run."""
    ranks = [near]
    for at in range(near - 1, -1, -1):
        if _CLASSES["joining"].isdisjoint(words[at].means):
            break
        if "rank" in words[at].means:
            ranks.append(at)
    same = [at for at in ranks if words[at].means["rank"][1] == value]
    if same[:1] == [near] != [first - 1]:
        return []  # "the seven of clubs, no, seven of spades"
    return same[:1] + ([_start_of_run(words, ranks)] if near == first - 1 else [])


def _start_of_run(words: Sequence[Word], ranks: Sequence[int]) -> int:
    """Return where the run begins whose last card comes first in ``ranks``."""
    start = ranks[0]
    if start > 1 and start - 2 in ranks and not _CLASSES["to"].isdisjoint(words[start - 1].means):
        return start - 2
    for at in ranks[1:]:
        if at < start - 1 or abs(words[at].means["rank"][1] - words[start].means["rank"][1]) != 1:
            break
        start = at
    return start


def _comes_again(words: Sequence[Word], name: str, value: Any) -> bool:
    joining = _CLASSES["joining"] if name == "suit" else _CLASSES["counted"]
    for word in words:
        if word.means.get(name) == value:
            return True
        if joining.isdisjoint(word.means):
            return False
    return False


def _restart(words: Sequence[Word], said: int, near: int, name: str) -> list[_Repair]:
    """Return what is said once more as a whole: "5 to 7 of clubs, no, hearts, 5 to 7 of hearts"."""
    again = _skip(words, said + 1)
    is_more = any("and" in word.means for word in words[said + 1 : again])
    if name not in ("suit", "plural") or again >= len(words) or is_more:
        return []
    value = words[said].means[name]
    if again == said + 1 and words[again].means.get(name) == value:
        ends = (said + 1, again + 1)  # "no, clubs, clubs", or clubs and then more of them
        return [_Repair(near, name, end, value[1]) for end in ends]
    if not _comes_again(words[again : again + _AGAIN_MOST], name, value):
        return []
    for at in range(near - 1, max(-1, near - _AGAIN_MOST), -1):
        found = [
            _Repair(at, kind, again + length, said_again)
            for kind, (length, said_again) in words[again].means.items()
            if kind in _CONTENT and words[at].means.get(kind) == (length, said_again)
        ]
        if found and _are_alike(words[at:near], words[again:]):
            return found
    return []


def _is_repeated(before: Sequence[Word], after: Sequence[Word]) -> bool:
    """Tell whether the same numbers and ranks are said again."""
    return bool(before) and all(
        one.means.get(name) == other.means.get(name)
        for one, other in zip(before, after, strict=False)
        for name in ("count", "rank")
    )


def _are_alike(before: Sequence[Word], after: Sequence[Word]) -> bool:
    """Tell whether the same words are said again."""
    pairs = zip(before, after, strict=False)
    return len(after) >= len(before) and all(one.means.keys() & other.means for one, other in pairs)
