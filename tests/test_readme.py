"""What the README promises is there."""

import re
import subprocess
from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main
from scorekeeper.config import Settings
from tests.real_variants import REAL_VARIANTS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
MAP = README.partition("## A map of the code")[2].partition("## Glossary")[0]


def test_the_readme_opens_with_the_two_commands() -> None:
    first = README.partition("```\n")[2].partition("```")[0]
    assert [line.split()[:2] for line in first.splitlines()] == [["./run", "#"], ["./run", "test"]]


@pytest.mark.parametrize("verb", re.findall(r"^\| `\./run (\w+)", README, re.MULTILINE))
def test_every_verb_stands_in_the_help_of_the_launcher(verb: str) -> None:
    shown = subprocess.run(
        ["./run", "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert f"./run {verb}" in shown.stdout


@pytest.mark.parametrize("file", re.findall(r"`\./run score (tests/[^ `]+)`", README))
def test_the_file_to_try_can_be_scored(file: str) -> None:
    scored = CliRunner().invoke(main, ["score", str(ROOT / file)])
    assert (scored.exit_code, scored.stderr) == (0, "")


def places() -> list[str]:
    cells = re.findall(r"^\| (`[^|]+) \|", MAP, re.MULTILINE)
    names = [name for cell in cells for name in re.findall(r"`([^`]+)`", cell)]
    assert len(names) > 20
    return names


@pytest.mark.parametrize("name", places())
def test_everything_on_the_map_is_in_the_tree(name: str) -> None:
    folders = (ROOT, ROOT / "scorekeeper", ROOT / "scorekeeper/domain")
    assert any((folder / name).exists() for folder in folders)


def test_every_variant_is_listed() -> None:
    listed = README.partition("## The variants")[2].partition("##")[0]
    assert re.findall(r"^\| `(\w+)`", listed, re.MULTILINE) == [*REAL_VARIANTS]


def test_every_setting_is_named() -> None:
    instance = README.partition("## The instance")[2].partition("##")[0]
    settings = {field.name for field in fields(Settings)} - {"instance"}
    assert set(re.findall(r"`(\w+)`", instance)) >= settings
