"""The page of backups: the last good one, all those kept, and a button that makes another."""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import Final

from flask import Response, abort, url_for

from scorekeeper.store.backups import (
    Backup,
    find_backups,
    is_late,
    made_at,
)
from scorekeeper.store.database import StorageError, storage_errors
from scorekeeper.store.rows import latest_clock_steps
from scorekeeper.web.core import (
    KEEPER,
    Page,
    Part,
    keeper_blueprint,
    least_role,
    see_other,
    show,
    site,
)

backups_pages = keeper_blueprint("backups", __name__)

_PIECE_BYTES: Final = 64 * 1024
"""Small enough that even the slowest network carries each piece within the time limit."""
_PATIENCE_SECONDS: Final = 5.0
_MOST_CLOCK_STEPS: Final = 3


@backups_pages.get("/")
@least_role(KEEPER)
def show_backups() -> Response:
    """Show the backups."""
    return show(_make_page())


@backups_pages.post("/make")
@least_role(KEEPER)
def make_another() -> Response:
    """Make a backup, and show the page when it is made or takes long; 429 if it is too soon."""
    runs = site().backups
    if not runs.begin():
        return show(_make_page(is_too_soon=True), status=429)
    runs.wait(_PATIENCE_SECONDS)
    return see_other(url_for("backups.show_backups"))


@backups_pages.get("/<int:number>")
@least_role(KEEPER)
def download(number: int) -> Response:
    """Send a backup, piece by piece, to be saved as a file; raises StorageError."""
    found = [backup for backup in _find_backups() if backup.number == number]
    if not found:
        abort(404)
    path = found[-1].path
    try:
        file = path.open("rb")
    except FileNotFoundError:
        abort(404)  # another was made meanwhile, and this one was too old to be kept
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


def _make_page(*, is_too_soon: bool = False) -> Page:
    runs, lines = site().backups, tuple(_read_lines(_find_backups()))
    with site().store.database.reading() as db:
        steps = latest_clock_steps(db, _MOST_CLOCK_STEPS)
    return Page(
        "backups/overview.html",
        lines=lines,
        is_late=bool(lines) and is_late(lines[0].backup, datetime.now(UTC)),
        is_being_made=runs.is_being_made,
        is_too_soon=is_too_soon,
        trouble=runs.trouble,
        warnings=runs.warnings,
        clock_steps=tuple(steps),
        restore=site().settings.command("restore", str(site().settings.backups / "NAME")),
    )


def _find_backups() -> tuple[Backup, ...]:
    folder = site().settings.backups
    with storage_errors(folder):
        return find_backups(folder)


def _read_lines(backups: Sequence[Backup]) -> Iterator[Part]:
    for backup in reversed(backups):
        with suppress(FileNotFoundError):  # deleted since the folder was read
            yield Part(backup=backup, made=made_at(backup), size=backup.path.stat().st_size)
