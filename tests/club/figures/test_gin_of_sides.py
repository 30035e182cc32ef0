"""What a club counts of a game of partners, and of Hollywood."""

import json
from fractions import Fraction
from pathlib import Path

from scorekeeper.club.book.tables import TableKind, write_csv, write_hledger
from scorekeeper.club.figures.figures import ClubFigures
from scorekeeper.rules.deals import Highlight
from tests.club_books import Json, figures_of_document

CASES = Path(__file__).parents[2] / "cases"
NAMES = ("Ann", "Bob", "Cal", "Dot")


def figures_of(case: str, **more: Json) -> ClubFigures:
    """A club whose only night has the game of a case, played for euros."""
    record = json.loads((CASES / f"{case}.json").read_text())["record"] | more
    game = {"id": "g", "record": record, "players": {each: each for each in record["players"]}}
    book = {
        "format": "scorekeeper-club/1",
        "club": {"name": "Cavendish", "currency": "EUR", "opened": "2026-01-01"},
        "people": [{"id": name, "name": name} for name in NAMES],
        "nights": [{"id": "n1", "date": "2026-02-06", "games": [game]}],
    }
    return figures_of_document(book)


def test_partners_have_the_result_of_their_side_and_share_its_win() -> None:
    standings = {each.person: each for each in figures_of("T09").standings}
    assert {name: each.points for name, each in standings.items()} == {
        "Ann": 120,
        "Cal": 120,
        "Bob": 0,
        "Dot": 0,
    }
    assert [standings[name].wins for name in NAMES] == [Fraction(1, 2), 0, Fraction(1, 2), 0]
    assert [standings[name].best_deal for name in NAMES] == [70, 0, 70, 0]


def test_knocks_gins_and_undercuts_are_those_of_a_players_own_pair() -> None:
    standings = {
        each.person: each for each in figures_of("T05", closed_early={"settles": False}).standings
    }
    assert [standings[name].outs for name in NAMES] == [2, 0, 0, 2]
    assert [standings[name].highlights[Highlight.GIN] for name in NAMES] == [1, 0, 0, 1]
    assert [standings[name].highlights[Highlight.UNDERCUT] for name in NAMES] == [0, 1, 0, 0]


def test_between_partners_nobody_is_ahead_and_money_stands_between_two() -> None:
    pairs = {f"{each.first} {each.second}": each for each in figures_of("T09").head_to_head}
    ahead = {name: (each.first_ahead, each.second_ahead) for name, each in pairs.items()}
    assert ahead == {
        "Ann Bob": (1, 0),
        "Ann Cal": (0, 0),
        "Ann Dot": (1, 0),
        "Bob Cal": (0, 1),
        "Bob Dot": (0, 0),
        "Cal Dot": (1, 0),
    }
    assert {name: each.money for name, each in pairs.items() if each.money} == {
        "Ann Bob": 300,
        "Cal Dot": 300,
    }


def test_the_journal_for_hledger_has_one_payment_for_each_partner() -> None:
    lines = write_hledger(figures_of("T09")).splitlines()
    at = lines.index("2026-02-06 * game g  ; night:n1")
    assert [" ".join(line.split()) for line in lines[at + 1 :]] == [
        "assets:people:Ann -3.00 EUR",
        "assets:people:Bob 3.00 EUR",
        "assets:people:Cal -3.00 EUR",
        "assets:people:Dot 3.00 EUR",
    ]


def test_no_figure_of_partners_or_of_hollywood_is_a_high_score() -> None:
    euros = {"currency": "EUR", "amount": "0.01", "per": 1}
    assert figures_of("T09").high_scores == {"gin100": {}}
    assert figures_of("H01", stake=euros).high_scores == {"gin100": {}}


def test_hollywood_stands_with_its_sum_and_the_ledger_with_its_money() -> None:
    figures = figures_of("H01", stake={"currency": "EUR", "amount": "0.01", "per": 1})
    first, second = figures.standings
    assert [(each.person, each.points, each.money) for each in (first, second)] == [
        ("Ann", 1262, 1107),
        ("Bob", 155, -1107),
    ]
    assert sum(figures.sums.values()) == 0
    deals = write_csv(TableKind.DEALS, figures).splitlines()
    assert deals[-2].split(",")[-2:] == ["60", "389"]


def test_everybody_of_the_side_that_is_ahead_has_won_a_deal() -> None:
    (chosen,) = figures_of("T16", closed_early={"settles": False}).games
    assert chosen.game.played.deal_winners == ((0, 2), (), (0, 2), (1, 3))
