"""What looks at pages tells of faint text, also after text of other looks, and of false names."""

from typing import Final

import pytest
from playwright.sync_api import Page

from tests.browser.games import bring, game_of
from tests.browser.looking import barriers
from tests.browser.screens import Screens

_ADD: Final = """([around, of_text]) => {
  const place = document.querySelector("main").appendChild(document.createElement("div"));
  const text = place.appendChild(document.createElement("p"));
  text.textContent = "Nobody can read this";
  text.id = "added";
  Object.assign(place.style, around);
  Object.assign(text.style, of_text);
}"""
_FAINT: Final[tuple[tuple[str, dict[str, str], dict[str, str]], ...]] = (
    ("light", {}, {"color": "#bbb"}),
    ("light", {"backgroundColor": "#777"}, {}),
    ("light", {"opacity": "0.3"}, {}),
    ("light", {"color": "#eee"}, {"color": "inherit"}),
    ("light", {"position": "absolute", "top": "0", "backgroundColor": "#222"}, {"color": "#333"}),
    ("dark", {}, {"color": "#333"}),
)
"""The theme in which the text is faint, the styles of a place, and of the text in it."""


@pytest.mark.long
def test_faint_text_is_reported_on_a_page_whose_other_text_has_passed(screens: Screens) -> None:
    page = screens.open(390)
    page.goto("/rules")
    assert barriers(page) == []
    for theme, *styles in _FAINT:
        page.evaluate(_ADD, styles)
        told, *_ = barriers(page)
        assert told.startswith(f"{theme}: color-contrast: "), styles
        assert 'id="added"' in told
        page.evaluate("document.getElementById('added').parentElement.remove()")
    # Around a score sheet a style draws its edges, where axe by itself has no verdict on contrast.
    bring(page, game_of("Ann", "Bob"))
    page.locator(".sheet .total").first.evaluate("each => { each.style.color = '#bbb' }")
    told, *_ = barriers(page)
    assert told.startswith('light: color-contrast: <span class="total"')


def test_a_button_that_is_not_called_by_its_words_is_reported(phone: Page) -> None:
    phone.goto("/rules")
    button = '<button aria-label="Make games">CSV</button>'
    phone.evaluate("html => document.querySelector('main').innerHTML += html", button)
    assert barriers(phone) == [f"label-content-name-mismatch: {button}"]
