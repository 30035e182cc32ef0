"""How fast records are scored: one in memory, many in one run, and the command as a process."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

from scorekeeper.domain.scoring import score_game
from scorekeeper.record.reading import read_record

ROOT = Path(__file__).parents[2]
GAME = ROOT / "tests" / "cases" / "G1.json"
REPEATS = 300
LINES = 2_000
STARTS = 5


def run() -> list[tuple[str, str, str]]:
    """Measure a game of six deals and three players in cards, by the laws."""
    document = json.loads(GAME.read_text())["record"]
    record = read_record(document).record
    if record is None:
        raise ValueError(f"{GAME} cannot be scored")
    setup, deals = record.setup, record.deals
    # Other names each time, or deals judged before would be found in the cache.
    setups = [setup._replace(players=(f"Ann {n}", "Bob", "Cal")) for n in range(REPEATS)]
    documents = [_renamed(document, number) for number in range(REPEATS)]
    return [
        ("six-deal game scored", _best(lambda n: score_game(setups[n], deals)), "1 ms"),
        ("six-deal game scored again", _best(lambda _: score_game(setup, deals)), ""),
        ("six-deal record read and scored", _best(lambda n: read_record(documents[n])), ""),
        ("records a second with --lines", _lines_a_second(document), "500"),
        ("one command for a small record, CPU", _command_cpu(document), "200 ms"),
    ]


def _renamed(document: object, number: int) -> Any:
    return json.loads(json.dumps(document).replace("Ann", f"Eve {number}"))


def _best(act: Callable[[int], object]) -> str:
    best = float("inf")
    for number in range(REPEATS):
        start = perf_counter()
        act(number)
        best = min(best, perf_counter() - start)
    return f"{best * 1000:.2f} ms"


def _lines_a_second(document: object) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "many.jsonl"
        records = [json.dumps(_renamed(document, number)) for number in range(LINES)]
        path.write_text("\n".join(records))
        start = perf_counter()
        _score("--lines", str(path))
        return f"{LINES / (perf_counter() - start):.0f}"


def _command_cpu(document: object) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        path.write_text(json.dumps(document))
        _score(str(path))
        before = os.times()
        for _ in range(STARTS):
            _score(str(path))
        after = os.times()
    spent = after.children_user + after.children_system
    spent -= before.children_user + before.children_system
    return f"{spent / STARTS * 1000:.0f} ms"


def _score(*arguments: str) -> None:
    command = [sys.executable, "-m", "scorekeeper", "score", *arguments]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
