"""The high scores of each variant, with everybody who holds them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from scorekeeper.domain.club.chosen import ChosenGame
from scorekeeper.domain.club.games import GameState
from scorekeeper.domain.club.results import HighScoreKind, results_of, worth_of
from scorekeeper.domain.settlement import Score


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
