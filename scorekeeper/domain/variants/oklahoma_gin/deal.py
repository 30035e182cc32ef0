"""Checks and scores one deal of Oklahoma gin: the hands, the knock, the result."""

from collections.abc import Iterator
from typing import Final

from scorekeeper.domain.cards import Rank, Suit
from scorekeeper.domain.deals import Deal, Ending, Points, Seat
from scorekeeper.domain.lay_offs import BIG_GIN_CARDS
from scorekeeper.domain.table_checks import check_pack, has_error, read_melds
from scorekeeper.domain.variant import (
    CheckedScore,
    DealScore,
    HandScore,
    Path,
    Problem,
    Table,
    warning,
)
from scorekeeper.domain.variants.oklahoma_gin.facts import MELD_RULES, knock_limit, pack
from scorekeeper.domain.variants.oklahoma_gin.knock import (
    KnockRefusal,
    LegalKnock,
    all_cards,
    resolve_knock,
)
from scorekeeper.domain.variants.oklahoma_gin.options import GinOptions
from scorekeeper.domain.variants.oklahoma_gin.outcome import GinOutcome
from scorekeeper.domain.variants.oklahoma_gin.result import KnockTerms
from scorekeeper.domain.words import write_plural

CARDS_DEALT: Final = 10


def score_deal(options: GinOptions, deal: Deal, table: Table) -> CheckedScore:
    """Return the problems of one deal and, if none is an error, its score."""
    problems = (
        *check_pack(deal, pack(options, len(table.players)), table),
        *_check_upcard(deal),
        *_check_melds(deal),
        *_check_hands(deal),
    )
    if has_error(problems) or deal.upcard is None:
        return CheckedScore(problems=problems, score=None)
    if deal.by is None:
        return CheckedScore(problems=problems, score=_dead(knock_limit(options, deal.upcard)))
    knocker, limit = deal.by, knock_limit(options, deal.upcard)
    terms = KnockTerms(
        options=options,
        eleven=len(all_cards(deal.hands[knocker])) == BIG_GIN_CARDS,
        doubled=options.spade_double and deal.upcard.suit is Suit.SPADES,
    )
    knock = resolve_knock(deal.hands[knocker], deal.hands[1 - knocker], limit=limit, terms=terms)
    if isinstance(knock, KnockRefusal):
        refused = _refuse(knock, deal, ace=deal.upcard.rank is Rank.ACE and limit == 0)
        return CheckedScore(problems=(*problems, refused), score=None)
    return CheckedScore(
        problems=(*problems, *_costs(knock, knocker, table)),
        score=_score(knock, terms, knocker, limit),
    )


def _check_melds(deal: Deal) -> Iterator[Problem]:
    for seat, hand in enumerate(deal.hands):
        yield from read_melds(hand, MELD_RULES, seat).problems


def _check_upcard(deal: Deal) -> Iterator[Problem]:
    if deal.upcard is not None and deal.upcard.rank is Rank.JOKER:
        text = "The Joker is not in play here, so it cannot be turned up"
        yield Problem(at=("upcard",), code="joker_not_in_play", text=text)


def _check_hands(deal: Deal) -> Iterator[Problem]:
    if deal.ending is Ending.DEAD:
        return
    if deal.by is None:
        yield Problem(at=("by",), code="missing_field", text="Who knocked?")
    for seat, hand in enumerate(deal.hands):
        at: Path = ("hands", seat)
        if seat == deal.by and hand.lay_offs:
            text = "The knocker never lays off"
            yield Problem(at=(*at, "lay_offs"), code="illegal_lay_off", text=text)
        if hand.deadwood_points is not None:
            continue
        count = len(all_cards(hand))
        allowed = (CARDS_DEALT, BIG_GIN_CARDS) if seat == deal.by else (CARDS_DEALT,)
        if count not in allowed:
            text = f"{count} cards; a hand has {CARDS_DEALT} after the discard"
            yield Problem(at=at, code="wrong_card_count", text=text)


def _refuse(refusal: KnockRefusal, deal: Deal, *, ace: bool) -> Problem:
    """Return the problem of a refused knock, at the hand and fact that it concerns."""
    knocker = 0 if deal.by is None else deal.by
    if refusal.code in ("no_layoff_on_gin", "illegal_lay_off"):
        at: Path = ("hands", 1 - knocker, "lay_offs")
        return Problem(at=at, code=refusal.code, text=refusal.text)
    hand = deal.hands[knocker]
    shown = [
        name for name in ("cards", "deadwood", "deadwood_points") if getattr(hand, name) is not None
    ]
    at = ("hands", knocker, shown[0])
    if ace and refusal.code == "knock_over_limit":
        text = f"{refusal.text}: with an ace turned up only gin ends the deal"
        return Problem(at=at, code="ace_requires_gin", text=text)
    return Problem(at=at, code=refusal.code, text=refusal.text)


def _costs(knock: LegalKnock, knocker: Seat, table: Table) -> Iterator[Problem]:
    sides = ((knocker, knock.knocker_cost), (Seat(1 - knocker), knock.defender_cost))
    for seat, cost in sides:
        if cost > 0:
            text = f"This spread costs {table.players[seat]} {write_plural(cost, 'point')}"
            yield warning(("hands", seat), "spread_costs_points", text)


def _dead(limit: Points) -> DealScore:
    outcome = GinOutcome(type="dead", limit=limit)
    return DealScore(hands=(HandScore(), HandScore()), outcome=outcome)


def _score(knock: LegalKnock, terms: KnockTerms, knocker: Seat, limit: Points) -> DealScore:
    counts = knock.knocker.points, knock.defender.points
    lines = terms.lines(*counts)
    kind = terms.type_of(*counts)
    winner = (Seat(1 - knocker) if kind == "undercut" else knocker) if lines else None
    sides = {knocker: knock.knocker, Seat(1 - knocker): knock.defender}
    outcome = GinOutcome(
        type=kind,
        limit=limit,
        knocker=knocker,
        knocker_count=counts[0],
        defender_count=counts[1],
        hands={seat: side.laid for seat, side in sides.items() if side.laid is not None},
        winner=winner,
        doubled=terms.doubled,
    )
    hands = [HandScore(lines=lines if seat == winner else ()) for seat in (0, 1)]
    return DealScore(hands=tuple(hands), outcome=outcome)
