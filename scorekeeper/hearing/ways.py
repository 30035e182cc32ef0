"""Finds the ways to understand the words of a text, and cuts it into pieces.

A way is a path over the words: the best have the fewest marked words, and all equally good ones are
found. Where all best ways meet, the words are cut into pieces; a piece has one reading, several
that differ in a card or a point, or none.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, takewhile
from typing import Any, Final, NamedTuple

from scorekeeper.hearing.cards import (
    Game,
    LaidCards,
    is_meld,
    lay_cards,
    lay_meld,
    put_in_order,
)
from scorekeeper.hearing.chart import Chart
from scorekeeper.hearing.phrases import ANY_WILD, SaidCard, SaidCards, SaidMeld
from scorekeeper.hearing.places import (
    FREE,
    HAND,
    MELDED,
    OWED,
    THEN,
    Place,
    Places,
    may_close,
    may_end,
)
from scorekeeper.hearing.words import Word
from scorekeeper.rules import Card, Rank, Suit

READINGS_MOST: Final = 4
"""A piece with more readings is marked."""
PATHS_MOST: Final = 200
"""More ways over the words of one piece are not told apart: it is marked."""
_LINKS: Final = frozenset(
    ("and", "next", "with", "a", "the", "perhaps_sorry", "knock", "one") + ("makes",)
)
"""Words that lead from one part to the next and may belong to none."""
_LEADS: Final = frozenset({"and", "next"})
"""Words before a mark that lead on to what it is about."""
_WILDS: Final = (Rank.JOKER, Rank.TWO, ANY_WILD)
_RANKED: Final = ("rank", "plural")
_FLAGS: Final = frozenset({"out", "concealed"})
_ENDS: Final = frozenset({HAND, MELDED, "out", "concealed"})
"""What hardly stands between a mark and the cards that it is about."""
_TEN: Final = 10
_LAYING: Final = 10
"""The effort of finding the cards of a phrase, in steps of the chart."""


class Heard(NamedTuple):
    """What words mean: facts of a hand, and flags."""

    facts: tuple[tuple[str, Any], ...] = ()

    @property
    def cards(self) -> list[Card]:
        return [
            card for _, value in self.facts if isinstance(value, LaidCards) for card in value.cards
        ]


NOTHING: Final = Heard((("melds", None),))


def join(heard: Iterable[Heard]) -> Heard:
    return Heard(tuple([fact for part in heard for fact in part.facts]))


def meaning(heard: Heard) -> tuple[Any, ...]:
    """Return what two readings differ in if they differ: a card, a point or a flag."""
    by_fact: dict[str, Any] = {}
    points = 0
    for name, value in heard.facts:
        if isinstance(value, LaidCards):
            by_fact.setdefault(name, []).extend(value.cards)
            points += value.points
        elif value is not None:
            by_fact[name] = value
    facts = [
        (name, put_in_order(value) if isinstance(value, list) else value)
        for name, value in sorted(by_fact.items())
    ]
    return points, tuple(facts)


class Node(NamedTuple):
    """A spot between words: in which place cards lie, what was said of it, and what stands before.

    ``said`` is 0 for nothing, 1 for cards, 2 for a sum or "nothing". ``before`` is 1 after a marked
    word, 2 after a plural without its number: the two never stand side by side, as the number may
    be in the marked words. ``order`` is that of suits and ranks in this place.
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


class _Item(NamedTuple):
    """What may be said at a word: up to where, what it is, and what speaks against it."""

    end: int
    heard: Heard
    lacks_number: bool
    is_unsure: bool
    weak: int
    mark: str
    order: int
    is_bare: bool
    is_meld: bool = False


Path = tuple[Edge, ...]


class Piece(NamedTuple):
    """Words from one place to another with their readings, none if they are not understood."""

    start: int
    end: int
    readings: tuple[Heard, ...]


@dataclass
class Ways:
    """The ways over the words of a text.

    ``banned`` are the steps whose cards the pack does not have besides those said before; ``weak``
    is how much speaks against the best ways that were found last.
    """

    words: Sequence[Word]
    chart: Chart
    game: Game
    places: Places
    weak: int = 0
    banned: set[tuple[int, int, Heard]] = field(default_factory=set)
    _items: dict[tuple[int, str, str], list[_Item]] = field(default_factory=dict)
    _opens_hand: bool = False

    def pieces(self) -> list[Piece]:
        """Return the words cut into pieces, without those that only lead over."""
        best = self._best(may_mark=False)
        if not best and self.places.may_open:
            self._opens_hand = True
            best = self._best(may_mark=False)
            self._opens_hand = False
        best = best or self._best(may_mark=True)
        if self.chart.effort < 0:
            return []
        starting: dict[Node, list[Edge]] = {}
        for edge in best:
            starting.setdefault(edge.start, []).append(edge)
        found: list[Piece] = []
        for start, end in _cuts(best):
            paths = list(islice(_paths(start, end, starting), PATHS_MOST + 1))
            found += _pieces_of(paths, start.at, end.at if end else len(self.words))
        return found

    def _best(self, *, may_mark: bool) -> list[Edge]:
        """Return the steps of all best ways, in the order of the words; none if there is no way."""
        first = Node(0, self.places.start)
        cost: dict[Node, tuple[int, int]] = {first: (0, 0)}
        into: dict[Node, list[Edge]] = {}
        waiting: list[dict[Node, None]] = [{} for _ in range(len(self.words) + 1)]
        waiting[0][first] = None
        for nodes in waiting:
            for node in nodes:
                marked, weak = cost[node]
                for edge in self._edges(node, may_mark):
                    self.chart.effort -= 1
                    total = (marked + edge.marked, weak + edge.weak)
                    known = cost.get(edge.end)
                    if known is None or total < known:
                        cost[edge.end], into[edge.end] = total, [edge]
                        waiting[edge.end.at][edge.end] = None
                    elif total == known:
                        into[edge.end].append(edge)
        ends = [node for node in waiting[-1] if may_end(node.place, node.said)]
        least = min([cost[node] for node in ends], default=(0, 0))
        self.weak = least[1]
        return _leading_to([node for node in ends if cost[node] == least], into)

    def _edges(self, node: Node, may_mark: bool) -> Iterator[Edge]:
        at = node.at
        if at == len(self.words) or self.chart.effort < 0:
            return
        word = self.words[at]
        if not _LINKS.isdisjoint(word.means) and "figure" not in word.means:
            # "The" is about all cards up to the suit, if there is one.
            yield Edge(node, node._replace(at=at + 1), weak="the" in word.means)
        for flag in _FLAGS & word.means.keys():
            yield Edge(node, node._replace(at=at + 1, before=0), heard=Heard(((flag, True),)))
        yield from self._marks(node, word)
        for place in self.places.reach(node.place, node.said, at):
            yield from self._cards_from(node, place)
            yield from self._sums_from(node, place)
        yield from self._open_hand(node)
        if "aside" in word.means or not word.means:
            before = 0 if word.means else 1
            if before == 0 or not self._is_owed(node):
                yield Edge(node, node._replace(at=at + 1, before=before), marked=word.count)
        elif may_mark and node.before != 2:
            yield Edge(node, node._replace(at=at + 1, before=1), marked=word.count)

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
            for place in self.places.close(mark, node.place, node.said) if may_close(side) else ():
                yield Edge(node, Node(node.at + 1, place), weak=int(not ends))
        yield from self._empty_places(node, word)
        yield from self._knocks(node, word)

    def _knocks(self, node: Node, word: Word) -> Iterator[Edge]:
        """Yield steps over a knock and the points that it is for."""
        if not self.game.arranges:
            return
        found = list(self.chart.find(node.at, "knocking"))
        if word.means.get(HAND) == (1, "knock"):
            found += self.chart.find(node.at + 1, "amount")
        for to, points in found:
            yield Edge(node, node._replace(at=to), heard=Heard((("deadwood_points", points),)))

    def _side(self, word: Word, mark: str, at: int) -> str:
        """Return on which side of a mark the cards are that it is about."""
        side = str(word.means[mark][1])
        before = self.words[at - 1].means if at > 0 else {}
        if side != "either":
            return side
        if not _LEADS.isdisjoint(before):
            return "first"
        return "last" if "nothing" in before and not word.begins else side

    def _ends(self, at: int) -> bool:
        """Tell whether what was said before a word hardly goes on with it."""
        if at == len(self.words):
            return True
        return self.words[at].begins or not _ENDS.isdisjoint(self.words[at].means)

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
            for after in self.places.close(mark, place, 2):
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
            return 2
        if node.place.how == OWED:
            return int(begins and node.said > 0)
        if node.said == 0:
            return 0 if begins or node.at > 0 or self.places.tells_melds else 2
        return int(not begins and node.before != 1)

    # --- cards and sums ---------------------------------------------------------------------------

    def _cards_from(self, node: Node, place: Place) -> Iterator[Edge]:
        said = node.said if place == node.place else 0
        if said == 2 and not self.game.arranges:
            return
        if place == self.places.owed[MELDED] and node.place.how in (FREE, THEN):
            return
        unsettled = self._unsettled(node, place)
        order = node.order if place == node.place else 0
        for item in self._items_at(node.at, place):
            if self._is_unsure(node, item, place) or (place.how == THEN and item.is_meld):
                continue
            if (node.at, item.end, item.heard) in self.banned:
                continue
            before = 2 if item.lacks_number else 0
            # Who says suits first says no card without one after a suit.
            changes = int(0 < item.order != order > 0 or (order == 1 and item.is_bare))
            end = Node(item.end, place, said if item.heard == NOTHING else 1, before)
            order_after = 0 if place.fact == "melds" else item.order or order
            for after in self._after(end, item, place):
                to = after._replace(order=order_after)
                yield Edge(node, to, weak=unsettled + changes + item.weak, heard=item.heard)

    def _open_hand(self, node: Node) -> Iterator[Edge]:
        """Yield cards that begin the hand though no word says so: "three kings. Two aces".

        They have their suit or their number, and no slip of what was said before may be in them.
        """
        if node.before or not (node.said and self._opens_hand and node.place == self.places.start):
            return
        begins = self.words[node.at].begins
        said = {word.means.get(name) for word in self.words[: node.at] for name in _RANKED}
        for edge in self._cards_from(node, self.places.then):
            cards = edge.heard.cards if edge.heard else []
            is_told = (begins and all(card.suit for card in cards)) or len(cards) > 1
            if is_told and not any((1, card.rank) in said for card in cards if not card.suit):
                yield edge

    def _after(self, end: Node, item: _Item, place: Place) -> Iterator[Node]:
        """Yield where cards lead; a mark among them is about them, as in "kings down, two red"."""
        if not item.mark:
            yield end
        else:
            for after in self.places.close(item.mark, place, 1):
                yield Node(end.at, after)

    def _items_at(self, at: int, place: Place) -> list[_Item]:
        """Return what may be said at a word."""
        key = (at, place.phrase, place.fact)
        if key in self._items:
            return self._items[key]
        found: dict[_Item, None] = {}
        if at > 0 and "of" in self.words[at].means and "rank" in self.words[at - 1].means:
            return []  # a card and its suit are not parted
        for end, said in self.chart.find(at, place.phrase):
            self.chart.effort -= _LAYING
            if self.chart.effort > 0:
                item = self._item(at, end, said, place)
                if self._parts_wild(at, end, said):
                    continue
                for heard in self._hear_place(said, place):
                    # Cards that are a whole meld hardly lie in hand.
                    is_odd = place.mark == HAND and is_meld(heard.cards, self.game)
                    whole = item._replace(heard=heard, weak=item.weak + is_odd, is_meld=is_odd)
                    found[whole] = None
        self._items[key] = list(found)
        return self._items[key]

    def _item(self, at: int, end: int, said: SaidMeld | SaidCards, place: Place) -> _Item:
        """Return what speaks against a phrase, whatever cards it is heard as."""
        words = self.words[at:end]
        order = self._order(words)
        weak = int(said.is_weak or said.lacks_number)
        weak += self._follows_link(at) and self._begins_wild(at, said)
        weak += any(_begins(word) for word in words[1:])
        weak += place.fact != "melds" and self._is_led_pair(at, order)
        weak += self._lacks_count(at, said)
        is_bare = "rank" in words[0].means and not self._is_led(at)
        return _Item(
            end=end,
            heard=NOTHING,
            lacks_number=said.lacks_number,
            is_unsure=said.is_weak or said.lacks_number,
            weak=weak,
            mark=said.mark,
            order=order,
            is_bare=is_bare and all("suit" not in word.means for word in words),
        )

    def _hear_place(self, said: SaidMeld | SaidCards, place: Place) -> Iterable[Heard]:
        if not said.cards:
            return [NOTHING]  # it was taken back
        if isinstance(said, SaidMeld):
            return [Heard((("melds", meld),)) for meld in lay_meld(said, self.game)]
        if said.lacks_number and place.fact in ("in_hand", "deadwood"):
            return []
        laid = lay_cards(said.cards, self.game)
        if place.fact == "melds":
            laid = [meld for meld in laid if is_meld(meld.cards, self.game)]
        return [Heard(((place.fact, meld),)) for meld in laid]

    def _is_unsure(self, node: Node, item: _Item, place: Place) -> bool:
        """Tell whether what stands beside words not understood may be no card: "see the nine"."""
        if len(item.heard.cards) != 1 or item.heard.cards[0].suit is not None:
            return item.is_unsure and node.before == 1
        at, means = node.at, self.words[node.at].means
        is_the = "the" in means or (at > 0 and "the" in self.words[at - 1].means)
        if is_the and (node.before == 1 or place.how == THEN):
            return True
        is_bare = item.end == at + 1 and not self._is_led(at)
        if is_bare and node.before == 1:
            return True
        ends = item.end < len(self.words) and not self.words[item.end].means
        return is_bare and "number" in means and (ends or place.how == THEN)

    def _order(self, words: Sequence[Word]) -> int:
        """Return 1 if cards begin with their suit, 2 if they end with it and no "of" before."""
        if "suit" in words[0].means:
            return 1
        last = [word.means for word in words[-2:]]
        return 2 if len(last) == 2 and "suit" in last[1] and "rank" in last[0] else 0

    def _lacks_count(self, at: int, said: SaidMeld | SaidCards) -> bool:
        """Tell whether the number before cards with their suits is theirs: "two fives, ♥ and ♦"."""
        before = self.words[at - 1].means if at > 0 else {}
        follows = at > 1 and "suit" in self.words[at - 2].means and not self.game.arranges
        is_said = follows and before.get("number") == (1, len(said.cards))
        return is_said and "plural" in self.words[at].means and None not in _suits_of(said.cards)

    def _is_led_pair(self, at: int, order: int) -> bool:
        """Tell whether a card is "a ten spades": with an article it hardly lacks its "of"."""
        return order == 2 and (
            self._is_led(at) or not {"a", "one"}.isdisjoint(self.words[at].means)
        )

    def _follows_link(self, at: int) -> bool:
        """Tell whether words like "and a" lead from another part to a word."""
        at = at - 1 if self._is_led(at) else at
        means = self.words[at - 1].means if at > 1 else {}
        return "and" in means or "with" in means

    def _begins_wild(self, at: int, said: SaidMeld | SaidCards) -> bool:
        """Tell whether a meld begins with words like "a deuce", which go with the one before."""
        if not isinstance(said, SaidMeld) or not said.cards:
            return False
        is_led = self._is_led(at) or not {"a", "the", "count"}.isdisjoint(self.words[at].means)
        return is_led and said.cards[0].rank in _WILDS

    def _parts_wild(self, at: int, end: int, said: SaidMeld | SaidCards) -> bool:
        """Tell whether a wild card would begin a meld of which the rest is a thought of its own."""
        if not isinstance(said, SaidMeld) or not said.cards or said.cards[0].rank not in _WILDS:
            return False
        return any(_begins(word) for word in self.words[at + 1 : end])

    def _is_led(self, at: int) -> bool:
        """Tell whether an article stands before a word: "a ten" is a card, not a sum."""
        before = self.words[at - 1].means if at > 0 else {}
        return not {"a", "one", "the"}.isdisjoint(before)

    def _sums_from(self, node: Node, place: Place) -> Iterator[Edge]:
        said = node.said if place == node.place else 0
        if said and not (said == 1 and "deadwood_points" in place.sums):
            return
        weak = self._unsettled(node, place) + (said == 1)
        if said == 0 and "nothing" in self.words[node.at].means:
            nothing = self._nothing(place)
            yield Edge(node, Node(node.at + 1, place, 2), weak=weak, heard=nothing)
            if place.mark == MELDED:
                yield Edge(node, Node(node.at + 1, self.places.then), weak=weak, heard=nothing)
        for to, points, is_unlikely in self._sums_at(node.at, place):
            if (
                place.how == OWED
                and node.said
                and (node.place != self.places.start or points <= _TEN)
            ):
                continue
            for fact in place.sums:
                heard = Heard(((fact, points),))
                yield Edge(node, Node(to, place, 2), weak=weak + is_unlikely, heard=heard)
                if place.fact == "deadwood":
                    yield Edge(node, Node(to, self.places.start), weak=weak, heard=heard)

    def _sums_at(self, at: int, place: Place) -> Iterator[tuple[int, int, bool]]:
        """Yield the end of each sum, and whether no cards make it: then cards are more likely."""
        for to, points in self.chart.find(at, "sum"):
            yield to, points, False
        if not place.bare or ("rank" in self.words[at].means and self._is_led(at)):
            return
        for to, points in self.chart.find(at, "amount"):
            is_odd = to < len(self.words) and not self.words[to].means  # "three things down"
            if points > _TEN or not (is_odd or place.how == THEN):
                yield to, points, points % self.game.step > 0


def _suits_of(cards: Iterable[SaidCard]) -> set[Suit | None]:
    return {card.suit for card in cards}


def _begins(word: Word) -> bool:
    """Tell whether what is said hardly goes on here; with "I used a deuce" it does."""
    is_more = word.repaired or not _MORE.isdisjoint(word.means)
    return word.begins and not is_more and word.means.get("rank") != (1, Rank.TWO)


_MORE: Final = frozenset({"a", "the", "wild"})


def _leading_to(ends: Iterable[Node], into: Mapping[Node, Sequence[Edge]]) -> list[Edge]:
    found: dict[Edge, None] = {}
    nodes = dict.fromkeys(ends)
    for node in (waiting := list(nodes)):
        for edge in into.get(node, ()):
            found[edge] = None
            if edge.start not in nodes:
                nodes[edge.start] = None
                waiting.append(edge.start)
    return sorted(found, key=lambda edge: (edge.start.at, edge.end.at))


def _cuts(edges: Sequence[Edge]) -> Iterator[tuple[Node, Node | None]]:
    """Yield the nodes through which all ways lead, each with the next one, None for the end."""
    ends: dict[int, set[Node]] = {}
    for edge in edges:
        ends.setdefault(edge.end.at, set()).add(edge.end)
    start = furthest = None
    for edge in edges:
        if start is None:
            start, furthest = edge.start, edge.end.at
        elif edge.start.at == furthest and len(ends[furthest]) == 1:
            yield start, edge.start
            start = edge.start
        furthest = max(furthest or 0, edge.end.at)
    if start is not None and furthest is not None:
        # Ways that end in different places end at the same word.
        yield start, None


def _paths(
    start: Node, end: Node | None, starting: Mapping[Node, Sequence[Edge]]
) -> Iterator[Path]:
    waiting: list[tuple[Node, Path]] = [(start, ())]
    while waiting:
        node, path = waiting.pop()
        if node == end or (end is None and node not in starting):
            yield path
            continue
        waiting += [(edge.end, (*path, edge)) for edge in reversed(starting[node])]


def _pieces_of(paths: Sequence[Path], start: int, end: int) -> list[Piece]:
    """Return the pieces of words that can be understood in these ways."""
    if len(paths) > PATHS_MOST:
        return [Piece(start, end, ())]
    by_meaning: dict[tuple[Any, ...], list[Path]] = {}
    for path in paths:
        by_meaning.setdefault(meaning(join(_heard_on(path))), []).append(path)
    best = [min(alike, key=_preference) for alike in by_meaning.values()]
    ways = [tuple([edge for edge in path if edge.heard or edge.marked]) for path in best]
    before = _common(ways)
    after = _common([way[len(before) :][::-1] for way in ways])[::-1]
    middles = [way[len(before) : len(way) - len(after)] for way in ways]
    found = [_piece((edge,)) for edge in before]
    if len(ways) > 1:
        is_marked = any(edge.heard is None for middle in middles for edge in middle)
        readings = [] if is_marked else [join(_heard_on(middle)) for middle in middles]
        spoken = [edge for middle in middles for edge in middle]
        first = min(edge.start.at for edge in spoken)
        found.append(Piece(first, max(edge.end.at for edge in spoken), tuple(readings)))
    return [*found, *[_piece((edge,)) for edge in after]]


def _piece(path: Path) -> Piece:
    heard = tuple([edge.heard for edge in path if edge.heard is not None])
    return Piece(path[0].start.at, path[-1].end.at, heard)


def _heard_on(path: Path) -> list[Heard]:
    return [edge.heard for edge in path if edge.heard is not None]


def _preference(path: Path) -> tuple[Any, ...]:
    """Return the order of ways that mean the same: the fewest melds, then the longest first."""
    lengths = [
        len(value.cards)
        for heard in _heard_on(path)
        for name, value in heard.facts
        if name == "melds" and value is not None
    ]
    marks = [edge.start.at for edge in path if edge.marked]
    return len(lengths), [-length for length in lengths], len(path), [-mark for mark in marks]


def _common(ways: Sequence[Path]) -> Path:
    """Return the steps with which all ways begin: the same words with the same meaning."""
    same = takewhile(
        lambda edges: len({(edge.start.at, edge.end.at, edge.heard) for edge in edges}) == 1,
        zip(*ways, strict=False),
    )
    return tuple([edges[0] for edges in same])
