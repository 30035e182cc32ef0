"""The course of a game of Oklahoma gin: dealer, target, boxes, game bonus and shutout."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from scorekeeper.domain.deals import Deal, Highlight, Points, Seat
from scorekeeper.domain.variant import CountedDeal, DealScore, FinalHand, Finish, ScoreLine
from scorekeeper.domain.variants.oklahoma_gin.knock import GinOutcome
from scorekeeper.domain.variants.oklahoma_gin.options import GinOptions

_EXTRA_BOXES = {"gin": 2, "big_gin": 2, "undercut": 1}
_FLAT_SHUTOUT = 100
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


def next_dealer(options: GinOptions, last: CountedDeal) -> Seat:
    """Return the next dealer: by turns, or by the result, with a dead deal dealt again."""
    other = Seat(1 - last.dealer)
    if options.deal == "alternate":
        return other
    winner = _winner(last)
    if winner is None:
        return last.dealer
    return winner if options.deal == "winner" else Seat(1 - winner)


def dealer_rule(options: GinOptions, last: CountedDeal) -> str:
    """Return the reason for the next dealer in words."""
    if options.deal == "alternate":
        return "the deal alternates"
    if _winner(last) is None:
        return "nobody won, so the same player deals again"
    return f"the {options.deal} of a deal deals the next"


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


def _winner(past: CountedDeal) -> Seat | None:
    return None if past.score.outcome is None else past.score.outcome.winner


def _box_lines(options: GinOptions, past: Sequence[CountedDeal], seat: Seat) -> Iterator[ScoreLine]:
    outcomes = [each.score.outcome for each in past]
    won = [each for each in outcomes if isinstance(each, GinOutcome) and each.winner == seat]
    if options.box_bonus and won:
        yield _boxes("boxes", len(won), options.box_bonus)
    extra = sum([_EXTRA_BOXES.get(each.type, 0) * (2 if each.doubled else 1) for each in won])
    if options.box_bonus and options.extra_boxes and extra:
        yield _boxes("extra_boxes", extra, options.box_bonus)


def _boxes(reason: str, count: int, bonus: Points) -> ScoreLine:
    return ScoreLine(
        reason=reason, points=count * bonus, remark=f"{count} × {bonus}", rule="Boxes (option)"
    )


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
    if any(_winner(each) not in (seat, None) for each in past):
        return
    running = past[-1].running
    terms = [running[seat], *[int(line.points) for line in boxes], options.game_bonus]
    total = sum(terms)
    summed = " + ".join([str(term) for term in terms if term])
    totals = [0, *[each.running[seat] for each in past]]
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
        remark = f"the loser won no deal: {words}"
        yield ScoreLine(reason="shutout", points=extra, remark=remark, rule="Shutout (option)")


def highlights(deal: Deal, score: DealScore) -> Iterator[tuple[Seat, Highlight]]:
    """Yield the highlight of a deal that somebody won by gin, big gin or an undercut."""
    outcome = score.outcome
    if not isinstance(outcome, GinOutcome) or outcome.winner is None:
        return
    if outcome.type in _HIGHLIGHTS:
        yield outcome.winner, _HIGHLIGHTS[outcome.type]
