"""The club as files on the site; each is the same as the command makes of the book."""

import re
from pathlib import Path

from scorekeeper.app import site_of
from scorekeeper.bookkeeping.club.files import write_club_file
from tests.bookkeeping.illegal import deal_two_contracts, take_back_unchecked
from tests.club_site import SiteOfClub
from tests.web.phone import Phone

BOOK = "/club/officers/book"


def test_a_table_and_the_book_are_made_and_downloaded(club: SiteOfClub, tmp_path: Path) -> None:
    club.night("2026-11-13").game("Ann", "Bob", wins="Ann")
    assert club.officer.open(f"{BOOK}/file").status == 303
    for kind, bom in (("games", "yes"), ("book", "")):
        made = club.officer.fill(BOOK, {"kind": kind, "bom": bom})
        assert made.status == 303, made.text
        run = site_of(club.site).files.last
        assert run is not None
        run.wait(60)  # the page waits a few seconds at most, which a busy machine exceeds
        file = club.officer.client.get(f"{BOOK}/file")
        wanted = write_club_file(club.store, kind, lambda *_: None, bom=bool(bom))
        assert file.get_data() == wanted.encode()
        assert f'filename="{kind}-' in file.headers["Content-Disposition"]
    page = club.officer.open(BOOK).text
    assert "Download (" in page
    assert club.officer.client.get(f"{BOOK}/progress").json == {
        "done": 1,
        "of": 1,
        "goes_on": False,
    }


def test_a_file_made_before_a_name_was_taken_out_is_gone(club: SiteOfClub) -> None:
    person = club.person("Quentin")
    files = site_of(club.site).files
    run = files.begin("balances", bom=False)
    assert run is not None
    assert files.begin("games", bom=False) is None  # one at a time
    run.wait(60)
    assert b"Quentin" in club.officer.client.get(f"{BOOK}/file").get_data()
    form = club.officer.open(f"/club/officers/people/{person}/change")
    place = [each.action for each in form.forms].index(f"/club/officers/people/{person}/nameless")
    assert club.officer.send(form, {}, form=place).status == 303
    assert club.officer.open(f"{BOOK}/file").status == 303
    assert "Download (" not in club.officer.open(BOOK).text


def test_an_unknown_kind_of_file_is_refused(club: SiteOfClub) -> None:
    assert club.officer.fill(BOOK, {"kind": "secrets"}).status == 400


def test_a_game_that_nobody_could_take_in_is_named_with_the_way_to_mend_it(
    club: SiteOfClub,
) -> None:
    night = club.night("2026-11-14")
    table = night.game("Ann", "Bob", variant="contract")
    deal_two_contracts(club.store, table.visit.game.key)
    take_back_unchecked(club.store, table.visit.game.key, 2)
    club.officer.fill(BOOK, {"kind": "book"})
    run = site_of(club.site).files.last
    assert run is not None
    run.wait(60)
    page = club.officer.open(BOOK)
    assert f"Game {table.id} of 2026-11-14: Deal 1 breaks a rule and does not count." in page.text
    assert "Download (" not in page.text
    (way,) = re.findall(r'href="([^"]+mend=yes)"', page.text)
    deal = club.officer.follow(club.officer.open(way)).address + "deal/1"
    form = club.officer.open(f"{deal}/correct")
    assert form.status == 200
    taken = club.officer.follow(club.officer.open(way)).text
    assert "Does not count" in taken
    # A member's link leads to the same game, but to look at it alone.
    member = Phone(club.site)
    seen = member.follow(member.open(f"{club.member}games/{table.id}?mend=yes"))
    assert member.open(f"{seen.address}deal/1/correct").status == 403
    assert club.officer.fill(f"{deal.removesuffix('deal/1')}undo/3", {}).status == 303
    club.officer.fill(BOOK, {"kind": "book"})
    again = site_of(club.site).files.last
    assert again is not None
    again.wait(60)
    assert "Download (" in club.officer.open(BOOK).text
