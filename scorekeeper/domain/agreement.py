"""Who agrees to what stands on the sheet, and who says that it is not right.

A player agrees to figures, not to entries: where a correction leaves them alone they stay agreed.
A challenge stands until the deal is corrected, until whoever made it agrees, or until all do.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scorekeeper.domain.deals import Seat
from scorekeeper.domain.journal import Agreed, Challenged, Figure, Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """A challenge that stands, by entry ``seq``."""

    seq: int
    seat: Seat | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Which entry each seat agreed by, which seats are still asked, and what is challenged."""

    agreed: Mapping[Seat, int] = field(default_factory=dict)
    asked: tuple[Seat, ...] = ()
    challenges: tuple[Challenge, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether everybody agrees."""
        return not self.asked and not self.challenges


def agreement_on(
    target: int, game: Game, *, figures: Mapping[Seat, Figure | None], changed_at: int = 0
) -> Agreement:
    """How the table stands to entry ``target``, from the acts of talk that are in effect.

    ``figures`` are those of the seats that are asked, ``None`` where there is none to agree to;
    ``changed_at`` is the last entry that corrected the target.
    """
    agreed: dict[Seat, int] = {}
    challenges: list[Challenge] = []
    for seq, act in game.opinions:
        match act:
            case Agreed() | Challenged() if act.target != target:
                continue
            case Agreed():
                seen = _seen_by(game, seq, act)
                agreed |= {
                    seat: seq
                    for seat, figure in seen.items()
                    if seat in figures and figure == figures[seat]
                }
                said_all = figures.keys() <= seen.keys()
                challenges = [each for each in challenges if not (said_all or each.seat in seen)]
            case Challenged(seat=seat, reason=reason) if seq > changed_at and (
                seat is None or _sits(game, seq, seat)
            ):
                challenges = [each for each in challenges if each.seat != seat]
                challenges.append(Challenge(seq=seq, seat=seat, reason=reason))
                agreed = {each: by for each, by in agreed.items() if each != seat}
    return Agreement(
        agreed=agreed,
        asked=tuple([seat for seat in figures if seat not in agreed]),
        challenges=tuple(challenges),
    )


def _seen_by(game: Game, seq: int, act: Agreed) -> dict[Seat, Figure | None]:
    """What those who agreed saw, without those who sit there no more."""
    figures = act.figures or (None,) * len(act.seats)
    both = zip(act.seats, figures, strict=True)
    return {seat: figure for seat, figure in both if _sits(game, seq, seat)}


def _sits(game: Game, seq: int, seat: Seat) -> bool:
    """Whether who had a seat at an entry still has it; somebody else may have come there since."""
    return seat < len(game.joined_by) and game.joined_by[seat] < seq
