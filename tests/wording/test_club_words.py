import pytest

from scorekeeper.club.facts import GameName
from scorekeeper.club.figures.ledger import LedgerKind, StatementLine
from scorekeeper.club.words import (
    StatementSources,
    write_game,
    write_statement_line,
    write_table,
)
from scorekeeper.rules.settlement import TILL

NAMES = {"a": "Ann", "b": "Bob"}


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


def line(kind: LedgerKind, ref: str, *, amount: int = 100, other: str = "") -> StatementLine:
    return StatementLine(
        date="2026-11-20", kind=kind, ref=ref, night="n1", amount=amount, balance=0, other=other
    )


KNOWN = StatementSources(
    games={"g1": GameName(variant="laws", label="2")},
    nights={"n1": "2026-11-13"},
    methods={"m1": "cash"},
    reasons={"x1": "Coffee"},
    corrected={line(LedgerKind.CORRECTION, "n1", amount=75): LedgerKind.ENTRY},
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
            line(LedgerKind.CORRECTION, "n1"),
            "Fee, corrected, night of Friday 13 November 2026",
            "Fee, corrected",
        ),
        (
            line(LedgerKind.CORRECTION, "n1", amount=75),
            "Entry, corrected, night of Friday 13 November 2026",
            "Fee, corrected",
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
