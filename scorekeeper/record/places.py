"""Where a problem is: paths as the record writes them, and the problems met while reading."""

from collections.abc import Iterable, Sequence
from typing import Any

from scorekeeper.domain.variant import Path, Problem


class Findings:
    """The problems of one reading, in the order they were met."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self._places: set[Path] = set()
        self._on_the_way: set[Path] = set()

    def add(self, at: Path, code: str, text: str) -> None:
        """Note an error at a place."""
        self.problems.append(Problem(at=at, code=code, text=text))
        self._places.add(at)
        self._on_the_way.update([at[:steps] for steps in range(len(at) + 1)])

    def concern(self, at: Path) -> bool:
        """Whether what is read at ``at`` is incomplete because of a problem in or above it."""
        above = [at[:steps] for steps in range(len(at))]
        return at in self._on_the_way or not self._places.isdisjoint(above)


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
