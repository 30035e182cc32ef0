"""What no eye forgives on a page as it stands: squeezed words, and what lies over or outside."""

from pathlib import Path
from typing import Final

from playwright.sync_api import Page

_SCRIPT: Final = Path(__file__).parents[1] / "scripts" / "seen.js"
_SEEN: Final = _SCRIPT.read_text(encoding="utf-8").rstrip().rstrip(";")
_BLOCKS: Final = ".code, .of-table, .bell, .next-seats > li, .after, .bar"


def unforgiven(page: Page, *, is_tv: bool = False) -> list[str]:
    """Return what is wrong with how a page looks on its screen, in which a TV's whole page is."""
    found: list[str] = page.evaluate(_SEEN, {"isTv": is_tv, "blocks": _BLOCKS})
    return found
