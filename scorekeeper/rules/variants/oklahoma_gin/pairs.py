"""Checks and scores a deal of partners: each pair as a game of two, then side against side."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from scorekeeper.rules.deals import Deal, DealtPair, Points, Seat
from scorekeeper.rules.table_checks import has_error
from scorekeeper.rules.variant import (
    CheckedScore,
    DealScore,
    HandScore,
    PairScore,
    Path,
    Problem,
    ScoreLine,
    Table,
)
from scorekeeper.rules.variants.oklahoma_gin.deal import score_game_of_two
from scorekeeper.rules.variants.oklahoma_gin.facts import PARTNERS, PLAYERS, side_of
from scorekeeper.rules.variants.oklahoma_gin.options import GinOptions
from scorekeeper.rules.words import write_names


def score_deal(options: GinOptions, deal: Deal, table: Table) -> CheckedScore:
    """Return the problems of one deal and, if none is an error, its score."""
    if not deal.pairs:
        return score_game_of_two(options, deal, table)
    checked = [score_game_of_two(options, pair.deal, _table_of(pair, table)) for pair in deal.pairs]
    problems = [
        *_check_seats(deal, table),
        *[
            _at_table(problem, number, deal.pairs[number])
            for number, result in enumerate(checked)
            for problem in result.problems
        ],
    ]
    scores = [
        PairScore(seats=pair.seats, score=result.score)
        for pair, result in zip(deal.pairs, checked, strict=True)
        if result.score is not None
    ]
    is_whole = len(scores) == len(deal.pairs) and not has_error(problems)
    score = _net(scores, table) if is_whole else None
    return CheckedScore(problems=tuple(problems), score=score)


def _table_of(pair: DealtPair, table: Table) -> Table:
    return Table(players=tuple([table.players[seat] for seat in pair.seats]), number=table.number)


def _at_table(problem: Problem, number: int, pair: DealtPair) -> Problem:
    """Return a problem of a pair with its place in the deal, where seats are those at the table."""
    judged_by = problem.judged_by
    return replace(
        problem,
        at=_place(problem.at, number, pair),
        judged_by=judged_by and tuple([_place(at, number, pair) for at in judged_by]),
    )


def _place(at: Path, number: int, pair: DealtPair) -> Path:
    within = at
    if len(at) > 1 and at[0] == "hands":
        within = ("hands", pair.seats[int(at[1])], *at[2:])
    return ("pairs", number, *within)


def _check_seats(deal: Deal, table: Table) -> Iterator[Problem]:
    """Yield problems unless each pair is of both sides, and each player sits in one pair."""
    if len(table.players) not in PARTNERS:
        return
    for number, pair in enumerate(deal.pairs):
        if (
            len(pair.named) == PLAYERS
            and len({side_of(seat, table.sides) for seat in pair.named}) == 1
        ):
            names = write_names([table.players[seat] for seat in pair.named])
            text = f"{names} are partners; a pair is one player of each side"
            yield Problem(at=("pairs", number, "players"), code="bad_pairs", text=text)
    for seat, name in enumerate(table.players):
        pairs = [number for number, pair in enumerate(deal.pairs) if seat in pair.named]
        if len(pairs) == 1:
            continue
        text = f"{name} sits in {len(pairs) or 'no'} pairs; every player sits in one"
        facts = tuple([("pairs", number, "players") for number in pairs or range(len(deal.pairs))])
        yield Problem(at=("pairs",), code="bad_pairs", text=text, judged_by=facts)


def _net(pairs: Sequence[PairScore], table: Table) -> DealScore:
    """Return the score of a whole deal: the side that is ahead has the lines of all pairs.

    Lines of pairs that the other side won are negative. If the sides are level nobody scores.
    """
    won = [None if pair.winner is None else side_of(pair.winner, table.sides) for pair in pairs]
    points = [
        pair.points if side == 0 else -pair.points for side, pair in zip(won, pairs, strict=True)
    ]
    lead = sum(points)
    ahead = 0 if lead > 0 else 1
    lines = [
        line
        for number, (side, pair) in enumerate(zip(won, pairs, strict=True), 1)
        for line in _lines(number, pair, is_won=side in (None, ahead))
    ]
    winner = HandScore(lines=tuple(lines) if lead else ())
    sides = [side_of(Seat(seat), table.sides) for seat in table.seats]
    hands = [winner if side == ahead else HandScore() for side in sides]
    return DealScore(hands=tuple(hands), pairs=tuple(pairs), sides=table.sides)


def _lines(number: int, pair: PairScore, *, is_won: bool) -> Iterator[ScoreLine]:
    for hand in pair.score.hands:
        for line in hand.lines:
            points: Points = int(line.points)
            yield replace(line, points=points if is_won else -points, pair=number)
