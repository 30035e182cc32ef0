"""Lists of people: the columns are guessed, balances read, and each problem stands at its cell."""

import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers, sampled_from

from scorekeeper.domain.settlement import minor_digits, read_signed_amount, write_amount
from scorekeeper.record.cells import read_cells
from scorekeeper.record.club.people_list import (
    CellProblem,
    Column,
    ListColumns,
    ListMoney,
    Place,
    guess_columns,
    read_lines,
    read_opening,
)

EURO = ListMoney("EUR", "€")
TODAY = "2026-11-20"
NAME, KIND, OPENING, SHORT, NONE = (
    *(Column.NAME, Column.KIND, Column.OPENING, Column.SHORT, Column.NONE),
)


@pytest.mark.parametrize(
    ("typed", "columns", "has_header"),
    [
        ("Ann\nBob", (NAME,), False),
        ("Name;Kind;Balance\nAnn;;5", (NAME, KIND, OPENING), True),
        ("Ann\tguest\t5,00\tA\nBob\tmember\t\tB", (NAME, KIND, OPENING, SHORT), False),
        ("A,Ann Lee\nB,Bob", (SHORT, NAME), False),
        ("First name,Surname,Balance\nAnn,Lee,5", (NAME, NAME, OPENING), True),
        ("Member,Opening balance\nAnn,5\nBob,−3", (NAME, OPENING), True),
        ("account,name,balance\npeople:p1,Ann,5.00\ntill,Till,7.00", (NONE, NAME, OPENING), True),
        ("Ann;x\nBob;", (NAME, KIND), False),
        ("5;Ann", (OPENING, NAME), False),
        ("Ann;guest;5\nBob;gest;five\nCal;member;", (NAME, KIND, OPENING), False),
        ("name", (NAME,), False),
        ("Name;Guest\nAnn;x", (NAME, NONE), True),
    ],
)
def test_columns_are_guessed(typed: str, columns: tuple[Column, ...], has_header: bool) -> None:
    guessed = guess_columns(read_cells(typed), EURO)
    assert (guessed.columns, guessed.has_header) == (columns, has_header)


@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        ("5", "5"),
        ("−5,50", "-5.50"),
        ("+ 5.5", "5.5"),
        ("1.234,50 €", "1234.50"),
        ("€1,234.50", "1234.50"),
        ("1,234", "1234"),
        ("1'234.5", "1234.5"),
        ("12.345.678,9", "12345678.9"),
        ("(5.50)", "-5.50"),
        ("5,50-", "-5.50"),
        ("EUR 7", "7"),
        (",5", "0.5"),
        ("0", "0"),
        *[
            (text, None)
            for text in ("$5", "USD 5", "five", "5,", "1.2.3", "--5", "-(5)", "1,234,5")
        ],
        *[(text, None) for text in ("12.3456", "5 6 x", "", "€", "5" * 50)],
    ],
)
def test_balances_are_read_as_people_write_them(typed: str, amount: str | None) -> None:
    assert read_opening(typed, EURO) == amount


def test_signs_between_figures_are_read_by_the_digits_of_the_currency() -> None:
    assert read_opening("1,234", ListMoney("JPY", "¥")) == "1234"
    assert read_opening("1.5", ListMoney("JPY", "¥")) is None
    assert read_opening("1.234", ListMoney("KWD", "KWD")) == "1.234"
    assert read_opening("CA$5", ListMoney("CAD", "CA$")) == read_opening(
        "$5", ListMoney("CAD", "CA$")
    )


@settings(max_examples=150)
@given(
    integers(-(10**9), 10**9),
    sampled_from(["EUR", "JPY", "KWD"]),
    sampled_from([("", "."), ("", ","), (",", "."), (".", ","), ("'", "."), (" ", ",")]),
    sampled_from(["{}", "{} €", "EUR {}", " {}"]),
)
def test_a_balance_comes_back_however_it_is_written(
    minor: int, currency: str, signs: tuple[str, str], frame: str
) -> None:
    group, point = signs
    whole, _, fraction = write_amount(abs(minor), currency).partition(".")
    grouped = f"{int(whole):,}".replace(",", group)
    if fraction == "" and group in (".", ",") and minor_digits(currency):
        return
    written = ("-" if minor < 0 else "") + grouped + (point + fraction if fraction else "")
    text = frame.replace("EUR", currency).format(written)
    read = read_opening(text, ListMoney(currency, "€"))
    assert read is not None, text
    assert read_signed_amount(read, currency) == minor, text


def test_a_line_has_the_facts_of_a_club_book() -> None:
    cells = read_cells("Ann;guest;5,50;A\nBob;;;")
    asked = ListColumns(columns=(NAME, KIND, OPENING, SHORT))
    lines, problems = read_lines(cells, asked, joined=TODAY, money=EURO)
    assert problems == ()
    assert [dict(line.facts) for line in lines] == [
        {"name": "Ann", "opening": "5.50", "short": "A"},
        {"name": "Bob", "joined": TODAY},
    ]


def test_first_and_last_names_make_one() -> None:
    asked = ListColumns(columns=(NAME, NAME), has_header=True, is_member=False)
    lines, _ = read_lines(read_cells("First,Last\nAnn,Lee\nBob,"), asked, joined=TODAY, money=EURO)
    assert [(line.line, dict(line.facts)) for line in lines] == [
        (1, {"name": "Ann Lee"}),
        (2, {"name": "Bob"}),
    ]


def test_every_problem_stands_at_its_cell() -> None:
    cells = read_cells("Ann;maybe;5\nBob;guest;five")
    asked = ListColumns(columns=(NAME, KIND, OPENING))
    _, problems = read_lines(cells, asked, joined=TODAY, money=EURO)
    assert problems == (
        CellProblem(at=Place(0, 1), text="“maybe” is neither member nor guest"),
        CellProblem(at=Place(1, 2), text="“five” is no amount in €"),
    )
