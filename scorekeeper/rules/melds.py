"""Reads melds: every legal reading of cards, and which one counts or which rule they break."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations, islice
from typing import Final

from scorekeeper.rules.cards import RANK_WORDS, TWOS_BY_COLOUR, Card, Rank, Suit
from scorekeeper.rules.deals import LaidMeld, MeldCard, Points
from scorekeeper.rules.words import write_plural, write_several

# --- Finds every legal reading of cards as a set or a run -----------------------------------------
# A family's `MeldRules` say how long sets and runs are, where an ace may lie and which cards are
# wild. A reading is a way to understand the cards as a meld: it says for which card each wild
# stands, in a set for which rank. A run shows the suit of each of its cards, so cards without one
# are a set.


ACE_HIGH: Final = 14
"""The place of a high ace in a run; a low ace has place 1."""


class MeldKind(StrEnum):
    """The kind of a meld: a set has cards of one rank, a run is a sequence in one suit."""

    SET = "set"
    RUN = "run"


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldRules:
    """The rules by which a family tells whether cards are a meld.

    ``run_min`` and ``set_max`` are numbers of cards. ``worth`` gets a card and the card that it
    stands for, and returns points; it is ``None`` if melds score nothing, so that any legal reading
    will do. ``set_source`` names the law that limits a set to ``set_max`` cards.
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
    """A legal meld; every wild has the card that it stands for, and runs are in ascending order.

    ``naturals`` is the number of natural cards, counting a deuce that is in its own place in a run.
    """

    kind: MeldKind
    cards: tuple[MeldCard, ...]
    naturals: int
    all_wild: bool


def meld_kinds(laid: LaidMeld, rules: MeldRules) -> frozenset[MeldKind]:
    """Return the kinds of the legal readings; with wilds, cards can be a set and a run."""
    return frozenset([reading.kind for reading in readings_of(laid, rules)])


def read_naturals(laid: LaidMeld, rules: MeldRules) -> Meld | None:
    """Return the meld if the cards have only one reading: no wild, and no ace in a run; else None.

    Most melds are like that, and this is much faster than ``readings_of``.
    """
    cards = [item.card for item in laid]
    if not rules.wilds.isdisjoint(cards):
        return None
    kind, count = MeldKind.SET, len(cards)
    if any(card.rank is not cards[0].rank for card in cards):
        suit = cards[0].suit
        if not isinstance(suit, Suit) or any(card.suit is not suit for card in cards):
            return None
        if count < rules.run_min:
            return None
        laid = tuple(sorted(laid))
        low = laid[0].card.rank
        if low == 1 or any(item.card.rank != low + place for place, item in enumerate(laid)):
            return None  # an ace may have two places, or the cards are no run
        kind = MeldKind.RUN
    elif rules.set_max is not None and count > rules.set_max:
        return None
    return Meld(kind=kind, cards=laid, naturals=count, all_wild=False)


def readings_of(laid: LaidMeld, rules: MeldRules) -> Iterator[Meld]:
    """Yield every legal reading, sets first."""
    yield from _set_readings(laid, rules)
    wilds = [card for card, name in laid if name is None and card in rules.wilds]
    fixed = [item for item in laid if item.stands_for is not None or item.card not in rules.wilds]
    suits = {(name or card).suit for card, name in fixed}
    if len(suits) > 1 or len(laid) < rules.run_min:
        return
    for suit in suits or list(Suit):
        if isinstance(suit, Suit):
            yield from _run_readings(fixed, wilds, suit, rules)


def _set_readings(laid: LaidMeld, rules: MeldRules) -> Iterator[Meld]:
    if rules.set_max is not None and len(laid) > rules.set_max:
        return
    named = [(name or card) for card, name in laid if name is not None or card not in rules.wilds]
    ranks = {card.rank for card in named}
    if len(ranks) > 1:
        return
    naturals = sum([card not in rules.wilds for card, _ in laid])
    for rank in ranks or set(Rank) - {Rank.JOKER}:
        cards = [
            MeldCard(card, Card(rank, None) if name is None and card in rules.wilds else name)
            for card, name in laid
        ]
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
            for filling in _fillings(gaps, wilds, suit, counts=rules.worth is not None):
                yield _run(at | filling, range(low, high + 1), rules)


def _allows_ends(low: int, high: int, rules: MeldRules) -> bool:
    low_ace, high_ace = low == 1, high == ACE_HIGH
    if low_ace and high_ace:
        return rules.ace_both_ends
    return high <= ACE_HIGH and (rules.ace_low or not low_ace) and (rules.ace_high or not high_ace)


def _places_of(fixed: Sequence[MeldCard]) -> Iterator[tuple[int, ...]]:
    """Yield the places of the known cards in a run, once for each end where an ace may lie."""
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
    gaps: Sequence[int], wilds: Sequence[Card], suit: Suit, *, counts: bool
) -> Iterator[dict[int, MeldCard]]:
    """Yield the ways to lay the wilds into the gaps of a run that may differ in points.

    Only the places of the Jokers make a difference. Deuces are worth the same, so they fill the
    other gaps in order; one of the run's suit lies in its own place, if that is a gap. If melds do
    not score (``counts`` is false), only one way is yielded.
    """
    jokers = [card for card in wilds if card.rank is Rank.JOKER]
    deuces = [card for card in wilds if card.rank is not Rank.JOKER]
    deuces_first = sorted(gaps, key=lambda place: place != Rank.TWO)
    one_way = (tuple(deuces_first[len(deuces) :]),)
    for joker_places in combinations(gaps, len(jokers)) if counts else one_way:
        rest = [place for place in gaps if place not in joker_places]
        hand = deuces.copy()
        lying = dict(zip(joker_places, jokers, strict=True))
        own = next((card for card in hand if card.suit is suit), None)
        if own is not None and Rank.TWO in rest:
            lying[Rank.TWO.value] = own
            hand.remove(own)
            rest.remove(Rank.TWO)
        lying |= dict(zip(rest, hand, strict=True))
        yield {
            place: MeldCard(card, Card(Rank.ACE if place == ACE_HIGH else Rank(place), suit))
            for place, card in lying.items()
        }


def _run(at: dict[int, MeldCard], places: range, rules: MeldRules) -> Meld:
    cards = tuple([at[place] for place in places])
    plain = [card not in rules.wilds for card, _ in cards]
    own = [card == name and card in rules.wilds for card, name in cards]
    return Meld(
        kind=MeldKind.RUN, cards=cards, naturals=sum(plain) + sum(own), all_wild=not any(plain)
    )


_SHORTEST_MELD: Final = 3
_READINGS_SHOWN: Final = 4
_MOST_UNNAMED: Final = 3
"""More wild cards than this, without any other card, always have readings of different worth."""
_CARDS_SHOWN: Final = 20
_SUITS: Final = tuple(Suit)
_COUNTS: Final = {5: "five", 6: "six", 7: "seven", 8: "eight"}


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldFault:
    """The reason why cards are no meld: a code of the game record and a sentence for people."""

    code: str
    text: str


def read_meld(laid: LaidMeld, rules: MeldRules) -> Meld | MeldFault:
    """Return the meld that the cards make under ``rules``, or the fault if they make none."""
    for card, name in laid:
        if name is not None and card not in rules.wilds:
            return MeldFault(
                code="bad_card", text=f"{card} is not wild: it stands for no other card"
            )
    if len(laid) < _SHORTEST_MELD:
        text = f"{_spell(laid)}: a meld has three cards or more"
        return MeldFault(code="meld_too_short", text=text)
    unnamed = sum([name is None and card in rules.wilds for card, name in laid])
    if unnamed > _MOST_UNNAMED and rules.worth is not None and not _known_cards(laid, rules):
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
        return MeldFault(code="too_few_naturals", text=f"{_spell(laid)} needs {needed} or more")
    if rules.worth is not None and len(readings) > 1:
        worth = rules.worth
        worths = {
            sum([worth(card, name or card) for card, name in reading.cards]): reading
            for reading in reversed(readings)
        }
        if len(worths) > 1:
            return _ask_for_names(laid, dict(sorted(worths.items())))
    return readings[0]


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
    known = _known_cards(laid, rules)
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
    if any(_turns_the_corner(_known_cards(run, rules), len(laid)) for run in runs):
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


def _known_cards(laid: LaidMeld, rules: MeldRules) -> list[Card]:
    """Return the natural cards of a meld, and the cards that its wilds were said to stand for."""
    return [name or card for card, name in laid if name is not None or card not in rules.wilds]


def _in_one_suit(laid: LaidMeld, rules: MeldRules) -> Iterator[LaidMeld]:
    """Yield a meld as runs would show it, its cards without a suit in that of the run."""
    given = {card.suit for card in _known_cards(laid, rules)} & {*_SUITS}
    for suit in _SUITS:
        if given <= {suit}:
            yield tuple(
                [
                    MeldCard(card, _give_suit(name, suit) if name else None)
                    if card in rules.wilds
                    else MeldCard(_give_suit(card, suit))
                    for card, name in laid
                ]
            )


def _give_suit(card: Card, suit: Suit) -> Card:
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
    return MeldFault(
        code="wild_undeclared",
        text=f"{_spell(laid)}: say what each wild stands for: {' or '.join(shown)}{more}",
    )


def _spell(laid: LaidMeld) -> str:
    shown = [str(card) for card in laid[:_CARDS_SHOWN]]
    return " ".join(shown) + (" …" if len(laid) > _CARDS_SHOWN else "") or "no cards"
