"""A thousand posts while the server is killed, answers are dropped, and deals come twice and late.

Two phones write at the same tables. In the end every deal that was acknowledged is there exactly
once, the journals replay, and the totals are those that the deals add up to.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random
from threading import Event

import pytest

from scorekeeper.bookkeeping.access.links import Role, link_of
from scorekeeper.bookkeeping.games import open_game, start_game
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.journal import Dealt, Entry, replay
from scorekeeper.domain.sheet import make_sheet
from tests.faults.writer import Deal, Writer
from tests.served import Served

TABLES, SHARED, DEALS = 40, 12, 750
KILLS = 5
FORM = {"variant": "modern", "players": ["Ann", "Bob"], "options": {"target": 1_000_000}}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Served]:
    site = Served(tmp_path)
    yield site
    site.stop()


def begin(store: GameStore) -> dict[str, str]:
    """The address of each table, by the key of its game."""
    found = {}
    for _ in range(TABLES):
        key = start_game(store, FORM)
        assert isinstance(key, str)
        found[key] = f"/game/{link_of(store, key, Role.PLAYER)}/"
    return found


def share_out(tables: dict[str, str], chance: Random) -> list[dict[str, list[Deal]]]:
    """The deals of two phones by table, each with points of its own; both write at some tables."""
    addresses = sorted(tables.values())
    shared, others = addresses[:SHARED], addresses[SHARED:]
    shares: list[dict[str, list[Deal]]] = [{}, {}]
    for number in range(DEALS):
        phone = number % 2
        table = chance.choice([*shared, *others[phone::2]])
        deal = Deal(points=5 * number, entry_id=f"deal-{number}")
        shares[phone].setdefault(table, []).append(deal)
    return shares


def keep_killing(site: Served, done: Event, chance: Random) -> int:
    """Kill the server at times nobody foresees, and start it again; how often."""
    for kills in range(KILLS):
        if done.wait(chance.uniform(0.2, 1.0)):
            return kills
        site.kill()
        site.start()
    return KILLS


def points_in(store: GameStore, key: str) -> list[int]:
    """The points that Ann melded in each deal of a game, as its journal has them."""
    game = open_game(store, key)
    assert game is not None
    dealt = [entry.act.deal for entry in game.log if isinstance(entry.act, Dealt)]
    return [deal.hands[0].melded_points or 0 for deal in dealt]


def test_no_deal_is_lost_or_doubled(site: Served, tmp_path: Path) -> None:
    chance = Random(20)
    site.start()
    # The database that the site has made, as another program would open it.
    store = GameStore.at(next(tmp_path.glob("*.sqlite3")))
    tables = begin(store)
    shares = share_out(tables, chance)
    writers = [
        Writer(site=site, tables=share, chance=Random(seed)) for seed, share in enumerate(shares)
    ]
    done = Event()
    with ThreadPoolExecutor() as threads:
        killer = threads.submit(keep_killing, site, done, chance)
        for working in [threads.submit(writer.work) for writer in writers]:
            working.result()
        done.set()
        assert killer.result() == KILLS
    check_all(store, tables, shares)
    store.close()
    with closing(sqlite3.connect(store.database.path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def check_all(
    store: GameStore, tables: dict[str, str], shares: list[dict[str, list[Deal]]]
) -> None:
    """Every deal that was acknowledged is there once, and the totals are what they add up to."""
    for key, table in tables.items():
        sent = [deal for share in shares for deal in share.get(table, [])]
        assert all(deal.acknowledged for deal in sent)
        entered = points_in(store, key)
        assert Counter(entered) == Counter([deal.points for deal in sent])
        game = open_game(store, key)
        assert game is not None
        assert [head.running for head in game.sheet.heads] == [
            sum(entered) + 100 * len(entered),
            30 * len(entered),
        ]
        again = replay([Entry(entry.seq, entry.act) for entry in game.log])
        assert make_sheet(again, game.sheet.variant) == game.sheet
