"""The trial family beside the real ones, how much Hypothesis tries, and an empty club.

With ``--long`` Hypothesis looks for what nobody has found yet, and tests of many minutes' work of
servers, such as those that kill them, run too.
"""

import gc
from collections.abc import Iterator
from functools import lru_cache, partial
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import none
from werkzeug import security

from scorekeeper.rules import scoring
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.tournament import (
    answer,  # noqa: F401 - it registers with the club, as each command does
    organised,
)
from scorekeeper.tournament.seats.plan import plan_seats
from tests import trial_family
from tests.club_site import SiteOfClub, usual_club
from tests.compiled_addresses import keep_compiled_addresses

# Before any test is collected: tests are parametrized by the variants that there are.
VARIANTS.update({variant.key: variant for variant in trial_family.VARIANTS})

keep_compiled_addresses()
# Any plan does for the nights of tests; tests/tournament/seats tries what a whole search finds.
organised.plan_seats = partial(plan_seats, steps=3_000)  # type: ignore[attr-defined]
# The deals of a whole club fit into it, which tests read again and again.
scoring.cached_score = lru_cache(maxsize=4096)(scoring.cached_score.__wrapped__)
# Passphrases are kept by a hash in a thirtieth of the time of the site's own.
security.generate_password_hash = partial(security.generate_password_hash, method="scrypt:1024:8:1")
gc.disable()  # tests that are collected stay, so that looking for garbage among them finds none

# The same examples in each run, so that it is red for what a change did; the deep profile looks for
# what nobody has found yet.
settings.register_profile(
    "quick",
    max_examples=8,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "deep", parent=settings.get_profile("quick"), max_examples=2000, derandomize=False
)
settings.load_profile("quick")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also what is too long for every change")
    parser.addoption("--sheets", default="", help="where the long gallery writes what it has seen")
    parser.addoption("--browsers", action="store_true", help="only the evening in every browser")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--long"):
        settings.load_profile("deep")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    only_browsers = bool(config.getoption("--browsers"))
    left_out = [
        item
        for item in items
        if bool(item.get_closest_marker("browsers")) != only_browsers
        or (item.get_closest_marker("long") and not config.getoption("--long"))
    ]
    not_run = set(left_out)  # a list would be looked through for each test
    items[:] = [item for item in items if item not in not_run]
    config.hook.pytest_deselected(items=left_out)


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Let a worker report of a test how it went, and of its set-up and its end only a failure.

    Reports of what passed cost the process that waits for them more than most tests cost.
    """
    if not hasattr(item.config, "workerinput"):
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


def pytest_collection_finish() -> None:
    """Let Python collect garbage seldom, and leave out tests and modules, which stay to the end."""
    # Hypothesis makes its source of chance in the first test that it runs, and on Python 3.14 it
    # would warn that nothing refers to it: what is frozen is not found among the referrers.
    given(none())(lambda _: None)()
    gc.freeze()
    gc.set_threshold(50_000)
    gc.enable()


@pytest.fixture
def club(tmp_path: Path) -> Iterator[SiteOfClub]:
    """Yield a club that nobody is in, on a site of its own."""
    with usual_club(tmp_path) as club:
        yield club
