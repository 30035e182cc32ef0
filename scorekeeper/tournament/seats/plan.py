"""Plans of seats: who sits where in each round of a night, who rests, and what the plan costs.

People stay the same all evening; a round has several tables. The last at each table deals first.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import combinations
from typing import NamedTuple, TypeVar

from scorekeeper.tournament.seats.search import STEPS, Search, Unit, balance, sizes_of_tables

Pair = tuple[str, str]
"""Two people by their ids."""
Met = Mapping[frozenset[str], int]
"""How often two people met before, in the nights of a season."""


_Who = TypeVar("_Who")


class SeatMode(StrEnum):
    """How the rounds are planned before those by standing."""

    AHEAD = "ahead"
    MOVEMENT = "movement"


class PartnersSit(StrEnum):
    """Where partners sit: always at one table, or never."""

    TOGETHER = "together"
    APART = "apart"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A person who entered, and the rounds that the person is there for; rounds count from 1."""

    id: str
    since: int = 1
    until: int | None = None
    absent: frozenset[int] = frozenset()

    def is_there(self, number: int) -> bool:
        """Tell whether the person is there in a round."""
        is_over = self.until is not None and number > self.until
        return self.since <= number and not is_over and number not in self.absent


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """The tables of a round, each with its people in the order of seats, and those who rest."""

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatWishes:
    """What is wanted of the seats of a night.

    ``sizes`` are those of tables, the usual one first. From the round ``standing_from`` on, one
    round at a time is planned by ``standing``, the order of people after the round before; without
    it the plan ends there. ``shown`` are rounds that everybody has seen and that stand.
    """

    people: tuple[Entrant, ...]
    rounds: int
    sizes: tuple[int, ...]
    mode: SeatMode = SeatMode.AHEAD
    standing_from: int | None = None
    standing: tuple[str, ...] = ()
    apart: tuple[Pair, ...] = ()
    together: tuple[Pair, ...] = ()
    partners: tuple[Pair, ...] = ()
    partners_sit: PartnersSit = PartnersSit.TOGETHER
    met: Met = field(default_factory=dict, hash=False)
    shown: tuple[Round, ...] = ()
    seed: str = ""

    @property
    def forbidden(self) -> tuple[Pair, ...]:
        """The pairs that must not share a table."""
        sit_apart = self.partners if self.partners_sit is PartnersSit.APART else ()
        return (*self.apart, *sit_apart)

    @property
    def joined(self) -> tuple[Pair, ...]:
        """The partners who share every table."""
        return self.partners if self.partners_sit is PartnersSit.TOGETHER else ()

    @property
    def per_unit(self) -> int:
        """How many people sit and rest together."""
        return 2 if self.joined else 1

    def units(self) -> tuple[Unit, ...]:
        """Return those who sit and rest together, in the order of people: partners, or one."""
        partner_of = {one: other for pair in self.joined for one, other in (pair, pair[::-1])}
        units: dict[frozenset[str], Unit] = {}
        for entrant in self.people:
            unit = (
                (entrant.id, partner_of[entrant.id]) if entrant.id in partner_of else (entrant.id,)
            )
            units.setdefault(frozenset(unit), unit)
        return tuple(units.values())

    def units_there(self, number: int) -> tuple[Unit, ...]:
        """Return those who are there in a round; partners come and go together."""
        there = {entrant.id for entrant in self.people if entrant.is_there(number)}
        return tuple([unit for unit in self.units() if unit[0] in there])

    def table_sizes(self, units: int) -> tuple[int, ...]:
        """Return how many units sit at each table of a round with so many, the largest first."""
        return sizes_of_tables(units, tuple([size // self.per_unit for size in self.sizes]))

    def with_meant(self, meant: Mapping[str, str]) -> "SeatWishes":
        """Return the wishes with each person by the id that is meant."""
        return replace(
            self,
            people=tuple(
                [replace(entrant, id=meant.get(entrant.id, entrant.id)) for entrant in self.people]
            ),
            apart=_meant_pairs(self.apart, meant),
            together=_meant_pairs(self.together, meant),
            partners=_meant_pairs(self.partners, meant),
            shown=tuple(
                [
                    Round(
                        tables=tuple([_meant_ids(table, meant) for table in round_.tables]),
                        byes=_meant_ids(round_.byes, meant),
                    )
                    for round_ in self.shown
                ]
            ),
        )


def _meant_ids(ids: Iterable[str], meant: Mapping[str, str]) -> tuple[str, ...]:
    return tuple([meant.get(person, person) for person in ids])


def _meant_pairs(pairs: Iterable[Pair], meant: Mapping[str, str]) -> tuple[Pair, ...]:
    return tuple([(meant.get(one, one), meant.get(other, other)) for one, other in pairs])


class PlanCost(NamedTuple):
    """What a plan costs: a smaller figure is better, and counts more than all after it."""

    forbidden: int
    byes: int
    unmet: int
    meetings: int
    season: int
    odd_tables: int
    dealers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPlan:
    """The rounds of a plan, those shown first, its cost, and the pairs that meet more than once.

    Partners who sit together are none of these pairs.
    """

    seed: str
    rounds: tuple[Round, ...]
    cost: PlanCost
    repeats: tuple[tuple[str, str, int], ...]


def plan_seats(wishes: SeatWishes, steps: int = STEPS) -> SeatPlan:
    """Return the plan; the same wishes give the same plan on every machine.

    ``steps`` is how long to search, in changes of places that are looked at.
    """
    rounds = list(wishes.shown)
    last_ahead = min(wishes.rounds, (wishes.standing_from or wishes.rounds + 1) - 1)
    numbers = range(len(rounds) + 1, last_ahead + 1)
    if wishes.mode is SeatMode.MOVEMENT:
        rounds += [_movement(wishes, number) for number in numbers]
    elif numbers:
        rounds += _plan_ahead(wishes, numbers, steps)
    following = len(rounds) + 1
    if wishes.standing and last_ahead < following <= wishes.rounds:
        rounds.append(_plan_by_standing(wishes, rounds))
    return plan_of(wishes, rounds)


def plan_of(wishes: SeatWishes, rounds: Sequence[Round]) -> SeatPlan:
    """Return rounds as a plan, with their cost."""
    return SeatPlan(
        seed=wishes.seed,
        rounds=tuple(rounds),
        cost=cost_of(wishes, rounds),
        repeats=tuple(_repeats(wishes, rounds)),
    )


# --- what a plan costs ----------------------------------------------------------------------------


def cost_of(wishes: SeatWishes, rounds: Sequence[Round]) -> PlanCost:
    """Return what these rounds cost."""
    meetings = _meetings(rounds)
    joined = {frozenset(pair) for pair in wishes.joined}
    tables = [table for round_ in rounds for table in round_.tables]
    usual = wishes.sizes[0]
    odd = Counter([person for table in tables if len(table) != usual for person in table])
    return PlanCost(
        forbidden=sum([meetings[frozenset(pair)] for pair in wishes.forbidden]),
        byes=_pairs_in(_byes(rounds)),
        unmet=sum([not meetings[frozenset(pair)] for pair in wishes.together]),
        meetings=_pairs_in({pair: n for pair, n in meetings.items() if pair not in joined}),
        season=sum([times * wishes.met.get(pair, 0) for pair, times in meetings.items()]),
        odd_tables=_pairs_in(odd),
        dealers=_pairs_in(_first_deals(rounds)),
    )


def _pairs_in(times: Mapping[_Who, int]) -> int:
    """Return Σ n(n − 1)/2: nothing for what happens once, and more the less evenly it is spread."""
    return sum([count * (count - 1) // 2 for count in times.values()])


def _meetings(rounds: Iterable[Round]) -> Counter[frozenset[str]]:
    tables = [table for round_ in rounds for table in round_.tables]
    return Counter([frozenset(pair) for table in tables for pair in combinations(table, 2)])


def _byes(rounds: Iterable[Round]) -> Counter[str]:
    return Counter([person for round_ in rounds for person in round_.byes])


def _first_deals(rounds: Iterable[Round]) -> Counter[str]:
    return Counter([table[-1] for round_ in rounds for table in round_.tables])


def _repeats(wishes: SeatWishes, rounds: Sequence[Round]) -> Iterable[tuple[str, str, int]]:
    meetings, joined = _meetings(rounds), {frozenset(pair) for pair in wishes.joined}
    for one, other in combinations([entrant.id for entrant in wishes.people], 2):
        times = meetings[frozenset((one, other))]
        if times > 1 and frozenset((one, other)) not in joined:
            yield one, other, times


# --- rounds searched ahead ------------------------------------------------------------------------


def _plan_ahead(wishes: SeatWishes, numbers: range, steps: int) -> list[Round]:
    """Return the rounds of these numbers, searched together with those shown."""
    there = [wishes.units_there(number) for number in numbers]
    search = Search(
        units=wishes.units(),
        there=there,
        sizes=[wishes.table_sizes(len(units)) for units in there],
        usual=wishes.sizes[0] // wishes.per_unit,
        forbidden=wishes.forbidden,
        together=wishes.together,
        met=wishes.met,
        shown=[_split_into_units(wishes, round_) for round_ in wishes.shown],
        seed=wishes.seed,
    )
    found = search.run(steps)
    tables = [table for one_round in found for table in one_round.tables]
    people = [[person for unit in table for person in unit] for table in tables]
    dealers = iter(balance([(1, table) for table in people], _first_deals(wishes.shown)))
    return [
        Round(
            tables=tuple([_seat_units(table, next(dealers)[0]) for table in one_round.tables]),
            byes=tuple([person for unit in one_round.byes for person in unit]),
        )
        for one_round in found
    ]


def _split_into_units(wishes: SeatWishes, shown: Round) -> tuple[list[list[Unit]], list[Unit]]:
    """Return the tables and byes of a round by units."""
    unit_of = {person: unit for unit in wishes.units() for person in unit}
    tables = [list(dict.fromkeys([unit_of[person] for person in table])) for table in shown.tables]
    return tables, list(dict.fromkeys([unit_of[person] for person in shown.byes]))


def _seat_units(units: Sequence[Unit], dealer: str) -> tuple[str, ...]:
    """Return the seats of a table: partners sit alternately, and the dealer comes last."""
    last = next(unit for unit in units if dealer in unit)
    order = [unit for unit in units if unit != last]
    order.append((*[person for person in last if person != dealer], dealer))
    return tuple([unit[place] for place in range(len(last)) for unit in order])


# --- rounds of a round robin ----------------------------------------------------------------------


def _movement(wishes: SeatWishes, number: int) -> Round:
    """Return a round of the round robin in which everybody meets everybody once.

    With an even number of units the last one stays at table 1.
    """
    units = wishes.units()
    stays = len(units) % 2 == 0
    moving = len(units) - 1 if stays else len(units)
    turn = (number - 1) % moving
    tables = [(units[-1], units[turn])] if stays else []
    tables += [
        (units[(turn + step) % moving], units[(turn - step) % moving])
        for step in range(1, (moving + 1) // 2)
    ]
    return Round(
        tables=tuple([_alternately(table) for table in tables]),
        byes=() if stays else units[turn],
    )


def _alternately(units: Sequence[Unit]) -> tuple[str, ...]:
    return tuple([unit[place] for place in range(len(units[0])) for unit in units])


# --- rounds by standing ---------------------------------------------------------------------------


def _plan_by_standing(wishes: SeatWishes, rounds: Sequence[Round]) -> Round:
    """Return the next round: the best at table 1, and whoever has rested least rests."""
    number = len(rounds) + 1
    order = {person: place for place, person in enumerate(wishes.standing)}
    there = sorted(
        wishes.units_there(number), key=lambda unit: min([order.get(p, len(order)) for p in unit])
    )
    sizes, rested = wishes.table_sizes(len(there)), _byes(rounds)
    byes: list[Unit] = []
    while len(there) > sum(sizes):
        fewest = min([rested[unit[0]] for unit in there])
        byes.append([unit for unit in there if rested[unit[0]] == fewest][-1])
        there.remove(byes[-1])
    apart = {frozenset(pair) for pair in wishes.forbidden}
    dealt = _first_deals(rounds)
    tables = []
    for size in sizes:
        table = _fill(there, size, apart)
        people = [person for unit in table for person in unit]
        fewest = min([dealt[person] for person in people])
        dealer = [person for person in people if dealt[person] == fewest][-1]
        tables.append(_seat_units(table, dealer))
    byes.sort(key=lambda unit: min([order.get(person, len(order)) for person in unit]))
    return Round(tables=tuple(tables), byes=tuple([person for unit in byes for person in unit]))


def _fill(waiting: list[Unit], size: int, apart: set[frozenset[str]]) -> list[Unit]:
    """Take a table from the top of those who wait; whoever may not sit there is passed over."""
    table: list[Unit] = []
    while len(table) < size:
        sitting = [person for unit in table for person in unit]
        fitting = [
            unit
            for unit in waiting
            if not any(frozenset((one, other)) in apart for one in unit for other in sitting)
        ]
        table.append((fitting or waiting)[0])
        waiting.remove(table[-1])
    return table
