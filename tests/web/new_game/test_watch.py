"""Watching by letters: the page to type them, the host's page that gives them, the limit."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.games.limits import MOST_WRONG
from scorekeeper.games.links import ROLES_OF_GAMES, Role
from tests.club_site import club_app
from tests.empty_database import put_database
from tests.only_site import site_of
from tests.web.links import Table, begin
from tests.web.phone import Phone, Seen


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Flask]:
    """Yield a site of its own: wrong guesses are counted for the whole site."""
    put_database(tmp_path)
    site = club_app(tmp_path)
    yield site
    site_of(site).store.close()


@pytest.fixture
def table(site: Flask) -> Table:
    return begin(site, "Ann", "Bob")


def press(table: Table, action: str) -> Seen:
    """Press a button of the host's page of links; return the page after it."""
    page = table.host.open(f"{table.game}links")
    form = next(form for form in page.forms if form.action == f"{table.game}{action}")
    return table.host.follow(table.host.post(form.action, form.values))


def letters_on(page: Seen) -> list[str]:
    return re.findall(r'class="letters">([A-Z]+)<', page.text)


def made(table: Table) -> str:
    (letters,) = letters_on(press(table, "links/tv"))
    return letters


def test_the_host_makes_letters_on_the_page_of_links(table: Table) -> None:
    assert letters_on(table.host.open(f"{table.game}links")) == []
    page = press(table, "links/tv")
    assert len(letters_on(page)) == 1
    assert re.search(r"Open [^ /]+/tv on the TV", page.text)


@pytest.mark.parametrize("address", ["/tv/{}", "/tv?letters={}"])
def test_typed_letters_lead_to_the_tv_view_of_a_viewer(
    phone: Phone, table: Table, address: str
) -> None:
    opened = phone.open(address.format(made(table).lower()))
    assert opened.answer.location == f"{table.by(Role.VIEWER)}big"
    assert phone.open(opened.answer.location).status == 200


def test_the_letters_stand_on_the_tv_view_whoever_opened_it(phone: Phone, table: Table) -> None:
    letters = made(table)
    for role in ROLES_OF_GAMES:
        assert letters_on(phone.open(f"{table.by(role)}big")) == [letters]


def test_the_host_finds_the_way_to_letters_on_the_tv_view(phone: Phone, table: Table) -> None:
    assert "TV letters" in table.host.open(f"{table.game}big").text
    assert "TV letters" not in phone.open(f"{table.by(Role.PLAYER)}big").text


def test_letters_taken_back_open_nothing(phone: Phone, table: Table) -> None:
    letters = made(table)
    assert letters_on(press(table, "links/tv/withdraw")) == []
    assert phone.open(f"/tv/{letters}").status == 422


def test_without_the_viewers_link_there_are_no_letters(table: Table) -> None:
    page = table.host.open(f"{table.game}links")
    form = next(
        form
        for form in page.forms
        if (form.action, form.values.get("role")) == (f"{table.game}links/withdraw", "viewer")
    )
    table.host.post(form.action, form.values)
    page = table.host.open(f"{table.game}links")
    assert "They need the viewers’ link, which is withdrawn." in page.text
    assert not [form for form in page.forms if form.action.endswith("/links/tv")]


def test_wrong_letters_are_reported_and_stay_in_the_field(phone: Phone, table: Table) -> None:
    made(table)
    page = phone.open("/tv?letters=AEIO")
    assert (page.status, page.forms[0].values["letters"]) == (422, "AEIO")
    assert "No table and no night has these letters at the moment." in page.text


def test_a_phone_that_guesses_too_often_waits_even_with_the_right_letters(
    phone: Phone, table: Table
) -> None:
    letters = made(table)
    assert {phone.open("/tv/AEIO").status for _ in range(MOST_WRONG)} == {422}
    page = phone.open(f"/tv/{letters}")
    assert (page.status, "Wait an hour" in page.text) == (429, True)


def test_right_letters_are_no_guesses(phone: Phone, table: Table) -> None:
    letters = made(table)
    assert {phone.open(f"/tv/{letters}").status for _ in range(MOST_WRONG + 1)} == {303}


def test_the_page_says_where_letters_come_from(phone: Phone) -> None:
    words = " ".join(phone.open("/tv").text.split())
    assert "A table’s host makes them under Links; a night’s are shown below" in words
