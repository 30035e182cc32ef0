"""Lines of templates, styles and scripts fit a window, and no file is long.

Ruff measures the lines of Python.
"""

from typing import Final

from scorekeeper.config import site_folder

LONGEST: Final = 120
MOST_LINES: Final = 300
FILES: Final = sorted(
    file
    for folder in ("templates", "static")
    for file in (site_folder() / folder).rglob("*")
    if file.suffix in (".html", ".css", ".js")
)


def test_no_line_of_a_template_style_or_script_is_too_long() -> None:
    assert FILES
    too_long = [
        f"{file}:{number}"
        for file in FILES
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST
    ]
    assert too_long == []


def test_no_file_is_too_long() -> None:
    modules = (site_folder() / "scorekeeper").rglob("*.py")
    lines = {file: file.read_text(encoding="utf-8").count("\n") for file in (*FILES, *modules)}
    assert {file: many for file, many in lines.items() if many > MOST_LINES} == {}
