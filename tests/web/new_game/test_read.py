"""The page that reads a sheet: what the game is, before it is taken, once."""

from collections.abc import Sequence
from itertools import count
from typing import Any

import pytest
from flask import Flask

from scorekeeper.games.limits import Turns
from scorekeeper.record.reading import read_file, read_record
from scorekeeper.record.writing import record_of, sheet_of, write_codes
from tests.only_site import site_of
from tests.papers.games import record
from tests.web.deals import BOB_OUT
from tests.web.phone import Phone, Seen

LONGEST = 858


def codes(longest: int = LONGEST, **changes: Any) -> Sequence[str]:
    found = read_record(record("laws", **changes)).record
    assert found is not None
    start = "http://cards.example.org/read#"
    return write_codes(record_of(sheet_of(found)), start=start, longest=longest)


(CODE,) = codes(title="Friday table 9")
_NUMBERS = count(1)


def fresh(longest: int = LONGEST) -> str:
    """The code of a game that no other test has taken from the site that they share."""
    return "\n".join(reversed(codes(longest, title=f"Friday {next(_NUMBERS)}")))


def look(phone: Phone, text: str) -> Seen:
    return phone.fill("/read", {"text": text})


def take(phone: Phone, text: str) -> Seen:
    return phone.send(look(phone, text), {})


def test_the_home_page_leads_to_it(phone: Phone) -> None:
    assert 'href="/read"' in phone.open("/").text


@pytest.mark.parametrize(
    "words",
    [
        "Friday table 9",
        "20 November 2026 · Cavendish",
        "Laws · $1 per 100 · 6 deals",
        "Ann 1200, Bob 1000, Cal −200",
        "Ann wins. Finished after 6 deals.",
        "Nothing is saved yet",
        "Save this game",
    ],
)
def test_a_game_is_shown_before_it_is_taken(phone: Phone, words: str) -> None:
    seen = look(phone, CODE)
    assert seen.status == 200
    assert words in seen.text


def test_looking_saves_nothing(phone: Phone) -> None:
    look(phone, CODE)
    assert "Friday table 9" not in phone.open("/games").text


def test_a_game_that_is_taken_opens(phone: Phone) -> None:
    taken = take(phone, fresh())
    assert taken.status == 303
    assert "Friday " in phone.follow(taken).text
    assert "Friday " in phone.open("/games").text


def test_the_game_has_the_facts_of_the_sheet(phone: Phone) -> None:
    code = fresh()
    game = take(phone, code).answer.location
    found = read_file(phone.open(f"{game}record.json").text.encode()).record
    assert found is not None
    assert write_codes(found, start="http://cards.example.org/read#", longest=LONGEST) == (code,)


def test_a_part_alone_is_counted_and_kept(phone: Phone) -> None:
    texts = codes(200)
    seen = look(phone, texts[2])
    assert seen.status == 422
    assert "1 of 4 read." in seen.text
    assert "Parts 1, 2 and 4 of 4 are missing." in seen.text
    assert seen.forms[0].values["text"] == texts[2]


def test_parts_come_in_any_order(phone: Phone) -> None:
    assert "Save this game" in look(phone, fresh(200)).text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "There is no sheet code in this text."),
        ('{"format": "scorekeeper-game/1"}', "is no part of a sheet code."),
        (CODE[:-3], "The code was changed or misread: the check does not fit."),
        (f"{CODE} {codes(title='Another')[0]}", "is from another sheet"),
        (CODE.replace("SK1", "SK3"), "This is a sheet code of version 3"),
    ],
)
def test_problems_are_reported_and_the_text_is_kept(phone: Phone, text: str, told: str) -> None:
    seen = look(phone, text)
    assert seen.status == 422
    assert told in seen.text
    assert seen.forms[0].values["text"] == text
    assert phone.post("/read/take", {**seen.forms[0].values, "text": text}).status == 422


def test_a_form_that_is_sent_twice_makes_one_game(phone: Phone) -> None:
    shown = look(phone, fresh())
    first, second = phone.send(shown, {}), phone.send(shown, {})
    assert first.answer.location == second.answer.location


def test_a_game_that_this_phone_has_is_opened_by_its_own_link(phone: Phone) -> None:
    code = fresh()
    game = take(phone, code).answer.location
    seen = look(phone, code)
    assert "This game is already here." in seen.text
    assert f'href="{game}"' in seen.text
    assert "Save this game" not in seen.text


def test_a_paper_gives_no_link_to_a_game_that_is_here(phone: Phone, other_phone: Phone) -> None:
    code = fresh()
    shown = look(other_phone, code)
    host = take(phone, code).answer.location
    late = other_phone.send(shown, {})
    assert late.status == 409
    assert "This game is already here." in late.text
    assert "Ask its players for the link." in late.text
    assert "Ann 1200, Bob 1000, Cal −200" in late.text
    assert "/game/" not in late.text
    assert host not in late.text
    assert other_phone.open("/games").text.count("Friday ") == 0


def test_nobody_learns_from_a_code_who_has_begun_to_play(phone: Phone, other_phone: Phone) -> None:
    game = phone.start("Ann", "Bob", title="Begun")
    found = read_file(phone.open(f"{game}record.json").text.encode()).record
    assert found is not None
    (code,) = write_codes(found, longest=LONGEST)
    assert "Save this game" in look(other_phone, code).text


def test_a_game_that_was_played_here_is_found(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", title="Here")
    phone.fill(f"{game}enter", BOB_OUT)
    found = read_file(phone.open(f"{game}record.json").text.encode()).record
    assert found is not None
    (code,) = write_codes(found, longest=LONGEST)
    assert f'href="{game}"' in look(phone, code).text


def test_other_facts_are_another_game(phone: Phone) -> None:
    take(phone, fresh())
    deals = record("laws")["deals"]
    assert "Save this game" in look(phone, codes(deals=deals[:5])[0]).text


def test_a_code_that_waits_too_long_comes_back(
    phone: Phone, site: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns: Turns = site_of(site).store.imports
    monkeypatch.setattr("scorekeeper.games.games._SECONDS_TO_WAIT", 0.01)
    with turns.turn(0, seconds=0):
        seen = look(phone, CODE)
    assert seen.status == 503
    assert seen.answer.headers["Retry-After"] == "10"
    assert seen.forms[0].values["text"] == CODE


def test_a_code_is_imported_like_a_record(phone: Phone) -> None:
    assert "Friday " in phone.follow(phone.fill("/import", {"text": fresh()})).text
