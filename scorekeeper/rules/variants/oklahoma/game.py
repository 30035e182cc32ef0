"""The course of a game of Oklahoma: dealer, end, winners, final scores (Laws 5, 22 to 25).

It also finds the highlights of a deal, which the standings of a club count.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from scorekeeper.rules.cards import JOKER, QUEEN_OF_SPADES
from scorekeeper.rules.deals import Deal, Highlight, Points, Seat, seats_after
from scorekeeper.rules.settlement import NegativeHalf, Score, round_to
from scorekeeper.rules.table_checks import caught_cards
from scorekeeper.rules.variant import CountedDeal, DealScore, FinalHand, Finish, ScoreLine
from scorekeeper.rules.variants.oklahoma.options import OklahomaOptions

_ROUNDING_UNIT: Final = 100  # Law 25
_SMALLEST_VALUE: Final = 5
_CAUGHT: Final = {QUEEN_OF_SPADES: Highlight.QUEEN_CAUGHT, JOKER: Highlight.JOKER_CAUGHT}


def target(options: OklahomaOptions) -> Points:
    """Return the total that ends the game when it is reached (Law 22) or passed."""
    return options.target


def must_pass(options: OklahomaOptions) -> bool:
    """Tell whether the target must be passed (modern text) and not only reached (Law 22)."""
    return options.target_test == "pass"


def rounding_rule(options: OklahomaOptions) -> str | None:
    """Return ``Law 25``, or None if final scores are not rounded."""
    return None if options.rounding == "none" else "Law 25"


def is_over(options: OklahomaOptions, past: Sequence[CountedDeal]) -> bool:
    """Tell whether the last deal ended the game (Law 22)."""
    running = past[-1].running
    highest = max(running)
    if highest < options.target or (must_pass(options) and highest == options.target):
        return False
    return options.tie != "play_on" or running.count(highest) == 1


def next_dealer(options: OklahomaOptions, last: CountedDeal, turns: Sequence[Seat]) -> Seat:
    """Return the winner of the deal (Law 5); if nobody won, an option decides."""
    if last.deal.by is not None:
        return last.deal.by
    if options.no_winner_deal == "same":
        return last.dealer
    following = seats_after(last.dealer, turns)
    if options.no_winner_deal == "left":
        return following[0]
    playing = [seat for seat in following if last.deal.is_played_by(seat)]
    # If two share the best score, max takes the one who plays first after the dealer.
    return max(playing, key=lambda seat: last.score.hands[seat].points)


def dealer_rule(options: OklahomaOptions, last: CountedDeal) -> str:
    """Return the reason for the next dealer in words."""
    if last.deal.by is not None:
        return "the winner of a deal deals the next (Law 5)"
    return {
        "same": "nobody won, so the same player deals again",
        "left": "nobody won, so the deal passes to the left",
        "high_score": "nobody won, so the best score of the deal deals",
    }[options.no_winner_deal]


def finish(
    options: OklahomaOptions, past: Sequence[CountedDeal], players: int, *, complete: bool
) -> Finish:
    """Return winners and final scores: bonus for winning, concealed bonuses, rounding (Laws 22-25).

    A game ended early has no winner and no bonus for winning, but its concealed bonuses count.
    """
    running = past[-1].running if past else (0,) * players
    highest = max(running)
    winners = [Seat(seat) for seat, total in enumerate(running) if total == highest]
    if not complete:
        winners = []
    hands = []
    for seat, total in enumerate(running):
        lines = tuple(_final_lines(options, past, Seat(seat), winners))
        score: Score = total + sum([line.points for line in lines])
        hands.append(
            FinalHand(running=total, lines=lines, total=score, rounded=round_final(options, score))
        )
    return Finish(winners=tuple(winners), hands=tuple(hands))


def _final_lines(
    options: OklahomaOptions, past: Sequence[CountedDeal], seat: Seat, winners: Sequence[Seat]
) -> Iterator[ScoreLine]:
    if seat in winners:
        bonus = _winner_bonus(options, len(winners))
        remark = _winner_remark(options, len(winners))
        yield ScoreLine(reason="game_bonus", points=bonus, remark=remark, rule="Law 22")
    held = [deal.score.hands[seat].held for deal in past]
    if sum(held):
        occasions = " + ".join([str(bonus) for bonus in held if bonus])
        yield ScoreLine(reason="concealed", points=sum(held), remark=occasions, rule="Law 23")


def _winner_bonus(options: OklahomaOptions, winners: int) -> Score:
    if options.tie == "each_full" or winners == 1:
        return options.winner_bonus
    if options.tie_split == "floor_5":
        return options.winner_bonus // winners // _SMALLEST_VALUE * _SMALLEST_VALUE
    share = Fraction(options.winner_bonus, winners)
    return share.numerator if share.denominator == 1 else share


def _winner_remark(options: OklahomaOptions, winners: int) -> str:
    """Return how the bonus for winning was counted."""
    if winners == 1:
        return "the highest total"
    if options.tie == "each_full":
        return f"{winners} are level, and each has it in full"
    floored = ", down to a multiple of five" if options.tie_split == "floor_5" else ""
    return f"{options.winner_bonus} shared by {winners}{floored}"


def round_final(options: OklahomaOptions, score: Score) -> Score:
    """Return the score rounded to hundreds (Law 25), or as it is if an option says so."""
    if options.rounding == "none":
        return score
    return round_to(score, _ROUNDING_UNIT, NegativeHalf(options.negative_half))


def highlights(deal: Deal, score: DealScore) -> Iterator[tuple[Seat, Highlight]]:
    """Yield the highlights of a deal: going out concealed, queens of spades and Jokers caught."""
    if deal.by is not None and deal.concealed:
        yield deal.by, Highlight.CONCEALED
    yield from caught_cards(deal, _CAUGHT)
