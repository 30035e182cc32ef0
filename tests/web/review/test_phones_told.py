"""Which phone somebody used, and seats that another phone took: everybody at the table is told."""

import re
from html import unescape

from flask import Flask

from scorekeeper.games.links import open_link
from scorekeeper.games.players import seat_history_of
from scorekeeper.papers.sheet import SheetNotes
from scorekeeper.web.table.papers import say_agreed_elsewhere
from tests.only_site import site_of
from tests.papers.games import printed
from tests.papers.reading import remarks
from tests.web.deals import ANN_OUT, BOB_OUT
from tests.web.phone import Phone
from tests.web.seated import Table, with_token


def history(phone: Phone, game: str) -> list[str]:
    """Return the lines of the history as plain text, the latest first."""
    entries = re.findall(r"<li>(.*?)</li>", phone.open(game + "history").text, re.DOTALL)
    return [" ".join(unescape(re.sub("<.*?>", " ", each)).split()) for each in entries]


def sit(phone: Phone, table: Table, seat: int) -> None:
    values = with_token(phone, table.player, seat=str(seat), me="yes")
    assert phone.post(table.player + "seat", values).status == 303


def agree(phone: Phone, table: Table, *, deal: int = 1, **typed: str) -> None:
    page = phone.open(f"{table.player}deal/{deal}")
    form = next(form for form in page.forms if "/agree/" in form.action)
    assert phone.post(form.action, {**form.values, **typed}).status == 303


def agreed_words(table: Table) -> list[str]:
    page = table.hosts.open(table.viewer + "deal/1").text
    part = re.findall(r'aria-label="Agreement">(.*?)</section>', page, re.DOTALL)[0]
    return [unescape(text) for text in re.findall(r'<p class="quiet">(.*?)</p>', part)]


def test_an_entry_of_a_player_on_their_own_phone_names_no_phone(table: Table) -> None:
    table.anns.fill(table.player + "enter", BOB_OUT)
    assert re.match(r"\d\d:\d\d Ann Deal 2 entered", history(table.anns, table.player)[0])
    assert "phone" not in history(table.anns, table.player)[0]


def test_a_name_written_on_a_phone_without_a_seat_is_told_with_the_phone(
    site: Flask, table: Table
) -> None:
    stranger = Phone(site)
    table.hosts.fill(table.host + "enter", {**BOB_OUT, "who": "Ann"})
    assert "Ann Deal 2 entered" in history(table.anns, table.viewer)[0]
    assert "on the phone that began the game" in history(table.anns, table.viewer)[0]
    stranger.fill(table.host + "players", {"name": "Bo", "seat": "1", "who": "Ann"})
    assert "Ann Bob is now called Bo" in history(table.anns, table.viewer)[0]
    assert "on phone 4, without a seat" in history(table.anns, table.viewer)[0]


def test_an_entry_without_a_name_from_a_phone_without_a_seat_names_the_phone(table: Table) -> None:
    line = history(table.bobs, table.viewer)[0]
    assert "The phone that began the game Deal 1 entered" in line
    assert "on the phone" not in line


def test_at_a_table_with_one_phone_the_history_names_no_phones(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    phone.fill(game + "enter", {**BOB_OUT, "who": "Bob"})
    assert not [line for line in history(phone, game) if "phone" in line]


def test_no_page_shows_the_id_of_a_phone(table: Table) -> None:
    with table.anns.client.session_transaction() as cookie:
        own = cookie["phone"]
    pages = [table.hosts.open(table.host + page).text for page in ("", "history", "players")]
    assert own not in "".join(pages)


def test_everybody_and_the_history_are_told_of_a_seat_taken_over(site: Flask, table: Table) -> None:
    sit(Phone(site), table, 1)
    sit(table.bobs, table, 1)
    told = [
        phone.open(address).text.count("Another phone took Bob’s seat, ")
        for phone, address in (
            (table.anns, table.player),
            (table.hosts, table.viewer),
            (table.anns, table.player + "players"),
        )
    ]
    assert told == [1, 1, 1]
    for page in ("", "players"):
        own = table.bobs.open(table.player + page).text
        assert ("This phone took Bob’s seat" in own, "Another phone" in own) == (True, False)
    assert "This phone took Bob’s seat" in history(table.bobs, table.player)[0]
    # It is news until the next deal.
    table.hosts.fill(table.host + "enter", ANN_OUT)
    assert "Another phone took" not in table.anns.open(table.player).text
    assert "Another phone took" in table.anns.open(table.player + "players").text
    _, back, taken = history(table.anns, table.viewer)[:3]
    assert re.match(r"\d\d:\d\d Another phone took Bob’s seat now on phone 3", back)
    assert taken.endswith("now on phone 4")


def test_a_seat_that_nobody_had_is_no_seat_taken_over(table: Table) -> None:
    assert "took" not in table.anns.open(table.player).text
    assert not [line for line in history(table.anns, table.viewer) if "seat" in line]


def test_an_agreement_from_a_phone_that_has_just_taken_the_seat_is_marked(
    site: Flask, table: Table
) -> None:
    thief = Phone(site)
    agree(table.anns, table)
    sit(thief, table, 1)
    agree(thief, table)
    (words,) = agreed_words(table)
    assert re.fullmatch(r"Bob agreed on a phone that took the seat at \d\d:\d\d\.", words)


def test_an_agreement_of_a_player_who_took_an_empty_seat_is_not_marked(site: Flask) -> None:
    ann, cal = Phone(site), Phone(site)
    game = ann.start("Ann", "Bob", "Cal")
    table = Table(host=game, player=game, viewer=game, hosts=ann, anns=ann, bobs=cal)
    sit(ann, table, 0)
    three = {**ANN_OUT, "hand2-melded_points": "0", "hand2-in_hand_points": "50"}
    for _ in range(2):
        ann.fill(game + "enter", three)
    sit(cal, table, 2)
    page = cal.open(game + "deal/2")
    form = next(form for form in page.forms if "/agree/" in form.action)
    cal.post(form.action, form.values)
    assert "took the seat" not in cal.open(game + "deal/2").text


def test_the_agreement_of_a_phone_that_had_the_seat_is_not_marked(table: Table) -> None:
    agree(table.anns, table)
    agree(table.bobs, table)
    assert agreed_words(table) == []


def test_an_agreement_for_a_player_with_another_phone_says_whose_phone_it_was(table: Table) -> None:
    agree(table.anns, table, all="yes")
    assert agreed_words(table) == ["Bob agreed on Ann’s phone."]
    assert re.search(r"All agreed, \d\d:\d\d on Ann’s phone$", history(table.hosts, table.host)[0])


def test_agreements_from_one_unexpected_phone_are_told_in_one_sentence(table: Table) -> None:
    agree(table.hosts, table, all="yes")
    assert agreed_words(table) == ["Ann and Bob agreed on the phone that began the game."]


def test_of_several_agreements_the_history_names_those_on_another_phone(table: Table) -> None:
    agree(table.anns, table)
    agree(table.anns, table, all="yes")
    (deal, _) = history(table.hosts, table.host)
    assert re.search(r"All agreed, \d\d:\d\d Bob agreed to deal 1 on Ann’s phone$", deal)


def told_of(site: Flask, table: Table) -> tuple[str, ...]:
    visit = open_link(site_of(site).store, table.viewer.split("/")[2])
    with site.app_context():
        return tuple(say_agreed_elsewhere(seat_history_of(visit)))


def test_the_paper_says_once_on_whose_phone_deals_were_agreed_to(site: Flask, table: Table) -> None:
    agree(table.anns, table, all="yes")
    table.anns.fill(table.player + "close", {"reason": "Last bus", "all": "yes"})
    told = told_of(site, table)
    assert told == ("Agreed on Ann’s phone, deal 1 and the early end: Bob.",)
    visit = open_link(site_of(site).store, table.viewer.split("/")[2])
    page = printed(visit.game.sheet, "a4", SheetNotes(told=told))
    assert told[0] in remarks(page)
    assert remarks(printed(visit.game.sheet, "a4", SheetNotes(told=(*told, *told)))) == remarks(
        page
    )


def test_a_line_of_the_paper_names_all_who_agreed_on_a_phone(site: Flask) -> None:
    ann, bob, cal = Phone(site), Phone(site), Phone(site)
    game = ann.start("Ann", "Bob", "Cal")
    table = Table(host=game, player=game, viewer=game, hosts=ann, anns=ann, bobs=bob)
    three = {**ANN_OUT, "hand2-melded_points": "0", "hand2-in_hand_points": "50"}
    for seat, each in enumerate((ann, bob, cal)):
        sit(each, table, seat)
    for number in range(1, 6):
        ann.fill(game + "enter", three)
        if number == 5:
            agree(cal, table, deal=number)
        agree(ann, table, deal=number, all="yes")
    assert told_of(site, table) == ("Agreed on Ann’s phone, deals 1–5: Bob; deals 1–4: Cal.",)


def test_a_name_that_brings_its_own_stop_gets_no_second_one(site: Flask) -> None:
    ann, bob = Phone(site), Phone(site)
    game = ann.start("Ann A.", "Bob B.")
    table = Table(host=game, player=game, viewer=game, hosts=ann, anns=ann, bobs=bob)
    sit(ann, table, 0)
    sit(bob, table, 1)
    ann.enter_first(game, ANN_OUT)
    agree(ann, table, all="yes")
    assert told_of(site, table) == ("Agreed on Ann A.’s phone, deal 1: Bob B.",)
