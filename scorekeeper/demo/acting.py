"""What everybody in the demonstration acts by: chance, a clock of its own, and saved acts only."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import TypeVar

from scorekeeper.bookkeeping.game.games import open_game
from scorekeeper.bookkeeping.game.posting import About, Outcome, Post, Saved
from scorekeeper.bookkeeping.store.game_store import ClockWatch, CurrentGame, GameStore
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.draw import Draw

Thing = TypeVar("Thing")
OFFICER = 1
"""The number of the first officer's session."""


class Chance(Draw):
    """Numbers drawn by a seed, and what is chosen by them."""

    def happens(self, percent: int) -> bool:
        """Tell whether something happens that does so many times in a hundred."""
        return self.below(100) < percent

    def one_of(self, things: Sequence[Thing]) -> Thing:
        return things[self.below(len(things))]

    def between(self, least: int, most: int) -> int:
        return least + self.below(most - least + 1)


class Clock:
    """The time in the demonstration, which is set to an evening and goes on with each act."""

    def __init__(self, day: date) -> None:
        self.time = datetime.combine(day, time(12)).astimezone(UTC)

    def begin(self, day: date, hour: int) -> None:
        """Go on to an hour of a day, by the clocks of this machine."""
        self.time = max(self.time, datetime.combine(day, time(hour)).astimezone(UTC))

    def go_on(self, seconds: int) -> None:
        self.time += timedelta(seconds=seconds)

    def now(self) -> datetime:
        return self.time


def with_clock(store: GameStore, clock: Clock) -> GameStore:
    """Return the store with this clock, which nobody sets back or forth."""
    watch = ClockWatch(elapsed=lambda: clock.now().timestamp())
    return replace(store, now=clock.now, clock=watch)


class UnsavedError(Exception):
    """An act of the demonstration was refused, so the program or the demonstration is wrong."""


def saved(outcome: Outcome[About]) -> About:
    """Return what a saved act was about; raises UnsavedError."""
    if not isinstance(outcome, Saved):
        raise UnsavedError(str(outcome))
    return outcome.thing


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """What everybody in the demonstration acts upon: the store and its clock."""

    store: GameStore
    clock: Clock

    def officer(self) -> Post:
        """Return a post of the officer."""
        self.clock.go_on(20)
        return Post(entry_id=self.store.new_key(), officer=OFFICER)

    def post(self, game: CurrentGame, seat: int) -> Post:
        """Return a post of the player in a seat, who sees the game as it is."""
        self.clock.go_on(5)
        return Post(
            entry_id=self.store.new_key(),
            version=game.version,
            who=game.sheet.setup.players[seat],
            phone=f"demo {seat}",
        )

    def open(self, key: str) -> CurrentGame:
        """Return a game as it is now."""
        game = open_game(self.store, key)
        if game is None:
            raise UnsavedError(key)
        return game


def seats_of(game: CurrentGame) -> list[Seat]:
    """Return the seats of those who play the next deal, in order."""
    return [head.seat for head in game.sheet.heads if head.seat not in game.sheet.game.away]
