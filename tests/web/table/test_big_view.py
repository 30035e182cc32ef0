"""The TV view: figures and sentences of a deal, of a challenge, and of the end with its money."""

import re

import pytest

from tests.web.deals import ANN_OUT, ANN_WINS, BOB_OUT
from tests.web.phone import Phone

STOCK = {
    "ending": "stock",
    "hand0-melded_points": "20",
    "hand0-in_hand_points": "35",
    "hand1-melded_points": "60",
    "hand1-in_hand_points": "5",
}


@pytest.fixture
def game(phone: Phone) -> str:
    game = phone.start("Ann", "Bob", **{"stake-amount": "1", "stake-per": "100"})
    phone.enter_first(game, ANN_OUT)
    return game


def texts(page: str, name: str) -> list[str]:
    """Return the texts of the elements of a class, without their tags."""
    found = re.findall(rf'class="{name}\b[^"]*">(.*?)</(?:td|p|span)>', page, re.DOTALL)
    return [" ".join(re.sub("<[^>]+>", "", each).split()) for each in found]


def big(phone: Phone, game: str) -> str:
    return phone.open(game + "big").text


def test_the_tv_view_shows_totals_points_to_go_and_the_last_deal(phone: Phone, game: str) -> None:
    page = big(phone, game)
    assert texts(page, "total") == ["210", "−30"]
    assert texts(page, "togo") == ["790 to go", "1030 to go"]
    assert texts(page, "last") == ["+210", "−30"]
    assert '<span class="out">+210</span>' in page
    assert "$1 per 100 · deal 2" in page


def test_the_tv_view_says_who_went_out_who_deals_and_who_leads(phone: Phone, game: str) -> None:
    assert texts(big(phone, game), "says") == [
        "Ann went out and deals next.",
        "Ann leads by 240 and has 790 to go.",
    ]


def test_a_new_game_says_who_begins(phone: Phone) -> None:
    page = big(phone, phone.start("Ann", "Bob"))
    assert texts(page, "says") == ["Bob deals first, so Ann plays first."]


def test_when_the_stock_ran_out_the_same_player_deals_again(phone: Phone, game: str) -> None:
    phone.fill(game + "enter", STOCK)
    assert texts(big(phone, game), "says")[0] == "The stock ran out. Ann deals again."


def test_in_contract_it_says_what_the_next_deal_asks_for(phone: Phone) -> None:
    page = big(phone, phone.start("Ann", "Bob", variant="contract"))
    assert "2 sets" in texts(page, "says")[0]


def test_the_tv_view_does_not_say_what_a_player_who_sits_out_still_needs(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", "Cal")
    seen = phone.open(game + "players")
    leave = next(n for n, form in enumerate(seen.forms) if form.action.endswith("players/leave"))
    phone.send(seen, {"seat": "2"}, form=leave)
    assert texts(big(phone, game), "togo") == ["1000 to go", "1000 to go", "sits out"]


def test_an_open_challenge_takes_the_place_of_the_sentences(phone: Phone, game: str) -> None:
    phone.fill(game + "challenge/2", {"reason": "I had the joker"})
    page = big(phone, game)
    assert "The host challenges deal 1" in page
    assert re.search("“I had the joker” [0-9:]{5}", page)
    assert texts(page, "says") == []


def test_a_later_challenge_comes_first_and_others_are_counted(phone: Phone, game: str) -> None:
    phone.fill(game + "enter", BOB_OUT)
    for seq in (2, 3):
        phone.fill(game + f"challenge/{seq}", {"reason": f"Entry {seq} is wrong"})
    page = big(phone, game)
    assert "The host challenges deal 2" in page
    assert re.search("“Entry 3 is wrong” [0-9:]{5}, and 1 more", page)


def test_the_end_has_the_final_score_and_the_net_money(phone: Phone, game: str) -> None:
    phone.fill(game + "enter", ANN_WINS)
    page = big(phone, game)
    assert texts(page, "total") == ["1400", "−100"]
    assert texts(page, "togo") == ["1210 scored", "−90 scored"]
    assert texts(page, "last") == ["+$15.00", "−$15.00"]
    assert texts(page, "says") == ["Ann wins.", "Finished after 2 deals."]
    assert "leads" in page


def test_a_game_closed_early_says_so(phone: Phone, game: str) -> None:
    phone.fill(game + "close", {"reason": "It is late"})
    assert texts(big(phone, game), "says") == ["Ended early after 1 deal."]


def test_the_tv_view_leads_to_that_of_the_next_game(phone: Phone, game: str) -> None:
    phone.fill(game + "enter", ANN_WINS)
    sent = phone.fill(f"/new?again={game.split('/')[2]}", {})
    following = f"{sent.answer.location}big"
    page = big(phone, game)
    assert f'<a href="{following}" data-next>' in page
    assert f'content="6;url={following}"' in page


def test_without_a_script_it_asks_again_by_itself(phone: Phone, game: str) -> None:
    assert 'http-equiv="refresh" content="6"' in big(phone, game)
    assert 'http-equiv="refresh"' not in phone.open(game).text


@pytest.mark.parametrize(
    ("names", "fit"),
    [
        (("Ann", "Bob"), "p2 one beside c2 t3"),
        (("Wilhelmina Maximiliana", "Bob"), "p2 one above c2 t3"),
        (("Ann", "Bob", "Cal", "Dot"), "p4 one above c4 t3"),
    ],
)
def test_columns_are_made_for_their_players(phone: Phone, names: tuple[str, ...], fit: str) -> None:
    assert f'class="board {fit}"' in big(phone, phone.start(*names))


def test_from_six_players_on_there_are_two_rows(phone: Phone) -> None:
    names = ("Ann", "Bob", "Cal", "Dot", "Eve", "Fay", "Gus")
    page = big(phone, phone.start(*names, variant="contract"))
    assert 'class="board p7 two above c4 t3"' in page


def test_what_a_ring_means_is_shown_while_there_is_one(phone: Phone, game: str) -> None:
    assert 'class="key"' not in big(phone, game)
    phone.fill(game + "enter", {**ANN_OUT, "concealed": "yes"})
    under_way = big(phone, game)
    phone.fill(game + "close", {"reason": "late"})
    for page in (under_way, big(phone, game)):
        assert re.search(r'<p class="key"[^>]*>.*concealed, 250 at the end', page, re.S)


def test_at_the_end_of_a_game_nobody_is_asked_to_join(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    assert "To join: scan." in phone.open(game + "big").text
    phone.enter_first(game, ANN_WINS)
    over = phone.open(game + "big").text
    assert ("To join" in over, "QR code" in over) == (False, False)
