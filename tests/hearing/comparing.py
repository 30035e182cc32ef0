"""Compares answers: by the cards of melds, their points, and the cards in hand in any order."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any

from scorekeeper.hearing import Answer, Game, game_of, hear
from scorekeeper.record.hearing import vocabulary
from scorekeeper.rules.cards import read_card
from scorekeeper.rules.deals import LaidMeld, MeldCard
from scorekeeper.rules.melds import Meld, read_meld
from scorekeeper.rules.variants import VARIANTS

Told = tuple[tuple[str, ...], int, tuple[str, ...], int | None]
"""All melded cards and their points, the cards in hand, and a sum in their place."""


@cache
def game(variant: str) -> Game:
    found = game_of(VARIANTS[variant], VARIANTS[variant].defaults, 4)
    assert found is not None
    return found


def heard(text: str, variant: str = "laws", line: str = "melds") -> Answer:
    return hear(text, line, game(variant), vocabulary())


def laid(meld: str) -> LaidMeld:
    items = []
    for each in meld.split():
        card, _, name = each.partition("=")
        found = read_card(card)
        assert found is not None
        items.append(MeldCard(found, read_card(name)))
    return tuple(items)


def points_of(melds: Sequence[str], rules: Any) -> int:
    total = 0
    for meld in melds:
        read = read_meld(laid(meld), rules)
        assert isinstance(read, Meld), (meld, read)
        if rules.worth:
            total += sum([rules.worth(card, name or card) for card, name in read.cards])
    return total


def told_by(
    melds: Sequence[str], hand: Sequence[str], variant: str, total: int | None = None
) -> Told:
    rules = game(variant).rules
    cards = [item.card for meld in melds for item in laid(meld)]
    names = ["2" if card.rank == 2 and card in rules.wilds else str(card) for card in cards]
    return tuple(sorted(names)), points_of(melds, rules), tuple(sorted(hand)), total


def every_reading(answer: Answer, variant: str) -> Iterator[Told]:
    """Yield what each choice of readings tells; marked words tell nothing."""
    options = [part.get("asked", [part]) for part in answer["parts"]]
    for choice in product(*options):
        melds = [meld for each in choice for meld in each.get("melds", ())]
        keys = ("in_hand", "cards", "deadwood")
        hand = [card for each in choice for key in keys for card in each.get(key, "").split()]
        sums = [each[key] for each in choice for key in each if key.endswith("_points")]
        yield told_by(melds, hand, variant, sums[0] if sums else None)


def are_cards(told: Sequence[str], meant: Sequence[str], variant: str) -> bool:
    """Tell whether cards that were told, some without their suits, are those that were meant.

    The suit of a two says nothing; the queen of spades is told as that where she counts more.
    """
    here, there = ([_plain(card, variant) for card in cards] for cards in (told, meant))
    bare = Counter([card for card in here if len(card) == 1 and card != "2"])
    left = Counter(there)
    left.subtract(Counter(here) - bare)
    if min(left.values(), default=0) < 0 or (left["QS"] and variant in ("laws", "modern")):
        return False
    return Counter([card[0] for card in left.elements()]) == bare


def _plain(card: str, variant: str) -> str:
    return "2" if card[0] == "2" and not variant.startswith("gin") else card
