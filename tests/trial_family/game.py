"""The course of a game of five hundred rum: the deal passes to the left, the first to 500 wins."""

from collections.abc import Sequence

from scorekeeper.rules.deals import Points, Seat, seats_after
from scorekeeper.rules.variant import CountedDeal, FinalHand, Finish
from tests.trial_family.options import RumOptions


def target(options: RumOptions) -> Points:
    """The total that ends the game."""
    return options.target


def is_over(options: RumOptions, past: Sequence[CountedDeal]) -> bool:
    """Whether a player has reached the target."""
    return max(past[-1].running) >= options.target


def next_dealer(options: RumOptions, last: CountedDeal, turns: Sequence[Seat]) -> Seat:
    """The player to the left of the dealer."""
    return seats_after(last.dealer, turns)[0]


def dealer_rule(options: RumOptions, last: CountedDeal) -> str:
    """Why the next dealer deals."""
    return "the deal passes to the left"


def finish(
    options: RumOptions, past: Sequence[CountedDeal], players: int, *, complete: bool
) -> Finish:
    """The highest total wins; a game ended early has no winner."""
    running = past[-1].running if past else (0,) * players
    highest = max(running)
    winners = [Seat(seat) for seat, total in enumerate(running) if complete and total == highest]
    hands = [FinalHand(running=total, lines=(), total=total, rounded=total) for total in running]
    return Finish(winners=tuple(winners), hands=tuple(hands))
