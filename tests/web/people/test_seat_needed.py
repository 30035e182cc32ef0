"""A game that asks every phone for a seat: what one without is told, and how it sits down."""

import re
from html import unescape

import pytest
from flask import Flask

from scorekeeper.games.links import Role
from tests.web.deals import ANN_OUT, BOB_OUT
from tests.web.links import Table, begin
from tests.web.phone import Form, Phone, Seen

STAKE = {"stake-amount": "1"}


@pytest.fixture
def table(site: Flask) -> Table:
    return begin(site, "Ann", "Bob", **STAKE)


def form_of(seen: Seen, action: str) -> Form:
    return next(form for form in seen.forms if form.action == action)


def typed_deal(phone: Phone, table: Table) -> dict[str, str]:
    """Return what is posted for a deal, from a form that another phone was shown."""
    form = form_of(table.host.open(table.game + "enter"), table.game + "enter")
    page = phone.open(f"{table.door}seat")
    return {**form.values, **ANN_OUT, "csrf_token": page.forms[0].values["csrf_token"]}


def sit(phone: Phone, table: Table, seat: int, **more: str) -> Seen:
    token = phone.open(f"{table.door}seat?change=yes").forms[0].values["csrf_token"]
    values = {"csrf_token": token, "seat": str(seat), **more}
    return phone.post(f"{table.door}seat", values)


def authors(table: Table) -> list[str]:
    return [entry.who for entry in table.visit.game.log[1:]]


def test_a_phone_without_a_seat_is_offered_one_and_nothing_to_enter(
    phone: Phone, table: Table
) -> None:
    sheet = phone.open(table.door).text
    assert f'<a class="main" href="{table.door}seat">Take your seat</a>' in sheet
    assert f"{table.door}enter" not in sheet


def test_a_phone_that_opens_the_form_takes_a_seat_by_one_tap_and_is_led_back(
    phone: Phone, table: Table
) -> None:
    asked = phone.open(table.door + "enter")
    assert (asked.status, "A phone needs a seat for this" in asked.text) == (403, True)
    form = next(form for form in asked.forms if form.values.get("seat") == "1")
    led = phone.follow(phone.post(form.action, form.values))
    assert (led.address, led.status) == (table.door + "enter", 200)


def test_what_was_typed_is_sent_by_the_tap_that_takes_the_seat(phone: Phone, table: Table) -> None:
    asked = phone.post(table.door + "enter", typed_deal(phone, table))
    assert (asked.status, authors(table)) == (403, [])
    sent = form_of(asked, table.door + "enter")
    assert sent.values["hand0-melds"].split("\n") == ANN_OUT["hand0-melds"].split("\n")
    saved = phone.post(sent.action, {**sent.values, "sit": "1"})
    assert (saved.status, authors(table), table.holders) == (303, ["Bob"], [1])


def test_the_page_after_a_deal_is_one_that_the_phone_keeps_in_its_outbox(
    phone: Phone, table: Table
) -> None:
    asked = phone.post(table.door + "enter", typed_deal(phone, table)).text
    assert 'id="deal" data-number="1" data-returned' in asked


def test_a_seat_that_was_taken_while_somebody_typed_is_taken_back_with_what_was_typed(
    phone: Phone, other_phone: Phone, table: Table
) -> None:
    sit(phone, table, 1)
    form = form_of(phone.open(table.door + "enter"), table.door + "enter")
    sit(other_phone, table, 1, me="yes")
    asked = phone.post(form.action, {**form.values, **ANN_OUT})
    again = form_of(asked, table.door + "enter")
    refused = phone.post(again.action, {**again.values, "sit": "1"})
    assert (refused.status, "I am Bob" in refused.text) == (403, True)
    saved = phone.post(again.action, {**again.values, "sit": "1 me"})
    assert (saved.status, authors(table)) == (303, ["Bob"])


def test_an_outbox_without_a_seat_is_answered_with_the_way_to_take_one(
    phone: Phone, table: Table
) -> None:
    told = phone.client.post(
        table.door + "enter",
        data=typed_deal(phone, table),
        headers={"Accept": "application/json"},
    )
    assert told.status_code == 403
    said = told.json or {}
    assert (said["text"], said["way"]) == (
        "Take your seat at this table first.",
        "Take your seat",
    )
    assert f'action="{table.door}enter" id="deal"' in said["page"]


def test_no_other_site_can_take_a_seat(phone: Phone, table: Table) -> None:
    typed = typed_deal(phone, table) | {"csrf_token": "", "sit": "1"}
    assert phone.post(table.door + "enter", typed).status == 400
    assert table.holders == []


@pytest.mark.parametrize("sat", ["2", "-1", "x", " me", "\u0661"])
def test_an_unknown_seat_is_not_taken_by_a_form(phone: Phone, table: Table, sat: str) -> None:
    typed = typed_deal(phone, table) | {"sit": sat}
    assert phone.post(table.door + "enter", typed).status == 403
    assert table.holders == []


def test_the_phone_that_began_the_game_enters_for_everybody_by_any_link(table: Table) -> None:
    table.host.enter_first(table.door, ANN_OUT)
    assert table.host.fill(table.game + "enter", BOB_OUT).status == 303


def test_a_form_leads_back_to_its_own_game_alone(phone: Phone, table: Table) -> None:
    led = sit(phone, table, 1, back="//elsewhere.example/")
    assert led.answer.location == table.door


def test_a_phone_without_a_seat_begins_no_next_game_of_the_table(
    phone: Phone, table: Table
) -> None:
    phone.open(table.door)
    table.host.fill(f"{table.game}close", {"reason": "It is late"})
    phone.fill(f"/new?again={table.door.split('/')[2]}", {})
    assert table.visit.rematch == {}


# --- the host decides -----------------------------------------------------------------------------


def test_without_a_stake_a_phone_enters_without_a_seat(site: Flask, phone: Phone) -> None:
    free = begin(site, "Ann", "Bob")
    phone.fill(free.door + "enter", ANN_OUT)


@pytest.mark.parametrize(("chosen", "status"), [("yes", 403), ("no", 200)])
def test_the_form_of_a_new_game_decides_whatever_the_stake(
    site: Flask, phone: Phone, chosen: str, status: int
) -> None:
    stake = {} if chosen == "yes" else STAKE
    table = begin(site, "Ann", "Bob", **stake, **{"needs-seat": chosen})
    assert phone.open(table.door + "enter").status == status
    again = table.host.open(f"/new?again={table.game.split('/')[2]}")
    assert next(f.values["needs-seat"] for f in again.forms if "needs-seat" in f.values) == chosen


def test_the_host_lets_every_phone_enter_and_asks_again(phone: Phone, table: Table) -> None:
    found = []
    for words in ("Let every phone enter", "Only phones with a seat"):
        page = table.host.open(table.game + "links")
        assert words in page.text
        form = form_of(page, table.game + "links/seats")
        table.host.post(form.action, form.values)
        found.append(phone.open(table.door + "enter").status)
    assert found == [200, 403]


def test_a_stake_that_comes_later_asks_phones_for_a_seat(site: Flask, phone: Phone) -> None:
    table = begin(site, "Ann", "Bob")
    assert table.visit.needs_seat is False
    table.host.fill(table.game + "setup", STAKE)
    told = unescape(re.sub("<.*?>", " ", phone.open(table.by(Role.PLAYER)).text))
    assert "A phone needs one to enter anything here." in told
