"""Computes how many points each player needs: to end the game, to lead, to be rounded up.

The score alone decides; chances of cards are not estimated.
"""

from dataclasses import dataclass

from scorekeeper.domain.deals import Points, Seat
from scorekeeper.domain.scoring import GameScore, Setup
from scorekeeper.domain.settlement import Score


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundingStep:
    """The fewest points (1 or more) that raise the rounded final score, and that score."""

    points: Points
    rounded: Points


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerNeeds:
    """The needs of one player before the next deal, in points.

    ``to_end`` are the points that end the game, None without a target. ``to_lead`` is the distance
    to the leader, 0 for a leader, and ``margin`` that to the nearest player. ``rounding_step`` is
    None if final scores are not rounded.
    """

    seat: Seat
    to_end: Points | None
    to_lead: Points
    margin: Points
    rounding_step: RoundingStep | None


def player_needs(setup: Setup, score: GameScore) -> tuple[PlayerNeeds, ...]:
    """Return the needs of each player, by seat; empty once the game is over."""
    if score.finish is not None:
        return ()
    family = setup.variant.family
    best = min(score.running) if family.low_wins else max(score.running)
    return tuple(
        [
            PlayerNeeds(
                seat=Seat(seat),
                to_end=points_to_end(setup, running),
                to_lead=abs(best - running),
                margin=min(
                    [abs(running - each) for at, each in enumerate(score.running) if at != seat]
                ),
                rounding_step=_next_rounding_step(setup, running + score.held[seat]),
            )
            for seat, running in enumerate(score.running)
        ]
    )


def points_to_end(setup: Setup, running: Points) -> Points | None:
    """Return how many points more end the game, at least 0; ``None`` without a target.

    If the target must be passed, it is passed by the smallest step between scores of a deal.
    """
    family = setup.variant.family
    target = family.target(setup.options)
    if target is None:
        return None
    missing = target - running
    if missing < 0 or not family.must_pass(setup.options):
        return max(missing, 0)
    return (missing // family.smallest_step + 1) * family.smallest_step


def _next_rounding_step(setup: Setup, standing: Points) -> RoundingStep | None:
    """Return the next rounding step of a score, counted in the family's ``smallest_step``."""
    family = setup.variant.family
    if family.rounding_rule(setup.options) is None:
        return None
    step = family.smallest_step
    now = family.round_final(setup.options, standing)
    points = step
    while family.round_final(setup.options, standing + points) == now:
        points += step
    lifted: Score = family.round_final(setup.options, standing + points)
    return RoundingStep(points=points, rounded=int(lifted))
