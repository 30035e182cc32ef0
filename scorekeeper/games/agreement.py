"""Records who agrees to a deal or an early end, or challenges it; play never waits for either."""

from collections.abc import Sequence
from typing import Final

from scorekeeper.games.game_store import CurrentGame, GameStore, find_figures
from scorekeeper.games.posting import (
    BAD_REASON,
    Decision,
    GameOutcome,
    Post,
    post_opinion,
    read_reason,
    refusal,
)
from scorekeeper.rules.deals import Seat
from scorekeeper.rules.game import Agreement
from scorekeeper.rules.journal import Agreed, Challenged, Figure

_CHANGED: Final = refusal(
    "bad_value", "It was corrected meanwhile: look at it again", at=("figures",)
)
_NOBODY: Final = refusal("bad_value", "There is nobody to agree here", at=("seats",))
_GONE: Final = refusal("bad_value", "It was taken back meanwhile", at=("target",))


def agree_to_entry(
    store: GameStore,
    key: str,
    post: Post,
    target: int,
    *,
    seats: Sequence[Seat] | None,
    seen: Sequence[Figure],
) -> GameOutcome:
    """Record that players agree to a deal or an early end; raises UnknownGame.

    ``target`` is the entry of the deal or early end. ``seats`` are those that agree, ``None`` for
    all who have not agreed yet, and while the host challenges it for all.
    ``seen`` are the deal's figures by seat as the page showed them: if they have changed since, the
    post is refused.
    """

    def decide(game: CurrentGame) -> Decision:
        figures = find_figures(game, target)
        agreement = agreement_of(game, target)
        if figures is None or agreement is None:
            return _GONE
        if tuple(seen) != figures:
            return _CHANGED
        agreeing = _agreeing(agreement, seats)
        if not agreeing:
            return _NOBODY
        return Agreed(
            target=target,
            seats=agreeing,
            figures=tuple([figures[seat] for seat in agreeing]) if figures else (),
        )

    return post_opinion(store, key, post, decide)


def _agreeing(agreement: Agreement, seats: Sequence[Seat] | None) -> tuple[Seat, ...]:
    """Return the seats that an agreement names; the host's challenge is only settled by all."""
    both = sorted((*agreement.agreed, *agreement.asked))
    if seats is not None:
        return tuple([seat for seat in both if seat in seats])
    hosts = any(challenge.seat is None for challenge in agreement.challenges)
    return tuple(both) if hosts else agreement.asked


def challenge_entry(
    store: GameStore,
    key: str,
    post: Post,
    target: int,
    *,
    seat: Seat | None,
    reason: str,
    about: Seat | None = None,
) -> GameOutcome:
    """Record that somebody challenges a deal or an early end; raises UnknownGame.

    ``seat`` is ``None`` if a host without a seat challenges. ``about`` is the seat of the hand
    that is not right, if the challenger names one; ``reason`` may be empty.
    """
    line = read_reason(reason)

    def decide(game: CurrentGame) -> Decision:
        if agreement_of(game, target) is None:
            return _GONE
        if line is None:
            return BAD_REASON
        return Challenged(target=target, seat=seat, about=about, reason=line)

    return post_opinion(store, key, post, decide)


def agreement_of(game: CurrentGame, target: int) -> Agreement | None:
    """Return who agreed to or challenged a deal or early end; ``None`` if it was taken back."""
    if game.sheet.closing is not None and target == game.sheet.game.closed_by:
        return game.sheet.closing
    return next((row.agreement for row in game.sheet.rows if row.seq == target), None)


def figures_of(game: CurrentGame, target: int) -> tuple[Figure, ...]:
    """Return the figures of a deal, by seat; empty for an early end or a deal taken back."""
    return find_figures(game, target) or ()
