"""The site that answers a request: its settings and where its games are kept."""

from dataclasses import dataclass
from typing import Final, cast

from flask import current_app

from scorekeeper.bookkeeping.store import GameStore
from scorekeeper.config import Settings

SITE: Final = "scorekeeper"
"""The name under which Flask keeps the site among its extensions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """What the site was made of."""

    settings: Settings
    store: GameStore


def site() -> Site:
    """Return the site that answers this request."""
    return cast(Site, current_app.extensions[SITE])
