"""Finds the steps from a spot between words: over words that only lead over, marks, cards, sums."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import dropwhile, pairwise
from typing import Final, NamedTuple

from scorekeeper.hearing.cards import NOTHING, Game, Heard, LaidCards
from scorekeeper.hearing.chart import Chart
from scorekeeper.hearing.items import Item, Items
from scorekeeper.hearing.places import (
    FREE,
    HAND,
    HELD,
    MELDED,
    OWED,
    THEN,
    Place,
    Places,
    may_close,
)
from scorekeeper.hearing.said import WILDS
from scorekeeper.hearing.words import I_HAVE, ONLY, SENTENCE, Word, is_link
from scorekeeper.rules import Card, Rank

_RANKED: Final = ("rank", "plural")
_CARDS: Final = frozenset({"rank", "plural", "wild", "wilds"})
_CLASSES: Final = {
    # Words that lead from one part to the next and may belong to none.
    "links": frozenset(
        ("and", "next", "with", "a", "the", "perhaps_sorry", "knock", "one")
        + ("makes", "ones", "starts")
    ),
    # Words before a mark that lead on to what it is about.
    "leads": frozenset({"and", "next"}),
    "flags": frozenset({"out", "concealed"}),
    "cards": frozenset({"a", "the", "rank", "count", "number", "suit", "wild"}),
    # What hardly stands between a mark and the cards that it is about.
    "ends": frozenset({HAND, MELDED, "out", "concealed"}),
}
"""Sets of classes of words by what they have in common."""
_TEN: Final = 10
_LOST: Final = 100
"""A word of cards that is not understood counts like so many words of talk."""
_LIST: Final = 3
_AFTER_SUM: Final = 3


class Node(NamedTuple):
    """A spot between words: in which place cards lie, what was said of it, and what stands before.

    ``said`` is 0 for nothing, 1 for cards, 2 for a sum or "nothing". ``before`` is 1 after a marked
    word, 2 after a plural without its number: the two never stand side by side, as the number may
    be in the marked words; it is 3 after a sum. ``order`` is that of suits and ranks in this place.
    """

    at: int
    place: Place
    said: int = 0
    before: int = 0
    order: int = 0


class Edge(NamedTuple):
    """One step of a way; without ``heard`` its words are marked, or only lead over."""

    start: Node
    end: Node
    marked: int = 0
    weak: int = 0
    heard: Heard | None = None


@dataclass
class Steps:
    """The steps over the words of a text.

    ``banned`` are those whose cards the pack does not have besides those said before. If it
    ``is_lenient``, cards may begin the hand though no word says so, and deadwood needs no suits.
    """

    words: Sequence[Word]
    chart: Chart
    game: Game
    places: Places
    is_lenient: bool = False
    banned: set[tuple[int, int, Heard]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._items = Items(self.words, self.chart, self.game)

    def leading_from(self, node: Node, may_mark: bool) -> Iterator[Edge]:
        at = node.at
        if at == len(self.words) or self.chart.effort < 0:
            return
        word = self.words[at]
        if not _CLASSES["links"].isdisjoint(word.means) and "figure" not in word.means:
            # "The" is about all cards up to the suit, if there is one.
            weak = not {"the", "makes"}.isdisjoint(word.means) or self._adds_wild(node)
            yield Edge(node, node._replace(at=at + 1), weak=int(weak))
        for flag in _CLASSES["flags"] & word.means.keys():
            yield Edge(node, node._replace(at=at + 1, before=0), heard=Heard(((flag, True),)))
        yield from self._marks(node, word)
        for place in self.places.reach(node.place, node.said, at):
            yield from self._cards_from(node, place)
            yield from self._sums_from(node, place)
        yield from self._open_hand(node)
        if "aside" in word.means or not word.means:
            before = int(not word.means or node.before == 1)
            if before == 0 or not self._is_owed(node):
                yield Edge(node, node._replace(at=at + 1, before=before), marked=word.count)
        elif (may_mark or self._is_talk(node)) and node.before != 2:
            lost = 0 if is_link(word) else _LOST
            yield Edge(node, node._replace(at=at + 1, before=1), marked=word.count + lost)

    def _adds_wild(self, node: Node) -> bool:
        """Tell whether "with" leads to a wild card in hand: "two aces with a joker" are a meld."""
        after = [word.means for word in self.words[node.at + 1 : node.at + 3]]
        is_wild = any("wild" in means or means.get("rank") == (1, Rank.TWO) for means in after)
        return is_wild and "with" in self.words[node.at].means and node.place.mark == HAND

    def _is_talk(self, node: Node) -> bool:
        """Tell whether words like "in my" stand beside words that are not in the table."""
        if not is_link(self.words[node.at]):
            return False
        after = dropwhile(lambda word: word.means and is_link(word), self.words[node.at :])
        return node.before == 1 or not next(after, self.words[node.at]).means

    def _is_owed(self, node: Node) -> bool:
        """Tell whether a mark has to come after cards in hand: no other talk stands between."""
        return node.place.how == OWED and node.place.mark == HAND and node.said > 0

    # --- words that say where cards lie -----------------------------------------------------------

    def _marks(self, node: Node, word: Word) -> Iterator[Edge]:
        for mark in (HAND, MELDED):
            if mark not in word.means:
                continue
            if not self.places.are_marked:
                yield Edge(node, node._replace(at=node.at + 1, before=0))
                continue
            side = self._side(word, mark, node.at)
            ends = side == "last" or self._ends(node.at + 1)
            for place in self.places.open(mark, node.place, node.said) if side != "last" else ():
                said = node.said if place == node.place else 0
                weak = int(ends and not word.begins)
                yield Edge(node, Node(node.at + 1, place, said), weak=weak)
            if side == "last" and mark == MELDED and node.place.how == FREE and not node.said:
                yield Edge(node, node._replace(at=node.at + 1), weak=1)
            closes = may_close(side) and (ends or word.begins != SENTENCE)
            for place in self.places.close(mark, node.place, node.said) if closes else ():
                yield Edge(node, Node(node.at + 1, place), weak=int(not ends))
        if "others" in word.means and node.place.mark == HAND and node.said:
            yield Edge(node, Node(node.at + 1, self.places.start))
        yield from self._empty_places(node, word)
        yield from self._knocks(node, word)

    def _knocks(self, node: Node, word: Word) -> Iterator[Edge]:
        """Yield steps over a knock and the points that it is for."""
        if not self.game.arranges:
            return
        found = [] if self._ends(node.at + 1) else list(self.chart.find(node.at, "knocking"))
        if word.means.get(HAND) == (1, "knock"):
            found += self.chart.find(node.at + 1, "amount")
        for to, points in found:
            yield Edge(node, node._replace(at=to), heard=Heard((("deadwood_points", points),)))

    def _side(self, word: Word, mark: str, at: int) -> str:
        """Return on which side of a mark the cards are that it is about."""
        side = str(word.means[mark][1])
        if side == HELD:
            return "last"
        before = self.words[at - 1].means if at > 0 else {}
        after = self.words[at + 1].means if at + 1 < len(self.words) else {}
        goes_on = side == "last" and not _CLASSES["cards"].isdisjoint(after)
        if side != "either" and not goes_on:
            return side
        if not _CLASSES["leads"].isdisjoint(before):
            return "first"
        return "last" if "nothing" in before and not word.begins else side

    def _ends(self, at: int) -> bool:
        """Tell whether what was said before a word hardly goes on with it."""
        if at == len(self.words):
            return True
        after = self.words[at + 1].begins if at + 1 < len(self.words) else 0
        if "and" in self.words[at].means and after > SENTENCE:
            return True  # "in hand and I've got"
        return self.words[at].begins > 0 or not _CLASSES["ends"].isdisjoint(self.words[at].means)

    def _empty_places(self, node: Node, word: Word) -> Iterator[Edge]:
        """Yield steps over words such as "no melds", which are a mark and "nothing" in one."""
        for name, mark in (("no_melds", MELDED), ("no_deadwood", HAND), ("no_hand", HAND)):
            place = self.places.told[mark]
            if name not in word.means or node.place.how == OWED:
                continue
            if not self.places.are_marked and name == "no_melds":
                yield Edge(node, node._replace(at=node.at + 1))
                continue
            nothing = self._nothing(place)
            afters = list(self.places.close(mark, place, 2))
            behind = self.words[node.at + 1 :]
            is_more = any(not _CARDS.isdisjoint(more.means) for more in behind)
            is_split = any(
                word.means.get(HAND) == (1, "first")
                and (word.begins >= SENTENCE or not _CLASSES["leads"].isdisjoint(led.means))
                for led, word in pairwise(behind)
            )
            if name == "no_melds" and is_more and not (is_split or self.places.lays_any):
                afters = [self.places.told[HAND]]  # who laid down nothing holds all
            for after in afters:
                yield Edge(node, Node(node.at + 1, after), heard=nothing)

    def _nothing(self, place: Place) -> Heard:
        fact = "deadwood" if place.fact == "cards" else place.fact
        return NOTHING if fact == "melds" else Heard(((fact, LaidCards("", ())),))

    def _unsettled(self, node: Node, place: Place) -> int:
        """Return what speaks against cards that are said to lie here by a mark after them.

        Such a mark belongs to what is said beside it, and hardly to all.
        """
        begins = self.words[node.at].begins
        if place.how not in (OWED, THEN) or place == node.place == self.places.then:
            return 0
        if place.mark == MELDED or self.game.arranges:
            return 0  # in gin the cards tell
        if place.how == THEN and node.place == self.places.start:
            return 0 if self._turns(node) else 2
        if node.place.how == OWED:
            return (begins > 0) + (begins > SENTENCE) if node.said else 0
        if node.said == 0:
            return 0 if begins or node.at > 0 or self.places.tells_melds else 2
        is_turned = node.place.how == FREE and self.lays_later(node.at)
        return int(not begins and node.before != 1) + is_turned

    def lays_later(self, at: int) -> bool:
        """Tell whether a sentence behind begins with where the melds lie: "left. Down there's"."""
        marks = [word.means.get(MELDED, (0, "last"))[1] for word in self.words[at:]]
        return any(
            mark != "last" and word.begins >= SENTENCE
            for mark, word in zip(marks, self.words[at:], strict=True)
        )

    # --- cards and sums ---------------------------------------------------------------------------

    def _cards_from(self, node: Node, place: Place) -> Iterator[Edge]:
        said = node.said if place == node.place else 0
        if said == 2 and not self.game.arranges:
            return
        is_new = node.place.how == FREE or (node.place.how == THEN and not node.said)
        if place == self.places.owed[MELDED] and is_new:
            return
        unsettled = self._unsettled(node, place)
        order = node.order if place == node.place else 0
        unsettled += place.mark == HAND and said == 1 and self._is_sum(node.at)
        is_late = place.mark == HAND and place.how in (OWED, THEN) and not self.game.arranges
        unsettled += 2 * (is_late and self._lists_run(node.at))
        has_suit = any({"suit", "of"} & word.means.keys() for word in self.words[node.at + 1 :][:1])
        if is_late and node.place.how != OWED and not has_suit:
            unsettled += 3 * self._items.tears_list(node.at)
        for item in self._items.cards_at(node.at, place):
            if self._is_doubtful(node, item, place, opens=said == 0):
                continue
            before = 2 if item.lacks_number else 0
            # Who says suits first says no card without one after a suit.
            changes = int(0 < item.order != order > 0 or (order == 1 and item.is_bare))
            end = Node(item.end, place, said if item.heard == NOTHING else 1, before)
            order_after = 0 if place.fact == "melds" else item.order or order
            for after in self._after(end, item, place):
                to = after._replace(order=order_after)
                yield Edge(node, to, weak=unsettled + changes + item.weak, heard=item.heard)

    def _is_doubtful(self, node: Node, item: Item, place: Place, *, opens: bool) -> bool:
        """Tell whether cards are hardly meant here."""
        run_end = self._end_of_run(node.at) if place.how == OWED and place.mark == HAND else 0
        if place.how == THEN and not node.said and self._goes_on_laying(node.at):
            return True
        if (place.how == THEN and item.is_meld) or (item.is_bare and item.end < run_end):
            return True
        if (node.at, item.end, item.heard) in self.banned:
            return True
        after_marked = node.before == 1 or self.words[node.at].after_talk
        if self.words[node.at].after_talk and place.how == node.place.how == OWED:
            return True
        is_left = place.mark == HAND and after_marked and not self.game.arranges
        if is_left and (item.is_meld or self._lists_suit(node.at)):
            return True  # "nursing since the deal" is hardly about a meld
        return self._items.is_unsure(node.at, item, place, after_marked=after_marked, opens=opens)

    def _goes_on_laying(self, at: int) -> bool:
        """Tell whether a meld follows what a mark called melded: "clubs laid, two kings and a two".

        Who laid down nothing holds all.
        """
        before = self.words[:at]
        marks = [word for word in before if not {HAND, MELDED}.isdisjoint(word.means)]
        is_none = any(not {"nothing", "no_melds"}.isdisjoint(word.means) for word in before)
        return bool(marks) and MELDED in marks[-1].means and not is_none and self._lists_set(at)

    def _end_of_run(self, at: int) -> int:
        """Return where the run ends that may be laid down here: its suit is about all its cards."""
        melds = self._items.cards_at(at, self.places.start)
        return max([item.end for item in melds if not item.weak and item.suits_all], default=0)

    def melds_at(self, at: int) -> list[tuple[int, list[Card]]]:
        """Return where melds end that may be said at a word, and their cards."""
        return [
            (item.end, item.heard.cards) for item in self._items.cards_at(at, self.places.start)
        ]

    def _is_sum(self, at: int) -> bool:
        """Tell whether figures are one number that may say what the cards before come to."""
        return self.words[at].means.get("figure", (0, 0))[0] > 1

    def _open_hand(self, node: Node) -> Iterator[Edge]:
        """Yield cards that begin the hand though no word says so: "three kings. Two aces".

        No slip of what was said before may be in them, and they are no list of a suit, which would
        be a meld.
        """
        begins = self.words[node.at].begins
        is_start = node.place == self.places.start
        is_told = begins and node.place == self.places.told[MELDED]
        is_lenient = self.is_lenient or self._turns(node)
        if self.game.arranges or not (node.said and is_lenient):
            return
        if not (is_start or is_told) or self._lists_set(node.at):
            return
        said = {word.means.get(name) for word in self.words[: node.at] for name in _RANKED}
        is_led = not {"a", "one"}.isdisjoint(self.words[node.at].means)
        if is_led and (self.words[node.at].after_talk or begins == I_HAVE):
            said = set()  # "and I have a jack"
        for edge in self._cards_from(node, self.places.then):
            cards = edge.heard.cards if edge.heard else []
            is_last = edge.end.at == len(self.words) and "a" in self.words[node.at].means
            is_told = (begins and all(card.suit for card in cards)) or len(cards) > 1
            is_told = is_told or is_last or begins >= ONLY
            if begins and not is_told:
                continue  # "Jack has two queens"
            if not any((1, card.rank) in said for card in cards if not card.suit):
                yield edge if is_told else edge._replace(weak=edge.weak + 1)

    def _turns(self, node: Node) -> bool:
        """Tell whether people turn to their hand here: "and I have", or talk before a meld."""
        if self.places.tells_hand or self.game.arranges:
            return False
        is_after_talk = node.before == 1 and bool(self.melds_at(node.at))
        return self.words[node.at].begins >= ONLY or is_after_talk

    def _lists_suit(self, at: int) -> bool:
        """Tell whether three or more ranks of one suit are listed here."""
        runs = [meld for _, meld in self.chart.find(at, "one_run")]
        return any(len(meld.cards) >= _LIST for meld in runs)

    def _lists_set(self, at: int) -> bool:
        """Tell whether a meld may be said here, behind "I have" one without wild cards.

        Those that are said "with" a wild card are melds there, too.
        """
        wilds = set(WILDS) if self.words[at].begins > SENTENCE else set()
        return any(
            not {card.rank for card in cards} & wilds
            or any("with" in word.means for word in self.words[at:end])
            for end, cards in self.melds_at(at)
        )

    def _lists_run(self, at: int) -> bool:
        """Tell whether ranks of a suit are told in order, none wild: hardly a hand."""
        runs = [meld for _, meld in self.chart.find(at, "one_run") if not meld.is_range]
        lists = [[card.rank for card in meld.cards] for meld in runs]
        return any(
            len(ranks) >= _LIST
            and not set(ranks) & set(WILDS)
            and {abs(other - rank) for rank, other in pairwise(ranks)} == {1}
            for ranks in lists
        )

    def _after(self, end: Node, item: Item, place: Place) -> Iterator[Node]:
        """Yield where cards lead; a mark among them is about them, as in "kings down, two red"."""
        if not item.mark:
            yield end
        else:
            for after in self.places.close(item.mark, place, 1):
                yield Node(end.at, after)

    def _nothing_from(self, node: Node, place: Place, weak: int) -> Iterator[Edge]:
        nothing = self._nothing(place)
        yield Edge(node, Node(node.at + 1, place, 2), weak=weak, heard=nothing)
        if place.mark == MELDED:
            yield Edge(node, Node(node.at + 1, self.places.then), weak=weak, heard=nothing)
        elif node.place == self.places.told[HAND]:
            yield Edge(node, Node(node.at + 1, self.places.start), weak=weak, heard=nothing)

    def _sums_from(self, node: Node, place: Place) -> Iterator[Edge]:
        said = node.said if place == node.place else 0
        if node.before == _AFTER_SUM or (
            said and not (said == 1 and (place.mark == HAND or self.game.arranges))
        ):
            return
        weak = self._unsettled(node, place)
        if said == 0 and "nothing" in self.words[node.at].means:
            yield from self._nothing_from(node, place, weak)
        sums = self._items.sums_at(node.at, place, is_more=said == 1, adds_up=self.is_lenient)
        for to, points, is_unlikely in sums:
            follows = said == 1 or node.place == self.places.start
            if place.how == OWED and node.said and (points <= _TEN or not follows):
                continue
            facts = [fact for fact in place.sums if fact != "melded_points" or not is_unlikely]
            for fact in facts:
                heard = Heard(((fact, points),))
                yield Edge(node, Node(to, place, 2), weak=weak + is_unlikely, heard=heard)
                if place.fact == "deadwood":
                    after = Node(to, self.places.start, before=_AFTER_SUM)
                    yield Edge(node, after, weak=weak + is_unlikely, heard=heard)
