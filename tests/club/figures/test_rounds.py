"""Points of rounds, byes and the standing of a night, counted by hand."""

from fractions import Fraction
from typing import Any

from scorekeeper.tournament.pool import OrganisedFigures, organised_figures
from tests.club_books import Json, figures_of_document
from tests.organised_books import a_book, a_game, entered

HALF = Fraction(1, 2)


def organised(games: list[Json], people: Json, **facts: Any) -> OrganisedFigures:
    """The figures of a night of three rounds."""
    night = {"organised": {"rounds": 3, "people": people, **facts}, "games": games}
    figures = organised_figures(figures_of_document(a_book(night)).nights[0])
    assert figures is not None
    return figures


def three(game: str, *points: int, **more: Any) -> Json:
    return a_game(game, dict(zip(("ann", "bob", "cal"), points, strict=True)), **more)


def standing(figures: OrganisedFigures) -> list[tuple[int, str, Any]]:
    return [(each.rank, each.person, each.points) for each in figures.standing]


ALL = entered("ann", "bob", "cal")


def test_points_are_the_result_unless_something_else_is_said() -> None:
    """A negative result stays; penalties and bonuses stand in it."""
    figures = organised([three("g1", 120, 20, -40, round=1)], ALL)
    assert figures.rounds[0].points == {"ann": 120, "bob": 20, "cal": -40}
    assert [each.is_complete for each in figures.rounds] == [True, False, False]


def test_places_beyond_the_scale_have_nothing() -> None:
    game = three("g1", 120, 20, -40, round=1)
    figures = organised([game], ALL, points={"by": "places", "scale": [5, 3]})
    assert figures.rounds[0].points == {"ann": 5, "bob": 3, "cal": 0}


def test_who_is_level_shares_the_points_of_their_places() -> None:
    """Bob and Cal share 2 and 1."""
    game = three("g1", 120, 20, 20, round=1)
    figures = organised([game], ALL, points={"by": "places"})
    assert figures.rounds[0].points == {"ann": 3, "bob": 3 * HALF, "cal": 3 * HALF}


def test_wins_are_shared_and_an_early_game_is_won_at_the_table() -> None:
    """Nobody wins the game, but Ann and Bob win the table."""
    game = three("g1", 50, 50, -40, round=1, closed_early={"settles": False})
    figures = organised([game], ALL, points={"by": "wins"})
    assert figures.rounds[0].points == {"ann": HALF, "bob": HALF, "cal": 0}
    assert figures.rounds[0].games[0].winners == ()


def test_in_contract_the_low_result_is_the_best() -> None:
    hands = {"Ann": {"in_hand_points": 30}, "Bob": {"in_hand_points": 0}}
    hands["Cal"] = {"in_hand_points": 45}
    record = {
        "format": "scorekeeper-game/1",
        "variant": "contract",
        "players": ["Ann", "Bob", "Cal"],
        "deals": [{"ending": "out", "by": "Bob", "hands": hands}],
    }
    players = {"Ann": "ann", "Bob": "bob", "Cal": "cal"}
    early = {"settles": False}
    game = {"id": "g1", "round": 1, "record": record, "players": players, "closed_early": early}
    figures = organised([game], ALL)
    assert figures.rounds[0].points == {"ann": -30, "bob": 0, "cal": -45}
    assert figures.rounds[0].wins == {"ann": 0, "bob": 1, "cal": 0}


def test_void_open_and_other_games_give_no_points() -> None:
    games = [
        three("g1", 120, 20, -40, round=1, void=True),
        three("g2", 50, 20, -40, round=1),
        three("g3", 120, 20, -40),
    ]
    figures = organised(games, ALL)
    assert [game.id for game in figures.rounds[0].games] == ["g2"]
    assert not figures.rounds[0].is_complete
    assert figures.standing == ()


def test_a_round_is_complete_when_each_table_of_its_plan_has_a_game_that_counts() -> None:
    people = entered("ann", "bob", "cal", "dot")
    plan = [{"tables": [["ann", "bob"], ["cal", "dot"]]}]
    one = a_game("g1", {"ann": 120, "bob": 20}, round=1)
    two = a_game("g2", {"cal": 120, "dot": 20}, round=1)
    assert not organised([one], people, plan=plan).rounds[0].is_complete
    assert organised([one, two], people, plan=plan).rounds[0].is_complete


def test_a_bye_is_worth_a_number_once_its_round_has_a_game_that_counts() -> None:
    """Dot rests in both rounds; only one was played."""
    people = {**ALL, "dot": {}}
    plan = [{"tables": [["ann", "bob", "cal"]], "byes": ["dot"]}] * 2
    game = three("g1", 120, 20, -40, round=1)
    figures = organised([game], people, plan=plan, points={"bye": 7})
    assert [dict(each.byes) for each in figures.rounds] == [{"dot": 7}, {}, {}]
    # Who has no game is in no standing.
    assert "dot" not in [each.person for each in figures.standing]


def test_a_bye_may_be_worth_the_own_average_of_the_night() -> None:
    """Cal has 10 and 25 in two rounds, and 35/2 for the third, which Dot has nothing to go by."""
    people = {**ALL, "dot": {}}
    plan = [{"tables": [["ann", "bob", "cal"]], "byes": ["dot"]}]
    plan += [plan[0], {"tables": [["ann", "bob"]], "byes": ["cal", "dot"]}]
    games = [three("g1", 120, 20, 10, round=1), three("g2", 120, 20, 25, round=2)]
    games.append(a_game("g3", {"ann": 120, "bob": 20}, round=3))
    figures = organised(games, people, plan=plan, points={"bye": "average"})
    assert figures.rounds[2].byes == {"cal": 35 * HALF, "dot": 0}
    assert (3, "cal", 105 * HALF) in standing(figures)


def test_who_was_to_rest_and_played_after_all_has_no_bye() -> None:
    plan = [{"tables": [["ann", "bob"]], "byes": ["cal"]}]
    game = three("g1", 120, 20, -40, round=1)
    figures = organised([game], ALL, plan=plan, points={"bye": 7})
    assert figures.rounds[0].byes == {}


def test_points_then_wins_then_the_best_round_decide_and_else_the_rank_is_shared() -> None:
    """By result all have 140. Cal has a win of each table but the first two share one more."""
    people = entered("ann", "bob", "cal", "dot", "eve", "fay")
    games = [
        a_game("g1", {"ann": 120, "bob": 20}, round=1),
        a_game("g2", {"bob": 120, "ann": 20}, round=2),
        a_game("g3", {"cal": 100, "dot": 20}, round=1),
        a_game("g4", {"dot": 120, "cal": 40}, round=2),
        a_game("g5", {"eve": 140, "fay": 40}, round=1),
        a_game("g6", {"fay": 100, "eve": 0}, round=2),
    ]
    # Won 1 each; best rounds 120, 120, 100, 120, 140, 100.
    assert standing(organised(games, people)) == [
        (1, "eve", 140),
        (2, "ann", 140),
        (2, "bob", 140),
        (2, "dot", 140),
        (5, "cal", 140),
        (5, "fay", 140),
    ]
