import re

import pytest

from tests.games.illegal import CONTRACTS
from tests.web.deals import ANN_OUT, ANN_WINS, BOB_OUT
from tests.web.phone import Phone


@pytest.fixture
def game(phone: Phone) -> str:
    """Return the address of a game of Ann and Bob with two deals."""
    game = phone.start("Ann", "Bob", **{"stake-amount": "1"})
    phone.enter_first(game, ANN_OUT)
    phone.fill(game + "enter", BOB_OUT)
    return game


def hands_of(page: str) -> list[str]:
    """Return the hands of a deal with all their lines."""
    return re.findall(r'<details class="hand".*?</details>', page, re.DOTALL)


def test_a_correction_starts_from_what_was_entered(phone: Phone, game: str) -> None:
    values = phone.open(game + "deal/1/correct").forms[0].values
    assert values["hand0-melds"] == ANN_OUT["hand0-melds"]
    assert values["hand1-in_hand"] == "AS 7D 2H QD 8H 6C 3C"


def test_a_correction_sent_unchanged_changes_no_figure(phone: Phone, game: str) -> None:
    typed = {
        **ANN_OUT,
        "hand1-law18": "2",
        "hand1-fine0-points": "5",
        "hand1-fine0-reason": "noise",
        "hand1-took_pile": "no",
        "dealer": "0",
    }
    phone.fill(game + "deal/1/correct", {**typed, "reason": "penalties"})
    once = hands_of(phone.open(game + "deal/1").text)
    again = phone.fill(game + "deal/1/correct", {"reason": "nothing"})
    assert "The deal is as it was" in again.text
    assert hands_of(phone.open(game + "deal/1").text) == once


def test_a_correction_moves_the_totals_after_it(phone: Phone, game: str) -> None:
    typed = {"hand1-in_hand": "AS", "reason": "cards were Ann's"}
    result = phone.follow(phone.fill(game + "deal/1/correct", typed))
    assert "+25" in result.text
    assert "250" in phone.open(game).text


def test_a_corrected_deal_is_marked_on_the_sheet(phone: Phone, game: str) -> None:
    phone.fill(game + "deal/1/correct", {"hand1-in_hand": "AS", "reason": "miscounted"})
    assert "* corrected" in phone.open(game).text


def test_a_reason_too_long_is_reported_with_the_other_problems(phone: Phone, game: str) -> None:
    typed = {"hand0-melds": "KH KD", "reason": "x" * 201}
    refused = phone.fill(game + "deal/1/correct", typed)
    assert refused.status == 422
    assert 'id="reason-problem"' in refused.text
    assert 'id="hand0-melds-problem"' in refused.text


def test_a_correction_of_a_deal_undone_meanwhile_is_a_conflict(
    phone: Phone, other_phone: Phone, game: str
) -> None:
    slow = phone.open(game + "deal/2/correct")
    other_phone.fill(game + "undo/3", {"reason": "never played"})
    answer = phone.send(slow, {"hand0-in_hand_points": "40", "who": "Ann"})
    assert (answer.status, answer.forms[0].action) == (409, game + "enter")
    assert "This deal no longer exists" in answer.text
    assert answer.forms[0].values["hand0-in_hand_points"] == "40"
    assert phone.follow(phone.send(answer, {})).address == game + "deal/2"


def test_a_correction_is_of_the_deal_with_the_number_in_its_address(
    phone: Phone, game: str
) -> None:
    form = phone.open(game + "deal/1/correct").forms[0]
    typed = {**form.values, "hand1-in_hand": "AS"}
    for number, target in ((2, "2"), (1, "1"), (1, "99")):
        address = f"{game}deal/{number}/correct"
        assert phone.post(address, {**typed, "target": target}).status == 404


def test_a_deal_sent_again_leads_to_its_own_page(phone: Phone, other_phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    form = phone.open(game + "enter")
    phone.send(form, ANN_OUT)
    other_phone.fill(game + "enter", BOB_OUT)
    assert phone.send(form, ANN_OUT).answer.location == game + "deal/1"
    phone.fill(game + "undo/2", {})
    assert phone.send(form, ANN_OUT).answer.location == game + "history"


def test_a_stale_correction_keeps_what_was_typed(
    phone: Phone, other_phone: Phone, game: str
) -> None:
    slow = phone.open(game + "deal/1/correct")
    other_phone.fill(game + "enter", BOB_OUT)
    answer = phone.send(slow, {"hand1-in_hand": "AS", "reason": "late"})
    assert answer.status == 409
    assert answer.forms[0].values["hand1-in_hand"] == "AS"


def test_undo_says_what_leaves_the_sheet(phone: Phone, game: str) -> None:
    asked = phone.open(game + "undo/2").text
    assert "Take back deal 1? Ann 210 and Bob −30 come off the sheet." in asked


def test_an_undone_deal_leaves_the_sheet(phone: Phone, game: str) -> None:
    sheet = phone.follow(phone.fill(game + "undo/3", {"reason": "misdeal"}))
    assert "Enter deal 2" in sheet.text


def test_an_undo_can_be_put_back(phone: Phone, game: str) -> None:
    phone.fill(game + "undo/3", {"reason": "misdeal"})
    asked = phone.open(game + "undo/4")
    assert "Put it back" in asked.text
    sheet = phone.follow(phone.send(asked, {"reason": "it was fine"}))
    assert "Enter deal 3" in sheet.text


def test_a_correction_that_was_taken_back_can_be_put_back_from_its_deal(
    phone: Phone, game: str
) -> None:
    def offers() -> list[str]:
        return re.findall(r'undo/(\d+)">Put the correction back<', phone.open(game + "deal/1").text)

    phone.fill(game + "deal/1/correct", {"hand1-in_hand": "AS"})
    assert offers() == []
    for seq in (4, 2, 6):  # the correction and the deal are taken back, and the deal put back
        phone.fill(game + f"undo/{seq}", {})
    assert offers() == ["5"]
    phone.fill(game + "undo/5", {})
    assert offers() == []
    assert ">250<" in phone.open(game).text


def test_a_reason_is_offered_and_never_demanded(phone: Phone, game: str) -> None:
    # What is chosen is quoted as it stands on its chip.
    assert 'value="It is late"' in phone.open(game + "close").text
    for page, typed, told in (
        ("undo/3", {"reason": " "}, "no reason given"),
        ("deal/1/correct", {"cause": "Wrong card", "hand1-in_hand": "AS"}, "“Wrong card”"),
        ("close", {"cause": "It is late", "reason": "last bus"}, "“It is late: last bus”"),
        ("reopen", {"cause": "other"}, "no reason given"),
    ):
        assert phone.fill(game + page, typed).status == 303
        latest = phone.open(game + "history").text.partition("</li>")[0]
        assert told in latest


def test_a_correction_that_changes_nothing_says_so(phone: Phone, game: str) -> None:
    again = phone.fill(game + "deal/1/correct", {"reason": "looked again"})
    assert (again.status, "The deal is as it was, so nothing was saved" in again.text) == (
        422,
        True,
    )
    assert "Deal 1 corrected" not in phone.open(game + "history").text


def test_what_is_taken_back_already_says_so_at_once(phone: Phone, game: str) -> None:
    phone.fill(game + "undo/3", {"reason": "misdeal", "who": "Bob"})
    asked = phone.open(game + "undo/3")
    assert "Deal 2 entered: this was taken back by Bob, " in asked.text
    assert asked.forms == []


def test_an_undo_of_what_another_took_back_meanwhile_says_so(
    phone: Phone, other_phone: Phone, game: str
) -> None:
    slow = phone.open(game + "undo/3")
    other_phone.fill(game + "undo/3", {"reason": "misdeal"})
    answer = phone.send(slow, {"reason": "misdeal"})
    assert (answer.status, "this was taken back" in answer.text) == (409, True)


@pytest.mark.parametrize("seq", ["0", "1", "9"])
def test_what_was_not_entered_cannot_be_undone(phone: Phone, game: str, seq: str) -> None:
    assert phone.open(f"{game}undo/{seq}").status == 404


def test_the_history_tells_who_what_why_and_what_it_moved(phone: Phone, game: str) -> None:
    typed = {"hand1-in_hand": "AS", "reason": "cards were Ann's", "who": "Bob"}
    phone.fill(game + "deal/1/correct", typed)
    history = phone.open(game + "history").text
    assert "Deal 1 corrected" in history
    assert "Bob, " in history
    assert "“cards were Ann&#39;s”" in history
    assert "Bob −30 → 25" in history


def test_a_player_gets_another_name_everywhere(phone: Phone, game: str) -> None:
    renamed = phone.send(phone.open(game + "players"), {"name": "Bert"}, form=2)
    assert renamed.status == 303
    assert "Bert went out" in phone.open(game + "deal/2").text


def test_two_names_can_be_changed_one_after_the_other(phone: Phone, game: str) -> None:
    names = phone.open(game + "players")
    names = phone.follow(phone.send(names, {"name": "Anna"}, form=0))
    names = phone.follow(phone.send(names, {"name": "Bert"}, form=2))
    assert "Anna" in names.text
    assert "Bert" in names.text


def test_a_name_that_is_taken_is_refused_beside_its_field(phone: Phone, game: str) -> None:
    refused = phone.send(phone.open(game + "players"), {"name": "Ann"}, form=2)
    assert refused.status == 422
    assert 'id="name-1-problem"' in refused.text


def test_the_end_shows_winner_matrix_and_payments(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", **{"stake-amount": "1"})
    phone.fill(game + "enter", BOB_OUT)
    phone.fill(game + "enter", {**ANN_WINS, "hand0-melded_points": "1000"})
    end = phone.open(game + "final").text
    assert "Ann wins" in end
    rows = re.findall(r'<th scope="row">(\w+), <a [^>]*>(.*?)</a>', end)
    assert rows == [("Game", "Law 22"), ("Concealed", "Law 23"), ("Rounded", "Law 25")]
    assert "$9.00" in end


def test_the_page_says_that_the_winner_loses_money(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", **{"stake-amount": "1", "options-winner_bonus": "0"})
    for _ in range(2):
        phone.fill(game + "enter", {**BOB_OUT, "hand1-melded_points": "225"})
    phone.fill(game + "enter", {**ANN_WINS, "hand0-melded_points": "940"})
    end = phone.open(game + "final").text
    assert "Ann wins the game and loses $1.00" in end


def test_a_game_that_goes_on_shows_its_sheet_for_an_end(phone: Phone, game: str) -> None:
    assert "Enter deal 3" in phone.open(game + "final").text


def test_deals_after_the_end_are_struck_through(phone: Phone, game: str) -> None:
    typed = {**ANN_WINS, "hand0-melded_points": "1200", "reason": "a nought was missing"}
    values = phone.open(game + "deal/1/correct").forms[0].values
    empty = {name: "" for name in values if name.endswith(("-melds", "-in_hand"))}
    phone.fill(game + "deal/1/correct", {**empty, **typed})
    assert ">Does not count: after the end</td>" in phone.open(game).text
    assert "does not count" in phone.open(game + "deal/2").text


def test_a_name_that_another_has_by_now_is_not_given_back(phone: Phone, game: str) -> None:
    phone.send(phone.open(game + "players"), {"name": "Zed"})
    phone.send(phone.open(game + "players"), {"name": "Ann"}, form=2)
    refused = phone.fill(game + "undo/4", {"reason": "he is Ann again"})
    assert refused.status == 422
    assert "Two players would have one name" in refused.text


def test_a_deal_that_a_later_one_builds_on_is_not_taken_back(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", variant="contract")
    out = {"ending": "out", "by": "0", "hand0-laid_down": "yes", "hand1-in_hand_points": "50"}
    for melds in CONTRACTS[1], CONTRACTS[2]:
        entered = phone.fill(game + "enter", {**out, "hand0-melds": "\n".join(melds)})
        assert entered.status == 303, entered.text
    refused = phone.fill(game + "undo/2", {})
    assert refused.status == 422
    assert "Take deal 2 back first" in refused.text
    assert phone.fill(game + "undo/3", {}).status == 303


def test_that_nothing_was_laid_off_survives_a_correction(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", variant="gin150")
    typed = {
        "ending": "knock",
        "by": "0",
        "upcard": "7D",
        "hand0-cards": "4H 5H 6H QS QD QC 8C 9C TC 6S",
        "hand1-cards": "2S 2D 2C QH 7H KH 3D AC 5S 9S",
        "hand1-lay_offs": "-",
    }
    assert "+39" in phone.follow(phone.fill(game + "enter", typed)).text
    phone.fill(game + "deal/1/correct", {"reason": "looked again"})
    assert "+39" in phone.open(game + "deal/1").text


def test_an_undo_undone_again_and_again_is_shown_in_one_step(phone: Phone, game: str) -> None:
    for target in range(3, 40):
        phone.fill(game + f"undo/{target}", {"reason": "once more"})
    shown = phone.open(game + "history").text
    assert "Put back: " in shown
    assert "aken back: taken back" not in shown


def test_after_a_rename_the_form_still_names_whoever_wrote_last(phone: Phone, game: str) -> None:
    phone.fill(game + "deal/1/correct", {"reason": "late", "who": "Bob", "hand1-in_hand": "AS"})
    phone.send(phone.open(game + "players"), {"name": "Zed"})
    assert phone.open(game + "enter").forms[0].values["who"] == "Bob"
