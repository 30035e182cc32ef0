"""A second, slow reader of melds: every wild without a name is tried as each of the 52 cards.

It follows the words of the game record and shares no code with ``scorekeeper.domain.melds``.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from scorekeeper.domain.cards import NATURAL_CARDS, Card
from scorekeeper.domain.deals import LaidMeld
from scorekeeper.domain.meld_readings import MeldRules


class NaiveReading(NamedTuple):
    """One legal reading: its points (0 where melds score nothing), naturals, and a kept deuce."""

    points: int
    naturals: int
    deuce_in_place: bool


def naive_verdict(laid: LaidMeld, rules: MeldRules) -> str | int:
    """The points of the meld, or a code; ``illegal`` stands for every fault of shape."""
    if any(item.stands_for and item.card not in rules.wilds for item in laid):
        return "bad_card"
    if len(laid) < 3:
        return "meld_too_short"
    readings = list(naive_readings(laid, rules))
    in_place = [reading for reading in readings if reading.deuce_in_place]
    readings = in_place or readings
    if not readings:
        return "illegal"
    if max(reading.naturals for reading in readings) < rules.min_naturals:
        return "too_few_naturals"
    points = {reading.points for reading in readings}
    return "wild_undeclared" if len(points) > 1 else points.pop()


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
        )


def _is_set(names: tuple[Card, ...], rules: MeldRules) -> bool:
    longest = len(names) if rules.set_max is None else rules.set_max
    return len({card.rank for card in names}) == 1 and len(names) <= longest


def _is_run(names: tuple[Card, ...], rules: MeldRules) -> bool:
    if len({card.suit for card in names}) != 1 or len(names) < rules.run_min:
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
