"""The pages of a charge: its form, who has paid, its paper, and what is sent as a reminder."""

import re
from urllib.parse import urlsplit

from scorekeeper.club.figures import charges_in
from scorekeeper.club.whole import club_figures
from scorekeeper.papers.club import ChargeToPrint, charge_paper
from tests.club_site import SiteOfClub
from tests.papers.reading import texts
from tests.web.nights.closed_nights import words_of

MONEY = "/club/officers/money"
FORM = f"{MONEY}/charge"


def members(club: SiteOfClub, *names: str) -> list[str]:
    return [club.person(name, joined="2026-01-05") for name in names]


def charge(club: SiteOfClub, people: list[str]) -> str:
    """Charge people 30.00 on the form; returns the address of the charge."""
    typed = {"reason": "Subscription 2027", "amount": "30", "date": "2026-11-21", "people": people}
    saved = club.officer.send(club.officer.fill(FORM, typed), {"people": people})
    assert saved.status == 303, saved.text
    return urlsplit(saved.answer.location).path


def test_members_are_ticked_and_everybody_is_charged_in_four_taps(club: SiteOfClub) -> None:
    people = members(club, "Bob", "Ann")[::-1]
    club.person("Cal")
    assert f'href="{FORM}"' in club.officer.open(MONEY).text
    page = club.officer.open(FORM).text
    assert re.findall(r'value="(p\d+)" checked', page) == people
    assert "Guests (1)" in page
    words = words_of(club.officer.open(charge(club, people)))
    assert "0 of 2 paid, $60.00 open" in words
    assert "by Eve" in words
    assert "Cal" not in words
    money = words_of(club.officer.open(MONEY))
    assert "Subscription 2027 0 of 2 paid, $60.00 open" in money
    assert re.search(r"Subscription 2027 21 Nov( 2026)? · Bob 30.00", money)


def test_who_is_charged_what_is_shown_before_anybody_is(club: SiteOfClub) -> None:
    ann, bob = members(club, "Ann", "Bob")
    typed = {"reason": "Hall", "amount": "30", "date": "2026-11-21"}
    shown = club.officer.fill(FORM, {**typed, "people": [ann, bob]})
    assert shown.status == 200
    assert "2 × 30.00 = $60.00 Nobody is charged yet. Ann 30.00 Bob 30.00" in words_of(shown)
    assert "Charge 2 people" in words_of(shown)
    # What was changed since is shown first, too.
    for change in ({"people": [bob]}, {"people": [ann, bob], "amount": "31"}):
        assert club.officer.send(shown, change).status == 200
    assert charges_in(club_figures(club.store)) == ()
    assert club.officer.send(shown, {"people": [ann, bob]}).status == 303


def test_a_payment_counts_and_the_reminder_names_who_is_left(club: SiteOfClub) -> None:
    ann, bob = members(club, "Ann", "Bob")
    address = charge(club, [ann, bob])
    paid = {"from": ann, "to": "till", "amount": "30.00", "date": "2026-11-21"}
    assert club.officer.fill(f"{MONEY}/payment", paid).status == 303
    page = club.officer.open(address).text
    assert "1 of 2 paid, $30.00 open" in page
    # Who has not paid has a button, which fills the payment in.
    (form,) = re.findall(r'href="([^"]*money/payment\?from=[^"]*)">Mark paid', page)
    filled = club.officer.open(form.replace("&amp;", "&")).forms[0].values
    assert filled.items() >= {"from": bob, "to": "till", "amount": "30.00"}.items()
    assert "Subscription 2027, Cavendish: 1 of 2 paid, $30.00 open.\nBob $30.00</textarea>" in page
    assert "Subscription 2027" in club.officer.open(f"{club.member}people/{bob}").text
    # The newest stands first: of a day, what was paid follows what was charged.
    statement = words_of(club.officer.open(f"{club.member}people/{ann}"))
    assert statement.index("Paid to the till") < statement.index("Subscription 2027")


def test_the_paper_has_who_is_left_first(club: SiteOfClub) -> None:
    address = charge(club, members(club, "Ann", "Bob"))
    paper = club.officer.open(f"{address}/charge.pdf?paper=letter")
    assert paper.status in (200, 503)  # without Pango nothing is printed
    assert club.officer.open(f"{address}/charge.pdf?paper=a9").status == 404
    figures = club_figures(club.store)
    (found,) = charges_in(figures)
    names = {who: person.name for who, person in figures.people.items()}
    sheet = charge_paper(ChargeToPrint(figures.book.club, names, found, "2026-11-21"), "a4")
    assert texts(sheet, "again") == ["continuedSubscription 2027"]


def test_it_is_taken_back_as_one_act(club: SiteOfClub) -> None:
    address = charge(club, members(club, "Ann", "Bob"))
    before = club.officer.open(address)
    back = club.officer.send(before, {})
    assert back.status == 303, back.text
    words = words_of(club.officer.open(address))
    assert "Taken back on" in words
    assert "Charged and given back" in words
    assert "Payment" not in words
    late = {"entry_id": "from another phone"}
    assert "already been taken back" in club.officer.send(before, late).text
    assert "Taken back: Subscription 2027" in words_of(club.officer.open(f"{MONEY}/ledger"))


def test_what_is_wrong_comes_back_with_what_was_typed(club: SiteOfClub) -> None:
    (ann,) = members(club, "Ann")
    page = club.officer.fill(FORM, {"reason": "", "amount": "3x", "people": []})
    assert page.status == 422
    for told in ("Say what it is for", "is not an amount", "Choose who is charged"):
        assert told in page.text
    page = club.officer.fill(FORM, {"reason": "Hall", "amount": "3x", "people": [ann]})
    assert 'value="Hall"' in page.text
    assert f'value="{ann}" checked' in page.text


def test_a_few_are_charged_in_a_tap_each_and_nothing_typed_is_lost(club: SiteOfClub) -> None:
    ann, bob = members(club, "Ann", "Bob")
    typed = {"reason": "Cards", "amount": "4", "people": [ann, bob]}
    few = club.officer.fill(FORM, {**typed, "untick": ""})
    assert few.status == 200
    assert " checked" not in few.text
    assert "Choose who is charged" not in few.text
    saved = club.officer.send(club.officer.send(few, {"people": [bob]}), {"people": [bob]})
    words = words_of(club.officer.follow(saved))
    assert "Cards Cavendish" in words
    assert "0 of 1 paid, $4.00 open" in words
    assert "Ann" not in words


def test_a_list_without_anybody_says_where_people_come_from(club: SiteOfClub) -> None:
    told = "Nobody is on the list yet: add them at People first."
    assert told in words_of(club.officer.open(FORM))
    club.person("Cal")
    assert told not in words_of(club.officer.open(FORM))


def test_the_entry_of_each_person_leads_to_the_charge(club: SiteOfClub) -> None:
    address = charge(club, members(club, "Ann", "Bob"))
    assert club.officer.send(club.officer.open(address), {}).status == 303
    for number in range(1, 5):
        entry = club.officer.open(f"{MONEY}/adjustment/a{number}").text
        assert f'href="{address}"><span>The charge' in entry


def test_an_old_club_looks_the_same_until_something_is_charged(club: SiteOfClub) -> None:
    members(club, "Ann")
    assert ">Charges<" not in club.officer.open(MONEY).text
    assert club.officer.open(f"{MONEY}/charges/a1").status == 404
