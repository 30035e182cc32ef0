"""Lists as clubs keep them, in twenty shapes; what each says stands beside them, by hand."""

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.record.cells import Sheet, decode_list, read_list, tidy
from scorekeeper.record.club.list_values import ListMoney
from scorekeeper.record.club.people_list import guess_columns, read_people
from scorekeeper.workbooks import is_workbook, read_workbook

BOOKS = Path(__file__).parents[2] / "cases" / "books"
EXPECTED: dict[str, dict[str, Any]] = json.loads((BOOKS / "expected.json").read_text())
TODAY = "2026-11-20"
MONEY = {"EUR": ListMoney("EUR", "€"), "USD": ListMoney("USD", "$")}


def sheets_of(file: str) -> dict[str, Sheet]:
    raw = (BOOKS / file).read_bytes()
    if not is_workbook(raw):
        return {"": read_list(decode_list(raw))}
    return {each.name: tidy(each.cells) for each in read_workbook(raw)}


def test_every_book_has_its_answer() -> None:
    assert {file.name for file in BOOKS.iterdir()} == {*EXPECTED, "expected.json"}


@pytest.mark.parametrize("file", EXPECTED)
def test_a_book_is_read_as_its_club_meant_it(file: str) -> None:
    expected = EXPECTED[file]
    sheets = sheets_of(file)
    sheet = sheets[expected.get("sheet", next(iter(sheets)))]
    money = MONEY[expected.get("currency", "EUR")]
    asked = guess_columns(sheet.cells, money, today=TODAY)
    read = read_people(sheet.cells, asked, today=TODAY, money=money)
    problems = {sheet.address(*each.at): each.text for each in read.problems}
    assert problems == expected.get("problems", {})
    left_out = {str(line): reason for line, reason in read.left_out.items()}
    assert left_out == expected.get("left_out", {})
    assert read.till == expected.get("till", "")
    if expected["people"] is not None:
        assert [each.facts for each in read.people] == expected["people"]
