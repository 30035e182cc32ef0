"""The plainest search for arrangements and lay-offs: explicit melds, no bits, no short cuts.

It is the independent second version against which ``arrangement`` and ``lay_offs`` are tested, with
the hands and deals of those tests.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations

from scorekeeper.rules.cards import NATURAL_CARDS, Card, read_card

Hand = tuple[Card, ...]
Meld = frozenset[Card]


def points_of(cards: Iterable[Card]) -> int:
    """What the cards count as deadwood."""
    return sum(10 if card.rank >= 10 else int(card.rank) for card in cards)


def is_meld(cards: Iterable[Card]) -> bool:
    """Whether the cards are a set of three or four, or a run of three or more."""
    held = sorted(cards)
    ranks = [int(card.rank) for card in held]
    suits = {card.suit for card in held}
    if len(set(ranks)) == 1:
        return len(held) in (3, 4)
    in_sequence = ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    return len(held) >= 3 and len(suits) == 1 and in_sequence


@cache
def every_meld() -> tuple[Meld, ...]:
    """Every meld that one pack allows."""
    by_suit = [NATURAL_CARDS[first : first + 13] for first in range(0, 52, 13)]
    runs = [
        frozenset(suit[low:high])
        for suit in by_suit
        for low in range(13)
        for high in range(low + 3, 14)
    ]
    sets = [
        frozenset(chosen)
        for rank in zip(*by_suit, strict=True)
        for size in (3, 4)
        for chosen in combinations(rank, size)
    ]
    return (*runs, *sets)


def every_spread(cards: Iterable[Card]) -> Iterator[tuple[Meld, ...]]:
    """Every set of disjoint melds of the hand, the empty one too."""
    hand = frozenset(cards)
    return _spreads(hand, [meld for meld in every_meld() if meld <= hand])


def _spreads(hand: Meld, melds: list[Meld]) -> Iterator[tuple[Meld, ...]]:
    if not melds:
        yield ()
        return
    first, others = melds[0], melds[1:]
    yield from _spreads(hand, others)
    for spread in _spreads(hand - first, [meld for meld in others if not meld & first]):
        yield (first, *spread)


def least_deadwood(cards: Iterable[Card]) -> int:
    """The least deadwood over every spread."""
    return _least_deadwood(frozenset(cards))


@cache
def _least_deadwood(hand: Meld) -> int:
    return min(points_of(hand.difference(*spread)) for spread in every_spread(hand))


def least_after_lay_offs(knocker_melds: Iterable[Iterable[Card]], cards: Iterable[Card]) -> int:
    """The least deadwood over every way of laying off, one card after another, and own melds."""
    return _least_after(frozenset(map(frozenset, knocker_melds)), frozenset(cards))


@cache
def _least_after(melds: frozenset[Meld], hand: Meld) -> int:
    seen: set[tuple[frozenset[Meld], Meld]] = set()
    waiting = [(melds, hand)]
    while waiting:
        state = waiting.pop()
        if state not in seen:
            seen.add(state)
            waiting += _after_one_lay_off(*state)
    return min(_least_deadwood(left) for left in {left for _, left in seen})


def _after_one_lay_off(
    melds: frozenset[Meld], hand: Meld
) -> Iterator[tuple[frozenset[Meld], Meld]]:
    for card in hand:
        for meld in melds:
            longer = meld | {card}
            if is_meld(longer):
                yield (melds - {meld}) | {longer}, hand - {card}


def best_knock(
    cards: Iterable[Card], defender: Iterable[Card], *, limit: int, net: Callable[[int, int], int]
) -> tuple[int, int, int] | None:
    """Net points, knocker's deadwood and defender's deadwood of the best knock, every one tried."""
    hand = frozenset(cards)
    found = []
    for spread in every_spread(hand):
        count = points_of(hand.difference(*spread))
        if count <= (0 if len(hand) == 11 else limit):
            after = least_after_lay_offs(spread if count else (), defender)
            found.append((net(count, after), -count, after))
    if not found:
        return None
    worth, minus_count, after = max(found, key=lambda knock: knock[:2])
    return worth, -minus_count, after


def hand(text: str) -> Hand:
    """The cards of a text in the notation; all of them must be cards."""
    cards = [read_card(word) for word in text.split()]
    assert None not in cards
    return tuple(card for card in cards if card is not None)


def rich_hands(seed: int, size: int, number: int) -> list[Hand]:
    """Hands full of melds."""
    chance = random.Random(seed)
    return [_rich_cards(chance, ranks=5, number=size) for _ in range(number)]


def _rich_cards(chance: random.Random, *, ranks: int, number: int) -> Hand:
    """Cards drawn from few neighbouring ranks, from two suits or from the whole pack."""
    low = chance.randrange(1, 15 - ranks)
    neighbours = [card for card in NATURAL_CARDS if low <= card.rank < low + ranks]
    pack = chance.choice([neighbours, list(NATURAL_CARDS[:26]), list(NATURAL_CARDS)])
    return tuple(chance.sample(pack, number))


@cache
def rich_deals(
    seed: int, number: int, *, size: int = 10, limit: int = 100
) -> tuple[tuple[Hand, Hand], ...]:
    """Deals full of melds and lay-offs in which the first hand has at most ``limit`` points."""
    chance = random.Random(seed)
    found: list[tuple[Hand, Hand]] = []
    while len(found) < number:
        cards = _rich_cards(chance, ranks=6, number=size + 10)
        if least_deadwood(cards[:size]) <= limit:
            found.append((cards[:size], cards[size:]))
    return tuple(found)


@cache
def chained_deals(seed: int, number: int) -> tuple[tuple[Hand, Hand], ...]:
    """Deals in which the knocker has a run of four and the defender its neighbours."""
    chance = random.Random(seed)
    return tuple([_chained_deal(chance) for _ in range(number)])


def _chained_deal(chance: random.Random) -> tuple[Hand, Hand]:
    first = chance.randrange(2, 7)
    run, below, above = (
        NATURAL_CARDS[low:high]
        for low, high in ((first, first + 4), (first - 2, first), (first + 4, first + 7))
    )
    rest = [card for card in NATURAL_CARDS if card not in run + below + above]
    small = [card for card in rest if card.rank <= 3]
    king_or_queen = chance.choice((12, 13))
    knocker = {*run, *[card for card in rest if card.rank == king_or_queen][-3:]}
    knocker |= set(chance.sample(small, 3))
    other = {*chance.choice((below, above, below + above))}
    free = sorted(set(rest) - knocker)
    return tuple(knocker), (*other, *chance.sample(free, 10 - len(other)))
