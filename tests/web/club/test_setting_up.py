"""The club is set up once, by the address that the terminal printed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.club.facts import ClubDefaults, Fee, FeeRule, SettleWay
from scorekeeper.club.rows.clubs import find_club_row
from scorekeeper.games.keys import make_key
from scorekeeper.rules.settlement import Stake
from tests.club_site import PASSPHRASE, begin_club, club_app
from tests.only_site import close_site, site_of
from tests.web.phone import Phone, send_too_much

TYPED = {
    "name": "Cavendish",
    "currency": "$",
    "stake-amount": "1,50",
    "stake-per": "100",
    "fee-person_night": "2",
    "fee-person_night-guest": "3",
    "settle": "bank",
    "paper": "letter",
    "officer": "Ann",
    "passphrase": PASSPHRASE,
    "again": PASSPHRASE,
}


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Flask]:
    """Yield a site of its own without a club."""
    site = club_app(tmp_path)
    yield site
    close_site(site)


def first_address(site: Flask) -> str:
    return f"/set-up/{make_key(site_of(site).settings.set_up_key)}/"


def set_up(site: Flask, **typed: str) -> Phone:
    phone = Phone(site)
    sent = phone.fill(first_address(site), TYPED | typed)
    assert sent.status == 303, sent.text
    return phone


def test_the_club_is_as_it_was_typed_and_its_officer_is_signed_in(bare: Flask) -> None:
    phone = set_up(bare)
    row = site_of(bare).store.read(find_club_row)
    assert row is not None
    assert (row.club.name, row.club.currency, row.paper) == ("Cavendish", "USD", "letter")
    assert row.club.defaults == ClubDefaults(
        stake=Stake(currency="USD", minor=150, per=100),
        fees=(Fee(rule=FeeRule.PERSON_NIGHT, minor=200, guest=300),),
        settle=SettleWay.BANK,
    )
    assert "Officer: Ann" in phone.open("/club/officers/").text


def test_the_money_is_counted_from_the_cash_of_a_day_on(bare: Flask) -> None:
    phone = set_up(bare, till="20,50", opened="2026-02-01")
    row = site_of(bare).store.read(find_club_row)
    assert row is not None
    assert (row.club.till, row.club.opened) == (2050, "2026-02-01")
    assert "$20.50" in phone.open("/club/officers/money").text
    form = phone.open("/club/officers/settings").forms[0].values
    assert not {"till", "opened"} & form.keys()


def test_a_first_day_to_come_is_reported_with_all_else_that_is_wrong(bare: Flask) -> None:
    seen = Phone(bare).fill(first_address(bare), TYPED | {"opened": "2126-11-20", "till": "much"})
    assert (seen.status, site_of(bare).store.read(find_club_row)) == (422, None)
    assert "This day is in the future" in seen.text
    assert 'id="till-problem"' in seen.text


def test_a_club_needs_no_more_than_a_name_a_currency_and_a_passphrase(bare: Flask) -> None:
    empty = {"stake-amount": "", "fee-person_night": "", "fee-person_night-guest": ""}
    set_up(bare, **empty, settle="carried")
    row = site_of(bare).store.read(find_club_row)
    assert row is not None
    assert row.club.defaults == ClubDefaults(settle=SettleWay.CARRIED)


def test_the_address_works_once_and_then_says_so(bare: Flask) -> None:
    address = first_address(bare)
    stranger = Phone(bare)
    form = stranger.open(address).forms[0]
    large = send_too_much(stranger, address)
    assert (large.status, 'id="mark-problem"' in large.text) == (413, True)
    set_up(bare)
    late = [stranger.open(address), stranger.post(address, form.values | TYPED)]
    for again in (*late, send_too_much(stranger, address)):
        assert (again.status, "The club is set up" in again.text) == (410, True)
        assert 'href="/officers/"' in again.text
    assert not site_of(bare).settings.set_up_key.exists()


def test_another_address_sets_nothing_up(bare: Flask) -> None:
    first_address(bare)
    assert Phone(bare).open("/set-up/guessed/").status == 404


def test_all_that_is_wrong_is_reported_at_once_at_its_field_and_nothing_typed_is_lost(
    bare: Flask,
) -> None:
    wrong = {
        "name": "",
        "currency": "shells",
        "till": "-3",
        "opened": "yesterday",
        "stake-amount": "much",
        "stake-per": "0",
        "fee-person_night": "-1",
        "fee-person_night-guest": "some",
        "fee-table_game": "few",
        "passphrase": "short",
        "again": "shore",
        "officer": "",
    }
    seen = Phone(bare).fill(first_address(bare), TYPED | wrong)
    assert seen.status == 422
    for field in (
        "name",
        "currency",
        "till",
        "opened",
        "stake-amount",
        "stake-per",
        "fee-person_night",
        "fee-person_night-guest",
        "fee-table_game",
        "passphrase",
        "officer",
    ):
        assert f'id="{field}-problem"' in seen.text, field
        assert f'href="#{field}"' in seen.text, field
    assert seen.forms[0].values | TYPED | wrong == seen.forms[0].values
    assert site_of(bare).store.read(find_club_row) is None


def test_two_passphrases_that_differ_are_reported_at_the_second(bare: Flask) -> None:
    seen = Phone(bare).fill(first_address(bare), TYPED | {"again": "four of clubs"})
    assert 'id="again-problem"' in seen.text


def test_the_currency_that_a_sign_may_mean_is_offered(bare: Flask) -> None:
    phone, address = Phone(bare), first_address(bare)
    seen = phone.fill(address, TYPED | {"currency": "krone"})
    assert 'value="currency:SEK"' in seen.text or 'value="currency:NOK"' in seen.text
    chosen = phone.send(seen, {"do": "currency:NOK"})
    assert chosen.forms[0].values["currency"] == "NOK"
    assert chosen.forms[0].values["name"] == "Cavendish"


def test_a_form_sent_twice_at_once_sets_up_one_club(bare: Flask) -> None:
    phone, address = Phone(bare), first_address(bare)
    form = phone.open(address).forms[0]
    values = form.values | TYPED
    first, second = phone.post(address, values), phone.post(address, values)
    assert (first.status, second.status) == (303, 410)
    assert "Officer: Ann" in phone.open("/club/officers/").text


# --- later ----------------------------------------------------------------------------------------


def test_the_currency_is_chosen_in_plain_words_that_it_stays(bare: Flask) -> None:
    phone, address = Phone(bare), first_address(bare)
    seen = phone.open(address)
    assert seen.forms[0].values["currency"] == ""
    assert "it can never be changed" in seen.text
    without = phone.send(seen, TYPED | {"currency": ""})
    assert without.status == 422
    assert "Name one currency" in without.text
    chosen = phone.send(without, {"do": "currency:EUR"})
    assert phone.send(chosen, {}).status == 303
    row = site_of(bare).store.read(find_club_row)
    assert row is not None
    assert row.club.currency == "EUR"


def test_officers_change_the_settings_and_the_currency_stays(bare: Flask) -> None:
    phone = set_up(bare)
    page = "/club/officers/settings"
    shown = phone.open(page).forms[0].values
    kept = ("name", "stake-amount", "fee-person_night-guest", "settle")
    assert {name: shown[name] for name in kept} == {
        "name": "Cavendish",
        "stake-amount": "1.50",
        "fee-person_night-guest": "3.00",
        "settle": "bank",
    }
    changed = phone.fill(page, {"name": "Regency", "stake-amount": "", "currency": "EUR"})
    assert changed.status == 303
    row = site_of(bare).store.read(find_club_row)
    assert row is not None
    assert (row.club.name, row.club.currency, row.club.defaults.stake) == ("Regency", "USD", None)
    assert row.club.defaults.fees == (Fee(rule=FeeRule.PERSON_NIGHT, minor=200, guest=300),)


def test_of_two_officers_the_second_is_shown_what_the_first_has_changed(bare: Flask) -> None:
    phone = set_up(bare)
    page = phone.open("/club/officers/settings")
    assert phone.send(page, {"settle": "transfers"}).status == 303
    late = phone.send(page, {"name": "Regency"})
    assert late.status == 409
    assert "Another officer has changed the settings" in late.text
    assert "Paid out: Between the players" in late.text
    assert phone.send(late, {}).status == 303
    row = site_of(bare).store.read(find_club_row)
    assert row is not None
    assert (row.club.name, row.club.defaults.settle) == ("Regency", SettleWay.BANK)


def test_wrong_settings_are_reported_at_their_field(bare: Flask) -> None:
    phone = set_up(bare)
    seen = phone.fill("/club/officers/settings", {"name": "", "fee-person_night": "2.005"})
    assert seen.status == 422
    assert 'id="name-problem"' in seen.text
    assert 'id="fee-person_night-problem"' in seen.text
    assert seen.forms[0].values["fee-person_night"] == "2.005"


def test_hall_and_cards_are_two_fees(bare: Flask) -> None:
    phone = set_up(bare, **{"fee-table_game": "0,50"})
    row = site_of(bare).store.read(find_club_row)
    assert row is not None
    assert [fee.rule for fee in row.club.defaults.fees] == ["person_night", "table_game"]
    shown = phone.open("/club/officers/settings").forms[0].values
    assert (shown["fee-person_night"], shown["fee-table_game"]) == ("2.00", "0.50")


def test_two_clubs_on_one_host_stay_apart(tmp_path: Path) -> None:
    """Even with one secret of cookies, an officer of one is nobody at the other."""
    sites = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        sites.append(club_app(tmp_path / name))
    one, two = (begin_club(site) for site in sites)
    officer = Phone(two.site)
    with one.officer.client.session_transaction() as theirs:
        kept = dict(theirs)
    with officer.client.session_transaction() as session:
        session.update(kept)
    assert officer.open("/club/officers/").status == 403
    assert officer.open(one.member).status == 404
    assert one.officer.open("/club/officers/").status == 200
    for site in sites:
        close_site(site)
