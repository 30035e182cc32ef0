"""The entrance of a host: the way to games at home, and to the site of a club."""

from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.app import close_site
from scorekeeper.hosting import table
from tests.hosts import PhoneAt, host_app
from tests.web.nights.closed_nights import words_of


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = host_app(tmp_path_factory.mktemp("host"), "regency", "cavendish", home_site="true")
    yield app
    close_site(app)


@pytest.fixture
def phone(host: Flask) -> PhoneAt:
    return PhoneAt(host)


def test_the_entrance_leads_to_the_site_for_home_games(host: Flask, phone: PhoneAt) -> None:
    page = phone.open("/")
    assert page.status == 200
    assert 'href="https://t1.cards.example.org/"' in page.text
    assert "it counts, and says who pays whom" in words_of(page)
    assert PhoneAt(host, "t1").start("Ann", "Bob").startswith("/game/")


@pytest.mark.parametrize(
    "typed",
    [
        "regency",
        " Regency ",
        "regency.cards.example.org",
        "https://regency.cards.example.org/game/x",
        "REGENCY.cards.example.org:443",
    ],
)
def test_a_name_is_answered_with_the_link_to_its_site(phone: PhoneAt, typed: str) -> None:
    page = phone.open(f"/?club={typed}")
    assert page.status == 200
    assert 'href="https://regency.cards.example.org/"' in page.text


@pytest.mark.parametrize("typed", ["regent", "<b>", "../regency", "x" * 300, "regency\u202e"])
def test_an_unknown_name_stays_in_its_field_with_a_sentence(phone: PhoneAt, typed: str) -> None:
    page = phone.client.get("/", query_string={"club": typed})
    assert page.status_code == 422
    assert "No club here has this name" in page.text
    assert "<b>" not in page.text
    form = phone.open("/?club=regent").forms[0]
    assert form.values["club"] == "regent"


def test_the_last_five_sites_are_shown_first_and_no_others(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    names = [f"club-{number}" for number in range(7)]
    app = host_app(tmp_path_factory.mktemp("host"), *names)
    phone = PhoneAt(app)
    for name in [*names, "club-4"]:
        phone.open(f"/?club={name}")
    page = phone.open("/").text
    shown = [name for name in names if f"//{name}.cards" in page]
    assert shown == names[2:]
    assert page.index("//club-4.") < page.index("//club-6.") < page.index("//club-2.")
    assert "club-" not in PhoneAt(app).open("/").text
    assert "Start a game" not in page  # this host has no site for home games
    close_site(app)


def test_letters_lead_to_the_tv_of_a_named_club(phone: PhoneAt) -> None:
    assert [*phone.open("/tv").forms[0].values] == ["club", "letters"]
    page = phone.open("/tv?club=regency&letters=AEIO")
    assert 'href="https://regency.cards.example.org/tv/AEIO"' in page.text
    assert phone.open("/tv?club=nobody&letters=AEIO").status == 422


def test_pages_without_a_link_lead_to_the_site_for_home_games(phone: PhoneAt) -> None:
    for address in ("/new?variant=laws", "/import", "/rules/laws/card.pdf"):
        answer = phone.open(address).answer
        way = f"https://t1.cards.example.org{address}"
        assert (answer.status_code, answer.location) == (302, way)
    for address in ("/game/some-link/", "/club/officers/", "/nothing", "/backups/some-key/"):
        assert phone.open(address).status == 404


@pytest.mark.parametrize("address", ["/rules", "/rules/laws", "/hand", "/look", "/offline"])
def test_rules_and_counting_a_hand_are_at_the_entrance_too(phone: PhoneAt, address: str) -> None:
    assert phone.open(address).status == 200


def test_an_address_has_only_so_many_wrong_names(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "_WRONG_NAMES", 3)
    app = host_app(tmp_path_factory.mktemp("host"), "regency")
    phones = [PhoneAt(app, f"no{number}") for number in range(4)]
    assert [phone.open("/").status for phone in phones] == [404, 404, 404, 429]
    assert PhoneAt(app).open("/?club=no").status == 429
    assert PhoneAt(app, "regency").open("/").status == 200
    assert PhoneAt(app).open("/?club=regency").status == 200
    far = {"REMOTE_ADDR": "10.9.9.9"}
    assert PhoneAt(app, "no").client.get("/", environ_base=far).status_code == 404
    close_site(app)
