"""The page of players: joining late, sitting out, playing again, and what other pages then show."""

import re
from typing import Any

import pytest

from tests.web.phone import Phone, Seen

DEAL = {
    "ending": "out",
    "by": "0",
    "hand0-melded_points": "100",
    "hand0-in_hand_points": "0",
    "hand1-melded_points": "50",
    "hand1-in_hand_points": "20",
}
CAL = {"hand2-melded_points": "60", "hand2-in_hand_points": "5"}


@pytest.fixture
def game(phone: Phone) -> str:
    """Return the address of a game of Ann, Bob and Cal with one deal."""
    game = phone.start("Ann", "Bob", "Cal")
    assert phone.fill(game + "enter", DEAL | CAL).status == 303
    return game


def words(seen: Seen) -> str:
    """Return the text of a page without its tags."""
    return " ".join(re.sub("<[^>]*>", " ", seen.text).split())


def send(phone: Phone, game: str, to: str, typed: dict[str, Any], *, nth: int = 0) -> Seen:
    """Send the nth form of the page of players that posts to this address."""
    page = phone.open(game + "players")
    forms = [at for at, form in enumerate(page.forms) if form.action.endswith(to)]
    return phone.send(page, typed, form=forms[nth])


def offers(phone: Phone, game: str) -> set[str]:
    """Return what the page of players offers besides renaming and moving."""
    forms = phone.open(game + "players").forms
    return {form.action.rpartition("/")[2] for form in forms} - {"players", "move"}


# --- to come --------------------------------------------------------------------------------------


def test_a_new_player_is_on_the_sheet(phone: Phone, game: str) -> None:
    assert send(phone, game, "/join", {"newcomer": "Dot"}).status == 303
    assert "Dot" in words(phone.open(game))


def test_a_deal_before_somebody_came_was_sat_out(phone: Phone, game: str) -> None:
    send(phone, game, "/join", {"newcomer": "Dot"})
    page = words(phone.open(game + "deal/1"))
    assert "Dot sat out – 0" in page
    assert "Dot sat out." in page


def test_a_name_that_is_taken_is_refused_beside_the_newcomers_field(
    phone: Phone, game: str
) -> None:
    refused = send(phone, game, "/join", {"newcomer": "Ann"})
    assert refused.status == 422
    assert 'id="newcomer-problem"' in refused.text
    assert 'value="Ann"' in refused.text


def test_two_players_who_join_at_once_are_told_of_one_another(
    phone: Phone, other_phone: Phone, game: str
) -> None:
    page = other_phone.open(game + "players")
    send(phone, game, "/join", {"newcomer": "Dot"})
    at = next(at for at, form in enumerate(page.forms) if form.action.endswith("/join"))
    stale = other_phone.send(page, {"newcomer": "Eve"}, form=at)
    assert stale.status == 409
    assert "Dot sat down" in stale.text
    assert 'value="Eve"' in stale.text


def test_a_full_table_offers_no_field_for_a_new_player(phone: Phone, game: str) -> None:
    send(phone, game, "/join", {"newcomer": "Dot"})
    assert "join" not in offers(phone, game)


def test_gin_offers_neither_joining_nor_sitting_out(phone: Phone) -> None:
    assert offers(phone, phone.start("Ann", "Bob", variant="gin150")) == set()


def test_contract_takes_new_players_before_its_first_deal(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", "Cal", variant="contract")
    assert offers(phone, game) == {"join"}


# --- to sit out and to play again -----------------------------------------------------------------


def test_each_player_has_a_row_that_opens_and_a_refused_name_opens_its_own(
    phone: Phone, game: str
) -> None:
    assert phone.open(game + "players").text.count('<details class="rule">') == 3
    refused = send(phone, game, "/players", {"name": "Ann"}, nth=1)
    closed, _, opened = refused.text.partition('<details class="rule" open>')
    assert closed.count('<details class="rule"') == 1
    assert 'value="Ann"' in opened.partition("</details>")[0]


def test_a_player_who_sits_out_is_marked_on_the_sheet(phone: Phone, game: str) -> None:
    assert send(phone, game, "/leave", {}, nth=1).status == 303
    assert "Bob 30 sits out" in words(phone.open(game))


def test_a_player_who_plays_again_is_not_marked(phone: Phone, game: str) -> None:
    send(phone, game, "/leave", {}, nth=1)
    assert send(phone, game, "/return", {}).status == 303
    assert "sits out" not in words(phone.open(game))


def test_a_player_who_sits_out_can_only_play_again(phone: Phone, game: str) -> None:
    send(phone, game, "/leave", {}, nth=1)
    assert offers(phone, game) == {"return", "join"}


def test_a_second_who_would_leave_two_alone_is_refused_with_a_sentence(
    phone: Phone, other_phone: Phone, game: str
) -> None:
    forms = other_phone.open(game + "players").forms
    values = next(form for form in forms if form.action.endswith("/leave")).values
    send(phone, game, "/leave", {}, nth=1)
    version = phone.open(game + "players").forms[0].values["version"]
    refused = other_phone.post(game + "players/leave", values | {"version": version})
    assert refused.status == 422
    assert "At least two must play" in refused.text


@pytest.mark.parametrize("seat", ["", "x", "123"])
def test_a_seat_that_no_form_offers_is_refused(phone: Phone, game: str, seat: str) -> None:
    page = phone.open(game + "players")
    values = page.forms[0].values | {"seat": seat}
    assert phone.post(game + "players/leave", values).status == 400


def test_the_history_tells_who_came_and_went(phone: Phone, game: str) -> None:
    send(phone, game, "/join", {"newcomer": "Dot"})
    send(phone, game, "/leave", {}, nth=1)
    send(phone, game, "/return", {})
    told = words(phone.open(game + "history"))
    for sentence in ("Dot sat down", "Bob sits out", "Bob plays again"):
        assert sentence in told


def test_the_history_still_names_a_player_whose_joining_was_undone(phone: Phone, game: str) -> None:
    send(phone, game, "/join", {"newcomer": "Dot"})
    send(phone, game, "/players", {"name": "Dora"}, nth=3)
    phone.fill(game + "undo/3", {"reason": "never came"})
    told = words(phone.open(game + "history"))
    assert "Taken back: dot sat down" in told
    assert "Dot is now called Dora" in told


# --- the next deal --------------------------------------------------------------------------------


def test_a_player_who_is_away_sits_out_on_the_form_at_first(phone: Phone, game: str) -> None:
    send(phone, game, "/leave", {}, nth=2)
    values = phone.open(game + "enter").forms[0].values
    assert [values.get(f"hand{seat}-sat_out") for seat in range(3)] == [None, None, "yes"]


def test_a_deal_that_somebody_sat_out_leaves_the_total(phone: Phone, game: str) -> None:
    send(phone, game, "/leave", {}, nth=2)
    assert phone.fill(game + "enter", DEAL).status == 303
    page = words(phone.open(game))
    assert "– sat out 55" in page


def test_the_legend_says_what_a_dash_is_where_there_is_one(phone: Phone, game: str) -> None:
    legend = "<span>– sat out</span>"
    assert legend not in phone.open(game).text
    send(phone, game, "/leave", {}, nth=2)
    assert phone.fill(game + "enter", DEAL).status == 303
    assert legend in phone.open(game).text


def test_a_player_who_is_away_can_play_all_the_same(phone: Phone, game: str) -> None:
    send(phone, game, "/leave", {}, nth=2)
    assert phone.fill(game + "enter", DEAL | CAL | {"hand2-sat_out": None}).status == 303
    assert "sat out" not in words(phone.open(game + "deal/2"))


def test_cards_of_a_player_who_sits_out_are_a_problem_at_their_field(
    phone: Phone, game: str
) -> None:
    refused = phone.fill(game + "enter", DEAL | CAL | {"hand2-sat_out": "yes"})
    assert refused.status == 422
    assert "Cal sat this deal out, so nothing else is told" in refused.text


def test_one_player_alone_plays_no_deal(phone: Phone, game: str) -> None:
    typed = {"ending": "stock", "by": None, "hand1-sat_out": "yes", "hand2-sat_out": "yes"}
    refused = phone.fill(
        game + "enter", typed | {"hand0-melded_points": "50", "hand0-in_hand_points": "5"}
    )
    assert "Ann alone took part in this deal" in refused.text


def test_a_correction_starts_with_who_sat_out(phone: Phone, game: str) -> None:
    phone.fill(game + "enter", DEAL | {"hand2-sat_out": "yes"})
    values = phone.open(game + "deal/2/correct").forms[0].values
    assert values["hand2-sat_out"] == "yes"


def test_two_at_a_table_are_not_asked_who_sits_out(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    assert "sat_out" not in phone.open(game + "enter").text


def test_the_big_view_says_who_sat_out(phone: Phone, game: str) -> None:
    phone.fill(game + "enter", DEAL | {"hand2-sat_out": "yes"})
    assert "Cal 55 945 to go sat out" in words(phone.open(game + "big"))


def test_the_sheet_says_who_deals_and_whose_turn_it_was(phone: Phone, game: str) -> None:
    send(phone, game, "/leave", {}, nth=0)
    why = "Bob deals: the winner of a deal deals the next (Law 5), and Ann sits out."
    assert why in words(phone.open(game + "deal/1"))
    assert "deals:" not in words(phone.open(game))


def test_before_the_first_deal_those_who_play_begin(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", "Cal", "Dot")
    send(phone, game, "/leave", {}, nth=0)
    assert "Dot deals first, so Bob plays first." in words(phone.open(game))


def test_an_undo_tells_what_leaves_the_sheet_of_those_who_played(phone: Phone, game: str) -> None:
    phone.fill(game + "enter", DEAL | {"hand2-sat_out": "yes"})
    assert "Take back deal 2? Ann 200 and Bob 30 come off the sheet." in words(
        phone.open(game + "undo/3")
    )


def test_a_game_that_is_over_offers_neither_joining_nor_leaving(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", "Cal", "Dot")
    assert offers(phone, game) == {"leave"}
    phone.fill(game + "close", {"reason": "late"})
    assert offers(phone, game) == set()
