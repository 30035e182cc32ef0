"""Three phones at one table: they agree, challenge, correct, take back and put back."""

from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.games import door_of, post_record, send_form, take_seat, total
from tests.browser.looking import faults, misfits
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
    hands = {"Ann": total(110, 0), "Bob": total(60, 35), "Cal": total(20, 90)}
    deal = {"ending": "out", "by": "Ann", "hands": hands}
    record = {
        "format": "scorekeeper-game/1",
        "variant": "laws",
        "players": ["Ann", "Bob", "Cal"],
        "stake": {"currency": "EUR", "amount": "1.00", "per": 100},
        "deals": [deal, deal],
    }
    host = screens.open(360)
    game = screens.address + door_of(host, post_record(host, record))
    phones = [screens.open(360) for _ in range(3)]
    for seat, phone in enumerate(phones):
        take_seat(phone, game, seat)
    return Table(game, *phones)


def press(page: Page, button: str) -> None:
    page.get_by_role("button", name=button, exact=True).click()


def give_reason(page: Page, reason: str, button: str) -> None:
    page.get_by_label("In your words").fill(reason)
    press(page, button)


def mark(page: Page, deal: int) -> Locator:
    """What the row of a deal is marked with."""
    return page.get_by_role("rowheader", name=f"Deal {deal}").get_by_role("img")


def test_each_player_agrees_on_their_own_phone_and_the_next_deal_is_one_tap_away(
    table: Table,
) -> None:
    for page in (table.ann, table.bob):
        page.goto(table.game + "deal/2")
        press(page, "Agree")
    expect(table.bob.get_by_text("Not answered yet: Cal.")).to_be_visible()
    expect(table.ann.get_by_text("Not answered yet: Cal.")).to_be_visible()
    table.ann.goto(table.game)
    expect(table.ann.get_by_role("rowheader", name="Deal 2")).to_be_visible()
    expect(mark(table.ann, 2)).to_have_count(0)
    table.cal.goto(table.game + "deal/2")
    press(table.cal, "Agree")
    expect(mark(table.ann, 2)).to_have_accessible_name("agreed by all")
    table.cal.get_by_role("link", name="Enter my hand").click()
    expect(table.cal.get_by_role("heading", name="Deal 3: your hand").first).to_be_visible()


def test_a_challenge_is_seen_on_the_other_phones_with_its_reason(table: Table) -> None:
    table.bob.goto(table.game + "deal/1")
    table.cal.goto(table.game + "deal/1")
    table.cal.get_by_role("link", name="Not right?").click()
    give_reason(table.cal, "The joker was mine", "Challenge it")
    said = table.bob.get_by_role("region", name="Challenge")
    expect(table.cal.get_by_text("Cal challenges this deal")).to_be_in_viewport()
    expect(said).to_contain_text("“The joker was mine”")
    table.bob.goto(table.game)
    expect(said).to_be_in_viewport()
    expect(mark(table.bob, 1)).to_have_accessible_name("challenged")


def test_one_agrees_for_all_and_a_correction_asks_only_players_whose_figures_changed(
    table: Table,
) -> None:
    for page in (table.bob, table.ann):
        page.goto(table.game + "deal/1")
    press(table.ann, "Agree for Bob and Cal too")
    expect(table.bob.get_by_text("All agree.")).to_be_visible()
    send_form(table.cal, table.game + "challenge/2", reason="I had 40 in hand")
    expect(table.ann.get_by_text("Cal challenges this")).to_be_visible()
    correct(table.bob, table.game + "deal/1/correct")
    expect(table.ann.get_by_text("Cal challenges this")).to_have_count(0)
    expect(table.ann.get_by_text("Not answered yet: Cal.")).to_be_visible()


def correct(phone: Page, address: str) -> None:
    """Correct what Cal had in hand."""
    ann = {"ending": "out", "by": "0", "hand0-melded_points": "110", "hand0-in_hand_points": "0"}
    bob = {"hand1-melded_points": "60", "hand1-in_hand_points": "35"}
    cal = {"hand2-melded_points": "20", "hand2-in_hand_points": "40"}
    send_form(phone, address, **ann, **bob, **cal, reason="counted again")


def take_back(table: Table) -> None:
    """Let Bob take back the second deal."""
    send_form(table.bob, table.game + "undo/3", reason="Misdeal")


def test_another_phone_can_put_back_what_was_taken_back_for_a_minute(table: Table) -> None:
    table.cal.goto(table.game)
    table.bob.goto(table.game + "undo/3")
    give_reason(table.bob, "Misdeal", "Take it back")
    expect(table.cal.get_by_text("Bob took back deal 2.")).to_be_visible()
    press(table.cal, "Put it back")
    expect(table.cal.get_by_role("rowheader", name="Deal 2")).to_be_visible()
    expect(table.bob.get_by_text("Bob took back deal 2.")).to_have_count(0)


def test_the_notice_of_an_undo_goes_after_a_minute(table: Table, screens: Screens) -> None:
    phone = screens.open_new(360, storage_state=table.ann.context.storage_state())
    phone.clock.install()
    correct(table.bob, table.game + "deal/2/correct")
    send_form(table.bob, table.game + "undo/4")
    phone.goto(table.game)
    news = phone.get_by_text("Bob took back the correction of deal 2.")
    expect(news).to_be_visible()
    phone.clock.run_for(61_000)
    expect(news).to_have_count(0)


def test_an_early_end_is_agreed_to_on_the_other_phones(table: Table) -> None:
    table.ann.goto(table.game + "close")
    give_reason(table.ann, "Last bus", "End the game")
    expect(
        table.ann.get_by_text("Ended early by Ann. Not answered yet: Bob and Cal.")
    ).to_be_visible()
    for page in (table.bob, table.cal):
        page.goto(table.game + "final")
        press(page, "Agree")
    expect(table.ann.get_by_text("Ended early by Ann. All agree.")).to_be_visible()


def test_no_page_of_agreement_has_a_fault(table: Table) -> None:
    cal, game = table.cal, table.game
    send_form(cal, game + "challenge/2", reason="W" * 150)
    take_back(table)
    wrong = []
    for name, find in (("deal/1", faults), ("", faults), ("undo/3", misfits)):
        cal.goto(game + name)
        wrong += [(name, fault) for fault in find(cal)]
    send_form(cal, game + "close", reason="Last bus")
    table.bob.goto(f"{game}final")
    wrong += [("closed", fault) for fault in faults(table.bob)]
    assert wrong == []
