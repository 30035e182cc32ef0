"""Names: every word in them is plain English or stands in the glossary; no two things share a name.

A new word makes the first test fail. Write it into the glossary of the README if a newcomer could
not look it up in a dictionary, of cards or of Flask; else into ``plain_words.txt``.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = ROOT / "scorekeeper"
PLAIN_WORDS: Final = set((ROOT / "tests/plain_words.txt").read_text().split())
SHARED: Final = {"main", "register", "serve"}
"""Functions that several modules have on purpose, called with the name of their module."""
Public = ast.ClassDef | ast.FunctionDef


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


@cache
def public_things() -> tuple[tuple[Public, str], ...]:
    """Every public class or function at the top of a module, with where it stands."""
    return tuple(
        [
            (node, str(path.relative_to(PACKAGE)))
            for path in modules()
            for node in ast.parse(path.read_text()).body
            if isinstance(node, Public) and not node.name.startswith("_")
        ]
    )


def public_names(kind: type[Public]) -> Iterator[tuple[str, str]]:
    for node, place in public_things():
        if isinstance(node, kind):
            yield node.name, place


def glossary() -> set[str]:
    text = (ROOT / "README.md").read_text().partition("## Glossary")[2].partition("\n## ")[0]
    terms = re.findall(r"^\| ([^|]+) \|", text, re.MULTILINE)
    return {word for term in terms for word in re.findall(r"[a-z]+", term.lower())}


def words_in_names() -> set[str]:
    """The words that modules, folders and public classes are named by."""
    names = [part for path in modules() for part in path.relative_to(ROOT).with_suffix("").parts]
    names += [name for name, _ in public_names(ast.ClassDef)]
    split = re.compile(r"[A-Z]+(?![a-z])|[A-Z][a-z]+|[a-z]+")
    return {word.lower() for name in names for word in split.findall(name)}


def singular(word: str) -> str:
    return word.removesuffix("s")


def test_every_word_in_a_name_is_plain_or_in_the_glossary() -> None:
    known = {singular(word) for word in PLAIN_WORDS | glossary()}
    assert {word for word in words_in_names() if singular(word) not in known} == set()


def test_every_plain_word_is_in_use_once() -> None:
    used = {singular(word) for word in words_in_names()}
    assert {word for word in PLAIN_WORDS if singular(word) not in used} == set()
    assert PLAIN_WORDS & glossary() == set()


def test_no_two_public_classes_share_a_name() -> None:
    assert shared(public_names(ast.ClassDef)) == {}


def test_no_two_public_functions_share_a_name() -> None:
    """Families answer the same questions, each in its own folder."""
    found = [each for each in public_names(ast.FunctionDef) if "variants" not in each[1]]
    assert shared(iter([each for each in found if each[0] not in SHARED])) == {}


def shared(names: Iterator[tuple[str, str]]) -> dict[str, list[str]]:
    places: dict[str, list[str]] = {}
    for name, place in names:
        places.setdefault(name, []).append(place)
    return {name: found for name, found in places.items() if len(found) > 1}
