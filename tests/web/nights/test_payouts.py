"""Payouts of a night: whose lines, who marks them, parts, undo, corrections, other currencies."""

import json
import re
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Final

import pytest

from scorekeeper.club.acting import CHANGED
from scorekeeper.club.facts import ClubPayment
from scorekeeper.club.files import Taken, take_book
from scorekeeper.club.nights import void_game
from scorekeeper.club.payments import pay
from scorekeeper.club.people import edit_person
from scorekeeper.club.rows.clubs import read_acts
from scorekeeper.games.links import Role
from scorekeeper.games.posting import Refused
from tests.club_books import tallied_game
from tests.club_site import (
    WIN,
    ClubNight,
    ClubTable,
    SiteOfClub,
    begin_club,
    close,
    club_app,
    done,
    new_post,
)
from tests.only_site import close_site
from tests.web.clocks import clock_set, until_evening
from tests.web.nights.closed_nights import (
    PlayedNight,
    form_to,
    marked,
    sit,
    tallied_table,
    words_of,
)
from tests.web.phone import Phone, Seen
from tests.web.seated import with_token

CASES: Final = Path(__file__).parents[2] / "cases" / "club"
AS_DATA: Final = {"Accept": "application/json"}


@pytest.fixture
def played(club: SiteOfClub) -> PlayedNight:
    """Return a night that is closed."""
    return PlayedNight.closed(club)


def test_a_part_is_paid_by_the_till_as_a_sentence_says_it(club: SiteOfClub) -> None:
    played = PlayedNight.begin(club)
    played.close("bank")
    assert 'data-payer="The till"' in played.payouts().text


def test_the_officer_sees_all_lines_in_the_order_of_the_plan(played: PlayedNight) -> None:
    words = words_of(played.payouts())
    assert list(played.suggested()) == [("Cal", "Ann"), ("Bob", "till"), ("Bob", "Ann")]
    assert "0 of 3 paid, $8.20 open" in words
    assert (
        words.index("Cal Ann 5.00") < words.index("Bob the till 3.00") < words.index("Bob Ann 0.20")
    )
    assert words.count("Mark paid") == 3
    assert "Proof" not in words


def test_each_player_sees_their_own_line_first(played: PlayedNight) -> None:
    ann, cal = sit(played.table, 0), sit(played.table, 2)
    words = words_of(played.payouts(ann))
    assert "Ann games +6.20, fee −1.00 You get $5.20 from Cal 5.00" in words
    assert words.index("from Bob 0.20") < words.index("The others")
    assert "The others 0 of 1 paid Bob the till 3.00" in words
    assert words.count("of 1 paid") == 1
    assert words.count("Mark paid") == 2
    words = words_of(played.payouts(cal))
    assert "You pay $5.00 to Ann Waiting for Ann to mark it." in words


def test_money_to_the_till_is_marked_by_an_officer(played: PlayedNight) -> None:
    bob = sit(played.table, 1)
    page = played.payouts(bob)
    assert "Waiting for an officer to mark it." in words_of(page)
    ends = {"from": played.person("Bob"), "to": "till", "amount": "3.00", "paid": "0.00"}
    assert send(played, bob, ends).status == 403
    marked(played.mark(played.payouts(), played.officer, "Bob", "till"))
    # The payment may be of a later day than the night.
    money = words_of(played.officer.open("/club/officers/money"))
    assert "3.00 came in with the night of 20 November" in money


ANN_WINS: Final = {
    **WIN,
    "hand1-melded_points": "0",
    "hand1-in_hand_points": "100",
    "form": "totals",
}


@dataclass
class TwoPhones:
    """A closed night in which Ann won $15 from Bob; ``table`` entered the deal.

    With ``is_seated`` Ann played on a phone of her own. The ``later`` phone says after the closing
    that it is hers.
    """

    night: ClubNight
    table: ClubTable
    anns: Phone
    later: Phone
    door: str

    @classmethod
    def begin(cls, club: SiteOfClub, *, is_seated: bool) -> "TwoPhones":
        night = club.night(settle="transfers")
        table = night.game("Ann", "Bob", stake="1.00")
        anns = sit(table, 0) if is_seated else Phone(club.site)
        anns.open(f"{night.join}")
        assert table.host.fill(f"{table.game}enter", ANN_WINS).status == 303
        assert PlayedNight(night, table).close().status == 303
        later, door = Phone(club.site), table.by(Role.PLAYER)
        later.open(night.join)
        me = with_token(later, door, seat="0", me="yes")
        assert later.post(f"{door}seat", me).status == 303
        return cls(night, table, anns, later, door)

    def payouts(self, phone: Phone) -> Seen:
        return phone.open(f"{self.night.join}payouts")

    def mark(self, phone: Phone) -> Seen:
        """Mark the only payment as made."""
        played = PlayedNight(self.night, self.table)
        return played.mark(self.payouts(phone), phone, "Bob", "Ann")


LATER: Final = "$15.00 was marked by Ann on a phone that took the seat after the game."


def test_the_page_of_a_closed_night_begins_with_ones_own_money(club: SiteOfClub) -> None:
    two = TwoPhones.begin(club, is_seated=True)
    words = words_of(two.anns.open(two.night.join))
    assert 0 < words.index("Ann games +15.00") < words.index("You get $15.00") < words.index("Laws")
    assert "You get" not in words_of(Phone(club.site).open(two.night.watch))
    assert "You get" not in words_of(club.officer.open(two.night.by_officer))


def test_a_closed_night_without_money_says_nothing_of_it(club: SiteOfClub) -> None:
    night = club.night()
    anns = sit(night.game("Ann", "Bob", wins="Ann"), 0)
    anns.open(night.join)
    close(night)
    words = words_of(anns.open(night.join))
    assert "closed" in words
    assert "You are even" not in words


def test_a_mark_from_a_phone_that_came_after_the_game_is_told(club: SiteOfClub) -> None:
    two = TwoPhones.begin(club, is_seated=True)
    marked(two.mark(two.later))
    assert LATER in words_of(two.payouts(two.anns))
    assert LATER in words_of(club.officer.open(f"{two.night.by_officer}payouts"))
    watching = Phone(club.site).open(f"{two.night.watch}payouts")
    assert LATER not in words_of(watching)
    (payment,) = two.night.loaded.payments
    entered = words_of(club.officer.open(f"/club/officers/money/payment/{payment.id}"))
    assert "by Ann, on a phone that took the seat after the game" in entered
    back = form_to(two.payouts(two.anns), "/back")
    marked(two.anns.post(back.action, back.values))
    marked(two.mark(two.anns))
    assert LATER not in words_of(two.payouts(two.anns))


def test_the_phone_of_the_game_marks_after_its_seat_was_taken(club: SiteOfClub) -> None:
    two = TwoPhones.begin(club, is_seated=True)
    assert "You get $15.00" in words_of(two.payouts(two.anns))
    marked(two.mark(two.anns))
    assert "after the game" not in words_of(club.officer.open(f"{two.night.by_officer}payouts"))


def test_a_deal_entered_after_the_closing_makes_no_phone_one_of_the_game(
    club: SiteOfClub,
) -> None:
    played = PlayedNight.closed(club)
    again = form_to(played.reopening(), "/reopen")
    marked(club.officer.post(again.action, again.values))
    left_out = played.night.game("Ann", "Bob", stake="1.00", label="Table 2")
    done(void_game(club.store, new_post(), left_out.id, void=True))
    played.close()
    later = sit(left_out, 0)
    assert later.fill(f"{left_out.by(Role.PLAYER)}enter", ANN_WINS).status == 303
    marked(played.mark(played.payouts(later), later, "Cal", "Ann"))
    assert "took the seat after the game" in words_of(played.payouts())


def test_one_phone_for_the_table_marks_for_who_had_none(club: SiteOfClub) -> None:
    two = TwoPhones.begin(club, is_seated=False)
    two.table.host.open(two.night.join)
    marked(two.mark(two.table.host))
    assert two.night.loaded.figures.is_settled
    assert "after the game" not in words_of(club.officer.open(f"{two.night.by_officer}payouts"))


def test_one_phone_for_the_table_does_not_mark_for_who_had_a_phone(club: SiteOfClub) -> None:
    two = TwoPhones.begin(club, is_seated=True)
    two.table.host.open(two.night.join)
    (form,) = two.payouts(two.table.host).forms
    assert form.action.endswith("/print")


def test_an_officer_marks_all_at_once_and_takes_it_back_at_once(played: PlayedNight) -> None:
    marked(played.mark(played.payouts(), played.officer, "Cal", "Ann", part="2"))
    page = played.payouts()
    assert "Mark all 3 paid" in words_of(page)
    form = form_to(page, "/payouts/all")
    marked(played.officer.post(form.action, form.values))
    assert played.night.loaded.figures.is_settled
    page = played.payouts()
    assert "3 payments marked as paid." in words_of(page)
    assert "$3.00, marked by Eve" in words_of(page)
    (kind,) = played.night.club.store.read(read_acts, night=played.night.id, most=1)
    assert kind.kind == "all_paid"
    late = played.officer.post(form.action, {**form.values, "entry_id": "late"})
    assert late.status == 409
    back = form_to(page, "/payouts/all/back")
    marked(played.officer.post(back.action, back.values))
    assert played.suggested()["Cal", "Ann"] == (500, 300)
    assert "Taken back: 3 payments." in words_of(played.payouts())
    again = played.officer.post(back.action, {**back.values, "entry_id": "again"})
    assert again.status == 409


def test_an_entry_of_many_says_who_entered_it(played: PlayedNight) -> None:
    form = form_to(played.payouts(), "/payouts/all")
    marked(played.officer.post(form.action, form.values))
    back = form_to(played.payouts(), "/payouts/all/back")
    marked(played.officer.post(back.action, back.values))
    for each in played.night.loaded.payments:
        what = "payment" if isinstance(each, ClubPayment) else "reversal"
        page = played.officer.open(f"/club/officers/money/{what}/{each.id}")
        assert " by Eve" in words_of(page)


def test_a_night_is_told_as_text_for_a_message(played: PlayedNight) -> None:
    marked(played.mark(played.payouts(), played.officer, "Cal", "Ann", part="2"))
    with clock_set(played.night.club.site, until_evening()):
        page = played.payouts().text
    text = page.partition('aria-label="The night as text">')[2].partition("</textarea>")[0]
    assert text.splitlines() == [
        "Friday 20 November",
        "Table 1: Ann 300, Bob 20, Cal −40",
        "Ann +5.20",
        "Bob −3.20",
        "Cal −5.00",
        "Cal pays Ann $3.00",
        "Bob pays the till $3.00",
        "Bob pays Ann $0.20",
    ]


def test_only_officers_mark_all(played: PlayedNight) -> None:
    ann = sit(played.table, 0)
    assert "Mark all" not in words_of(played.payouts(ann))
    token = ann.open("/look").forms[0].values["csrf_token"]
    values = {"csrf_token": token, "entry_id": "x", "open": "8.20"}
    assert ann.post(f"{played.night.join}payouts/all", values).status == 403


def test_what_was_taken_back_is_told_for_a_moment(played: PlayedNight) -> None:
    marked(played.mark(played.payouts(), played.officer, "Cal", "Ann"))
    back = form_to(played.payouts(), "/back")
    marked(played.officer.post(back.action, back.values))
    assert "Taken back: Cal paid Ann $5.00." in words_of(played.payouts())
    with clock_set(played.night.club.site, timedelta(minutes=2)):
        assert "Taken back" not in words_of(played.payouts())


def send(played: PlayedNight, phone: Phone, values: dict[str, str]) -> Seen:
    """Send a payment that the phone has no form for."""
    token = phone.open("/look").forms[0].values["csrf_token"]
    values = {"csrf_token": token, "entry_id": new_post().entry_id, **values}
    return phone.post(f"{played.night.join}payouts", values)


def test_only_the_receiver_at_the_table_marks_a_payment(played: PlayedNight) -> None:
    ann, cal = sit(played.table, 0), sit(played.table, 2)
    ends = {"from": played.person("Cal"), "to": played.person("Ann"), "paid": "0.00"}
    assert send(played, cal, {**ends, "amount": "5.00"}).status == 403
    marked(played.mark(played.payouts(ann), ann, "Cal", "Ann"))
    assert played.suggested()["Cal", "Ann"] == (500, 0)
    words = words_of(played.payouts(cal))
    assert "You pay $5.00 Paid to Ann" in words
    assert "1 of 3 paid" in words_of(played.payouts())
    assert "Cal paid Ann $5.00. " in words


def test_a_viewer_or_member_has_no_button(played: PlayedNight) -> None:
    for address in (played.night.watch, played.night.by_member):
        page = Phone(played.table.site).open(f"{address}payouts")
        assert page.status == 200
        assert [form.action for form in page.forms] == []


def test_a_part_is_paid_and_then_the_rest(played: PlayedNight) -> None:
    ann = sit(played.table, 0)
    page = played.payouts(ann)
    marked(played.mark(page, ann, "Cal", "Ann", part="2"))
    assert played.suggested()["Cal", "Ann"] == (500, 300)
    page = played.payouts(ann)
    assert "You get $5.20 3.20 open from Cal 3.00 of 5.00" in words_of(page)
    marked(played.mark(page, ann, "Cal", "Ann"))
    assert played.suggested()["Cal", "Ann"] == (500, 0)


def test_what_is_open_stands_first_and_stays_there_while_the_page_is_open(
    played: PlayedNight,
) -> None:
    page = played.payouts()
    opened = re.search(r'data-seen="(\d+)"', page.text)
    assert opened
    marked(played.mark(page, played.officer, "Cal", "Ann"))
    address = f"{played.night.by_officer}payouts"
    again = played.officer.client.get(address, headers={"X-Again": opened[1]}).text
    assert re.findall(r'data-seen="(\d+)"', again) == [opened[1]]
    assert again.index("Cal</span>") < again.index("Bob</span>")
    anew = played.payouts().text
    assert anew.index("Bob</span>") < anew.index("Cal</span>")
    # What is taken back stays too, until the page is opened anew.
    opened = re.search(r'data-seen="(\d+)"', anew)
    assert opened
    back = form_to(played.payouts(), "/back")
    marked(played.officer.post(back.action, back.values))
    again = played.officer.client.get(address, headers={"X-Again": opened[1]}).text
    assert again.index("Bob</span>") < again.index("Cal</span>")
    anew = played.payouts().text
    assert anew.index("Cal</span>") < anew.index("Bob</span>")


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ("6", "Only $5.00 is unpaid."),
        ("", "Type the amount."),
        ("two", "“two” is not an amount in $."),
        ("0", "Type an amount above 0."),
        ("1.005", "“1.005” is not an amount in $."),
    ],
)
def test_a_part_that_cannot_be_says_why(played: PlayedNight, part: str, told: str) -> None:
    answer = played.mark(played.payouts(), played.officer, "Cal", "Ann", part=part)
    assert answer.status == 422
    assert told in words_of(answer)
    assert played.suggested()["Cal", "Ann"] == (500, 500)


def test_a_payment_that_came_with_a_club_book_is_shown_and_taken_back(club: SiteOfClub) -> None:
    book = json.loads((CASES / "K01.json").read_text())["book"]
    paid = {"from": "b", "to": "till", "amount": "2.00", "night": "n1", "date": "2026-02-06"}
    book["payments"] = [{"id": "m1", **paid}]
    assert isinstance(take_book(club.store, json.dumps(book).encode(), lambda *_: None), Taken)
    page = club.officer.open("/night/officers.n1/payouts")
    assert "Bob pays the till $1.20" in words_of(page)
    undo = form_to(page, "/payments/m1/back")
    marked(club.officer.post(undo.action, undo.values))
    assert "Bob pays the till $3.20" in words_of(club.officer.open("/night/officers.n1/payouts"))


def test_a_payment_is_taken_back_and_stays_in_the_book(played: PlayedNight) -> None:
    marked(played.mark(played.payouts(), played.officer, "Cal", "Ann"))
    form = form_to(played.payouts(), "/back")
    marked(played.officer.post(form.action, form.values))
    assert played.suggested()["Cal", "Ann"] == (500, 500)
    assert len(played.night.loaded.payments) == 2
    page = played.payouts()
    assert "Taken back: Cal paid Ann $5.00." in words_of(page)
    assert [each.action for each in page.forms if each.action.endswith("/back")] == []
    again = played.officer.post(form.action, {**form.values, "entry_id": "another"})
    assert again.status == 409
    assert "This payment has already been taken back." in words_of(again)


def test_the_payer_cannot_take_a_payment_back(played: PlayedNight) -> None:
    marked(played.mark(played.payouts(), played.officer, "Cal", "Ann"))
    action = form_to(played.payouts(), "/back").action
    cal = sit(played.table, 2)
    token = cal.open("/look").forms[0].values["csrf_token"]
    back = action.replace(played.night.by_officer, played.night.join)
    assert cal.post(back, {"csrf_token": token, "entry_id": "x"}).status == 403


def test_two_phones_that_mark_at_once_pay_once(played: PlayedNight) -> None:
    ann = sit(played.table, 0)
    pages = played.payouts(), played.payouts(ann)
    marked(played.mark(pages[0], played.officer, "Cal", "Ann"))
    answer = played.mark(pages[1], ann, "Cal", "Ann")
    assert answer.status == 409
    assert "Eve has already marked $5.00 as paid." in words_of(answer)
    assert len(played.night.loaded.payments) == 1


def test_a_tap_that_is_sent_twice_pays_once(played: PlayedNight) -> None:
    page = played.payouts()
    form = played.line(page, "Cal", "Ann")
    client = played.officer.client
    answers = [client.post(form.action, data=form.values, headers=AS_DATA) for _ in range(2)]
    assert [answer.json["repeated"] for answer in answers if answer.json] == [False, True]
    assert played.suggested()["Cal", "Ann"] == (500, 0)


def test_a_phone_that_was_away_is_told_who_was_faster(played: PlayedNight) -> None:
    page = played.payouts()
    form = played.line(page, "Cal", "Ann")
    marked(played.mark(page, played.officer, "Cal", "Ann"))
    late = {**form.values, "entry_id": "made on the phone"}
    answer = played.officer.client.post(form.action, data=late, headers=AS_DATA)
    assert answer.status_code == 409
    assert answer.json == {"text": "Eve has already marked $5.00 as paid."}


def test_a_phone_is_told_who_has_taken_back_what_it_shows_as_paid(played: PlayedNight) -> None:
    marked(played.mark(played.payouts(), played.officer, "Cal", "Ann", part="2"))
    page = played.payouts()
    back = form_to(page, "/back")
    marked(played.officer.post(back.action, back.values))
    late = played.mark(page, played.officer, "Cal", "Ann")
    assert late.status == 409
    assert "Eve has taken back $2.00." in words_of(late)


def test_a_night_that_was_opened_again_takes_no_payment(played: PlayedNight) -> None:
    page = played.payouts()
    form = played.line(page, "Cal", "Ann")
    again = form_to(played.reopening(), "/reopen")
    marked(played.officer.post(again.action, again.values))
    answer = played.officer.client.post(form.action, data=form.values, headers=AS_DATA)
    assert answer.status_code == 409
    assert "opened again" in answer.get_data(as_text=True)
    assert played.officer.post(form.action, {**form.values, "entry_id": "x"}).status == 303
    assert played.night.loaded.payments == ()


def test_the_last_payment_is_shown_until_the_night_is_opened_again(played: PlayedNight) -> None:
    marked(played.mark(played.payouts(), played.officer, "Cal", "Ann"))
    page = played.payouts()
    assert "Cal paid Ann $5.00." in words_of(page)
    again = form_to(played.reopening(), "/reopen")
    marked(played.officer.post(again.action, again.values))
    marked(played.close())
    assert "Cal paid Ann $5.00." not in words_of(played.payouts())
    marked(played.mark(played.payouts(), played.officer, "Bob", "till"))
    assert "Bob paid the till $3.00." in words_of(played.payouts())


def test_all_paid_leads_to_the_next_night(played: PlayedNight) -> None:
    for payer, payee in played.suggested():
        marked(played.mark(played.payouts(), played.officer, payer, payee))
    page = played.payouts()
    assert played.night.loaded.figures.is_settled
    assert "All paid" in words_of(page)
    assert "Mark paid" not in words_of(page)
    assert '<a class="main" href="/club/officers/nights/new">Next night</a>' in page.text


def test_through_the_till_everybody_has_one_line(club: SiteOfClub) -> None:
    played = PlayedNight.begin(club)
    played.close("bank")
    assert list(played.suggested().values()) == [(520, 520), (320, 320), (500, 500)]
    told = "Bob pays the till $3.20 Cal pays the till $5.00 The till pays Ann $5.20"
    assert told in words_of(played.payouts())
    ann = sit(played.table, 0)
    page = played.payouts(ann)
    assert "You get $5.20 from the till" in words_of(page)
    marked(played.mark(page, ann, "till", "Ann"))
    assert "The till paid Ann $5.20." in words_of(played.payouts())
    marked(played.mark(played.payouts(), played.officer, "Bob", "till", part="1"))
    ledger = words_of(club.officer.open("/club/officers/money"))
    assert "Bob paid the till, part" in ledger
    assert "The till paid Ann, part" not in ledger


def test_carried_over_nobody_pays(club: SiteOfClub) -> None:
    played = PlayedNight.begin(club)
    played.close("carried")
    words = words_of(played.payouts(sit(played.table, 2)))
    assert "Cal games −4.00, fee −1.00 −5.00 on your balance." in words
    assert "On the balances, $ Ann +5.20 Bob −3.20 Cal −5.00 the till +3.00" in words
    assert "· on the balances" in words


def test_a_long_list_says_in_its_head_how_much_is_paid(club: SiteOfClub) -> None:
    played = PlayedNight.begin(club)
    for number in range(3):
        names = tuple(f"{name} {number}" for name in ("Dot", "Fay", "Gus"))
        tallied_table(played.night, tallied_game(300, 20, -40, names=names), f"Table {number + 2}")
    played.close("bank")
    words = words_of(played.payouts())
    assert "0 of 12 paid" in words
    assert "Pay in 32.80 open" in words
    assert "Paid out 20.80 open" in words


def test_a_person_who_neither_gets_nor_pays_is_even(club: SiteOfClub) -> None:
    played = PlayedNight.begin(club, fee=None)
    tallied_table(played.night, tallied_game(100, 100, names=("Dot", "Fay")), "Table 2")
    played.close()
    assert "Dot and Fay are even." in words_of(played.payouts())


@pytest.mark.parametrize(
    ("currency", "stake", "shown"),
    [("JPY", "100", "Cal Ann 400"), ("KWD", "1.000", "Cal Ann 4.000")],
)
def test_money_has_the_digits_of_its_currency(
    tmp_path: Path, currency: str, stake: str, shown: str
) -> None:
    site = club_app(tmp_path)
    night = begin_club(site, currency=currency).night(settle="transfers")
    record = tallied_game(300, 20, -40)
    record["stake"] = {"currency": currency, "amount": stake, "per": 100}
    played = PlayedNight(night, tallied_table(night, record))
    played.close()
    assert shown in words_of(played.payouts())
    marked(played.mark(played.payouts(), played.officer, "Cal", "Ann", part="1"))
    close_site(site)


def test_a_payment_says_everything_that_is_wrong_at_once(played: PlayedNight) -> None:
    wrong = ClubPayment(id="", payer="nobody", payee="nobody", minor=0, date="2020-01-01")
    outcome = pay(played.night.club.store, new_post(), wrong)
    assert isinstance(outcome, Refused)
    assert [problem.code for problem in outcome.problems] == [
        "unknown_person",
        "unknown_person",
        "payment_to_self",
        "bad_amount",
        "date_order",
    ]
    assert CHANGED not in [problem.code for problem in outcome.problems]


def test_payouts_are_sent_again_when_a_name_or_a_payment_changes(played: PlayedNight) -> None:
    phone, address = Phone(played.night.club.site), f"{played.night.watch}payouts"
    first = phone.client.get(address)
    assert not is_sent_again(phone, address, first.headers["ETag"])
    club = played.night.club
    cal = club.id_of("Cal")
    facts = {"name": "Calista", "joined": "2026-01-01"}
    done(edit_person(club.store, new_post(), cal, facts, is_as_seen=lambda _: True))
    renamed = phone.client.get(address)
    assert renamed.headers["ETag"] != first.headers["ETag"]
    assert "Calista" in renamed.text
    played.mark(played.payouts(), played.officer, "Calista", "Ann")
    assert is_sent_again(phone, address, renamed.headers["ETag"])


def is_sent_again(phone: Phone, address: str, tag: str) -> bool:
    answer = phone.client.get(address, headers={"If-None-Match": tag})
    return answer.status_code != 304


def test_large_sums_are_parted_on_the_page_and_plain_in_its_forms(club: SiteOfClub) -> None:
    night = club.night(settle="transfers")
    record = tallied_game(300, 20, -40)
    record["stake"] = {"currency": "USD", "amount": "10000.00", "per": 100}
    played = PlayedNight(night, tallied_table(night, record))
    played.close()
    page = played.payouts()
    assert "$62\u202f000.00 open" in page.text
    assert "\u202f" not in "".join(played.line(page, "Cal", "Ann").values.values())
    form = form_to(page, "/payouts/all")
    marked(played.officer.post(form.action, form.values))
    assert played.night.loaded.figures.is_settled
