"""What words mean: facts of a hand and flags, which readings of the same words differ in."""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from scorekeeper.hearing.cards import LaidCards, put_in_order
from scorekeeper.rules import Card

READINGS_MOST: Final = 4
"""A piece with more readings is marked."""


class Heard(NamedTuple):
    """What words mean: facts of a hand, and flags."""

    facts: tuple[tuple[str, Any], ...] = ()

    @property
    def cards(self) -> list[Card]:
        return [
            card for _, value in self.facts if isinstance(value, LaidCards) for card in value.cards
        ]


NOTHING: Final = Heard((("melds", None),))


def join(heard: Iterable[Heard]) -> Heard:
    return Heard(tuple([fact for part in heard for fact in part.facts]))


def meaning(heard: Heard) -> tuple[Any, ...]:
    """Return what two readings differ in if they differ: a card, a point or a flag."""
    by_fact: dict[str, Any] = {}
    points = 0
    for name, value in heard.facts:
        if isinstance(value, LaidCards):
            by_fact.setdefault(name, []).extend(value.cards)
            points += value.points
        elif value is not None:
            by_fact[name] = value
    facts = [
        (name, put_in_order(value) if isinstance(value, list) else value)
        for name, value in sorted(by_fact.items())
    ]
    return points, tuple(facts)
