"""Compares versions of hands by their facts: they agree if they describe the same cards.

A card without a suit counts as the same card with one. Suits are compared in runs, where they
change the score, and where every version of the hand gives all of them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Final, NamedTuple

from scorekeeper.rules import (
    JOKER,
    QUEEN_OF_SPADES,
    RED_TWO,
    TWOS_BY_COLOUR,
    Ask,
    AskKind,
    Asks,
    Card,
    Deal,
    Hand,
    LaidMeld,
    Meld,
    MeldCard,
    MeldKind,
    MeldRules,
    Penalty,
    Points,
    Rank,
    Seat,
    Setup,
    Suit,
    placed_cards,
    read_meld,
)

ENDED_DEAL: Final = "by"
"""The name of the fact that the hand's player ended the deal."""
_RED_TWOS: Final = frozenset((RED_TWO, *TWOS_BY_COLOUR[RED_TWO]))


class Fact(NamedTuple):
    """One fact of a hand or its deal: the name of the question, and the answer in cards or text.

    A card has as much detail as is compared: ``7`` where suits do not matter, ``7D`` where they
    do, ``2=K`` for a wild and what it stands for, ``2R`` or ``2B`` where a two's colour matters.
    """

    name: str
    cards: tuple[str, ...] = ()
    text: str = ""


Facts = Counter[Fact]
"""The facts of one slip and how often each occurs, since two equal cards may lie there."""


class _Keys(NamedTuple):
    """A family's rules of melds and the values of its cards, ``None`` if suits are compared."""

    rules: MeldRules
    values: Mapping[str, Points] | None


def hand_facts(setup: Setup, versions: Sequence[Deal], seat: Seat) -> tuple[Facts, ...]:
    """Return the facts of one hand in each version of a deal.

    The facts of the deal are among them where its player ended it.
    """
    family = setup.variant.family
    asks = family.asks(setup.options)
    parts = [deal.part_of(seat) for deal in versions]
    keys = None
    if family.keypad is not None:
        keypad = family.keypad(setup.options)
        is_suitless = any(count_suitless(deal, seat) for deal in versions)
        keys = _Keys(keypad.rules, keypad.in_hand if is_suitless else None)
    return tuple(
        [
            Counter(
                [
                    *_facts_of(asks.hand, deal.hands[at] if deal.hands else asks.hand_type(), keys),
                    *(_deal_facts(asks, deal) if deal.by == at else ()),
                ]
            )
            for deal, at in parts
        ]
    )


def count_suitless(deal: Deal, seat: Seat) -> int:
    """Return how many cards of a hand have no suit, Jokers aside."""
    part, own = deal.part_of(seat)
    cards = [card for card, at in placed_cards(part) if at[1] == own]
    return sum([not isinstance(card.suit, Suit) and card != JOKER for card in cards])


def are_same_deal(setup: Setup, one: Deal, other: Deal) -> bool:
    """Tell whether two deals are the same except for suits that only one of them gives."""
    hands = [hand_facts(setup, (one, other), Seat(seat)) for seat in range(len(setup.players))]
    asks = setup.variant.family.asks(setup.options)
    mine, theirs = [_told_of_deal(asks, deal) for deal in (one, other)]
    return mine == theirs and all(hand == like for hand, like in hands)


def _told_of_deal(asks: Asks, deal: Deal) -> tuple[object, ...]:
    """Return what a deal tells besides its hands, of partners pair by pair."""
    who = [pair.seats for pair in deal.pairs]
    told = [
        (part.ending, part.by, Counter(_facts_of(asks.deal, part, None))) for part in deal.parts
    ]
    return deal.dealer, who, told


def find_differences(versions: Sequence[Facts]) -> tuple[Facts, ...]:
    """Return for each version the facts that not all versions have."""
    common = versions[0].copy()
    for version in versions[1:]:
        common &= version
    return tuple([version - common for version in versions])


def _deal_facts(asks: Asks, deal: Deal) -> Iterator[Fact]:
    """Yield that the player ended the deal, and its flags.

    The other facts of a deal are no player's own and are compared apart.
    """
    yield Fact(ENDED_DEAL)
    for ask in asks.deal:
        if ask.kind is AskKind.FLAG and getattr(deal, ask.name):
            yield Fact(ask.name)


def _facts_of(asks: Sequence[Ask], facts: Deal | Hand, keys: _Keys | None) -> Iterator[Fact]:
    """Yield a fact for each question that a deal or a hand answers."""
    blank = {field.name: field.default for field in fields(facts)}
    for name, kind in {ask.name: ask.kind for ask in asks}.items():
        value = getattr(facts, name)
        match kind:
            case AskKind.MELDS:
                yield from [Fact(name, tuple(_meld_codes(meld, keys))) for meld in value or ()]
            case AskKind.CARDS:
                yield from [Fact(name, (_code(card, keys),)) for card in value or ()]
            case AskKind.CARD if value is not None:
                yield Fact(name, (_code(value, keys),))
            case AskKind.POINTS if value is not None:
                yield Fact(name, text=str(value))
            case AskKind.FLAG if value is not blank[name]:
                yield Fact(name, text="yes" if value else "no")
            case AskKind.PENALTIES:
                yield from [Fact(name, text=words) for words in _penalty_words(value)]


def _penalty_words(penalties: Iterable[Penalty]) -> Iterator[str]:
    for penalty in penalties:
        if penalty.law is not None:
            yield f"Law {penalty.law}"
        else:
            yield f"{penalty.points}{f', {penalty.reason}' if penalty.reason else ''}"


def _meld_codes(laid: LaidMeld, keys: _Keys | None) -> list[str]:
    """Return the codes of a meld's cards in a fixed order, wilds with what they stand for."""
    read = None if keys is None else read_meld(laid, keys.rules)
    if keys is None or not isinstance(read, Meld):
        return sorted([str(item) for item in laid])
    if read.kind is MeldKind.RUN:
        return [_run_code(item, keys) for item in read.cards]
    return sorted([_set_code(item, keys) for item in read.cards])


def _run_code(item: MeldCard, keys: _Keys) -> str:
    card, name = item
    if name is None or (keys.values is not None and name.rank is card.rank):
        return str(name or card)  # a deuce of any suit in the place of a two may be that two
    return str(card) if name == card else f"{_code(card, keys)}={name}"


def _set_code(item: MeldCard, keys: _Keys) -> str:
    if item.stands_for is None or item.is_itself:
        return _code(item.card, keys)
    return f"{_code(item.card, keys)}={item.stands_for.rank.letter}"


def _code(card: Card, keys: _Keys | None) -> str:
    """Return the code of a card outside a run, with its suit or colour only if that matters."""
    values = None if keys is None else keys.values
    if values is None or card == JOKER:
        return str(card)
    if card == QUEEN_OF_SPADES and values["QS"] != values["Q"]:
        return "QS"
    if card.rank is Rank.TWO and values["2R"] != values["2B"]:
        return "2R" if card in _RED_TWOS else "2B"
    return card.rank.letter
