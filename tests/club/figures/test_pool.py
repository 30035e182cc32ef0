"""Entry money, the pool, prizes and pots, counted by hand."""

from typing import Any

import pytest

from scorekeeper.tournament.facts import PlacePrizes
from scorekeeper.tournament.pool import OrganisedFigures, organised_figures, prizes_of_places
from tests.club_books import Json, figures_of_document
from tests.organised_books import a_book, a_game, entered

POT = [{"id": "skunk", "name": "Skunk bank", "opening": "3.00"}]
ALL = entered("ann", "bob", "cal")


def a_night(*points: int, people: Json = ALL, **facts: Any) -> Json:
    """A night of one round that Ann, Bob and Cal played, if they have points."""
    result = dict(zip(("ann", "bob", "cal"), points, strict=False))
    games = [a_game("g1", result, round=1)] if points else []
    return {"organised": {"rounds": 1, "people": people, **facts}, "games": games}


def organised(night: Json, pots: Any = None) -> OrganisedFigures:
    figures = organised_figures(figures_of_document(a_book(night, pots=pots)).nights[0])
    assert figures is not None
    return figures


def test_a_guest_pays_another_entry_and_who_is_free_pays_none() -> None:
    """Dot is a guest, for she has not joined on that day."""
    people = {**ALL, "bob": {"free": True}, "dot": {}}
    book = a_book(a_night(people=people, entry={"amount": "5.00", "guest": "6.00", "fee": "1.00"}))
    book["people"][3]["joined"] = "2026-03-01"
    figures = organised_figures(figures_of_document(book).nights[0])
    assert figures is not None
    assert figures.entries == {"ann": 500, "cal": 500, "dot": 600}
    assert (figures.pool.entries, figures.pool.fees) == (1600, 300)


def test_while_nobody_has_a_result_only_awards_are_paid_and_the_rest_waits() -> None:
    """Of 15.00 there are 2.00 awarded."""
    awards = [{"person": "ann", "amount": "2.00"}]
    prizes = {"places": [{"parts": [1]}], "rest": "fees"}
    night = a_night(entry={"amount": "5.00"}, awards=awards, prizes=prizes)
    pool = organised(night).pool
    assert (pool.awards, pool.places, pool.rest, pool.short) == (200, 0, 0, 0)
    assert pool.paid_in - pool.paid_out == 1300


def test_what_is_left_goes_to_the_fees_or_to_a_pot() -> None:
    """Nobody gets a prize of places: 15.00 are left."""
    night = a_night(120, 20, -40, entry={"amount": "5.00"})
    figures = organised(night, POT)
    assert figures.prize_postings == {"fees": -1500, "pool": 1500, "pots:skunk": 0}
    night["organised"]["prizes"] = {"rest": "skunk"}
    figures = organised(night, POT)
    assert figures.prize_postings == {"fees": 0, "pool": 1500, "pots:skunk": -1500}
    assert figures.pots["skunk"].after == 1800


def test_the_club_pays_what_the_pool_lacks() -> None:
    """A deal costs 2.00 and the pool has 1.50, so nothing is left for places."""
    prizes = {"deal": "2.00", "places": [{"parts": [1]}]}
    figures = organised(a_night(120, 20, -40, entry={"amount": "0.50"}, prizes=prizes))
    assert (figures.pool.deals, figures.pool.places, figures.pool.short) == (200, 0, 50)
    assert figures.is_short
    assert figures.prize_postings["fees"] == 50


def test_fixed_prizes_are_paid_from_the_top_as_long_as_it_lasts() -> None:
    """Of 15.00: 10.00, then the 5.00 that are there of 7.00, then nothing."""
    prizes = {"places": [{"fixed": ["10.00", "7.00", "1.00"]}]}
    figures = organised(a_night(120, 20, -40, entry={"amount": "5.00"}, prizes=prizes))
    assert figures.places == {"ann": 1000, "bob": 500, "cal": 0}
    assert figures.is_short


def test_fixed_prizes_that_are_paid_leave_a_rest() -> None:
    prizes = {"places": [{"fixed": ["10.00"]}]}
    figures = organised(a_night(120, 20, -40, entry={"amount": "5.00"}, prizes=prizes))
    assert (figures.pool.places, figures.pool.rest, figures.is_short) == (1000, 500, False)


@pytest.mark.parametrize(
    ("count", "expected"),
    [(3, {"ann": 900}), (4, {"ann": 900, "bob": 300}), (5, {})],
)
def test_the_prizes_depend_on_how_many_entered(count: int, expected: dict[str, int]) -> None:
    """Three play; with 12.00 to share, four halve by parts 3 and 1, for five nothing fits."""
    people = entered(*("ann", "bob", "cal", "dot", "eve")[:count])
    places = [{"up_to": 3, "fixed": ["9.00"]}, {"up_to": 4, "parts": [3, 1]}]
    night = a_night(120, 20, -40, people=people, added="12.00", prizes={"places": places})
    assert {who: minor for who, minor in organised(night).places.items() if minor} == expected


def test_there_are_as_many_parts_as_places() -> None:
    """Two of the three parts count: 12.00 in 3 and 1."""
    assert prizes_of_places(PlacePrizes(parts=(3, 1, 1)), 2, 1200) == [900, 300]
    assert prizes_of_places(PlacePrizes(parts=(3, 1)), 4, 1200) == [900, 300, 0, 0]


def test_fines_and_awards_of_pots_do_not_touch_the_pool() -> None:
    """The pot has 3.00, gets 0.25 of a fine, and pays 1.00, then all that is left."""
    night = a_night(
        120,
        20,
        -40,
        entry={"amount": "5.00"},
        prizes={"places": [{"parts": [1]}]},
        stakes=False,
        fines=[{"person": "dot", "amount": "0.25", "pot": "skunk"}],
        awards=[
            {"person": "bob", "amount": "1.00", "pot": "skunk"},
            {"person": "eve", "all": True, "pot": "skunk"},
        ],
    )
    book = a_book(night, pots=POT)
    people = figures_of_document(book).nights[0].people
    assert {who: (each.entry, each.prizes, each.net) for who, each in people.items()} == {
        "ann": (500, 1500, 1000),
        "bob": (500, 100, -400),
        "cal": (500, 0, -500),
        "dot": (25, 0, -25),
        "eve": (0, 225, 225),
    }
    assert organised(night, POT).pots["skunk"].after == 0


def test_in_gin_who_scored_wins_the_deal_the_defender_by_an_undercut() -> None:
    deals: list[Json] = [
        {"ending": "knock", "by": "Ann", "hands": points_of_deadwood(5, 20)},
        {"ending": "knock", "by": "Ann", "hands": points_of_deadwood(8, 3)},
        {"ending": "dead"},
    ]
    record = {
        "format": "scorekeeper-game/1",
        "variant": "gin150",
        "players": ["Ann", "Bob"],
        "deals": [{"upcard": "TS", **deal} for deal in deals],
    }
    players, early = {"Ann": "ann", "Bob": "bob"}, {"settles": False}
    game = {"id": "g1", "round": 1, "record": record, "players": players, "closed_early": early}
    night = a_night(people=entered("ann", "bob"), prizes={"deal": "0.10"})
    assert organised({**night, "games": [game]}).deals == {"ann": 10, "bob": 10}


def points_of_deadwood(ann: int, bob: int) -> Json:
    return {"Ann": {"deadwood_points": ann}, "Bob": {"deadwood_points": bob}}


def test_games_of_rounds_bring_no_money_where_there_are_no_stakes() -> None:
    """Bob loses 1.00 a hundred points to Ann in the game of no round, and nothing in the other."""
    games = [
        a_game("g1", {"ann": 120, "bob": 20}, round=1),
        a_game("g2", {"ann": 120, "bob": 20}),
    ]
    night = a_night(people=entered("ann", "bob"), stakes=False)
    figures = figures_of_document(a_book({**night, "games": games}))
    assert figures.nights[0].money.games == {"g2": {"ann": 100, "bob": -100}}
    assert [each.money for each in figures.head_to_head] == [100]


def test_the_till_gets_what_all_others_lack_and_pays_if_it_is_less_than_nothing() -> None:
    """The club adds 2.00 for Ann; nobody pays."""
    night = a_night(120, 20, -40, added="2.00", prizes={"places": [{"parts": [1]}]}, stakes=False)
    figures = figures_of_document(a_book({**night, "settle": "bank"})).nights[0]
    assert figures.base == {"ann": 200, "bob": 0, "cal": 0, "till": -200}
    assert [(each.payer, each.payee, each.minor) for each in figures.suggestions] == [
        ("till", "ann", 200)
    ]
