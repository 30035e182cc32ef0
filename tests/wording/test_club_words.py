from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.club.facts import ClubGame, GameName, GameState, PlayedGame
from scorekeeper.club.figures.ledger import LedgerKind, StatementLine
from scorekeeper.club.words import (
    StatementSources,
    name_games,
    sources_in,
    write_game,
    write_statement_line,
    write_table,
    write_title,
)
from scorekeeper.rules.settlement import TILL
from tests.club_books import figures_of_document
from tests.organised_books import a_book, a_game, entered

NAMES = {"a": "Ann", "b": "Bob"}
PLAYED = PlayedGame(
    variant="laws",
    low_wins=False,
    state=GameState.OVER,
    deals=1,
    results=(),
    winners=(),
    net=None,
    pairs=(),
    hands=(),
)


@pytest.mark.parametrize(
    ("label", "table", "game"),
    [
        ("2", "Table 2", "Laws, table 2"),
        ("Table 2", "Table 2", "Laws, table 2"),
        ("Window", "Window", "Laws, Window"),
        ("", "", "Laws"),
    ],
)
def test_a_game_is_called_by_its_variant_and_its_table(label: str, table: str, game: str) -> None:
    assert write_table(label) == table
    assert write_game(GameName(variant="laws", label=label)) == game


def test_two_games_of_a_night_never_have_the_same_name() -> None:
    games = [
        ("1", 1, "laws"),
        ("1", 2, "laws"),
        ("1", 2, "laws"),
        ("2", None, "laws"),
        ("2", None, "gin150"),
        ("2", 1, "laws"),
        ("3", None, "laws"),
        ("3", None, "laws"),
        ("4", None, "laws"),
    ]
    names = name_games(
        [
            ClubGame(
                id=str(at),
                people=(),
                table=table,
                round=number,
                played=replace(PLAYED, variant=key),
            )
            for at, (table, number, key) in enumerate(games)
        ]
    )
    assert [(write_title(name), write_game(name)) for _, name in sorted(names.items())] == [
        ("Table 1, round 1", "Laws, table 1, round 1"),
        ("Table 1, round 2, game 1", "Laws, table 1, round 2, game 1"),
        ("Table 1, round 2, game 2", "Laws, table 1, round 2, game 2"),
        ("Table 2, laws", "Laws, table 2"),
        ("Table 2, gin 150", "Gin 150, table 2"),
        ("Table 2, round 1", "Laws, table 2, round 1"),
        ("Table 3, game 1", "Laws, table 3, game 1"),
        ("Table 3, game 2", "Laws, table 3, game 2"),
        ("Table 4", "Laws, table 4"),
    ]


def test_a_statement_tells_the_round_of_a_game() -> None:
    game = a_game("g1", {"ann": 300, "bob": 10}, round=1)
    organised = {"rounds": 1, "people": entered("ann", "bob")}
    known = sources_in(figures_of_document(a_book({"organised": organised, "games": [game]})))
    about = line(LedgerKind.GAME, "g1")
    assert write_statement_line(about, NAMES, known).endswith("round 1")


def line(kind: LedgerKind, ref: str, *, amount: int = 100, **more: Any) -> StatementLine:
    return StatementLine(
        date="2026-11-20", kind=kind, ref=ref, night="n1", amount=amount, balance=0, **more
    )


KNOWN = StatementSources(
    games={"g1": GameName(variant="laws", label="2")},
    nights={"n1": "2026-11-13"},
    methods={"m1": "cash"},
    reasons={"x1": "Coffee"},
)


@pytest.mark.parametrize(
    ("about", "told", "untold"),
    [
        (line(LedgerKind.OPENING, ""), "Opening balance", "Opening balance"),
        (line(LedgerKind.FEE, "n1"), "Fee", "Fee"),
        (
            line(LedgerKind.CORRECTION, "g1"),
            "Laws, table 2, corrected, night of Friday 13 November 2026",
            "Laws, table 2, corrected",
        ),
        (
            line(LedgerKind.CORRECTION, "n1", corrects=LedgerKind.FEE),
            "Fee, corrected, night of Friday 13 November 2026",
            "Fee, corrected",
        ),
        (
            # A game may have the id of a night.
            line(LedgerKind.CORRECTION, "g1", corrects=LedgerKind.ENTRY),
            "Entry, corrected, night of Friday 13 November 2026",
            "Entry, corrected",
        ),
        (line(LedgerKind.PAYMENT, "m1", other="b"), "Paid to Bob, cash", "Paid to Bob"),
        (
            line(LedgerKind.PAYMENT, "m1", amount=-100, other=TILL),
            "Received from the till, cash",
            "Received from the till",
        ),
        (
            line(LedgerKind.REVERSAL, "r1", amount=-100, other="b"),
            "Taken back: paid to Bob",
            "Taken back: paid to Bob",
        ),
        (line(LedgerKind.ADJUSTMENT, "x1"), "Coffee", "Adjustment"),
    ],
)
def test_a_line_tells_what_is_known_of_it(about: StatementLine, told: str, untold: str) -> None:
    assert write_statement_line(about, NAMES, KNOWN) == told
    assert write_statement_line(about, NAMES, StatementSources(games=KNOWN.games)) == untold
