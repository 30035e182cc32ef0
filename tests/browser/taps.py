"""How often a page is tapped."""

from playwright.sync_api import Page

_COUNT = """() => {
  sessionStorage.taps = 0;
  addEventListener("click", (event) => {
    if (event.isTrusted) sessionStorage.taps = Number(sessionStorage.taps) + 1;
  }, true);
}"""


def count_taps(page: Page) -> None:
    """Count the taps on the page from here on, the one that leaves it among them."""
    page.evaluate(_COUNT)


def taps(page: Page) -> int:
    """Return how many taps were counted."""
    return int(page.evaluate("Number(sessionStorage.taps)"))
