"""What the guide for changes names is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
NAMED = sorted(
    set(re.findall(r"`([^`]+)`", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")))
)
FOLDERS = ("", "scorekeeper", "scorekeeper/rules", "templates")
FILES = [
    file
    for folder in ("scorekeeper", "tests", "templates", "static")
    for file in (ROOT / folder).rglob("*.*")
]


def is_there(path: str) -> bool:
    """Whether there is a file or folder of that path, or a file anywhere of that name."""
    return any((ROOT / folder / path).exists() for folder in FOLDERS) or (
        "/" not in path and any(file.name == path for file in FILES)
    )


def test_every_file_of_the_guide_is_there() -> None:
    paths = [name for name in NAMED if re.fullmatch(r"[\w./]+(/|\.(py|js|html|css|md|txt))", name)]
    assert len(paths) > 30
    assert [path for path in paths if not is_there(path)] == []


def test_every_name_of_the_guide_is_in_the_code() -> None:
    names = [re.match(r"@?([A-Za-z_]\w+)(\(.*\))?$", name) for name in NAMED]
    code = [file.read_text(encoding="utf-8") for file in FILES if file.suffix in (".py", ".js")]
    words = {word for text in code for word in re.findall(r"\w+", text)}
    assert len([name for name in names if name]) > 30
    assert {name[1] for name in names if name} - words == set()
