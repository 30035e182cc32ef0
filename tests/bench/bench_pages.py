"""How fast the pages are for a club that has played 100,000 games."""

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final

from flask import Flask

from scorekeeper.app import close_site, create_app, site_of
from scorekeeper.bookkeeping.club.ledger import LedgerFilter, ledger_page, statement_of
from scorekeeper.bookkeeping.club.people import offered_names
from scorekeeper.bookkeeping.club.standings import results_of_person
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.config import Settings
from scorekeeper.domain.club.standings import RankedBy
from scorekeeper.web.club.seasons import season_of
from tests.bench.copied_nights import KEEN
from tests.bench.figures import Row
from tests.bench.stored_club import GAMES_A_NIGHT, store_club
from tests.club_site import sign_in
from tests.web.phone import Phone

NIGHTS, FEW_NIGHTS = 3_300, 330
REPEATS: Final = 7
GOAL: Final = "50 ms"
GOAL_OF_STANDINGS: Final = "150 ms"
"""They add up all results, which no other page does."""


def run() -> list[Row]:
    """The full measurement, about two minutes, most of them to fill the database."""
    return _measure(NIGHTS)


def run_short() -> list[Row]:
    """Run the same with a tenth of the nights."""
    return _measure(FEW_NIGHTS)


def _measure(nights: int) -> list[Row]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "club"
        folder.mkdir()
        site = create_app(Settings(instance=folder, secret_key="k" * 40))
        begin = perf_counter()
        store_club(site_of(site).store, nights)
        filled = perf_counter() - begin
        try:
            rows = measure_pages(site)
        finally:
            close_site(site)
    return [
        (f"filled with {nights * GAMES_A_NIGHT:,} games", f"{filled:.0f} s", ""),
        *rows,
    ]


def measure_pages(site: Flask) -> list[Row]:
    """Return the median time of each page for an officer, and of finding the names to offer."""
    phone, store = Phone(site), site_of(site).store
    sign_in(phone)
    pages: Mapping[str, Callable[[], Any]] = {
        name: _opener(phone, f"/club/officers/{path}") for name, path in _addresses(store).items()
    }
    return [
        (
            name,
            f"{_median(each) * 1_000:.1f} ms",
            GOAL_OF_STANDINGS if name.startswith("standings") else GOAL,
        )
        for name, each in {**pages, "names to offer": lambda: offered_names(store)}.items()
    ]


def _addresses(store: GameStore) -> dict[str, str]:
    season = season_of(_last_day(store)).since
    entries, lines = ledger_page(store, LedgerFilter()), statement_of(store, KEEN)
    games = -(-results_of_person(store, KEEN).count // 50)
    orders = {f"standings by {by}": f"standings?season=all&by={by}" for by in RankedBy}
    return {
        **orders,
        "standings of a season": f"standings?season={season}",
        "standings of days": "standings?from=2001-05-05&to=2019-08-08",
        "standings of a variant": "standings?season=all&variant=gin150",
        "standings of members": "standings?season=all&members=yes",
        "standings on a TV": "standings/tv?season=all",
        "money": "money",
        "money, first page of the ledger": "money/ledger",
        "money, middle of the ledger": f"money/ledger?page={entries.pages // 2}",
        "money, end of the ledger": f"money/ledger?page={entries.pages}",
        "money of a person": f"money/ledger?person={KEEN}",
        "money of a person, end": f"money/ledger?person={KEEN}&page={lines.count // 25}",
        "money of the season": "money/ledger?of=season",
        "money of the last night": "money/ledger?of=night",
        "a person": "people/p1",
        "a person of every night": f"people/{KEEN}",
        "statement": f"people/{KEEN}/statement",
        "statement, middle": f"people/{KEEN}/statement?page={lines.pages // 2}",
        "statement, end": f"people/{KEEN}/statement?page={lines.pages}",
        "games of a person": f"people/{KEEN}/games",
        "games of a person, end": f"people/{KEEN}/games?page={games}",
        "people": "people",
        "nights": "nights",
        "home of the club": "",
    }


def _last_day(store: GameStore) -> str:
    return results_of_person(store, KEEN).games[0].date


def _opener(phone: Phone, address: str) -> Callable[[], None]:
    def open_page() -> None:
        seen = phone.open(address)
        if seen.status != 200:
            raise RuntimeError(f"{address} was answered {seen.status}")

    return open_page


def _median(each: Callable[[], Any]) -> float:
    each()
    times = []
    for _ in range(REPEATS):
        begin = perf_counter()
        each()
        times.append(perf_counter() - begin)
    return median(times)
