"""Where a problem is: paths as the record writes them, and the problems met while reading."""

from collections.abc import Iterable, Sequence
from typing import Any

from scorekeeper.domain.variant import Path, Problem


class Findings:
    """The problems of one reading, in the order they were met."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def add(self, at: Path, code: str, text: str) -> None:
        """Note an error at a place."""
        self.problems.append(Problem(at=at, code=code, text=text))

    def concern(self, at: Path) -> bool:
        """Whether what is read at ``at`` is incomplete because of a problem in or above it."""
        return any(_related(problem.at, at) for problem in self.problems)


def _related(one: Path, other: Path) -> bool:
    shared = min(len(one), len(other))
    return one[:shared] == other[:shared]


def write_path(at: Path, players: Sequence[str]) -> str:
    """A place in the record's words: ``deals[0].hands.Ann.melds[1]``."""
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
    """Problems as the record writes them."""
    return [
        {
            "at": write_path(problem.at, players),
            "code": problem.code,
            "text": problem.text,
            "severity": str(problem.severity),
        }
        for problem in problems
    ]
