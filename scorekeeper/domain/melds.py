"""Reads a meld: chooses the legal reading that counts, or names the rule that the cards break.

Players need not say for which card a wild stands if all legal readings have the same points; else
the fault asks them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from scorekeeper.domain.cards import RANK_WORDS, TWOS_BY_COLOUR, Card, Rank, Suit
from scorekeeper.domain.deals import LaidMeld, MeldCard, Points
from scorekeeper.domain.meld_readings import (
    ACE_HIGH,
    Meld,
    MeldKind,
    MeldRules,
    read_naturals,
    readings_of,
)
from scorekeeper.domain.words import write_plural, write_several

_SHORTEST_MELD: Final = 3
_READINGS_SHOWN: Final = 4
_MOST_UNNAMED: Final = 3
"""More wild cards alone than this always have readings of different worth."""
_CARDS_SHOWN: Final = 20
_SUITS: Final = tuple(Suit)
_COUNTS: Final = {5: "five", 6: "six", 7: "seven", 8: "eight"}


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldFault:
    """The reason why cards are no meld: a code of the game record and a sentence for people."""

    code: str
    text: str


def read_meld(laid: LaidMeld, rules: MeldRules) -> Meld | MeldFault:
    """Return the meld that the cards are under ``rules``, or the fault why they are none."""
    for card, name in laid:
        if name is not None and card not in rules.wilds:
            text = f"{card} is not wild: it stands for no other card"
            return MeldFault(code="bad_card", text=text)
    if len(laid) < _SHORTEST_MELD:
        text = f"{_spell(laid)}: a meld has three cards or more"
        return MeldFault(code="meld_too_short", text=text)
    unnamed = sum([name is None and card in rules.wilds for card, name in laid])
    if unnamed > _MOST_UNNAMED and rules.worth is not None and not _known(laid, rules):
        text = f"{_spell(laid)}: say what each of the {unnamed} wild cards stands for"
        return MeldFault(code="wild_undeclared", text=text)
    return read_naturals(laid, rules) or _choose(laid, rules)


def _choose(laid: LaidMeld, rules: MeldRules) -> Meld | MeldFault:
    """Return the one reading that counts, or the fault that there is none or more than one."""
    every = readings_of(laid, rules)
    compares = rules.worth is not None or rules.min_naturals > 0
    found = _prefer_natural_deuce(list(every if compares else islice(every, 1)))
    if not found:
        return _explain(laid, rules)
    readings = [reading for reading in found if reading.naturals >= rules.min_naturals]
    if not readings:
        needed = write_plural(rules.min_naturals, "natural card")
        text = f"{_spell(laid)} needs {needed} or more"
        return MeldFault(code="too_few_naturals", text=text)
    if rules.worth is not None and len(readings) > 1:
        worths = {_worth(reading, rules.worth): reading for reading in reversed(readings)}
        if len(worths) > 1:
            return _ask_for_names(laid, dict(sorted(worths.items())))
    return readings[0]


def _worth(meld: Meld, worth: Callable[[Card, Card], int]) -> int:
    return sum([worth(card, name or card) for card, name in meld.cards])


def _prefer_natural_deuce(readings: list[Meld]) -> list[Meld]:
    """Return all readings or, if a deuce can be a two, only those in which it is.

    It is a two in its own place in a run, and then in a set of twos as well.
    """
    if not any(meld.kind is MeldKind.RUN and _has_two(meld) for meld in readings):
        return readings
    return [meld for meld in readings if _has_two(meld)]


def _has_two(meld: Meld) -> bool:
    """Tell whether a wild in the meld, which can only be a deuce, lies as the card it is."""
    return any(item.stands_for is not None and item.is_itself for item in meld.cards)


def _explain(laid: LaidMeld, rules: MeldRules) -> MeldFault:
    """Return the fault of cards without a legal reading: the rule that they are nearest to."""
    spelled = _spell(laid)
    known = _known(laid, rules)
    if (
        rules.set_max is not None
        and len(laid) > rules.set_max
        and len({card.rank for card in known}) == 1
    ):
        count = _COUNTS.get(len(laid), str(len(laid)))
        text = (
            f"{spelled} is {count} {write_several(RANK_WORDS[known[0].rank])}; four close the set"
        )
        text += f" ({rules.set_source})" if rules.set_source else ""
        return MeldFault(code="set_too_long", text=text)
    runs = [laid] if all(card.suit in _SUITS for card in known) else [*_in_one_suit(laid, rules)]
    for code, relax, why in _NEAR_MISSES:
        if any(True for run in runs for _ in readings_of(run, relax(rules))):
            return MeldFault(code=code, text=f"{spelled}: {why(rules)}")
    if any(_turns_the_corner(_known(run, rules), len(laid)) for run in runs):
        text = f"{spelled}: a run may not turn the corner from king to two"
        return MeldFault(code="round_the_corner", text=text)
    return MeldFault(code="not_a_meld", text=f"{spelled} is neither a set nor a run")


_NEAR_MISSES: Final[
    tuple[tuple[str, Callable[[MeldRules], MeldRules], Callable[[MeldRules], str]], ...]
] = (
    (
        "suit_needed",  # as they stand the cards are no meld, so these are in the suit of a run
        lambda rules: rules,
        lambda _: "a run shows the suit of each of its cards",
    ),
    (
        "run_too_short",
        lambda rules: replace(rules, run_min=_SHORTEST_MELD),
        lambda rules: f"a run has {rules.run_min} cards or more",
    ),
    (
        "ace_low_not_allowed",
        lambda rules: replace(rules, run_min=_SHORTEST_MELD, ace_low=True),
        lambda _: "aces are high, so a run may not begin with one",
    ),
    (
        "ace_high_not_allowed",
        lambda rules: replace(rules, ace_high=True),
        lambda _: "the ace is low, so a run may not end with one",
    ),
    (
        "not_a_meld",
        lambda rules: replace(rules, ace_low=True, ace_high=True, ace_both_ends=True),
        lambda _: "an ace may lie at one end of a run only",
    ),
)


def _known(laid: LaidMeld, rules: MeldRules) -> list[Card]:
    """Return the natural cards of a meld, and the cards for which its wilds were said to stand."""
    return [name or card for card, name in laid if name is not None or card not in rules.wilds]


def _in_one_suit(laid: LaidMeld, rules: MeldRules) -> Iterator[LaidMeld]:
    """Yield a meld as runs would show it, its cards without a suit in that of the run."""
    given = {card.suit for card in _known(laid, rules)} & {*_SUITS}
    for suit in _SUITS:
        if given <= {suit}:
            yield tuple(
                [
                    MeldCard(card, _in_suit(name, suit) if name else None)
                    if card in rules.wilds
                    else MeldCard(_in_suit(card, suit))
                    for card, name in laid
                ]
            )


def _in_suit(card: Card, suit: Suit) -> Card:
    shown = Card(card.rank, suit)
    can_be = shown in TWOS_BY_COLOUR.get(card, (shown,)) and card.rank is not Rank.JOKER
    return shown if can_be else card


def _turns_the_corner(known: Sequence[Card], length: int) -> bool:
    """Tell whether the cards would be a run if king, ace and two could follow one another."""
    if len({card.suit for card in known}) != 1:
        return False
    ranks = [int(card.rank) for card in known]
    if len(set(ranks)) < len(ranks) or length > Rank.KING:
        return False
    beyond_the_ace = range(max(2, ACE_HIGH + 2 - length), Rank.KING + 1)
    return any(
        set(ranks) <= {(start + step - 1) % Rank.KING + 1 for step in range(length)}
        for start in beyond_the_ace
    )


def _ask_for_names(laid: LaidMeld, readings: Mapping[Points, Meld]) -> MeldFault:
    shown = [
        f"{' '.join(str(card) for card in meld.cards)} ({points} points)"
        for points, meld in islice(readings.items(), _READINGS_SHOWN)
    ]
    more = ", …" if len(readings) > _READINGS_SHOWN else ""
    text = f"{_spell(laid)}: say what each wild stands for: {' or '.join(shown)}{more}"
    return MeldFault(code="wild_undeclared", text=text)


def _spell(laid: LaidMeld) -> str:
    shown = [str(card) for card in laid[:_CARDS_SHOWN]]
    return " ".join(shown) + (" …" if len(laid) > _CARDS_SHOWN else "") or "no cards"
