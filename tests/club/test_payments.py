"""Payments between people with two spellings, and the days of corrections in closed nights."""

import json
from datetime import timedelta

from scorekeeper.club.book.book import read_book, write_book
from scorekeeper.club.facts import Adjustment, ClubPayment
from scorekeeper.club.nights import put_game_in_night, take_game_out, void_game
from scorekeeper.club.payments import adjust, pay
from scorekeeper.club.people import edit_person, join_spelling, separate_spelling
from scorekeeper.club.rows.nights import find_night, find_night_game
from scorekeeper.club.stored_book import load_book
from scorekeeper.club.whole import club_figures
from scorekeeper.games.posting import Refused, Saved
from scorekeeper.rules.settlement import TILL
from tests.club_site import ClubNight, SiteOfClub, close, done, new_post


def problems_of_book(club: SiteOfClub) -> list[str]:
    reading = read_book(json.loads(json.dumps(write_book(*load_book(club.store)))))
    return [each.code for each in reading.problems if reading.book is None]


def test_nobody_can_pay_another_spelling_of_their_own_name(club: SiteOfClub) -> None:
    ann, anne = club.person("Ann"), club.person("Anne")
    done(join_spelling(club.store, new_post(), anne, ann))
    refused = pay(
        club.store, new_post(), ClubPayment(id="", date="", payer=anne, payee=ann, minor=500)
    )
    assert isinstance(refused, Refused)
    assert [each.code for each in refused.problems] == ["payment_to_self"]
    done(
        pay(club.store, new_post(), ClubPayment(id="", date="", payer=anne, payee=TILL, minor=500))
    )
    done(separate_spelling(club.store, new_post(), anne))
    (payment,) = load_book(club.store)[0].payments
    assert isinstance(payment, ClubPayment)
    assert payment.payer == ann
    assert club_figures(club.store).lines_of(ann)[-1].amount == 500
    assert problems_of_book(club) == []


def test_nothing_is_paid_or_adjusted_on_a_day_after_tomorrow(club: SiteOfClub) -> None:
    ann, bob, today = club.person("Ann"), club.person("Bob"), club.store.now().date()
    for days, is_taken in ((1, True), (3, False), (365 * 100, False)):
        date = (today + timedelta(days=days)).isoformat()
        payment = ClubPayment(id="", date=date, payer=ann, payee=bob, minor=500)
        adjustment = Adjustment(id="", date=date, party=ann, minor=500)
        for outcome in (
            pay(club.store, new_post(), payment),
            adjust(club.store, new_post(), adjustment),
        ):
            assert isinstance(outcome, Saved if is_taken else Refused)
            if isinstance(outcome, Refused):
                assert [(each.at, each.text) for each in outcome.problems] == [
                    (("date",), "This day is in the future")
                ]


def test_membership_changes_closed_nights_of_other_spellings_as_a_correction_of_today(
    club: SiteOfClub,
) -> None:
    ann, anne = club.person("Ann"), club.person("Anne")
    night = club.night(fee={"per": "person_night", "amount": "2.00", "guest": "3.00"})
    night.game("Anne", "Bob", wins="Anne")
    done(join_spelling(club.store, new_post(), anne, ann))
    close(night)
    facts = {"name": "Ann", "joined": "2026-01-01"}
    done(edit_person(club.store, new_post(), ann, facts, is_as_seen=lambda _: True))
    row = club.store.read(find_night, night.id)
    assert row is not None
    assert night.loaded.figures.corrections.fees == {ann: -100}
    assert row.corrected_on == club.store.today()


def put_again(night: ClubNight, key: str) -> None:
    done(put_game_in_night(night.club.store, new_post(), key, night.id))


def test_a_void_game_that_is_put_in_again_stays_void(club: SiteOfClub) -> None:
    night = club.night()
    table = night.game("Ann", "Bob", stake="1", wins="Ann")
    key = table.visit.game.key
    done(void_game(club.store, new_post(), table.id, void=True))
    put_again(night, key)
    assert night.loaded.night.games[0].is_void
    done(take_game_out(club.store, new_post(), table.id))
    assert club.store.read(find_night_game, key=key) is None
    put_again(night, key)
    assert night.loaded.night.games[0].is_void
