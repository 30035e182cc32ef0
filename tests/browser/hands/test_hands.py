"""Everybody enters their own hand on their own phone, at the same time, and the phones follow."""

import re
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.games import door_of, empty_game, hand_in, post_record, send_form, take_seat
from tests.browser.looking import faults, is_cut_off, misfits
from tests.browser.outbox_screen import outbox, saying
from tests.browser.pad_screen import CAST, point, tap
from tests.browser.screens import Screens

LAWS: Final = (
    "by:0 K K 2 S 8 K 5 5",
    "K A 7 H 7 J card:2 A 6",
    "QS 9",
)
GIN: Final = (
    "by:0 D 7 S 4 5 6 C 9 D 9 H 9 D J Q K H 4",
    "end:other C 8 H 8 D 8 C A 2 3 S 7 9 H T 2",
)
TYPED: Final = (
    {"ending": "out", "melds": "K K K 2\n8S-KS\n5 5 5 5"},
    {"ending": "other", "melds": "A A A\n6 6 6\n7H 8H 2=9H TH JH", "in_hand": "K A 7"},
    {"ending": "other", "in_hand": "QS 9"},
)
"""What the keys of ``LAWS`` fill in."""


def sit_down(
    screens: Screens, variant: str = "laws", *, players: int = 3, seen: int = 3
) -> tuple[str, list[Page]]:
    """A table at which every player has a phone; its address and the first phones, so many."""
    phones = [screens.open(360) for _ in range(players)]
    game = post_record(phones[0], empty_game(variant, CAST[:players]))
    for seat, phone in enumerate(phones):
        take_seat(phone, game, seat)
    return game, phones[:seen]


def send(phone: Page) -> None:
    phone.get_by_role("button", name="Send").click()
    expect(headline(phone)).to_be_visible()


def headline(phone: Page) -> Locator:
    return phone.locator("#hands .serif")


def field(phone: Page, name: str) -> str:
    return phone.locator(f'[name="{name}"]').input_value()


@pytest.mark.parametrize(
    ("variant", "hands", "points"),
    [
        ("laws", LAWS, ("+260", "+85", "−110")),
        ("gin150", GIN, ("+8", "0")),
    ],
    ids=["laws", "gin"],
)
def test_all_enter_their_own_hands_at_the_same_time(
    screens: Screens, variant: str, hands: tuple[str, ...], points: tuple[str, ...]
) -> None:
    game, phones = sit_down(screens, variant, players=len(hands))
    for seat, phone in enumerate(phones):
        phone.goto(f"{game}hand/{seat}")
    for part in (slice(2), slice(2, None)):
        for phone, presses in zip(phones, hands, strict=True):
            tap(phone, " ".join(presses.split()[part]))
    for phone in phones:
        send(phone)
    expect(headline(phones[0])).to_have_text("All hands are in.")
    phones[0].get_by_role("button", name="Score the deal").click()
    for phone in phones:  # the others see it by themselves, and may agree at once
        expect(phone.get_by_role("button", name="Agree", exact=True)).to_be_in_viewport()
        expect(phone.get_by_role("link", name="Not right?")).to_be_in_viewport()
        for text in points:
            expect(phone.locator("main")).to_contain_text(text)


def test_the_others_see_by_themselves_who_is_in_and_show_the_score_once_all_are(
    screens: Screens,
) -> None:
    game, (ann, bob, cal) = sit_down(screens)
    ann.goto(f"{game}hands")
    expect(headline(ann)).to_have_text("No hand is in yet.")
    hand_in(bob, game, 1, **TYPED[1])
    expect(headline(ann)).to_have_text("Bob is in. Waiting for Ann and Cal.")
    cal.goto(f"{game}hand/2")
    point(cal, "8")
    expect(headline(ann)).to_have_text("Bob is in. Cal is entering. Waiting for Ann.")
    hand_in(cal, game, 2, **TYPED[2])
    expect(headline(ann)).to_have_text("Bob and Cal are in. Waiting for Ann.")
    expect(ann.get_by_role("button", name="Score the deal")).to_have_count(0)
    hand_in(bob, game, 0, **TYPED[0])
    expect(ann.get_by_role("button", name="Score the deal")).to_be_visible()


def test_a_hand_stays_on_its_key_when_left_and_goes_out_by_itself_once_there_is_a_connection(
    screens: Screens,
) -> None:
    game, (ann,) = sit_down(screens, seen=1)
    ann.goto(f"{game}hand/0")
    tap(ann, "by:0 K K 2")
    ann.goto(f"{game}hand/1")
    assert field(ann, "hand1-melds") == ""
    ann.goto(f"{game}hand/0")
    assert field(ann, "hand0-melds") == "K K K 2"
    tap(ann, "S 8 K 5 5")
    ann.context.set_offline(True)
    ann.get_by_role("button", name="Send").click()
    saying(ann, "Your hand in deal 1 is kept on this phone.")
    expect(ann.locator("main")).to_contain_text("It is sent by itself as soon as the server")
    assert faults(ann) == []
    ann.context.set_offline(False)
    saying(ann, "Your hand in deal 1 is saved.")
    ann.get_by_role("link", name="Show the hands").click()
    expect(headline(ann)).to_have_text("Ann is in. Waiting for Bob and Cal.")
    assert outbox(ann) == []
    ann.goto(f"{game}hand/0")
    assert field(ann, "hand0-melds").splitlines() == ["K K K 2", "8S-KS", "5 5 5 5"]


def test_a_hand_that_waits_is_sent_from_any_page_and_does_not_hinder_a_deal(
    screens: Screens,
) -> None:
    game, (ann, bob) = sit_down(screens, seen=2)
    ann.goto(f"{game}hand/2")
    tap(ann, LAWS[2])
    ann.route("**/hand/2", lambda route: route.abort())
    ann.get_by_role("button", name="Send").click()
    saying(ann, "Cal’s hand in deal 1 is kept on this phone.")
    ann.goto(game)
    expect(ann.locator("#outbox")).to_contain_text("1 hand waiting.")
    ann.unroute("**/hand/2")
    expect(ann.locator("#outbox")).to_be_empty()
    bob.goto(f"{game}hands")
    expect(headline(bob)).to_have_text("Cal is in. Waiting for Ann and Bob.")


def test_a_hand_that_waited_too_long_is_looked_at_beside_the_sheet(screens: Screens) -> None:
    game, (ann, bob) = sit_down(screens, seen=2)
    bob.goto(f"{game}hand/1")
    tap(bob, LAWS[1])
    bob.context.set_offline(True)
    bob.get_by_role("button", name="Send").click()
    saying(bob, "Your hand in deal 1 is kept on this phone.")
    ann_out = {"ending": "out", "by": "0", "hand0-melds": "K K K"}
    send_form(ann, f"{game}enter", **ann_out, **{"hand1-in_hand": "A A", "hand2-in_hand": "4"})
    bob.context.set_offline(False)
    saying(bob, "Your hand in deal 1 was not saved: Deal 1 is scored already.")
    bob.goto(game)
    expect(bob.locator("#outbox")).to_contain_text("was not saved: Deal 1 is scored already.")
    bob.get_by_role("button", name="Look at both").click()
    expect(bob.get_by_role("heading", name="Deal 1 is scored already")).to_be_visible()
    assert field(bob, "hand1-in_hand") == "K A 7"
    bob.get_by_role("link", name="See deal 1").click()
    bob.wait_for_url("**/deal/1")
    assert outbox(bob) == []


def test_a_hand_whose_seat_was_lost_meanwhile_is_sent_with_the_next_tap(screens: Screens) -> None:
    host, ann, other = screens.open(360), screens.open(360), screens.open(360)
    stake = {"currency": "USD", "amount": "1.00", "per": 100}
    game = door_of(host, post_record(host, empty_game("laws", CAST, stake=stake)))
    take_seat(ann, game, 0)
    ann.goto(f"{game}hand/0")
    tap(ann, LAWS[0])
    ann.context.set_offline(True)
    ann.get_by_role("button", name="Send").click()
    saying(ann, "Your hand in deal 1 is kept on this phone.")
    send_form(other, f"{game}seat", seat="0", me="yes")
    ann.context.set_offline(False)
    saying(ann, "Your hand in deal 1 was not saved: Take your seat at this table first.")
    ann.get_by_role("button", name="Take your seat").click()
    # Not the button of the page before, which has heard of it as well.
    ann.get_by_role("button", name="That is me : Ann").click()
    expect(headline(ann)).to_have_text("Ann is in. Waiting for Bob and Cal.")
    assert outbox(ann) == []


def test_somebody_enters_for_another_and_a_hand_entered_blind_and_the_same_is_checked(
    screens: Screens,
) -> None:
    game, (ann, bob) = sit_down(screens, seen=2)
    ann.goto(f"{game}hands")
    ann.get_by_role("link", name="Enter for Cal").click()
    expect(ann.get_by_role("button", name="Cal went out")).to_be_visible()
    tap(ann, LAWS[2])
    send(ann)
    expect(ann.locator("#hands")).to_contain_text("in, by Ann")
    hand_in(bob, game, 1, **TYPED[1])
    ann.goto(f"{game}hand/1")
    assert (field(ann, "hand1-melds"), field(ann, "hand1-in_hand")) == ("", "")
    tap(ann, "7 A K H J 7 card:2 6 A")
    send(ann)
    expect(ann.locator("#hands")).to_contain_text("entered 2 times, all the same")


def test_two_versions_stand_side_by_side_until_one_is_taken(screens: Screens) -> None:
    game, (ann, bob) = sit_down(screens, seen=2)
    hand_in(bob, game, 1, ending="other", in_hand="K A 7")
    hand_in(ann, game, 1, ending="other", in_hand="K A 8")
    for phone in (ann, bob):
        phone.goto(f"{game}hands")
    versions = ann.locator(".versions form")
    expect(versions).to_have_count(2)
    expect(versions.nth(0)).to_contain_text("seven")
    expect(versions.nth(1)).to_contain_text("eight")
    expect(versions.first).not_to_contain_text("ace")
    ann.get_by_role("button", name="Take this one of Bob’s hand, by Ann").click()
    expect(bob.locator(".versions")).to_have_count(0)
    expect(bob.locator("#hands")).to_contain_text("in, by Ann")


def test_two_phones_that_show_the_score_at_once_make_one_deal(screens: Screens) -> None:
    game, phones = sit_down(screens)
    for seat, phone in enumerate(phones):
        hand_in(phone, game, seat, **TYPED[seat])
    for phone in phones[:2]:
        # At once: neither has heard of the other.
        phone.route(re.compile("/(live|version)$"), lambda route: route.abort())
        phone.goto(f"{game}hands")
    for phone in phones[:2]:
        phone.get_by_role("button", name="Score the deal").click()
        phone.wait_for_url("**/deal/1")
    phones[2].goto(game)
    expect(phones[2].locator("#sheet tbody tr:not(.next) th a[href*='deal/']")).to_have_count(1)


def test_a_hand_that_comes_after_the_deal_was_scored_is_kept(screens: Screens) -> None:
    game, (ann, bob) = sit_down(screens, seen=2)
    bob.goto(f"{game}hand/1")
    tap(bob, LAWS[1])
    ann_out = {"ending": "out", "by": "0", "hand0-melds": "K K K"}
    left = {"hand1-in_hand": "A A", "hand2-in_hand": "4"}
    send_form(ann, f"{game}enter", **ann_out, **left)
    bob.get_by_role("button", name="Send").click()
    expect(bob.get_by_role("heading", name="Deal 1 is scored already")).to_be_visible()
    expect(bob.locator(".note[role=alert]")).to_contain_text("by Ann")
    assert field(bob, "hand1-in_hand") == "K A 7"


def test_the_whole_deal_is_on_the_keys_with_all_that_is_in(screens: Screens) -> None:
    game, (ann, bob) = sit_down(screens, seen=2)
    hand_in(ann, game, 0, **TYPED[0])
    hand_in(bob, game, 1, **TYPED[1])
    ann.goto(f"{game}hands")
    ann.get_by_role("link", name="Whole deal").click()
    expect(ann.locator('#pad [data-press="seat:0"]')).to_contain_text("260")
    tap(ann, "seat:2 in_hand QS")
    ann.get_by_role("button", name="Score the deal").click()
    expect(ann.locator("main")).to_contain_text("−100")


def test_keys_for_one_hand_know_nobody_else(screens: Screens) -> None:
    game, (_, bob) = sit_down(screens, seen=2)
    bob.goto(f"{game}hand/1")
    expect(bob.get_by_role("button", name="I went out")).to_be_visible()
    tap(bob, "JK JK")
    expect(bob.locator("#pad .tab")).to_have_text("Bob−200")
    expect(bob.locator("#pad .reason")).to_contain_text("The Joker is used: your hand")
    tap(bob, "undo undo mode:away")
    expect(bob.locator("#pad .srow")).to_have_text(["Bobsits this deal out–"])


def test_what_is_wrong_with_a_hand_comes_back_on_the_keys(screens: Screens) -> None:
    game, (ann,) = sit_down(screens, seen=1)
    ann.goto(f"{game}hand/0")
    tap(ann, "melded K K")
    ann.get_by_role("button", name="Send").click()
    expect(ann.locator("#pad .note[role=alert]")).to_contain_text("Ann holds no card")
    tap(ann, "in_hand 7")
    expect(ann.locator("#pad .note[role=alert]")).to_be_hidden()
    ann.reload()
    expect(ann.locator("#pad .tab")).to_contain_text("35")
    expect(ann.locator("#pad .note[role=alert]")).to_be_hidden()
    send(ann)
    expect(headline(ann)).to_have_text("Ann is in. Waiting for Bob and Cal.")


def test_no_page_of_the_hands_has_a_fault(screens: Screens) -> None:
    game, (ann, bob, cal) = sit_down(screens)
    hand_in(bob, game, 1, ending="other", in_hand="K A 7")
    hand_in(ann, game, 1, ending="out", melds="5 5 5")
    hand_in(cal, game, 0, **TYPED[0])
    look = screens.open(320)
    wrong = []
    for address, find in (
        ("hands", faults),
        ("hand/1", faults),
        ("hand/2", misfits),
        ("", misfits),
    ):
        look.goto(game + address)
        wrong += [(address, fault) for fault in find(look)]
    assert wrong == []


def test_hands_that_are_all_in_have_no_fault(screens: Screens) -> None:
    game, (ann, bob) = sit_down(screens, "gin150", players=2, seen=2)
    spread = {"cards": "4S 5S 6S 9C 9D 9H JD QD KD 4H", "upcard": "7D"}
    hand_in(ann, game, 0, ending="knock", **spread)
    hand_in(bob, game, 1, ending="other", cards="8C 8H 8D AC 2C 3C 7S 9S TH 2H")
    ann.goto(f"{game}hands")
    expect(ann.get_by_role("button", name="Score the deal")).to_be_visible()
    assert faults(ann) == []


def test_a_hand_is_entered_without_scripts(screens: Screens) -> None:
    phone = screens.open(320, java_script_enabled=False)
    game = post_record(phone, empty_game("gin150", CAST[:2]))
    phone.goto(f"{game}hand/0")
    phone.get_by_label("Ann knocked").check()
    phone.get_by_label("Upcard").fill("7D")
    phone.get_by_label("Cards", exact=True).fill("4S 5S 6S 9C 9D 9H JD QD KD 4H")
    send(phone)
    expect(headline(phone)).to_have_text("Ann is in. Waiting for Bob.")
    assert not is_cut_off(phone)
