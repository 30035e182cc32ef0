"""What the pages of a table say of the last minute: what was taken back, and the next game."""

from datetime import timedelta

from flask import Flask

from scorekeeper.games.links import Role, open_link
from tests.only_site import site_of
from tests.web.clocks import clock_set
from tests.web.deals import ANN_OUT, ANN_WINS, BOB_OUT
from tests.web.seated import Table


def test_what_was_taken_back_is_offered_to_every_player(table: Table) -> None:
    table.anns.fill(table.player + "undo/2", {"reason": "misdeal"})
    assert "Ann took back deal 1." in table.bobs.open(table.player).text


def test_a_deal_taken_off_the_sheet_can_be_put_back_until_the_game_goes_on(table: Table) -> None:
    table.anns.fill(table.player + "undo/2", {})
    assert 'class="note news" role="status">' in table.bobs.open(table.player).text
    table.anns.fill(table.player + "enter", ANN_OUT)
    assert "took back" not in table.bobs.open(table.player).text


def test_nothing_taken_back_is_offered_once_something_else_was_entered(table: Table) -> None:
    table.anns.fill(table.player + "deal/1/correct", {"hand1-in_hand": "AS"})
    table.anns.fill(table.player + "undo/3", {})
    assert "Ann took back the correction" in table.bobs.open(table.player).text
    table.anns.fill(table.player + "deal/1/correct", {"hand1-in_hand": "KS"})
    assert "took back" not in table.bobs.open(table.player).text


def test_an_offer_that_is_late_asks_and_says_what_it_would_do(table: Table) -> None:
    table.anns.fill(table.player + "undo/2", {})
    late = table.bobs.open(table.player)
    table.anns.fill(table.player + "enter", ANN_OUT)
    asked = table.bobs.send(late, {})
    assert asked.status == 409
    assert "Put deal 1 back? Ann 210 and Bob −30 come back onto the sheet." in asked.text
    assert "Deal 1, entered after it, becomes deal 2: the game then has 2 deals." in asked.text
    table.bobs.fill(table.player + "enter", BOB_OUT)
    from_history = table.bobs.open(table.player + "undo/3").text
    assert "Deals 1 to 2, entered after it, become deals 2 to 3" in from_history


def test_a_deal_put_back_and_taken_back_again_is_called_by_its_number(table: Table) -> None:
    for seq in (2, 3, 4):
        table.anns.fill(table.player + f"undo/{seq}", {})
    assert "Taken back: deal 1." in table.anns.open(table.player).text
    assert "Ann took back deal 1." in table.bobs.open(table.player).text


def test_two_deals_taken_back_are_both_offered(table: Table) -> None:
    table.anns.fill(table.player + "enter", BOB_OUT)
    for seq in (3, 2):
        table.anns.fill(table.player + f"undo/{seq}", {})
    assert table.bobs.open(table.player).text.count("Put it back") == 2


def test_the_phone_that_took_a_deal_back_is_not_told_who_did(table: Table) -> None:
    table.anns.fill(table.player + "undo/2", {})
    seen = table.anns.open(table.player).text
    assert ("Taken back: deal 1." in seen, "took back" in seen) == (True, False)


def test_the_undo_of_a_corrected_deal_undoes_its_correction(table: Table) -> None:
    table.anns.fill(table.player + "deal/1/correct", {"hand1-in_hand": "AS"})
    assert f'{table.player}undo/3"' in table.anns.open(table.player + "deal/1").text
    ask = table.anns.open(table.player + "undo/3")
    assert "Take this back? Deal 1 corrected. Without that it is Ann 210 and Bob −30." in ask.text
    table.anns.send(ask, {})
    assert "−30" in table.anns.open(table.player + "deal/1").text


def test_one_tap_on_another_phone_puts_it_back(table: Table) -> None:
    table.anns.fill(table.player + "undo/2", {"reason": "misdeal"})
    sheet = table.bobs.follow(table.bobs.send(table.bobs.open(table.player), {}))
    assert f'href="{table.player}deal/1"' in sheet.text
    assert "took back" not in sheet.text


def test_the_notice_of_an_undo_goes_after_a_minute(site: Flask, table: Table) -> None:
    table.anns.fill(table.player + "deal/1/correct", {"hand1-in_hand": "AS"})
    table.anns.fill(table.player + "undo/3", {"reason": "misdeal"})
    with clock_set(site, timedelta(minutes=1)):
        assert "took back" not in table.bobs.open(table.player).text


def test_viewers_are_not_offered_what_was_taken_back(table: Table) -> None:
    table.anns.fill(table.player + "undo/2", {"reason": "misdeal"})
    assert "took back" not in table.bobs.open(table.viewer).text


def test_a_correction_taken_back_is_called_one(table: Table) -> None:
    typed = {"hand1-in_hand": "AS", "reason": "miscounted"}
    table.anns.fill(table.player + "deal/1/correct", typed)
    table.anns.fill(table.player + "undo/3", {"reason": "it was right"})
    assert "Ann took back the correction of deal 1." in table.bobs.open(table.player).text


def test_everybody_is_led_to_the_next_game_by_a_link_of_their_own(
    table: Table, site: Flask
) -> None:
    table.hosts.fill(table.host + "enter", {**ANN_WINS, "hand0-melded_points": "1200"})
    again = f"/new?again={table.host.split('/')[-2]}"
    following = table.hosts.fill(again, {}).answer.location
    links = open_link(site_of(site).store, following.split("/")[-2]).links
    for address, role in ((table.player, Role.PLAYER), (table.viewer, Role.VIEWER)):
        assert f'href="/game/{links[role]}/"' in table.bobs.open(address).text
