"""What templates may use, and that each template and each macro is used."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from flask import Flask
from jinja2 import meta, nodes

from scorekeeper.config import site_folder
from scorekeeper.print.paper import environment as print_environment

FOLDER: Final = site_folder() / "templates"
NAMES: Final = sorted(str(file.relative_to(FOLDER)) for file in FOLDER.rglob("*.html"))
GIVEN: Final = {"page", "frame"}
GLOBALS: Final = {
    *("asset", "by_count", "csrf_token", "file_limit", "may", "night_address", "officer_here"),
    "url_for",
    *("namespace", "range"),  # of Jinja itself
}


@cache
def read(site: Flask, name: str) -> nodes.Template:
    """The syntax tree of a template in which no name is known beforehand."""
    own = print_environment() if name.startswith("print/") else site.jinja_env
    environment = own.overlay()
    environment.globals = {}
    return environment.parse((FOLDER / name).read_text(encoding="utf-8"))


def imports_of(tree: nodes.Template) -> Iterator[tuple[str, str]]:
    """Each macro that a template imports, after the template that has it."""
    for node in tree.find_all(nodes.FromImport):
        assert isinstance(node.template, nodes.Const)
        for name in node.names:
            assert isinstance(name, str)
            yield node.template.value, name


def macros_of(tree: nodes.Template) -> set[str]:
    return {macro.name for macro in tree.find_all(nodes.Macro)}


def used_in(tree: nodes.Template) -> set[str]:
    return {name.name for name in tree.find_all(nodes.Name) if name.ctx == "load"}


def set_in(node: nodes.Node) -> set[str]:
    """The names to which a part of a template gives a value: parameters, loops, assignments."""
    return {name.name for name in node.find_all(nodes.Name) if name.ctx != "load"}


def known_at_the_top(tree: nodes.Template) -> set[str]:
    """The names that blocks and macros know from the top of their template."""
    assigned = [set_in(node) for node in tree.body if isinstance(node, nodes.Assign)]
    return set().union({name for _, name in imports_of(tree)}, macros_of(tree), *assigned)


@pytest.mark.parametrize("name", NAMES)
def test_a_template_uses_only_what_it_is_given(site: Flask, name: str) -> None:
    tree = read(site, name)
    known = known_at_the_top(tree) | GIVEN | GLOBALS
    assert meta.find_undeclared_variables(tree) <= known | set_in(tree)
    for part in tree.find_all((nodes.Macro, nodes.Block)):
        loaded = {name.name for name in part.find_all(nodes.Name) if name.ctx == "load"}
        assert loaded <= known | set_in(part) | {"caller", "kwargs", "loop", "self", "super"}


def program() -> list[str]:
    package = Path(__file__).parents[3] / "scorekeeper"
    return [file.read_text(encoding="utf-8") for file in package.rglob("*.py")]


def test_every_template_is_a_page_or_a_part_of_one(site: Flask) -> None:
    pages = {name for text in program() for name in re.findall(r'"(\w+/\w+\.html)"', text)}
    parts = {part for name in NAMES for part in meta.find_referenced_templates(read(site, name))}
    assert pages | parts == set(NAMES)


def test_every_macro_is_used(site: Flask) -> None:
    trees = {name: read(site, name) for name in NAMES}
    imported = {pair for tree in trees.values() for pair in imports_of(tree)}
    said = {name for text in program() for name in re.findall(r'\bsay\([^,]+,\s*"(\w+)"', text)}
    unused = {
        (name, macro)
        for name, tree in trees.items()
        for macro in macros_of(tree) - used_in(tree) - said
        if (name, macro) not in imported
    }
    assert unused == set()


@pytest.mark.parametrize("name", NAMES)
def test_a_template_uses_all_that_it_imports(site: Flask, name: str) -> None:
    tree = read(site, name)
    assert {macro for _, macro in imports_of(tree)} <= used_in(tree)
