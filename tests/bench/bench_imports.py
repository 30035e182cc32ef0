"""Hostile records and sheet codes: how much memory stays in use, how long other phones wait.

Records, no two alike, are imported one after the other. Sheet codes of a megabyte of empty deals in
1.4 KB of text are posted by four addresses at once, while another one opens a table's page.
"""

import json
import re
import tempfile
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from time import perf_counter, sleep
from typing import Any
from urllib.parse import urlencode

from scorekeeper.record.sheet_code import PRESET
from tests.bench.figures import Row, milliseconds
from tests.bench.process import Worker
from tests.served import Served

IMPORTS = 500
SHORT_IMPORTS = 100
SHEETS, ADDRESSES = 96, 4
ROUNDS, SHORT_ROUNDS = 12, 3
EMPTY_DEALS = 340_000
PAUSE_SECONDS = 0.02
"""How long the other phone waits before it asks again."""
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
    """Import five hundred records of up to 1 MiB, then read twelve times 96 sheets at once."""
    return [*_measure(IMPORTS), *_read_sheets(ROUNDS)]


def run_short() -> list[Row]:
    """Import one hundred, and read three times 96 sheets."""
    return [*_measure(SHORT_IMPORTS), *_read_sheets(SHORT_ROUNDS)]


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


def _read_sheets(rounds: int) -> list[Row]:
    """Post sheet codes from four addresses at once, while another one opens a table's page."""
    form, statuses = {"text": make_sheet()}, set[int]()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(SHEETS) as threads:
        site = Served(Path(folder))
        site.start()
        try:
            worker, phone = Worker(site), Sender(site.port)
            page = phone.start_game()
            before = [_time(phone, page) for _ in range(100)]
            senders = [
                Sender(site.port, f"127.0.0.{2 + number % ADDRESSES}") for number in range(SHEETS)
            ]
            took: list[float] = []
            for _ in range(rounds):
                sent = [threads.submit(each.post, "/read", form) for each in senders]
                while not all(each.done() for each in sent):
                    took.append(_time(phone, page))
                    sleep(PAUSE_SECONDS)
                statuses |= {each.result() for each in sent}
            memory = worker.memory()
        finally:
            site.stop()
    return [
        ("another phone's page before the sheets, 95 %", milliseconds(before, 95), ""),
        (f"while {rounds} times {SHEETS} sheets come, 50 %", milliseconds(took, 50), ""),
        (f"the same, 95 % of {len(took)} pages", milliseconds(took, 95), "50 ms"),
        ("the same, the slowest", milliseconds(took, 100), ""),
        ("memory after them", f"{memory:.0f} MiB", "150 MiB"),
        ("answers to the sheets", ", ".join(map(str, sorted(statuses))), "422, 503"),
    ]


def _time(phone: "Sender", page: str) -> float:
    begin = perf_counter()
    phone.open(page)
    return perf_counter() - begin


def make_sheet() -> str:
    """Return the text of a sheet code with as many empty deals as a megabyte holds."""
    document = {"variant": "laws", "players": ["A", "B"], "deals": [{}] * EMPTY_DEALS}
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, PRESET)
    text = json.dumps(document, separators=(",", ":")).encode()
    data = packer.compress(text) + packer.flush()
    return f"SK1.1.1.{zlib.crc32(data):08x}.{urlsafe_b64encode(data).rstrip(b'=').decode()}"


class Sender:
    """A browser, at an address of this machine, that imports files and posts forms."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self._line = HTTPConnection("127.0.0.1", port, source_address=(address, 0))
        text = self.open("/import")
        self._cookie = str(self._answer.headers["set-cookie"]).split(";")[0]
        self._token = re.findall(r'name="csrf_token" value="([^"]*)"', text)[0]

    def open(self, path: str) -> str:
        """Return the text of a page."""
        cookie = getattr(self, "_cookie", "")
        self._line.request("GET", path, headers={"Cookie": cookie} if cookie else {})
        self._answer = self._line.getresponse()
        return self._answer.read().decode()

    def post(self, path: str, form: dict[str, str]) -> int:
        """Post a form; return the status of the answer."""
        return self._send(
            path,
            urlencode({"csrf_token": self._token, **form}).encode(),
            "application/x-www-form-urlencoded",
        )

    def start_game(self) -> str:
        """Begin a game; return the address of its page."""
        record = {"format": "scorekeeper-game/1", "variant": "laws", "players": PLAYERS}
        self.send(json.dumps(record | {"deals": []}).encode())
        return str(self._answer.headers["location"])

    def send(self, record: bytes) -> None:
        """Import a record; it may be refused."""
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="'
        parts = f'{head}csrf_token"\r\n\r\n{self._token}\r\n{head}file"; filename="a.json"\r\n\r\n'
        body = parts.encode() + record + f"\r\n--{BOUNDARY}--\r\n".encode()
        status = self._send("/import", body, f"multipart/form-data; boundary={BOUNDARY}")
        if status not in {303, 422}:
            raise RuntimeError(f"an import was answered {status}")

    def _send(self, path: str, body: bytes, kind: str) -> int:
        self._line.request("POST", path, body, {"Cookie": self._cookie, "Content-Type": kind})
        self._answer = self._line.getresponse()
        self._answer.read()
        return self._answer.status
