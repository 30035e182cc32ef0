"""What families share when they play a deal out: the pack, the turns, melds on the table.

A family's ``play`` plays every seat by simple sound play, with cards in an order of chance, so that
a deal ends as one at a table does. The turns that led there are told as well, so that a referee can
follow them. Nothing of it is stored or scored here; the facts of a deal are the family's own.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Final, Protocol

from scorekeeper.domain.cards import JOKER, NATURAL_CARDS, Card, Pack, Rank, Suit
from scorekeeper.domain.deals import Deal, LaidMeld, MeldCard, Seat
from scorekeeper.domain.draw import Draw
from scorekeeper.domain.melds import ACE_HIGH, MeldRules, allows_ends

_LEAST_STOCK: Final = 4
"""How many cards are left after the deal at the least: an upcard and some to draw."""


class Source(Enum):
    """Where a turn's card came from."""

    STOCK = auto()
    PILE = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid:
    """A meld as it lies after cards were laid: whose it is, and which of that player's melds."""

    owner: Seat
    place: int
    meld: LaidMeld


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One turn: where the card was drawn, what was laid in order, and what was discarded.

    ``discard`` is ``None`` if a player went out without one; ``is_knock`` if it ended the deal.
    """

    seat: Seat
    source: Source
    laid: tuple[Laid, ...] = ()
    discard: Card | None = None
    is_knock: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Purchase:
    """A player out of turn takes the last discard and the top card of the stock."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Reshuffle:
    """The discards below the top one become the stock, in this order; the last is drawn first."""

    stock: tuple[Card, ...]


Step = Turn | Purchase | Reshuffle


@dataclass(frozen=True, slots=True, kw_only=True)
class ToPlay:
    """What is played: how many players, who deals, and which deal of the game it is.

    Partners play two by two, each pair by itself.

    ``others`` sit at the table too and play for themselves: their cards, ``without``, are not
    dealt, and they may have said which ``upcard`` was turned. With ``rounds`` nobody goes out or
    knocks, and the deal stops when everybody has had so many turns.
    """

    players: int
    dealer: Seat
    number: int
    others: int = 0
    without: tuple[Card, ...] = ()
    upcard: Card | None = None
    rounds: int | None = None

    def shuffle(self, pack: Callable[[Any, int], Pack], options: Any, draw: Draw) -> list[Card]:
        """Return the cards of the table's pack in an order of chance; the last is dealt first."""
        copies, jokers = pack(options, self.players + self.others)
        cards = Counter([*NATURAL_CARDS * copies, *[JOKER] * jokers])
        return draw.shuffled([*(cards - Counter(self.without)).elements()])

    def after(self, seat: int) -> Seat:
        """Return the player on the left."""
        return Seat((seat + 1) % self.players)

    def is_over(self, turns: int) -> bool:
        """Tell whether everybody has had the turns after which the deal stops."""
        return self.rounds is not None and turns >= self.rounds * self.players


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedDeal:
    """A deal that was played out: its facts, the pack as it was dealt, and all that was done.

    ``Deal.ending`` is ``None`` if the deal was stopped after some rounds.
    """

    deal: Deal
    pack: tuple[Card, ...]
    steps: tuple[Step, ...]


class Play(Protocol):
    """The type of the function that plays a deal of a family out."""

    def __call__(self, options: Any, to_play: ToPlay, draw: Draw) -> PlayedDeal:
        """Return the deal; the same draw plays the same deal."""


class NoDeal(Exception):  # noqa: N818 - it is no fault of the program
    """The cards that others have left make no deal."""


def deal_hands(cards: list[Card], to_play: ToPlay, each: int) -> list[list[Card]]:
    """Deal ``each`` cards to every player, one at a time, off the end of ``cards``.

    Raises NoDeal if that leaves too few for an upcard and some turns.
    """
    if len(cards) < each * to_play.players + _LEAST_STOCK:
        raise NoDeal
    hands: list[list[Card]] = [[] for _ in range(to_play.players)]
    for _ in range(each):
        seat = to_play.dealer
        for _ in hands:
            seat = to_play.after(seat)
            hands[seat].append(cards.pop())
    return hands


# --- Melds that lie on the table and grow ---------------------------------------------------------

SUITS: Final = tuple(Suit)


@dataclass(slots=True, kw_only=True, eq=False)
class Lying:
    """A meld on the table that can grow: a set if ``suit`` is None, else a run from ``low`` on."""

    rules: MeldRules
    suit: Suit | None
    low: int
    cards: list[MeldCard] = field(default_factory=list)

    @property
    def meld(self) -> LaidMeld:
        return tuple(self.cards)

    @property
    def high(self) -> int:
        """The place of the last card of a run."""
        return self.low + len(self.cards) - 1

    def fits(self, card: Card) -> bool:
        """Tell whether the card can be added."""
        return self.place_of(card) is not None

    def place_of(self, card: Card) -> int | None:
        """Return where a card would lie: the rank of a set, a place at an end of a run, or None.

        A wild goes to the high end of a run if it can.
        """
        if self.suit is None:
            is_full = self.rules.set_max is not None and len(self.cards) >= self.rules.set_max
            is_same = card in self.rules.wilds or card.rank == self.low
            return self.low if is_same and not is_full else None
        for place in (self.high + 1, self.low - 1):
            low, high = min(place, self.low), max(place, self.high)
            if low >= 1 and allows_ends(low, high, self.rules) and self._is_at(card, place):
                return place
        return None

    def add(self, card: Card) -> None:
        """Add a card that fits, a wild with the card that it stands for."""
        place = self.place_of(card)
        if self.suit is not None and place == self.low - 1:
            self.low = place
            self.cards.insert(0, self._named(card, place))
        elif place is not None:
            self.cards.append(self._named(card, place))

    def _is_at(self, card: Card, place: int) -> bool:
        return card in self.rules.wilds or card == card_at(place, self.suit)

    def _named(self, card: Card, place: int) -> MeldCard:
        if card not in self.rules.wilds:
            return MeldCard(card)
        if self.suit is None and card == JOKER:  # whoever melds it announces a card (Law 9)
            shown = {item.card.suit for item in self.cards}
            free = [suit for suit in SUITS if suit not in shown]
            return MeldCard(card, card_at(place, (free or SUITS)[0]))
        return MeldCard(card, card_at(place, self.suit))


def card_at(place: int, suit: Suit | None) -> Card:
    """Return the card at a place of a run, an ace also at the high end."""
    return Card(Rank.ACE if place == ACE_HIGH else Rank(place), suit)


def lay_run(rules: MeldRules, suit: Suit, low: int, cards: Iterable[Card]) -> Lying:
    """Return a run of cards in ascending order; a wild stands for the card at its place."""
    run = Lying(rules=rules, suit=suit, low=low)
    run.cards += [run._named(card, place) for place, card in enumerate(cards, low)]
    return run


def lay_set(rules: MeldRules, rank: Rank, cards: Sequence[Card]) -> Lying:
    """Return a set of cards of one rank, wilds among them last."""
    lying = Lying(rules=rules, suit=None, low=rank)
    for card in cards:
        lying.cards.append(lying._named(card, rank))
    return lying
