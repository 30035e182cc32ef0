"""The pad as it looks and answers: keys that a thumb can hit, no barrier, reasons, undo."""

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.web.deal.pad_table import pad_table
from tests.browser.games import empty_game, post_record
from tests.browser.looking import faults, misfits
from tests.browser.pad_keys import give_module, setup_of
from tests.browser.pad_screen import CAST, melds, pad, place_of, sit_down, tap
from tests.browser.screens import Screens


def test_undo_takes_back_one_press_without_limit(phone: Page) -> None:
    sit_down(phone)
    tap(phone, "by:0 K K 2 S 8 K")
    for expected in (["K K K 2"], ["K K K 2"], ["K K K 2"], ["K K K K"], ["K K K"], []):
        tap(phone, "undo")
        assert melds(phone) == expected
    tap(phone, "undo")
    expect(phone.get_by_role("heading", name="Who went out?")).to_be_visible()


def test_undo_takes_back_no_change_of_tabs(phone: Page) -> None:
    sit_down(phone)
    tap(phone, "by:0 K seat:2 seat:0 undo")
    assert melds(phone) == []
    tap(phone, "undo")
    expect(phone.get_by_role("heading", name="Who went out?")).to_be_visible()


def test_undo_first_shows_the_hand_whose_press_it_would_take_back(phone: Page) -> None:
    sit_down(phone)
    tap(phone, "by:0 K next in_hand A T 9 seat:0 undo")
    held = phone.locator('[name="hand1-in_hand"]')
    assert held.input_value() == "A T 9"
    expect(phone.locator(".tab[aria-current]")).to_contain_text("Bob")
    notes = pad(phone).locator(".notes")
    expect(notes).to_contain_text("Press again to take back Bob’s last press.")
    phone.reload()
    assert held.input_value() == "A T 9"
    tap(phone, "undo")
    assert held.input_value() == "A T"
    assert melds(phone) == ["K K K"]


def test_more_is_not_covered_by_what_is_unlikely_in_the_hands(phone: Page) -> None:
    sit_down(phone)
    tap(phone, "by:0 K next in_hand A next in_hand 7")
    doubts = pad(phone).locator(".notes .amber")
    expect(doubts.first).to_be_visible()
    phone.get_by_text("More", exact=True).click()
    expect(doubts.filter(visible=True)).to_have_count(0)
    phone.get_by_text("Say or type instead").click()
    expect(doubts.first).to_be_visible()


def test_where_nothing_was_corrected_yet_undo_stays_at_the_tab(phone: Page) -> None:
    cards = [("KH KD KC", ""), ("", "5H"), ("", "9H")]
    hands = {
        name: {"melds": [laid] if laid else [], "in_hand": held}
        for name, (laid, held) in zip(CAST, cards, strict=True)
    }
    deal = {"ending": "out", "by": "Ann", "hands": hands}
    game = post_record(phone, empty_game("laws", CAST, deals=[deal]))
    phone.goto(game + "deal/1/correct")
    before = phone.locator('[name="hand2-in_hand"]').input_value()
    tap(phone, "seat:2 undo")
    expect(phone.locator(".tab[aria-current]")).to_contain_text("Cal")
    tap(phone, "in_hand A undo undo")
    expect(phone.locator(".tab[aria-current]")).to_contain_text("Cal")
    assert phone.locator('[name="hand2-in_hand"]').input_value() == before


def test_a_key_that_is_used_up_answers_with_the_reason_and_the_place(phone: Page) -> None:
    sit_down(phone)
    tap(phone, "by:0 K JK next 5")
    key = phone.get_by_role("button", name="Joker, used up")
    key.click()
    notes = pad(phone).locator(".notes")
    expect(notes).to_contain_text("The Joker is used: Ann’s kings.")
    notes.get_by_role("button", name="Show").click()
    expect(phone.locator(".tab[aria-current]")).to_contain_text("Ann")
    expect(phone.locator(".mline.open")).to_have_count(1)


def test_a_run_that_somebody_else_has_leads_to_it_or_is_laid_with_wild_cards(phone: Page) -> None:
    sit_down(phone)
    tap(phone, "by:0 D 7 Q D 7 Q card:1 next melded D 7 Q")
    notes = pad(phone).locator(".notes")
    expect(notes).to_contain_text("Five cards of this run are used: Ann’s run.")
    expect(phone.locator(".mline.waiting")).to_be_visible()
    assert faults(phone) == []
    notes.get_by_role("button", name="Use wild cards").click()
    expect(phone.locator(".mline.open .wild")).to_have_count(5)
    tap(phone, "undo Q")
    notes.get_by_role("button", name="Show").click()
    expect(phone.locator(".tab[aria-current]")).to_contain_text("Ann")


def test_a_long_press_begins_another_set(phone: Page) -> None:
    sit_down(phone)
    tap(phone, "by:0 K")
    phone.locator('.keys [data-press="K"]').click(delay=600)
    assert melds(phone) == ["K K K", "K K K"]


def test_the_whole_grammar_works_from_a_keyboard(phone: Page) -> None:
    sit_down(phone)
    pad(phone).locator(".answers button").first.focus()
    for key in "1 k k 2 s 8 k 2 0 n k Backspace . h 7 j i a Shift+Q . i 0".split():
        phone.keyboard.press(key)
    # The first key loads what knows the others, which wait for it.
    expect(phone.locator('[name="hand2-in_hand"]')).to_have_value("T")
    assert melds(phone) == ["K K K 2", "8S 9S 2=TS JS QS KS"]
    assert phone.locator('[name="hand1-melds"]').input_value() == "7H-JH"
    assert phone.locator('[name="hand1-in_hand"]').input_value() == "A QS"


def test_concealed_is_for_the_player_who_went_out_and_excludes_the_first_turn(
    phone: Page,
) -> None:
    sit_down(phone)
    tap(phone, "by:0 flag:concealed")
    expect(phone.get_by_role("button", name="On the first turn")).to_have_count(0)
    tap(phone, "next")
    expect(phone.get_by_role("button", name="Concealed")).to_have_count(0)


@pytest.mark.parametrize("variant", ["laws", "gin150"])
def test_the_pad_has_no_barrier(screens: Screens, variant: str) -> None:
    page = screens.open(360)
    gin = variant == "gin150"
    sit_down(page, variant, 2 if gin else 3)
    tap(page, "D 7" if gin else "")
    asked = misfits(page)
    tap(page, "by:0 S 4 5 6 H 4 next H 4" if gin else "by:0 next melded K K JK S 5 8")
    page.get_by_text("More", exact=True).click()
    assert asked + faults(page) == []


@pytest.mark.parametrize("variant", ["laws", "contract", "gin150"])
def test_keys_are_as_large_as_a_thumb_needs(phone: Page, variant: str) -> None:
    gin = variant == "gin150"
    sit_down(phone, variant, 2 if gin else 3)
    tap(phone, "D 7 by:0" if gin else "by:0 next")
    for width, least in ((360, 45), (320, 40)):
        phone.set_viewport_size({"width": width, "height": 740})
        boxes = phone.locator(".keys button").evaluate_all(
            "all => all.map(e => e.getBoundingClientRect()).map(r => [r.width, r.height, r.top])"
        )
        assert len(boxes) == 21
        assert len({box[2] for box in boxes}) == 3
        assert min(box[0] for box in boxes) >= least
        assert min(box[1] for box in boxes) >= 56


WIDE = [(844, 390), (1024, 768), (1280, 800), (1366, 768), (1440, 900)]


@pytest.mark.parametrize("variant", ["laws", "gin150"])
def test_on_a_wide_screen_the_head_is_above_the_players_and_these_above_the_cards(
    phone: Page, variant: str
) -> None:
    gin = variant == "gin150"
    sit_down(phone, variant, 2 if gin else 3)
    tap(phone, "D 7 by:0 S 4 5 6" if gin else "by:0 K K 2")
    above = ["header", ".board"] if gin else ["header", ".tabs", ".board"]
    for width, height in WIDE:
        phone.set_viewport_size({"width": width, "height": height})
        boxes = [pad(phone).locator(each).bounding_box() for each in [*above, ".tray"]]
        *parts, tray = [box for box in boxes if box is not None]
        edges = [0, *[part["y"] + part["height"] for part in parts[:-1]]]
        assert [part["y"] for part in parts] == edges, (width, height)
        assert len(parts) == len(above)
        assert tray["y"] == parts[0]["height"]
        assert tray["x"] >= parts[-1]["x"] + parts[-1]["width"]


@pytest.mark.parametrize("presses", ["sums", "mode:totals", "mode:quick", "fining"])
def test_on_a_phone_held_sideways_no_key_covers_another(screens: Screens, presses: str) -> None:
    page = screens.open(844)
    page.set_viewport_size({"width": 844, "height": 390})
    gin = presses == "sums"
    sit_down(page, "gin150" if gin else "laws", 2 if gin else 3)
    tap(page, "D 7 by:0" if gin else "by:0")
    page.get_by_text("More", exact=True).click()
    tap(page, presses)
    page.locator("#pad .tray .other").get_by_role("button").first.wait_for()
    codes = page.locator("#pad .tray [data-press]").evaluate_all(
        "all => all.filter(each => each.checkVisibility()).map(each => each.dataset.press)"
    )
    assert {"undo"} < set(codes)
    for code in codes:
        place_of(page, code)


def test_the_left_handed_keys_are_mirrored_and_stay_so(phone: Page) -> None:
    sit_down(phone)
    tap(phone, "by:0")
    phone.get_by_text("More", exact=True).click()
    tap(phone, "do:mirror")
    phone.reload()
    undo = phone.locator('.keys [data-press="undo"]').bounding_box()
    spades = phone.locator('.keys [data-press="S"]').bounding_box()
    assert undo is not None
    assert spades is not None
    assert undo["x"] < spades["x"]


TWO_PADS = """async (facts) => {
  const names = ["pad", "entry", "fields", "meld_kind"];
  const modules = await Promise.all(names.map((name) => import(`/modules/deal/pad/${name}.js`)));
  const { Pad, Entry, readForm, writeForm, MELDS } = Object.assign({}, ...modules);
  const draft = { write: () => true, drop: () => {} };
  const begin = ({ table }, texts) => new Entry(table, draft, texts, null);
  const pads = [0, 1].map(() => {
    const [form, place] = [document.createElement("form"), document.createElement("div")];
    form.append(place);
    document.querySelector("#content").append(form);
    return new Pad(place, { ...facts, kind: MELDS }, { read: readForm, write: writeForm, begin });
  });
  for (const code of ["by:0", "K", "5"]) pads[0].act(code, null);
  for (const code of ["by:1", "8"]) pads[1].act(code, null);
  pads[0].act("undo", null);
  const lines = (pad) => [...pad.place.querySelectorAll(".mline")];
  return pads.map((pad) => lines(pad).map((each) => each.innerText));
}"""


def test_two_pads_of_one_page_know_nothing_of_each_other(phone: Page) -> None:
    phone.goto("/import")
    phone.route("**/modules/**", give_module)
    shown = phone.evaluate(TWO_PADS, pad_table(setup_of(), 1))
    assert [[line.split()[:3] for line in lines] for lines in shown] == [[["K"] * 3], [["8"] * 3]]


def test_every_tap_flashes_again(screens: Screens) -> None:
    phone = screens.open(360, reduced_motion="no-preference")
    sit_down(phone)
    tap(phone, "by:0")
    phone.evaluate("window.begun = 0; addEventListener('animationstart', () => window.begun++)")
    for _ in range(3):
        before = phone.evaluate("window.begun")
        tap(phone, "S")
        phone.wait_for_function("before => window.begun > before", arg=before)
        phone.wait_for_function("() => document.getAnimations().length === 0")


def test_without_motion_nothing_flashes(screens: Screens) -> None:
    page = screens.open(360, reduced_motion="reduce")
    sit_down(page)
    tap(page, "by:0 K")
    animations = page.evaluate("document.getAnimations().length")
    assert animations == 0
