"""A whole deal in one breath: whose cards are whose, by the names of the players."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.dictation import dictate
from tests.browser.games import empty_game, post_record
from tests.browser.pad_screen import add, line_of, pad, press_button, say, tap

NAMES = ("Ann", "Bob", "Cal", "Dot")
DEAL = (
    "Ann: three kings and out. Bob has five six seven of hearts, left with a nine and two jacks. "
    "Cal nothing melded, thirty points. Dot has 4 2 6 of clubs, left with two aces"
)


def field(page: Page, name: str) -> Locator:
    return page.locator(f'[name="{name}"]')


def sit_down(page: Page) -> Locator:
    """Open the pad of four; return their tabs."""
    page.goto(post_record(page, empty_game("laws", NAMES)) + "enter")
    return pad(page).locator(".tab")


def test_cards_go_to_who_is_named_and_to_nobody_while_that_is_unclear(phone: Page) -> None:
    tabs = sit_down(phone)
    dictate(line_of(phone), ["Cal went out with four aces, three queens and three jacks"])
    expect(tabs.nth(2).locator("b")).to_have_class("pale")
    expect(tabs.nth(2)).to_have_class("tab out")
    add(phone)
    expect(field(phone, "hand2-melds")).to_have_value("A A A A\nQ Q Q\nJ J J")
    expect(field(phone, "hand0-melds")).to_have_value("")
    tap(phone, "undo")
    expect(field(phone, "hand2-melds")).to_have_value("")
    dictate(line_of(phone), ["Dora went out, three kings"])
    expect(pad(phone).locator(".heard mark")).to_have_text("Dora")
    add(phone)
    tap(phone, "seat:1")
    expect(pad(phone).locator(".notes .reason")).to_contain_text("Whose is “Dora”?")
    expect(tabs.nth(0)).to_have_attribute("aria-current", "true")
    expect(tabs.locator("b")).to_have_text(["–", "–", "–", "–"])


def test_a_whole_deal_is_said_by_names(phone: Page) -> None:
    tabs = sit_down(phone)
    dictate(line_of(phone), [DEAL])
    question = pad(phone).get_by_role("group", name="Dot, “4 2 6 of clubs”: which is it?")
    expect(question).to_be_visible()
    expect(tabs.locator("b.pale")).to_have_count(4)
    add(phone)
    expect(line_of(phone)).to_have_value("Dot: 4 2 6 of clubs ")
    press_button(phone.get_by_role("button", name="Score the deal"))
    expect(pad(phone).locator(".notes .reason")).to_have_text(
        "Dot: tap one of the readings, or clear the line."
    )
    press_button(question.get_by_role("button", name="four to six"))
    add(phone)
    expect(line_of(phone)).to_have_value("")
    expect(field(phone, "hand1-melds")).to_have_value("5H-7H")
    expect(field(phone, "hand1-in_hand")).to_have_value("9 J J")
    expect(field(phone, "hand2-in_hand_points")).to_have_value("30")
    expect(field(phone, "hand3-melds")).to_have_value("4C-6C")
    # One press takes back what one *Add* added, of all.
    tap(phone, "undo undo")
    expect(field(phone, "hand1-melds")).to_have_value("")
    expect(tabs.locator("b")).to_have_text(["–", "–", "–", "–"])


def test_both_hands_of_gin_are_said_by_names(phone: Page) -> None:
    phone.goto(post_record(phone, empty_game("gin150", ("Ann", "Bob"))) + "enter")
    say(phone, "seven of diamonds")
    tap(phone, "by:0")
    say(phone, "Bob four five six of spades. Ann twelve points")
    expect(field(phone, "hand1-cards")).to_have_value("4S 5S 6S")
