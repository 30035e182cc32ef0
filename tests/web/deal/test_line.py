"""The line of the pad: what its text means is answered by the server, which keeps nothing of it."""

import json
import logging
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.games.limits import Pace
from scorekeeper.hearing import TEXT_MOST
from scorekeeper.web.deal.said import PACE
from tests.hearing.comparing import heard
from tests.only_site import site_of
from tests.web.partners import bring
from tests.web.phone import Phone, Seen

SAID = "three kings 4 2 6 of clubs bananas left with a 7"


def ask(
    phone: Phone, page: str, text: str, line: str = "melds", *, hear: str = "", before: str = ""
) -> Seen:
    """Ask what a text means, as the pad of a page does."""
    token = phone.open(page).text.partition('data-secret="')[2].partition('"')[0]
    values = {"csrf_token": token, "text": text, "before": before, "for": line}
    return phone.post(hear or page + "/hear", values)


def told(seen: Seen) -> dict[str, Any]:
    assert seen.status == 200, seen.text
    answer: dict[str, Any] = json.loads(seen.text)
    return answer


def test_the_answer_is_that_of_the_command_with_what_leads_to_each_part(phone: Phone) -> None:
    answer = told(ask(phone, phone.start("Ann", "Bob") + "enter", SAID))
    assert (answer.pop("line"), answer.pop("leads")) == ("melds", ["", "", "", "left with"])
    assert [part.pop("chatter", None) for part in answer["parts"]] == [None, None, True, None]
    assert answer == heard(SAID)


def test_a_run_that_lacks_only_its_suit_is_asked_for_it(phone: Phone) -> None:
    page = phone.start("Ann", "Bob") + "enter"
    kings, run, out = told(ask(phone, page, "three kings, 5 6 7 and out"))["parts"]
    assert (kings["melds"], out["out"]) == (["K K K"], True)
    assert run == {"said": "5 6 7", "asked": [{"melds": [f"5{s} 6{s} 7{s}"]} for s in "SHDC"]}
    assert told(ask(phone, page, "five six eight"))["parts"][0]["unread"]
    heard = phone.fill(page, {"hand0-said": "three kings, 5 6 7"})
    assert "“5 6 7”: which is it?" in heard.text


@pytest.mark.parametrize(
    ("text", "is_chatter"),
    [
        ("sadly", True),
        ("can you believe it", True),
        ("and a bananas", True),
        ("three bings", False),
        ("a nine, sadly", False),
        ("no, of spades", False),
        ("make that", False),
    ],
)
def test_chatter_has_no_word_of_a_hand(phone: Phone, text: str, is_chatter: bool) -> None:
    answer = told(ask(phone, phone.start("Ann", "Bob") + "enter", text))
    assert answer["status"] == "unread"
    assert all(part.get("chatter", False) is is_chatter for part in answer["parts"])


def test_a_deal_is_answered_by_the_names_of_the_game(phone: Phone) -> None:
    page = phone.start("Ann", "Bob") + "enter"
    text = "okay, Ann went out with three kings. Bob has two aces left, sadly"
    answer = told(ask(phone, page, text))
    assert (list(answer["players"]), answer["unread"]) == (["Ann", "Bob"], [])
    ann, bob = answer["players"].values()
    assert (ann["melds"], ann["out"], ann["line"]) == (["K K K"], True, "melds")
    assert [part.get("chatter", False) for part in bob["parts"]] == [False, True]
    assert bob["text"] == "has two aces left, sadly"
    assert "players" not in told(ask(phone, page, "three kings"))


@pytest.mark.parametrize(
    ("text", "unclear"),
    [
        ("Dora went out, three kings", ["Dora"]),
        ("Dora three queens and out", ["Dora"]),
        ("dora has three kings", ["dora"]),
        ("Dora has three kings. Ann left with a king", ["Dora"]),
        ("three kings for Bob", ["Bob"]),
        ("Jack has two queens", ["Jack"]),
        ("Jack nothing down, a queen in hand", ["Jack"]),
        ("Ann three kings against Bob two queens left", ["Bob"]),
        ("a run and three kings Bob has two aces left", ["a run and three kings"]),
    ],
)
def test_it_is_said_what_makes_unclear_whose_cards_are_told(
    phone: Phone, text: str, unclear: list[str]
) -> None:
    page = phone.start("Ann", "Bob", "Jack") + "enter"
    assert told(ask(phone, page, text))["unread"] == unclear


def test_a_hand_that_is_counted_belongs_to_no_other(phone: Phone) -> None:
    hear = "/hand/hear?variant=laws"
    answer = told(ask(phone, "/hand?variant=laws", "Bob went out, three kings", hear=hear))
    assert answer == {"players": {}, "unread": ["Bob"]}


def test_the_first_line_that_understands_the_text_counts(phone: Phone) -> None:
    page = phone.start("Ann", "Bob") + "enter"
    assert told(ask(phone, page, "two queens", "melds hand"))["in_hand"] == "Q Q"
    assert told(ask(phone, page, "three kings", "melds hand"))["melds"] == ["K K K"]
    # A text that says itself what is left is one about a whole hand.
    assert told(ask(phone, page, "left with a 7", "hand"))["line"] == "melds"
    assert told(ask(phone, page, "bananas", "melds hand"))["line"] == "melds"


def test_typed_notation_has_the_same_reader(phone: Phone) -> None:
    page = phone.start("Ann", "Bob") + "enter"
    assert told(ask(phone, page, "KKK2, 8S-KS"))["melds"] == ["K K K 2", "8S 9S TS JS QS KS"]


def test_what_corrects_is_told_once_more_with_what_was_added_before(phone: Phone) -> None:
    page = phone.start("Ann", "Bob") + "enter"
    added = "three kings, left with a four. "
    assert told(ask(phone, page, "not the four the five", before=added))["in_hand"] == "5"
    assert told(ask(phone, page, "no, four kings", before="three kings"))["melds"] == ["K K K K"]
    again = told(ask(phone, page, "start again, three queens", before=added))
    assert (again["melds"], again["text"]) == (["Q Q Q"], ", three queens")
    assert "text" not in told(ask(phone, page, "two queens left", before=added))
    assert told(ask(phone, page, "scratch that", before=added)) == {"command": "undo"}


@pytest.mark.parametrize("no", ["no", "scratch that,", "sorry, no"])
def test_a_correction_that_names_a_player_is_of_that_player_alone(phone: Phone, no: str) -> None:
    """It is not joined to what was said before of the open hand, and “no” is nobody."""
    page = phone.start("Ann", "Bob") + "enter"
    answer = told(ask(phone, page, f"{no} Bob has a ten left", before="three sevens, a nine left"))
    assert answer["unread"] == []
    (hand,) = answer["players"].values()
    assert (hand["in_hand"], "text" in answer) == ("T", False)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("three bings", "Not every word here is known"),
        ("five six eight", "No meld, and no “left with”"),
        ("left with ten queens of spades", "There are not so many of these cards"),
    ],
)
def test_it_is_said_why_words_are_not_understood(phone: Phone, text: str, why: str) -> None:
    (part,) = told(ask(phone, phone.start("Ann", "Bob") + "enter", text))["parts"]
    assert part["why"] == why


@pytest.mark.parametrize(
    "text",
    [
        "well, the stock ran out",
        "Bob took the pile",
        "two jacks and the joker, that's three of them",
    ],
)
def test_of_what_is_no_card_it_is_not_said_that_cards_do_not_fit(phone: Phone, text: str) -> None:
    *_, part = told(ask(phone, phone.start("Ann", "Eve") + "enter", text))["parts"]
    assert part["unread"]
    assert not {"why", "chatter"} & part.keys()


@pytest.mark.parametrize("upcard", ["upcard six of diamonds", "the six of diamonds was turned up,"])
def test_the_upcard_may_be_said_before_who_knocks(phone: Phone, upcard: str) -> None:
    page = phone.start("Ann", "Bob", variant="gin150") + "enter"
    answer = told(ask(phone, page, f"{upcard} Bob knocks", "gin"))
    assert (answer["upcard"]["cards"], answer["unread"]) == ("6D", [])
    assert answer["players"]["Bob"]["out"]


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("Read back.", "read"),
        (" score it ", "score"),
        ("NEXT!", "next"),
        ("Nobody went out, the stock is gone.", "nobody"),
        ("the stock ran out", "nobody"),
    ],
)
def test_a_whole_line_may_be_a_command(phone: Phone, text: str, command: str) -> None:
    assert told(ask(phone, phone.start("Ann", "Bob") + "enter", text)) == {"command": command}


def test_house_rules_and_players_decide_what_is_legal(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", "Cal", variant="contract")
    assert told(ask(phone, game + "enter", "two deuces", "hand"))["status"] == "asked"
    pairs = told(ask(phone, bring(phone) + "enter", "seven of diamonds", "gin"))
    assert pairs["cards"] == "7D"


def test_ones_own_hand_asks_the_same_address(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    page = phone.open(game + "hand/0").text
    assert f'data-hear="{game}enter/hear"' in page


def test_count_a_hand_is_read_under_its_variant_and_rules(phone: Phone) -> None:
    def read(page: str, text: str) -> dict[str, Any]:
        address = phone.open(page).text.partition('data-hear="')[2].partition('"')[0]
        return told(ask(phone, page, text, hear=address.replace("&amp;", "&")))

    assert read("/hand?variant=laws", SAID)["melds"] == ["K K K"]
    run = "ace to ace of spades"
    usual = read("/hand?variant=laws", run)
    bent = read("/hand?variant=laws&options-ace_both_ends=no&melds=K K K", run)
    assert (usual["status"], bent["status"]) == ("understood", "unread")


@pytest.mark.parametrize("line", ["", "gin", "melds gin", "pear"])
def test_a_line_that_the_variant_has_not_is_refused(phone: Phone, line: str) -> None:
    assert ask(phone, phone.start("Ann", "Bob") + "enter", "three kings", line).status == 400


def test_another_site_asks_nothing(phone: Phone) -> None:
    values = {"text": "three kings", "for": "melds"}
    assert phone.post(phone.start("Ann", "Bob") + "enter/hear", values).status == 400
    assert phone.post("/hand/hear?variant=laws", values).status == 400


def test_a_longer_text_is_marked_whole(phone: Phone) -> None:
    page = phone.start("Ann", "Bob") + "enter"
    for length in (TEXT_MOST, TEXT_MOST + 1, 50_000):
        text = ("three kings " * 5_000)[:length].rstrip().ljust(length, "s")
        answer = told(ask(phone, page, text))
        assert answer["parts"] == [{"said": text, "unread": True}], length


def test_any_text_is_answered(phone: Phone) -> None:
    page = phone.start("Ann", "Bob") + "enter"
    for text in ("", "  ", "\0", "\ufeff", "🂡 ♠", "שלוש", "three\r\nkings", "=" * 900):
        assert told(ask(phone, page, text))["parts"] == told(ask(phone, page, text))["parts"]


def test_nothing_of_a_text_is_kept_or_logged(
    site: Flask, phone: Phone, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    page = phone.start("Ann", "Bob") + "enter"
    before = _rows(site_of(site).settings.database)
    told(ask(phone, page, "three kings bananas"))
    assert _rows(site_of(site).settings.database) == before
    assert "bananas" not in caplog.text


def _rows(database: Path) -> list[str]:
    with sqlite3.connect(database) as connection:
        return list(connection.iterdump())


def test_who_keeps_the_site_too_busy_is_told_so_in_words(site: Flask, phone: Phone) -> None:
    clock, asked = [100.0], []

    class Noting(Pace):
        def note(self, who: str, seconds: float) -> None:
            asked.append(who)
            super().note(who, seconds)

    site.extensions[PACE] = pace = Noting(share=0.5, at_once=1.0, now=lambda: clock[0])
    page = phone.start("Ann", "Bob") + "enter"
    other = phone.start("Cal", "Dot") + "enter"
    told(ask(phone, page, SAID))
    address, link = asked
    assert address == "127.0.0.1"
    pace.note(link, 1.0)
    refused = ask(phone, page, SAID)
    assert refused.status == 429
    assert json.loads(refused.text)["text"] == (
        "A lot is being said at once. This will be read in a moment."
    )
    told(ask(phone, other, SAID))
    pace.note(address, 2.0)
    assert ask(phone, other, SAID).status == 429
    assert ask(phone, "/hand?variant=laws", SAID, hear="/hand/hear?variant=laws").status == 429
    clock[0] += 4.0
    told(ask(phone, page, SAID))


def test_that_the_stock_ran_out_is_no_command_where_no_deal_ends_so(phone: Phone) -> None:
    page = phone.start("Ann", "Bob", "Cal", variant="contract") + "enter"
    (part,) = told(ask(phone, page, "the stock ran out"))["parts"]
    assert part["unread"]
