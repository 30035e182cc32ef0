"""Whatever happens at a table, two pages that are drawn differently never have the same tag."""

import re
from http import HTTPStatus
from typing import Final

from flask import Flask
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.web.deals import BOB_OUT
from tests.web.phone import Phone, Seen
from tests.web.seated import Table, seat_two, with_token

PAGES: Final = ("", "deal/1", "final", "big", "history", "hands")
OF_HOSTS: Final = ("", "final", "history")
OF_VIEWERS: Final = ("", "big")
"""Pages that are drawn of the same, with other ways on."""
_UNDRAWN: Final = re.compile(
    r'name="(?:csrf_token|entry_id)" value="[^"]*"|data-seconds="\d+"|data-state="[^"]*"'
)
"""What a reader does not see; the state that a page tells its script is not what it draws."""
_FORMS: Final = {
    "agree": ("deal/1", "/agree/", {}),
    "challenge": ("challenge/2", "/challenge/", {"reason": "two aces", "about": "0"}),
    "challenge the second": ("challenge/3", "/challenge/", {"reason": "", "about": ""}),
    "correct": ("deal/1/correct", "/correct", {"dealer": "0", "reason": "Ann dealt"}),
    "enter a deal": ("enter?form=totals", "/enter", {**BOB_OUT, "form": "totals"}),
    "enter a hand": ("hand/1", "/hand/1", {"ending": "other", "hand1-in_hand": "KH 5D"}),
    "rename": ("players", "/players", {"name": "Dot"}),
    "end it early": ("close", "/close", {"reason": "it is late", "settles": "no"}),
    "reopen": ("reopen", "/reopen", {"reason": "we play on"}),
    "take a deal back": ("undo/2", "/undo/", {"reason": "by mistake"}),
    "take the next back": ("undo/3", "/undo/", {"reason": ""}),
    "put it back": ("", "/undo/", {}),
    "stake": ("setup", "/setup", {"stake-amount": "2"}),
    "make letters": ("links", "/links/tv", {}),
    "need seats": ("links", "/links/seats", {}),
    "put away": ("", "/put-away", {}),
}
_OTHERS: Final = ("begin to enter", "stop entering", "take the seat", "hide the needs", "look dark")


def _drawn(seen: Seen) -> str:
    return _UNDRAWN.sub("", seen.text)


def _send(phone: Phone, game: str, act: str) -> None:
    page, to, typed = _FORMS[act]
    seen = phone.open(game + page)
    found = [at for at, form in enumerate(seen.forms) if to in form.action]
    if found:
        phone.send(seen, typed, form=found[0])


def _do(table: Table, stranger: Phone, what: str) -> None:
    """Do it on whichever phone may; an act that is not possible just now changes nothing."""
    if what in _FORMS:
        by_host = _FORMS[what][0] in ("links", "", "players")
        phone, game = (table.hosts, table.host) if by_host else (table.bobs, table.player)
        _send(phone, game, what)
        return
    game, values = table.player, with_token(table.bobs, table.player)
    match what:
        case "begin to enter":
            table.bobs.post(f"{game}writing", values)
        case "stop entering":
            table.bobs.post(f"{game}writing", {**values, "stop": "yes"})
        case "take the seat":
            stranger.post(f"{game}seat", with_token(stranger, game, seat="0", me="yes"))
        case "hide the needs":
            table.bobs.post(f"{game}needs", {**values, "show": "no"})
        case "look dark":
            table.bobs.client.set_cookie("theme", "dark")


def _pages(table: Table, stranger: Phone) -> list[Seen]:
    """Open the pages of the host, a player and a viewer, and the first of one with a free seat."""
    # A phone that is new to a page is counted on it, which the next answer may tell.
    pages = [table.bobs.open(table.player + page) for page in PAGES]
    pages += [table.hosts.open(table.host + page) for page in OF_HOSTS]
    pages += [stranger.open(table.viewer + page) for page in OF_VIEWERS]
    pages.append(stranger.open(table.player))
    assert max(page.status for page in pages) < HTTPStatus.INTERNAL_SERVER_ERROR
    return pages


class _Tags:
    """What was drawn under each tag so far."""

    def __init__(self) -> None:
        self._drawn: dict[str, str] = {}

    def check(self, pages: list[Seen], act: str | None) -> None:
        for seen in pages:
            tag = seen.answer.headers.get("ETag")
            if tag:
                drawn = _drawn(seen)
                assert self._drawn.setdefault(tag, drawn) == drawn, f"{seen.address}: {act}"


def test_every_act_is_possible_and_gives_what_it_changes_another_tag(site: Flask) -> None:
    """An act that is never possible would prove nothing below."""
    table, stranger, tags = seat_two(site), Phone(site), _Tags()
    order = [
        *("begin to enter", "stop entering", "enter a deal", "enter a hand", "agree", "challenge"),
        *("challenge the second", "correct", "take a deal back", "put it back", "rename", "stake"),
        *("make letters", "need seats", "take the seat", "hide the needs", "look dark"),
        *("end it early", "reopen", "put away"),
    ]
    before = _pages(table, stranger)
    tags.check(before, None)
    for act in order:
        _do(table, stranger, act)
        after = _pages(table, stranger)
        tags.check(after, act)
        assert [_drawn(page) for page in after] != [_drawn(page) for page in before], act
        before = after
    assert set(order) >= {*_FORMS, *_OTHERS} - {"take the next back"}


@settings(max_examples=settings().max_examples // 8)  # each draws all pages after each act
@given(acts=st.lists(st.sampled_from([*_FORMS, *_OTHERS]), min_size=3, max_size=5))
@example(acts=["take a deal back", "put it back", "end it early", "challenge", "reopen"])
@example(acts=["put away", "put it back", "stake", "end it early"])
def test_two_pages_that_differ_never_share_a_tag(site: Flask, acts: list[str]) -> None:
    table, stranger, tags = seat_two(site), Phone(site), _Tags()
    for act in [None, *acts]:
        if act:
            _do(table, stranger, act)
        tags.check(_pages(table, stranger), act)
