"""Reads sums and bests of a club's results: for standings, head to head and high scores.

Whole years and ten of them come from the tables of years, the days before and after them from
single results. Where only sums are asked for, more than half of a year is read as the whole year
minus the days that are not asked for.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

from scorekeeper.domain.club.chosen import Choice
from scorekeeper.storage.club.results import BESTS, DECADE, SUMMED, write_sums
from scorekeeper.storage.database import Connection

NEVER: Final = "9999-12-31"
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


class _Conditions:
    """The SQL conditions of a choice: for rows of years, and for single rows by ranges of days.

    Each range of days has a query of its own, since SQLite would read all rows for two at once.
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
    return _read(db, _Conditions(choice, "is_member"), SUMMED, "best_deal")


def read_short_sums(
    db: Connection, choice: Choice, columns: Sequence[str]
) -> tuple[SummedRow, ...]:
    """Return the sums of some columns, without ``best_deal``; faster than ``read_sums``."""
    return _read(db, _Conditions(choice, "is_member", subtracts=True), columns)


def _read(
    db: Connection, conditions: _Conditions, columns: Sequence[str], *bests: str
) -> tuple[SummedRow, ...]:
    sums = write_sums(columns, bests)
    added = f"SELECT person, count(*), {sums} FROM result WHERE"  # noqa: S608 - our own names
    taken = f"SELECT person, -count(*), {write_sums(columns, sign='-')} FROM result WHERE"  # noqa: S608
    rows = db.execute(
        f"""
        SELECT person, sum(games), {sums} FROM (
            SELECT person, sum(games) AS games, {sums} FROM result_year
                WHERE {conditions.decades} GROUP BY person
            {conditions.with_singles(added, "GROUP BY person")}
            {conditions.with_less(taken, "GROUP BY person")}
        ) GROUP BY person HAVING sum(games) > 0
        """,  # noqa: S608 - our own names
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
    conditions = _Conditions(choice, "are_members")
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
        """,  # noqa: S608
        {**conditions.values, "person": person, "people": json.dumps(list(people))},
    ).fetchall()
    return tuple([PairSums(*row) for row in rows])


class Best(NamedTuple):
    """The best that was reached of a feat in a variant, in parts, higher the better."""

    variant: str
    feat: str
    parts: int


def read_bests(db: Connection, choice: Choice) -> dict[tuple[str, str], Best]:
    """Return the best of each feat that somebody reached, by variant and feat."""
    conditions = _Conditions(choice, "is_member")
    if conditions.span.has_years:
        # Each best is the first row of its index; the rows of a short time may be far behind.
        values = {**conditions.values, "since": choice.since, "to": choice.until or NEVER}
        rows = db.execute(_first_bests(choice), values).fetchall()
    else:
        rows = db.execute(
            f"SELECT variant, {', '.join([f'max({name})' for name in BESTS])}"  # noqa: S608
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
        f"(SELECT {name} FROM result WHERE variant = known.variant AND {name} IS NOT NULL"  # noqa: S608
        f" AND date BETWEEN :since AND :to{members} ORDER BY {name} DESC LIMIT 1)"
        for name in BESTS
    ]
    known = "SELECT DISTINCT variant FROM result_year WHERE :variant IN ('', variant)"
    return f"SELECT variant, {', '.join(firsts)} FROM ({known}) AS known"  # noqa: S608


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
    (count,) = db.execute(f"SELECT count(*) FROM result WHERE {condition}", values).fetchone()  # noqa: S608
    rows = db.execute(
        f"SELECT person, game, date FROM result WHERE {condition}"  # noqa: S608
        " ORDER BY date, night_number, game_number, seat LIMIT :most",
        values,
    ).fetchall()
    return [HeldRow(*row) for row in rows], int(count)
