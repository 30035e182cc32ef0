"""Standings, head to head and high scores of games of every family."""

from typing import Any

import pytest

from scorekeeper.club.figures.figures import ClubFigures, Question
from scorekeeper.club.figures.results import Choice, HighScoreKind, RankedBy
from scorekeeper.rules.deals import Highlight
from tests.club_books import Json, change, figures_of_document, full_book, tallied_game

MELDED = {"melds": ["8H 8D 8C 8S", "9D TD JD QD KD", "4H 5H 6H 7H"], "in_hand": ""}
CAUGHT = {"melds": [], "in_hand": "JK QS QS AS KD QC JH TS 7C 6H 5D 4S 3C"}


def record(variant: str, *deals: Json, **options: Any) -> Json:
    return {
        "format": "scorekeeper-game/1",
        "variant": variant,
        "options": options,
        "players": ["Ann", "Bob"],
        "deals": list(deals),
    }


def figures_of(*records: Json, question: Question | None = None) -> ClubFigures:
    """A club whose only night has these games of Ann and Bob."""
    games = [
        {"id": f"g{number}", "record": each, "players": {"Ann": "ann", "Bob": "bob"}}
        for number, each in enumerate(records, 1)
    ]
    book = {
        "format": "scorekeeper-club/1",
        "club": {"name": "Cavendish", "currency": "USD", "opened": "2026-01-01"},
        "people": [{"id": "ann", "name": "Ann"}, {"id": "bob", "name": "Bob"}],
        "nights": [{"id": "n1", "date": "2026-02-06", "games": games}],
    }
    return figures_of_document(book, question)


def contract_deal(*in_hand: int) -> Json:
    hands = {
        name: {"in_hand_points": points}
        for name, points in zip(("Ann", "Bob"), in_hand, strict=True)
    }
    return {"ending": "out", "by": "Ann" if in_hand[0] == 0 else "Bob", "hands": hands}


CONTRACT = record("contract", *[contract_deal(0, 20)] * 4, contract_deal(50, 0))
GIN = record(
    "gin150",
    {
        "upcard": "KH",
        "ending": "knock",
        "by": "Ann",
        "hands": {"Ann": {"deadwood_points": 0}, "Bob": {"deadwood_points": 98}},
    },
    {
        "upcard": "KH",
        "ending": "knock",
        "by": "Ann",
        "hands": {"Ann": {"deadwood_points": 9}, "Bob": {"deadwood_points": 2}},
    },
    {"upcard": "KH", "ending": "dead"},
    {
        "upcard": "KH",
        "ending": "knock",
        "by": "Ann",
        "hands": {"Ann": {"deadwood_points": 0}, "Bob": {"deadwood_points": 40}},
    },
)


def test_cards_caught_and_concealed_hands_are_counted() -> None:
    deal = {
        "ending": "out",
        "by": "Ann",
        "concealed": True,
        "hands": {"Ann": MELDED, "Bob": CAUGHT},
    }
    ann, bob = figures_of(record("laws", deal, target=100)).standings
    assert (ann.outs, ann.highlights[Highlight.CONCEALED]) == (1, 1)
    assert (bob.highlights[Highlight.QUEEN_CAUGHT], bob.highlights[Highlight.JOKER_CAUGHT]) == (
        2,
        1,
    )
    assert bob.highlights[Highlight.CONCEALED] == 0


def test_in_contract_a_queen_is_a_card_like_others_and_a_joker_is_caught() -> None:
    deal = {
        "ending": "out",
        "by": "Ann",
        "hands": {"Ann": {"in_hand": ""}, "Bob": {"in_hand": "QS JK"}},
    }
    figures = figures_of(record("contract", *[deal] * 5))
    bob = next(each for each in figures.standings if each.person == "bob")
    assert bob.highlights == {Highlight.JOKER_CAUGHT: 5}


def test_gins_and_undercuts_count_for_the_players_who_made_them() -> None:
    ann, bob = figures_of(GIN).standings
    assert (ann.highlights[Highlight.GIN], ann.outs, ann.deals) == (2, 3, 4)
    assert (bob.highlights[Highlight.UNDERCUT], bob.outs) == (1, 0)
    assert ann.out_rate == pytest.approx(0.75)


def test_in_contract_few_points_stand_higher_and_count_with_their_sign_turned() -> None:
    question = Question(ranked_by=RankedBy.POINTS)
    first, second = figures_of(CONTRACT, question=question).standings
    assert [(each.person, each.points, each.best_deal) for each in (first, second)] == [
        ("ann", -50, 0),
        ("bob", -80, 0),
    ]
    (pair,) = figures_of(CONTRACT).head_to_head
    assert (pair.first_ahead, pair.second_ahead) == (1, 0)
    scores = figures_of(CONTRACT).high_scores["contract"]
    assert scores[HighScoreKind.BEST_TOTAL].value == 50
    assert scores[HighScoreKind.BIGGEST_WIN].value == 30
    assert HighScoreKind.BEST_DEAL not in scores


def test_a_player_who_sat_out_a_deal_has_not_played_it() -> None:
    players = {"Ann": "ann", "Bob": "bob", "Cal": "cal"}
    game = tallied_game(300, 20, -40)
    hands = game["deals"][0]["hands"]
    game["deals"][0]["hands"] = hands | {"Cal": {"sat_out": True}}
    changes = {
        "nights.0": {
            "id": "n1",
            "date": "2026-02-06",
            "games": [{"id": "g1", "record": game, "players": players}],
        },
        "payments": [],
    }
    standings = figures_of_document(change(full_book(), changes)).standings
    cal = next(each for each in standings if each.person == "cal")
    # Nor has he in the game that was ended early after one deal, which he did play.
    assert (cal.games, cal.deals) == (2, 1)


def test_a_shared_win_is_shared_and_every_holder_of_a_record_is_named() -> None:
    level = {
        "ending": "stock",
        "hands": {
            "Ann": {"melded_points": 120, "in_hand_points": 10},
            "Bob": {"melded_points": 120, "in_hand_points": 10},
        },
    }
    figures = figures_of(record("laws", level, target=100, winner_bonus=0))
    assert [(each.rank, each.wins) for each in figures.standings] == [(1, 0.5), (1, 0.5)]
    scores = figures.high_scores["laws"]
    assert [each.person for each in scores[HighScoreKind.FASTEST].held_by] == ["ann", "bob"]
    assert HighScoreKind.BIGGEST_WIN not in scores


@pytest.mark.parametrize(
    ("choice", "games"),
    [
        (Choice(), {"ann": 2, "bob": 2, "cal": 2}),
        (Choice(since="2026-02-07"), {"ann": 1, "bob": 1, "cal": 1}),
        (Choice(until="2026-02-06"), {"ann": 1, "bob": 1, "cal": 1}),
        (Choice(since="2026-02-06", until="2026-02-13"), {"ann": 2, "bob": 2, "cal": 2}),
        (Choice(night="n2"), {"ann": 1, "bob": 1, "cal": 1}),
        (Choice(variant="gin150"), {}),
        (Choice(members_only=True), {"ann": 2, "bob": 2}),
    ],
)
def test_standings_count_only_the_chosen_games(choice: Choice, games: dict[str, int]) -> None:
    figures = figures_of_document(full_book(), Question(choice=choice))
    assert {each.person: each.games for each in figures.standings} == games
    pairs = {frozenset((each.first, each.second)) for each in figures.head_to_head}
    assert len(pairs) == len(games) * (len(games) - 1) // 2


def test_membership_ends_on_the_day_of_leaving() -> None:
    changes = {"people.1.left": "2026-02-13"}
    question = Question(choice=Choice(members_only=True))
    figures = figures_of_document(change(full_book(), changes), question)
    assert {each.person: each.games for each in figures.standings} == {"ann": 2, "bob": 1}


def test_a_game_closed_early_is_no_high_score() -> None:
    figures = figures_of_document(full_book())
    held = [
        holder.game
        for scores in figures.high_scores.values()
        for score in scores.values()
        for holder in score.held_by
    ]
    assert set(held) == {"g1"}
