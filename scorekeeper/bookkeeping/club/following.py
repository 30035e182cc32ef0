"""Updates the club after a change of a game, in the transaction of that change.

A table's next game goes into the night of the one before. A player who joins is found on the roll
by name. A closed night notes the day on which its figures changed, and refuses a change that would
make one of its games open again.
"""

from typing import Final

from scorekeeper.bookkeeping.club.book import played_game
from scorekeeper.bookkeeping.club.derived import derive_night
from scorekeeper.bookkeeping.club.nights import stake_problems
from scorekeeper.bookkeeping.club.people_in_seats import add_seated_game, end_waiting, seat_by_name
from scorekeeper.bookkeeping.game.posting import refusal
from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.bookkeeping.store.game_store import GameStore, UnknownGame, load_game
from scorekeeper.domain.club.games import GameState, PlayedGame
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.names import look_of
from scorekeeper.domain.variant import Problem
from scorekeeper.storage.club.nights import (
    NightGameRow,
    drop_seats,
    find_night,
    find_night_game,
    mark_corrected,
    new_game_id,
    read_seats,
)
from scorekeeper.storage.database import Connection

_CLOSED: Final = refusal(
    "night_closed",
    "The night of this game is closed, so the game must stay over."
    " An officer of the club can open the night again",
)


class ClubFollower:
    """Follows games for the club of a store; without a club there is nothing to do."""

    def begun(self, store: GameStore, db: Connection, key: str, *, after: str | None) -> None:
        """Put the next game of a table into the night of the one before, if that is open.

        A game whose stake is in another currency than the club's goes into no night.
        """
        before = None if after is None else find_night_game(db, key=after)
        if before is None or find_night_game(db, key=key) is not None:
            return
        night = find_night(db, before.night)
        if night is not None and night.is_open:
            _put_after(store, db, key, before)

    def changed(
        self, store: GameStore, db: Connection, before: CurrentGame, after: CurrentGame
    ) -> tuple[Problem, ...]:
        """Bring a night up to date with its game, or return why the change is refused.

        Players who joined are found on the roll.
        """
        row = find_night_game(db, key=after.key)
        if row is None:
            return ()
        problems = stake_problems(db, after)
        if problems:
            return problems
        drop_seats(db, after.key, len(after.sheet.setup.players))
        seat_by_name(store, db, after.key, after.sheet.setup.players)
        end_waiting(store, db, row)
        night = find_night(db, row.night)
        if night is None:
            return ()
        if not night.is_open and not row.is_void:
            now = played_game(after, row.closed_early)
            if now.state is GameState.OPEN:
                return _CLOSED
            if _money_facts(now) != _money_facts(played_game(before, row.closed_early)):
                mark_corrected(db, night.id, store.today())
        derive_night(store, db, night.id, {after.key: after})
        return ()


def _money_facts(played: PlayedGame) -> tuple[object, ...]:
    """Return the facts of a game on which the money of its night depends."""
    return played.net, played.deals > 0


def _put_after(store: GameStore, db: Connection, key: str, before: NightGameRow) -> None:
    game, earlier = load_game(store, db, key), load_game(store, db, before.key)
    if game is None or earlier is None:
        raise UnknownGame(key)
    if stake_problems(db, game):
        return
    row = NightGameRow(id=new_game_id(db, key), key=key, night=before.night, label=before.label)
    sat = read_seats(db, before.key)
    by_look = {look_of(head.name): sat[head.seat] for head in earlier.sheet.heads}
    names = [look_of(name) for name in game.sheet.setup.players]
    same = {Seat(seat): by_look[name] for seat, name in enumerate(names) if name in by_look}
    add_seated_game(store, db, row, game, people=same)
    derive_night(store, db, before.night, {key: game})
