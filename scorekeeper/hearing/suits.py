"""Puts suits that people tell behind their cards beside the cards they are about.

"An ace and a nine, the nine is a club", "a five and a nine, both spades", "a jack in hand, a club".
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import dropwhile, takewhile
from typing import Final

from scorekeeper.hearing.sets import end_of_suits, tell_set
from scorekeeper.hearing.words import (
    PAUSE,
    SENTENCE,
    STOP,
    Word,
    after_article,
    gap,
    is_two,
    number_of,
)

_IS: Final = re.compile(r"['’]s\b|\b(?:is|are|was|were|being)\b", re.IGNORECASE)
_OWN: Final = re.compile(r"\w+['’]s\b", re.IGNORECASE)
"""A plural as dictation writes it at times: "queen's"."""
_IS_NEXT: Final = re.compile(r"\s*(?:['’]s\b|(?:is|are|was|were|have|has)\b)", re.IGNORECASE)
_IT_IS: Final = re.compile(r"\b(?:it['’]?s|it is)\b", re.IGNORECASE)
BOTH: Final = re.compile(r"both\b", re.IGNORECASE)
_EVERY: Final = re.compile(
    r"(?:all|each|every (?:single )?one|the (?:whole )?lot) of (?:them|['’]?em)\b|the lot\b",
    re.IGNORECASE,
)
_ALL: Final = re.compile(
    r"\b(?:all|each|every (?:single )?one|the (?:whole )?lot)(?: of)? $", re.IGNORECASE
)
_WHOLE: Final = re.compile(r"\b(?:all|both|each|every|lot)\b", re.IGNORECASE)
"""One of these stands before a suit of several cards."""
_SLIPS: Final = frozenset({"sorry", "no", "perhaps_sorry"})
_RANKED: Final = frozenset({"rank", "plural"})
_BETWEEN: Final = frozenset({"a", "ace", "the", "and", "next", "hand", "aside", "with"})
"""What stands among cards, and between them and their suits."""


def place_suits(words: Sequence[Word], text: str) -> list[Word]:
    """Return the words; suits that were told of cards before them stand beside these."""
    found: list[Word] = []
    past = 0
    has_hand = any("hand" in word.means for word in words)
    tells = [
        *([_tell_again] if _IS.search(text) else []),
        *([_tell_both] if _WHOLE.search(text) or " pair of them" in text else []),
        *([_tell_others] if _OTHERS.search(text) else []),
        *([_tell_behind, _tell_hand_again] if has_hand else []),
        tell_set,
    ]
    for at, word in enumerate(words):
        if at < past or _says_nothing(found, word, text):
            continue
        for tell in tells:
            end, placed = tell(found, words, at, text)
            if end > at:
                found, past = placed, end
                break
        else:
            found.append(word)
    return found


def _says_nothing(before: Sequence[Word], word: Word, text: str) -> bool:
    """Tell whether a word behind a suit or a list adds nothing: "diamonds once"."""
    last = before[-1].means if before else {}
    is_once = text[word.start : word.end].lower() == "once" and "suit" in last
    if "suit" in last and "count" in word.means and _ONE_OF_EACH.match(text, word.start):
        return True
    is_counted = number_of(before[-2]) > 0 if "plural" in last and len(before) > 1 else False
    is_list = "suit" in last or ("rank" in last and "plural" not in last) or is_counted
    return is_once or ("count" in word.means and is_list and bool(_EVERY.match(text, word.start)))


_ONE_OF_EACH: Final = re.compile(r"one of each\b", re.IGNORECASE)
_Told = tuple[int, list[Word]]
"""The word after what is told, and the words before it with their suits; 0 if nothing is."""


def _tell_again(before: Sequence[Word], words: Sequence[Word], at: int, text: str) -> _Told:
    """Place the suits of "the nine is a club", "aces are spade and heart, seven is a club".

    A card that was told has no second one by that: what cannot be placed is marked.
    """
    first = at + ("the" in words[at].means)
    is_lead = at > 0 and words[at - 1].start == words[at].start  # "the other is"
    if is_lead or first >= len(words) or _RANKED.isdisjoint(words[first].means):
        return 0, []
    rank = _rank_of(words[first])
    is_told = any(_rank_of(word) == rank for word in before)
    if _tells_colour(words[first : first + 4], text) and is_told:
        end = first + 2 + ("count" in words[first + 1].means)
        return end + any("ones" in word.means for word in words[end : end + 1]), list(before)
    last = _end_of_ranks(words, first)
    end = _end_of_denied(words, last + 1)
    if not (end and _IS_NEXT.match(text, words[last].end)):  # "threes are all but the spade"
        suits, end = _suits_at(words, last + 1, text, again=before)
        beside = min(words[last].end + len(" being "), words[suits[0]].start) if suits else 0
        is_counted = at > 0 and number_of(words[at - 1]) > 1 and gap(words, at - 1) == 1
        is_several = is_counted or len(suits) > 1
        is_own = is_several and _OWN.match(text, words[last].start) is not None  # "three 9's"
        start = words[last].end if is_own else words[last].start
        is_said = _IS.search(text, start, beside) or _goes_on(before, words, at)
        if not suits or not is_said:
            return 0, []
        if last > first:
            return _tell_several(before, words, range(first, last + 1), (suits, end))
    return _place_again(before, words, (at, last, end), is_told=is_told)


def _place_again(
    before: Sequence[Word], words: Sequence[Word], places: tuple[int, int, int], *, is_told: bool
) -> _Told:
    """Place the suits that stand behind the ``last`` word, which names a card once more."""
    at, last, end = places
    named = after_article(words, end)
    is_named = named < len(words) and is_two(words[last]) and "as" in words[end].means
    if is_named and "rank" in words[named].means:
        end = named + 1  # "the deuce is the club one, for the queen"
    # "A king and a jack, no, the king's a heart".
    slips = [*takewhile(lambda word: not _SLIPS.isdisjoint(word.means), before[::-1])]
    before = before[: len(before) - len(slips)]
    placed = _with_rank_told(before, words[last:end], _rank_of(words[last]))
    if placed is None and is_told:
        unsaid = [replace(word, means={"unsaid": (1, True)}) for word in words[at:end]]
        placed = _with_other_suit(before, words[last:end]) if slips else [*before, *unsaid]
    return (end, placed) if placed is not None else (0, [])


def _end_of_denied(words: Sequence[Word], at: int) -> int:
    """Return the word behind "all but the spade", 0 if that does not stand here."""
    suit = at + 1 + any("the" in word.means for word in words[at + 1 : at + 2])
    is_denied = at < len(words) and "but" in words[at].means
    return suit + 1 if is_denied and suit < len(words) and "suit" in words[suit].means else 0


def _goes_on(before: Sequence[Word], words: Sequence[Word], at: int) -> bool:
    """Tell whether suits were just told again: "ace is spades, fours club and diamond"."""
    return (
        at > 0
        and "suit" in words[at - 1].means
        and words[at - 1] is not before[-1]
        and ("plural" in words[at].means)
    )


def _with_rank_told(before: Sequence[Word], told: Sequence[Word], rank: int) -> list[Word] | None:
    """Return the words with the suits told behind cards of a rank, None if none lack theirs."""
    bare = [
        spot
        for spot, word in enumerate(before)
        if _rank_of(word) == rank and not is_suited(before, spot)
    ]
    suits = [word for word in told[1:] if "suit" in word.means]
    if not bare:
        return None
    spot = bare[-1]
    if "plural" in before[spot].means:
        kept, words = len(before), list(told[1:])
        if _counts_some(before[-2:]):  # "two of the fours are spades"
            words = [before[-2], replace(before[-1], means={"of_them": (1, True)}), *words]
            kept -= 2
        return _with_suits(before[:kept], {spot: words})
    singles = [at for at in bare if "rank" in before[at].means][-len(suits) :]
    if len(singles) != len(suits):
        return None
    named = [*dropwhile(lambda word: "as" not in word.means, told)]
    return _with_suits(
        before, {at: (*of_suit(suit), *named) for at, suit in zip(singles, suits, strict=True)}
    )


def _with_other_suit(before: Sequence[Word], told: Sequence[Word]) -> list[Word] | None:
    """Return the words with another suit for a card that was told: "no, the five's a heart"."""
    suits = [word for word in told if "suit" in word.means]
    for at in range(len(before) - 1, -1, -1):
        suit = at + 1 + any("of" in word.means for word in before[at + 1 : at + 2])
        is_suited = any("suit" in word.means for word in before[suit : suit + 1])
        if is_suited and _rank_of(before[at]) == _rank_of(told[0]) and len(suits) == 1:
            return [*before[:suit], replace(suits[0], begins=0), *before[suit + 1 :]]
    return None


def _tells_colour(words: Sequence[Word], text: str) -> bool:
    """Tell whether words say only what colour cards are: "the aces are red ones"."""
    at = 1 + any("count" in word.means for word in words[1:2])
    is_colour = any("colour" in word.means for word in words[at : at + 1])
    return is_colour and _IS.search(text, words[0].start, words[at].start) is not None


def _end_of_ranks(words: Sequence[Word], first: int) -> int:
    """Return the last of ranks that are told together: "the trey and the ace are diamonds"."""
    last = at = first
    while at + 1 < len(words) and _JOINS.issuperset(words[at + 1].means.keys() - {"number"}):
        at += 1
        both = words[at].means.keys() & words[at - 1].means
        if words[at].begins >= SENTENCE or ("rank" in both and gap(words, at - 1) == 1):
            break  # "... and a deuce. Queen's a heart"
        if "rank" in words[at].means:
            last = at
    return last if "rank" in words[first].means else first


_JOINS: Final = frozenset({"and", "rank", "the"})


def _tell_several(
    before: Sequence[Word],
    words: Sequence[Word],
    places: range,
    suits: tuple[list[int], int],
) -> _Told:
    """Place one suit beside each of several cards that were told before."""
    spots = {}
    for rank in [_rank_of(words[at]) for at in places if "rank" in words[at].means]:
        found = [
            at
            for at, word in enumerate(before)
            if _rank_of(word) == rank and "rank" in word.means and not is_suited(before, at)
        ]
        if len(suits[0]) != 1 or not found:
            return 0, []
        spots[found[-1]] = of_suit(words[suits[0][0]])
    return suits[1], _with_suits(before, spots)


def _counts_some(words: Sequence[Word]) -> bool:
    """Tell whether words are like "two of"."""
    return len(words) == 2 and "number" in words[0].means and "of" in words[1].means


def _tell_both(before: Sequence[Word], words: Sequence[Word], at: int, text: str) -> _Told:
    """Place the suit of "a five and a nine, both spades", "two fours, both clubs"."""
    here = words[at].means
    is_led = any("of_them" in word.means for word in words[at + 1 : at + 2])
    suits, end = _suits_at(words, at + 1 + is_led, text)
    first = max(0, words[at].start - len("every single one "))
    are_all = _EVERY.search(text, first, words[at].end) is not None
    if not are_all and "suit" in here and _ALL.search(text[: words[at].start]):
        is_hand = any("hand" in word.means for word in before)
        are_all, suits, end = True, [at] if is_hand else [], at + 1
    number = number_of(words[at])
    if len(suits) == 1 and number > _PAIR and is_led and (several := _bare_in_all(before, number)):
        return end, _with_suits(before, dict.fromkeys(several, of_suit(words[suits[0]])))
    behind = _OF_THEM.match(text, words[at].end) if "suit" in here else None
    if behind:
        suits, are_all = [at], not (behind["pair"] or behind["both"])
        end = next((n for n in range(at, len(words)) if words[n].start >= behind.end()), len(words))
    if len(suits) != 1 or not (are_all or behind or BOTH.match(text, words[at].start)):
        return 0, []
    spots = _bare_cards(before)
    is_pair = len(spots) == 1 and "plural" in before[spots[0]].means
    is_pair = is_pair and (behind is not None or "suit" not in here)
    if not is_pair and (len(spots) < 2 or any("plural" in before[at].means for at in spots[:2])):
        return 0, []
    about = spots if are_all else spots[:2]
    told = _with_suits(before, dict.fromkeys(about, of_suit(words[suits[0]])))
    led = before[max(0, spots[0] - 2) : spots[0]] if is_pair else []
    if is_pair and not are_all and not any(map(number_of, led)):
        plural = before[spots[0]]
        told.insert(spots[0], replace(plural, end=plural.start, means={"count": (1, _PAIR)}))
    return end, told


_PAIR: Final = 2
_OF_THEM: Final = re.compile(
    r",? (?:(?P<pair>(?:the )?(?:pair|both|two)|both)|(?:the )?(?:lot|three|four)|all(?: \w+)?)"
    r" of (?:them|['’]?em)\b|,? (?P<both>both)(?=\s*(?:[,.;]|$))",
    re.IGNORECASE,
)
"""What stands behind a suit of several cards: "hearts the pair of them"."""


_OTHERS: Final = re.compile(
    r"\b(?:the (?:others|rest|(?:(?P<some>last)|other) (?:two|three|one|2|3)"
    r"(?=['’]| is| are| all| both)))(?:['’](?:s|re)| is| are)?(?: all| both)?"
    r" (?:a |of )?(?=spade|heart|diamond|club)",
    re.IGNORECASE,
)


def _tell_others(before: Sequence[Word], words: Sequence[Word], at: int, text: str) -> _Told:
    """Place the suit of "the ten is a club, the others are diamonds" beside all other cards."""
    told = _OTHERS.match(text, words[at].start)
    suit = next((spot for spot in range(at, len(words)) if "suit" in words[spot].means), 0)
    if not told or not suit or words[suit].start != told.end():
        return 0, []
    marks = [spot for spot, word in enumerate(before) if {"hand", "melded"} & word.means.keys()]
    first = marks[-1] if marks and "rank" not in before[marks[-1] - 1].means else 0
    spots = [
        spot
        for spot in range(len(before) - 1, first - 1, -1)
        if not _RANKED.isdisjoint(before[spot].means) and not is_suited(before, spot)
    ]
    is_over = suit + 1 == len(words) or _is_over(words[suit : suit + 2], text)
    if not spots or not is_over:
        return 0, []
    number = max([number_of(word) for word in words[at:suit]], default=0)
    about = spots[:number] if told["some"] == "last" else spots
    return suit + 1, _with_suits(before, dict.fromkeys(about, of_suit(words[suit])))


def _bare_in_all(words: Sequence[Word], number: int) -> list[int]:
    """Return where so many cards without suits stand at the end of words, none if there are not."""
    spots = [at for at in _bare_cards(words, sets=True) if not is_suited(words, at)]
    counts = [
        (number_of(words[at - 1]) if at and "plural" in words[at].means else 0) or 1 for at in spots
    ]
    return spots if sum(counts) == number else []


def of_suit(suit: Word) -> tuple[Word, Word]:
    """Return the words for "of" a suit."""
    return replace(suit, end=suit.start, means={"of": (1, True)}), suit


def _tell_behind(before: Sequence[Word], words: Sequence[Word], at: int, text: str) -> _Told:
    """Place the suits of "an eight and a king in hand, club and heart", one for each card."""
    suits, end = _suits_at(words, at, text)
    marks = [word for word in before[-8:] if "hand" in word.means]
    between = text[before[-1].end : words[at].start] if before else ""
    is_apart = PAUSE.search(between) is not None or _IT_IS.search(between) is not None
    has_number = any("number" in word.means for word in words[at:end])
    if not suits or not marks or not is_apart or has_number:
        return 0, []
    spots = [spot for spot in _bare_cards(before)[::-1] if "rank" in before[spot].means]
    if len(spots) != len(suits):
        return 0, []
    told = {spot: [words[suit]] for spot, suit in zip(spots, suits, strict=True)}
    return end, _with_suits(before, told)


def _tell_hand_again(before: Sequence[Word], words: Sequence[Word], at: int, text: str) -> _Told:
    """Place the suits of "two eights and a four. Eight of clubs, eight of spades, four of clubs".

    Where only some of the cards are told again, it is not clear whether they are more.
    """
    is_new = at > 0 and PAUSE.search(text, words[at - 1].end, words[at].start)
    is_apart = at > 0 and (
        "hand" in words[at - 1].means
        or STOP.search(text, words[at - 1].end, words[at].start) is not None
    )
    marks = [word for word in before if {"hand", "melded"} & word.means.keys()]
    # "Hearts, nine, eight. Diamonds, eight."
    is_the = at + 1 < len(words) and "the" in words[at + 1].means
    is_led = any("suit" in word.means for word in words[max(0, at - 1) : at + (not is_the)])
    if is_led or not is_new or not marks or "hand" not in marks[-1].means:
        return 0, []
    spots = [spot for spot in _bare_cards(before, sets=True) if not is_suited(before, spot)]
    end, told = _cards_again(words, at, {_rank_of(before[spot]) for spot in spots})
    is_last = end == len(words) or words[end].begins >= SENTENCE
    is_over = is_last or PAUSE.search(text, words[end - 1].end, words[end].start) is not None
    bare, suited = _count_bare(before, spots), _count_suited(words, range(at, end), told)
    if not told or not is_over or sum(suited.values()) < len(told) or not suited <= bare:
        return 0, []
    led = {name for word in words[at : told[0]] for name in word.means}
    is_single = all("plural" not in before[spot].means for spot in spots)
    if led >= {"and", "suit"} or (is_single and not is_last):
        return 0, []  # "two queens, the heart and ...", "one lady, lady of spades, a six"
    is_apart = is_apart and is_last
    if not is_apart and (suited != bare or _follows_suit(before, min(spots))):
        return 0, []
    if suited != bare:
        unclear = [replace(word, means={"unsaid": (1, True)}) for word in words[at:end]]
        return end, [*before, *unclear]
    return end, [*before[: min(spots) - _led(before, min(spots))], *words[at:end]]


def _cards_again(words: Sequence[Word], at: int, ranks: Collection[int]) -> tuple[int, list[int]]:
    """Return the word behind cards of these ranks that are told, and where each stands."""
    end, told = at, []
    while end < len(words) and _AGAIN.issuperset(words[end].means) and words[end].means:
        if "rank" in words[end].means and _rank_of(words[end]) not in ranks:
            break
        if "rank" in words[end].means:
            told.append(end)
        end += 1
    while end > at and _LEADS.issuperset(words[end - 1].means):
        end -= 1
    return end, told


_LEADS: Final = frozenset({"a", "and", "number", "one", "the"})


def _count_bare(words: Sequence[Word], spots: Sequence[int]) -> Counter[int]:
    """Return how many cards of each rank were told without their suits."""
    found: Counter[int] = Counter()
    for spot in spots:
        is_plural = "plural" in words[spot].means
        found[_rank_of(words[spot])] += _number_before(words, spot) if is_plural else 1
    return found


def _count_suited(words: Sequence[Word], places: range, told: Sequence[int]) -> Counter[int]:
    """Return how many cards of each rank are told with their suits."""
    found = Counter(_rank_of(words[spot]) for spot in told if is_suited(words, spot))
    more = sum("suit" in words[spot].means for spot in places) - len(told)
    if told and more > 0:
        found[_rank_of(words[told[-1]])] += more  # "the queen of spades and hearts"
    return found


def _follows_suit(words: Sequence[Word], at: int) -> bool:
    """Tell whether a card may have the suit named before the card before it: "hearts 4 and 4"."""
    while at and "and" in words[at - 1].means:
        at -= 1
    return at > 1 and "rank" in words[at - 1].means and "suit" in words[at - 2].means


_AGAIN: Final = frozenset({"a", "and", "aside", "number", "of", "one", "rank", "suit", "the"})


def _number_before(words: Sequence[Word], at: int) -> int:
    means = words[at - 1].means if at else {}
    return int((means.get("count") or means.get("number") or (0, 1))[1])


def _led(words: Sequence[Word], at: int) -> int:
    """Return how many words lead to a card: an article or a number."""
    before = words[at - 1].means if at else {}
    return int(not {"a", "one", "the", "count", "number"}.isdisjoint(before))


def _suits_at(
    words: Sequence[Word], at: int, text: str, *, again: Sequence[Word] = ()
) -> tuple[list[int], int]:
    """Return where suits stand that were told together, and the word after them.

    There are none if more of a hand goes on with them, "hearts five six", unless that is a card
    that was told before and the suit of which is told ``again``: "the nine is a club, six a heart".
    """
    end = end_of_suits(words, at)
    suits = [spot for spot in range(at, end) if "suit" in words[spot].means]
    is_more = end < len(words) and suits and not _is_over(words[end - 1 : end + 1], text)
    is_both = at > 0 and BOTH.match(text, words[at - 1].start) is not None  # "both clubs, a six"
    if is_more and _begins_again(words, end, again, text):
        return suits, end
    if is_more and not (is_both and PAUSE.search(text, words[end - 1].end, words[end].start)):
        return [], at
    return suits, end


def _begins_again(words: Sequence[Word], at: int, told: Sequence[Word], text: str) -> bool:
    """Tell whether the suit of a card follows that was told: "..., the seven is a club"."""
    while at < len(words) and not {"the", "and"}.isdisjoint(words[at].means):
        at += 1
    if at + 1 >= len(words) or _RANKED.isdisjoint(words[at].means):
        return False
    is_told = any(_rank_of(word) == _rank_of(words[at]) for word in told)
    suit = next((word for word in words[at + 1 : at + 4] if "suit" in word.means), None)
    is_named = suit is not None and bool(_IS.search(text, words[at].start, suit.start))
    return is_told and (is_named or ("plural" in words[at].means and "suit" in words[at + 1].means))


def _is_over(words: Sequence[Word], text: str) -> bool:
    """Tell whether no more of a hand goes on with the first of two words."""
    last, after = words
    is_list = not {"rank", "number", "count", "to"}.isdisjoint(after.means)
    if "aside" in after.means or not after.means:
        return True
    is_apart = PAUSE.search(text, last.end, after.start) is not None and not is_list
    return is_apart or after.begins > 0 or not {"and", "hand"}.isdisjoint(after.means)


def _bare_cards(words: Sequence[Word], *, sets: bool = False) -> list[int]:
    """Return where cards without suits stand at the end of words, the last first.

    They end with the last card in the plural, unless there may be ``sets`` before others.
    """
    found: list[int] = []
    for at in range(len(words) - 1, -1, -1):
        if found and "hand" in words[at].means:
            break
        if not _RANKED.isdisjoint(words[at].means):
            found.append(at)
            if "plural" in words[at].means and not sets:
                break
        elif sets and not {"count", "number", "one"}.isdisjoint(words[at].means):
            continue
        elif not _BETWEEN.issuperset(words[at].means) or words[at].begins >= SENTENCE:
            before = words[at - 1].means if at else {}
            is_first = "suit" in words[at].means and {"of", "rank"}.isdisjoint(before)
            return [] if is_first else found  # "spades, six and ten"
    return found


def _rank_of(word: Word) -> int:
    return next((int(word.means[name][1]) for name in _RANKED & word.means.keys()), 0)


def is_suited(words: Sequence[Word], at: int) -> bool:
    after = [word.means for word in words[at + 1 : at + 3]]
    before = [word.means for word in words[max(0, at - 2) : at] if "the" not in word.means][-1:]
    if at > 1 and "of" in words[at - 2].means:
        before = []  # the suit is that of the card before
    is_own = "suit" in after[0] if after else False
    is_own = is_own or (len(after) > 1 and "of" in after[0] and "suit" in after[1])
    return is_own or any("suit" in means for means in before)


def _with_suits(words: Sequence[Word], suits: Mapping[int, Sequence[Word]]) -> list[Word]:
    return [part for at, word in enumerate(words) for part in _beside(word, suits.get(at, ()))]


def _beside(word: Word, suits: Sequence[Word]) -> Iterator[Word]:
    """Yield a card with its suits right behind it."""
    yield word
    for suit in suits:
        yield replace(suit, begins=0)
