"""How fast a club's book is read and computed, and how much memory that takes."""

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

from scorekeeper.bookkeeping.club.book import load_night
from scorekeeper.bookkeeping.club.files import Taken, take_book
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.club.figures import ClubFigures, Question
from scorekeeper.record.club.answer import write_club_answer
from scorekeeper.record.club.reading import read_book

ROOT = Path(__file__).parents[2]
GAME = json.loads((ROOT / "tests" / "cases" / "G1.json").read_text())["record"]
PEOPLE = 60
GAMES = 10_000
GAMES_A_NIGHT = 15
REPEATS = 5
COMMAND = """
import resource, sys
from scorekeeper.cli import main
try:
    main(sys.argv[1:])
finally:
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN, resource.RUSAGE_CHILDREN)
    print(sum(resource.getrusage(kind).ru_maxrss for kind in kinds), file=sys.stderr)
"""


def run() -> list[tuple[str, str, str]]:
    """Measure a book of 10,000 games, one in ten in cards, and one night of 30 games."""
    text = json.dumps(make_book(GAMES, GAMES_A_NIGHT))
    seconds, mebibytes = _command(text)
    night = make_book(30, 30)
    return [
        ("size of a book of 10,000 games", f"{len(text) / 2**20:.1f} MiB", "32 MiB"),
        ("club FILE --json of that book, start to end", f"{seconds:.1f} s", "8 s"),
        ("the same, memory", f"{mebibytes:.0f} MiB", "600 MiB"),
        ("a night of 30 games read and computed", f"{_best(night) * 1000:.0f} ms", "50 ms"),
        ("the same night loaded from the store", f"{_load(night) * 1000:.0f} ms", "50 ms"),
    ]


def make_book(games: int, games_a_night: int) -> dict[str, Any]:
    """A club of sixty who play games of three in six deals, every night closed."""
    chance = random.Random(7)
    nights = [
        _night(chance, number, min(games_a_night, games - number * games_a_night))
        for number in range(-(-games // games_a_night))
    ]
    return {
        "format": "scorekeeper-club/1",
        "club": {"name": "Cavendish", "currency": "USD", "opened": "2000-01-01"},
        "people": [
            {"id": f"p{number}", "name": f"Eve {number}", "joined": "2000-01-01"}
            for number in range(PEOPLE)
        ],
        "nights": nights,
    }


def _night(chance: random.Random, number: int, games: int) -> dict[str, Any]:
    return {
        "id": f"n{number}",
        "date": f"{2000 + number // 336:04d}-{1 + number // 28 % 12:02d}-{1 + number % 28:02d}",
        "fee": {"per": "person_night", "amount": "2.00"},
        "settle": "transfers",
        "games": [_game(chance, f"{number}.{game}") for game in range(games)],
    }


def _game(chance: random.Random, name: str) -> dict[str, Any]:
    people = chance.sample(range(PEOPLE), 3)
    players = [f"Eve {person}" for person in people]
    if chance.random() < 0.1:
        text = json.dumps(GAME)
        for old, new in zip(GAME["players"], players, strict=True):
            text = text.replace(f'"{old}"', f'"{new}"')
        record = json.loads(text)
    else:
        record = tallied_record(chance, players)
    record["stake"] = {"currency": "USD", "amount": "1.00", "per": 100}
    mapping = dict(zip(players, [f"p{person}" for person in people], strict=True))
    return {"id": f"g{name}", "table": "1", "record": record, "players": mapping}


def tallied_record(chance: random.Random, players: list[str]) -> dict[str, Any]:
    """The record of a game of six deals in totals."""
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


def _command(text: str) -> tuple[float, float]:
    """The seconds that the command takes for a book, and its mebibytes with two helpers."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.json"
        path.write_text(text)
        start = perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", COMMAND, "club", str(path), "--json"],
            cwd=ROOT,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        return perf_counter() - start, int(done.stderr) / 1024


def _load(document: dict[str, Any]) -> float:
    """The seconds that a night takes whose games are in the cache, as on its pages."""
    with tempfile.TemporaryDirectory() as folder:
        store = GameStore.at(Path(folder) / "scorekeeper.sqlite3")
        taken = take_book(store, json.dumps(document).encode(), lambda *_: None)
        if not isinstance(taken, Taken):
            raise TypeError(taken.problems[:3])
        best = float("inf")
        for _ in range(REPEATS):
            start = perf_counter()
            load_night(store, "n0")
            best = min(best, perf_counter() - start)
        store.close()
        return best


def _best(document: dict[str, Any]) -> float:
    best = float("inf")
    for number in range(REPEATS):
        # Another name each time, or deals judged before would be found in the cache.
        copy = json.loads(json.dumps(document).replace("Eve ", f"Eve {number}x"))
        start = perf_counter()
        reading = read_book(copy)
        if reading.book is None:
            raise ValueError(reading.problems[:3])
        write_club_answer(ClubFigures(reading.book, Question()), list(reading.problems))
        best = min(best, perf_counter() - start)
    return best
