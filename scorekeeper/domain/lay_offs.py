"""Finds lay-offs on a knocker's melds, the defender's best answer, and the best knock.

A lay-off extends a run at either end, perhaps by several cards, or adds the fourth card to a set of
three. To find all lay-offs, the knocker's runs are extended by cards of the defender's hand, in
every suit at once; ``arrangement`` explains how a hand is one integer. The caller makes sure that
the knocker's melds are legal and that no card occurs twice.
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
    """A defender's answer to a knock: own melds, lay-offs in a possible order, and deadwood.

    ``points`` are those of the deadwood.
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


class _KnockerMelds(NamedTuple):
    """The knocker's melds as integers: the cards in runs, the fourth cards of sets of three."""

    runs: int
    fourths: int


class _PackedDefence(NamedTuple):
    """A defence as integers; the smallest tuple is the best defence."""

    weight: int
    lay_offs: int
    laid: int
    sets: int


def defend(knocker_melds: Melds, cards: Iterable[Card]) -> Defence:
    """Return the answer with the least deadwood, by own melds and lay-offs together.

    Of equals it has the fewest cards of deadwood, then the fewest lay-offs, then it is the first in
    a fixed order, whatever the order of ``cards``.
    """
    melds = _pack_melds(knocker_melds)
    hand = hand_number(cards)
    return _defence(melds, hand, _best_defence(melds, hand))


def lay_off_among(knocker_melds: Melds, deadwood: Iterable[Card]) -> Defence:
    """Return the answer that lays off all cards of ``deadwood`` that it can, without own melds."""
    melds = _pack_melds(knocker_melds)
    hand = hand_number(deadwood)
    laid = _reach(melds, hand)
    left = cards_of(hand ^ laid)
    return Defence(
        melds=(), lay_offs=_in_order(melds, laid), deadwood=left, points=deadwood_value(left)
    )


def can_lay_off(knocker_melds: Melds, cards: Iterable[Card]) -> bool:
    """Tell whether all of ``cards`` can be laid off in some order."""
    hand = hand_number(cards)
    return _reach(_pack_melds(knocker_melds), hand) == hand


def best_knock(
    cards: Sequence[Card],
    defender: Iterable[Card],
    *,
    limit: int,
    net: Callable[[int, int], int],
) -> Knock | None:
    """Return the legal knock worth most against the defender's best answer, or ``None``.

    ``net`` gets the deadwood points of the knocker and, after the answer, of the defender, and
    returns the knocker's net points; it must not fall as the defender's grow, nor rise as the
    knocker's grow. Of equals the knock has the lower deadwood, then it comes first in
    ``arrangements``. Nobody lays off on gin, and eleven cards can only be big gin.
    """
    hand = hand_number(cards)
    other = hand_number(defender)
    unaided = least_deadwood(other)[0] >> WEIGHT_BITS
    best: tuple[int, PackedArrangement, _KnockerMelds, _PackedDefence] | None = None
    for packed in packed_arrangements(hand, 0 if len(cards) == BIG_GIN_CARDS else limit):
        count = packed.weight >> WEIGHT_BITS
        if best is not None and net(count, unaided) <= best[0]:
            break  # The defender counts most without lay-offs, so no later knock can be better.
        melds = _open_melds(packed)
        answer = _best_defence(melds, other)
        worth = net(count, answer.weight >> WEIGHT_BITS)
        if best is None or worth > best[0]:
            best = worth, packed, melds, answer
    if best is None:
        return None
    _, packed, melds, answer = best
    return Knock(arrangement=arrange(hand, packed), defence=_defence(melds, other, answer))


def _pack_melds(melds: Melds) -> _KnockerMelds:
    sets = runs = 0
    for meld in melds:
        if meld[0].rank is meld[1].rank:
            sets |= hand_number(meld)
        else:
            runs |= hand_number(meld)
    return _KnockerMelds(runs, _fourths(sets))


def _open_melds(packed: PackedArrangement) -> _KnockerMelds:
    """Return the melds that take lay-offs: none if the knocker has gin."""
    return (
        _KnockerMelds(packed.runs, _fourths(packed.sets)) if packed.weight else _KnockerMelds(0, 0)
    )


def _fourths(sets: int) -> int:
    return ranks_in(sets) * IN_EVERY_SUIT & ~sets


def _reach(melds: _KnockerMelds, hand: int) -> int:
    """Return all cards of a hand that can be laid off, one after the other."""
    reached = melds.runs
    while (grown := reached | (reached << 1 | reached >> 1) & hand) != reached:
        reached = grown
    return (reached | melds.fourths) & hand


def _best_defence(melds: _KnockerMelds, hand: int) -> _PackedDefence:
    """Return the best choice of lay-offs: all that are possible, or fewer, so that cards meld.

    Only a card that could be melded is worth keeping; the lay-offs that build on it are kept too.
    """
    able_to_meld = runs_within(hand) | set_ranks(hand) * IN_EVERY_SUIT
    choices = [_reach(melds, hand)]
    for laid in choices:
        for card in _single(laid & able_to_meld):
            fewer = _reach(melds, laid ^ card)
            if fewer not in choices:
                choices.append(fewer)
    return min(_packed_defence(hand, laid) for laid in choices)


def _packed_defence(hand: int, laid: int) -> _PackedDefence:
    weight, sets = least_deadwood(hand ^ laid)
    return _PackedDefence(weight, laid.bit_count(), laid, sets)


def _single(cards: int) -> Iterator[int]:
    while cards:
        card = cards & -cards
        cards ^= card
        yield card


def _defence(melds: _KnockerMelds, hand: int, answer: _PackedDefence) -> Defence:
    rest = hand ^ answer.laid
    own = arrange(
        rest, PackedArrangement(answer.weight, answer.sets, runs_within(rest & ~answer.sets))
    )
    return Defence(
        melds=own.melds,
        lay_offs=_in_order(melds, answer.laid),
        deadwood=own.deadwood,
        points=own.points,
    )


def _in_order(melds: _KnockerMelds, laid: int) -> tuple[Card, ...]:
    """Return the laid-off cards: from the knocker's runs outwards, then fourth cards of sets."""
    ordered: tuple[Card, ...] = ()
    reached = melds.runs
    while step := (reached << 1 | reached >> 1) & laid & ~reached:
        ordered += cards_of(step)
        reached |= step
    return ordered + cards_of(laid & ~reached)
