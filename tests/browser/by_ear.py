"""Uses a site as one does who only hears it: by roles and names, counting gestures and words.

What stands on the page is read from the browser's accessibility tree, and nothing else is touched.
What live regions say is noted, word by word.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final
from weakref import WeakKeyDictionary

from playwright.sync_api import CDPSession, Page

from tests.browser.screens import Screens

_LISTEN: Final = """() => {
  const LIVE = "[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log], output";
  const textOf = (node) => (node.innerText ?? node.textContent ?? "").trim();
  const begin = () => new MutationObserver((changes) => {
    const said = new Map();
    for (const { target, addedNodes, type } of changes) {
      const at = target instanceof Element ? target : target.parentElement;
      const region = at?.closest(LIVE);
      if (!region?.checkVisibility() || region.closest("[hidden], [aria-hidden=true]")) continue;
      const isWhole = region.matches("[role=status], [role=alert], [aria-atomic=true], output");
      const text = isWhole || type === "characterData" ? textOf(region)
        : [...addedNodes].map(textOf).filter(Boolean).join(" ");
      said.set(region, isWhole ? text : [said.get(region), text].filter(Boolean).join(" "));
    }
    for (const text of said.values()) if (text) tellEar(text);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
  addEventListener("DOMContentLoaded", begin);
}"""
_CONTROLS: Final = frozenset(
    "button link textbox searchbox checkbox radio combobox spinbutton DisclosureTriangle".split()
)
_READ: Final = frozenset({"heading", "StaticText", "image"})
_MOST_FRAMES: Final = 600
"""How many frames are waited for something to be told: ten seconds."""
_TEXT_IN: Final = _CONTROLS | {"heading", "image"}


@dataclass(frozen=True)
class Stop:
    """A place where the finger of a screen reader's user stops."""

    role: str
    name: str
    node: int
    is_focused: bool

    @property
    def kind(self) -> str:
        """What a jump from one to the next of a kind is set to: headings, controls, or text."""
        return "control" if self.role in _CONTROLS else self.role


@dataclass
class Ear:
    """A person who hears a page: ``told`` is what live regions said."""

    page: Page
    session: CDPSession
    told: list[str] = field(default_factory=list)
    gestures: int = 0
    words: int = 0
    _at: int = 0

    @classmethod
    def of(cls, screens: Screens, **about: Any) -> "Ear":
        """Listen to a screen, which a test before may have listened to."""
        page = screens.open(390, first_script=f"({_LISTEN})()", **about)
        before = _LISTENING.get(page)
        if before is None:
            page.expose_function("tellEar", partial(_tell, page))
        session = before.session if before else page.context.new_cdp_session(page)
        ear = _LISTENING[page] = cls(page, session)
        return ear

    def note(self, text: str) -> None:
        """Note what a live region tells."""
        self.told.append(text)

    def open(self, address: str) -> None:
        self.page.goto(address)
        self.arrive()

    def arrive(self) -> None:
        """Begin at the top of a page that has just come."""
        self.page.wait_for_load_state("load")
        self._at = 0

    def stops(self) -> list[Stop]:
        """Return where the finger stops, from the first to the last."""
        nodes = self.session.send("Accessibility.getFullAXTree")["nodes"]
        known = {node["nodeId"]: node for node in nodes}
        return list(self._below(nodes[0], known, is_told=False))

    def _below(
        self, node: dict[str, Any], known: dict[str, Any], *, is_told: bool
    ) -> Iterator[Stop]:
        role = node.get("role", {}).get("value", "")
        name = node.get("name", {}).get("value", "").strip()
        is_stop = not node["ignored"] and (role in _CONTROLS or (role in _READ and name))
        if is_stop and not (is_told and role == "StaticText"):
            about = {each["name"]: each["value"].get("value") for each in node["properties"]}
            focused = bool(about.get("focused"))
            yield Stop(role, name, node.get("backendDOMNodeId", 0), focused)
        for each in node.get("childIds", ()):
            if each in known:
                told = is_told or (is_stop and role in _TEXT_IN)
                yield from self._below(known[each], known, is_told=told)

    def go(self, role: str, name: str) -> Stop:
        """Go to a stop by swipes, or by jumps from one of its kind to the next."""
        stops = self.stops()
        focused = [at for at, stop in enumerate(stops) if stop.is_focused]
        start = focused[0] if focused else min(self._at, len(stops) - 1)
        found = [at for at, stop in enumerate(stops) if stop.role == role and name in stop.name]
        assert found, f"{role} {name!r} is not among {[(s.role, s.name) for s in stops]}"
        target = min(found, key=lambda at: (at < start, abs(at - start)))
        between = stops[min(start, target) : max(start, target)]
        jumps = 1 + sum([stop.kind == stops[target].kind for stop in between])
        self.gestures += min(abs(target - start), jumps)
        self._at = target
        return stops[target]

    def press(self, role: str, name: str) -> None:
        """Go to a control and tap twice."""
        self._call(self.go(role, name), "function () { this.focus(); this.click(); }")

    def enter(self, name: str, text: str) -> None:
        """Go to a field and dictate into it."""
        self._call(self.go("textbox", name), "function () { this.focus(); this.select?.(); }")
        self.page.keyboard.insert_text(text)
        self.gestures += 1
        self.words += len(text.split())

    def say(self, text: str) -> str:
        """Say cards, and the word that ends them; return what is told after that."""
        before = len(self.told)
        self.enter("Say or type the cards", text)
        self.page.keyboard.press("Enter")
        self.gestures += 1
        return self.hear(before)

    def hear(self, since: int) -> str:
        """Wait until something is told, and return it."""
        for _ in range(_MOST_FRAMES):
            if len(self.told) > since:
                return self.told[-1]
            self.page.evaluate("new Promise((go) => requestAnimationFrame(() => setTimeout(go)))")
        raise AssertionError(f"Nothing was told; before: {self.told}")

    def _call(self, stop: Stop, act: str) -> None:
        found = self.session.send("DOM.resolveNode", {"backendNodeId": stop.node})["object"]
        about = {"objectId": found["objectId"], "functionDeclaration": act, "userGesture": True}
        self.session.send("Runtime.callFunctionOn", about)
        self.gestures += 1


def _tell(page: Page, text: str) -> None:
    _LISTENING[page].note(text)


_LISTENING: Final[WeakKeyDictionary[Page, Ear]] = WeakKeyDictionary()
"""Who listens to a page; it can be told only once to whom it tells."""
