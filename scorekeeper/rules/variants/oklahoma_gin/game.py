"""The course of a game of Oklahoma gin: dealer, target, columns, boxes, game bonus and shutout."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from scorekeeper.rules.deals import Deal, Highlight, Points, Seat
from scorekeeper.rules.variant import CountedDeal, DealScore, FinalHand, Finish, ScoreLine
from scorekeeper.rules.variants.oklahoma_gin.facts import PARTNERS, side_of
from scorekeeper.rules.variants.oklahoma_gin.knock import GinOutcome
from scorekeeper.rules.variants.oklahoma_gin.options import GinOptions

_EXTRA_BOXES = {"gin": 2, "big_gin": 2, "undercut": 1}
_FLAT_SHUTOUT = 100
_HOLLYWOOD_COLUMNS = 3
_HIGHLIGHTS = {
    "gin": Highlight.GIN,
    "big_gin": Highlight.GIN,
    "undercut": Highlight.UNDERCUT,
}


def target(options: GinOptions) -> Points:
    """Return the total that ends the game."""
    return options.target


def is_over(options: GinOptions, past: Sequence[CountedDeal]) -> bool:
    """Tell whether a player has reached the target."""
    return max(past[-1].running) >= options.target


def next_dealer(options: GinOptions, last: CountedDeal, turns: Sequence[Seat]) -> Seat:
    """Return the next dealer: by turns, or by the result, with a deal that nobody won dealt again.

    Among partners it is the first player of the side that deals.
    """
    sides, winner = last.score.sides, _winner(last.score)
    dealing = side_of(last.dealer, sides)
    if options.deal == "alternate":
        dealing = 1 - dealing
    elif winner is not None:
        dealing = winner if options.deal == "winner" else 1 - winner
    return next(seat for seat in turns if side_of(seat, sides) == dealing)


def dealer_rule(options: GinOptions, last: CountedDeal) -> str:
    """Return the reason for the next dealer in words."""
    if options.deal == "alternate":
        return "the deal alternates"
    if _winner(last.score) is None:
        return f"nobody won, so the same {'side' if last.score.pairs else 'player'} deals again"
    return f"the {options.deal} of a deal deals the next"


# --- The columns of Hollywood: three games at once ------------------------------------------------


def columns(options: GinOptions) -> int:
    """Return how many games a deal can be written into."""
    return _HOLLYWOOD_COLUMNS if options.scoring == "hollywood" else 1


def enter(
    options: GinOptions, columns: Mapping[int, Sequence[CountedDeal]], score: DealScore
) -> Sequence[int]:
    """Return the open columns that a deal is written into; in Hollywood those of its winner.

    These are all those in which the winning side has an entry, and the first in which it has none.
    So a side whose first win comes after a column has closed begins in the next one.
    """
    if options.scoring == "single":
        return tuple(columns)
    winner = _winner(score)
    if winner is None:
        return ()
    with_entry = [
        number
        for number, past in columns.items()
        if any(_winner(deal.score) == winner for deal in past)
    ]
    without = [number for number in columns if number not in with_entry]
    return tuple(sorted([*with_entry, *without[:1]]))


def finish_column(options: GinOptions, number: int, finish: Finish) -> Finish:
    """Return the end of a column; the last one of Hollywood counts twice where that is played."""
    doubles = options.scoring == "hollywood" and options.last_column_double
    if not doubles or number < _HOLLYWOOD_COLUMNS:
        return finish
    return replace(finish, hands=tuple([_double(hand) for hand in finish.hands]))


def _double(hand: FinalHand) -> FinalHand:
    if not hand.total:
        return hand
    line = ScoreLine(
        reason="last_column_double",
        points=hand.total,
        remark=f"{hand.total} once more",
        rule="Hollywood (option)",
    )
    total = 2 * hand.total
    return replace(hand, lines=(*hand.lines, line), total=total, rounded=total)


def idle_options(options: GinOptions, players: int) -> frozenset[str]:
    """Return the options that only Hollywood or partners use, where they do not play."""
    idle = set() if options.scoring == "hollywood" else {"scoring", "last_column_double"}
    return frozenset(idle if players in PARTNERS else idle | {"roodle"})


# --- The end of a game, or of a column ------------------------------------------------------------


def finish(
    options: GinOptions, past: Sequence[CountedDeal], players: int, *, complete: bool
) -> Finish:
    """Return winner and final scores: boxes for both, game bonus and shutout for the winner.

    A game ended early has no winner and no bonus for winning, but its boxes count.
    """
    running = past[-1].running if past else (0,) * players
    best = max(running)
    winners = tuple(
        [Seat(seat) for seat, total in enumerate(running) if complete and total == best]
    )
    hands = []
    for seat, total in enumerate(running):
        lines = tuple(_box_lines(options, past, Seat(seat)))
        if seat in winners:
            lines += tuple(_winner_lines(options, past, Seat(seat), lines))
        final = total + sum([int(line.points) for line in lines])
        hands.append(FinalHand(running=total, lines=lines, total=final, rounded=final))
    return Finish(winners=winners, hands=tuple(hands))


def _winner(score: DealScore) -> int | None:
    """Return the side that won a deal, None if nobody did; for partners the side that is ahead."""
    if score.outcome is not None:
        return None if score.outcome.winner is None else side_of(score.outcome.winner, score.sides)
    ahead = [Seat(seat) for seat, hand in enumerate(score.hands) if hand.points > 0]
    return side_of(ahead[0], score.sides) if ahead else None


def _side_in(past: Sequence[CountedDeal], seat: Seat) -> int:
    return side_of(seat, past[-1].score.sides if past else ())


def boxes(options: GinOptions, score: DealScore) -> int:
    """Return the boxes of a deal's winner; none where a box has no points."""
    side = _winner(score)
    return 0 if side is None else sum(_count_boxes(options, [score], side).values())


def _count_boxes(options: GinOptions, won: Sequence[DealScore], side: int) -> dict[str, int]:
    """Return how many boxes of each kind a side has from the deals that it won."""
    if not options.box_bonus:
        return {}
    counts = {"boxes": len(won)}
    if options.extra_boxes:
        counts["extra_boxes"] = sum([_extra_boxes(score, side) for score in won])
    if options.roodle:
        counts["roodle"] = sum([_roodle_boxes(score, side) for score in won])
    return counts


def _box_lines(options: GinOptions, past: Sequence[CountedDeal], seat: Seat) -> Iterator[ScoreLine]:
    side = _side_in(past, seat)
    won = [deal.score for deal in past if _winner(deal.score) == side]
    for reason, count in _count_boxes(options, won, side).items():
        if count:
            yield ScoreLine(
                reason=reason,
                points=count * options.box_bonus,
                remark=f"{count} × {options.box_bonus}",
                rule="Roodle (option)" if reason == "roodle" else "Boxes (option)",
            )


def _outcomes_won_by(score: DealScore, side: int) -> list[GinOutcome]:
    """Return the outcomes of a deal that a side won; of partners those of the pairs they won."""
    outcomes = [score.outcome]
    if score.pairs:
        outcomes = [
            pair.score.outcome
            for pair in score.pairs
            if pair.winner is not None and side_of(pair.winner, score.sides) == side
        ]
    return [outcome for outcome in outcomes if isinstance(outcome, GinOutcome)]


def _extra_boxes(score: DealScore, side: int) -> int:
    """Return the boxes of a won deal for gin and undercut; a deal that is doubled doubles them."""
    won = _outcomes_won_by(score, side)
    return sum(
        [_EXTRA_BOXES.get(outcome.type, 0) * (2 if outcome.doubled else 1) for outcome in won]
    )


def _roodle_boxes(score: DealScore, side: int) -> int:
    """Return a box for each pair, two for a doubled one, if partners won all; else none."""
    won = _outcomes_won_by(score, side)
    if not score.pairs or len(won) < len(score.pairs):
        return 0
    return sum([2 if outcome.doubled else 1 for outcome in won])


def _winner_lines(
    options: GinOptions, past: Sequence[CountedDeal], seat: Seat, boxes: Sequence[ScoreLine]
) -> Iterator[ScoreLine]:
    if options.game_bonus:
        yield ScoreLine(
            reason="game_bonus",
            points=options.game_bonus,
            remark=f"reached {options.target}",
            rule="Game bonus (option)",
        )
    if any(_winner(deal.score) not in (_side_in(past, seat), None) for deal in past):
        return
    running = past[-1].running
    terms = [running[seat], *[int(line.points) for line in boxes], options.game_bonus]
    total = sum(terms)
    summed = " + ".join([str(term) for term in terms if term])
    totals = [0, *[deal.running[seat] for deal in past]]
    deals = " + ".join([str(now - before) for before, now in pairwise(totals) if now > before])
    # The loser of a shutout has no point and no box, so the difference is the winner's total.
    extra, words = {
        "double_game_bonus": (options.game_bonus, "the game bonus once more"),
        "flat_100": (_FLAT_SHUTOUT, f"{_FLAT_SHUTOUT} more"),
        "double_total": (total, f"the whole total once more, {summed}"),
        "double_difference": (total, f"the difference once more, {summed}"),
        "double_hand_points": (running[seat], f"the deals' points once more, {deals}"),
    }.get(options.shutout, (0, ""))
    if extra:
        is_column = options.scoring == "hollywood"
        loser = "the loser has no entry in this game" if is_column else "the loser won no deal"
        yield ScoreLine(
            reason="shutout", points=extra, remark=f"{loser}: {words}", rule="Shutout (option)"
        )


def highlights(deal: Deal, score: DealScore) -> Iterator[tuple[Seat, Highlight]]:
    """Yield the highlight of each player who won by gin, big gin or an undercut, also in a pair."""
    won = [(score.outcome.winner, score)] if score.outcome is not None else []
    won += [(pair.winner, pair.score) for pair in score.pairs]
    for winner, deal_score in won:
        outcome = deal_score.outcome
        if isinstance(outcome, GinOutcome) and winner is not None and outcome.type in _HIGHLIGHTS:
            yield winner, _HIGHLIGHTS[outcome.type]
