"""A table has one next game, however many phones ask for it."""

import pytest
from flask import Flask

from scorekeeper.games.links import Role
from tests.web.links import Table, begin, token_of
from tests.web.phone import Phone, Seen


@pytest.fixture
def ended(site: Flask) -> Table:
    """Return the address of a game that was ended early."""
    table = begin(site, "Ann", "Bob")
    table.host.fill(table.game + "close", {"reason": "It is late"})
    return table


def ask_again(phone: Phone, table: Table) -> Seen:
    """Return the page with the form to play the same again, opened by a player."""
    phone.open(table.door)
    return phone.open(f"/new?again={token_of(table.door)}")


def test_the_second_phone_is_led_to_the_game_that_has_begun(
    phone: Phone, other_phone: Phone, ended: Table
) -> None:
    form, others = ask_again(phone, ended), ask_again(other_phone, ended)
    assert other_phone.send(others, {}).status == 303
    told = phone.send(form, {})
    assert (told.status, "Someone else has started the next game" in told.text) == (422, True)
    assert f'href="/game/{ended.visit.rematch[Role.PLAYER]}/">Open it' in told.text


def test_a_player_who_knows_of_the_next_game_may_begin_another(
    phone: Phone, other_phone: Phone, ended: Table
) -> None:
    form, others = ask_again(phone, ended), ask_again(other_phone, ended)
    first = other_phone.send(others, {}).answer.location
    second = phone.send(phone.send(form, {}), {})
    assert (second.status, second.answer.location == first) == (303, False)


def test_the_next_game_asked_for_twice_by_one_phone_is_one(phone: Phone, ended: Table) -> None:
    form = ask_again(phone, ended)
    first, second = phone.send(form, {}), phone.send(form, {})
    assert first.answer.location == second.answer.location


@pytest.mark.parametrize("page", ["", "final"])
def test_a_game_that_has_a_next_one_leads_there_and_begins_no_other(
    phone: Phone, ended: Table, page: str
) -> None:
    phone.send(ask_again(phone, ended), {})
    shown = phone.open(ended.door + page).text
    assert ">Next game</a>" in shown
    assert "Same again" not in shown


def test_the_big_view_leads_to_the_next_game(phone: Phone, ended: Table) -> None:
    phone.send(ask_again(phone, ended), {})
    shown = phone.open(ended.by(Role.VIEWER) + "big").text
    assert f'href="/game/{ended.visit.rematch[Role.VIEWER]}/big"' in shown
