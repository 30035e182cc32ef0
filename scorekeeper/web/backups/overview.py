"""The page of backups: the last good one, all that are kept, and a button that makes another."""

import os
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import ClassVar, Final

from flask import Response, abort, url_for

from scorekeeper.bookkeeping.store.backups import (
    Backup,
    BackupKind,
    find_backups,
    is_late,
    made_at,
)
from scorekeeper.storage.database import StorageError
from scorekeeper.web.backups.blueprint import backups_pages
from scorekeeper.web.core.access import KEEPER, least_role
from scorekeeper.web.core.filters import write_day, write_time
from scorekeeper.web.core.page import show
from scorekeeper.web.core.posting import see_other
from scorekeeper.web.core.site import site
from scorekeeper.wording import write_size

_PIECE_BYTES: Final = 64 * 1024
"""So small that a phone on the slowest network takes each within the time for an answer."""
_PATIENCE_SECONDS: Final = 5.0
_TOO_SOON: Final = "The last one was begun less than a minute ago. Load the page again later."
_KINDS: Final = {
    BackupKind.DAILY: "the daily one",
    BackupKind.UPGRADE: "before an upgrade",
    BackupKind.ASKED: "asked for",
    BackupKind.REPLACED: "replaced by a restored one",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupLine:
    """One backup: when and why it was made, its size, and where it is downloaded."""

    number: int
    made: str
    kind: str
    size: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupsPage:
    """The backups that are kept, the newest first, and how it stands with the next.

    ``trouble`` says why the last one that was asked for could not be made.
    """

    template: ClassVar = "backups/overview.html"
    lines: tuple[BackupLine, ...]
    is_late: bool
    is_being_made: bool
    trouble: str
    problem: str


@backups_pages.get("/")
@least_role(KEEPER)
def show_backups() -> Response:
    """Show the backups."""
    return show(_make_page())


@backups_pages.post("/make")
@least_role(KEEPER)
def make_another() -> Response:
    """Make a backup, and show the page when it is made or goes on for long; 429 if too soon."""
    asked = site().backups
    if not asked.begin():
        return show(_make_page(problem=_TOO_SOON), status=429)
    asked.wait(_PATIENCE_SECONDS)
    return see_other(url_for("backups.show_backups"))


@backups_pages.get("/<int:number>")
@least_role(KEEPER)
def download(number: int) -> Response:
    """Send a backup, piece by piece, to be saved as a file; raises StorageError."""
    found = [each for each in find_backups(site().settings.backups) if each.number == number]
    if not found:
        abort(404)
    path = found[-1].path
    try:
        file = path.open("rb")
    except OSError as error:
        raise StorageError(f"{path} cannot be read: {error.strerror}.") from error
    response = Response(
        iter(partial(file.read, _PIECE_BYTES), b""),
        mimetype="application/vnd.sqlite3",
        headers={
            "Content-Length": str(os.fstat(file.fileno()).st_size),
            "Content-Disposition": f'attachment; filename="{path.name}"',
        },
    )
    response.call_on_close(file.close)
    return response


def _make_page(*, problem: str = "") -> BackupsPage:
    backups, asked = find_backups(site().settings.backups), site().backups
    return BackupsPage(
        lines=tuple([_line_of(backup) for backup in reversed(backups)]),
        is_late=bool(backups) and is_late(backups[-1], datetime.now(UTC)),
        is_being_made=asked.is_being_made,
        trouble=asked.trouble,
        problem=problem,
    )


def _line_of(backup: Backup) -> BackupLine:
    at = made_at(backup)
    return BackupLine(
        number=backup.number,
        made=f"{write_day(at)}, {write_time(at)}",
        kind=_KINDS[backup.kind],
        size=write_size(backup.path.stat().st_size),
        address=url_for("backups.download", number=backup.number),
    )
