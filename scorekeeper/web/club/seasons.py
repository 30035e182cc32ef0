"""The seasons of a club that standings offer; without any, quarters of a year by their months."""

from collections.abc import Sequence
from datetime import date
from typing import Final, NamedTuple

from scorekeeper.tournament import facts as organised
from scorekeeper.wording import write_date

_NAMES: Final = (
    "January to March",
    "April to June",
    "July to September",
    "October to December",
)
_LAST_DAYS: Final = ("03-31", "06-30", "09-30", "12-31")
_MONTHS: Final = 3


class Season(NamedTuple):
    """A season of the club by its ``id``, or a quarter without one: ``October to December 2026``.

    Days are ISO texts.
    """

    name: str
    since: str
    until: str
    id: str = ""

    @property
    def key(self) -> str:
        """What stands for it in an address: its id, or the first day of a quarter."""
        return self.id or self.since


def season_of(day: str) -> Season:
    """Return the quarter that an ISO day falls into."""
    year, month = day[:4], int(day[5:7])
    quarter = (month - 1) // _MONTHS
    return Season(
        name=f"{_NAMES[quarter]} {year}",
        since=f"{year}-{quarter * _MONTHS + 1:02d}-01",
        until=f"{year}-{_LAST_DAYS[quarter]}",
    )


def named_seasons(seasons: Sequence[organised.Season]) -> list[Season]:
    """Return the seasons that the club has named, the latest first."""
    found = [Season(each.name, each.since, each.to, each.id) for each in seasons]
    return sorted(found, key=lambda each: each.since, reverse=True)


def present_season(named: Sequence[Season], today: str) -> Season:
    """Return the named season of today, else the latest; a quarter if none has a name."""
    now = [each for each in named if each.since <= today <= each.until]
    return next(iter([*now, *named]), season_of(today))


def seasons_back(first: str, last: str, most: int) -> list[Season]:
    """Return at most ``most`` quarters, from that of ``last`` back to that of ``first``."""
    seasons = [season_of(last)]
    while seasons[-1].since > first and len(seasons) < most:
        seasons.append(season_of(_day_before(seasons[-1].since)))
    return seasons


def _day_before(day: str) -> str:
    return date.fromordinal(date.fromisoformat(day).toordinal() - 1).isoformat()


def write_days(since: str, until: str) -> str:
    """Return days in words, the year once if both have the same: ``1 May to 3 June 2026``."""
    if not since or not until:
        told = f"from {write_date(since)}" if since else f"until {write_date(until)}"
        return told if since or until else "all days"
    start = write_date(since)
    if since[:4] == until[:4]:
        start = start.removesuffix(f" {since[:4]}")
    return f"{start} to {write_date(until)}"


def write_day_of(day: str, year: str) -> str:
    """Return a day in words, without its year if it is ``year``."""
    return write_date(day).removesuffix(f" {year}")
