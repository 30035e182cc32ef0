"""How long the history of a game with very many entries takes, and one more entry."""

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time

from scorekeeper.app import close_site, create_app, site_of
from scorekeeper.bookkeeping.access.links import Role, link_of
from scorekeeper.bookkeeping.game.agreement import challenge_entry
from scorekeeper.bookkeeping.game.games import open_game, start_game
from scorekeeper.bookkeeping.game.posting import Post, Saved, read_deal
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.config import Settings
from scorekeeper.domain.deals import Deal, Seat
from scorekeeper.domain.journal import Act, Challenged, Corrected, Dealt, Undone
from scorekeeper.storage.journals import StoredEntry, append
from tests.bench.bench_journal import IN_CARDS, IN_TOTALS
from tests.bench.figures import Row

SIZES = (100, 400, 1_600)
DEALS = 12
PLAYERS = ["Ann", "Bob", "Cal"]
MakeAct = Callable[[int, Deal], Act]
KINDS: dict[str, MakeAct] = {
    "challenges": lambda seq, _: Challenged(target=2, seat=Seat(seq % 3), reason=""),
    "corrections": lambda seq, deal: Corrected(target=2 + seq % DEALS, deal=deal, reason=""),
    "undos of undos": lambda seq, _: Undone(target=max(2, seq - 1), reason=""),
}


def run() -> list[Row]:
    """Measure games with many entries of one kind: three kinds, three sizes of each."""
    with tempfile.TemporaryDirectory() as folder:
        site = create_app(Settings(instance=Path(folder), secret_key="k" * 40))
        store: GameStore = site_of(site).store
        client = site.test_client()
        client.get("/rules")
        rows = []
        for kind, make_act in KINDS.items():
            for size in SIZES:
                key = store_game(store, make_act, size)
                address = f"/game/{link_of(store, key, Role.HOST)}/"
                client.get(address)
                told = _milliseconds(partial(client.get, address + "history"))
                posted = _milliseconds(partial(_challenge, store, key))
                of = f"{size:,} entries, mostly {kind}"
                rows += [(f"{of}: history", told, "1 s"), (f"{of}: a post", posted, "")]
        close_site(site)
    return rows


def store_game(store: GameStore, make_act: MakeAct, size: int) -> str:
    """Store a game of twelve deals and then one kind of entry; return its key."""
    form = {"variant": "laws", "players": PLAYERS, "options": {"target": 1_000_000}}
    key = str(start_game(store, form))
    game = open_game(store, key)
    deals = [read_deal(game, each, number=1) for each in (IN_CARDS, IN_TOTALS)] if game else []
    with store.database.writing() as db:
        for seq in range(2, size + 1):
            deal = deals[seq // DEALS % 2]
            if not isinstance(deal, Deal):
                raise TypeError(f"the deal is no deal: {deal}")
            act = Dealt(deal=deal) if seq < 2 + DEALS else make_act(seq, deal)
            entry = StoredEntry(
                seq=seq, act=act, entry_id=store.new_key(), who="Ann", at=store.now()
            )
            append(db, key, entry, seats=len(PLAYERS))
    return key


def _challenge(store: GameStore, key: str) -> None:
    post = Post(entry_id=store.new_key(), version=1, who="Ann")
    outcome = challenge_entry(store, key, post, 3, seat=None, reason="")
    if not isinstance(outcome, Saved):
        raise TypeError(f"the game takes no entry: {outcome}")


def _milliseconds(act: Callable[[], object]) -> str:
    begin = process_time()
    act()
    return f"{(process_time() - begin) * 1000:.0f} ms"
