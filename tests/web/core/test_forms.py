"""The forms of WTForms: what was typed, its problems, and one token a form."""

import re

import pytest
from flask import Flask

from scorekeeper.rules.variant import Problem
from scorekeeper.web.core.forms import Amount, Day, Input, Line, SiteForm
from tests.club_site import SiteOfClub
from tests.web.phone import Phone


class Form(SiteForm):
    currency = "USD"
    what = Line("What for")
    amount = Amount("Amount", name="the-amount")
    day = Day("Day")
    paid = Input("Paid", kind="flag")


def posted(site: Flask, **typed: str) -> Form:
    """The form that reads what was typed."""
    with site.test_request_context(method="POST", data=typed):
        return Form()


def test_a_form_reads_what_was_typed_and_keeps_it_as_it_was(site: Flask) -> None:
    form = posted(site, what=" Coffee  ", **{"the-amount": "2,5"}, day="2026-11-20", paid="yes")
    assert form.validate()
    assert (form.what.line, form.what.value) == ("Coffee", " Coffee  ")
    assert (form.amount.minor, form.amount.value) == (250, "2,5")
    assert (form.day.data, form.paid.value) == ("2026-11-20", "yes")


@pytest.mark.parametrize(
    ("typed", "minor"), [("86,40", 8640), ("2.5", 250), (" 7 ", 700), ("0,02", 2)]
)
def test_an_amount_is_read_with_a_point_or_a_comma(site: Flask, typed: str, minor: int) -> None:
    form = posted(site, what="Rent", **{"the-amount": typed}, day="2026-11-20")
    assert (form.validate(), form.amount.minor) == (True, minor)


@pytest.mark.parametrize("typed", ["1,000", "1.659,84", "3.005", "€3", "12.50 €", "-5", "1e3"])
def test_an_amount_that_is_unclear_is_refused_and_stays(site: Flask, typed: str) -> None:
    form = posted(site, what="Rent", **{"the-amount": typed}, day="2026-11-20")
    assert not form.validate()
    assert [fault.text for fault in form.faults] == [f"“{typed}” is not an amount in $"]
    assert form.amount.value == typed


def test_no_phone_mends_a_name_that_is_typed(phone: Phone) -> None:
    page = phone.open("/new?variant=laws").text
    fields = re.findall(r'<input[^>]*autocapitalize="words"[^>]*>', page)
    assert len(fields) > 3
    assert [field for field in fields if 'autocorrect="off"' not in field] == []


def test_all_problems_stand_at_their_fields_and_from_the_first_field_down(site: Flask) -> None:
    form = posted(site, what="a\u200bb", **{"the-amount": "much"}, day="soon")
    assert not form.validate()
    told = ("paid", "nowhere", "paid", "the-amount")
    form.tell([Problem(at=tuple(at.split("-")), code="", text=f"Bad {at}") for at in told])
    assert [(fault.field, fault.text) for fault in form.faults] == [
        ("what", "This is one line of at most 100 letters"),
        ("the-amount", "“much” is not an amount in $"),
        ("the-amount", "Bad the-amount"),
        ("day", "The date is written 2026-11-20"),
        ("paid", "Bad paid"),
        ("", "Bad nowhere"),
    ]
    assert form.paid.problems == ["Bad paid"]


@pytest.mark.parametrize("amount", ["", "0", "-1", "1.234", "1,234.5"])
def test_an_amount_is_above_nothing_and_of_its_currency(site: Flask, amount: str) -> None:
    form = posted(site, what="Coffee", **{"the-amount": amount})
    assert not form.validate()
    assert [fault.field for fault in form.faults] == ["the-amount"]


def test_values_of_an_address_fill_a_form_without_a_problem(club: SiteOfClub) -> None:
    page = club.officer.open("/club/officers/money/payment?amount=much&date=soon")
    assert page.forms[0].values["amount"] == "much"
    assert "problem" not in page.text


def test_each_form_of_the_club_has_one_token(club: SiteOfClub) -> None:
    person = club.person("Ann")
    pages = ("money/payment", "money/expense", "settings", "nights/new", "people", "links")
    for page in (*pages, f"people/{person}/change", f"people/{person}/spellings"):
        text = club.officer.open(f"/club/officers/{page}").text
        forms = re.findall(r'<form method="post".*?</form>', text, re.DOTALL)
        assert forms
        assert {form.count('name="csrf_token"') for form in forms} == {1}
    assert Phone(club.site).post("/club/officers/money/payment", {"amount": "1"}).status == 403
