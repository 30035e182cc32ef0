"""Many deals entered by phones at a server, to which all kinds of mishaps happen.

In the end every deal that was acknowledged is there exactly once, the journals replay, and the
totals are those that the deals add up to.
"""

import sqlite3
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random
from time import monotonic, sleep

from scorekeeper.games.game_store import CurrentGame, GameStore
from scorekeeper.games.games import open_game, start_game
from scorekeeper.games.links import Role, link_of
from scorekeeper.rules.game import Dealt, Entry, replay
from scorekeeper.rules.sheet import make_sheet
from tests.faults.mishaps import Clock, SizeLimit, SmallDisk
from tests.faults.site_with_clock import ForkedSite
from tests.faults.writer import Deal, Writer

FORM = {"variant": "modern", "players": ["Ann", "Bob"], "options": {"target": 1_000_000}}
DEALS_A_TABLE = 19
_FULL_SECONDS, _REFUSED = 1.0, 5
"""A disk is full until so many posts were refused, and no longer than that."""
_LOOK_SECONDS = 0.005


@dataclass(frozen=True)
class Plan:
    """How many deals, and how often each mishap comes meanwhile."""

    deals: int
    kills: int
    jumps: int
    fills: int

    @property
    def tables(self) -> int:
        """How many tables the deals are shared out to."""
        return 2 * (self.deals // DEALS_A_TABLE // 2)


@dataclass
class Outcome:
    """What went wrong: deals acknowledged and not there, there twice, games that do not add up."""

    posts: int = 0
    refused: int = 0
    """Posts that were told to come again, as the disk was full."""
    set_back: int = 0
    """Entries that are older, by the clock, than the one before them."""
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    mishaps: Counter[str] = field(default_factory=Counter)


class Trial:
    """A server, two phones, and what happens to them."""

    def __init__(
        self,
        folder: Path,
        *,
        chance: Random,
        disk: SmallDisk | None = None,
        log: Path | None = None,
    ) -> None:
        self._folder = folder
        self._clock = Clock(folder)
        self._site = ForkedSite(folder, environment=self._clock.environment, log=log)
        self._disks: list[SizeLimit | SmallDisk] = [SizeLimit(self._site)]
        self._disks += [disk] if disk else []
        self._chance = chance
        self._writers: list[Writer] = []
        self._outcome = Outcome()

    def stop(self) -> None:
        """Stop the server."""
        self._site.stop()

    def run(self, plan: Plan) -> Outcome:
        """Let the phones enter all deals; return what became of them."""
        self._site.start()
        # The database that the site has made, as another program would open it.
        store = GameStore.at(next(self._folder.glob("*.sqlite3")))
        tables = _begin(store, plan.tables)
        shares = _share_out(sorted(tables.values()), plan.deals, self._chance)
        self._writers = [
            Writer(site=self._site, tables=share, chance=Random(seed))
            for seed, share in enumerate(shares)
        ]
        self._work(plan)
        self._outcome.posts = sum([writer.posts for writer in self._writers])
        self._outcome.refused = self._refused()
        for key, table in tables.items():
            self._check(store, key, [deal for share in shares for deal in share.get(table, [])])
        store.close()
        with closing(sqlite3.connect(store.database.path)) as db:
            if db.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                self._outcome.wrong.append("the database")
        return self._outcome

    def _work(self, plan: Plan) -> None:
        writers = self._writers
        with ThreadPoolExecutor() as threads:
            working = [threads.submit(writer.work) for writer in writers]
            deals = [
                deal for writer in writers for share in writer.tables.values() for deal in share
            ]
            self._happen(deals, plan, working)
            for each in working:
                each.result()

    def _happen(self, deals: list[Deal], plan: Plan, working: Sequence[Future[None]]) -> None:
        """Let each mishap come when a share of the deals is in, in an order nobody foresees."""
        mishaps: list[Callable[[], None]] = [self._kill] * plan.kills
        mishaps += [self._jump] * plan.jumps + [self._fill] * plan.fills
        self._chance.shuffle(mishaps)
        done = 0
        for left in range(len(mishaps), 0, -1):
            # A share of what is left, since deals come in while a mishap takes its time.
            due = done + (len(deals) - done) // (left + 1)
            while (done := sum([deal.acknowledged for deal in deals])) < due:
                if any(each.done() and each.exception() for each in working):
                    return  # a phone gave up, which its result raises
                sleep(_LOOK_SECONDS)
            mishaps[left - 1]()
            done = sum([deal.acknowledged for deal in deals])

    def _kill(self) -> None:
        self._site.kill()
        self._site.start()
        self._outcome.mishaps["kills"] += 1

    def _jump(self) -> None:
        self._clock.jump()
        self._outcome.mishaps["jumps"] += 1

    def _fill(self) -> None:
        disk = self._chance.choice(self._disks)
        refused, end = self._refused(), monotonic() + _FULL_SECONDS
        disk.fill()
        while self._refused() < refused + _REFUSED and monotonic() < end:
            sleep(_LOOK_SECONDS)
        disk.free()
        self._outcome.mishaps["fills"] += 1

    def _refused(self) -> int:
        return sum([writer.refused for writer in self._writers])

    def _check(self, store: GameStore, key: str, sent: list[Deal]) -> None:
        """Note deals that are not there or there twice, and totals that they do not add up to."""
        game = open_game(store, key)
        if game is None:
            self._outcome.wrong.append(key)
            return
        times = [entry.at for entry in game.log]
        self._outcome.set_back += sum([later < earlier for earlier, later in pairwise(times)])
        entered = _points_in(game)
        told = Counter([deal.points for deal in sent if deal.acknowledged])
        there = Counter(entered)
        self._outcome.lost += [f"{points} of {key}" for points in told - there]
        self._outcome.doubled += [
            f"{points} of {key}" for points, times in there.items() if times > 1
        ]
        again = replay([Entry(entry.seq, entry.act) for entry in game.log])
        totals = [sum(entered) + 100 * len(entered), 30 * len(entered)]
        is_whole = [head.running for head in game.sheet.heads] == totals
        if not is_whole or make_sheet(again, game.sheet.variant) != game.sheet:
            self._outcome.wrong.append(key)


def _begin(store: GameStore, tables: int) -> dict[str, str]:
    """The address of each table, by the key of its game."""
    found = {}
    for _ in range(tables):
        key = str(start_game(store, FORM))
        found[key] = f"/game/{link_of(store, key, Role.PLAYER)}/"
    return found


def _share_out(addresses: list[str], deals: int, chance: Random) -> list[dict[str, list[Deal]]]:
    """The deals of two phones by table, each with points of its own; both write at some tables."""
    shared, others = addresses[: len(addresses) // 3], addresses[len(addresses) // 3 :]
    shares: list[dict[str, list[Deal]]] = [{}, {}]
    for number in range(deals):
        phone = number % 2
        table = chance.choice([*shared, *others[phone::2]])
        deal = Deal(points=5 * number, entry_id=f"deal-{number}")
        shares[phone].setdefault(table, []).append(deal)
    return shares


def _points_in(game: CurrentGame) -> list[int]:
    """The points that Ann melded in each deal of a game, as its journal has them."""
    dealt = [entry.act.deal for entry in game.log if isinstance(entry.act, Dealt)]
    return [deal.hands[0].melded_points or 0 for deal in dealt]
