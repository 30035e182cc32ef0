"""The club's mark: uploaded by an officer, checked, seen, printed, and taken away again."""

from base64 import b64encode
from io import BytesIO
from pathlib import Path

from pypdf import PdfReader

from scorekeeper.club.book.book import write_book
from scorekeeper.club.facts import ClubMark, MarkKind
from scorekeeper.club.rows.clubs import find_mark_row, write_mark
from scorekeeper.club.stored_book import load_book
from scorekeeper.games.keys import make_key
from tests.club_site import PASSPHRASE, SiteOfClub, club_app
from tests.marks import mark_of, png, svg, usual_mark
from tests.only_site import close_site, site_of
from tests.web.phone import Phone, Seen, send_too_much

SETTINGS = "/club/officers/settings"
NO_PNG = "The file is not a PNG; save the mark as one"


def upload(club: SiteOfClub, raw: bytes, **typed: str) -> Seen:
    file = (BytesIO(raw), "mark.png")
    return club.officer.fill(SETTINGS, {"mark": file, **typed})


def images_on(phone: Phone, address: str) -> int:
    """How many pictures of pixels the first page of a paper has."""
    pdf = phone.open(address).answer.data
    return len(PdfReader(BytesIO(pdf)).pages[0].images)


def test_a_mark_is_seen_as_it_is_printed(club: SiteOfClub) -> None:
    assert upload(club, png()).status == 303
    mark = usual_mark()
    assert club.store.read(find_mark_row) == mark
    address = f"/club/officers/mark?digest={mark.digest}"
    assert f'src="{address}"' in club.officer.open(SETTINGS).text
    answer = club.officer.open(address).answer
    assert (answer.data, answer.mimetype) == (mark.content, "image/png")
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "private, max-age=31536000, immutable"
    newest = club.officer.open("/club/officers/mark").answer
    assert newest.headers["Cache-Control"] == "private, no-cache"


def test_an_svg_that_an_earlier_version_kept_is_still_shown(club: SiteOfClub) -> None:
    kept = ClubMark(kind=MarkKind.SVG, content=svg())
    with club.store.database.writing() as db:
        write_mark(db, kept, club.store.now())
    assert club.store.read(find_mark_row) == kept
    assert f'src="/club/officers/mark?digest={kept.digest}"' in club.officer.open(SETTINGS).text
    answer = club.officer.open(f"/club/officers/mark?digest={kept.digest}").answer
    assert (answer.data, answer.mimetype) == (kept.content, "image/svg+xml")
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"


def test_a_file_that_is_no_png_is_refused_with_all_else_that_is_wrong(club: SiteOfClub) -> None:
    upload(club, png())
    seen = upload(club, svg(), name="", **{"stake-amount": "much", "paper": "letter"})
    assert seen.status == 422
    for words in (NO_PNG, "Type the name of the club"):
        assert words in seen.text
    assert 'href="#mark"' in seen.text
    assert 'id="stake-amount-problem"' in seen.text
    values = seen.forms[0].values
    assert (values["paper"], values["stake-amount"]) == ("letter", "much")
    assert "mark-file" not in values
    assert club.store.read(find_mark_row) == usual_mark()


def test_a_good_file_need_not_be_chosen_again_after_another_mistake(club: SiteOfClub) -> None:
    seen = upload(club, png(color="green"), name="")
    assert (seen.status, "The file that you chose is kept." in seen.text) == (422, True)
    assert club.officer.send(seen, {"name": "Cavendish"}).status == 303
    assert club.store.read(find_mark_row) == mark_of(png(color="green"))


def test_what_a_form_carries_is_checked_like_a_file(club: SiteOfClub) -> None:
    before = club.store.read(find_mark_row)
    carried = {"mark-file": b64encode(svg()).decode()}
    assert club.officer.fill(SETTINGS, carried).status == 422
    assert club.officer.fill(SETTINGS, {"mark-file": "no base64"}).status == 400
    assert club.store.read(find_mark_row) == before


def test_gone_back_to_with_another_file_the_form_is_a_new_one(club: SiteOfClub) -> None:
    page = club.officer.open(SETTINGS)
    assert club.officer.send(page, {"mark": (BytesIO(png(color="teal")), "a.png")}).status == 303
    again = club.officer.send(page, {"mark": (BytesIO(png()), "b.png")})
    assert again.status == 409  # the settings are no longer those that the form began with
    assert club.officer.send(page, {"mark": (BytesIO(png(color="teal")), "a.png")}).status == 303
    assert club.officer.send(again, {}).status == 303
    assert club.store.read(find_mark_row) == mark_of(png())


def test_an_officer_is_told_of_the_mark_that_another_one_has_changed_meanwhile(
    club: SiteOfClub,
) -> None:
    page = club.officer.open(SETTINGS)
    upload(club, png(color="teal"))
    late = club.officer.send(page, {"mark-away": "yes"})
    assert (late.status, "<li>The club’s mark: another</li>" in late.text) == (409, True)
    assert club.store.read(find_mark_row) == mark_of(png(color="teal"))
    assert club.officer.send(late, {"mark-away": "yes"}).status == 303
    assert club.store.read(find_mark_row) is None


def test_a_mark_stands_on_papers_of_the_club_until_it_is_taken_away(club: SiteOfClub) -> None:
    upload(club, png())
    table = club.night().game("Ann", "Bob", wins="Ann")
    papers = [f"{table.game}{kind}.pdf" for kind in ("sheet", "long")]
    assert [images_on(table.host, address) for address in papers] == [1, 1]
    assert images_on(Phone(club.site), f"{club.member}standings.pdf") == 1
    other = Phone(club.site)
    assert images_on(other, f"{other.start('Cal', 'Dot')}sheet.pdf") == 0  # of no night
    taken = club.officer.fill(SETTINGS, {"mark-away": "yes"})
    assert taken.status == 303
    assert club.store.read(find_mark_row) is None
    assert "mark-away" not in club.officer.open(SETTINGS).text
    assert club.officer.open("/club/officers/mark").status == 404
    assert images_on(table.host, papers[-1]) == 0


def test_other_settings_leave_the_mark_and_the_book_has_none(club: SiteOfClub) -> None:
    upload(club, png())
    with_mark = write_book(*load_book(club.store))
    assert club.officer.fill(SETTINGS, {"paper": "letter"}).status == 303
    assert club.store.read(find_mark_row) == usual_mark()
    club.officer.fill(SETTINGS, {"mark-away": "yes"})
    assert write_book(*load_book(club.store)) == with_mark


def test_a_club_can_be_set_up_with_its_mark(tmp_path: Path) -> None:
    site = club_app(tmp_path)
    store, settings = site_of(site).store, site_of(site).settings
    typed = {"name": "Cavendish", "currency": "USD", "officer": "Ann", "passphrase": PASSPHRASE}
    typed |= {"again": PASSPHRASE}
    address, phone = f"/set-up/{make_key(settings.set_up_key)}/", Phone(site)
    wrong = phone.fill(address, {**typed, "mark": (BytesIO(svg()), "a.svg"), "name": ""})
    assert (wrong.status, NO_PNG in wrong.text) == (422, True)
    assert phone.send(wrong, {"name": "Cavendish", "mark": (BytesIO(png()), "a")}).status == 303
    assert store.read(find_mark_row) == usual_mark()
    close_site(site)


def test_a_mark_that_is_too_large_is_told_at_its_field(club: SiteOfClub) -> None:
    seen = send_too_much(club.officer, SETTINGS)
    assert seen.status == 413
    assert '<div id="mark-problem"><p class="problem">At most 1 MiB can be sent' in seen.text
    assert send_too_much(Phone(club.site), SETTINGS).status == 403
