"""All papers of a night in one file: what is in it, how far it is, and how it is stopped."""

from dataclasses import replace
from io import BytesIO
from threading import Event

import pytest
from pypdf import PdfReader

from scorekeeper.papers.paper import PrintedPaper
from scorekeeper.papers.renderer import Bundles, Print, PrintingUnavailable
from scorekeeper.papers.sheet import SheetPaper
from tests.club_books import tallied_game
from tests.club_site import SiteOfClub
from tests.only_site import put_site, site_of
from tests.papers.texts import whole_text
from tests.web.nights.closed_nights import POINTS, PlayedNight, form_to, tallied_table, words_of
from tests.web.phone import Phone, Seen

LONG = 30.0
LETTER = 792.0


def press(phone: Phone, page: str, end: str, **fields: str) -> Seen:
    """Press the button of a form of a page."""
    form = form_to(phone.open(page), end)
    return phone.post(form.action, {**form.values, **fields})


def printing_by(club: SiteOfClub, printer: Print, monkeypatch: pytest.MonkeyPatch) -> Bundles:
    """Let the site print bundles in another way."""
    bundles, site = Bundles(printer, b"".join), site_of(club.site)
    put_site(monkeypatch, club.site, replace(site, bundles=bundles))
    return bundles


def test_papers_made_before_a_name_was_taken_out_are_gone(
    club: SiteOfClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = PlayedNight.begin(club)
    printing_by(club, lambda _: b"a paper", monkeypatch)
    address = f"{played.night.join}print"
    assert press(played.officer, address, "/print").status == 303
    played.officer.open(address)
    assert site_of(club.site).bundles.last(played.night.id) is not None
    press(played.officer, f"/club/officers/people/{played.person('Ann')}/change", "/nameless")
    assert site_of(club.site).bundles.last(played.night.id) is None


def test_the_night_and_every_game_are_in_the_file(club: SiteOfClub) -> None:
    played = PlayedNight.begin(club)
    tallied_table(played.night, tallied_game(*POINTS))
    tallied_table(played.night, tallied_game(*POINTS), label="2/3")
    address = f"{played.night.join}print"
    guest = Phone(club.site)
    assert f'action="{address}"' in guest.open(played.night.join).text
    assert f'action="{address}"' not in guest.open(played.night.watch).text
    assert "sheet of the night and of 3 games" in words_of(guest.open(address))
    assert club.officer.fill("/club/officers/settings", {"paper": "letter"}).status == 303
    assert press(guest, played.night.join, "/print").status == 303
    run = site_of(club.site).bundles.last(played.night.id)
    assert run is not None
    run.wait(LONG)
    assert guest.client.get(f"{address}/progress").json == {"done": 4, "of": 4, "goes_on": False}
    assert "All in one PDF" in guest.open(address).text
    answer = guest.client.get(f"{address}/papers.pdf")
    name = "2026-11-20 Friday night, all papers.pdf"
    assert f'filename="{name}"' in answer.headers["Content-Disposition"]
    pages = PdfReader(BytesIO(answer.data)).pages
    assert [float(page.mediabox.height) for page in pages] == [LETTER] * 4
    text = whole_text(answer.data)
    counts = [text.count(told) for told in ("Friday 20 November 2026", "Between each pair")]
    assert counts == [1, 3]
    assert text.count("Cavendish") == 4


def test_progress_is_true_and_a_stop_ends_it(
    club: SiteOfClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    played, may, began = PlayedNight.begin(club), Event(), Event()

    def printer(page: PrintedPaper) -> bytes:
        if isinstance(page, SheetPaper):
            began.set()
            may.wait(LONG)
        return b"a paper"

    bundles = printing_by(club, printer, monkeypatch)
    address = f"{played.night.join}print"
    assert press(club.officer, address, "/print").status == 303
    assert began.wait(LONG)
    page = club.officer.open(address)
    assert "1 of 2 papers printed" in words_of(page)
    assert '<noscript><meta http-equiv="refresh"' in page.text
    assert '<progress max="2" value="1"' in page.text
    assert club.officer.client.get(f"{address}/progress").json == {
        "done": 1,
        "of": 2,
        "goes_on": True,
    }
    again = club.officer.post(address, form_to(page, "/stop").values)
    assert again.status == 409
    assert "already being printed" in again.text
    assert press(club.officer, address, "/print/stop").status == 303
    may.set()
    run = bundles.last(played.night.id)
    assert run is not None
    run.wait(LONG)
    assert "Stopped after" in words_of(club.officer.open(address))
    assert club.officer.open(f"{address}/papers.pdf").status == 303


def test_a_printing_that_fails_is_reported_on_the_page(
    club: SiteOfClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    def printer(_: PrintedPaper) -> bytes:
        raise PrintingUnavailable("The sheet could not be printed.")

    played = PlayedNight.begin(club)
    bundles = printing_by(club, printer, monkeypatch)
    address = f"{played.night.join}print"
    press(club.officer, address, "/print")
    run = bundles.last(played.night.id)
    assert run is not None
    run.wait(LONG)
    page = club.officer.open(address)
    assert "The sheet could not be printed." in page.text
    assert page.status == 200
