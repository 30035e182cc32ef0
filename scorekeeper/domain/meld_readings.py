"""What a set and a run are, and every legal reading of cards as one.

A family says by ``MeldRules`` how long sets and runs are, where the ace may lie and which cards are
wild. A reading is a meld in which every wild stands for a named card.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Final

from scorekeeper.domain.cards import Card, Rank, Suit
from scorekeeper.domain.deals import LaidMeld, MeldCard

ACE_HIGH: Final = 14
"""The place of a high ace in a run; the low one has place 1."""
_SET_SUITS: Final = (Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS, Suit.SPADES)


class MeldKind(StrEnum):
    """A set is of one rank, a run is a sequence in one suit."""

    SET = "set"
    RUN = "run"


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldRules:
    """What a family calls a meld.

    ``worth`` gives the points of a card and of what it stands for; ``None`` where melds score
    nothing, so that any legal reading will do. ``set_source`` is the law that closes a set.
    """

    wilds: frozenset[Card]
    run_min: int
    set_max: int | None
    set_source: str = ""
    ace_low: bool = True
    ace_high: bool = True
    ace_both_ends: bool = False
    min_naturals: int = 0
    worth: Callable[[Card, Card], int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Meld:
    """A legal meld; every wild carries what it stands for, runs lie in ascending order.

    ``naturals`` counts the cards that are not wild, and a deuce in its own place in a run.
    """

    kind: MeldKind
    cards: tuple[MeldCard, ...]
    naturals: int
    all_wild: bool


def meld_kinds(laid: LaidMeld, rules: MeldRules) -> frozenset[MeldKind]:
    """The kinds that the cards can be read as; wilds can make a meld a set and a run."""
    return frozenset([reading.kind for reading in readings_of(laid, rules)])


def read_naturals(laid: LaidMeld, rules: MeldRules) -> Meld | None:
    """The meld of natural cards alone, which most are; ``None`` leaves it to ``_readings``."""
    cards = [item.card for item in laid]
    if not rules.wilds.isdisjoint(cards):
        return None
    kind, count = MeldKind.SET, len(cards)
    if any(card.rank is not cards[0].rank for card in cards):
        if any(card.suit is not cards[0].suit for card in cards) or count < rules.run_min:
            return None
        laid = tuple(sorted(laid))
        low = laid[0].card.rank
        if low == 1 or any(item.card.rank != low + place for place, item in enumerate(laid)):
            return None  # an ace has two places, and faults are explained elsewhere
        kind = MeldKind.RUN
    elif rules.set_max is not None and count > rules.set_max:
        return None
    return Meld(kind=kind, cards=laid, naturals=count, all_wild=False)


def readings_of(laid: LaidMeld, rules: MeldRules) -> Iterator[Meld]:
    """Every legal reading, the sets first."""
    yield from _set_readings(laid, rules)
    wilds = [card for card, name in laid if name is None and card in rules.wilds]
    fixed = [item for item in laid if item.stands_for is not None or item.card not in rules.wilds]
    suits = {(name or card).suit for card, name in fixed}
    if len(suits) > 1 or len(laid) < rules.run_min:
        return
    for suit in suits or list(Suit):
        if suit is not None:
            yield from _run_readings(fixed, wilds, suit, rules)


def _set_readings(laid: LaidMeld, rules: MeldRules) -> Iterator[Meld]:
    if rules.set_max is not None and len(laid) > rules.set_max:
        return
    named = [(name or card) for card, name in laid if name is not None or card not in rules.wilds]
    ranks = {card.rank for card in named}
    if len(ranks) > 1:
        return
    taken = {card.suit for card in named}
    naturals = sum([card not in rules.wilds for card, _ in laid])
    for rank in ranks or set(Rank) - {Rank.JOKER}:
        free = [suit for suit in _SET_SUITS if suit not in taken] or list(_SET_SUITS)
        cards: list[MeldCard] = []
        for place, (card, name) in enumerate(laid):
            is_free = name is None and card in rules.wilds
            stands_for = Card(rank, free[place % len(free)]) if is_free else name
            cards.append(MeldCard(card, stands_for))
        yield Meld(kind=MeldKind.SET, cards=tuple(cards), naturals=naturals, all_wild=naturals == 0)


def _run_readings(
    fixed: Sequence[MeldCard], wilds: Sequence[Card], suit: Suit, rules: MeldRules
) -> Iterator[Meld]:
    length = len(fixed) + len(wilds)
    for places in _places_of(fixed):
        lowest = max(1, max(places, default=1) - length + 1)
        highest = min(places, default=ACE_HIGH)
        for low in range(lowest, highest + 1):
            high = low + length - 1
            if not _allows_ends(low, high, rules):
                continue
            gaps = [place for place in range(low, high + 1) if place not in places]
            at = dict(zip(places, fixed, strict=True))
            for filling in _fillings(gaps, wilds, suit, counts=rules.worth is not None):
                yield _run(at | filling, range(low, high + 1), rules)


def _allows_ends(low: int, high: int, rules: MeldRules) -> bool:
    low_ace, high_ace = low == 1, high == ACE_HIGH
    if low_ace and high_ace:
        return rules.ace_both_ends
    return high <= ACE_HIGH and (rules.ace_low or not low_ace) and (rules.ace_high or not high_ace)


def _places_of(fixed: Sequence[MeldCard]) -> Iterator[tuple[int, ...]]:
    """The places in a run of the cards that are known, once for each end an ace may lie at."""
    places = [int((item.stands_for or item.card).rank) for item in fixed]
    aces = [index for index, place in enumerate(places) if place == Rank.ACE]
    if len(aces) > 2 or len(set(places)) < len(places) - max(0, len(aces) - 1):
        return
    if len(aces) < 2:
        yield tuple(places)
    if aces:
        places[aces[-1]] = ACE_HIGH
        yield tuple(places)


def _fillings(
    gaps: Sequence[int], wilds: Sequence[Card], suit: Suit, *, counts: bool
) -> Iterator[dict[int, MeldCard]]:
    """Each way to lay the wilds into the gaps that can differ in points: where the Jokers lie.

    Deuces are alike in points, so they fill the other gaps in order, the one of the run's own suit
    in its own place if that is among them. Where nothing ``counts`` one way is as good as all.
    """
    jokers = [card for card in wilds if card.rank is Rank.JOKER]
    deuces = [card for card in wilds if card.rank is not Rank.JOKER]
    deuces_first = sorted(gaps, key=lambda place: place != Rank.TWO)
    one_way = (tuple(deuces_first[len(deuces) :]),)
    for joker_places in combinations(gaps, len(jokers)) if counts else one_way:
        rest = [place for place in gaps if place not in joker_places]
        hand = deuces.copy()
        lying = dict(zip(joker_places, jokers, strict=True))
        own = next((card for card in hand if card.suit is suit), None)
        if own is not None and Rank.TWO in rest:
            lying[Rank.TWO.value] = own
            hand.remove(own)
            rest.remove(Rank.TWO)
        lying |= dict(zip(rest, hand, strict=True))
        yield {place: MeldCard(card, _card_at(place, suit)) for place, card in lying.items()}


def _card_at(place: int, suit: Suit) -> Card:
    return Card(Rank.ACE if place == ACE_HIGH else Rank(place), suit)


def _run(at: dict[int, MeldCard], places: range, rules: MeldRules) -> Meld:
    cards = tuple([at[place] for place in places])
    plain = [card not in rules.wilds for card, _ in cards]
    own = [card == name and card in rules.wilds for card, name in cards]
    return Meld(
        kind=MeldKind.RUN, cards=cards, naturals=sum(plain) + sum(own), all_wild=not any(plain)
    )
