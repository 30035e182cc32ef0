"""The results of one person in the games that count."""

from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.domain.club.chosen import ChosenGame
from scorekeeper.domain.club.games import ClubGame, GameState
from scorekeeper.domain.club.results import share_of_win
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.settlement import Score


@dataclass(frozen=True, slots=True, kw_only=True)
class PastGame:
    """The result of one person in one game that counts.

    ``place`` is 1 for the best of ``players`` results; equals share a place. ``result`` is as on
    the sheet; ``points`` has its sign turned where the low score wins. ``wins`` is the share of the
    win. ``money`` is in minor units, None if the game settles none.
    """

    game: str
    night: str
    date: str
    table: str
    variant: str
    state: GameState
    place: int
    players: int
    result: Score
    points: Score
    wins: Score
    money: int | None


def past_games_of(games: Iterable[ChosenGame], person: str) -> list[PastGame]:
    """Return the results of a person in those games that count, in the order of ``games``."""
    return [
        _past_game(chosen, seat)
        for chosen in games
        if chosen.game.counts
        for seat in chosen.seats
        if chosen.game.people[seat] == person
    ]


def _past_game(chosen: ChosenGame, seat: Seat) -> PastGame:
    night, game = chosen.night, chosen.game
    results = game.results or ()
    sign = -1 if game.played.low_wins else 1
    return PastGame(
        game=game.id,
        night=night.id,
        date=night.date,
        table=game.table,
        variant=game.played.variant,
        state=game.state,
        place=place_of(game, seat),
        players=len(results),
        result=results[seat],
        points=sign * results[seat],
        wins=share_of_win(chosen, seat),
        money=None if game.money is None else game.money[game.people[seat]],
    )


def place_of(game: ClubGame, seat: Seat) -> int:
    """Return the place of a seat's result: 1 plus the number of better results."""
    results = game.results or ()
    own = results[seat]
    better = [each for each in results if (each < own if game.played.low_wins else each > own)]
    return 1 + len(better)
