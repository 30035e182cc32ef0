"""A phone that counts how often it is tapped."""

from playwright.sync_api import Page

from tests.browser.screens import Screens

_COUNT = """addEventListener('click', e => e.isTrusted &&
  (sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1), true)"""


def open_counting(screens: Screens, width: int) -> Page:
    """A new phone whose whole visit counts its taps."""
    page = screens.open_new(width)
    page.add_init_script(_COUNT)
    return page


def taps(page: Page) -> int:
    return int(page.evaluate("Number(sessionStorage.taps ?? 0)"))
