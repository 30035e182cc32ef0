"""The figures of an organised night: points of its rounds, standing, pool, prizes and pots."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from scorekeeper.club.facts import ClubGame, GameState, Night, Person
from scorekeeper.club.figures import (
    FEES_ACCOUNT,
    POOL_ACCOUNT,
    NightFigures,
    account_of,
    account_of_pot,
    add_up,
    figures_of_part,
    sum_money,
)
from scorekeeper.rules import Score
from scorekeeper.tournament.facts import FEES, Organised, PlacePrizes, PointsBy, RoundPoints
from scorekeeper.tournament.seats.plan import Met, SeatWishes


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
    """Return the points of each rank by a scale; those who are level share their places' points.

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
            ranks = [
                1 + sum([result > own for result in results.values()]) for own in results.values()
            ]
            return dict(zip(results, worth_of_ranks(ranks, points.scale), strict=True))


def wins_of_table(results: Mapping[str, Score]) -> dict[str, Score]:
    """Return 1 for the best result, an equal share if several have it, and 0 for all others.

    The table is won even if its game was ended early.
    """
    best = max(results.values(), default=0)
    winners = sum([result == best for result in results.values()])
    return {
        person: Fraction(1, winners) if result == best else 0 for person, result in results.items()
    }


def rounds_of(night: Night, organised: Organised) -> tuple[RoundFigures, ...]:
    """Return the figures of all rounds of a night."""
    numbers = range(1, organised.seats.rounds + 1)
    played = [_figures_of_round(night, organised, number) for number in numbers]
    people = {person for round_ in played for person in round_.points}
    averages = {person: _average(person, played) for person in people}
    return tuple([_with_byes(round_, organised, averages) for round_ in played])


def _average(person: str, played: Sequence[RoundFigures]) -> Score:
    own = [round_.points[person] for round_ in played if person in round_.points]
    return Fraction(sum(own)) / len(own)


def _figures_of_round(night: Night, organised: Organised, number: int) -> RoundFigures:
    games = [game for game in night.games if game.round == number and not game.is_void]
    counted = [game.signed_results for game in games if game.counts]
    is_open = any(game.state is GameState.OPEN for game in games)
    planned = organised.seats.shown[number - 1].tables if _is_shown(organised, number) else ()
    return RoundFigures(
        number=number,
        games=tuple(games),
        is_complete=bool(counted) and not is_open and len(counted) >= len(planned),
        points=_join_tables([points_of_table(organised.points, table) for table in counted]),
        wins=_join_tables([wins_of_table(table) for table in counted]),
    )


def _is_shown(organised: Organised, number: int) -> bool:
    return number <= len(organised.seats.shown)


def _join_tables(tables: Iterable[Mapping[str, Score]]) -> dict[str, Score]:
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

    Those who are level in all three share a rank, in the order of ``ranks``.
    """
    people = sorted(
        {person for round_ in rounds for person in round_.points}, key=ranks.__getitem__
    )
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
                played=sum([person in round_.points for round_ in rounds]),
            )
            for person in ordered
        ]
    )


def _figures_of(person: str, rounds: Sequence[RoundFigures]) -> tuple[Score, Score, Score]:
    """Return points, wins and the best round of a person, by which the standing is ordered."""
    own = [round_.points[person] for round_ in rounds if person in round_.points]
    rested = [round_.byes[person] for round_ in rounds if person in round_.byes]
    won = [round_.wins[person] for round_ in rounds if person in round_.wins]
    return sum([*own, *rested]), sum(won), max(own)


# --- entry money, the pool that pays prizes, and pots; all in minor units, and nothing is lost ----


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """The pool of a night, in minor units.

    As soon as a game of a round counts, what comes in goes out: entries + added = fees + pots +
    awards + deals + places + rest - short. ``short`` is what the club pays.
    """

    entries: int
    fees: int
    pots: int
    added: int
    awards: int
    deals: int
    places: int
    rest: int
    short: int

    @property
    def paid_in(self) -> int:
        """What the pool gets."""
        return self.entries + self.added - self.fees - self.pots

    @property
    def paid_out(self) -> int:
        """What goes out of the pool."""
        return self.awards + self.deals + self.places + self.rest - self.short


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonPrizes:
    """What a person gets at a night, in minor units; awards from pots are among ``awards``."""

    places: int
    deals: int
    awards: int

    @property
    def sum(self) -> int:
        """All prizes together."""
        return self.places + self.deals + self.awards


@dataclass(frozen=True, slots=True, kw_only=True)
class PotMoney:
    """What a night does to a pot, in minor units; ``paid_in`` are parts of entries, and fines."""

    before: int
    paid_in: int
    awards: int
    rest: int

    @property
    def after(self) -> int:
        """What the pot holds after the night."""
        return self.before + self.paid_in - self.awards + self.rest


class OrganisedFigures:
    """The figures of the organised part of a night, each computed when it is asked for.

    ``people`` are those of the club in its order; ``held`` has what each pot held before.
    """

    def __init__(
        self,
        night: Night,
        organised: Organised,
        people: Mapping[str, Person],
        held: Mapping[str, int],
    ) -> None:
        self.night = night
        self.organised = organised
        self._people = people
        self.held = held

    def digest(self) -> str:
        """Return what the figures follow from besides their night and its people."""
        return repr(sorted(self.held.items()))

    @cached_property
    def rounds(self) -> tuple[RoundFigures, ...]:
        """All rounds of the night."""
        return rounds_of(self.night, self.organised)

    @cached_property
    def standing(self) -> tuple[NightStanding, ...]:
        """Who has a game that counts, the best first."""
        return standing_of(self.rounds, {person: rank for rank, person in enumerate(self._people)})

    @property
    def complete(self) -> int:
        """The number of the last round that is complete, 0 before the first."""
        return max([round_.number for round_ in self.rounds if round_.is_complete], default=0)

    def as_of(self, number: int) -> "OrganisedFigures":
        """Return the figures as they were after a round, without the games of later ones."""
        games = [game for game in self.night.games if (game.round or 0) <= number]
        night = replace(self.night, games=tuple(games))
        return OrganisedFigures(night, self.organised, self._people, self.held)

    def wishes(self, met: Met) -> SeatWishes:
        """Return what is wanted of the seats; ``met`` is who met before in a season.

        Those who did not enter tonight are left out of it. The standing is there if the round after
        which it decides is complete.
        """
        here = frozenset(self.organised.entered)
        seats = self.organised.seats
        before = max(len(seats.shown), (seats.standing_from or seats.rounds + 1) - 1)
        is_known = before <= len(self.rounds) and self.rounds[before - 1].is_complete
        ranked = [standing.person for standing in self.standing]
        others = [person for person in self.organised.entered if person not in ranked]
        return replace(
            seats,
            met={pair: times for pair, times in met.items() if pair <= here},
            standing=(*ranked, *others) if is_known else (),
        )

    @cached_property
    def entries(self) -> dict[str, int]:
        """What each person who entered and is not free pays for it."""
        organised = self.organised
        entry = organised.entry
        if entry is None:
            return {}
        guest = entry.minor if entry.guest is None else entry.guest
        return {
            person: entry.minor if self._people[person].is_member_on(self.night.date) else guest
            for person in organised.entered
            if person not in organised.free
        }

    @cached_property
    def owed(self) -> dict[str, int]:
        """What each person owes: the entry, and fines."""
        return add_up(
            [*self.entries.items(), *[(fine.person, fine.minor) for fine in self.organised.fines]]
        )

    @cached_property
    def _parts(self) -> dict[str, int]:
        """The parts of the entries for pots."""
        entry = self.organised.entry
        return (
            {pot: minor * len(self.entries) for pot, minor in entry.pots.items()} if entry else {}
        )

    @cached_property
    def _paid_into_pots(self) -> dict[str, int]:
        return add_up(
            [*self._parts.items(), *[(fine.pot, fine.minor) for fine in self.organised.fines]]
        )

    @cached_property
    def awards(self) -> tuple[int, ...]:
        """The minor units of each award, in their order."""
        return tuple([minor for minor, _ in self._awarded])

    @cached_property
    def _awarded(self) -> list[tuple[int, bool]]:
        """The minor units of each award, and whether its pot holds them; the pool has no end."""
        left = Counter(sum_money((self.held, self._paid_into_pots)))
        awarded: list[tuple[int, bool]] = []
        for award in self.organised.awards:
            minor = left[award.pot] if award.minor is None else award.minor
            awarded.append((minor, not award.pot or left[award.pot] >= minor))
            left[award.pot] -= minor
        return awarded

    @cached_property
    def awards_by_source(self) -> dict[str, int]:
        """The sum of the awards from each pot, and under "" that of those from the pool."""
        return add_up(
            [
                (award.pot, minor)
                for award, minor in zip(self.organised.awards, self.awards, strict=True)
            ]
        )

    def unpaid_awards(self) -> list[int]:
        """Return the places, from 0, of the awards that their pot does not hold."""
        return [place for place, (_, is_held) in enumerate(self._awarded) if not is_held]

    @cached_property
    def deals(self) -> dict[str, int]:
        """What winners of deals get; a side shares it, and its first players get the odd units."""
        minor = self.organised.prizes.deal
        games = [game for played in self.rounds for game in played.games if game.counts]
        return add_up(
            [
                (game.people[seat], share)
                for game in games
                for winners in game.played.deal_winners
                for seat, share in zip(winners, _divide(minor, len(winners)), strict=True)
            ]
        )

    @cached_property
    def schedule(self) -> PlacePrizes:
        """The prizes of places for as many as entered; no prizes if none fit."""
        count = len(self.organised.entered)
        for prizes in self.organised.prizes.places:
            if prizes.up_to is None or count <= prizes.up_to:
                return prizes
        return PlacePrizes()

    @cached_property
    def pool(self) -> Pool:
        """The pool, from what comes in to the rest."""
        organised, entry = self.organised, self.organised.entry
        before = Pool(
            entries=sum(self.entries.values()),
            fees=entry.fee * len(self.entries) if entry else 0,
            pots=sum(self._parts.values()),
            added=organised.added,
            awards=self.awards_by_source.get("", 0),
            deals=sum(self.deals.values()),
            places=0,
            rest=0,
            short=0,
        )
        if not self.standing:
            # Only awards are paid, and the rest waits.
            return before
        left = before.paid_in - before.paid_out
        places = sum(prizes_of_places(self.schedule, len(self.standing), max(0, left)))
        rest = left - places
        return replace(before, places=places, rest=max(0, rest), short=max(0, -rest))

    @property
    def is_short(self) -> bool:
        """Whether the pool does not pay everything in full."""
        wanted = sum(self.schedule.fixed[: len(self.standing)])
        return self.pool.short > 0 or self.pool.places < wanted

    @cached_property
    def places(self) -> dict[str, int]:
        """What each in the standing gets: those who are level add up their prizes and divide them.

        The first of them get the odd units.
        """
        prizes = prizes_of_places(self.schedule, len(self.standing), self.pool.places)
        shares: dict[str, int] = {}
        for rank in dict.fromkeys([standing.rank for standing in self.standing]):
            level = [standing.person for standing in self.standing if standing.rank == rank]
            minor = sum(prizes[rank - 1 : rank - 1 + len(level)])
            shares |= dict(zip(level, _divide(minor, len(level)), strict=True))
        return shares

    @cached_property
    def prizes(self) -> dict[str, PersonPrizes]:
        """The prizes of all who get any, in the order of the club."""
        awarded = add_up(
            [
                (award.person, minor)
                for award, minor in zip(self.organised.awards, self.awards, strict=True)
            ]
        )
        prizes = {
            person: PersonPrizes(
                places=self.places.get(person, 0),
                deals=self.deals.get(person, 0),
                awards=awarded.get(person, 0),
            )
            for person in self._people
        }
        return {person: own for person, own in prizes.items() if own.sum}

    @cached_property
    def pots(self) -> dict[str, PotMoney]:
        """What the night does to each pot."""
        gets_rest = self.organised.prizes.rest
        return {
            pot: PotMoney(
                before=before,
                paid_in=self._paid_into_pots.get(pot, 0),
                awards=self.awards_by_source.get(pot, 0),
                rest=self.pool.rest if gets_rest == pot else 0,
            )
            for pot, before in self.held.items()
        }

    @property
    def pots_after(self) -> dict[str, int]:
        """What each pot holds after the night."""
        return {pot: money.after for pot, money in self.pots.items()}

    @property
    def entry_postings(self) -> dict[str, int]:
        """What is owed for entry and fines by account, plus if it is owed to the club."""
        pool = self.pool
        return {
            **{account_of(person): minor for person, minor in self.owed.items()},
            FEES_ACCOUNT: pool.added - pool.fees,
            POOL_ACCOUNT: -pool.paid_in,
            **{account_of_pot(pot): -money.paid_in for pot, money in self.pots.items()},
        }

    @property
    def prize_postings(self) -> dict[str, int]:
        """What goes out by account, minus if it is owed to somebody."""
        pool = self.pool
        rest = pool.rest if self.organised.prizes.rest == FEES else 0
        return {
            **{account_of(person): -prizes.sum for person, prizes in self.prizes.items()},
            FEES_ACCOUNT: pool.short - rest,
            POOL_ACCOUNT: pool.paid_out,
            **{account_of_pot(pot): money.awards - money.rest for pot, money in self.pots.items()},
        }


@figures_of_part.register
def _(
    part: Organised, night: Night, people: Mapping[str, Person], held: Mapping[str, int]
) -> OrganisedFigures:
    return OrganisedFigures(night, part, people, held)


def organised_figures(figures: NightFigures) -> OrganisedFigures | None:
    """Return the figures of what is organised at a night, None if nothing is."""
    return figures.organised if isinstance(figures.organised, OrganisedFigures) else None


def _divide(minor: int, among: int) -> list[int]:
    """Return equal shares in whole units; the first ones get one more if some are left over."""
    share, odd = divmod(minor, among) if among else (0, 0)
    return [share + (place < odd) for place in range(among)]


def prizes_of_places(schedule: PlacePrizes, places: int, minor: int) -> list[int]:
    """Return the prizes of so many places out of an amount, the first place first.

    Fixed prizes are paid from the top as long as the money lasts; parts divide all of it.
    """
    prizes: list[int] = []
    for fixed in schedule.fixed[:places]:
        prizes.append(min(fixed, minor - sum(prizes)))
    prizes += _split_in_parts(minor, schedule.parts[:places])
    return prizes + [0] * (places - len(prizes))


def _split_in_parts(minor: int, parts: Sequence[int]) -> list[int]:
    """Return an amount in these parts: whole units; any left over go to the largest remainders."""
    total = sum(parts)
    shares = [minor * part // total for part in parts]
    remainders = [minor * part % total for part in parts]
    over = minor - sum(shares) if parts else 0
    # The sort is stable: of equal remainders the higher place comes first.
    for place in sorted(range(len(parts)), key=lambda place: -remainders[place])[:over]:
        shares[place] += 1
    return shares
