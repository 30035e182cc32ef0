"""Deals that greedy players play with real packs, by a seed: what lies on a table at the end.

Players take the pile wherever its top card can be used at once, lay down whatever is a meld, use
deuces and the Joker, and discard what fits least. Nobody plays well; the cards that are left are
those that people have to enter.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Final

from scorekeeper.rules.cards import JOKER, NATURAL_CARDS, QUEEN_OF_SPADES, Card, Rank, Suit
from scorekeeper.rules.deals import Deal, Ending, Hand, LaidMeld, MeldCard, Seat
from scorekeeper.rules.melds import ACE_HIGH, MeldRules
from scorekeeper.rules.scoring import Setup

_DEALT: Final = 13


def rank_at(place: int) -> Rank:
    """Return the rank at a place of a run, in which the ace may come last."""
    return Rank.ACE if place == ACE_HIGH else Rank(place)


@dataclass(frozen=True, slots=True)
class Set:
    """Cards of a rank that a player has laid down."""

    rank: Rank
    cards: list[Card]

    @property
    def next(self) -> Card:
        """What a wild card stands for here."""
        return Card(self.rank, None)

    def laid(self) -> LaidMeld:
        named = Card(self.rank, None)
        return tuple(
            [MeldCard(card, None if card.rank is self.rank else named) for card in self.cards]
        )


@dataclass(slots=True)
class Run:
    """Cards in sequence from the place ``low`` on; wild ones stand for that of their place."""

    suit: Suit
    low: int
    cards: list[Card]

    @property
    def high(self) -> int:
        return self.low + len(self.cards) - 1

    @property
    def next(self) -> Card | None:
        """What a wild card stands for above the end."""
        return Card(rank_at(self.high + 1), self.suit) if self.high < ACE_HIGH else None

    def laid(self) -> LaidMeld:
        named = [Card(rank_at(self.low + step), self.suit) for step in range(len(self.cards))]
        return tuple(
            [
                MeldCard(card, None if card == name else name)
                for card, name in zip(self.cards, named, strict=True)
            ]
        )


@dataclass(slots=True)
class Player:
    """A hand, and what its player has laid down."""

    rules: MeldRules
    hand: list[Card] = field(default_factory=list)
    melds: list[Set | Run] = field(default_factory=list)
    took_pile: bool = False

    # --- what fits -------------------------------------------------------------------------------

    def naturals(self) -> list[Card]:
        return [card for card in self.hand if card not in self.rules.wilds]

    def wilds(self) -> list[Card]:
        return [card for card in self.hand if card in self.rules.wilds]

    def lay_off(self, card: Card, name: Card | None = None) -> bool:
        """Lay a card onto an own meld; ``name`` is what a wild one stands for."""
        name = name or card
        for meld in self.melds:
            if isinstance(meld, Set):
                most = self.rules.set_max or len(NATURAL_CARDS)
                if name.rank is meld.rank and len(meld.cards) < most:
                    meld.cards.append(card)
                    return True
            elif name.suit is meld.suit and self._extend(meld, card, name):
                return True
        return False

    def _extend(self, run: Run, card: Card, name: Card) -> bool:
        has_room = len(run.cards) < ACE_HIGH - 1 or self.rules.ace_both_ends
        if has_room and run.high < ACE_HIGH and name.rank is rank_at(run.high + 1):
            run.cards.append(card)
            return True
        if has_room and run.low > 1 and name.rank is rank_at(run.low - 1):
            run.low -= 1
            run.cards.insert(0, card)
            return True
        return False

    def find_melds(self, most_wilds: int) -> list[Set | Run]:
        """Return the melds that the hand has, the longest first."""
        found: list[Set | Run] = [*self._sets(most_wilds), *self._runs(most_wilds)]
        return sorted(found, key=lambda meld: (-len(meld.cards), str(meld)))

    def _sets(self, most_wilds: int) -> Iterator[Set]:
        by_rank: dict[Rank, list[Card]] = {}
        for card in sorted(self.naturals()):
            by_rank.setdefault(card.rank, []).append(card)
        for rank, naturals in by_rank.items():
            wilds = self.wilds()[: min(most_wilds, 3 - len(naturals))] if len(naturals) < 3 else []
            cards = [*naturals[: self.rules.set_max], *wilds]
            if len(naturals) > 1 and len(cards) > 2:
                yield Set(rank, cards)

    def _runs(self, most_wilds: int) -> Iterator[Run]:
        first = 1 if self.rules.ace_low else 2
        for suit in Suit:
            for low in range(first, ACE_HIGH):
                cards = self._walk(suit, low, most_wilds)
                wilds = self.rules.wilds.intersection(cards)
                # A wild card is laid into a run only to join what is long enough without it.
                if len(cards) - len(wilds) >= self.rules.run_min:
                    yield Run(suit, low, cards)

    def _walk(self, suit: Suit, low: int, most_wilds: int) -> list[Card]:
        """Return the cards in sequence from a place on, none of them wild at its end."""
        naturals, wilds = self.naturals(), self.wilds()[:most_wilds]
        cards: list[Card] = []
        for place in range(low, ACE_HIGH + (low > 1)):
            name = Card(rank_at(place), suit)
            if name not in naturals and not wilds:
                break
            cards.append(name if name in naturals else wilds.pop())
        while cards and cards[-1] in self.rules.wilds:
            cards.pop()
        return cards

    # --- a turn ----------------------------------------------------------------------------------

    def use(self, pile: list[Card]) -> bool:
        """Take the pile if its top card can be melded at once, with a card left over."""
        *others, top = pile
        if top in self.rules.wilds or not self._meld_top(top, len(self.hand) + len(others)):
            return False
        self.took_pile |= bool(others)
        self.hand += others
        return True

    def _meld_top(self, top: Card, most: int) -> bool:
        """Meld a card with at most so many of the hand, or on what lies there."""
        if most and self.lay_off(top):
            return True
        self.hand.append(top)
        found = [meld for meld in self.find_melds(most_wilds=0) if top in meld.cards]
        for meld in found:
            if len(meld.cards) <= most:
                self.lay(meld)
                return True
        self.hand.remove(top)
        return False

    def lay(self, meld: Set | Run) -> None:
        for card in meld.cards:
            self.hand.remove(card)
        self.melds.append(meld)

    def meld_all(self) -> None:
        """Lay down all that fits, and keep a card to discard."""
        while self._meld_one():
            pass

    def _meld_one(self) -> bool:
        room = len(self.hand) - 1
        for card in self.naturals() if room else ():
            if self.lay_off(card):
                self.hand.remove(card)
                return True
        for meld in (*self.find_melds(most_wilds=0), *self.find_melds(most_wilds=1)):
            if len(meld.cards) <= room:
                self.lay(meld)
                return True
        return bool(room) and any(self._lay_wild(wild) for wild in self.wilds())

    def _lay_wild(self, wild: Card) -> bool:
        """Lay a wild card onto an own set, or the end of a run without one."""
        for meld in self.melds:
            name = meld.next
            has_room = isinstance(meld, Set) or self.rules.wilds.isdisjoint(meld.cards)
            if name is not None and has_room and self.lay_off(wild, name):
                self.hand.remove(wild)
                return True
        return False

    def shown(self) -> Hand:
        melds = tuple([meld.laid() for meld in self.melds])
        return Hand(melds=melds, in_hand=tuple(self.hand), took_pile=self.took_pile or None)

    def discard(self, chance: Random) -> Card:
        """Throw away what fits least to the rest: never a wild card, the queen of spades last."""
        ranks = Counter([card.rank for card in self.hand])

        def use(card: Card) -> float:
            beside = [
                other
                for other in self.hand
                if other.suit is card.suit and 0 < abs(other.rank - card.rank) <= 2
            ]
            keeps = 99 if card in self.rules.wilds else 50 if card == QUEEN_OF_SPADES else 0
            return keeps + 3 * (ranks[card.rank] - 1) + 2 * len(beside) + chance.random()

        card = min(self.hand, key=use)
        self.hand.remove(card)
        return card


def play_deal(setup: Setup, chance: Random) -> Deal:
    """Return a deal of a melding game as its table shows it at the end."""
    family = setup.variant.family
    pack, keys = family.pack(setup.options, len(setup.players)), family.keypad
    assert keys is not None
    stock = list(NATURAL_CARDS) * pack.copies + [JOKER] * pack.jokers
    chance.shuffle(stock)
    players = [Player(keys(setup.options).rules) for _ in setup.players]
    for player in players:
        player.hand = [stock.pop() for _ in range(_DEALT)]
    pile = [stock.pop()]
    seat = chance.randrange(len(players))
    while stock and all(player.hand for player in players):
        _take_turn(players[seat], pile, stock)
        pile.append(players[seat].discard(chance))
        seat = (seat + 1) % len(players)
    hands = tuple([player.shown() for player in players])
    out = next((Seat(number) for number, hand in enumerate(hands) if not hand.in_hand), None)
    return Deal(ending=Ending.STOCK if out is None else Ending.OUT, by=out, hands=hands)


def _take_turn(player: Player, pile: list[Card], stock: list[Card]) -> None:
    if player.use(pile):
        pile.clear()
    else:
        player.hand.append(stock.pop())
    player.meld_all()
