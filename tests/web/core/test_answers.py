"""The headers of every answer, and the answers to requests that are wrong."""

import re
from http import HTTPStatus
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.web.core.shell import HEALTH_PATH
from tests.club_site import club_app
from tests.only_site import site_of
from tests.web.deals import ANN_OUT
from tests.web.phone import Phone, send_too_much

PAGES = ("/", "/new", "/games", "/import", "/offline")
GAME_PAGES = (
    "",
    "enter",
    "deal/1",
    "deal/1/correct",
    "undo/2",
    "close",
    "players",
    "history",
    "final",
    "record.json",
)
# Scripts come from files; what a page tells them is data, which no browser runs.
_OWN = (
    r'<script(?! type="(module" src="/static/|application/json"))'
    r"|<style|\sstyle=|\son[a-z]+="
)
FORMS = ("enter", "deal/1/correct", "undo/2", "close", "reopen", "players")


@pytest.fixture
def game(phone: Phone) -> str:
    game = phone.start("Ann", "Bob")
    phone.enter_first(game, ANN_OUT)
    return game


@pytest.mark.parametrize("page", GAME_PAGES)
def test_every_page_of_a_game_answers(phone: Phone, game: str, page: str) -> None:
    assert phone.open(game + page).status == HTTPStatus.OK


@pytest.mark.parametrize("page", GAME_PAGES)
def test_no_page_of_an_unknown_game_is_found(phone: Phone, page: str) -> None:
    answer = phone.open(f"/game/unknown/{page}")
    assert answer.status == HTTPStatus.NOT_FOUND
    assert "No such page" in answer.text


@pytest.mark.parametrize("form", FORMS)
def test_no_form_of_an_unknown_game_is_found(phone: Phone, form: str) -> None:
    assert phone.post(f"/game/unknown/{form}", {}).status == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize("form", ["/new", "/import", *FORMS])
def test_a_post_without_the_token_is_refused_in_plain_words(
    phone: Phone, game: str, form: str
) -> None:
    answer = phone.post(form if form.startswith("/") else game + form, {})
    assert answer.status == HTTPStatus.BAD_REQUEST
    assert "Nothing was saved" in answer.text


@pytest.mark.parametrize("page", [*PAGES, "/nowhere", "/static/x/core/base.css"])
def test_every_answer_carries_the_headers_that_guard_it(phone: Phone, page: str) -> None:
    headers = phone.open(page).answer.headers
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]


def test_pages_are_never_taken_from_a_browsers_cache_unasked(phone: Phone, game: str) -> None:
    assert phone.open(game).answer.headers["Cache-Control"] == "private, no-cache"


def test_no_page_has_a_style_or_a_script_of_its_own(phone: Phone, game: str) -> None:
    for page in (*PAGES, *[game + page for page in GAME_PAGES]):
        assert not re.search(_OWN, phone.open(page).text), page


def test_the_cookie_is_for_the_site_alone(phone: Phone) -> None:
    cookie = phone.open("/new").answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie


def test_the_cookie_stays_encrypted_where_the_site_is(phone: Phone) -> None:
    answer = phone.client.get("/new", base_url="https://cards.example.org")
    assert "Secure" in answer.headers["Set-Cookie"]


def test_styles_may_be_kept_for_ever_under_their_hash(phone: Phone) -> None:
    address = re.search(r'href="(/static/[^"]+site\.css)"', phone.open("/").text)
    assert address is not None
    assert "immutable" in phone.open(address[1]).answer.headers["Cache-Control"]


def test_styles_under_an_old_hash_are_not_kept(phone: Phone) -> None:
    assert phone.open("/static/old/core/base.css").answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("name", ["missing.css", "../pyproject.toml", "%2e%2e/pyproject.toml"])
def test_only_static_files_are_served(phone: Phone, name: str) -> None:
    assert phone.open(f"/static/x/{name}").status == HTTPStatus.NOT_FOUND


def test_a_request_of_the_wrong_kind_says_which_is_right(phone: Phone, game: str) -> None:
    answer = phone.client.delete(game)
    assert answer.status_code == HTTPStatus.METHOD_NOT_ALLOWED
    assert "GET" in answer.headers["Allow"]


def test_a_request_that_is_too_large_is_refused(phone: Phone) -> None:
    answer = send_too_much(phone, "/read")
    assert answer.status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    assert "A request or a record has at most 1 MiB." in answer.text


def test_a_file_that_is_too_large_is_told_at_its_field(phone: Phone) -> None:
    answer = send_too_much(phone, "/import")
    assert answer.status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    problem = re.search(r'<div id="file-problem"><p class="problem">([^<]*)', answer.text)
    assert problem is not None
    assert problem[1] == "At most 1 MiB can be sent: choose a smaller file"
    assert answer.forms[0].values["entry_id"]


def test_an_error_in_the_program_has_a_page_too(tmp_path: Path) -> None:
    site = club_app(tmp_path)

    def broken() -> str:
        raise RuntimeError("broken on purpose")

    site.view_functions["health.health"] = broken
    answer = Phone(site).open(HEALTH_PATH)
    site_of(site).store.close()
    assert answer.status == HTTPStatus.INTERNAL_SERVER_ERROR
    assert "Every saved deal is safe" in answer.text


def test_a_database_that_is_gone_is_reported_without_its_place(tmp_path: Path) -> None:
    site = club_app(tmp_path)
    site_of(site).store.close()
    site_of(site).settings.database.unlink()
    answer = Phone(site).open("/game/some-key/")
    site_of(site).store.close()
    assert answer.status == HTTPStatus.SERVICE_UNAVAILABLE
    assert str(tmp_path) not in answer.text


def test_the_title_of_the_club_heads_the_first_page(tmp_path: Path) -> None:
    site = club_app(tmp_path, title="Cavendish <Club>")
    page = Phone(site).open("/").text
    site_of(site).store.close()
    assert "<h1>Cavendish &lt;Club&gt;</h1>" in page


def test_a_phone_knows_its_last_fifty_games(site: Flask, phone: Phone) -> None:
    for _ in range(51):
        phone.open(f"{Phone(site).start('Ann', 'Bob')}players")
    assert phone.open("/games").text.count('class="row"') == 50


@pytest.mark.parametrize("name", ["fonts/../core/base.css", "nope/../logo.svg", "./core/base.css"])
def test_a_static_file_has_one_spelling(phone: Phone, name: str) -> None:
    assert phone.open(f"/static/0/{name}").status == 404


def test_a_static_file_leaves_the_cookie_alone(phone: Phone, game: str) -> None:
    assert "Set-Cookie" not in phone.open("/static/0/logo.svg").answer.headers


def test_a_number_of_many_digits_is_a_problem_and_no_crash(phone: Phone, game: str) -> None:
    refused = phone.fill(game + "enter", {"by": "9" * 5_000, "hand0-fine0-points": "9" * 5_000})
    assert refused.status == 422


def test_a_game_that_cannot_be_read_closes_no_other(tmp_path: Path) -> None:
    site = club_app(tmp_path)
    phone = Phone(site)
    damaged, whole = phone.start("Ann", "Bob"), phone.start("Cal", "Dot")
    store = site_of(site).store
    with store.database.writing() as db:
        db.execute("DROP TRIGGER entry_is_not_changed")
        db.execute("UPDATE entry SET payload = replace(payload, 'Ann', 'Eve') WHERE seq = 1")
    store.cache.__init__()  # type: ignore[misc]  # as after a start
    told = phone.open(damaged)
    assert told.status == HTTPStatus.SERVICE_UNAVAILABLE
    assert "This game cannot be read" in told.text
    assert phone.open(whole).status == HTTPStatus.OK
    assert "Cal and Dot" in phone.open("/").text
    assert "A game that cannot be read" in phone.open("/games").text
    store.close()
