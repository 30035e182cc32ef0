"""Hears the cards of a hand in a text that was dictated or typed.

``hear`` is a pure function of the text and the rules of the game. Nothing is guessed: words with
several legal meanings that differ in a card or a point have all of them as readings. Nothing is
lost: words that are not understood are marked. Nothing is invented: no card gets a suit that was
not said, except in gin, where the other cards settle it.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import islice, pairwise, product
from typing import Any, Final

from scorekeeper.hearing.cards import (
    READINGS_MOST,
    Game,
    Heard,
    LaidCards,
    fits,
    game_of,
    join,
    lay,
    lay_typed,
    meaning,
)
from scorekeeper.hearing.chart import Chart, Phrases
from scorekeeper.hearing.freely import (
    Freely,
    has_meld_in_hand,
    holds,
    ways_around_melds,
    ways_to_read,
)
from scorekeeper.hearing.phrases import ACTS
from scorekeeper.hearing.places import Places
from scorekeeper.hearing.players import names_astray, names_joined, part_by_names
from scorekeeper.hearing.reading import read_words
from scorekeeper.hearing.repairs import add_repairs
from scorekeeper.hearing.restarts import without_restarts
from scorekeeper.hearing.settle import is_whole_hand, settle
from scorekeeper.hearing.ways import Piece, Ways
from scorekeeper.hearing.words import Table, Word, fit_meanings, is_link, split
from scorekeeper.rules import JOKER, MeldCard, Suit, expand_shorthand, read_card

__all__ = [
    "TEXT_MOST",
    "Answer",
    "Game",
    "Table",
    "Vocabulary",
    "command_of",
    "corrected",
    "game_of",
    "has_unknown",
    "hear",
    "hear_deal",
    "hear_first",
    "is_besides",
    "is_chatter",
    "leads",
    "line_of",
    "lines_of",
    "names_card",
    "said_by_name",
    "tells_parts",
    "whose_is_unclear",
]

TEXT_MOST: Final = 1000
"""The longest text that is heard (characters)."""
_WORDS_MOST: Final = 180
"""More words than any hand is said in; a text of more is marked whole."""
_TOKENS_MOST: Final = 400
"""More words and figures, with those that say nothing, than any hand is said in."""
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
    is_talk = any(not word.means or "aside" in word.means for word in words)
    return all(map(is_link, words)) and (
        is_talk or all("sound" not in word.means for word in words)
    )


def has_unknown(text: str, vocabulary: Vocabulary) -> bool:
    """Tell whether a word of a text is not in the table."""
    return any(not word.means for word in read_words(text[:TEXT_MOST], vocabulary.table))


def names_card(text: str, vocabulary: Vocabulary) -> bool:
    """Tell whether a text has a word of cards, and not of their number or suits alone."""
    words = read_words(text[:TEXT_MOST], vocabulary.table)
    return any(not _NAMES.isdisjoint(word.means) for word in words)


_NAMES: Final = frozenset({"rank", "plural", "wild", "wilds"})


def command_of(text: str, vocabulary: Vocabulary) -> str | None:
    """Return the command that a whole text is, if it is one; the page obeys it."""
    return vocabulary.table.commands.get(_MARKS.sub("", text.strip().lower()).replace("’", "'"))


_MARKS: Final = re.compile(r"[.,!]")


def corrected(text: str, before: str, vocabulary: Vocabulary) -> str:
    """Return what was said ``before`` with a text that corrects it; "" if the text does not."""
    words = read_words(text[:TEXT_MOST], vocabulary.table)
    means = words[0].means if words else {}
    if "afresh" in means:
        return text[words[0].end :]
    if "next" in means or _CORRECTS.isdisjoint(means):
        return ""
    return f"{before.strip(' .,')}, {_NOT_THE.sub('scratch the ', text)}"


_CORRECTS: Final = frozenset({"sorry", "scratch", "scratch_the", "no", "but"})
_NOT_THE: Final = re.compile(r"^\W*not (the|my) ", re.IGNORECASE)
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


def said_by_name(
    text: str, names: Sequence[str], vocabulary: Vocabulary, *, own: str = ""
) -> tuple[dict[str, str], list[str]]:
    """Return what a text about a deal says of each player by name, and what of nobody.

    What stands before the first name is of the player in whose line it was said, the ``own`` one,
    unless that player is named as well.
    """
    if len(text) > TEXT_MOST:
        return {}, [text]
    told: dict[str, list[str]] = {}
    parts = part_by_names(text, names, vocabulary.table)
    named = {part.name for part in parts} - {""}
    for name, start, end in parts:
        said = text[start:end].strip(" ,.;")
        is_own = not name and named and own not in named and _tells_hand(said, vocabulary)
        told.setdefault(own if is_own else name, []).append(said)
    unread = [said for said in told.pop("", []) if read_words(said, vocabulary.table)]
    return {name: ". ".join(said) for name, said in told.items()}, unread


def is_besides(text: str, vocabulary: Vocabulary) -> bool:
    """Tell whether a text is of no hand: talk, "no", what the form asks ("the stock ran out")."""
    words = read_words(text, vocabulary.table)
    are_besides = [not _BESIDES.isdisjoint(word.means) for word in words]
    is_talk = all(is_link(word) or beside for word, beside in zip(words, are_besides, strict=True))
    return is_chatter(text, vocabulary) or (is_talk and any(are_besides))


_BESIDES: Final = frozenset({"unsaid", "sorry", "scratch", "scratch_the", "no", "but"})


def _tells_hand(text: str, vocabulary: Vocabulary) -> bool:
    words = read_words(text, vocabulary.table)
    return any(not _TELLS.isdisjoint(word.means) for word in words)


_TELLS: Final = frozenset(
    ("rank", "plural", "suit", "wild", "wilds", "number", "tens", "count", "nothing", "no_melds")
    + ("no_hand", "hand", "melded", "out")
)


def whose_is_unclear(
    text: str, names: Sequence[str], vocabulary: Vocabulary, *, own: str = ""
) -> list[str]:
    """Return the words of a text that make it unclear whose cards it tells; none if it is clear.

    They are names that are not known or stand elsewhere, and what stands before the first name,
    unless it is chatter or said in the line of an ``own`` player.
    """
    if len(text) > TEXT_MOST:
        return []
    told, unread = said_by_name(text, names, vocabulary, own=own)
    astray = names_astray(text, names, vocabulary.table)
    before = [said for said in unread if told and not is_besides(said, vocabulary)]
    joined = names_joined(text, names, vocabulary.table)
    return [said for said in before if not any(name in said for name in astray)] + astray + joined


def hear_deal(text: str, names: Sequence[str], game: Game, vocabulary: Vocabulary) -> Answer:
    """Return what was said of each player by name, and the words that are about nobody."""
    told, unread = said_by_name(text, names, vocabulary)
    line = lines_of(game)[0]
    players = {
        name: hear(said, line, game, vocabulary, share=len(told)) for name, said in told.items()
    }
    return {"players": players, "unread": unread}


def hear(text: str, line: str, game: Game, vocabulary: Vocabulary, *, share: int = 1) -> Answer:
    """Return what was said or typed in one of the ``lines_of`` a game, part by part.

    The ``share`` is how many texts of this kind are heard at once: each has less time.
    """
    if not text.strip():
        return {"status": "empty", "melds": [], "parts": []}
    if len(text) > TEXT_MOST:
        return _answer(text, [(0, len(text), ())])
    typed = _read_notation(_BRACKETS.sub(" ", text), line, game)
    spoken, is_weak = _spoken(text, line, game, vocabulary, effort=_EFFORT // share)
    parts = _join_readings(text, [] if typed and is_weak else spoken, typed)
    return _answer(text, _in_order(_with_knock(text, parts) if game.arranges else parts))


_KNOCKED: Final = re.compile(r"(?:(?:who|has|had) )?k?nock(?:s\b|ed\b|(?=$|\.))", re.IGNORECASE)
"""How a text begins that tells what one player did who knocked."""


def _with_knock(text: str, parts: list[Part]) -> list[Part]:
    """Return the parts of a text; if it begins with a knock, its player ended the deal."""
    knock = _KNOCKED.match(text)
    if knock and (not parts or parts[0][0] >= knock.end()):
        return [(0, knock.end(), (_OUT,)), *parts]
    if knock:
        parts[0] = (*parts[0][:2], tuple([join([_OUT, heard]) for heard in parts[0][2]]))
    return parts


_OUT: Final = Heard((("out", True),))


def _spoken(
    text: str, line: str, game: Game, vocabulary: Vocabulary, *, effort: int
) -> tuple[list[Part], bool]:
    """Return the parts of a text as speech, and whether something speaks against them."""
    if len(text) > _TOKENS_MOST and len(split(text)) > _TOKENS_MOST:
        return [(len(text) - len(text.lstrip()), len(text.rstrip()), ())], True
    words = _last_start(read_words(text, vocabulary.table))
    words = add_repairs(without_restarts(words, text))
    if not words:
        return [], False
    for word in words:
        if "laid_off" in word.means:  # in gin from what was left, else to what is melded
            word.keep(**({"hand": "first"} if game.arranges else {"melded": "first"}))
    reader = _Reader(line, game, vocabulary.phrases, effort)
    pieces = reader.read(words) if len(words) <= _WORDS_MOST else []
    if len(words) > _WORDS_MOST or reader.effort <= 0:
        return [(words[0].start, words[-1].end, ())], True
    is_weak = reader.is_weak
    is_lost = _is_any_lost(pieces, words)
    if is_lost or _is_any_sound(pieces, words):
        spoken, freely = _read_freely(reader, words, text)
        if freely:
            return _with_left_out(_parts_of(freely, spoken), words, spoken), True
    spoken, around = _read_around_melds(reader, words, text, () if is_lost else pieces)
    return (_parts_of(around, spoken), True) if around else (_parts_of(pieces, words), is_weak)


def _parts_of(pieces: Sequence[Piece], words: Sequence[Word]) -> list[Part]:
    """Return the parts of a text, without talk that stands among the words of another part."""
    found = []
    for piece in pieces:
        spoken = words[piece.start : piece.end]
        start, end = min([word.start for word in spoken]), max([word.end for word in spoken])
        is_talk = not piece.readings and all(not word.means or is_link(word) for word in spoken)
        found.append((start, end, piece.readings, is_talk))
    return [
        (start, end, readings)
        for start, end, readings, is_talk in found
        if not (is_talk and any(first < start < last for first, last, _, _ in found))
    ]


def _in_order(parts: Sequence[Part]) -> list[Part]:
    """Return the parts of a text, none of which reaches into another.

    A suit that was told behind other cards is of a part before them.
    """
    found: list[Part] = []
    for start, end, readings in sorted(parts, key=lambda part: part[:2]):
        first = max(start, found[-1][1] if found else start)
        if first < end or start == end >= first:
            found.append((first, end, readings))
        else:
            before = found.pop()
            ways = [join(way) for way in product(before[2], readings)]
            found.append((*before[:2], tuple(ways) if len(ways) <= READINGS_MOST else ()))
    return found


def _last_start(words: Sequence[Word]) -> list[Word]:
    """Return the words from where people last said that they start again."""
    starts = [at + 1 for at, word in enumerate(words) if "afresh" in word.means]
    return list(words[max(starts, default=0) :])


class _Reader:
    """Reads words in a line of a game as long as its ``effort`` lasts."""

    def __init__(self, line: str, game: Game, phrases: Phrases, effort: int) -> None:
        self.effort = effort
        self.is_weak = False
        self.line = line
        self.game = game
        self._phrases = phrases

    def read(self, words: Sequence[Word]) -> list[Piece]:
        chart = Chart(words, self._phrases, ACTS, effort=self.effort)
        ways = Ways(words, chart, self.game, Places(words, self.line, self.game))
        pieces = settle(ways, self.game)
        self.is_weak = ways.weak > 0
        if self.game.arranges and _is_any_lost(pieces, words):
            # A whole hand is arranged, wherever it is said to lie.
            anywhere = Places(words, "", self.game)
            whole = settle(Ways(words, chart, self.game, anywhere), self.game)
            if is_whole_hand(whole) and not _is_any_lost(whole, words):
                pieces = whole
        self.effort = chart.effort
        return pieces


_Read = tuple[Sequence[Word], Sequence[Piece]]
"""Words as they were read, and the pieces of them."""


def _read_freely(reader: _Reader, words: Sequence[Word], text: str) -> _Read:
    """Return the words that are left where the others are talk, and the pieces of these; or none.

    Of ways that change equally much and mean different things each is a reading.
    """
    return _read_ways(reader, ways_to_read(words, text, marks=reader.line == "melds"), words)


def _read_ways(reader: _Reader, every: Iterable[Sequence[Freely]], words: Sequence[Word]) -> _Read:
    for ways in every:
        found: dict[Any, _Read] = {}
        for way in ways:
            read = fit_meanings(way.words, words)
            pieces = reader.read(read) if read and reader.effort > 0 else []
            if holds(way, pieces, reader.game):
                means = [tuple(map(meaning, piece.readings)) for piece in pieces if piece.readings]
                whole = [ways[0] for ways in means if len(ways) == 1]
                asked = tuple([ways for ways in means if len(ways) > 1])
                found.setdefault((tuple(sorted(map(str, whole))), asked), (way.words, pieces))
        if found:
            return _one_way(list(found.values()))
    return (), ()


def _read_around_melds(
    reader: _Reader, words: Sequence[Word], text: str, pieces: Sequence[Piece]
) -> _Read:
    """Return the way to read words in which no meld lies in hand, where one does; or none.

    There are no pieces where words are lost.
    """
    first = join([heard for piece in pieces for heard in piece.readings[:1]])
    if reader.line != "melds" or (pieces and not has_meld_in_hand(first)):
        return (), ()
    return _read_ways(reader, [ways_around_melds(words, text)], words)


def _one_way(ways: Sequence[_Read]) -> _Read:
    """Return the only way to read words, the one of them that is sure, or one piece of all."""
    sure = [way for way in ways if all(len(piece.readings) < 2 for piece in way[1])]
    if len(sure) == 1 or len(ways) == 1:
        return (sure or ways)[0]
    if len(sure) < len(ways) or len(ways) > READINGS_MOST:
        return (), ()
    words = max([words for words, _ in ways], key=len)
    heard = [[piece.readings[0] for piece in pieces if piece.readings] for _, pieces in ways]
    return words, [Piece(0, len(words), tuple([join(readings) for readings in heard]))]


def _with_left_out(
    parts: Sequence[Part], words: Sequence[Word], spoken: Sequence[Word]
) -> list[Part]:
    """Return the parts with the words that were left out: talk, and counts beside their cards."""
    starts = {word.start for word in spoken}
    left_out = [word for word in words if word.start not in starts]
    found = list(parts)
    for word in left_out:
        if not is_link(word):
            near = min(found, key=lambda part: abs(part[0] - word.start))
            found.remove(near)
            found.append((min(near[0], word.start), max(near[1], word.end), near[2]))
    talk = [
        (word.start, word.end, ())
        for word in left_out
        if not any(start < word.end <= end for start, end, _ in found)
    ]
    talked = [word.end for word in left_out if not word.means or "aside" in word.means]
    return [
        part
        for part in _join_talk(sorted([*found, *talk], key=lambda part: part[0]), words)
        if part[2] or any(part[0] < end <= part[1] for end in talked)
    ]


def _join_talk(parts: Sequence[Part], words: Sequence[Word]) -> list[Part]:
    """Return the parts; talk of words side by side is one part."""
    after = {word.end: following.start for word, following in pairwise(words)}
    found: list[Part] = []
    for part in parts:
        is_more = found and not part[2] and not found[-1][2] and after.get(found[-1][1]) == part[0]
        found.append((found.pop()[0], part[1], ()) if is_more else part)
    return found


def _is_any_lost(pieces: Sequence[Piece], words: Sequence[Word]) -> bool:
    """Tell whether words are not understood that are no chatter."""
    lost = [
        word for piece in pieces if not piece.readings for word in words[piece.start : piece.end]
    ]
    return not all(map(is_link, lost))


def _is_any_sound(pieces: Sequence[Piece], words: Sequence[Word]) -> bool:
    """Tell whether a word stands alone and is not understood that sounds like a number."""
    alone = [words[piece.start : piece.end] for piece in pieces if not piece.readings]
    return any(all("sound" in word.means for word in few) for few in alone)


# --- typed notation, which the line takes as well -------------------------------------------------

_BRACKETS: Final = re.compile(r"[\[\]()]")
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
        part: Answer = {"said": text[start:end].lstrip(" ,.;")}
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
