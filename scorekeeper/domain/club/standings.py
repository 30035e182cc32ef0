"""The standings of a club, what each two people did against each other, and the high scores."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple

from scorekeeper.domain.club.games import GameState
from scorekeeper.domain.club.results import (
    ChosenGame,
    Counts,
    HeadToHead,
    HighScoreKind,
    counted,
    pairs_of,
    results_of,
    worth_of,
)
from scorekeeper.domain.deals import Highlight
from scorekeeper.domain.settlement import Score


class RankedBy(StrEnum):
    """The figure of ``Standing`` by which standings are ordered, the highest first."""

    WINS = "wins"
    POINTS = "points"
    MONEY = "money"
    AVERAGE = "average"


@dataclass(slots=True, kw_only=True)
class Standing(Counts):
    """The figures of a person in the standings, with their place there."""

    person: str
    rank: int = 0
    games: int = 0

    @property
    def average(self) -> Score:
        """The points per game."""
        return Fraction(self.points) / self.games

    @property
    def out_rate(self) -> Score | None:
        """The share of deals that the person ended by going out or knocking, None without one."""
        return Fraction(self.outs, self.deals) if self.deals else None

    def figures(self) -> dict[str, Score | None]:
        """Return all figures by their names in files, in the order of their columns there."""
        return {
            "games": self.games,
            "wins": self.wins,
            "points": self.points,
            "money": self.money,
            "average": self.average,
            "best_deal": self.best_deal,
            "deals": self.deals,
            "outs": self.outs,
            "out_rate": self.out_rate,
            **{str(each): self.highlights[each] for each in Highlight},
        }

    def add(self, result: Counts) -> None:
        """Add the result of one game."""
        self.games += 1
        for name in SUMMED:
            setattr(self, name, getattr(self, name) + getattr(result, name))
        best = [each for each in (self.best_deal, result.best_deal) if each is not None]
        self.best_deal = max(best, default=None)


SUMMED: Final = tuple([each.name for each in fields(Counts) if each.name != "best_deal"])
"""The figures of a standing that are sums of those of its games."""
FIGURES: Final = tuple(Standing(person="", games=1).figures())
"""The names of all figures, in the order of their columns in files."""


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
    standings: Collection[Standing], ranks: Mapping[str, int], ranked_by: RankedBy
) -> list[Standing]:
    """Return standings in order, and set the ``rank`` of each; equals share a rank."""
    figures: dict[str, Score] = {each.person: getattr(each, ranked_by) for each in standings}
    ordered = sorted(standings, key=lambda each: (-figures[each.person], ranks[each.person]))
    before: Standing | None = None
    for place, standing in enumerate(ordered, 1):
        is_equal = before is not None and figures[before.person] == figures[standing.person]
        standing.rank = before.rank if before is not None and is_equal else place
        before = standing
    return ordered


# --- head to head: two people in the games that they played together ------------------------------


def heads_to_head(games: Iterable[ChosenGame], ranks: Mapping[str, int]) -> list[HeadToHead]:
    """Return each pair of people with a common game that counts, in the order of ``ranks``."""
    pairs: dict[tuple[str, str], HeadToHead] = {}
    for chosen in counted(games):
        for each in pairs_of(chosen, ranks):
            ends = each.first, each.second
            pair = pairs.setdefault(ends, HeadToHead(first=each.first, second=each.second))
            pair.games += each.games
            pair.first_ahead += each.first_ahead
            pair.second_ahead += each.second_ahead
            pair.money += each.money
    return sorted(pairs.values(), key=lambda pair: (ranks[pair.first], ranks[pair.second]))


# --- high scores of each variant, with everybody who holds them -----------------------------------


class Holder(NamedTuple):
    """A person who holds a high score, the id of the game, and its day."""

    person: str
    game: str
    date: str


@dataclass(slots=True, kw_only=True)
class HighScore:
    """A high score: its value, and who holds it, by game, then in the order of people.

    ``more`` is how many hold it besides.
    """

    value: Score
    held_by: list[Holder] = field(default_factory=list)
    more: int = 0


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
                    holder = Holder(result.person, game.id, chosen.night.date)
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
