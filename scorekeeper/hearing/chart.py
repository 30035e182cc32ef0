"""Finds all phrases that begin at a word: a chart of the rows of the table.

A row has a name, a pattern and an act. The pattern names classes of words and other rows, with
``a|b`` for one of both and ``?`` behind what may be missing. The act makes the values of the phrase
from those of its parts: none if they do not go together.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final, NamedTuple

from scorekeeper.hearing.words import Row, Word

Said = Sequence[tuple[str, Any]]
"""The parts of a phrase, each with its class or the name of its row, and its value."""
Found = tuple[int, Any]
"""The word after a phrase, and the value of the phrase."""
_FOUND_MOST: Final = 48
"""More phrases of a name at one place are left out, so that no text takes long."""


class _Pattern(NamedTuple):
    symbols: tuple[str, ...]
    act: str


class Phrases:
    """The rows of a table by name, each written out without ``|`` and ``?``."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._starting: dict[str, list[_Pattern]] = {}
        self._growing: dict[str, list[_Pattern]] = {}
        for name, pattern, act in rows:
            self._starting.setdefault(name, [])
            self._growing.setdefault(name, [])
            for symbols in _written_out(pattern):
                kind = self._growing if symbols[0] == name else self._starting
                kind[name].append(_Pattern(symbols, act))
        self._possible: dict[tuple[str, frozenset[str]], list[_Pattern]] = {}
        self.first = {name: frozenset(self._first(name)) for name in self._starting}

    def starting(self, name: str, means: frozenset[str]) -> Sequence[_Pattern]:
        """Return the patterns of a name that may begin with a word of these classes."""
        known = self._possible.get((name, means))
        if known is None:
            known = self._possible[name, means] = [
                pattern
                for pattern in self._starting[name]
                if not means.isdisjoint(self._first(pattern.symbols[0]))
            ]
        return known

    def growing(self, name: str) -> Sequence[_Pattern]:
        """The patterns that make a phrase longer, which begin with its own name."""
        return self._growing[name]

    def _first(self, symbol: str) -> Iterator[str]:
        """Yield the classes with which a phrase may begin."""
        if symbol not in self._starting:
            yield symbol
            return
        for pattern in self._starting[symbol]:
            yield from self._first(pattern.symbols[0])


def _written_out(pattern: str) -> Iterator[tuple[str, ...]]:
    choices = []
    for part in pattern.split():
        names = part.rstrip("?").split("|")
        choices.append([*names, ""] if part.endswith("?") else names)
    for symbols in product(*choices):
        yield tuple([symbol for symbol in symbols if symbol])


class Chart:
    """The phrases of one text, each looked for once; ``acts`` make values by their names.

    ``effort`` is what may still be spent on the text, in steps of a few microseconds; where it is
    spent, no more phrases are found.
    """

    def __init__(
        self,
        words: Sequence[Word],
        phrases: Phrases,
        acts: Mapping[str, Callable[[Said], Sequence[Any]]],
        *,
        effort: int,
    ) -> None:
        self.effort = effort
        self._words = words
        self._phrases = phrases
        self._acts = acts
        self._known: dict[tuple[int, str], list[Found]] = {}

    def find(self, at: int, name: str) -> Sequence[Found]:
        """Return the phrases of a name, or the word of a class, that begin at a word."""
        self.effort -= 1
        if at >= len(self._words) or self.effort < 0:
            return ()
        means = self._words[at].means
        first = self._phrases.first.get(name)
        if first is None:
            word = means.get(name)
            return () if word is None else ((at + word[0], word[1]),)
        if first.isdisjoint(means):
            return ()
        known = self._known.get((at, name))
        if known is None:
            known = self._known[at, name] = self._look(at, name)
        return known

    def _look(self, at: int, name: str) -> list[Found]:
        found: dict[Found, None] = {}
        for pattern in self._phrases.starting(name, frozenset(self._words[at].means)):
            self._match(pattern, at, [], found)
        growing = self._phrases.growing(name)
        if not growing:
            return list(found)
        grown: list[Found] = []
        while len(grown) < len(found) and len(grown) < _FOUND_MOST:
            end, value = list(found)[len(grown)]
            grown.append((end, value))
            for pattern in growing:
                self._match(pattern, end, [(name, value)], found)
        return grown

    def _match(
        self, pattern: _Pattern, at: int, said: list[tuple[str, Any]], found: dict[Found, None]
    ) -> None:
        """Add the phrases that begin with the parts ``said`` and go on at a word."""
        self.effort -= 1
        for symbol in pattern.symbols[len(said) :]:
            if symbol in self._phrases.first:
                for end, value in self.find(at, symbol):
                    self._match(pattern, end, [*said, (symbol, value)], found)
                return
            word = self._words[at].means.get(symbol) if at < len(self._words) else None
            if word is None:
                return
            at += word[0]
            said = [*said, (symbol, word[1])]
        for value in self._acts[pattern.act](said):
            found[at, value] = None
