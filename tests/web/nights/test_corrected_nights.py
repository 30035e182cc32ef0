"""Payouts of a night whose games were corrected after its closing, and payments beside the plan."""

from collections import Counter

import pytest

from scorekeeper.club.book.book import read_book, write_book
from scorekeeper.club.facts import ClubPayment, SettleWay
from scorekeeper.club.figures.figures import ClubFigures, Question
from scorekeeper.club.payments import pay, reverse
from scorekeeper.club.stored_book import load_book
from tests.club_site import SiteOfClub, done, new_post
from tests.web.nights.closed_nights import PlayedNight, correct, form_to, marked, sit, words_of
from tests.web.phone import Phone


@pytest.fixture
def played(club: SiteOfClub) -> PlayedNight:
    """Return a night that is closed."""
    return PlayedNight.closed(club)


def test_a_correction_afterwards_is_shown_and_changes_no_line(played: PlayedNight) -> None:
    before = played.suggested()
    correct(played, **{"hand1-melded_points": "130", "hand1-in_hand_points": "10"})
    assert played.suggested() == before
    ann, cal = sit(played.table, 0), sit(played.table, 2)
    day = played.night.loaded.night.corrected_on
    assert day
    words = words_of(played.payouts(ann))
    assert "Table 1 was corrected on" in words
    told = "Bob pays 1.20 as closed −3.20 Cal pays 6.00 as closed −5.00 The payments below are as"
    assert words.index("you get 1.00 less.") < words.index("You get $4.20") < words.index(told)
    assert words.index(told) < words.index("The others")
    # The phone of the person says it to the person, with the figure that is due.
    assert "games +5.20, fee −1.00 You get $4.20 with the correction; as closed +5.20" in words
    assert "You get 1.00 less by correction: 4.20 in all." in words
    assert "Open the night again" not in words
    assert words_of(played.payouts()).count("Open the night again") == 2
    board = played.night.club.officer.open(played.night.by_officer)
    assert "Open the night again" in words_of(board)
    assert "you pay 1.00 more" in words_of(played.payouts(cal))
    assert "You pay $6.00 with the correction; as closed −5.00" in words_of(played.payouts(cal))
    watcher = Phone(played.table.site).open(f"{played.night.watch}payouts")
    assert "Ann gets 4.20 as closed +5.20 Bob pays 1.20" in words_of(watcher)


def test_the_row_of_a_corrected_person_says_what_is_due(club: SiteOfClub) -> None:
    played = PlayedNight.begin(club)
    played.close("bank")
    correct(played, **{"hand1-melded_points": "130", "hand1-in_hand_points": "10"})
    words = words_of(played.payouts())
    to, out = words.index("Pay in 8.20 open"), words.index("Paid out 5.20 open")
    assert to < words.index("Bob 3.20") < out < words.index("Ann 5.20")
    assert to < words.index("Cal 5.00") < out
    assert "Bob pays 2.00 less by correction: 1.20 in all." in words
    assert "Cal pays 1.00 more by correction: 6.00 in all." in words
    assert "Ann gets 1.00 less by correction: 4.20 in all." in words
    assert "Bob 3.20 as closed" in words


@pytest.mark.parametrize("way", ["bank", "transfers"])
def test_what_is_to_pay_now_is_first_and_what_closing_again_asks_for(
    club: SiteOfClub, way: str
) -> None:
    played = PlayedNight.begin(club)
    played.close(way)
    payee = "till" if way == "bank" else "Ann"
    marked(played.mark(played.payouts(), played.officer, "Cal", payee, part="2.00"))
    correct(played, **{"hand1-melded_points": "130", "hand1-in_hand_points": "10"})
    page = played.payouts()
    words = words_of(page)
    told = ("Bob pays 1.20 as closed −3.20", "Cal pays 4.00 as closed −5.00, paid 2.00")
    button = words.rindex("Open the night again")
    assert words.index("To pay now") < words.index(told[0]) < words.index(told[1]) < button
    assert button < words.index("Mark paid")
    form = form_to(played.reopening(), "/reopen")
    marked(played.officer.post(form.action, form.values))
    marked(played.close(way))
    left: Counter[str] = Counter()
    for (payer, _payee), (_asked, still) in played.suggested().items():
        left[payer] += still
    assert (left["Bob"], left["Cal"]) == (120, 400)
    assert "To pay now" not in words_of(played.payouts())


def test_what_is_on_a_balance_has_the_correction(club: SiteOfClub) -> None:
    played = PlayedNight.begin(club)
    played.close("carried")
    correct(played, **{"hand1-melded_points": "130", "hand1-in_hand_points": "10"})
    words = words_of(played.payouts(sit(played.table, 0)))
    assert "games +5.20, fee −1.00 +4.20 on your balance." in words


@pytest.mark.parametrize("way", SettleWay)
def test_the_club_book_gives_the_same_figures(club: SiteOfClub, way: SettleWay) -> None:
    played = PlayedNight.begin(club)
    played.close(way.value)
    for payer, payee in list(played.suggested())[:2]:
        marked(played.mark(played.payouts(), played.officer, payer, payee, part="1.50"))
    new = ClubPayment(
        id="",
        date="",
        payer=played.person("Ann"),
        payee=played.person("Bob"),
        minor=100,
        night=played.night.id,
    )
    back = done(pay(club.store, new_post(), new))
    done(pay(club.store, new_post(), new))
    done(reverse(club.store, new_post(), back))
    correct(played, **{"hand1-melded_points": "130", "hand1-in_hand_points": "10"})
    reading = read_book(write_book(*load_book(club.store)))
    assert reading.book is not None, reading.problems
    nights = ClubFigures(reading.book, Question()).nights
    found = next(each for each in nights if each.night.id == played.night.id)
    here = played.night.loaded.figures
    assert (found.people, found.suggestions) == (here.people, here.suggestions)
    assert (found.outside, found.corrections) == (here.outside, here.corrections)
    assert here.is_corrected


def test_a_game_left_out_after_the_closing_is_shown(played: PlayedNight) -> None:
    form = form_to(played.reopening(), "/reopen")
    token = form.values["csrf_token"]
    values = {"csrf_token": token, "entry_id": "v", "void": "yes"}
    marked(played.officer.post(f"{played.night.by_officer}games/{played.table.id}/void", values))
    words = words_of(played.payouts())
    assert "Table 1 was left out on" in words
    assert "Ann is even as closed +5.20" in words
    assert "The fees were corrected on" in words


def test_a_payment_that_nobody_asked_for_stands_below(played: PlayedNight) -> None:
    new = ClubPayment(
        id="",
        date="",
        payer=played.person("Ann"),
        payee=played.person("Bob"),
        minor=100,
        night=played.night.id,
    )
    pay(played.night.club.store, new_post(), new)
    words = words_of(played.payouts())
    assert "Other payments Ann Bob 1.00" in words
    told = "These payments were not on the list above; they count on the balances. Check them"
    assert told in words
    assert played.suggested()["Cal", "Ann"] == (500, 500)
