"""Where cards are said to lie: melded or in hand, by marks that stand before or after them.

"Left with" and "put down" stand before cards, "are left" after them, "in my hand" and "on the
table" on either side. What a text leaves open is tried in every way.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from scorekeeper.hearing.cards import Game
from scorekeeper.hearing.words import SENTENCE, Word

HAND: Final = "hand"
MELDED: Final = "melded"
HELD: Final = "held"
"""The side of a mark that is surely about the cards right before it."""
_MARKS: Final = frozenset({HAND, MELDED})
FREE: Final = "free"
"""Nothing was said about where these cards lie."""
TOLD: Final = "told"
"""A mark stands before them."""
OWED: Final = "owed"
"""A mark has to come after them."""
THEN: Final = "then"
"""They follow cards that a mark called melded: it may be the hand."""


class Place(NamedTuple):
    """Where cards lie, by which ``mark`` and ``how`` that was said.

    ``fact`` is what the answer calls them; with them come the phrases and the sums that they may be
    said in. ``bare`` is true if a number needs no "points" to be the sum.
    """

    mark: str
    how: str
    fact: str
    phrase: str
    sums: tuple[str, ...] = ()
    bare: bool = True


class Places:
    """The places of a line; in one without marks all cards lie in the same place."""

    def __init__(self, words: Sequence[Word], line: str, game: Game) -> None:
        sums = [fact for fact in ("melded_points", "in_hand_points") if fact in game.facts]
        is_gin = game.arranges
        self.are_marked = line == "melds" or (line == "gin" and _tells_hand(words))
        if is_gin:
            melds = Place(MELDED, FREE, "melds", "gin_meld", bare=False)
            hand = Place(HAND, TOLD, "deadwood", "gin_cards", ("deadwood_points",))
            every = hand._replace(fact="cards", mark="")
        else:
            melds = Place(MELDED, FREE, "melds", "meld", tuple(sums), bare=False)
            hand = Place(HAND, TOLD, "in_hand", "card", ("in_hand_points",))
            every = hand._replace(mark="")
        self.start = melds if self.are_marked else every
        told = melds._replace(how=TOLD, sums=melds.sums[:1], bare=True)
        self.told = {HAND: hand, MELDED: told}
        self.owed = {mark: place._replace(how=OWED) for mark, place in self.told.items()}
        self.then = hand._replace(how=THEN)
        self.lays_any = any(MELDED in word.means for word in words)
        self.tells_hand = any(HAND in word.means for word in words)
        tells_hand = any(not _CLASSES["held"].isdisjoint(word.means) for word in words)
        self.may_open = self.are_marked and (is_gin or not tells_hand)
        self._words = words
        self._is_gin = is_gin
        self._melds_last = max(
            [at for at, word in enumerate(words) if not _CLASSES["no_hand"].isdisjoint(word.means)],
            default=-1,
        )
        self._tells_left = any(HAND in word.means for word in words[self._melds_last + 1 :])
        self.tells_melds = any(word.means.get(MELDED, (0, "last"))[1] != "last" for word in words)
        self._last = {
            mark: max(
                [
                    at
                    for at, word in enumerate(words)
                    if may_close(word.means.get(mark, (0, ""))[1])
                ],
                default=-1,
            )
            for mark in (HAND, MELDED)
        }

    def open(self, mark: str, place: Place, said: int) -> Iterator[Place]:
        """Yield the place that a mark opens for the cards after it."""
        is_again = place.mark == mark
        if place.how == OWED or (place.how == THEN and (mark == HAND or not said)):
            return
        if said or place.how == FREE or is_again:
            yield self.told[mark]

    def close(self, mark: str, place: Place, said: int) -> Iterator[Place]:
        """Yield the places that follow where a mark was about the cards before it."""
        if place.mark == mark and said:
            yield self.start
            yield self.then

    def _is_called_meld(self, at: int) -> bool:
        """Tell whether cards are called a run or a set, perhaps after an article or a suit."""
        named = self._words[at : at + 2]
        if {"a", "the", "suit"}.isdisjoint(named[0].means):
            named = named[:1]
        return any("run" in word.means or "set" in word.means for word in named)

    def reach(self, place: Place, said: int, at: int) -> Iterator[Place]:
        """Yield the places that cards said at a word may lie in without a mark before them."""
        yield place
        if not self.are_marked:
            return
        is_left = place.mark == HAND and place.how != OWED and (said or self._is_gin)
        if is_left and (self._is_gin or self._is_called_meld(at)):
            yield self.start  # what is a run or a set is no deadwood; what is called so is melded
        if place == self.start and at < self._melds_last and not self._tells_left:
            yield self.then
        if place.how != OWED:
            other = HAND if place.mark == MELDED else MELDED
            if (said or place.how == FREE) and at < self._last[other]:
                yield self.owed[other]
            if place == self.start and at < self._last[MELDED]:
                yield self.owed[MELDED]


def _tells_hand(words: Sequence[Word]) -> bool:
    """Tell whether something is called deadwood; "I knock for six." only says what it comes to."""
    return any(
        HAND in word.means and not (word.means[HAND][1] == "knock" and _is_sum(words[at + 1 :]))
        for at, word in enumerate(words)
    )


def _is_sum(words: Sequence[Word]) -> bool:
    """Tell whether words begin with a number that is no card."""
    if not words or _CLASSES["numbers"].isdisjoint(words[0].means):
        return False
    return len(words) == 1 or _CLASSES["with_card"].isdisjoint(words[1].means)


_CLASSES: Final = {
    # What says that no other cards are in hand than those that it tells of.
    "held": frozenset({HAND, "nothing", "no_hand", "no_melds", "out", "points", "sum_for"}),
    # What says that other cards are in hand.
    "no_hand": frozenset({MELDED, "no_melds", "nothing"}),
    "with_card": frozenset({"and", "of", "suit"}),
    "numbers": frozenset({"number", "tens", "figure"}),
}
"""Sets of classes of words by what they have in common."""


def is_said_held(words: Sequence[Word], at: int) -> bool:
    """Tell whether a sentence says before a word that what follows is in hand."""
    before = words[: at + 1]
    marks = [spot for spot, word in enumerate(before) if not _MARKS.isdisjoint(word.means)]
    if not marks or any(word.begins >= SENTENCE for word in before[marks[-1] + 1 :]):
        return False
    return before[marks[-1]].means.get(HAND, (0, ""))[1] in ("first", "either")


def may_close(side: str) -> bool:
    """Tell whether a mark of this side may stand after its cards."""
    return side in ("last", "either", HELD)


def may_end(place: Place, said: int) -> bool:
    """Tell whether a text may end here: what a mark is about was said."""
    return place.how == FREE or not place.mark or (bool(said) and place.how != OWED)
