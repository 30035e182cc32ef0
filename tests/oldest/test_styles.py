"""No style of a page uses what the oldest browsers of the README lack, but where little is lost."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import tinycss2

from scorekeeper.web.core.shell import join_file
from tests.oldest.read_data import FILE, OLDEST

ROOT: Final = Path(__file__).parents[2]
README: Final = " ".join((ROOT / "README.md").read_text().split())
DATA: Final = json.loads(FILE.read_text("utf-8"))
LACKING: Final = {
    kind: {name: why for why, names in reasons.items() for name in names}
    for kind, reasons in DATA["styles"].items()
}
STYLES: Final = sorted(
    file for file in (ROOT / "static").rglob("*.css") if file.parent.name != "papers"
)
LITTLE_LOST: Final = {
    "@media scripting": "explanations of house rules stay open, and a picture is offered",
    "cursor": "there is no pointer on a phone",
    "font-size-adjust": "figures are a little wider or narrower",
    "grid-template-rows: subgrid": "fields side by side need not stand on one line",
    "hyphens": "it stands with its prefix",
    "resize": "a text box keeps its height",
    "text-wrap": "lines break at other places",
    "user-select": "it stands with its prefix",
}
"""What is used all the same, and what becomes of it in a browser that lacks it."""


def used(nodes: Any) -> Iterator[str]:
    """Yield each feature of a style that the oldest browsers lack, outside of ``@supports``."""
    for node in nodes:
        if node.type == "qualified-rule":
            yield from selectors(node.prelude)
            yield from declarations(node.content)
        elif node.type == "at-rule" and node.lower_at_keyword != "supports":
            yield from at_rule(node)


def at_rule(node: Any) -> Iterator[str]:
    """Yield what is lacking of an at-rule, its conditions and what is in it."""
    name = node.lower_at_keyword
    words = [name, *[f"{name} {each}" for each in idents(node.prelude)]]
    if name == "media" and re.search("[<>]", tinycss2.serialize(node.prelude)):
        words.append("media range_syntax")
    yield from [f"@{each}" for each in words if each in LACKING["at-rules"]]
    if name in ("media", "container"):
        yield from used(tinycss2.parse_rule_list(node.content, True, True))
    elif name == "font-face":
        yield from declarations(node.content)


def selectors(prelude: Any) -> Iterator[str]:
    """Yield each pseudo-class and pseudo-element that is lacking."""
    names = re.findall(r"::?([\w-]+)", tinycss2.serialize(prelude))
    yield from [f":{name}" for name in names if name in LACKING["selectors"]]


def declarations(content: Any) -> Iterator[str]:
    """Yield each property, value and function that is lacking."""
    for each in tinycss2.parse_blocks_contents(content, True, True):
        if each.type == "declaration" and not each.name.startswith("--"):
            name = each.lower_name
            words = {name, *[f"{name}: {word}" for word in idents(each.value)]}
            unknown = name not in DATA["properties"] and not name.startswith("-webkit-")
            yield from sorted(words & LACKING["properties"].keys() | ({name} if unknown else set()))
            yield from shorthand(name, each.value)
        if each.type == "declaration":
            yield from functions(each.value)


def shorthand(name: str, value: Any) -> Iterator[str]:
    """Yield the shorthand of underlines with more than its line, which no word of it tells."""
    parts = [each for each in value if each.type != "whitespace"]
    if name == "text-decoration" and len(parts) > 1:
        yield "text-decoration of several values"


def functions(value: Any) -> Iterator[str]:
    """Yield each function that is lacking, and those in what it is given."""
    for each in value:
        if each.type == "function":
            if each.lower_name in LACKING["functions"]:
                yield f"{each.lower_name}()"
            yield from functions(each.arguments)


def idents(value: Any) -> Iterator[str]:
    for each in value:
        if each.type == "ident":
            yield each.lower_value
        yield from idents(getattr(each, "content", None) or getattr(each, "arguments", None) or [])


def of_file(file: Path) -> set[str]:
    """Return what a style uses that is lacking, as it stands in its file and as it is served."""
    texts = file.read_text("utf-8"), join_file(file).decode()
    return {name for text in texts for name in used(tinycss2.parse_stylesheet(text, True, True))}


def test_no_style_uses_what_the_oldest_browsers_lack() -> None:
    found = {each: file.name for file in STYLES for each in of_file(file)}
    excused = {each for each in found if {each, each.partition(": ")[0]} & LITTLE_LOST.keys()}
    assert {each: file for each, file in found.items() if each not in excused} == {}
    assert {name for name in LITTLE_LOST if any(each.startswith(name) for each in excused)} == set(
        LITTLE_LOST
    )


@pytest.mark.parametrize(
    ("style", "lacking"),
    [
        ("a { text-decoration: underline 2px }", {"text-decoration of several values"}),
        ("a { width: calc-size(auto, size) }", {"calc-size()"}),
        ("a:open { color: red }", {":open"}),
        ("@media (width < 30rem) { a { text-box: trim-both } }", {"text-box"}),
        ("@starting-style { a { color: red } }", {"@starting-style"}),
        ("a { of-tomorrow: 1 }", {"of-tomorrow"}),
        ("@supports (text-box: trim-both) { a { text-box: trim-both } }", set()),
        ("a:has(b) { display: grid }", set()),
    ],
)
def test_what_is_lacking_is_found(style: str, lacking: set[str]) -> None:
    assert set(used(tinycss2.parse_stylesheet(style, True, True))) == lacking


@pytest.mark.parametrize(
    ("script", "lacking"),
    [
        ("export const a = [3].toSorted();", "toSorted is not in Chrome until 110."),
        ("export const a = new CloseWatcher();", "CloseWatcher is not in"),
        ("document.addEventListener('scrollend', () => {});", "on scrollend is not in"),
        ("export const a = [3].at(-1);", ""),
    ],
)
def test_scripts_are_checked_too(script: str, lacking: str, tmp_path: Path) -> None:
    file = tmp_path / "script.js"
    file.write_text(script)
    deno = Path(sys.executable).with_name("deno")
    found = subprocess.run(
        [deno, "lint", "--config", ROOT / "deno.json", file],
        check=False,
        env={"DENO_DIR": str(tmp_path), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
    )
    assert bool(found.returncode) == bool(lacking), found.stderr
    assert lacking in found.stderr


def test_readme_names_the_versions_that_are_checked() -> None:
    safari, chrome, firefox = (OLDEST[each] for each in ("safari", "chrome", "firefox"))
    assert DATA["oldest"] == OLDEST
    assert f"Safari {safari}, Chrome {chrome} and Firefox {firefox}" in README
