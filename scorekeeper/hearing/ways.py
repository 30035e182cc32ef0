"""Finds the ways to understand words, and chooses among the readings of all pieces of a line.

A way is a path over the words: the best have the fewest marked words, and all equally good ones are
found. Where all best ways meet, the words are cut into pieces; a piece has one reading, several
that differ in a card or a point, or none. The pack decides which of them go together, and in gin
also what is preferred.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, product, takewhile
from math import prod
from typing import Any, Final, NamedTuple

from scorekeeper.hearing.cards import (
    Game,
    LaidCards,
    fits,
    is_meld,
    lay_cards,
    lay_meld,
    put_in_order,
)
from scorekeeper.hearing.phrases import ANY_WILD, Chart, SaidCards, SaidMeld
from scorekeeper.hearing.words import Word
from scorekeeper.rules import Card, Rank, best_arrangement

PATHS_MOST: Final = 64
"""More ways over the words of one piece are not told apart: it is marked."""
_LINKS: Final = frozenset({"and", "next", "with", "a", "the"})
"""Words that lead from one part to the next and may belong to none."""
_FLAGS: Final = frozenset({"out", "concealed"})
_LAYING: Final = 10
"""The effort of finding the cards of a phrase, in steps of the chart."""


class Stage(NamedTuple):
    """A place where cards are said: the fact of a hand, the phrases and the sums that it may have.

    ``bare`` is true if a number needs no "points" to be the sum.
    """

    fact: str
    phrase: str
    sums: tuple[str, ...]
    bare: bool = True


class Heard(NamedTuple):
    """What words mean: facts of a hand, and flags."""

    facts: tuple[tuple[str, Any], ...] = ()

    @property
    def cards(self) -> list[Card]:
        return [
            card for _, value in self.facts if isinstance(value, LaidCards) for card in value.cards
        ]


_NOTHING: Final = Heard((("melds", None),))


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
    """A place between words: in which stage, what was said in it, and what stands before.

    ``said`` is 0 for nothing, 1 for cards, 2 for a sum or "nothing". ``before`` is 1 after a marked
    word, 2 after a plural without its number: the two never stand side by side, as the number may
    be in the marked words.
    """

    at: int
    stage: int
    said: int = 0
    before: int = 0


class Edge(NamedTuple):
    """One step of a way; without ``heard`` its words are marked, or only lead over."""

    start: Node
    end: Node
    marked: int = 0
    weak: int = 0
    heard: Heard | None = None


Path = tuple[Edge, ...]


class Piece(NamedTuple):
    """Words from one place to another with their readings, none if they are not understood."""

    start: int
    end: int
    readings: tuple[Heard, ...]


@dataclass
class Ways:
    """The ways over the words from ``first`` to ``last``, through the stages in their order.

    ``banned`` are the steps whose cards the pack does not have besides those said before; ``weak``
    is how much speaks against the best ways that were found last.
    """

    words: Sequence[Word]
    chart: Chart
    game: Game
    first: int
    last: int
    stages: tuple[Stage, ...]
    needs_all: bool = False
    weak: int = 0
    banned: set[tuple[int, int, Heard]] = field(default_factory=set)
    _items: dict[tuple[int, int], list[tuple[int, Heard, bool, int]]] = field(default_factory=dict)

    def pieces(self) -> list[Piece]:
        """Return the words cut into pieces, without those that only lead over."""
        best = self._best(may_mark=False) or self._best(may_mark=True)
        if self.chart.effort < 0:
            return []
        starting: dict[Node, list[Edge]] = {}
        for edge in best:
            starting.setdefault(edge.start, []).append(edge)
        found: list[Piece] = []
        for start, end in _cuts(best):
            paths = list(islice(_paths(start, end, starting), PATHS_MOST + 1))
            found += _pieces_of(paths, start.at, end.at)
        return found

    def _best(self, *, may_mark: bool) -> list[Edge]:
        """Return the steps of all best ways, in the order of the words; none if there is no way."""
        cost: dict[Node, tuple[int, int]] = {Node(self.first, 0): (0, 0)}
        into: dict[Node, list[Edge]] = {}
        waiting: list[dict[Node, None]] = [{} for _ in range(self.first, self.last + 1)]
        waiting[0][Node(self.first, 0)] = None
        for nodes in waiting:
            for node in nodes:
                marked, weak = cost[node]
                for edge in self._edges(node, may_mark):
                    self.chart.effort -= 1
                    total = (marked + edge.marked, weak + edge.weak)
                    known = cost.get(edge.end)
                    if known is None or total < known:
                        cost[edge.end], into[edge.end] = total, [edge]
                        waiting[edge.end.at - self.first][edge.end] = None
                    elif total == known:
                        into[edge.end].append(edge)
        ends = [node for node in waiting[-1] if self._is_end(node, may_mark)]
        least = min([cost[node] for node in ends], default=(0, 0))
        self.weak = least[1]
        return _leading_to([node for node in ends if cost[node] == least], into)

    def _is_end(self, node: Node, may_mark: bool) -> bool:
        if may_mark or len(self.stages) == 1:
            return True
        return node.stage == 1 and node.said > 0

    def _edges(self, node: Node, may_mark: bool) -> Iterator[Edge]:
        at = node.at
        if at == self.last or self.chart.effort < 0:
            return
        word = self.words[at]
        if not _LINKS.isdisjoint(word.means):
            # "The" is about all cards up to the suit, if there is one.
            yield Edge(node, node._replace(at=at + 1), weak="the" in word.means)
        for flag in _FLAGS & word.means.keys():
            yield Edge(node, node._replace(at=at + 1, before=0), heard=Heard(((flag, True),)))
        for number in range(node.stage, len(self.stages)):
            said = node.said if number == node.stage else 0
            if number == node.stage or node.said or not self.needs_all:
                yield from self._cards_from(node, number, said)
                yield from self._sums_from(node, number) if said == 0 else ()
        if may_mark and node.before != 2:
            yield Edge(node, node._replace(at=at + 1, before=1), marked=word.count)

    def _cards_from(self, node: Node, number: int, said: int) -> Iterator[Edge]:
        if said == 2:
            return
        for to, heard, lacks_number, weak in self._items_at(node.at, number):
            is_out = to > self.last or (lacks_number and node.before == 1)
            if not is_out and (node.at, to, heard) not in self.banned:
                end = Node(to, number, said if heard == _NOTHING else 1, 2 if lacks_number else 0)
                yield Edge(node, end, weak=weak, heard=heard)

    def _items_at(self, at: int, number: int) -> list[tuple[int, Heard, bool, int]]:
        """Return what may be said at a word: its end, what is heard, and what speaks against it."""
        if (at, number) in self._items:
            return self._items[at, number]
        stage = self.stages[number]
        found: dict[tuple[int, Heard, bool, int], None] = {}
        follows = self._follows_link(at)
        for end, said in self.chart.find(at, stage.phrase):
            if end > self.last:
                continue
            weak = int(getattr(said, "is_weak", False) or said.lacks_number)
            weak += follows and self._begins_wild(at, said)
            self.chart.effort -= _LAYING
            for heard in self._hear_stage(said, stage) if self.chart.effort > 0 else ():
                found[end, heard, said.lacks_number, weak] = None
        self._items[at, number] = list(found)
        return self._items[at, number]

    def _hear_stage(self, said: SaidMeld | SaidCards, stage: Stage) -> Iterable[Heard]:
        if not said.cards:
            return [_NOTHING]  # it was taken back
        if isinstance(said, SaidMeld):
            return [Heard((("melds", meld),)) for meld in lay_meld(said, self.game)]
        if said.lacks_number:
            return []
        laid = lay_cards(said.cards, self.game)
        if stage.fact == "melds":
            laid = [meld for meld in laid if is_meld(meld.cards, self.game)]
        return [Heard(((stage.fact, meld),)) for meld in laid]

    def _follows_link(self, at: int) -> bool:
        """Tell whether words like "and a" lead from another part to a word."""
        at = at - 1 if self._is_led(at) else at
        means = self.words[at - 1].means if at > self.first + 1 else {}
        return "and" in means or "with" in means

    def _begins_wild(self, at: int, said: SaidMeld | SaidCards) -> bool:
        """Tell whether a meld begins with words like "a deuce", which go with the one before."""
        if not isinstance(said, SaidMeld) or not said.cards:
            return False
        is_led = self._is_led(at) or not {"a", "the", "count"}.isdisjoint(self.words[at].means)
        return is_led and said.cards[0].rank in (Rank.JOKER, Rank.TWO, ANY_WILD)

    def _is_led(self, at: int) -> bool:
        """Tell whether an article stands before a word: "a ten" is a card, not a sum."""
        before = self.words[at - 1].means if at > self.first else {}
        return not {"a", "one", "the"}.isdisjoint(before)

    def _sums_from(self, node: Node, number: int) -> Iterator[Edge]:
        stage = self.stages[number]
        if "nothing" in self.words[node.at].means:
            fact = "deadwood" if stage.fact == "cards" else stage.fact
            nothing = _NOTHING if fact == "melds" else Heard(((fact, LaidCards("", ())),))
            yield Edge(node, Node(node.at + 1, number, 2), heard=nothing)
        is_card = "rank" in self.words[node.at].means and self._is_led(node.at)
        for phrase in ("sum", "amount") if stage.bare and not is_card else ("sum",):
            for to, points in self.chart.find(node.at, phrase):
                # A sum that no cards make is less likely than cards.
                weak = int(phrase == "amount" and points % self.game.step > 0)
                for fact in stage.sums if to <= self.last else ():
                    heard = Heard(((fact, points),))
                    yield Edge(node, Node(to, number, 2), weak=weak, heard=heard)


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


def _cuts(edges: Sequence[Edge]) -> Iterator[tuple[Node, Node]]:
    """Yield the nodes through which all ways lead, each with the next one."""
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
        # Ways that end in different stages end at the same word.
        yield start, Node(furthest, -1)


def _paths(start: Node, end: Node, starting: Mapping[Node, Sequence[Edge]]) -> Iterator[Path]:
    waiting: list[tuple[Node, Path]] = [(start, ())]
    while waiting:
        node, path = waiting.pop()
        if node == end or (end.stage < 0 and node.at == end.at):
            yield path
            continue
        further = [path for path in reversed(starting[node]) if path.end.at <= end.at]
        waiting += [(edge.end, (*path, edge)) for edge in further]


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


# --- the readings of all pieces that go together --------------------------------------------------

READINGS_MOST: Final = 4
"""A piece with more readings is marked."""
_CHOICES_MOST: Final = 512
_TRIES_MOST: Final = 4
_HAND_CARDS: Final = (10, 11)
"""The numbers of cards in a hand of gin, the usual one first."""
_NEAR: Final = 2
"""The article of "two and a three of clubs", heard as an ace, would take two cards from those
outside."""
_Choice = tuple[Heard, ...]
"""A reading of each piece that has several."""


def settle(ways: Sequence[Ways], game: Game) -> list[Piece]:
    """Return the pieces of all sections with the readings that go together."""
    found = [way.pieces() for way in ways]
    for _ in range(_TRIES_MOST):
        if not _ban_surplus(ways, found, game):
            break
        found = [way.pieces() for way in ways]
    pieces = _with_sums_alone([piece for pieces in found for piece in pieces])
    if _cards(pieces, surely=True) and not fits(_cards(pieces, surely=True), game):
        return [Piece(pieces[0].start, pieces[-1].end, ())]
    open_at = [number for number, piece in enumerate(pieces) if len(piece.readings) > 1]
    if open_at and (game.arranges or not fits(_cards(pieces, surely=False), game)):
        pieces = _choose(pieces, open_at, game)
    return _join_marked(
        [
            piece if len(piece.readings) <= READINGS_MOST else piece._replace(readings=())
            for piece in pieces
        ]
    )


def _with_sums_alone(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces without readings as cards beside a sure sum: no hand has both."""
    if not any(len(piece.readings) == 1 and _is_sum(piece.readings[0]) for piece in pieces):
        return list(pieces)
    return [
        piece._replace(readings=tuple(filter(_is_sum, piece.readings)) or piece.readings)
        for piece in pieces
    ]


def _is_sum(heard: Heard) -> bool:
    return any(name.endswith("_points") for name, _ in heard.facts)


def _cards(pieces: Sequence[Piece], *, surely: bool) -> list[Card]:
    """Return the cards of the pieces with one reading, or of all readings."""
    return [
        card
        for piece in pieces
        if len(piece.readings) == 1 or not surely
        for heard in piece.readings
        for card in heard.cards
    ]


def _ban_surplus(ways: Sequence[Ways], found: Sequence[Sequence[Piece]], game: Game) -> bool:
    """Ban the steps whose cards the pack does not have besides those before; tell if any."""
    cards: list[Card] = []
    has_surplus = False
    for section, pieces in zip(ways, found, strict=True):
        for piece in pieces:
            if len(piece.readings) == 1:
                more = piece.readings[0].cards
                if fits([*cards, *more], game):
                    cards += more
                else:
                    section.banned.add((piece.start, piece.end, piece.readings[0]))
                    has_surplus = True
    return has_surplus


def _choose(pieces: list[Piece], open_at: list[int], game: Game) -> list[Piece]:
    """Return the pieces with the readings that the pack has together, and that gin prefers."""
    several = [pieces[number].readings for number in open_at]
    if prod([len(readings) for readings in several]) > _CHOICES_MOST:
        return [
            piece if len(piece.readings) == 1 else piece._replace(readings=()) for piece in pieces
        ]
    sure = _cards(pieces, surely=True)
    kept = [choice for choice in product(*several) if fits([*sure, *join(choice).cards], game)]
    if game.arranges:
        kept = _best_hands(kept, sure)
    if not kept:
        last = open_at[-1]
        pieces = [*pieces[:last], pieces[last]._replace(readings=()), *pieces[last + 1 :]]
        return _choose(pieces, open_at[:-1], game) if open_at[:-1] else pieces
    apart = [tuple(dict.fromkeys(readings)) for readings in zip(*kept, strict=True)]
    if prod([len(readings) for readings in apart]) == len(kept):
        for number, readings in zip(open_at, apart, strict=True):
            pieces[number] = pieces[number]._replace(readings=readings)
        return pieces
    return _tied(pieces, open_at, kept)


def _tied(pieces: Sequence[Piece], open_at: Sequence[int], kept: Sequence[_Choice]) -> list[Piece]:
    """Return the pieces; those whose readings depend on one another are joined into one."""
    first, last = open_at[0], open_at[-1]
    readings: dict[tuple[Any, ...], Heard] = {}
    for choice in kept:
        chosen = dict(zip(open_at, choice, strict=True))
        between = [
            chosen.get(number) or pieces[number].readings[0]
            for number in range(first, last + 1)
            if pieces[number].readings
        ]
        heard = join(between)
        readings.setdefault(meaning(heard), heard)
    is_marked = any(not piece.readings for piece in pieces[first : last + 1])
    every = () if is_marked else tuple(readings.values())
    one = Piece(pieces[first].start, pieces[last].end, every)
    return [*pieces[:first], one, *pieces[last + 1 :]]


def _best_hands(choices: Sequence[_Choice], sure: Sequence[Card]) -> list[_Choice]:
    """Return the choices of gin with the fewest cards outside runs and sets, or two cards more.

    Of these, hands of ten cards come first, then those of eleven.
    """
    hands = [(choice, [*sure, *join(choice).cards]) for choice in choices]
    outside = [len(best_arrangement(cards).deadwood) for _, cards in hands]
    near = [hand for hand, left in zip(hands, outside, strict=True) if left <= min(outside) + _NEAR]
    for count in _HAND_CARDS:
        right = [choice for choice, cards in near if len(cards) == count]
        if right:
            return right
    return [choice for choice, _ in near]


def _join_marked(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces; marked ones that are side by side are joined into one."""
    found: list[Piece] = []
    for piece in pieces:
        is_one = bool(found) and not piece.readings and not found[-1].readings
        found.append(Piece(found.pop().start, piece.end, ()) if is_one else piece)
    return found
