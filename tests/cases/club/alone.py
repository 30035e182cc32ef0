"""Works out the cases of club books in a process that cannot import organised nights and seasons.

``test_club_cases.py`` starts it. It prints the answers by the names of the cases.
"""

import json
import sys
import tomllib
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from pathlib import Path
from types import ModuleType
from typing import Final

ROOT: Final = Path(__file__).parents[3]
CONTRACTS: Final = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
TOURNAMENT: Final = tuple(
    next(each for each in CONTRACTS["contracts"] if each["id"] == "club-alone")["forbidden_modules"]
)


class NoTournament(MetaPathFinder):
    """Refuses to import a module of the tournament."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> None:
        if fullname in TOURNAMENT or fullname.rpartition(".")[0] in TOURNAMENT:
            raise ImportError(fullname)


def main() -> None:
    sys.meta_path.insert(0, NoTournament())
    from scorekeeper.record.club.asking import ClubRequest, answer_request

    answers = {}
    for file in Path(__file__).parent.glob("*.json"):
        case = json.loads(file.read_text())
        assert case["options"] == []
        reply = answer_request(ClubRequest(as_json=True), json.dumps(case["book"]).encode())
        answers[file.stem] = reply.status, reply.text
    print(json.dumps(answers))


if __name__ == "__main__":
    main()
