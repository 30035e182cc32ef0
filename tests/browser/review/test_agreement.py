"""Three phones at one table: they agree, challenge, correct, take back and put back."""

from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.games import door_of, post_record, send_form, take_seat, total
from tests.browser.looking import faults, misfits, usual_faults
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


def test_each_player_agrees_on_their_own_phone_to_a_deal_and_to_an_early_end(table: Table) -> None:
    ann, bob, cal, game = table.ann, table.bob, table.cal, table.game
    for page in (ann, bob):
        page.goto(game + "deal/2")
        press(page, "Agree")
    for page in (ann, bob):
        expect(page.get_by_text("Not answered yet: Cal.")).to_be_visible()
    ann.goto(game)
    expect(ann.get_by_role("rowheader", name="Deal 2")).to_be_visible()
    expect(mark(ann, 2)).to_have_count(0)
    cal.goto(game + "deal/2")
    press(cal, "Agree")
    expect(mark(ann, 2)).to_have_accessible_name("agreed by all")
    cal.get_by_role("link", name="Enter my hand").click()
    expect(cal.get_by_role("heading", name="Deal 3: your hand").first).to_be_visible()
    ann.goto(game + "close")
    give_reason(ann, "Last bus", "End the game")
    expect(ann.get_by_text("Ended early by Ann. Not answered yet: Bob and Cal.")).to_be_visible()
    for page in (bob, cal):
        page.goto(game + "final")
        press(page, "Agree")
    expect(ann.get_by_text("Ended early by Ann. All agree.")).to_be_visible()


def test_a_challenge_is_seen_on_the_other_phones_until_a_correction_settles_it(
    table: Table,
) -> None:
    ann, bob, cal, game = table.ann, table.bob, table.cal, table.game
    for page in (bob, ann, cal):
        page.goto(game + "deal/1")
    cal.get_by_role("link", name="Not right?").click()
    reason = f"The joker was mine {'W' * 130}"
    give_reason(cal, reason, "Challenge it")
    expect(cal.get_by_text("You challenge this deal")).to_be_in_viewport()
    assert usual_faults(cal) == []
    expect(ann.get_by_text("Cal challenges this")).to_be_visible()
    said = bob.get_by_role("region", name="Challenge")
    expect(said).to_contain_text(f"“{reason}”")
    bob.goto(game)
    expect(said).to_be_in_viewport()
    expect(mark(bob, 1)).to_have_accessible_name("challenged")
    bob.get_by_role("link", name="Look at deal 1").click()
    bob.get_by_role("link", name="Not right?").click()
    bob.get_by_role("link", name="Change the cards").click()
    expect(bob.locator("#pad .tab[aria-current]")).to_contain_text("Bob")
    correct(bob, game + "deal/1/correct")
    bob.goto(game)
    expect(ann.get_by_text("Cal challenges this")).to_have_count(0)
    press(ann, "Bob and Cal agree too")
    expect(mark(bob, 1)).to_have_accessible_name("agreed by all")


def correct(phone: Page, address: str) -> None:
    """Correct what Cal had in hand."""
    ann = {"ending": "out", "by": "0", "hand0-melded_points": "110", "hand0-in_hand_points": "0"}
    bob = {"hand1-melded_points": "60", "hand1-in_hand_points": "35"}
    cal = {"hand2-melded_points": "20", "hand2-in_hand_points": "40"}
    send_form(phone, address, **ann, **bob, **cal, reason="counted again")


def take_back(table: Table) -> None:
    """Let Bob take back the second deal."""
    send_form(table.bob, table.game + "undo/3", reason="Misdeal")


@pytest.mark.long
def test_for_a_minute_another_phone_can_put_back_what_was_taken_back(
    table: Table, screens: Screens
) -> None:
    phone = screens.open_new(360, storage_state=table.ann.context.storage_state())
    phone.clock.install()
    phone.goto(table.game)
    take_back(table)
    phone.clock.run_for(1000)
    news = phone.get_by_text("Bob took back deal 2.")
    expect(news).to_be_visible()
    press(phone, "Put it back")
    expect(phone.get_by_role("rowheader", name="Deal 2")).to_be_visible()
    expect(news).to_have_count(0)
    correct(table.bob, table.game + "deal/2/correct")
    send_form(table.bob, table.game + "undo/6")
    phone.clock.run_for(1000)
    news = phone.get_by_text("Bob took back the correction of deal 2.")
    expect(news).to_be_visible()
    phone.clock.run_for(61_000)
    expect(news).to_have_count(0)


@pytest.mark.long
def test_no_page_of_agreement_has_a_fault(table: Table) -> None:
    cal, game = table.cal, table.game
    send_form(cal, game + "challenge/2", reason="W" * 150)
    take_back(table)
    wrong = []
    for name, find in (("", faults), ("undo/3", misfits)):
        cal.goto(game + name)
        wrong += [(name, fault) for fault in find(cal)]
    send_form(cal, game + "close", reason="Last bus")
    table.bob.goto(f"{game}final")
    wrong += [("closed", fault) for fault in misfits(table.bob)]
    assert wrong == []
