"""The sheet command: which paper is made of which source, and what it says of a wrong question."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main
from scorekeeper.club.book.answer import WrongQuestionError
from scorekeeper.papers.kinds import PaperRequest, make_paper
from tests.papers.games import NO_LETTER, record
from tests.papers.papers import book


def fault_of(raw: bytes = b"", **asked: Any) -> str:
    """What is wrong with a question."""
    with pytest.raises(WrongQuestionError) as error:
        make_paper(PaperRequest(**asked), raw)
    return str(error.value)


@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        ({"kind": "poster"}, "--kind is one of sheet, long, blank"),
        ({"paper": "a5"}, "--paper of sheet is one of a4, letter"),
        ({"kind": "blank"}, "--variant is missing; there are laws"),
        ({"kind": "blank", "variant": "whist"}, "“whist” is no variant"),
        ({"kind": "blank", "variant": "laws", "players": 5}, "Laws of Oklahoma has 2 to 4 players"),
        ({"kind": "rules", "variant": "laws", "options": "{"}, "--options is a JSON object"),
        ({"kind": "rules", "variant": "laws", "options": '{"x": 1}'}, "unknown_option"),
        ({"night": "n1"}, "--night says nothing about the kind sheet"),
        ({"kind": "standings", "person": "a"}, "--person says nothing about the kind standings"),
        ({"kind": "statement", "since": "May", "person": "a"}, "--from is a date"),
    ],
)
def test_a_wrong_question_is_answered_with_a_sentence(asked: dict[str, Any], fault: str) -> None:
    assert fault in fault_of(**asked)


@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        ({"kind": "night"}, "--night is missing"),
        ({"kind": "night", "night": "n7"}, "There is no night “n7”"),
        ({"kind": "statement"}, "--person is missing"),
        ({"kind": "charge"}, "--charge is missing"),
        ({"kind": "charge", "charge": "a9"}, "There is no charge “a9”"),
        ({"kind": "statement", "person": "zoe"}, "There is no person “zoe”"),
    ],
)
def test_a_missing_or_unknown_person_or_night_is_reported(
    asked: dict[str, Any], fault: str
) -> None:
    assert fault in fault_of(book("K04"), **asked)


def test_all_problems_of_a_record_are_reported_at_once() -> None:
    wrong = record("laws", players=["Ann", "Ann", "Cal"], played_on="Friday")
    told = fault_of(json.dumps(wrong).encode()).splitlines()
    assert any("(bad_players)" in line for line in told)
    assert any("played_on" in line for line in told)


def test_a_book_is_no_record() -> None:
    assert "bad_format" in fault_of(book("K04"))
    assert "bad_format" in fault_of(json.dumps(record("laws")).encode(), kind="standings")


def run(*arguments: str, source: bytes = b"") -> Any:
    return CliRunner().invoke(main, ["sheet", *arguments], input=source)


def test_the_command_writes_a_pdf_where_it_can(tmp_path: Path) -> None:
    target = tmp_path / "card.pdf"
    asked = ("--kind", "rules", "--variant", "laws", "--paper", "a5")
    done = run("-o", str(target), *asked)
    assert (done.exit_code, done.output) == (0, "")
    assert target.read_bytes().startswith(b"%PDF")
    done = run("-o", str(tmp_path), *asked)
    assert (done.exit_code, done.stderr) == (2, f"{tmp_path} cannot be written: Is a directory.\n")


def test_the_command_reads_input_and_writes_output() -> None:
    done = run("-", "-o", "-", source=json.dumps(record("gin", deals=[])).encode())
    assert done.exit_code == 0
    assert done.stdout_bytes.startswith(b"%PDF")


def test_a_question_that_fails_writes_no_file(tmp_path: Path) -> None:
    target = tmp_path / "sheet.pdf"
    done = run("-", "-o", str(target), source=b"{}")
    assert done.exit_code == 2
    assert "bad_format" in done.stderr
    assert not target.exists()


@pytest.mark.parametrize("arguments", [("--kind", "sheet"), ("-", "--kind", "blank")])
def test_a_source_is_where_it_is_needed(arguments: tuple[str, ...], tmp_path: Path) -> None:
    done = run(*arguments, "-o", str(tmp_path / "x.pdf"))
    assert done.exit_code == 2
    assert "SOURCE" in done.stderr


def test_the_command_tells_what_no_font_has(tmp_path: Path) -> None:
    raw = json.dumps(record("laws", title=NO_LETTER, deals=[])).encode()
    done = run("-", "-o", str(tmp_path / "sheet.pdf"), source=raw)
    assert done.exit_code == 0
    assert done.stderr == f"No font here has {NO_LETTER}; the paper has ⍰ for it.\n"
