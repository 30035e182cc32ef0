"""Writing records: a game, a deal, and what a record is worth."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from scorekeeper.domain.cards import Card, write_cards
from scorekeeper.domain.deals import Deal, Hand, LaidMeld, Penalty
from scorekeeper.domain.options import values_of
from scorekeeper.domain.scoring import GameScore, ScoredDeal, Setup
from scorekeeper.domain.settlement import Score, Settlement, Stake, write_amount
from scorekeeper.domain.variant import Finish, GinResult, ScoreLine
from scorekeeper.record import FORMAT
from scorekeeper.record.places import write_problems
from scorekeeper.record.reading import Record, place_problems

Document = dict[str, Any]


def write_record(record: Record) -> Document:
    """A game as a record; reading it gives the same game, and writing that the same record."""
    setup = record.setup
    document: Document = {"format": FORMAT, "variant": setup.variant.key}
    if record.chosen:
        document["options"] = dict(record.chosen)
    document["players"] = list(setup.players)
    if setup.stake is not None:
        document["stake"] = write_stake(setup.stake)
    texts = {"title": record.title, "place": record.place, "played_on": record.played_on}
    document |= {name: text for name, text in texts.items() if text}
    document["deals"] = [write_deal(deal, setup.players) for deal in record.deals]
    return document


def write_stake(stake: Stake) -> Document:
    """A stake as the record has it."""
    amount = write_amount(stake.minor, stake.currency)
    return {"currency": stake.currency, "amount": amount, "per": stake.per}


def write_deal(deal: Deal, players: Sequence[str]) -> Document:
    """The facts of one deal as the record has them; what was not given is left out."""
    document: Document = {}
    if deal.dealer is not None:
        document["dealer"] = players[deal.dealer]
    if deal.upcard is not None:
        document["upcard"] = str(deal.upcard)
    document["ending"] = str(deal.ending)
    if deal.by is not None:
        document["by"] = players[deal.by]
    for flag in ("concealed", "first_turn", "last_card", "wrong_count", "agreed_correct"):
        if getattr(deal, flag):
            document[flag] = True
    hands = {name: _write_hand(hand) for name, hand in zip(players, deal.hands, strict=False)}
    if any(hands.values()):
        document["hands"] = hands
    return document


def _write_hand(hand: Hand) -> Document:
    facts: Document = {
        "sat_out": hand.sat_out or None,
        "laid_down": hand.laid_down,
        "melds": _write_melds(hand.melds),
        "in_hand": _write_cards(hand.in_hand),
        "cards": _write_cards(hand.cards),
        "deadwood": _write_cards(hand.deadwood),
        "lay_offs": _write_cards(hand.lay_offs),
        "melded_points": hand.melded_points,
        "in_hand_points": hand.in_hand_points,
        "deadwood_points": hand.deadwood_points,
        "penalties": [_write_penalty(penalty) for penalty in hand.penalties] or None,
        "took_pile": hand.took_pile,
        "discard": hand.discard and str(hand.discard),
    }
    return {name: value for name, value in facts.items() if value is not None}


def _write_melds(melds: tuple[LaidMeld, ...] | None) -> list[str] | None:
    return None if melds is None else [" ".join([str(item) for item in meld]) for meld in melds]


def _write_cards(cards: tuple[Card, ...] | None) -> str | None:
    return None if cards is None else write_cards(cards)


def _write_penalty(penalty: Penalty) -> Document:
    facts = {"law": penalty.law, "points": penalty.points, "reason": penalty.reason}
    return {name: value for name, value in facts.items() if value is not None}


# --- what a record is worth ----------------------------------------------------------------------


def write_result(setup: Setup, score: GameScore) -> Document:
    """The score of a game, as ``scorekeeper score --json`` prints it."""
    players = setup.players
    dealer, finish = score.next_dealer, score.finish
    return {
        "variant": setup.variant.key,
        "options": values_of(setup.options),
        "deals": [_write_scored(deal, setup) for deal in score.deals],
        "next_dealer": None if dealer is None else players[dealer],
        "over": score.over,
        "ended_at_deal": score.ended_at_deal,
        "winners": [players[seat] for seat in finish.winners] if finish else [],
        "final": _write_final(finish, setup) if finish else None,
        "settlement": write_settlement(score.settlement, players) if score.settlement else None,
    }


def _write_scored(deal: ScoredDeal, setup: Setup) -> Document:
    players, scored, running = setup.players, deal.score, deal.running
    hands: Document = {}
    if scored is not None and running is not None:
        for name, hand, total in zip(players, scored.hands, running, strict=True):
            hands[name] = {
                "lines": [_write_line(line, setup) for line in hand.lines],
                "points": hand.points,
                "held": hand.held,
                "running": total,
            }
    document: Document = {
        "number": deal.number,
        "dealer": players[deal.dealer],
        "hands": hands,
        "warnings": write_problems(place_problems(deal), players),
    }
    if scored is not None and scored.gin is not None:
        document["gin"] = _write_gin(scored.gin, players)
    return document


def _write_line(line: ScoreLine, setup: Setup) -> Document:
    return {
        "reason": line.reason,
        "points": write_score(line.points),
        "how": line.how,
        "rule": setup.variant.cite(line.rule),
    }


def write_score(score: Score) -> int | str:
    """Points as JSON has them: a whole number, or a string such as ``3215/3``."""
    if isinstance(score, Fraction) and score.denominator != 1:
        return str(score)
    return int(score)


def _write_gin(gin: GinResult, players: Sequence[str]) -> Document:
    return {
        "type": gin.type,
        "limit": gin.limit,
        "knocker_count": gin.knocker_count,
        "defender_count": gin.defender_count,
        "lay_offs": [str(card) for card in gin.lay_offs],
        "arrangements": {
            players[seat]: {
                "melds": [write_cards(meld) for meld in spread.melds],
                "deadwood": write_cards(spread.deadwood),
            }
            for seat, spread in gin.spreads.items()
        },
    }


def _write_final(finish: Finish, setup: Setup) -> Document:
    return {
        name: {
            "running": hand.running,
            "lines": [_write_line(line, setup) for line in hand.lines],
            "total": write_score(hand.total),
            "rounded": write_score(hand.rounded),
        }
        for name, hand in zip(setup.players, finish.hands, strict=True)
    }


def write_settlement(settlement: Settlement, players: Sequence[str]) -> Document:
    """The money of a game, amounts as decimal strings of the currency."""
    currency = settlement.stake.currency
    return {
        "currency": currency,
        "pairs": [
            {
                "payer": players[pair.payer],
                "payee": players[pair.payee],
                "points": write_score(pair.points),
                "amount": write_amount(pair.minor, currency),
            }
            for pair in settlement.pairs
        ],
        "net": {
            name: write_amount(minor, currency)
            for name, minor in zip(players, settlement.net, strict=True)
        },
        "transfers": [
            {
                "payer": players[transfer.payer],
                "payee": players[transfer.payee],
                "amount": write_amount(transfer.minor, currency),
            }
            for transfer in settlement.transfers
        ],
    }
