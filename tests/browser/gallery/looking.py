"""A screen that is brought into each state, looked at on each size, and drawn."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Browser, Page
from playwright.sync_api import Error as ScreenError

from tests.browser.dictation import dictate
from tests.browser.gallery.sites import Gallery
from tests.browser.gallery.states import SIZES, TV, State
from tests.browser.looking import open_folds
from tests.browser.pad_screen import line_of, open_more, tap
from tests.browser.seen import unforgiven

_MEANT: Final = re.compile("<(.*?)>")
_MOST_HEIGHT: Final = 1560
"""How much of a long page is drawn (px)."""


@dataclass(frozen=True)
class Look:
    """A state on one size of screen, as it was drawn, and what no eye forgives there."""

    state: State
    size: str
    faults: tuple[str, ...]
    picture: bytes = b""


def look_at(
    browser: Browser, gallery: Gallery, states: tuple[State, ...], *, draws: bool = False
) -> Iterator[Look]:
    """Yield a look at each state on each of its sizes, each state on a phone of its own."""
    for state in states:
        with browser.new_context(service_workers="block", reduced_motion="reduce") as context:
            context.set_default_timeout(5_000)
            page = context.new_page()
            errors: list[str] = []
            page.on("pageerror", _noting(errors))
            width, height = SIZES[state.sizes[0]]
            page.set_viewport_size({"width": width, "height": height})
            try:
                _bring(page, gallery, state)
            except ScreenError as error:  # it is told beside the picture of how far it went
                errors.append(str(error).partition("\n")[0])
            for size in state.sizes:
                width, height = SIZES[size]
                page.set_viewport_size({"width": width, "height": height})
                found = unforgiven(page, is_tv=size in TV) + errors
                yield Look(state, size, tuple(found), _draw(page) if draws else b"")


def _noting(errors: list[str]) -> Callable[[ScreenError], None]:
    return lambda error: errors.append(str(error))


def _draw(page: Page) -> bytes:
    """Return a picture of the page on its length, but not of more than anybody would scroll."""
    height = page.evaluate("document.documentElement.scrollHeight")
    size = page.viewport_size
    assert size is not None
    whole = {"x": 0, "y": 0, "width": size["width"], "height": min(height, _MOST_HEIGHT)}
    return page.screenshot(full_page=True, clip=whole)  # type: ignore[arg-type]


def _bring(page: Page, gallery: Gallery, state: State) -> None:
    """Open the page of a state, and do there what is done before."""
    place = gallery.place(state.place)
    origin = gallery.origin_of(place)
    if place.phone is not None:
        cookie = place.phone.client.get_cookie("scorekeeper")
        assert cookie is not None
        about = {"name": cookie.key, "value": cookie.value, "url": origin}
        page.context.add_cookies([about])  # type: ignore[list-item]
    elif state.place.endswith("/member"):
        page.goto(origin + place.address)
    rest = _MEANT.sub(lambda meant: gallery.meant(state.place, meant[1]), state.rest)
    page.goto(origin + (rest if rest.startswith("/") else place.address + rest))
    for act in state.acts:
        verb, _, what = act.partition(" ")
        if verb:
            _ACTS[verb](page, what)


def _press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).or_(page.get_by_role("link", name=name)).last.click()
    page.wait_for_load_state("load")


def _type(page: Page, typed: str) -> None:
    name, _, text = typed.partition("=")
    page.locator(f"[name={name}]").first.fill(text.replace("\\n", "\n"))


def _say(page: Page, words: str) -> None:
    dictate(line_of(page), [words])
    page.locator("#pad .say:not(.reading)").wait_for()


def _go_offline(page: Page, _: str) -> None:
    page.context.set_offline(True)
    with suppress(ScreenError):  # on a page that follows nothing
        page.get_by_text("No connection").wait_for(timeout=3_000)


_ACTS: Final[dict[str, Callable[[Page, str], object]]] = {
    "press": _press,
    "type": _type,
    "key": tap,
    "offline": _go_offline,
    "unfold": lambda page, _: open_folds(page),
    "open": lambda page, words: page.locator("summary", has_text=words).first.click(),
    "more": lambda page, _: open_more(page),
    "say": _say,
    "step": lambda page, number: page.locator(f"label:has(#step-{number})").click(),
    "large": lambda page, _: page.evaluate("document.documentElement.style.fontSize = '200%'"),
    "see": lambda page, words: page.get_by_text(words, exact=True).first.wait_for(),
    "menu": lambda page, _: page.locator(".menu summary").click(),
}
"""What is done on a page, by its first word, with the rest."""
