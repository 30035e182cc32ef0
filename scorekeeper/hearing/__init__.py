"""Hears the cards of a hand in a text that was dictated or typed.

``hear`` is a pure function of the text and the rules of the game. Nothing is guessed: words with
several legal meanings that differ in a card or a point have all of them as readings. Nothing is
lost: words that are not understood are marked. Nothing is invented: no card gets a suit that was
not said, except in gin, where the other cards settle it.
"""

import re
from collections.abc import Sequence
from itertools import islice, product
from typing import Any, Final, NamedTuple

from scorekeeper.hearing.cards import Game, LaidCards, fits, game_of, lay, lay_typed
from scorekeeper.hearing.phrases import ACTS, Chart, Phrases
from scorekeeper.hearing.ways import READINGS_MOST, Heard, Stage, Ways, join, meaning, settle
from scorekeeper.hearing.words import Table, Word, read_words
from scorekeeper.rules import JOKER, MeldCard, Suit, expand_shorthand, read_card

__all__ = [
    "TEXT_MOST",
    "Answer",
    "Game",
    "Table",
    "Vocabulary",
    "command_of",
    "game_of",
    "hear",
    "hear_first",
    "is_chatter",
    "leads",
    "line_of",
    "lines_of",
    "tells_parts",
]

TEXT_MOST: Final = 1000
"""The longest text that is heard (characters)."""
_WORDS_MOST: Final = 180
"""More words than any hand is said in; a text of more is marked whole."""
_EFFORT: Final = 6000
"""The effort spent on a text before it is marked whole; a usual one takes a twentieth of it."""
_WAYS_MOST: Final = 16

Answer = dict[str, Any]
Part = tuple[int, int, tuple[Heard, ...]]
"""A piece of the text from one character to another, and its readings."""


def lines_of(game: Game) -> tuple[str, ...]:
    """Return the lines of text that a game has, the usual one first."""
    return ("gin",) if game.arranges else ("melds", "hand")


class Vocabulary:
    """The table of words and phrases, made ready once."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.phrases = Phrases(table.phrases)


def line_of(text: str, game: Game, vocabulary: Vocabulary) -> str:
    """Return the line of a text about a whole hand.

    Where melds count nothing, cards are in hand unless the text says what is melded or left.
    """
    first = lines_of(game)[0]
    if game.arranges or "melded_points" in game.facts or tells_parts(text, vocabulary):
        return first
    return "hand"


def tells_parts(text: str, vocabulary: Vocabulary) -> bool:
    """Tell whether a text says itself what is melded or left, or who went out."""
    words = read_words(text[:TEXT_MOST], vocabulary.table)
    return any(not _PARTS.isdisjoint(word.means) for word in words)


_PARTS: Final = frozenset({"hand", "melded", "out"})


def is_chatter(text: str, vocabulary: Vocabulary) -> bool:
    """Tell whether a text has no word of cards, numbers, places or corrections."""
    words = read_words(text[:TEXT_MOST], vocabulary.table)
    return all(_LINKS.issuperset(word.means) for word in words)


_LINKS: Final = frozenset({"a", "and", "next", "of"})


def command_of(text: str, vocabulary: Vocabulary) -> str | None:
    """Return the command that a whole text is, if it is one; the page obeys it."""
    return vocabulary.table.commands.get(text.strip().lower().rstrip(".,!"))


_NO_WORDS: Final = re.compile(r"^\W+|\W+$")


def leads(text: str, parts: Sequence[Answer], vocabulary: Vocabulary) -> list[str]:
    """Return what stands before each part if that says whether it is melded or in hand."""
    found, at = [], 0
    for part in parts:
        start = text.index(part["said"], at)
        between = _NO_WORDS.sub("", text[at:start])
        at = start + len(part["said"])
        found.append(between if tells_parts(between, vocabulary) else "")
    return found


def hear_first(
    text: str, lines: Sequence[str], game: Game, vocabulary: Vocabulary
) -> tuple[str, Answer]:
    """Return the first line in which all of a text is read, else the first of all, and the answer.

    A text that says itself what is melded or left is one about a whole hand.
    """
    if tells_parts(text, vocabulary):
        lines = lines_of(game)[:1]
    answers = [(line, hear(text, line, game, vocabulary)) for line in lines]
    return next((answer for answer in answers if answer[1]["status"] != "unread"), answers[0])


def hear(text: str, line: str, game: Game, vocabulary: Vocabulary) -> Answer:
    """Return what was said or typed in one of the ``lines_of`` a game, part by part."""
    if not text.strip():
        return {"status": "empty", "melds": [], "parts": []}
    if len(text) > TEXT_MOST:
        return _answer(text, [(0, len(text), ())])
    typed = _read_notation(_BRACKETS.sub(" ", text), line, game)
    if not typed and _SUIT_BEHIND.search(text):
        # Spoken, a suit goes before its rank as well: all cards would be of the suit before.
        return _answer(text, [(0, len(text), ())])
    spoken, is_weak = _spoken(text, line, game, vocabulary)
    return _answer(text, _join_readings(text, [] if typed and is_weak else spoken, typed))


def _spoken(text: str, line: str, game: Game, vocabulary: Vocabulary) -> tuple[list[Part], bool]:
    """Return the parts of a text as speech, and whether something speaks against them."""
    words = read_words(text, vocabulary.table)
    chart = Chart(words, vocabulary.phrases, ACTS, effort=_EFFORT)
    ways = [Ways(words, chart, game, *section) for section in find_sections(words, line, game)]
    pieces = settle(ways, game) if len(words) <= _WORDS_MOST else []
    if len(words) > _WORDS_MOST or chart.effort <= 0:
        return [(words[0].start, words[-1].end, ())], True
    parts = [
        (words[piece.start].start, words[piece.end - 1].end, piece.readings) for piece in pieces
    ]
    return parts, any(way.weak for way in ways)


# --- the sections of a line: melds, what is in hand, and the deadwood of gin ----------------------
# Words such as "left with" begin a hand; said last, as in "two queens left", they end it, and where
# it began is tried.

_MARKS: Final = ("hand", "melded")
_EMPTY: Final = frozenset({"and", "next", "with", "a", "the", "out", "concealed"})


class Section(NamedTuple):
    """Words from ``first`` to ``last`` with the stages that they go through.

    With ``needs_all`` something is said in each stage.
    """

    first: int
    last: int
    stages: tuple[Stage, ...]
    needs_all: bool = False


class _Mark(NamedTuple):
    """The words of a mark; ``is_last`` is true where they surely end a section."""

    first: int
    last: int
    name: str
    is_last: bool


def find_sections(words: Sequence[Word], line: str, game: Game) -> list[Section]:
    """Return the sections of a line, which is ``melds``, ``hand`` or ``gin``."""
    marks = _marks(words, ("hand",) if line == "hand" else _MARKS)
    bounds = [0, *[place for mark in marks for place in (mark.first, mark.last)], len(words)]
    spans = list(zip(bounds[::2], bounds[1::2], strict=True))
    melds, left, whole = _stages(line, game)
    if line == "hand" or not marks:
        return [Section(first, last, (whole,)) for first, last in spans if first < last]
    owners = _owners(marks, [_is_empty(words, *span) for span in spans])
    found = []
    for number, (first, last) in enumerate(spans):
        if first < last:
            stages, needs_all = _find_stages(number, owners, melds, left)
            found.append(Section(first, last, stages, needs_all))
    return found


def _stages(line: str, game: Game) -> tuple[Stage, Stage, Stage]:
    """Return the stages of melds, of what is left, and of a line that does not tell them apart."""
    sums = [fact for fact in ("melded_points", "in_hand_points") if fact in game.facts]
    if line == "gin":
        points = ("deadwood_points",)
        return (
            Stage("melds", "gin_cards", ()),
            Stage("deadwood", "gin_cards", points),
            Stage("cards", "gin_cards", points),
        )
    melds = Stage("melds", "meld", tuple(sums), bare=False)
    hand = Stage("in_hand", "card", ("in_hand_points",))
    return melds, hand, hand if line == "hand" else melds


def _marks(words: Sequence[Word], names: Sequence[str]) -> list[_Mark]:
    """Return the marks of sections; two of a kind side by side are one."""
    found: list[_Mark] = []
    for at, word in enumerate(words):
        name = next((name for name in names if name in word.means), None)
        if name is None:
            continue
        before = found[-1] if found else None
        if before and before.name == name and _is_empty(words, before.last, at):
            found[-1] = before._replace(last=at + 1)
        else:
            is_last = name == "melded" and at > 0 and "nothing" in words[at - 1].means
            found.append(_Mark(at, at + 1, name, is_last))
    return found


def _is_empty(words: Sequence[Word], first: int, last: int) -> bool:
    return all(not _EMPTY.isdisjoint(word.means) for word in words[first:last])


_Owner = tuple[str, bool]
"""The name of a mark, and whether it was said after the words that it is about."""


def _owners(marks: Sequence[_Mark], are_empty: Sequence[bool]) -> list[_Owner | None]:
    """Return for each span the mark that is about it; one said last is about what stands before."""
    owners: list[_Owner | None] = [None] * len(are_empty)
    for number in range(len(marks) - 1, -1, -1):
        mark = marks[number]
        is_last = mark.is_last or are_empty[number + 1] or owners[number + 1] is not None
        about = number if is_last else number + 1
        if not are_empty[about]:
            owners[about] = (mark.name, is_last)
    if marks and marks[0].name == "melded" and are_empty[0] and owners[1:2] == [("hand", True)]:
        owners[1] = ("both", True)
    return owners


def _find_stages(
    number: int, owners: Sequence[_Owner | None], melds: Stage, left: Stage
) -> tuple[tuple[Stage, ...], bool]:
    """Return the stages of a span, and whether something is said in each."""
    told = melds._replace(sums=melds.sums[:1], bare=True)
    match owners[number]:
        case ("hand", False):
            return (left,), False
        case ("hand", True):
            return (melds, left), False
        case ("both", True):
            return (told, left), True
        case ("melded", _):
            return (told,), False
    after_melds = number > 0 and owners[number - 1] == ("melded", True)
    return ((left,) if after_melds else (melds,)), False


# --- typed notation, which the line takes as well -------------------------------------------------

_BRACKETS: Final = re.compile(r"[\[\]()]")
_SUIT_BEHIND: Final = re.compile(r"(?<![♠♥♦♣])(?i:10|[2-9atjqk])\ufe0f?[♠♥♦♣]")
_BETWEEN_MELDS: Final = re.compile(r"[,;/\n]")
_BETWEEN_CARDS: Final = re.compile(r"[,;/\s]+")


def _read_notation(text: str, line: str, game: Game) -> list[Heard]:
    """Return the readings of a text as notation; none if it is no notation of legal cards."""
    if line != "melds":
        cards = _read_typed(_BETWEEN_CARDS.sub(" ", text), game)
        if cards is None or any(name for _, name in cards):
            return []
        fact = "cards" if game.arranges else "in_hand"
        heard = [Heard(((fact, lay([card for card, _ in cards])),))]
    else:
        melds = [
            lay_typed(cards, game) if (cards := _read_typed(line, game)) else []
            for line in _BETWEEN_MELDS.split(text)
            if line.strip()
        ]
        ways = islice(product(*melds), READINGS_MOST + 1)
        heard = [Heard(tuple([("melds", meld) for meld in way])) for way in ways]
    return [meld for meld in heard if meld.cards and fits(meld.cards, game)]


def _read_typed(text: str, game: Game) -> tuple[MeldCard, ...] | None:
    """Return the cards of a text in the notation or its shorthand, None if it is neither."""
    found = []
    for token in expand_shorthand(text).split():
        head, equals, tail = token.partition("=")
        card, name = read_card(head), read_card(tail)
        if card is None or (equals and name in (None, JOKER)):
            return None
        if not (isinstance(card.suit, Suit) or card == JOKER or card in game.suitless):
            return None
        found.append(MeldCard(card, name))
    return tuple(found)


def _join_readings(text: str, spoken: list[Part], typed: list[Heard]) -> list[Part]:
    """Return the parts of the one that reads all of the text, or both as readings of the whole."""
    if not typed:
        return spoken
    start, end = len(text) - len(text.lstrip()), len(text.rstrip())
    if not spoken or any(not readings for _, _, readings in spoken):
        return [(start, end, tuple(typed))]
    ways = islice(product(*[readings for _, _, readings in spoken]), _WAYS_MOST)
    said = {meaning(join(way)): join(way) for way in ways}
    both = said | {meaning(heard): heard for heard in typed}
    if len(both) == len(said):
        return spoken
    every = tuple(both.values())
    return [(start, end, every if len(every) <= READINGS_MOST else ())]


# --- the answer -----------------------------------------------------------------------------------


def _answer(text: str, parts: Sequence[Part]) -> Answer:
    written: list[Answer] = []
    sure: list[Heard] = []
    for start, end, readings in _with_hands_joined(parts):
        part: Answer = {"said": text[start:end]}
        if len(readings) == 1:
            part |= _facts_of(readings[0])
            sure.append(readings[0])
        elif readings:
            part["asked"] = [_facts_of(heard) for heard in readings]
        else:
            part["unread"] = True
        written.append(part)
    return {"status": _status(written), "melds": [], **_facts_of(join(sure)), "parts": written}


def _status(parts: Sequence[Answer]) -> str:
    for status, key in (("unread", "unread"), ("asked", "asked")):
        if any(key in part for part in parts):
            return status
    return "understood" if parts else "empty"


def _with_hands_joined(parts: Sequence[Part]) -> list[Part]:
    """Return the parts; cards of one hand that were said side by side are joined into one."""
    found: list[Part] = []
    for part in parts:
        if found and _hand_of(part) and _hand_of(part) == _hand_of(found[-1]):
            start, _, (before,) = found.pop()
            found.append((start, part[1], (join([before, *part[2]]),)))
        else:
            found.append(part)
    return found


def _hand_of(part: Part) -> str | None:
    """Return the fact of a hand whose cards a part surely gives, if there is one."""
    readings = part[2]
    names = {name for heard in readings for name, _ in heard.facts}
    if len(readings) != 1 or len(names) != 1:
        return None
    name = names.pop()
    return name if name in ("in_hand", "cards", "deadwood") else None


def _facts_of(heard: Heard) -> Answer:
    found: Answer = {}
    for name, value in heard.facts:
        if name == "melds":
            found.setdefault("melds", []).extend([value.text] if value else [])
        elif isinstance(value, LaidCards):
            found[name] = " ".join([fact for fact in (found.get(name), value.text) if fact])
        else:
            found[name] = value
    return found
