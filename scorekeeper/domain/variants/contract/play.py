"""Plays a deal of contract Oklahoma out by simple sound play (Set-up, Play, Note).

Everybody collects towards the sets and runs of the contract that lack the fewest cards, takes or
buys a discard that is one of them, lays the contract down as soon as it is whole, and then lays off
wherever a card fits. Every meld begins with two natural cards or more, as some tables ask.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from scorekeeper.domain.cards import Card, Rank, Suit
from scorekeeper.domain.deals import Deal, Ending, Hand, Seat
from scorekeeper.domain.draw import Draw
from scorekeeper.domain.melds import ACE_HIGH, MeldRules, allows_ends
from scorekeeper.domain.play import (
    SUITS,
    Laid,
    Lying,
    NoDeal,
    PlayedDeal,
    Purchase,
    Reshuffle,
    Source,
    Step,
    ToPlay,
    Turn,
    card_at,
    deal_hands,
    lay_run,
    lay_set,
)
from scorekeeper.domain.variants.contract.deal import (
    CARD_VALUES,
    CARDS_DEALT,
    RUN_MIN,
    SET_MIN,
    WILDS,
    meld_rules,
)
from scorekeeper.domain.variants.contract.facts import LAST_CONTRACT, Contract, contract_of, pack
from scorekeeper.domain.variants.contract.options import ContractOptions

_LEAST_NATURALS: Final = 2
"""How many natural cards each meld of a contract has."""
_RUNS_LOOKED_AT: Final = 9
"""How many runs are tried with one another, those that lack the fewest cards."""
_MOST_BOUGHT: Final = 2
_DEALS: Final = 20
_RESHUFFLES: Final = 4
"""After so many the cards are thrown in and dealt anew, as nobody may have the melds."""


def play(options: ContractOptions, to_play: ToPlay, draw: Draw) -> PlayedDeal:
    """Return a deal that was played out; raises NoDeal if none comes to an end."""
    for _ in range(_DEALS):
        cards = to_play.shuffle(pack, options, draw)
        dealt = tuple(reversed(cards))
        table = _Table(options, to_play, cards, draw)
        deal = table.play_turns()
        if deal is not None:
            return PlayedDeal(deal=deal, pack=dealt, steps=tuple(table.steps))
    raise NoDeal


class _Part(NamedTuple):
    """A set, without ``suit``, or a run of the contract; missing cards of it are ``None``."""

    suit: Suit | None
    low: int
    cards: tuple[Card | None, ...]

    def lacking(self) -> tuple[Card, ...]:
        """Return the cards that would fill it."""
        if self.suit is not None:
            gaps = [place for place, card in enumerate(self.cards, self.low) if card is None]
            return tuple([card_at(place, self.suit) for place in gaps])
        return tuple([card_at(self.low, suit) for suit in SUITS]) if None in self.cards else ()

    def lay(self, rules: MeldRules, wilds: list[Card]) -> Lying:
        """Return the meld; what is missing is taken from the end of ``wilds``."""
        cards = [wilds.pop() if card is None else card for card in self.cards]
        if self.suit is None:
            return lay_set(rules, Rank(self.low), cards)
        return lay_run(rules, self.suit, self.low, cards)


class _Plan(NamedTuple):
    """The melds to collect, and how many cards for them are still to be drawn."""

    missing: int
    parts: tuple[_Part, ...]
    lacking: frozenset[Card]

    def wants(self, card: Card) -> bool:
        """Tell whether the card would bring the melds nearer."""
        return card in WILDS or card in self.lacking


class _Player:
    """A player's cards and what they are collected for."""

    def __init__(self, hand: list[Card], plan: _Plan) -> None:
        self.hand = hand
        self.plan = plan
        self.melds: list[Lying] = []
        self.bought = 0


class _Table:
    """The cards of a deal while it is played."""

    def __init__(
        self, options: ContractOptions, to_play: ToPlay, cards: list[Card], draw: Draw
    ) -> None:
        self.options = options
        self.to_play = to_play
        self.draw = draw
        self.rules = meld_rules(ace=options.ace, min_naturals=options.min_naturals)
        self.contract = contract_of(to_play.number)
        self.is_last = to_play.number >= LAST_CONTRACT
        self.kept = 0 if to_play.rounds is None else 2
        """How many cards are held back, so that nobody goes out where nobody shall."""
        self.players = [
            _Player(hand, self._plan(hand)) for hand in deal_hands(cards, to_play, CARDS_DEALT)
        ]
        self.pile = [cards.pop()]
        self.stock = cards
        self.reshuffles = 0
        self.turns = 0
        self.steps: list[Step] = []

    def play_turns(self) -> Deal | None:
        """Play until somebody is out or the stock has run out; None if nobody comes to an end."""
        seat = self.to_play.after(self.to_play.dealer)
        source = Source.PILE if self._wants_top(seat) else Source.STOCK
        while True:
            if source is Source.STOCK and not self.stock:
                if self.options.stock_out == "hand_ends":
                    return Deal(ending=Ending.STOCK, hands=self._hands())
                if not self._reshuffle():
                    return None
            self._take_turn(seat, source)
            if not self.players[seat].hand:
                return Deal(ending=Ending.OUT, by=seat, hands=self._hands())
            if self.to_play.is_over(self.turns):
                return Deal(ending=None, hands=self._hands())
            seat = self.to_play.after(seat)
            source = self._claim(seat)

    def _reshuffle(self) -> bool:
        """Make a stock of the discards below the top one; false if that leads nowhere."""
        self.reshuffles += 1
        if self.reshuffles > _RESHUFFLES or len(self.pile) < 2:
            return False
        self.stock = self.draw.shuffled(self.pile[:-1])
        self.pile = self.pile[-1:]
        self.steps.append(Reshuffle(stock=tuple(self.stock)))
        return True

    def _claim(self, following: Seat) -> Source:
        """Let one player take the discard: the next one as a draw, or another who buys it."""
        if self._wants_top(following):
            return Source.PILE
        buyer = self.to_play.after(following)
        for _ in range(self.to_play.players - 2):  # neither the next player nor who discarded it
            if self._buys_top(buyer):
                player = self.players[buyer]
                player.hand += [self.pile.pop(), self.stock.pop()]
                player.bought += 1
                player.plan = self._plan(player.hand)
                self.steps.append(Purchase(seat=buyer))
                break
            buyer = self.to_play.after(buyer)
        return Source.STOCK

    def _wants_top(self, seat: Seat) -> bool:
        player, top = self.players[seat], self.pile[-1]
        return self._lying(top) is not None if player.melds else player.plan.wants(top)

    def _buys_top(self, seat: Seat) -> bool:
        """Tell whether a player far from the contract buys the top card; all must go in the last.

        Whoever has laid down buys nothing.
        """
        player = self.players[seat]
        is_far = not player.melds and player.plan.missing > 1 and player.bought < _MOST_BOUGHT
        return is_far and not self.is_last and bool(self.stock) and self._wants_top(seat)

    def _take_turn(self, seat: Seat, source: Source) -> None:
        player = self.players[seat]
        player.hand.append((self.pile if source is Source.PILE else self.stock).pop())
        laid: list[Laid] = []
        if not player.melds:
            player.plan = self._plan(player.hand)
            laid += self._lay_down(seat)
        if player.melds:
            laid += self._lay_off(player)
        discard = self._choose_discard(player) if player.hand else None
        if discard is not None:
            player.hand.remove(discard)
            self.pile.append(discard)
        self.turns += 1
        self.steps.append(Turn(seat=seat, source=source, laid=tuple(laid), discard=discard))

    def _lay_down(self, seat: Seat) -> Iterator[Laid]:
        """Lay the contract down if it is whole; the last one only with all cards (Note)."""
        player = self.players[seat]
        needed = sum([len(part.cards) for part in player.plan.parts])
        left = len(player.hand) - needed
        if player.plan.missing or left < self.kept or (self.is_last and left):
            return
        wilds = [card for card in player.hand if card in WILDS]
        for place, part in enumerate(player.plan.parts):
            meld = part.lay(self.rules, wilds)
            for item in meld.cards:
                player.hand.remove(item.card)
            player.melds.append(meld)
            yield Laid(owner=seat, place=place, meld=meld.meld)

    def _lay_off(self, player: _Player) -> Iterator[Laid]:
        """Lay off all that fits on anybody's melds."""
        found = True
        while found:
            found = False
            for card in player.hand.copy():
                place = self._lying(card)
                if place is not None and len(player.hand) > self.kept:
                    found = True
                    owner, number = place
                    meld = self.players[owner].melds[number]
                    player.hand.remove(card)
                    meld.add(card)
                    yield Laid(owner=owner, place=number, meld=meld.meld)

    def _lying(self, card: Card) -> tuple[Seat, int] | None:
        """Return the owner and the number of a meld on the table that the card fits, or None."""
        for seat, player in enumerate(self.players):
            for number, meld in enumerate(player.melds):
                if meld.fits(card):
                    return Seat(seat), number
        return None

    def _choose_discard(self, player: _Player) -> Card:
        """Return the card that counts most of those that no meld needs."""
        idle = [card for card in player.hand if card not in WILDS]
        if not player.melds:
            for part in player.plan.parts:
                for card in part.cards:
                    if card is not None:
                        idle.remove(card)
        return max(idle or player.hand, key=lambda card: (card not in WILDS, CARD_VALUES[card]))

    def _hands(self) -> tuple[Hand, ...]:
        return tuple(
            [
                Hand(
                    laid_down=None if player.melds else False,
                    melds=tuple([meld.meld for meld in player.melds]) or None,
                    in_hand=tuple(player.hand),
                )
                for player in self.players
            ]
        )

    # --- what to collect --------------------------------------------------------------------------

    def _plan(self, hand: Sequence[Card]) -> _Plan:
        """Return the melds of the contract that lack the fewest cards."""
        naturals = Counter([card for card in hand if card not in WILDS])
        wilds = len(hand) - naturals.total()
        best: tuple[_Part, ...] = ()
        missing = (len(hand) + self.contract.runs * RUN_MIN,) * 2
        for runs in combinations(_nearest_runs(naturals, self.rules), self.contract.runs):
            if sum([run[0] for run in runs]) > missing[1]:
                continue  # the runs alone lack more than all melds of the best choice so far
            parts = _complete(naturals, runs, self.contract)
            if (found := _missing(parts, wilds)) < missing:
                best, missing = parts, found
        lacking = frozenset([card for part in best for card in part.lacking()])
        return _Plan(missing[0], best, lacking)


_Run = tuple[int, Suit, int]
"""How many cards a run lacks, its suit and its first place."""


def _nearest_runs(naturals: Counter[Card], rules: MeldRules) -> list[_Run]:
    """Return the runs that lack the fewest cards."""
    found = []
    for suit in SUITS:
        for low in range(1, ACE_HIGH - RUN_MIN + 2):
            if allows_ends(low, low + RUN_MIN - 1, rules):
                places = range(low, low + RUN_MIN)
                held = sum([card_at(place, suit) in naturals for place in places])
                found.append((RUN_MIN - held, suit, low))
    return sorted(found)[:_RUNS_LOOKED_AT]


def _complete(
    naturals: Counter[Card], runs: Sequence[_Run], contract: Contract
) -> tuple[_Part, ...]:
    """Return the runs and, of the other cards, the sets of which most cards are there."""
    left = naturals.copy()
    parts = []
    for _, suit, low in runs:
        cards = []
        for place in range(low, low + RUN_MIN):
            card = card_at(place, suit)
            cards.append(card if left[card] > 0 else None)
            left[card] -= 1
        parts.append(_Part(suit, low, tuple(cards)))
    if contract.sets:
        ranks: dict[Rank, list[Card]] = {}
        for card, count in left.items():
            ranks.setdefault(card.rank, []).extend([card] * count)
        longest = sorted(ranks, key=lambda rank: (-len(ranks[rank]), rank))
        for rank in longest[: contract.sets]:
            same = ranks[rank][:SET_MIN]
            parts.append(_Part(None, rank, (*same, *[None] * (SET_MIN - len(same)))))
    return tuple(parts)


def _missing(parts: Sequence[_Part], wilds: int) -> tuple[int, int]:
    """Return how many cards are missing, and how many with wilds."""
    gaps = [part.cards.count(None) for part in parts]
    most = [len(part.cards) - _LEAST_NATURALS for part in parts]
    natural = sum([max(0, gap - limit) for gap, limit in zip(gaps, most, strict=True)])
    return max(sum(gaps) - wilds, natural), sum(gaps)
