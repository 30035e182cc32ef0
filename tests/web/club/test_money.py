"""The officers' money pages: till, balances, ledger, payments, expenses, what is taken back."""

import csv
import re
from html import unescape

import pytest

from scorekeeper.club.facts import Adjustment, ClubPayment
from scorekeeper.club.files import write_club_file
from scorekeeper.club.payments import adjust, pay
from scorekeeper.club.rows.people import load_people
from scorekeeper.club.whole import club_figures
from scorekeeper.web.club.money import make_bars
from tests.club_site import SiteOfClub, done, new_post
from tests.web.clocks import clock_set, until_evening
from tests.web.nights.closed_nights import PlayedNight, correct, marked, words_of

LEDGER = "/club/officers/money/ledger"


def played(club: SiteOfClub) -> str:
    """A night of two games for a dollar a hundred, with fees; returns its id."""
    fee = {"per": "person_night", "amount": "2.00"}
    night = club.night(fee=fee)
    night.game("Ann", "Bob", stake="1.00", wins="Ann", label="1")
    night.game("Ann", "Bob", stake="1.00", wins="Bob", label="2", variant="modern")
    return night.id


def pay_till(club: SiteOfClub, person: str) -> None:
    """Enter that a person paid the till 8.00."""
    typed = {"from": person, "to": "till", "amount": "8,00", "date": "2026-11-21"}
    saved = club.officer.fill("/club/officers/money/payment", typed)
    assert saved.status == 303, saved.text


def buy_coffee(club: SiteOfClub, reason: str = "Coffee") -> None:
    """Enter an expense of 12.50 from the till."""
    typed = {"kind": "expense", "amount": "12.50", "party": "till", "date": "2026-11-21"}
    saved = club.officer.fill("/club/officers/money/expense", {**typed, "reason": reason})
    assert saved.status == 303, saved.text


def test_an_empty_club_has_nothing_in_its_ledger(club: SiteOfClub) -> None:
    assert 'href="/club/officers/money"' in club.officer.open("/club/officers/").text
    page = club.officer.open("/club/officers/money")
    assert "Nothing has been entered yet." in page.text
    assert "add up" not in words_of(page)
    assert "All 0 entries add up." in club.officer.open(LEDGER).text


def test_balances_ledger_and_trial_balance_lead_to_their_sources(club: SiteOfClub) -> None:
    played(club)
    assert f'href="{LEDGER}"' in club.officer.open("/club/officers/money").text
    page = club.officer.open(LEDGER).text
    assert ", table 1" in page
    assert ", table 2" in page
    assert "Fees of the night" in page
    assert re.search(r'href="/club/officers/games/g1"', page)
    assert re.search(r'href="/night/officers\.n1/"', page)
    assert "add up." in page


def test_a_payment_is_entered_and_taken_back(club: SiteOfClub) -> None:
    pay_till(club, club.person("Ann"))
    assert "Ann paid the till" in club.officer.open("/club/officers/money").text
    page = club.officer.open(LEDGER).text
    assert "Ann paid the till" in page
    assert "till 8.00" in page
    entry = club.officer.open("/club/officers/money/payment/m1")
    assert "by Eve" in entry.text
    back = club.officer.fill("/club/officers/money/payment/m1", {})
    assert back.status == 303, back.text
    assert "Ann paid the till, taken back" in club.officer.open("/club/officers/money").text
    assert "Take it back" not in club.officer.open("/club/officers/money/payment/m1").text


def test_what_is_wrong_in_a_payment_is_reported_at_once_and_stays_typed(club: SiteOfClub) -> None:
    typed = {"from": "till", "to": "till", "amount": "1,234.5", "date": "soon", "method": "cash"}
    typed["night"] = "n99"
    page = club.officer.fill("/club/officers/money/payment", typed)
    assert page.status == 422
    for words in (
        "“1,234.5” is not an amount in $",
        "Choose two different people",
        "no such night",
        'value="cash"',
    ):
        assert words in page.text
    page = club.officer.fill("/club/officers/money/payment", {**typed, "date": "9999-12-31"})
    assert ("This day is in the future" in page.text, "is not an amount" in page.text) == (
        True,
        True,
    )


def test_an_expense_needs_a_reason_and_goes_out_of_the_till(club: SiteOfClub) -> None:
    address = "/club/officers/money/expense"
    typed = {"kind": "expense", "amount": "12.50", "party": "till", "date": "2026-11-21"}
    assert "Say what it is for" in club.officer.fill(address, typed).text
    buy_coffee(club)
    page = club.officer.open("/club/officers/money").text
    assert "Coffee" in page
    assert "−$12.50" in page or "till 12.50" in page
    assert "till 12.50" in club.officer.open(LEDGER).text
    assert "Coffee" in club.officer.open("/club/officers/money/adjustment/a1").text


def test_what_evens_an_expense_out_is_filled_in(club: SiteOfClub) -> None:
    buy_coffee(club)
    entry = club.officer.open("/club/officers/money/adjustment/a1").text
    (address,) = re.findall(r'href="([^"]+)"><span>Enter the reverse', entry)
    values = club.officer.open(unescape(address)).forms[0].values
    filled = ("income", "Taken back: Coffee", "12.50", "till")
    assert tuple(values[name] for name in ("kind", "reason", "amount", "party")) == filled


@pytest.mark.parametrize("reason", ["\u05e7\u05dc\u05e4\u05d9\u05dd", "x" * 100])
def test_what_evens_an_expense_out_can_be_saved_in_any_script_and_length(
    club: SiteOfClub, reason: str
) -> None:
    buy_coffee(club, reason)
    entry = club.officer.open("/club/officers/money/adjustment/a1").text
    assert ">The charge<" not in entry
    (address,) = re.findall(r'href="([^"]+)"><span>Enter the reverse', entry)
    saved = club.officer.fill(unescape(address), {})
    assert saved.status == 303, saved.text


def test_an_expense_is_entered_again_for_today(club: SiteOfClub) -> None:
    buy_coffee(club)
    entry = club.officer.open("/club/officers/money/adjustment/a1").text
    (address,) = re.findall(r'href="([^"]+)"><span>Enter it again', entry)
    form = club.officer.open(unescape(address)).forms[0]
    filled = ("expense", "Coffee", "12.50", "till", club.store.today())
    assert tuple(form.values[name] for name in ("kind", "reason", "amount", "party", "date")) == (
        filled
    )
    saved = club.officer.fill(unescape(address), {})
    assert saved.status == 303, saved.text
    assert "Coffee" in club.officer.open("/club/officers/money/adjustment/a2").text


def test_the_ledger_shows_a_night_a_season_or_a_person(club: SiteOfClub) -> None:
    played(club)
    pay_till(club, club.id_of("Ann"))
    buy_coffee(club)
    night = club.officer.open(f"{LEDGER}?of=night").text
    assert "Fees of the night" in night
    assert "Coffee" not in night
    person = club.officer.open(f"{LEDGER}?person={club.id_of('Ann')}").text
    assert "Ann paid the till" in person
    assert "Coffee" not in person
    assert club.officer.open(f"{LEDGER}?page=9").status == 404


def test_the_ledger_of_this_season_has_nothing_from_before_it(club: SiteOfClub) -> None:
    buy_coffee(club)
    rent = {"kind": "expense", "amount": "70", "party": "till", "reason": "Rent"}
    sent = club.officer.fill("/club/officers/money/expense", {**rent, "date": "2026-09-30"})
    assert sent.status == 303, sent.text
    with clock_set(club.site, until_evening()):
        whole, season = words_of(club.officer.open(LEDGER)), f"{LEDGER}?of=season"
        assert "Rent" in whole
        assert "Coffee" in whole
        words = words_of(club.officer.open(season))
    assert "Coffee" in words
    assert "Rent" not in words


def test_the_ledger_has_the_sign_that_everybody_sees(club: SiteOfClub) -> None:
    PlayedNight.begin(club)
    ledger = words_of(club.officer.open(LEDGER))
    assert "Ann +6.20, Bob −2.20, Cal −4.00" in ledger


def test_each_person_has_a_bar_from_zero(club: SiteOfClub) -> None:
    PlayedNight.begin(club)
    page = club.officer.open("/club/officers/money")
    assert "Ann +5.20 Bob −3.20 Cal −5.00" in words_of(page)
    assert page.text.count('<path d="M490 0v14"/>') == 3
    people = club.store.read(load_people)
    zero, bars = make_bars(dict(zip(people, (300, -100, 0), strict=True)))
    assert zero == 250
    assert [(each.start, each.width) for each in bars] == [(250, 750), (250, 0), (0, 250)]


def test_what_bookkeepers_read_is_folded(club: SiteOfClub) -> None:
    assert "Trial balance" not in club.officer.open("/club/officers/money").text
    ledger = words_of(club.officer.open(LEDGER))
    assert "For bookkeepers Trial balance plus is debit" in ledger
    with clock_set(club.site, until_evening()):
        assert "This quarter" in words_of(club.officer.open(LEDGER))


def chosen_in(text: str, name: str) -> str:
    """The choice that a browser shows in a field: the chosen one, else the first."""
    field = re.search(rf'<select[^>]* name="{name}".*?</select>', text, re.DOTALL)
    assert field, text
    chosen = re.search(r'value="([^"]*)" selected', field[0]) or re.search(
        r'value="([^"]*)"', field[0]
    )
    assert chosen
    return chosen[1]


def test_the_form_of_a_payment_chooses_nobody_in_silence(club: SiteOfClub) -> None:
    gone = club.person("Zed")
    club.officer.fill(f"/club/officers/people/{gone}/change", {"name": "Zed", "active": None})
    form = club.officer.open(f"/club/officers/money/payment?from=till&to={gone}").text
    assert chosen_in(form, "to") == gone
    form = club.officer.open("/club/officers/money/payment?to=p999").text
    assert (chosen_in(form, "from"), chosen_in(form, "to")) == ("till", "")
    form = club.officer.open("/club/officers/money/payment?to=till").text
    assert (chosen_in(form, "from"), chosen_in(form, "to")) == ("", "till")
    typed = {"from": "", "to": "", "amount": "much", "date": "2026-11-21"}
    refused = club.officer.fill("/club/officers/money/payment", typed)
    assert refused.status == 422
    for field, words in (("from", "Choose who pays"), ("to", "Choose who receives it")):
        assert f'id="{field}-problem"' in refused.text
        assert words in refused.text
    assert "“much” is not an amount in $" in refused.text
    typed = {"from": "till", "to": "p999", "amount": "5", "date": "2026-11-21"}
    refused = club.officer.fill("/club/officers/money/payment", typed)
    assert "There is no such person" in refused.text


def test_income_goes_into_the_till(club: SiteOfClub) -> None:
    before = club_figures(club.store).sums["till"]
    typed = {"kind": "income", "amount": "12.50", "party": "till", "reason": "Rent"}
    saved = club.officer.fill("/club/officers/money/expense", {**typed, "date": "2026-11-21"})
    assert saved.status == 303, saved.text
    assert club_figures(club.store).sums["till"] - before == 1250


@pytest.mark.parametrize(
    ("method", "status"), [("a" * 100, 303), ("a" * 101, 422), ("a\u200bb", 422)]
)
def test_how_it_was_paid_is_one_short_line(club: SiteOfClub, method: str, status: int) -> None:
    typed = {"from": "till", "to": club.person("Ann"), "amount": "1", "date": "2026-11-21"}
    sent = club.officer.fill("/club/officers/money/payment", {**typed, "method": method})
    assert sent.status == status
    assert ("one line of at most 100 letters" in sent.text) == (status == 422)


def test_entries_of_a_day_stand_in_the_order_in_which_they_were_made(club: SiteOfClub) -> None:
    night = PlayedNight.begin(club)
    night.close("bank")
    cal = night.person("Cal")
    marked(night.mark(night.payouts(), night.officer, "Cal", "till"))
    done(adjust(club.store, new_post(), Adjustment(id="", date="", party=cal, minor=-2500)))
    correct(night, **{"hand1-melded_points": "130", "hand1-in_hand_points": "10"})
    paid = ClubPayment(id="", date="", payer=cal, payee="till", minor=700)
    done(pay(club.store, new_post(), paid))
    newest = ["Cal paid the till", "Corrected: Laws", "Adjustment for Cal", "Cal paid the till"]
    for address in (LEDGER, "/club/officers/money"):
        page = club.officer.open(address).text
        heads = re.findall(r">(Cal paid the till|Corrected: Laws|Adjustment for Cal)", page)
        assert heads[:4] == newest
    statement = words_of(club.officer.open(f"/club/officers/people/{cal}/statement"))
    balances = ("+7.00 −19.00", "−1.00 −26.00", "−25.00 −25.00", "+5.00 0.00", "−1.00 −5.00")
    places = [statement.index(balance) for balance in balances]
    assert places == sorted(places)
    # A club book tells no time: its ledger has its own order in a day.
    rows = csv.DictReader(write_club_file(club.store, "ledger", lambda *_: None).splitlines())
    kinds = [row["kind"] for row in rows if row["date"] > "2026-11-20"]
    assert [*dict.fromkeys(kinds)] == ["correction", "payment", "adjustment"]
