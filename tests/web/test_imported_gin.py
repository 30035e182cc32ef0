"""Hollywood and partners come by record; every page of such a game is shown."""

import json
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.web.phone import Phone

CASES = Path(__file__).parents[1] / "cases"
PAGES = (
    *("", "history", "big", "final", "hands", "enter", "players", "close", "setup", "other-rules"),
    *("deal/1", "deal/2", "deal/1/correct", "undo/2"),
)


@pytest.mark.parametrize("name", ["H01", "H03", "T01", "T09", "T16"])
def test_every_page_of_a_game_with_columns_or_sides_is_shown(phone: Phone, name: str) -> None:
    record = json.loads((CASES / f"{name}.json").read_text())["record"]
    imported = phone.fill("/import", {"text": json.dumps(record)})
    address = urlsplit(imported.answer.location).path
    seen = {page: phone.open(address + page).status for page in PAGES}
    assert {page for page, status in seen.items() if status >= HTTPStatus.BAD_REQUEST} == set()
