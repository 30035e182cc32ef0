"""The new game on a phone: taps counted, seats ordered, stake stepped, with scripts and without."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.games import empty_game, post_record
from tests.browser.looking import misfits, open_folds, usual_faults
from tests.browser.screens import Screens
from tests.browser.taps import count_taps, taps

LONG: Final = "Bartholomew Longfellow the Third of Som"
MOST_TAPS: Final = 6


def play_before(page: Page, *tables: tuple[str, ...]) -> None:
    """Begin a game for each table, so that this browser knows its people."""
    for names in tables:
        post_record(page, empty_game("laws", names))


SLOW_ANSWERS = """() => {
  const ask = globalThis.fetch;
  globalThis.fetch = async (...asked) => {
    await new Promise((done) => setTimeout(done, 200));
    return ask(...asked);
  };
}"""
"""As over a slow network."""


def at_table(page: Page) -> list[str]:
    page.wait_for_url("**/game/**")
    names = page.locator(".sheet thead .name > span").all_inner_texts()
    return [name.rpartition("\n")[2] for name in names]  # the whole one, where both forms lie


def home_with_people(page: Page) -> None:
    play_before(page, ("Dot", "Eve"), ("Ann", "Bob", "Cal"))
    page.goto("/")


def chip(page: Page, name: str) -> Any:
    return page.get_by_role("group", name="Players").get_by_role("button", name=re.compile(name))


def test_a_new_table_of_known_people_takes_six_taps_at_most_and_the_same_again_one(
    screens: Screens,
) -> None:
    page = screens.open(390)
    home_with_people(page)
    expect(page.locator("#start-word")).to_have_text("Same again")
    count_taps(page)
    for name in ("Bob", "Cal", "Dot"):
        chip(page, name).click()
    expect(page.locator("#start-word")).to_have_text("Start the game")
    chip(page, "Eve").click()
    expect(chip(page, "Eve")).to_have_text("3Eve")
    expect(chip(page, "Eve")).to_have_attribute("aria-pressed", "true")
    expect(chip(page, "Bob")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#start")).to_have_text(
        re.compile(r"Start the game\s+Laws · Ann, Dot, Eve")
    )
    page.get_by_role("button", name="Raise the stake").click()
    page.get_by_role("button", name="Start the game").click()
    assert at_table(page) == ["Ann", "Dot", "Eve"]
    assert taps(page) == MOST_TAPS
    page.goto("/")
    chip(page, "Cal").click()
    expect(page.locator("#start-word")).to_have_text("Start the game")
    chip(page, "Cal").click()
    page.get_by_role("button", name="Same again").click()
    assert at_table(page) == ["Ann", "Dot", "Eve"]


@pytest.mark.long
def test_taps_work_through_the_server_where_no_script_runs(screens: Screens) -> None:
    page = screens.open(390, java_script_enabled=False)
    home_with_people(page)
    chip(page, "Ann").click()
    chip(page, "Ann").click()
    page.get_by_role("button", name="Raise the stake").click()
    expect(page.locator("#start")).to_have_text(
        re.compile(r"Start the game\s+Laws\s· \$0\.05 per 100\s· Bob, Cal, Ann")
    )
    page.locator("#start").click()
    assert at_table(page) == ["Bob", "Cal", "Ann"]


def test_with_a_whole_club_known_the_variant_is_still_on_the_first_screen(
    screens: Screens,
) -> None:
    page = screens.open(390)
    page.set_viewport_size({"width": 390, "height": 844})
    names = [f"{name} {number}" for number in range(6) for name in ("Ann", "Bob", "Cal")]
    play_before(page, *[tuple(names[at : at + 3]) for at in range(0, 18, 3)], ("Dot", "Eve", LONG))
    page.goto("/")
    page.locator("#seats > summary").click()
    expect(page.get_by_role("group", name="All 21 names")).to_be_visible()
    page.locator("#seats > summary").click()
    box = page.get_by_role("heading", name="Variant").bounding_box()
    assert box is not None
    assert box["y"] < 620  # the bar below begins at 748
    lines = "all => all.map(each => Math.round((each.clientHeight - 8) / 26))"
    assert max(page.locator(".people .chip:visible").evaluate_all(lines)) == 2


def test_a_name_is_typed_the_stake_stepped_and_seats_are_put_in_order(screens: Screens) -> None:
    page = screens.open(390)
    home_with_people(page)
    page.get_by_text("+ Name").click()
    page.get_by_label("Another name").fill("Fay")
    page.keyboard.press("Enter")
    expect(chip(page, "Fay")).to_have_text("4Fay")
    for _ in range(5):
        page.get_by_role("button", name="Raise the stake").click()
    expect(page.locator("#stake")).to_have_text("$1 per 100")
    put_in_order(page)
    page.locator("#start").click()
    assert at_table(page) == ["Ann", "Cal", "Bob", "Fay"]
    expect(page.get_by_text("$1 per 100")).to_be_visible()


def put_in_order(page: Page) -> None:
    """Move the third player up by an arrow."""
    page.locator("#seats > summary").click()
    page.get_by_role("button", name="Player 3 up").click()


def test_a_name_tapped_at_a_full_table_says_why_it_stays_out(screens: Screens) -> None:
    page = screens.open(390)
    play_before(page, ("Eve", "Fay"), ("Ann", "Bob", "Cal", "Dot"))
    page.goto("/")
    chip(page, "Eve").click()
    expect(page.locator("#say")).to_contain_text("All 4 seats are taken")


@pytest.mark.long
def test_seats_are_drawn_and_the_lowest_card_deals(screens: Screens) -> None:
    page = screens.open(320)
    play_before(page, ("Ann", LONG, "Cal"))
    page.goto("/")
    open_folds(page)
    page.get_by_role("button", name="Draw for seats").click()
    draw = page.locator(".drawn")
    expect(draw).to_contain_text("drew the lowest card and deals first")
    order = draw.locator("li .serif").all_inner_texts()
    expect(draw).to_contain_text(f"{order[-1]} drew the lowest card")
    open_folds(page)
    assert usual_faults(page) == []
    page.locator("#start").click()
    assert at_table(page) == order


def rule(page: Page, label: str) -> Locator:
    return page.locator(".rule summary", has_text=label)


@pytest.mark.long
def test_a_house_rule_that_is_changed_is_shown_in_words(screens: Screens) -> None:
    page = screens.open(390)
    page.goto("/new")

    def change_before_the_script(route: Route) -> None:
        page.get_by_label("Five may play").check()
        route.continue_()

    page.route("**/house_rules.js", change_before_the_script)
    page.get_by_role("button", name="Change the house rules").click()
    expect(page.get_by_text("1 changed")).to_be_visible()
    rule(page, "King to eight").click()
    page.get_by_label("20 each").check()
    expect(rule(page, "King to eight").locator("b")).to_have_text("20 each")
    rule(page, "Going out concealed").click()
    page.get_by_role("button", name="Going out concealed: more").click()
    expect(rule(page, "Going out concealed")).to_contain_text("printed: 250")
    expect(page.get_by_text("3 changed")).to_be_visible()
    open_folds(page)
    assert usual_faults(page) == []
    page.get_by_role("button", name="Use these rules").click()
    differs = "King to eight left in hand: 20 each; Five may play: yes; Going out concealed: 300."
    expect(page.locator("#house")).to_have_text(f"Differs: {differs}")
    page.set_viewport_size({"width": 390, "height": 740})
    page.get_by_role("button", name="Raise the stake").click()
    expect(page.locator("#stake")).to_contain_text("per 100")
    assert misfits(page) == []


def test_another_variant_comes_without_leaving_the_page_and_with_money_of_its_own(
    screens: Screens,
) -> None:
    page = screens.open(390)
    home_with_people(page)
    chip(page, "Cal").click()
    page.get_by_role("button", name="Modern").click()
    expect(page.locator("#meaning")).to_have_text("Modern · Ann, Bob")
    expect(page.get_by_role("heading", name="Under way")).to_be_visible()
    expect(page.get_by_role("button", name="Modern Oklahoma")).to_be_focused()
    page.get_by_role("button", name="Contract").click()
    expect(page.locator("#meaning")).to_contain_text("Contract")
    page.locator(".steppers").get_by_role("button", name="Raise the stake").click()
    stake = page.locator("#stake").inner_text()
    button = page.get_by_role("button", name=f"Play for {' '.join(stake.split())}", exact=True)
    button.click()
    expect(button).to_have_count(0)
    # Without the server nothing typed is lost.
    told = page.locator("#meaning").inner_text()
    page.context.set_offline(True)
    page.get_by_role("button", name="Modern").click()
    expect(page.locator("#say")).to_contain_text("out of reach")
    expect(page.locator("#meaning")).to_have_text(told)
    assert told.endswith("Ann, Bob")


def test_a_first_visit_asks_who_plays(screens: Screens) -> None:
    page = screens.open(390)
    page.goto("/")
    page.get_by_role("button", name="Gin 150").click()
    page.get_by_role("button", name="4").first.click()
    boxes = page.locator(".sides .seat:not([hidden]) input")
    expect(boxes).to_have_count(4)
    assert len(set(boxes.evaluate_all("all => all.map((box) => box.offsetWidth)"))) == 1
    page.evaluate(SLOW_ANSWERS)
    page.locator("[value='variant:laws']").click()
    # What is typed and pressed while the answer is on its way counts, in the game that was chosen.
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_label("Player 2", exact=True).fill("B")
    expect(page.locator(".sides")).to_have_count(0)
    page.keyboard.type("ob")
    page.get_by_role("button", name="Gin 100").click()
    page.locator("[value='variant:laws']").click()
    page.get_by_role("button", name="Start the game").click()
    assert at_table(page) == ["Ann", "Bob"]
    assert "Laws" in page.locator(".bar").inner_text()


def test_names_and_stake_are_there_after_the_way_back_and_a_reload(screens: Screens) -> None:
    page = screens.open_new(390)
    page.goto("/new")
    for seat, name in enumerate(("Ann", "Bob")):
        page.locator(".seat input").nth(seat).fill(name)
    page.get_by_role("button", name="Raise the stake").click()
    meaning = page.locator("#meaning")
    words = meaning.inner_text()
    assert "Ann, Bob" in words
    page.get_by_role("button", name="Change the house rules").click()
    page.get_by_role("button", name="Use these rules").wait_for()
    page.go_back()
    expect(meaning).to_have_text(words)
    page.reload()
    expect(meaning).to_have_text(words)
    expect(page.locator(".seat input").nth(1)).to_have_value("Bob")
    page.get_by_role("button", name="Start the game").click()
    assert at_table(page) == ["Ann", "Bob"]
