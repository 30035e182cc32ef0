"""Writes a scored record as a sheet of plain text, on which a person can check every figure.

It has all totals as a table, then each deal and the end of the game with the lines of each player:
points, how they were counted, and the rule; then the money.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from scorekeeper.domain.cards import write_cards
from scorekeeper.domain.deals import LaidHand, Seat
from scorekeeper.domain.scoring import GameScore, ScoredDeal, Setup, find_house_rules, write_ending
from scorekeeper.domain.settlement import Score, Settlement, write_amount, write_balance
from scorekeeper.domain.variant import DealOutcome, Finish, Problem, ScoreLine
from scorekeeper.domain.words import MINUS, write_names, write_winners
from scorekeeper.record.places import deal_problems, write_path
from scorekeeper.record.reading import Record

_GAP: Final = "  "
Row = Sequence[str]


def write_plain(record: Record, score: GameScore) -> str:
    """Return the score sheet of a game as text."""
    setup = record.setup
    blocks = [
        [*_head(record)],
        write_columns([["", *setup.players], *_total_rows(setup, score)]),
        *[[*_deal(setup, deal)] for deal in score.deals],
        [*_ending(setup, score)],
        [*_money(score.settlement, setup.players)] if score.settlement else [],
        problem_lines(deal_problems(score), setup.players),
    ]
    return "\n\n".join(["\n".join(block) for block in blocks if block])


def problem_lines(
    problems: Sequence[Problem], players: Sequence[str], *, document: str = "record"
) -> list[str]:
    """Return a line for each problem: severity, place, sentence and code.

    ``document`` is written as the place of a problem that concerns the whole document.
    """
    return [
        f"{problem.severity}: {write_path(problem.at, players) or document}: "
        f"{problem.text} ({problem.code})"
        for problem in problems
    ]


def _head(record: Record) -> Iterator[str]:
    setup = record.setup
    yield f"{setup.variant.name}: {write_names(setup.players)}"
    texts = [text for text in (record.title, record.place, record.played_on) if text]
    if texts:
        yield ", ".join(texts)
    rules = [rule.words for rule in find_house_rules(setup)]
    if rules:
        yield f"House rules: {'; '.join(rules)}"
    if setup.stake is not None:
        stake = setup.stake
        amount = write_amount(stake.minor, stake.currency)
        settled = ", of which the house rules settle nothing" if setup.leaves_stake else ""
        yield f"Stake: {stake.currency} {amount} for every {stake.per}{settled}"


def _total_rows(setup: Setup, score: GameScore) -> Iterator[Row]:
    for deal in score.deals:
        yield [f"Deal {deal.number}", *_points(deal, setup)]
        if deal.running is not None:
            yield ["Total", *[write_number(total) for total in deal.running]]


def _points(deal: ScoredDeal, setup: Setup) -> Iterator[str]:
    for seat, _ in enumerate(setup.players):
        if deal.score is None:
            yield MINUS
        elif not deal.deal.is_played_by(Seat(seat)):
            yield "sat out"
        else:
            hand = deal.score.hands[seat]
            yield write_number(hand.points) + (f" ({hand.held} held)" if hand.held else "")


# --- a deal ---------------------------------------------------------------------------------------


def _deal(setup: Setup, deal: ScoredDeal) -> Iterator[str]:
    title = setup.variant.family.deal_title
    asked = f" ({title(setup.options, deal.number)})" if title else ""
    outcome = deal.score.outcome if deal.score else None
    ended = write_ending(setup, by=deal.deal.by, ending=deal.deal.ending, outcome=outcome)
    yield f"Deal {deal.number}{asked}: {ended}. {setup.players[deal.dealer]} dealt."
    if deal.score is None:
        yield f"{_GAP}The game was over before; this deal counts for nothing."
        return
    if outcome is not None:
        yield from _outcome_lines(outcome, setup.players)
    for seat, hand in enumerate(deal.score.hands):
        name = setup.players[seat]
        if not deal.deal.is_played_by(Seat(seat)):
            yield f"{_GAP}{name} sat out"
            continue
        held = f", and {hand.held} held until the end" if hand.held else ""
        yield f"{_GAP}{name}: {write_number(hand.points)}{held}"
        yield from _lines(setup, [_line_row(setup, line) for line in hand.lines])


def _outcome_lines(outcome: DealOutcome, players: Sequence[str]) -> Iterator[str]:
    told = [outcome.note, outcome.condition, outcome.counts(players)]
    yield f"{_GAP}{'; '.join([words for words in told if words])}"
    for seat, hand in outcome.hands.items():
        yield f"{_GAP}{players[seat]} laid {_laid_words(hand)}"


def _laid_words(hand: LaidHand) -> str:
    terms = [
        ", ".join([write_cards(meld) for meld in hand.melds]) or "no meld",
        f"laid off {write_cards(hand.lay_offs)}" if hand.lay_offs else "",
        f"deadwood {write_cards(hand.deadwood)}" if hand.deadwood else "no deadwood",
    ]
    return "; ".join([term for term in terms if term])


def _line_row(setup: Setup, line: ScoreLine) -> Row:
    label = setup.variant.family.reasons[line.reason]
    return [label, write_number(line.points), f"{line.how} ({setup.variant.cite(line.rule)})"]


def _lines(setup: Setup, rows: Sequence[Row]) -> list[str]:
    """Return the lines of one player: label, points, and how they were counted."""
    indent = _GAP * 2
    return [f"{indent}{line}" for line in write_columns(rows, left=(0, 2))]


# --- the end --------------------------------------------------------------------------------------


def _ending(setup: Setup, score: GameScore) -> Iterator[str]:
    finish = score.finish
    if finish is None:
        if score.next_dealer is not None:
            why = f": {score.dealer_rule}" if score.dealer_rule else ""
            yield f"Next dealer: {setup.players[score.next_dealer]}{why}"
        return
    if score.closed_early:
        when = f"after deal {len(score.deals)}" if score.deals else "before the first deal"
        yield f"Ended early {when}: nobody has won"
    else:
        winners = [setup.players[seat] for seat in finish.winners]
        yield f"Over after deal {score.ended_at_deal}: {write_winners(winners)}"
    yield from _final_lines(setup, finish)


def _final_lines(setup: Setup, finish: Finish) -> Iterator[str]:
    rounding = setup.variant.family.rounding_rule(setup.options)
    for name, hand in zip(setup.players, finish.hands, strict=True):
        yield f"{_GAP}{name}: {write_number(hand.rounded)}"
        rows = [["Score", write_number(hand.running), "after the last deal"]]
        rows += [[*_line_row(setup, line)] for line in hand.lines]
        if hand.lines:
            rows.append(["Total", write_number(hand.total), ""])
        if rounding:
            rule = f"({setup.variant.cite(rounding)})"
            rows.append(["Rounded", write_number(hand.rounded), rule])
        yield from _lines(setup, rows)


def _money(settlement: Settlement, players: Sequence[str]) -> Iterator[str]:
    currency = settlement.stake.currency
    yield f"Between each pair, in {currency}"
    for pair in settlement.pairs:
        amount = write_amount(pair.minor, currency)
        points = write_number(pair.points)
        yield f"{_GAP}{players[pair.payer]} owes {players[pair.payee]} {amount} for {points} points"
    net = [
        f"{name} {write_balance(minor, currency)}"
        for name, minor in zip(players, settlement.net, strict=True)
    ]
    yield f"{_GAP}Net: {', '.join(net)}"
    yield f"Who pays whom, in {currency}"
    for each in settlement.transfers:
        amount = write_amount(each.minor, currency)
        yield f"{_GAP}{players[each.payer]} pays {players[each.payee]} {amount}"
    if not settlement.transfers:
        yield f"{_GAP}Nobody pays."


def write_number(score: Score) -> str:
    """Return points as text: ``−130``, ``66 2/3``."""
    sign = MINUS if score < 0 else ""
    whole, rest = divmod(abs(Fraction(score)), 1)
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole} {rest}" if whole else f"{sign}{rest}"


def write_columns(rows: Sequence[Row], left: Sequence[int] = (0,)) -> list[str]:
    """Return rows, one or more, as lines.

    The columns in ``left`` are aligned to the left, all others to the right.
    """
    widths = [max([len(cell) for cell in column]) for column in zip(*rows, strict=True)]
    return [
        _GAP.join(
            [
                cell.ljust(width) if place in left else cell.rjust(width)
                for place, (cell, width) in enumerate(zip(row, widths, strict=True))
            ]
        ).rstrip()
        for row in rows
    ]
