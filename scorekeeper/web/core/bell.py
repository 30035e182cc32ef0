"""The bell of the round that is played, on pages of its night and of its tables."""

from dataclasses import dataclass
from datetime import datetime

from scorekeeper.club.stored_book import LoadedNight
from scorekeeper.tournament.facts import RoundEnd, organised_of
from scorekeeper.tournament.organised import Bell, bell_of, last_deals
from scorekeeper.tournament.pool import organised_figures
from scorekeeper.web.core.access import night_game, night_of_night_game
from scorekeeper.web.core.site import site


@dataclass(frozen=True, slots=True, kw_only=True)
class BellPart:
    """The bell of a round; ``when`` is ``running``, ``warned`` or ``rung`` as the page is drawn.

    ``last`` is the number of the last deal that this table dealt before the bell, 0 if it did not
    say so.
    """

    round: int
    rings: datetime
    warns: datetime
    when: str
    last: int = 0


def bell_of_night(night: LoadedNight) -> BellPart | None:
    """Return the bell of the round that is played at a night, None if none is or it has no bell."""
    figures = organised_figures(night.figures)
    bell = None if figures is None else bell_of(site().store, night.night.id)
    if figures is None or bell is None or bell.round > len(figures.rounds):
        return None
    return None if figures.rounds[bell.round - 1].is_complete else _part(bell)


def bell_of_this_game() -> BellPart | None:
    """Return the bell of the round that this request's game belongs to, None if it has none."""
    row = night_game()
    if row is None or row.round is None:
        return None
    bell = bell_of(site().store, row.night)
    if bell is None or bell.round != row.round:
        return None
    return _part(bell, last_deals(site().store, [row.id]).get(row.id, 0))


def deals_of_round() -> int:
    """Return how many deals the round of this request's game has; 0 if its end is another."""
    row, night = night_game(), night_of_night_game()
    organised = organised_of(night) if row is not None and row.round is not None and night else None
    if organised is None or organised.ends.by is not RoundEnd.DEALS:
        return 0
    return organised.ends.deals or 0


def _part(bell: Bell, last: int = 0) -> BellPart:
    when = bell.when(site().store.now())
    return BellPart(round=bell.round, rings=bell.rings, warns=bell.warns, when=when, last=last)
