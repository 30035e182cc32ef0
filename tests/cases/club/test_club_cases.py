"""The cases of club books and organised nights that came with the plan of the program."""

import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main

CLUB = sorted(Path(__file__).parent.glob("*.json"))
ORGANISED = sorted((Path(__file__).parents[1] / "organised").glob("*.json"))
FILES = [*CLUB, *ORGANISED]
WHOLE = ("people", "accounts", "postings", "money", "results", "high_scores")
"""Objects that have no other keys than those that a case names."""


@pytest.mark.parametrize("file", [pytest.param(file, id=file.stem) for file in FILES])
def test_a_case_of_a_club_comes_out_as_expected(file: Path) -> None:
    case = json.loads(file.read_text())
    arguments = ["club", "-", "--json", *case["options"]]
    shown = CliRunner().invoke(main, arguments, input=json.dumps(case["book"]))
    compare_answer(case["expect"], shown.exit_code, shown.stdout)


def test_the_club_works_where_organised_nights_cannot_be_imported() -> None:
    """Its cases come out the same, so that nothing of the club needs what registers with it."""
    ran = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("alone.py"))],
        capture_output=True,
        check=True,
        cwd=Path(__file__).parents[3],
        env=os.environ | {"PYTHONPATH": "."},
    )
    answers = json.loads(ran.stdout)
    assert sorted(answers) == [file.stem for file in CLUB]
    for file in CLUB:
        compare_answer(json.loads(file.read_text())["expect"], *answers[file.stem])


STARTS = (
    *("server.app", "papers.kinds"),
    *[
        pytest.param(start, marks=pytest.mark.long)
        for start in ("server.doctor", "server.maintenance")
    ],
)


@pytest.mark.parametrize("start", STARTS)
def test_organised_nights_are_known_wherever_the_program_starts(start: str) -> None:
    asks = "from scorekeeper.club.book.shapes import BOOK, NIGHT"
    knows = "print('organised' in NIGHT.fields and 'seasons' in BOOK.fields)"
    ran = subprocess.run(
        [sys.executable, "-c", f"import scorekeeper.{start}; {asks}; {knows}"],
        capture_output=True,
        check=True,
        cwd=Path(__file__).parents[3],
    )
    assert ran.stdout.strip() == b"True"


def compare_answer(expected: Any, status: int, text: str) -> None:
    assert status == expected.pop("status")
    answer = json.loads(text)
    for code, at in expected.pop("problems", []):
        assert [
            each
            for each in answer["problems"]
            if each["code"] == code and each["at"].startswith(at)
        ]
    codes = {each["code"] for each in answer.get("warnings", [])}
    assert set(expected.pop("warnings", [])) <= codes
    compare(expected, answer, "")


def compare(expected: Any, found: Any, at: str) -> None:
    """Objects key by key, lists whole and in order, anything else as it stands."""
    key = at.rpartition(".")[2]
    if key == "suggestions":
        compare_suggestions(expected, found, at)
    elif isinstance(expected, dict):
        if key in WHOLE:
            assert list(found) == list(expected) or set(found) == set(expected), at
        for name, value in expected.items():
            compare(value, found[name], f"{at}.{name}")
    elif isinstance(expected, list):
        assert len(found) == len(expected), at
        for place, value in enumerate(expected):
            compare(value, found[place], f"{at}[{place}]")
    else:
        assert found == expected, at


def compare_suggestions(expected: Any, found: Any, at: str) -> None:
    """A list in any order, or so many payments that clear a base."""
    if isinstance(expected, list):
        ordered = sorted(found, key=lambda each: (each["from"], each["to"]))
        wanted = sorted(expected, key=lambda each: (each["from"], each["to"]))
        compare(wanted, ordered, at + "[]")
        return
    assert len(found) == expected["fewest"]
    left = {party: cents(amount) for party, amount in expected["base"].items()}
    for each in found:
        left[each["from"]] += cents(each["amount"])
        left[each["to"]] -= cents(each["amount"])
    assert not any(left.values())


def cents(amount: str) -> int:
    return int(amount.replace(".", ""))


def test_the_cases_are_in_order_and_none_is_missing() -> None:
    for files in (CLUB, ORGANISED):
        numbers = [int(file.stem[1:]) for file in files]
        assert all(after == before + 1 for before, after in pairwise(numbers))
