"""The standings of a club, what each two people did against each other, and the high scores."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple

from scorekeeper.club.figures.results import (
    ChosenGame,
    Counts,
    HeadToHead,
    HighScoreKind,
    PersonResult,
    counted,
    pairs_of,
    results_of,
    worth_of,
)
from scorekeeper.club.games import GameState
from scorekeeper.rules.deals import Highlight
from scorekeeper.rules.settlement import Score


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
        """Add the result of one game, or the sum of some."""
        for name in _SUMMED:
            setattr(self, name, getattr(self, name) + getattr(result, name))
        self.highlights.update(result.highlights)
        best = [each for each in (self.best_deal, result.best_deal) if each is not None]
        self.best_deal = max(best, default=None)


_SUMMED: Final = tuple(
    [each.name for each in fields(Counts) if each.name not in ("best_deal", "highlights")]
)
FIGURES: Final = tuple(Standing(person="", games=1).figures())
"""The names of all figures, in the order of their columns in files."""


Sums = Mapping[str, Standing]
"""The sums of some games by person, without ranks."""


def sum_results(games: Iterable[ChosenGame]) -> Sums:
    """Return the sums of the games that count."""
    return _sum([result for chosen in counted(games) for result in results_of(chosen)])


def _sum(results: Iterable[PersonResult | Standing]) -> dict[str, Standing]:
    sums: dict[str, Standing] = {}
    for result in results:
        if result.person not in sums:
            sums[result.person] = Standing(person=result.person)
        sums[result.person].add(result)
    return sums


def standings_of(
    nights: Iterable[Sums], ranks: Mapping[str, int], ranked_by: RankedBy
) -> list[Standing]:
    """Return the standings, the highest first; equals share a rank, in the order of ``ranks``."""
    sums = _sum([standing for night in nights for standing in night.values()])
    return _rank(sums.values(), ranks, ranked_by)


def _rank(
    standings: Collection[Standing], ranks: Mapping[str, int], ranked_by: RankedBy
) -> list[Standing]:
    figures: dict[str, Score] = {each.person: getattr(each, ranked_by) for each in standings}
    ordered = sorted(standings, key=lambda each: (-figures[each.person], ranks[each.person]))
    before: Standing | None = None
    for place, standing in enumerate(ordered, 1):
        is_equal = before is not None and figures[before.person] == figures[standing.person]
        standing.rank = before.rank if before is not None and is_equal else place
        before = standing
    return ordered


# --- head to head: two people in the games that they played together ------------------------------


def sum_pairs(games: Iterable[ChosenGame], ranks: Mapping[str, int]) -> tuple[HeadToHead, ...]:
    """Return the sums of the games that count, a pair of people each."""
    return _sum_pairs([pair for chosen in counted(games) for pair in pairs_of(chosen, ranks)])


def _sum_pairs(pairs: Iterable[HeadToHead]) -> tuple[HeadToHead, ...]:
    sums: dict[tuple[str, str], HeadToHead] = {}
    for pair in pairs:
        ends = pair.first, pair.second
        if ends not in sums:
            sums[ends] = HeadToHead(first=pair.first, second=pair.second)
        sums[ends].add(pair)
    return tuple(sums.values())


def heads_to_head(pairs: Iterable[HeadToHead], ranks: Mapping[str, int]) -> list[HeadToHead]:
    """Return each pair of people once, with its sums, in the order of ``ranks``."""
    return sorted(_sum_pairs(pairs), key=lambda pair: (ranks[pair.first], ranks[pair.second]))


# --- high scores of each variant, with everybody who holds them -----------------------------------


class Holder(NamedTuple):
    """A person who holds a high score, the id of the game, and its day."""

    person: str
    game: str
    date: str


@dataclass(slots=True, kw_only=True)
class HighScore:
    """A high score: its value, and who holds it, by game, then in the order of people.

    ``worth`` is the value for comparison: the higher, the better. ``more`` is how many hold it
    besides.
    """

    value: Score
    worth: Score
    held_by: list[Holder] = field(default_factory=list)
    more: int = 0


HighScores = dict[HighScoreKind, HighScore]


def best_of(games: Iterable[ChosenGame], ranks: Mapping[str, int]) -> dict[str, HighScores]:
    """Return the high scores of games that are over, by variant, without kinds nobody reached."""
    variants: dict[str, HighScores] = {}
    for chosen in games:
        game = chosen.game
        if game.state is GameState.OVER:
            scores = variants.setdefault(game.played.variant, {})
            for result in sorted(results_of(chosen), key=lambda each: ranks[each.person]):
                holder = Holder(result.person, game.id, chosen.night.date)
                for kind, value in result.feats.items():
                    worth = worth_of(kind, value, low_wins=game.played.low_wins)
                    _add_score(scores, kind, HighScore(value=value, worth=worth, held_by=[holder]))
    return variants


def high_scores_of(nights: Iterable[Mapping[str, HighScores]]) -> dict[str, HighScores]:
    """Return the high scores of nights from those of each."""
    variants: dict[str, HighScores] = {}
    for night in nights:
        for variant, kinds in night.items():
            scores = variants.setdefault(variant, {})
            for kind, score in kinds.items():
                _add_score(scores, kind, score)
    return variants


def _add_score(scores: HighScores, kind: HighScoreKind, new: HighScore) -> None:
    known = scores.get(kind)
    if known is None or new.worth > known.worth:
        scores[kind] = replace(new, held_by=[*new.held_by])
    elif new.worth == known.worth:
        known.held_by += new.held_by
