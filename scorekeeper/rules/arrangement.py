"""Finds the best arrangement of a gin hand, and the best lay-offs on another one.

A hand is one integer with a bit for each card. Each suit has fourteen bits, ace lowest; the
fourteenth is always 0, so that no run crosses from the king of one suit to the ace of the next.
Within a suit the best runs need no search: every card in a sequence of three or more is melded, and
two adjoining runs count as one (a single pack has no equal cards to tell them apart, and both take
the same lay-offs). Only the sets have to be searched, for each rank held three or four times.

The *weight* of deadwood is sixteen times its points plus its number of cards, so that one
comparison finds the least points and, among equals, the fewest cards.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, NamedTuple

from scorekeeper.rules.cards import NATURAL_CARDS, Card, Rank, Suit
from scorekeeper.rules.deals import LaidHand

FACE_POINTS: Final = 10
SUIT_BITS: Final = 14
TWO_SUITS: Final = 2 * SUIT_BITS
THREE_SUITS: Final = 3 * SUIT_BITS
WEIGHT_BITS: Final = 4
FULL_SUIT: Final = (1 << 13) - 1
IN_EVERY_SUIT: Final = 1 | 1 << SUIT_BITS | 1 << TWO_SUITS | 1 << THREE_SUITS
SPADES, HEARTS, DIAMONDS, CLUBS = (FULL_SUIT << SUIT_BITS * place for place in range(len(Suit)))

_BITS: Final = {
    card: 1 << SUIT_BITS * (place // 13) + place % 13 for place, card in enumerate(NATURAL_CARDS)
}
_CARDS: Final = {bit: card for card, bit in _BITS.items()}
_bit_of = _BITS.__getitem__


class PackedArrangement(NamedTuple):
    """An arrangement as integers: the deadwood's weight, and bits of the cards in sets and runs."""

    weight: int
    sets: int
    runs: int


def deadwood_value(cards: Iterable[Card]) -> int:
    """Return the points of ``cards`` as deadwood: ace 1, face cards 10, others their pips."""
    return sum([min(card.rank, FACE_POINTS) for card in cards])


def best_arrangement(cards: Iterable[Card]) -> LaidHand:
    """Return the arrangement with the least deadwood of any number of distinct cards.

    Among equals it has the fewest cards of deadwood, then the first in a fixed order (runs before
    sets), whatever the order of ``cards``. Raises ``KeyError`` for a Joker.
    """
    hand = hand_number(cards)
    weight, sets = least_deadwood(hand)
    return arrange(hand, PackedArrangement(weight, sets, runs_within(hand & ~sets)))


def arrangements(cards: Iterable[Card], limit: int) -> list[LaidHand]:
    """Return every arrangement with at most ``limit`` points of deadwood, the least first.

    Some leave cards out of melds: a knocker may keep a four beside 5-6-7 as deadwood, so that the
    defender cannot lay off three, two and ace. The first is that of ``best_arrangement``.
    """
    hand = hand_number(cards)
    return [arrange(hand, packed) for packed in packed_arrangements(hand, limit)]


def best_discards(cards: Iterable[Card]) -> tuple[tuple[Card, LaidHand], ...]:
    """Return every discard with the best arrangement of the other cards, least deadwood first.

    Among equals the fewest cards of deadwood come first, then the first card in the order of the
    pack.
    """
    held = cards_of(hand_number(cards))
    choices = [
        (card, best_arrangement(held[:place] + held[place + 1 :]))
        for place, card in enumerate(held)
    ]
    choices.sort(key=lambda choice: (choice[1].points, len(choice[1].deadwood)))
    return tuple(choices)


def hand_number(cards: Iterable[Card]) -> int:
    """Return distinct cards as one integer, a bit each; raises ``KeyError`` for a Joker."""
    return sum(map(_bit_of, cards))


def cards_of(hand: int) -> tuple[Card, ...]:
    """Return the cards whose bits are set, in the order of the pack."""
    return (
        _few_cards(hand & SPADES)
        + _few_cards(hand & HEARTS)
        + _few_cards(hand & DIAMONDS)
        + _few_cards(hand & CLUBS)
    )


@cache
def _few_cards(hand: int) -> tuple[Card, ...]:
    """Return the cards of one suit or one rank; there are few enough selections to cache all."""
    found = []
    while hand:
        bit = hand & -hand
        hand ^= bit
        found.append(_CARDS[bit])
    return tuple(found)


def runs_within(hand: int) -> int:
    """Return the cards of ``hand`` that are in a sequence of three or more of one suit."""
    starts = hand & hand >> 1 & hand >> 2
    return starts | starts << 1 | starts << 2


def ranks_in(hand: int) -> int:
    """Return the ranks of which there is a card, as bits of the first suit."""
    pairs = hand | hand >> TWO_SUITS
    return (pairs | pairs >> SUIT_BITS) & FULL_SUIT


def set_ranks(hand: int) -> int:
    """Return the ranks of which there are three or four cards, as bits of the first suit."""
    both = hand & hand >> TWO_SUITS
    either = hand | hand >> TWO_SUITS
    return (both & either >> SUIT_BITS | both >> SUIT_BITS & either) & FULL_SUIT


def least_deadwood(hand: int) -> tuple[int, int]:
    """Return the least weight of deadwood of a hand, and the cards in sets that leave it."""
    ranks = set_ranks(hand)
    if not ranks:
        return _weight_after_runs(hand), 0
    return min((_weight_after_runs(hand & ~sets), sets) for sets in _useful_sets(hand, ranks))


def packed_arrangements(hand: int, limit: int) -> list[PackedArrangement]:
    """Return every arrangement with at most ``limit`` points of deadwood, in ascending order."""
    most = (limit + 1 << WEIGHT_BITS) - 1
    found = []
    for sets in _all_sets(hand, set_ranks(hand)):
        rest = hand & ~sets
        weight = _weight_after_runs(rest)
        if weight <= most:
            found += _with_runs_left_out(PackedArrangement(weight, sets, runs_within(rest)), most)
    found.sort()
    return found


def _with_runs_left_out(widest: PackedArrangement, most: int) -> list[PackedArrangement]:
    """Return ``widest`` and its variants with cards of runs left out, up to the weight ``most``."""
    found = [widest]
    for shift in (0, SUIT_BITS, TWO_SUITS, THREE_SUITS):
        runs = widest.runs >> shift & FULL_SUIT
        if runs:
            found = [
                PackedArrangement(
                    packed.weight + weight, packed.sets, packed.runs ^ left_out << shift
                )
                for packed in found
                for weight, left_out in _left_out_of(runs)
                if packed.weight + weight <= most
            ]
    return found


@cache
def _left_out_of(runs: int) -> tuple[tuple[int, int], ...]:
    """Return each selection of cards that may be left out of one suit's runs, with its weight."""
    weights = _weights()
    found = []
    kept = runs
    while True:
        if runs_within(kept) == kept:
            found.append((weights[runs ^ kept], runs ^ kept))
        if not kept:
            return tuple(sorted(found))
        kept = kept - 1 & runs


def _all_sets(hand: int, ranks: int) -> list[int]:
    """Return every choice of sets in a hand; ``ranks`` are those held three or four times."""
    choices = [0]
    while ranks:
        rank = ranks & -ranks
        ranks ^= rank
        sets = _sets_within(hand & rank * IN_EVERY_SUIT)
        choices = [choice | chosen for choice in choices for chosen in sets]
    return choices


def _useful_sets(hand: int, ranks: int) -> list[int]:
    """Return the choices of sets that can leave the least deadwood.

    All cards of a rank are melded as a set if none of them could be in a run instead.
    """
    contested = runs_within(hand)
    melded = 0
    undecided = 0
    while ranks:
        rank = ranks & -ranks
        ranks ^= rank
        same = hand & rank * IN_EVERY_SUIT
        if same & contested:
            undecided |= rank
        else:
            melded |= same
    return [melded | chosen for chosen in _all_sets(hand, undecided)]


@cache
def _sets_within(same: int) -> tuple[int, ...]:
    """Return the sets to try for one rank's cards: none, each set of three, and all the cards."""
    singles = [_bit_of(card) for card in cards_of(same)]
    triples = [same ^ single for single in singles] if len(singles) == len(Suit) else []
    return 0, *triples, same


def _weight_after_runs(hand: int) -> int:
    left = _weights_after_runs()
    return (
        left[hand & FULL_SUIT]
        + left[hand >> SUIT_BITS & FULL_SUIT]
        + left[hand >> TWO_SUITS & FULL_SUIT]
        + left[hand >> THREE_SUITS & FULL_SUIT]
    )


@cache
def _weights() -> list[int]:
    """Return the weight of every selection of cards of one suit, computed on first use."""
    weights = [0]
    for rank in Rank:
        if rank is not Rank.JOKER:
            one = min(rank, FACE_POINTS) << WEIGHT_BITS | 1
            weights += [weight + one for weight in weights]
    return weights


@cache
def _weights_after_runs() -> list[int]:
    """Return, for every selection of one suit, the weight of the cards that are in no run."""
    weights = _weights()
    return [weights[cards ^ runs_within(cards)] for cards in range(FULL_SUIT + 1)]


def arrange(hand: int, packed: PackedArrangement) -> LaidHand:
    """Return the arrangement of a hand that is packed in integers.

    Runs come first, by suit and ascending, then sets by rank; suits in the order of ``Suit``.
    """
    return LaidHand(
        melds=melds_of(packed),
        deadwood=cards_of(hand ^ packed.sets ^ packed.runs),
        points=packed.weight >> WEIGHT_BITS,
    )


def melds_of(packed: PackedArrangement) -> tuple[tuple[Card, ...], ...]:
    """Return the melds of a packed arrangement: runs by suit, then sets by rank."""
    _, sets, runs = packed
    melds = _runs_of(runs) if runs else ()
    ranks = ranks_in(sets)
    while ranks:
        rank = ranks & -ranks
        ranks ^= rank
        melds += (_few_cards(sets & rank * IN_EVERY_SUIT),)
    return melds


def _runs_of(runs: int) -> tuple[tuple[Card, ...], ...]:
    """Return the cards of ``runs`` as runs; adding the lowest bit carries to the end of a run."""
    found = []
    while runs:
        beyond = runs + (runs & -runs)
        found.append(_few_cards(runs & ~beyond))
        runs &= beyond
    return tuple(found)


# --- Finds lay-offs on a knocker's melds, the defender's best answer, and the best knock ----------
# A lay-off extends a run at either end, perhaps by several cards, or adds the fourth card to a set
# of three. To find all lay-offs, the knocker's runs are extended by cards of the defender's hand,
# in every suit at once. The caller makes sure that the melds are legal and no card occurs twice.

BIG_GIN_CARDS: Final = 11

Melds = Sequence[Sequence[Card]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Knock:
    """The knocker's arrangement with the defender's best answer to it."""

    arrangement: LaidHand
    defence: LaidHand


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


def defend(knocker_melds: Melds, cards: Iterable[Card]) -> LaidHand:
    """Return the answer with the least deadwood, by own melds and lay-offs together.

    Among equals it has the fewest cards of deadwood, then the fewest lay-offs, then it is the first
    in a fixed order, whatever the order of ``cards``.
    """
    melds = _pack_melds(knocker_melds)
    hand = hand_number(cards)
    return _defence(melds, hand, _best_defence(melds, hand))


def lay_off_among(knocker_melds: Melds, deadwood: Iterable[Card]) -> LaidHand:
    """Return the answer that lays off all cards of ``deadwood`` that it can, without own melds."""
    melds = _pack_melds(knocker_melds)
    hand = hand_number(deadwood)
    laid = _reach(melds, hand)
    left = cards_of(hand ^ laid)
    return LaidHand(
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
    knocker's grow. Among equals the knock with the lower deadwood is returned, then the first in
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
        runs, sets = (packed.runs, packed.sets) if packed.weight else (0, 0)
        melds = _KnockerMelds(runs, _fourths(sets))  # nobody lays off on gin
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


def _defence(melds: _KnockerMelds, hand: int, answer: _PackedDefence) -> LaidHand:
    rest = hand ^ answer.laid
    own = arrange(
        rest, PackedArrangement(answer.weight, answer.sets, runs_within(rest & ~answer.sets))
    )
    return replace(own, lay_offs=_in_order(melds, answer.laid))


def _in_order(melds: _KnockerMelds, laid: int) -> tuple[Card, ...]:
    """Return the laid-off cards: from the knocker's runs outwards, then fourth cards of sets."""
    ordered: tuple[Card, ...] = ()
    reached = melds.runs
    while step := (reached << 1 | reached >> 1) & laid & ~reached:
        ordered += cards_of(step)
        reached |= step
    return ordered + cards_of(laid & ~reached)
