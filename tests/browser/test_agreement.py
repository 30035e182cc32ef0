"""Three phones at one table: they agree, challenge, correct, take back and put back."""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.games import post_record, take_seat, total
from tests.browser.looking import faults
from tests.browser.screens import Screens


@dataclass(frozen=True)
class Table:
    """A game after two deals: its address for players, and the phone of each who sits there."""

    game: str
    ann: Page
    bob: Page
    cal: Page


@pytest.fixture
def table(screens: Screens) -> Table:
    return table_of(screens)


def table_of(screens: Screens, width: int = 360) -> Table:
    hands = {"Ann": total(110, 0), "Bob": total(60, 35), "Cal": total(20, 90)}
    deal = {"ending": "out", "by": "Ann", "hands": hands}
    record = {
        "format": "scorekeeper-game/1",
        "variant": "laws",
        "players": ["Ann", "Bob", "Cal"],
        "stake": {"currency": "EUR", "amount": "1.00", "per": 100},
        "deals": [deal, deal],
    }
    host = screens.open(width)
    sheet = host.request.get(post_record(host, record)).text()
    # The code names the address for phones of the house, which this machine need not have.
    door = re.search(r"<figcaption>(.+?)seat</figcaption>", sheet)
    assert door is not None, sheet
    game = screens.address + urlsplit(door[1]).path
    phones = [screens.open(width) for _ in range(3)]
    for seat, phone in enumerate(phones):
        take_seat(phone, game, seat)
    return Table(game, *phones)


def press(page: Page, button: str) -> None:
    page.get_by_role("button", name=button, exact=True).click()


def give_reason(page: Page, reason: str, button: str) -> None:
    page.get_by_label("Why").fill(reason)
    press(page, button)


def mark(page: Page, deal: int) -> Locator:
    """What the row of a deal is marked with."""
    return page.get_by_role("rowheader", name=f"Deal {deal}").get_by_role("img")


def test_each_agrees_on_the_own_phone_and_the_deal_gets_its_tick(table: Table) -> None:
    for page in (table.ann, table.bob):
        page.goto(table.game + "deal/2")
        press(page, "Agree")
    expect(table.bob.get_by_text("Waiting for Cal.")).to_be_visible()
    expect(table.ann.get_by_text("Waiting for Cal.")).to_be_visible()
    table.ann.goto(table.game)
    expect(table.ann.get_by_role("rowheader", name="Deal 2")).to_be_visible()
    expect(mark(table.ann, 2)).to_have_count(0)
    table.cal.goto(table.game + "deal/2")
    press(table.cal, "Agree")
    expect(mark(table.ann, 2)).to_have_accessible_name("agreed by all")


def test_one_tap_agrees_for_all_and_the_other_phones_see_it(table: Table) -> None:
    table.bob.goto(table.game + "deal/1")
    table.ann.goto(table.game + "deal/1")
    press(table.ann, "All agree")
    expect(table.bob.get_by_text("All agree.")).to_be_visible()


def test_after_agreeing_the_next_deal_is_one_tap_away(table: Table) -> None:
    table.ann.goto(table.game + "deal/2")
    press(table.ann, "Agree")
    table.ann.get_by_role("link", name="Enter my hand").click()
    expect(table.ann.get_by_role("heading", name="Deal 3: your hand").first).to_be_visible()


def test_a_challenge_is_seen_on_the_other_phones_with_its_reason(table: Table) -> None:
    table.bob.goto(table.game + "deal/1")
    table.cal.goto(table.game + "deal/1")
    table.cal.get_by_role("link", name="Challenge").click()
    give_reason(table.cal, "The joker was mine", "Challenge")
    said = "Cal challenges this"
    expect(table.cal.get_by_text(said)).to_be_visible()
    expect(table.bob.get_by_text(said)).to_contain_text("“The joker was mine”")
    table.bob.goto(table.game)
    expect(mark(table.bob, 1)).to_have_accessible_name("challenged")


def test_a_correction_meets_the_challenge_and_asks_only_whose_figures_changed(
    table: Table,
) -> None:
    table.ann.goto(table.game + "deal/1")
    press(table.ann, "All agree")
    table.cal.goto(table.game + "challenge/2")
    give_reason(table.cal, "I had 40 in hand", "Challenge")
    correct(table.bob, table.game + "deal/1/correct")
    expect(table.ann.get_by_text("Cal challenges this")).to_have_count(0)
    expect(table.ann.get_by_text("Waiting for Cal.")).to_be_visible()


def correct(page: Page, address: str) -> None:
    """Correct what Cal had in hand on the plain form, as a browser without a script does."""
    context = page.context.browser
    assert context is not None
    plain = context.new_context(
        java_script_enabled=False, storage_state=page.context.storage_state()
    ).new_page()
    plain.goto(address)
    plain.locator('[name="hand2-in_hand_points"]').fill("40")
    plain.get_by_label("Why it is corrected").fill("counted again")
    press(plain, "Correct the deal")


def test_what_one_takes_back_another_puts_back_within_the_minute(table: Table) -> None:
    table.cal.goto(table.game)
    table.bob.goto(table.game + "undo/3")
    give_reason(table.bob, "Misdeal", "Take it back")
    expect(table.cal.get_by_text("Bob took back deal 2.")).to_be_visible()
    press(table.cal, "Put it back")
    expect(table.cal.get_by_role("rowheader", name="Deal 2")).to_be_visible()
    expect(table.bob.get_by_text("Bob took back deal 2.")).to_have_count(0)


def test_after_a_minute_it_is_news_no_more(screens: Screens, table: Table) -> None:
    dot = screens.open_new(360)
    dot.clock.install()
    table.bob.goto(table.game + "undo/3")
    give_reason(table.bob, "Misdeal", "Take it back")
    dot.goto(table.game)
    expect(dot.get_by_text("Bob took back deal 2.")).to_be_visible()
    dot.clock.run_for(61_000)
    expect(dot.get_by_text("Bob took back deal 2.")).to_have_count(0)


def test_an_early_end_is_agreed_to_on_the_other_phones(table: Table) -> None:
    table.ann.goto(table.game + "close")
    give_reason(table.ann, "Last bus", "Close the game")
    expect(table.ann.get_by_text("Closed early by Ann. Waiting for Bob and Cal.")).to_be_visible()
    for page in (table.bob, table.cal):
        page.goto(table.game + "final")
        press(page, "Agree")
    expect(table.ann.get_by_text("Closed early by Ann. All agree.")).to_be_visible()


def test_no_page_of_agreement_has_a_barrier_or_is_cut_off(screens: Screens) -> None:
    table = table_of(screens, 320)
    cal, game = table.cal, table.game
    cal.goto(game + "challenge/2")
    wrong = [("challenge", fault) for fault in faults(cal)]
    give_reason(cal, "W" * 150, "Challenge")
    table.bob.goto(game + "undo/3")
    give_reason(table.bob, "Misdeal", "Take it back")
    for name in ("deal/1", "", "undo/3", "close", "history"):
        cal.goto(game + name)
        wrong += [(name, fault) for fault in faults(cal)]
    cal.goto(game + "close")
    give_reason(cal, "Last bus", "Close the game")
    for name in ("final", ""):
        table.bob.goto(game + name)
        wrong += [(f"closed {name}", fault) for fault in faults(table.bob)]
    assert wrong == []
