"""The gin pad: what the deal comes to while it is typed, and hands laid as their players want."""

from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.browser.games import LONG, empty_game, post_record, take_seat
from tests.browser.looking import misfits
from tests.browser.pad_screen import enter_digits, status_of, tap
from tests.browser.screens import Screens

ANN = "D 7 by:0 S 4 5 6 C 9 D 9 H 9 D J Q K H 4"
BOB = "next C 8 H 8 D 8 C A 2 3 S 7 9 H T 2"
DEALT = {
    "ending": "knock",
    "by": "Ann",
    "upcard": "TD",
    "hands": {"Ann": {"deadwood_points": 4}, "Bob": {"deadwood_points": 100}},
}


def sit_down(page: Page, *deals: dict[str, Any], first: str = "Ann") -> str:
    """Open the form of the next deal of a new game of gin to 150; the address of the game."""
    game = empty_game("gin150", (first, "Bob"))
    address = urlsplit(post_record(page, {**game, "deals": deals})).path
    page.goto(address + "enter")
    return address


def result(page: Page) -> Locator:
    return page.locator("#pad .result")


def hand(page: Page, seat: int) -> Locator:
    return page.locator("#pad .ginhand").nth(seat)


def cards(group: Locator) -> list[str]:
    """The cards of a group in words, whether they can be tapped or not."""
    names = group.locator(".card").evaluate_all("all => all.map(e => e.ariaLabel)")
    return [str(name).removesuffix(": take out") for name in names]


def test_the_result_is_shown_before_the_deal_is_sent_and_goes_if_a_card_is_missing(
    phone: Page,
) -> None:
    game = sit_down(phone, DEALT)
    tap(phone, f"{ANN} {BOB}")
    expect(result(phone)).to_contain_text("Ann scores 12 − 4.")
    expect(result(phone)).to_contain_text("+8")
    expect(result(phone)).to_contain_text("That makes 104 to 0.")
    expect(status_of(phone)).to_contain_text("Ann scores 12 − 4. That makes 104 to 0.")
    # What Bob lays off lies apart from his deadwood.
    expect(hand(phone, 1)).to_contain_text("28 − 16: 7 on the run, 9 on the set.")
    expect(hand(phone, 1).locator(".sum")).to_have_text("12")
    assert cards(hand(phone, 1).locator(".laid")) == ["seven of spades", "nine of spades"]
    assert cards(hand(phone, 1).locator(".dead")) == ["two of hearts", "ten of hearts"]
    tap(phone, "undo")
    expect(result(phone)).to_be_hidden()
    expect(hand(phone, 1).locator(".laid")).to_have_count(0)
    phone.goto(game)
    expect(phone.locator("main")).not_to_contain_text("104")


def test_a_knock_over_the_limit_is_reported_at_once(phone: Page) -> None:
    sit_down(phone)
    tap(phone, f"{ANN.replace('D 7', 'D 3', 1)} {BOB}")
    expect(result(phone)).to_have_text("Ann: Knocked with 4, the limit is 3")
    tap(phone, "up D 7")
    expect(result(phone)).to_contain_text("+8")


def test_a_refused_deal_says_so_in_view_and_once(phone: Page) -> None:
    phone.set_viewport_size({"width": 390, "height": 844})
    sit_down(phone)
    tap(phone, f"{ANN} K {BOB}")
    refused: list[int] = []
    phone.on("response", lambda answer: refused.append(answer.status))
    phone.get_by_role("button", name="Score the deal").click()
    expect(phone.get_by_text("Nothing is saved yet")).to_be_in_viewport()
    assert refused.count(422) == 1
    words = phone.locator(":not([role=status])").get_by_text("Ann has 11 cards", exact=False)
    words = words.locator("visible=true").and_(phone.locator(":not([role=status])"))
    expect(words).to_have_count(1)
    tap(phone, "seat:0 drop:10")
    expect(words).to_have_count(0)
    expect(phone.get_by_text("Nothing is saved yet")).to_be_hidden()
    expect(result(phone)).to_contain_text("+8")


def test_without_the_server_the_pad_works_and_asks_again_later(phone: Page) -> None:
    sit_down(phone)
    said: list[str] = []
    phone.on("pageerror", lambda error: said.append(str(error)))
    tap(phone, ANN)
    phone.context.set_offline(True)
    with phone.expect_event("requestfailed"):
        tap(phone, BOB)
    expect(hand(phone, 1).locator(".sum")).to_have_text("28")
    expect(result(phone)).to_have_text("")
    phone.context.set_offline(False)
    expect(result(phone)).to_contain_text("+8")
    phone.route("**/preview", lambda route: route.fulfill(status=503), times=2)
    with phone.expect_response("**/preview"):
        tap(phone, "undo H 3")
    tap(phone, "undo")
    expect(result(phone)).to_be_hidden()
    tap(phone, "H 3")  # no event of the browser tells when a busy server answers again
    expect(result(phone)).to_contain_text("+9")
    assert said == []


def test_of_many_quick_presses_only_the_last_is_sent_for_a_preview(phone: Page) -> None:
    sit_down(phone)
    asked: list[str] = []
    phone.on("request", lambda r: asked.append(r.url) if r.url.endswith("/preview") else None)
    tap(phone, f"{ANN} {BOB}")
    expect(result(phone)).to_contain_text("+8")
    tap(phone, "seat:0 seat:1 seat:0")
    expect(result(phone)).to_contain_text("+8")
    assert len(asked) == 1


def test_a_correction_is_judged_in_its_own_place(phone: Page) -> None:
    game = sit_down(phone, DEALT, DEALT)
    phone.goto(game + "deal/1/correct")
    expect(result(phone)).to_contain_text("That makes 96 to 0 after deal 1.")
    enter_digits(phone, "10")
    expect(result(phone)).to_contain_text("That makes 90 to 0 after deal 1.")


def enter_counts(page: Page, *counts: int) -> None:
    """Enter the upcard, that Ann knocked, and the count of each hand."""
    expect(page.locator("#pad .digits")).to_have_count(0)
    expect(page.get_by_role("heading", name="Upcard")).to_be_visible()
    tap(page, "D 7")
    expect(page.get_by_role("heading", name="Who knocked?")).to_be_visible()
    tap(page, "by:0")
    enter_digits(page, str(counts[0]))
    tap(page, "next")
    enter_digits(page, str(counts[1]))


def test_by_sums_every_deal_begins_with_the_upcard_and_the_knocker(phone: Page) -> None:
    game = sit_down(phone)
    sums = phone.get_by_role("button", name="Sums: just the counts")
    tap(phone, "sums")
    expect(sums).to_have_attribute("aria-pressed", "true")
    enter_counts(phone, 4, 12)
    expect(result(phone)).to_contain_text("Ann scores 12 − 4.")
    for number in (1, 2):
        phone.get_by_role("button", name="Score the deal").click()
        phone.wait_for_url(f"**/deal/{number}")
        phone.goto(game + "enter")
        enter_counts(phone, 3, 12)
        expect(result(phone)).to_contain_text("Ann scores 12 − 3.")
    phone.get_by_text("More", exact=True).click()
    tap(phone, "clear")
    phone.reload()
    expect(sums).to_have_attribute("aria-pressed", "true")
    enter_counts(phone, 2, 12)
    tap(phone, "up")
    phone.locator(".keys button").first.focus()
    phone.keyboard.press("c")
    phone.keyboard.press("9")  # the rank of the upcard, and no digit of a count
    expect(phone.locator("[name=upcard]")).to_have_value("9C")
    expect(result(phone)).to_contain_text("Ann scores 12 − 2.")


def test_by_sums_a_dead_deal_needs_no_count(phone: Page) -> None:
    game = sit_down(phone, DEALT)
    tap(phone, "sums")
    phone.goto(game + "enter")
    tap(phone, "D 7 end:dead")
    expect(phone.locator("#pad .digits")).to_have_count(0)
    phone.get_by_role("button", name="Score the deal").click()
    phone.wait_for_url("**/deal/2")


def test_by_sums_the_own_hand_of_the_knocker_asks_for_the_upcard(phone: Page) -> None:
    game = sit_down(phone, DEALT)
    tap(phone, "sums")
    take_seat(phone, game, 0)
    phone.goto(f"{game}hand/0")
    tap(phone, "by:0 D 7")
    enter_digits(phone, "4")
    expect(phone.locator('[name="hand0-deadwood_points"]')).to_have_value("4")


SEVEN_TWICE = "D 7 by:0 S 4 5 6 7 C 7 D 7 H 7 D J Q K"


def test_split_lays_a_hand_another_way_and_sends_it_so(phone: Page) -> None:
    game = sit_down(phone)
    tap(phone, f"{SEVEN_TWICE} split")
    expect(hand(phone, 0)).to_contain_text("as spread")
    assert phone.locator('[name="hand0-cards"]').input_value() == ""
    spread = phone.locator('[name="hand0-melds"]').input_value().splitlines()
    left = phone.locator('[name="hand0-deadwood"]').input_value().split()
    assert sorted([*" ".join(spread).split(), *left]) == sorted(
        "4S 5S 6S 7S 7C 7D 7H JD QD KD".split()
    )
    tap(phone, "next C 8 H 8 D 8 C A 2 3 S 9 T H T 2")
    expect(result(phone)).to_contain_text("Ann scores")
    phone.get_by_role("button", name="Score the deal").click()
    phone.wait_for_url("**/deal/1")
    phone.goto(game + "deal/1/correct")
    expect(hand(phone, 0)).to_contain_text("as spread")
    assert phone.locator('[name="hand0-melds"]').input_value().splitlines() == spread


def test_splits_end_with_the_best_layout_and_a_card_taken_out_ends_a_split(
    phone: Page,
) -> None:
    sit_down(phone)
    tap(phone, f"{SEVEN_TWICE} split")
    melds = phone.locator('[name="hand0-melds"]')
    seen: list[str] = []
    while (spread := melds.input_value()) not in ("", *seen):
        seen.append(spread)
        tap(phone, "split")
    assert spread == ""
    assert len(seen) > 2
    assert phone.locator('[name="hand0-cards"]').input_value() == "4S 5S 6S 7S 7C 7D 7H JD QD KD"
    tap(phone, "split")
    expect(hand(phone, 0)).to_contain_text("as spread")
    tap(phone, "drop:0")
    expect(hand(phone, 0)).not_to_contain_text("as spread")
    assert melds.input_value() == ""


def test_a_hand_that_lies_in_one_way_says_so(phone: Page) -> None:
    sit_down(phone, first=LONG)
    tap(phone, f"{ANN} split")
    expect(phone.locator("#pad .notes")).to_have_text("These cards can lie in one way only.")
    tap(phone, BOB)
    expect(result(phone)).to_contain_text("+8")
    assert misfits(phone, widths=(320,)) == []  # a long name leaves its figures in view


def test_a_whole_deal_of_gin_fits_a_small_phone(screens: Screens) -> None:
    page = screens.open(360)
    sit_down(page)
    tap(page, f"{ANN} {BOB}")
    expect(result(page)).to_contain_text("+8")
    for seat in (0, 1):
        tops = (
            hand(page, seat)
            .locator(".card")
            .evaluate_all("all => all.map(e => e.getBoundingClientRect().top)")
        )
        assert len(set(tops)) == 1
    board = page.locator("#pad .board")
    assert board.evaluate("e => e.scrollTop") == 0
    first, last = board.bounding_box(), hand(page, 1).bounding_box()
    assert first is not None
    assert last is not None
    assert last["y"] + last["height"] <= first["y"] + first["height"]
    assert misfits(page) == []
