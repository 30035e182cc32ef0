"""A phone without JavaScript, which opens pages and fills in and posts forms like a browser."""

import re
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

_SEATS = 8
_OF_FORMS = re.compile(
    r"<textarea\b.*?</textarea>|<(?:form|input|select)\b[^>]*>|<option\b[^>]*\bselected\b[^>]*>",
    re.DOTALL,
)
"""What is read of a page: reading all of its tags takes ten times as long."""


@dataclass
class Form:
    """A form of a page: the address to which it posts, and the values of its fields."""

    action: str
    values: dict[str, str] = field(default_factory=dict)


class _FormReader(HTMLParser):
    def __init__(self, address: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._address = address
        self._select = ""
        self._textarea: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = dict(attrs)
        if tag == "form":
            self.forms.append(Form(action=about.get("action") or self._address))
        elif tag == "input" and about.get("name"):
            self._read_input(about)
        elif tag == "select":
            self._select = str(about["name"])
        elif tag == "option" and "selected" in about:
            self.forms[-1].values[self._select] = str(about["value"])
        elif tag == "textarea" and about.get("name"):
            self._textarea = str(about["name"])
            self.forms[-1].values[self._textarea] = ""

    def _read_input(self, about: dict[str, str | None]) -> None:
        picked = about.get("type") not in ("checkbox", "radio") or "checked" in about
        if picked and about.get("type") != "file":
            # Of several fields of one name the site reads the first.
            self.forms[-1].values.setdefault(str(about["name"]), about.get("value") or "")

    def handle_data(self, data: str) -> None:
        if self._textarea is not None:
            # A browser drops the line break after the tag.
            self.forms[-1].values[self._textarea] += data.removeprefix("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self._textarea = None


@dataclass
class Seen:
    """A page that a phone has opened: its text, its forms, and the whole answer."""

    answer: TestResponse
    address: str

    @property
    def status(self) -> int:
        return self.answer.status_code

    @cached_property
    def text(self) -> str:
        return self.answer.get_data(as_text=True)

    @cached_property
    def forms(self) -> list[Form]:
        reader = _FormReader(self.address)
        reader.feed("".join(_OF_FORMS.findall(self.text)))
        return reader.forms


class Phone:
    """One person's browser."""

    def __init__(self, site: Flask) -> None:
        self.client: FlaskClient = site.test_client()

    def open(self, address: str) -> Seen:
        return Seen(self.client.get(address, buffered=True), address)

    def post(self, address: str, values: dict[str, Any]) -> Seen:
        return Seen(self.client.post(address, data=values, buffered=True), address)

    def send(self, seen: Seen, typed: dict[str, Any], *, form: int = 0) -> Seen:
        """Type values into a form of the page and send it; ``None`` unticks a box."""
        shown = seen.forms[form]
        values = {**shown.values, **typed}
        kept = {name: value for name, value in values.items() if value is not None}
        return self.post(shown.action, kept)

    def fill(self, address: str, typed: dict[str, Any]) -> Seen:
        """Open a page, fill in its form and send it."""
        return self.send(self.open(address), typed)

    def follow(self, seen: Seen) -> Seen:
        assert seen.status == 303, seen.text
        return self.open(urlsplit(seen.answer.location).path)

    def start(self, *players: str, **typed: str) -> str:
        """Start a game and return its address, with a slash at the end.

        The form comes with the last game's values; its players and stake are removed first.
        """
        seats = [*players, *[""] * (_SEATS - len(players))]
        names = {f"players-{seat}": name for seat, name in enumerate(seats)} | {"stake-amount": ""}
        variant = typed.pop("variant", "laws")
        sent = self.fill(f"/new?variant={variant}", {**names, **typed})
        assert sent.status == 303, sent.text
        return urlsplit(sent.answer.location).path
