"""What the list of changes says of the newest version is true."""

import re
from pathlib import Path
from typing import Final

from click.testing import CliRunner

from scorekeeper import __version__
from scorekeeper.cli import main
from scorekeeper.store.migrations import NEWEST

ROOT: Final = Path(__file__).parents[1]
TEXT: Final = (ROOT / "CHANGELOG.md").read_text()


def test_it_begins_with_the_version_and_the_database_of_this_program() -> None:
    version, database = re.findall(r"^## (\S+)\n\nDatabase `(\w+)`", TEXT, re.MULTILINE)[0]
    assert (version, database) == (__version__, NEWEST)


def test_the_command_prints_the_version() -> None:
    printed = CliRunner().invoke(main, ["--version"]).output
    assert printed == f"Scorekeeper, version {__version__}\n"
