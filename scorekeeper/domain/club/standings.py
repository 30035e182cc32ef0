"""The standings of a club: what each person has done in the games that count."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Final

from scorekeeper.domain.club.chosen import ChosenGame
from scorekeeper.domain.club.games import PlayedHand
from scorekeeper.domain.deals import Points, Seat
from scorekeeper.domain.highlights import Highlight
from scorekeeper.domain.settlement import Score


class RankedBy(StrEnum):
    """The figure by which standings are ordered, the highest first."""

    WINS = "wins"
    POINTS = "points"
    MONEY = "money"
    AVERAGE = "average"


@dataclass(slots=True, kw_only=True)
class Standing:
    """What one person has done; where the low score wins, points count with their sign turned.

    A shared win counts as its share. ``money`` is that of games alone, in minor units.
    ``deals`` are those that the person did not sit out, ``best_deal`` is None without one.
    """

    person: str
    rank: int = 0
    games: int = 0
    wins: Score = 0
    points: Score = 0
    money: int = 0
    best_deal: Points | None = None
    deals: int = 0
    outs: int = 0
    highlights: Counter[Highlight] = field(default_factory=Counter)

    @property
    def average(self) -> Score:
        """The points of a game."""
        return Fraction(self.points) / self.games

    @property
    def out_rate(self) -> Score | None:
        """How many of the deals the person ended, None without a deal."""
        return Fraction(self.outs, self.deals) if self.deals else None

    def add_hand(self, hand: PlayedHand, sign: int) -> None:
        """Count one hand; ``sign`` turns the points where the low score wins."""
        points = sign * hand.points
        self.deals += 1
        self.outs += hand.is_out
        self.best_deal = points if self.best_deal is None else max(self.best_deal, points)
        self.highlights.update(hand.highlights)


_FIGURES: Final[Mapping[RankedBy, Callable[[Standing], Score]]] = {
    RankedBy.WINS: lambda standing: standing.wins,
    RankedBy.POINTS: lambda standing: standing.points,
    RankedBy.MONEY: lambda standing: standing.money,
    RankedBy.AVERAGE: lambda standing: standing.average,
}


def standings_of(
    games: Iterable[ChosenGame], ranks: Mapping[str, int], ranked_by: RankedBy
) -> list[Standing]:
    """Return the standings, the highest first; equals share a rank, in the order of ``ranks``."""
    standings: dict[str, Standing] = {}
    for chosen in games:
        if chosen.game.counts:
            _add_game(standings, chosen)
    figure = _FIGURES[ranked_by]
    figures = {person: figure(standing) for person, standing in standings.items()}
    ordered = sorted(
        standings.values(), key=lambda each: (-figures[each.person], ranks[each.person])
    )
    _rank(ordered, figures)
    return ordered


def _add_game(standings: dict[str, Standing], chosen: ChosenGame) -> None:
    game = chosen.game
    results, money = game.results or (), game.money or {}
    sign = -1 if game.played.low_wins else 1
    for seat in chosen.seats:
        person = game.people[seat]
        standing = standings.setdefault(person, Standing(person=person))
        standing.games += 1
        standing.points += sign * results[seat]
        standing.money += money.get(person, 0)
        standing.wins += share_of_win(chosen, seat)
    for hand in game.played.hands:
        if hand.seat in chosen.seats:
            standings[game.people[hand.seat]].add_hand(hand, sign)


def share_of_win(chosen: ChosenGame, seat: Seat) -> Score:
    """Return 1 for a sole winner, a share where several win, and else 0."""
    winners = chosen.game.winners
    return Fraction(1, len(winners)) if seat in winners else 0


def _rank(ordered: Sequence[Standing], figures: Mapping[str, Score]) -> None:
    before: Standing | None = None
    for place, standing in enumerate(ordered, 1):
        is_equal = before is not None and figures[before.person] == figures[standing.person]
        standing.rank = before.rank if before is not None and is_equal else place
        before = standing
