"""Takes a dictated text apart into words, and settles what each of them can mean here."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

from scorekeeper.hearing.counts import (
    see_again,
    see_counters,
    see_denials,
    see_places_counted,
    share_counts,
)
from scorekeeper.hearing.neighbours import see_neighbours
from scorekeeper.hearing.ordinals import without_ordinals
from scorekeeper.hearing.sets import deny_both, see_more, see_suits_of_set, share_pairs
from scorekeeper.hearing.suit_lists import lead_suits, share_suits
from scorekeeper.hearing.suits import place_suits
from scorekeeper.hearing.talk import (
    leave_explained,
    settle_out,
    with_absent,
    without_asides,
    without_nothing_but,
    without_reasons,
    without_told,
)
from scorekeeper.hearing.wilds import (
    ends_deuce,
    see_named,
    see_suited_wild,
    see_well,
    settle_natural,
    settle_wild,
)
from scorekeeper.hearing.words import (
    DEUCE,
    I_HAVE,
    JOINED,
    ONLY,
    PAUSE,
    SENTENCE,
    STOP,
    THERE_IS,
    THOUGHT,
    Table,
    Token,
    Word,
    has_rank,
    is_wild,
    number_of,
    split,
)


def read_words(text: str, table: Table) -> list[Word]:
    """Return the words of a text without fillers, the longest entries of the table first."""
    every = [_in_full(token, table) for token in without_ordinals(split(text), text)]
    tokens = [
        token
        for number, token in enumerate(every)
        if token.text not in "-–" or _is_range(every, number, table)
    ]
    entries = list(_entries(tokens, table, text))
    for passed in ("pause", "filler"):
        spoken = [taken for taken, classes in entries if passed not in classes]
        if len(spoken) < len(entries):
            # What stands on both sides of it may be one entry.
            tokens = [token for taken in spoken for token in taken]
            entries = list(_entries(tokens, table, text))
    words = [word for entry in entries for word in _words_of(*entry)]
    words = [settle_out(word, text) for word in words if not _is_too(word, text)]
    words = see_denials(words, text)
    words = leave_explained(
        with_absent(_merge(_find_begins(without_asides(words, text), text)), text)
    )
    words = see_suited_wild(see_named(see_well(words, text), text), text)
    words = settle_natural(settle_wild(words))
    words = without_told(without_nothing_but(without_reasons(words, text)), text)
    words = see_suits_of_set(words, text)
    _see_colons(words, text)
    _see_still(words, text)
    _see_what_is(words, text)
    words = _without_holds(words, text)
    _see_counted(words)
    words = share_counts(share_pairs(see_counters(see_more(words, text), text), text))
    _add_sums(words, tokens)
    see_neighbours(words, text)
    words = list(_without_idle(words, text))
    _see_places_behind(words, text)
    _see_sets_held(words, text)
    words = lead_suits(deny_both(see_places_counted(words, text), text), text)
    return see_again(share_suits(place_suits(words, text), text))


def _words_of(taken: Sequence[Token], classes: Mapping[str, Any]) -> Iterator[Word]:
    """Yield the words of an entry, none of one that says nothing."""
    if "several_ranks" in classes:
        ranks = classes["several_ranks"]
        yield from (_word([one], {"rank": rank}) for one, rank in zip(taken, ranks, strict=True))
    elif "filler" not in classes and "pause" not in classes:
        yield _word(taken, classes)


def _without_idle(words: Sequence[Word], text: str) -> Iterator[Word]:
    begins = 0
    for at, word in enumerate(words):
        begins = max(begins, word.begins)
        if not _is_idle(words, at, text):
            yield word if word.begins == begins else replace(word, begins=begins)
            begins = 0


_TOO: Final = re.compile(r"too\s*(?:[,.;!?]|$)", re.IGNORECASE)


_BEFORE_TWO: Final = re.compile(
    r"(?:\b(?:ace,|a|the|and|black|red|wild|(?<!\ba )(?<!\bone )(?:spade|heart|diamond|club)) "
    r"|(?:^|[.!?])\s*)$",
    re.IGNORECASE,
)


def _is_too(word: Word, text: str) -> bool:
    """Tell whether a word is "too" that ends a thought: no card, but in "an ace and a too."."""
    is_over = "two" in word.means and _TOO.match(text, word.start) is not None
    return is_over and _BEFORE_TWO.search(text[: word.start]) is None


def _see_counted(words: Sequence[Word]) -> None:
    """Let "cards" after a plural and a number be like "of them": ``sixes, three cards``."""
    before = [{}, *[word.means for word in words]]
    for led, plural, number, last in zip(before, words, words[1:], words[2:], strict=False):
        if not {"number", "count"}.isdisjoint(led):
            continue
        if "plural" in plural.means and "number" in number.means and "cards" in last.means:
            last.keep(of_them=True)


def _is_item(words: Sequence[Word], at: int, text: str) -> bool:
    """Tell whether numbers follow the same unknown word: "item one, ... item two, ..."."""
    numbers = [
        number_of(number)
        for noun, number in pairwise(words)
        if text[noun.start : noun.end].lower()
        == text[words[at - 1].start : words[at - 1].end].lower()
    ]
    # "One is" is a word of its own, and no number.
    return len(numbers) > 1 and [numbers[0] or 1, *numbers[1:]] == list(range(1, len(numbers) + 1))


def _enumerates(words: Sequence[Word], at: int, text: str) -> bool:
    """Tell whether a number only counts melds: "meld one, three tens, meld two, four kings"."""
    number = number_of(words[at]) or int("including" in words[at].means)  # "set one is ..."
    kinds = words[at - 1].means.keys() & {"melded", "run", "set"} if at else set()
    if at and not words[at - 1].means and "figure" not in words[at].means:
        return _is_item(words, at, text)
    if number == 1 or not kinds:
        return bool(kinds) and "figure" not in words[at].means
    return number > 1 and any(
        kinds & words[place - 1].means.keys()
        and (number_of(words[place]) or 1) == number - 1
        and _enumerates(words, place, text)
        for place in range(1, at)
    )


def _is_idle(words: Sequence[Word], at: int, text: str) -> bool:
    """Tell whether a word is "too" that is neither a card nor between two, or counts all cards."""
    after = [word.means for word in words[at + 1 : at + 3]]
    if after and "number" in after[0]:
        after = []  # "six to nine, four cards"
    counted = any("cards" in means for means in after) or "card" in [*after, {}][0]
    counted = counted and not (
        at + 1 < len(words) and PAUSE.search(text, words[at].end, words[at + 1].start)
    )
    is_last = "hand" in words[min(at + 1, len(words) - 1)].means and has_rank(words, at - 1)
    if not {"number", "tens"}.isdisjoint(words[at].means) and counted and not is_last:
        return True  # "hand, six cards", "four card run", but "ace two three, leftovers ..."
    if {"card", "cards"}.issuperset(words[at].means or "?") or _enumerates(words, at, text):
        return True
    is_led = "from" in words[at].means and len(after) > 1 and "suit" in after[0]
    if _points_back(words, at, text) or _is_size(words, at, text):
        return True
    if is_led and "rank" in after[1]:
        return True  # "from diamonds king jack five"
    if words[at].means.keys() != {"two", "sound"}:
        return False
    return not (has_rank(words, at + 1) and at > 0 and has_rank(words, at - 1))


def _is_size(words: Sequence[Word], at: int, text: str) -> bool:
    """Tell whether a number is how many cards a set has: "set of three, three of spades"."""
    if not at or "set" not in words[at - 1].means:
        return False
    after = words[at + 1] if at + 1 < len(words) else None
    is_apart = after is not None and PAUSE.search(text, words[at].end, after.start) is not None
    is_card = after is not None and not {"rank", "plural"}.isdisjoint(after.means)
    is_led = text[: words[at - 1].end].endswith(" of") and not words[at].begins
    return is_led and number_of(words[at]) > 2 and is_apart and is_card


_THESE: Final = re.compile(r"\b(?:these|those|or so|like) $", re.IGNORECASE)


_ONES: Final = re.compile(r" (?:[a-z]+ )?ones\s*(?:[,.;!?]|$)", re.IGNORECASE)


def _points_back(words: Sequence[Word], at: int, text: str) -> bool:
    """Tell whether a number only counts what was said: "a king and a nine, those two"."""
    if "number" not in words[at].means:
        return False
    after = words[at + 1] if at + 1 < len(words) else None
    is_over = after is None or PAUSE.search(text, words[at].end, after.start) is not None
    is_over = is_over or (after is not None and not {"hand", "melded"}.isdisjoint(after.means))
    is_last = after is None or STOP.search(text, words[at].end, after.start) is not None
    led = text[: words[at].start]
    if _counts_hand(words, at, led) or _counts_ones(words, at, text):
        return True
    return (is_over and _THESE.search(led) is not None) or (is_last and led.endswith("so "))


def _counts_hand(words: Sequence[Word], at: int, led: str) -> bool:
    """Tell whether a number before the hand counts it: "nothing down, four in the hand: nine"."""
    before = words[at - 1].means if at else {}
    after = [word.means for word in words[at + 1 :]]
    is_first = "no_melds" in before and any("rank" in means for means in after)
    is_last = "suit" in before and led.lower().endswith("all ")  # "ace of clubs, all five in hand"
    return (is_first or is_last) and "hand" in after[0] if after else is_last


def _counts_ones(words: Sequence[Word], at: int, text: str) -> bool:
    """Tell whether a number only tells how many cards there are: "..., two big ones"."""
    after = words[at + 1].means.keys() if at + 1 < len(words) else set()
    is_set = at > 0 and "plural" in words[at - 1].means  # "kings, three lovely ones"
    is_talk = after <= {"ones"} and not is_set
    return is_talk and _ONES.match(text, words[at].end) is not None


_SHORT: Final = (
    (re.compile("^t'"), ""),
    (re.compile("in'?$"), "ing"),
    (re.compile("nt$"), "n't"),
    (re.compile("^i(m|ve)$"), r"i'\1"),
)
"""How words are worn down: "holdin", "didnt", "im"."""


def _in_full(token: Token, table: Table) -> Token:
    """Return a word that is not in the table as it is written in full, if that is."""
    if token.text in JOINED:
        return token._replace(text=JOINED[token.text])
    if token.text in table.longest or not token.text[0].isalpha():
        return token
    ways = [short.sub(full, token.text) for short, full in _SHORT]
    return token._replace(text=next((way for way in ways if way in table.longest), token.text))


def _entries(
    tokens: Sequence[Token], table: Table, text: str
) -> Iterator[tuple[Sequence[Token], Mapping[str, Any]]]:
    """Yield the entries that stand in a text with their classes, none of a word without one."""
    at = 0
    while at < len(tokens):
        length = _longest(tokens, at, table, text)
        taken = tokens[at : at + max(1, length)]
        at += len(taken)
        yield taken, table.entries[" ".join([token.text for token in taken])] if length else {}


def _is_range(tokens: Sequence[Token], at: int, table: Table) -> bool:
    """Tell whether a dash stands between a figure and a rank; elsewhere it is nothing."""
    if not 0 < at < len(tokens) - 1 or not tokens[at - 1].text[0].isdigit():
        return False
    if "-" in [token.text for token in (*tokens[max(0, at - 2) : at], *tokens[at + 1 : at + 3])]:
        return False  # "4-5-6"
    first, last = (
        int(table.entries.get(tokens[at + step].text, {}).get("rank", 0)) for step in (-1, 1)
    )
    return last > 0 and abs(last - first) > 1  # "9-10 jack"


def _longest(tokens: Sequence[Token], at: int, table: Table, text: str) -> int:
    """Return how many words the longest entry has that stands here, 0 if none does.

    None goes on over the end of a sentence: "and a wild 2. Pair of threes".
    """
    longest = min(table.longest.get(tokens[at].text, 0), len(tokens) - at)
    if tokens[at].text == "for" and longest > 1:
        is_card = at > 0 and tokens[at - 1].text in ("a", "the")
        if is_card or "," in text[tokens[at].end : tokens[at + 1].start]:
            longest = 1  # "a king, a for, a seven"
    for length in range(1, longest):
        if STOP.search(text, tokens[at + length - 1].end, tokens[at + length].start):
            longest = length
            break
    for length in range(longest, 0, -1):
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
    I_HAVE: re.compile(
        r"(?:\bi(?:['’]?ve|['’]d| have| had| got| still have)|[.;!?] ?got)\b",
        re.IGNORECASE,
    ),
}


def _find_begins(words: Sequence[Word], text: str) -> list[Word]:
    """Return the words; what was said between two may tell that the second begins a thought."""
    found, end, begins = [], 0, 0
    for word in words:
        is_new = not _CLASSES["new"].isdisjoint(word.means)
        ways = [how for how, way in _BEGINS.items() if way.search(text, end, word.start)]
        begins = max(begins, int(is_new), *ways)
        found.append(replace(word, begins=begins) if begins else word)
        leads = word.means.get("number") == (1, 1) or not _CLASSES["leading"].isdisjoint(word.means)
        begins = begins if leads else 0
        end = word.end
    return found


def _see_colons(words: Sequence[Word], text: str) -> None:
    """Let marks with a colon be about what follows only: ``hand: ace, four``."""
    for word in words:
        for mark in word.means.keys() & {"hand", "melded"} if text[word.end :][:1] == ":" else ():
            word.means[mark] = (1, "first")


def _see_sets_held(words: Sequence[Word], text: str) -> None:
    """Let "in hand" right behind a set be about that: "three jacks in hand, and a nine"."""
    for at, word in enumerate(words[2:], 2):
        count, plural = words[at - 2 : at]
        is_set = "plural" in plural.means and "count" in count.means
        is_hand = word.means.get("hand") == (1, "either") and _HELD.match(text, word.start)
        after = words[at + 1] if at + 1 < len(words) else None
        is_over = after is None or not after.means or "aside" in after.means
        end = after.start if after else len(text)
        is_over = is_over or PAUSE.search(text, word.end, end) is not None
        if is_set and is_hand and is_over and not PAUSE.search(text, plural.end, word.start):
            word.means["hand"] = (1, "held")


_HELD: Final = re.compile(r"in (?:my |me |our |the )?hand\b", re.IGNORECASE)


_SENTENCE: Final = re.compile(r"\s*(?:with\b)?\s*(?:[.;!?]|$)")


def _see_places_behind(words: Sequence[Word], text: str) -> None:
    """Let marks at the end of a sentence be about what stands before them.

    "A king I'm stuck with", "a two I was saving. Serves me right", "two tens I have down, ...".
    """
    _see_places_before(words, text)
    marks = [word for word in words[-2:] if "with" not in word.means][-1:]
    for before, word in pairwise(words):
        is_card = not _CLASSES["card_words"].isdisjoint(before.means) or "of_them" in before.means
        is_beside = is_card and not PAUSE.search(text, before.end, word.start)
        if not is_beside or word.begins > THOUGHT:
            continue
        if _SENTENCE.match(text, word.end):
            marks.append(word)
        elif _I.search(text[before.end : word.start + 2]) and PAUSE.match(text, word.end):
            marks.append(word)
            if word.means.get("melded") == (1, "first"):
                word.means["melded"] = (1, "last")
    for word in marks:
        if word.means.get("hand") == (1, "first"):
            word.means["hand"] = (1, "last")


def _see_places_before(words: Sequence[Word], text: str) -> None:
    """Let marks for the hand behind the end of a sentence be about the cards behind them.

    "Ten to the ace. What a mess I held back, two sixes and a three".
    """
    last = None
    for at, word in enumerate(words):
        is_card = not _CLASSES["card_words"].isdisjoint(word.means)
        after = words[at + 1] if at + 1 < len(words) else None
        if is_card:
            last = word
        elif word.means.get("hand", (0, ""))[1] in ("last", "either") and last and after:
            is_apart = STOP.search(text, last.end, word.start) is not None
            is_led = not _CLASSES["cards_led"].isdisjoint(after.means)
            if is_apart and is_led and not STOP.search(text, word.end, after.start):
                word.means["hand"] = (1, "first")


_I: Final = re.compile(r"\bi\b", re.IGNORECASE)
_STILL: Final = re.compile(r" (?:still|sitting|stuck) ", re.IGNORECASE)


_WAS: Final = re.compile(r"\s*(?:is|are|was|were)\b", re.IGNORECASE)


def _see_what_is(words: Sequence[Word], text: str) -> None:
    """Let marks before "is" and cards be about these: "what I didn't shift was the ten"."""
    for word, after in pairwise(words):
        is_card = not _CLASSES["cards_led"].isdisjoint(after.means)
        is_hand = "hand" in word.means and "others" not in word.means
        if is_hand and is_card and _WAS.match(text, word.end):
            word.means["hand"] = (1, "first")


def _without_holds(words: Sequence[Word], text: str) -> list[Word]:
    """Return the words; "holds" says nothing in "holds a run melded, and in hand a king"."""
    marks = [word for word in words if {"hand", "melded"} & word.means.keys()]
    verbs = [
        verb
        for verb, melded, hand in zip(marks, marks[1:], marks[2:], strict=False)
        if "hand" in verb.means and _HOLDS.search(text, verb.start, verb.end)
        if "melded" in melded.means and not melded.begins and "hand" in hand.means
        if not PAUSE.search(text, verb.end, melded.start)  # "holds a king, three sevens melded"
    ]
    return [word for word in words if word not in verbs]


_HOLDS: Final = re.compile(r"\bhold(?:s|ing)?$", re.IGNORECASE)


def _see_still(words: Sequence[Word], text: str) -> None:
    """Let "still in my hand" right behind a card be about what stands before it."""
    for at, (before, word) in enumerate(pairwise(words)):
        is_led = at > 0 and not {"a", "one", "the"}.isdisjoint(words[at - 1].means)
        is_card = not {"rank", "plural", "suit", "wild"}.isdisjoint(before.means)
        is_card = is_card and (is_led or "number" not in before.means)
        end = words[at + 2].start if at + 2 < len(words) else len(text)
        is_over = end == len(text) or PAUSE.search(text, word.end, end) is not None
        is_hand = word.means.get("hand") == (1, "either") and is_over
        if is_card and is_hand and _STILL.match(text, before.end):
            word.means["hand"] = (1, "held")


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
        elif found and _tells_hand_on(found[-1], word):
            found[-1] = replace(found[-1], end=word.end)
        elif (
            word.means.get("rank") == DEUCE
            and "the" in before
            and found[1:]
            and is_wild(found[-2].means)
        ):
            del found[-1]
            found[-1] = replace(word, start=found[-1].start, begins=found[-1].begins)
        elif is_wild(before) and (
            word.means.get("rank") == DEUCE or word.means.get("wild") == (1, "JK")
        ):
            if "to" not in word.means:
                word.means.pop("sound", None)  # "a wild too for the seven"
            found[-1] = replace(word, start=found[-1].start, begins=found[-1].begins)
        elif is_wild(word.means) and ("wild" in before or ends_deuce(found)):
            found[-1] = replace(found[-1], end=word.end)
        else:
            found.append(word)
    return found


def _tells_hand_on(last: Word, word: Word) -> bool:
    """Tell whether a word says the same of the hand as the one before.

    "Not a card left in my hand", "in my hand I never put down".
    """
    is_left = "no_hand" in last.means and word.means.get("hand") == (1, "either")
    is_beside = word.start - last.end < _I_MOST and word.begins < SENTENCE
    is_held = "hand" in last.means and "no_melds" in word.means and is_beside
    return is_held or (is_left and not word.begins)


_I_MOST: Final = len(" they ,")
"""Less stands between words about the hand and those that it was never laid down."""


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


_CLASSES: Final = {
    "cards_led": frozenset({"a", "the", "rank", "count", "number", "suit", "wild", "plural"}),
    "new": frozenset({"next", "aside"}),
    "leading": frozenset({"a", "and", "aside", "next", "the", "with", "of"}),
    "card_words": frozenset({"rank", "plural", "suit", "wild", "count", "number"}),
}
"""Sets of classes of words by what they have in common."""
