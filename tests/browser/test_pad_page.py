"""The pad on a phone: whole deals by taps, drafts that last, and keys that a thumb can hit."""

import json
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Screens
from tests.browser.looking import barriers

CAST = ("Ann", "Bob", "Cal")
SHARED: dict[tuple[str, int], str] = {}


@pytest.fixture
def phone(screens: Screens) -> Page:
    return screens.open(360)


@pytest.fixture
def plain_http(screens: Screens) -> Page:
    """A phone that meets the site as most tables do: by a name, without HTTPS."""
    return screens.open(360, base_url=screens.plain_address)


def begin(page: Page, variant: str, players: int) -> str:
    """A new game; its address."""
    game = {"format": "scorekeeper-game/1", "variant": variant, "players": CAST[:players]}
    page.goto("/import")
    page.get_by_label("Or its text").fill(json.dumps({**game, "deals": []}))
    page.get_by_role("button", name="Import").click()
    return urlsplit(page.url).path


def sit_down(page: Page, variant: str = "laws", players: int = 3, *, saves: bool = False) -> str:
    """Open the form of the first deal; tests that save nothing share a game."""
    table = (variant, players)
    game = begin(page, variant, players) if saves or table not in SHARED else SHARED[table]
    if not saves:
        SHARED[table] = game
    page.goto(game + "enter")
    return game


def tap(page: Page, presses: str) -> None:
    for press in presses.split():
        page.locator(f'#pad [data-press="{press}"]').last.click()


def pad(page: Page) -> Locator:
    return page.locator("#pad")


def melds(page: Page) -> list[str]:
    return page.locator('[name="hand0-melds"]').input_value().splitlines()


LAWS = "by:0 K K 2 S 8 K 5 5 next A 6 H 7 J card:2 in_hand K A 7 next in_hand QS 9 4 4"


def test_a_deal_of_oklahoma_by_taps(phone: Page) -> None:
    sit_down(phone, saves=True)
    tap(phone, LAWS)
    phone.get_by_role("button", name="Show the score").click()
    expect(phone.get_by_role("heading", name="Deal 1")).to_be_visible()
    expect(phone.locator("main")).to_contain_text("260")


def test_a_deal_of_contract_by_taps(phone: Page) -> None:
    sit_down(phone, "contract", saves=True)
    tap(phone, "by:1 next 8 8 K 2R next A JK 2B")
    phone.get_by_role("button", name="Show the score").click()
    expect(phone.locator("main")).to_contain_text("55")


def test_a_deal_of_gin_by_taps(phone: Page) -> None:
    sit_down(phone, "gin150", 2, saves=True)
    tap(phone, "D 7 by:0 S 4 5 6 C 9 D 9 H 9 D J Q K H 4")
    tap(phone, "next C 8 H 8 D 8 C A 2 3 S 7 9 H T 2")
    phone.get_by_role("button", name="Show the score").click()
    expect(phone.locator("main")).to_contain_text("+8")


def test_a_deal_by_text_line_on_plain_http(plain_http: Page) -> None:
    sit_down(plain_http, players=2)
    assert plain_http.evaluate("isSecureContext") is False
    tap(plain_http, "by:0")
    plain_http.get_by_text("More", exact=True).click()
    line = plain_http.get_by_label("Type cards")
    line.fill("KKK2, 8s-Ks, 5555")
    line.press("Enter")
    assert melds(plain_http) == ["K K K 2", "8S-KS", "5 5 5 5"]
    plain_http.reload()
    assert melds(plain_http) == ["K K K 2", "8S-KS", "5 5 5 5"]


def test_a_reload_lands_on_the_same_key(phone: Page) -> None:
    sit_down(phone)
    tap(phone, "by:0 K 2 S 8")
    phone.reload()
    expect(phone.locator(".waiting")).to_contain_text("8")
    tap(phone, "K")
    assert melds(phone) == ["K K 2", "8S-KS"]


def test_a_draft_is_gone_once_the_deal_is_saved(phone: Page) -> None:
    game = sit_down(phone, saves=True)
    tap(phone, LAWS)
    phone.get_by_role("button", name="Show the score").click()
    expect(phone.get_by_role("heading", name="Deal 1")).to_be_visible()
    phone.goto(game + "enter")
    expect(phone.get_by_role("heading", name="Who went out?")).to_be_visible()
    assert phone.evaluate("Object.keys(localStorage).filter(name => name.includes('#1'))") == []


def test_what_the_site_refuses_is_still_on_the_keys(phone: Page) -> None:
    sit_down(phone, saves=True)
    tap(phone, "by:0 K next in_hand A next")
    phone.get_by_role("button", name="Show the score").click()
    expect(phone.get_by_role("alert")).to_contain_text("Cal still has to show")
    assert melds(phone) == ["K K K"]
    tap(phone, "seat:2 in_hand K")
    phone.get_by_role("button", name="Show the score").click()
    expect(phone.get_by_role("heading", name="Deal 1")).to_be_visible()
    expect(phone.locator("main")).to_contain_text("130")


def test_a_deal_is_corrected_on_the_keys(phone: Page) -> None:
    game = sit_down(phone, saves=True)
    tap(phone, LAWS)
    phone.get_by_role("button", name="Show the score").click()
    expect(phone.get_by_role("heading", name="Deal 1")).to_be_visible()
    phone.goto(game + "deal/1/correct")
    tap(phone, "line:2 x:2")
    pad(phone).get_by_label("Why it is corrected").fill("no fives")
    phone.get_by_role("button", name="Show the score").click()
    expect(phone.locator("main")).to_contain_text("240")


def test_undo_takes_back_one_press_without_limit(phone: Page) -> None:
    sit_down(phone)
    tap(phone, "by:0 K K 2 S 8 K")
    for expected in (["K K K 2"], ["K K K 2"], ["K K K 2"], ["K K K K"], ["K K K"], []):
        tap(phone, "undo")
        assert melds(phone) == expected
    tap(phone, "undo")
    expect(phone.get_by_role("heading", name="Who went out?")).to_be_visible()


def test_a_key_that_is_used_up_answers_with_the_reason_and_the_place(phone: Page) -> None:
    sit_down(phone)
    tap(phone, "by:0 K JK next 5")
    key = phone.get_by_role("button", name="Joker, used up")
    key.click()
    notes = pad(phone).get_by_role("status")
    expect(notes).to_contain_text("The Joker is used: Ann’s kings.")
    notes.get_by_role("button", name="Show").click()
    expect(phone.locator(".tab[aria-current]")).to_contain_text("Ann")
    expect(phone.locator(".mline.open")).to_have_count(1)


def test_the_plain_form_and_the_keys_show_the_same(phone: Page) -> None:
    sit_down(phone)
    tap(phone, "by:0 K")
    phone.get_by_text("More", exact=True).click()
    tap(phone, "do:plain")
    field = phone.get_by_role("group", name="Ann", exact=True).get_by_label("Melded", exact=True)
    expect(field).to_have_value("K K K")
    field.fill("KKK\n8s-Qs")
    tap(phone, "do:pad")
    expect(phone.locator(".mline")).to_have_count(2)


def test_a_long_press_begins_another_set(phone: Page) -> None:
    sit_down(phone)
    tap(phone, "by:0 K")
    phone.locator('.keys [data-press="K"]').click(delay=600)
    assert melds(phone) == ["K K K", "K K K"]


def test_the_whole_grammar_works_from_a_keyboard(phone: Page) -> None:
    sit_down(phone)
    for key in "1 k k 2 s 8 k 2 0 n k Backspace Enter h 7 j i a Shift+Q Enter i 0".split():
        phone.keyboard.press(key)
    assert melds(phone) == ["K K K 2", "8S 9S 2=TS JS QS KS"]
    assert phone.locator('[name="hand1-melds"]').input_value() == "7H-JH"
    assert phone.locator('[name="hand1-in_hand"]').input_value() == "A QS"
    assert phone.locator('[name="hand2-in_hand"]').input_value() == "T"


def test_concealed_is_offered_to_who_went_out_and_never_with_the_first_turn(phone: Page) -> None:
    sit_down(phone)
    tap(phone, "by:0 flag:concealed")
    expect(phone.get_by_role("button", name="On the first turn")).to_have_count(0)
    tap(phone, "next")
    expect(phone.get_by_role("button", name="Concealed")).to_have_count(0)


def test_totals_are_typed_and_kept(phone: Page) -> None:
    sit_down(phone, players=2, saves=True)
    tap(phone, "by:0")
    phone.get_by_text("More", exact=True).click()
    tap(phone, "mode:totals")
    pad(phone).get_by_role("textbox", name="Melded").press_sequentially("240")
    tap(phone, "next mode:totals")
    pad(phone).get_by_role("textbox", name="In hand").press_sequentially("95")
    phone.get_by_role("button", name="Show the score").click()
    expect(phone.locator("main")).to_contain_text("340")


def test_cards_are_counted_by_what_they_are_worth(phone: Page) -> None:
    sit_down(phone)
    tap(phone, "end:stock")
    phone.get_by_text("More", exact=True).click()
    tap(phone, "mode:quick q:melded:10:1 q:melded:10:1 q:melded:100:1 q:in_hand:20:1")
    expect(phone.locator(".tab[aria-current]")).to_contain_text("100")
    assert phone.locator('[name="hand0-melded_points"]').input_value() == "120"


def test_in_gin_the_two_counts_will_do(phone: Page) -> None:
    sit_down(phone, "gin150", 2, saves=True)
    tap(phone, "D 7 by:0 sums")
    pad(phone).get_by_role("textbox", name="Deadwood").press_sequentially("4")
    tap(phone, "next")
    pad(phone).get_by_role("textbox", name="Deadwood").press_sequentially("12")
    phone.get_by_role("button", name="Show the score").click()
    expect(phone.locator("main")).to_contain_text("+8")


def test_a_deal_that_never_arrived_is_still_on_the_keys(phone: Page) -> None:
    sit_down(phone)
    tap(phone, LAWS)
    phone.evaluate("navigator.serviceWorker.ready.then(() => null)")
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Show the score").click()
    expect(phone.locator("body")).to_contain_text("out of reach")
    phone.context.set_offline(False)
    expect(phone.get_by_role("group", name="Players")).to_be_visible(timeout=10_000)
    assert melds(phone) == ["K K K 2", "8S-KS", "5 5 5 5"]


@pytest.mark.parametrize(
    ("variant", "scheme"),
    [("laws", "light"), ("laws", "dark"), ("contract", "dark"), ("gin150", "light")],
)
def test_the_pad_has_no_barrier(screens: Screens, variant: str, scheme: str) -> None:
    page = screens.open(360, color_scheme=scheme, reduced_motion="reduce")
    gin = variant == "gin150"
    sit_down(page, variant, 2 if gin else 3)
    tap(page, "D 7" if gin else "")
    asked = barriers(page)
    tap(page, "by:0 S 4 5 6 H 4 next H 4" if gin else "by:0 next melded K K JK S 5 8")
    page.get_by_text("More", exact=True).click()
    assert asked + barriers(page) == []


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


def test_without_motion_nothing_flashes(screens: Screens) -> None:
    page = screens.open(360, reduced_motion="reduce")
    sit_down(page)
    tap(page, "by:0 K")
    animations = page.evaluate("document.getAnimations().length")
    assert animations == 0


def test_a_deal_that_came_too_late_is_still_on_the_keys_after_a_look(
    phone: Page, screens: Screens
) -> None:
    game = sit_down(phone, saves=True)
    faster = screens.open(360)
    faster.goto(game + "enter")
    for page in (faster, phone):
        tap(page, LAWS)
        page.get_by_role("button", name="Show the score").click()
        page.wait_for_load_state()
    expect(phone.locator("body")).to_contain_text("Somebody was faster")
    phone.goto(game)
    phone.get_by_role("link", name="Enter deal 2").click()
    assert melds(phone)[:2] == ["K K K 2", "8S-KS"]
