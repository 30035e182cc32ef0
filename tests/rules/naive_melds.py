"""A second, slow reader of melds: every wild without a name is tried as each of the 52 cards.

It follows the words of the game record and shares no code with ``scorekeeper.rules.melds``. A card
without a suit that is no meld is tried in each suit, to see whether that is all that is amiss.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from scorekeeper.rules.cards import NATURAL_CARDS, Card, Colour, Rank, Suit
from scorekeeper.rules.deals import LaidMeld, MeldCard
from scorekeeper.rules.melds import MeldRules


class NaiveReading(NamedTuple):
    """One legal reading: its points (0 where melds score nothing), naturals, and a kept deuce.

    ``of_twos`` is true of a set of twos, in which deuces are kept too.
    """

    points: int
    naturals: int
    deuce_in_place: bool
    of_twos: bool


def naive_verdict(laid: LaidMeld, rules: MeldRules) -> str | int:
    """The points of the meld, or a code; ``illegal`` stands for every fault of shape."""
    if any(item.stands_for and item.card not in rules.wilds for item in laid):
        return "bad_card"
    if len(laid) < 3:
        return "meld_too_short"
    readings = list(naive_readings(laid, rules))
    if not readings:
        suited = [_in_suit(laid, suit, rules) for suit in Suit]
        needed = any(True for cards in suited for _ in naive_readings(cards, rules))
        return "suit_needed" if needed else "illegal"
    if any(reading.deuce_in_place for reading in readings):
        readings = [each for each in readings if each.deuce_in_place or each.of_twos]
    readings = [reading for reading in readings if reading.naturals >= rules.min_naturals]
    if not readings:
        return "too_few_naturals"
    points = {reading.points for reading in readings}
    return "wild_undeclared" if len(points) > 1 else points.pop()


def _in_suit(laid: LaidMeld, suit: Suit, rules: MeldRules) -> LaidMeld:
    """The same cards, each that lacks a suit in this one if it can be."""
    cards = []
    for card, name in laid:
        shown = name or card
        red = suit in (Suit.HEARTS, Suit.DIAMONDS)
        fits = not isinstance(shown.suit, Colour) or (shown.suit is Colour.RED) == red
        is_loose = shown in rules.wilds and name is None
        suited = Card(shown.rank, suit) if fits and not is_loose else shown
        if isinstance(shown.suit, Suit) or shown.rank is Rank.JOKER:
            suited = shown
        cards.append(MeldCard(card, suited) if name else MeldCard(suited))
    return tuple(cards)


def naive_readings(laid: LaidMeld, rules: MeldRules) -> Iterator[NaiveReading]:
    """Every legal reading of the cards."""
    ways = [
        [item.stands_for]
        if item.stands_for
        else (list(NATURAL_CARDS) if item.card in rules.wilds else [item.card])
        for item in laid
    ]
    for names in product(*ways):
        is_run = _is_run(names, rules)
        if not is_run and not _is_set(names, rules):
            continue
        pairs = [(item.card, name) for item, name in zip(laid, names, strict=True)]
        wilds = [(card, name) for card, name in pairs if card in rules.wilds]
        kept = sum([card == name for card, name in wilds]) if is_run else 0
        worth = rules.worth
        yield NaiveReading(
            points=sum([worth(card, name) for card, name in pairs]) if worth else 0,
            naturals=len(laid) - len(wilds) + kept,
            deuce_in_place=kept > 0,
            of_twos=not is_run and names[0].rank is Rank.TWO,
        )


def _is_set(names: tuple[Card, ...], rules: MeldRules) -> bool:
    longest = len(names) if rules.set_max is None else rules.set_max
    return len({card.rank for card in names}) == 1 and len(names) <= longest


def _is_run(names: tuple[Card, ...], rules: MeldRules) -> bool:
    if len({card.suit for card in names}) != 1 or len(names) < rules.run_min:
        return False
    if not isinstance(names[0].suit, Suit):
        return False
    low = sorted([int(card.rank) for card in names])
    high = sorted([14 if rank == 1 else rank for rank in low])
    if _is_unbroken(low) and (rules.ace_low or low[0] != 1):
        return True
    if _is_unbroken(high) and (rules.ace_high or high[-1] != 14):
        return True
    return rules.ace_both_ends and low[:2] == [1, 1] and _is_unbroken([*low[1:], 14])


def _is_unbroken(places: list[int]) -> bool:
    return places == list(range(places[0], places[0] + len(places)))
