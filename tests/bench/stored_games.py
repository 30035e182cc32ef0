"""Fills a database with games in the middle of play, many in one transaction."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

from scorekeeper.games.game_store import GameStore
from scorekeeper.games.journals import StoredEntry, append, begin_journal
from scorekeeper.games.links import Role, Thing, links_in_force, make_links
from scorekeeper.record.document import FORMAT
from scorekeeper.record.reading import Record, read_record
from scorekeeper.rules.deals import Deal
from scorekeeper.rules.game import Dealt, Started
from scorekeeper.rules.options import values_of
from scorekeeper.store.database import Connection

DEALS_A_GAME = 6
PLAYERS = ("Ann", "Bob", "Cal", "Dot")
TARGET = 1_000_000
"""So high that no game ends by its deals."""
KINDS_OF_DEALS = 50
GAMES_AT_ONCE = 1_000
FIRST = datetime(2024, 1, 1, tzinfo=UTC)
TYPED = {"ending": "out", "by": "0"} | {
    f"hand{seat}-{what}_points": str(points)
    for seat in range(len(PLAYERS))
    for what, points in (("melded", 50 + 10 * seat), ("in_hand", 15 if seat else 0))
}
"""The fields of a deal as a phone sends them."""


def store_games(folder: Path, games: int, *, told: int) -> list[str]:
    """Store games as phones would; return the addresses of the last ``told`` of them."""
    store, record = GameStore.at(folder / "scorekeeper.sqlite3"), _record()
    tables = []
    for first in range(0, games, GAMES_AT_ONCE):
        with store.database.writing() as db:
            for number in range(first, min(games, first + GAMES_AT_ONCE)):
                key = _store_game(store, db, record, number)
                if number >= games - told:
                    tables.append(f"/game/{_host_link(db, key)}/")
    store.close()
    return tables


def _store_game(store: GameStore, db: Connection, record: Record, number: int) -> str:
    key, at, setup = store.new_key(), FIRST + timedelta(minutes=number), record.setup
    started = Started(
        variant=setup.variant.key,
        options=values_of(setup.options),
        players=setup.players,
        stake=None,
        title="",
        place="",
        played_on="",
    )
    begin_journal(db, key, _entry(1, started, at))
    make_links(store, db, Thing.GAME, key, at=at)
    for seq, deal in enumerate(_some(record.deals, number), 2):
        append(db, key, _entry(seq, Dealt(deal=deal), at), seats=len(PLAYERS))
    return key


def _entry(seq: int, act: Started | Dealt, at: datetime) -> StoredEntry:
    when = at + timedelta(minutes=8 * seq)
    return StoredEntry(seq=seq, act=act, entry_id=token_urlsafe(22), who="Ann", at=when)


def _some(deals: Sequence[Deal], number: int) -> list[Deal]:
    return [deals[(number + step * 7) % KINDS_OF_DEALS] for step in range(DEALS_A_GAME)]


def _host_link(db: Connection, key: str) -> str:
    return links_in_force(db, Thing.GAME, key)[Role.HOST.key]


def _record() -> Record:
    """A game with deals of many kinds."""
    document = {
        "format": FORMAT,
        "variant": "laws",
        "players": list(PLAYERS),
        "options": {"target": TARGET},
        "deals": [_deal(kind) for kind in range(KINDS_OF_DEALS)],
    }
    reading = read_record(document)
    if reading.record is None:
        raise ValueError(f"the deals cannot be scored: {reading.problems}")
    return reading.record


def _deal(kind: int) -> dict[str, Any]:
    winner = kind % len(PLAYERS)
    hands = {
        name: {
            "melded_points": 5 * (kind + 3 * seat),
            "in_hand_points": 0 if seat == winner else 5 * (1 + kind % 11),
        }
        for seat, name in enumerate(PLAYERS)
    }
    return {"ending": "out", "by": PLAYERS[winner], "hands": hands}
