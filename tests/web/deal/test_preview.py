"""Previews of a deal for the pad: scored like a sent deal, and never saved."""

import json
from typing import Any, Final

import pytest

from tests.web.deals import ANN_OUT
from tests.web.phone import Phone, Seen

KNOCK: Final = {
    "ending": "knock",
    "by": "0",
    "upcard": "7D",
    "hand0-cards": "4S 5S 6S 9C 9D 9H JD QD KD 4H",
    "hand1-cards": "8C 8H 8D AC 2C 3C 7S 9S TH 2H",
}
"""Ann knocks with 4; Bob has 28 and lays off the seven and the nine."""


def counts(knocker: int, defender: int) -> dict[str, str]:
    return {
        "ending": "knock",
        "by": "0",
        "upcard": "TD",
        "hand0-deadwood_points": str(knocker),
        "hand1-deadwood_points": str(defender),
    }


def send(phone: Phone, game: str, typed: dict[str, str], page: str = "enter") -> Seen:
    """Ask for a preview of this page's form with ``typed`` in it."""
    (form,) = [form for form in phone.open(game + page).forms if "entry_id" in form.values]
    return phone.post(game + "enter/preview", {**form.values, **typed})


def ask(phone: Phone, game: str, typed: dict[str, str], page: str = "enter") -> dict[str, Any]:
    """Return the preview as the site answers it."""
    seen = send(phone, game, typed, page)
    assert seen.status == 200, seen.text
    answer: dict[str, Any] = json.loads(seen.text)
    return answer


def test_a_preview_has_the_points_of_each_and_the_new_totals(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", variant="gin150")
    phone.follow(phone.fill(game + "enter", counts(4, 100)))
    answer = ask(phone, game, KNOCK)
    assert answer["lines"] == ["Ann scores 12 − 4.", "That makes 104 to 0."]
    assert (answer["points"], answer["problems"]) == ("+8", [])


def test_what_the_defender_lays_off_is_shown_and_counted(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", variant="gin150")
    ann, bob = ask(phone, game, KNOCK)["hands"]
    assert (bob["lay_offs"], bob["deadwood"]) == (["7S", "9S"], ["2H", "TH"])
    assert (ann["count"], bob["count"]) == (4, 12)
    assert bob["how"] == "28 − 16: 7 on the run, 9 on the set."


@pytest.mark.parametrize(
    ("typed", "line", "points"),
    [
        (counts(0, 28), "Ann scores 28 − 0, gin 20.", "+48"),
        (counts(8, 5), "Bob scores 8 − 5, undercut 10.", "+13"),
        ({"ending": "dead", "upcard": "7D"}, "Nobody scores.", ""),
    ],
)
def test_the_line_names_the_bonus(
    phone: Phone, typed: dict[str, str], line: str, points: str
) -> None:
    answer = ask(phone, phone.start("Ann", "Bob", variant="gin150"), typed)
    assert (answer["lines"][0], answer["points"]) == (line, points)


def test_the_deal_that_would_end_the_game_says_who_wins(phone: Phone) -> None:
    answer = ask(phone, phone.start("Ann", "Bob", variant="gin100"), counts(0, 90))
    assert answer["lines"][1] == "That makes 115 to 0. Ann wins."


def test_a_problem_is_reported_in_the_words_of_the_form(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", variant="gin150")
    typed = {**KNOCK, "upcard": "3D"}
    answer = ask(phone, game, typed)
    assert answer["problems"] == ["Ann: Knocked with 4, the limit is 3"]
    assert answer["problems"][0] in phone.fill(game + "enter", typed).text
    assert answer["lines"] == []


def test_a_spread_that_a_player_chose_is_kept_and_its_cost_shown(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", variant="gin150")
    spread = {
        "hand1-cards": "",
        "hand1-melds": "8C 8H 8D",
        "hand1-deadwood": "AC 2C 3C 7S 9S TH 2H",
    }
    answer = ask(phone, game, {**KNOCK, **spread})
    assert answer["problems"] == ["This spread costs Bob 6 points"]
    assert answer["points"] == "+14"


def test_nothing_is_written(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", variant="gin150")
    before = phone.open(game + "enter").forms
    ask(phone, game, KNOCK)
    after = phone.open(game + "enter").forms
    versions = [[form.values.get("version") for form in forms] for forms in (before, after)]
    assert versions[0] == versions[1]
    assert phone.open(game + "deal/1").status == 404


def test_a_correction_is_judged_in_the_place_of_its_own_deal(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", variant="gin150")
    for deal in (counts(4, 50), counts(4, 10)):
        phone.follow(phone.fill(game + "enter", deal))
    answer = ask(phone, game, counts(4, 60), "deal/1/correct")
    assert answer["lines"] == ["Ann scores 60 − 4.", "That makes 56 to 0 after deal 1."]


def test_a_correction_of_no_deal_is_not_found(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", variant="gin150")
    assert send(phone, game, {**KNOCK, "target": "7"}).status == 404
    assert send(phone, game, {**KNOCK, "target": "x"}).status == 400


def test_a_post_without_the_token_of_a_form_is_not_answered(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", variant="gin150")
    assert phone.post(game + "enter/preview", dict(KNOCK)).status == 400


def test_a_game_of_melds_is_answered_with_the_points_of_all(phone: Phone) -> None:
    answer = ask(phone, phone.start("Ann", "Bob"), ANN_OUT)
    assert answer["lines"] == ["Ann +210, Bob −30"]
    assert answer["hands"] == []


def test_a_name_from_right_to_left_keeps_its_figure(phone: Phone) -> None:
    game = phone.start("דוד 2", "דוד", variant="gin150")
    assert ask(phone, game, KNOCK)["lines"][0] == "\u2068דוד 2\u2069 scores 12 − 4."
    (problem,) = ask(phone, game, {**KNOCK, "hand1-cards": ""})["problems"]
    assert problem.startswith("\u2068דוד\u2069")
    players = json.dumps(["\u2068דוד 2\u2069", "\u2068דוד\u2069"])
    assert f'"players": {players}' in phone.open(game + "enter").text
