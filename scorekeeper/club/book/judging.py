"""Judges the game records of a club book; several processes share those of a large book."""

import gc
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from scorekeeper.club.facts import PlayedGame, figures_of_game
from scorekeeper.record import (
    RECORD_BOUNDS,
    Findings,
    Reading,
    Record,
    deal_problems,
    read_early_end,
    read_record,
)
from scorekeeper.rules import EarlyEnd, GameScore, Path, Problem, score_game

_MANY: Final = 1_000
"""The fewest records for which processes share the work; for fewer, starting one takes longer."""
_BATCH: Final = 100
_MOST_PROCESSES: Final = 2
"""More processes would be quicker, but take more memory than a small machine has."""


class JudgedRecord(NamedTuple):
    """The facts that a club needs of a game record, and the problems and warnings of the record.

    ``played`` is None if there is a problem. ``refusal`` has a code and a text if the club cannot
    have closed the game early.
    """

    players: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    played: PlayedGame | None = None
    played_on: str = ""
    refusal: tuple[str, str] | None = None


class _Task(NamedTuple):
    document: Any
    closed: EarlyEnd | None


def judge_record(document: Any, closed: EarlyEnd | None) -> JudgedRecord:
    """Return the facts that a club needs of a record; ``closed`` is its own early end, if any."""
    if (
        len(json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode())
        > RECORD_BOUNDS.size
    ):
        text = f"The record is larger than {RECORD_BOUNDS.size} bytes"
        return JudgedRecord(problems=(Problem(at=(), code="bad_format", text=text),))
    reading = read_record(document)
    record, score = reading.record, reading.score
    if record is None or score is None:
        problems = tuple([_with_names(problem, reading) for problem in reading.problems])
        return JudgedRecord(players=reading.players, problems=problems)
    refusal = _refuse_early_end(record, score) if closed is not None else None
    if closed is not None and refusal is None:
        score = score_game(record.setup, record.deals, closed=closed)
    return JudgedRecord(
        players=reading.players,
        warnings=tuple([_with_names(problem, reading) for problem in deal_problems(score)]),
        played=figures_of_game(record.setup, score),
        played_on=record.played_on,
        refusal=refusal,
    )


def _with_names(problem: Problem, reading: Reading) -> Problem:
    steps: Path = tuple(
        [
            reading.players[step] if before == "hands" and isinstance(step, int) else step
            for before, step in zip(("", *problem.at), problem.at, strict=False)
        ]
    )
    return replace(problem, at=steps, judged_by=None)


def _refuse_early_end(record: Record, score: GameScore) -> tuple[str, str] | None:
    if record.closed_early is not None:
        return "bad_value", "The record says already that the game was ended early"
    if score.over:
        text = f"The game was over after deal {score.ended_at_deal}, so nobody closed it early"
        return "already_over", text
    return None


# --- a large book ---------------------------------------------------------------------------------


class RecordJudge:
    """Judges the records of one document, before they are read if there are ``many``."""

    def __init__(self, document: Any, *, many: int = _MANY) -> None:
        tasks = list(_tasks_in(document))
        self._ahead: dict[int, JudgedRecord] = {}
        if len(tasks) >= many and (os.cpu_count() or 1) > 1:
            judged = _judge_by_several(tasks)
            self._ahead = {
                id(task.document): outcome for task, outcome in zip(tasks, judged, strict=False)
            }

    def judge(self, document: Any, closed: EarlyEnd | None) -> JudgedRecord:
        """Return the facts that a club needs of a record, an object of the judge's document."""
        ahead = self._ahead.get(id(document))
        return judge_record(document, closed) if ahead is None else ahead


def _tasks_in(document: Any) -> Iterator[_Task]:
    """Yield the records of a document, whatever else is wrong with it."""
    for night in _items(document, "nights"):
        for game in _items(night, "games"):
            if isinstance(game, dict) and isinstance(game.get("record"), dict):
                closed = read_early_end(game.get("closed_early"), (), Findings())
                yield _Task(game["record"], closed)


def _items(document: Any, key: str) -> list[Any]:
    value = document.get(key) if isinstance(document, dict) else None
    return value if isinstance(value, list) else []


def _judge_by_several(tasks: Sequence[_Task]) -> list[JudgedRecord]:
    """Return the judged records; none if this machine does not let processes work together."""
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    batches = [tasks[start : start + _BATCH] for start in range(0, len(tasks), _BATCH)]
    try:
        with ProcessPoolExecutor(
            max_workers=min(os.cpu_count() or 1, _MOST_PROCESSES),
            # The site, which has threads, may ask too: a fork could stop for ever.
            mp_context=get_context("spawn"),
            # They do not live long enough for anything to be collected.
            initializer=gc.disable,
        ) as processes:
            return [judged for batch in processes.map(_judge_batch, batches) for judged in batch]
    except (BrokenProcessPool, OSError):
        return []


def _judge_batch(tasks: Sequence[_Task]) -> list[JudgedRecord]:
    return [judge_record(task.document, task.closed) for task in tasks]
