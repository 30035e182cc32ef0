"""The standings of a club: what each person has done in the games that count."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Final, TypeVar

from scorekeeper.domain.club.chosen import ChosenGame
from scorekeeper.domain.club.results import PersonResult, counted, results_of
from scorekeeper.domain.deals import Points
from scorekeeper.domain.highlights import Highlight
from scorekeeper.domain.settlement import Score


class RankedBy(StrEnum):
    """The figure by which standings are ordered, the highest first."""

    WINS = "wins"
    POINTS = "points"
    MONEY = "money"
    AVERAGE = "average"


@dataclass(slots=True, kw_only=True)
class ShortStanding:
    """The figures by which a person is ranked; where the low score wins, points are negated.

    Each of several winners has a share of 1 in ``wins``. ``money`` is that of games without fees,
    in minor units.
    """

    person: str
    rank: int = 0
    games: int = 0
    wins: Score = 0
    points: Score = 0
    money: int = 0

    @property
    def average(self) -> Score:
        """The points per game."""
        return Fraction(self.points) / self.games


@dataclass(slots=True, kw_only=True)
class Standing(ShortStanding):
    """All figures of a person in the standings.

    ``deals`` is the number that the person did not sit out; ``best_deal`` is None without one.
    """

    best_deal: Points | None = None
    deals: int = 0
    outs: int = 0
    highlights: Counter[Highlight] = field(default_factory=Counter)

    @property
    def out_rate(self) -> Score | None:
        """The share of deals that the person ended by going out or knocking, None without one."""
        return Fraction(self.outs, self.deals) if self.deals else None

    def add(self, result: PersonResult) -> None:
        """Add the result of one game."""
        self.games += 1
        self.wins += result.wins
        self.points += result.points
        self.money += result.money or 0
        self.deals += result.deals
        self.outs += result.outs
        self.highlights.update(result.highlights)
        best = [each for each in (self.best_deal, result.best_deal) if each is not None]
        self.best_deal = max(best, default=None)


_Ranked = TypeVar("_Ranked", bound=ShortStanding)
_FIGURES: Final[Mapping[RankedBy, Callable[[ShortStanding], Score]]] = {
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
    for chosen in counted(games):
        for result in results_of(chosen):
            standings.setdefault(result.person, Standing(person=result.person)).add(result)
    return rank_standings(standings.values(), ranks, ranked_by)


def rank_standings(
    standings: Collection[_Ranked], ranks: Mapping[str, int], ranked_by: RankedBy
) -> list[_Ranked]:
    """Return standings in order, and set the ``rank`` of each; equals share a rank."""
    figure = _FIGURES[ranked_by]
    figures = {each.person: figure(each) for each in standings}
    ordered = sorted(standings, key=lambda each: (-figures[each.person], ranks[each.person]))
    before: _Ranked | None = None
    for place, standing in enumerate(ordered, 1):
        is_equal = before is not None and figures[before.person] == figures[standing.person]
        standing.rank = before.rank if before is not None and is_equal else place
        before = standing
    return ordered
