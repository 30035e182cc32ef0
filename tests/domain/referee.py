"""A referee of deals that were played out: follows every step with the cards in hand.

It knows the rules of turns alone, in numbers of its own, and shares no code with the players. Melds
are judged by the naive reader of melds, knocks by the naive search for arrangements.
"""

from collections import Counter
from dataclasses import replace
from typing import Any, Final

from scorekeeper.domain.cards import JOKER, NATURAL_CARDS, QUEEN_OF_SPADES, Card
from scorekeeper.domain.deals import Deal, Ending, Hand, LaidMeld, Seat
from scorekeeper.domain.melds import MeldRules
from scorekeeper.domain.play import (
    Laid,
    PlayedDeal,
    Purchase,
    Reshuffle,
    Source,
    Step,
    ToPlay,
    Turn,
)
from scorekeeper.domain.variant import Variant
from tests.domain.naive_melds import naive_verdict

DEALT: Final = {"oklahoma": 13, "contract": 10, "oklahoma_gin": 10}
CONTRACTS: Final = ((2, 0), (1, 1), (0, 2), (2, 1), (1, 2))


class Referee:
    """The cards of one deal, step by step; a false step is an ``AssertionError``."""

    def __init__(self, variant: Variant, options: Any, to_play: ToPlay, played: PlayedDeal) -> None:
        self.family, self.options, self.to_play = variant.family, options, to_play
        self.played = played
        keys = variant.family.keypad
        assert keys is not None
        self.rules: MeldRules = keys(options).rules
        self.stock = list(reversed(played.pack))
        self.hands: list[Counter[Card]] = [Counter() for _ in range(to_play.players)]
        seat = to_play.dealer
        for _ in range(DEALT[self.family.key] * to_play.players):
            seat = Seat((seat + 1) % to_play.players)
            self.hands[seat][self.stock.pop()] += 1
        self.upcard = self.stock.pop()
        self.pile = [self.upcard]
        self.table: list[list[LaidMeld]] = [[] for _ in self.hands]
        self.turns = [0] * to_play.players
        self.last: Seat | None = None
        self.ended: Deal | None = None

    def check_pack(self) -> None:
        """Whether the cards that were shuffled are those of the game, less those left out."""
        pack = self.family.pack(self.options, self.to_play.players + self.to_play.others)
        cards = Counter(NATURAL_CARDS * pack.copies) + Counter({JOKER: pack.jokers})
        assert Counter(self.played.pack) == cards - Counter(self.to_play.without)

    def follow(self) -> None:
        """Follow all steps to the end, and compare the facts of the deal with the cards."""
        self.check_pack()
        self.check_conserved()
        for step in self.played.steps:
            assert self.ended is None, "played on after the end"
            self.take(step)
            self.check_conserved()
        deal = self.played.deal
        assert replace(deal, hands=(), upcard=None) == (self.ended or self.stopped())
        assert deal.upcard in (self.upcard, None)
        for seat, hand in enumerate(deal.hands):
            self.check_hand(seat, hand)

    def stopped(self) -> Deal:
        """How a deal ended that no step has ended."""
        if self.to_play.rounds is not None and any(self.turns):
            assert {*self.turns} == {self.to_play.rounds}
            return Deal(ending=None)
        assert not self.stock
        assert self.options.stock_out == "hand_ends"
        return Deal(ending=Ending.STOCK)

    def check_hand(self, seat: int, hand: Hand) -> None:
        """Whether the facts of a hand are the cards that its player has."""
        assert list(hand.melds or ()) == self.table[seat]
        assert Counter(hand.in_hand or hand.cards or ()) == self.hands[seat]
        assert self.table[seat] or not hand.laid_down

    def check_conserved(self) -> None:
        """Whether every card of the pack lies in exactly one place."""
        lying = [item.card for melds in self.table for meld in melds for item in meld]
        held = [card for hand in self.hands for card in hand.elements()]
        assert sorted([*lying, *held, *self.pile, *self.stock]) == sorted(self.played.pack)

    def take(self, step: Step) -> None:
        """Do one step, if it is legal."""
        match step:
            case Turn():
                self.take_turn(step)
            case Purchase(seat=seat):
                assert self.family.key == "contract"
                assert self.last is not None
                assert seat not in (self.last, self.next_seat())
                assert not self.table[seat], "buys, but has laid down"
                self.hands[seat][self.pile.pop()] += 1
                self.hands[seat][self.stock.pop()] += 1
            case Reshuffle(stock=stock):
                assert self.family.key == "contract"
                assert self.options.stock_out == "reshuffle"
                assert not self.stock
                assert Counter(stock) == Counter(self.pile[:-1])
                self.stock, self.pile = list(stock), self.pile[-1:]

    def next_seat(self) -> Seat:
        before = self.to_play.dealer if self.last is None else self.last
        return Seat((before + 1) % self.to_play.players)

    def take_turn(self, turn: Turn) -> None:
        may_be_offered = self.last is None and self.family.key != "contract"
        is_upcard = may_be_offered and turn.source is Source.PILE
        assert turn.seat == self.next_seat() or is_upcard
        drawn = self.pile.pop() if turn.source is Source.PILE else self.stock.pop()
        getattr(self, f"turn_of_{self.family.key}")(turn, drawn)
        self.last = turn.seat
        self.turns[turn.seat] += 1

    def lay(self, seat: Seat, laid: Laid) -> Counter[Card]:
        """Put a meld down as it lies then; what was used of the hand."""
        melds = self.table[laid.owner]
        before = melds[laid.place] if laid.place < len(melds) else ()
        assert laid.place <= len(melds)
        assert isinstance(naive_verdict(laid.meld, self.rules), int), laid
        used = Counter([item.card for item in laid.meld]) - Counter([item.card for item in before])
        returned = Counter(before) - Counter(laid.meld)
        if returned:
            self.check_joker(seat, laid, returned)
        assert used <= self.hands[seat], "melds cards that are not in hand"
        self.hands[seat] -= used
        self.hands[seat] += Counter([item.card for item in returned.elements()])
        melds[laid.place : laid.place + 1] = [laid.meld]
        return used

    def check_joker(self, seat: Seat, laid: Laid, returned: Counter[Any]) -> None:
        """Whether all that was taken back is one's own Joker, for the card that it stood for."""
        assert self.family.key == "oklahoma"
        assert laid.owner == seat
        (item,) = returned.elements()
        assert item.card == JOKER
        assert (item.stands_for, None) in laid.meld

    def discard(self, seat: Seat, card: Card) -> None:
        assert self.hands[seat][card], "discards a card that is not in hand"
        self.hands[seat] -= Counter([card])
        self.pile.append(card)

    # --- the turns of each family -----------------------------------------------------------------

    def turn_of_oklahoma(self, turn: Turn, drawn: Card) -> None:
        """Laws 6 to 9, 13 to 15, 21."""
        seat = turn.seat
        had_melds = bool(self.table[seat])
        self.hands[seat][drawn] += 1
        rest = list(turn.laid)
        if turn.source is Source.PILE:
            first = rest.pop(0)
            is_new = first.place == len(self.table[seat])
            used = self.lay(seat, first)
            assert drawn in used, "the top card of the pile must be melded first"
            assert not is_new or used.total() >= 3
            self.hands[seat] += Counter(self.pile)
            self.pile = []
        for laid in rest:
            assert laid.owner == seat, "lays off on melds of others"
            self.lay(seat, laid)
        assert turn.discard is not None, "every turn ends with a discard"
        if turn.discard == QUEEN_OF_SPADES:
            held = self.hands[seat]
            assert held.total() == 1 or held == Counter({QUEEN_OF_SPADES: 2})
        self.discard(seat, turn.discard)
        is_out = not self.hands[seat].total()
        if is_out or not self.stock:
            first_turn = not self.turns[seat]
            counts_at_first = self.options.first_turn_out in ("concealed_only", "both")
            self.ended = Deal(
                ending=Ending.OUT if is_out else Ending.STOCK,
                by=seat if is_out else None,
                concealed=is_out and not had_melds and (not first_turn or counts_at_first),
                first_turn=is_out and first_turn,
                last_card=is_out and not self.stock and turn.source is Source.STOCK,
            )

    def turn_of_contract(self, turn: Turn, drawn: Card) -> None:
        """Play, Required Melds and Note."""
        seat = turn.seat
        self.hands[seat][drawn] += 1
        is_last = self.to_play.number >= len(CONTRACTS)
        if turn.laid and not self.table[seat]:
            contract = CONTRACTS[min(self.to_play.number, len(CONTRACTS)) - 1]
            melds = turn.laid[: sum(contract)]
            assert {laid.owner for laid in melds} == {seat}
            ranks = [{(item.stands_for or item.card).rank for item in laid.meld} for laid in melds]
            sets = [each for each in ranks if len(each) == 1]
            assert (len(sets), len(ranks) - len(sets)) == contract
        for laid in turn.laid:
            assert laid.owner == seat or self.table[laid.owner], "lays off where nobody is down"
            self.lay(seat, laid)
        assert not (is_last and turn.laid and self.hands[seat].total())
        if turn.discard is None:
            assert not self.hands[seat].total()
        else:
            assert not (is_last and turn.laid), "the last contract is laid without a discard"
            self.discard(seat, turn.discard)
        if not self.hands[seat].total():
            assert self.table[seat], "out before the contract"
            self.ended = Deal(ending=Ending.OUT, by=seat)

    def turn_of_oklahoma_gin(self, turn: Turn, drawn: Card) -> None:
        """Gameplay and Knocking; whether a knock is within the limit, the family's check says."""
        assert not turn.laid
        assert turn.source is Source.STOCK or turn.discard != drawn
        self.hands[turn.seat][drawn] += 1
        if turn.discard is None:
            assert self.options.big_gin_bonus is not None
        else:
            self.discard(turn.seat, turn.discard)
        if turn.is_knock:
            self.ended = Deal(ending=Ending.KNOCK, by=turn.seat)
        elif len(self.stock) <= 2:
            self.ended = Deal(ending=Ending.DEAD)
