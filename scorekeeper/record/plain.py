"""Writes a scored record as plain text for people."""

from collections.abc import Sequence
from fractions import Fraction

from scorekeeper.domain.deals import Seat
from scorekeeper.domain.scoring import GameScore, ScoredDeal, Setup
from scorekeeper.domain.settlement import Score, Settlement, write_amount
from scorekeeper.domain.variant import Finish, Problem
from scorekeeper.domain.words import write_winners
from scorekeeper.record.places import deal_problems, write_path

_GAP = "  "


def write_plain(setup: Setup, score: GameScore) -> str:
    """Return the score sheet of a game as text: deals, end of the game, money and warnings."""
    blocks = [
        [f"{setup.variant.name}: {', '.join(setup.players)}"],
        _table([["deal", "dealer", *setup.players], *_deal_rows(setup, score)]),
        _ending(setup, score),
    ]
    if score.finish is not None:
        blocks.append(_table([["", *setup.players], *_final_rows(setup, score.finish)]))
    if score.settlement is not None:
        blocks.append(_money(score.settlement, setup.players))
    blocks.append(problem_lines(deal_problems(score), setup.players))
    return "\n\n".join(["\n".join(block) for block in blocks if block])


def problem_lines(problems: Sequence[Problem], players: Sequence[str]) -> list[str]:
    """Return a line for each problem: severity, place, sentence and code."""
    return [
        f"{problem.severity}: {write_path(problem.at, players) or 'record'}: "
        f"{problem.text} ({problem.code})"
        for problem in problems
    ]


def _deal_rows(setup: Setup, score: GameScore) -> list[list[str]]:
    rows = []
    for deal in score.deals:
        rows.append([str(deal.number), setup.players[deal.dealer], *_points(deal, setup)])
        if deal.running is not None:
            rows.append(["", _remark(deal), *[_number(total) for total in deal.running]])
    return rows


def _points(deal: ScoredDeal, setup: Setup) -> list[str]:
    if deal.score is None:
        return ["(" + "after the end" + ")"] + [""] * (len(setup.players) - 1)
    return [
        _number(hand.points) + (f" +{hand.held} held" if hand.held else "")
        if deal.deal.is_played_by(Seat(seat))
        else "sat out"
        for seat, hand in enumerate(deal.score.hands)
    ]


def _remark(deal: ScoredDeal) -> str:
    outcome = deal.score.outcome if deal.score else None
    return outcome.name if outcome else str(deal.deal.ending)


def _ending(setup: Setup, score: GameScore) -> list[str]:
    if score.finish is None or not score.finish.winners:
        dealer = score.next_dealer
        return [] if dealer is None else [f"Next dealer: {setup.players[dealer]}"]
    winners = [setup.players[seat] for seat in score.finish.winners]
    return [f"Over after deal {score.ended_at_deal}: {write_winners(winners)}"]


def _final_rows(setup: Setup, finish: Finish) -> list[list[str]]:
    reasons = dict.fromkeys([line.reason for hand in finish.hands for line in hand.lines])
    rows = [["score", *[_number(hand.running) for hand in finish.hands]]]
    for reason in reasons:
        label = setup.variant.family.reasons[reason].lower()
        found = [
            next((_number(line.points) for line in hand.lines if line.reason == reason), "")
            for hand in finish.hands
        ]
        rows.append([label, *found])
    rows.append(["total", *[_number(hand.total) for hand in finish.hands]])
    if setup.variant.family.rounding_rule(setup.options):
        rows.append(["rounded", *[_number(hand.rounded) for hand in finish.hands]])
    return rows


def _money(settlement: Settlement, players: Sequence[str]) -> list[str]:
    currency = settlement.stake.currency
    net = [
        f"{name} {write_amount(minor, currency)}"
        for name, minor in zip(players, settlement.net, strict=True)
    ]
    transfers = [
        f"{players[each.payer]} pays {players[each.payee]} {write_amount(each.minor, currency)}"
        for each in settlement.transfers
    ]
    return [f"net in {currency}: {', '.join(net)}", *transfers]


def _number(score: Score) -> str:
    if isinstance(score, Fraction) and score.denominator != 1:
        whole, rest = divmod(abs(score), 1)
        sign = "-" if score < 0 else ""
        return f"{sign}{whole} {rest}"
    return str(int(score))


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max([len(cell) for cell in column]) for column in zip(*rows, strict=True)]
    return [
        _GAP.join(
            [
                cell.ljust(width) if place < 1 else cell.rjust(width)
                for place, (cell, width) in enumerate(zip(row, widths, strict=True))
            ]
        ).rstrip()
        for row in rows
    ]
