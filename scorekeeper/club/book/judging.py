"""Judges the game records of a club book."""

import json
from dataclasses import replace
from typing import Any, NamedTuple

from scorekeeper.club.facts import PlayedGame, figures_of_game
from scorekeeper.record import (
    RECORD_BOUNDS,
    Reading,
    Record,
    deal_problems,
    read_record,
)
from scorekeeper.rules import EarlyEnd, GameScore, Path, Problem, score_game


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
