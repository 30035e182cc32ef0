"""Sums of card values, divided into the terms that a score sheet shows; cards that were caught."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from scorekeeper.domain.cards import Card
from scorekeeper.domain.deals import Deal, MeldCard, Points, Seat
from scorekeeper.domain.highlights import Highlight
from scorekeeper.domain.variant import Part, ScoreLine


def parts_by_value(cards: Iterable[Card], values: Mapping[Card, Points]) -> tuple[Part, ...]:
    """Return one part for all cards of the same value, the highest value first."""
    groups: dict[Points, list[MeldCard]] = {}
    for card in cards:
        groups.setdefault(values[card], []).append(MeldCard(card))
    return tuple(
        [
            Part(cards=tuple(groups[value]), values=(value,) * len(groups[value]))
            for value in sorted(groups, reverse=True)
        ]
    )


def sum_line(reason: str, parts: Sequence[Part], *, rule: str, sign: int = 1) -> ScoreLine:
    """Return a line whose points are the sum of its parts, negative if ``sign`` is −1."""
    points = sign * sum([part.points for part in parts])
    return ScoreLine(reason=reason, points=points, rule=rule, parts=tuple(parts))


def caught_cards(deal: Deal, caught: Mapping[Card, Highlight]) -> Iterator[tuple[Seat, Highlight]]:
    """Yield seat and highlight for each card of ``caught`` that was left in a player's hand.

    A hand that was entered as totals has no cards, so nothing is caught in it.
    """
    for seat, hand in enumerate(deal.hands):
        for card in hand.in_hand or ():
            if card in caught:
                yield Seat(seat), caught[card]
