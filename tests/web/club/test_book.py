"""The club as files on the site; each is the same as the command makes of the book."""

from pathlib import Path

from scorekeeper.bookkeeping.club.taking import write_club_file
from tests.club_site import SiteOfClub

BOOK = "/club/officers/book"


def test_a_table_and_the_book_are_made_and_downloaded(club: SiteOfClub, tmp_path: Path) -> None:
    club.night("2026-11-13").game("Ann", "Bob", wins="Ann")
    assert club.officer.open(f"{BOOK}/file").status == 303
    for kind, bom in (("games", "yes"), ("book", "")):
        made = club.officer.fill(BOOK, {"kind": kind, "bom": bom})
        assert made.status == 303, made.text
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


def test_there_are_no_other_files(club: SiteOfClub) -> None:
    assert club.officer.fill(BOOK, {"kind": "secrets"}).status == 400
