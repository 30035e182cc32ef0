"""The cache of games, the watch of the clock, and names that are not shown."""

import sqlite3
from contextlib import AbstractContextManager, closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scorekeeper.games import game_store as store_module
from scorekeeper.games.deals import record_deal
from scorekeeper.games.game_store import (
    ClockWatch,
    CurrentGame,
    GameCache,
    GameStore,
    LastUsed,
    replay_game,
    seconds_since_boot,
    show_ids,
)
from scorekeeper.games.journals import StoredEntry, Version
from scorekeeper.rules.deals import Seat
from scorekeeper.rules.game import Act, Joined, Renamed, Started, Undone
from scorekeeper.rules.options import values_of
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.store.database import StorageError
from scorekeeper.store.rows import ClockStep
from tests.games.table import ANN_OUT, opened, out, post, saved

FIRST = Version(1, "a")
BOOK = Path("book.sqlite3")


@pytest.fixture
def game(store: GameStore, key: str) -> CurrentGame:
    return opened(store, key)


def test_a_game_is_found_at_its_version(game: CurrentGame) -> None:
    cache = GameCache()
    cache.add(BOOK, game, FIRST)
    assert cache.find(BOOK, game.key, FIRST) is game


def test_a_game_is_not_found_for_another_site_that_shares_the_cache(game: CurrentGame) -> None:
    cache = GameCache()
    cache.add(BOOK, game, FIRST)
    assert cache.find(Path("other.sqlite3"), game.key, FIRST) is None


def test_a_game_is_not_found_at_another_version(game: CurrentGame) -> None:
    cache = GameCache()
    cache.add(BOOK, game, FIRST)
    assert cache.find(BOOK, game.key, Version(2, "b")) is None


def test_a_game_with_another_journal_of_the_same_length_is_not_found(game: CurrentGame) -> None:
    cache = GameCache()
    cache.add(BOOK, game, FIRST)
    assert cache.find(BOOK, game.key, Version(1, "b")) is None


def test_the_game_not_looked_at_for_longest_makes_room(
    game: CurrentGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "MOST_ENTRIES", 2 * len(game.log))
    cache = GameCache()
    for key in ("first", "second"):
        cache.add(BOOK, replace(game, key=key), FIRST)
    cache.find(BOOK, "first", FIRST)
    cache.add(BOOK, replace(game, key="third"), FIRST)
    assert [cache.find(BOOK, key, FIRST) is None for key in ("first", "second", "third")] == [
        False,
        True,
        False,
    ]


def test_a_game_cached_again_counts_once(
    game: CurrentGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "MOST_ENTRIES", 2 * len(game.log))
    cache = GameCache()
    for key in ("first", "second", "second", "second"):
        cache.add(BOOK, replace(game, key=key), FIRST)
    assert cache.find(BOOK, "first", FIRST) is not None


def test_what_was_not_asked_for_longest_makes_room() -> None:
    kept = LastUsed[str, str](10)
    for club in ("Ann’s", "Bob’s"):
        kept.keep(club, club, 5)
    kept.find("Ann’s")
    kept.keep("Cal’s", "Cal’s", 5)
    assert [kept.find(club) for club in ("Ann’s", "Bob’s", "Cal’s")] == ["Ann’s", None, "Cal’s"]


def test_what_was_kept_last_stays_whatever_its_weight() -> None:
    kept = LastUsed[str, int](10)
    kept.keep("small", 1, 1)
    kept.keep("large", 2, 1_000)
    assert (kept.find("small"), kept.find("large")) == (None, 2)


def test_a_deal_that_could_not_be_written_is_not_cached(store: GameStore, key: str) -> None:
    with closing(sqlite3.connect(store.database.path, isolation_level=None)) as other:
        other.execute("ALTER TABLE slip RENAME TO lost")
        with pytest.raises(StorageError):
            record_deal(store, key, post(1, "lost"), ANN_OUT)
        other.execute("ALTER TABLE lost RENAME TO slip")
    saved(record_deal(store, key, post(1, "kept"), out("Bob", against=("Ann", "Cal"))))
    assert [row.by for row in opened(store, key).sheet.rows] == [Seat(1)]


EVENING = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


class Machine:
    """A machine whose clock can be set, and the watch of it."""

    def __init__(self) -> None:
        self.now, self._elapsed = EVENING, 10.0
        self._watch = ClockWatch(lambda: self._elapsed)
        assert self.look() is None

    def wait(self, length: timedelta) -> None:
        self.now += length
        self._elapsed += length.total_seconds()

    def look(self) -> ClockStep | None:
        with self.looking() as step:
            return step

    def looking(self) -> AbstractContextManager[ClockStep | None]:
        return self._watch.looking(self.now)


def test_a_clock_that_goes_with_the_time_was_not_set() -> None:
    machine = Machine()
    machine.wait(1000 * HOUR)
    machine.now += timedelta(seconds=59)
    assert machine.look() is None


def test_a_clock_that_was_set_is_reported_once_with_the_old_and_new_time() -> None:
    machine = Machine()
    machine.wait(HOUR)
    machine.now -= 3 * HOUR
    assert machine.look() == ClockStep(before=EVENING + HOUR, after=EVENING - 2 * HOUR)
    machine.wait(HOUR)
    assert machine.look() is None
    machine.now += timedelta(minutes=1)
    step = machine.look()
    assert step is not None
    assert step.after - step.before == timedelta(minutes=1)


def test_a_step_that_could_not_be_stored_is_reported_again() -> None:
    machine = Machine()
    machine.now += HOUR
    with pytest.raises(OSError, match="full"), machine.looking() as step:
        raise OSError("full")
    assert step is not None
    assert machine.look() == step
    assert machine.look() is None


def test_the_time_that_passed_is_never_set() -> None:
    assert 0 < seconds_since_boot() <= seconds_since_boot()


AT = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
OPTIONS = values_of(VARIANTS["laws"].defaults)


def game_of(*players: str, then: tuple[tuple[Act, str], ...] = ()) -> CurrentGame:
    started = Started(variant="laws", options=OPTIONS, players=players)
    acts = [(started, players[0]), *then]
    entries = [
        StoredEntry(seq=seq, act=act, entry_id=f"{seq}", who=who, at=AT)
        for seq, (act, who) in enumerate(acts, 1)
    ]
    return replay_game("key", AT, entries)


def told(game: CurrentGame) -> str:
    """All that a game says of its players, and of who wrote."""
    return repr([(entry.act, entry.who) for entry in game.log]) + repr(game.sheet.setup.players)


def test_an_id_stands_in_place_of_every_name_that_a_seat_ever_had() -> None:
    renamed = (
        (Renamed(seat=Seat(0), name="Anna"), "Ann"),
        (Renamed(seat=Seat(0), name="A."), "Anna"),
    )
    game = show_ids(game_of("Ann", "Bob", then=renamed), {Seat(0): "p7"})
    assert game.sheet.setup.players == ("p7", "Bob")
    assert [entry.who for entry in game.log] == ["p7", "p7", "p7"]
    assert "Ann" not in told(game)
    assert "A." not in told(game)


def test_a_late_player_is_shown_by_id_and_so_is_one_whose_joining_was_undone() -> None:
    acts: tuple[tuple[Act, str], ...] = (
        (Joined(name="Cal"), "Ann"),
        (Undone(target=2, reason=""), "Ann"),
        (Joined(name="cal"), "Bob"),
    )
    game = show_ids(game_of("Ann", "Bob", then=acts), {Seat(2): "p3"})
    assert game.sheet.setup.players == ("Ann", "Bob", "p3")
    assert "'Cal'" not in told(game)
    assert "'cal'" not in told(game)
    assert game.log[0].who == "Ann"


def test_an_id_that_another_player_is_called_gets_a_number() -> None:
    game = show_ids(game_of("Ann", "P7", "Cal"), {Seat(0): "p7"})
    assert game.sheet.setup.players == ("p7-2", "P7", "Cal")


def test_a_name_that_another_player_had_too_stays_where_it_says_who_wrote() -> None:
    swap = (Renamed(seat=Seat(0), name="Anna"), "Ann"), (Renamed(seat=Seat(1), name="Ann"), "Bob")
    game = show_ids(game_of("Ann", "Bob", then=swap), {Seat(0): "p7"})
    assert game.sheet.setup.players == ("p7", "Ann")
    assert [entry.who for entry in game.log] == ["Ann", "Ann", "Bob"]


def test_a_game_whose_players_all_have_names_is_unchanged() -> None:
    game = game_of("Ann", "Bob")
    assert show_ids(game, {}) is game
