"""Hollywood on its pages: three games on one sheet, at their ends, on a TV, and as a new game."""

import json
import re
from typing import Any

import pytest

from tests.web.phone import Phone

WON = (("Ann", 30), ("Ann", 25), ("Bob", 40), ("Ann", 35), ("Bob", 20), ("Ann", 28), ("Ann", 60))
"""The deals of the worked game of the rules, to 100."""
BONUSES = {"box_bonus": 25, "game_bonus": 100, "shutout": "double_total"}


def deal(winner: str, points: int) -> dict[str, Any]:
    loser = "Bob" if winner == "Ann" else "Ann"
    hands = {winner: {"deadwood_points": 2}, loser: {"deadwood_points": points + 2}}
    return {"upcard": "KD", "ending": "knock", "by": winner, "hands": hands}


def bring(phone: Phone, deals: int, *, options: dict[str, Any] | None = None, **more: Any) -> str:
    """Return a game of Ann and Bob with the first of the deals."""
    record = {
        "format": "scorekeeper-game/1",
        "variant": "gin100",
        "options": {"scoring": "hollywood", **BONUSES, **(options or {})},
        "players": ["Ann", "Bob"],
        "deals": [deal(*won) for won in WON[:deals]],
        **more,
    }
    sent = phone.fill("/import", {"text": json.dumps(record)})
    assert sent.status == 303, sent.text
    return sent.answer.location.replace("http://localhost", "")


def plain(text: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", text).split())


def rows_of(page: str) -> list[tuple[str, list[str]]]:
    """Return each row of the table of games: its first cell in words, and its figures."""
    table = re.search(r'<table class="sheet games.*?</table>', page, re.DOTALL)
    assert table is not None
    rows = re.findall(r"<tr.*?</tr>", table[0], re.DOTALL)
    cells = [re.findall(r"<(t[hd])[^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
    return [(plain(row[0][1]), [plain(text) for tag, text in row if tag == "td"]) for row in cells]


def test_a_deal_stands_in_each_game_that_it_was_written_into(phone: Phone) -> None:
    rows = dict(rows_of(phone.open(bring(phone, 6)).text))
    assert rows["Deal 1 , Ann 30 +30"] == ["30", "", "", "", "", ""]
    assert rows["Deal 4 , Ann 35 +35"] == [
        *("90", "", "60", "", "35", ""),
    ]
    assert rows["Deal 5 , Bob 20 +20"] == ["", "60", "", "20", "", ""]
    # Where a game closes both sides have their last figures.
    assert rows["Deal 6 , Ann 28 +28"] == [
        *("118", "60", "88", "", "63", ""),
    ]
    assert rows["Total"] == ["118 won", "60", "88", "20", "63", "0"]


def test_a_closed_game_is_ruled_off_and_says_so(phone: Phone) -> None:
    page = phone.open(bring(phone, 6)).text
    assert 'Game 1<span class="vh">, closed with deal 6</span>' in page
    assert page.count('class="start done"') == 1
    assert re.search(r'class="next">.*?class="start shut".*?class="shut"', page, re.DOTALL)
    assert "Bob deals. the next win counts" in plain(page)
    assert coming_in(page) == [False, False, True, True, True, True]


def coming_in(page: str) -> list[bool]:
    """Tell of each side in each game whether its next win will be written there."""
    row = page.partition('<tr class="next">')[2].partition("</tr>")[0]
    return ["next win" in cell for cell in row.split("<td")[1:]]


def test_each_open_game_says_what_closes_it_and_who_is_shut_out(phone: Phone) -> None:
    page = plain(phone.open(bring(phone, 4)).text)
    assert "Game 1: 10 closes it for Ann. What" not in page
    assert re.search(r"Game 1 10 closes it for Ann\. .* 60 closes it for Bob\. .* Game 2", page)
    # Bob's second win goes into games 1 and 2, so game 3 has to wait.
    assert "Bob’s next win does not count in it. Bob has no box in it. Bob 100 to go" in page
    assert "0 The next win does not count here" in page
    assert coming_in(phone.open(bring(phone, 4)).text) == [*[True] * 5, False]


def test_the_head_of_a_game_leads_to_what_it_came_to_so_far(phone: Phone) -> None:
    game = bring(phone, 6)
    page = phone.open(game).text
    lines = page[page.index('<details id="so-far">') :]
    for number in (1, 2, 3):
        assert f'href="{game}#game{number}">Game {number}' in page
        assert f'id="game{number}">Game {number}' in lines
    rows = dict(rows_of(lines))
    assert rows["Points"] == ["118", "60", "88", "20", "63", "0"]
    assert rows["Boxes"] == ["100", "50", "75", "25", "50", ""]
    # Only a game that is closed has its bonus.
    assert rows["Game"] == ["100", "", "", "", "", ""]
    assert rows["Total"] == ["318", "110", "163", "45", "113", "0"]
    assert 'href="#game1"' not in phone.open(bring(phone, 0)).text
    assert f'href="{(over := bring(phone, 7))}final#game1">' in phone.open(over).text


def test_before_the_first_deal_the_sheet_says_where_a_first_win_counts(phone: Phone) -> None:
    page = phone.open(bring(phone, 0)).text
    assert coming_in(page) == [True, True, False, False, False, False]
    assert rows_of(page)[2] == ("Total", ["0"] * 6)


def test_the_page_of_a_deal_says_where_it_was_written_and_what_it_closed(phone: Phone) -> None:
    page = plain(phone.open(bring(phone, 6) + "deal/6").text)
    assert "Written into games 1, 2 and 3. Game 1 is closed: Ann won it." in page
    assert "Ann leads by 189 in all games together." in page


def test_the_end_has_the_lines_of_each_game_and_their_sum(phone: Phone) -> None:
    stake = {"currency": "USD", "amount": "0.01", "per": 1}
    page = phone.open(bring(phone, 7, stake=stake) + "final").text
    rows = dict(rows_of(page))
    assert rows["Points"] == ["118", "60", "148", "20", "123", "0"]
    assert rows["Boxes"] == ["100", "50", "100", "25", "75", ""]
    assert rows["Game"] == ["100", "", "100", "", "100", ""]
    assert rows["Shutout"] == ["", "", "", "", "298", ""]
    assert rows["Total"] == ["318", "110", "348", "45", "596", "0"]
    assert rows["Difference"] == ["Ann +208", "Ann +303", "Ann +596"]
    words = plain(page)
    assert "Ann wins 1262 to 155 in three games, and led after every deal." in words
    assert "Game 3, shutout: the loser has no entry in this game" in words
    assert words.count("$11.07") == 1
    assert "Between each pair" not in words


def test_a_stake_for_each_game_is_told_in_games(phone: Phone) -> None:
    stake = {"currency": "USD", "amount": "1", "per": 1}
    options = {"settlement": "flat", "shutout": "none"}
    page = plain(phone.open(bring(phone, 7, options=options, stake=stake) + "final").text)
    assert "Ann wins 3 games to 0, and led after every deal." in page
    assert "$3.00" in page


def test_a_game_that_is_ended_early_has_what_each_game_came_to(phone: Phone) -> None:
    page = phone.open(bring(phone, 6, closed_early={"settles": True}) + "final").text
    rows = dict(rows_of(page))
    assert rows["Game"] == ["100", "", "", "", "", ""]
    assert rows["Total"] == ["318", "110", "163", "45", "113", "0"]
    assert "Ended early" in plain(page)


def test_the_tv_view_has_a_panel_for_each_game(phone: Phone) -> None:
    page = phone.open(bring(phone, 6) + "big").text
    panels = re.findall(r'<table class="board (.*?)">(.*?)</table>', page, re.DOTALL)
    assert [about.endswith("closed") for about, _ in panels] == [True, False, False]
    assert plain(panels[0][1]).endswith("Ann 318 118 scored Bob 110 60 scored")
    assert plain(panels[1][1]).endswith("Ann 88 12 to go Bob 20 80 to go")


def test_the_result_as_text_has_a_line_for_each_game(phone: Phone) -> None:
    text = phone.open(bring(phone, 7) + "print").text
    assert "Game 3: Ann 596, Bob 0\nAnn: 1262\nBob: 155" in text


def test_a_new_game_asks_at_once_whether_three_games_are_played(phone: Phone) -> None:
    form = phone.open("/new?variant=gin100")
    assert ">One game<" in form.text
    chosen = phone.send(form, {"do": "rule:options-scoring:hollywood", "players-0": "Ann"})
    assert re.search('hollywood" formnovalidate\\s+aria-pressed="true"', chosen.text)
    assert chosen.forms[0].values["options-scoring"] == "hollywood"
    sent = phone.send(chosen, {"players-1": "Bob"})
    assert "Deal 1 · Hollywood" in phone.follow(sent).text


@pytest.mark.parametrize("scoring", ["single", "hollywood"])
def test_a_house_rule_of_three_games_is_asked_only_where_they_are_played(
    phone: Phone, scoring: str
) -> None:
    form = phone.open("/new?variant=gin100")
    rules = phone.send(form, {"do": "rules", "options-scoring": scoring}).text
    assert ('id="options-last_column_double"' in rules) == (scoring == "hollywood")
    assert 'id="options-roodle"' not in rules
    assert f'name="options-scoring" value="{scoring}"' in rules


def test_the_rules_of_a_game_that_goes_on_can_be_changed_to_three_games(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", variant="gin100")
    phone.fill(game + "setup", {"options-scoring": "hollywood"})
    assert "Game 3" in phone.open(game).text


def test_the_preview_of_a_deal_says_where_it_would_be_written(phone: Phone) -> None:
    game = bring(phone, 6)
    typed = {
        "ending": "knock",
        "by": "0",
        "upcard": "KD",
        "hand0-deadwood_points": "2",
        "hand1-deadwood_points": "12",
    }
    form = phone.open(game + "enter").forms[0]
    told = json.loads(phone.post(game + "enter/preview", {**form.values, **typed}).text)
    assert told["lines"] == ["Ann scores 12 − 2.", "Written into games 2 and 3."]
