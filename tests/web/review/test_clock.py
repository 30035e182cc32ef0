"""What pages tell where the clock of the server was set."""

from datetime import timedelta

from flask import Flask

from tests.web.clocks import clock_set
from tests.web.deals import BOB_OUT
from tests.web.seated import Table

SET_BACK = "The clock of the server was set back here"
SET_FORWARD = "The clock of the server was set forward here, by 7 hours 28 minutes"
AN_HOUR = timedelta(hours=1)


def test_the_history_tells_where_it_was_and_keeps_the_order(site: Flask, table: Table) -> None:
    assert SET_BACK not in table.anns.open(table.player + "history").text
    with clock_set(site, -AN_HOUR):
        table.anns.fill(table.player + "enter", BOB_OUT)
        page = table.anns.open(table.player + "history").text
    places = [page.index(text) for text in ("Deal 2 entered", SET_BACK, "Deal 1 entered")]
    assert (places, page.count(SET_BACK)) == (sorted(places), 1)


def test_the_history_tells_where_and_by_how_much_it_was_set_forward(
    site: Flask, table: Table
) -> None:
    assert SET_FORWARD not in table.anns.open(table.player + "history").text
    with clock_set(site, timedelta(hours=7, minutes=28)):
        table.anns.fill(table.player + "enter", BOB_OUT)
        page = table.anns.open(table.player + "history").text
    places = [page.index(text) for text in ("Deal 2 entered", SET_FORWARD, "Deal 1 entered")]
    assert (places, page.count(SET_FORWARD)) == (sorted(places), 1)


def test_what_was_taken_back_is_not_news_for_an_hour(site: Flask, table: Table) -> None:
    table.anns.fill(table.player + "deal/1/correct", {"hand1-in_hand": "AS"})
    table.anns.fill(table.player + "undo/3", {"reason": "misdeal"})
    with clock_set(site, -AN_HOUR):
        assert "took back" not in table.bobs.open(table.player).text
