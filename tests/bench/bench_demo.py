"""How long the demonstration takes, and whether its book, rows and records are as they must be."""

from collections.abc import Iterator
from contextlib import closing
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from scorekeeper.bookkeeping.club.files import Taken, take_book, write_club_file
from scorekeeper.bookkeeping.club.following import ClubFollower
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.config import load_settings
from scorekeeper.demo.club import fill_demo
from tests.bench.figures import Row

UNTIL = date(2026, 11, 20)


def run(nights: int = 30) -> Iterator[Row]:
    """Fill two folders by one seed, and take the book of the first into a third."""
    with TemporaryDirectory() as scratch:
        books, folder = [], Path(scratch)
        for number in range(2):
            begun = process_time()
            settings = load_settings(folder / f"{number}", is_served=False)
            _ = [*fill_demo(settings, nights, "1", UNTIL)]
            yield f"{nights} nights, processor", f"{process_time() - begun:.1f} s", "60 s"
            with closing(GameStore.at(settings.database, follower=ClubFollower())) as store:
                books.append(write_club_file(store, "book", lambda *_: None))
        yield "two of one seed", "same" if books[0] == books[1] else "differ", "same"
        with closing(GameStore.at(folder / "taken.sqlite3", follower=ClubFollower())) as store:
            taken = take_book(store, books[0].encode(), lambda *_: None)
            is_same = write_club_file(store, "book", lambda *_: None) == books[0]
            is_same = is_same and isinstance(taken, Taken)
            yield "its book taken in and exported", "same" if is_same else "differs", "same"


def run_short() -> Iterator[Row]:
    """Six nights."""
    yield from run(6)
