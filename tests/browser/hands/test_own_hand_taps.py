"""How many taps an own hand takes, from the table's page until it is sent."""

from random import Random
from statistics import median
from typing import Final

import pytest
from playwright.sync_api import expect

from scorekeeper.games.hands import read_partial_deal
from scorekeeper.rules.deals import Deal
from scorekeeper.rules.scoring import Setup
from scorekeeper.web.deal.pad import PadTable, pad_hand, pad_table
from tests.browser.games import empty_game, post_record, take_seat
from tests.browser.pad_deals import make_deal
from tests.browser.pad_keys import Keys, setup_of
from tests.browser.pad_presses import own_presses_of
from tests.browser.pad_reading import document_of, hand_at_table
from tests.browser.pad_screen import CAST, point
from tests.browser.screens import Screens
from tests.browser.taps import count_taps, taps

CARDS: Final = 13
MOST_TAPS: Final = 9
_AROUND: Final = 2
"""The tap on the table's page that opens the hand, and the one that sends it."""


def deals_of_thirteen(setup: Setup, seat: int, times: int) -> list[Deal]:
    """Deals in which a player shows just the cards that were dealt."""
    deals = [make_deal(setup, Random(number), cards=36) for number in range(times)]
    return [deal for deal in deals if _cards(deal, seat) == CARDS]


def _cards(deal: Deal, seat: int) -> int:
    hand = deal.hands[seat]
    return sum(map(len, hand.melds or ())) + len(hand.in_hand or ())


def own_table(setup: Setup, seat: int) -> PadTable:
    table = pad_table(setup, 1)
    assert table is not None
    endings = [("out", "I went out"), ("other", "Not me"), ("stock", "The stock ran out")]
    return pad_hand(table, seat, endings, "Who went out?", is_mine=True, is_told=False)


def test_a_hand_of_thirteen_cards_takes_nine_taps(keys: Keys) -> None:
    setup, seat = setup_of("laws"), 1
    deals = deals_of_thirteen(setup, seat, 200)
    runs = [own_presses_of(setup, deal, seat) for deal in deals]
    pressed = keys.press_all(runs, setup, table=own_table(setup, seat))
    for deal, made in zip(deals, pressed, strict=True):
        entered = read_partial_deal(setup, document_of(setup, made.fields))
        seen, laid = (hand_at_table(each.hands[seat], setup) for each in (entered, deal))
        assert seen == laid
    for goes_out in (True, False):
        own = [run for run, deal in zip(runs, deals, strict=True) if (deal.by == seat) is goes_out]
        assert median([len(run) + _AROUND for run in own]) <= MOST_TAPS


@pytest.mark.long
def test_nine_taps_on_the_page_send_a_hand_of_which_seven_cards_are_left(
    screens: Screens,
) -> None:
    phones = [screens.open(360) for _ in range(2)]
    game = post_record(phones[0], empty_game("laws", CAST[:2]))
    for seat, phone in enumerate(phones):
        take_seat(phone, game, seat)
    phone = phones[1]
    phone.goto(game)
    count_taps(phone)
    phone.get_by_role("link", name="Enter my hand").click()
    phone.locator("#pad .keys").wait_for()
    before = taps(phone)
    count_taps(phone)
    point(phone, "up:K H 6 down:A:A held:5 held:9 J")
    phone.get_by_role("button", name="Send my cards").click()
    expect(phone.locator("#hands .serif")).to_have_text("Bob is in. Waiting for Ann.")
    assert before + taps(phone) == MOST_TAPS
