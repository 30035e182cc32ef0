"""What do I need? What each player needs of the next deal: to end the game, to lead, to round up.

Only what follows from the score is told; what the cards will bring nobody knows.
"""

from dataclasses import dataclass

from scorekeeper.domain.deals import Points, Seat
from scorekeeper.domain.scoring import GameScore, Setup
from scorekeeper.domain.settlement import Score


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundingStep:
    """How many points more (1 or more) lift the rounded final score, and to what."""

    points: Points
    rounded: Points


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerNeeds:
    """One player before the next deal; a ``None`` does not apply or has been reached.

    ``to_end`` are the points that end the game. ``to_lead`` is how far the player is behind the
    leader, 0 for who leads; where low wins it is how many points more the leader must take.
    """

    seat: Seat
    to_end: Points | None
    to_lead: Points
    rounding_step: RoundingStep | None


def player_needs(setup: Setup, score: GameScore) -> tuple[PlayerNeeds, ...]:
    """What each player needs while the game goes on; nothing once it is over."""
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
                rounding_step=_next_rounding_step(setup, running + score.held[seat]),
            )
            for seat, running in enumerate(score.running)
        ]
    )


def points_to_end(setup: Setup, running: Points) -> Points | None:
    """How many points more end the game, 0 once they are there; ``None`` without a target.

    A target that must be passed is passed by the least that a deal can bring it past.
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
    """The next step of the rounding, counted in the smallest value that a card has."""
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
