"""How a page is looked at, by day and by night: what bars the way for some, what is cut off."""

from typing import Any, Final, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

WIDTHS: Final = (320, 360, 412, 1024)
"""Phones from the narrowest to the usual, and a screen on a table, in CSS pixels."""
_SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
_BY_DAY: Final = {"resultTypes": ["violations"]}
# Only the colours differ by night; all else was looked at by day.
_BY_NIGHT: Final = {**_BY_DAY, "runOnly": ["color-contrast"]}
_AXE: Final = Axe().axe_script
_LOOK: Final = "options => axe.run(document, options).then(found => found.violations)"


def faults(page: Page) -> list[str]:
    """All that is wrong with a page as it stands, by day and by night."""
    found: list[str] = []
    for scheme in _SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found += [f"{scheme}: {barrier}" for barrier in barriers(page)]
        found += [f"{scheme}: cut off"] if is_cut_off(page) else []
    page.emulate_media(color_scheme="null")
    return found


def barriers(page: Page) -> list[str]:
    """What axe finds: the rule and the first place that breaks it."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_AXE)
    is_night = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    found: list[dict[str, Any]] = page.evaluate(_LOOK, _BY_NIGHT if is_night else _BY_DAY)
    return [f"{each['id']}: {each['nodes'][0]['html']}" for each in found]


def is_cut_off(page: Page) -> bool:
    """Whether the page has to be scrolled sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


def resize(page: Page, width: int) -> None:
    """Give the page another width."""
    page.set_viewport_size({"width": width, "height": 740})


def spilled_totals(page: Page, width: int) -> int:
    """How many totals of a sheet do not fit into their columns at a width."""
    resize(page, width)
    totals = page.locator(".total")
    assert totals.count() > 0
    spilled = "all => all.filter(each => each.scrollWidth > each.clientWidth + 1).length"
    return int(totals.evaluate_all(spilled))
