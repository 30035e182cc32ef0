"""The results of games that count: which games are asked for, and how each person did in them.

Standings, head to head and high scores are sums and bests of these results.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from itertools import combinations
from typing import Final, NamedTuple

from scorekeeper.club.facts import Night, Person
from scorekeeper.club.games import ClubGame, GameState
from scorekeeper.rules.deals import Highlight, Points, Seat
from scorekeeper.rules.settlement import Pair, Score

# --- the games that are asked about ---------------------------------------------------------------


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


def choose_games(
    night: Night, choice: Choice, people: Mapping[str, Person]
) -> Iterator[ChosenGame]:
    """Yield the games of a night that are of a choice, open games included."""
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


@dataclass(slots=True, kw_only=True)
class Counts:
    """The figures of a person in one game or, added up, in many; ``best_deal`` is the best of all.

    ``games`` is 1 for a game, and so is ``wins``, or a share of 1 if several win. Where the low
    score wins, points have their sign turned. ``money`` is in minor units, without fees. ``deals``
    is the number that the person did not sit out; ``best_deal`` is None without one.
    """

    games: int = 0
    wins: Score = 0
    points: Score = 0
    money: int = 0
    deals: int = 0
    outs: int = 0
    best_deal: Points | None = None
    highlights: Counter[Highlight] = field(default_factory=Counter)


@dataclass(slots=True, kw_only=True)
class PersonResult(Counts):
    """The result of one person in a game.

    ``feats`` are the values that may be high scores, as pages show them; only a game that is over
    has any.
    """

    person: str
    seat: Seat
    feats: Mapping[HighScoreKind, Score]


@dataclass(slots=True, kw_only=True)
class HeadToHead:
    """Two people: in how many games each had the better result, and the money between them.

    ``money`` is in minor units, positive if ``first`` won it; ``first`` comes before ``second`` in
    the club's order.
    """

    first: str
    second: str
    games: int = 0
    first_ahead: int = 0
    second_ahead: int = 0
    money: int = 0

    def add(self, other: "HeadToHead") -> None:
        """Add the sums of other games of these two."""
        self.games += other.games
        self.first_ahead += other.first_ahead
        self.second_ahead += other.second_ahead
        self.money += other.money


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
            games=1,
            wins=share_of_win(chosen, seat),
            points=sign * results[seat],
            money=money.get(person, 0),
            best_deal=max([sign * hand.points for hand in hands], default=None),
            deals=len(hands),
            outs=sum([hand.is_out for hand in hands]),
            highlights=Counter([each for hand in hands for each in hand.highlights]),
            feats=dict(_feats_of(game, seat)),
        )


def share_of_win(chosen: ChosenGame, seat: Seat) -> Score:
    """Return 1 for a sole winner, an equal share of 1 for each of several winners, else 0."""
    winners = chosen.game.winners
    if seat not in winners:
        return 0
    return Fraction(1, len(winners)) if len(winners) > 1 else 1


def _feats_of(game: ClubGame, seat: Seat) -> Iterator[tuple[HighScoreKind, Score]]:
    played, results = game.played, game.results or ()
    if game.state is not GameState.OVER or not played.holds_high_scores:
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


def pairs_of(chosen: ChosenGame, ranks: Mapping[str, int]) -> Iterator[HeadToHead]:
    """Yield the result of each two people for whom a game that counts was chosen."""
    game = chosen.game
    results = game.results or ()
    sign = -1 if game.played.low_wins else 1
    seats = sorted(chosen.seats, key=lambda seat: ranks[game.people[seat]])
    owed = {frozenset((each.payer, each.payee)): each for each in game.played.pairs}
    for first, second in combinations(seats, 2):
        lead = sign * (results[first] - results[second])
        yield HeadToHead(
            first=game.people[first],
            second=game.people[second],
            games=1,
            first_ahead=int(lead > 0),
            second_ahead=int(lead < 0),
            money=_to_the_good_of(first, owed.get(frozenset((first, second)))),
        )


def _to_the_good_of(seat: int, owed: Pair | None) -> int:
    if owed is None:
        return 0
    return owed.minor if owed.payee == seat else -owed.minor


def counted(games: Iterable[ChosenGame]) -> Iterator[ChosenGame]:
    """Yield the games that count."""
    return (chosen for chosen in games if chosen.game.counts)


# --- the games of one person ----------------------------------------------------------------------


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


def place_of(game: ClubGame, seat: Seat) -> int:
    """Return the place of a seat's result: 1 plus the number of better results."""
    results = game.results or ()
    own = results[seat]
    better = [each for each in results if (each < own if game.played.low_wins else each > own)]
    return 1 + len(better)
