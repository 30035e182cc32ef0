"""A family with facts of its own, one of each kind for its deals and one for its hands."""

from dataclasses import dataclass, fields, replace
from typing import Any

from scorekeeper.rules.cards import Card, Rank, Suit
from scorekeeper.rules.deals import (
    Ask,
    AskKind,
    Asks,
    Deal,
    Ending,
    Hand,
    LaidMeld,
    MeldCard,
    Penalty,
    Points,
    fact_kinds,
)
from scorekeeper.rules.variant import CheckedScore, DealScore, HandScore, Table, Variant
from scorekeeper.rules.variants import VARIANTS

KING = Card(Rank.KING, Suit.HEARTS)
TWO = Card(Rank.TWO, Suit.CLUBS)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnDeal(Deal):
    """A deal with one more fact of each kind."""

    own_card: Card | None = None
    own_cards: tuple[Card, ...] | None = None
    own_melds: tuple[LaidMeld, ...] | None = None
    own_points: Points | None = None
    own_flag: bool = False
    own_doubtful_flag: bool | None = None
    own_penalties: tuple[Penalty, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnHand(Hand):
    """A hand with one more fact of each kind."""

    own_card: Card | None = None
    own_cards: tuple[Card, ...] | None = None
    own_melds: tuple[LaidMeld, ...] | None = None
    own_points: Points | None = None
    own_flag: bool = False
    own_doubtful_flag: bool | None = None
    own_penalties: tuple[Penalty, ...] = ()


GIVEN: dict[AskKind, Any] = {
    AskKind.CARD: KING,
    AskKind.CARDS: (KING, TWO),
    AskKind.MELDS: ((MeldCard(KING), MeldCard(KING), MeldCard(TWO, KING)),),
    AskKind.POINTS: 25,
    AskKind.FLAG: True,
    AskKind.PENALTIES: (Penalty(law=18), Penalty(points=10, reason="late")),
}
"""A value of each kind that is the default of no field."""

LAWS = VARIANTS["laws"]


def asks_for_all(deal_type: type[Deal], hand_type: type[Hand]) -> Asks:
    """Ask for every fact that the two classes have."""
    shown = replace(LAWS.family.asks(LAWS.defaults).forms[0], asks=(ask_for(Hand, "in_hand"),))
    hand = [ask_for(hand_type, name) for name in fact_kinds(hand_type) if name != "in_hand"]
    return Asks(
        endings=((Ending.OUT, "Somebody went out"),),
        by_label="Who went out",
        deal=tuple([ask_for(deal_type, name) for name in fact_kinds(deal_type)]),
        forms=(shown,),
        extras=tuple(hand),
        deal_type=deal_type,
        hand_type=hand_type,
    )


def ask_for(facts: type[Deal | Hand], name: str) -> Ask:
    """Ask for one fact of a class."""
    return Ask(name=name, kind=fact_kinds(facts)[name], label=name)


def own_variant(asks: Asks) -> Variant:
    """Make a variant of a family that asks so, and gives no points for anything."""

    def score_deal(_: object, deal: Deal, table: Table) -> CheckedScore:
        score = DealScore(hands=tuple([HandScore() for _ in table.players]))
        return CheckedScore(problems=(), score=score)

    family = replace(LAWS.family, key="own", asks=lambda _: asks, score_deal=score_deal)
    return replace(LAWS, key="own", family=family)


FACTS = [
    (facts, name)
    for facts in (OwnDeal, OwnHand)
    for name in fact_kinds(facts)
    if name not in ("in_hand", "sat_out")
]
"""Every fact of a deal and of a hand but the cards left and the absence, which stand alone."""


def deal_with(facts: type[Deal | Hand], name: str) -> Deal:
    """Make a deal in which one fact is given, of the deal itself or of Bob's hand."""
    value = {name: GIVEN[fact_kinds(facts)[name]]}
    about_deal, about_hand = (value, {}) if facts is OwnDeal else ({}, value)
    hands = (OwnHand(in_hand=()), OwnHand(in_hand=(KING,), **about_hand))
    return OwnDeal(ending=Ending.OUT, by=None, hands=hands, **about_deal)


def names_of(facts: type[Deal | Hand]) -> set[str]:
    """Return the name of every field of a class."""
    return {each.name for each in fields(facts)}
