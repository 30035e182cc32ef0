"""Divides the days of a choice into whole years and single days, and writes its SQL conditions.

Whole years and ten of them come from the tables of years, the days before and after them from
single results. Where only sums are asked for, more than half of a year is read as the whole year
minus the days that are not asked for.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

from scorekeeper.domain.club.results import Choice
from scorekeeper.storage.club.results import DECADE

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
