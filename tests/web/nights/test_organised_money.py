"""Entry money and prizes of an organised night on the pages that tell a person's money."""

import pytest

from scorekeeper.club.facts import SettleWay
from scorekeeper.club.nights import void_game
from scorekeeper.club.payments import close_night, digest_of
from scorekeeper.tournament.organised import open_pot, organise
from tests.club_site import ClubNight, SiteOfClub, done, new_post
from tests.tournament.test_organising import begin, play
from tests.web.nights.closed_nights import words_of


@pytest.fixture
def night(club: SiteOfClub) -> ClubNight:
    """A closed night of one round that Ann won; of 5.00 from each a pot gets 0.50."""
    store = club.store
    pot = done(open_pot(store, new_post(), {"name": "Skunk bank"}))
    found = club.night()
    facts = {
        "rounds": 1,
        "people": {club.person(name, joined="2026-01-01"): {} for name in ("Ann", "Bob")},
        "entry": {"amount": "5.00", "pots": {pot: "0.50"}},
        "prizes": {"places": [{"parts": [1]}]},
    }
    done(organise(store, new_post(), found.id, facts))
    play(store, begin(store, "Ann", "Bob", night=found.id))
    seen = digest_of(found.loaded.figures)
    done(close_night(store, new_post(), found.id, SettleWay.TRANSFERS, seen=seen))
    return found


def test_the_payouts_and_the_ledger_tell_entries_and_prizes(night: ClubNight) -> None:
    club = night.club
    words = words_of(club.officer.open(f"{night.by_officer}payouts"))
    assert "Bob Ann 4.00" in words
    assert "Bob the till 1.00" in words
    assert "Table 1, round 1: Ann" in words
    words = words_of(club.officer.open("/club/officers/money/ledger"))
    for told in ("Entries of the night", "Prizes of the night", "Pool 0.00", "Skunk bank −1.00"):
        assert told in words


def test_a_correction_of_prizes_is_told(night: ClubNight) -> None:
    club = night.club
    game = night.loaded.night.games[0].id
    done(void_game(club.store, new_post(), game, void=True))
    words = words_of(club.officer.open(f"{night.by_officer}payouts"))
    assert "The prizes were corrected" in words
    assert "The entries were corrected" not in words
    words = words_of(club.officer.open("/club/officers/money/ledger"))
    assert "Corrected: prizes" in words
    assert "Corrected: fees" not in words
    ann = club.id_of("Ann")
    assert "Prize, corrected" in words_of(club.officer.open(f"/club/officers/people/{ann}"))


def test_what_entries_leave_in_the_till_is_named_beside_the_fees(club: SiteOfClub) -> None:
    found = club.night(fee={"per": "person_night", "amount": "2.00"})
    facts = {
        "rounds": 1,
        "people": {club.person(name, joined="2026-01-01"): {} for name in ("Ann", "Bob")},
        "entry": {"amount": "5.00", "fee": "0.50"},
        "prizes": {"places": [{"parts": [1]}]},
    }
    done(organise(club.store, new_post(), found.id, facts))
    play(club.store, begin(club.store, "Ann", "Bob", night=found.id))
    words = words_of(club.officer.open(f"{found.by_officer}closing"))
    assert "How to settle fees $4.00, entries less prizes $1.00 Between players" in words
    assert "$7.00 in, $2.00 out, $5.00 stays." in words


def test_who_played_only_at_a_table_left_out_pays_the_entry_but_no_fee(club: SiteOfClub) -> None:
    store = club.store
    found = club.night(fee={"per": "person_night", "amount": "2.00", "guest": "3.00"})
    facts = {
        "rounds": 1,
        "people": {club.person(name, joined="2026-01-01"): {} for name in ("Ann", "Bob", "Cal")},
        "entry": {"amount": "5.00"},
    }
    done(organise(store, new_post(), found.id, facts))
    play(store, begin(store, "Ann", "Bob", night=found.id))
    late = begin(store, "Cal", "Dot", night=found.id)
    told = "Cal and Dot played no game that counts, and pay the entry but no fee."
    assert told not in words_of(club.officer.open(f"{found.by_officer}closing"))
    (left_out,) = [
        game.id for game in found.loaded.night.games if found.loaded.games[game.id].key == late
    ]
    done(void_game(store, new_post(), left_out, void=True))
    words = words_of(club.officer.open(f"{found.by_officer}closing"))
    assert told in words
    assert " · 1 game " in words
    sums = found.loaded.figures.people
    assert [
        (sums[club.id_of(name)].entry, sums[club.id_of(name)].fee) for name in ("Ann", "Dot")
    ] == [
        (500, 200),
        (500, 0),
    ]
