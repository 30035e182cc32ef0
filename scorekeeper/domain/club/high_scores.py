"""The high scores of each variant, with everybody who holds them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from scorekeeper.domain.club.chosen import ChosenGame
from scorekeeper.domain.club.games import GameState
from scorekeeper.domain.settlement import Score


class HighScoreKind(StrEnum):
    """What may be the highest; its value is its name in the answer of the command."""

    BEST_TOTAL = "best_total"
    BEST_DEAL = "best_deal"
    FASTEST = "fastest"
    BIGGEST_WIN = "biggest_win"


class Holder(NamedTuple):
    """A person who holds a high score, and the id of the game."""

    person: str
    game: str


@dataclass(slots=True, kw_only=True)
class HighScore:
    """A high score: its value, and all who hold it, by game, then in the order of people."""

    value: Score
    held_by: list[Holder] = field(default_factory=list)


class _Feat(NamedTuple):
    """What somebody reached in a game; ``worth`` is higher the better it is."""

    kind: HighScoreKind
    worth: Score
    value: Score
    person: str


HighScores = dict[HighScoreKind, HighScore]


def high_scores_of(games: Iterable[ChosenGame], ranks: Mapping[str, int]) -> dict[str, HighScores]:
    """Return the high scores of games that are over, by variant; what nobody reached is absent."""
    best: dict[tuple[str, HighScoreKind], tuple[Score, HighScore]] = {}
    variants: dict[str, HighScores] = {}
    for chosen in games:
        game = chosen.game
        if game.state is not GameState.OVER:
            continue
        variant = game.played.variant
        scores = variants.setdefault(variant, {})
        for feat in sorted(_feats_of(chosen), key=lambda feat: ranks[feat.person]):
            holder = Holder(feat.person, game.id)
            known = best.get((variant, feat.kind))
            if known is None or feat.worth > known[0]:
                scores[feat.kind] = HighScore(value=feat.value, held_by=[holder])
                best[variant, feat.kind] = feat.worth, scores[feat.kind]
            elif feat.worth == known[0] and holder not in known[1].held_by[-len(game.people) :]:
                known[1].held_by.append(holder)
    return variants


def _feats_of(chosen: ChosenGame) -> Iterator[_Feat]:
    played, people = chosen.game.played, chosen.game.people
    results = played.results or ()
    sign = -1 if played.low_wins else 1
    for seat in chosen.seats:
        total = results[seat]
        yield _Feat(HighScoreKind.BEST_TOTAL, sign * total, total, people[seat])
        if seat in played.winners:
            yield _Feat(HighScoreKind.FASTEST, -played.deals, played.deals, people[seat])
        if played.winners == (seat,):
            others = [sign * result for other, result in enumerate(results) if other != seat]
            lead = sign * total - max(others)
            yield _Feat(HighScoreKind.BIGGEST_WIN, lead, lead, people[seat])
    if not played.low_wins:
        for hand in played.hands:
            if hand.seat in chosen.seats:
                kind = HighScoreKind.BEST_DEAL
                yield _Feat(kind, hand.points, hand.points, people[hand.seat])
