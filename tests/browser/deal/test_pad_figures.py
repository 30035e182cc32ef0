"""What the pad asks besides cards: sums by keys of their own, penalties, what stays for a table."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.games import empty_game, post_record, take_seat
from tests.browser.looking import misfits, usual_faults
from tests.browser.pad_keys import Keys, setup_of
from tests.browser.pad_reading import send
from tests.browser.pad_screen import (
    CAST,
    enter_digits,
    line_of,
    open_more,
    pad,
    point,
    press_button,
    sit_down,
    start_again,
    tap,
)
from tests.browser.taps import count_taps, taps

# --- the grammar ----------------------------------------------------------------------------------


def test_a_penalty_counts_at_once_and_is_sent_as_its_law(keys: Keys) -> None:
    setup = setup_of("laws")
    pressed = keys.press("by:0 K next A law:17 law:17 law:18 next in_hand 5", setup)
    assert pressed.points[1] == 60 - 3 * 25
    assert pressed.fields["hand1-law17"] == "2"
    laws = [penalty.law for penalty in send(setup, pressed.fields).hands[1].penalties]
    assert laws == [17, 17, 18]


def test_a_penalty_costs_what_the_table_plays(keys: Keys) -> None:
    assert keys.press("by:0 K law:17", setup_of("laws", penalty=40)).points[0] == 130 - 40


def test_typed_points_are_a_penalty_with_a_reason(keys: Keys) -> None:
    setup = setup_of("laws")
    sent = ["by:0", "K", "fining", "d:1", "d:5", "why:spilled beer", "next", "in_hand", "5"]
    pressed = keys.press_all([[*sent, "next", "in_hand", "5"]], setup)[0]
    assert pressed.points[0] == 130 - 15
    (penalty,) = send(setup, pressed.fields).hands[0].penalties
    assert (penalty.points, penalty.reason) == (15, "spilled beer")


def test_a_penalty_is_taken_away(keys: Keys) -> None:
    pressed = keys.press("by:0 K law:17 law:17 nolaw:17 fining d:5 nofine:0")
    assert pressed.points[0] == 130
    assert not any("law" in name or "fine" in name for name in pressed.fields)


def test_the_pile_and_the_last_discard_are_facts_of_a_hand(keys: Keys) -> None:
    setup = setup_of("laws")
    pressed = keys.press("by:0 K fact:took_pile fact:discard H 8 next in_hand 5 next in_hand 5")
    hand = send(setup, pressed.fields).hands[0]
    assert (hand.took_pile, str(hand.discard)) == (True, "8H")


def test_what_the_form_holds_besides_cards_is_shown_and_sent_again(keys: Keys) -> None:
    fields = {
        **keys.press("by:0 K law:19 fact:took_pile fact:discard H 8").fields,
        "hand1-fine0-points": "10",
        "hand1-fine0-reason": "late",
        "hand1-fine1-points": "5",
    }
    assert keys.press("left:3", fields=fields).fields == fields


def test_a_discard_is_a_card_of_the_pack(keys: Keys) -> None:
    pressed = keys.press("by:0 H 6 T H 6 T fact:discard H 8")
    assert pressed.reason == "Both eights of hearts are used: Ann’s run."


def test_contract_and_gin_ask_for_no_penalty(keys: Keys) -> None:
    assert not any("law" in name for name in keys.press("by:0", setup_of("contract")).fields)
    assert keys.press("D 7 by:0 law:17", setup_of("gin150", 2)).refusals


def test_sums_stay_for_all_hands_that_are_not_entered(keys: Keys) -> None:
    pressed = keys.press("by:0 K next mode:totals d:1 d:2 d:0 next d:0 in_hand d:4 d:5")
    assert pressed.points == [130, 120, -45]
    assert pressed.state["usual"] == "totals"
    again = keys.press("by:1 d:9 d:0", fields={"mode": "totals"})
    assert again.fields["hand1-melded_points"] == "90"


def test_sums_begin_with_what_the_cards_come_to(keys: Keys) -> None:
    cards = "by:1 K next A in_hand 5 mode:totals"
    assert keys.press(cards).fields["hand2-melded_points"] == "60"
    assert keys.press(cards).fields["hand2-in_hand_points"] == "5"
    # The first digit replaces a sum; one that was typed is not lost on the way to the cards.
    typed = keys.press(f"{cards} d:7 mode:cards Q mode:totals").fields
    assert (typed["hand2-melded_points"], typed["hand2-in_hand_points"]) == ("60", "7")


def test_counts_begin_with_the_cards(keys: Keys) -> None:
    counted = keys.press("by:1 K 2 S A 3 next Q QS in_hand 5 Q QS JK mode:quick")
    assert counted.state["hands"][2]["quick"] == {
        "melded": {"10": 2, "50": 1},
        "in_hand": {"5": 1, "10": 1, "100": 1, "200": 1},
    }
    assert counted.points[2] == 70 - 315
    more = keys.press("by:1 K 2 S A 3 mode:quick q:melded:10:1 mode:cards mode:quick")
    assert more.points[1] == 130 + 30 + 10


def test_who_went_out_holds_nothing_and_nobody_else_does(keys: Keys) -> None:
    sums = "by:0 mode:totals d:9 d:0 next d:5 d:0 in_hand"
    assert keys.press(f"{sums} d:0").doubts == ["Bob holds no card."]
    assert keys.press(f"{sums} next").doubts == ["Bob holds no card."]
    assert keys.press(f"{sums} d:5 next").doubts == []
    assert keys.press(f"{sums} d:5 by:1").doubts == [
        "Ann holds no card.",
        "Bob went out: the 5 in hand do not count.",
    ]
    assert keys.press("by:0 K next A in_hand 5 5 by:1").doubts == [
        "Ann holds no card.",
        "Bob went out: the 10 in hand do not count.",
        "Fewer than 13 cards: Ann.",
        "13 were dealt, Bob has 3.",
    ]
    said = json.dumps({"in_hand_points": 25, "melded_points": 90, "out": True})
    heard = keys.press_all([["by:0", "K", "next", f"add:{said}"]], setup_of("laws"))[0]
    assert heard.reason == "Bob went out and holds no card."


def test_the_first_digit_replaces_a_sum_that_the_form_held(keys: Keys) -> None:
    fields = keys.press("end:stock mode:totals d:4 d:0 in_hand d:5").fields
    assert keys.press("d:7", fields=fields).fields["hand0-melded_points"] == "7"


def test_a_hand_that_nobody_counted_is_not_sent_as_zero(keys: Keys) -> None:
    pressed = keys.press("by:0 mode:quick q:melded:10:1 next")
    told = {name for name in pressed.fields if name.endswith("_points")}
    assert {name.split("-")[0] for name in told} == {"hand0", "hand1"}


def test_an_untouched_sum_is_sent_as_the_zero_that_is_shown(keys: Keys) -> None:
    typed = keys.press("by:0 mode:totals d:9 d:0 next in_hand d:1 d:2 d:0").fields
    assert (typed["hand1-melded_points"], typed["hand1-in_hand_points"]) == ("0", "120")


def test_start_again_is_taken_back(keys: Keys) -> None:
    pressed = keys.press("by:0 K clear")
    assert pressed.state["cleared"]
    assert not pressed.melds


def test_more_cards_than_are_drawn_and_discarded_ask_for_the_pile(keys: Keys) -> None:
    presses = "end:stock S A A in_hand 3"
    assert keys.press(presses).doubts == ["15 cards: did Ann take the pile?"]
    assert keys.press(f"{presses} fact:took_pile").doubts == []


# --- the page -------------------------------------------------------------------------------------


def test_three_players_by_totals_take_six_taps_and_the_digits(phone: Page) -> None:
    game = sit_down(phone, saves=True)
    tap(phone, "by:0")
    open_more(phone)
    phone.get_by_role("button", name="Just the totals").wait_for()
    tap(phone, "mode:totals")
    # The choice stays for the table, with or without a draft.
    phone.evaluate("for (const name in localStorage) if (/#/.test(name)) delete localStorage[name]")
    phone.goto(game + "enter")
    count_taps(phone)
    point(phone, "by:0")
    phone.locator("#pad .digits").wait_for()
    point(phone, "d:2 d:4 d:0 next d:1 d:2 d:0 in_hand d:1 d:0 next d:0 in_hand d:5")
    expect(pad(phone).locator(".srow").nth(1)).to_contain_text("120 − 10")
    assert misfits(phone) == []
    phone.get_by_role("button", name="Score the deal").click()
    phone.wait_for_url("**/deal/1")
    assert taps(phone) <= 6 + 10
    expect(phone.locator("main")).to_contain_text("340")
    # The first digit of a correction replaces the sum.
    phone.goto(f"{game}deal/1/correct")
    tap(phone, "seat:1 in_hand d:7 d:0")
    assert phone.locator('[name="hand1-in_hand_points"]').input_value() == "70"
    phone.goto(game + "enter")
    tap(phone, "by:1")
    expect(pad(phone).locator(".digits")).to_be_visible()
    # In place of sums, cards can be counted by what they are worth.
    open_more(phone)
    tap(phone, "clear end:stock")
    # A key folds away what would hide what it is told.
    expect(pad(phone).locator(".seldom[open]")).to_have_count(0)
    open_more(phone)
    tap(phone, "mode:quick q:melded:10:1 q:melded:10:1 q:melded:100:1 q:in_hand:20:1")
    expect(phone.locator(".tab[aria-current]")).to_contain_text("100")
    assert phone.locator('[name="hand0-melded_points"]').input_value() == "120"
    # Who went out may be asked again, and again.
    for _ in range(2):
        open_more(phone)
        tap(phone, "ask end:stock")
        expect(pad(phone).locator(".classes")).to_have_count(2)


def test_a_penalty_is_a_chip_with_a_line_and_a_longer_list(phone: Page) -> None:
    sit_down(phone)
    tap(phone, "by:0 K")
    chip = pad(phone).get_by_role("button", name="Penalty −25", exact=True)
    press_button(chip)
    expect(pad(phone).locator(".fines li")).to_have_count(0)
    tap(phone, "law:17")
    expect(phone.locator(".tab[aria-current]")).to_contain_text("105")
    expect(pad(phone).locator(".fines")).to_contain_text("Law 17")
    tap(phone, "law:17")
    expect(pad(phone).locator(".fines")).to_contain_text("2 × 25")
    tap(phone, "law:18")
    enter_digits(phone, "5")
    pad(phone).get_by_label("Why").fill("spilled beer")
    assert usual_faults(phone) == []
    tap(phone, "fining")
    expect(phone.locator(".tab[aria-current]")).to_contain_text("50")
    expect(pad(phone).locator(".fines")).to_contain_text("spilled beer")
    press_button(pad(phone).get_by_role("button", name="Remove the penalty −50"))
    expect(phone.locator(".tab[aria-current]")).to_contain_text("100")


def test_where_no_law_has_a_penalty_its_points_are_typed(phone: Page) -> None:
    sit_down(phone, "modern")
    tap(phone, "by:0 K")
    press_button(pad(phone).get_by_role("button", name="Penalty …"))
    expect(pad(phone).locator(".own-fine")).to_be_visible()
    expect(pad(phone).locator(".law")).to_have_count(0)
    enter_digits(phone, "15")
    expect(phone.locator(".tab[aria-current]")).to_contain_text("115")


@pytest.mark.long
def test_an_empty_pad_says_how_and_what_was_thrown_away_is_put_back_with_one_key(
    phone: Page,
) -> None:
    sit_down(phone)
    tap(phone, "by:1 seat:0")
    hints = pad(phone).locator(".hints")
    lines = hints.locator("p:not([hidden])")
    expect(lines).to_have_count(4)
    expect(hints).to_contain_text("three kings")
    phone.set_viewport_size({"width": 320, "height": 720})  # lower ones keep the line in sight
    for line in lines.all():
        expect(line).to_be_in_viewport(ratio=1)
    tap(phone, "K")
    expect(hints).to_be_hidden()
    tap(phone, "undo")
    expect(hints).to_be_visible()
    tap(phone, "K")
    open_more(phone)
    tap(phone, "clear")
    press_button(pad(phone).get_by_role("button", name="Put it back"))
    expect(phone.locator(".tab[aria-current]")).to_contain_text("30")
    # A Joker that is used is grey, whatever is open.
    start_again(phone)
    tap(phone, "by:0 K JK next")
    for presses in ("", "S", "undo in_hand"):
        tap(phone, presses)
        expect(pad(phone).locator('.keys [data-press="JK"]')).to_have_class(re.compile("used"))


def test_the_own_hand_has_its_sum_and_says_what_is_missing(phone: Page) -> None:
    game = post_record(phone, empty_game("laws", CAST))
    take_seat(phone, game, 0)
    phone.goto(f"{game}hand/0")
    tap(phone, "by:0 K K 2")
    expect(phone.locator(".tab")).to_contain_text("140")
    expect(pad(phone).locator(".amber")).to_have_text("13 were dealt, you have 4.")
    button = pad(phone).get_by_role("button", name="Send my cards").bounding_box()
    keys = pad(phone).locator(".keys").bounding_box()
    assert button is not None
    assert keys is not None
    assert button["y"] >= keys["y"] + keys["height"] + 8


def test_gin_names_a_card_too_many_a_doubling_spade_and_a_dead_deal(phone: Page) -> None:
    record = empty_game("gin150", ("Ann", "Eve"), options={"spade_double": True})
    phone.goto(post_record(phone, record) + "enter")
    tap(phone, "dead")
    expect(pad(phone).get_by_role("heading", name="A dead deal")).to_be_visible()
    tap(phone, "dead S 7")
    expect(pad(phone)).to_contain_text("Spades count double.")
    tap(phone, "by:1 S 4 5 6 C 9 D 9 H 9 D J Q K H 4 2")
    words = "Eve has 11 cards: take out the discard."
    expect(pad(phone).locator(".amber")).to_have_text(words)
    tap(phone, "undo")
    expect(pad(phone).locator(".amber")).to_have_count(0)


CUT = """(sizes) => {
  const keys = [...document.querySelectorAll("#pad :is(.tab, .key, .half, .main)")];
  const isCut = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
    scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1;
  const { style } = document.documentElement;
  const found = sizes.flatMap((size) => {
    style.fontSize = size;
    const cut = keys.filter((each) => each.checkVisibility()).filter(isCut);
    return cut.map((each) => `${size}: ${each.textContent || each.ariaLabel}`);
  });
  style.fontSize = "";
  return found;
}"""


def cut_in_large_text(page: Page) -> list[str]:
    """What does not fit into its key or tab, on each width and at each size of text."""
    found: list[str] = []
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 740})
        found += page.evaluate(CUT, ["130%", "150%", "200%", "100%"])
    return found


def test_no_key_and_no_figure_is_cut_in_large_text(phone: Page) -> None:
    names = ("Ann", "Bartholomew Longfellow", "Bartholomew Longman")
    phone.goto(post_record(phone, empty_game("laws", names)) + "enter")
    expect(phone.locator(".tab [aria-hidden]")).to_have_text(["B…fellow", "Ba…man"])
    cut = cut_in_large_text(phone)
    tap(phone, "by:1 K K 2 S 8 K next in_hand A A")
    cut += cut_in_large_text(phone)
    open_more(phone)
    tap(phone, "mode:totals d:1 d:2 d:0 d:0 d:0")
    assert cut + cut_in_large_text(phone) == []


def test_five_long_names_in_large_text_lose_no_words(phone: Page) -> None:
    names = ("Maximiliane Hohenstein", "Wolfeschlegelstein", "Bartholomew Longfellow", "Dot", "Eve")
    phone.goto(post_record(phone, empty_game("contract", names)) + "enter")
    tap(phone, "by:4")
    assert cut_in_large_text(phone) == []
    phone.set_viewport_size({"width": 390, "height": 844})
    phone.evaluate("document.documentElement.style.fontSize = '200%'")
    tabs, hints = phone.locator("#pad .tab"), phone.locator("#pad .hints p:not([hidden])")
    assert [line.evaluate(OVERLAPS) for line in hints.all()] == [False] * len(hints.all())
    # The open tab comes into view by itself, and who went out is done once that tab is left.
    press_button(tabs.nth(0))
    expect(tabs.nth(0)).to_be_in_viewport(ratio=1)
    expect(line_of(phone)).to_have_attribute("placeholder", "Cards of Maximiliane Hohenstein")
    order = phone.locator("#pad .board h2, #pad .hints").evaluate_all(
        "all => all.map((part) => part.innerText.split('\\n')[0])"
    )
    assert order == ["IN HAND", "K", "LAID DOWN"]
    tap(phone, "5 next 5 next 5 next 5")
    expect(tabs.nth(3)).to_be_in_viewport(ratio=1)
    expect(pad(phone).get_by_role("button", name="Score the deal")).to_be_visible()


OVERLAPS = """({ children: [keys, words] }) =>
  keys.lastElementChild.getBoundingClientRect().right > words.getBoundingClientRect().left"""
BOXES = """(cards) => cards
  .map((card) => card.getBoundingClientRect())
  .map(({ width, height, right }) => [width, height, right])"""


def test_cards_grow_with_the_text_and_what_is_used_stays_in_view(phone: Page) -> None:
    sit_down(phone)
    # A chip that is ticked stays in sight, and the next player begins at the top.
    tap(phone, "by:0 K K 5 5 8 8")
    open_more(phone)
    chip = pad(phone).get_by_role("button", name="A wrong number")
    chip.scroll_into_view_if_needed()
    press_button(chip)
    expect(chip).to_be_in_viewport()
    tap(phone, "next")
    assert pad(phone).locator(".board").evaluate("board => board.scrollTop") == 0
    start_again(phone)
    tap(phone, "by:0 S 3 K next in_hand K Q 7")
    sizes = []
    for text in ("100%", "130%", "200%"):
        phone.evaluate("size => { document.documentElement.style.fontSize = size }", text)
        width, height, _ = phone.locator("#pad .in_hand .card").evaluate_all(BOXES)[0]
        sizes.append((round(width), round(height)))
        tap(phone, "seat:0")
        cards = phone.locator("#pad .mline .card").evaluate_all(BOXES)
        assert len(cards) == 11
        for width, height, right in cards:
            assert 30 <= width <= 44
            assert height <= 58.5
            assert right <= 360
        tap(phone, "seat:1 in_hand")
    assert sizes[0] == (40, 53)
    assert sizes[2] == (44, 58)
