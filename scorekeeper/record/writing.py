"""Writes games as records, and each fact of their deals according to its kind.

Every fact of a deal or a hand is written, whether or not its family asks for it, so that none can
be lost.
"""

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any, Final

from scorekeeper.domain.asks import AskKind, fact_kinds
from scorekeeper.domain.cards import write_cards
from scorekeeper.domain.deals import Deal, Hand, LaidMeld, Penalty
from scorekeeper.domain.settlement import Stake, write_amount
from scorekeeper.record import FORMAT
from scorekeeper.record.document import Document
from scorekeeper.record.reading import Record


def write_record(record: Record) -> Document:
    """Return a game as a JSON object; reading that object gives an equal record."""
    setup = record.setup
    document: Document = {"format": FORMAT, "variant": setup.variant.key}
    if record.chosen:
        document["options"] = dict(record.chosen)
    document["players"] = list(setup.players)
    if setup.stake is not None:
        document["stake"] = make_stake_document(setup.stake)
    texts = {"title": record.title, "place": record.place, "played_on": record.played_on}
    document |= {name: text for name, text in texts.items() if text}
    if record.closed_early is not None:
        document["closed_early"] = {"settles": record.closed_early.settles}
    document["deals"] = [write_deal(deal, setup.players) for deal in record.deals]
    return document


def make_stake_document(stake: Stake) -> Document:
    """Return a stake as a JSON object; the amount is a decimal string."""
    amount = write_amount(stake.minor, stake.currency)
    return {"currency": stake.currency, "amount": amount, "per": stake.per}


def write_deal(deal: Deal, players: Sequence[str]) -> Document:
    """Return the facts of a deal as a JSON object; facts that were not given are left out."""
    hands = {name: _write_facts(hand) for name, hand in zip(players, deal.hands, strict=False)}
    document = {
        **_write_facts(deal),
        "dealer": None if deal.dealer is None else players[deal.dealer],
        "ending": str(deal.ending),
        "by": None if deal.by is None else players[deal.by],
        "hands": hands if any(hands.values()) else None,
    }
    ordered = {each.name: document.get(each.name) for each in fields(deal)}
    return {name: value for name, value in ordered.items() if value is not None}


def _write_facts(facts: Deal | Hand) -> Document:
    """Return the facts that were given: those that differ from their defaults."""
    kinds = fact_kinds(facts)
    return {
        each.name: _WRITERS[kinds[each.name]](getattr(facts, each.name))
        for each in fields(facts)
        if each.name in kinds and getattr(facts, each.name) != each.default
    }


def _write_melds(melds: Sequence[LaidMeld]) -> list[str]:
    return [" ".join([str(item) for item in meld]) for meld in melds]


def _write_penalties(penalties: Sequence[Penalty]) -> list[Document]:
    return [_write_penalty(penalty) for penalty in penalties]


def _write_penalty(penalty: Penalty) -> Document:
    facts = {"law": penalty.law, "points": penalty.points, "reason": penalty.reason}
    return {name: value for name, value in facts.items() if value is not None}


_WRITERS: Final[dict[AskKind, Callable[[Any], Any]]] = {
    AskKind.CARD: str,
    AskKind.CARDS: write_cards,
    AskKind.MELDS: _write_melds,
    AskKind.POINTS: int,
    AskKind.FLAG: bool,
    AskKind.PENALTIES: _write_penalties,
}
