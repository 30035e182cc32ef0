"""The sites of a host as the command lists them: one line or document for each."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from scorekeeper.club.rows.clubs import find_club_row
from scorekeeper.config import Settings
from scorekeeper.games.journals import count_games, newest_entry_at
from scorekeeper.hosting.folders import folder_of, is_closed, site_names, tell_fault
from scorekeeper.server.lock import is_served
from scorekeeper.store.backups import find_backups, made_at
from scorekeeper.store.copies import opened_untouched
from scorekeeper.store.database import lacks_migrations
from scorekeeper.wording import write_size


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedSite:
    """A site as its files say; ``trouble`` is why its database could not be read, if it could not.

    ``club`` is empty without a club, ``size`` is in bytes.
    """

    name: str
    is_awake: bool
    is_closed: bool
    size: int = 0
    last_backup: datetime | None = None
    club: str = ""
    games: int = 0
    last_entry: datetime | None = None
    trouble: str = ""

    @property
    def state(self) -> str:
        return "closed" if self.is_closed else "awake" if self.is_awake else "asleep"


def list_sites(host: Settings) -> Iterator[ListedSite]:
    """Yield all sites of a host. Raises OSError."""
    for name in site_names(host.instance):
        yield _look_at(name, folder_of(host.instance, name))


def _look_at(name: str, folder: Path) -> ListedSite:
    settings = Settings(instance=folder, secret_key="")
    database = settings.database
    found: dict[str, Any] = {
        "name": name,
        "is_awake": is_served(folder),
        "is_closed": is_closed(folder),
    }
    try:
        backups = find_backups(settings.backups)
        found["last_backup"] = made_at(backups[-1]) if backups else None
        found["size"] = database.stat().st_size if database.exists() else 0
        with opened_untouched(database) as db:
            lacks_migrations(database, db)  # raises for one of a newer program
            row = find_club_row(db)
            found["club"] = row.club.name if row else ""
            found["games"], found["last_entry"] = count_games(db), newest_entry_at(db)
    except Exception as error:  # noqa: BLE001 - no site keeps another from the list
        found["trouble"] = tell_fault(error)
    return ListedSite(**found)


def site_document(site: ListedSite) -> dict[str, Any]:
    """Return a site as JSON for programs; times are in UTC."""
    return {
        "name": site.name,
        "club": site.club,
        "state": site.state,
        "games": site.games,
        "last_entry": _iso(site.last_entry),
        "bytes": site.size,
        "last_backup": _iso(site.last_backup),
        "trouble": site.trouble,
    }


def _iso(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat(timespec="seconds")


_HEAD = ("name", "club", "state", "games", "last entry", "size", "last backup")


def site_lines(sites: list[ListedSite]) -> Iterator[str]:
    """Yield the lines of a table of sites for people."""
    rows = [_HEAD, *[_cells(site) for site in sites]]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        yield "  ".join(cells).rstrip()
    for site in sites:
        if site.trouble:
            yield f"{site.name}: {site.trouble}"


def _cells(site: ListedSite) -> tuple[str, ...]:
    return (
        site.name,
        site.club or "–",
        site.state,
        "?" if site.trouble else str(site.games),
        _day(site.last_entry),
        write_size(site.size),
        _day(site.last_backup),
    )


def _day(at: datetime | None) -> str:
    return "–" if at is None else f"{at.astimezone():%Y-%m-%d %H:%M}"
