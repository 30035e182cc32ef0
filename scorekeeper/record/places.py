"""Collects problems with their places in a record, and writes them as JSON has them."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from scorekeeper.rules.scoring import GameScore
from scorekeeper.rules.variant import Path, Problem

PROBLEMS_MAX: Final = 1_000
"""The most problems of one document that are told: a hostile file could have a million."""

MORE_PROBLEMS: Final = Problem(
    at=(),
    code="bad_format",
    text=f"More than {PROBLEMS_MAX} problems were found; mend these first",
    judged_by=(),
)


class Findings:
    """Collects the problems found while a document is read; ``count`` is how many were found."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.count = 0
        self._places: set[Path] = set()
        self._on_the_way: set[Path] = set()

    def add(self, at: Path, code: str, text: str) -> None:
        """Add an error at the place ``at``; beyond ``PROBLEMS_MAX`` it is only counted."""
        self.add_problem(Problem(at=at, code=code, text=text))

    def add_problem(self, problem: Problem) -> None:
        """Add a problem; beyond ``PROBLEMS_MAX`` it is only counted."""
        self.count += 1
        if self.count <= PROBLEMS_MAX:
            self.problems.append(problem)
            self.mark_incomplete(problem.at)
        elif self.count == PROBLEMS_MAX + 1:
            self.problems.append(MORE_PROBLEMS)
            self.mark_incomplete(())

    def mark_incomplete(self, at: Path) -> None:
        """Note that the value at ``at`` is not known, because of a problem told elsewhere."""
        self._places.add(at)
        self._on_the_way.update([at[:steps] for steps in range(len(at) + 1)])

    def is_uncertain(self, problem: Problem) -> bool:
        """Tell whether the facts by which a problem was judged may be incomplete."""
        judged_by = (problem.at,) if problem.judged_by is None else problem.judged_by
        return any(self.is_incomplete(at) for at in judged_by)

    def is_incomplete(self, at: Path) -> bool:
        """Tell whether the value at ``at`` may be incomplete: a problem lies at, in or above it."""
        above = [at[:steps] for steps in range(len(at))]
        return at in self._on_the_way or not self._places.isdisjoint(above)


def deal_problems(score: GameScore) -> list[Problem]:
    """Return the problems of all deals, with their places in the record."""
    found = [place_problems(deal.problems, deal.number) for deal in score.deals]
    return [problem for each in found for problem in each]


def place_problems(problems: Iterable[Problem], number: int) -> list[Problem]:
    """Return problems of deal ``number`` (from 1) with their places in the record."""
    at: Path = ("deals", number - 1)
    return [
        replace(
            problem,
            at=(*at, *problem.at),
            judged_by=problem.judged_by and tuple([(*at, *fact) for fact in problem.judged_by]),
        )
        for problem in problems
    ]


def write_path(at: Path, players: Sequence[str]) -> str:
    """Return a place as text, with names for seats: ``deals[0].hands.Ann.melds[1]``."""
    text = ""
    for before, step in zip((None, *at), at, strict=False):
        if before == "hands" and isinstance(step, int):
            text += f".{players[step]}"
        elif isinstance(step, int):
            text += f"[{step}]"
        else:
            text += f".{step}"
    return text.removeprefix(".")


def write_problems(problems: Iterable[Problem], players: Sequence[str]) -> list[dict[str, Any]]:
    """Return problems as JSON objects, as results of the game record have them."""
    return [
        {
            "at": write_path(problem.at, players),
            "code": problem.code,
            "text": problem.text,
            "severity": str(problem.severity),
        }
        for problem in problems
    ]
