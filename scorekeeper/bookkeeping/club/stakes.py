"""Checks the stake of a game against the money of the club, which is in one currency."""

from scorekeeper.bookkeeping.game.posting import refusal
from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.bookkeeping.store.game_store import GameStore, UnknownGame, load_game
from scorekeeper.domain.variant import Problem
from scorekeeper.storage.club.clubs import find_club_row
from scorekeeper.storage.database import Connection


class RefusedGame(Exception):  # noqa: N818 - it is no fault of the program
    """A new game cannot be in the night in which it was begun, so nothing is stored."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(problems)
        self.problems = problems


def stake_problems(db: Connection, game: CurrentGame) -> tuple[Problem, ...]:
    """Return why a game cannot be in a night: its stake is in another currency than the club's."""
    row, stake = find_club_row(db), game.sheet.setup.stake
    if row is None or stake is None or stake.currency == row.club.currency:
        return ()
    text = f"The stake is in {stake.currency}, the club's money in {row.club.currency}"
    return refusal("other_currency", text, at=("stake", "currency"))


def game_for_night(
    store: GameStore, db: Connection, key: str
) -> tuple[CurrentGame, tuple[Problem, ...]]:
    """Return a game and why it cannot be in a night; raises UnknownGame."""
    game = load_game(store, db, key)
    if game is None:
        raise UnknownGame(key)
    return game, stake_problems(db, game)
