"""Deals without the suits that a table need not give."""

from dataclasses import replace
from typing import Any

from scorekeeper.rules.cards import Card, SuitlessCards
from scorekeeper.rules.deals import AskKind, Deal, Hand, LaidMeld, MeldCard, fact_kinds
from scorekeeper.rules.melds import MeldKind, MeldRules, meld_kinds
from scorekeeper.rules.scoring import Setup


def strip_suits(setup: Setup, deal: Deal) -> Deal:
    """The same deal with no suit but those of runs, and of cards that count by their suit."""
    family = setup.variant.family
    suitless = family.asks(setup.options).suitless
    if not suitless or family.keypad is None:
        return deal
    rules = family.keypad(setup.options).rules
    return replace(deal, hands=tuple([_strip_hand(hand, suitless, rules) for hand in deal.hands]))


def _strip_hand(hand: Hand, suitless: SuitlessCards, rules: MeldRules) -> Hand:
    bare = {card: key for key, kind in suitless.items() for card in kind}
    found: dict[str, Any] = {}
    for name, kind in fact_kinds(hand).items():
        value = getattr(hand, name)
        if kind is AskKind.CARD and value is not None:
            found[name] = bare.get(value, value)
        elif kind is AskKind.CARDS and value is not None:
            found[name] = tuple([bare.get(card, card) for card in value])
        elif kind is AskKind.MELDS and value is not None:
            found[name] = tuple([_strip_meld(meld, bare, rules) for meld in value])
    return replace(hand, **found)


def _strip_meld(laid: LaidMeld, bare: dict[Card, Card], rules: MeldRules) -> LaidMeld:
    match [*meld_kinds(laid, rules)]:
        case [MeldKind.SET]:
            return tuple(
                [
                    MeldCard(bare.get(card, card), Card(name.rank, None) if name else None)
                    for card, name in laid
                ]
            )
        case [MeldKind.RUN]:
            suits = {(name or card).suit for card, name in laid if name or card not in rules.wilds}
            return tuple(
                [
                    MeldCard(bare.get(card, card), name)
                    if card in rules.wilds and card.suit not in suits
                    else MeldCard(card, name)
                    for card, name in laid
                ]
            )
    return laid
