"""Gin deals of every kind, each one legal, dealt out of one pack by chance."""

from random import Random

from scorekeeper.rules.arrangement import deadwood_value
from scorekeeper.rules.cards import NATURAL_CARDS, Card, Rank, Suit
from scorekeeper.rules.deals import Deal, Ending, Hand, Seat
from scorekeeper.rules.scoring import Setup
from scorekeeper.rules.variants.oklahoma_gin.facts import knock_limit

_HAND = 10
_SIZES_OF_GIN = ((3, 3, 4), (4, 3, 3), (5, 5), (3, 7), (4, 6))
_SIZES_OF_BIG_GIN = ((3, 4, 4), (5, 3, 3), (6, 5), (4, 7))
_SIZES_OF_KNOCKS = ((3, 3), (3, 4), (4, 4), (3, 3, 3), (3, 5), (3, 6), (4, 5))


def make_gin_deal(setup: Setup, chance: Random) -> Deal:
    """Return a deal that a table could have played: mostly a knock, at times gin or a dead deal."""
    upcard = chance.choice(NATURAL_CARDS)
    if chance.random() < 0.05:
        return Deal(ending=Ending.DEAD, upcard=upcard)
    by = Seat(chance.randrange(2))
    knocker = _knocker(knock_limit(setup.options, upcard), chance)
    hands = {by: knocker, 1 - by: _defender(knocker, chance)}
    return Deal(
        ending=Ending.KNOCK,
        by=by,
        upcard=upcard,
        hands=tuple([Hand(cards=hands[seat]) for seat in sorted(hands)]),
    )


def _knocker(limit: int, chance: Random) -> tuple[Card, ...]:
    """A hand that may knock: melds, and as little beside them as the upcard allows."""
    kind = chance.random()
    if kind < 0.06:
        return _melds(chance.choice(_SIZES_OF_BIG_GIN), chance)
    if kind < 0.15 or limit == 0:
        return _melds(chance.choice(_SIZES_OF_GIN), chance)
    while True:
        melded = _melds(chance.choice(_SIZES_OF_KNOCKS), chance)
        left = [card for card in NATURAL_CARDS if card not in melded]
        low = [card for card in left if deadwood_value([card]) <= limit]
        deadwood = chance.sample(low, min(_HAND - len(melded), len(low)))
        cards = (*melded, *deadwood)
        if len(cards) == _HAND and deadwood_value(deadwood) <= limit:
            return tuple(chance.sample(cards, _HAND))


def _defender(knocker: tuple[Card, ...], chance: Random) -> tuple[Card, ...]:
    """Return any ten of the other cards, now and then most of them in melds."""
    melded = _melds(chance.choice(_SIZES_OF_KNOCKS), chance) if chance.random() < 0.5 else ()
    if not set(melded).isdisjoint(knocker):
        melded = ()
    left = [card for card in NATURAL_CARDS if card not in (*knocker, *melded)]
    return (*melded, *chance.sample(left, _HAND - len(melded)))


def _melds(sizes: tuple[int, ...], chance: Random) -> tuple[Card, ...]:
    """The cards of melds of these sizes."""
    while True:
        cards = [card for size in sizes for card in _meld(size, chance)]
        if len(set(cards)) == len(cards):
            return tuple(chance.sample(cards, len(cards)))


def _meld(size: int, chance: Random) -> list[Card]:
    if size <= 4 and chance.random() < 0.5:
        rank = chance.choice([rank for rank in Rank if rank is not Rank.JOKER])
        return [Card(rank, suit) for suit in chance.sample(list(Suit), size)]
    suit, low = chance.choice(list(Suit)), chance.randint(Rank.ACE, Rank.KING - size + 1)
    return [Card(Rank(low + step), suit) for step in range(size)]
