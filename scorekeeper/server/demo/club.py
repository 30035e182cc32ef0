"""The club to look at: its book, moved to end yesterday, and an officer who can sign in."""

import gzip
import json
import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from secrets import token_urlsafe
from typing import Final

from scorekeeper.club.files import take_book
from scorekeeper.club.following import ClubFollower
from scorekeeper.club.officers import renew_passphrase
from scorekeeper.config import ConfigError, Settings, load_settings, refuse_lost
from scorekeeper.games.game_store import ClockWatch, GameStore
from scorekeeper.games.posting import Refused
from scorekeeper.server.demo.tonight import LASTS, Clock, UnsavedError, play_tonight
from scorekeeper.wording import write_plural

_BOOK: Final = Path(__file__).with_name("book.json.gz")
_DAY: Final = re.compile(r'(?<=")\d{4}-\d\d-\d\d(?=")')
_PASSPHRASE_BYTES: Final = 12


def fill_demo(settings: Settings, now: datetime) -> Iterator[str]:
    """Fill a new folder with the club as it is at a time; yield lines that say so.

    Raises ConfigError for a folder that holds games or a club.
    """
    refuse_lost(settings.instance)
    if settings.database.exists():
        raise ConfigError(f"{settings.instance} is in use already. Name a new folder: --instance.")
    load_settings(settings.instance)  # makes the secret key, as the first start would
    passphrase = token_urlsafe(_PASSPHRASE_BYTES)
    clock = Clock(now - LASTS)
    with closing(GameStore.at(settings.database, follower=ClubFollower())) as opened:
        # Nobody sets this clock back or forth.
        watch = ClockWatch(elapsed=lambda: clock.now().timestamp())
        store = replace(opened, now=clock.now, clock=watch)
        book = move_book(date.fromisoformat(store.today()))
        taken = take_book(store, book.encode(), lambda *_: None)
        if isinstance(taken, Refused):
            raise UnsavedError(taken.problems)
        renew_passphrase(store, passphrase)
        tables = play_tonight(store, clock, json.loads(book))
    games = write_plural(taken.games + tables, "game")
    nights = write_plural(taken.nights + 1, "night")
    yield f"{settings.instance} has a club: {games} of {nights}, the last of them tonight."
    yield f"./run --instance {settings.instance}"
    yield f"Officers sign in there with this passphrase: {passphrase}"


def move_book(today: date) -> str:
    """Return the club book with all its days moved alike, so that its last night was yesterday."""
    text = gzip.decompress(_BOOK.read_bytes()).decode()
    last = date.fromisoformat(json.loads(text)["nights"][-1]["date"])

    def move(day: re.Match[str]) -> str:
        days_ago = last - date.fromisoformat(day[0])
        return (today - date.resolution - days_ago).isoformat()

    return _DAY.sub(move, text)
