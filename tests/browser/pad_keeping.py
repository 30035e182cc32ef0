"""Deals as the pad fills them in, entered into games and exported again."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from scorekeeper.games.deals import record_deal
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.games import export_game, start_game
from scorekeeper.games.posting import Post, Saved
from scorekeeper.record.writing import write_deal
from scorekeeper.rules.scoring import Setup
from tests.browser.pad_reading import document_of, send

_LONG = 10
_CONTRACTS = 5

Fields = Mapping[str, str]


def assert_kept(folder: Path, setup: Setup, filled: Sequence[Fields]) -> None:
    """Check that each deal is in the record of its game as it was read from the fields."""
    store = GameStore.at(folder / "scorekeeper.sqlite3")
    deals = _CONTRACTS if setup.variant.key == "contract" else _LONG
    for start in range(0, len(filled), deals):
        some = filled[start : start + deals]
        sent = [write_deal(send(setup, fields), setup.players) for fields in some]
        assert export_game(store, _play(store, setup, some))["deals"] == sent
    store.close()


def _play(store: GameStore, setup: Setup, filled: Sequence[Fields]) -> str:
    """Enter these deals into a game too long to end; return its key."""
    options = {} if setup.variant.key == "contract" else {"target": 1_000_000}
    form = {"variant": setup.variant.key, "players": list(setup.players), "options": options}
    key = start_game(store, form)
    assert isinstance(key, str)
    for version, fields in enumerate(filled, 1):
        post = Post(entry_id=f"{key} {version}", version=version, who="")
        assert isinstance(record_deal(store, key, post, document_of(setup, fields)), Saved)
    return key
