"""The pad on a screen: sitting down at a table, tapping its keys, reading its fields."""

from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page

from tests.browser.games import empty_game, post_record

CAST = ("Ann", "Bob", "Cal")
LAWS = "by:0 K K 2 S 8 K 5 5 next A 6 H 7 J card:2 in_hand K A 7 next in_hand QS 9 4 4"
_SHARED: dict[tuple[str, int], str] = {}
# The middle of a key, once it is in view; nothing where something else would take the tap.
_PLACE = """key => {
  key.scrollIntoView({ block: "nearest" });
  const box = key.getBoundingClientRect();
  const middle = [box.x + box.width / 2, box.y + box.height / 2];
  return key.contains(document.elementFromPoint(...middle)) ? middle : null;
}"""
_PRESS = f"""(pad, presses) => presses.forEach((press) => {{
  const place = {_PLACE};
  const key = [...pad.querySelectorAll(`[data-press="${{press}}"]`)].at(-1);
  if (!key || !place(key)) throw new Error(`${{press}} is hidden`);
  key.click();
}})"""


def sit_down(page: Page, variant: str = "laws", players: int = 3, *, saves: bool = False) -> str:
    """Open the form of the first deal; return the game's path.

    Tests that save nothing share a game.
    """
    table = (variant, players)
    game = None if saves else _SHARED.get(table)
    if game is None:
        record = empty_game(variant, CAST[:players])
        game = urlsplit(post_record(page, record)).path
        if not saves:
            _SHARED[table] = game
    page.goto(game + "enter")
    return game


def tap(page: Page, presses: str) -> None:
    """Press these keys as fast as the page takes them, each one in reach when its turn comes.

    The first may have to be drawn by a script that still is on its way.
    """
    keys = presses.split()
    first = f'="{keys[0]}"' if keys else ""
    page.locator(f"#pad:has([data-press{first}])").evaluate(_PRESS, keys)


def point(page: Page, presses: str) -> None:
    """Press these keys with a pointer, where a thumb would."""
    for press in presses.split():
        page.mouse.click(*place_of(page, press))


def place_of(page: Page, press: str) -> tuple[float, float]:
    """Return where a key is pressed; the key must be there, and nothing in front of it."""
    place = page.locator(f'#pad [data-press="{press}"]').last.evaluate(_PLACE)
    assert place is not None, f"{press} is hidden"
    x, y = place
    return x, y


def enter_digits(page: Page, digits: str) -> None:
    """Press the keys of a figure, once they are drawn."""
    page.locator("#pad .digits").wait_for()
    tap(page, " ".join([f"d:{digit}" for digit in digits]))


def pad(page: Page) -> Locator:
    """Return the pad."""
    return page.locator("#pad")


def line_of(page: Page) -> Locator:
    """Return the line in which cards are said or typed."""
    return pad(page).get_by_role("textbox", name="Say or type the cards")


def status_of(page: Page) -> Locator:
    """Return what a screen reader tells after each act."""
    return pad(page).get_by_role("status")


def melds(page: Page) -> list[str]:
    """Return the first player's melds as the form has them."""
    return page.locator('[name="hand0-melds"]').input_value().splitlines()
