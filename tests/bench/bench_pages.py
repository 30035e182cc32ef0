"""How long the pages of clubs take that have played 150, 1,000 and 5,000 games: processor time."""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from time import process_time
from typing import Final

from flask import Flask

from scorekeeper.club.acting import ClubOutcome
from scorekeeper.club.facts import ClubPayment
from scorekeeper.club.figures.figures import results_of_person
from scorekeeper.club.nights import put_game_in_night
from scorekeeper.club.payments import pay
from scorekeeper.club.people import add_person
from scorekeeper.club.whole import club_figures
from scorekeeper.config import Settings
from scorekeeper.games.deals import record_deal
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.games import start_game
from scorekeeper.games.posting import Post, Saved
from scorekeeper.rules.settlement import TILL
from scorekeeper.server.app import create_app
from scorekeeper.web.club.seasons import season_of
from tests.bench.copied_nights import KEEN
from tests.bench.figures import Row, milliseconds
from tests.bench.stored_club import GAMES_A_NIGHT, store_club
from tests.club_site import new_post, sign_in
from tests.games.table import opened, out
from tests.only_site import close_site, site_of
from tests.web.phone import Phone

GOALS: Final = {150: ("25 ms", "300 ms"), 1_000: ("40 ms", "600 ms"), 5_000: ("80 ms", "1,500 ms")}
"""The goals of the first page after an act, and of the first one after a start, by games."""
DEAL: Final = "30 ms"
MEMORY: Final = "150 MiB"
REPEATS, FEW_REPEATS = 12, 3


def run() -> list[Row]:
    """The full measurement, about two minutes."""
    return [row for games in GOALS for row in _measure(games, REPEATS)]


def run_short() -> list[Row]:
    """The same of the smaller clubs, a few times."""
    return [row for games in [*GOALS][:-1] for row in _measure(games, FEW_REPEATS)]


def _measure(games: int, repeats: int) -> list[Row]:
    with tempfile.TemporaryDirectory() as name:
        site = create_app(_settings(Path(name)))
        store_club(site_of(site).store, games // GAMES_A_NIGHT)
        sign_in(phone := Phone(site))
        phone.open("/club/officers/standings")  # what games gave is stored from here on
        close_site(site)
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
            return process.submit(_measure_here, Path(name), games, repeats).result()


def _measure_here(folder: Path, games: int, repeats: int) -> list[Row]:
    """Return the rows of a club, in a process that has done nothing else."""
    site = create_app(_settings(folder))
    try:
        return [*_rows(games, _Club(site), repeats)]
    finally:
        close_site(site)


def _settings(folder: Path) -> Settings:
    return Settings(instance=folder, secret_key="k" * 40)


def _rows(games: int, club: "_Club", repeats: int) -> Iterator[Row]:
    after_act, after_start = GOALS[games]
    began = [_time(lambda: club.open("standings?season=all"))]
    yield f"{games:,} games: the first page after a start", milliseconds(began, 95), after_start
    pages = club.addresses()
    later: dict[str, list[float]] = {name: [] for name in pages}
    first: dict[str, list[float]] = {name: [] for name in pages}
    deals: list[float] = []
    for number in range(repeats):
        for place, (name, address) in enumerate(pages.items()):
            deals += club.act(number + place)
            first[name].append(_time(partial(club.open, address)))
            later[name].append(_time(partial(club.open, address)))
    yield f"{games:,} games: a deal posted in a night, 95 %", milliseconds(deals, 95), DEAL
    everything = [took for times in first.values() for took in times]
    yield f"{games:,} games: a page after an act, 95 %", milliseconds(everything, 95), after_act
    for name in pages:
        times = f"{milliseconds(first[name], 50)}, {milliseconds(later[name], 50)}"
        yield f"{games:,}: {name}, then again", times, ""
    yield f"{games:,} games: memory of the process", f"{memory():.0f} MiB", MEMORY


def _time(act: Callable[[], object]) -> float:
    """Return the seconds of the processor that an act takes."""
    begin = process_time()
    act()
    return process_time() - begin


def memory() -> float:
    """Return the memory of this process that is in use, in MiB."""
    pages = Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * 4_096 / 2**20


@dataclass
class _Club:
    """The club of a site, with an officer's phone, and a game that is played in its open night."""

    site: Flask
    key: str = ""
    posts: int = 0
    store: GameStore = field(init=False)
    phone: Phone = field(init=False)

    def __post_init__(self) -> None:
        self.store = site_of(self.site).store
        self.phone = Phone(self.site)
        sign_in(self.phone)

    def open(self, address: str) -> None:
        seen = self.phone.open(f"/club/officers/{address}")
        if seen.status != 200:
            raise RuntimeError(f"{address} was answered {seen.status}")

    def act(self, number: int) -> Sequence[float]:
        """Do something that changes the club; return how long it took if it was a deal."""
        self.posts += 1
        match number % 3:
            case 0:
                paid = ClubPayment(id="", date="", payer="p1", payee=TILL, minor=100)
                _saved(pay(self.store, new_post(), paid))
            case 1:
                _saved(add_person(self.store, new_post(), f"Guest {self.posts}"))
            case _:
                self._begin()
                return [_time(self._deal)]
        return ()

    def _begin(self) -> None:
        """Begin a game in the open night, unless one is played."""
        if self.key and opened(self.store, self.key).sheet.final is None:
            return
        key = start_game(self.store, {"variant": "laws", "players": ["Ann", "Bob", "Cal"]})
        if not isinstance(key, str):
            raise TypeError(key)
        self.key = key
        with self.store.database.reading() as db:
            (night,) = db.execute("SELECT id FROM night ORDER BY date DESC LIMIT 1").fetchone()
        _saved(put_game_in_night(self.store, new_post(), key, night))

    def _deal(self) -> None:
        post = Post(entry_id=f"deal {self.posts}", version=opened(self.store, self.key).version)
        deal = out("Ann", 5, against=("Bob", "Cal"))
        if not isinstance(record_deal(self.store, self.key, post, deal), Saved):
            raise TypeError("the deal was refused")

    def addresses(self) -> dict[str, str]:
        season = season_of(results_of_person(club_figures(self.store), KEEN)[0][0].night.date).since
        return {
            "home of the club": "",
            "standings of a season": f"standings?season={season}",
            "standings of all time": "standings?season=all",
            "standings of members": "standings?season=all&members=yes",
            "money": "money",
            "the ledger": "money/ledger",
            "money of a person": f"money/ledger?person={KEEN}",
            "a person of every night": f"people/{KEEN}",
            "statement": f"people/{KEEN}/statement",
            "games of a person": f"people/{KEEN}/games",
            "people": "people",
            "nights": "nights",
        }


def _saved(outcome: ClubOutcome) -> None:
    if not isinstance(outcome, Saved):
        raise TypeError(outcome)
