"""Pages in a contrast theme, which takes every background away."""

from playwright.sync_api import expect

from tests.browser.pad_screen import pad, sit_down, tap
from tests.browser.screens import Screens


def test_a_contrast_theme_leaves_keys_and_what_is_chosen_their_edges(screens: Screens) -> None:
    page = screens.open(360, forced_colors="active")
    sit_down(page)
    tap(page, "by:0 K next in_hand 9")
    edges = (
        pad(page)
        .locator(":is(.key, .tab, .chip, .half, .main):visible")
        .evaluate_all(
            """(all) => all.map((each) => getComputedStyle(each)).map((style) =>
          [style.borderTopStyle, style.borderTopWidth, style.outlineStyle, style.outlineWidth])"""
        )
    )
    assert {tuple(edge[:2]) for edge in edges} == {("solid", "1px")}
    chosen = [edge for edge in edges if edge[2:] == ["solid", "3px"]]
    assert len(chosen) == len(["Bob", "In hand"])
    page.goto("/")
    main, chip = page.locator(".main").first, page.locator(".chip").first
    for control in (main, chip):
        expect(control).to_have_css("border-top-width", "1px")
