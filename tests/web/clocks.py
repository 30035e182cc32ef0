"""The clock of a test site, set to another time for a while."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from flask import Flask

from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.web.core.site import SITE


@contextmanager
def clock_set(site: Flask, by: timedelta) -> Iterator[GameStore]:
    """Set the clock of a site ahead, or back if ``by`` is negative; yield the store with it."""
    found = site.extensions[SITE]
    store = replace(found.store, now=lambda: datetime.now(UTC) + by)
    site.extensions[SITE] = replace(found, store=store)
    yield store
    site.extensions[SITE] = found
    store.notifier.close()
