"""Closing a night again after a correction, and closing it including balances brought forward."""

import re

import pytest

from scorekeeper.club.book.book import read_book, write_book
from scorekeeper.club.facts import Adjustment, ClubPayment, SettleWay
from scorekeeper.club.figures.figures import ClubFigures, Question
from scorekeeper.club.payments import adjust, pay, reopen_night, reverse
from scorekeeper.club.stored_book import load_book
from scorekeeper.rules.settlement import TILL
from tests.club_site import SiteOfClub, done, new_post
from tests.web.nights.closed_nights import (
    PlayedNight,
    correct,
    form_to,
    marked,
    sit,
    words_of,
)
from tests.web.nights.test_papers import text_of
from tests.web.phone import Seen

LESS_FOR_ANN = {"hand1-melded_points": "130", "hand1-in_hand_points": "10"}
"""Bob has 100 points more: Ann gets 1.00 less, Bob pays 2.00 less, Cal pays 1.00 more."""


@pytest.fixture
def played(club: SiteOfClub) -> PlayedNight:
    """Return a night that can be closed."""
    return PlayedNight.begin(club)


def closing_of(played: PlayedNight) -> Seen:
    return played.officer.open(f"{played.night.by_officer}closing")


def close_with_before(played: PlayedNight, way: str = "transfers") -> Seen:
    """Close the night with the balances brought forward that its page shows."""
    page = closing_of(played)
    (seen,) = re.findall(r'name="before" value="([0-9a-f]+)"', page.text)
    form = form_to(page, "/closing")
    return played.officer.post(form.action, {**form.values, "way": way, "before": seen})


def is_taken_in(page: Seen) -> bool:
    """Tell whether a page that closes the night has the balances brought forward ticked."""
    (ticked,) = re.findall(r'name="before" value="\w+" form="closing"( checked)?', page.text)
    return bool(ticked)


def open_again(played: PlayedNight) -> None:
    done(reopen_night(played.night.club.store, new_post(), played.night.id))


def owes_from_before(club: SiteOfClub, played: PlayedNight, name: str, minor: int) -> None:
    new = Adjustment(id="", date="", party=played.person(name), minor=-minor, reason="before")
    done(adjust(club.store, new_post(), new))


# --- closing again --------------------------------------------------------------------------------


def test_who_has_paid_is_asked_for_the_rest_alone(played: PlayedNight) -> None:
    played.close()
    assert played.suggested() == {
        ("Cal", "Ann"): (500, 500),
        ("Bob", "till"): (300, 300),
        ("Bob", "Ann"): (20, 20),
    }
    for payer, payee in (("Cal", "Ann"), ("Bob", "Ann")):
        marked(played.mark(played.payouts(), played.officer, payer, payee))
    open_again(played)
    correct(played, **LESS_FOR_ANN)
    words = words_of(closing_of(played))
    assert "2 payments were made already Cal Ann 5.00 Bob Ann 0.20" in words
    assert words.index("made already") < words.index("How to settle")
    assert "Between players 3 payments $3.00 goes to the till." in words
    played.close()
    asked = played.suggested()
    assert (asked["Cal", "Ann"], asked["Bob", "Ann"]) == ((500, 0), (20, 0))
    left = {ends: still for ends, (_, still) in asked.items() if still}
    assert sum(left.values()) == 300
    assert played.night.loaded.figures.outside == {}
    for payer, payee in left:
        marked(played.mark(played.payouts(), played.officer, payer, payee))
    figures = played.night.loaded.figures
    assert figures.is_settled
    assert not any(each.left for each in figures.people.values())


def test_payments_taken_back_overpaid_and_the_wrong_way_count_as_they_are(
    played: PlayedNight, club: SiteOfClub
) -> None:
    played.close()
    bob, ann, cal = (played.person(name) for name in ("Bob", "Ann", "Cal"))

    def paid(payer: str, payee: str, minor: int) -> str:
        new = ClubPayment(
            id="", date="", payer=payer, payee=payee, minor=minor, night=played.night.id
        )
        return done(pay(club.store, new_post(), new))

    done(reverse(club.store, new_post(), paid(cal, ann, 500)))
    made = {(cal, ann): 200, (bob, TILL): 450, (ann, bob): 20}
    for (payer, payee), minor in made.items():
        paid(payer, payee, minor)
    for melded in ("130", "90"):
        open_again(played)
        correct(played, **LESS_FOR_ANN | {"hand1-melded_points": melded})
        played.close()
        figures = played.night.loaded.figures
        assert not figures.outside
        paid_now = {(each.payer, each.payee): each.paid for each in figures.suggestions}
        assert {ends: minor for ends, minor in paid_now.items() if minor} == made
        left = {who: each.left for who, each in figures.people.items()}
        for each in figures.suggestions:
            left[each.payer] = left.get(each.payer, 0) + each.open
            left[each.payee] = left.get(each.payee, 0) - each.open
        assert not any(minor for who, minor in left.items() if who != TILL)
        paid(cal, ann, 50)
        made[cal, ann] += 50


def test_a_list_that_was_paid_whole_asks_for_nothing_when_closed_again(played: PlayedNight) -> None:
    played.close()
    for payer, payee in played.suggested():
        marked(played.mark(played.payouts(), played.officer, payer, payee))
    open_again(played)
    assert "Between players all paid" in words_of(closing_of(played))
    played.close()
    assert played.night.loaded.figures.is_settled


def test_through_the_till_nobody_pays_again_what_went_between_players(played: PlayedNight) -> None:
    played.close()
    marked(played.mark(played.payouts(), played.officer, "Cal", "Ann"))
    open_again(played)
    words = words_of(closing_of(played))
    told = "2 payments $3.20 in, $0.20 out, $3.00 stays. Bob the till 3.20 the till Ann 0.20 On"
    assert f"Through the till {told}" in words
    assert "Three balances change tonight. Payments already made go to the players’ acc" in words
    played.close("bank")
    assert played.suggested() == {
        ("Cal", "Ann"): (500, 0),
        ("Bob", "till"): (320, 320),
        ("till", "Ann"): (20, 20),
    }


def correct_when_all_is_paid(played: PlayedNight) -> None:
    """Correct the night after everybody has paid the till or got their money from it."""
    played.close("bank")
    for payer, payee in played.suggested():
        marked(played.mark(played.payouts(), played.officer, payer, payee))
    correct(played, **LESS_FOR_ANN)
    promised = "Ann pays 1.00 as closed +5.20, got 5.20 Bob gets 2.00 as closed −3.20, paid 3.20 "
    assert f"{promised}Cal pays 1.00 as closed −5.00, paid 5.00" in words_of(played.payouts())


def test_through_the_till_whoever_paid_or_got_too_much_is_asked_for_what_was_promised(
    played: PlayedNight,
) -> None:
    correct_when_all_is_paid(played)
    form = form_to(played.reopening(), "/reopen")
    marked(played.officer.post(form.action, form.values))
    told = "3 payments $2.00 in, $2.00 out; with what was paid already, $3.00 stays. Cal"
    assert f"Through the till {told}" in words_of(closing_of(played))
    marked(played.close("bank"))
    assert played.suggested() == {
        ("Ann", "till"): (100, 100),
        ("Bob", "till"): (320, 0),
        ("Cal", "till"): (600, 100),
        ("till", "Ann"): (520, 0),
        ("till", "Bob"): (200, 200),
    }
    page = words_of(played.payouts())
    pay_in, paid_out = page.index("Pay in 2.00 open"), page.index("Paid out 2.00 open")
    assert pay_in < page.index("Ann 1.00") < page.index("Cal 1.00 of 6.00") < paid_out
    assert paid_out < page.index("Bob 2.00")
    assert "Other payments" not in page
    assert "You pay $1.20 2.00 to get back" in words_of(played.payouts(sit(played.table, 1)))


def test_what_a_correction_has_left_is_paid_through_the_till_to_the_end(
    played: PlayedNight, club: SiteOfClub
) -> None:
    correct_when_all_is_paid(played)
    open_again(played)
    marked(played.close("bank"))
    paper = f"{played.night.by_officer}night.pdf"
    before = text_of(played.officer, paper)
    assert "all paid" not in before
    assert "outside this list" not in before
    assert "$1.00 each through the till" in before
    for payer, payee in (("Ann", "till"), ("Cal", "till"), ("till", "Bob")):
        marked(played.mark(played.payouts(), played.officer, payer, payee))
    figures = played.night.loaded.figures
    assert figures.is_settled
    assert not any(person.left for person in figures.people.values())
    assert "all paid" in text_of(played.officer, paper)
    statement = words_of(club.officer.open(f"{club.member}people/{played.person('Bob')}"))
    assert "Bob is settled up" in statement
    back, paid = "Received from the till −2.00 0.00", "Paid to the till +3.20 2.00"
    assert statement.index(back) < statement.index(paid) < statement.index("Fee −1.00 −1.20")
    reading = read_book(write_book(*load_book(club.store)))
    assert reading.book is not None, reading.problems
    (found,) = ClubFigures(reading.book, Question()).nights
    assert (found.suggestions, found.people) == (figures.suggestions, figures.people)
    open_again(played)
    assert re.search(r'value="bank" form="closing" checked', closing_of(played).text)


def test_a_paper_says_of_no_night_that_all_is_paid_beside_what_is_left(
    played: PlayedNight, club: SiteOfClub
) -> None:
    played.close("bank")
    for payer, payee in played.suggested():
        marked(played.mark(played.payouts(), played.officer, payer, payee))
    paper = f"{played.night.by_officer}night.pdf"
    assert "all paid" in text_of(played.officer, paper)
    cal = played.person("Cal")
    new = ClubPayment(id="", date="", payer=cal, payee=TILL, minor=100, night=played.night.id)
    done(pay(club.store, new_post(), new))
    assert "all paid" not in text_of(played.officer, paper)
    page = words_of(played.payouts())
    assert page.index("Other payments") < page.index("Cal the till 1.00")
    assert "These payments were not on the list above; they count on the balances." in page


def test_what_was_paid_through_the_till_is_no_part_of_what_comes_in_and_goes_out(
    played: PlayedNight,
) -> None:
    played.close("bank")
    marked(played.mark(played.payouts(), played.officer, "Bob", "till"))
    open_again(played)
    words = words_of(closing_of(played))
    told = "2 payments $5.00 in, $5.20 out; with what was paid already, $3.00 stays. Cal"
    assert f"Through the till {told} the till 5.00 the till Ann 5.20 On" in words
    assert "$0.20 comes from the till." in words
    assert "Other payments" not in words


def test_a_payment_since_the_page_was_drawn_is_shown_first(
    played: PlayedNight, club: SiteOfClub
) -> None:
    played.close()
    open_again(played)
    form = form_to(closing_of(played), "/closing")
    new = ClubPayment(
        id="", date="", payer=played.person("Cal"), payee=TILL, minor=100, night=played.night.id
    )
    done(pay(club.store, new_post(), new))
    answer = played.officer.post(form.action, {**form.values, "way": "transfers"})
    assert answer.status == 409
    assert "1 payment was made already" in words_of(answer)


def test_money_that_came_before_the_first_closing_counts_too(
    played: PlayedNight, club: SiteOfClub
) -> None:
    new = ClubPayment(
        id="", date="", payer=played.person("Bob"), payee=TILL, minor=100, night=played.night.id
    )
    done(pay(club.store, new_post(), new))
    assert "1 payment was made already Bob the till 1.00" in words_of(closing_of(played))
    played.close()
    assert played.suggested()["Bob", "till"] == (300, 200)


# --- balances brought forward -----------------------------------------------------------------


def test_without_balances_nothing_is_offered(played: PlayedNight) -> None:
    assert 'name="before"' not in closing_of(played).text


def test_who_owes_from_before_is_not_handed_cash_first(
    played: PlayedNight, club: SiteOfClub
) -> None:
    owes_from_before(club, played, "Ann", 1225)
    words = words_of(closing_of(played))
    assert "Include balances brought forward Ann −12.25" in words
    assert words.count("$15.25 goes to the till.") == 1
    assert close_with_before(played).status == 303
    night = played.night.loaded
    assert night.night.closed is not None
    assert night.night.closed.before == {played.person("Ann"): -1225}
    assert all(payee != "Ann" for _, payee in played.suggested())
    assert sum(minor for minor, _ in played.suggested().values()) == 1525
    ann = night.figures.people[played.person("Ann")]
    assert (ann.net, ann.closed_net, ann.correction, ann.left) == (520, 520, 0, 520)


def test_the_bars_of_tonight_have_the_balances_of_before_where_they_are_taken_in(
    club: SiteOfClub, played: PlayedNight
) -> None:
    owes_from_before(club, played, "Ann", 1225)
    page = closing_of(played).text.partition('class="leaf night-sums" open')[2]
    plain, taken = [
        re.findall(r'<th scope="row">(\w+)</th>.*?<td>([^<]+)</td>', table, re.DOTALL)
        for table in re.findall(r'<table class="with[^"]+">(.*?)</table>', page, re.DOTALL)
    ]
    assert plain == [("Ann", "+5.20"), ("Bob", "−3.20"), ("Cal", "−5.00")]
    assert taken == [("Bob", "−3.20"), ("Cal", "−5.00"), ("Ann", "−7.05")]


@pytest.mark.parametrize("way", SettleWay)
def test_the_club_book_keeps_the_balances_that_were_taken_in(
    played: PlayedNight, club: SiteOfClub, way: SettleWay
) -> None:
    owes_from_before(club, played, "Cal", 300)
    close_with_before(played, way.value)
    document = write_book(*load_book(club.store))
    closed = document["nights"][0]["closed"]
    assert closed.get("before") == (
        None if way is SettleWay.CARRIED else {played.person("Cal"): "-3.00"}
    )
    reading = read_book(document)
    assert reading.book is not None, reading.problems
    here, (found,) = played.night.loaded.figures, ClubFigures(reading.book, Question()).nights
    assert (found.people, found.suggestions) == (here.people, here.suggestions)


def test_the_payouts_say_which_balances_of_before_are_in_them(
    played: PlayedNight, club: SiteOfClub
) -> None:
    owes_from_before(club, played, "Ann", 1225)
    close_with_before(played)
    words = words_of(played.payouts())
    assert "Balances brought forward: Ann −12.25." in words
    ann = sit(played.table, 0)
    assert "Ann −12.25" in text_of(played.officer, f"{played.night.by_officer}night.pdf")
    paper = text_of(ann, f"{played.night.join}night.pdf")
    own = words_of(played.payouts(ann))
    for words in (paper, own):
        assert "These payments include balances brought forward" in words
        assert "Ann −12.25" not in words
    assert "games +6.20, fee −1.00, brought forward −12.25" in own
    assert "You pay $7.05" in own


def test_who_gets_and_gives_after_a_correction_sees_what_is_to_give_back(
    played: PlayedNight,
) -> None:
    played.close()
    marked(played.mark(played.payouts(), played.officer, "Cal", "Ann"))
    open_again(played)
    correct(played, **LESS_FOR_ANN)
    played.close()
    own = words_of(played.payouts(sit(played.table, 0)))
    assert "You get $4.20 0.80 to give back" in own


def test_a_list_whose_open_payments_a_later_one_took_in_says_so(
    played: PlayedNight, club: SiteOfClub
) -> None:
    earlier = PlayedNight.begin(club, date="2026-11-13")
    earlier.close()
    assert "was closed with balances brought forward" not in words_of(earlier.payouts())
    close_with_before(played)
    told = "The night of 20 November was closed with balances brought forward: what was unpaid here"
    page = earlier.payouts()
    assert told in words_of(page)
    assert "Mark" not in words_of(page)
    assert "Paid</button>" not in page.text
    assert "was closed with balances brought forward" not in words_of(played.payouts())


def test_a_payment_that_a_later_list_took_in_is_not_marked_by_a_page_drawn_before(
    played: PlayedNight,
) -> None:
    earlier = PlayedNight.begin(played.night.club, date="2026-11-13")
    earlier.close()
    page = earlier.payouts()
    close_with_before(played)
    refused = [
        earlier.mark(page, earlier.officer, "Cal", "Ann"),
        earlier.officer.send(page, {}, form=_place_of(page, "/payouts/all")),
    ]
    assert [each.status for each in refused] == [409, 409]
    for each in refused:
        assert "The list of 20 November has what was unpaid here." in words_of(each)
    assert earlier.suggested()["Cal", "Ann"] == (500, 500)


def _place_of(page: Seen, end: str) -> int:
    """Return which form of a page has this end of its address."""
    return [form.action.endswith(end) for form in page.forms].index(True)


def test_players_see_no_balances_of_before(played: PlayedNight, club: SiteOfClub) -> None:
    owes_from_before(club, played, "Ann", 1225)
    page = sit(played.table, 1).open(f"{played.night.join}closing")
    assert "12.25" not in page.text


def test_balances_that_changed_since_the_page_was_drawn_are_shown_first(
    played: PlayedNight, club: SiteOfClub
) -> None:
    owes_from_before(club, played, "Cal", 300)
    page = closing_of(played)
    (seen,) = re.findall(r'name="before" value="([0-9a-f]+)"', page.text)
    owes_from_before(club, played, "Cal", 100)
    form = form_to(page, "/closing")
    values = {**form.values, "way": "bank"}
    answer = played.officer.post(form.action, {**values, "before": seen})
    assert answer.status == 409
    assert "Cal −4.00" in words_of(answer)
    assert re.search(r'name="before" value="\w+" form="closing" checked', answer.text)
    assert played.officer.post(form.action, {**values, "entry_id": "plain"}).status == 303


def test_another_open_night_is_no_balance_of_before(played: PlayedNight, club: SiteOfClub) -> None:
    other = PlayedNight.begin(club, date="2026-11-13")
    assert 'name="before"' not in closing_of(played).text
    other.close("carried")
    words = words_of(closing_of(played))
    assert "Include balances brought forward Ann +5.20, Bob −3.20, Cal −5.00" in words


def test_closing_again_takes_the_balances_of_before_once(
    played: PlayedNight, club: SiteOfClub
) -> None:
    owes_from_before(club, played, "Ann", 1225)
    close_with_before(played)
    for payer, payee in played.suggested():
        marked(played.mark(played.payouts(), played.officer, payer, payee))
    open_again(played)
    assert "Include balances brought forward Ann −12.25" in words_of(closing_of(played))
    close_with_before(played)
    assert played.night.loaded.figures.is_settled


def test_closing_again_begins_with_the_choices_of_the_last_closing(
    played: PlayedNight, club: SiteOfClub
) -> None:
    owes_from_before(club, played, "Ann", 1225)
    assert not is_taken_in(closing_of(played))
    close_with_before(played, "bank")
    for payer, payee in played.suggested():
        marked(played.mark(played.payouts(), played.officer, payer, payee))
    open_again(played)
    correct(played, **LESS_FOR_ANN)
    page = closing_of(played)
    assert is_taken_in(page)
    assert re.search(r'value="bank" form="closing" checked', page.text)
    form = form_to(page, "/closing")
    marked(played.officer.post(form.action, {**form.values, "way": "bank"}))
    closed = played.night.loaded.night.closed
    assert closed is not None
    assert closed.before == {played.person("Ann"): -1225}
    assert played.suggested()["Ann", "till"] == (805, 100)
    open_again(played)
    form = form_to(closing_of(played), "/closing")
    marked(played.officer.post(form.action, {**form.values, "way": "bank", "before": ""}))
    open_again(played)
    assert not is_taken_in(closing_of(played))


def test_a_night_that_was_paid_with_balances_of_before_leaves_nothing_on_paper(
    played: PlayedNight, club: SiteOfClub
) -> None:
    owes_from_before(club, played, "Ann", 1225)
    close_with_before(played)
    for payer, payee in played.suggested():
        marked(played.mark(played.payouts(), played.officer, payer, payee))
    paper = text_of(played.officer, f"{played.night.by_officer}night.pdf")
    assert "Before" in paper
    own = text_of(sit(played.table, 0), f"{played.night.join}night.pdf")
    assert "so does what is left." in own
    assert "Before" not in own
