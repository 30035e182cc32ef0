"""Plays a deal of Oklahoma out by simple sound play (Laws 3, 6 to 9, 13 to 16, 21 and 24).

Everybody melds what can be melded and keeps pairs and neighbours. Some hold their melds back for
some turns, so as to go out concealed. A pile is taken where its top card can be melded, unless
somebody is about to go out. Every meld begins with two natural cards or more, as some tables ask.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from operator import attrgetter
from typing import Final, NamedTuple

from scorekeeper.domain.cards import JOKER, QUEEN_OF_SPADES, Card, Rank, Suit
from scorekeeper.domain.deals import Deal, Ending, Hand, MeldCard, Points, Seat
from scorekeeper.domain.draw import Draw
from scorekeeper.domain.melds import ACE_HIGH, MeldRules, allows_ends
from scorekeeper.domain.play import (
    Laid,
    Lying,
    PlayedDeal,
    Source,
    Step,
    ToPlay,
    Turn,
    card_at,
    deal_hands,
    lay_run,
    lay_set,
)
from scorekeeper.domain.variants.oklahoma.deal import CARDS_DEALT, may_be_concealed_at_first
from scorekeeper.domain.variants.oklahoma.facts import (
    WILDS,
    in_hand_values,
    meld_rules,
    melded_value,
    pack,
)
from scorekeeper.domain.variants.oklahoma.options import OklahomaOptions

_ALMOST_OUT: Final = 3
"""With so few cards in somebody's hand, the others meld at once and leave a long pile alone."""
_LONG_PILE: Final = 4
_PATIENT: Final = 3
"""One in so many players holds melds back."""
_MOST_PATIENCE: Final = 9
_SET_MIN: Final = 3
# How much a card is worth keeping, in points against its player.
_USE_OF_WILD, _USE_OF_PAIR, _USE_OF_NEIGHBOUR, _USE_TO_OTHERS = 500, 15, 10, 20


def play(options: OklahomaOptions, to_play: ToPlay, draw: Draw) -> PlayedDeal:
    """Return a deal that was played out."""
    cards = to_play.shuffle(pack, options, draw)
    dealt = tuple(reversed(cards))
    table = _Table(options, to_play, cards, draw)
    return PlayedDeal(deal=table.play_turns(), pack=dealt, steps=tuple(table.steps))


class _NewMeld(NamedTuple):
    """A meld that could be laid, and its points; ``low`` is the rank of a set without ``suit``."""

    worth: Points
    suit: Suit | None
    low: int
    cards: tuple[Card, ...]

    def lay(self, rules: MeldRules) -> Lying:
        if self.suit is None:
            return lay_set(rules, Rank(self.low), self.cards)
        return lay_run(rules, self.suit, self.low, self.cards)


class _Player:
    """A player's cards, and how many turns melds are held back."""

    def __init__(self, hand: list[Card], patience: int) -> None:
        self.hand = hand
        self.patience = patience
        self.melds: list[Lying] = []
        self.turns = 0


class _Table:
    """The cards of a deal while it is played."""

    def __init__(
        self, options: OklahomaOptions, to_play: ToPlay, cards: list[Card], draw: Draw
    ) -> None:
        self.options = options
        self.to_play = to_play
        self.rules = meld_rules(
            ace_both_ends=options.ace_both_ends, min_naturals=options.min_naturals
        )
        self.in_hand = in_hand_values(options.high_unmelded)
        self.kept = 1 if to_play.rounds is None else 2
        """How many cards stay after melding: the last discard, or one more where nobody goes out"""
        self.players = [
            _Player(hand, 0 if draw.below(_PATIENT) else 1 + draw.below(_MOST_PATIENCE))
            for hand in deal_hands(cards, to_play, CARDS_DEALT)
        ]
        self.pile = [cards.pop()]
        self.stock = cards
        self.steps: list[Step] = []

    def play_turns(self) -> Deal:
        """Play until somebody is out, the stock is empty or the rounds are over."""
        seat, use = self._first_turn()
        while True:
            player = self.players[seat]
            is_first, had_melds = not player.turns, bool(player.melds)
            self._take_turn(seat, use)
            if not player.hand:
                return Deal(
                    ending=Ending.OUT,
                    by=seat,
                    concealed=not had_melds and self._may_be_concealed(is_first=is_first),
                    first_turn=is_first,
                    last_card=not self.stock and use is None,
                    hands=self._hands(),
                )
            if not self.stock:
                return Deal(ending=Ending.STOCK, hands=self._hands())
            if self.to_play.is_over(len(self.steps)):
                return Deal(ending=None, hands=self._hands())
            seat = self.to_play.after(seat)
            use = self._use_of_top(seat)

    def _may_be_concealed(self, *, is_first: bool) -> bool:
        return not is_first or may_be_concealed_at_first(self.options)

    def _first_turn(self) -> tuple[Seat, Callable[[], Laid] | None]:
        """Return the first player who melds the upcard, or else the one who draws (Law 13)."""
        first = seat = self.to_play.after(self.to_play.dealer)
        for _ in self.players:
            use = self._use_of_top(seat)
            if use is not None:
                return seat, use
            seat = self.to_play.after(seat)
        return first, None

    def _use_of_top(self, seat: Seat) -> Callable[[], Laid] | None:
        """Return how the player melds the top card of the pile, None if it is left (Law 14)."""
        is_late = len(self.pile) > _LONG_PILE and self._is_near_the_end(seat)
        if is_late or self._waits(seat):
            return None
        player, top = self.players[seat], self.pile[-1]
        spare = len(player.hand) + len(self.pile) - self.kept
        if not spare:
            return None
        meld = next((each for each in player.melds if each.fits(top)), None)
        if meld is not None:
            return partial(self._add, seat, meld, top)
        joker = _joker_for(player, top)
        if joker is not None:
            return partial(self._replace_joker, seat, joker, top)
        new = self._new_with(player, top)
        return partial(self._lay, seat, new) if new and len(new.cards) <= spare else None

    def _waits(self, seat: Seat) -> bool:
        """Tell whether the player holds all melds back, so as to go out concealed (Law 23)."""
        player = self.players[seat]
        is_early = not player.melds and player.turns < player.patience
        return is_early and not self._is_near_the_end(seat)

    def _is_near_the_end(self, seat: Seat) -> bool:
        if len(self.stock) <= len(self.players):
            return True
        hands = [len(player.hand) for each, player in enumerate(self.players) if each != seat]
        return min(hands, default=CARDS_DEALT) <= _ALMOST_OUT

    def _take_turn(self, seat: Seat, use: Callable[[], Laid] | None) -> None:
        player = self.players[seat]
        laid: list[Laid] = []
        if use is None:
            player.hand.append(self.stock.pop())
        else:
            player.hand.append(self.pile.pop())
            laid.append(use())
            player.hand += self.pile
            self.pile = []
        laid += self._meld(seat)
        player.turns += 1
        discard = self._choose_discard(seat)
        player.hand.remove(discard)
        self.pile.append(discard)
        source = Source.STOCK if use is None else Source.PILE
        self.steps.append(Turn(seat=seat, source=source, laid=tuple(laid), discard=discard))

    def _choose_discard(self, seat: Seat) -> Card:
        """Return the card that is of least use, of equals the one that counts most in hand.

        The queen of spades goes only as the last card, or as one of two (Law 21).
        """
        hand = self.players[seat].hand
        following = self.players[self.to_play.after(seat)].melds
        may_go = [card for card in hand if card != QUEEN_OF_SPADES] or hand
        return min(may_go, key=lambda card: _use_in(hand, card, following) - self.in_hand[card])

    def _hands(self) -> tuple[Hand, ...]:
        return tuple(
            [
                Hand(
                    melds=tuple([meld.meld for meld in player.melds]),
                    in_hand=tuple(player.hand),
                )
                for player in self.players
            ]
        )

    # --- melding ----------------------------------------------------------------------------------

    def _meld(self, seat: Seat) -> list[Laid]:
        """Meld what can be, or nothing while melds are held back and not all can be melded."""
        player = self.players[seat]
        before, waits = player.hand.copy(), self._waits(seat)
        laid = [*self._meld_all(seat)]
        if waits and len(player.hand) > 1:
            player.hand, player.melds = before, []
            return []
        return laid

    def _meld_all(self, seat: Seat) -> Iterator[Laid]:
        player = self.players[seat]
        yield from self._add_naturals(seat)
        while (new := self._best_new(player)) is not None:
            yield self._lay(seat, new)
        yield from self._exchange_joker(seat)
        yield from self._add_wilds(seat)
        yield from self._add_naturals(seat)

    def _add_naturals(self, seat: Seat) -> Iterator[Laid]:
        """Add natural cards to melds that lie, as long as one fits."""
        player = self.players[seat]
        found = bool(player.melds)
        while found:
            found = False
            for card in [each for each in player.hand if each not in WILDS]:
                meld = next((each for each in player.melds if each.fits(card)), None)
                if meld is not None and len(player.hand) > self.kept:
                    found = True
                    yield self._add(seat, meld, card)

    def _add_wilds(self, seat: Seat) -> Iterator[Laid]:
        """Add wild cards where they count most."""
        player = self.players[seat]
        for card in [each for each in player.hand if each in WILDS]:
            places = [
                (melded_value(card, card_at(place, meld.suit)), -number, meld)
                for number, meld in enumerate(player.melds)
                if (place := meld.place_of(card)) is not None
            ]
            if places and len(player.hand) > self.kept:
                yield self._add(seat, max(places)[-1], card)

    def _exchange_joker(self, seat: Seat) -> Iterator[Laid]:
        """Take a Joker back for its card, if it can be melded again at once (Law 9)."""
        player = self.players[seat]
        if any(meld.fits(JOKER) for meld in player.melds) and len(player.hand) > self.kept:
            for card in player.hand:
                joker = _joker_for(player, card)
                if joker is not None:
                    yield self._replace_joker(seat, joker, card)
                    return

    def _add(self, seat: Seat, meld: Lying, card: Card) -> Laid:
        player = self.players[seat]
        player.hand.remove(card)
        meld.add(card)
        return Laid(owner=seat, place=player.melds.index(meld), meld=meld.meld)

    def _lay(self, seat: Seat, new: _NewMeld) -> Laid:
        player = self.players[seat]
        for card in new.cards:
            player.hand.remove(card)
        meld = new.lay(self.rules)
        player.melds.append(meld)
        return Laid(owner=seat, place=len(player.melds) - 1, meld=meld.meld)

    def _replace_joker(self, seat: Seat, joker: tuple[int, int], card: Card) -> Laid:
        player = self.players[seat]
        number, place = joker
        meld = player.melds[number]
        player.hand.remove(card)
        player.hand.append(JOKER)
        meld.cards[place] = MeldCard(card)
        return Laid(owner=seat, place=number, meld=meld.meld)

    def _best_new(self, player: _Player) -> _NewMeld | None:
        """Return the new meld that counts most, natural ones first; None if there is none."""
        most = len(player.hand) - self.kept
        if most < self.rules.run_min:
            return None
        naturals = [card for card in player.hand if card not in WILDS]
        found = [*_natural_melds(naturals, self.rules, most)]
        if not found:
            wild = next((card for card in player.hand if card in WILDS), None)
            found = [*_melds_with(wild, naturals, self.rules)] if wild else []
        return max(found, key=attrgetter("worth"), default=None)

    def _new_with(self, player: _Player, top: Card) -> _NewMeld | None:
        """Return the new meld of the top card and cards in hand that counts most."""
        held = [card for card in player.hand if card not in WILDS]
        if top in WILDS:
            found = [*_melds_with(top, held, self.rules)]
        else:
            naturals = [top, *held]
            found = [*_natural_melds(naturals, self.rules, len(naturals))]
            wild = next((card for card in player.hand if card in WILDS), None)
            found += _melds_with(wild, naturals, self.rules) if wild else []
        found = [new for new in found if top in new.cards]
        return max(found, key=attrgetter("worth"), default=None)


def _joker_for(player: _Player, card: Card) -> tuple[int, int] | None:
    """Return the meld and the place in it where a Joker stands for the card, or None."""
    for number, meld in enumerate(player.melds):
        for place, item in enumerate(meld.cards):
            if item.card is JOKER and item.stands_for == card:
                return number, place
    return None


def _use_in(hand: Sequence[Card], card: Card, following: Sequence[Lying]) -> int:
    """Return the use of a card in hand: wild, beside others, or fit for the next one's melds."""
    if card in WILDS:
        return _USE_OF_WILD
    use = _USE_TO_OTHERS if any(meld.fits(card) for meld in following) else 0
    for other in hand:
        if other.rank == card.rank:
            use += _USE_OF_PAIR
        elif other.suit is card.suit and -3 < other.rank - card.rank < 3:
            use += _USE_OF_NEIGHBOUR
    return use


# --- new melds of cards in hand -------------------------------------------------------------------


def _natural_melds(cards: Sequence[Card], rules: MeldRules, most: int) -> Iterator[_NewMeld]:
    """Yield sets and runs of natural cards, of ``most`` cards at the most."""
    ranks, suits = _by_rank(cards), _by_suit(cards)
    for rank, same in ranks.items():
        if len(same) >= _SET_MIN <= most:
            found = same[: min(most, rules.set_max or most)]
            worth = sum([melded_value(card, card) for card in found])
            yield _NewMeld(worth, None, rank, tuple(found))
    for suit, places in suits.items():
        for first, end in _stretches(places):
            if end - first >= rules.run_min <= most:
                low = max(first, end - most)
                found = [places[place] for place in range(low, end)]
                worth = sum([melded_value(card, card) for card in found])
                yield _NewMeld(worth, suit, low, tuple(found))


def _melds_with(wild: Card, cards: Sequence[Card], rules: MeldRules) -> Iterator[_NewMeld]:
    """Yield sets and runs of two natural cards and a wild."""
    for rank, same in _by_rank(cards).items():
        if len(same) >= _SET_MIN - 1:
            pair = same[: _SET_MIN - 1]
            worth = sum([melded_value(card, card) for card in pair])
            worth += melded_value(wild, Card(rank, None))
            yield _NewMeld(worth, None, rank, (*pair, wild))
    for suit, places in _by_suit(cards).items():
        for low in range(1, ACE_HIGH - rules.run_min + 2):
            at = [places.get(place) for place in range(low, low + rules.run_min)]
            if at.count(None) == 1 and allows_ends(low, low + rules.run_min - 1, rules):
                gap = at.index(None)
                at[gap] = wild
                found = [card for card in at if card is not None]
                worth = sum([melded_value(card, card) for card in found if card is not wild])
                worth += melded_value(wild, card_at(low + gap, suit))
                yield _NewMeld(worth, suit, low, tuple(found))


def _by_rank(cards: Sequence[Card]) -> dict[Rank, list[Card]]:
    ranks: defaultdict[Rank, list[Card]] = defaultdict(list)
    for card in cards:
        ranks[card.rank].append(card)
    return ranks


def _by_suit(cards: Sequence[Card]) -> dict[Suit, dict[int, Card]]:
    """Return the cards of each suit by their places in a run, an ace at both ends."""
    suits: defaultdict[Suit, dict[int, Card]] = defaultdict(dict)
    for card in cards:
        if isinstance(card.suit, Suit):
            suits[card.suit][card.rank] = card
            if card.rank is Rank.ACE:
                suits[card.suit][ACE_HIGH] = card
    return suits


def _stretches(places: dict[int, Card]) -> Iterator[tuple[int, int]]:
    """Yield the places of the first card of a row, and beyond its last; an ace ends it once."""
    low = 0
    for place in range(1, ACE_HIGH + 2):
        if place in places:
            low = low or place
        elif low:
            both_ends = low == 1 and place > ACE_HIGH
            yield low + both_ends, place
            low = 0
