"""The seasons of a club: quarters of a year, with names."""

from datetime import date
from typing import Final, NamedTuple

from scorekeeper.wording import write_date

_NAMES: Final = ("Winter", "Spring", "Summer", "Autumn")
_LAST_DAYS: Final = ("03-31", "06-30", "09-30", "12-31")
_MONTHS: Final = 3


class Season(NamedTuple):
    """Three months: ``Autumn 2026`` from 1 October to 31 December; days are ISO texts."""

    name: str
    since: str
    until: str


def season_of(day: str) -> Season:
    """Return the season that an ISO day falls into."""
    year, month = day[:4], int(day[5:7])
    quarter = (month - 1) // _MONTHS
    return Season(
        name=f"{_NAMES[quarter]} {year}",
        since=f"{year}-{quarter * _MONTHS + 1:02d}-01",
        until=f"{year}-{_LAST_DAYS[quarter]}",
    )


def seasons_back(first: str, last: str, most: int) -> list[Season]:
    """Return at most ``most`` seasons, from that of ``last`` back to that of ``first``."""
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
