"""The papers of a night, a person and a season, from the pages of the club."""

import json
import re
from html import unescape
from io import BytesIO
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from pypdf import PdfReader

from scorekeeper.config import Settings
from scorekeeper.games.links import Role
from scorekeeper.server.app import create_app
from tests.club_site import SiteOfClub
from tests.only_site import close_site
from tests.papers.texts import whole_text
from tests.web.clocks import clock_set, until_evening
from tests.web.nights.closed_nights import PlayedNight
from tests.web.phone import Phone


def text_of(phone: Phone, address: str) -> str:
    """The text of a PDF."""
    answer = phone.open(address).answer
    assert answer.mimetype == "application/pdf"
    return whole_text(answer.data)


def test_a_night_a_person_and_the_standings_are_printed(club: SiteOfClub) -> None:
    played = PlayedNight.begin(club)
    assert played.close().status == 303
    night = played.night.join
    assert f'{night}night.pdf"' in club.officer.open(night + "payouts").text
    assert f'{night}night.pdf"' in club.officer.open(night).text
    text = text_of(club.officer, night + "night.pdf")
    assert "Proof: won 5.20 − lost 8.20 + fees 3.00 = 0.00." in text
    people = {row.name: row.id for row in played.night.loaded.people.values()}
    address = f"{club.member}people/{people['Cal']}"
    assert "/statement.pdf" in club.officer.open(address).text
    assert "Cal owes the club $5.00." in text_of(club.officer, address + "/statement.pdf")
    assert "1 Ann 1 1" in text_of(club.officer, club.member + "standings.pdf?from=2026-01-01")
    assert club.officer.open(club.member + "standings.pdf?from=May").status == 404


def test_papers_of_the_club_come_on_its_paper_or_on_that_of_the_browser(club: SiteOfClub) -> None:
    def width() -> float:
        pdf = club.officer.open("/club/officers/standings.pdf").answer.data
        return float(PdfReader(BytesIO(pdf)).pages[0].mediabox.width)

    a4 = width()
    assert club.officer.fill("/club/officers/settings", {"paper": "letter"}).status == 303
    assert width() > a4 + 10
    club.officer.open(club.officer.start("Ann", "Bob") + "print?paper=a4")
    assert width() == a4


def test_the_standings_are_printed_as_they_are_shown(club: SiteOfClub) -> None:
    PlayedNight.begin(club)
    shown = club.officer.open(f"{club.member}standings?season=all&by=money&variant=laws").text
    links = [unescape(each) for each in re.findall(r'href="([^"]*standings\.pdf[^"]*)"', shown)]
    assert [parse_qs(urlsplit(each).query) for each in links] == [
        {"season": ["all"], "by": ["money"], "variant": ["laws"]}
    ]
    text = text_of(club.officer, links[0])
    assert "All time, Laws" in text
    modern = text_of(club.officer, links[0].replace("laws", "modern"))
    assert "Ann" in text
    assert "Ann" not in modern


def test_a_game_of_a_night_has_the_name_of_the_club_and_is_not_to_be_paid_by_itself(
    club: SiteOfClub,
) -> None:
    address = PlayedNight.begin(club).table.by(Role.VIEWER)
    assert "Cavendish" in text_of(club.officer, f"{address}long.pdf")
    text = text_of(club.officer, f"{address}sheet.pdf")
    assert "Cavendish" in text
    assert "Paid with the night" in text
    assert " paid" not in text
    assert "Played at Date Stake 20 November 2026" in text
    told = "Paid with the night."
    assert told in club.officer.open(f"{address}final").text
    record = (Path(__file__).parents[2] / "cases/G5.json").read_text(encoding="utf-8")
    text = json.dumps(json.loads(record)["record"])
    home = str(Phone(club.site).fill("/import", {"text": text}).answer.location)
    text = text_of(club.officer, f"{home}sheet.pdf")
    assert "Paid with" not in text
    assert "Cavendish" not in text
    assert " paid" in text
    assert told not in club.officer.open(f"{home}final").text


def test_papers_of_the_club_read_no_game(club: SiteOfClub) -> None:
    played = PlayedNight.begin(club)
    played.close()
    cal = played.table.visit.game.sheet.heads[2].name
    person = club.id_of(cal)
    with club.store.database.writing() as db:  # as no program can read it
        db.execute("DROP TRIGGER entry_is_not_changed")
        db.execute("UPDATE entry SET payload = '{}' WHERE seq = 2")
    site = create_app(Settings(instance=club.store.database.path.parent, secret_key="k" * 40))
    with clock_set(site, until_evening()):
        for paper in (f"people/{person}/statement.pdf", "standings.pdf"):
            assert cal in text_of(Phone(site), f"{club.member}{paper}")
    close_site(site)
