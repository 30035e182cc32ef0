"""Finds the ways to understand the words of a text, and cuts it into pieces.

A way is a path over the words: the best have the fewest marked words, and all equally good ones are
found. Where all best ways meet, the words are cut into pieces; a piece has one reading, several
that differ in a card or a point, or none.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, takewhile
from typing import Any, Final, NamedTuple

from scorekeeper.hearing.cards import NOTHING, Game, Heard, join, meaning
from scorekeeper.hearing.chart import Chart
from scorekeeper.hearing.places import HAND, OWED, Places, is_said_held, may_end
from scorekeeper.hearing.steps import Edge, Node, Steps
from scorekeeper.hearing.words import Word
from scorekeeper.rules import Card

PATHS_MOST: Final = 200
"""More ways over the words of one piece are not told apart: it is marked."""
_EDGES: Final = 4
"""So many steps of ways that are told apart are one of the effort."""

Path = tuple[Edge, ...]


class Piece(NamedTuple):
    """Words from one place to another with their readings, none if they are not understood.

    They are ``left`` if only words behind them say that they are in hand.
    """

    start: int
    end: int
    readings: tuple[Heard, ...]
    left: bool = False


class Ways:
    """The ways over the words of a text.

    ``weak`` is how much speaks against the best ways that were found last.
    """

    def __init__(self, words: Sequence[Word], chart: Chart, game: Game, places: Places) -> None:
        self.weak = 0
        self.steps = Steps(words, chart, game, places)

    def pieces(self) -> list[Piece]:
        """Return the words cut into pieces, without those that only lead over."""
        best = self._best(may_mark=False)
        if not best and self.steps.places.may_open:
            self.steps.is_lenient = True
            best = self._best(may_mark=False)
            self.steps.is_lenient = False
        best = best or self._best(may_mark=True)
        if self.steps.chart.effort < 0:
            return []
        starting: dict[Node, list[Edge]] = {}
        for edge in best:
            starting.setdefault(edge.start, []).append(edge)
        found: list[Piece] = []
        for start, end in _cuts(best):
            paths = list(islice(_paths(start, end, starting), PATHS_MOST + 1))
            self.steps.chart.effort -= sum(map(len, paths)) // _EDGES
            words = self.steps.words[start.at : end.at if end else None]
            is_repaired = any(word.repaired for word in words)
            found += _pieces_of(paths, start.at, start.at + len(words), is_repaired=is_repaired)
        return found if self.steps.game.arranges else self._mark_melds_left(found)

    def _mark_melds_left(self, pieces: Sequence[Piece]) -> list[Piece]:
        """Return the pieces; a meld is marked that lies in hand by words behind other cards.

        "Left" belongs to what is said beside it, so nobody knows whether the meld is left, too.
        """
        left = [piece for piece in pieces if piece.left]
        if left and self.steps.lays_later(left[-1].end):
            left = []  # "two tens, a deuce and a five left in my hand. On the table I've got"
        unclear = self._runs_in_hand(pieces)
        for at, first in enumerate(left):
            for end, cards in self.steps.melds_at(first.start):
                said = [piece for piece in left[at:-1] if piece.end <= end]
                heard = join([heard for piece in said for heard in piece.readings])
                if said and said[-1].end == end and Counter(heard.cards) == Counter(cards):
                    unclear += said
        return [piece._replace(readings=()) if piece in unclear else piece for piece in pieces]

    def _runs_in_hand(self, pieces: Sequence[Piece]) -> list[Piece]:
        """Return the cards in hand that were said behind others as a run with one suit for all.

        In hand a suit belongs to the card beside it alone, so such a list is hardly meant there;
        but who says first that nothing is melded holds it, and who said before what is.
        """
        found: list[Piece] = []
        has_melds = self.steps.places.are_marked and pieces and pieces[0].readings != (NOTHING,)
        for at, first in enumerate(pieces if has_melds else ()):
            is_told = any(map(_tells_meld, pieces[:at]))
            is_unclear = at > 0 and not (is_told and is_said_held(self.steps.words, first.start))
            for end, cards in self.steps.melds_at(first.start) if is_unclear else ():
                said = [piece for piece in pieces[at:] if piece.end <= end]
                heard = join([heard for piece in said for heard in piece.readings[:1]])
                is_hand = all(name == "in_hand" for name, _ in heard.facts)
                suits, told = ({card.suit for card in every} for every in (cards, heard.cards))
                is_run = len(suits) == 1 < len(told) and None not in suits
                if is_hand and is_run and _ranks(heard.cards) == _ranks(cards):
                    found += said
        return found

    def _best(self, *, may_mark: bool) -> list[Edge]:
        """Return the steps of all best ways, in the order of the words; none if there is no way."""
        first = Node(0, self.steps.places.start)
        cost: dict[Node, tuple[int, int]] = {first: (0, 0)}
        into: dict[Node, list[Edge]] = {}
        waiting: list[dict[Node, None]] = [{} for _ in range(len(self.steps.words) + 1)]
        waiting[0][first] = None
        for nodes in waiting:
            for node in nodes:
                marked, weak = cost[node]
                for edge in self.steps.leading_from(node, may_mark):
                    self.steps.chart.effort -= 1
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


def _tells_meld(piece: Piece) -> bool:
    return any(name == "melds" for heard in piece.readings for name, _ in heard.facts)


def _ranks(cards: Iterable[Card]) -> list[int]:
    return sorted([card.rank for card in cards])


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


def _pieces_of(paths: Sequence[Path], start: int, end: int, *, is_repaired: bool) -> list[Piece]:
    """Return the pieces of words that can be understood in these ways.

    Who corrects a slip says the right words once more, and means no more cards by that.
    """
    if len(paths) > PATHS_MOST:
        return [Piece(start, end, ())]
    by_meaning: dict[tuple[Any, ...], list[Path]] = {}
    for path in paths:
        by_meaning.setdefault(meaning(join(_heard_on(path))), []).append(path)
    best = [min(alike, key=_preference) for alike in by_meaning.values()]
    if is_repaired:
        best = [path for path in best if not any(_says_again(path, other) for other in best)]
    ways = [tuple([edge for edge in path if edge.heard or edge.marked]) for path in best]
    before = _common(ways)
    after = _common([way[len(before) :][::-1] for way in ways])[::-1]
    middles = [way[len(before) : len(way) - len(after)] for way in ways]
    found = [_piece((edge,)) for edge in before]
    if len(ways) > 1:
        # Chatter in the middle of what has several readings belongs to it.
        is_marked = any(edge.marked and edge.end.before for middle in middles for edge in middle)
        readings = [] if is_marked else [join(_heard_on(middle)) for middle in middles]
        spoken = [edge for middle in middles for edge in middle]
        first = min(edge.start.at for edge in spoken)
        found.append(Piece(first, max(edge.end.at for edge in spoken), tuple(readings)))
    return [*found, *[_piece((edge,)) for edge in after]]


def _says_again(path: Path, fewer: Path) -> bool:
    """Tell whether a way has a card in hand twice that another has once, or a run begun again."""
    more = [edge for edge in path if edge.heard and edge not in fewer]
    others = [edge for edge in fewer if edge.heard and edge not in path]
    cards, kept = (join(_heard_on(tuple(way))).cards for way in (more, others))
    if any(name == "melds" for heard in _heard_on((*more, *others)) for name, _ in heard.facts):
        is_one = len({(edge.start.at, edge.end.at) for edge in (*more, *others)}) == 1
        is_suited = len({card.suit for card in cards}) == 1
        return is_one and len(more) == len(others) and is_suited and set(cards) > set(kept)
    bare = [card._replace(suit=None) for card in kept]
    return len(kept) < len(cards) and {*kept, *bare}.issuperset(cards)


def _piece(path: Path) -> Piece:
    heard = tuple([edge.heard for edge in path if edge.heard is not None])
    left = bool(heard) and path[-1].end.place[:2] == (HAND, OWED)
    return Piece(path[0].start.at, path[-1].end.at, heard, left)


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
