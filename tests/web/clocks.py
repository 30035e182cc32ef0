"""The clock of a test site, set to another time for a while."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from scorekeeper.games.game_store import GameStore
from tests.club_site import EVENING
from tests.only_site import put_site, site_of


@contextmanager
def clock_set(site: Flask, by: timedelta) -> Iterator[GameStore]:
    """Set the clock of a site ahead, or back if ``by`` is negative; yield the store with it."""
    found = site_of(site)
    store = replace(found.store, now=lambda: datetime.now(UTC) + by)
    with pytest.MonkeyPatch.context() as patch:
        put_site(patch, site, replace(found, store=store))
        yield store
    store.notifier.close()


def until_evening() -> timedelta:
    """Return how far the clock is to be set, so that the nights of the test clubs are of late.

    Else a test that names one of their days would hold for a part of one year only.
    """
    return datetime.fromisoformat(f"{EVENING}T20:00Z") - datetime.now(UTC)
