"""The page of history: who did what, when, why, and which figures it changed."""

import re
from html import unescape

import pytest

from tests.web import partners
from tests.web.deals import ANN_OUT, BOB_OUT
from tests.web.phone import Phone


@pytest.fixture
def game(phone: Phone) -> str:
    """Return the address of a game of Ann and Bob with two deals."""
    game = phone.start("Ann", "Bob")
    phone.fill(game + "enter", {**ANN_OUT, "who": "Ann"})
    phone.fill(game + "enter", {**BOB_OUT, "who": "Bob"})
    return game


def lines(phone: Phone, game: str) -> list[list[str]]:
    """Return the paragraphs of each entry, the latest first, with drawn suits as words."""
    page = re.sub(r'<svg role="img" aria-label="of (\w+)">.*?</svg>', r" \1", history(phone, game))
    entries = re.findall(r"<li>(.*?)</li>", page, re.DOTALL)
    told = [re.findall(r"<p\b.*?</p>", entry, re.DOTALL) for entry in entries]
    return [[plain(each) for each in paragraphs] for paragraphs in told]


def history(phone: Phone, game: str) -> str:
    return phone.open(game + "history").text


def plain(text: str) -> str:
    return unescape(re.sub("<.*?>", "", text)).strip()


def test_a_deal_is_shown_with_the_points_it_brought(phone: Phone, game: str) -> None:
    latest = lines(phone, game)[0]
    assert re.fullmatch(r"\d\d:\d\d Bob", latest[0])
    assert latest[1:] == ["Deal 2 entered", "Ann −15, Bob 225"]


def test_the_day_stands_over_what_was_done_on_it(phone: Phone, game: str) -> None:
    days = re.findall(r'<h2 class="caps" id="day\d+">(.*?)</h2>', history(phone, game))
    assert len(days) == 1
    assert re.fullmatch(r"\d+ \w+ \d{4}", days[0])


def test_a_correction_is_shown_fact_by_fact_with_what_it_moved(phone: Phone, game: str) -> None:
    typed = {"hand1-in_hand": "AS 7D", "reason": "cards were Ann's"}
    phone.fill(game + "deal/1/correct", typed)
    assert lines(phone, game)[0][1:] == [
        "Deal 1 corrected",
        "“cards were Ann's”",
        "Bob, in hand: A spades 7 diamonds 2 hearts Q diamonds 8 hearts 6 clubs 3 clubs"
        " → A spades 7 diamonds",
        "Bob −30 → 20, 195 → 245 in all",
    ]


def test_melds_penalties_and_flags_are_shown_as_they_changed(phone: Phone, game: str) -> None:
    typed = {
        "hand1-melds": "9C TC JC JK",
        "hand1-in_hand": "4H 4S 4C",
        "hand0-fine0-points": "5",
        "hand0-fine0-reason": "noise",
        "first_turn": "yes",
        "reason": "looked again",
    }
    phone.fill(game + "deal/1/correct", typed)
    told = lines(phone, game)[0]
    assert "On the first turn: not said → yes" in told
    assert "Ann, penalties: none → noise 5" in told
    assert any(
        line.startswith("Bob, melded: 9 clubs 10 clubs J clubs · 4 hearts")
        and line.endswith(" → 9 clubs 10 clubs J clubs ★")
        for line in told
    )
    # What stays is not said again.
    phone.fill(game + "deal/1/correct", {**typed, "hand1-melds": "9C TC JC JK\n5 5 5"})
    assert "Bob, melded: 5 5 5 added" in lines(phone, game)[0]
    phone.fill(game + "deal/1/correct", {**typed, "hand1-melds": "9C TC JC JK\n7 7 7"})
    assert "Bob, melded: 5 5 5 → 7 7 7" in lines(phone, game)[0]
    phone.fill(game + "deal/1/correct", {**typed, "hand1-melds": "7 7 7"})
    assert "Bob, melded: 9 clubs 10 clubs J clubs ★ left out" in lines(phone, game)[0]


def test_a_penalty_is_told_by_its_law_or_its_points(phone: Phone, game: str) -> None:
    typed = {"hand0-fine0-points": "5", "hand1-law18": "1", "reason": "looked again"}
    phone.fill(game + "deal/1/correct", typed)
    told = lines(phone, game)[0]
    assert "Ann, penalties: none → 5" in told
    assert "Bob, penalties: none → Law 18" in told


def test_a_deal_that_was_corrected_keeps_what_it_brought_at_first(phone: Phone, game: str) -> None:
    phone.fill(game + "deal/1/correct", {"hand1-in_hand": "AS", "reason": "miscounted"})
    assert lines(phone, game)[2][1:] == ["Deal 1 entered", "Ann 210, Bob −30"]


def test_an_undo_tells_the_totals_it_moved(phone: Phone, game: str) -> None:
    phone.fill(game + "undo/3", {"reason": "misdeal"})
    assert lines(phone, game)[0][1:] == [
        "Taken back: deal 2 entered",
        "“misdeal”",
        "Ann 195 → 210 in all",
        "Bob 195 → −30 in all",
    ]


def test_what_was_taken_back_is_struck_and_says_by_whom_and_when(phone: Phone, game: str) -> None:
    phone.fill(game + "undo/3", {"reason": "misdeal", "who": "Ann"})
    assert "<s>Deal 2 entered</s>" in history(phone, game)
    assert re.fullmatch(r"taken back by Ann, \d\d:\d\d", lines(phone, game)[1][2])


def test_an_undo_that_was_undone_was_put_back(phone: Phone, game: str) -> None:
    phone.fill(game + "undo/3", {"reason": "misdeal", "who": "Ann"})
    sheet = phone.open(game)
    at = next(at for at, form in enumerate(sheet.forms) if "/undo/" in form.action)
    phone.send(sheet, {"who": "Bob"}, form=at)
    assert not [line for line in lines(phone, game)[0] if "“" in line or "reason" in line]
    assert re.fullmatch(r"put back by Bob, \d\d:\d\d", lines(phone, game)[1][2])


def test_what_was_put_back_can_be_taken_back_again(phone: Phone, game: str) -> None:
    def words() -> list[str]:
        return re.findall(r'href="[^"]*undo/\d+">([^<]*)<', history(phone, game))

    phone.fill(game + "undo/3", {"reason": "misdeal"})
    assert words() == ["Put it back", "Undo"]
    phone.fill(game + "undo/4", {"reason": "it was fine"})
    assert words() == ["Undo", "Undo", "Undo"]


def test_a_challenge_is_shown_with_its_reason(phone: Phone, game: str) -> None:
    phone.fill(game + "challenge/2", {"reason": "a card is missing", "who": "Bob"})
    when, *told = lines(phone, game)[0]
    assert told == ["Bob challenged deal 1", "“a card is missing”"]
    assert re.fullmatch(r"\d\d:\d\d", when), "who challenged is told once"


def test_a_deal_tells_who_agreed_to_it_until_a_correction_asks_again(
    phone: Phone, game: str
) -> None:
    asked = phone.open(game + "deal/1")
    phone.send(asked, {"all": "yes"}, form=-1)
    assert [line[1] for line in lines(phone, game)[:2]] == ["Deal 2 entered", "Deal 1 entered"]
    assert re.fullmatch(r"All agreed, \d\d:\d\d", lines(phone, game)[1][-1])
    phone.fill(game + "deal/1/correct", {"hand1-in_hand": "AS", "reason": "miscounted"})
    told = lines(phone, game)[:3]
    assert [line[1] for line in told] == ["Deal 1 corrected", "Deal 2 entered", "Deal 1 entered"]
    assert re.fullmatch(r"Ann agreed, \d\d:\d\d", told[2][-1]), "Bob's figures are others now"


def test_agreement_taken_back_is_not_offered_to_be_put_back(phone: Phone, game: str) -> None:
    asked = phone.open(game + "deal/1")
    phone.send(asked, {"all": "yes"}, form=-1)
    phone.fill(game + "undo/4", {"reason": "too quick"})
    assert "Put it back" not in history(phone, game)


def test_markup_in_a_reason_is_only_text(phone: Phone, game: str) -> None:
    phone.fill(game + "undo/3", {"reason": "<b>7D</b>"})
    assert "“&lt;b&gt;7D&lt;/b&gt;”" in history(phone, game)


# --- partners: their sides have the points, their pairs the facts ---------------------------------


def test_a_deal_of_partners_is_told_by_side_and_by_pair(phone: Phone) -> None:
    game = partners.bring(phone, partners.DEAL)
    assert lines(phone, game)[0][2:] == ["Ann, Cal 16; Bob, Dot 0"]
    typed = {"pair1-players": "2 3", "pair1-upcard": "KH", "hand3-deadwood_points": "4"}
    phone.fill(game + "deal/1/correct", typed)
    assert lines(phone, game)[0][1:] == [
        "Deal 1 corrected",
        "no reason given",
        "Cal’s pair, upcard: K diamonds → K hearts",
        "Dot, deadwood points: 5 → 4",
        "Ann, Cal 16 → 15, 16 → 15 in all",
    ]
    asked = "Take back deal 1? Ann, Cal 15 and Bob, Dot 0 come off the sheet."
    assert asked in phone.open(game + "undo/2").text
    phone.send(phone.open(game + "deal/1"), {"all": "yes"}, form=-1)
    assert re.fullmatch(r"All agreed, \d\d:\d\d", lines(phone, game)[1][-1])
    assert "Both sides agreed to deal 1, " in history(phone, game)


def test_a_change_of_opponents_is_told_as_one(phone: Phone) -> None:
    game = partners.bring(phone, partners.DEAL)
    typed = {"pair0-players": "0 3", "pair1-players": "2 1"}
    phone.fill(game + "deal/1/correct", typed)
    assert "Who plays whom: Ann – Bob · Cal – Dot → Ann – Dot · Cal – Bob" in lines(phone, game)[0]
