import re

import pytest

from scorekeeper.games.links import Role
from tests.web.deals import ANN_OUT, ANN_WINS, BOB_OUT
from tests.web.links import Table
from tests.web.phone import Phone


@pytest.fixture
def game(phone: Phone) -> str:
    game = phone.start("Ann", "Bob")
    phone.enter_first(game, ANN_OUT)
    return game


def switch_needs(phone: Phone, game: str) -> None:
    """Press the button that hides what the players need, or shows it again."""
    seen = phone.open(game)
    (form,) = [form for form in seen.forms if form.action.endswith("/needs")]
    phone.post(form.action, form.values)


def test_the_sheet_says_what_the_leader_needs(phone: Phone, game: str) -> None:
    page = phone.open(game).text
    assert "Ann: +40 rounds up to 300." in page
    assert "Ann needs 790. With 40 more the score rounds up to 300." in page


def test_a_sheet_without_deals_says_who_begins_and_draws_nothing(phone: Phone) -> None:
    page = phone.open(phone.start("Ann", "Bob")).text
    assert "Bob deals first, so Ann plays first." in page
    assert "polyline" not in page


def test_names_that_begin_alike_are_told_apart_above_their_columns(phone: Phone) -> None:
    names = ("Bartholomew Alexander", "Bartholomew Augustus", "Ann", "Bob")
    page = phone.open(phone.start(*names)).text
    for name in ("Alexander", "Augustus"):
        apart = f'<span dir="auto" aria-hidden="true">B…{name}</span>'
        assert page.count(f'{apart}<span dir="auto">Bartholomew {name}</span>') == 2
    assert '<span dir="auto">Ann</span>' in page


def test_needs_once_hidden_stay_hidden(phone: Phone, game: str) -> None:
    switch_needs(phone, game)
    assert "needs 790." not in phone.open(game).text


def test_hidden_needs_stay_hidden_in_the_next_game(phone: Phone, game: str) -> None:
    switch_needs(phone, game)
    other = phone.start("Ann", "Bob")
    phone.enter_first(other, ANN_OUT)
    assert "needs 790." not in phone.open(other).text


def test_hidden_needs_are_hidden_on_that_phone_only(
    phone: Phone, other_phone: Phone, game: str
) -> None:
    switch_needs(phone, game)
    assert "needs 790." in other_phone.open(game).text


def test_hidden_needs_can_be_shown_again(phone: Phone, game: str) -> None:
    switch_needs(phone, game)
    switch_needs(phone, game)
    assert "needs 790." in phone.open(game).text


def test_every_player_has_a_line_in_the_chart(phone: Phone, game: str) -> None:
    assert phone.open(game).text.count("<polyline") == 2


def test_no_page_carries_a_style_that_the_policy_forbids(phone: Phone, game: str) -> None:
    for page in ("", "deal/1", "big"):
        assert "style=" not in phone.open(game + page).text


def test_a_result_says_what_it_means_and_who_deals(phone: Phone, game: str) -> None:
    page = phone.open(game + "deal/1").text
    assert "Ann leads by 240 and has 790 to go." in page
    assert page.count("Ann deals: the winner of a deal deals the next (Law 5).") == 1
    assert page.index("In words") < page.index("Ann deals:")
    assert "Ann deals" not in phone.open(game).text


def menu_of(phone: Phone, address: str) -> list[str]:
    """Return the rows of a page's menu, a bar between its groups."""
    found = re.search('<nav aria-label="More">(.*?)</nav>', phone.open(address).text, re.DOTALL)
    assert found is not None
    rows = re.findall("<hr>|<(?:a|button)[^>]*>([^<]+)<", found[1])
    return [row.strip() or "|" for row in rows]


def test_the_menu_of_a_game_has_seven_rows_in_three_groups(phone: Phone, game: str) -> None:
    rows = ["Links and TV", "Players", "History", "|", "Print", "Stake and house rules", "|"]
    assert menu_of(phone, game) == [*rows, "End the game early", "Put this game away"]


def test_somebody_who_watches_has_what_they_may_follow_in_the_menu(
    phone: Phone, other_phone: Phone, game: str
) -> None:
    watching = Table(phone.client.application, phone, game).by(Role.VIEWER)
    assert menu_of(other_phone, watching) == ["TV view", "History", "|", "Print", "Rules"]


def test_what_left_the_menu_stands_where_it_belongs(phone: Phone, game: str) -> None:
    assert f'href="{game}big">TV view' in phone.open(game + "links").text
    assert '/rules/laws">Rules<' in phone.open(game + "setup").text
    assert f'href="{game}record.json"' in phone.open(game + "print").text
    phone.fill(game + "close", {"reason": "It is late"})
    assert menu_of(phone, game + "final") == [
        *("Score sheet", "Links and TV", "History", "|", "Print and share", "Other rules"),
        *("|", "Reopen"),
    ]


def test_each_deal_of_the_sheet_is_one_link(phone: Phone, game: str) -> None:
    sheet = phone.open(game).text
    assert sheet.count(f'href="{game}deal/1"') == 1
    assert "?hand=" not in sheet


@pytest.mark.parametrize(
    ("players", "figure"), [(("Ann", "Bob"), "points"), (("Ann", "Bob", "Cal", "Dot"), "running")]
)
def test_where_columns_are_narrow_the_dealers_mark_stands_at_the_smaller_figure(
    phone: Phone, players: tuple[str, ...], figure: str
) -> None:
    held = {"melded_points": "0", "in_hand_points": "50"}
    game = phone.start(*players)
    others = {f"hand{seat}-{name}": held[name] for seat in range(2, len(players)) for name in held}
    phone.fill(game + "enter", {**ANN_OUT, **others})
    cells = re.findall(r"<td>(.*?)</td>", phone.open(game).text, re.DOTALL)
    (dealt,) = [cell for cell in cells if 'aria-label="dealt"' in cell]
    before = dealt[: dealt.index('aria-label="dealt"')]
    assert re.findall(r'<span class="(points|running)">', before)[-1] == figure


def test_at_the_end_the_head_of_the_sheet_has_the_results_and_who_won(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", **{"stake-amount": "1.00", "stake-per": "100"})
    phone.fill(f"{game}seat", {"seat": "0"})
    phone.enter_first(game, ANN_WINS)
    sheet = phone.open(game).text
    head = re.sub("<[^>]+>", " ", sheet[sheet.index("<thead") : sheet.index("</thead")]).split()
    final = phone.open(game + "final").text
    bar = re.search('<h1>.*?class="quiet">(.*?)</p>', sheet, re.DOTALL)
    assert (bar is not None and bar[1]) == "Ann wins"
    assert head == ["Deal", "Ann", "1200", "+$13.00", "Bob", "−100", "−$13.00"]
    assert ">1200</td>" in final
    assert "Finished after 1 deal." in sheet


def test_the_latest_result_leads_to_the_next_deal(phone: Phone, game: str) -> None:
    assert "Enter deal 2" in phone.open(game + "deal/1").text


def test_an_earlier_result_leads_back_to_the_sheet_by_the_arrow_alone(
    phone: Phone, game: str
) -> None:
    phone.fill(game + "enter", BOB_OUT)
    page = phone.open(game + "deal/1").text
    assert "Enter deal" not in page
    assert re.search('href="[^"]*/" aria-label="Score sheet"', page)
    assert 'class="main"' not in page


def test_every_law_of_a_result_leads_to_a_rule(phone: Phone, game: str) -> None:
    found = set(re.findall(r'href="(/rules/[^"#]*)#([^"]*)"', phone.open(game + "deal/1").text))
    assert {anchor for _, anchor in found} == {"law-10", "law-12"}
    for page, anchor in found:
        assert f'id="{anchor}"' in phone.open(page).text


def test_the_laws_of_a_final_score_lead_to_their_rules(phone: Phone, game: str) -> None:
    phone.fill(game + "enter", ANN_WINS)
    final = phone.open(game + "final").text
    assert set(re.findall('/rules/laws#([^"]*)', final)) == {"law-22", "law-25"}


def test_nobody_has_points_to_go_in_a_game_that_was_closed(phone: Phone, game: str) -> None:
    assert "790 to go" in phone.open(game).text
    phone.fill(game + "close", {"reason": "It is late"})
    assert "to go</span>" not in phone.open(game).text


def test_same_again_names_the_game_to_copy(phone: Phone, game: str) -> None:
    phone.fill(game + "enter", ANN_WINS)
    key = game.strip("/").removeprefix("game/")
    assert f"/new?again={key}" in phone.open(game + "final").text


def test_the_net_of_each_player_is_shown_in_points_too(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", **{"stake-amount": "1", "stake-per": "100"})
    phone.enter_first(game, ANN_WINS)
    nets = re.findall(r'<td class="net">(.*?)<small>(.*?)</small>', phone.open(game + "final").text)
    assert nets == [("+13.00", "+1300"), ("−13.00", "−1300")]


def test_a_gin_player_without_points_has_a_dash_on_the_sheet(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", variant="gin100")
    knock = {"upcard": "7D", "ending": "knock", "by": "0"}
    counts = {"hand0-deadwood_points": "4", "hand1-deadwood_points": "20"}
    phone.fill(game + "enter", knock | counts)
    sheet = phone.open(game).text
    assert '<span aria-hidden="true">–</span><span class="vh">nothing</span>' in sheet


@pytest.mark.parametrize(("deals", "folded"), [(8, ""), (9, "Deals 1 to 2 · all deals")])
def test_from_nine_deals_on_all_but_seven_are_folded(
    phone: Phone, game: str, deals: int, folded: str
) -> None:
    points = {f"hand{seat}-{name}_points": "5" for seat in (0, 1) for name in ("melded", "in_hand")}
    for _ in range(deals - 1):
        phone.fill(game + "enter", {"ending": "stock", **points})
    found = re.findall(r"<span>(Deals .*?)</span>", phone.open(game).text)
    assert found == [folded] * bool(folded)


def test_the_sheet_tells_screen_readers_that_a_player_knocked(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", variant="gin150")
    totals = {"hand0-deadwood_points": "4", "hand1-deadwood_points": "30"}
    assert phone.fill(game + "enter", {"by": "0", "upcard": "7D", **totals}).status == 303
    seen = phone.open(game).text
    assert ('<span class="vh"> knocked</span>' in seen, "> out</span>" in seen) == (True, False)


def test_a_deal_says_at_the_knocker_that_it_was_gin(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", variant="gin150")
    for count, said in (("4", "knocked"), ("0", "knocked for gin")):
        totals = {"hand0-deadwood_points": count, "hand1-deadwood_points": "30"}
        deal = phone.follow(phone.fill(game + "enter", {"by": "0", "upcard": "7D", **totals}))
        assert re.findall(r"<small>knocked.*?</small>", deal.text) == [f"<small>{said}</small>"]


@pytest.mark.parametrize(
    ("last", "size"), [("Eve", '"sheet n5 w3"'), ("Bartholomew", '"sheet wide n5 w3"')]
)
def test_five_stand_side_by_side_where_names_and_totals_are_short(
    phone: Phone, last: str, size: str
) -> None:
    game = phone.start("Ann", "Bob", "Cal", "Dot", last, variant="contract")
    hands = {f"hand{seat}-in_hand_points": str(10 * seat) for seat in range(5)}
    phone.fill(game + "enter", {"ending": "out", "by": "0", **hands})
    assert size in phone.open(game).text
    game = phone.start("Ann", "Bob", "Cal", "Dot", last, variant="modern")
    to_go = phone.open(game).text
    assert (size in to_go, "1005 to go" in to_go) == (True, True)
    hands = {
        f"hand{seat}-{name}_points": "5" for seat in range(5) for name in ("melded", "in_hand")
    }
    phone.fill(game + "enter", {"ending": "stock", **hands, "hand1-melded_points": "1205"})
    over = phone.open(game).text
    assert (size.replace("w3", "w4") in over, "1200 scored" in over) == (True, True)
