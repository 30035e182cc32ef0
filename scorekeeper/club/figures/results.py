"""What games give each person: results, standings, head to head, high scores."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from fractions import Fraction
from itertools import combinations
from typing import Final, NamedTuple

from scorekeeper.club.facts import ClubGame, GameState, Night, Person
from scorekeeper.rules import Highlight, Pair, Points, Score, Seat

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
    """Yield the games of a night that belong to a choice, open games included."""
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
            highlights=Counter([highlight for hand in hands for highlight in hand.highlights]),
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
    """Yield the result of each pair of people for whom a game that counts was chosen."""
    game = chosen.game
    results = game.results or ()
    sign = -1 if game.played.low_wins else 1
    seats = sorted(chosen.seats, key=lambda seat: ranks[game.people[seat]])
    owed = {frozenset((pair.payer, pair.payee)): pair for pair in game.played.pairs}
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


class PastGame(NamedTuple):
    """What a person has from a game that counts, and its place: 1 for the best, shared by ties."""

    night: Night
    game: ClubGame
    own: PersonResult
    place: int


def place_of(game: ClubGame, seat: Seat) -> int:
    """Return the place of a seat's result: 1 plus the number of better results."""
    results = game.results or ()
    own = results[seat]
    better = [
        result for result in results if (result < own if game.played.low_wins else result > own)
    ]
    return 1 + len(better)


# --- standings ------------------------------------------------------------------------------------


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
            **{str(highlight): self.highlights[highlight] for highlight in Highlight},
        }

    def add(self, result: Counts) -> None:
        """Add the result of one game, or the sum of some."""
        for name in _SUMMED:
            setattr(self, name, getattr(self, name) + getattr(result, name))
        self.highlights.update(result.highlights)
        best = [best for best in (self.best_deal, result.best_deal) if best is not None]
        self.best_deal = max(best, default=None)


_SUMMED: Final = tuple(
    [counted.name for counted in fields(Counts) if counted.name not in ("best_deal", "highlights")]
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
    figures: dict[str, Score] = {
        standing.person: getattr(standing, ranked_by) for standing in standings
    }
    ordered = sorted(
        standings, key=lambda standing: (-figures[standing.person], ranks[standing.person])
    )
    before: Standing | None = None
    for place, standing in enumerate(ordered, 1):
        is_equal = before is not None and figures[before.person] == figures[standing.person]
        standing.rank = before.rank if before is not None and is_equal else place
        before = standing
    return ordered


# --- head to head: two people in the games that they played together ------------------------------


def sum_pairs(games: Iterable[ChosenGame], ranks: Mapping[str, int]) -> tuple[HeadToHead, ...]:
    """Return the sums of the games that count, for each pair of people."""
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

    ``worth`` is the value for comparison: the higher, the better. ``more`` is how many other
    people hold it.
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
            for result in sorted(results_of(chosen), key=lambda result: ranks[result.person]):
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
