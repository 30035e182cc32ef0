"""The table agrees to a deal or an early end, or somebody challenges it; play never waits."""

from collections.abc import Sequence
from typing import Final

from scorekeeper.bookkeeping.current_game import CurrentGame
from scorekeeper.bookkeeping.posting import (
    NO_REASON,
    Decision,
    Outcome,
    Post,
    post_opinion,
    read_reason,
    refusal,
)
from scorekeeper.bookkeeping.store import GameStore
from scorekeeper.domain.agreement import Agreement
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.journal import Agreed, Challenged, Figure

_CHANGED: Final = refusal(
    "bad_value", "It was corrected meanwhile: look at it again", at=("figures",)
)
_GONE: Final = refusal("bad_value", "It was taken back meanwhile", at=("target",))


def agree(
    store: GameStore,
    key: str,
    post: Post,
    target: int,
    *,
    seats: Sequence[Seat] | None,
    seen: Sequence[Figure],
) -> Outcome:
    """Agree to a deal, or an early end, for some seats, or for all that are asked.

    ``seen`` are the figures of all seats of the deal, as they were shown: nobody agrees to others.
    Raises UnknownGame.
    """

    def decide(game: CurrentGame) -> Decision:
        now = _figures(game, target)
        agreement = agreement_of(game, target)
        if now is None or agreement is None:
            return _GONE
        if tuple(seen) != now:
            return _CHANGED
        agreeing = [seat for seat in (*agreement.agreed, *agreement.asked) if _is_in(seat, seats)]
        if not agreeing:
            return refusal("bad_value", "There is nobody to agree here", at=("seats",))
        return Agreed(
            target=target,
            seats=tuple(sorted(agreeing)),
            figures=tuple([now[seat] for seat in sorted(agreeing)]) if now else (),
        )

    return post_opinion(store, key, post, decide)


def _is_in(seat: Seat, seats: Sequence[Seat] | None) -> bool:
    return seats is None or seat in seats


def challenge(
    store: GameStore, key: str, post: Post, target: int, *, seat: Seat | None, reason: str
) -> Outcome:
    """Say that a deal or an early end is not right, and why; raises UnknownGame."""
    line = read_reason(reason)

    def decide(game: CurrentGame) -> Decision:
        if agreement_of(game, target) is None:
            return _GONE
        return Challenged(target=target, seat=seat, reason=line) if line else NO_REASON

    return post_opinion(store, key, post, decide)


def agreement_of(game: CurrentGame, target: int) -> Agreement | None:
    """How the table stands to what an entry brought; ``None`` if nothing of it stands."""
    if game.sheet.closing is not None and target == game.sheet.game.closed_by:
        return game.sheet.closing
    return next((row.agreement for row in game.sheet.rows if row.seq == target), None)


def figures_of(game: CurrentGame, target: int) -> tuple[Figure, ...]:
    """The figures that a deal stands for, by seat; none for an early end or what is gone."""
    return _figures(game, target) or ()


def _figures(game: CurrentGame, target: int) -> tuple[Figure, ...] | None:
    for row in game.sheet.rows:
        if row.seq == target:
            return tuple([Figure(cell.points or 0, cell.held) for cell in row.cells])
    return () if target == game.sheet.game.closed_by else None
