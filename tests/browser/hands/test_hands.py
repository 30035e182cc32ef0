"""Everybody enters their own hand on their own phone, at the same time, and the phones follow."""

from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.games import door_of, empty_game, hand_in, post_record, send_form, take_seat
from tests.browser.looking import NARROWEST, faults, is_cut_off, misfits, usual_faults
from tests.browser.outbox_screen import outbox, saying
from tests.browser.pad_screen import CAST, point, press_send, say, start_again, tap
from tests.browser.screens import Screens

LAWS: Final = ("by:0 K K 2 S 8 K 5 5", "H 7 J card:2 A 6 in_hand K A 7", "in_hand QS 9")
GIN: Final = ("by:0 D 7 S 4 5 6 C 9 D 9 H 9 D J Q K H 4",)
TYPED: Final = (
    {"ending": "out", "melds": "K K K 2\n8S-KS\n5 5 5 5"},
    {"ending": "other", "melds": "A A A\n6 6 6\n7H 8H 2=9H TH JH", "in_hand": "K A 7"},
    {"ending": "other", "in_hand": "QS 9"},
)
"""What the keys of ``LAWS`` fill in."""


def sit_down(
    screens: Screens, variant: str = "laws", *, players: int = 3, seen: int = 3
) -> tuple[str, list[Page]]:
    """A new table; its address, and the phones of its first players, so many."""
    phones = [screens.open(360) for _ in range(seen)]
    game = post_record(phones[0], empty_game(variant, CAST[:players]))
    for seat, phone in enumerate(phones):
        take_seat(phone, game, seat)
    return game, phones


def press_own(game: str, phones: list[Page], hands: tuple[str, ...]) -> None:
    """Enter a hand on each phone, all at the same time."""
    for seat, phone in enumerate(phones):
        phone.goto(f"{game}hand/{seat}")
    for part in (slice(2), slice(2, None)):
        for phone, presses in zip(phones, hands, strict=True):
            tap(phone, " ".join(presses.split()[part]))


def send(phone: Page, *, asked: bool = False) -> None:
    press_send(phone, asked=asked)
    expect(headline(phone)).to_be_visible()


def headline(phone: Page) -> Locator:
    return phone.locator("#hands .serif")


def score(phone: Page, phones: list[Page], *points: str) -> None:
    """Score the deal on a phone; the others see it by themselves, and may agree at once."""
    phone.get_by_role("button", name="Score the deal").click()
    for each in phones:
        expect(each.get_by_role("button", name="Agree", exact=True)).to_be_in_viewport()
        expect(each.get_by_role("link", name="Not right?")).to_be_in_viewport()
        text = each.locator("main").inner_text()
        assert [figure for figure in points if figure not in text] == []


def field(phone: Page, name: str) -> str:
    return phone.locator(f'[name="{name}"]').input_value()


def test_all_enter_their_own_hands_at_the_same_time_and_each_sees_who_is_in(
    screens: Screens,
) -> None:
    game, phones = sit_down(screens)
    ann, bob, cal = phones
    press_own(game, phones, (*LAWS[:2], "in_hand QS"))
    send(bob)
    expect(headline(bob)).to_have_text("Bob is in. Waiting for Ann and Cal.")
    point(cal, "9")
    expect(headline(bob)).to_have_text("Bob is in. Cal is entering. Waiting for Ann.")
    send(ann)
    expect(headline(bob)).to_have_text("Ann and Bob are in. Cal is entering.")
    expect(bob.get_by_role("button", name="Score the deal")).to_have_count(0)
    send(cal, asked=True)
    expect(headline(bob)).to_have_text("All hands are in.")
    score(bob, phones, "+260", "+85", "−110")


@pytest.mark.long
def test_a_hand_of_gin_is_entered_beside_the_other(screens: Screens) -> None:
    game, phones = sit_down(screens, "gin150", players=2, seen=2)
    ann, bob = phones
    press_own(game, [ann], GIN)
    hand_in(bob, game, 1, ending="other", cards="8C 8H 8D AC 2C 3C 7S 9S TH 2H")
    bob.goto(f"{game}hands")
    send(ann)
    for phone in phones:
        expect(headline(phone)).to_have_text("All hands are in.")
    assert misfits(ann) == []
    score(ann, phones, "+8", "0")


def test_a_hand_stays_on_its_key_when_left_and_goes_out_by_itself_once_there_is_a_connection(
    screens: Screens,
) -> None:
    game, (ann,) = sit_down(screens, seen=1)
    ann.goto(f"{game}hand/0")
    tap(ann, "by:0 K K 2")
    ann.goto(f"{game}hand/2")
    assert field(ann, "hand2-melds") == ""
    ann.goto(f"{game}hand/0")
    assert field(ann, "hand0-melds") == "K K K 2"
    tap(ann, "S 8 K 5 5")
    ann.context.set_offline(True)
    press_send(ann, asked=False)
    saying(ann, "Your hand in deal 1 is kept on this phone.")
    expect(ann.locator("main")).to_contain_text(
        "It will be sent automatically as soon as the server"
    )
    assert misfits(ann) == []
    # By plain http the browser would show its error page: nothing leads there.
    expect(ann.locator("main").get_by_role("link")).to_have_count(0)
    ann.get_by_role("link", name="Hands").click()
    expect(ann.locator("#outbox")).to_contain_text("Other pages open once it is back.")
    ann.context.set_offline(False)
    saying(ann, "Your hand in deal 1 is in.")
    expect(ann.locator("#outbox")).to_be_empty()
    ann.get_by_role("link", name="See deal 1").click()
    expect(headline(ann)).to_have_text("Ann is in. Waiting for Bob and Cal.")
    assert outbox(ann) == []
    ann.goto(f"{game}hand/0")
    assert field(ann, "hand0-melds").splitlines() == ["K K K 2", "8S-KS", "5 5 5 5"]
    wait_on_another_page(ann, game)


def wait_on_another_page(ann: Page, game: str) -> None:
    """Let a hand for Cal wait, which hinders no deal, and go out from the score sheet."""
    ann.goto(f"{game}hand/2")
    tap(ann, LAWS[2])
    assert misfits(ann, NARROWEST) == []
    ann.route("**/hand/2", lambda route: route.abort())
    press_send(ann, asked=False)
    saying(ann, "Cal’s hand in deal 1 is kept on this phone.")
    ann.goto(game)
    expect(ann.locator("#outbox")).to_contain_text("1 hand waiting.")
    ann.unroute("**/hand/2")
    expect(ann.locator("#outbox")).to_be_empty()
    expect(ann.locator("main")).to_contain_text("Ann and Cal are in. Waiting for Bob.")


def test_a_phone_that_was_out_of_reach_is_shown_the_deal_that_was_scored_meanwhile(
    screens: Screens,
) -> None:
    game, (ann, bob) = sit_down(screens, players=2, seen=2)
    ann.goto(f"{game}hand/0")
    tap(ann, "in_hand 4 4")
    ann.context.set_offline(True)
    press_send(ann)
    saying(ann, "Your hand in deal 1 is kept on this phone.")
    ann.context.set_offline(False)
    saying(ann, "Your hand in deal 1 is in.")
    hand_in(bob, game, 1, ending="out", melds="K K K")
    bob.goto(f"{game}hands")
    score(bob, [ann], "−10")


@pytest.mark.long
def test_a_hand_that_waited_is_sent_once_the_seat_is_back_and_never_into_a_scored_deal(
    screens: Screens,
) -> None:
    host, ann, other = screens.open(360), screens.open(360), screens.open(360)
    stake = {"currency": "USD", "amount": "1.00", "per": 100}
    hosts = post_record(host, empty_game("laws", CAST, stake=stake))
    game = door_of(host, hosts)
    take_seat(ann, game, 0)
    wait(ann, game, 0, "Your")
    send_form(other, f"{game}seat", seat="0", me="yes")
    ann.context.set_offline(False)
    saying(ann, "Your hand in deal 1 was not saved: Take your seat at this table first.")
    ann.get_by_role("button", name="Take your seat").click()
    # Not the button of the page before, which has heard of it as well.
    ann.get_by_role("button", name="I am Ann").click()
    expect(headline(ann)).to_have_text("Ann is in. Waiting for Bob and Cal.")
    assert outbox(ann) == []
    wait(ann, game, 1, "Bob’s")
    bob_out = {"ending": "out", "by": "1", "hand1-melds": "K K K"}
    send_form(host, f"{hosts}enter", **bob_out, **{"hand0-in_hand": "K A 7", "hand2-in_hand": "4"})
    ann.context.set_offline(False)
    # Its page is led to the deal that was scored, and says it there.
    ann.wait_for_url("**/deal/1")
    expect(ann.locator("#outbox")).to_contain_text("was not saved: Deal 1 has already been scored.")
    ann.get_by_role("button", name="Look at both").click()
    expect(ann.get_by_role("heading", name="Deal 1 has already been scored")).to_be_visible()
    assert field(ann, "hand1-in_hand") == "K A 7"
    ann.get_by_role("link", name="See deal 1").click()
    ann.wait_for_url("**/deal/1")
    assert outbox(ann) == []


def wait(phone: Page, game: str, seat: int, whose: str) -> None:
    """Let a hand wait on a phone without a network."""
    phone.goto(f"{game}hand/{seat}")
    tap(phone, "in_hand K A 7")
    phone.context.set_offline(True)
    press_send(phone, asked=seat == 0)
    saying(phone, f"{whose} hand in deal 1 is kept on this phone.")


def test_a_hand_that_is_sent_reaches_a_whole_deal_that_is_open(screens: Screens) -> None:
    game, (ann, bob) = sit_down(screens, seen=2)
    ann.goto(f"{game}enter")
    tap(ann, "by:0 K K next")
    hand_in(bob, game, 1, ending="other", in_hand="K A 7")
    tab = ann.locator("#pad .tab").nth(1)
    expect(tab).to_have_text("Bob−35sent")
    # It is no press to take back, and goes with another that its player sends.
    tap(ann, "undo")
    expect(ann.locator("#pad .tab").first).to_have_attribute("aria-current", "true")
    expect(tab).to_have_text("Bob−35sent")
    hand_in(bob, game, 1, ending="other", in_hand="K A")
    expect(tab).to_have_text("Bob−30sent")
    # What was entered here stays, after a reload as well.
    tap(ann, "seat:2 in_hand 9")
    hand_in(bob, game, 2, ending="other", in_hand="4 4")
    hand_in(bob, game, 1, ending="other", in_hand="A")
    expect(tab).to_have_text("Bob−20sent")
    ann.reload()
    expect(tab).to_have_text("Bob−20sent")
    expect(ann.locator("#pad .tab").last).to_have_text("Cal−10")
    start_again(ann)
    tap(ann, "by:0 K K")
    expect(ann.locator("#pad .tab")).to_have_text(["Ann140out", "Bob−20sent", "Cal−10sent"])


def test_the_whole_deal_is_on_the_keys_with_all_that_is_in(screens: Screens) -> None:
    game, (ann,) = sit_down(screens, seen=1)
    for seat in (0, 1):
        hand_in(ann, game, seat, **TYPED[seat])
    ann.goto(f"{game}hands/deal")
    expect(ann.locator('#pad [data-press="seat:0"]')).to_contain_text("260")
    tap(ann, "seat:2 in_hand QS")
    ann.get_by_role("button", name="Score the deal").click()
    expect(ann.locator("main")).to_contain_text("−100")


def test_keys_for_one_hand_know_nobody_else_and_show_what_is_wrong_with_it(
    screens: Screens,
) -> None:
    game, (ann,) = sit_down(screens, seen=1)
    ann.goto(f"{game}hand/0")
    expect(ann.get_by_role("button", name="I went out")).to_be_visible()
    tap(ann, "in_hand JK JK")
    expect(ann.locator("#pad .tab")).to_have_text("Ann−200")
    expect(ann.locator("#pad .reason")).to_contain_text("The Joker is used: your hand")
    tap(ann, "undo undo undo mode:away")
    expect(ann.locator("#pad .srow")).to_have_text(["Annsits this deal out–"])
    tap(ann, "mode:cards K K")
    press_send(ann)
    problem = ann.locator("#pad .note[role=alert]")
    expect(problem).to_contain_text("Ann holds no card")
    tap(ann, "in_hand 7")
    expect(problem).to_be_hidden()
    ann.reload()
    expect(ann.locator("#pad .tab")).to_contain_text("35")
    expect(problem).to_be_hidden()
    send(ann, asked=True)
    expect(headline(ann)).to_have_text("Ann is in. Waiting for Bob and Cal.")


def test_no_page_of_the_hands_has_a_fault(screens: Screens) -> None:
    game, (ann, bob) = sit_down(screens, seen=2)
    hand_in(bob, game, 1, ending="other", in_hand="K A 7")
    hand_in(ann, game, 1, ending="out", melds="5 5 5")
    hand_in(bob, game, 0, **TYPED[0])
    wrong = []
    for address, find in (
        ("hands", faults),
        ("hand/1", usual_faults),
        ("", misfits),
    ):
        ann.goto(game + address)
        wrong += [(address, fault) for fault in find(ann)]
    assert wrong == []


@pytest.mark.long
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


@pytest.mark.long
def test_a_deal_with_other_cards_than_a_phone_sent_is_asked_about_on_the_pad(
    screens: Screens,
) -> None:
    game, (ann, bob) = sit_down(screens, players=2, seen=2)
    ann.goto(game + "enter")
    tap(ann, "by:0 K K 2 S 8 K 5 5 next in_hand 4 4")
    bob.goto(game + "hand/1")
    tap(bob, "in_hand QS 9")
    send(bob, asked=True)
    ann.get_by_role("button", name="Score the deal").click()
    asked = ann.get_by_role("alert").filter(has_text="Another phone has sent different cards")
    expect(asked).to_be_in_viewport()
    expect(asked).to_contain_text("Bob’s hand was sent with other cards (in hand: Q 9).")
    ann.get_by_role("button", name="Score the deal").click()
    for phone in (ann, bob):
        expect(phone.get_by_role("button", name="Agree", exact=True)).to_be_visible()
    bob.goto(game + "history")
    expect(bob.locator("main")).to_contain_text("Bob’s hand had been sent with other cards")


@pytest.mark.long
def test_the_pad_of_the_whole_deal_begins_with_the_hands_that_are_in(screens: Screens) -> None:
    game, (ann, bob) = sit_down(screens, players=2, seen=2)
    bob.goto(game + "hand/1")
    tap(bob, "in_hand QS 9")
    send(bob, asked=True)
    ann.goto(game + "enter")
    assert field(ann, "hand1-in_hand") == "QS 9"
    tap(ann, "by:0 K K 2 S 8 K 5 5")
    ann.get_by_role("button", name="Score the deal").click()
    expect(ann.get_by_role("button", name="Agree", exact=True)).to_be_visible()


def test_that_the_stock_ran_out_is_said_of_an_own_hand(screens: Screens) -> None:
    game, (phone,) = sit_down(screens, seen=1)
    phone.goto(f"{game}hand/0")
    say(phone, "left with a nine")
    say(phone, "the stock ran out")
    expect(phone.locator('[name="ending"][value="stock"]')).to_be_checked()
