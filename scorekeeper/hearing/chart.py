"""Finds all phrases that begin at a word.

A row of the table has a name, a pattern and an act. The pattern names classes of words and other
rows, with ``a|b`` for either of two and ``?`` after what may be missing. The act makes the values
of the phrase from those of its parts: none if they do not go together.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from scorekeeper.hearing.words import Row, Word, written_out

Said = Sequence[tuple[str, Any]]
"""The parts of a phrase, each with its class or the name of its row, and its value."""
Found = tuple[int, Any]
"""The word after a phrase, and the value of the phrase."""
_FOUND_MOST: Final = 48
"""More phrases of a name at one place are left out, so that no text takes too long."""


class _Step:
    """What may follow the parts of a phrase so far, and the acts of the patterns that end here.

    ``fitting`` remembers what of it can begin with a word of these classes, each with its symbol,
    and whether that is the name of a row.
    """

    def __init__(self) -> None:
        self.acts: list[str] = []
        self.next: dict[str, _Step] = {}
        self.fitting: dict[frozenset[str], list[tuple[str, bool, _Step]]] = {}

    def add(self, symbols: Sequence[str], act: str) -> None:
        step = self
        for symbol in symbols:
            step = step.next.setdefault(symbol, _Step())
        if act not in step.acts:
            step.acts.append(act)


class Phrases:
    """The rows of a table by name: how a phrase starts, and how it grows from one of its name."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.starting: dict[str, _Step] = {}
        self.growing: dict[str, _Step] = {}
        for name, pattern, act in rows:
            starting = self.starting.setdefault(name, _Step())
            growing = self.growing.setdefault(name, _Step())
            for symbols in written_out(pattern):
                if symbols[0] == name:
                    growing.add(symbols[1:], act)
                else:
                    starting.add(symbols, act)
        self.first = {name: frozenset(self._first(name)) for name in self.starting}

    def follow(self, step: _Step, means: frozenset[str]) -> list[tuple[str, bool, _Step]]:
        """Return what may follow in a phrase with a word of these classes."""
        known = step.fitting.get(means)
        if known is None:
            known = step.fitting[means] = [
                (symbol, symbol in self.first, after)
                for symbol, after in step.next.items()
                if not self.first.get(symbol, {symbol}).isdisjoint(means)
            ]
        return known

    def _first(self, symbol: str) -> Iterator[str]:
        """Yield the classes with which a phrase may begin."""
        if symbol not in self.starting:
            yield symbol
            return
        for first in self.starting[symbol].next:
            yield from self._first(first)


class Chart:
    """The phrases of one text, each looked for once; ``acts`` make values by their names.

    ``effort`` is what may still be spent on the text, in steps of a few microseconds; once it is
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
        self._count = len(words)
        self._means = [frozenset(word.means.keys() | word.repaired) for word in words]
        self._phrases = phrases
        self._acts = acts
        self._known: dict[tuple[int, str], list[Found]] = {}

    def find(self, at: int, name: str) -> Sequence[Found]:
        """Return the phrases of a name that begin at a word."""
        if at >= len(self._words) or self.effort < 0:
            return ()
        if self._phrases.first[name].isdisjoint(self._means[at]):
            return ()
        return self._find(at, name)

    def _find(self, at: int, name: str) -> Sequence[Found]:
        known = self._known.get((at, name))
        if known is None:
            known = self._known[at, name] = self._look(at, name)
        return known

    def _look(self, at: int, name: str) -> list[Found]:
        found: dict[Found, None] = {}
        self._match(self._phrases.starting[name], at, [], found)
        growing = self._phrases.growing[name]
        if not growing.next:
            return list(found)
        grown: list[Found] = []
        while len(grown) < len(found) and len(grown) < _FOUND_MOST:
            end, value = list(found)[len(grown)]
            grown.append((end, value))
            self._match(growing, end, [(name, value)], found)
        return grown

    def _match(
        self, step: _Step, at: int, said: list[tuple[str, Any]], found: dict[Found, None]
    ) -> None:
        """Add the phrases that begin with the parts ``said`` and go on at a word."""
        if at >= self._count or self.effort < 0:
            return
        for symbol, is_name, after in self._phrases.follow(step, self._means[at]):
            for end, value in self._find(at, symbol) if is_name else self._mean(at, symbol):
                self.effort -= 1
                more = [*said, (symbol, value)]
                for act in after.acts:
                    for made in self._acts[act](more):
                        found[end, made] = None
                if after.next:
                    self._match(after, end, more, found)

    def _mean(self, at: int, symbol: str) -> Sequence[Found]:
        """Return what a word means that is of a class."""
        word = self._words[at]
        known = word.means.get(symbol)
        if symbol not in word.repaired:
            return ((at + known[0], known[1]),) if known else ()
        every = [known] if known else []
        return [(at + length, value) for length, value in (*every, *word.repaired[symbol])]
