"""Codes that were printed once: every later version reads them, byte for byte."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.record.reading import read_file
from scorekeeper.record.sheet_code import PRESET, read_codes
from tests.record.sheet_code import naive

FROZEN = Path(__file__).parent / "frozen"
NAMES = sorted([file.stem for file in FROZEN.glob("*.txt")])


def printed(name: str) -> str:
    return (FROZEN / f"{name}.txt").read_text(encoding="utf-8")


def record(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FROZEN / f"{name}.json").read_text(encoding="utf-8"))
    return found


def test_the_preset_dictionary_is_what_it_was() -> None:
    assert len(PRESET) == 2619
    assert (
        sha256(PRESET).hexdigest()
        == "09ff2e1a4004be6c354acbe510754b4dfedd877729f7e4c86d6f7c0ff5cc890c"
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_printed_code_is_read(name: str) -> None:
    assert read_codes(printed(name)) == record(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_second_reader_reads_the_same(name: str) -> None:
    assert naive.read(printed(name).split(), PRESET) == record(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_printed_code_scores_as_its_record(name: str) -> None:
    by_code, by_record = (
        read_file(printed(name).encode()),
        read_file(json.dumps(record(name)).encode()),
    )
    assert by_code.problems == ()
    assert by_code == by_record
