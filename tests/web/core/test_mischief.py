"""Attempts to do harm: forged requests, stolen cookies, and hostile names and reasons."""

import logging
from base64 import urlsafe_b64decode
from typing import Final
from urllib.parse import urlsplit
from zlib import decompress

import pytest
from flask import Flask

from scorekeeper.games.links import ROLES_OF_GAMES, Role, Thing
from scorekeeper.rules.game import Agreed, Challenged, Joined
from scorekeeper.web.core.access import MOST_REMEMBERED
from tests.only_site import site_of
from tests.web.deals import ANN_OUT
from tests.web.links import Table, begin, token_of
from tests.web.phone import Phone

COOKIE: Final = "scorekeeper"
COOKIE_BYTES: Final = 4096


@pytest.fixture
def table(site: Flask) -> Table:
    return begin(site, "Ann", "Bob", "Cal")


def dealt(table: Table) -> Table:
    assert table.host.fill(table.game + "enter", ANN_OUT | {"hand2-in_hand": "KH"}).status == 303
    return table


def sitting(site: Flask, table: Table, seat: int) -> Phone:
    """Return a phone that opened the players' link and took a seat."""
    phone = Phone(site)
    token = phone.open(table.door + "seat").forms[0].values["csrf_token"]
    phone.post(table.door + "seat", {"csrf_token": token, "seat": str(seat)})
    return phone


# --- the host's link ------------------------------------------------------------------------------


def test_a_player_who_sends_a_deal_as_a_new_game_is_not_led_to_the_hosts_link(
    table: Table, phone: Phone
) -> None:
    new = phone.open("/new?variant=laws").forms[0].values
    names = {"players-0": "Dot", "players-1": "Eve"}
    others = {name: "" for name in new if name.startswith(("players-", "stake-"))}
    deal = phone.open(table.door + "enter").forms[0].values
    values = {**new, **others, **names, **deal, **ANN_OUT, "hand2-in_hand": "KH", "entry_id": "x"}
    assert phone.post(table.door + "enter", values).status == 303
    sent = phone.post("/new", values)
    assert sent.status == 422
    assert sent.answer.location is None


def test_a_player_who_sends_a_deal_as_a_record_is_not_led_to_the_hosts_link(
    table: Table, phone: Phone
) -> None:
    record = phone.open(table.game + "record.json").text
    deal = phone.open(table.door + "enter").forms[0].values
    typed = ANN_OUT | {"hand2-in_hand": "KH"}
    values = {**deal, **typed, "text": record.replace("Ann", "Dot"), "entry_id": "y"}
    assert phone.post(table.door + "enter", values).status == 303
    assert token_of(table.game) not in str(phone.post("/import", values).answer.location)


@pytest.mark.parametrize("log", ["scorekeeper.server.app", "uvicorn.error"])
def test_a_log_names_no_link(
    site: Flask, table: Table, log: str, caplog: pytest.LogCaptureFixture
) -> None:
    logging.getLogger(log).error("Exception on %s [%s]", table.game + "deal/1", "GET")
    assert caplog.messages == ["Exception on /game/…/deal/1 [GET]"]


@pytest.mark.parametrize("page", ["/club/{}/people", "/night/{}/closing", "/set-up/{}/"])
def test_a_log_names_no_link_of_a_club(
    site: Flask, page: str, caplog: pytest.LogCaptureFixture
) -> None:
    site.logger.error("Exception on %s", page.format("a-secret-link"))
    assert caplog.messages == [f"Exception on {page.format('…')}"]


# --- what others said -----------------------------------------------------------------------------


def test_nobody_says_again_for_others_what_they_took_back(site: Flask, table: Table) -> None:
    dealt(table)
    bobs, cals = sitting(site, table, 1), sitting(site, table, 2)
    bobs.fill(table.door + "challenge/2", {"reason": "I had the joker"})
    challenge = table.visit.game.version
    bobs.fill(f"{table.door}undo/{challenge}", {"reason": "no, I had not"})
    undo = table.visit.game.version
    page = cals.open(table.door + "enter").forms[0].values
    sent = cals.post(f"{table.door}undo/{undo}", {**page, "reason": "he had"})
    assert (sent.status, table.visit.game.version) == (403, undo)


def test_pages_are_shown_after_a_player_who_challenged_and_agreed_is_gone(
    site: Flask, table: Table
) -> None:
    dealt(table)
    dots = Phone(site)
    seats = dots.open(table.door + "seat")
    form = next(form for form in seats.forms if form.action.endswith("/seat/new"))
    dots.post(form.action, {**form.values, "name": "Dot"})
    dots.fill(table.door + "challenge/2", {"reason": "a card is missing"})
    table.host.fill(table.game + "close", {"reason": "It is late", "all": "yes"})
    log = table.visit.game.log
    assert {Joined, Challenged, Agreed} <= {type(entry.act) for entry in log}
    table.host.fill(table.game + "reopen", {"reason": "It is not"})
    came = next(entry.seq for entry in log if isinstance(entry.act, Joined))
    assert table.host.fill(f"{table.game}undo/{came}", {"reason": "gone"}).status == 303
    pages = [table.host.open(table.game + page) for page in ("", "deal/1", "history", "big")]
    assert [page.status for page in pages] == [200] * 4
    assert "Dot challenged deal 1" in pages[2].text


# --- what is typed --------------------------------------------------------------------------------

BREAKING: Final = "<img src=x onerror=a()>"
QUOTING: Final = "\"'`>{{7*7}}</script>"


@pytest.mark.parametrize("role", ROLES_OF_GAMES)
def test_no_page_takes_a_name_or_a_reason_for_its_own_code(site: Flask, role: Role) -> None:
    table = begin(site, BREAKING, QUOTING)
    typed = {"reason": f"{BREAKING}{QUOTING}", "who": BREAKING}
    table.host.enter_first(table.game, ANN_OUT)
    table.host.fill(table.game + "challenge/2", typed)
    table.host.fill(table.game + "deal/1/correct", typed | {"hand1-in_hand": "AS"})
    table.host.fill(table.game + "undo/4", typed)
    players = sitting(site, table, 1)
    token = players.open(table.door + "enter").forms[0].values["csrf_token"]
    players.post(table.door + "writing", {"csrf_token": token, "seat": "0"})
    phone = players if role is Role.PLAYER else table.host
    seen = ("", "deal/1", "big", "history", "final", "hands", "seat?change=yes", "enter")
    more = (
        "hand/0",
        "deal/1/correct",
        "challenge/2",
        "undo/2",
        "players",
        "links",
        "close",
        "meanwhile?seen=1",
    )
    texts = [phone.open(table.by(role) + page).text for page in (*seen, *more)]
    texts += [phone.open(f"/new?again={token_of(table.by(role))}").text, phone.open("/").text]
    assert sum(["onerror" in text for text in texts]) >= 5
    assert [text for text in texts if "<img" in text or QUOTING in text] == []


# --- the cookie -----------------------------------------------------------------------------------


def test_the_cookie_of_a_browser_that_knows_many_tables_is_kept_by_it(
    site: Flask, phone: Phone
) -> None:
    """Browsers drop a cookie of more than 4096 bytes with its name and attributes."""
    name = "Maximiliane-Wilhelmine von Ribbeck-Nagel"
    table = begin(site, name, "Bob")
    for _ in range(MOST_REMEMBERED[Thing.GAME] // 2):
        table = begin(site, name, "Bob")
        token = phone.open(table.door + "seat").forms[0].values["csrf_token"]
        phone.post(table.door + "seat", {"csrf_token": token, "seat": "1"})
        phone.fill(table.game + "enter", ANN_OUT | {"who": name})
    sent = phone.open(table.door)
    assert len(sent.answer.headers["Set-Cookie"]) < COOKIE_BYTES
    with phone.client.session_transaction() as known:
        assert len(known["games"]) == MOST_REMEMBERED[Thing.GAME]


def test_a_phone_stays_the_same_at_whatever_table_and_by_whatever_link(
    site: Flask, table: Table
) -> None:
    bobs = sitting(site, table, 1)
    others = begin(site, "Dot", "Eve")
    for page in (others.door, others.by(Role.VIEWER), table.by(Role.VIEWER), "/", table.door):
        bobs.open(page)
    assert "<span>Bob</span><small>you</small>" in bobs.open(table.door).text


def test_an_answer_to_a_script_brings_back_nothing_of_an_older_cookie(
    site: Flask, table: Table
) -> None:
    """Such an answer may be late, and must not undo what the browser has done since it asked."""
    bobs = sitting(site, table, 1)
    pages = ("", "deal/1", "big", "history", "hands", "version", "meanwhile?seen=1")
    dealt(table)
    answers = [
        bobs.client.get(address + page, headers={"X-Again": "yes"}, buffered=True)
        for address in (table.door, table.by(Role.VIEWER))
        for page in pages
    ]
    assert [answer.headers.get("Set-Cookie") for answer in answers] == [None] * len(answers)


def test_the_cookie_of_a_player_holds_no_link_of_the_host(site: Flask, table: Table) -> None:
    """Anybody with the browser can read its cookie, so a player's has no host's link."""
    bobs = sitting(site, table, 1)
    bobs.open(table.door)
    cookie = bobs.client.get_cookie(COOKIE)
    assert cookie is not None
    assert token_of(table.game) not in read_cookie(cookie.value)


def read_cookie(value: str) -> str:
    """Return the content of a signed cookie, compressed or not."""
    packed = value.startswith(".")
    text = value.lstrip(".").split(".")[0]
    raw = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    return (decompress(raw) if packed else raw).decode()


def test_a_name_sent_again_after_it_was_changed_is_no_mistake_of_ours(
    site: Flask, table: Table, phone: Phone
) -> None:
    seats = phone.open(table.door + "seat")
    form = next(form for form in seats.forms if form.action.endswith("/seat/new"))
    typed = {**form.values, "name": "Dot"}
    phone.post(form.action, typed)
    forms = table.host.open(table.game + "players").forms
    names = next(each for each in forms if "Dot" in each.values.values())
    table.host.post(names.action, {**names.values, "name": "Dorothy"})
    assert table.visit.game.sheet.setup.players[-1] == "Dorothy"
    again = phone.post(form.action, typed)
    assert urlsplit(again.answer.location).path == table.door + "seat"


def test_asking_whether_there_is_a_stream_holds_none_open(site: Flask, table: Table) -> None:
    watch = site_of(site).store.notifier
    before = watch.count
    table.host.client.head(table.game + "live", buffered=True)
    assert watch.count == before
