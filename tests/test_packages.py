"""Every package that is imported is asked for, with bounds, and none by its private parts."""

import ast
import re
import sys
import tomllib
from collections.abc import Mapping
from importlib.metadata import packages_distributions, version
from pathlib import Path
from typing import Any, Final

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT: Final = Path(__file__).parents[1]
OWN: Final = frozenset(["scorekeeper", "tests"])
PROJECT: Final[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
ASKED_FOR: Final = {
    "scorekeeper": PROJECT["dependencies"],
    "tests": [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["test"]],
}
IMPORTED: Final = re.compile(
    r"^ *(?:import (?=[\w., ]+(?:#.*)?$)|from (?=[\w.]+ import ))(\w+)", re.MULTILINE
)
"""The first part of the name of a module; a tree of each file would take ten times as long."""
PRIVATE: Final = {("papers/printer.py", "_page_box")}
"""WeasyPrint says nowhere else where a part was laid out; `tests/papers/test_renderer.py` asks."""


class Names:
    """What a program is asked for its private names: its own, those it uses, and its imports."""

    def __init__(self) -> None:
        self.own = {"_replace", "_asdict", "_fields"}
        self.used: set[tuple[str, str]] = set()
        self.imported: set[str] = set()

    def read(self, file: Path) -> None:
        """Read a module, whose name is that below the program's folder."""
        name = file.relative_to(ROOT / "scorekeeper").as_posix()
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                    self.own.add(node.name)
                case ast.Attribute(ctx=ast.Store()):
                    self.own.add(node.attr)
                case ast.Name(ctx=ast.Store()):
                    self.own.add(node.id)
                case ast.Attribute() if is_private(node.attr):
                    self.used.add((name, node.attr))
                case ast.Import():
                    self.imported.update([alias.name for alias in node.names])
                case ast.ImportFrom(module=str(module)):
                    self.imported.update([f"{module}.{alias.name}" for alias in node.names])


def distributions_of(top: str, known: Mapping[str, list[str]]) -> set[str]:
    """Return the distributions of the foreign packages that are imported below a folder."""
    texts = [file.read_text("utf-8") for file in (ROOT / top).rglob("*.py")]
    found = {name for text in texts for name in IMPORTED.findall(text)}
    foreign = found - sys.stdlib_module_names - OWN
    return {canonicalize_name(name) for package in foreign for name in known[package]}


def requirements(top: str) -> dict[str, Requirement]:
    """Return what may be imported below a folder, by the name of its distribution."""
    asked = [Requirement(line) for line in ASKED_FOR[top]]
    return {canonicalize_name(requirement.name): requirement for requirement in asked}


def test_every_package_that_is_imported_is_asked_for_and_the_site_asks_for_no_other() -> None:
    known = packages_distributions()  # in one test, since it takes most of a second
    for top in ASKED_FOR:
        distributions = distributions_of(top, known)
        assert len(distributions) > 15
        asked = requirements(top).keys()
        assert distributions - asked == set()
        assert top != "scorekeeper" or asked == distributions


@pytest.mark.parametrize("name", requirements("tests"))
def test_every_package_has_a_lower_bound_and_the_installed_one_is_within(name: str) -> None:
    bounds = requirements("tests")[name].specifier
    assert any(bound.operator == ">=" for bound in bounds)
    assert version(name) in bounds


@pytest.mark.parametrize("name", ["jinja2", "h11", "uvicorn", "weasyprint", "pydyf"])
def test_a_package_that_the_site_reaches_into_has_an_upper_bound(name: str) -> None:
    """Of these the site uses what they do not promise to keep."""
    assert any(bound.operator == "<" for bound in requirements("scorekeeper")[name].specifier)


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def test_nothing_private_of_a_package_is_used() -> None:
    """A private name is our own if the package itself makes it, or every named tuple has it."""
    names = Names()
    for file in (ROOT / "scorekeeper").rglob("*.py"):
        names.read(file)
    assert {(file, name) for file, name in names.used if name not in names.own} == PRIVATE
    named = {name for name in names.imported if name.count(".")}
    private = {name for name in named if any(map(is_private, name.split(".")))}
    assert {name for name in private if name.partition(".")[0] not in OWN} == set()
