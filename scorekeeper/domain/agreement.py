"""Computes which players agree to a deal or an early end, and which challenges are open.

A player agrees to figures, not to entries: the agreement stays valid after a correction that does
not change that player's figures. A challenge is open until the deal is corrected, until the player
who made it agrees, or until all players agree at once.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scorekeeper.domain.deals import Seat
from scorekeeper.domain.game import Game
from scorekeeper.domain.journal import Agreed, Challenged, Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """An open challenge: its entry, the challenger's seat (None for the host) and the reason.

    ``about`` is the seat of the hand in question, if the challenger named one.
    """

    seq: int
    seat: Seat | None
    reason: str
    about: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """The state of agreement on one deal or early end.

    ``agreed`` has the entry by which each seat agreed first to the present figures; ``asked`` are
    the seats without an answer.
    """

    agreed: Mapping[Seat, int] = field(default_factory=dict)
    asked: tuple[Seat, ...] = ()
    challenges: tuple[Challenge, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether everybody agrees and no challenge is open."""
        return not self.asked and not self.challenges


def agreement_on(
    target: int, game: Game, *, figures: Mapping[Seat, Figure | None], changed_at: int = 0
) -> Agreement:
    """Return the state of agreement on entry ``target``, from the opinions in effect.

    ``figures`` has the present figure of each seat that is asked, ``None`` for an early end, which
    has no figures. ``changed_at`` is the last entry that corrected the target, or 0.
    """
    agreed: dict[Seat, int] = {}
    challenges: list[Challenge] = []
    for seq, act in game.opinions.get(target, ()):
        match act:
            case Agreed():
                seen = _seen_by(game, seq, act)
                fresh = {
                    seat: seq
                    for seat, figure in seen.items()
                    if seat in figures and figure == figures[seat]
                }
                agreed = fresh | agreed
                said_all = figures.keys() <= seen.keys()
                challenges = [each for each in challenges if not (said_all or each.seat in seen)]
            case Challenged(seat=seat, reason=reason, about=about) if seq > changed_at and (
                seat is None or _sits(game, seq, seat)
            ):
                challenges = [each for each in challenges if each.seat != seat]
                challenges.append(Challenge(seq=seq, seat=seat, reason=reason, about=about))
                agreed = {each: by for each, by in agreed.items() if each != seat}
    return Agreement(
        agreed=agreed,
        asked=tuple([seat for seat in figures if seat not in agreed]),
        challenges=tuple(challenges),
    )


def _seen_by(game: Game, seq: int, act: Agreed) -> dict[Seat, Figure | None]:
    """Return the figures that the agreeing players saw, without players who have been removed."""
    figures = act.figures or (None,) * len(act.seats)
    both = zip(act.seats, figures, strict=True)
    return {seat: figure for seat, figure in both if _sits(game, seq, seat)}


def _sits(game: Game, seq: int, seat: Seat) -> bool:
    """Tell whether the seat has the same player as at entry ``seq``."""
    return seat < len(game.joined_by) and game.joined_by[seat] < seq
