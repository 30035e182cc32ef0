"""The TV view on screens of every shape: sizes, names, following the table, staying on."""

from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.games import empty_game, five, game_of, post_record, send_form, total
from tests.browser.screens import Screens

SCREENS: Final = ((1920, 1080), (1280, 720), (1024, 768), (768, 1024), (430, 900), (320, 640))
LONG: Final = "Wilhelmina Maximiliana Montgomery-Wu"

# What is wrong with the boxes of a board: a figure wider than its box, a name that is not whole,
# one text over another, a page that is cut off at the side. In some fonts letters are higher than
# their line by an eighth.
_FAULTS: Final = """async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const shown = (within, selector) => [...within.querySelectorAll(selector)]
    .filter((each) => each.checkVisibility() && each.textContent.trim());
  const sizeOf = (each) => parseFloat(getComputedStyle(each).fontSize);
  const figures = shown(document, ".board td")
    .filter((each) => each.scrollWidth > each.clientWidth + 1)
    .map((each) => `${each.className}: ${each.textContent} is cut`);
  const overhang = (each) => Math.max(4, sizeOf(each) / 8);
  const names = shown(document, ".board .name").filter((each) => sizeOf(each) < 14
      || each.scrollWidth > each.clientWidth + 1
      || each.scrollHeight > each.clientHeight + overhang(each))
    .map((each) => `a name has ${each.clientWidth} px at ${sizeOf(each)} px`);
  const covered = shown(document, ".board tbody tr").flatMap((row) => {
    const boxes = shown(row, "td").map((each) => each.getBoundingClientRect());
    const name = row.querySelector(".name").getBoundingClientRect();
    return boxes.filter((box) => Math.min(box.right, name.right) - Math.max(box.left, name.left) > 1
        && Math.min(box.bottom, name.bottom) - Math.max(box.top, name.top) > name.height / 2)
      .map((box) => `a figure at ${box.left} lies over a name`);
  });
  const cut = document.documentElement.scrollWidth > innerWidth ? ["cut off"] : [];
  return [...figures, ...names, ...covered, ...cut];
}"""
_SIZES: Final = """() => Object.fromEntries(["total", "name", "togo", "last"].map((part) =>
  [part, Math.min(...[...document.querySelectorAll(`.board .${part}`)]
    .map((each) => parseFloat(getComputedStyle(each).fontSize)))]))"""


def table_of(count: int) -> dict[str, Any]:
    """A game of players with names of forty letters; minus totals where there can be some."""
    names = tuple([f"{LONG} {letter}" for letter in "ABCDEFGHIJ"[:count]])
    if count > 5:
        hands = {name: {"in_hand_points": 100 + seat} for seat, name in enumerate(names)}
        deals = [
            {"ending": "out", "by": names[0], "hands": hands | {names[0]: {"in_hand_points": 0}}}
        ]
        return empty_game("contract", names) | {"deals": deals}
    hands = {name: total(0, 1130) for name in names} | {names[0]: total(210, 0)}
    concealed = {"ending": "out", "by": names[0], "concealed": True, "hands": hands}
    return empty_game("laws" if count < 5 else "modern", names) | {"deals": [concealed] * 3}


@pytest.mark.parametrize(
    "count", [10, *[pytest.param(count, marks=pytest.mark.long) for count in (2, 3, 4, 5)]]
)
def test_figures_and_names_stand_whole_on_every_screen(screens: Screens, count: int) -> None:
    page = screens.open(1280)
    wrong = []
    page.goto(post_record(page, table_of(count)) + "big")
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        wrong += [(width, height, fault) for fault in page.evaluate(_FAULTS)]
        if width > height:
            assert fits_without_scrolling(page), (width, height)
    assert wrong == []


def fits_without_scrolling(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollHeight <= innerHeight"))


_SIZE = "box => parseFloat(getComputedStyle(box).fontSize)"


def test_on_a_tv_the_figures_are_read_from_across_the_room(screens: Screens) -> None:
    page = screens.open(1280)
    hands = {"Ann": total(540, 0), "Bob": total(195, 20), "Cal": total(0, 130)}
    record = empty_game("laws", tuple(hands))
    record["deals"] = [{"ending": "out", "by": "Ann", "hands": hands}]
    page.goto(post_record(page, record) + "big")
    page.set_viewport_size({"width": 1920, "height": 1080})
    sizes = page.evaluate(_SIZES)
    # Fonts differ in width by a quarter: the total may be smaller than the 240 px of the drawing.
    assert (sizes["total"] >= 190, sizes["name"], sizes["togo"], sizes["last"]) == (
        True,
        pytest.approx(84, abs=1),
        pytest.approx(54, abs=1),
        pytest.approx(72, abs=1),
    )
    panel = page.locator(".board").bounding_box()
    assert panel is not None
    assert panel["height"] >= 0.58 * 1080
    smallest = page.evaluate(
        "Math.min(...[...document.querySelectorAll('body *')].filter(each => each.checkVisibility()"
        " && !each.closest('.vh, .controls')"
        " && [...each.childNodes].some(node => node.nodeType === 3"
        " && node.data.trim())).map(each => parseFloat(getComputedStyle(each).fontSize)))"
    )
    assert smallest >= 36
    page.goto("/tv")
    letters = page.get_by_label("The letters").evaluate(_SIZE)
    assert letters >= 60


def test_short_names_of_four_stand_on_one_line_on_a_phone(phone: Page) -> None:
    phone.goto(post_record(phone, game_of("Ann", "Bob", "Cal", "Dot")) + "big")
    for width in (320, 430):
        phone.set_viewport_size({"width": width, "height": 740})
        names = phone.locator(".board .name").evaluate_all(
            "all => all.map(each => each.scrollWidth <= each.clientWidth)"
        )
        assert names == [True] * 4, width


def test_the_tv_view_follows_to_the_next_game_and_says_when_there_is_no_connection(
    screens: Screens,
) -> None:
    page = screens.open_new(1024)
    game = post_record(page, game_of("Ann", "Bob"))
    page.clock.install()
    page.goto(game + "big")
    expect(page.get_by_text("Ann leads by")).to_be_visible()
    expect(page.locator(".clock")).to_have_text(
        page.evaluate("new Date().toTimeString().slice(0, 5)")
    )
    # The site has its zone, the TV another one; and an old browser does not know each.
    zone = "document.querySelector('.clock').dataset.zone = "
    for name, shown in (("Asia/Kathmandu", "Asia/Kathmandu"), ("Mars/Base", "UTC")):
        page.evaluate(f"{zone}'{name}'")
        page.clock.run_for(1000)
        there = f"new Date().toLocaleTimeString('sv', {{ timeZone: '{shown}' }}).slice(0, 5)"
        expect(page.locator(".clock")).to_have_text(page.evaluate(there))
    send_form(page, game + "undo/3", reason="Counted twice")
    page.clock.run_for(4000)
    expect(page.get_by_text("Ann leads by 185 and has 790 to go.")).to_be_visible()
    send_form(page, game + "close", reason="It is late")
    following = send_form(
        page,
        f"/new?again={game.split('/')[-2]}",
        **{
            "players-0": "Ann",
            "players-1": "Bob",
            "variant": "laws",
            "again": game.split("/")[-2],
        },
    )
    page.clock.run_for(4000)
    page.wait_for_url(f"{following}big")
    expect(page.get_by_text("Bob deals first")).to_be_visible()
    page.context.set_offline(True)
    page.clock.run_for(4000)
    expect(page.get_by_text("No connection.")).to_be_visible()


def test_by_plain_http_the_first_touch_anywhere_keeps_a_tv_on(screens: Screens) -> None:
    page = screens.open(1280)
    game = post_record(page, five())
    page.goto(game.replace("127.0.0.1", "table.test") + "big")
    expect(page.get_by_text("Screen may sleep.")).to_be_visible()
    page.locator(".board").click()
    expect(page.get_by_text("Screen stays on.")).to_be_hidden()
    expect(page.locator("video")).to_have_count(1)


def test_the_head_is_whole_on_a_tv_and_the_controls_at_the_foot_go_away(screens: Screens) -> None:
    page = screens.open_new(1280)
    page.clock.install()
    record = empty_game("laws", ("Ann", "Bob", "Cal"), title="Friday table 2")
    stake = {"currency": "USD", "amount": "1.00", "per": 100}
    page.goto(post_record(page, {**record, "stake": stake}) + "big")
    cut = "all => all.filter((each) => each.scrollWidth > each.clientWidth).length"
    for width, height in ((1920, 1080), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(
            "() => new Promise((done) => requestAnimationFrame(() => done(true)))"
        )
        head = page.locator(".big .bar :is(h1, p)")
        expect(head).to_have_text(["Friday table 2", "Laws · $1 per 100 · deal 1"])
        assert head.evaluate_all(cut) == 0, width
        assert page.locator(".bar :is(button, .for-letters)").count() == 0
    letters = page.get_by_role("link", name="TV letters")
    expect(letters).to_be_visible()
    page.clock.run_for(5100)
    expect(letters).to_be_hidden()
    page.mouse.move(300, 300)
    expect(letters).to_be_visible()
    page.clock.run_for(5100)
    expect(letters).to_be_hidden()
