"""LICENSES.md names all that is not the project's own, with the licence that it has."""

import re
import tomllib
from importlib.metadata import distribution, metadata
from pathlib import Path
from typing import Final

import pytest
from packaging.requirements import Requirement

ROOT: Final = Path(__file__).parents[1]
TEXT: Final = (ROOT / "LICENSES.md").read_text()
PACKAGES: Final = dict(re.findall(r"^\| ([\w-]+) \| (.+) \|$", TEXT, re.MULTILINE))
LOCKED: Final = [
    Requirement(line)
    for line in re.findall(
        r"^([\w-]+==[^\\]+)", (ROOT / "requirements.txt").read_text(), re.MULTILINE
    )
]
INSTALLED: Final = [each.name for each in LOCKED if each.marker is None or each.marker.evaluate()]
"""Without those that only other Pythons than this one need."""
STATIC: Final = ROOT / "static"
LONGEST: Final = 40
"""Longer ones are the whole text of a licence and not its name."""


def licence_of(package: str) -> str:
    """Return the licence that the metadata of an installed package states."""
    found = metadata(package)
    stated = [*found.get_all("License-Expression", []), *found.get_all("License", [])]
    short = [each for each in stated if 0 < len(each) <= LONGEST]
    if short:
        return str(short[0])
    classes = [each for each in found.get_all("Classifier", []) if each.startswith("License ::")]
    return " or ".join([each.rpartition(" :: ")[2] for each in classes]) or _licence_in_file(
        package
    )


def _licence_in_file(package: str) -> str:
    """Return the licence whose text a package carries, for one that states none by name."""
    files = [file for file in distribution(package).files or () if file.name == "LICENSE"]
    text = "".join([file.read_text() for file in files])
    return "MIT" if "Permission is hereby granted, free of charge, to any person" in text else ""


def test_every_package_of_the_lock_is_named_and_no_other() -> None:
    assert set(PACKAGES) - {"package", "font"} == {each.name for each in LOCKED}


@pytest.mark.parametrize("package", INSTALLED)
def test_a_package_has_the_licence_that_its_metadata_states(package: str) -> None:
    assert PACKAGES[package] == licence_of(package)


def test_every_font_is_named_and_its_licence_lies_beside_it() -> None:
    fonts = {file.name for file in STATIC.rglob("*") if file.suffix in {".ttf", ".otf", ".woff2"}}
    named = set(re.findall(r"`([\w-]+\.ttf)`", TEXT))
    assert named == fonts
    for licence in re.findall(r"`(static/fonts/[\w-]+licence\.txt)`", TEXT):
        assert (ROOT / licence).is_file()


def test_scripts_styles_and_drawings_are_the_project_s_own() -> None:
    """What others made comes with their notice."""
    files = [file for file in STATIC.rglob("*") if file.suffix in {".js", ".css", ".svg"}]
    assert files
    notice = re.compile(r"copyright|\(c\)|©|licen[sc]e|spdx|github\.com", re.I)
    assert [file.name for file in files if notice.search(file.read_text())] == []


def test_the_project_and_its_package_state_the_same_licence() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert (ROOT / "LICENSE").read_text().startswith(f"{project['license']} License\n")
    assert {"LICENSE", "LICENSES.md"} <= set(project["license-files"])
