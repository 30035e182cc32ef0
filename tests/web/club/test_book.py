"""The club as files on the site; each is the same as the command makes of the book."""

from pathlib import Path

from scorekeeper.app import site_of
from scorekeeper.bookkeeping.club.files import write_club_file
from tests.club_site import SiteOfClub

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
