"""How a page is looked at: what bars the way for some, and what is cut off."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

_BY_DAY = {"resultTypes": ["violations"]}
# Only the colours differ by night; all else was looked at by day.
_BY_NIGHT = {**_BY_DAY, "runOnly": ["color-contrast"]}


def barriers(page: Page) -> list[str]:
    """What axe finds: the rule and the first place that breaks it."""
    is_night = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    found = Axe().run(page, options=_BY_NIGHT if is_night else _BY_DAY).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html']}" for each in found]


def is_cut_off(page: Page) -> bool:
    """Whether the page has to be scrolled sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))
