"""The pack of a table, out of which tests lay hands that are legal by construction."""

from random import Random

from scorekeeper.rules.cards import JOKER, NATURAL_CARDS, Card, Rank, Suit
from scorekeeper.rules.deals import LaidMeld, MeldCard
from scorekeeper.rules.scoring import Setup


class TablePack:
    """What is left of the pack while hands are laid out of it."""

    def __init__(self, setup: Setup, chance: Random) -> None:
        pack = setup.variant.family.pack(setup.options, len(setup.players))
        self.cards = list(NATURAL_CARDS) * pack.copies + [JOKER] * pack.jokers
        keys = setup.variant.family.keypad
        wilds = keys(setup.options).rules.wilds if keys else ()
        self.wilds = sorted({*wilds} & {*self.cards}, key=str)
        chance.shuffle(self.cards)
        self.chance = chance

    def take(self, count: int) -> tuple[Card, ...]:
        """Any cards, fewer if the pack ends."""
        taken, self.cards = self.cards[:count], self.cards[count:]
        return tuple(taken)

    def pick(self, cards: list[Card]) -> list[Card] | None:
        """These very cards, if all of them are left."""
        left = self.cards.copy()
        for card in cards:
            if card not in left:
                return None
            left.remove(card)
        self.cards = left
        return cards

    def set_of(self, count: int) -> list[Card]:
        """A set of natural cards, twos aside; nothing if none is left."""
        for rank in self._ranks(Rank.THREE, Rank.KING):
            suits = self.chance.sample(list(Suit), count)
            picked = self.pick([Card(rank, suit) for suit in suits])
            if picked:
                return picked
        return []

    def run_of(self, count: int) -> list[Card]:
        """A run of natural cards from a three up, the king at most; nothing if none is left."""
        for low in self._ranks(Rank.THREE, Rank(Rank.KING - count + 1)):
            for suit in self.chance.sample(list(Suit), 4):
                picked = self.pick([Card(Rank(low + step), suit) for step in range(count)])
                if picked:
                    return picked
        return []

    def meld(self) -> LaidMeld:
        """A set or run of three or four, perhaps with one declared wild where any card is wild."""
        cards = self.set_of(3) if self.chance.random() < 0.5 else self.run_of(4)
        laid = [MeldCard(card) for card in cards]
        if laid and self.wilds and self.chance.random() < 0.3:
            wild = self.chance.choice(self.wilds)
            if self.pick([wild]):
                laid[0] = MeldCard(wild, cards[0])
        return tuple(laid)

    def melds(self, most: int) -> tuple[LaidMeld, ...]:
        """Up to so many melds."""
        laid = [self.meld() for _ in range(self.chance.randint(1, most))]
        return tuple([meld for meld in laid if meld])

    def _ranks(self, low: Rank, high: Rank) -> list[Rank]:
        """The ranks from low to high, in any order."""
        ranks = [rank for rank in Rank if low <= rank <= high]
        return self.chance.sample(ranks, len(ranks))
