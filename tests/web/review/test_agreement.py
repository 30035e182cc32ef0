"""Agreeing and challenging on pages: who may, what pages show, and the answers."""

import re

import pytest
from flask import Flask

from scorekeeper.games.links import open_link
from tests.games.illegal import deal_two_contracts, take_back_unchecked
from tests.only_site import site_of
from tests.web.deals import ANN_OUT, BOB_OUT
from tests.web.phone import Phone, Seen
from tests.web.seated import Table, with_token

THREE = {**ANN_OUT, "hand2-melded_points": "0", "hand2-in_hand_points": "50"}


def agree(phone: Phone, page: str, **typed: str) -> Seen:
    """Press "Agree" on a page, or "All agree" with ``all``."""
    seen = phone.open(page)
    forms = [number for number, form in enumerate(seen.forms) if "/agree/" in form.action]
    return phone.send(seen, typed, form=forms[0])


def plain(text: str) -> str:
    return re.sub("[\u2066-\u2069]", "", text)


def asked_players(seen: Seen) -> list[tuple[str, bool]]:
    """Return the players asked on a page, and whether each agreed."""
    _, rest = seen.text.split('<ul class="asked">')
    found = re.findall(r"<li(.*?)>.*?<span>(\w+)</span>", rest.split("</ul>")[0], re.DOTALL)
    return [(name, "yes" in about) for about, name in found]


def test_a_new_deal_waits_for_the_other_phones(table: Table) -> None:
    assert "Not answered yet: you (Ann), Bob." in table.anns.open(table.player + "deal/1").text
    assert "Not answered yet: Ann and Bob." in table.hosts.open(table.host + "deal/1").text


def test_nobody_waits_for_players_without_a_phone(site: Flask) -> None:
    only = Phone(site)
    game = only.start("Ann", "Bob", "Cal")
    deal = only.follow(only.fill(game + "enter", THREE))
    assert "Not answered" not in deal.text
    assert '<ul class="asked">' not in deal.text
    only.post(game + "seat", with_token(only, game, seat="0"))
    assert "Not answered" not in only.open(game + "deal/1").text


def test_a_deal_to_which_every_phone_agreed_says_who_has_no_phone(site: Flask) -> None:
    phones = Phone(site), Phone(site)
    game = phones[0].start("Ann", "Bob", "Cal")
    phones[0].fill(game + "enter", THREE)
    for seat, phone in enumerate(phones):
        phone.post(game + "seat", with_token(phone, game, seat=str(seat)))
    for phone in phones:
        assert "Cal has no phone" not in phone.open(game + "deal/1").text
        agree(phone, game + "deal/1")
    seen = phones[0].open(game + "deal/1")
    assert "Cal has no phone here and has not agreed." in seen.text
    assert ">All agree</button>" in seen.text


def test_a_player_agrees_on_their_own_phone_and_comes_back_to_the_deal(table: Table) -> None:
    seen = table.bobs.follow(agree(table.bobs, table.player + "deal/1"))
    assert asked_players(seen) == [("Ann", False), ("Bob", True)]
    assert "Not answered yet: Ann." in seen.text


def test_the_sheet_asks_those_who_have_not_agreed(table: Table) -> None:
    agree(table.bobs, table.player + "deal/1")
    asked = [phone.open(table.player).text for phone in (table.anns, table.bobs, table.hosts)]
    assert ["Agree to deal 1" in text for text in asked] == [True, False, False]


def test_one_tap_on_the_sheet_agrees_to_the_figures_that_stand_there(table: Table) -> None:
    sheet = table.bobs.open(table.player)
    at = next(at for at, form in enumerate(sheet.forms) if "/agree/" in form.action)
    after = table.bobs.follow(table.bobs.send(sheet, {}, form=at))
    assert "Agree to deal 1" not in after.text
    assert ("Bob", True) in asked_players(table.bobs.open(table.player + "deal/1"))


def test_a_deal_with_a_warning_is_looked_at_before_it_is_agreed_to(site: Flask) -> None:
    ann, bob = Phone(site), Phone(site)
    game = ann.start("Ann", "Bob")
    for seat, phone in enumerate((ann, bob)):
        phone.post(game + "seat", with_token(phone, game, seat=str(seat)))
    ann.fill(
        game + "enter", {"ending": "out", "by": "0", "hand0-melds": "K K K", "hand1-in_hand": "A"}
    )
    text = bob.open(game).text
    assert ("Deal 1: agree?" in text, "Agree to deal 1" in text) == (True, False)


def test_while_agreement_is_asked_the_whole_deal_is_still_a_tap_away(table: Table) -> None:
    assert f'href="{table.player}enter">Enter the whole deal' in table.bobs.open(table.player).text


def test_all_agree_on_one_phone(table: Table) -> None:
    seen = table.anns.follow(agree(table.anns, table.player + "deal/1", all="yes"))
    assert "All agree." in seen.text


def test_all_agreed_by_a_faster_phone_is_no_fault(table: Table) -> None:
    slow = table.hosts.open(table.host + "deal/1")
    agree(table.anns, table.player + "deal/1", all="yes")
    at = next(at for at, form in enumerate(slow.forms) if "/agree/" in form.action)
    assert table.hosts.send(slow, {"all": "yes"}, form=at).status == 303


def test_the_button_names_those_with_own_phones_for_whom_it_agrees(table: Table) -> None:
    assert "Bob agrees too</button>" in table.anns.open(table.player + "deal/1").text
    agree(table.anns, table.player + "deal/1")
    assert "Bob agrees</button>" in table.anns.open(table.player + "deal/1").text


def test_a_player_who_challenges_is_not_offered_to_agree_for_all(table: Table) -> None:
    table.anns.fill(table.player + "challenge/2", {"reason": "no"})
    assert 'name="all"' not in table.anns.open(table.player + "deal/1").text


def test_nobody_agrees_on_another_phone_for_a_player_who_challenges_on_an_own_one(
    site: Flask,
) -> None:
    phones = {name: Phone(site) for name in ("Ann", "Bob", "Cal")}
    ann, bob, _ = phones.values()
    game = ann.start(*phones)
    for seat, phone in enumerate(phones.values()):
        phone.post(game + "seat", with_token(phone, game, seat=str(seat)))
    scored = {"hand0-melds": "K K K", "hand1-in_hand": "A", "hand2-in_hand": "9"}
    ann.fill(game + "enter", {"ending": "out", "by": "0", **scored})
    bob.fill(game + "challenge/2", {"reason": "no"})
    assert "Cal agrees too</button>" in ann.open(game + "deal/1").text
    seen = ann.follow(agree(ann, game + "deal/1", all="yes"))
    assert asked_players(seen) == [("Ann", True), ("Bob", False), ("Cal", True)]
    assert "Bob challenges this deal" in seen.text


def test_the_host_without_a_seat_agrees_for_all(table: Table) -> None:
    asked = table.hosts.open(table.host + "deal/1").text
    assert ('form="agree"' in asked, "All agree</button>" in asked) == (False, True)
    seen = table.hosts.follow(agree(table.hosts, table.host + "deal/1", all="yes"))
    assert asked_players(seen) == [("Ann", True), ("Bob", True)]


def test_a_seated_player_agrees_with_the_one_main_button(table: Table) -> None:
    asked = table.bobs.open(table.player + "deal/1").text
    assert '<button class="main" form="agree">Agree</button>' in asked


def test_a_player_who_agreed_is_led_on_to_the_next_deal(table: Table) -> None:
    seen = table.bobs.follow(agree(table.bobs, table.player + "deal/1"))
    assert re.search(r'<a class="main" href="[^"]*/hand/1">Enter my hand, deal 2</a>', seen.text)


def test_the_same_agreement_sent_twice_is_one(table: Table) -> None:
    seen = table.bobs.open(table.player + "deal/1")
    for _ in range(2):
        assert table.bobs.send(seen, {}, form=-1).status == 303
    assert table.bobs.open(table.player + "history").text.count("agreed to deal 1, ") == 1


def test_a_player_without_a_seat_is_offered_one_instead(table: Table, site: Flask) -> None:
    seen = Phone(site).open(table.player + "deal/1").text
    assert ("/agree/" in seen, "Take your seat to agree" in seen) == (False, True)


@pytest.mark.parametrize("typed", [{}, {"all": "yes"}])
def test_nobody_agrees_without_a_seat(table: Table, site: Flask, typed: dict[str, str]) -> None:
    stranger = Phone(site)
    form = with_token(stranger, table.player, entry_id="x", version="2", **typed)
    refused = stranger.post(table.player + "agree/2", form)
    assert refused.status == 403
    assert "A phone needs a seat for this, so that the table knows who did it." in refused.text


def test_the_host_does_not_agree_alone_without_a_seat(table: Table) -> None:
    assert agree(table.hosts, table.host + "deal/1").status == 403


def test_viewers_see_who_agrees_and_have_no_buttons(table: Table) -> None:
    seen = table.hosts.open(table.viewer + "deal/1")
    assert "Not answered yet: Ann and Bob." in seen.text
    assert [form for form in seen.forms if "agree" in form.action] == []


def test_a_deal_all_agree_to_has_a_tick_on_the_sheet(table: Table) -> None:
    assert "agreed by all" not in table.anns.open(table.player).text
    agree(table.anns, table.player + "deal/1", all="yes")
    assert 'aria-label="agreed by all"' in table.anns.open(table.player).text


def test_a_correction_asks_again_only_players_whose_figures_changed(table: Table) -> None:
    agree(table.anns, table.player + "deal/1", all="yes")
    table.hosts.fill(table.host + "deal/1/correct", {"hand1-in_hand": "AS", "reason": "miscounted"})
    told = "agreed before the correction"
    deal = table.anns.open(table.player + "deal/1")
    assert asked_players(deal) == [("Ann", True), ("Bob", False)]
    assert f"Ann {told}, which left Ann’s points the same." in plain(deal.text)
    agree(table.bobs, table.player + "deal/1")
    assert f"Ann {told}" in plain(table.anns.open(table.player + "deal/1").text)


def test_a_corrected_deal_is_asked_about_until_it_is_answered(table: Table) -> None:
    agree(table.anns, table.player + "deal/1", all="yes")
    table.hosts.fill(table.host + "deal/1/correct", {"hand1-in_hand": "AS", "reason": "miscounted"})
    table.hosts.fill(table.host + "enter", BOB_OUT)
    asked = [phone.open(table.player).text for phone in (table.anns, table.bobs)]
    assert ["Agree to deal 2" in text for text in asked] == [True, False]
    assert "Deal 1: agree?" in asked[1]
    table.hosts.fill(table.host + "close", {"reason": "Last bus"})
    assert "Deals 1 and 2 are not agreed yet." in plain(
        table.anns.open(table.player + "final").text
    )


def test_nobody_is_asked_about_a_deal_that_does_not_count_or_was_taken_back(
    table: Table, site: Flask
) -> None:
    game = table.hosts.start("Ann", "Bob", variant="contract")
    table.anns.post(game + "seat", with_token(table.anns, game, seat="0"))
    store = site_of(site).store
    key = open_link(store, game.split("/")[-2]).game.key
    deal_two_contracts(store, key)
    assert "Agree to deal 2" in table.anns.open(game).text
    take_back_unchecked(store, key, 2)
    for page in (game, game + "deal/1", game + "hands"):
        shown = table.anns.open(page).text
        assert "agree?" not in shown.lower(), page
        assert "Agree to" not in shown, page
        assert 'form="agree"' not in shown, page
    table.hosts.fill(game + "undo/3", {})
    assert "Agree to" not in table.anns.open(game).text


def test_what_was_corrected_meanwhile_is_not_agreed_to(table: Table) -> None:
    slow = table.bobs.open(table.player + "deal/1")
    table.hosts.fill(table.host + "deal/1/correct", {"hand1-in_hand": "AS", "reason": "miscounted"})
    refused = table.bobs.send(slow, {}, form=-1)
    assert (refused.status, "Deal 1 was corrected after you looked" in refused.text) == (409, True)
    assert f'href="{table.player}deal/1"' in refused.text


@pytest.mark.parametrize("late", ["agree", "challenge"])
def test_what_was_taken_back_meanwhile_is_not_answered(table: Table, late: str) -> None:
    page = "deal/1" if late == "agree" else "challenge/2"
    slow = table.bobs.open(table.player + page)
    table.hosts.fill(table.host + "undo/2", {"reason": "misdeal"})
    refused = table.bobs.send(slow, {"reason": "no"}, form=-1)
    assert (refused.status, "Taken back meanwhile" in refused.text) == (409, True)


def test_an_agreement_to_unreadable_figures_is_refused(table: Table) -> None:
    assert agree(table.bobs, table.player + "deal/1", seen="many").status == 400


def test_agreement_makes_nothing_that_is_being_typed_stale(table: Table) -> None:
    typing = table.anns.open(table.player + "enter")
    agree(table.bobs, table.player + "deal/1")
    assert table.anns.send(typing, BOB_OUT, form=-1).status == 303


def test_only_the_player_who_agreed_takes_that_back(table: Table) -> None:
    agree(table.bobs, table.player + "deal/1")
    assert table.anns.open(table.player + "undo/3").status == 403
    undone = table.bobs.fill(table.player + "undo/3", {"reason": "too quick"})
    assert undone.answer.location == table.player + "deal/1"
    assert "Not answered yet: you (Bob), Ann." in table.bobs.open(table.player + "deal/1").text


def test_others_cannot_take_an_agreement_back(table: Table) -> None:
    agree(table.bobs, table.player + "deal/1")
    form = with_token(table.anns, table.player, entry_id="x", version="2", reason="no")
    assert table.anns.post(table.player + "undo/3", form).status == 403
    assert "Not answered yet: Ann." in table.bobs.open(table.player + "deal/1").text


# --- an early end ---------------------------------------------------------------------------------


def test_the_player_who_ends_the_game_early_agrees_to_it(table: Table) -> None:
    table.anns.fill(table.player + "close", {"reason": "Last bus"})
    for page in ("final", ""):
        seen = table.bobs.open(table.player + page)
        assert "Ended early by Ann." in seen.text
        assert asked_players(seen) == [("Ann", True), ("Bob", False)]


def test_the_others_agree_to_an_early_end(table: Table) -> None:
    table.anns.fill(table.player + "close", {"reason": "Last bus"})
    end = table.bobs.follow(agree(table.bobs, table.player + "final"))
    assert "Ended early by Ann. All agree." in end.text
    assert end.text.index("Who pays whom") < end.text.index("Ended early by Ann.")


def test_on_the_sheet_an_early_end_is_agreed_to_without_leaving_it(table: Table) -> None:
    table.anns.fill(table.player + "close", {"reason": "Last bus"})
    assert agree(table.bobs, table.player).answer.location == table.player


def test_an_early_end_is_challenged_as_a_deal_is(table: Table) -> None:
    table.anns.fill(table.player + "close", {"reason": "Last bus"})
    sent = table.bobs.fill(table.player + "challenge/3", {"reason": "one more deal"})
    told = table.anns.open(table.bobs.follow(sent).address).text
    assert re.search("Bob challenges the early end.*“one more deal”", told, re.DOTALL)


def test_a_phone_without_a_seat_agrees_for_nobody_when_it_ends_the_game(
    table: Table, site: Flask
) -> None:
    stranger = Phone(site)
    let_all = with_token(table.hosts, table.host, needed="no")
    assert table.hosts.post(table.host + "links/seats", let_all).status == 303
    stranger.fill(table.player + "close", {"reason": "Last bus", "all": "yes"})
    assert (
        "Ended early. Not answered yet: you (Bob), Ann."
        in table.bobs.open(table.player + "final").text
    )


def test_before_and_after_an_early_end_open_deals_are_named(table: Table) -> None:
    table.anns.fill(table.player + "enter", BOB_OUT)
    table.anns.fill(table.player + "challenge/3", {"reason": "no"})
    asked = table.anns.open(table.player + "close").text
    told = re.sub(r"</?a\b[^>]*>", "", asked)
    assert "It can be reopened. Deal 1 is not agreed yet. Deal 2 is challenged." in told
    for number in (1, 2):
        assert f'<a href="{table.player}deal/{number}">Deal {number} is' in asked
    table.anns.fill(table.player + "close", {"reason": "Last bus"})
    assert "Deal 1 is not agreed yet." in table.bobs.open(table.player + "final").text
    agree(table.bobs, table.player + "deal/1")
    assert "is not agreed yet" not in table.bobs.open(table.player + "final").text
