"""Which site answers a request, and that what is one site's is good at no other."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from flask import Flask

from scorekeeper.hosting import table
from scorekeeper.hosting.acts import add_sites
from scorekeeper.hosting.folders import site_settings
from scorekeeper.store.database import Connections, StorageError
from scorekeeper.web.core.sites import sites_of
from tests.club.test_whole import club_store
from tests.hosts import PhoneAt, host_app
from tests.only_site import close_site
from tests.web.nights.closed_nights import words_of


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    folder = tmp_path_factory.mktemp("host")
    app = host_app(folder, "regency", "cavendish", former_domains='["old.example.org"]')
    yield app
    close_site(app)


def folder_of(host: Flask, name: str) -> Path:
    return sites_of(host).settings.instance / "sites" / name


def test_each_name_is_a_site_of_its_own(host: Flask) -> None:
    regency, cavendish = PhoneAt(host, "regency"), PhoneAt(host, "cavendish")
    game = regency.start("Ann", "Bob")
    assert "The regency club" in regency.open("/").text
    assert "The cavendish club" in cavendish.open("/").text
    assert regency.open(game).status == 200
    assert cavendish.open(game).status == 404


@pytest.mark.parametrize(
    ("name", "domain", "said"),
    [
        ("nobody", "cards.example.org", "404 No site has this name"),
        ("www", "cards.example.org", "404 No site has this name"),
        ("demo-va3o6cq37greyuzo", "cards.example.org", "404 A club to look around in is deleted"),
        ("", "example.net", "421 This address is not on this host"),
        ("regency", "example.net", "421 This address is not on this host"),
    ],
)
def test_there_is_a_sentence_where_no_site_is(
    host: Flask, name: str, domain: str, said: str
) -> None:
    phone = PhoneAt(host, name, domain=domain)
    status, _, words = said.partition(" ")
    for answer in (phone.open("/"), phone.open("/game/x/"), phone.post("/new", {"title": "x"})):
        assert answer.status == int(status)
        assert words in words_of(answer)
        assert 'href="https://cards.example.org/"' in answer.text
        assert "Set-Cookie" not in answer.answer.headers


def test_each_site_has_the_day_of_its_club_and_one_without_a_club_that_of_its_host(
    tmp_path: Path,
) -> None:
    names = ("regency", "cavendish", "portland")
    app = host_app(tmp_path, *names, time_zone='"Pacific/Auckland"')
    zones = {"regency": "Etc/GMT+12", "cavendish": "Etc/GMT-14", "portland": "Pacific/Auckland"}
    for name in names[:2]:
        folder = site_settings(sites_of(app).settings, name).instance
        club_store(folder, time_zone=zones[name]).close()
    for name, zone in (*zones.items(), *zones.items()):
        before = f"{datetime.now(ZoneInfo(zone)):%Y-%m-%d}"
        shown = PhoneAt(app, name).open("/new").forms[0].values["played_on"]
        assert before <= shown <= f"{datetime.now(ZoneInfo(zone)):%Y-%m-%d}", name
    close_site(app)


def test_styles_and_health_are_answered_at_any_host(host: Flask) -> None:
    for phone in (PhoneAt(host, "nobody"), PhoneAt(host, domain="example.net")):
        assert phone.open("/healthz").text == "ok\n"
        assert phone.open("/favicon.ico").status == 200
        assert phone.open("/robots.txt").status == 200
        assert phone.open("/static/0/core/site.css").status == 200


def test_health_opens_no_site_and_fails_without_the_folder_of_sites(tmp_path: Path) -> None:
    app = host_app(tmp_path, "regency")
    assert PhoneAt(app, "regency").open("/healthz").status == 200
    assert sites_of(app).awake == ()
    (tmp_path / "sites").rename(tmp_path / "away")
    assert PhoneAt(app, "regency").open("/healthz").status == 503


def test_a_former_domain_leads_to_the_present_address_but_takes_no_form(host: Flask) -> None:
    phone = PhoneAt(host, "regency", domain="old.example.org")
    answer = phone.open("/new?variant=laws").answer
    way = "https://regency.cards.example.org/new?variant=laws"
    assert (answer.status_code, answer.location) == (301, way)
    assert phone.post("/new", {}).status == 404


def test_a_former_name_leads_to_the_present_one(host: Flask) -> None:
    folder = folder_of(host, "plafond")
    folder.mkdir()
    (folder / "settings.toml").write_text('former = "regency"\n')
    answer = PhoneAt(host, "plafond").open("/game/x/?a=b").answer
    way = "https://regency.cards.example.org/game/x/?a=b"
    assert (answer.status_code, answer.location) == (301, way)
    assert PhoneAt(host, "plafond").post("/new", {}).status == 404


def test_a_closed_site_and_a_damaged_one_answer_503_with_a_sentence(
    host: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = sites_of(host).settings
    list(add_sites(settings, ["shut", "spoilt"], {}))
    (folder_of(host, "shut") / "closed").touch()
    (folder_of(host, "spoilt") / "scorekeeper.sqlite3").write_bytes(b"nothing" * 999)
    for name, words in (("shut", "has closed it"), ("spoilt", "cannot be opened right now")):
        page = PhoneAt(host, name).open("/")
        assert (page.status, page.answer.headers["Retry-After"]) == (503, "10")
        assert words in words_of(page)
        assert str(settings.instance) not in page.text
    assert PhoneAt(host, "regency").open("/").status == 200
    (folder_of(host, "shut") / "closed").unlink()
    assert PhoneAt(host, "shut").open("/").status == 200
    monkeypatch.setattr(table, "AGAIN_SECONDS", 0)
    whole = folder_of(host, "shut") / "scorekeeper.sqlite3"
    (folder_of(host, "spoilt") / "scorekeeper.sqlite3").write_bytes(whole.read_bytes())
    assert PhoneAt(host, "spoilt").open("/").status == 200


def test_the_application_itself_has_no_key(host: Flask) -> None:
    assert host.config["SECRET_KEY"] is None
    with host.app_context():
        assert host.secret_key is None


def test_links_and_codes_have_the_address_of_the_site(host: Flask) -> None:
    phone = PhoneAt(host, "regency")
    page = phone.open(phone.start("Ann", "Bob") + "links").text
    assert "https://regency.cards.example.org/game/" in page


def test_over_https_the_name_of_the_cookie_is_bound_to_its_host(host: Flask) -> None:
    phone = PhoneAt(host, "regency")
    (cookie,) = phone.open("/new").answer.headers.getlist("Set-Cookie")
    assert cookie.startswith("__Host-scorekeeper=")
    assert "Domain" not in cookie
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= set(cookie.split("; "))


def cookie_of(phone: PhoneAt, name: str) -> str:
    cookie = phone.client.get_cookie("__Host-scorekeeper", f"{name}.cards.example.org")
    assert cookie is not None
    return str(cookie.value)


def test_a_cookie_and_a_token_of_one_site_are_nothing_at_another(host: Flask) -> None:
    regency = PhoneAt(host, "regency")
    game = regency.start("Ann", "Bob")
    form = regency.open("/new").forms[0]
    theirs = PhoneAt(host, "cavendish")
    domain = "cavendish.cards.example.org"
    theirs.client.set_cookie("__Host-scorekeeper", cookie_of(regency, "regency"), domain=domain)
    page = theirs.open("/")
    assert game not in page.text
    assert "Ann" not in page.text
    sent = theirs.post("/new", form.values)
    assert sent.status == 400
    assert "Nothing was saved" in sent.text
    # The same is good at its own site.
    assert game in regency.open("/").text
    typed = {**form.values, "players-0": "Cal", "players-1": "Dot", "stake-amount": ""}
    assert regency.post("/new", typed).status == 303


def test_the_log_names_the_site_of_a_page_that_failed(
    host: Flask, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: object) -> None:
        raise StorageError("the disk is full")

    phone = PhoneAt(host, "regency")
    phone.open("/")
    monkeypatch.setattr(Connections, "reading", broken)
    assert phone.open("/game/some-link/").status == 503
    assert caplog.records[-1].details["site"] == "regency"  # type: ignore[attr-defined]
