"""A guest with links to real games, who opens pages and sends their forms with any values.

What a guest does depends on what the site answers, so games begin, deals are entered, corrected and
undone, and the code behind all that meets values which no page would send.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from random import Random
from typing import Final
from urllib.parse import urlencode

from tests.fuzz import strange
from tests.fuzz.broken import FORM, Known

_LINK: Final = re.compile(r"/game/([A-Za-z0-9_-]{22})/")
_MOST_LINKS: Final = 12
_UNSEEN: Final = frozenset(("csrf_token", "entry_id", "version", "draft"))
"""Fields that a guest mostly sends as they came, since a wrong one ends all."""


@dataclass
class _Form:
    action: str
    is_post: bool
    values: dict[str, list[str]] = field(default_factory=dict)
    """The value of each field, and after it others that can be chosen."""
    buttons: list[tuple[str, str]] = field(default_factory=list)
    """The name and value of each button that sends the form; a plain one has neither."""


class _Reader(HTMLParser):
    """Reads the forms and the addresses of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[_Form] = []
        self.addresses: list[str] = []
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = {name: value or "" for name, value in attrs}
        if tag == "a":
            self.addresses.append(about.get("href", ""))
        elif tag == "form":
            self.forms.append(_Form(about.get("action", ""), about.get("method") == "post"))
        elif self.forms:
            self._read_field(tag, about)

    def _read_field(self, tag: str, about: dict[str, str]) -> None:
        if tag == "select":
            self._select = about.get("name", "")
        elif tag == "option":
            self._add(self._select, about.get("value", ""), "selected" in about)
        elif tag == "button":
            self.forms[-1].buttons.append((about.get("name", ""), about.get("value", "")))
        elif tag in ("input", "textarea") and about.get("name"):
            is_one_of_many = about.get("type") in ("radio", "checkbox")
            is_chosen = not is_one_of_many or "checked" in about
            self._add(about["name"], about.get("value", ""), is_chosen)

    def _add(self, name: str, value: str, is_chosen: bool) -> None:
        found = self.forms[-1].values.setdefault(name, [])
        if is_chosen:
            found.insert(0, value)
        else:
            found.append(value)


@dataclass
class Guest:
    """A browser; ``known`` grows by what its pages show."""

    chance: Random
    known: Known
    address: str = "/new?variant=laws"
    _page: _Reader = field(default_factory=_Reader)

    def requests(self) -> Iterator[bytes]:
        """Yield one request after another; ``hear`` must be called after each."""
        while True:
            posts = [form for form in self._page.forms if form.is_post]
            if posts and self.chance.random() < 0.6:
                yield self._send(self.chance.choice(posts))
            else:
                self.address = self._next_address()
                yield self._ask("GET", self.address)

    def hear(self, head: bytes, body: bytes) -> None:
        """Take an answer: cookie, token, links, forms; follow where it leads."""
        text = body.decode("utf-8", "replace")
        cookie = re.search(rb"(?mi)^set-cookie: (scorekeeper=[^;]*)", head)
        if cookie is not None:
            self.known.cookie = cookie[1].decode("latin-1")
        led = re.search(rb"(?mi)^location: (\S*)", head)
        self._page = _Reader()
        if led is not None:
            self._page.addresses.append(led[1].decode("latin-1"))
            self._learn(led[1].decode("latin-1"))
        if b"text/html" in head:
            self._page.feed(text)
            self._learn(text)

    def _learn(self, text: str) -> None:
        for form in self._page.forms:
            self.known.names.update([name for name in form.values if name])
            self.known.token = form.values.get("csrf_token", [self.known.token])[0]
        new = set(_LINK.findall(text)) - set(self.known.links)
        self.known.links[:] = [*sorted(new), *self.known.links][:_MOST_LINKS]

    def _next_address(self) -> str:
        near = [each for each in self._page.addresses if each.startswith("/") or "/game/" in each]
        if near and self.chance.random() < 0.5:
            return "/" + self.chance.choice(near).partition("#")[0].split("/", 1)[-1]
        if not self.known.links or self.chance.random() < 0.05:
            return f"/new?variant={strange.plausible(self.chance, 'variant')}"
        pages = [route.address for route in self.known.routes if route.method == "GET"]
        address = self.chance.choice(pages)
        link = self.chance.choice(self.known.links)
        address = address.replace("<link>", link).replace("<variant>", "contract")
        return re.sub(r"<[^>]*>", lambda _: str(self.chance.randrange(8)), address)

    def _send(self, form: _Form) -> bytes:
        sanely = not self.known.links or self.chance.random() < 0.6
        pairs = [self._press(form)]
        for name, values in form.values.items():
            pairs.extend((name, value) for value in self._fill(name, values, sanely=sanely))
        if self.chance.random() < 0.2:
            pairs.append(("presses", strange.presses(self.chance)))
        action = form.action or self.address
        if action.endswith("/enter") and self.chance.random() < 0.3:
            action += "/preview"
        if action == "/import":
            pairs.append(("text", strange.record(self.chance)))
        return self._ask("POST", action, urlencode([each for each in pairs if each[0]]).encode())

    def _press(self, form: _Form) -> tuple[str, str]:
        """The button by which a form is sent, mostly a plain one."""
        if ("", "") in form.buttons and self.chance.random() < 0.8:
            return "", ""
        return self.chance.choice(form.buttons or [("", "")])

    def _fill(self, name: str, values: list[str], *, sanely: bool) -> list[str]:
        """The values that a field is sent with; mostly one."""
        change = self.chance.random()
        first = values[:1]
        if name in _UNSEEN:
            return first if sanely or change < 0.95 else [strange.text(self.chance)]
        if sanely:
            return self._fill_sanely(name, values)
        if change < 0.4:
            return first
        if change < 0.7:
            return [strange.text(self.chance)]
        if change < 0.9:
            return [strange.plausible(self.chance, name)]
        return [] if change < 0.95 else [*first, strange.text(self.chance)]

    def _fill_sanely(self, name: str, values: list[str]) -> list[str]:
        if len(values) > 1:
            keeps = name.startswith("options-")
            return values[:1] if keeps else [self.chance.choice(values)]
        is_open = name.endswith(("-melded_points", "-in_hand_points", "deadwood_points"))
        is_named = re.fullmatch(r"players-[0-2]", name) is not None
        if is_named and not values[0]:
            return [strange.NAMES[int(name[-1])]]
        return [strange.plausible(self.chance, name)] if is_open else values[:1]

    def _ask(self, method: str, address: str, body: bytes = b"") -> bytes:
        lines = [f"{method} {address} HTTP/1.1".encode(), b"Host: table.test"]
        if self.known.cookie:
            lines.append(b"Cookie: " + self.known.cookie.encode("latin-1"))
        if self.chance.random() < 0.2:
            lines.append(b"Accept: application/json")
        if method == "POST":
            lines += [b"Content-Type: " + FORM, b"Content-Length: %d" % len(body)]
        return b"\r\n".join([*lines, b"", b""]) + body
