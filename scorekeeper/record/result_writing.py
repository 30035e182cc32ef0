"""Writes results of games and the list of variants as JSON, for programs."""

from collections.abc import Sequence
from fractions import Fraction

from scorekeeper.domain.options import values_of
from scorekeeper.domain.scoring import GameScore, ScoredDeal, Setup
from scorekeeper.domain.settlement import Score, Settlement, write_amount
from scorekeeper.domain.variant import Finish, ScoreLine, Variant
from scorekeeper.record.document import Document
from scorekeeper.record.places import place_problems, write_problems


def write_result(setup: Setup, score: GameScore) -> Document:
    """Return the result of a game as ``scorekeeper score --json`` prints it."""
    players = setup.players
    dealer, finish = score.next_dealer, score.finish
    return {
        "variant": setup.variant.key,
        "options": values_of(setup.options),
        "deals": [_write_scored(deal, setup) for deal in score.deals],
        "next_dealer": None if dealer is None else players[dealer],
        "over": score.over,
        "closed_early": score.closed_early,
        "ended_at_deal": score.ended_at_deal,
        "winners": [players[seat] for seat in finish.winners] if finish else [],
        "final": _write_final(finish, setup) if finish else None,
        "settlement": _write_settlement(score.settlement, players) if score.settlement else None,
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
        "warnings": write_problems(place_problems(deal.problems, deal.number), players),
    }
    if scored is not None and scored.outcome is not None:
        document |= scored.outcome.result(players)
    return document


def _write_line(line: ScoreLine, setup: Setup) -> Document:
    return {
        "reason": line.reason,
        "points": write_score(line.points),
        "how": line.how,
        "rule": setup.variant.cite(line.rule),
    }


def write_score(score: Score) -> int | str:
    """Return points as a whole number, or as a string such as ``3215/3`` for a fraction."""
    if isinstance(score, Fraction) and score.denominator != 1:
        return str(score)
    return int(score)


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


def _write_settlement(settlement: Settlement, players: Sequence[str]) -> Document:
    """Return the settlement; amounts are decimal strings in the unit of the currency."""
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


# --- Lists variants with their house rules, for programs ------------------------------------------


def describe_variant(variant: Variant) -> Document:
    """Return a variant, its house rules and their defaults as a JSON object."""
    least, most = variant.family.players(variant.defaults)
    return {
        "key": variant.key,
        "name": variant.name,
        "family": variant.family.key,
        "summary": variant.summary,
        "players": {"least": least, "most": most},
        "options": [
            {
                "name": option.name,
                "kind": str(option.kind),
                "default": getattr(variant.defaults, option.name),
                "values": option.values,
                "label": option.label,
                "help": option.help,
                "source": option.source,
            }
            for option in variant.options
        ],
    }
