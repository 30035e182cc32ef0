"""Tables in CSV and the journal for hledger, read back as their readers do."""

import csv
import shutil
import subprocess
from fractions import Fraction
from io import StringIO

import pytest
from hypothesis import given

from scorekeeper.club.book.tables import (
    TableKind,
    write_cell,
    write_csv,
    write_decimal,
    write_hledger,
)
from scorekeeper.club.figures.figures import Question
from scorekeeper.rules.settlement import write_amount
from tests.club_books import Json, change, clubs, figures_of_document, full_book
from tests.organised_books import full_organised_book

needs_hledger = pytest.mark.skipif(
    shutil.which("hledger") is None, reason="the quick tests do without hledger"
)


def rows_of(kind: TableKind, document: Json) -> list[dict[str, str]]:
    text = write_csv(kind, figures_of_document(document))
    assert text.count("\r\n") == text.count("\n")
    return list(csv.DictReader(StringIO(text, newline="")))


def test_games_name_each_person_of_a_counted_game_in_seats_order() -> None:
    rows = rows_of(TableKind.GAMES, full_book())
    assert [
        (row["game"], row["person"], row["points"], row["won"], row["money"]) for row in rows
    ] == [
        ("g1", "ann", "300", "1", "6.20"),
        ("g1", "bob", "20", "0", "-2.20"),
        ("g1", "cal", "-40", "0", "-4.00"),
        ("g2", "ann", "50", "0", "1.20"),
        ("g2", "bob", "20", "0", "0.30"),
        ("g2", "cal", "-40", "0", "-1.50"),
    ]
    assert (rows[0]["place"], rows[0]["table"], rows[3]["state"]) == ("Back room", "1", "early")


def test_deals_are_those_of_open_games_too() -> None:
    document = change(full_book(), {"nights.1.games.0.closed_early": None})
    assert len(rows_of(TableKind.GAMES, document)) == 3
    rows = rows_of(TableKind.DEALS, document)
    assert [(row["game"], row["deal"], row["person"], row["out"]) for row in rows][2:4] == [
        ("g1", "1", "cal", "0"),
        ("g2", "1", "ann", "1"),
    ]


def test_the_ledger_has_a_row_for_each_posting() -> None:
    rows = rows_of(TableKind.LEDGER, full_book())
    reversal = [row for row in rows if row["kind"] == "reversal"]
    assert [(row["ref"], row["night"], row["account"], row["amount"]) for row in reversal] == [
        ("p2", "n1", "till", "-3.20"),
        ("p2", "n1", "people:bob", "3.20"),
    ]
    assert {row["name"] for row in rows if row["account"] == "people:ann"} == {"Ann"}


def test_standings_and_balances_are_in_the_order_of_their_figures() -> None:
    standings = rows_of(TableKind.STANDINGS, full_book())
    assert (standings[0]["rank"], standings[0]["person"]) == ("1", "ann")
    balances = rows_of(TableKind.BALANCES, full_book())
    assert [row["account"] for row in balances] == [
        "people:ann",
        "people:bob",
        "people:cal",
        "till",
    ]


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1+1", "'=1+1"),
        (" @x", "' @x"),
        ("-", "'-"),
        ("+49", "'+49"),
        ("\tx", "'\tx"),
        ("Ann", "Ann"),
        ("a=b", "a=b"),
        (None, ""),
    ],
)
def test_no_text_is_taken_for_a_formula(text: str | None, cell: str) -> None:
    assert write_cell(text) == cell


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (-40, "-40"),
        (Fraction(3, 2), "1.50"),
        (Fraction(1, 8), "0.13"),
        (Fraction(-1, 8), "-0.13"),
        (Fraction(-1, 900), "0.00"),
        (Fraction(4, 2), "2"),
        (None, ""),
    ],
)
def test_a_fraction_has_two_decimals(score: Fraction | None, text: str) -> None:
    assert write_decimal(score) == text


@given(clubs())
def test_the_ledger_read_back_adds_up_to_the_balances(document: Json) -> None:
    figures = figures_of_document(document)
    sums: dict[str, Fraction] = dict.fromkeys(figures.sums, Fraction(0))
    for row in rows_of(TableKind.LEDGER, document):
        sums[row["account"]] += Fraction(row["amount"])
    assert {account: int(100 * amount) for account, amount in sums.items()} == figures.sums


def test_a_name_with_comma_and_quotes_comes_back_as_it_was() -> None:
    document = change(full_book(), {"people.0.name": 'Ann, "the ace"'})
    assert rows_of(TableKind.BALANCES, document)[0]["name"] == 'Ann, "the ace"'


# --- hledger --------------------------------------------------------------------------------------


def in_currency(document: Json, currency: str, digits: int) -> Json:
    """The club's opening and an adjustment in another currency, without nights."""
    amount = write_amount(1_234, currency)
    assert len(amount.partition(".")[2]) == digits
    changes: Json = {
        "club.currency": currency,
        "club.till": amount,
        "club.defaults": None,
        "people.0.opening": None,
        "nights": [],
        "payments": [],
        "adjustments.0.amount": f"-{amount}",
        "past": [],
    }
    return change(document, changes)


def test_the_journal_declares_its_accounts_and_has_an_entry_for_each_of_the_ledger() -> None:
    lines = write_hledger(figures_of_document(full_book())).splitlines()
    assert lines[:4] == [
        "commodity 1000.00 USD",
        "account assets:till",
        "account assets:people:ann  ; Ann",
        "account assets:people:bob  ; Bob",
    ]
    at = lines.index("2026-02-06 * game g1  ; night:n1")
    assert lines[at + 1 : at + 5] == [
        "    assets:people:ann  -6.20 USD",
        "    assets:people:bob  2.20 USD",
        "    assets:people:cal  4.00 USD",
        "",
    ]
    assert "2026-01-01 * opening" in lines


@pytest.mark.parametrize(("currency", "sample"), [("JPY", "1000."), ("BHD", "1000.000")])
def test_the_journal_has_the_digits_of_the_currency(currency: str, sample: str) -> None:
    document = in_currency(full_book(), currency, len(sample.partition(".")[2]))
    journal = write_hledger(figures_of_document(document))
    assert journal.startswith(f"commodity {sample} {currency}\n")


@needs_hledger
@pytest.mark.parametrize("currency", ["USD", "JPY", "BHD"])
def test_hledger_takes_the_journal_and_comes_to_the_trial_balance(currency: str) -> None:
    digits = {"USD": 2, "JPY": 0, "BHD": 3}[currency]
    document = in_currency(full_book(), currency, digits) if currency != "USD" else full_book()
    figures = figures_of_document(document, Question(until="2026-02-28"))
    journal = write_hledger(figures)
    run_hledger(journal, "check", "--strict", "ordereddates")
    shown = run_hledger(journal, "balance", "--flat", "-E", "--no-total", "-O", "csv")
    found = {row["account"]: row["balance"] for row in csv.DictReader(StringIO(shown))}
    roots = {"fees": "income:", "opening": "equity:", "adjustments": "equity:"}
    # It leaves out accounts without any posting.
    assert found == {
        name: f"{write_amount(minor, currency)} {currency}" if minor else "0"
        for account, minor in figures.sums.items()
        if (name := roots.get(account, "assets:") + account) in found or minor
    }


@needs_hledger
def test_hledger_takes_the_money_of_an_organised_night_too() -> None:
    """The club owes the pool and the pots. The award of 2.00 is shared by nobody yet."""
    document = change(full_organised_book(), {"nights.0.games": [], "nights.0.closed": None})
    journal = write_hledger(figures_of_document(document))
    run_hledger(journal, "check", "--strict", "ordereddates")
    assert "account liabilities:pots:skunk  ; Skunk bank" in journal.splitlines()
    asked = ("balance", "liabilities", "--flat", "-E", "--no-total", "-O", "csv")
    shown = run_hledger(journal, *asked)
    assert [*csv.reader(StringIO(shown))][1:] == [
        ["liabilities:pool", "-18.50 USD"],
        ["liabilities:pots:skunk", "0"],
    ]


def run_hledger(journal: str, *arguments: str) -> str:
    done = subprocess.run(
        ["hledger", "-f", "-", *arguments],
        input=journal,
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={"LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_whoever_entered_the_rounds_of_a_night_came_to_it() -> None:
    document = full_organised_book()
    (night,) = document["nights"]
    rows = rows_of(TableKind.ATTENDANCE, document)
    seated = set(night["games"][0]["players"].values())
    assert set(night["organised"]["people"]) - seated
    assert {row["person"] for row in rows} == {*night["organised"]["people"], *seated}
    assert {row[night["date"]] for row in rows} == {"1"}
