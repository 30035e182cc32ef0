"""Plays a deal of Oklahoma gin out by simple sound play (Dealing, Gameplay, Knocking).

Everybody keeps cards that go together, takes a discard that makes a meld, and knocks as soon as may
be, or holds out some turns for fewer points or for gin.
"""

from collections.abc import Sequence
from typing import Final

from scorekeeper.domain.arrangement import (
    WEIGHT_BITS,
    cards_of,
    hand_number,
    least_deadwood,
)
from scorekeeper.domain.cards import Card
from scorekeeper.domain.deals import Deal, Ending, Hand, Points, Seat
from scorekeeper.domain.draw import Draw
from scorekeeper.domain.play import PlayedDeal, Source, Step, ToPlay, Turn, deal_hands
from scorekeeper.domain.variants.oklahoma_gin.deal import CARDS_DEALT
from scorekeeper.domain.variants.oklahoma_gin.facts import DEAD_STOCK, knock_limit, pack
from scorekeeper.domain.variants.oklahoma_gin.options import GinOptions

_USE_OF_NEIGHBOUR: Final = 4
"""How many points of deadwood a card is worth keeping for each card that it goes with."""
_HOLD_OUT: Final = (1, 1, 2, None)
"""A player knocks at once within the limit divided by one of these, or holds out for gin."""
_LEAST_TURNS, _MORE_TURNS = 6, 8
"""After so many turns nobody holds out."""
_CARDS_OF_WEIGHT: Final = (1 << WEIGHT_BITS) - 1


def play(options: GinOptions, to_play: ToPlay, draw: Draw) -> PlayedDeal:
    """Return a deal that was played out."""
    cards = to_play.shuffle(pack, options, draw)
    dealt = tuple(reversed(cards))
    table = _Table(options, to_play, cards, draw)
    return PlayedDeal(deal=table.play_turns(), pack=dealt, steps=tuple(table.steps))


class _Player:
    """A player's cards, with how much deadwood a knock is made early, and until when."""

    def __init__(self, hand: list[Card], limit: Points, draw: Draw) -> None:
        share = _HOLD_OUT[draw.below(len(_HOLD_OUT))]
        self.hand = hand
        self.early = limit // share if share else 0
        self.early_turns = _LEAST_TURNS + draw.below(_MORE_TURNS)
        self.turns = 0


class _Table:
    """The cards of a deal while it is played."""

    def __init__(self, options: GinOptions, to_play: ToPlay, cards: list[Card], draw: Draw) -> None:
        self.options = options
        self.to_play = to_play
        hands = deal_hands(cards, to_play, CARDS_DEALT)
        self.upcard = to_play.upcard or cards.pop()
        self.limit = knock_limit(options, self.upcard)
        self.players = [_Player(hand, self.limit, draw) for hand in hands]
        self.pile = [self.upcard]
        self.stock = cards
        self.steps: list[Step] = []

    def play_turns(self) -> Deal:
        """Play until somebody knocks, the stock is too small or the rounds are over."""
        seat, source = self._first_turn()
        while True:
            if self._takes_turn_and_knocks(seat, source):
                return self._deal(Ending.KNOCK, seat)
            if self.to_play.is_over(len(self.steps)):
                return self._deal(None)
            if len(self.stock) <= DEAD_STOCK:
                return self._deal(Ending.DEAD)
            seat = self.to_play.after(seat)
            source = Source.PILE if self._wants_top(seat) else Source.STOCK

    def _deal(self, ending: Ending | None, by: Seat | None = None) -> Deal:
        hands = [Hand(cards=cards_of(hand_number(player.hand))) for player in self.players]
        return Deal(upcard=self.upcard, ending=ending, by=by, hands=tuple(hands))

    def _first_turn(self) -> tuple[Seat, Source]:
        """Return who takes the upcard, or else the first player, who draws (Dealing)."""
        first = seat = self.to_play.after(self.to_play.dealer)
        for _ in self.players:
            if self._wants_top(seat):
                return seat, Source.PILE
            seat = self.to_play.after(seat)
        return first, Source.STOCK

    def _wants_top(self, seat: Seat) -> bool:
        """Tell whether the top card of the pile would be in a meld, or allows a knock."""
        player, top = self.players[seat], self.pile[-1]
        now = least_deadwood(hand_number(player.hand))[0]
        best = min(_weights([*player.hand, top], top))
        fewer = best & _CARDS_OF_WEIGHT < now & _CARDS_OF_WEIGHT
        return fewer or self._knocks(player, best >> WEIGHT_BITS)

    def _knocks(self, player: _Player, deadwood: Points) -> bool:
        """Tell whether the player knocks with so many points."""
        is_early = player.turns < player.early_turns
        most = player.early if is_early else self.limit
        return deadwood <= most and self.to_play.rounds is None

    def _takes_turn_and_knocks(self, seat: Seat, source: Source) -> bool:
        player = self.players[seat]
        taken = (self.pile if source is Source.PILE else self.stock).pop()
        player.hand.append(taken)
        kept = taken if source is Source.PILE else None  # what was just taken stays
        best = min(_weights(player.hand, kept)) >> WEIGHT_BITS
        knocks = self._knocks(player, best)
        is_big_gin = knocks and self._has_big_gin(player)
        discard = None if is_big_gin else _choose_discard(player.hand, kept, knocks=knocks)
        if discard is not None:
            player.hand.remove(discard)
            self.pile.append(discard)
        player.turns += 1
        self.steps.append(Turn(seat=seat, source=source, discard=discard, is_knock=knocks))
        return knocks

    def _has_big_gin(self, player: _Player) -> bool:
        is_played = self.options.big_gin_bonus is not None
        return is_played and not least_deadwood(hand_number(player.hand))[0]


def _weights(hand: Sequence[Card], kept: Card | None) -> list[int]:
    """Return the weight of deadwood after the discard of each card but the one that is kept."""
    number = hand_number(hand)
    return [least_deadwood(number ^ hand_number([card]))[0] for card in hand if card != kept]


def _choose_discard(hand: Sequence[Card], kept: Card | None, *, knocks: bool) -> Card:
    """Return the discard that leaves the least deadwood; cards that go together count less."""
    may_go = [card for card in hand if card != kept]
    weights = dict(zip(may_go, _weights(hand, kept), strict=True))
    if knocks:
        return min(may_go, key=lambda card: weights[card])
    return min(may_go, key=lambda card: (weights[card] >> WEIGHT_BITS) + _use_in(hand, card))


def _use_in(hand: Sequence[Card], card: Card) -> int:
    """Return how many points a card is worth keeping for the others that it goes with."""
    near = [
        other
        for other in hand
        if (other.rank == card.rank and other != card)
        or (other.suit is card.suit and 0 < abs(other.rank - card.rank) < 3)
    ]
    return _USE_OF_NEIGHBOUR * len(near)
