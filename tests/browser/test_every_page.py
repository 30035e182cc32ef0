"""Every page, by day and by night, on the narrowest phone: no barrier, nothing cut off."""

import json
from typing import Any, Final

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Screens
from tests.browser.looking import barriers, is_cut_off

NAMES: Final = ("Ann", "Bartholomew Longfellow", "Cal", "Dot", "Eve")
SITE_PAGES: Final = ("/", "/new?variant=modern", "/new?variant=gin100", "/import", "/nowhere")
GAME_PAGES: Final = (
    "",
    "enter",
    "deal/1",
    "deal/1/correct",
    "undo/2",
    "close",
    "players",
    "history",
    "final",
)


def total(melded: int, in_hand: int) -> dict[str, int]:
    return {"melded_points": melded, "in_hand_points": in_hand}


def game_over() -> dict[str, Any]:
    """Five players, long names, minus totals, a concealed hand, money; one deal in cards."""
    ann, bart, *others = NAMES
    cards: dict[str, Any] = {name: total(0, 140) for name in others}
    cards[ann] = {"melds": ["8S 9S 2D=TS JS QS KS", "KH KD JK=KC", "5H 5C 5S 5D"], "in_hand": ""}
    cards[bart] = {"melds": ["9C TC JC"], "in_hand": "AS 7D 2H QD 8H 6C 3C 4H 4D 6D"}
    cards[bart]["penalties"] = [{"points": 25, "reason": "spilled beer"}]
    last: dict[str, Any] = {name: total(0, 900) for name in NAMES} | {ann: total(900, 0)}
    return {
        "format": "scorekeeper-game/1",
        "variant": "modern",
        "options": {"rounding": "nearest_100"},
        "players": list(NAMES),
        "stake": {"currency": "EUR", "amount": "1.00", "per": 100},
        "deals": [
            {"ending": "out", "by": ann, "concealed": True, "hands": cards},
            {"ending": "out", "by": ann, "hands": last},
        ],
    }


def gin_game() -> dict[str, Any]:
    hands = {
        "Ann": {"cards": "4S 5S 6S 9C 9D 9H JD QD KD 4H"},
        "Bob": {"cards": "8C 8H 8D AC 2C 3C 7S 9S TH 2H"},
    }
    return {
        "format": "scorekeeper-game/1",
        "variant": "gin150",
        "players": ["Ann", "Bob"],
        "deals": [{"upcard": "7D", "ending": "knock", "by": "Ann", "hands": hands}],
    }


def bring(page: Page, record: dict[str, Any]) -> str:
    page.goto("/import")
    page.get_by_label("Or its text").fill(json.dumps(record))
    page.get_by_role("button", name="Import").click()
    return page.url


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_of_a_game_has_a_barrier_or_is_cut_off(screens: Screens, scheme: str) -> None:
    page = screens.open(320, color_scheme=scheme)
    over, gin = bring(page, game_over()), bring(page, gin_game())
    wrong = []
    addresses = [
        *SITE_PAGES,
        *[over + name for name in GAME_PAGES if name != "close"],
        *[gin + name for name in ("", "enter", "deal/1", "close")],
    ]
    for address in addresses:
        page.goto(address)
        wrong += [(address, barrier) for barrier in barriers(page)]
        wrong += [(address, "cut off")] if is_cut_off(page) else []
    assert wrong == []


def test_a_form_with_problems_has_no_barrier_and_is_not_cut_off(screens: Screens) -> None:
    page = screens.open(320)
    game = bring(page, gin_game())
    page.goto(game + "enter")
    pad = page.locator("#pad")
    pad.get_by_text("More", exact=True).click()
    pad.get_by_role("button", name="Type it").click()
    page.get_by_role("button", name="Score deal").click()
    assert page.get_by_role("alert").is_visible()
    assert barriers(page) == []
    assert not is_cut_off(page)


def test_the_sheet_of_five_scrolls_in_its_own_box(screens: Screens) -> None:
    page = screens.open(320)
    bring(page, game_over())
    box = page.get_by_role("region", name="Score sheet")
    assert box.evaluate("box => box.scrollWidth > box.clientWidth")
    assert not is_cut_off(page)


@pytest.mark.parametrize("width", [320, 360, 412, 1024])
def test_totals_stand_inside_their_columns(screens: Screens, width: int) -> None:
    page = screens.open(width)
    record = game_over()
    record["players"] = list(NAMES[:3])
    for deal in record["deals"]:
        deal["hands"] = {name: deal["hands"][name] for name in NAMES[:3]}
    bring(page, record)
    totals = page.locator(".total")
    spilled = totals.evaluate_all(
        "all => all.filter(each => each.scrollWidth > each.clientWidth + 1).length"
    )
    assert spilled == 0


def test_with_text_twice_as_large_nothing_is_cut_off(screens: Screens) -> None:
    page = screens.open(640)
    game = bring(page, gin_game())
    for address in ("/new", game, game + "enter", game + "deal/1"):
        page.goto(address)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert not is_cut_off(page), address


def test_with_text_twice_as_large_no_page_of_a_game_has_a_barrier_or_is_cut_off(
    screens: Screens,
) -> None:
    page = screens.open(320)
    game = bring(page, game_over())
    wrong = []
    for name in ("", "deal/1", "enter", "final", "history", "big"):
        page.goto(game + name)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        page.locator("main details").evaluate_all("all => all.forEach(each => each.open = true)")
        wrong += [(name, barrier) for barrier in barriers(page)]
        wrong += [(name, "cut off")] if is_cut_off(page) else []
    assert wrong == []


def test_names_beside_the_money_stay_whole_and_in_view(screens: Screens) -> None:
    page = screens.open(320)
    page.goto(bring(page, game_over()) + "final")
    page.locator(".box").last.evaluate("box => box.scrollLeft = box.scrollWidth")
    name = page.locator(".matrix th", has_text="Cal").last
    found = name.evaluate(
        "name => [name.scrollWidth <= name.clientWidth,"
        " name.getBoundingClientRect().left - name.closest('.box').getBoundingClientRect().left]"
    )
    assert found == [True, 0]
