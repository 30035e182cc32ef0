"""No page uses an element or attribute that the oldest browsers of the README lack.

Templates and the elements that scripts make are looked at as they are written.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.oldest.read_data import FILE

ROOT: Final = Path(__file__).parents[2]
LACKING: Final = {
    name: why
    for why, names in json.loads(FILE.read_text("utf-8"))["markup"].items()
    for name in names
}
TEMPLATES: Final = sorted(
    file for file in (ROOT / "templates").rglob("*.html") if file.parent.name != "papers"
)
SCRIPTS: Final = sorted((ROOT / "static").rglob("*.js"))
LITTLE_LOST: Final = {
    "* autocapitalize": "a keyboard begins with another case; no phone lacks it",
    "* autocorrect": "a keyboard may correct a name or cards, which then are seen to be wrong",
    "link rel=icon": "a tab has no picture",
    "link rel=manifest": "a site cannot be put on the home screen",
    "meta name=theme-color": "the bar of the browser keeps its colour",
    "meta name=viewport": "a browser that is no phone has no use for it",
}
"""What is used all the same, and what becomes of it in a browser that lacks it."""

_COMMENT: Final = re.compile(r"\{#.*?#\}", re.DOTALL)
_STATEMENT: Final = re.compile(r"\{%.*?%\}", re.DOTALL)
_EXPRESSION: Final = re.compile(r"\{\{.*?\}\}", re.DOTALL)
_TAG: Final = re.compile(r"""<([a-z][a-z0-9-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>""")
_ATTRIBUTE: Final = re.compile(r"""([a-z][a-z-]*)(?:=(?:"([^"]*)"|'([^']*)'))?""")
# After a comma or a bracket it is an argument.
_VALUE: Final = re.compile(r'(?<![\w(-])(?<!, )([a-z][a-z-]*)="([^"{]*)"')
_MADE: Final = re.compile(r'\belement\(\s*"(\w+)",\s*\{(.*?)\}', re.DOTALL)
_KEY: Final = re.compile(r'"?([a-z][a-z-]*)"?:\s*(?:"([^"]*)")?')


def of_template(text: str) -> set[str]:
    """Return what a template uses that is lacking."""
    text = _COMMENT.sub("", text)
    tags = _EXPRESSION.sub("-", _STATEMENT.sub(" ", text))
    found = [name for tag, inside in _TAG.findall(tags) for name in of_tag(tag, inside)]
    # Macros write attributes apart from their elements, most of which are fields.
    found += [name for attribute in _VALUE.findall(text) for name in named("input", *attribute)]
    return LACKING.keys() & found


def of_tag(tag: str, inside: str) -> Iterator[str]:
    yield tag
    for name, value, quoted_otherwise in _ATTRIBUTE.findall(inside):
        yield from named(tag, name, value or quoted_otherwise)


def named(tag: str, attribute: str, value: str) -> Iterator[str]:
    """Yield the names by which MDN may know an attribute."""
    for owner in (tag, "*"):
        yield f"{owner} {attribute}"
        yield f"{owner} {attribute}={value}"


def of_script(text: str) -> set[str]:
    """Return what the elements that a script makes use that is lacking."""
    found: list[str] = re.findall(r'\b(?:element|createElement)\(\s*"(\w+)"', text)
    for tag, inside in _MADE.findall(text):
        found += [name for key in _KEY.findall(inside) for name in named(tag, *key)]
    return LACKING.keys() & found


def test_no_page_uses_what_the_oldest_browsers_lack() -> None:
    found = {each: file.name for file in TEMPLATES for each in of_template(file.read_text("utf-8"))}
    found |= {each: file.name for file in SCRIPTS for each in of_script(file.read_text("utf-8"))}
    assert {each: file for each, file in found.items() if each not in LITTLE_LOST} == {}
    assert found.keys() == LITTLE_LOST.keys()


@pytest.mark.parametrize(
    ("template", "lacking"),
    [
        ("<p popover>Ann</p>", {"* popover"}),
        ('<div hidden="until-found" class="a">Ann</div>', {"* hidden=until-found"}),
        ('<dialog closedby="any"></dialog>', {"dialog closedby"}),
        ("<search><p>Ann</p></search>", {"search"}),
        ('<input{% if a > b %} type="week"{% endif %} name="a">', {"input type=week"}),
        ("{% set a = {'week': 'type=\"week\"'} %}", {"input type=week"}),
        ('<button {{ a("b") }} commandfor=\'c\' command="close">', {"button command"}),
        ('{{ link(a, anchor="b") }}', set()),
        ('<img loading="lazy" alt="popover inert">', set()),
        ('<p inert hidden>{# <search> #}</p><dialog><input enterkeyhint="done"></dialog>', set()),
    ],
)
def test_what_a_template_lacks_is_found(template: str, lacking: set[str]) -> None:
    assert of_template(template) >= lacking
    assert bool(of_template(template)) is bool(lacking)


@pytest.mark.parametrize(
    ("script", "lacking"),
    [
        ('element("p", { class: "a", popover: "auto" }, text)', {"* popover"}),
        ('element("search", {})', {"search"}),
        ('element("input", { "enterkeyhint": "done", inert: isInert })', set()),
    ],
)
def test_what_a_script_makes_is_looked_at_too(script: str, lacking: set[str]) -> None:
    assert of_script(script) == lacking
