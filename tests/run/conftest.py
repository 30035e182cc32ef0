"""The launcher in a tree of its own: the system and the interpreter it calls are stand-ins."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
LOCKS = ("requirements.txt", "requirements-test.txt")
ALL_LOCKS = (*LOCKS, "requirements-audit.txt")
TOOLS = (
    *("bash", "cat", "dirname", "env", "grep", "id", "ldconfig", "readlink", "setpriv"),
    *("sha256sum", "tail"),
)

# Notes how it was called; "venv" makes a folder like the real one, of any version, and pip can be
# made to fail.
INTERPRETER = """
echo "$*" >>"$CALLS"
case "$*" in
  *"-m venv"*)
    mkdir -p "${!#}/bin" && cp "$0" "${!#}/bin/python"
    echo "version = ${PYTHON_VERSION:-3.11.2}" >"${!#}/pyvenv.cfg"
    ;;
  *"-m pip"*) exit "${PIP_STATUS:-0}" ;;
  *"-m scorekeeper.cli"*) printf '<%s>' "$@" ;;
esac
"""


class Tree:
    """A copy of the launcher and its locks with a PATH of stand-ins."""

    def __init__(self, top: Path) -> None:
        self.top = top / "a checkout"
        self.programs = top / "bin"
        self.calls = top / "calls"
        self.calls.touch()
        self.top.mkdir()
        self.programs.mkdir()
        for name in ("run", *ALL_LOCKS):
            shutil.copy(CHECKOUT / name, self.top / name)
        for name in (*TOOLS, "cp", "mkdir"):
            found = shutil.which(name, path=f"{os.environ['PATH']}:/sbin:/usr/sbin")
            assert found is not None
            (self.programs / name).symlink_to(found)

    def add(self, program: str, script: str) -> None:
        """Put a program on the PATH."""
        file = self.programs / program
        file.unlink(missing_ok=True)
        file.write_text(f"#!/usr/bin/env bash\n{script}\n")
        file.chmod(0o755)

    def add_tool(self, name: str) -> None:
        """Put a program that does nothing into the environment of the checkout."""
        file = self.top / ".venv/bin" / name
        file.write_text("#!/usr/bin/env bash\n")
        file.chmod(0o755)

    def run(self, *arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
        """Run the launcher with nothing but the stand-ins in reach."""
        return subprocess.run(
            [str(self.top / "run"), *arguments],
            cwd=self.top.parent,
            env={"PATH": str(self.programs), "CALLS": str(self.calls), **environment},
            capture_output=True,
            text=True,
            check=False,
        )

    def calls_of(self, word: str) -> list[str]:
        """Return the calls of the interpreter that hold the word."""
        return [call for call in self.calls.read_text().splitlines() if word in call]


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path)


@pytest.fixture
def ready(tree: Tree) -> Tree:
    """A tree that has been set up once."""
    tree.add("python3", INTERPRETER)
    tree.run("variants")
    tree.calls.write_text("")
    return tree
