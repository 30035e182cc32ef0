"""The course of a contract game: dealer to the left, five deals, the lowest wins (Play)."""

from collections.abc import Iterator, Sequence

from scorekeeper.rules.cards import JOKER
from scorekeeper.rules.deals import Deal, Highlight, Seat, seats_after
from scorekeeper.rules.table_checks import caught_cards
from scorekeeper.rules.variant import CountedDeal, DealScore, FinalHand, Finish
from scorekeeper.rules.variants.contract.facts import LAST_CONTRACT
from scorekeeper.rules.variants.contract.options import ContractOptions


def is_over(options: ContractOptions, past: Sequence[CountedDeal]) -> bool:
    """Tell whether the game is over: after the fifth deal, or a play-off that broke a tie."""
    if len(past) < LAST_CONTRACT:
        return False
    running = past[-1].running
    return options.tie == "shared" or running.count(min(running)) == 1


def next_dealer(options: ContractOptions, last: CountedDeal, turns: Sequence[Seat]) -> Seat:
    """Return the dealer of the next deal: the player to the left (Play)."""
    return seats_after(last.dealer, turns)[0]


def dealer_rule(options: ContractOptions, last: CountedDeal) -> str:
    """Return the reason for the next dealer in words."""
    return "the deal passes to the left"


def finish(
    options: ContractOptions, past: Sequence[CountedDeal], players: int, *, complete: bool
) -> Finish:
    """Return the winners, who have the lowest total, and the final scores, without bonuses.

    A game ended early has no winner.
    """
    running = past[-1].running if past else (0,) * players
    lowest = min(running)
    winners = [Seat(seat) for seat, total in enumerate(running) if complete and total == lowest]
    hands = [FinalHand(running=total, lines=(), total=total, rounded=total) for total in running]
    return Finish(winners=tuple(winners), hands=tuple(hands))


def highlights(deal: Deal, score: DealScore) -> Iterator[tuple[Seat, Highlight]]:
    """Return a highlight for each Joker that was left in a player's hand."""
    return caught_cards(deal, {JOKER: Highlight.JOKER_CAUGHT})
