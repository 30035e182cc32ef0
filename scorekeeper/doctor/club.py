"""The check of the club: every night with its games, people and money."""

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from typing import Final

from scorekeeper.bookkeeping.club.checking import find_club_problems
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.config import Settings
from scorekeeper.doctor.results import CheckResult, fail, ok
from scorekeeper.storage.club.clubs import find_club_row
from scorekeeper.storage.club.nights import count_nights
from scorekeeper.storage.copies import opened_untouched
from scorekeeper.storage.database import Connections, StorageError, lacks_migrations
from scorekeeper.wording import write_plural

_MOST_TOLD: Final = 20
_TELL: Final = "Look at it with an officer of the club, and tell the makers of the program."
_GAMES_FIRST: Final = "See to the games above first."


def check_club(settings: Settings) -> Iterator[CheckResult]:
    """Check the facts of the club by the rules of its book; without a club, yield nothing."""
    database = settings.database
    if not database.exists():
        return
    # Its connections are not used; games are only read through its cache.
    store = GameStore(
        database=Connections(database), now=partial(datetime.now, UTC), new_key=lambda: ""
    )
    try:
        with opened_untouched(database) as db:
            if lacks_migrations(database, db) or find_club_row(db) is None:
                return
            problems = list(find_club_problems(store, db))
            nights = count_nights(db)
    except StorageError as error:
        yield fail("club", str(error), _GAMES_FIRST)
        return
    for text in problems[:_MOST_TOLD]:
        yield fail("club", text, _TELL)
    if len(problems) > _MOST_TOLD:
        yield fail("club", f"{len(problems) - _MOST_TOLD} more of the kind.", _TELL)
    if not problems:
        yield ok("club", f"{write_plural(nights, 'night')} and all money are as they can be.")
