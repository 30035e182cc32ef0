"""Who sits a deal out, on the keys: said with one key, passed over, sent as on the plain form."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.rules.deals import Hand
from scorekeeper.web.deal.pad import pad_table
from tests.browser.games import empty_game, post_record, send_form
from tests.browser.looking import faults, misfits
from tests.browser.pad_keys import Keys, setup_of
from tests.browser.pad_reading import send
from tests.browser.pad_screen import CAST, pad, press_button, score, tap

CANNOT_SAY = """async ([table, fields]) => {
  const { start } = await import("/modules/deal/pad/grammar.js");
  const { MELDS } = await import("/modules/deal/pad/meld_kind.js");
  return start({ ...table, kind: MELDS }, fields) === null;
}"""
AWAY = {"hand2-sat_out": "yes"}


# --- the grammar ----------------------------------------------------------------------------------


def test_one_key_sits_out(keys: Keys) -> None:
    pressed = keys.press("by:0 K seat:2 mode:away")
    assert {name for name in pressed.fields if name.startswith("hand2")} == {"hand2-sat_out"}


def test_one_key_plays_again(keys: Keys) -> None:
    assert "hand2-sat_out" not in keys.press("by:0 seat:2 mode:away mode:cards").fields


def test_a_player_who_is_away_begins_the_deal_as_sitting_out(keys: Keys) -> None:
    assert keys.press("by:0 K", fields=AWAY).fields["hand2-sat_out"] == "yes"


def test_next_passes_over_players_who_sit_out(keys: Keys) -> None:
    assert keys.press("by:1 next", fields=AWAY).state["seat"] == 0


def test_nobody_waits_for_a_player_who_sits_out(keys: Keys) -> None:
    pressed = keys.press("by:0 K next in_hand 5 next", fields=AWAY)
    assert pressed.reason == "All hands are entered."


def test_entry_begins_with_the_first_player_who_plays(keys: Keys) -> None:
    assert keys.press("end:stock", fields={"hand0-sat_out": "yes"}).state["seat"] == 1


def test_players_still_sit_out_when_nobody_went_out(keys: Keys) -> None:
    pressed = keys.press("by:1 seat:0 mode:away ask end:stock")
    assert pressed.state["seat"] == 1


def test_a_player_who_sits_out_lays_no_cards(keys: Keys) -> None:
    pressed = keys.press('by:0 seat:2 K add:{"melds":["KKK"]}', fields=AWAY)
    assert [text for _, text in pressed.refusals] == ["Cal sits this deal out."] * 2


def test_a_player_who_sits_out_did_not_go_out(keys: Keys) -> None:
    pressed = keys.press("by:2", fields=AWAY)
    assert (pressed.reason, pressed.state["by"]) == ("Cal sits this deal out.", None)


def test_the_player_who_went_out_cannot_sit_out(keys: Keys) -> None:
    assert keys.press("by:0 mode:away").reason == "Ann went out, and so took part."


def test_at_least_two_players_play(keys: Keys) -> None:
    assert keys.press("by:0 seat:1 mode:away", fields=AWAY).reason == "At least two must play."


def test_at_a_table_of_two_everybody_plays(keys: Keys) -> None:
    pressed = keys.press("by:0 seat:1 mode:away", setup_of(players=2))
    assert pressed.reason == "Everybody plays here."


def test_in_contract_everybody_plays(keys: Keys) -> None:
    pressed = keys.press("by:0 seat:1 mode:away", setup_of("contract"))
    assert pressed.reason == "Everybody plays here."


def test_sitting_out_removes_what_was_entered_before(keys: Keys) -> None:
    pressed = keys.press("by:0 seat:2 K mode:away mode:cards")
    assert "hand2-melds" not in pressed.fields


def test_a_player_who_sits_out_has_no_points_and_no_warning(keys: Keys) -> None:
    pressed = keys.press("by:0 K next in_hand 5", fields=AWAY)
    assert pressed.points[2] == 0
    assert not any("Cal" in doubt for doubt in pressed.doubts)


def test_the_pack_is_counted_without_players_who_sit_out(keys: Keys) -> None:
    pressed = keys.press("by:0 K next in_hand 5 left:101", fields=AWAY)
    assert not any("missing" in doubt or "more than" in doubt for doubt in pressed.doubts)


def test_cards_of_a_player_who_sits_out_are_left_to_the_plain_form(keys: Keys) -> None:
    fields = AWAY | {"hand2-in_hand": "KH"}
    assert keys.page.evaluate(CANNOT_SAY, [pad_table(setup_of(), 1), fields])


def test_the_site_reads_the_deal_that_was_pressed(keys: Keys) -> None:
    setup = setup_of()
    deal = send(setup, keys.press("by:0 K next in_hand 5", setup, fields=AWAY).fields)
    assert deal.hands[2] == Hand(sat_out=True)


# --- the page -------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_deal_that_one_player_sat_out_is_entered_by_taps(phone: Page) -> None:
    game = urlsplit(post_record(phone, empty_game("laws", CAST))).path
    send_form(phone, f"{game}players", action=f"{game}players/leave", seat="2")
    phone.goto(game + "players")
    expect(phone.locator("summary", has_text="Cal")).to_contain_text("sits out")
    wrong = misfits(phone)
    phone.goto(game + "enter")
    answers = pad(phone).locator(".answers [data-press^='by:']")
    expect(answers).to_have_text(["Ann", "Bob"])
    cal = phone.locator(".tab").nth(2)
    expect(cal).to_contain_text("sits out")
    tap(phone, "by:0 seat:2")
    wrong += faults(phone)
    press_button(pad(phone).get_by_role("button", name="Plays", exact=True))
    expect(cal).not_to_contain_text("sits out")
    press_button(pad(phone).get_by_role("button", name="Sits this deal out", exact=True))
    expect(cal).to_contain_text("sits out")
    tap(phone, "seat:0 K next in_hand 5")
    score(phone, 1)
    expect(phone.locator("main")).to_contain_text("Cal sat out")
    phone.goto(game)
    expect(phone.locator("#sheet thead")).to_contain_text("sits out")
    assert wrong + faults(phone) == []
