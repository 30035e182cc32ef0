"""The final page: its order, its tables for few and for many players, and the money."""

import re

import pytest

from scorekeeper.club.rows import find_club_row
from tests.club_site import SiteOfClub
from tests.web.deals import ANN_WINS
from tests.web.nights.closed_nights import PlayedNight
from tests.web.phone import Phone

FIVE = ("Ann", "Bob", "Cal", "Dot", "Eve")
TEN = (*FIVE, "Fay", "Gus", "Hal", "Ida", "Jon")


def modern(phone: Phone) -> str:
    """Return a game that Ann won before Eve, Dot, Cal and Bob."""
    game = phone.start(*FIVE, variant="modern", **{"stake-amount": "1", "stake-per": "100"})
    hands = {f"hand{seat}-melded_points": str(100 * seat) for seat in range(1, 5)}
    in_hand = {f"hand{seat}-in_hand_points": "60" for seat in range(1, 5)}
    phone.fill(game + "enter", {**ANN_WINS, **hands, **in_hand, "hand0-melded_points": "1100"})
    return game


def contract(phone: Phone) -> str:
    """Return a game of ten that Ann won, settled by the difference."""
    settled = {"stake-amount": "1", "stake-per": "10", "options-settlement": "difference"}
    game = phone.start(*TEN, variant="contract", **settled)
    hands = {f"hand{seat}-in_hand_points": str(10 * seat) for seat in range(1, 10)}
    for _ in range(5):
        deal = {"ending": "out", "by": "0", "hand0-in_hand_points": "0", **hands}
        assert phone.fill(game + "enter", deal).status == 303
    return game


def table_of(page: str, name: str) -> str:
    found = re.search(rf'<table class="tally {name}\s*">.*?</table>', page, re.DOTALL)
    return found[0] if found else ""


def names_in(table: str) -> list[str]:
    return re.findall(r'<th scope="row" title="(\w+)"', table)


def test_the_payments_come_before_what_is_between_each_pair(phone: Phone) -> None:
    page = phone.open(modern(phone) + "final").text
    words = ("Ann wins", "How it adds up", "Who pays whom", "Between each pair", "Net, $")
    places = [page.index(f">{word}<") for word in words]
    assert places == sorted(places)
    assert "Proof" not in page


def test_from_five_players_on_a_row_is_a_player_in_order_of_the_result(phone: Phone) -> None:
    page = phone.open(modern(phone) + "final").text
    assert names_in(table_of(page, "turned")) == ["Ann", "Eve", "Dot", "Cal", "Bob"]


def test_where_low_wins_the_lowest_stands_first(phone: Phone) -> None:
    page = phone.open(contract(phone) + "final").text
    assert names_in(table_of(page, "turned ranks")) == list(TEN)
    assert "How it adds up" not in page


def test_a_ring_stands_for_concealed_and_is_spoken_in_full(phone: Phone) -> None:
    game = phone.start(*FIVE, variant="modern")
    hands = {f"hand{seat}-in_hand_points": "60" for seat in range(1, 5)}
    hands |= {f"hand{seat}-melded_points": "0" for seat in range(1, 5)}
    phone.fill(
        game + "enter", {**ANN_WINS, **hands, "concealed": "yes", "hand0-melded_points": "1100"}
    )
    table = table_of(phone.open(game + "final").text, "turned")
    assert re.search(
        r'title="Out concealed"><svg class="ring" role="img" aria-label="Concealed"', table
    )


def test_up_to_four_players_have_a_column_each_or_a_row_in_large_text(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", "Cal", "Dot")
    hands = {f"hand{seat}-in_hand_points": "60" for seat in range(1, 4)}
    hands |= {f"hand{seat}-melded_points": "0" for seat in range(1, 4)}
    phone.fill(game + "enter", {**ANN_WINS, **hands, "hand0-melded_points": "1100"})
    page = phone.open(game + "final").text
    names = ["Ann", "Bob", "Cal", "Dot"]
    assert re.findall(r'<th scope="col">(\w+)</th>', table_of(page, "on-phone")) == names
    assert names_in(table_of(page, "turned")) == names


@pytest.mark.parametrize(
    ("names", "is_long"),
    [
        (("Agnes", "Dmitri", "Rosa", "Jonas"), False),
        (("Maria", "Frank", "Bernhard", "Grandpa Joe"), True),
        (FIVE, False),
        (("Ann", "Maria-Magdalena Oberhuber", "Cal", "Dot", "Eve"), True),
    ],
)
def test_a_name_that_is_cut_beside_figures_gets_a_line_of_its_own(
    phone: Phone, names: tuple[str, ...], is_long: bool
) -> None:
    game = phone.start(*names, variant="modern")
    hands = {
        f"hand{seat}-{what}_points": "60"
        for seat in range(1, len(names))
        for what in ("melded", "in_hand")
    }
    phone.fill(game + "enter", {**ANN_WINS, **hands, "hand0-melded_points": "1100"})
    assert ('"leaf results long"' in phone.open(game + "final").text) is is_long


@pytest.mark.parametrize(("many", "folded"), [(False, 5), (True, 10)])
def test_each_players_sums_are_folded_for_where_the_square_does_not_fit(
    phone: Phone, many: bool, folded: int
) -> None:
    page = phone.open((contract(phone) if many else modern(phone)) + "final").text
    assert page.count('<details class="account"') == folded


def test_a_folded_account_names_every_other_player(phone: Phone) -> None:
    page = phone.open(contract(phone) + "final").text
    account = re.search(r'<details class="account" id="account3".*?</details>', page, re.DOTALL)
    assert account is not None
    assert re.findall(r"<dt>(\w+)</dt>", account[0]) == [name for name in TEN if name != "Dot"]
    assert re.findall(r"<dd>(.*?)<small>", account[0])[:4] == ["−15.00", "−10.00", "−5.00", "+5.00"]


def test_the_net_stands_beside_the_name(phone: Phone) -> None:
    square = table_of(phone.open(modern(phone) + "final").text, "matrix")
    heads = re.findall(r'<th scope="col"[^>]*>(.*?)</th>', square)
    assert [re.sub("<.*?>", "", head) for head in heads] == ["Player", "Net, $", *FIVE]
    ann = re.search(r'<th scope="row">Ann</th>\s*<td class="net">(\+[0-9.]+)<', square)
    assert ann is not None


def test_the_course_of_the_game_stands_between_the_verdict_and_the_results(phone: Phone) -> None:
    page = phone.open(contract(phone) + "final").text
    assert page.index("Ann wins</p>") < page.index('<svg class="chart"') < page.index("The result")
    assert '<svg class="chart"' not in phone.open(modern(phone) + "final").text  # one deal


def test_two_deals_are_a_course_already(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    hands = {"hand0-in_hand_points": "0", "hand1-melded_points": "50", "hand1-in_hand_points": "20"}
    for melded in ("400", "700"):
        deal = {"ending": "out", "by": "0", "hand0-melded_points": melded, **hands}
        assert phone.fill(game + "enter", deal).status == 303
    assert '<svg class="chart"' in phone.open(game + "final").text


def test_in_a_night_each_player_has_a_sum_and_nobody_pays_here(club: SiteOfClub) -> None:
    played = PlayedNight.begin(club)
    page = played.table.host.open(f"{played.table.game}final")
    assert "Who pays whom" not in page.text
    assert " pays " not in page.text
    assert "icon-pays" not in page.text.split('<main id="content">')[1]
    sums = re.findall(r"<dt>(\w+)</dt>\s*<dd>([^<]+)</dd>", page.text)
    assert sums == [("Ann", "+6.20"), ("Bob", "−2.20"), ("Cal", "−4.00")]
    assert "Paid with the night." in page.text


def test_no_word_is_said_twice(phone: Phone) -> None:
    page = phone.open(modern(phone) + "final").text
    assert re.search(r'<th scope="row"><a [^>]*>Bonus for game</a>', page)
    assert "Game, <a" not in page


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("Ann Featherstone", ""),
        ("Ann Featherstonehaugh", "long"),
        ("Featherstonehaughs-Cholmondeley", "longest"),
    ],
)
def test_a_long_word_of_a_name_makes_the_headline_smaller(
    phone: Phone, name: str, size: str
) -> None:
    game = phone.start(name, "Bob")
    phone.enter_first(game, ANN_WINS)
    assert f'<p class="win {size}">{name} wins</p>' in phone.open(game + "final").text


def test_an_open_challenge_of_a_deal_stands_above_the_result(phone: Phone) -> None:
    game = modern(phone)
    assert "challenges deal 1" not in phone.open(game + "final").text
    phone.fill(game + "challenge/2", {"reason": "I had the joker"})
    page = phone.open(game + "final").text
    assert page.index("The host challenges deal 1") < page.index("Ann wins</p>")
    assert "I had the joker" in page


def test_the_score_before_the_steps_is_no_link(phone: Phone) -> None:
    assert '<th scope="row">Score</th>' in phone.open(modern(phone) + "final").text


def test_the_results_are_in_their_order_and_the_arithmetic_of_the_first_is_told(
    phone: Phone,
) -> None:
    game = phone.start("Bob", "Ann")
    lost = {"hand0-melded_points": "20", "hand0-in_hand_points": "85"}
    won = {"hand1-melded_points": "1340", "hand1-in_hand_points": "0"}
    deal = {"ending": "out", "by": "1", "form": "totals", "concealed": "yes", **lost, **won}
    assert phone.fill(game + "enter", deal).status == 303
    page = phone.open(game + "final").text
    beside = table_of(page, "on-phone outcome")
    assert re.findall(r'<th scope="col">(\w+)</th>', beside) == ["Ann", "Bob"]
    assert re.findall(r"<td[^>]*>(.*?)</td>", beside) == ["", "1900", "−100"]
    assert "How it adds up<small>1440 + 200 game + 250 concealed, rounded</small>" in page


def test_share_leads_to_the_text_where_a_phone_cannot_share(phone: Phone) -> None:
    game = modern(phone)
    page = phone.open(game + "final").text
    assert f'<a class="second" href="{game}print?text=open" id="share"' in page
    shared = phone.open(f"{game}print?text=open").text
    assert 'id="as-text" open' in shared
    assert '<span class="quiet">Ann 1400, Eve 340, Dot 240, Cal 140, Bob 40</span>' in shared
    assert 'data-title="Modern Oklahoma" data-terms="1 deal"' in page


def test_a_link_to_a_game_is_shown_without_the_names_of_people(phone: Phone) -> None:
    page = phone.open(phone.start("Ann", "Bob")).text
    about = dict(re.findall(r'<meta property="og:(\w+)" content="(.*?)">', page))
    assert about["title"] == "Laws of Oklahoma · Scorekeeper"
    assert not re.search("Ann|Bob", " ".join(about.values()))


def test_a_link_to_a_table_of_a_club_is_shown_with_its_name(club: SiteOfClub) -> None:
    played = PlayedNight.begin(club)
    page = played.table.host.open(played.table.game).text
    row = club.store.read(find_club_row)
    assert row is not None
    assert f'<meta property="og:title" content="Laws of Oklahoma · {row.club.name}">' in page
