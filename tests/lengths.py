"""What ``./run test`` asks of lengths: functions of 40 lines at most, a look at files over 600.

Ruff measures lines of Python and complexity, but has no rule for the length of a function. Scripts
are measured by ``tests/scripts/sizes.js``; the lines of templates and styles by nobody else.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
LONGEST_FUNCTION: Final = 40
LONGEST_FILE: Final = 600
LONGEST_LINE: Final = 120
FOLDERS: Final = ("scorekeeper", "tests", "templates", "static")
SUFFIXES: Final = {".py", ".html", ".css", ".js"}


def long_functions(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > LONGEST_FUNCTION:
                yield f"{file.relative_to(ROOT)}:{node.lineno}: {node.name} has {lines} lines"


def long_lines(file: Path) -> Iterator[str]:
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if len(line) > LONGEST_LINE:
            yield f"{file.relative_to(ROOT)}:{number}: {len(line)} characters"


def check() -> int:
    """Print what is long and return the exit status; a long file is only a warning."""
    files = [file for name in FOLDERS for file in sorted((ROOT / name).rglob("*.*"))]
    texts = [file for file in files if file.suffix in SUFFIXES]
    for file in texts:
        lines = file.read_text(encoding="utf-8").count("\n")
        if lines > LONGEST_FILE:
            print(f"Is this one thing? {file.relative_to(ROOT)} has {lines} lines.")
    found = [line for file in texts if file.suffix == ".py" for line in long_functions(file)]
    found += [line for file in texts if file.suffix != ".py" for line in long_lines(file)]
    print("".join([f"Too long: {line}\n" for line in found]), end="")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(check())
