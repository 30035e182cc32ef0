"""The games that standings, head to head and high scores are asked about."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.domain.club.facts import ClubBook, Night
from scorekeeper.domain.club.games import ClubGame
from scorekeeper.domain.deals import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Which games count: of nights from ``since`` to ``until``, of one night, of one variant.

    An empty text chooses all. With ``members_only``, a game counts for a person only if they were
    a member on its night.
    """

    since: str = ""
    until: str = ""
    night: str = ""
    variant: str = ""
    members_only: bool = False

    def has(self, night: Night) -> bool:
        """Tell whether games of a night count."""
        return (
            self.since <= night.date
            and (not self.until or night.date <= self.until)
            and self.night in ("", night.id)
        )


class ChosenGame(NamedTuple):
    """A game that is not void, with the seats of the people for whom it was chosen."""

    night: Night
    game: ClubGame
    seats: tuple[Seat, ...]


def choose_games(book: ClubBook, choice: Choice) -> Iterator[ChosenGame]:
    """Yield the games of a choice in the order of the book, open games included."""
    people = {person.id: person for person in book.people}
    for night in book.nights:
        if not choice.has(night):
            continue
        for game in night.games:
            if game.is_void or choice.variant not in ("", game.played.variant):
                continue
            seats = tuple(
                [
                    Seat(seat)
                    for seat, person in enumerate(game.people)
                    if not choice.members_only or people[person].is_member_on(night.date)
                ]
            )
            if seats:
                yield ChosenGame(night, game, seats)
