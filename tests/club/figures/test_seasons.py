"""Seasons counted by hand: which nights count, who is champion, who met whom."""

from typing import Any

import pytest

from scorekeeper.club.figures.figures import Question
from scorekeeper.tournament.pool import organised_figures
from scorekeeper.tournament.seasons import SeasonFigures, season_figures, wishes_of
from scorekeeper.tournament.seats.plan import plan_seats
from tests.club_books import Json, figures_of_document
from tests.organised_books import a_book, a_game, entered

SEASON = {"id": "s1", "name": "Winter", "from": "2026-02-01", "to": "2026-02-28"}
ALL = entered("ann", "bob", "cal")
CLOSED = {"on": "2026-02-28", "money": {}, "fees": {}}


def a_night(number: int, **points: int) -> Json:
    game = a_game(f"g{number}", points, round=1)
    return {"organised": {"rounds": 1, "people": ALL}, "games": [game], "closed": CLOSED}


def season(*nights: Json, until: str = "", **facts: Any) -> SeasonFigures:
    book = a_book(*nights, seasons=[{**SEASON, **facts}])
    return season_figures(figures_of_document(book, Question(until=until)))[0]


def table(figures: SeasonFigures) -> list[tuple[int, str, Any]]:
    return [(row.rank, row.person, row.total) for row in figures.rows]


NIGHTS = (
    a_night(1, ann=300, bob=20, cal=10),
    a_night(2, ann=300, bob=20, cal=10),
    a_night(3, bob=300, cal=10),
)


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        # Places: 3, 2, 1 twice, then 2, 1; Ann has won two nights.
        ({}, [(1, "ann", 6), (2, "bob", 6), (3, "cal", 3)]),
        ({"drop": 1}, [(1, "ann", 6), (2, "bob", 4), (3, "cal", 2)]),
        ({"drop": 3}, [(1, "ann", 0), (2, "bob", 0), (3, "cal", 0)]),
        ({"best": 1}, [(1, "ann", 3), (2, "bob", 2), (3, "cal", 1)]),
        (
            {"points": {"by": "night"}},
            [(1, "ann", 600), (2, "bob", 340), (3, "cal", 30)],
        ),
        (
            {"points": {"by": "wins", "attendance": 2}},
            [(1, "bob", 7), (2, "ann", 6), (3, "cal", 6)],
        ),
        ({"from": "2026-02-03"}, [(1, "bob", 2), (2, "cal", 1)]),
    ],
)
def test_the_nights_of_a_season_add_up(facts: Json, expected: list[Any]) -> None:
    assert table(season(*NIGHTS, **facts)) == expected


def test_nights_that_are_open_or_have_no_standing_do_not_count() -> None:
    open_night = {**NIGHTS[2], "closed": None}
    empty = {"organised": {"rounds": 1, "people": ALL}, "closed": CLOSED}
    figures = season(NIGHTS[0], empty, open_night)
    assert [each.night.id for each in figures.nights] == ["n1"]


def test_of_nights_with_equal_points_the_earlier_counts() -> None:
    rows = season(NIGHTS[0], NIGHTS[1], best=1).rows
    assert {night: each.counts for night, each in rows[0].nights.items()} == {
        "n1": True,
        "n2": False,
    }


def test_who_is_level_is_parted_by_nights_ahead() -> None:
    """Ann and Bob have 3 + 1, won 1 and best 3; on the third night, which drops out, Ann leads."""
    nights = [
        a_night(1, ann=300, bob=10, cal=20),
        a_night(2, bob=300, ann=10, cal=20),
        a_night(3, cal=300, ann=20, bob=10),
    ]
    rows = season(*nights, best=2, points={"scale": [3, 1, 1]}).rows
    assert [(row.rank, row.person) for row in rows if row.person != "cal"] == [
        (2, "ann"),
        (3, "bob"),
    ]


def test_only_nights_as_a_member_count_and_the_ranks_stay() -> None:
    book = a_book(*NIGHTS[:2], seasons=[{**SEASON, "members": True}])
    book["people"][0]["joined"] = "2026-02-02"
    figures = season_figures(figures_of_document(book))[0]
    assert table(figures) == [(1, "bob", 4), (2, "ann", 3), (3, "cal", 2)]
    assert [row.nights["n1"].rank for row in figures.rows if "n1" in row.nights] == [2, 3]


def test_there_is_a_champion_once_the_season_has_ended() -> None:
    assert season(*NIGHTS).champions is None
    ended = {"ended": "2026-02-20"}
    assert season(*NIGHTS, **ended).champions == ("ann",)
    assert season(*NIGHTS, until="2026-02-19", **ended).champions is None
    assert season(*NIGHTS, until="2026-02-20", **ended).champions == ("ann",)


def test_the_seats_of_a_night_know_who_met_in_its_season_and_who_leads() -> None:
    """Ann and Bob met twice; Dot, who has no game, comes last."""
    organised = {
        "rounds": 2,
        "people": {"dot": {}, **ALL},
        "standing_from": 2,
        "plan": [{"tables": [["ann", "cal", "bob"]], "byes": ["dot"]}],
    }
    game = a_game("g3", {"cal": 300, "ann": 20, "bob": 10}, round=1)
    nights = [*NIGHTS[:2], {"organised": organised, "games": [game]}]
    figures = figures_of_document(a_book(*nights, seasons=[SEASON]))
    last = organised_figures(figures.nights[2])
    assert last is not None
    wishes = wishes_of(figures, last)
    assert wishes.met[frozenset(("ann", "bob"))] == 2
    assert wishes.standing == ("cal", "ann", "bob", "dot")
    del game["round"]
    figures = figures_of_document(a_book(*nights, seasons=[SEASON]))
    last = organised_figures(figures.nights[2])
    assert last is not None
    assert wishes_of(figures, last).standing == ()


def test_games_without_a_round_of_nights_that_are_not_closed_count_as_meetings() -> None:
    """Ann and Bob met in a game of no round and on a night without rounds, Ann and Cal once."""
    plain = [a_game("g1", {"ann": 300, "bob": 10}), a_game("g2", {"ann": 10, "cal": 300})]
    of_none = a_game("g3", {"ann": 300, "bob": 10})
    organised = {"rounds": 1, "people": ALL, "sizes": [3]}
    nights: list[Json] = [
        {"games": plain, "closed": CLOSED},
        {"organised": organised, "games": [of_none]},
        {"organised": organised},
    ]
    figures = figures_of_document(a_book(*nights, seasons=[SEASON]))
    last = organised_figures(figures.nights[2])
    assert last is not None
    assert wishes_of(figures, last).met == {
        frozenset(("ann", "bob")): 2,
        frozenset(("ann", "cal")): 1,
    }
    earlier = {**SEASON, "from": figures.book.nights[1].date}
    figures = figures_of_document(a_book(*nights, seasons=[earlier]))
    last = organised_figures(figures.nights[2])
    assert last is not None
    assert wishes_of(figures, last).met == {frozenset(("ann", "bob")): 1}


def test_who_met_before_and_stays_at_home_tonight_is_no_part_of_the_seats() -> None:
    organised = {"rounds": 1, "people": {"ann": {}, "cal": {}, "dot": {}}, "sizes": [3]}
    nights = [*NIGHTS[:2], {"organised": organised}]
    figures = figures_of_document(a_book(*nights, seasons=[SEASON]))
    last = organised_figures(figures.nights[2])
    assert last is not None
    wishes = wishes_of(figures, last)
    assert {*wishes.met} == {frozenset(("ann", "cal"))}
    assert len(plan_seats(wishes, steps=1000).rounds) == 1
