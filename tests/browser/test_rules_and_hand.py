"""The public pages on the narrowest phone, by day and by night, and a hand ticked by thumb."""

from dataclasses import dataclass, field
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from scorekeeper.domain.variants import VARIANTS
from tests.browser.looking import WIDTHS, faults, is_cut_off, resize
from tests.browser.screens import Screens

TEN: Final = "4S 5S 6S 9C 9D 9H JD QD KD 4H"
PAGES: Final = (
    "/rules",
    *[f"/rules/{key}" for key in VARIANTS],
    "/hand",
    "/hand?variant=gin150",
    f"/hand?variant=gin150&upcard=7D&cards={TEN}",
    f"/hand?variant=gin150&upcard=AS&cards={TEN} 2C",
    "/hand?variant=gin150&cards=ZZ 4S",
    "/hand?variant=laws&melds=KKK2%0D%0A8S-KS&in_hand=5 6 QS",
    "/hand?variant=laws&melds=KKKKK%0D%0A2H 2D 2C&in_hand=ZZ",
    "/hand?variant=contract&melds=KKK&in_hand=A 9 2b",
)
# Variants of one family differ in figures alone: a barrier of one is a barrier of all. And the
# forms that are still empty stand, filled in, over what was counted.
FIRST_OF_THEIR_KIND: Final = frozenset(PAGES) - {
    *("/rules/modern", "/rules/gin100"),
    *("/hand", "/hand?variant=gin150"),
}
TOO_SMALL: Final = """all => all.filter(each => {
    const box = (each.closest("label") || each).getBoundingClientRect();
    return each.checkVisibility() && !each.closest(".skip") && (box.width < 44 || box.height < 44);
}).map(each => each.outerHTML)"""


@dataclass(frozen=True)
class Findings:
    """What is wrong with the public pages, each with its address; every page is opened once."""

    faults: list[tuple[str, str]] = field(default_factory=list)
    cut_off: list[tuple[str, int]] = field(default_factory=list)
    cut_off_when_large: list[str] = field(default_factory=list)
    too_small: list[tuple[str, str]] = field(default_factory=list)

    def look(self, page: Page, address: str) -> None:
        """Look at one page on the narrowest phone, then on wider screens, then enlarged."""
        if address in FIRST_OF_THEIR_KIND:
            self.faults.extend([(address, fault) for fault in faults(page)])
        targets = page.locator("a, button, summary, select, textarea, input:not([type=hidden])")
        self.too_small.extend([(address, each) for each in targets.evaluate_all(TOO_SMALL)])
        for width in WIDTHS:
            resize(page, width)
            self.cut_off.extend([(address, width)] if is_cut_off(page) else [])
        resize(page, 640)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        self.cut_off_when_large.extend([address] if is_cut_off(page) else [])


@pytest.fixture(scope="module")
def found(chromium: Browser, address: str) -> Findings:
    """What a look at every public page finds, everything folded away opened."""
    page = Screens(chromium, address).open_new(320)
    findings = Findings()
    for path in PAGES:
        resize(page, 320)
        answer = page.goto(path)
        assert answer is not None
        assert answer.ok, path
        page.locator("details").evaluate_all("all => all.forEach(each => { each.open = true })")
        findings.look(page, path)
    page.context.close()
    return findings


def test_no_public_page_has_a_barrier(found: Findings) -> None:
    assert found.faults == []


def test_no_public_page_is_cut_off(found: Findings) -> None:
    assert found.cut_off == []


def test_with_text_twice_as_large_no_public_page_is_cut_off(found: Findings) -> None:
    assert found.cut_off_when_large == []


def test_every_target_is_as_large_as_a_thumb(found: Findings) -> None:
    assert found.too_small == []


def test_a_gin_hand_is_ticked_without_script_and_may_knock(screens: Screens) -> None:
    page = screens.open(360, java_script_enabled=False)
    page.goto("/rules")
    page.get_by_role("link", name="Count a hand").click()
    page.get_by_role("link", name="Gin 150").click()
    page.get_by_label("Upcard").select_option("7D")
    for words in (
        *[f"{rank} of spades" for rank in ("four", "five", "six")],
        *[f"nine of {suit}" for suit in ("clubs", "diamonds", "hearts")],
        *[f"{rank} of diamonds" for rank in ("jack", "queen", "king")],
        "four of hearts",
    ):
        page.get_by_label(words).check()
    page.get_by_role("button", name="Show the best").click()
    expect(page.get_by_text("Knock with 4: the seven of diamonds allows 7.")).to_be_visible()

    page.get_by_label("four of hearts").uncheck()
    page.get_by_label("seven of spades").check()
    page.get_by_role("button", name="Show the best").click()
    expect(page.get_by_text("Gin: no deadwood at all.")).to_be_visible()


def test_a_law_of_a_counted_hand_is_one_tap_away(screens: Screens) -> None:
    page = screens.open(360, java_script_enabled=False)
    page.goto("/hand?variant=laws")
    page.get_by_label("Melded", exact=True).fill("KKK2\n8S-KS")
    page.get_by_label("In hand", exact=True).fill("5 6 QS")
    page.get_by_role("button", name="Count the hand").click()
    expect(page.get_by_text("+30", exact=True)).to_be_visible()
    page.get_by_role("link", name="Law 12").first.click()
    expect(page.locator("#law-12")).to_be_in_viewport()
