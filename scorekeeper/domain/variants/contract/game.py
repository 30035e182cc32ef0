"""The course of a contract game: dealer to the left, five deals, the lowest wins (Play)."""

from collections.abc import Sequence

from scorekeeper.domain.deals import Seat
from scorekeeper.domain.variant import CountedDeal, FinalHand, Finish
from scorekeeper.domain.variants.contract.facts import LAST_CONTRACT
from scorekeeper.domain.variants.contract.options import ContractOptions


def is_over(options: ContractOptions, past: Sequence[CountedDeal]) -> bool:
    """Whether the fifth deal, or a play-off after it, has found the lowest."""
    if len(past) < LAST_CONTRACT:
        return False
    running = past[-1].running
    return options.tie == "shared" or running.count(min(running)) == 1


def next_dealer(options: ContractOptions, last: CountedDeal) -> Seat:
    """The deal passes clockwise."""
    return Seat((last.dealer + 1) % len(last.running))


def dealer_rule(options: ContractOptions, last: CountedDeal) -> str:
    """Why the next dealer deals."""
    return "the deal passes to the left"


def finish(
    options: ContractOptions, past: Sequence[CountedDeal], players: int, *, complete: bool
) -> Finish:
    """The lowest total wins; there are no bonuses. A game closed early has no winner."""
    running = past[-1].running if past else (0,) * players
    lowest = min(running)
    winners = [Seat(seat) for seat, total in enumerate(running) if complete and total == lowest]
    hands = [FinalHand(running=total, lines=(), total=total, rounded=total) for total in running]
    return Finish(winners=tuple(winners), hands=tuple(hands))
