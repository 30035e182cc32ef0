"""The rounds of an organised night: points at each table, byes, and the night's standing."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from scorekeeper.club.facts import Night
from scorekeeper.club.games import ClubGame, GameState
from scorekeeper.rules.settlement import Score
from scorekeeper.tournament.facts import Organised, PointsBy, RoundPoints


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundFigures:
    """A round: its games that are not void, and the points that count by person.

    ``points`` and ``wins`` are of those who played, ``byes`` the points of those who rested.
    """

    number: int
    games: tuple[ClubGame, ...] = ()
    is_complete: bool = False
    points: Mapping[str, Score] = field(default_factory=dict)
    wins: Mapping[str, Score] = field(default_factory=dict)
    byes: Mapping[str, Score] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class NightStanding:
    """A person in the standing of a night; ``best`` are the points of the best round played."""

    rank: int
    person: str
    points: Score
    wins: Score
    best: Score
    played: int


def worth_of_ranks(ranks: Sequence[int], scale: Sequence[int]) -> list[Score]:
    """Return the points of each rank by a scale; those on a level share their places' points.

    An empty scale is n, n - 1, … 1 for n ranks; places beyond it have nothing.
    """
    places = scale or range(len(ranks), 0, -1)
    level = Counter(ranks)
    return [Fraction(sum(places[rank - 1 : rank - 1 + level[rank]]), level[rank]) for rank in ranks]


def points_of_table(points: RoundPoints, results: Mapping[str, Score]) -> dict[str, Score]:
    """Return the points of a table by its results, of which the highest is the best."""
    match points.by:
        case PointsBy.GAME:
            return dict(results)
        case PointsBy.WINS:
            return wins_of_table(results)
        case PointsBy.PLACES:
            ranks = [1 + sum([each > own for each in results.values()]) for own in results.values()]
            return dict(zip(results, worth_of_ranks(ranks, points.scale), strict=True))


def wins_of_table(results: Mapping[str, Score]) -> dict[str, Score]:
    """Return 1 for the best result, an equal share if several have it, and 0 for all others.

    The table is won also when its game was ended early.
    """
    best = max(results.values(), default=0)
    winners = sum([each == best for each in results.values()])
    return {person: Fraction(1, winners) if each == best else 0 for person, each in results.items()}


def rounds_of(night: Night, organised: Organised) -> tuple[RoundFigures, ...]:
    """Return the figures of all rounds of a night."""
    numbers = range(1, organised.seats.rounds + 1)
    played = [_played_round(night, organised, number) for number in numbers]
    people = {person for each in played for person in each.points}
    averages = {person: _average(person, played) for person in people}
    return tuple([_with_byes(each, organised, averages) for each in played])


def _average(person: str, played: Sequence[RoundFigures]) -> Score:
    own = [each.points[person] for each in played if person in each.points]
    return Fraction(sum(own)) / len(own)


def _played_round(night: Night, organised: Organised, number: int) -> RoundFigures:
    games = [game for game in night.games if game.round == number and not game.is_void]
    counted = [game.signed_results for game in games if game.counts]
    is_open = any(game.state is GameState.OPEN for game in games)
    planned = organised.seats.shown[number - 1].tables if _is_shown(organised, number) else ()
    return RoundFigures(
        number=number,
        games=tuple(games),
        is_complete=bool(counted) and not is_open and len(counted) >= len(planned),
        points=_joined([points_of_table(organised.points, each) for each in counted]),
        wins=_joined([wins_of_table(each) for each in counted]),
    )


def _is_shown(organised: Organised, number: int) -> bool:
    return number <= len(organised.seats.shown)


def _joined(tables: Iterable[Mapping[str, Score]]) -> dict[str, Score]:
    return {person: score for table in tables for person, score in table.items()}


def _with_byes(
    played: RoundFigures, organised: Organised, averages: Mapping[str, Score]
) -> RoundFigures:
    """Return a round with the points of those who rested, once a game of it counts."""
    if not played.points or not _is_shown(organised, played.number):
        return played
    sitting = {person for game in played.games for person in game.people}
    bye = organised.points.bye
    resting = organised.seats.shown[played.number - 1].byes
    byes = {
        person: averages.get(person, 0) if bye is None else bye
        for person in resting
        if person not in sitting
    }
    return replace(played, byes=byes)


def standing_of(
    rounds: Sequence[RoundFigures], ranks: Mapping[str, int]
) -> tuple[NightStanding, ...]:
    """Return who has a game that counts: by points, then wins, then the best round.

    Who is level in all three shares a rank, in the order of ``ranks``.
    """
    people = sorted({person for each in rounds for person in each.points}, key=ranks.__getitem__)
    figures = {person: _figures_of(person, rounds) for person in people}
    ordered = sorted(people, key=figures.__getitem__, reverse=True)
    return tuple(
        [
            NightStanding(
                rank=1 + sum([other > figures[person] for other in figures.values()]),
                person=person,
                points=figures[person][0],
                wins=figures[person][1],
                best=figures[person][2],
                played=sum([person in each.points for each in rounds]),
            )
            for person in ordered
        ]
    )


def _figures_of(person: str, rounds: Sequence[RoundFigures]) -> tuple[Score, Score, Score]:
    """Return points, wins and the best round of a person, by which the standing is ordered."""
    own = [each.points[person] for each in rounds if person in each.points]
    rested = [each.byes[person] for each in rounds if person in each.byes]
    won = [each.wins[person] for each in rounds if person in each.wins]
    return sum([*own, *rested]), sum(won), max(own)
