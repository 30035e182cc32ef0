"""How fast a long journal is replayed, opened and added to: sixty entries, every card named."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

from scorekeeper.games.deals import record_deal
from scorekeeper.games.game_store import CurrentGame, GameStore, replay_game
from scorekeeper.games.games import open_game, start_game
from scorekeeper.games.journals import load_journal
from scorekeeper.games.posting import Post, Saved
from scorekeeper.rules.game import Entry, replay

ENTRIES = 60
REPEATS = 60
IN_CARDS: dict[str, Any] = {
    "ending": "out",
    "by": "Ann",
    "hands": {
        "Ann": {"melds": ["KH KD KC", "5S 6S 7S 8S 9S TS", "AD 2C=2D 3D 4D"], "in_hand": ""},
        "Bob": {"melds": ["9C TC JC", "4H 4S 4C"], "in_hand": "AS 7D 2H QD 8H 6C 3C"},
        "Cal": {"melds": ["QC QD QS"], "in_hand": "AC 3S 2S 9D 9H TH"},
    },
}
IN_TOTALS: dict[str, Any] = {
    "ending": "out",
    "by": "Ann",
    "hands": {
        "Ann": {"melded_points": 200, "in_hand_points": 0},
        "Bob": {"melded_points": 100, "in_hand_points": 45},
        "Cal": {"melded_points": 50, "in_hand_points": 45},
    },
}
WAYS = {"cards": IN_CARDS, "totals": IN_TOTALS}


def run() -> list[tuple[str, str, str]]:
    """Measure a game of three by the laws that no target ends, in cards and in totals."""
    with tempfile.TemporaryDirectory() as folder:
        store = GameStore.at(Path(folder) / "scorekeeper.sqlite3")
        rows = [row for way in WAYS for row in _measure(store, way)]
        store.close()
    return rows


def _measure(store: GameStore, way: str) -> list[tuple[str, str, str]]:
    game, slowest = _play(store, way)
    entries = [Entry(each.seq, each.act) for each in game.log]

    def load() -> None:
        with store.database.reading() as db:
            load_journal(db, game.key)

    of = f"{ENTRIES} entries in {way}"
    return [
        (f"{of}, replayed", _milliseconds(lambda: replay(entries)), ""),
        (
            f"{of}, replayed and scored",
            _milliseconds(lambda: replay_game(game.key, game.created_at, game.log)),
            "3 ms",
        ),
        (f"{of}, read from the database", _milliseconds(load), ""),
        (f"{of}, opened again", _milliseconds(lambda: open_game(store, game.key)), ""),
        (f"{of}, the slowest of the last ten posts", slowest, ""),
    ]


def _play(store: GameStore, way: str) -> tuple[CurrentGame, str]:
    """Return the game after its last entry, and how long the slowest of the last ten took."""
    form = {"variant": "laws", "players": ["Ann", "Bob", "Cal"], "options": {"target": 1_000_000}}
    key = str(start_game(store, form))
    times, outcome = [], None
    for version in range(1, ENTRIES):
        post = Post(entry_id=f"{way} {version}", version=version, who="Ann")
        start = perf_counter()
        outcome = record_deal(store, key, post, WAYS[way])
        times.append(perf_counter() - start)
    if not isinstance(outcome, Saved):
        raise TypeError(f"the game cannot be played: {outcome}")
    return outcome.thing, f"{max(times[-10:]) * 1000:.2f} ms"


def _milliseconds(act: Callable[[], object]) -> str:
    best = float("inf")
    for _ in range(REPEATS):
        start = perf_counter()
        act()
        best = min(best, perf_counter() - start)
    return f"{best * 1000:.3f} ms"
