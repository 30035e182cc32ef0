"""Partners on the pages of a game: a column a side, and what the pairs won in words."""

import re
from typing import Any

import pytest

from tests.web.partners import ANN_30, CAL_DEAD, DEAL, FOUR, SIX, bring, pair
from tests.web.phone import Phone

EVEN = {
    "pairs": [
        pair("Ann", "Dot", by="Ann", counts=(2, 22)),
        pair("Cal", "Bob", by="Bob", counts=(22, 2)),
    ]
}


def plain(text: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", text).split())


def sheet_of(page: str) -> str:
    found = re.search(r'<table class="sheet.*?</table>', page, re.DOTALL)
    assert found is not None
    return plain(found[0])


def test_the_sheet_has_a_column_for_each_side(phone: Phone) -> None:
    sheet = sheet_of(phone.open(bring(phone, DEAL)).text)
    assert "Ann, Cal 16 134 to go Bob, Dot 0 150 to go" in sheet
    assert "16 won 16" in sheet


@pytest.mark.parametrize(
    ("deal", "words"),
    [
        (DEAL, "Ann beat Bob by 30 · Dot undercut Cal for 14"),
        (EVEN, "Ann beat Dot by 20 · Bob beat Cal by 20: even"),
        ({"pairs": [ANN_30, CAL_DEAD]}, "Ann beat Bob by 30 · Cal and Dot dead"),
    ],
)
def test_below_a_deal_it_says_what_the_pairs_won(
    phone: Phone, deal: dict[str, object], words: str
) -> None:
    assert words in sheet_of(phone.open(bring(phone, deal)).text)


def test_a_whole_side_deals_and_is_named(phone: Phone) -> None:
    game = bring(phone)
    first = "Bob and Dot deal first, so Ann and Cal play first."
    assert first in plain(phone.open(game).text)
    page = plain(phone.open(bring(phone, DEAL)).text)
    assert "Ann and Cal need 134." in page
    assert "Deal 2 · partners" in page


@pytest.mark.parametrize(
    ("players", "title"),
    [
        (FOUR, "Ann, Cal – Bob, Dot"),
        (SIX, "Ann, Cal, Eve – Bob, Dot, Fay"),
        (("Ann", "Bob", "Bartholomew Longfellow", "Dot"), "Ann and partner – Bob and partner"),
        (("Ann", "Bartholomew Longfellow", "Cal", "Dot"), "Ann and 3 others"),
    ],
)
def test_a_game_without_a_title_is_called_by_its_sides(
    phone: Phone, players: tuple[str, ...], title: str
) -> None:
    page = phone.open(bring(phone, players=list(players))).text
    assert f"<title>{title}" in page


@pytest.mark.parametrize(
    ("deal", "words"),
    [
        (DEAL, "30 − 14 = 16 for Ann and Cal."),
        (EVEN, "Even: nobody scores."),
        ({"pairs": [ANN_30, CAL_DEAD]}, "30 for Ann and Cal."),
    ],
)
def test_the_page_of_a_deal_says_how_the_sides_come_to_their_points(
    phone: Phone, deal: dict[str, Any], words: str
) -> None:
    page = phone.open(bring(phone, deal) + "deal/1").text
    assert words in plain(page)
    assert "Ann –" in page
    assert ("Dead: no points in this pair." in page) == (CAL_DEAD in deal["pairs"])
    spoken = re.search(r"<p data-spoken>(.*?)</p>", page, re.DOTALL)
    assert spoken
    assert words in plain(spoken[1])


def test_of_a_deal_the_own_pair_is_open_and_the_other_folded(phone: Phone) -> None:
    game = bring(phone, DEAL)
    assert re.findall(r'id="(pair\d)" open', phone.open(f"{game}deal/1").text) == ["pair1"]
    phone.fill(f"{game}seat", {"seat": "3"})
    assert re.findall(r'id="(pair\d)" open', phone.open(f"{game}deal/1").text) == ["pair2"]


def test_everybody_of_the_deal_is_asked_to_agree(phone: Phone) -> None:
    page = plain(phone.open(bring(phone, DEAL) + "deal/1").text)
    assert "All agree" in page


def test_a_pair_says_at_the_knocker_that_it_was_gin(phone: Phone) -> None:
    gin = pair("Ann", "Bob", by="Ann", counts=(0, 34))
    gin["hands"]["Ann"] = {"cards": "AS 2S 3S 4H 4D 4C TC TD TH TS"}
    page = phone.open(bring(phone, {"pairs": [gin, CAL_DEAD]}) + "deal/1").text
    assert "<small>knocked for gin</small>" in page


def test_one_payment_is_made_for_each_player(phone: Phone) -> None:
    stake = {"currency": "USD", "amount": "0.01", "per": 1}
    deals = [{"pairs": [pair("Ann", "Bob", by="Ann", counts=(2, 102)), CAL_DEAD]}] * 2
    page = phone.open(bring(phone, *deals, stake=stake) + "final").text
    words = plain(page)
    assert "Ann and Cal win" in words
    assert re.findall(r'<p class="pays">\s*<span>(\w+)</span>', page) == ["Bob", "Dot"]
    assert words.count("$2.00") == 2
    # Whom a partner does not play has nothing to settle with, which is no figure.
    assert "Between each pair" not in words


def test_the_tv_view_has_a_column_for_each_side(phone: Phone) -> None:
    page = phone.open(bring(phone, DEAL) + "big").text
    assert plain(page).count("Ann, Cal") >= 1
    assert "Ann and Cal lead by 16 and have 134 to go." in plain(page)


def test_several_games_of_partners_have_short_names(phone: Phone) -> None:
    page = phone.open(bring(phone, DEAL, options={"scoring": "hollywood"})).text
    assert '<span dir="auto" aria-hidden="true">A C</span><span dir="auto">Ann, Cal</span>' in page
    assert "Ann beat Bob by 30 · Dot undercut Cal for 14" in plain(page)


def test_every_page_of_a_game_of_partners_can_be_shown(phone: Phone) -> None:
    game = bring(phone, DEAL, EVEN)
    pages = ("", "deal/2", "deal/1/correct", "enter", "hands", "hand/3", "history", "big", "close")
    more = ("setup", "other-rules", "players", "print", "undo/2", "challenge/2")
    assert [page for page in (*pages, *more) if phone.open(game + page).status != 200] == []


def test_the_other_rules_count_side_against_side(phone: Phone) -> None:
    page = plain(phone.open(bring(phone, DEAL) + "other-rules").text)
    # To 100 an undercut is worth 25, so the other side is one point short.
    assert "Score 1 0" in page


def test_partners_cannot_be_one_player_short(phone: Phone) -> None:
    form = phone.open("/new?variant=gin150")
    four = phone.send(form, {"do": "number:4"})
    names = {f"players-{seat}": name for seat, name in enumerate(FOUR[:3])}
    refused = phone.send(four, names)
    assert refused.status == 422
    assert 'href="#players-3"' in refused.text


def test_partners_sit_in_two_columns_and_change_places_by_a_tap(phone: Phone) -> None:
    form = phone.send(phone.open("/new?variant=gin150"), {"do": "number:4"})
    assert 'class="seats sides"' in form.text
    names = {f"players-{seat}": name for seat, name in enumerate(FOUR)}
    swapped = phone.send(form, {**names, "do": "down:1"})
    seats = [swapped.forms[0].values[f"players-{seat}"] for seat in range(4)]
    assert seats == ["Ann", "Cal", "Bob", "Dot"]
    sent = phone.send(swapped, {})
    assert "Ann, Bob" in phone.follow(sent).text


def test_fewer_seats_leave_the_others_to_be_seated_again(phone: Phone) -> None:
    form = phone.send(phone.open("/new?variant=gin150"), {"do": "number:4"})
    names = {f"players-{seat}": name for seat, name in enumerate(FOUR)}
    fewer = phone.send(form, {**names, "do": "number:2"})
    assert fewer.forms[0].values["others"] == "Cal\tDot"
    assert "players-2" not in fewer.forms[0].values


def test_roodle_is_asked_of_partners_alone(phone: Phone) -> None:
    form = phone.open("/new?variant=gin150")
    names = {f"players-{seat}": name for seat, name in enumerate(FOUR)}
    two = {"players-0": "Ann", "players-1": "Bob"}
    four = phone.send(form, {"do": "rules", "number": "4", **names}).text
    assert 'id="options-roodle"' in four
    assert 'id="options-roodle"' not in phone.send(form, {"do": "rules", **two}).text
