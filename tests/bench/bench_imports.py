"""Hostile records, no two alike, imported one after the other: how much memory stays in use."""

import json
import re
import tempfile
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from tests.bench.figures import Row, milliseconds
from tests.bench.process import Worker
from tests.served import Served

IMPORTS = 500
SHORT_IMPORTS = 100
ROOM = 1_000_000
PLAYERS = ["Ann", "Bob", "Cal", "Dot"]
CARDS = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
BOUNDARY = "the-record"
Hand = dict[str, Any]


def _cards(random: Random, times: int) -> str:
    return " ".join(random.choices(CARDS, k=times))


KINDS: dict[str, Callable[[Random], Hand]] = {
    "penalties": lambda random: {
        "melds": [],
        "in_hand": "4C",
        "penalties": [{"points": random.randrange(5, 500, 5)}] * 50,
    },
    "undeclared wilds": lambda random: {
        "melds": ["JK 2C 2D 2H " + _cards(random, 3)],
        "in_hand": "4C",
    },
    "wrong cards": lambda random: {"melds": ["X 99 " + _cards(random, 9)] * 8, "in_hand": "Q"},
    "many cards": lambda random: {"melds": [_cards(random, 13)] * 9, "in_hand": _cards(random, 40)},
    "legal": lambda random: {
        "melded_points": random.randrange(0, 500, 5),
        "in_hand_points": random.randrange(5, 300, 5),
    },
}


def run() -> list[Row]:
    """Import five hundred records of up to 1 MiB."""
    return _measure(IMPORTS)


def run_short() -> list[Row]:
    """Import one hundred."""
    return _measure(SHORT_IMPORTS)


def _measure(times: int) -> list[Row]:
    random, took, memory = Random(20), [], []
    with tempfile.TemporaryDirectory() as folder:
        site = Served(Path(folder))
        site.start()
        try:
            worker, sender = Worker(site), Sender(site.port)
            for number in range(times):
                begin = perf_counter()
                sender.send(make_record(random, list(KINDS)[number % len(KINDS)]))
                took.append(perf_counter() - begin)
                memory.append(worker.memory())
            cost = worker.processor_seconds()
        finally:
            site.stop()
    half = memory[times // 2]
    return [
        (f"{times:,} records: an import, 50 %", milliseconds(took, 50), ""),
        ("an import, the slowest", milliseconds(took, 100), "1 s"),
        ("processor of all", f"{cost:.0f} s", ""),
        ("memory after half of them", f"{half:.0f} MiB", ""),
        ("memory after all", f"{memory[-1]:.0f} MiB", "200 MiB"),
        ("10,000 records, if it grew on so", f"{_after_10_000(memory):.0f} MiB", "200 MiB"),
    ]


def _after_10_000(memory: list[float]) -> float:
    half = len(memory) // 2
    return memory[-1] + (memory[-1] - memory[half]) / (len(memory) - half) * (10_000 - len(memory))


def make_record(random: Random, kind: str) -> bytes:
    """Return a record whose deals are all of a kind, as many as fit and as a game may have."""
    deals: list[dict[str, Any]] = []
    size = 0
    while len(deals) < 500:
        deal = {"ending": "stock", "hands": {name: KINDS[kind](random) for name in PLAYERS}}
        size += len(json.dumps(deal))
        if size > ROOM:
            break
        deals.append(deal)
    record = {"format": "scorekeeper-game/1", "variant": "laws", "players": PLAYERS, "deals": deals}
    return json.dumps(record).encode()


class Sender:
    """A browser that imports files."""

    def __init__(self, port: int) -> None:
        self._line = HTTPConnection("127.0.0.1", port)
        self._line.request("GET", "/import")
        page = self._line.getresponse()
        text = page.read().decode()
        self._cookie = str(page.headers["set-cookie"]).split(";")[0]
        self._token = re.findall(r'name="csrf_token" value="([^"]*)"', text)[0]

    def send(self, record: bytes) -> None:
        """Import a record; it may be refused."""
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="'
        parts = f'{head}csrf_token"\r\n\r\n{self._token}\r\n{head}file"; filename="a.json"\r\n\r\n'
        body = parts.encode() + record + f"\r\n--{BOUNDARY}--\r\n".encode()
        headers = {
            "Cookie": self._cookie,
            "Content-Type": f"multipart/form-data; boundary={BOUNDARY}",
        }
        self._line.request("POST", "/import", body, headers)
        answer = self._line.getresponse()
        answer.read()
        if answer.status not in {303, 422}:
            raise RuntimeError(f"an import was answered {answer.status}")
