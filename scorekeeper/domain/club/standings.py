"""The standings of a club, what each two people did against each other, and the high scores."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple, TypeVar

from scorekeeper.domain.club.games import GameState
from scorekeeper.domain.club.results import (
    ChosenGame,
    HighScoreKind,
    PersonResult,
    counted,
    pairs_of,
    results_of,
    worth_of,
)
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


# --- head to head: two people in the games that they played together ------------------------------


@dataclass(slots=True, kw_only=True)
class HeadToHead:
    """Two people: how often each had the better result, and the money between them.

    ``money`` is in minor units, positive if ``first`` won it; ``first`` comes before ``second`` in
    the club's order.
    """

    first: str
    second: str
    games: int = 0
    first_ahead: int = 0
    second_ahead: int = 0
    money: int = 0


def heads_to_head(games: Iterable[ChosenGame], ranks: Mapping[str, int]) -> list[HeadToHead]:
    """Return each pair of people with a common game that counts, in the order of ``ranks``."""
    pairs: dict[tuple[str, str], HeadToHead] = {}
    for chosen in counted(games):
        for each in pairs_of(chosen, ranks):
            ends = each.first, each.second
            pair = pairs.setdefault(ends, HeadToHead(first=each.first, second=each.second))
            pair.games += 1
            pair.first_ahead += each.lead > 0
            pair.second_ahead += each.lead < 0
            pair.money += each.money
    return sorted(pairs.values(), key=lambda pair: (ranks[pair.first], ranks[pair.second]))


# --- high scores of each variant, with everybody who holds them -----------------------------------


class Holder(NamedTuple):
    """A person who holds a high score, and the id of the game."""

    person: str
    game: str


@dataclass(slots=True, kw_only=True)
class HighScore:
    """A high score: its value, and all who hold it, by game, then in the order of people."""

    value: Score
    held_by: list[Holder] = field(default_factory=list)


HighScores = dict[HighScoreKind, HighScore]


def high_scores_of(games: Iterable[ChosenGame], ranks: Mapping[str, int]) -> dict[str, HighScores]:
    """Return the high scores of games that are over, by variant, without kinds nobody reached."""
    variants: dict[str, HighScores] = {}
    for chosen in games:
        game = chosen.game
        if game.state is GameState.OVER:
            scores = variants.setdefault(game.played.variant, {})
            for result in sorted(results_of(chosen), key=lambda each: ranks[each.person]):
                for kind, value in result.feats.items():
                    holder = Holder(result.person, game.id)
                    _add_feat(scores, kind, value, holder, low_wins=game.played.low_wins)
    return variants


def _add_feat(
    scores: HighScores, kind: HighScoreKind, value: Score, holder: Holder, *, low_wins: bool
) -> None:
    known = scores.get(kind)
    worth = worth_of(kind, value, low_wins=low_wins)
    if known is None or worth > worth_of(kind, known.value, low_wins=low_wins):
        scores[kind] = HighScore(value=value, held_by=[holder])
    elif value == known.value:
        known.held_by.append(holder)
