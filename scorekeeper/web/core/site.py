"""The site that answers a request: its settings and the store of its games."""

from dataclasses import dataclass
from typing import Final, cast

from flask import current_app

from scorekeeper.bookkeeping.club.files import FileRuns
from scorekeeper.bookkeeping.limits import StreamCounts
from scorekeeper.bookkeeping.store.backup_runs import BackupRuns
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.config import Settings
from scorekeeper.print.bundle import Bundles

SITE: Final = "scorekeeper"
"""The key of the site in ``app.extensions``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """The settings and store of the running site, its open streams, and files being made."""

    settings: Settings
    store: GameStore
    streams: StreamCounts
    backups: BackupRuns
    files: FileRuns
    bundles: Bundles


def site() -> Site:
    """Return the site that answers this request."""
    return cast(Site, current_app.extensions[SITE])
