"""Lay-offs on a knocker's melds, the defender's best answer, and the knock worth most.

A lay-off extends a run at either end, in chains, or gives a set of three its fourth card. What can
be laid off is found by letting the knocker's runs grow over the defender's hand, in every suit at
once (``arrangement`` tells how a hand is written as one number). The knocker's melds are taken as
legal, and the cards as distinct over the whole table.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from scorekeeper.domain.arrangement import (
    IN_EVERY_SUIT,
    WEIGHT_BITS,
    Arrangement,
    PackedArrangement,
    arrange,
    cards_of,
    deadwood_value,
    hand_number,
    least_deadwood,
    packed_arrangements,
    ranks_in,
    runs_within,
    set_ranks,
)
from scorekeeper.domain.cards import Card

BIG_GIN_CARDS: Final = 11

Melds = Sequence[Sequence[Card]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Defence:
    """A defender's answer: own melds, lay-offs in an order in which they go, and the rest.

    ``points`` is what the deadwood counts.
    """

    melds: tuple[tuple[Card, ...], ...]
    lay_offs: tuple[Card, ...]
    deadwood: tuple[Card, ...]
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Knock:
    """The knocker's arrangement with the defender's best answer to it."""

    arrangement: Arrangement
    defence: Defence


class _Table(NamedTuple):
    """The knocker's melds as numbers: the cards in runs, the fourth cards of sets of three."""

    runs: int
    fourths: int


class _Answer(NamedTuple):
    """A defence as numbers; the least is the best."""

    weight: int
    lay_offs: int
    laid: int
    sets: int


def defend(knocker_melds: Melds, cards: Iterable[Card]) -> Defence:
    """The least deadwood over own melds and lay-offs together, of distinct cards.

    Ties go to the fewest cards of deadwood, then to the fewest lay-offs, then to a fixed order that
    does not depend on the order of ``cards``.
    """
    table = _table_of_melds(knocker_melds)
    hand = hand_number(cards)
    return _defence(table, hand, _best_answer(table, hand))


def lay_off_among(knocker_melds: Melds, deadwood: Iterable[Card]) -> Defence:
    """Everything of ``deadwood`` that can be laid off, laid off, and no melds of one's own."""
    table = _table_of_melds(knocker_melds)
    hand = hand_number(deadwood)
    laid = _reach(table, hand)
    left = cards_of(hand ^ laid)
    return Defence(
        melds=(), lay_offs=_in_order(table, laid), deadwood=left, points=deadwood_value(left)
    )


def can_lay_off(knocker_melds: Melds, cards: Iterable[Card]) -> bool:
    """Whether all of ``cards`` can be laid off in some order."""
    hand = hand_number(cards)
    return _reach(_table_of_melds(knocker_melds), hand) == hand


def best_knock(
    cards: Sequence[Card],
    defender: Iterable[Card],
    *,
    limit: int,
    net: Callable[[int, int], int],
) -> Knock | None:
    """The legal knock worth most against the defender's best answer; ``None`` if there is none.

    ``net`` takes the knocker's deadwood and the defender's after the answer, and gives the net
    points of the knocker; it must not fall as the defender's grows, nor rise as the knocker's
    grows. Ties go to the lower deadwood, then to the order of ``arrangements``. Nobody lays off on
    gin, and eleven cards may only go down as gin.
    """
    hand = hand_number(cards)
    other = hand_number(defender)
    unaided = least_deadwood(other)[0] >> WEIGHT_BITS
    best: tuple[int, PackedArrangement, _Table, _Answer] | None = None
    for packed in packed_arrangements(hand, 0 if len(cards) == BIG_GIN_CARDS else limit):
        count = packed.weight >> WEIGHT_BITS
        if best is not None and net(count, unaided) <= best[0]:
            break  # Without lay-offs the defender counts most: nothing from here on does better.
        table = _table_of_packed(packed)
        answer = _best_answer(table, other)
        worth = net(count, answer.weight >> WEIGHT_BITS)
        if best is None or worth > best[0]:
            best = worth, packed, table, answer
    if best is None:
        return None
    _, packed, table, answer = best
    return Knock(arrangement=arrange(hand, packed), defence=_defence(table, other, answer))


def _table_of_melds(melds: Melds) -> _Table:
    sets = runs = 0
    for meld in melds:
        if meld[0].rank is meld[1].rank:
            sets |= hand_number(meld)
        else:
            runs |= hand_number(meld)
    return _Table(runs, _fourths(sets))


def _table_of_packed(packed: PackedArrangement) -> _Table:
    """What can be laid off on: nothing where the knocker is gin."""
    return _Table(packed.runs, _fourths(packed.sets)) if packed.weight else _Table(0, 0)


def _fourths(sets: int) -> int:
    return ranks_in(sets) * IN_EVERY_SUIT & ~sets


def _reach(table: _Table, hand: int) -> int:
    """All the cards of a hand that can be laid off, in chains."""
    reached = table.runs
    while (grown := reached | (reached << 1 | reached >> 1) & hand) != reached:
        reached = grown
    return (reached | table.fourths) & hand


def _best_answer(table: _Table, hand: int) -> _Answer:
    """The best choice of lay-offs: all that go, or fewer so that others meld.

    Only a card that could meld is worth keeping back, and it keeps back what it would have led to.
    """
    able_to_meld = runs_within(hand) | set_ranks(hand) * IN_EVERY_SUIT
    choices = [_reach(table, hand)]
    for laid in choices:
        for card in _single(laid & able_to_meld):
            fewer = _reach(table, laid ^ card)
            if fewer not in choices:
                choices.append(fewer)
    return min(_answer(hand, laid) for laid in choices)


def _answer(hand: int, laid: int) -> _Answer:
    weight, sets = least_deadwood(hand ^ laid)
    return _Answer(weight, laid.bit_count(), laid, sets)


def _single(cards: int) -> Iterator[int]:
    while cards:
        card = cards & -cards
        cards ^= card
        yield card


def _defence(table: _Table, hand: int, answer: _Answer) -> Defence:
    rest = hand ^ answer.laid
    own = arrange(
        rest, PackedArrangement(answer.weight, answer.sets, runs_within(rest & ~answer.sets))
    )
    return Defence(
        melds=own.melds,
        lay_offs=_in_order(table, answer.laid),
        deadwood=own.deadwood,
        points=own.points,
    )


def _in_order(table: _Table, laid: int) -> tuple[Card, ...]:
    """Cards that can be laid off, nearest to the knocker's runs first, fourths of sets last."""
    ordered: tuple[Card, ...] = ()
    reached = table.runs
    while step := (reached << 1 | reached >> 1) & laid & ~reached:
        ordered += cards_of(step)
        reached |= step
    return ordered + cards_of(laid & ~reached)
