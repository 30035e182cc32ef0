"""The pad on a screen: sitting down at a table, tapping its keys, reading its fields."""

from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.browser.dictation import dictate
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
_PRESS_ONE = f"""(pad, press) => {{
  const place = {_PLACE};
  const key = [...pad.querySelectorAll(`[data-press="${{press}}"]`)].at(-1);
  if (!key || !place(key)) throw new Error(`${{press}} is hidden`);
  key.click();
}}"""
# Ends before a key that is still to be drawn.
_PRESS = f"""(presses) => {{
  const pad = document.querySelector("#pad");
  const left = [...presses];
  while (left.length && pad.querySelector(`[data-press="${{left[0]}}"]`)) {{
    ({_PRESS_ONE})(pad, left.shift());
  }}
  return left;
}}"""
_MELDS_AFTER_EACH = f"""(pad, presses) => presses.map((press) => {{
  ({_PRESS_ONE})(pad, press);
  return document.querySelector('[name="hand0-melds"]').value.split("\\n").filter(Boolean);
}})"""
_PRESS_BUTTON = f"""button => {{
  if (!({_PLACE})(button)) throw new Error(`${{button.textContent}} is hidden`);
  button.click();
}}"""
_COVERED = f"""(pad) => [...pad.querySelectorAll(".tray [data-press]")]
  .filter((key) => key.checkVisibility())
  .map((key) => [key.dataset.press, ({_PLACE})(key) === null])"""
_KEY_SIZES = """(keys) => keys
  .map((key) => key.getBoundingClientRect())
  .map(({ width, height, top }) => [width, height, top])"""


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

    Some may have to be drawn by a script that still is on its way.
    """
    keys = presses.split()
    while keys:
        page.locator(f'#pad [data-press="{keys[0]}"]').last.wait_for(state="attached")
        keys = page.evaluate(_PRESS, keys)


def press_button(button: Locator) -> None:
    """Press a button that is in reach, without the pointer's way there, which is most of a tap."""
    button.evaluate(_PRESS_BUTTON)


def open_more(page: Page) -> None:
    """Unfold what is seldom needed."""
    press_button(page.locator("#pad").get_by_text("More", exact=True))


def start_again(page: Page) -> None:
    """Throw away all that was pressed."""
    page.locator('#pad [data-press="clear"]').evaluate("key => key.click()")


def score(page: Page, number: int) -> None:
    """Send the deal of this number, which the site takes."""
    press_button(page.get_by_role("button", name="Score the deal"))
    page.wait_for_url(f"**/deal/{number}")


def press_send(page: Page, *, asked: bool = True) -> None:
    """Send the own hand, of fewer cards than were dealt if it is ``asked`` about."""
    button = page.get_by_role("button", name="Send")
    button.click()
    if asked:
        expect(pad(page).locator(".reason")).to_contain_text("Send all the same?")
        button.click()


def point(page: Page, presses: str) -> None:
    """Press these keys with a pointer, where a thumb would."""
    for press in presses.split():
        key, way, is_held = touch_of(press)
        x, y = place_of(page, key)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y + way)
        page.wait_for_timeout(500 if is_held else 0)
        page.mouse.up()


def touch_of(press: str) -> tuple[str, int, bool]:
    """Return the key of a press, how far it is slid down, and whether it is held there."""
    way, *keys = press.split(":")
    if way not in ("held", "up", "down"):
        return press, 0, False
    return keys[0], {"up": -40, "down": 40}.get(way, 0), way == "held" or len(keys) > 1


def place_of(page: Page, press: str) -> tuple[float, float]:
    """Return where a key is pressed; the key must be there, and nothing in front of it."""
    place = page.locator(f'#pad [data-press="{press}"]').last.evaluate(_PLACE)
    assert place is not None, f"{press} is hidden"
    x, y = place
    return x, y


def enter_digits(page: Page, digits: str) -> None:
    """Press the keys of a figure, once they are drawn."""
    tap(page, " ".join([f"d:{digit}" for digit in digits]))


def covered_keys(page: Page) -> dict[str, bool]:
    """Return for each key that is shown whether something lies over it."""
    return dict(page.locator("#pad").evaluate(_COVERED))


def assert_keys_fit_thumbs(page: Page) -> None:
    """Check that the keys stand in three rows, each large enough, on usual and narrow phones."""
    for width, least in ((360, 45), (320, 40)):
        page.set_viewport_size({"width": width, "height": 740})
        boxes = page.locator("#pad .keys button").evaluate_all(_KEY_SIZES)
        assert len(boxes) == 21
        assert len({box[2] for box in boxes}) == 3
        assert min(box[0] for box in boxes) >= least
        assert min(box[1] for box in boxes) >= 56


def pad(page: Page) -> Locator:
    """Return the pad."""
    return page.locator("#pad")


def line_of(page: Page) -> Locator:
    """Return the line in which cards are said or typed."""
    return pad(page).get_by_role("textbox", name="Say or type the cards")


def add(page: Page) -> None:
    """Add what stands in the line, once it is read."""
    press_button(pad(page).get_by_role("button", name="Add", exact=True))
    expect(pad(page).locator(".say.reading")).to_have_count(0)


def say(page: Page, words: str) -> None:
    """Dictate words, and add what they say."""
    dictate(line_of(page), [words])
    add(page)


def status_of(page: Page) -> Locator:
    """Return what a screen reader tells after each act."""
    return pad(page).get_by_role("status")


def melds(page: Page) -> list[str]:
    """Return the first player's melds as the form has them."""
    return page.locator('[name="hand0-melds"]').input_value().splitlines()


def melds_after_each(page: Page, presses: str) -> list[list[str]]:
    """Press these keys; return the first player's melds after each."""
    found: list[list[str]] = page.locator("#pad").evaluate(_MELDS_AFTER_EACH, presses.split())
    return found
