"""What the site reads from the fields that the pad fills, and what a table sees of a hand."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from scorekeeper.record.deal_reading import DealReader
from scorekeeper.record.document import Findings
from scorekeeper.rules.cards import Card, Colour, Rank, Suit
from scorekeeper.rules.deals import Deal, Hand, LaidMeld
from scorekeeper.rules.scoring import Setup
from scorekeeper.web.deal.deal_text import (
    make_deal_document,
)


def document_of(setup: Setup, fields: Mapping[str, str]) -> dict[str, Any]:
    """The deal as the site takes it from the fields."""
    return make_deal_document(setup, fields)


def send(setup: Setup, fields: Mapping[str, str]) -> Deal:
    """The deal that the site reads from the fields."""
    findings = Findings()
    reader = DealReader(setup.variant.family.asks(setup.options), setup.players)
    deal = reader.read(document_of(setup, fields), (), findings)
    assert deal is not None
    assert not findings.problems
    return deal


def seen(card: Card, setup: Setup) -> str:
    """A card as a table sees it in a set or in hand: no suit but where it is worth something."""
    red = card.suit in (Suit.HEARTS, Suit.DIAMONDS, Colour.RED)
    match setup.variant.family.key:
        case "oklahoma_gin":
            return str(card)
        case "rum":
            return card.rank.letter
        case "contract":
            return f"{card.rank.letter}{red}" if card.rank is Rank.TWO else card.rank.letter
    return str(card) if str(card) == "QS" else card.rank.letter


def shape(laid: LaidMeld, setup: Setup) -> tuple[str, ...]:
    """A meld without what nobody asks: suits of sets, and of deuces."""
    natural = {item.card.rank for item in laid if item.card.rank not in (Rank.TWO, Rank.JOKER)}
    if len(natural) == 1:
        return ("set", *sorted([seen(item.card, setup) for item in laid]))
    places = [f"{item.card.rank.letter}={item.stands_for or item.card}" for item in laid]
    return ("run", *sorted(places))


def hand_at_table(hand: Hand, setup: Setup) -> tuple[Counter[tuple[str, ...]], Counter[str]]:
    """A hand as its table sees it: melds and cards in any order."""
    return (
        Counter([shape(meld, setup) for meld in hand.melds or ()]),
        Counter([seen(card, setup) for card in hand.in_hand or hand.cards or ()]),
    )


def at_table(deal: Deal, setup: Setup) -> tuple[object, ...]:
    """A deal as its table sees it: how it ended, and each hand."""
    hands = [hand_at_table(hand, setup) for hand in deal.hands]
    return deal.ending, deal.by, deal.upcard, hands
