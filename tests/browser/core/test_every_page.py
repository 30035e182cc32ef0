"""Every page on every width, by day and by night, with large text: no barrier, nothing cut off."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.rules.variants import VARIANTS
from tests.browser.games import (
    LONG,
    NAMES,
    bring,
    empty_game,
    five,
    forty_deals,
    game_of,
    game_over,
    gin_game,
    hollywood,
    partners,
    post_record,
    ten_players,
)
from tests.browser.looking import (
    AXE,
    NARROWEST,
    WIDTHS,
    faults,
    is_cut_off,
    misfits,
    open_folds,
    resize,
    spilled_totals,
    usual_faults,
)
from tests.browser.screens import KEEPER, Screens

TEN: Final = "&".join([f"card={card}" for card in "4S 5S 6S 9C 9D 9H JD QD KD 4H".split()])
SITE: Final = {
    "home": "/",
    "new game of modern": "/new?variant=modern",
    "import": "/import",
    "look": "/look",
    "rules of gin": "/rules/gin150",
    "gin hand": f"/hand?variant=gin150&upcard=7D&{TEN}",
    "hand that is wrong": "/hand?variant=laws&melds=KKKKK%0D%0A2H 2D 2C&in_hand=ZZ",
}
"""Pages without a game; a page of one variant stands for those of its family."""
MORE_OF_SITE: Final = {
    "all games": "/games",
    "read": "/read",
    "letters for a TV": "/tv",
    "nowhere": "/nowhere",
    "backups": f"/backups/{KEEPER}/",
    "rules": "/rules",
    "hand": "/hand?variant=laws&melds=KKK2%0D%0A8S-KS&in_hand=5 6 QS",
}
"""Pages whose names, roles and colours are of the macros and styles of those above."""
ALIKE: Final = (
    *[f"/rules/{key}" for key in VARIANTS if SITE["rules of gin"] != f"/rules/{key}"],
    "/new?variant=gin100",
    "/hand",
    "/hand?variant=gin150",
    "/hand?variant=contract&melds=KKK&in_hand=A 9 2b",
    f"/hand?variant=gin150&upcard=AS&{TEN}&card=2C",
    "/hand?variant=gin150&said=bananas",
)
"""Pages that differ from those above in their words and figures alone."""

GAMES: Final = {
    "won": game_over(),
    "gin": gin_game(),
    "hollywood": hollywood(),
    "hollywood over": hollywood(7),
    "partners": partners("Ann", LONG, "Cal", "דבורה"),
    "four": game_of("Ann", "Bartholomew Longfellow", "Cal", "Dot"),
    "five": five(),
    "forty": forty_deals(),
    "ten": ten_players(),
}
GAME_PAGES: Final = (
    *[("won", name) for name in ("", "deal/1/correct", "final", "players", "challenge/2")],
    *[("gin", "enter"), ("partners", "enter")],
)
MORE_GAME_PAGES: Final = (
    *[("won", name) for name in ("deal/1", "undo/2", "history", "big", "setup", "other-rules")],
    *[("won", "print"), ("gin", ""), ("gin", "close"), ("hollywood", "")],
    *[("partners", name) for name in ("", "hand/3")],
)
"""Pages whose names, roles and colours are of the macros and styles of those above."""
OTHER_PAGES: Final = (
    *[("gin", "deal/1"), ("hollywood", "big"), ("hollywood over", "final")],
    *[("partners", "deal/1"), ("forty", "enter")],
)
"""Pages of the same kinds, of other games."""
FULLER_PAGES: Final = (
    *[("four", name) for name in ("", "deal/1", "big")],
    *[("five", name) for name in ("close", "big")],
    *[("forty", name) for name in ("", "players", "deal/40")],
    *[("ten", name) for name in ("", "final", "deal/1")],
)
"""Pages of the same kinds with more in them, or longer names."""


def test_no_page_of_the_site_has_a_fault(screens: Screens) -> None:
    page, wrong = screens.open(320, first_script=AXE), []
    for name, address in SITE.items():
        page.goto(address)
        open_folds(page)
        wrong += [(name, fault) for fault in faults(page)]
    page = screens.open(320)
    for name, address in MORE_OF_SITE.items():
        page.goto(address)
        open_folds(page)
        wrong += [(name, fault) for fault in misfits(page, NARROWEST)]
    assert wrong == []


def test_no_page_of_a_game_has_a_fault(screens: Screens) -> None:
    page, wrong = screens.open(320, first_script=AXE), []
    for address, game, name in pages_of_games(page, GAME_PAGES):
        page.goto(address)
        open_folds(page)
        wrong += [(game, name, fault) for fault in faults(page)]
    page = screens.open(320)
    for address, game, name in pages_of_games(page, MORE_GAME_PAGES):
        page.goto(address)
        open_folds(page)
        wrong += [(game, name, fault) for fault in misfits(page, NARROWEST)]
    assert wrong == []


@pytest.mark.long
def test_no_other_page_has_a_fault(screens: Screens) -> None:
    page, wrong = screens.open(320, first_script=AXE), []
    for address in MORE_OF_SITE.values():
        page.goto(address)
        open_folds(page)
        wrong += [("", address, fault) for fault in faults(page)]
    for address, game, name in pages_of_games(page, (*MORE_GAME_PAGES, *OTHER_PAGES)):
        page.goto(address)
        open_folds(page)
        wrong += [(game, name, fault) for fault in faults(page)]
    assert wrong == []


@pytest.mark.long
def test_no_fuller_page_is_cut_off_or_too_small(screens: Screens) -> None:
    page, wrong = screens.open(320), []
    for address, game, name in pages_of_games(page, FULLER_PAGES):
        page.goto(address)
        open_folds(page)
        wrong += [(game, name, fault) for fault in misfits(page)]
    assert wrong == []


def pages_of_games(page: Page, pages: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str, str]]:
    """Bring each game once; yield the addresses of pages with their games and names."""
    brought: dict[str, str] = {}
    for game, name in pages:
        if game not in brought:
            brought[game] = post_record(page, GAMES[game])
        yield brought[game] + name, game, name


@pytest.mark.long
def test_no_page_of_another_variant_is_cut_off_or_too_small(screens: Screens) -> None:
    page = screens.open(320)
    wrong = []
    for address in ALIKE:
        page.goto(address)
        open_folds(page)
        wrong += [(address, fault) for fault in misfits(page, widths=NARROWEST)]
    assert wrong == []


def test_a_form_with_problems_has_no_fault(phone: Page) -> None:
    phone.goto(post_record(phone, gin_game()) + "enter")
    pad = phone.locator("#pad")
    pad.get_by_text("More", exact=True).click()
    pad.get_by_text("Say or type instead").click()
    pad.get_by_role("button", name="The whole deal as text").click()
    phone.get_by_role("button", name="Score deal").click()
    expect(phone.get_by_role("alert")).to_be_visible()
    assert usual_faults(phone) == []


def test_the_opened_menu_has_no_fault(phone: Page) -> None:
    bring(phone, five())
    phone.locator(".menu summary").click()
    assert phone.get_by_role("link", name="Links and TV").is_visible()
    assert usual_faults(phone) == []


@pytest.mark.parametrize("record", [game_over(), empty_game("laws", ("Ann", "Bob", "Cal", "Dot"))])
def test_a_sheet_of_four_or_more_scrolls_in_its_own_box(
    screens: Screens, record: dict[str, Any]
) -> None:
    page = screens.open(320)
    bring(page, record)
    box = page.get_by_role("region", name="Score sheet")
    box.focus()
    expect(box).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("box => box.scrollLeft > 0", arg=box.element_handle())
    assert not is_cut_off(page)


def test_totals_stand_inside_their_columns(screens: Screens) -> None:
    page = screens.open(320)
    record = game_over()
    record["players"] = list(NAMES[:3])
    for deal in record["deals"]:
        deal["hands"] = {name: deal["hands"][name] for name in NAMES[:3]}
    bring(page, record)
    assert [width for width in WIDTHS if spilled_totals(page, width)] == []


def test_the_end_of_five_is_read_on_a_phone_and_a_desk_without_scrolling(screens: Screens) -> None:
    page = screens.open(320)
    page.goto(post_record(page, game_over()) + "final")
    unfold(page)
    spilled = "all => all.map(each => each.scrollWidth - each.clientWidth)"
    for width in (320, 390):
        resize(page, width)
        for text in (100, 200):
            enlarge_text(page, text)
            expect(page.locator(".matrix")).to_be_hidden()
            expect(page.locator(".pairs .account summary")).to_have_count(5)
            boxes = page.locator(".box").filter(visible=True)
            assert boxes.evaluate_all(spilled) == [0], (width, text)
    enlarge_text(page, 100)
    resize(page, 1280)
    expect(page.locator(".pairs .account").first).to_be_hidden()
    square = page.get_by_role("region", name="Between each pair")
    assert square.evaluate("box => box.scrollWidth <= box.clientWidth")


def unfold(page: Page) -> None:
    """Open what is folded away at the end of a game: the arithmetic, and the sums of pairs."""
    for summary in page.locator("main > .leaf > details > summary").all():
        summary.click()


def enlarge_text(page: Page, percent: int) -> None:
    page.evaluate("size => { document.documentElement.style.fontSize = `${size}%` }", percent)


@pytest.mark.parametrize("players", [4, pytest.param(3, marks=pytest.mark.long)])
def test_the_end_of_a_few_is_read_on_a_phone_without_scrolling(
    screens: Screens, players: int
) -> None:
    page = screens.open(320)
    record = game_over() | {"players": list(NAMES[:players])}
    record["deals"] = [
        deal | {"hands": {name: deal["hands"][name] for name in record["players"]}}
        for deal in record["deals"]
    ]
    page.goto(post_record(page, record) + "final")
    unfold(page)
    hidden = "all => all.filter(each => each.scrollWidth > each.clientWidth).length"
    for width in (320, 390):
        resize(page, width)
        for text in (100, 130, 200):
            enlarge_text(page, text)
            boxes = page.locator(".box").filter(visible=True)
            assert boxes.evaluate_all(hidden) == 0, (width, text)
            assert page.locator(".results > .tally").filter(visible=True).count() == 1
            assert page.locator(".adds-up .tally").filter(visible=True).count() == 1
