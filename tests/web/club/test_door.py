"""The standings for the club's own website: what its address opens, and for whom."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scorekeeper.club.acting import renew_club_link, withdraw_club_link
from scorekeeper.club.visits import reading_token
from scorekeeper.games.links import Role
from tests.club_site import SiteOfClub, done, new_post
from tests.only_site import put_site, site_of
from tests.web.nights.closed_nights import words_of
from tests.web.phone import Phone

WEBSITE = "https://club.example.org"
SCHEMA = json.loads((Path(__file__).parents[3] / "static/club/standings.schema.json").read_text())


def door(club: SiteOfClub) -> str:
    return f"/club/{reading_token(club.member_token)}/"


def played(club: SiteOfClub) -> None:
    night = club.night()
    night.game("Ann", "Bob", stake="1.00", wins="Ann")
    night.game("Ann", "Bob", wins="Bob")


def standings(club: SiteOfClub, asked: str = "") -> Any:
    found = json.loads(Phone(club.site).open(f"{door(club)}standings.json{asked}").text)
    Draft202012Validator(SCHEMA).validate(found)
    return found


@pytest.fixture
def named(club: SiteOfClub, monkeypatch: pytest.MonkeyPatch) -> SiteOfClub:
    """The club, whose settings name its website."""
    found = site_of(club.site)
    settings = replace(found.settings, websites=(WEBSITE,))
    put_site(monkeypatch, club.site, replace(found, settings=settings))
    return club


def test_the_file_has_the_standings_without_money_as_its_schema_says(club: SiteOfClub) -> None:
    assert standings(club)["rows"] == []
    played(club)
    found = standings(club)
    assert [(row["rank"], row["name"], row["games"], row["wins"]) for row in found["rows"]] == [
        (1, "Ann", 2, "1"),
        (1, "Bob", 2, "1"),
    ]
    assert (found["club"], found["games"], found["by"]) == ("Cavendish", 2, "wins")
    assert "money" not in json.dumps(found)
    schema = club.officer.open(found["$schema"].removeprefix("http://localhost"))
    assert json.loads(schema.text) == SCHEMA


def test_an_order_by_money_tells_nothing(club: SiteOfClub) -> None:
    played(club)
    assert standings(club, "?by=money") == standings(club, "?by=points")


def test_a_season_that_the_club_has_named_comes_with_its_table(club: SiteOfClub) -> None:
    played(club)
    typed = {"name": "Autumn", "from": "2026-09-01", "to": "2026-12-20", "scale": "10, 7"}
    assert club.officer.fill("/club/officers/seasons?season=new", typed).status == 303
    found = standings(club, "?season=s1")
    assert found["season"] == "Autumn"
    words = words_of(Phone(club.site).open(f"{door(club)}standings/frame?season=s1"))
    assert "Cavendish, Autumn" in words
    for row in found["season_rows"]:
        assert f"{row['rank']} {row['name']} {row['nights']} {row['points']}" in words


def test_the_frame_has_no_links_no_money_and_no_cookie(club: SiteOfClub) -> None:
    played(club)
    seen = Phone(club.site).open(f"{door(club)}standings/frame")
    assert "Cavendish" in seen.text
    assert "<a " not in seen.text
    assert "$" not in seen.text
    assert "Set-Cookie" not in seen.answer.headers


def test_no_website_may_show_it_until_the_settings_name_it(club: SiteOfClub) -> None:
    frame = club.officer.open(f"{door(club)}standings/frame").answer.headers
    assert "frame-ancestors 'none'" in frame["Content-Security-Policy"]
    origin = {"Origin": WEBSITE}
    file = club.officer.client.get(f"{door(club)}standings.json", headers=origin)
    assert "Access-Control-Allow-Origin" not in file.headers


def test_the_websites_of_the_settings_may_show_it_and_no_others(named: SiteOfClub) -> None:
    links = named.officer.open("/club/officers/links").text
    assert f"{WEBSITE} may show them." in links
    frame = named.officer.open(f"{door(named)}standings/frame").answer.headers
    assert f"frame-ancestors {WEBSITE}" in frame["Content-Security-Policy"]
    assert "default-src 'self'" in frame["Content-Security-Policy"]
    for origin, allowed in ((WEBSITE, WEBSITE), ("https://evil.example.org", None)):
        headers = {"Origin": origin}
        file = named.officer.client.get(f"{door(named)}standings.json", headers=headers)
        assert file.headers.get("Access-Control-Allow-Origin") == allowed
        assert "Origin" in file.headers["Vary"]
    page = named.officer.open(f"{named.member}standings").answer.headers
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]


def test_its_address_ends_with_the_members_link(club: SiteOfClub) -> None:
    address = door(club)
    links = club.officer.open("/club/officers/links").text
    assert f"{address}standings/frame" in links
    assert "people, their balances and statements, nights and standings" in links
    done(renew_club_link(club.store, new_post(), Role.MEMBER))
    assert Phone(club.site).open(f"{address}standings.json").status == 404
    assert Phone(club.site).open(f"{door(club)}standings.json").status == 200
    last = door(club)
    done(withdraw_club_link(club.store, new_post(), Role.MEMBER))
    assert Phone(club.site).open(f"{last}standings.json").status == 404
    assert "standings/frame" not in club.officer.open("/club/officers/links").text


def test_it_opens_no_night_and_is_not_remembered(club: SiteOfClub) -> None:
    night, phone = club.night(), Phone(club.site)
    assert phone.open(f"{door(club)}standings/frame").status == 200
    assert phone.open(f"/night/{reading_token(club.member_token)}.{night.id}/").status == 404
    assert club.officer.open(f"{door(club)}standings/frame").status == 200
    assert reading_token(club.member_token) not in club.officer.open("/").text
