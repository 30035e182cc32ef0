"""Closes a night, which keeps the figures that everybody saw, and opens it again."""

from collections.abc import Iterator
from hashlib import blake2b
from typing import Final

from scorekeeper.bookkeeping.club.acting import CHANGED, ClubDecision, ClubOutcome, post_club_act
from scorekeeper.bookkeeping.club.book import LoadedNight, load_night_in
from scorekeeper.bookkeeping.club.derived import derive_rows
from scorekeeper.bookkeeping.game.posting import Post, refusal
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.club.facts import Closing, PlannedTransfer, SettleWay
from scorekeeper.domain.club.games import GameState
from scorekeeper.domain.club.nights import NightFigures
from scorekeeper.domain.variant import Problem
from scorekeeper.storage.club.acts import ClubAct
from scorekeeper.storage.club.nights import add_closing, change_night, mark_reopened
from scorekeeper.storage.database import Connection
from scorekeeper.wording import write_plural

CLOSED: Final = "night_closed"
"""The kind of the act that closes a night."""
REOPENED: Final = "night_reopened"
_DIGEST_BYTES: Final = 12
_CLOSED_ALREADY: Final = refusal(CHANGED, "The night was closed meanwhile")
_OPEN_ALREADY: Final = refusal(CHANGED, "The night is open")
_OTHER_FIGURES: Final = refusal(
    CHANGED, "The figures have changed since this page was drawn. Look at them, and close again"
)


def digest_of(figures: NightFigures) -> str:
    """Return a digest of the money of a night, as a page shows it before the closing."""
    games = {game: dict(money) for game, money in figures.money.games.items()}
    seen = (sorted(games.items()), sorted(figures.money.fees.items()), list(figures.base))
    return blake2b(repr(seen).encode(), digest_size=_DIGEST_BYTES).hexdigest()


def close_night(
    store: GameStore, post: Post, night: str, way: SettleWay, *, seen: str
) -> ClubOutcome:
    """Close a night in one way to settle it; ``seen`` is the digest of the figures that were shown.

    It is refused while a game is open, and if the figures have changed. Raises UnknownNight.
    """

    def decide(db: Connection) -> ClubDecision:
        loaded = load_night_in(store, db, night)
        problems = tuple(_problems(loaded, seen))
        if problems:
            return problems
        figures = loaded.preview(way)
        closing = Closing(
            # A night may have been opened for a day to come.
            on=max(store.today(), loaded.night.date),
            seen=figures.money,
            plan=_plan_of(figures) if way is SettleWay.TRANSFERS else None,
        )
        after = loaded.with_night(settle=way, closed=closing)
        change_night(db, after.night)
        add_closing(db, night, closing, store.now())
        derive_rows(db, after)
        return ClubAct(kind=CLOSED, subject=night, night=night, details={"settle": way.value})

    return post_club_act(store, post, decide, is_derived=True)


def _problems(loaded: LoadedNight, seen: str) -> Iterator[Problem]:
    if loaded.night.closed is not None:
        yield from _CLOSED_ALREADY
        return
    still = sum([game.state is GameState.OPEN for game in loaded.night.games])
    if still:
        verb = "is" if still == 1 else "are"
        yield from refusal("unfinished_game", f"{write_plural(still, 'game')} {verb} open")
    if seen != digest_of(loaded.figures):
        yield from _OTHER_FIGURES


def _plan_of(figures: NightFigures) -> tuple[PlannedTransfer, ...]:
    return tuple(
        [
            PlannedTransfer(payer=each.payer, payee=each.payee, minor=each.minor)
            for each in figures.suggestions
        ]
    )


def reopen_night(store: GameStore, post: Post, night: str) -> ClubOutcome:
    """Open a closed night again; its payments stay, and count when it is closed once more.

    Raises UnknownNight.
    """

    def decide(db: Connection) -> ClubDecision:
        loaded = load_night_in(store, db, night)
        if loaded.night.is_open:
            return _OPEN_ALREADY
        mark_reopened(db, night, store.now())
        derive_rows(db, loaded.with_night(closed=None, corrected_on=""))
        return ClubAct(kind=REOPENED, subject=night, night=night)

    return post_club_act(store, post, decide, is_derived=True)
