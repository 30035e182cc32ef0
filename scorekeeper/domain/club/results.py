"""The results of a game that counts: of each person, and of each two people.

Standings, head to head and high scores are sums and bests of these results.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import combinations
from typing import Final

from scorekeeper.domain.club.chosen import ChosenGame
from scorekeeper.domain.club.games import ClubGame, GameState
from scorekeeper.domain.deals import Points, Seat
from scorekeeper.domain.highlights import Highlight
from scorekeeper.domain.settlement import Pair, Score


class HighScoreKind(StrEnum):
    """The kinds of high scores; the value of each is its key in the JSON of the command."""

    BEST_TOTAL = "best_total"
    BEST_DEAL = "best_deal"
    FASTEST = "fastest"
    BIGGEST_WIN = "biggest_win"


HIGH_SCORE_TITLES: Final = {
    HighScoreKind.BEST_TOTAL: "Best total",
    HighScoreKind.BEST_DEAL: "Best deal",
    HighScoreKind.FASTEST: "Fewest deals",
    HighScoreKind.BIGGEST_WIN: "Biggest win",
}
"""The title of each kind, in the order of every list of high scores."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonResult:
    """The result of one person in a game; where the low score wins, points have their sign turned.

    ``wins`` is 1, or a share of 1 if several win. ``money`` is in minor units, None if the game
    settles none. ``deals`` is the number that the person did not sit out; ``best_deal`` is None
    without one. ``feats`` are the values that may be high scores, as pages show them; only a game
    that is over has any.
    """

    person: str
    seat: Seat
    wins: Score
    points: Score
    money: int | None
    best_deal: Points | None
    deals: int
    outs: int
    highlights: Mapping[Highlight, int]
    feats: Mapping[HighScoreKind, Score]


@dataclass(frozen=True, slots=True, kw_only=True)
class PairResult:
    """The result of two people in a game, ``first`` before ``second`` in the order of the club.

    ``lead`` is above 0 if ``first`` has the better result. ``money`` is in minor units, positive
    if ``first`` won it.
    """

    first: str
    second: str
    lead: Score
    money: int


def worth_of(kind: HighScoreKind, value: Score, *, low_wins: bool) -> Score:
    """Return the value of a feat for comparison: the higher, the better."""
    is_turned = kind is HighScoreKind.FASTEST or (low_wins and kind is HighScoreKind.BEST_TOTAL)
    return -value if is_turned else value


def results_of(chosen: ChosenGame) -> Iterator[PersonResult]:
    """Yield the result of each person for whom a game that counts was chosen, by seat."""
    game = chosen.game
    results, money = game.results or (), game.money or {}
    sign = -1 if game.played.low_wins else 1
    for seat in chosen.seats:
        person = game.people[seat]
        hands = [hand for hand in game.played.hands if hand.seat == seat]
        yield PersonResult(
            person=person,
            seat=seat,
            wins=share_of_win(chosen, seat),
            points=sign * results[seat],
            money=money.get(person),
            best_deal=max([sign * hand.points for hand in hands], default=None),
            deals=len(hands),
            outs=sum([hand.is_out for hand in hands]),
            highlights=Counter([each for hand in hands for each in hand.highlights]),
            feats=dict(_feats_of(game, seat)),
        )


def share_of_win(chosen: ChosenGame, seat: Seat) -> Score:
    """Return 1 for a sole winner, an equal share of 1 for each of several winners, else 0."""
    winners = chosen.game.winners
    return Fraction(1, len(winners)) if seat in winners else 0


def _feats_of(game: ClubGame, seat: Seat) -> Iterator[tuple[HighScoreKind, Score]]:
    played, results = game.played, game.results or ()
    if game.state is not GameState.OVER:
        return
    yield HighScoreKind.BEST_TOTAL, results[seat]
    if seat in played.winners:
        yield HighScoreKind.FASTEST, played.deals
    if played.winners == (seat,):
        sign = -1 if played.low_wins else 1
        others = [sign * result for other, result in enumerate(results) if other != seat]
        yield HighScoreKind.BIGGEST_WIN, sign * results[seat] - max(others)
    points = [hand.points for hand in played.hands if hand.seat == seat]
    if points and not played.low_wins:
        yield HighScoreKind.BEST_DEAL, max(points)


def pairs_of(chosen: ChosenGame, ranks: Mapping[str, int]) -> Iterator[PairResult]:
    """Yield the result of each two people for whom a game that counts was chosen."""
    game = chosen.game
    results = game.results or ()
    sign = -1 if game.played.low_wins else 1
    seats = sorted(chosen.seats, key=lambda seat: ranks[game.people[seat]])
    owed = {frozenset((each.payer, each.payee)): each for each in game.played.pairs}
    for first, second in combinations(seats, 2):
        yield PairResult(
            first=game.people[first],
            second=game.people[second],
            lead=sign * (results[first] - results[second]),
            money=_to_the_good_of(first, owed.get(frozenset((first, second)))),
        )


def _to_the_good_of(seat: int, owed: Pair | None) -> int:
    if owed is None:
        return 0
    return owed.minor if owed.payee == seat else -owed.minor


def counted(games: Iterable[ChosenGame]) -> Iterator[ChosenGame]:
    """Yield the games that count."""
    return (chosen for chosen in games if chosen.game.counts)
