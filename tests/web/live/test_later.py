"""What the open page of a deal tells while others go on."""

import pytest
from flask import Flask

from tests.web.deals import ANN_OUT, BOB_OUT
from tests.web.phone import Phone, Seen
from tests.web.seated import Table, seat_two


@pytest.fixture
def table(site: Flask) -> Table:
    return seat_two(site)


def again(phone: Phone, address: str, seen: int) -> Seen:
    """Ask for a page as its script does if entry ``seen`` was the last when it was opened."""
    headers = {"X-Again": str(seen)}
    return Seen(phone.client.get(address, headers=headers, buffered=True), address)


def test_a_deal_that_came_later_is_shown_with_the_way_to_it(table: Table) -> None:
    table.bobs.fill(table.player + "enter", BOB_OUT)
    text = again(table.anns, table.player + "deal/1", 2).text
    assert "Deal 2 entered by Bob." in text
    assert f'href="{table.player}deal/2">See deal 2</a>' in text


def test_a_correction_and_a_challenge_of_another_deal_are_shown(table: Table) -> None:
    table.bobs.fill(table.player + "enter", BOB_OUT)
    table.bobs.fill(table.player + "deal/1/correct", {"hand1-in_hand": "AS 9H"})
    table.bobs.fill(table.player + "challenge/3", {})
    text = again(table.anns, table.player + "deal/1", 3).text
    assert "Deal 1 corrected by Bob." in text
    assert "Bob challenged deal 2." in text
    assert "See deal 1" not in text


def test_a_page_does_not_report_what_happened_before_it_was_opened(table: Table) -> None:
    table.bobs.fill(table.player + "enter", BOB_OUT)
    assert "Deal 2 entered" not in table.anns.open(table.player + "deal/1").text


def test_the_page_of_a_deal_that_was_taken_back_is_no_longer_found(table: Table) -> None:
    table.bobs.fill(table.player + "enter", BOB_OUT)
    table.bobs.fill(table.player + "undo/2", {})
    assert again(table.anns, table.player + "deal/1", 3).status == 404
    assert "Bob took back deal 1." in table.anns.open(table.player).text


def test_of_one_deal_the_second_phone_is_told_that_its_suits_are_not_in_it(table: Table) -> None:
    first, second = (phone.open(table.player + "enter") for phone in (table.anns, table.bobs))
    bare = {**ANN_OUT, "hand0-melds": "KKK\n5S-10S\nAD 2C=2D 3D 4D"}
    table.anns.send(first, bare)
    told = table.bobs.send(second, ANN_OUT)
    assert told.answer.location.endswith("deal/2?suits-left-out=yes")
    page = table.bobs.open(table.player + "deal/2?suits-left-out=yes")
    assert "Suits that only you gave are not in it." in page.text
