"""The club as files on the site; each is the same as the command makes of the book."""

import re

from scorekeeper.club.files import write_club_file
from tests.club_site import SiteOfClub
from tests.games.illegal import deal_two_contracts, take_back_unchecked
from tests.only_site import site_of
from tests.web.phone import Phone

BOOK = "/club/officers/book"


def test_a_table_is_made_and_downloaded_until_a_name_in_it_is_taken_out(
    club: SiteOfClub,
) -> None:
    club.night("2026-11-13").game("Ann", "Bob", wins="Ann")
    assert club.officer.open(f"{BOOK}/file").status == 303
    files = site_of(club.site).files
    run = files.begin("games", bom=True)
    assert run is not None
    assert files.begin("balances", bom=False) is None  # one at a time
    run.wait(60)
    assert downloaded(club, "games") == write_club_file(
        club.store, "games", lambda *_: None, bom=True
    )
    assert "Download (" in club.officer.open(BOOK).text
    assert club.officer.client.get(f"{BOOK}/progress").json == {
        "done": 1,
        "of": 1,
        "goes_on": False,
    }
    ann = club.id_of("Ann")
    form = club.officer.open(f"/club/officers/people/{ann}/change")
    place = [each.action for each in form.forms].index(f"/club/officers/people/{ann}/nameless")
    assert club.officer.send(form, {}, form=place).status == 303
    assert club.officer.open(f"{BOOK}/file").status == 303
    assert "Download (" not in club.officer.open(BOOK).text


def downloaded(club: SiteOfClub, kind: str) -> str:
    """The file of a kind that was made, as it is downloaded."""
    file = club.officer.client.get(f"{BOOK}/file")
    assert f'filename="{kind}-' in file.headers["Content-Disposition"]
    return file.get_data().decode()


def make(club: SiteOfClub, kind: str, **more: str) -> None:
    """Ask for a file on the page, and wait for it: a busy machine exceeds what the page waits."""
    made = club.officer.fill(BOOK, {"kind": kind, **more})
    assert made.status == 303, made.text
    run = site_of(club.site).files.last
    assert run is not None
    run.wait(60)


def test_a_mark_for_spreadsheets_stands_before_a_table_if_it_is_ticked(club: SiteOfClub) -> None:
    make(club, "balances", bom="yes")
    without = write_club_file(club.store, "balances", lambda *_: None)
    assert downloaded(club, "balances") == f"\N{BOM}{without}"


def test_an_unknown_kind_of_file_is_refused(club: SiteOfClub) -> None:
    assert club.officer.fill(BOOK, {"kind": "secrets"}).status == 400


def test_a_game_that_nobody_could_take_in_is_named_with_the_way_to_mend_it(
    club: SiteOfClub,
) -> None:
    night = club.night("2026-11-14")
    table = night.game("Ann", "Bob", variant="contract")
    deal_two_contracts(club.store, table.visit.game.key)
    take_back_unchecked(club.store, table.visit.game.key, 2)
    make(club, "book")
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
    make(club, "book")
    assert "Download (" in club.officer.open(BOOK).text
    assert downloaded(club, "book") == write_club_file(club.store, "book", lambda *_: None)
