"""Searches tables for several rounds together, so that people meet as seldom as possible.

The search begins with a regular pattern where there is one, and then lets two units change places
again and again: always the best change for somebody who meets others too often, and none that was
taken back just now (tabu search; Dotú and Van Hentenryck do so for the social golfer problem). It
draws its numbers from a digest of the seed and stops after a number of steps, so that it gives the
same plan on every machine.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations, product
from operator import itemgetter
from struct import unpack
from typing import Final, NamedTuple, TypeVar

Unit = tuple[str, ...]
"""Who always sits together: partners, or one person."""
STEPS: Final = 600_000
"""How many changes of places are looked at unless nothing is left to gain; within a second."""
_LOOKS: Final = 12
"""How many places are looked at for one where much is to be gained."""
_TABU: Final = 4
_TABU_SPREAD: Final = 10
_PATIENCE: Final = 20
"""After so many changes without a better plan the search goes back to the best one."""
_PATTERN_STEPS: Final = 3_000


class Draw:
    """Numbers drawn from SHA-256 of ``SEED:0``, ``SEED:1``, …, four of 64 bits from each."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._digests = 0
        self._ready: list[int] = []

    def below(self, limit: int) -> int:
        """Return a number from 0 to below ``limit``, each as likely as any other."""
        top = (1 << 64) // limit * limit
        while True:
            if not self._ready:
                digest = sha256(f"{self._seed}:{self._digests}".encode()).digest()
                self._ready = list(unpack(">4Q", digest))[::-1]
                self._digests += 1
            number = self._ready.pop()
            if number < top:
                return number % limit


def sizes_of_tables(units: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """Return the sizes of tables for so many units, the largest first.

    They seat as many as possible, then have as many tables of the first size as possible, and so
    on.
    """
    first, *others = sizes
    choices = product(*[range(units // size + 1) for size in others])
    best: tuple[int, ...] = ()
    for more in choices:
        left = units - sum([count * size for count, size in zip(more, others, strict=True)])
        if left >= 0:
            count = left // first
            best = max(best, (units - left + count * first, count, *more))
    found = [size for size, count in zip(sizes, best[1:], strict=True) for _ in range(count)]
    return tuple(sorted(found, reverse=True))


class FoundRound(NamedTuple):
    """The tables of a round by units, and those who rest."""

    tables: list[list[Unit]]
    byes: list[Unit]


@dataclass(frozen=True, kw_only=True)
class Search:
    """What is searched: who is ``there`` in each round, and the sizes of its tables in units.

    ``forbidden``, ``together`` and ``met`` are of people. ``shown`` are earlier rounds, their
    tables and those who rested. ``usual`` is the usual size of a table.
    """

    units: Sequence[Unit]
    there: Sequence[Sequence[Unit]]
    sizes: Sequence[Sequence[int]]
    usual: int
    forbidden: Sequence[tuple[str, str]]
    together: Sequence[tuple[str, str]]
    met: Mapping[frozenset[str], int]
    shown: Sequence[tuple[Sequence[Sequence[Unit]], Sequence[Unit]]]
    seed: str

    def run(self, steps: int) -> list[FoundRound]:
        """Return the best rounds that were found."""
        place = {unit: number for number, unit in enumerate(self.units)}
        draw = Draw(self.seed)
        tables = _Tables(self, place)
        for of_round, byes in _begin(self, place, draw):
            tables.add_round(of_round, byes)
        tables.improve(draw, steps)
        return [
            FoundRound(
                tables=[[self.units[unit] for unit in table] for table in of_round[:-1]],
                byes=sorted([self.units[unit] for unit in of_round[-1]], key=place.__getitem__),
            )
            for of_round in tables.best
        ]


# --- where the search begins ----------------------------------------------------------------------


def _begin(
    search: Search, place: Mapping[Unit, int], draw: Draw
) -> Iterator[tuple[list[list[int]], list[int]]]:
    """Yield tables and resting units of each round, the byes spread as evenly as possible."""
    there = [[place[unit] for unit in units] for units in search.there]
    rested: defaultdict[int, int] = defaultdict(int)
    for _, rested_then in search.shown:
        for unit in rested_then:
            rested[place[unit]] += 1
    slots = [
        (len(units) - sum(sizes), units) for units, sizes in zip(there, search.sizes, strict=True)
    ]
    patterns: dict[tuple[int, ...], Iterator[list[list[int]]]] = {}
    resting = balance(slots, rested)
    for present, sizes, byes in zip(there, search.sizes, resting, strict=True):
        sitting = [unit for unit in present if unit not in byes]
        key = tuple(sitting)
        if key not in patterns:
            # Many a pattern needs no search; so the seed deals the people into it.
            dealt = _shuffled(sitting, [len(sitting)], draw) if len({*sizes}) == 1 else [sitting]
            patterns[key] = _pattern(dealt[0], sizes, len(there))
        tables = next(patterns[key], None)
        yield tables if tables is not None else _shuffled(sitting, sizes, draw), byes


def _shuffled(units: Sequence[int], sizes: Sequence[int], draw: Draw) -> list[list[int]]:
    left = list(units)
    return [[left.pop(draw.below(len(left))) for _ in range(size)] for size in sizes]


def _pattern(units: Sequence[int], sizes: Sequence[int], rounds: int) -> Iterator[list[list[int]]]:
    """Yield rounds of equal tables in which nobody meets twice, as many as the pattern has.

    The units stand in as many columns as a table has seats. In each round every column moves on by
    a number of its own; two columns never move on by the same difference twice.
    """
    if not sizes or len(set(sizes)) > 1:
        return
    count, seats = len(sizes), sizes[0]
    columns = [list(units[first : first + count]) for first in range(0, len(units), count)]
    moves, add = max(
        [(_moves(count, seats, rounds, take), add) for take, add in _GROUPS if _fits(add, count)],
        key=lambda found: len(found[0]),
    )
    for move in moves:
        tables: list[list[int]] = [[] for _ in range(count)]
        for column, by in zip(columns, move, strict=True):
            for at, unit in enumerate(column):
                tables[add(at, by) % count].append(unit)
        yield tables
    if count % seats == 0:  # those of one column have not met yet
        yield [
            column[first : first + seats] for column in columns for first in range(0, count, seats)
        ]


def _fits(add: Callable[[int, int], int], count: int) -> bool:
    """Tell whether numbers below ``count`` stay below it when they are added."""
    return add is int.__add__ or count & (count - 1) == 0


_GROUPS: Final[tuple[tuple[Callable[[int, int], int], Callable[[int, int], int]], ...]] = (
    (int.__sub__, int.__add__),
    (int.__xor__, int.__xor__),
)
"""Two ways to add that have a pattern: of whole numbers, and of bits; each with its difference."""


def _moves(
    count: int, seats: int, rounds: int, take: Callable[[int, int], int]
) -> list[tuple[int, ...]]:
    """Return moves of columns, one for each round, with different differences of each two."""
    best: list[tuple[int, ...]] = []
    used: set[tuple[int, int, int]] = set()
    rows: list[tuple[int, ...]] = []
    steps = iter(range(_PATTERN_STEPS))

    def differences(row: Sequence[int]) -> set[tuple[int, int, int]]:
        pairs = combinations(range(len(row)), 2)
        return {(one, two, take(row[two], row[one]) % count) for one, two in pairs}

    def extend(row: tuple[int, ...]) -> bool:
        """Go on with a row; tell whether all is found, or no step is left."""
        nonlocal best
        if len(row) == seats:
            rows.append(row)
            used.update(differences(row))
            best = max(best, list(rows), key=len)
            if len(rows) == rounds or extend((0,)):
                return True
            used.difference_update(differences(rows.pop()))
            return False
        for by in range(count):
            if next(steps, None) is None:
                return True
            if used.isdisjoint(differences((*row, by))) and extend((*row, by)):
                return True
        return False

    extend((0,))
    return best


# --- changes of places ----------------------------------------------------------------------------


class _Weights(NamedTuple):
    """How much each figure counts: one more of it is worse than all that may come after it."""

    forbidden: int
    byes: int
    unmet: int
    meeting: int
    season: int
    odd: int


class _Tables:
    """The tables of all rounds, and what each two cost by meeting once more or once less.

    The last list of a round are those who rest.
    """

    def __init__(self, search: Search, place: Mapping[Unit, int]) -> None:
        count = len(search.units)
        unit_of = {person: place[unit] for unit in search.units for person in unit}
        self.rounds: list[list[list[int]]] = []
        self.where: list[dict[int, int]] = []
        self.is_odd: list[list[bool]] = []
        self.usual = search.usual
        self.times = [[0] * count for _ in range(count)]
        self.odd = [0] * count
        self.byes = [0] * count
        self._forbidden = _count_pairs(search.forbidden, unit_of)
        self._wished = _count_pairs(search.together, unit_of)
        met = [(one, two, times) for (one, two), times in _sorted_pairs(search.met)]
        self._met = _count_pairs([(one, two) for one, two, _ in met], unit_of, [n for *_, n in met])
        self.weights = self._weigh(search)
        self.more = [[0] * count for _ in range(count)]
        self.less = [[0] * count for _ in range(count)]
        for one, two in combinations(range(count), 2):
            self._price(one, two)
        for tables, byes in search.shown:
            self._count([[place[unit] for unit in table] for table in tables])
            for unit in byes:
                self.byes[place[unit]] += 1
        self._fewest_byes = 0
        self.best: list[list[list[int]]] = []

    def _weigh(self, search: Search) -> _Weights:
        rounds = len(search.there) + len(search.shown)
        meetings = sum([size * (size - 1) // 2 for sizes in search.sizes for size in sizes])
        odd = 1
        season = odd + len(search.units) * rounds * rounds
        meeting = season * (1 + meetings * max(self._met.values(), default=0))
        unmet = meeting * (1 + meetings * rounds + rounds * rounds)
        byes = unmet * (1 + len(search.together))
        forbidden = byes * (1 + len(search.units) * rounds * rounds)
        return _Weights(forbidden, byes, unmet, meeting, season, odd)

    def add_round(self, tables: Sequence[Sequence[int]], byes: Sequence[int]) -> None:
        """Add a round as it is at the beginning."""
        self.is_odd.append([len(table) != self.usual for table in tables] + [False])
        self.rounds.append([*[list(table) for table in tables], list(byes)])
        self.where.append({unit: at for at, table in enumerate(self.rounds[-1]) for unit in table})
        self._count(tables)
        for unit in byes:
            self.byes[unit] += 1

    def _count(self, tables: Sequence[Sequence[int]]) -> None:
        for table in tables:
            for one, two in combinations(table, 2):
                self._meet(one, two, 1)
            if len(table) != self.usual:
                for unit in table:
                    self.odd[unit] += 1

    def _meet(self, one: int, two: int, by: int) -> None:
        self.times[one][two] = self.times[two][one] = self.times[one][two] + by
        self._price(one, two)

    def _price(self, one: int, two: int) -> None:
        """Note what one more meeting of two units costs, and what one less saves."""
        pair, times, weights = (min(one, two), max(one, two)), self.times[one][two], self.weights
        base = self._forbidden.get(pair, 0) * weights.forbidden
        base += self._met.get(pair, 0) * weights.season
        wished = self._wished.get(pair, 0) * weights.unmet
        more = base + times * weights.meeting - (0 if times else wished)
        less = base + (times - 1) * weights.meeting - (wished if times == 1 else 0)
        self.more[one][two] = self.more[two][one] = more
        self.less[one][two] = self.less[two][one] = less

    def total(self) -> int:
        """Return the cost of all tables, and of byes beyond the least possible."""
        pairs = combinations(range(len(self.times)), 2)
        found = _pairs_in(self.odd) * self.weights.odd
        found += (_pairs_in(self.byes) - self._fewest_byes) * self.weights.byes
        for one, two in pairs:
            times, pair = self.times[one][two], (one, two)
            found += times * (times - 1) // 2 * self.weights.meeting
            found += times * self._met.get(pair, 0) * self.weights.season
            found += times * self._forbidden.get(pair, 0) * self.weights.forbidden
            found += (0 if times else self._wished.get(pair, 0)) * self.weights.unmet
        return found

    def improve(self, draw: Draw, steps: int) -> None:
        """Change places, at most ``steps`` changes looked at, and keep the best that was found."""
        # It begins with byes that are spread as evenly as can be.
        self._fewest_byes = _pairs_in(self.byes)
        cost = best = self.total()
        self._keep()
        tabu: dict[tuple[int, int, int], int] = {}
        turn = found_at = 0
        cells = [(number, unit) for number, where in enumerate(self.where) for unit in where]
        while steps > 0 and best > 0 and cells:
            turn += 1
            if turn - found_at > _PATIENCE:
                self._go_back()
                cost, found_at = best, turn
            number, unit = self._find_costly(cells, draw)
            changes = [*self._changes(number, unit)]
            steps -= _LOOKS + len(changes)
            allowed = [
                (other, by)
                for other, by in changes
                if tabu.get((number, unit, other), 0) <= turn or cost + by < best
            ]
            if not allowed:
                continue
            least = min([by for _, by in allowed])
            others = [other for other, by in allowed if by == least]
            other = others[draw.below(len(others))]
            self._change(number, unit, other)
            until = turn + _TABU + draw.below(_TABU_SPREAD)
            tabu[number, unit, other] = tabu[number, other, unit] = until
            cost += least
            if cost < best:
                best, found_at = cost, turn
                self._keep()

    def _keep(self) -> None:
        self.best = [[list(table) for table in tables] for tables in self.rounds]

    def _go_back(self) -> None:
        """Put everybody where they sat in the best tables so far."""
        for number, tables in enumerate(self.best):
            for at, table in enumerate(self.rounds[number]):
                for unit in [*table]:
                    self._move(number, unit, at, by=-1)
            for at, table in enumerate(tables):
                for unit in table:
                    self._move(number, unit, at, by=1)

    def _find_costly(self, cells: Sequence[tuple[int, int]], draw: Draw) -> tuple[int, int]:
        """Return a round and a unit in it whose meetings there cost the most of a few."""
        found, most = cells[0], -1
        for _ in range(_LOOKS):
            number, unit = cells[draw.below(len(cells))]
            place, less = self.where[number][unit], self.less[unit]
            table = self.rounds[number][place]
            if place == len(self.rounds[number]) - 1:
                cost = 0
            else:  # nobody meets themselves, so that costs nothing
                cost = max([less[other] for other in table])
                if self.is_odd[number][place]:
                    cost += self.odd[unit] - 1
            if cost > most:
                found, most = (number, unit), cost
        return found

    def _changes(self, number: int, unit: int) -> Iterator[tuple[int, int]]:
        """Yield the units of other tables, and what it costs to change places with each."""
        tables, at = self.rounds[number], self.where[number][unit]
        rests = len(tables) - 1
        own_more, own_less = self.more[unit], self.less[unit]
        mates = [other for other in tables[at] if other != unit] if at != rests else []
        saved = sum([own_less[mate] for mate in mates])
        # What each unit would pay to meet those that this one leaves.
        replacing = list(map(sum, zip(*[self.more[mate] for mate in mates], strict=True)))
        is_odd = self.is_odd[number][at]
        for place, table in enumerate(tables):
            if place == at or not table:
                continue
            by_resting = rests in (at, place)
            meets = place != rests
            joining = sum([own_more[other] for other in table]) - saved if meets else -saved
            row_of = itemgetter(*table, unit)  # two at least, so that it gives a tuple
            for other in table:
                by = joining + (replacing[other] if replacing else 0)
                if by_resting:
                    uneven = self._bye_change(unit, other, unit_rests=at == rests)
                    # Byes may become less even only so that a forbidden pair can part.
                    if uneven and not self._forbidden:
                        continue
                    by += uneven * self.weights.byes
                if meets:
                    less = self.less[other]
                    by -= own_more[other] + sum(row_of(less)) - less[unit]
                if is_odd != self.is_odd[number][place]:
                    by += self._odd_change(unit, other, is_odd=is_odd)
                yield other, by

    def _bye_change(self, unit: int, other: int, *, unit_rests: bool) -> int:
        """Return by how much a change with a resting unit makes the byes less even."""
        resting, sitting = (unit, other) if unit_rests else (other, unit)
        return self.byes[sitting] - (self.byes[resting] - 1)

    def _odd_change(self, unit: int, other: int, *, is_odd: bool) -> int:
        leaving, coming = (unit, other) if is_odd else (other, unit)
        return (self.odd[coming] - self.odd[leaving] + 1) * self.weights.odd

    def _change(self, number: int, unit: int, other: int) -> None:
        at, place = self.where[number][unit], self.where[number][other]
        self._move(number, unit, at, by=-1)
        self._move(number, other, place, by=-1)
        self._move(number, unit, place, by=1)
        self._move(number, other, at, by=1)

    def _move(self, number: int, unit: int, at: int, *, by: int) -> None:
        """Let a unit leave a table, ``by`` -1, or come to it."""
        tables = self.rounds[number]
        table = tables[at]
        if by < 0:
            table.remove(unit)
        if at == len(tables) - 1:
            self.byes[unit] += by
        else:
            for mate in table:
                self._meet(unit, mate, by)
            self.odd[unit] += by if self.is_odd[number][at] else 0
        if by > 0:
            table.append(unit)
            self.where[number][unit] = at


def _pairs_in(times: Sequence[int]) -> int:
    return sum([count * (count - 1) // 2 for count in times])


def _sorted_pairs(met: Mapping[frozenset[str], int]) -> list[tuple[tuple[str, str], int]]:
    """Return pairs in an order that does not depend on that of their hashes."""
    found = []
    for pair, times in met.items():
        one, two = sorted(pair)
        found.append(((one, two), times))
    return sorted(found)


def _count_pairs(
    pairs: Sequence[tuple[str, str]], unit_of: Mapping[str, int], times: Sequence[int] = ()
) -> dict[tuple[int, int], int]:
    """Return how often two units are named as a pair by their people."""
    found: dict[tuple[int, int], int] = {}
    for (one, two), count in zip(pairs, times or [1] * len(pairs), strict=True):
        units = sorted((unit_of[one], unit_of[two]))
        if units[0] != units[1]:
            key = units[0], units[1]
            found[key] = found.get(key, 0) + count
    return found


# --- turns as even as can be: who rests in a round, who deals first at a table --------------------

_Who = TypeVar("_Who", bound=Hashable)


def balance(
    slots: Sequence[tuple[int, Sequence[_Who]]], had: Mapping[_Who, int]
) -> list[list[_Who]]:
    """Return who takes the turns of each slot, so that Σ n(n − 1)/2 over all is the least.

    A slot has a number of turns and those who may take one each. ``had`` are the earlier turns.
    """
    turns: dict[_Who, int] = {who: had.get(who, 0) for _, able in slots for who in able}
    taken: list[list[_Who]] = []
    for count, able in slots:
        chosen = sorted(able, key=turns.__getitem__)[:count]
        for who in chosen:
            turns[who] += 1
        taken.append(chosen)
    # A turn goes along a path of slots from somebody to one who had at least two fewer. When there
    # is no such path, no other way is more even: the sum is convex in the turns of each.
    while path := _shifting_path(slots, taken, turns):
        turns[path[0][1]] -= 1
        turns[path[-1][2]] += 1
        for slot, giver, receiver in path:
            taken[slot][taken[slot].index(giver)] = receiver
    return taken


def _shifting_path(
    slots: Sequence[tuple[int, Sequence[_Who]]],
    taken: Sequence[Sequence[_Who]],
    turns: Mapping[_Who, int],
) -> list[tuple[int, _Who, _Who]]:
    """Return steps (slot, giver, receiver) that make the turns more even; none if they are."""
    fewest = min(turns.values(), default=0)
    for source in sorted(turns, key=lambda who: -turns[who]):
        if turns[source] < fewest + 2:
            break
        path = _path_from(source, slots, taken, turns)
        if path:
            return path
    return []


def _path_from(
    source: _Who,
    slots: Sequence[tuple[int, Sequence[_Who]]],
    taken: Sequence[Sequence[_Who]],
    turns: Mapping[_Who, int],
) -> list[tuple[int, _Who, _Who]]:
    """Return the shortest steps from somebody to one who has at least two turns fewer."""
    came: dict[_Who, tuple[int, _Who]] = {}
    waiting = deque([source])
    while waiting:
        giver = waiting.popleft()
        own = [slot for slot, chosen in enumerate(taken) if giver in chosen]
        for slot, receiver in [(at, who) for at in own for who in slots[at][1]]:
            if receiver == source or receiver in came or receiver in taken[slot]:
                continue
            came[receiver] = slot, giver
            if turns[receiver] <= turns[source] - 2:
                return _back(came, source, receiver)
            waiting.append(receiver)
    return []


def _back(
    came: Mapping[_Who, tuple[int, _Who]], source: _Who, end: _Who
) -> list[tuple[int, _Who, _Who]]:
    path: list[tuple[int, _Who, _Who]] = []
    receiver = end
    while receiver != source:
        slot, giver = came[receiver]
        path.append((slot, giver, receiver))
        receiver = giver
    return path[::-1]
