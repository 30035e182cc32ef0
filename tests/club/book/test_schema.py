import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from jsonschema import Draft202012Validator

from scorekeeper.cli import main
from scorekeeper.club.book.book import book_schema, read_book, write_book
from tests.club_books import REMOVED, change, clubs, full_book, read_valid
from tests.organised_books import full_organised_book

CASES = sorted((Path(__file__).parents[2] / "cases").glob("*.json"))
VALIDATOR = Draft202012Validator(book_schema())


def test_the_schema_is_one_and_the_command_prints_it() -> None:
    printed = CliRunner().invoke(main, ["club", "--schema"])
    Draft202012Validator.check_schema(book_schema())
    assert json.loads(printed.output) == book_schema()


def test_without_a_file_there_is_nothing_to_work_out() -> None:
    assert "Missing argument 'FILE'" in CliRunner().invoke(main, ["club"]).output


@pytest.mark.parametrize("book", [full_book(), full_organised_book()], ids=["full", "organised"])
def test_books_with_everything_in_them_are_well_formed(book: dict[str, Any]) -> None:
    reading = read_valid(book)
    assert reading.book is not None
    VALIDATOR.validate(book)
    VALIDATOR.validate(write_book(reading.book, reading.records))


@given(clubs())
def test_every_book_that_is_read_is_well_formed(book: dict[str, Any]) -> None:
    assert read_book(book).book is not None
    VALIDATOR.validate(book)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_book_with_the_game_of_a_case_is_well_formed_if_it_is_read(path: Path) -> None:
    record = json.loads(path.read_text())["record"]
    names = record.get("players") or [] if isinstance(record, dict) else []
    ids = {f"p{number}": name for number, name in enumerate(names)}
    book = {
        "format": "scorekeeper-club/1",
        "club": {"name": "Cavendish", "currency": "USD", "opened": "2026-01-01"},
        "people": [{"id": person, "name": name} for person, name in ids.items()],
        "nights": [
            {
                "id": "n1",
                "date": "2026-02-06",
                "games": [
                    {
                        "id": "g1",
                        "record": record,
                        "players": {name: person for person, name in ids.items()},
                    }
                ],
            }
        ],
    }
    if read_book(book).book is not None:
        VALIDATOR.validate(book)


@pytest.mark.parametrize(
    "changes",
    [
        {"colour": "red"},
        {"club": REMOVED},
        {"club.currency": "XYZ"},
        {"club.time_zone": 12},
        {"people.0.id": "a b"},
        {"people.0.opening": 5},
        {"nights.0.fee.per": "hour"},
        {"nights.0.games.0.record.variant": "whist"},
        {"nights.0.closed.plan.0.amount": 1},
        {"nights.0.closed.fees.ann": 1},
        {"payments.0.date": REMOVED},
    ],
)
def test_what_is_not_well_formed_is_refused_by_schema_and_reader(changes: dict[str, Any]) -> None:
    book = change(full_book(), changes)
    assert not VALIDATOR.is_valid(book)
    assert read_book(book).book is None
