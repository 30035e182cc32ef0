"""What is printed by a measurement is read again, and a slowdown is seen."""

import io
import json
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from tests.bench.against import SLOW, UNKNOWN, WELL, compare_with, tell
from tests.bench.figures import print_row, quantity, read_rows
from tests.bench.history import HISTORY, machine, remember

ROWS = {
    "six-deal game scored": ("0.31 ms", "1 ms"),
    "records a second with --lines": ("576", "500"),
    "a name that is longer than the column, so that it pushes": ("7.2 s", ""),
    "13 people in 5 rounds": ("40 meetings, 12 odd tables, 1.1 s", "41 meetings"),
    "its book taken in and exported": ("same", "same"),
}


def test_printed_rows_are_read_again() -> None:
    printed = io.StringIO()
    with redirect_stdout(printed):
        print("\nscore")
        for what, (measured, goal) in ROWS.items():
            print_row(what, measured, goal)
    assert read_rows(printed.getvalue()) == {what: measured for what, (measured, _) in ROWS.items()}


@pytest.mark.parametrize(
    ("measured", "expected"),
    [
        ("9.1 ms", (0.0091, "s")),
        ("2 min", (120, "s")),
        ("1,044 records", (1044, "records")),
        ("576", (576, "each")),
        ("4.9, 8.9 ms", (0, "")),
        ("same", (0, "")),
    ],
)
def test_a_figure_has_a_unit(measured: str, expected: tuple[float, str]) -> None:
    number, unit = quantity(measured)
    assert unit == expected[1]
    assert number == pytest.approx(expected[0])


@pytest.mark.parametrize(
    ("now", "status", "said"),
    [("1.4 ms", SLOW, "1.40 slower"), ("1.1 ms", WELL, "1.10"), ("0.5 ms", WELL, "0.50")],
)
def test_the_median_of_the_turns_tells_what_is_slower(
    now: str, status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    turns = {"a deal": ["1 ms", "1.0 ms", "9 ms"], "all": ["same"]}
    assert tell(turns, {"a deal": [now, now, "0.1 ms"], "all": ["same"], "new": ["3"]}) == status
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith(said)
    assert [line.split() for line in lines[1:]] == [["all", "same", "same"], ["new", "–", "3"]]


def test_a_commit_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert compare_with("no-such-commit", ["score"], is_short=True) == UNKNOWN
    assert "no commit no-such-commit" in capsys.readouterr().out


def test_a_run_is_remembered_with_its_machine_and_no_name_of_it(tmp_path: Path) -> None:
    remember(tmp_path / "lines", "score", {"a deal": "1 ms"}, is_short=True)
    (line,) = (tmp_path / "lines").read_text("utf-8").splitlines()
    told = json.loads(line)
    assert (told["bench"], told["short"], told["figures"]) == ("score", True, {"a deal": "1 ms"})
    assert told["machine"] == machine()
    assert "Python" in machine()


def test_every_line_of_the_history_is_whole() -> None:
    for line in HISTORY.read_text("utf-8").splitlines():
        told = json.loads(line)
        assert set(told) == {"at", "commit", "machine", "load", "bench", "short", "figures"}
        assert told["figures"]
