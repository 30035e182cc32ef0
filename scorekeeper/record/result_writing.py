"""Writes results of games and the list of variants as JSON, for programs."""

from collections.abc import Sequence
from fractions import Fraction

from scorekeeper.record.document import Document
from scorekeeper.record.places import place_problems, write_problems
from scorekeeper.rules.scoring import ColumnScore, GameScore, ScoredDeal, Setup, Totals
from scorekeeper.rules.settlement import Score, Settlement, write_amount
from scorekeeper.rules.variant import DealScore, Finish, PairScore, ScoreLine, Variant


def write_result(setup: Setup, score: GameScore) -> Document:
    """Return the result of a game as ``scorekeeper score --json`` prints it.

    Sides and columns are written only where several players or several games are one.
    """
    players = setup.players
    dealer, finish = score.next_dealer, score.finish
    document: Document = {"variant": setup.variant.key, "options": setup.options_in_use}
    if setup.has_partners:
        document["sides"] = [[players[seat] for seat in side] for side in setup.sides]
    if score.has_columns:
        document["columns"] = [_write_column(column, players) for column in score.columns]
    return document | {
        "deals": [_write_scored(deal, setup) for deal in score.deals],
        "next_dealer": None if dealer is None else players[dealer],
        "over": score.over,
        "closed_early": score.closed_early,
        "ended_at_deal": score.ended_at_deal,
        "winners": [players[seat] for seat in finish.winners] if finish else [],
        "final": _write_final(finish, score.columns, setup) if finish else None,
        "settlement": _write_settlement(score.settlement, players) if score.settlement else None,
    }


def _write_column(column: ColumnScore, players: Sequence[str]) -> Document:
    winners = column.finish.winners if column.finish else ()
    return {
        "closed_at_deal": column.closed_at_deal,
        "winners": [players[seat] for seat in winners],
    }


def _write_scored(deal: ScoredDeal, setup: Setup) -> Document:
    players, scored, columns = setup.players, deal.score, deal.columns
    document: Document = {"number": deal.number, "dealer": players[deal.dealer], "hands": {}}
    if scored is not None and columns is not None:
        document["hands"] = _write_hands(deal, scored, columns, setup)
        if len(columns) > 1:
            document |= {"entered": list(deal.entered), "closed": list(deal.closed)}
    document["warnings"] = write_problems(place_problems(deal.problems, deal.number), players)
    if scored is not None and scored.outcome is not None:
        document |= scored.outcome.result(players)
    if scored is not None and scored.pairs:
        document["pairs"] = [_write_pair(pair, players) for pair in scored.pairs]
    return document


def _write_hands(
    deal: ScoredDeal, score: DealScore, columns: Sequence[Totals], setup: Setup
) -> Document:
    hands: Document = {}
    for seat, (name, hand) in enumerate(zip(setup.players, score.hands, strict=True)):
        hands[name] = {
            "lines": [_write_line(line, setup) for line in hand.lines],
            "points": hand.points,
            "held": hand.held,
            "running": (deal.running or ())[seat],
        }
        if len(columns) > 1:
            hands[name]["columns"] = [totals[seat] for totals in columns]
    return hands


def _write_pair(pair: PairScore, players: Sequence[str]) -> Document:
    names = [players[seat] for seat in pair.seats]
    winner, outcome = pair.winner, pair.score.outcome
    return {
        "players": names,
        "winner": None if winner is None else players[winner],
        "points": pair.points,
        **(outcome.result(names) if outcome else {}),
    }


def _write_line(line: ScoreLine, setup: Setup) -> Document:
    return {
        "reason": line.reason,
        "points": write_score(line.points),
        "how": line.how,
        "rule": setup.variant.cite(line.rule),
        **({} if line.pair is None else {"pair": line.pair}),
        **({} if line.column is None else {"column": line.column}),
    }


def write_score(score: Score) -> int | str:
    """Return points as a whole number, or as a string such as ``3215/3`` for a fraction."""
    if isinstance(score, Fraction) and score.denominator != 1:
        return str(score)
    return int(score)


def _write_final(finish: Finish, columns: Sequence[ColumnScore], setup: Setup) -> Document:
    document = {
        name: {
            "running": hand.running,
            "lines": [_write_line(line, setup) for line in hand.lines],
            "total": write_score(hand.total),
            "rounded": write_score(hand.rounded),
        }
        for name, hand in zip(setup.players, finish.hands, strict=True)
    }
    ends = [column.finish for column in columns if column.finish]
    for seat, name in enumerate(setup.players if len(ends) > 1 else ()):
        hands = [end.hands[seat] for end in ends]
        document[name]["columns"] = [
            {"running": hand.running, "total": write_score(hand.total)} for hand in hands
        ]
    return document


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
    numbers = variant.family.players(variant.defaults)
    return {
        "key": variant.key,
        "name": variant.name,
        "family": variant.family.key,
        "summary": variant.summary,
        "players": {"least": numbers[0], "most": numbers[-1], "numbers": list(numbers)},
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
