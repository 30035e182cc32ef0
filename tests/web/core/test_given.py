"""That each view and paper gives its template just the names that it draws: ``page.club``."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from flask import Flask
from jinja2 import nodes

from tests.web.core.test_templates import NAMES, imports_of, macros_of, read, used_in

PACKAGE: Final = Path(__file__).parents[3] / "scorekeeper"


class Given(NamedTuple):
    """What a page gives its template, and what of it another may draw or the page's class uses."""

    template: str
    names: set[str]
    elsewhere: set[str]


def pages_in(tree: ast.Module, dictionaries: dict[str, set[str]]) -> Iterator[Given]:
    """What each page or paper in a module gives, by the call of its class."""
    known = dictionaries | returned_in(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(kind), args=[ast.Constant(str(template))]) if kind.endswith(
                "Page"
            ):
                methods, used = methods_of(kind, tree)
                names = {value.arg for value in node.keywords if value.arg}
                calls = [ast.unparse(value.value) for value in node.keywords if not value.arg]
                shared = set().union(*[known[call.partition("(")[0]] for call in calls])
                yield Given(template, names | shared | methods, shared | used)
            case ast.Call(func=ast.Name(kind)) if kind.endswith("Paper"):
                given = {str(value.arg): value.value for value in node.keywords}
                match given.pop("template", None):
                    case ast.Constant(str(template)):
                        methods, used = methods_of(kind, tree)
                        names = given.keys() - {"refit", "None"} | shared_by(node, tree) | methods
                        yield Given(template, names, methods | used | shared_by(node, tree))


def shared_by(paper: ast.Call, tree: ast.Module) -> set[str]:
    """The names that other functions of its module give a paper, perhaps through a variable."""
    assigned = [node for node in ast.walk(tree) if isinstance(node, ast.Assign)]
    made = {ast.unparse(node.targets[0]): ast.unparse(node.value) for node in assigned}
    calls = [ast.unparse(value.value) for value in paper.keywords if not value.arg]
    known = returned_in(tree)
    return set().union(*[known[made.get(call, call).partition("(")[0]] for call in calls])


def methods_of(kind: str, tree: ast.Module) -> tuple[set[str], set[str]]:
    """What the class of a page or paper and those above it add to it, and what they use."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name == kind != "Page":
            methods = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
            used = set(re.findall(r"self\.(\w+)", ast.unparse(node)))
            above = [methods_of(ast.unparse(base), tree) for base in node.bases]
            return methods.union(*[own for own, _ in above]), used.union(*[of for _, of in above])
    return (set(), set()) if kind == "Page" else ({"zoom"}, {"shape"})


@cache
def returned_in(tree: ast.Module) -> dict[str, set[str]]:
    """The names of the dictionary that each function of a module returns."""
    return {
        function.name: {ast.unparse(key).strip("'") for key in value.keys if key}
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in function.body
        if isinstance(node, ast.Return) and isinstance(value := node.value, ast.Dict)
    }


@cache
def drawn_by(site: Flask, name: str) -> frozenset[str]:
    """The names of its page that a template draws: itself, or by others that see its page."""
    tree = read(site, name)
    by_others = [drawn_by(site, other) for other in parts_that_see_the_page(tree)]
    by_macros = [drawn_by_macro(site, *macro) for macro in imports_of(tree)]
    return names_of_page(tree).union(*by_others, *by_macros)


def parts_that_see_the_page(tree: nodes.Template) -> Iterator[str]:
    parents = [part.template for part in tree.find_all(nodes.Extends)]
    for part in [*parents, *[part.template for part in tree.find_all(nodes.Include)]]:
        assert isinstance(part, nodes.Const)
        yield part.value


@cache
def drawn_by_macro(site: Flask, name: str, macro: str) -> frozenset[str]:
    """The names that a macro draws of a page which it is handed."""
    tree = read(site, name)
    node = next(found for found in tree.find_all(nodes.Macro) if found.name == macro)
    if "page" not in [argument.name for argument in node.args]:
        return frozenset()
    used = used_in(node) - {macro}
    known = [(name, own) for own in macros_of(tree)] + list(imports_of(tree))
    others = [drawn_by_macro(site, *other) for other in known if other[1] in used]
    return names_of_page(node).union(*others)


def names_of_page(node: nodes.Node) -> frozenset[str]:
    return frozenset(
        [
            part.attr
            for part in node.find_all(nodes.Getattr)
            if isinstance(part.node, nodes.Name) and part.node.name == "page"
        ]
    )


@cache
def trees_of_views() -> list[ast.Module]:
    files = [
        file for area in ("web", "hosting", "papers") for file in (PACKAGE / area).rglob("*.py")
    ]
    return [ast.parse(file.read_text(encoding="utf-8")) for file in sorted(files)]


@cache
def all_pages() -> list[Given]:
    trees = trees_of_views()
    dictionaries: dict[str, set[str]] = {}
    for tree in trees:
        dictionaries |= returned_in(tree)
    return [page for tree in trees for page in pages_in(tree, dictionaries)]


def test_each_template_draws_only_names_that_its_page_gives(site: Flask) -> None:
    missing = [(page, drawn_by(site, page.template) - page.names) for page in all_pages()]
    assert [(page.template, names) for page, names in missing if names] == []


def test_each_name_that_a_page_gives_is_drawn(site: Flask) -> None:
    unused = [
        (page, page.names - page.elsewhere - drawn_by(site, page.template)) for page in all_pages()
    ]
    assert [(page.template, names) for page, names in unused if names] == []


def test_each_name_that_pages_share_is_drawn_by_one_of_them(site: Flask) -> None:
    pages = all_pages()
    drawn = frozenset().union(*[drawn_by(site, page.template) for page in pages])
    shared = {name for page in pages for name in page.elsewhere & page.names}
    assert {name for name in shared - drawn if not name.startswith("_")} == set()


def names_of_parts() -> set[str]:
    """The names that views give the rows and other parts of their pages."""
    calls = [node for tree in trees_of_views() for node in ast.walk(tree)]
    return {
        str(value.arg)
        for call in calls
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Part"
        for value in call.keywords
    }


def test_each_name_of_a_part_is_drawn(site: Flask) -> None:
    trees = [read(site, name) for name in NAMES]
    drawn = {part.attr for tree in trees for part in tree.find_all(nodes.Getattr)}
    assert names_of_parts() - drawn == set()


def test_each_template_that_is_no_part_of_others_has_its_page(site: Flask) -> None:
    templates = [name for name in NAMES if "/_" not in name]
    parents = {part for name in templates for part in parts_that_see_the_page(read(site, name))}
    assert {page.template for page in all_pages()} == set(templates) - parents
