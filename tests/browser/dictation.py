"""Speaks into a field as the keyboard of a phone does that takes dictation."""

from collections.abc import Sequence
from typing import Final

from playwright.sync_api import Locator

# Each guess takes the place of the one before, as iOS does it; a script that writes meanwhile would
# double the words, so every write while the field has the focus is noted.
_DICTATE: Final = """(guesses) => {
  const field = document.activeElement;
  const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  field.written = [];
  Object.defineProperty(field, "value", {
    configurable: true,
    get() { return own.get.call(this) },
    set(text) {
      if (document.activeElement === this) this.written.push(text);
      own.set.call(this, text);
    },
  });
  let [start, end] = [own.get.call(field).length, own.get.call(field).length];
  for (const guess of guesses) {
    const about = { inputType: "insertReplacementText", data: guess, bubbles: true };
    const asked = new InputEvent("beforeinput", { ...about, cancelable: true });
    if (!field.dispatchEvent(asked)) continue;
    field.setRangeText(guess, start, end, "end");
    end = start + guess.length;
    field.dispatchEvent(new InputEvent("input", about));
  }
}"""


def dictate(field: Locator, guesses: Sequence[str]) -> None:
    """Focus the field and let a keyboard write guesses, each in the place of the one before."""
    field.focus()
    field.page.evaluate(_DICTATE, list(guesses))


def written_meanwhile(field: Locator) -> list[str]:
    """Return what the page wrote into the field while it had the focus."""
    return list(field.evaluate("field => field.written"))
