"""The bell of a round: when it rings, and which deal a table plays after it.

Both are live state of the site, kept as acts of the night; no book has them.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from scorekeeper.club.acting import ClubDecision, ClubOutcome, post_club_act
from scorekeeper.club.rows.acts import ClubAct, find_act_on
from scorekeeper.club.rows.nights import NightGameRow, find_night
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.posting import Post, refusal
from scorekeeper.rules.variant import Problem
from scorekeeper.store.database import Connection
from scorekeeper.tournament.facts import Ends, RoundEnd, organised_of
from scorekeeper.tournament.organised import tell_tables

MOST_MINUTES: Final = 120
"""The most minutes by which the bell is prolonged at once."""

_LONGEST: Final = 24 * 60
"""No round lasts more minutes, whatever was typed."""
_BELL: Final = "bell_set"
_LAST_DEAL: Final = "last_deal_dealt"
_NO_BELL: Final = refusal("bad_value", "No round of this night has a bell now")
_MINUTES: Final = refusal(
    "bad_value", f"The bell is prolonged by 1 to {MOST_MINUTES} minutes", at=("minutes",)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bell:
    """The bell of a round by the server's clock; a ``warning`` comes so long before it."""

    round: int
    rings: datetime
    warning: timedelta

    @property
    def warns(self) -> datetime:
        """When the warning comes."""
        return self.rings - self.warning

    def when(self, now: datetime) -> str:
        """Return whether it is before the warning, after it or after the bell."""
        if now >= self.rings:
            return "rung"
        return "warned" if now >= self.warns else "running"


_Setting = Bell | tuple[Problem, ...]
"""The bell as it is set, or why it is not."""


def begin_bell(store: GameStore, post: Post, night: str, *, number: int, ends: Ends) -> ClubOutcome:
    """Set the bell of a round that begins now."""
    rings, warning = store.now() + _minutes(ends.minutes), _minutes(ends.warn)
    bell = Bell(round=number, rings=rings, warning=warning)
    return _set(store, post, night, lambda _: bell)


def prolong_bell(store: GameStore, post: Post, night: str, minutes: int | None) -> ClubOutcome:
    """Let the bell ring so many minutes later, or so many from now on if it has rung."""

    def later(bell: Bell | None) -> _Setting:
        if bell is None:
            return _NO_BELL
        if minutes is None or not 1 <= minutes <= MOST_MINUTES:
            return _MINUTES
        return replace(bell, rings=max(bell.rings, store.now()) + _minutes(minutes))

    return _set(store, post, night, later)


def ring_now(store: GameStore, post: Post, night: str) -> ClubOutcome:
    """Let the bell ring now, unless it has rung."""

    def now(bell: Bell | None) -> _Setting:
        return _NO_BELL if bell is None else replace(bell, rings=min(bell.rings, store.now()))

    return _set(store, post, night, now)


def _set(
    store: GameStore, post: Post, night: str, decide: Callable[[Bell | None], _Setting]
) -> ClubOutcome:
    def act(db: Connection) -> ClubDecision:
        bell = decide(find_bell(db, night))
        if isinstance(bell, tuple):
            return bell
        details = {"round": bell.round, "rings": bell.rings.isoformat()}
        return ClubAct(kind=_BELL, subject=night, night=night, details=details)

    outcome = post_club_act(store, post, act)
    tell_tables(store, night)
    return outcome


def find_bell(db: Connection, night: str) -> Bell | None:
    """Return the bell of the latest round of an open night that has one; None without."""
    act, found = find_act_on(db, night, _BELL), find_night(db, night)
    organised = organised_of(found) if found and found.is_open else None
    if act is None or organised is None or organised.ends.by is not RoundEnd.BELL:
        return None
    rings = datetime.fromisoformat(act.details["rings"])
    warning = _minutes(organised.ends.warn)
    return Bell(round=act.details["round"], rings=rings, warning=warning)


def _minutes(number: int | None) -> timedelta:
    return timedelta(minutes=min(number or 0, _LONGEST))


def bell_of(store: GameStore, night: str) -> Bell | None:
    """Return the bell of the latest round of an open night that has one; None without."""
    with store.database.reading() as db:
        return find_bell(db, night)


def deal_last(store: GameStore, post: Post, row: NightGameRow, deal: int) -> ClubOutcome:
    """Note that a table has dealt its last deal, with this number, before the bell rang."""
    act = ClubAct(kind=_LAST_DEAL, subject=row.id, night=row.night, details={"deal": deal})
    outcome = post_club_act(store, post, lambda _: act)
    store.entering.tell(row.key)
    return outcome


def last_deals(store: GameStore, games: list[str]) -> dict[str, int]:
    """Return the numbers of the last deals that tables dealt before the bell, by game."""
    with store.database.reading() as db:
        acts = [find_act_on(db, game, _LAST_DEAL) for game in games]
    return {act.subject: act.details["deal"] for act in acts if act is not None}
