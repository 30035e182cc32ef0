"""SECURITY.md names tests that there are."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
TEXT: Final = (ROOT / "SECURITY.md").read_text()
HELD: Final = TEXT.partition("| what was tried | what holds it |")[2].splitlines()[2:]


def held_by(row: str) -> Iterator[tuple[Path, str]]:
    """Yield the file and the name of each test of a row; a name alone is in the file before."""
    file = ROOT
    for path, name in re.findall(r"`(tests/[\w/]+\.py)?(?:::)?(test_\w+)?`", row):
        file = ROOT / path if path else file
        yield file, name


def test_every_test_that_it_names_is_there() -> None:
    named = [each for row in HELD for each in held_by(row)]
    assert len(named) > 30
    missing = [
        f"{file}::{name}"
        for file, name in named
        if not file.is_file() or f"def {name}" not in file.read_text()
    ]
    assert missing == []


def test_everything_that_was_tried_has_what_holds_it() -> None:
    assert [row for row in HELD if not any(held_by(row))] == []
