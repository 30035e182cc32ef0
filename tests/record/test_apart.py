"""Large records are looked at by another process first; what comes of it is the same."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from scorekeeper.record import reading
from scorekeeper.record.document import FORMAT
from scorekeeper.record.reading import read_file, read_file_apart

DEAL = {
    "ending": "out",
    "by": "Ann",
    "hands": {
        "Ann": {"melded_points": 100, "in_hand_points": 0},
        "Bob": {"melded_points": 50, "in_hand_points": 20},
    },
}
OPTIONS = {"target": 1_000_000}


def record_of(deal: Mapping[str, object]) -> bytes:
    """Return a record with as many such deals as make it large."""
    form = {"format": FORMAT, "variant": "laws", "players": ["Ann", "Bob"], "options": OPTIONS}
    return json.dumps({**form, "deals": [deal] * 450}, indent=1).encode()


WRONG = record_of({**DEAL, "by": "Cal"})


def test_another_process_finds_the_problems_of_a_large_record(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wanted = read_file(WRONG)
    assert wanted.problems
    monkeypatch.setattr(reading, "read_file", lambda _: pytest.fail("it was read here"))
    assert read_file_apart(WRONG) == wanted


def test_a_large_record_without_problems_is_taken() -> None:
    raw = record_of(DEAL)
    reading = read_file_apart(raw)
    assert len(raw) > 65_536
    assert reading.record is not None
    assert reading == read_file(raw)


def test_a_record_is_read_here_if_no_process_can_be_begun(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "none"))
    assert read_file_apart(WRONG) == read_file(WRONG)
