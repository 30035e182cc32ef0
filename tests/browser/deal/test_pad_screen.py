"""The pad as it looks and answers: keys that a thumb can hit, no barrier, reasons, undo."""

import re

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.web.deal.pad import pad_table
from tests.browser.games import empty_game, post_record
from tests.browser.looking import faults, misfits, usual_faults
from tests.browser.pad_keys import Keys, setup_of
from tests.browser.pad_screen import (
    CAST,
    assert_keys_fit_thumbs,
    covered_keys,
    line_of,
    melds,
    melds_after_each,
    open_more,
    pad,
    point,
    press_button,
    sit_down,
    start_again,
    tap,
)
from tests.browser.screens import Screens


@pytest.mark.long
def test_undo_takes_back_one_press_without_limit_and_shows_whose_it_is(phone: Page) -> None:
    sit_down(phone)
    question = phone.get_by_role("heading", name="Who went out?")
    tap(phone, "by:0 K K 2 S 8 K")
    set_of_two = ["K K K 2"]
    kept = [[*set_of_two, "8S-TS"], set_of_two, set_of_two, ["K K K K"], ["K K K"], []]
    assert melds_after_each(phone, "undo undo undo undo undo undo") == kept
    # Who went out has a key of its own: else the next key would be one of another kind.
    tap(phone, "undo")
    expect(question).to_be_hidden()
    expect(pad(phone).locator(".notes .reason")).to_contain_text("No card to take back.")
    tap(phone, "ask")
    expect(question).to_be_visible()
    # A change of tabs is no press to take back.
    tap(phone, "by:0 K seat:2 seat:0 undo")
    assert melds(phone) == []
    tap(phone, "undo ask by:0 K next in_hand A T 9 seat:0 undo")
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


def test_undo_stays_at_the_tab_and_what_was_left_unsaved_says_so(phone: Page) -> None:
    cards = [("KH KD KC", ""), ("", "5H"), ("", "9H")]
    hands = {
        name: {"melds": [laid] if laid else [], "in_hand": held}
        for name, (laid, held) in zip(CAST, cards, strict=True)
    }
    deal = {"ending": "out", "by": "Ann", "hands": hands}
    game = post_record(phone, empty_game("laws", CAST, deals=[deal]))
    phone.goto(game + "deal/1/correct")
    expect(line_of(phone)).to_be_in_viewport(ratio=1)
    before = phone.locator('[name="hand2-in_hand"]').input_value()
    tap(phone, "seat:2 undo")
    expect(phone.locator(".tab[aria-current]")).to_contain_text("Cal")
    tap(phone, "in_hand A undo undo")
    expect(phone.locator(".tab[aria-current]")).to_contain_text("Cal")
    assert phone.locator('[name="hand2-in_hand"]').input_value() == before
    # To look at hands changes nothing.
    unsaved = pad(phone).get_by_text("Changed here, not saved yet.")
    for change, is_told in (("seat:0", False), ("seat:2 in_hand A", True)):
        tap(phone, change)
        phone.reload()
        expect(line_of(phone)).to_have_attribute("placeholder", re.compile("Cards of"))
        expect(unsaved).to_have_count(int(is_told))
    press_button(pad(phone).get_by_role("button", name="As scored"))
    expect(unsaved).to_have_count(0)
    assert phone.locator('[name="hand2-in_hand"]').input_value() == before
    tap(phone, "undo")
    assert phone.locator('[name="hand2-in_hand"]').input_value() == f"{before} A"


def test_what_is_used_up_answers_with_the_reason_and_leads_to_its_place(phone: Page) -> None:
    sit_down(phone)
    tap(phone, "by:0 K JK next 5")
    press_button(phone.get_by_role("button", name="Joker, used up"))
    notes = pad(phone).locator(".notes")
    expect(notes).to_contain_text("The Joker is used: Ann’s kings.")
    press_button(notes.get_by_role("button", name="Show"))
    expect(phone.locator(".tab[aria-current]")).to_contain_text("Ann")
    expect(phone.locator(".mline.open")).to_have_count(1)
    # A run that somebody else has may be laid with wild cards.
    start_again(phone)
    tap(phone, "by:0 D 7 Q D 7 Q card:1 next melded D 7 Q")
    expect(notes).to_contain_text("Five cards of this run are used: Ann’s run.")
    expect(phone.locator(".mline.waiting")).to_be_visible()
    assert usual_faults(phone) == []
    press_button(notes.get_by_role("button", name="Use wild cards"))
    expect(phone.locator(".mline.open .wild")).to_have_count(5)
    tap(phone, "undo Q")
    press_button(notes.get_by_role("button", name="Show"))
    expect(phone.locator(".tab[aria-current]")).to_contain_text("Ann")
    # What asks for a card is in sight, also below other melds and when it gets another card.
    start_again(phone)
    tap(phone, "by:0 A 7 5 9 S 8 J 2")
    question = phone.locator(".mline.waiting p")
    expect(question).to_be_in_viewport(ratio=1)
    tap(phone, "A")
    expect(notes).to_contain_text("This run has no ace.")
    expect(question).to_be_in_viewport(ratio=1)
    # A card in hand of who went out: perhaps another one did.
    point(phone, "J down:4")
    expect(notes).to_contain_text("Ann went out and holds no card.")
    press_button(notes.get_by_role("button", name="Who went out?"))
    expect(phone.get_by_role("heading", name="Who went out?")).to_be_visible()


def test_the_whole_grammar_works_from_a_keyboard_and_a_long_press(phone: Page) -> None:
    sit_down(phone)
    pad(phone).locator(".answers button").first.focus()
    keyboard = phone.keyboard
    keyboard.type("1kk2s8k20nk")
    keyboard.press("Backspace")
    keyboard.type(".h7jia")
    keyboard.press("Shift+Q")
    keyboard.type(".i0")
    # The first key loads what knows the others, which wait for it.
    expect(phone.locator('[name="hand2-in_hand"]')).to_have_value("T")
    assert melds(phone) == ["K K K 2", "8S 9S 2=TS JS QS KS"]
    assert phone.locator('[name="hand1-melds"]').input_value() == "7H-JH"
    assert phone.locator('[name="hand1-in_hand"]').input_value() == "A QS"
    bob = phone.locator(".tab").nth(1)
    tap(phone, "seat:1")
    phone.locator(".keys button").first.focus()
    keyboard.press("o")
    expect(bob).to_contain_text("sits out")
    keyboard.press("o")
    expect(bob).not_to_contain_text("sits out")
    # A key that is held down lays another set, of four.
    start_again(phone)
    tap(phone, "by:0 K")
    phone.locator('.keys [data-press="K"]').click(delay=600)
    assert melds(phone) == ["K K K", "K K K K"]
    # A desk is told that a keyboard does it, too.
    told = pad(phone).get_by_text("Click a key, then type S 8 K, Backspace")
    expect(told).to_be_hidden()
    phone.set_viewport_size({"width": 1280, "height": 800})
    expect(told).to_be_visible()
    keyboard.type("s8k")
    keyboard.press("Backspace")
    assert melds(phone)[2:] == ["8S-TS"]
    open_more(phone)
    tap(phone, "mode:totals")
    expect(told).to_be_hidden()


def test_what_is_offered_depends_on_the_hand_and_the_left_hand_keeps_its_keys(phone: Page) -> None:
    sit_down(phone)
    tap(phone, "by:0 K next")
    # The row of the cards in hand opens them as its key does.
    pad(phone).get_by_role("heading", name="In hand").click()
    tap(phone, "A next in_hand 7")
    assert phone.locator('[name="hand1-in_hand"]').input_value() == "A"
    doubts = pad(phone).locator(".notes .amber")
    expect(doubts.first).to_be_visible()
    open_more(phone)
    # What is unlikely in the hands does not cover what More has.
    expect(doubts.filter(visible=True)).to_have_count(0)
    press_button(phone.get_by_text("Say or type instead"))
    expect(doubts.first).to_be_visible()
    # Concealed is for the player who went out, and excludes the first turn.
    start_again(phone)
    tap(phone, "by:0")
    concealed = phone.get_by_role("button", name="Concealed")
    first_turn = phone.get_by_role("button", name="On the first turn")
    expect(first_turn).to_have_count(1)
    tap(phone, "flag:concealed")
    expect(first_turn).to_have_count(0)
    expect(concealed).to_have_count(1)
    tap(phone, "next")
    expect(concealed).to_have_count(0)
    tap(phone, "do:mirror")
    phone.reload()
    undo = phone.locator('.keys [data-press="undo"]').bounding_box()
    spades = phone.locator('.keys [data-press="S"]').bounding_box()
    assert undo is not None
    assert spades is not None
    assert undo["x"] < spades["x"]
    # A phone that wants no motion shows none.
    tap(phone, "K")
    assert phone.evaluate("document.getAnimations().length") == 0


@pytest.mark.parametrize("variant", ["laws", pytest.param("gin150", marks=pytest.mark.long)])
def test_the_pad_has_no_barrier_and_fits_phones_and_wide_screens(phone: Page, variant: str) -> None:
    gin = variant == "gin150"
    sit_down(phone, variant, 2 if gin else 3)
    tap(phone, "D 7" if gin else "")
    asked = misfits(phone)
    tap(phone, "by:0 S 4 5 6 H 4 next H 4" if gin else "by:0 next melded K K JK S 5 8")
    assert_head_is_above_the_cards(phone, [".tabs"] * (not gin))
    open_more(phone)
    assert asked + faults(phone) == []
    assert_keys_fit_thumbs(phone)
    phone.set_viewport_size({"width": 844, "height": 390})
    for press in ("sums",) if gin else ("mode:totals", "mode:quick", "fining"):
        tap(phone, press)
        phone.locator("#pad .tray .other").get_by_role("button").first.wait_for()
        covered = covered_keys(phone)
        assert {"undo"} < set(covered)
        assert not any(covered.values()), (press, covered)


def test_a_phone_that_lies_has_the_line_also_while_who_went_out_is_asked(phone: Page) -> None:
    phone.set_viewport_size({"width": 844, "height": 390})
    sit_down(phone, "laws", 4)
    line, question = line_of(phone), phone.get_by_text("Who went out?")
    expect(line).to_be_in_viewport(ratio=1)
    expect(question).to_be_in_viewport(ratio=1)
    over, under = line.bounding_box(), question.bounding_box()
    assert over
    assert under
    assert over["x"] >= 422
    assert over["y"] + over["height"] <= under["y"]
    tap(phone, "by:0")
    expect(line).to_be_in_viewport(ratio=1)


WIDE = [(844, 390), (1024, 768), (1280, 800), (1366, 768), (1440, 900)]
BOXES = """selectors => selectors
  .map((each) => document.querySelector(`#pad ${each}`).getBoundingClientRect())
  .map(({ x, y, right, bottom }) => [x, y, right, bottom])"""


def assert_head_is_above_the_cards(page: Page, between: list[str]) -> None:
    """Check that a wide screen has head, players and cards below one another, beside the keys."""
    for width, height in WIDE:
        page.set_viewport_size({"width": width, "height": height})
        *parts, tray = page.evaluate(BOXES, ["header", *between, ".board", ".tray"])
        edges = [0, *[bottom for _, _, _, bottom in parts[:-1]]]
        assert [top for _, top, _, _ in parts] == edges, (width, height)
        _, _, right, _ = parts[-1]
        left, top, _, _ = tray
        assert top == edges[1]
        assert left >= right


TWO_PADS = """async (facts) => {
  const names = ["pad", "entry", "meld_kind"];
  const modules = await Promise.all(names.map((name) => import(`/modules/deal/pad/${name}.js`)));
  const { Pad, Entry, MELDS } = Object.assign({}, ...modules);
  const text = await (await fetch("/hand?variant=laws")).text();
  const page = new DOMParser().parseFromString(text, "text/html");
  document.body.append(page.querySelector("#pad-screen"));
  const draft = { write: () => true, drop: () => {} };
  const begin = ({ table }, texts) => new Entry(table, draft, texts, null);
  const pads = [0, 1].map(() => {
    const [form, place] = [document.createElement("form"), document.createElement("div")];
    form.append(place);
    document.querySelector("#content").append(form);
    return new Pad(place, { ...facts, kind: MELDS }, { begin });
  });
  for (const code of ["by:0", "K", "5"]) pads[0].act(code, null);
  for (const code of ["by:1", "8"]) pads[1].act(code, null);
  pads[0].act("undo", null);
  const lines = (pad) => [...pad.place.querySelectorAll(".mline")];
  const shown = pads.map((pad) => lines(pad).map((each) => each.innerText));
  for (const { form } of pads) form.remove();
  return shown;
}"""


def test_two_pads_of_one_page_know_nothing_of_each_other(keys: Keys) -> None:
    shown = keys.page.evaluate(TWO_PADS, pad_table(setup_of(), 1))
    assert [[line.split()[:3] for line in lines] for lines in shown] == [[["K"] * 3], [["8"] * 3]]


def test_every_tap_flashes_again(screens: Screens) -> None:
    phone = screens.open(360, reduced_motion="no-preference")
    game = sit_down(phone)
    tap(phone, "by:0")
    phone.evaluate("window.begun = 0; addEventListener('animationstart', () => window.begun++)")
    for _ in range(2):
        before = phone.evaluate("window.begun")
        tap(phone, "S")
        phone.wait_for_function("before => window.begun > before", arg=before)
        phone.wait_for_function("() => document.getAnimations().length === 0")
    # Pages fade into one another too, unless the phone asks for less motion.
    phone.add_init_script(
        "addEventListener('pagereveal', (e) => window.fades = !!e.viewTransition)"
    )
    phone.goto(game + "history")
    for motion, leads in (("no-preference", ".bar > a"), ("reduce", ".foot .main")):
        phone.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
        with phone.expect_navigation():
            phone.locator(leads).click()
        phone.wait_for_function("() => window.fades !== undefined")
        assert phone.evaluate("window.fades") == (motion == "no-preference"), motion
