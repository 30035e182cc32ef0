"""Tells talk from what tells of a hand: cards that are only spoken of, explained or told again."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

from scorekeeper.hearing.words import (
    DEUCE,
    PAUSE,
    SENTENCE,
    STOP,
    SUIT,
    Word,
    after_article,
    gap,
    has_rank,
    is_any_wild,
    is_two,
    is_wild,
    number_of,
)
from scorekeeper.rules.cards import Rank

_NOT_OUT: Final = re.compile(
    r"(?:(?:\b(?:(?:near|close) to|not|never|nobody|no ?one|none of us|almost|nearly|hardly|barely"
    r"|would|could|might|should|if|wish(?:ed)?)|n['’]t|\b(?:i|he|she|they|we|you|it|that)['’]d)\b"
    r"(?: (?:be|been|being|get|getting|got|go|goes|going|gone|went|come|make|manage|managed|able|to"
    r"|have|of|had|ever|quite|actually|really|even|yet|just|i|he|she|they|we|is|are|was|were))*"
    r"|\b(?:ran|runs?|running|sits?|sat|sitting|stock|deck|takes?|took|taking"
    r"|let (?:the|that|my|your|him|her|it)|sort|work|figure|find|help|held|hold|holding|sold|kept"
    r"|raining|snowing|pouring|freezing|cold|dark"
    r"|keep|leave"
    r"|leaving)\b(?![a-z'’ ]{0,14}\band )[a-z'’ ]{0,18}) $",
    re.IGNORECASE,
)
"""What stands before "out" where nobody went out: "the stock ran out", "not out yet"."""


_ARTICLE: Final = re.compile(r"\b(?:a|my|that|the|this) $", re.IGNORECASE)


_LAST_WORD: Final = re.compile(r"\S+$")


def settle_out(word: Word, text: str) -> Word:
    """Return a word; "out" of which the words before it say that nobody went out is talk.

    So is "no" that only asks.
    """
    asks = {"but", "out"} & word.means.keys() and text[word.end : word.end + 1] == "?"
    asks = asks or ("out" in word.means and text.startswith(" of it", word.end))
    if asks:
        return replace(word, means={"aside": (1, True)})  # "three kings, no?"
    if "sorry" in word.means and _ARTICLE.search(text[: word.start]):
        return replace(word, means={})  # "a sorry nine"
    head = _LAST_WORD.sub("", text[: word.end]) if "out" in word.means else ""
    return replace(word, means={"aside": (1, True)}) if _NOT_OUT.search(head) else word


def without_asides(words: Sequence[Word], text: str) -> list[Word]:
    """Return the words; those that are not in the table and say how a card is belong to it.

    They stand between a number or an article and its cards, "three grubby kings", or between cards
    and their number, "the jacks came in for me, three of them".
    """
    found: list[Word] = []
    for at, word in enumerate(words):
        start = _start_of_aside(found, words[at : at + 2], text)
        first = [*found, word][start].start
        if start < len(found) and start > 0 and "a" in found[start - 1].means:
            found[start - 1].keep(a=True, article=True)
        found[start:] = [word if first == word.start else replace(word, start=first)]
    return found


def _start_of_aside(before: Sequence[Word], here: Sequence[Word], text: str) -> int:
    """Return the first of the words before these that only say how their cards are."""
    means = here[0].means
    is_number = not {"number", "count"}.isdisjoint(means) and "of_them" in here[-1].means
    start = len(before)
    while start > 0 and (
        (not before[start - 1].means and not _is_apart(before[start - 1 :], here[0], text))
        or (is_number and _CLASSES["links"].issuperset(before[start - 1].means))
    ):
        start -= 1
    led = before[start - 1].means if start else {}
    if is_number:
        is_counted = start > 1 and not {"number", "count"}.isdisjoint(before[start - 2].means)
        return start if "plural" in led and not is_counted else len(before)
    is_how = "plural" in means and not {"number", "count", "a", "the", "colour"}.isdisjoint(led)
    is_how = is_how or ("rank" in means and not {"a", "the"}.isdisjoint(led))
    is_counted = "suit" in means and text[here[0].start : here[0].end].endswith("s")
    is_how = is_how or (is_counted and "number" in led and "rank" in led)  # "three odd diamonds"
    is_how = is_how and "sound" not in led  # "for contract I have jacks"
    asides = [text[word.start : word.end] for word in before[start:]]
    return start if is_how and not any(aside.endswith("s") for aside in asides) else len(before)


def _is_apart(before: Sequence[Word], here: Word, text: str) -> bool:
    """Tell whether a comma stands behind the first of these words."""
    after = before[1] if len(before) > 1 else here
    return "," in text[before[0].end : after.start]


def with_absent(words: Sequence[Word], text: str) -> list[Word]:
    """Return the words; "discarded the king of hearts" is one; elsewhere "discarded" is talk."""
    found: list[Word] = []
    past = 0
    for at, word in enumerate(words):
        if "absent" in word.means:
            past = _end_of_absent(words, at)
            means = word.means if past > at + 1 else {}
            if not means and _leads_back(found, text):
                del found[-1]  # "that six should have gone on"
            found.append(replace(word, end=words[past - 1].end, means=means))
        elif at >= past:
            found.append(word)
    return found


_THAT: Final = re.compile(r"\bthat $", re.IGNORECASE)


def _leads_back(before: Sequence[Word], text: str) -> bool:
    """Tell whether words end with "that six" of a six that was told."""
    rank = before[-1].means.get("rank") if before else None
    is_told = any(rank in word.means.values() for word in before[:-1])
    return rank is not None and is_told and _THAT.search(text[: before[-1].start]) is not None


def _end_of_absent(words: Sequence[Word], at: int) -> int:
    """Return where the card ends of which is said that it is not held, else the next word."""
    card = at + 1
    if words[card : card + 1] and not (
        words[card].means.keys() - {"melded", "hand"} or words[card].begins
    ):
        card += 1  # "waiting for that third king", "should have put the kings down"
        if card < len(words) and words[card - 1].means and gap(words, card - 1) > 1:
            return card  # "I could have laid, a jack"
    while card < len(words) and not _CLASSES["before_card"].isdisjoint(words[card].means):
        card += 1
    means = words[card].means if card < len(words) else {}
    if means.get("number") == (1, 1) and not has_rank(words, card + 1):
        means = {}  # "would have liked this one"
    if "to" in means or _CLASSES["card_words"].isdisjoint(means):
        return at + 1
    last = card
    while last + 1 < len(words) and not _CLASSES["with_card"].isdisjoint(words[last + 1].means):
        last += 1
    return last + 1 + any("melded" in word.means for word in words[last + 1 : last + 2])


def without_nothing_but(words: Sequence[Word]) -> list[Word]:
    """Return the words without "nothing but", which only leads to cards."""
    found: list[Word] = []
    for word in words:
        if found and "but" in word.means and "nothing" in found[-1].means:
            found.pop()
        else:
            found.append(word)
    return found


_REASON: Final = re.compile(
    r"\b(?:(?:because|['’]?cause|cos|coz|since|as) (?:the|that|my|one|its|it['’]s)\b[^,.;!?]*?"
    r"(?:\b(?:is|was|were|are|went|goes|being)|['’]s)|(?:the|that) (?:spade|heart|diamond|club)"
    r"(?: one)?(?:['’]s| is| was| being| went))"
    r"(?: already)? (?:in|into|with|part of|over in) (?:with )?(?:the|my|that|a|those)\b"
    r"(?:[^,.;!?]{0,30}(?=[,.;!?]|$)| \w+)",
    re.IGNORECASE,
)
"""Why a card is not told here: "as the spade one is in the run"."""
_JOINED: Final = re.compile(
    r"\b(?:the|my) [^\s,.;!?]+ of [^\s,.;!?]+(?:['’]s| is| goes| went)"
    r" (?:in )?with (?=(?:the|my) )",
    re.IGNORECASE,
)
"""A card that is told with others: "the seven of hearts is with the sevens"."""


_COUNTS: Final = re.compile(
    r"(?<=[.!?] )(?:so )?(?:that['’]s|that is)"
    r" (?:one|two|three|four|five|six|seven|eight|nine|ten|\d)(?: cards?)?"
    r"(?:(?=\s*(?:[.!?]|$))| (?:left|(?:I|he|she|they)\b[^.,!?]*)(?=[.,!?]|$))",
    re.IGNORECASE,
)
"""How many cards were told: "that's five.", "that's two I'm stuck with"."""
_WHICH: Final = re.compile(
    r"(?<=, )(?:which|who)(?: (?:is|was|are|were|i|would|should|could|will|won['’]t)|['’]s)\b"
    r"[^,.;!?]*",
    re.IGNORECASE,
)
"""What is only said about a card: "a deuce, which is a crime"."""
_NO_TALK: Final = frozenset(
    ("rank", "plural", "suit", "wild", "wilds", "number", "count", "colour", "hand", "melded")
    + ("out", "sorry", "no", "scratch")
)


_TWOS: Final = r"(?:deuces|twos|2s|2['’]s|wilds|wild cards)"
_BOTH_TWOS: Final = re.compile(
    rf"\b(?:(?:they|these|those)(?:['’]re| are) both|both(?: of them)? are)(?: the)?"
    rf" (?:two|2|deuce)s?(?: of)? {SUIT}|\bboth (?:the )?{_TWOS}(?: are)? {SUIT}",
    re.IGNORECASE,
)
"""Which suit wild cards of several melds have; it is marked, as some were told without them."""


def without_reasons(words: Sequence[Word], text: str) -> list[Word]:
    """Return the words; those that only say why a card is told elsewhere are talk.

    What counts or sums up the cards that were told says nothing more.
    """
    told = [match.span() for way in (_JOINED, _COUNTS) for match in way.finditer(text)]
    told += _summings(words, text)
    spans = [match.span() for way in (_REASON, _BOTH_TWOS) for match in way.finditer(text)]
    for match in _WHICH.finditer(text):
        inside = [word for word in words if match.start() <= word.start < match.end()]
        names = {name for word in inside for name in word.means}
        is_talk = any(not word.means or "aside" in word.means for word in inside)
        spans += [match.span()] if is_talk and _NO_TALK.isdisjoint(names) else []
    found: list[Word] = []
    for word in words:
        span = next((each for each in spans if each[0] <= word.start < each[1]), None)
        if span is not None and not (found and found[-1].start == span[0]):
            found.append(replace(word, start=span[0], end=span[1], means={"aside": (1, True)}))
        elif span is None and not any(start <= word.start < end for start, end in told):
            found.append(word)
    return found


_SUMMING: Final = re.compile(
    r"(?:(?<=[.,!?] )so (?:(?:that|it)(?:['’]s| is)|an?|the)|(?<=[.!?] )I know)\b[^.!?]*",
    re.IGNORECASE,
)
_TOLD: Final = ("rank", "plural", "suit", "wild")


def _summings(words: Sequence[Word], text: str) -> Iterator[tuple[int, int]]:
    """Yield what only sums up what was told: "So that's the fours and the run.", ", so a nine"."""
    for match in _SUMMING.finditer(text):
        before = [word for word in words if word.start < match.start()]
        inside = [word for word in words if match.start() <= word.start < match.end()]
        known = {
            (name, word.means[name]) for word in before for name in _TOLD if name in word.means
        }
        again = {
            (name, word.means[name]) for word in inside for name in _TOLD if name in word.means
        }
        if again and again <= known:
            yield match.span()


_THOSE: Final = re.compile(r"\b(?:that|those) $", re.IGNORECASE)
_SO: Final = re.compile(r"\bso,? $", re.IGNORECASE)
_IT_IS: Final = re.compile(r"\s*(?:it is|then)?\s*(?:[,.;!?]|$)", re.IGNORECASE)


def without_told(words: Sequence[Word], text: str) -> list[Word]:
    """Return the words without cards that are only spoken of once more: "..., that joker.".

    So are plurals with "the": "three fours, all red, the fours".
    """
    found: list[Word] = []
    passed = 0
    for at, word in enumerate(words):
        if at >= passed and _SO.search(text[: word.start]):
            end = at + _said_again(words[:at], words[at : at + 2])
            passed = end if _IT_IS.match(text, words[end - 1].end) else 0  # "so three sixes it is"
        if at >= passed and _YES.search(text[max(0, word.start - len(" yeah, ")) : word.start]):
            passed = _end_of_same(words, at)
        if at < passed:
            continue
        before = words[at - 1] if at else word
        end = words[at + 1].start if at + 1 < len(words) else len(text)
        ranks = {
            name: word.means[name] for name in ("rank", "plural", "wild") if name in word.means
        }
        is_talk = at > 0 and (not before.means or "aside" in before.means)
        is_over = end == len(text) or PAUSE.search(text, word.end, end) is not None
        is_told = any(
            rank in other.means.values() for other in words[:at] for rank in ranks.values()
        )
        if is_talk and is_over and is_told and _THOSE.search(text[: word.start]):
            continue
        is_set = "plural" in ranks and any(ranks.items() & other.means.items() for other in found)
        is_last = end == len(text) or STOP.search(text, word.end, end) is not None
        if is_set and is_last and "the" in before.means and before.begins < SENTENCE:
            continue
        found.append(word)
    return found


_YES: Final = re.compile(r"\b(?:yes|yeah|yep|aye),? $", re.IGNORECASE)
_SAME_MOST: Final = 6


def _end_of_same(words: Sequence[Word], at: int) -> int:
    """Return the word behind cards that are told as right before: "..., yes a six and a four"."""
    if not {"and", "another"}.isdisjoint(words[at].means):
        return at  # "an eight, yes, another eight"
    before, after = (
        [
            (spot, (name, word.means[name]))
            for spot, word in enumerate(words)
            for name in ("rank", "plural", "wild")
            if name in word.means and (spot < at) is is_before
        ]
        for is_before in (True, False)
    )
    for length in range(min(_SAME_MOST, len(before), len(after)), 0, -1):
        same, again = before[-length:], after[:length]
        if [card for _, card in same] == [card for _, card in again]:
            return again[-1][0] + 1
    return at


def leave_explained(words: Sequence[Word]) -> list[Word]:
    """Return the words without those that only explain others: "a snowman, that's the eight".

    A word that is not in the table means what explains it: "three mullets, that's sevens".
    """
    found: list[Word] = []
    passed = told = 0
    for at, word in enumerate(words):
        if "thats" not in word.means:
            found += [word] if at >= passed else []
            continue
        if _lists_suit(words, at):
            del found[-2]  # "two hearts, that's king and nine"
            continue
        is_talk = at + 1 < len(words) and words[at + 1].begins >= SENTENCE  # "..., that is."
        again = 0 if is_talk else _said_again(words[:at], words[at + 1 :])
        number = number_of(words[min(at + 1, len(words) - 1)])
        if again:
            passed = at + 1 + again
        elif number == told + 1 and not (words[at + 2 :] and not gap(words, at + 1)):
            told, passed = told + 1, at + 2  # "that's one, ... that's two"
        elif end := _end_of_two(words, at):
            is_told = is_two(words[at - 1])  # "a deuce, that's the two of hearts"
            passed = end - 2 if is_told else end
            talk = replace(word, end=words[end - 1].end, means={"aside": (1, True)})
            found += [] if is_told else [talk]
        elif at and _is_wild_told(words[:at]) and _is_led_rank(words[at + 1 : at + 3]):
            found.append(replace(word, means={"as": (1, True)}))  # "a deuce that's the five"
        else:
            passed, more = _explained(words, at)
            found += more
    return found


def _explained(words: Sequence[Word], at: int) -> tuple[int, list[Word]]:
    """Return the word after those that explain the ones before, and what stands in their place."""
    named = after_article(words, at)
    if named + 1 < len(words) and "set" in words[named].means:
        named += 1  # "that's my set of threes"
    means = words[named].means if named < len(words) else {}
    if "wild" not in means and not _ends_thought(words, named, means):
        return 0, []
    passed = _end_of_explained(words, at, named)
    return passed, _number_told(words, at) if named == at + 1 and passed == 0 else []


def _lists_suit(words: Sequence[Word], at: int) -> bool:
    """Tell whether a word stands between cards of a suit, with their number, and their ranks."""
    if at < 2 or "suit" not in words[at - 1].means or number_of(words[at - 2]) < 2:
        return False
    ranks = 0
    for word in words[at + 1 :]:
        if "rank" in word.means:
            ranks += 1
        elif not {"a", "and", "the"}.issuperset(word.means):
            break
        if ranks == number_of(words[at - 2]):
            return True
    return False


def _is_wild_told(words: Sequence[Word]) -> bool:
    """Tell whether words end with a wild card, perhaps with its suit."""
    last = words[-3] if len(words) > 2 and "suit" in words[-1].means else words[-1]
    return is_any_wild(last.means)


def _is_led_rank(words: Sequence[Word]) -> bool:
    """Tell whether words are an article and a rank."""
    is_led = bool(words) and not {"a", "the"}.isdisjoint(words[0].means)
    return is_led and "rank" in words[-1].means


def _end_of_two(words: Sequence[Word], at: int) -> int:
    """Return the word after those that tell the suit of a two in hand, or of one before, else 0."""
    led, two, of, suit = [*[word.means for word in words[at + 1 : at + 5]], {}, {}, {}, {}][:4]
    is_named = not {"a", "the"}.isdisjoint(led) and two.get("rank") == DEUCE
    if not is_named or "of" not in of or "suit" not in suit:
        return 0
    marks = [word.means for word in words[:at] if {"hand", "melded"} & word.means.keys()]
    is_held = at > 0 and is_two(words[at - 1]) and bool(marks) and "hand" in marks[-1]
    return at + 5 if is_held or any(map(is_two, words[max(0, at - 4) : at - 1])) else 0


def _end_of_explained(words: Sequence[Word], at: int, named: int) -> int:
    """Return the word after those that explain the ones before, 0 if they do not."""
    means = words[named].means if named < len(words) else {}
    is_counted = at > 1 and not _CLASSES["counting"].isdisjoint(words[at - 2].means)
    if is_counted and not words[at - 1].means and _CLASSES["ranked"] & means.keys():
        words[at - 1].means.update(means)
        return named + 1
    before = words[max(0, at - _EXPLAINED_MOST) : at]
    return named + 1 if _is_explained(before, means, named > at + 1) else 0


def _number_told(words: Sequence[Word], at: int) -> list[Word]:
    """Return what "that's" means before a number: nothing where that is of the cards before it."""
    return [replace(words[at], means={"totals": (1, True)})] if _is_total(words, at + 1) else []


def _is_total(words: Sequence[Word], at: int) -> bool:
    """Tell whether a number is a sum; in "that's seven down" it is how many cards there are."""
    if at >= len(words):
        return False
    after = words[at + 1].means if at + 1 < len(words) else {}
    is_number = not {"number", "tens"}.isdisjoint(words[at].means)
    return is_number and _CLASSES["counted_there"].isdisjoint(after)


_EXPLAINED_MOST: Final = 6


def _said_again(before: Sequence[Word], after: Sequence[Word]) -> int:
    """Return how many words only count once more what was said: "... that's all four jacks"."""
    first, second = [*[word.means for word in after[:2]], {}, {}][:2]
    rank = second.get("plural", (0, None))[1]
    ranks = [
        [word.means[name][1] for name in ("rank", "plural") if name in word.means]
        for word in before[-_EXPLAINED_MOST:]
    ]
    number = (first.get("count") or first.get("number") or (0, 0))[1]
    told = _count_told(before, rank)
    if not number or [rank] not in ranks or told not in (0, number):
        return 0
    more = 2 + any("and" in word.means for word in after[2:3])
    rest = _said_again(before, after[more:]) if after[more:] else 0
    return more + rest if rest else 2


def _count_told(words: Sequence[Word], rank: Rank | None) -> int:
    """Return how many cards of a rank were told last, 0 if no number was."""
    single = sum([word.means.get("rank") == (1, rank) for word in words[-2 * _EXPLAINED_MOST :]])
    for number, plural in pairwise(words):
        if plural.means.get("plural") == (1, rank):
            single = number_of(number)
    return single if single > 1 else 0


def _ends_thought(words: Sequence[Word], at: int, means: Mapping[str, Any]) -> bool:
    """Tell whether no more is said of what a word names."""
    more = (
        _CLASSES["goes_on"] if "plural" in means else _CLASSES["goes_on"] | _CLASSES["after_number"]
    )
    return at + 1 >= len(words) or words[at + 1].begins > 0 or more.isdisjoint(words[at + 1].means)


def _is_explained(before: Sequence[Word], means: Mapping[str, Any], is_led: bool) -> bool:
    """Tell whether a card was just said before, in other words."""
    if any(word.means.get("wild", (0, "?")) == means.get("wild") for word in before):
        return True
    if is_wild(means) and before and before[-1].means.get("rank") == DEUCE:
        return True
    if not before or not _CLASSES["new_place"].isdisjoint(before[-1].means):
        return False
    names = [name for name in ("rank", "plural", "suit") if name in means]
    if "suit" in names and not _CLASSES["ranked"].isdisjoint(before[-1].means):
        return False  # "ten of clubs and three sevens, that's the club"
    if is_led and any(word.means.get("rank") == means.get("plural", 0) for word in before):
        return True  # "five of spades, five of hearts, that's the fives"
    return any(
        word.means.get(name) == means[name]
        for word in before
        for name in names
        if is_led or name != "suit"
    )


_CLASSES: Final = {
    "card_words": frozenset({"rank", "plural", "suit", "wild", "count", "number"}),
    # What may stand between cards and their number that is said behind them.
    "links": frozenset(
        {"a", "the", "as", "of", "aside", "next", "and", "with", "from", "up", "sum_for"}
    ),
    "before_card": frozenset({"a", "the", "as", "of", "and"}),
    # What belongs to the card before it.
    "with_card": frozenset({"of", "suit", "plural"}),
    "counting": frozenset({"count", "number", "a", "the", "colour"}),
    "ranked": frozenset({"rank", "plural"}),
    "counted_there": frozenset({"cards", "card", "hand", "melded", "no_hand"}),
    "goes_on": frozenset({"and", "suit", "of", "to", "up", "down", "times"}),
    "after_number": frozenset({"rank", "plural", "wilds"}),
    "new_place": frozenset({"hand", "melded", "next", "and"}),
}
"""Sets of classes of words by what they have in common."""
