"""Officers sign in and out; the members' link is withdrawn and made anew."""

from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from operator import add
from threading import Event

import pytest
from werkzeug import security

from scorekeeper.club import officers
from scorekeeper.club.officers import (
    begin_session,
    find_officer,
    hash_passphrase,
    renew_passphrase,
    sessions_of,
)
from scorekeeper.games.limits import MOST_WRONG, GuessLimit
from scorekeeper.games.posting import Refused
from tests.club_site import PASSPHRASE, SiteOfClub, sign_in
from tests.web.nights.closed_nights import form_to
from tests.web.phone import Phone, Seen

PATIENCE = 9.0


def enter(phone: Phone, passphrase: str = PASSPHRASE, name: str = "Bob") -> Seen:
    return phone.fill("/officers/", {"passphrase": passphrase, "name": name})


def officer_of(club: SiteOfClub) -> Phone:
    phone = Phone(club.site)
    sign_in(phone)
    return phone


@pytest.fixture(autouse=True)
def fresh_guesses(club: SiteOfClub) -> None:
    object.__setattr__(club.store, "passphrase_guesses", GuessLimit())


def test_whoever_knows_the_passphrase_is_an_officer_until_signing_out(club: SiteOfClub) -> None:
    phone = Phone(club.site)
    assert enter(phone).answer.location == "/club/officers/"
    page = phone.open("/club/officers/")
    assert "Officer: Bob" in page.text
    with phone.client.session_transaction() as session:
        secret = session["officer"]
    assert phone.send(page, {}).status == 303  # the only form of the page signs out
    assert phone.open("/club/officers/").status == 403
    # Who copied the cookie is signed out too.
    with phone.client.session_transaction() as session:
        session["officer"] = secret
    assert phone.open("/club/officers/").status == 403


def test_a_wrong_passphrase_is_reported_at_its_field(club: SiteOfClub) -> None:
    seen = enter(Phone(club.site), "four of clubs")
    assert seen.status == 422
    assert 'id="passphrase-problem"' in seen.text
    assert seen.forms[0].values["name"] == "Bob"
    assert PASSPHRASE not in seen.text


def test_a_name_is_asked_for_and_the_passphrase_is_not_lost(club: SiteOfClub) -> None:
    seen = enter(Phone(club.site), name=" ")
    assert 'id="name-problem"' in seen.text
    assert seen.forms[0].values["passphrase"] == PASSPHRASE


def test_guesses_are_limited_and_then_the_right_one_does_not_help(club: SiteOfClub) -> None:
    for _ in range(MOST_WRONG):
        club.store.passphrase_guesses.take_guess("127.0.0.1")
    seen = enter(Phone(club.site))
    assert seen.status == 429
    assert "Too many wrong tries" in seen.text


def test_another_passphrase_signs_everybody_out(club: SiteOfClub) -> None:
    phone = officer_of(club)
    renew_passphrase(club.store, "five of clubs")
    assert phone.open("/club/officers/").status == 403
    assert enter(phone).status == 422
    assert enter(phone, "five of clubs").status == 303
    renew_passphrase(club.store, PASSPHRASE)


def test_an_officer_signs_another_phone_out(club: SiteOfClub) -> None:
    lost, phone = Phone(club.site), officer_of(club)
    enter(lost, name="Dot")
    page = phone.open("/club/officers/links")
    form = next(each for each in page.forms if "session" in each.values)
    phone.post(form.action, form.values)
    assert lost.open("/club/officers/").status == 403
    assert phone.open("/club/officers/").status == 200


def test_a_withdrawn_members_link_lets_in_officers_alone(club: SiteOfClub) -> None:
    address, phone, member = club.member, officer_of(club), Phone(club.site)
    assert member.open(address).status == 200
    page = phone.open("/club/officers/links")
    withdraw = next(each for each in page.forms if each.action.endswith("/withdraw"))
    assert phone.post(withdraw.action, withdraw.values).status == 303
    assert member.open(address).status == 410
    assert "Ask an officer" in member.open(address).text
    assert (phone.open(address).status, phone.open("/club/officers/").status) == (200, 200)
    renew = next(
        each for each in phone.open("/club/officers/links").forms if each.action.endswith("/new")
    )
    phone.post(renew.action, renew.values)
    assert member.open(address).status == 410
    assert member.open(club.member).status == 200


def test_a_link_asked_for_twice_is_made_once(club: SiteOfClub) -> None:
    phone = officer_of(club)
    page = phone.open("/club/officers/links")
    renew = next(each for each in page.forms if each.action.endswith("/new"))
    phone.post(renew.action, renew.values)
    made = club.member
    phone.post(renew.action, renew.values)
    assert club.member == made


def test_a_member_is_shown_where_officers_sign_in(club: SiteOfClub) -> None:
    member = Phone(club.site)
    seen = member.open(f"{club.member}settings")
    assert (seen.status, 'href="/officers/"' in seen.text) == (403, True)


def test_every_page_for_officers_has_a_way_out(club: SiteOfClub) -> None:
    phone = officer_of(club)
    for page in ("", "settings", "links"):
        seen = phone.open(f"/club/officers/{page}")
        assert 'action="/officers/out"' in seen.text, page


def test_without_a_club_there_are_no_pages_of_one(site: object, phone: Phone) -> None:
    for address in ("/officers/", "/club/officers/", "/club/any/", "/night/any/", "/set-up/any/"):
        assert phone.open(address).status == 404, address
    home = phone.open("/").text
    assert [word for word in ("Tonight", "Officers", "/club/", "/officers/") if word in home] == []


def test_signing_out_ends_every_session_of_the_phone(club: SiteOfClub) -> None:
    phone = Phone(club.site)
    form = phone.open("/officers/").forms[0]
    typed = {**form.values, "passphrase": PASSPHRASE, "name": "Bob"}
    with phone.client.session_transaction() as session:
        cookie = dict(session)
    secrets = []
    for _ in range(2):  # a double tap: both posts come with the cookie of the form
        with phone.client.session_transaction() as session:
            session.clear()
            session.update(cookie)
        assert phone.post(form.action, typed).status == 303
        with phone.client.session_transaction() as session:
            secrets.append(session["officer"])
    assert all(find_officer(club.store, secret) for secret in secrets)
    phone.send(phone.open("/club/officers/"), {})
    assert [find_officer(club.store, secret) for secret in secrets] == [None, None]


def test_another_sign_in_ends_the_sessions_that_the_phone_had(club: SiteOfClub) -> None:
    now = datetime(2026, 11, 20, 20, tzinfo=UTC)
    for minutes, before in ((0, 0), (2, 1)):
        store = replace(club.store, now=partial(add, now, timedelta(minutes=minutes)))
        with store.database.writing() as db:
            begin_session(store, db, name="Bob", phone="the phone")
            begin_session(store, db, name="Dot", phone="")
        assert len([each for each in sessions_of(store) if each.name == "Bob"]) == 1
        assert len([each for each in sessions_of(store) if each.name == "Dot"]) == 1 + before
        store.notifier.close()


def test_a_session_ends_after_thirty_days(club: SiteOfClub) -> None:
    with club.store.database.writing() as db:
        secret = begin_session(club.store, db, name="Bob", phone="").secret
    for days, lasts in ((29, True), (31, False)):
        store = replace(club.store, now=partial(add, club.store.now(), timedelta(days=days)))
        assert (find_officer(store, secret) is not None) is lasts
        assert bool(sessions_of(store)) is lasts
        store.notifier.close()


def test_two_wait_while_a_passphrase_is_checked_and_each_guess_is_counted_before(
    club: SiteOfClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked, go_on, address = list[str](), Event(), "192.0.2.1"

    def check(_: str, passphrase: str) -> bool:
        checked.append(passphrase)
        return not go_on.wait(PATIENCE)

    def guess(number: int) -> object:
        text = f"wrong guess {number}"
        return officers.sign_officer_in(club.store, text, name="Bob", phone="", address=address)

    monkeypatch.setattr(security, "check_password_hash", check)
    with ThreadPoolExecutor(40) as threads:
        coming = as_completed([threads.submit(guess, number) for number in range(40)], PATIENCE)
        refused = [next(coming).result() for _ in range(37)]
        assert len(checked) == 1
        go_on.set()
    assert all(isinstance(each, Refused) for each in refused)
    assert len(checked) == 3
    limit = club.store.passphrase_guesses
    assert [limit.take_guess(address) for _ in range(MOST_WRONG - 2)] == [
        *[True] * (MOST_WRONG - 3),
        False,
    ]


def test_a_passphrase_is_kept_by_a_hash_that_takes_time(monkeypatch: pytest.MonkeyPatch) -> None:
    cheap = security.generate_password_hash
    assert isinstance(cheap, partial)
    monkeypatch.setattr(security, "generate_password_hash", cheap.func)
    assert hash_passphrase(PASSPHRASE).startswith("scrypt:32768:8:1$")


def test_a_right_passphrase_counts_as_no_guess(club: SiteOfClub) -> None:
    for _ in range(MOST_WRONG + 1):
        assert enter(Phone(club.site)).status == 303


def test_an_officer_signs_out_in_the_menu(club: SiteOfClub) -> None:
    page = club.officer.open("/club/officers/").text
    menu, _, content = page.partition("</header>")
    assert "Sign out<small>Officer: Eve</small>" in menu
    assert "Sign out" not in content
    form = form_to(club.officer.open("/club/officers/"), "/officers/out")
    assert club.officer.post(form.action, form.values).status == 303
    assert club.officer.open("/club/officers/").status == 403
