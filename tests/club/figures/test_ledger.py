"""A person's statement and past games, against the figures of whole books."""

from hypothesis import given

from scorekeeper.club.facts import GameState
from scorekeeper.club.figures.ledger import (
    BalanceParts,
    LedgerKind,
    balance_of,
    lines_of_person,
    parts_of_balance,
)
from scorekeeper.rules.settlement import TILL
from tests.club_books import Json, change, clubs, figures_of_document, full_book, past_games_of


@given(clubs())
def test_a_statement_ends_with_the_balance_and_its_parts_add_up(document: Json) -> None:
    figures = figures_of_document(document)
    for person in figures.people:
        lines = lines_of_person(figures.ledger, person)
        balance = lines[-1].balance if lines else 0
        assert balance == balance_of(person, figures.sums) == sum(line.amount for line in lines)
        parts = parts_of_balance(lines[::-1])
        assert parts is not None
        assert parts.of_night + parts.before + parts.since == balance


@given(clubs())
def test_past_games_add_up_to_the_standings(document: Json) -> None:
    figures = figures_of_document(document)
    for standing in figures.standings:
        games = past_games_of(figures.games, standing.person)
        assert len(games) == standing.games
        assert sum(game.wins for game in games) == standing.wins
        assert sum(game.points for game in games) == standing.points
        assert sum(game.money for game in games) == standing.money


def test_a_statement_says_what_each_line_is_about() -> None:
    figures = figures_of_document(full_book())
    lines = lines_of_person(figures.ledger, "bob")
    told = [(line.kind, line.ref, line.amount, line.balance, line.other) for line in lines]
    assert told == [
        (LedgerKind.GAME, "g1", -220, -220, ""),
        (LedgerKind.FEE, "n1", -100, -320, ""),
        (LedgerKind.PAYMENT, "p1", 320, 0, TILL),
        (LedgerKind.REVERSAL, "p2", -320, -320, TILL),
        (LedgerKind.GAME, "g2", 30, -290, ""),
    ]
    assert parts_of_balance(lines[::-1]) == BalanceParts(
        night="n2", of_night=30, before=-320, since=0
    )


def test_a_balance_has_parts_from_before_in_and_after_the_last_night() -> None:
    paid = {"id": "p3", "date": "2026-02-20", "from": "bob", "to": "till", "amount": "2.00"}
    figures = figures_of_document(change(full_book(), {"payments.2": paid}))
    lines = lines_of_person(figures.ledger, "bob")[::-1]
    assert parts_of_balance(lines) == BalanceParts(night="n2", of_night=30, before=-320, since=200)
    assert parts_of_balance(lines[:2]) is None


def test_a_balance_that_comes_from_one_night_alone_is_known_from_its_lines() -> None:
    lines = lines_of_person(figures_of_document(full_book()).ledger, "bob")[:2][::-1]
    parts = BalanceParts(night="n1", of_night=-320, before=0, since=0)
    assert parts_of_balance(lines) == parts


def test_places_are_shared_and_the_low_result_is_best_in_contract() -> None:
    book = figures_of_document(full_book())
    games = past_games_of(book.games, "cal")
    assert [(game.place, game.players, game.state) for game in games] == [
        (3, 3, GameState.OVER),
        (3, 3, GameState.EARLY),
    ]
