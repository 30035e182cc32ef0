"""The entrance of a host: the way to games at home, and to the site of a club."""

import os
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.hosting import acts
from scorekeeper.hosting.acts import prepare_host, remove_unused, sign_up
from scorekeeper.hosting.folders import demo_names, site_names
from scorekeeper.hosting.start import ANYWHERE, AT_BOTH, INSTEAD
from scorekeeper.web.core.access import EVERYBODY, role_needed
from scorekeeper.web.core.sites import sites_of
from tests.hosts import PhoneAt, host_app, prepare_demo
from tests.only_site import close_site
from tests.web.nights.closed_nights import words_of
from tests.web.phone import Seen


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
    assert "it adds up the score and says who pays whom" in words_of(page)
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


def test_every_page_that_the_entrance_has_is_there_and_open_to_everybody(host: Flask) -> None:
    own = {name for name in host.view_functions if name.startswith("entrance.")}
    named = ANYWHERE | AT_BOTH | INSTEAD.keys()
    assert named <= host.view_functions.keys()
    with host.app_context():
        assert {role_needed(name) for name in own | named} == {EVERYBODY}


def test_the_entrance_has_no_other_page_of_a_site(host: Flask) -> None:
    named = ANYWHERE | AT_BOTH | INSTEAD.keys()
    for rule in host.url_map.iter_rules():
        if rule.endpoint in named or rule.endpoint.startswith("entrance."):
            continue
        path = re.sub(r"<[^>]*>", "1", re.sub(r"<any\((\w+)[^>]*>", r"\1", rule.rule))
        for method in (rule.methods or set()) - {"OPTIONS", "HEAD"}:
            answer = PhoneAt(host).client.open(path, method=method)
            assert answer.status_code in {"GET": {302, 404}}.get(method, {400, 404}), rule


@pytest.mark.parametrize("address", ["/rules", "/rules/laws", "/hand", "/look", "/offline"])
def test_rules_and_counting_a_hand_are_at_the_entrance_too(phone: PhoneAt, address: str) -> None:
    assert phone.open(address).status == 200


def test_a_hand_is_heard_at_the_entrance_too(phone: PhoneAt) -> None:
    page = phone.open("/hand?variant=laws").text
    token = page.partition('data-secret="')[2].partition('"')[0]
    values = {"csrf_token": token, "text": "three kings", "for": "melds"}
    answer = phone.post("/hand/hear?variant=laws", values)
    assert (answer.status, '"K K K"' in answer.text) == (200, True)


# --- a club that anybody may open -----------------------------------------------------------------


@pytest.fixture
def open_host(tmp_path: Path) -> Iterator[Flask]:
    app = host_app(tmp_path, "regency", sign_up='"anybody"')
    yield app
    close_site(app)


def test_only_where_the_keeper_allows_it_anybody_opens_a_club(
    phone: PhoneAt, open_host: Flask
) -> None:
    assert "Open a club" not in phone.open("/").text
    assert phone.open("/open").status == 404
    token = phone.open("/look").forms[0].values["csrf_token"]
    assert phone.post("/open", {"name": "portland", "csrf_token": token}).status == 404
    assert 'href="/open"' in PhoneAt(open_host).open("/").text
    assert PhoneAt(open_host, "regency").open("/open").status == 404


def test_a_club_is_opened_and_set_up_at_once(open_host: Flask) -> None:
    phone = PhoneAt(open_host)
    opened = phone.fill("/open", {"name": " Portland "})
    assert opened.status == 200
    (way,) = re.findall(r'href="https://portland.cards.example.org(/set-up/[^"]+)"', opened.text)
    assert PhoneAt(open_host, "portland").open(way).status == 200
    assert "https://portland.cards.example.org/" in phone.open("/").text
    other = PhoneAt(open_host).fill("/open", {"name": "portland"})
    assert (other.status, way in other.text) == (422, False)


def test_a_form_whose_answer_is_lost_with_its_cookie_gets_the_address_again(
    open_host: Flask,
) -> None:
    phones = [PhoneAt(open_host) for _ in range(3)]
    forms = [phone.open("/open").forms[0].values for phone in phones]
    forms[1]["entry_id"] = forms[0]["entry_id"]
    sent = [
        phone.post("/open", {**form, "name": "portland"})
        for phone, form in zip(phones, forms, strict=True)
    ]
    assert [page.status for page in sent] == [200, 200, 422]
    ways = [re.findall(r"/set-up/[^\"]+", page.text) for page in sent]
    assert ways[0] == ways[1]
    assert (len(ways[0]), ways[2]) == (1, [])


def test_no_page_that_sets_a_club_up_is_stored(open_host: Flask) -> None:
    opened = PhoneAt(open_host).fill("/open", {"name": "portland"})
    assert opened.answer.headers["Cache-Control"] == "no-store"


def test_what_a_kill_left_half_made_goes_at_the_next_start(open_host: Flask) -> None:
    host = sites_of(open_host).settings
    (sites,) = host.instance.glob("sites")
    for name in (".demo-aaaaaaaaaaaaaaaa", ".half-demo-bbbbbbbbbbbbbbbb", ".half-"):
        (sites / name / "backups").mkdir(parents=True)
    (sites / ".snapshots").mkdir()
    prepare_host(host)
    assert sorted(path.name for path in sites.iterdir()) == [".snapshots", "regency"]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "A name has 1 to 40"),
        ("two words", "A name has 1 to 40"),
        ("x" * 41, "A name has 1 to 40"),
        ("../sites", "A name has 1 to 40"),
        ("regency", "There is, or was, a site of this name"),
        ("www", "This name is reserved"),
        ("t7", "This name is reserved"),
    ],
)
def test_a_wrong_name_stays_in_its_field_with_the_reason(
    open_host: Flask, name: str, why: str
) -> None:
    page = PhoneAt(open_host).fill("/open", {"name": name})
    assert page.status == 422
    assert why in page.text
    assert page.forms[0].values["name"] == name
    assert site_names(sites_of(open_host).settings.instance) == ["regency"]


def test_an_address_opens_three_clubs_a_day(open_host: Flask) -> None:
    phones = [PhoneAt(open_host) for _ in range(4)]
    asked = [phone.fill("/open", {"name": f"no{at}"}).status for at, phone in enumerate(phones)]
    assert asked == [200, 200, 200, 429]
    sites = site_names(sites_of(open_host).settings.instance)
    assert sites == ["no0", "no1", "no2", "regency"]


def test_a_full_host_says_so(tmp_path: Path) -> None:
    app = host_app(tmp_path, "regency", sign_up='"anybody"', most_sites=1)
    page = PhoneAt(app).fill("/open", {"name": "portland"})
    assert (page.status, "most_sites allows 1" in page.text) == (422, True)
    close_site(app)


def test_what_nobody_uses_goes_after_a_week(open_host: Flask) -> None:
    host, now = sites_of(open_host).settings, datetime.now().astimezone()
    for name in ("unused", "young", "played"):
        sign_up(host, name, "a form")
    PhoneAt(open_host, "played").start("Ann", "Bob")
    later = now + timedelta(days=7, minutes=1)
    mark = host.instance / "sites/young/signed_up"
    os.utime(mark, (later.timestamp() - 60,) * 2)
    removed = [name for name in site_names(host.instance) if remove_unused(host, name, later)]
    assert removed == ["unused"]
    assert site_names(host.instance) == ["played", "regency", "young"]


# --- a club to look around in ---------------------------------------------------------------------


@pytest.fixture
def shown_host(tmp_path: Path) -> Iterator[Flask]:
    app = host_app(tmp_path, "regency")
    prepare_demo(tmp_path)
    yield app
    close_site(app)


def test_without_a_prepared_club_there_is_none_to_look_around_in(phone: PhoneAt) -> None:
    page = phone.open("/")
    assert "Look around" not in page.text
    token = phone.open("/look").forms[0].values["csrf_token"]
    assert phone.post("/look-around", {"csrf_token": token}).status == 404


def test_each_visitor_looks_around_in_a_copy_two_a_day(
    shown_host: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look(phone: PhoneAt) -> Seen:
        forms = phone.open("/").forms
        (number,) = [at for at, form in enumerate(forms) if form.action == "/look-around"]
        return phone.send(phone.open("/"), {}, form=number)

    one = PhoneAt(shown_host)
    with monkeypatch.context() as patch:
        patch.setattr(acts, "MOST_DEMOS", 0)
        crowded = look(one)
    assert crowded.status == 503
    assert "Come back in an hour." in crowded.text
    looked = look(one)
    assert looked.status == 200
    found = re.search(
        r'href="https://(demo-[0-9a-f]{20})\.cards\.example\.org(/club/[^"]+)"', looked.text
    )
    assert found is not None
    there = PhoneAt(shown_host, found[1])
    assert "The Corner Table" in there.open(found[2]).text
    passphrase = re.search(r"<b>([\w-]+)</b>", looked.text)
    assert passphrase is not None
    signed_in = there.fill("/officers/", {"name": "Ann", "passphrase": passphrase[1]})
    assert signed_in.status == 303
    # Sent twice, it is the same copy.
    assert found[1] in look(one).text
    assert look(PhoneAt(shown_host)).status == 200
    refused = look(PhoneAt(shown_host))
    assert refused.status == 429
    assert "Come back tomorrow." in refused.text
    assert len(demo_names(sites_of(shown_host).settings.instance)) == 2
