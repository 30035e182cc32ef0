"""Fills a new folder with a club that has played for some time, to look at.

The club comes from a club book beside this file, ``demo_book.json.gz``, whose days are moved so
that its last night was yesterday. A night of today is then opened and played by the functions that
people's taps call: at a table the first deals of a game in the book, by the same people. Keys,
links and the passphrase are new each time.
"""

import gzip
import json
import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path
from secrets import token_urlsafe
from typing import Final

from scorekeeper.club.files import take_book
from scorekeeper.club.following import ClubFollower
from scorekeeper.club.nights import come_to_night, join_night, open_night
from scorekeeper.club.officers import begin_session, find_officer, renew_passphrase
from scorekeeper.config import ConfigError, Settings, load_settings, refuse_lost
from scorekeeper.games import (
    About,
    ClockWatch,
    CurrentGame,
    GameStore,
    Join,
    Outcome,
    Post,
    Refused,
    Saved,
    agree_to_entry,
    assign_seat,
    challenge_entry,
    figures_of,
    open_game,
    record_deal,
    start_game,
)
from scorekeeper.record.document import Document
from scorekeeper.rules import Seat
from scorekeeper.wording import write_plural

LASTS: Final = timedelta(minutes=50)
"""How long ago the night was opened."""
_TABLES: Final = {"g143": 4, "g146": 3, "g149": 6}
"""The games of the book whose first deals are played, each with the number of deals."""
_WAIT: Final = "g148"
"""The game of the book whose players have come, and wait for a seat."""
_TERMS: Final = ("variant", "options", "players", "stake")
_DAY: Final = re.compile(r'(?<=")\d{4}-\d\d-\d\d(?=")')
_PASSPHRASE_BYTES: Final = 12


# --- The night of today in the club to look at: who came, and tables that play, by people's acts --


_A_DEAL, _A_TAP = 150, 5
"""After how many seconds a deal is entered at some table, and anything else is done."""


class UnsavedError(Exception):
    """The book, or an act of the night, was refused: the program or the book is wrong."""


class Clock:
    """The time of the night, which moves on only as it is told."""

    def __init__(self, begin: datetime) -> None:
        self._time = begin

    def go_on(self, seconds: int) -> None:
        self._time += timedelta(seconds=seconds)

    def now(self) -> datetime:
        return self._time


def play_tonight(store: GameStore, clock: Clock, book: Document) -> int:
    """Open a night and play at its tables, side by side; return how many tables there are."""
    officer = _sign_in(store, book["people"][0]["name"])

    def post() -> Post:
        clock.go_on(_A_TAP)
        return Post(entry_id=store.new_key(), officer=officer)

    usual = book["club"]["defaults"]
    terms = {"date": store.today(), "fee": usual["fee"], "settle": usual["settle"]}
    night = _require_saved(open_night(store, post(), terms))
    records = {game["id"]: game["record"] for old in book["nights"] for game in old["games"]}
    for name in records[_WAIT]["players"]:
        _require_saved(come_to_night(store, post(), night, name, is_another=True))
    tables = []
    for label, (game, deals) in zip("123", _TABLES.items(), strict=True):
        table = _Table(store, clock, records[game], deals)
        table.begin(join_night(store, post(), night, label=label), label)
        tables.append(table)
    for _ in range(max(_TABLES.values())):
        for table in tables:
            table.play()
    tables[1].challenge_deal()
    return len(tables)


def _sign_in(store: GameStore, name: str) -> int:
    """Return the number of the session of an officer."""
    with store.database.writing() as db:
        signed_in = begin_session(store, db, name=name, phone="demo")
    officer = find_officer(store, signed_in.secret)
    if officer is None:
        raise UnsavedError(name)
    return officer.number


class _Table:
    """A table that plays so many deals of a record; each of its players has a phone."""

    game: CurrentGame

    def __init__(self, store: GameStore, clock: Clock, record: Document, deals: int) -> None:
        self.store, self.clock, self.record, self.deals = store, clock, record, deals

    def begin(self, join: Join, label: str) -> None:
        """Start the game in the night, and let everybody sit down."""
        form = {"title": label, "played_on": self.store.today()}
        form |= {name: self.record[name] for name in _TERMS}
        key = start_game(self.store, form, phone=_phone_of(0), join=join)
        game = open_game(self.store, key) if isinstance(key, str) else None
        if game is None:
            raise UnsavedError(key)
        self.game = game
        for seat in range(len(self.record["players"])):
            assign_seat(self.store, game.key, _phone_of(seat), Seat(seat), is_me=False)

    def play(self) -> None:
        """Enter the next deal, if one is left; everybody agrees to it unless it is the last."""
        number = len(self.game.sheet.rows)
        if number < self.deals:
            self._enter(self.record["deals"][number])
            if number + 1 < self.deals:
                self._agree()

    def challenge_deal(self) -> None:
        """Let the last player challenge the newest deal."""
        seat, target = Seat(len(self.record["players"]) - 1), self.game.sheet.rows[-1].seq
        post, reason = self._post(seat), "A card is missing"
        self.game = _require_saved(
            challenge_entry(self.store, self.game.key, post, target, seat=seat, reason=reason)
        )

    def _enter(self, deal: Document) -> None:
        self.clock.go_on(_A_DEAL)
        self.game = _require_saved(record_deal(self.store, self.game.key, self._post(0), deal))

    def _agree(self) -> None:
        row = self.game.sheet.rows[-1]
        for seat in row.agreement.asked:
            post, seen = self._post(seat), figures_of(self.game, row.seq)
            self.game = _require_saved(
                agree_to_entry(self.store, self.game.key, post, row.seq, seats=[seat], seen=seen)
            )

    def _post(self, seat: int) -> Post:
        """Return a post of the player in a seat, who sees the game as it is."""
        self.clock.go_on(_A_TAP)
        return Post(
            entry_id=self.store.new_key(),
            version=self.game.version,
            who=self.record["players"][seat],
            phone=_phone_of(seat),
        )


def _phone_of(seat: int) -> str:
    return f"demo {seat}"


def _require_saved(outcome: Outcome[About]) -> About:
    """Return what a saved act was about; raises UnsavedError."""
    if not isinstance(outcome, Saved):
        raise UnsavedError(outcome)
    return outcome.thing


# --- The club to look at: its book, moved to end yesterday, and an officer who can sign in --------


_BOOK: Final = Path(__file__).with_name("demo_book.json.gz")


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
    made = GameStore.at(settings.database, follower=ClubFollower(), time_zone=settings.time_zone)
    with closing(made) as opened:
        # Nobody sets this clock back or forward.
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
    yesterday = today - timedelta(days=1)

    def move(day: re.Match[str]) -> str:
        days_before_last = last - date.fromisoformat(day[0])
        return (yesterday - days_before_last).isoformat()

    return _DAY.sub(move, text)
