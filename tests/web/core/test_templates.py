"""What templates may use, and that each template and each macro is used."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from flask import Flask
from jinja2 import meta, nodes

from scorekeeper.config import site_folder
from scorekeeper.papers.paper import environment as print_environment

FOLDER: Final = site_folder() / "templates"
NAMES: Final = sorted(str(file.relative_to(FOLDER)) for file in FOLDER.rglob("*.html"))
GIVEN: Final = {"page", "frame"}
GLOBALS: Final = {
    *("asset", "by_count", "csrf_token", "file_limit", "may", "night_address", "officer_here"),
    *("this_seat", "zone_here"),
    "url_for",
    *("namespace", "range"),  # of Jinja itself
}


GIVEN_INSIDE: Final[dict[str, type[nodes.Node]]] = {
    "loop": nodes.For,
    **dict.fromkeys(("caller", "kwargs"), nodes.Macro),
    **dict.fromkeys(("self", "super"), nodes.Block),
}
"""Names that Jinja itself gives, by the part of a template inside of which it gives them."""


@cache
def read(site: Flask, name: str) -> nodes.Template:
    """The syntax tree of a template in which no name is known beforehand."""
    own = print_environment() if name.startswith("papers/") else site.jinja_env
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


def names_in(node: nodes.Node) -> Iterator[nodes.Name]:
    """Each name in a part of a template; ``find_all`` takes five times as long."""
    parts = [node]
    while parts:
        part = parts.pop()
        if isinstance(part, nodes.Name):
            yield part
        parts.extend(part.iter_child_nodes())


def used_in(node: nodes.Node) -> set[str]:
    return {name.name for name in names_in(node) if name.ctx == "load"}


def set_in(node: nodes.Node) -> set[str]:
    """The names to which a part of a template gives a value: parameters, loops, assignments."""
    return {name.name for name in names_in(node) if name.ctx != "load"}


def known_at_the_top(tree: nodes.Template) -> set[str]:
    """The names that blocks and macros know from the top of their template."""
    assigned = [set_in(node) for node in tree.body if isinstance(node, nodes.Assign)]
    return set().union({name for _, name in imports_of(tree)}, macros_of(tree), *assigned)


def unknown_in(tree: nodes.Template) -> set[str]:
    """The names that a template uses without being given them, where it does."""
    known = known_at_the_top(tree) | GIVEN | GLOBALS
    parts = [tree, *tree.find_all((nodes.Macro, nodes.Block))]
    unknown = {name for part in parts for name in used_in(part) - known - set_in(part)}
    return unknown - set(GIVEN_INSIDE) | {
        name
        for name in unknown & set(GIVEN_INSIDE)
        if uses(tree, name) > sum(uses(part, name) for part in outermost(tree, GIVEN_INSIDE[name]))
    }


def uses(node: nodes.Node, name: str) -> int:
    return sum(each.name == name for each in names_in(node))


def outermost(node: nodes.Node, kind: type[nodes.Node]) -> Iterator[nodes.Node]:
    """Each part of a kind that lies in no other of that kind."""
    for child in node.iter_child_nodes():
        yield from [child] if isinstance(child, kind) else outermost(child, kind)


def test_templates_use_only_what_they_are_given(site: Flask) -> None:
    unknown = {name: unknown_in(read(site, name)) for name in NAMES}
    assert {name: names for name, names in unknown.items() if names} == {}


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


def test_templates_use_all_that_they_import(site: Flask) -> None:
    unused = {
        (name, macro)
        for name in NAMES
        for _, macro in imports_of(read(site, name))
        if macro not in used_in(read(site, name))
    }
    assert unused == set()
