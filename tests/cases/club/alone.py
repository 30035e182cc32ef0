"""Works out the cases of club books in a process that cannot import organised nights and seasons.

``test_club_cases.py`` starts it. It prints the answers by the names of the cases. A book without
problems is first taken into a database, and given back.
"""

import json
import sys
import tomllib
from collections.abc import Sequence
from contextlib import closing
from importlib.abc import MetaPathFinder
from pathlib import Path
from tempfile import TemporaryDirectory
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
        if fullname.startswith(TOURNAMENT):
            raise ImportError(fullname)


def main() -> None:
    sys.meta_path.insert(0, NoTournament())
    from scorekeeper.club.book.answer import ClubRequest, answer_request
    from scorekeeper.club.files import Taken, take_book, write_club_file
    from tests.empty_database import store_at

    answers = {}
    for file in Path(__file__).parent.glob("*.json"):
        case = json.loads(file.read_text())
        assert case["options"] == []
        book = json.dumps(case["book"]).encode()
        with TemporaryDirectory() as folder, closing(store_at(Path(folder))) as store:
            is_taken = isinstance(take_book(store, book, lambda *_: None), Taken)
            if is_taken:
                book = write_club_file(store, "book", lambda *_: None).encode()
        reply = answer_request(ClubRequest(as_json=True), book)
        assert is_taken is (reply.status == 0)
        answers[file.stem] = reply.status, reply.text
    print(json.dumps(answers))


if __name__ == "__main__":
    main()
