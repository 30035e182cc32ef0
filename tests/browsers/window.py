"""A window of any browser as a person uses it: reads what is on the screen, taps, types."""

import base64
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

from tests.browsers.drivers import BrowserError, Driver

SIZE: Final = {"width": 390, "height": 844}
_PATIENCE: Final = 20.0
"""Seconds that a page may take for anything."""

# The visible element of some kind that a screen reader calls so, else the last with these words.
_FIND: Final = """
const [kind, words] = arguments;
const plain = (text) => (text || "").replace(/[\\u2066-\\u2069]/g, "").replace(/\\s+/g, " ").trim();
const names = (each) => [each.getAttribute("aria-label"), each.innerText, each.getAttribute("name"),
  ...[...(each.labels || [])].map((label) => label.innerText)].map(plain);
const shown = [...document.querySelectorAll(kind)].filter((each) => each.getClientRects().length);
const found = shown.find((each) => words && names(each).includes(words)) ||
  shown.filter((each) => names(each).some((name) => name.includes(words))).at(-1);
found?.scrollIntoView({ block: "center" }); // away from the bars at the edges
return found || null;
"""
_WORDS: Final = """
return (document.title + "\\n" + document.body.innerText).replace(/[\\u2066-\\u2069]/g, "");
"""
_ALL_LETTERS: Final = 'arguments[0].value = ""'
TAPPED: Final = "button, a, summary, label, [role=button], input[type=submit]"
TYPED: Final = "input, textarea, select"


class Window:
    """The only window of a browser, on one site."""

    def __init__(self, driver: Driver, address: str) -> None:
        self._driver = driver
        self._address = address
        driver.tell("size", **SIZE)

    def open(self, path: str) -> None:
        """Open a page of the site by its path, or by the whole address."""
        self._driver.tell("open", url=path if "://" in path else self._address + path)

    def run(self, script: str, *arguments: Any) -> Any:
        """Return what a script returns in the page."""
        return self._driver.tell("run", script=script, args=list(arguments))

    @property
    def path(self) -> str:
        """The path of the page that is shown."""
        return str(self.run("return location.pathname"))

    def words(self) -> str:
        """Return the title and all words on the page."""
        return str(self.run(_WORDS))

    def see(self, *words: str) -> None:
        """Wait until these words are on the page."""
        self._wait(lambda: all(each in self.words() for each in words), f"to see {words}")

    def see_no(self, words: str) -> None:
        """Wait until these words are not on the page any more."""
        self._wait(lambda: words not in self.words(), f"for “{words}” to go")

    def wait_for(self, field: str, value: str) -> None:
        """Wait until a field, found by its selector, has this value."""
        script = "return document.querySelector(arguments[0])?.value"
        self._wait(lambda: self.run(script, field) == value, f"for {field} to be {value}")

    def text(self, selector: str) -> str:
        """Return the text of an element, found by its selector, shown or not."""
        return str(self.run("return document.querySelector(arguments[0]).textContent", selector))

    def tap(self, words: str, kind: str = TAPPED) -> None:
        """Tap what is called so."""
        self._driver.tell("click", id=self._find(kind, words))

    def press(self, presses: str) -> None:
        """Press keys of the pad, as they are named in the page."""
        for press in presses.split():
            self.tap("", f'#pad [data-press="{press}"]')

    def type(self, field: str, text: str) -> None:
        """Type a text into the field with this label or name, in place of what is there."""
        found = self._find(TYPED, field)
        self.run(_ALL_LETTERS, {_ELEMENT: found})
        self._driver.tell("type", id=found, text=text)

    def style(self, selector: str, name: str) -> str:
        """Return the computed style of the first visible element that a selector finds."""
        found = {_ELEMENT: self._find(selector, "")}
        return str(self.run("return getComputedStyle(arguments[0])[arguments[1]]", found, name))

    def draw(self, file: Path) -> None:
        """Write what is on the screen, as a PNG."""
        file.write_bytes(base64.b64decode(self._driver.tell("picture")))

    def _find(self, kind: str, words: str) -> str:
        found: list[Any] = [None]

        def is_there() -> bool:
            found[0] = self.run(_FIND, kind, words)
            return found[0] is not None

        self._wait(is_there, f"for {kind} “{words}”")
        return str(found[0][_ELEMENT])

    def _wait(self, is_so: Callable[[], bool], what: str) -> None:
        end = monotonic() + _PATIENCE
        while True:
            try:
                if is_so():
                    return
            except BrowserError:
                pass  # the page was just left for the next one
            assert monotonic() < end, f"waited {what}; the page says:\n{self.words()}"
            sleep(0.05)


_ELEMENT: Final = "element-6066-11e4-a52e-4f735466cecf"
"""The name by which the WebDriver standard marks an element of the page."""
