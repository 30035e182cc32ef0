"""A phone without JavaScript, which opens pages and fills in and posts forms like a browser."""

import re
from dataclasses import dataclass, field
from functools import cached_property
from html import unescape
from secrets import token_urlsafe
from typing import Any
from urllib.parse import urlsplit

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.config import MAX_REQUEST_BYTES

_SEATS = 8
_OF_FORMS = re.compile(r"<(form|input|select|option|textarea)\b([^>]*)>(?:([^<]*)</textarea>)?")
_ATTRIBUTES = re.compile(r'([\w-]+)(?:="([^"]*)")?')


@dataclass
class Form:
    """A form of a page: the address to which it is sent, how, and the values of its fields."""

    action: str
    method: str
    values: dict[str, str] = field(default_factory=dict)


def _read_forms(page: str, address: str) -> list[Form]:
    """Return the forms of a page; its templates write every value in double quotes."""
    forms: list[Form] = []
    select = ""
    for tag, attributes, text in _OF_FORMS.findall(page):
        about = {name: unescape(value) for name, value in _ATTRIBUTES.findall(attributes)}
        name = about.get("name", "")
        if tag == "form":
            forms.append(Form(about.get("action") or address, about.get("method", "get")))
        elif tag == "select":
            select = name
        elif tag == "option" and "selected" in about:
            forms[-1].values[select] = about["value"]
        elif tag == "textarea" and name:
            # A browser drops the line break after the tag, and reads every kind of them as one.
            forms[-1].values[name] = unescape(text).replace("\r\n", "\n").removeprefix("\n")
        elif tag == "input" and name and _is_sent(about):
            # Of several fields of one name the site reads the first.
            forms[-1].values.setdefault(name, about.get("value", ""))
    # A menu stands before what the page is about.
    return sorted(forms, key=lambda form: form.action.endswith(("/officers/out", "/print")))


def _is_sent(about: dict[str, str]) -> bool:
    kind = about.get("type", "")
    return kind != "file" and (kind not in ("checkbox", "radio") or "checked" in about)


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
        """What was answered; a space that ends no line is read like another one."""
        return self.answer.get_data(as_text=True).replace("&nbsp;", " ").replace("\u00a0", " ")

    @cached_property
    def forms(self) -> list[Form]:
        return _read_forms(self.text, self.address)


class Phone:
    """One person's browser."""

    def __init__(self, site: Flask) -> None:
        self.client: FlaskClient = site.test_client()
        self.csrf_token = ""

    def open(self, address: str) -> Seen:
        """Open a page."""
        return Seen(self.client.get(address, buffered=True), address)

    def post(self, address: str, values: dict[str, Any]) -> Seen:
        """Post values as they are, without a form."""
        return Seen(self.client.post(address, data=values, buffered=True), address)

    def send(self, seen: Seen, typed: dict[str, Any], *, form: int = 0) -> Seen:
        """Type values into a form of the page and send it; ``None`` unticks a box."""
        shown = seen.forms[form]
        assert shown.method == "post", shown.action
        # A browser sends these line ends, whatever the page has.
        as_sent = {name: value.replace("\n", "\r\n") for name, value in shown.values.items()}
        values = {**as_sent, **typed}
        kept = {name: value for name, value in values.items() if value is not None}
        return self.post(shown.action, kept)

    def fill(self, address: str, typed: dict[str, Any]) -> Seen:
        """Open a page, fill in its form and send it."""
        return self.send(self.open(address), typed)

    def follow(self, seen: Seen) -> Seen:
        """Open the page to which an answer leads."""
        assert seen.status == 303, seen.text
        return self.open(urlsplit(seen.answer.location).path)

    def start(self, *players: str, **typed: str) -> str:
        """Start a game and return its address, with a slash at the end.

        The form comes with the last game's values; its players and stake are removed first.
        """
        seats = [*players, *[""] * (_SEATS - len(players))]
        names = {f"players-{seat}": name for seat, name in enumerate(seats)} | {"stake-amount": ""}
        variant = typed.pop("variant", "laws")
        form = self._form_of_new_game(variant)
        self.csrf_token = form.values["csrf_token"]
        sent = self.post(form.action, {**form.values, **names, **typed})
        assert sent.status == 303, sent.text
        return urlsplit(sent.answer.location).path

    def enter_first(self, game: str, typed: dict[str, Any]) -> None:
        """Enter the first deal of a game that this phone began, without a look at the form.

        It sends what the form does unasked but for what is empty in it; the deal must be saved.
        """
        unasked = {"csrf_token": self.csrf_token, "entry_id": token_urlsafe(16), "version": "1"}
        sent = self.post(f"{game}enter", {**unasked, **typed})
        assert sent.status == 303, sent.text

    def _form_of_new_game(self, variant: str) -> Form:
        """Return the form; phones new to a site get the same one but for what names a phone's form.

        Hundreds of tests begin with a new game, so the form is read for the first of them alone.
        """
        site = self.client.application
        address = f"/new?variant={variant}"
        if self.client.get_cookie(site.config["SESSION_COOKIE_NAME"]) is not None:
            return self.open(address).forms[0]
        kept: dict[str, tuple[Form, str]] = site.extensions.setdefault("forms in tests", {})
        if variant not in kept:
            form = self.open(address).forms[0]
            with self.client.session_transaction() as session:
                kept[variant] = form, session["csrf_token"]
            return form
        form, secret = kept[variant]
        with self.client.session_transaction() as session:
            session["csrf_token"] = secret
        return Form(form.action, form.method, {**form.values, "entry_id": token_urlsafe(16)})


def send_too_much(phone: Phone, address: str) -> Seen:
    """Post more than the site reads, as a form with a file does."""
    body = b"x" * (MAX_REQUEST_BYTES + 1)
    kind = "multipart/form-data; boundary=x"
    return Seen(phone.client.post(address, data=body, content_type=kind, buffered=True), address)
