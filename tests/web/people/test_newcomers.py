"""A player who is not on the sheet yet sits down by typing a name."""

import pytest
from flask import Flask

from scorekeeper.rules.game import Joined
from tests.web.deals import ANN_OUT
from tests.web.links import Table, begin
from tests.web.phone import Phone, Seen


@pytest.fixture
def table(site: Flask) -> Table:
    return begin(site, "Ann", "Bob", "Cal")


def newcomer(phone: Phone, door: str, name: str) -> Seen:
    page = phone.open(f"{door}seat")
    form = next(form for form in page.forms if form.action == f"{door}seat/new")
    return phone.post(form.action, {**form.values, "name": name})


def test_somebody_else_sits_down_with_a_name(phone: Phone, table: Table) -> None:
    seen = phone.follow(newcomer(phone, table.door, " Dot "))
    visit = table.visit
    assert (visit.game.sheet.setup.players[-1], table.holders) == ("Dot", [3])
    assert "<span>Dot</span><small>you</small>" in seen.text


def test_the_same_name_sent_twice_is_one_player(phone: Phone, table: Table) -> None:
    page = phone.open(f"{table.door}seat")
    form = next(form for form in page.forms if form.action == f"{table.door}seat/new")
    for _ in range(2):
        phone.post(form.action, {**form.values, "name": "Dot"})
    came = [entry for entry in table.visit.game.log if isinstance(entry.act, Joined)]
    assert len(came) == 1


@pytest.mark.parametrize("name", ["Ann", "ann", " ", "x" * 41])
def test_an_impossible_name_is_reported_beside_the_field(
    phone: Phone, name: str, table: Table
) -> None:
    told = newcomer(phone, table.door, name)
    assert (told.status, 'aria-invalid="true"' in told.text) == (422, True)


@pytest.mark.parametrize("name", ["Ann", " ann"])
def test_a_name_that_is_taken_is_said_to_be_at_the_table(
    phone: Phone, name: str, table: Table
) -> None:
    assert "Ann is already at the table" in newcomer(phone, table.door, name).text


def test_a_game_of_two_has_no_room_for_somebody_else(site: Flask, phone: Phone) -> None:
    page = phone.open(f"{begin(site, 'Ann', 'Bob', variant='gin100').door}seat")
    assert "Somebody else" not in page.text


def test_a_name_typed_while_others_were_faster_is_kept(phone: Phone, table: Table) -> None:
    page = phone.open(f"{table.door}seat")
    form = next(form for form in page.forms if form.action == f"{table.door}seat/new")
    deal = {**ANN_OUT, "hand2-melded_points": "10", "hand2-in_hand_points": "20"}
    assert table.host.fill(f"{table.game}enter", deal).status == 303
    told = phone.post(form.action, {**form.values, "name": "Dot"})
    assert (told.status, 'value="Dot"' in told.text) == (409, True)
