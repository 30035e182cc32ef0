"""The site as an app: its weight, its service worker, its look, over HTTPS and over plain HTTP."""

import re
from typing import Final

import pytest
from playwright.sync_api import Page, Response, expect

from scorekeeper.web.core.shell import STATIC, declared_names
from tests.browser.games import bring, empty_game, post_record
from tests.browser.screens import Screens

FIRST_LOAD: Final = 60 * 1024
SCRIPTS: Final = 30 * 1024
LATER_PAGE: Final = 8 * 1024
REQUESTS: Final = 8


def visit(page: Page, address: str) -> dict[str, int]:
    """What a page asked for, and how many bytes came for each, as they travelled."""
    answers = note_answers(page)
    page.goto(address, wait_until="networkidle")
    return sizes_of(answers)


def note_answers(page: Page) -> list[Response]:
    answers: list[Response] = []

    def note(answer: Response) -> None:
        answers.append(answer)

    page.on("response", note)
    return answers


def sizes_of(answers: list[Response]) -> dict[str, int]:
    return {answer.url: size_of(answer) for answer in answers}


def size_of(answer: Response) -> int:
    """The bytes that came; none of a stream, which has no end."""
    if "event-stream" in answer.headers.get("content-type", ""):
        return 0
    return answer.request.sizes()["responseBodySize"]


def a_game(screens: Screens) -> str:
    return post_record(screens.open(390), empty_game("laws", ("Ann", "Bob", "Cal")))


@pytest.mark.parametrize(
    "name", ["/", "enter", *[pytest.param(name, marks=pytest.mark.long) for name in ("", "/hand")]]
)
def test_a_first_load_is_light(screens: Screens, name: str) -> None:
    game = a_game(screens)
    page = screens.open_new(390)
    # By plain http a browser accepts gzip alone, which compresses least.
    game = game.replace(screens.address, screens.plain_address)
    sizes = visit(page, screens.plain_address + name if name.startswith("/") else game + name)
    assert sum(sizes.values()) <= FIRST_LOAD, sizes
    scripts = [size for address, size in sizes.items() if ".js" in address]
    assert sum(scripts) <= SCRIPTS, sizes
    assert len(sizes) <= REQUESTS, list(sizes)
    assert all(address.startswith(screens.plain_address) for address in sizes)


@pytest.mark.long
def test_later_pages_are_lighter_still(screens: Screens) -> None:
    game = a_game(screens)
    page = screens.open_new(390)
    for name in ("", "enter", "history", "players", ""):
        page.goto(game + name)
    tabs = [(name, page.context.new_page()) for name in ("", "enter", "history", "players")]
    answers = [note_answers(tab) for _, tab in tabs]
    for name, tab in tabs:
        tab.goto(game + name)
    for (_, tab), noted in zip(tabs, answers, strict=True):
        tab.wait_for_load_state("networkidle")  # the tabs fall silent together
        sizes = sizes_of(noted)
        fresh = [size for address, size in sizes.items() if "/static/" not in address]
        assert sum(fresh) <= LATER_PAGE, sizes


def wait_for_worker(page: Page) -> None:
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def test_no_script_declares_a_name_of_the_browsers_own(screens: Screens) -> None:
    """Joined modules share a scope, so another one would use it instead of the browser's."""
    texts = [file.read_text(encoding="utf-8") for file in STATIC.rglob("*.js")]
    names = [name for text in texts for name in declared_names(text)]
    assert len(names) > len(texts)
    assert (
        screens.open(390).evaluate("names => names.filter(name => name in globalThis)", names) == []
    )


def test_only_files_of_the_site_are_kept_and_an_offline_page_waits_for_the_server(
    screens: Screens,
) -> None:
    page = screens.open_new(390, service_workers="allow")
    bring(page, empty_game("laws", ("Ann", "Bob")))
    wait_for_worker(page)
    kept = page.evaluate(
        "caches.keys().then(names => Promise.all(names.map(name => caches.open(name)"
        ".then(cache => cache.keys())))).then(all => all.flat().map(each => each.url))"
    )
    assert kept
    paths = [address.removeprefix(screens.address) for address in kept]
    assert [path for path in paths if not re.match(r"/static/|/offline$", path)] == []
    page.context.set_offline(True)
    page.goto("/games")
    expect(page.get_by_role("heading", name="The server is out of reach")).to_be_visible()
    expect(page.get_by_role("link", name="Try again")).to_have_css("min-height", "56px")
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="All games")).to_be_visible()


def test_over_plain_http_a_game_starts_without_a_service_worker(
    screens: Screens,
) -> None:
    page = screens.open_new(360, base_url=screens.plain_address, service_workers="allow")
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto("/", wait_until="networkidle")
    assert page.evaluate("isSecureContext") is False
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_label("Player 2", exact=True).fill("Bob")
    page.get_by_role("button", name="Raise the stake").click()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/game/**")
    assert said == []


def background(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))


def test_the_light_look_overrides_a_dark_phone_and_four_colours_tell_the_suits_apart(
    screens: Screens,
) -> None:
    page = screens.open(390, color_scheme="dark")
    page.goto("/")
    assert background(page) == "rgb(12, 29, 22)"
    page.locator(".menu summary").click()
    page.get_by_role("link", name="How it looks").click()
    page.get_by_label("Light").check()
    page.get_by_label("Four colours").check()
    page.get_by_role("button", name="Keep on this phone").click()
    page.goto("/")
    assert background(page) == "rgb(246, 242, 233)"
    colours = page.locator(".suits svg").evaluate_all(
        "all => all.map(each => getComputedStyle(each).color)"
    )
    assert len(set(colours)) == 4
