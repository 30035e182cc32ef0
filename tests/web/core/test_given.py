"""That each view gives its template just the names that it draws, as ``page.club``."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from flask import Flask
from jinja2 import nodes

from tests.web.core.test_templates import NAMES, imports_of, macros_of, read, used_in

PACKAGE: Final = Path(__file__).parents[3] / "scorekeeper"


class Given(NamedTuple):
    """What a page gives: ``own`` names for its template alone, and some that pages share."""

    template: str
    own: frozenset[str]
    shared: frozenset[str] = frozenset()
    inner: frozenset[str] = frozenset()
    """Names that the class of a page uses itself."""


def pages_in(source: str, functions: dict[str, frozenset[str]]) -> Iterator[Given]:
    """What each page in a module gives: a call of Page, or a class that names its template."""
    tree = ast.parse(source)
    functions = functions | returned_names(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name("Page"), args=[ast.Constant(str(template))]):
                own = [value.arg for value in node.keywords if value.arg]
                shared = [functions[called_in(value)] for value in node.keywords if not value.arg]
                yield Given(template, frozenset(own), frozenset().union(*shared))
            case ast.ClassDef(body=body):
                for part in body:
                    match part:
                        case ast.AnnAssign(ast.Name("template"), value=ast.Constant(str(template))):
                            yield Given(template, members_of(node), inner=used_by(node))


def called_in(value: ast.keyword) -> str:
    """The function whose names are given by ``**names(...)``."""
    assert isinstance(value.value, ast.Call), ast.unparse(value)
    return ast.unparse(value.value.func)


def returned_names(tree: ast.Module) -> dict[str, frozenset[str]]:
    """The names of the dictionary that each function returns."""
    return {
        function.name: frozenset([str(ast.literal_eval(key)) for key in keys if key])
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in function.body
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Dict)
        for keys in [node.value.keys]
        if all(isinstance(key, ast.Constant) for key in keys)
    }


def members_of(page: ast.ClassDef) -> frozenset[str]:
    fields = {ast.unparse(part.target) for part in page.body if isinstance(part, ast.AnnAssign)}
    methods = {part.name for part in page.body if isinstance(part, ast.FunctionDef)}
    return frozenset(fields | methods) - {"template"}


def used_by(page: ast.ClassDef) -> frozenset[str]:
    return frozenset(
        [
            node.attr
            for node in ast.walk(page)
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "self"
        ]
    )


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
    node = next(each for each in tree.find_all(nodes.Macro) if each.name == macro)
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


def all_pages() -> list[Given]:
    files = [file for area in ("web", "hosting") for file in sorted((PACKAGE / area).rglob("*.py"))]
    sources = [file.read_text(encoding="utf-8") for file in files]
    functions: dict[str, frozenset[str]] = {}
    for source in sources:
        functions |= returned_names(ast.parse(source))
    return [page for source in sources for page in pages_in(source, functions)]


def test_each_template_draws_only_names_that_its_page_gives(site: Flask) -> None:
    missing = [
        (page.template, names)
        for page in all_pages()
        if (names := drawn_by(site, page.template) - page.own - page.shared)
    ]
    assert missing == []


def test_each_name_that_a_page_gives_is_drawn(site: Flask) -> None:
    pages = all_pages()
    unused = [
        (page.template, names)
        for page in pages
        if (names := page.own - page.inner - drawn_by(site, page.template))
    ]
    assert unused == []


def test_each_name_that_pages_share_is_drawn_by_one_of_them(site: Flask) -> None:
    drawn: dict[frozenset[str], frozenset[str]] = {}
    for page in all_pages():
        drawn[page.shared] = drawn.get(page.shared, frozenset()) | drawn_by(site, page.template)
    assert [names for shared, seen in drawn.items() if (names := shared - seen)] == []


def test_each_template_that_is_no_part_of_others_has_its_page(site: Flask) -> None:
    templates = [name for name in NAMES if "/_" not in name and not name.startswith("print/")]
    parents = {part for name in templates for part in parts_that_see_the_page(read(site, name))}
    assert {page.template for page in all_pages()} == set(templates) - parents
