"""Melds: which cards make a set or a run, and what each wild in it stands for.

A family says by ``MeldRules`` how long sets and runs are, where the ace may lie and which cards are
wild. ``read_meld`` tries every legal reading of the cards. A wild without a name is fine as long as
all readings are worth the same; otherwise the table is asked.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations, islice
from typing import Final

from scorekeeper.domain.cards import RANK_WORDS, Card, Rank, Suit
from scorekeeper.domain.deals import LaidMeld, MeldCard

ACE_HIGH: Final = 14
"""The place of a high ace in a run; the low one has place 1."""
_SHORTEST_MELD: Final = 3
_READINGS_SHOWN: Final = 4
_SET_SUITS: Final = (Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS, Suit.SPADES)
_COUNTS: Final = {5: "five", 6: "six", 7: "seven", 8: "eight"}


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

    ``naturals`` counts the cards that are not wild, and a deuce that lies in a run in its own place.
    """

    kind: MeldKind
    cards: tuple[MeldCard, ...]
    naturals: int
    all_wild: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldFault:
    """Why the cards are no meld: a code of the game record and a sentence for people."""

    code: str
    text: str


def read_meld(laid: LaidMeld, rules: MeldRules) -> Meld | MeldFault:
    """The meld that ``laid`` shows under ``rules``, or what is wrong with it."""
    for card, name in laid:
        if name is not None and card not in rules.wilds:
            return MeldFault(
                code="bad_card", text=f"{card} is not wild: it stands for no other card"
            )
    if len(laid) < _SHORTEST_MELD:
        return MeldFault(
            code="meld_too_short", text=f"{_spell(laid)}: a meld has three cards or more"
        )
    every = _readings(laid, rules)
    readings = _prefer_natural_deuce(list(every if rules.worth else islice(every, 1)))
    if not readings:
        return _explain(laid, rules)
    if max(reading.naturals for reading in readings) < rules.min_naturals:
        text = f"{_spell(laid)} needs {rules.min_naturals} natural cards or more"
        return MeldFault(code="too_few_naturals", text=text)
    if rules.worth is not None and len(readings) > 1:
        worths = {_worth(reading, rules.worth): reading for reading in reversed(readings)}
        if len(worths) > 1:
            return _ask_for_names(laid, [worths[points] for points in sorted(worths)])
    return readings[0]


def meld_kinds(laid: LaidMeld, rules: MeldRules) -> frozenset[MeldKind]:
    """The kinds that the cards can be read as; wilds can make a meld a set and a run."""
    return frozenset([reading.kind for reading in _readings(laid, rules)])


def _worth(meld: Meld, worth: Callable[[Card, Card], int]) -> int:
    return sum([worth(card, name or card) for card, name in meld.cards])


def _readings(laid: LaidMeld, rules: MeldRules) -> Iterator[Meld]:
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
            if name is None and card in rules.wilds:
                name = Card(rank, free[place % len(free)])
            cards.append(MeldCard(card, name))
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
            for filling in _fillings(gaps, wilds, suit):
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
    gaps: Sequence[int], wilds: Sequence[Card], suit: Suit
) -> Iterator[dict[int, MeldCard]]:
    """Each way to lay the wilds into the gaps that can differ in points: where the Jokers lie.

    Deuces are alike in points, so they fill the other gaps in order, the one of the run's own suit
    in its own place if that is among them.
    """
    jokers = [card for card in wilds if card.rank is Rank.JOKER]
    deuces = [card for card in wilds if card.rank is not Rank.JOKER]
    for joker_places in combinations(gaps, len(jokers)):
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


def _prefer_natural_deuce(readings: list[Meld]) -> list[Meld]:
    """A plain deuce whose own place in the run is free and legal reads as the two of its suit."""
    natural = [
        meld
        for meld in readings
        if meld.kind is MeldKind.RUN and any(card == name for card, name in meld.cards)
    ]
    return natural or readings


def _explain(laid: LaidMeld, rules: MeldRules) -> MeldFault:
    """The fault of cards that have no legal reading: the nearest rule that they break."""
    spelled = _spell(laid)
    known = [name or card for card, name in laid if name is not None or card not in rules.wilds]
    if (
        rules.set_max is not None
        and len(laid) > rules.set_max
        and len({card.rank for card in known}) == 1
    ):
        count = _COUNTS.get(len(laid), str(len(laid)))
        text = f"{spelled} is {count} {RANK_WORDS[known[0].rank]}s; four close the set"
        text += f" ({rules.set_source})" if rules.set_source else ""
        return MeldFault(code="set_too_long", text=text)
    for code, relax, why in _NEAR_MISSES:
        if any(True for _ in _readings(laid, relax(rules))):
            return MeldFault(code=code, text=f"{spelled}: {why(rules)}")
    if _turns_the_corner(known, len(laid)):
        text = f"{spelled}: a run may not turn the corner from king to two"
        return MeldFault(code="round_the_corner", text=text)
    return MeldFault(code="not_a_meld", text=f"{spelled} is neither a set nor a run")


_NEAR_MISSES: Final[
    tuple[tuple[str, Callable[[MeldRules], MeldRules], Callable[[MeldRules], str]], ...]
] = (
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


def _turns_the_corner(known: Sequence[Card], length: int) -> bool:
    """Whether the cards would be a run if the two followed the ace on the king."""
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


def _ask_for_names(laid: LaidMeld, readings: Sequence[Meld]) -> MeldFault:
    shown = [" ".join(str(card) for card in meld.cards) for meld in readings[:_READINGS_SHOWN]]
    more = ", …" if len(readings) > _READINGS_SHOWN else ""
    text = f"{_spell(laid)}: say what each wild stands for: {' or '.join(shown)}{more}"
    return MeldFault(code="wild_undeclared", text=text)


def _spell(laid: LaidMeld) -> str:
    return " ".join([str(card) for card in laid]) or "no cards"
