"""Finds all phrases that begin at a word, and what they say.

A row of the table has a name, a pattern and an act. The pattern names classes of words and other
rows, with ``a|b`` for either of two and ``?`` after what may be missing. The act makes the values
of the phrase from those of its parts: none if they do not go together.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final, NamedTuple

from scorekeeper.hearing.words import Row, Word
from scorekeeper.rules import ACE_HIGH, Card, Colour, MeldKind, Rank, Suit

Said = Sequence[tuple[str, Any]]
"""The parts of a phrase, each with its class or the name of its row, and its value."""
Found = tuple[int, Any]
"""The word after a phrase, and the value of the phrase."""
_FOUND_MOST: Final = 48
"""More phrases of a name at one place are left out, so that no text takes too long."""


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


# --- the acts of the rows, which make the values of phrases ---------------------------------------
# Nothing is looked up in the rules of a game here except which ranks are wild, so a phrase may say
# cards that are no meld.

ANY_WILD: Final = -1
"""The rank of a card that was only said to be wild."""
_CARDS_MOST: Final = 16
"""No meld is said in more cards."""
_LOW_TO: Final = 7
"""The highest rank near which an ace that opens or ends a range is a low card."""
_HUNDRED: Final = 100


class SaidCard(NamedTuple):
    """A card as it was said; a wild one may have the ``name`` of the card that it stands for.

    One that is ``added`` ("and a deuce") has no place of its own in its run.
    """

    rank: int
    suit: Suit | None = None
    colour: Colour | None = None
    name: Card | None = None
    added: bool = False


class SaidCards(NamedTuple):
    """Cards that were said together: of one rank, in hand, or the steps of a run.

    ``lacks_number`` is true of a plural without one, ``is_weak`` if another way to understand the
    same words comes first.
    """

    cards: tuple[SaidCard, ...]
    is_range: bool = False
    lacks_number: bool = False
    is_weak: bool = False


class SaidMeld(NamedTuple):
    """A meld as it was said; ``kind`` is None if it was taken back.

    ``added`` are wild cards said after a run: they take any place, or that of their names.
    """

    kind: MeldKind | None
    cards: tuple[SaidCard, ...] = ()
    suit: Suit | None = None
    is_range: bool = False
    lacks_number: bool = False
    added: tuple[SaidCard, ...] = ()


def _value(said: Said, name: str) -> Any:
    """Return the value of the last part with this name, None if there is none."""
    found = [value for symbol, value in said if symbol == name]
    return found[-1] if found else None


def _has(said: Said, *names: str) -> bool:
    return any(symbol in names for symbol, _ in said)


def _same(said: Said) -> Sequence[Any]:
    return (said[-1][1],)


def _first(said: Said) -> Sequence[Any]:
    return (said[0][1],)


def _suits(said: Said) -> Sequence[Any]:
    return ((*(_value(said, "suits") or ()), _value(said, "suit")),)


def _card(said: Said) -> Sequence[Any]:
    rank, suit, colour = None, None, None
    for symbol, value in said:
        if isinstance(value, SaidCard):
            return (value,)
        if symbol in ("rank", "ace", "inner_to"):
            rank = int(value)
        elif symbol == "wild":
            rank = int(Rank.JOKER) if value == "JK" else ANY_WILD
        elif symbol in ("of_suit", "suit"):
            suit = value
        elif symbol == "colour":
            colour = value
    return () if rank is None else (SaidCard(rank, suit, colour),)


def _deuce(said: Said) -> Sequence[Any]:
    return _card(said) if _value(said, "rank") is Rank.TWO else ()


def _named(said: Said) -> Sequence[Any]:
    name = Card(_value(said, "rank"), _value(said, "of_suit"))
    return (_value(said, "wild_card")._replace(name=name),)


# --- cards of one rank ----------------------------------------------------------------------------


def _several(said: Said) -> Sequence[Any]:
    rank = Rank.JOKER if _has(said, "wilds") else _value(said, "plural")
    card = SaidCard(int(rank), _value(said, "of_suit"), _value(said, "colour"))
    return (SaidCards((card,) * _value(said, "count")),)


def _each(said: Said) -> Sequence[Any]:
    suits, count = _value(said, "suits"), _value(said, "count")
    if len(suits) < 2 or count not in (None, len(suits)):
        return ()
    return (SaidCards(tuple([SaidCard(int(_value(said, "plural")), suit) for suit in suits])),)


def _unnumbered(said: Said) -> Sequence[Any]:
    card = SaidCard(int(_value(said, "plural")))
    if card.rank == Rank.TWO:
        return ()  # nobody can tell how many wild cards there are
    return [SaidCards((card,) * count, lacks_number=True) for count in (3, 4)]


def _all_but(said: Said) -> Sequence[Any]:
    rank = int(_value(said, "plural"))
    cards = [SaidCard(rank, suit) for suit in Suit if suit is not _value(said, "suit")]
    return (SaidCards(tuple(cards)),) if _value(said, "count") in (None, len(cards)) else ()


def _including(said: Said) -> Sequence[Any]:
    rank, count = _value(said, "plural"), _value(said, "count")
    suit = _value(said, "of_suit") or _value(said, "suit")
    if _value(said, "rank") not in (None, rank):
        return ()
    plain = (SaidCard(int(rank)),) * (count - 1)
    return (SaidCards((*plain, SaidCard(int(rank), suit))),)


def _bag(said: Said) -> Sequence[Any]:
    """Return the cards of one rank and wild cards that were said so far, if they go together."""
    so_far = _value(said, "bag") or SaidCards(())
    more = _value(said, "same")
    if isinstance(more, SaidCard):
        more = SaidCards((more,))
    cards = so_far.cards + more.cards
    ranks = {card.rank for card in cards if card.rank > Rank.TWO or card.rank == Rank.ACE}
    is_wild = all(card.rank in (Rank.JOKER, Rank.TWO, ANY_WILD) for card in more.cards)
    if len(ranks) > 1 or len(cards) > _CARDS_MOST or (_has(said, "with") and not is_wild):
        return ()
    return (SaidCards(cards, lacks_number=so_far.lacks_number or more.lacks_number),)


def _set(said: Said) -> Sequence[Any]:
    bag = _value(said, "bag")
    return (SaidMeld(MeldKind.SET, bag.cards, lacks_number=bag.lacks_number),)


# --- runs -----------------------------------------------------------------------------------------


def _step(said: Said) -> Sequence[Any]:
    so_far = _value(said, "steps") or _value(said, "suited_list") or SaidCards(())
    card = said[-1][1]
    if _has(said, "and") and card.rank in (Rank.JOKER, Rank.TWO, ANY_WILD):
        card = card._replace(added=True)
    cards = (*so_far.cards, card)
    return (SaidCards(cards),) if may_be_run(cards) else ()


def may_be_run(cards: Sequence[SaidCard]) -> bool:
    """Tell whether cards could be steps of a run: no rank comes twice, wild cards are in order."""
    plain = [card.rank for card in cards if card.rank > Rank.TWO]
    aces = sum([card.rank == Rank.ACE for card in cards])
    if len(set(plain)) < len(plain) or aces > 2 or len(cards) > _CARDS_MOST:
        return False
    in_order = [card for card in cards if not card.added]
    twos = [card for card in in_order if card.rank == Rank.TWO and card.name is None]
    wilds = [card for card in in_order if card.rank in (Rank.JOKER, Rank.TWO, ANY_WILD)]
    if not wilds or len(wilds) == len(in_order) or len(wilds) == len(twos) == 1:
        return len(wilds) <= ACE_HIGH
    return bool(places_in_order(in_order))


def places_in_order(cards: Sequence[SaidCard]) -> list[tuple[int, ...]]:
    """Return the places that cards have in a run, if each is a step above or below the last.

    A wild card takes the step at which it was said; at least one card has to be known.
    """
    known = [
        (number, _rank_of(card)) for number, card in enumerate(cards) if _rank_of(card) is not None
    ]
    found = {}
    for step in (1, -1) if known else ():
        number, rank = known[0]
        for place in (rank, ACE_HIGH) if rank == Rank.ACE else (rank,):
            first = int(place or 0) - step * number
            places = tuple([first + step * at for at in range(len(cards))])
            if min(places) >= 1 and max(places) <= ACE_HIGH and _fit(known, places):
                found[places] = True
    return list(found)


def _rank_of(card: SaidCard) -> int | None:
    if card.name is not None:
        return int(card.name.rank)
    return card.rank if card.rank > Rank.TWO or card.rank == Rank.ACE else None


def _fit(known: Iterable[tuple[int, int | None]], places: Sequence[int]) -> bool:
    return all(
        places[number] == rank or (rank == Rank.ACE and places[number] == ACE_HIGH)
        for number, rank in known
    )


def _range(said: Said) -> Sequence[Any]:
    (first, last) = [int(value) for symbol, value in said if symbol in ("rank", "ace")]
    if first == last == Rank.ACE:
        return _spans([(1, ACE_HIGH)])
    if Rank.ACE not in (first, last):
        return _spans([(first, last)])
    other = last if first == Rank.ACE else first
    near = Rank.ACE.value if other <= _LOW_TO else ACE_HIGH
    told = Rank.ACE.value if first == Rank.ACE else ACE_HIGH
    return _spans([(ace, other) for ace in dict.fromkeys((told, near))])


def _up(said: Said) -> Sequence[Any]:
    (first, last) = [int(value) for symbol, value in said if symbol in ("rank", "ace")]
    last = ACE_HIGH if last == Rank.ACE else last
    return _spans([(first, last)]) if first < last else ()


def _down(said: Said) -> Sequence[Any]:
    (first, last) = [int(value) for symbol, value in said if symbol in ("rank", "ace")]
    first = ACE_HIGH if first == Rank.ACE else first
    return _spans([(first, last)]) if first > last else ()


def _spans(ends: Iterable[tuple[int, int]]) -> Sequence[Any]:
    """Return the cards from one end to the other, for each pair of places."""
    found = []
    for one, other in ends:
        places = range(min(one, other), max(one, other) + 1)
        cards = [SaidCard(1 if place == ACE_HIGH else place) for place in places]
        if len(cards) > 1:
            found.append(SaidCards(tuple(cards), is_range=True))
    return found


def _run(said: Said) -> Sequence[Any]:
    suit = _value(said, "of_suit") or _value(said, "suit")
    cards, is_range = _value(said, "list")[:2]
    return (SaidMeld(MeldKind.RUN, cards, suit, is_range),)


def _suited_run(said: Said) -> Sequence[Any]:
    cards = _value(said, "suited_list").cards
    suits = {card.suit for card in cards if card.rank > Rank.TWO or card.rank == Rank.ACE}
    if len(suits) != 1:
        return ()
    return (SaidMeld(MeldKind.RUN, cards, suits.pop()),)


# --- melds with what was added, and corrections ---------------------------------------------------


def _tail(said: Said) -> Sequence[Any]:
    if not _has(said, "count"):
        return ((said[-1][1],),)
    cards = _several(said)[0].cards
    return (cards,) if cards[0].rank in (Rank.JOKER, Rank.TWO) else ()


def _with_tail(said: Said) -> Sequence[Any]:
    meld, tail = _value(said, "meld"), _value(said, "tail")
    if meld.kind is not MeldKind.RUN or len(meld.cards + meld.added + tail) > _CARDS_MOST:
        return ()
    return (meld._replace(added=meld.added + tail),)


def _instead(said: Said) -> Sequence[Any]:
    (_, before), _, (_, after) = said
    is_same_kind = isinstance(before, SaidCards) or before.kind in (after.kind, None)
    return (after,) if is_same_kind else ()


def _gone(said: Said) -> Sequence[Any]:
    is_meld = isinstance(said[0][1], SaidMeld)
    return (SaidMeld(None) if is_meld else SaidCards(()),)


# --- in hand, and sums ----------------------------------------------------------------------------


def _group(said: Said) -> Sequence[Any]:
    return ((*(_value(said, "group") or ()), _value(said, "rank")),)


def _cards(said: Said) -> Sequence[Any]:
    return (SaidCards((said[-1][1],)),)


def _alone(said: Said) -> Sequence[Any]:
    return (SaidCards((SaidCard(int(_value(said, "rank"))),), is_weak=True),)


def _spread(said: Said) -> Sequence[Any]:
    """Return cards of one suit that were said together."""
    suit = _value(said, "of_suit")
    ranks = _value(said, "group") or [card.rank for card in _value(said, "range").cards]
    return (SaidCards(tuple([SaidCard(int(rank), suit) for rank in ranks])),)


def _suited(said: Said) -> Sequence[Any]:
    suit = _value(said, "of_suit") or _value(said, "suit")
    steps = _value(said, "list").cards
    if any(card.suit or card.name for card in steps):
        return ()
    return (SaidCards(tuple([SaidCard(card.rank, suit) for card in steps])),)


def _amount(said: Said) -> Sequence[Any]:
    """Return the number that words say: ``a hundred and twenty five``, ``twenty five``."""
    numbers = [int(value) for symbol, value in said if symbol != "and"]
    total = 0
    if _HUNDRED in numbers:
        at = numbers.index(_HUNDRED)
        if at > 1 or numbers[:at] == [_HUNDRED]:
            return ()
        total = _HUNDRED * (numbers[0] if at else 1)
        numbers = numbers[at + 1 :]
    elif _has(said, "and"):
        return ()
    if len(numbers) > 1 and (numbers[0] < 20 or not 0 < numbers[1] < 10 or len(numbers) > 2):
        return ()
    return (total + sum(numbers),)


ACTS: Final[Mapping[str, Callable[[Said], Sequence[Any]]]] = {
    "same": _same,
    "first": _first,
    "suit": _same,
    "suits": _suits,
    "card": _card,
    "deuce": _deuce,
    "named": _named,
    "several": _several,
    "each": _each,
    "unnumbered": _unnumbered,
    "all_but": _all_but,
    "including": _including,
    "bag": _bag,
    "set": _set,
    "step": _step,
    "range": _range,
    "up": _up,
    "down": _down,
    "run": _run,
    "suited_run": _suited_run,
    "tail": _tail,
    "with_tail": _with_tail,
    "instead": _instead,
    "gone": _gone,
    "group": _group,
    "cards": _cards,
    "alone": _alone,
    "spread": _spread,
    "suited": _suited,
    "amount": _amount,
}
