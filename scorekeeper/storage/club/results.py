"""Reads and writes results: for each game that counts, a row for each person and each pair.

The rows are worked out from facts alone, and those of a night are replaced together. Points and
wins are stored in parts of 2520, which every share of a win and of a bonus among up to ten fills
exactly. Standings, head to head, high scores and a person's games are read from them.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, fields
from datetime import date, timedelta
from fractions import Fraction
from typing import Any, Final, NamedTuple

from scorekeeper.domain.club.results import Choice
from scorekeeper.domain.settlement import Score
from scorekeeper.storage.database import Connection

PARTS: Final = 2520
"""How many parts a point or a win has in the tables."""


def write_parts(score: Score) -> int:
    """Return a figure in parts. Raises ValueError if the parts would not be a whole number."""
    parts = Fraction(score) * PARTS
    if parts.denominator != 1:
        raise ValueError(f"{score} is no whole number of {PARTS} parts")
    return parts.numerator


def read_parts(parts: int) -> Score:
    """Return the figure of a number of parts."""
    score = Fraction(parts, PARTS)
    return score.numerator if score.denominator == 1 else score


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """The columns of a person's results that are summed, then those of which the best is taken.

    ``wins``, ``points`` and feats are in parts; a feat is higher the better it is. ``money`` is
    None if the game settles none. ``first_of_game`` is 1 in one row of each game, ``first_member``
    in one row of its members, so that their sums are numbers of games.
    """

    wins: int
    points: int
    money: int | None
    deals: int
    outs: int
    concealed: int
    queens_caught: int
    jokers_caught: int
    gins: int
    undercuts: int
    first_of_game: int
    first_member: int
    best_deal: int | None
    feat_best_total: int | None
    feat_best_deal: int | None
    feat_fastest: int | None
    feat_biggest_win: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow(Counts):
    """The result of one person in a game; ``place`` of ``players`` is 1 for the best result."""

    game: str
    seat: int
    person: str
    night: str
    date: str
    night_number: int
    game_number: int
    variant: str
    is_member: int
    place: int
    players: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRow:
    """The result of two people in a game; ``first`` comes first in the order of the club."""

    game: str
    first: str
    second: str
    night: str
    date: str
    variant: str
    are_members: int
    first_ahead: int
    second_ahead: int
    money: int


BESTS: Final = tuple([each.name for each in fields(Counts) if each.name.startswith("feat_")])
SUMMED: Final = tuple(
    [each.name for each in fields(Counts) if each.name not in ("best_deal", *BESTS)]
)
_COUNTED: Final = ", ".join([each.name for each in fields(Counts)])


def write_sums(summed: Iterable[str], bests: Iterable[str] = (), *, sign: str = "") -> str:
    """Return the SQL of the sums of some columns of results, and the best of others."""
    sums = [f"{sign}coalesce(sum({name}), 0) AS {name}" for name in summed]
    return ", ".join([*sums, *[f"max({name}) AS {name}" for name in bests]])


_SUMS: Final = write_sums(SUMMED, ("best_deal", *BESTS))
_RESULT_NAMES: Final = tuple([each.name for each in fields(ResultRow)])
_RESULT: Final = ", ".join(_RESULT_NAMES)
_PAIR_NAMES: Final = tuple([each.name for each in fields(PairRow)])
_PAIR: Final = ", ".join(_PAIR_NAMES)

_YEAR: Final = "substr(date, 1, 4)"
_COUNT_YEARS: Final = f"""
    INSERT INTO result_year (person, year, variant, is_member, games, {_COUNTED})
    SELECT person, {_YEAR}, variant, is_member, count(*), {_SUMS} FROM result
    """
_BY_YEAR: Final = f"GROUP BY person, {_YEAR}, variant, is_member"
DECADE: Final = "decade "
"""Begins the ``year`` of the sums of ten years; the first three digits of the years follow."""
_DECADE: Final = f"'{DECADE}' || substr(year, 1, 3)"
_COUNT_DECADES: Final = f"""
    INSERT INTO result_year (person, year, variant, is_member, games, {_COUNTED})
    SELECT person, {_DECADE}, variant, is_member, sum(games), {_SUMS} FROM result_year
    """
_BY_DECADE: Final = f"GROUP BY person, {_DECADE}, variant, is_member"
_COUNT_PAIR_YEARS: Final = f"""
    INSERT INTO pair_year
        (first, second, year, variant, are_members, games, first_ahead, second_ahead, money)
    SELECT first, second, {_YEAR}, variant, are_members, count(*),
        sum(first_ahead), sum(second_ahead), sum(money) FROM pair
    """
_BY_PAIR_YEAR: Final = f"GROUP BY first, second, {_YEAR}, variant, are_members"


def replace_results(
    db: Connection, night: str, results: Iterable[ResultRow], pairs: Iterable[PairRow]
) -> bool:
    """Store the rows of a night in place of those it had; return whether any was different."""
    old_results, old_pairs = read_results(db, night), read_pairs(db, night)
    new_results, new_pairs = set(results), set(pairs)
    if (old_results, old_pairs) == (new_results, new_pairs):
        return False
    for result in old_results - new_results:
        key = result.game, result.seat
        db.execute("DELETE FROM result WHERE (game, seat) = (?, ?)", key)
    for pair in old_pairs - new_pairs:
        ends = pair.game, pair.first, pair.second
        db.execute("DELETE FROM pair WHERE (game, first, second) = (?, ?, ?)", ends)
    insert_results(db, new_results - old_results)
    insert_pairs(db, new_pairs - old_pairs)
    for person, year in {(each.person, each.date[:4]) for each in old_results ^ new_results}:
        _count_year(db, person, year)
    for person, decade in {(each.person, each.date[:3]) for each in old_results ^ new_results}:
        _count_decade(db, person, decade)
    for first, second, year in {
        (each.first, each.second, each.date[:4]) for each in old_pairs ^ new_pairs
    }:
        _count_pair_year(db, first, second, year)
    return True


def read_results(db: Connection, night: str) -> set[ResultRow]:
    """Return the rows of persons in the games of a night."""
    rows = db.execute(f"SELECT {_RESULT} FROM result WHERE night = ?", (night,))
    return {ResultRow(**dict(zip(_RESULT_NAMES, row, strict=True))) for row in rows.fetchall()}


def read_pairs(db: Connection, night: str) -> set[PairRow]:
    """Return the rows of pairs in the games of a night."""
    rows = db.execute(f"SELECT {_PAIR} FROM pair WHERE night = ?", (night,))
    return {PairRow(**dict(zip(_PAIR_NAMES, row, strict=True))) for row in rows.fetchall()}


def insert_results(db: Connection, rows: Iterable[ResultRow]) -> None:
    """Insert rows of persons without summing their years."""
    _insert(db, "result", _RESULT_NAMES, rows)


def insert_pairs(db: Connection, rows: Iterable[PairRow]) -> None:
    """Insert rows of pairs without summing their years."""
    _insert(db, "pair", _PAIR_NAMES, rows)


def _insert(
    db: Connection, table: str, names: Sequence[str], rows: Iterable[ResultRow | PairRow]
) -> None:
    marks = ", ".join("?" * len(names))
    db.conn.executemany(
        f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})",
        [astuple(row) for row in rows],
    )


def _count_year(db: Connection, person: str, year: str) -> None:
    db.execute("DELETE FROM result_year WHERE (person, year) = (?, ?)", (person, year))
    db.execute(
        f"{_COUNT_YEARS} WHERE person = ? AND date >= ? AND date < ? {_BY_YEAR}",
        (person, year, _behind(year)),
    )


def _count_decade(db: Connection, person: str, decade: str) -> None:
    db.execute(
        "DELETE FROM result_year WHERE (person, year) = (?, ?)", (person, f"{DECADE}{decade}")
    )
    db.execute(
        f"{_COUNT_DECADES} WHERE person = ? AND year BETWEEN ? AND ? {_BY_DECADE}",
        (person, f"{decade}0", f"{decade}9"),
    )


def _behind(year: str) -> str:
    """Return a text that comes after every day of a year and before those of the next."""
    return f"{year}-99"


def _count_pair_year(db: Connection, first: str, second: str, year: str) -> None:
    ends = first, second, year
    db.execute("DELETE FROM pair_year WHERE (first, second, year) = (?, ?, ?)", ends)
    db.execute(
        f"{_COUNT_PAIR_YEARS} WHERE first = ? AND second = ? AND date >= ? AND date < ?"
        f" {_BY_PAIR_YEAR}",
        (first, second, year, _behind(year)),
    )


def rebuild_years(db: Connection) -> bool:
    """Compute the sums of all years again; return whether any was wrong."""
    old = _all_years(db)
    db.execute("DELETE FROM result_year")
    db.execute(f"{_COUNT_YEARS} {_BY_YEAR}")
    db.execute(f"{_COUNT_DECADES} {_BY_DECADE}")
    db.execute("DELETE FROM pair_year")
    db.execute(f"{_COUNT_PAIR_YEARS} {_BY_PAIR_YEAR}")
    return old != _all_years(db)


def _all_years(db: Connection) -> list[tuple[object, ...]]:
    return [
        *db.execute("SELECT * FROM result_year").fetchall(),
        *db.execute("SELECT * FROM pair_year").fetchall(),
    ]


def has_result(db: Connection, game: str) -> bool:
    """Tell whether a game, by its id in the club, has a result."""
    return db.execute("SELECT 1 FROM result WHERE game = ?", (game,)).fetchone() is not None


def drop_unknown_nights(db: Connection) -> int:
    """Delete the rows of nights that do not exist; return how many rows."""
    return sum(
        [
            db.execute(f"DELETE FROM {table} WHERE night NOT IN (SELECT id FROM night)").rowcount
            for table in ("result", "pair")
        ]
    )


# --- conditions of a choice -----------------------------------------------------------------------
# Whole years and ten of them come from the tables of years, the days before and after them from
# single results. Where only sums are asked for, more than half of a year is read as the whole year
# minus the days that are not asked for.


NEVER: Final = "9999-12-31"
"""A day after all others, for a choice without a last day."""
_BEGIN, _MIDDLE, _END = "-01-01", "-07-02", "-12-31"
"""Days of a year."""


class _Range(NamedTuple):
    """Days from and to, both inclusive."""

    since: str
    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Span:
    """The days of a choice: whole years (none if ``first`` is after ``last``), and the rest.

    ``less`` are the days of these whole years that the choice does not have.
    """

    first: int
    last: int
    rest: tuple[_Range, ...]
    less: tuple[_Range, ...] = ()

    @property
    def has_years(self) -> bool:
        return self.first <= self.last

    @property
    def years(self) -> list[_Range]:
        """The range of whole years, as the column ``year`` has them."""
        return [_Range(f"{self.first:04d}", f"{self.last:04d}")] if self.has_years else []

    @property
    def decades(self) -> list[_Range]:
        """The ranges of whole decades, and of the whole years before and after them."""
        begins, ends = -(-self.first // 10), (self.last + 1) // 10
        if begins >= ends:
            return self.years
        ranges = [_Range(f"{DECADE}{begins:03d}", f"{DECADE}{ends - 1:03d}")]
        if self.first < begins * 10:
            ranges.append(_Range(f"{self.first:04d}", f"{begins * 10 - 1:04d}"))
        if self.last >= ends * 10:
            ranges.append(_Range(f"{ends * 10:04d}", f"{self.last:04d}"))
        return ranges


def _span_of(choice: Choice, *, subtracts: bool) -> _Span:
    """Divide the days of a choice into whole years and the days before and after them.

    With ``subtracts``, more than half of a year counts as the whole year, with its other days in
    ``less``.
    """
    since, to = choice.since or "0000-01-01", choice.until or NEVER
    first, last, rest, less = int(since[:4]), int(to[:4]), [], []
    is_whole = (since[4:], to[4:]) == (_BEGIN, _END)
    if choice.night or (first == last and not is_whole):
        return _Span(first=1, last=0, rest=(_Range(since, to),))
    if subtracts and _BEGIN < since[4:] < _MIDDLE:
        less.append(_Range(f"{since[:4]}{_BEGIN}", _day_beside(since, -1)))
    elif since[4:] != _BEGIN:
        rest.append(_Range(since, f"{since[:4]}{_END}"))
        first += 1
    if subtracts and _MIDDLE < to[4:] < _END:
        less.append(_Range(_day_beside(to, 1), f"{to[:4]}{_END}"))
    elif to[4:] != _END:
        rest.append(_Range(f"{to[:4]}{_BEGIN}", to))
        last -= 1
    if first > last:
        rest = [_Range(since, to)]
    return _Span(first=first, last=last, rest=tuple(rest), less=tuple(less))


def _day_beside(day: str, step: int) -> str:
    return (date.fromisoformat(day) + timedelta(days=step)).isoformat()


class ChoiceConditions:
    """The SQL conditions of a choice: for rows of years, and for single rows by ranges of days.

    ``member`` is the column that says whether a row is of members. Each range of days has a query
    of its own, since SQLite would read all rows for two at once.
    """

    def __init__(self, choice: Choice, member: str, *, subtracts: bool = False) -> None:
        self.span = _span_of(choice, subtracts=subtracts)
        self.values: dict[str, Any] = {"variant": choice.variant, "night": choice.night}
        both = []
        if choice.variant:
            both.append("variant = :variant")
        if choice.members_only:
            both.append(f"{member} = 1")
        self.years = " AND ".join([self._within("year", self.span.years), *both])
        self.decades = " AND ".join([self._within("year", self.span.decades), *both])
        if choice.night:
            both.append("night = :night")
        self.singles, self.less = (
            [" AND ".join([self._within("date", [days]), *both]) for days in ranges]
            for ranges in (self.span.rest, self.span.less)
        )

    def with_singles(self, select: str, group: str = "") -> str:
        """Return SQL that adds the rows of the rest; ``select`` ends before its condition."""
        return " ".join([f"UNION ALL {select} {each} {group}" for each in self.singles])

    def with_less(self, select: str, group: str) -> str:
        """Return SQL that adds the rows of ``less``, whose figures ``select`` negates."""
        return " ".join([f"UNION ALL {select} {each} {group}" for each in self.less])

    def _within(self, column: str, ranges: Iterable[_Range]) -> str:
        """Return the condition that a column is in one of some ranges."""
        conditions = []
        for each in ranges:
            number = len(self.values)
            self.values |= {f"since{number}": each.since, f"to{number}": each.to}
            conditions.append(f"{column} BETWEEN :since{number} AND :to{number}")
        return f"({' OR '.join(conditions)})" if conditions else "0"


# --- sums, for standings and head to head ---------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SummedRow:
    """The sums of a person's results by their columns; points and wins in parts of 2520.

    ``best_deal`` is None also if it was not asked for.
    """

    person: str
    games: int
    best_deal: int | None
    sums: dict[str, int]


def read_sums(db: Connection, choice: Choice) -> tuple[SummedRow, ...]:
    """Return the sums of all columns for each person with a result in a choice."""
    return _read(db, ChoiceConditions(choice, "is_member"), SUMMED, "best_deal")


def read_short_sums(
    db: Connection, choice: Choice, columns: Sequence[str]
) -> tuple[SummedRow, ...]:
    """Return the sums of some columns, without ``best_deal``; faster than ``read_sums``."""
    return _read(db, ChoiceConditions(choice, "is_member", subtracts=True), columns)


def _read(
    db: Connection, conditions: ChoiceConditions, columns: Sequence[str], *bests: str
) -> tuple[SummedRow, ...]:
    sums = write_sums(columns, bests)
    added = f"SELECT person, count(*), {sums} FROM result WHERE"
    taken = f"SELECT person, -count(*), {write_sums(columns, sign='-')} FROM result WHERE"
    rows = db.execute(
        f"""
        SELECT person, sum(games), {sums} FROM (
            SELECT person, sum(games) AS games, {sums} FROM result_year
                WHERE {conditions.decades} GROUP BY person
            {conditions.with_singles(added, "GROUP BY person")}
            {conditions.with_less(taken, "GROUP BY person")}
        ) GROUP BY person HAVING sum(games) > 0
        """,
        conditions.values,
    ).fetchall()
    return tuple(
        [
            SummedRow(
                person=person,
                games=games,
                best_deal=figures[len(columns)] if bests else None,
                sums=dict(zip(columns, figures, strict=False)),
            )
            for person, games, *figures in rows
        ]
    )


class PairSums(NamedTuple):
    """The sums of two people's games together."""

    first: str
    second: str
    games: int
    first_ahead: int
    second_ahead: int
    money: int


def read_pair_sums(
    db: Connection, choice: Choice, *, people: Iterable[str] = (), person: str = ""
) -> tuple[PairSums, ...]:
    """Return the sums of each two of ``people``, or of ``person`` with everybody else."""
    conditions = ChoiceConditions(choice, "are_members")
    whose = (
        "(first = :person OR second = :person)"
        if person
        else "first IN (SELECT value FROM json_each(:people))"
        " AND second IN (SELECT value FROM json_each(:people))"
    )
    single = "SELECT first, second, 1, first_ahead, second_ahead, money FROM pair"
    rows = db.execute(
        f"""
        SELECT first, second, sum(games), sum(first_ahead), sum(second_ahead), sum(money) FROM (
            SELECT first, second, games, first_ahead, second_ahead, money FROM pair_year
                WHERE {whose} AND {conditions.years}
            {conditions.with_singles(f"{single} WHERE {whose} AND")}
        ) GROUP BY first, second
        """,
        {**conditions.values, "person": person, "people": json.dumps(list(people))},
    ).fetchall()
    return tuple([PairSums(*row) for row in rows])


# --- bests and who reached them, for high scores --------------------------------------------------


class Best(NamedTuple):
    """The best that was reached of a feat in a variant, in parts, higher the better."""

    variant: str
    feat: str
    parts: int


def read_bests(db: Connection, choice: Choice) -> dict[tuple[str, str], Best]:
    """Return the best of each feat that somebody reached, by variant and feat."""
    conditions = ChoiceConditions(choice, "is_member")
    if conditions.span.has_years:
        # Each best is the first row of its index; the rows of a short time may be far behind.
        values = {**conditions.values, "since": choice.since, "to": choice.until or NEVER}
        rows = db.execute(_first_bests(choice), values).fetchall()
    else:
        rows = db.execute(
            f"SELECT variant, {', '.join([f'max({name})' for name in BESTS])}"
            f" FROM result WHERE {conditions.singles[0]} GROUP BY variant",
            conditions.values,
        ).fetchall()
    return {
        (variant, feat): Best(variant, feat, parts)
        for variant, *found in rows
        for feat, parts in zip(BESTS, found, strict=True)
        if parts is not None
    }


def _first_bests(choice: Choice) -> str:
    """Return the SQL of the first row of each feat's index in each variant."""
    members = " AND is_member = 1" if choice.members_only else ""
    firsts = [
        f"(SELECT {name} FROM result WHERE variant = known.variant AND {name} IS NOT NULL"
        f" AND date BETWEEN :since AND :to{members} ORDER BY {name} DESC LIMIT 1)"
        for name in BESTS
    ]
    known = "SELECT DISTINCT variant FROM result_year WHERE :variant IN ('', variant)"
    return f"SELECT variant, {', '.join(firsts)} FROM ({known}) AS known"


class HeldRow(NamedTuple):
    """A person who holds a high score, and the game and day of it."""

    person: str
    game: str
    date: str


def read_holders(
    db: Connection, choice: Choice, best: Best, *, most: int
) -> tuple[Sequence[HeldRow], int]:
    """Return holders of a high score, the first first, and how many there are.

    At most ``most`` are returned, all of them if it is -1.
    """
    condition = f"variant = :variant AND {best.feat} = :best AND date BETWEEN :since AND :to"
    if choice.night:
        condition += " AND night = :night"
    if choice.members_only:
        condition += " AND is_member = 1"
    values = {
        "variant": best.variant,
        "best": best.parts,
        "since": choice.since,
        "to": choice.until or NEVER,
        "night": choice.night,
        "most": most,
    }
    (count,) = db.execute(f"SELECT count(*) FROM result WHERE {condition}", values).fetchone()
    rows = db.execute(
        f"SELECT person, game, date FROM result WHERE {condition}"
        " ORDER BY date, night_number, game_number, seat LIMIT :most",
        values,
    ).fetchall()
    return [HeldRow(*row) for row in rows], int(count)


# --- results of one person ------------------------------------------------------------------------


class PersonResultRow(NamedTuple):
    """A person's result in one game; ``points`` and ``wins`` are in parts."""

    game: str
    night: str
    date: str
    label: str
    variant: str
    is_over: int
    place: int
    players: int
    points: int
    wins: int
    money: int | None


def read_person_results(
    db: Connection, person: str, choice: Choice, *, skip: int, most: int | None
) -> tuple[tuple[PersonResultRow, ...], int]:
    """Return results of a person, the newest first, and how many there are in all."""
    conditions = ["person = :person", "date BETWEEN :since AND :to"]
    if choice.night:
        conditions.append("result.night = :night")
    if choice.variant:
        conditions.append("variant = :variant")
    if choice.members_only:
        conditions.append("is_member = 1")
    condition = " AND ".join(conditions)
    values = {
        "person": person,
        "since": choice.since,
        "to": choice.until or NEVER,
        "night": choice.night,
        "variant": choice.variant,
        "most": -1 if most is None else most,
        "skip": skip,
    }
    (count,) = db.execute(f"SELECT count(*) FROM result WHERE {condition}", values).fetchone()
    rows = db.execute(
        "SELECT result.game, result.night, date, label, variant, feat_best_total IS NOT NULL,"
        " place, players, points, wins, money"
        f" FROM result JOIN night_game ON night_game.number = game_number WHERE {condition}"
        " ORDER BY date DESC, night_number DESC, game_number DESC LIMIT :most OFFSET :skip",
        values,
    ).fetchall()
    return tuple([PersonResultRow(*row) for row in rows]), int(count)


def read_first_day(db: Connection) -> str:
    """Return the day of the first result, empty if there is none."""
    return str(db.execute("SELECT coalesce(min(date), '') FROM result").fetchone()[0])
