"""Fills a database with a club of many years: nights of some games among 200 people.

The newest nights are taken in, closed and paid by the program itself. The others are copies of
their rows with other people on other days.
"""

import json
import random
from collections.abc import Iterable
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

from scorekeeper.club.facts import ClubPayment, SettleWay
from scorekeeper.club.files import Taken, take_book
from scorekeeper.club.payments import close_night, digest_of
from scorekeeper.club.rows.nights import find_night
from scorekeeper.club.rows.people import add_payment
from scorekeeper.club.stored_book import load_night
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.posting import Post, Saved
from tests.bench.copied_nights import MEMBERS, PEOPLE, NightCopy, read_night

CASES: Final = Path(__file__).parents[1] / "cases"
GAMES_A_NIGHT: Final = 5
DAYS_APART: Final = 3.3
PLAYED: Final = 33
"""How many nights are played by the program."""
STAKE: Final = {"currency": "USD", "amount": "1.00", "per": 100}
OTHERS: Final = ("F05", "G4", "F08", "G5", "P01")
"""Cases of the other variants, of which a fifth of the games are."""
EARLY: Final = ("modern", "gin100")
"""Variants whose cases are ended early."""


def store_club(store: GameStore, nights: int) -> None:
    """Store a club of so many nights, the newest of today and open, all others closed and paid."""
    played = min(PLAYED, nights)
    days = [
        (date.today() - timedelta(days=int(DAYS_APART * back))).isoformat()  # noqa: DTZ011
        for back in range(nights - 1, -1, -1)
    ]
    book = json.dumps(make_book(days[-played:], days[0], games=GAMES_A_NIGHT))
    taken = take_book(store, book.encode(), lambda *_: None)
    if not isinstance(taken, Taken):
        raise TypeError(taken.problems[:3])
    names = [f"n{number}" for number in range(played)]
    for night in names[:-1]:
        _close(store, night)
    with store.database.reading() as db:
        originals = [read_night(db, night) for night in names[:-1]]
    copies = days[: nights - played]
    for start in range(0, len(copies), len(originals)):
        with store.database.writing() as db:
            for original, day in zip(originals, copies[start:], strict=False):
                NightCopy(original, 1 + start // len(originals), day).write(store, db)


def make_book(days: Iterable[str], opened: str, *, games: int) -> dict[str, Any]:
    """Return the book of a club that began on a day, with a night of some games each day."""
    chance = random.Random(11)
    return {
        "format": "scorekeeper-club/1",
        "club": {"name": "Cavendish", "currency": "USD", "opened": opened},
        "people": [
            {"id": f"p{number}", "name": f"Eve {number}"}
            | ({"joined": opened} if number < MEMBERS else {})
            for number in range(PEOPLE)
        ],
        "nights": [_night(chance, number, day, games) for number, day in enumerate(days)],
    }


def _night(chance: random.Random, number: int, day: str, count: int) -> dict[str, Any]:
    """Return a closed night's document: random games, person 0 among those who are there."""
    here = [0, *chance.sample(range(1, PEOPLE), 10 + count)]
    games = [_game(chance, f"g{number}.{game}", here) for game in range(count)]
    return {
        "id": f"n{number}",
        "date": day,
        "place": "Back room",
        "fee": {"per": "person_night", "amount": "2.00", "guest": "3.00"},
        "settle": "transfers",
        "games": games,
    }


def _game(chance: random.Random, name: str, here: list[int]) -> dict[str, Any]:
    if chance.random() < 0.2:
        record = json.loads((CASES / f"{chance.choice(OTHERS)}.json").read_text())["record"]
    else:
        record = _decided(_tallied_record(chance, ["Ann", "Bob", "Cal"]))
    people = chance.sample(here, len(record["players"]))
    game = {
        "id": name,
        "table": str(1 + chance.randrange(5)),
        "record": record | {"stake": STAKE},
        "players": {
            player: f"p{person}" for player, person in zip(record["players"], people, strict=True)
        },
    }
    if record["variant"] in EARLY:
        game["closed_early"] = {"settles": True}
    return game


def _tallied_record(chance: random.Random, players: list[str]) -> dict[str, Any]:
    """Return the record of a game of six deals in totals."""
    deals = []
    for _ in range(6):
        by = chance.choice(players)
        hands = {
            name: {
                "melded_points": 5 * chance.randrange(60),
                "in_hand_points": 0 if name == by else 5 * chance.randrange(1, 20),
            }
            for name in players
        }
        deals.append({"ending": "out", "by": by, "hands": hands})
    return {
        "format": "scorekeeper-game/1",
        "variant": "laws",
        "players": players,
        "deals": deals,
    }


def _decided(record: dict[str, Any]) -> dict[str, Any]:
    """Return the record with a last deal that ends the game, and smaller deals before it."""
    *others, last = record["deals"]
    for hand in [hand for deal in others for hand in deal["hands"].values()]:
        hand["melded_points"] = hand["melded_points"] // 10 * 5
    last["hands"][last["by"]]["melded_points"] += 1_000
    return record


def _close(store: GameStore, night: str) -> None:
    """Close a night, and pay four of five transfers of its plan."""
    seen = digest_of(load_night(store, night).figures)
    outcome = close_night(store, Post(entry_id=night), night, SettleWay.TRANSFERS, seen=seen)
    if not isinstance(outcome, Saved):
        raise TypeError(outcome)
    with store.database.writing() as db:
        row = find_night(db, night)
        if row is None or row.closed is None:
            raise LookupError(night)
        for number, each in enumerate(row.closed.plan or ()):
            if number % 5:
                payment = ClubPayment(
                    id=f"{night}.{number}",
                    date=row.date,
                    payer=each.payer,
                    payee=each.payee,
                    minor=each.minor,
                    night=night,
                )
                add_payment(db, payment, store.now())
