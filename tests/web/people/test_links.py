"""The host's page of links, where they are handed out, renewed and withdrawn."""

import re
from html import unescape
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.games.links import Role
from scorekeeper.web.core.codes import draw_code
from tests.club_site import club_app
from tests.only_site import site_of
from tests.web.deals import ANN_OUT
from tests.web.links import Table, begin, token_of
from tests.web.phone import Phone, Seen

TABLE = "http://192.168.1.20:8000"


@pytest.fixture
def table(site: Flask) -> Table:
    return begin(site, "Ann", "Bob", "Cal")


def press(table: Table, role: Role, button: str) -> Seen:
    """Press a button of the host's page of links."""
    page = table.host.open(f"{table.game}links")
    action = f"{table.game}links/{ {'New link': 'new', 'Withdraw': 'withdraw'}[button] }"
    form = next(
        form for form in page.forms if (form.action, form.values.get("role")) == (action, role.key)
    )
    return table.host.post(form.action, form.values)


def addresses(page: str) -> list[str]:
    return [unescape(each) for each in re.findall(r'<input readonly value="([^"]+)"', page)]


def test_each_link_stands_on_the_page_as_other_phones_reach_it(table: Table) -> None:
    page = table.host.client.get(f"{table.game}links", base_url=TABLE).get_data(as_text=True)
    player, viewer = [table.by(role) for role in (Role.PLAYER, Role.VIEWER)]
    assert addresses(page) == [f"{TABLE}{player}seat", f"{TABLE}{viewer}", f"{TABLE}{table.game}"]


def test_each_address_has_its_code_beside_it(table: Table) -> None:
    page = table.host.client.get(f"{table.game}links", base_url=TABLE).get_data(as_text=True)
    drawn = re.findall(r'<div class="code"[^>]*>(.+?)</div>', page)
    assert drawn == [draw_code(address).drawing for address in addresses(page)]


def test_every_code_is_named_for_those_who_cannot_see_it(table: Table) -> None:
    page = table.host.open(f"{table.game}links").text
    titles = re.findall(r'role="img" aria-label="QR code: ([^"]+)"', page)
    assert titles == ["The players’ link", "The viewers’ link", "The host’s link"]


def test_a_public_address_is_put_into_the_codes(tmp_path: Path) -> None:
    public = "https://cards.example.org"
    site = club_app(tmp_path, public_url=public)
    host = Phone(site)
    page = host.open(f"{host.start('Ann', 'Bob')}links").text
    site_of(site).store.close()
    assert {address.partition("/game/")[0] for address in addresses(page)} == {public}


def test_behind_a_proxy_of_ours_the_codes_lead_by_its_name(tmp_path: Path) -> None:
    site = club_app(tmp_path, behind_proxy=True)
    host = Phone(site)
    game = host.start("Ann", "Bob")
    forwarded = {"X-Forwarded-Host": "cards.example.org", "X-Forwarded-Proto": "https"}
    page = host.client.get(f"{game}links", headers=forwarded).get_data(as_text=True)
    site_of(site).store.close()
    roots = {address.partition("/game/")[0] for address in addresses(page)}
    assert roots == {"https://cards.example.org"}


@pytest.mark.parametrize("role", [Role.PLAYER, Role.VIEWER])
def test_a_new_link_takes_the_place_of_the_old_one(
    other_phone: Phone, role: Role, table: Table
) -> None:
    old = table.by(role)
    assert table.host.follow(press(table, role, "New link")).status == 200
    new = table.by(role)
    assert [other_phone.open(address).status for address in (old, new)] == [410, 200]


@pytest.mark.parametrize("role", [Role.PLAYER, Role.VIEWER])
def test_a_withdrawn_link_shuts_out_whoever_came_by_it(
    other_phone: Phone, role: Role, table: Table
) -> None:
    address = table.by(role)
    other_phone.open(address)
    press(table, role, "Withdraw")
    shut = other_phone.open(address)
    assert (shut.status, "The link was withdrawn" in shut.text) == (410, True)


def test_a_link_withdrawn_can_be_renewed(other_phone: Phone, table: Table) -> None:
    press(table, Role.PLAYER, "Withdraw")
    assert "Withdrawn: this link no longer works." in table.host.open(f"{table.game}links").text
    press(table, Role.PLAYER, "New link")
    assert other_phone.open(table.by(Role.PLAYER)).status == 200


def test_without_a_players_link_the_table_shows_no_code(table: Table) -> None:
    assert "QR code" in table.host.open(table.game).text
    press(table, Role.PLAYER, "Withdraw")
    assert "QR code" not in table.host.open(table.game).text


@pytest.mark.parametrize("name", ["", "hands", "deal/1"])
def test_the_code_for_one_more_phone_is_a_tap_away(phone: Phone, name: str) -> None:
    game = phone.start("Ann", "Bob")
    phone.enter_first(game, ANN_OUT)
    page = phone.open(game + name).text
    assert "Join: scan with another phone" in page
    assert re.search(r"<figcaption>\S+/game/[^/]+/seat</figcaption>", page)


def test_the_host_cannot_be_shut_out(table: Table) -> None:
    page = table.host.open(f"{table.game}links")
    token = page.forms[0].values["csrf_token"]
    sent = table.host.post(f"{table.game}links/withdraw", {"csrf_token": token, "role": "host"})
    assert (sent.status, table.host.open(table.game).status) == (400, 200)


def test_no_link_is_made_for_an_unknown_role(table: Table) -> None:
    token = table.host.open(f"{table.game}links").forms[0].values["csrf_token"]
    sent = table.host.post(f"{table.game}links/new", {"csrf_token": token, "role": "owner"})
    assert sent.status == 400


# --- the host's own link --------------------------------------------------------------------------


def test_the_host_is_led_to_the_new_link_at_once(table: Table) -> None:
    landed = table.host.follow(press(table, Role.HOST, "New link"))
    assert (landed.status, token_of(landed.address) != token_of(table.game)) == (200, True)


def test_another_host_is_shut_out_by_the_new_link(other_phone: Phone, table: Table) -> None:
    other_phone.open(f"{table.game}links")
    press(table, Role.HOST, "New link")
    assert other_phone.open(table.game).status == 410


def test_the_game_is_listed_by_the_new_link(table: Table) -> None:
    landed = table.host.follow(press(table, Role.HOST, "New link"))
    assert re.findall(r'class="row" href="/game/([^/]+)/"', table.host.open("/games").text) == [
        token_of(landed.address)
    ]


def test_a_host_who_never_got_the_answer_is_led_to_the_new_link_all_the_same(table: Table) -> None:
    press(table, Role.HOST, "New link")
    found = table.host.follow(table.host.open(table.game))
    assert (found.status, token_of(found.address) != token_of(table.game)) == (200, True)


def test_a_page_that_was_open_by_an_older_link_is_led_on_too(table: Table) -> None:
    renewed = table.host.follow(press(table, Role.HOST, "New link"))
    table.host.send(
        renewed, {}, form=[form.values.get("role") for form in renewed.forms].index("host")
    )
    newest = table.host.follow(table.host.open(table.game))
    assert newest.status == 200
    assert len({token_of(each) for each in (table.game, renewed.address, newest.address)}) == 3


def test_a_hosts_outbox_is_told_that_its_link_was_renewed(table: Table) -> None:
    form = table.host.open(table.game + "enter").forms[0]
    press(table, Role.HOST, "New link")
    answer = table.host.client.post(
        form.action, data=form.values, headers={"Accept": "application/json"}
    )
    assert (answer.status_code, answer.is_json) == (410, True)


def test_a_button_pressed_twice_makes_one_new_link(table: Table) -> None:
    pages = f"{table.game}links"
    form = next(
        form
        for form in table.host.open(pages).forms
        if (form.action, form.values.get("role")) == (f"{pages}/new", "host")
    )
    landed = [table.host.post(form.action, form.values).answer.location for _ in range(2)]
    assert landed[0] == landed[1]
    assert table.host.open(landed[0]).status == 200


def test_a_host_who_renewed_a_link_is_still_shut_out_of_other_games(
    site: Flask, table: Table
) -> None:
    other = begin(site, "Dot", "Eve")
    withdrawn = other.by(Role.VIEWER)
    press(other, Role.VIEWER, "Withdraw")
    press(table, Role.HOST, "New link")
    assert table.host.open(withdrawn).status == 410


def test_a_player_is_told_that_a_page_is_for_the_host(phone: Phone, other_phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    links = phone.open(game + "links").text
    player = re.findall(r"/game/([^/\"]+)/seat", links)[0]
    told = other_phone.open(f"/game/{player}/links")
    assert (told.status, "Only the host may do this" in told.text) == (403, True)
