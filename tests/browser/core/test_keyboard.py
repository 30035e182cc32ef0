"""Every page by a keyboard: no letter acts by itself, and Tab leads through all of it."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import pytest
from playwright.sync_api import Page

from tests.browser.core.test_every_page import (
    GAME_PAGES,
    MORE_OF_SITE,
    OTHER_PAGES,
    SITE,
    pages_of_games,
)
from tests.browser.screens import Screens

KEYS: Final = "abcdefghijklmnopqrstuvwxyz0123456789?*.,"
_PRESS: Final = """keys => {
  const shown = () => document.body.innerHTML + location.href + document.activeElement?.outerHTML;
  const places = [document.body, ...document.querySelectorAll("h1, a[href], summary, .tab, .chip")];
  const before = shown();
  for (const place of places.slice(0, 40)) {
    for (const key of keys) {
      for (const type of ["keydown", "keypress", "keyup"]) {
        place.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true }));
      }
    }
  }
  return shown() === before;
}"""
_ORDER: Final = """() => {
  const all = [...document.querySelectorAll("*")];
  const { activeElement: at } = document;
  const { top, bottom, width, height } = at.getBoundingClientRect();
  const foot = document.querySelector(".foot");
  const bar = foot?.contains(at) ? undefined : foot?.getBoundingClientRect();
  const isCovered = bar !== undefined && top >= bar.top && bottom <= bar.bottom;
  const isSeen = width > 0 && height > 0 && bottom > 0 && top < innerHeight && !isCovered;
  return at === document.body ? null : [all.indexOf(at), isSeen, at.outerHTML.slice(0, 120)];
}"""
MOST_STOPS: Final = 150


def walk(page: Page) -> list[tuple[int, bool, str]]:
    """Return where Tab leads, until it leaves the page: each place, and if it is seen."""
    found: list[tuple[int, bool, str]] = []
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        stop = page.evaluate(_ORDER)
        if stop is None or (found and stop == list(found[0])):
            return found
        found.append((stop[0], stop[1], stop[2]))
    raise AssertionError(f"Tab goes round: {found[-3:]}")


def check(page: Page) -> None:
    assert page.evaluate(_PRESS, list(KEYS)), f"{page.url}: a letter acts by itself"
    stops = walk(page)
    assert stops
    assert [(page.url, html) for _, seen, html in stops if not seen] == []
    places = [place for place, _, _ in stops]
    is_in_order = all(one < other for one, other in pairwise(places))
    assert is_in_order, f"{page.url}: the order is not that of the page"


@pytest.mark.long
def test_pages_of_the_site_are_used_by_keys(screens: Screens) -> None:
    page = screens.open(390)
    for name in ("home", "hand", "gin hand", "rules", "read"):
        page.goto({**SITE, **MORE_OF_SITE}[name])
        check(page)


def test_pages_of_a_game_are_used_by_keys(screens: Screens) -> None:
    check_games(screens, GAME_PAGES)


@pytest.mark.long
def test_pages_of_other_games_are_used_by_keys(screens: Screens) -> None:
    check_games(screens, OTHER_PAGES)


def check_games(screens: Screens, pages: Sequence[tuple[str, str]]) -> None:
    page = screens.open(390)
    usual = [each for each in pages if each[1] in ("", "enter", "deal/1", "final")]
    for address, _, _ in pages_of_games(page, usual):
        page.goto(address)
        check(page)
