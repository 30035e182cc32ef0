"""Deals of the melding games as tables show them, laid out of their packs by chance."""

from collections import Counter
from random import Random

from scorekeeper.rules.cards import JOKER, NATURAL_CARDS, Card, Rank, Suit
from scorekeeper.rules.deals import Deal, Ending, Hand, LaidMeld, MeldCard, Seat
from scorekeeper.rules.melds import ACE_HIGH
from scorekeeper.rules.scoring import Setup

_RUN_LENGTHS = (3, 3, 4, 4, 5, 5, 6, 7, 8, 10)


def rank_at(place: int) -> Rank:
    """Return the rank at a place of a run, in which the ace may come last."""
    return Rank.ACE if place == ACE_HIGH else Rank(place)


class _Table:
    """What is left of the pack while hands are laid out of it."""

    def __init__(self, setup: Setup, chance: Random) -> None:
        pack = setup.variant.family.pack(setup.options, len(setup.players))
        self.left = Counter(list(NATURAL_CARDS) * pack.copies + [JOKER] * pack.jokers)
        self.chance = chance
        keys = setup.variant.family.keypad
        assert keys is not None
        self.rules = keys(setup.options).rules

    def take(self, wanted: list[Card]) -> bool:
        """These very cards, if all are left."""
        needed = Counter(wanted)
        if any(self.left[card] < count for card, count in needed.items()):
            return False
        self.left -= needed
        return True

    def any(self, count: int) -> tuple[Card, ...]:
        """So many cards of what is left, fewer if the pack ends."""
        left = sorted(self.left.elements(), key=str)
        cards = self.chance.sample(left, min(count, len(left)))
        assert self.take(cards)
        return tuple(cards)

    def wild(self) -> Card | None:
        """A wild card, if one is left: a deuce, now and then the Joker."""
        wilds = [card for card in self.rules.wilds if self.left[card]]
        return self.chance.choice(sorted(wilds, key=str)) if wilds else None

    def meld(self) -> LaidMeld | None:
        """A set or a run with perhaps a wild in it; nothing where the cards are gone."""
        cards = self._set() if self.chance.random() < 0.5 else self._run()
        if not self.take([card for card in cards if card not in self.rules.wilds]):
            return None
        laid = [MeldCard(card) for card in cards]
        is_set = len({card.rank for card in cards}) == 1
        for index, card in enumerate(cards):
            own_two = card in self.rules.wilds
            wild = self.wild() if own_two or self.chance.random() < 0.11 else None
            if wild is None:
                if own_two:
                    return None
                continue
            if not self.take([wild]):
                return None
            if not own_two:
                self.left[card] += 1
            laid[index] = MeldCard(wild, None if is_set else card)
        naturals = sum([item.card not in self.rules.wilds for item in laid])
        return tuple(laid) if naturals > 1 else None

    def _set(self) -> list[Card]:
        rank = self.chance.choice([rank for rank in Rank if rank > Rank.TWO or rank == Rank.ACE])
        return [
            Card(rank, suit)
            for suit in self.chance.sample(list(Suit), self.chance.choice((3, 3, 4)))
        ]

    def _run(self) -> list[Card]:
        length = max(self.rules.run_min, self.chance.choice(_RUN_LENGTHS))
        low = self.chance.randint(1 if self.rules.ace_low else 2, ACE_HIGH - length + 1)
        suit = self.chance.choice(list(Suit))
        return [Card(rank_at(place), suit) for place in range(low, low + length)]

    def melds(self, cards: int) -> tuple[LaidMeld, ...]:
        """Melds of about so many cards in all."""
        found: list[LaidMeld] = []
        for _ in range(400):
            if sum(map(len, found)) >= cards:
                break
            meld = self.meld()
            if meld is not None:
                found.append(meld)
        return tuple(found)


def make_deal(setup: Setup, chance: Random, *, cards: int) -> Deal:
    """A deal of about so many cards on the table, in melds and in hand; somebody went out."""
    table = _Table(setup, chance)
    seats = len(setup.players)
    by = Seat(chance.randrange(seats))
    held = [0 if seat == by else chance.randint(1, 9) for seat in range(seats)]
    # A meld overshoots by a card or two; who went out has more on the table than the others.
    shares = [cards // seats - 1 + (2 if seat == by else -1) for seat in range(seats)]
    laid = [table.melds(share - count) for share, count in zip(shares, held, strict=True)]
    hands = [
        Hand(melds=melds, in_hand=table.any(count)) for melds, count in zip(laid, held, strict=True)
    ]
    return Deal(ending=Ending.OUT, by=by, hands=tuple(hands))


def make_contract_deal(setup: Setup, chance: Random) -> Deal:
    """A deal of contract Oklahoma: cards in hand alone."""
    table = _Table(setup, chance)
    by = Seat(chance.randrange(len(setup.players)))
    hands = [
        Hand(in_hand=() if seat == by else table.any(chance.randint(1, 12)))
        for seat in range(len(setup.players))
    ]
    return Deal(ending=Ending.OUT, by=by, hands=tuple(hands))
