"""The pages by which stake and house rules are changed, and a game is put away."""

import re

from tests.web.deals import ANN_OUT
from tests.web.partners import bring
from tests.web.phone import Phone


def test_stake_and_house_rules_are_changed_and_the_history_tells_what_by_whom(
    phone: Phone,
) -> None:
    game = phone.start("Ann", "Bob")
    phone.enter_first(game, ANN_OUT)
    assert f'href="{game}setup">Stake and house rules</a>' in phone.open(game).text
    typed = {"stake-amount": "2", "options-going_out_bonus": "50", "who": "Bob"}
    sheet = phone.follow(phone.fill(game + "setup", typed))
    assert "$2 per 100" in sheet.text
    latest = phone.open(game + "history").text.partition("</li>")[0]
    assert "The stake or the house rules were changed" in latest
    assert "Stake: nothing → $2 per 100" in latest
    assert re.search("oing out.*: 100.* → 50", latest)
    assert "Ann 210 → 160 in all" in latest
    assert "Bob" in latest


def test_the_form_has_the_present_setup_and_what_is_wrong_with_a_change(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", **{"stake-amount": "1", "options-penalty": "30"})
    values = phone.open(game + "setup").forms[0].values
    assert (values["stake-amount"], values["options-penalty"]) == ("1.00", "30")
    same = phone.fill(game + "setup", {})
    assert (same.status, "Nothing is different" in same.text) == (422, True)
    wrong = phone.fill(game + "setup", {"stake-amount": "1.234", "options-target": "0"})
    assert wrong.status == 422
    assert ('id="stake-amount-problem"' in wrong.text, "#options-target" in wrong.text) == (
        True,
        True,
    )
    assert wrong.forms[0].values["stake-amount"] == "1.234"
    reset = phone.fill(game + "setup", {"do": "rules-printed"})
    assert (reset.status, reset.forms[0].values["options-penalty"]) == (200, "25")


def test_a_stale_setup_is_refused_and_stays_typed(phone: Phone, other_phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    slow = phone.open(game + "setup")
    other_phone.fill(game + "enter", ANN_OUT)
    answer = phone.send(slow, {"stake-amount": "3"})
    assert (answer.status, answer.forms[0].values["stake-amount"]) == (409, "3")


def put_away(phone: Phone, game: str) -> str:
    seen = phone.open(game)
    form = next(place for place, each in enumerate(seen.forms) if "/put-away" in each.action)
    sent = phone.send(seen, {}, form=form)
    assert sent.status == 303
    return phone.open(sent.answer.location).text


def test_a_game_without_deals_that_is_put_away_is_on_no_list(phone: Phone) -> None:
    game = phone.start("Ann", "Zed")
    home = put_away(phone, game)
    assert "Ann and Zed: put away." in home
    assert "Under way" not in home
    assert "Zed" not in phone.open("/games").text
    again = phone.open(f"/?away={game.split('/')[2]}")
    form = next(place for place, each in enumerate(again.forms) if "/undo/" in each.action)
    assert phone.follow(phone.send(again, {}, form=form)).address == game
    assert "Under way" in phone.open("/").text


def test_a_game_with_deals_that_is_put_away_is_brought_back_from_all_games(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    phone.enter_first(game, ANN_OUT)
    put_away(phone, game)
    assert "This game was put away." in phone.open(game).text
    listed = phone.open("/games")
    assert "Put away" in listed.text
    assert ("No games yet" in listed.text, "All games are put away" in listed.text) == (False, True)
    sheet = phone.follow(phone.send(listed, {}))
    assert sheet.address == game
    assert "The game is back on the list." in sheet.text
    assert "Put it away</button>" in sheet.text
    assert "The game was brought back" in phone.open(game + "history").text
    assert "Put away" not in phone.open("/games").text


def test_games_are_distinguished_by_variant_time_and_totals(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", variant="modern")
    phone.enter_first(game, ANN_OUT)
    listed = phone.open("/games").text
    assert re.search(r"Under way · \d+ \w+, \d\d:\d\d", listed)
    told = listed.partition("<h2>Ann and Bob</h2>")[2]
    assert "odern" in told.partition("Ann 2")[0]
    assert re.search(r"Ann 2\d+, Bob −?\d+", told)


def test_the_list_of_games_has_the_results_of_one_that_is_over_in_their_order(
    phone: Phone,
) -> None:
    melded = {"Ann": 20, "Bob": 70, "Cal": 1015}
    hands = {name: {"melded_points": laid, "in_hand_points": 5} for name, laid in melded.items()}
    bring(phone, {"ending": "stock", "hands": hands}, variant="laws", players=[*melded])
    listed = phone.open("/games").text
    assert "Cal 1200, Bob 100, Ann 0" in listed.partition("<h2>Ann, Bob and Cal</h2>")[2]
