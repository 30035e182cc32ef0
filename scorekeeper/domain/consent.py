"""Who agrees to what stands on the sheet, and who says that it is not right.

A player agrees to figures, not to entries: where a correction leaves them alone they stay agreed.
A challenge stands until the deal is corrected, or until whoever made it agrees.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scorekeeper.domain.deals import Seat
from scorekeeper.domain.journal import Agreed, Challenged, Entry, Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class Objection:
    """A challenge that stands, by entry ``seq``."""

    seq: int
    seat: Seat | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Consent:
    """Which entry each seat agreed by, which seats are still asked, and what is challenged."""

    agreed: Mapping[Seat, int] = field(default_factory=dict)
    asked: tuple[Seat, ...] = ()
    objections: tuple[Objection, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether everybody agrees."""
        return not self.asked and not self.objections


def consent_to(
    target: int,
    talk: Sequence[Entry],
    *,
    figures: Mapping[Seat, Figure | None],
    changed_at: int = 0,
) -> Consent:
    """How the table stands to entry ``target``, from the acts of talk that are in effect.

    ``figures`` are those of the seats that are asked, ``None`` where there is none to agree to;
    ``changed_at`` is the last entry that corrected the target.
    """
    agreed: dict[Seat, int] = {}
    objections: list[Objection] = []
    for seq, act in talk:
        match act:
            case Agreed() | Challenged() if act.target != target:
                continue
            case Agreed(seats=seats, figures=seen):
                seen_by = dict(zip(seats, seen or (None,) * len(seats), strict=True))
                kept = [
                    seat for seat in seats if seat in figures and seen_by[seat] == figures[seat]
                ]
                agreed |= dict.fromkeys(kept, seq)
                objections = [each for each in objections if each.seat not in seats]
            case Challenged(seat=seat, reason=reason) if seq > changed_at:
                objections = [each for each in objections if each.seat != seat]
                objections.append(Objection(seq=seq, seat=seat, reason=reason))
                agreed = {each: by for each, by in agreed.items() if each != seat}
    return Consent(
        agreed=agreed,
        asked=tuple([seat for seat in figures if seat not in agreed]),
        objections=tuple(objections),
    )
