"""What the site tells those who keep it running: whether it is well, and what goes wrong."""

import logging
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.config import Settings
from scorekeeper.server.app import create_app
from scorekeeper.web.core import security
from tests.club_site import club_app
from tests.only_site import close_site
from tests.web.phone import Phone


@pytest.fixture(autouse=True)
def no_request_is_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other programs on the machine of the tests must not make a page slow."""
    monkeypatch.setattr(security, "SLOW_SECONDS", 60)


def details_of(record: logging.LogRecord) -> dict[str, Any]:
    details: dict[str, Any] = record.__dict__["details"]
    return {name: value for name, value in details.items() if name != "milliseconds"}


def test_a_site_that_can_read_its_games_is_well(phone: Phone) -> None:
    answer = phone.client.get("/healthz")
    assert (answer.status_code, answer.text) == (200, "ok\n")
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in answer.headers


def test_a_site_without_its_database_is_not_well_and_says_where_to_look_in_the_log_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings = Settings(instance=tmp_path, secret_key="k" * 40)
    app = create_app(settings)
    settings.database.unlink()
    answer = app.test_client().get("/healthz")
    close_site(app)
    assert (answer.status_code, answer.text) == (503, "The score book cannot be read.\n")
    (record,) = caplog.records
    assert str(settings.database) in record.getMessage()
    assert details_of(record) == {"page": "health.health", "method": "GET"}


def test_a_slow_request_is_logged_by_its_page_and_not_by_its_address(
    phone: Phone, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = phone.start("Ann", "Bob")
    phone.open(game)
    assert caplog.messages == []
    monkeypatch.setattr(security, "SLOW_SECONDS", -1)
    phone.open(game)
    (record,) = caplog.records
    assert record.getMessage() == "A request took long"
    assert details_of(record) == {"page": "table.sheet", "method": "GET"}


def test_a_mistake_of_the_program_is_logged_without_the_address(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    app = club_app(tmp_path)
    app.view_functions["new_game.home"] = lambda: str(1 // 0)
    answer = app.test_client().get("/?q=Ann")
    close_site(app)
    assert answer.status_code == 500
    (record,) = caplog.records
    assert (record.getMessage(), record.exc_info is not None) == ("A request failed", True)
    assert details_of(record) == {"page": "new_game.home", "method": "GET"}
