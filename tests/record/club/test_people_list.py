"""Lists of people: the columns are guessed, balances read, and each problem stands at its cell."""

import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers, sampled_from

from scorekeeper.domain.settlement import minor_digits, read_signed_amount, write_amount
from scorekeeper.record.cells import Cells, read_list
from scorekeeper.record.club.list_values import ListMoney, read_day, read_opening
from scorekeeper.record.club.people_list import (
    CellProblem,
    Column,
    LeftOut,
    ListColumns,
    Place,
    guess_columns,
    read_people,
)

EURO = ListMoney("EUR", "€")
TODAY = "2026-11-20"
NAME, KIND, OPENING, SHORT, NONE, LAST, GUEST, JOINED, OWES = (
    *(Column.NAME, Column.KIND, Column.OPENING, Column.SHORT, Column.NONE),
    *(Column.LAST, Column.GUEST, Column.JOINED, Column.OWES),
)


def cells_of(typed: str) -> Cells:
    return read_list(typed).cells


@pytest.mark.parametrize(
    ("typed", "columns", "has_header"),
    [
        ("Ann\nBob", (NAME,), False),
        ("Name;Kind;Balance\nAnn;;5", (NAME, KIND, OPENING), True),
        ("Ann\tguest\t5,00\tA\nBob\tmember\t\tB", (NAME, KIND, OPENING, SHORT), False),
        ("A,Ann Lee\nB,Bob", (SHORT, NAME), False),
        ("First name,Surname,Balance\nAnn,Lee,5", (NAME, LAST, OPENING), True),
        ("Member,Opening balance\nAnn,5\nBob,−3", (NAME, OPENING), True),
        ("account,name,balance\npeople:p1,Ann,5.00\ntill,Till,7.00", (NONE, NAME, OPENING), True),
        ("Ann;x\nBob;", (NAME, KIND), False),
        ("Name;Member;Balance\nAnn;member;5\nBob;no;6", (NAME, KIND, OPENING), True),
        ("Player;Member\nAnn;yes\nBob;", (NAME, KIND), True),
        ("5;Ann", (OPENING, NAME), False),
        ("Ann;guest;5\nBob;gest;five\nCal;member;", (NAME, KIND, OPENING), False),
        ("name", (NAME,), False),
        ("Name;Guest\nAnn;x", (NAME, GUEST), True),
        ("Surname;Owes\nLee;5", (NAME, OWES), True),
        ("Club\n;;Money\nFirst;Last;Owes\nAnn;Lee;5\nBob;Ray;6", (NAME, LAST, OWES), True),
        ("Ann;4.3.2019\nBob;2020-05-01", (NAME, JOINED), False),
        ("1;Ann;5\n2;Bob;6", (NONE, NAME, OPENING), False),
        ("Name;Age\nAnn;76\nBob;81", (NAME, NONE), True),
        ("Name;Owed;Paid;Balance\nAnn;2;5;3", (NAME, NONE, NONE, OPENING), True),
        ("Name;Balance (they owe)\nAnn;2", (NAME, NONE), True),
        ("Who;Balance;Who\n5;1;Ann Lee\n6;2;Bob", (NONE, OPENING, NAME), True),
        ("Name;Balance 2025;Balance 2026\nAnn;1;2", (NAME, NONE, OPENING), True),
    ],
)
def test_columns_are_guessed(typed: str, columns: tuple[Column, ...], has_header: bool) -> None:
    guessed = guess_columns(cells_of(typed), EURO, today=TODAY)
    assert (guessed.columns, guessed.heading >= 0) == (columns, has_header)


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
        ("5.00 CR", "5.00"),
        ("€2,50dr.", "-2.50"),
        ("owes 3", "-3"),
        ("Cr: 4", "4"),
        ("0", "0"),
        *[
            (text, None)
            for text in (
                "$5",
                "USD 5",
                "five",
                "5,",
                "1.2.3",
                "--5",
                "-(5)",
                "1,234,5",
                "-5 CR",
                "(5) DR",
                "CR",
            )
        ],
        *[(text, None) for text in ("12.3456", "0.125", "5 6 x", "", "€", "5" * 50)],
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
    cells = cells_of("Ann;guest;5,50;A\nBob;;;")
    asked = ListColumns(columns=(NAME, KIND, OPENING, SHORT))
    read = read_people(cells, asked, today=TODAY, money=EURO)
    assert read.problems == ()
    assert [(line.facts, line.is_joined_today) for line in read.people] == [
        ({"name": "Ann", "opening": "5.50", "short": "A"}, False),
        ({"name": "Bob", "joined": TODAY}, True),
    ]


@pytest.mark.parametrize(
    ("amounts", "told"),
    [
        (("5,50", "3,005"), ["“3,005” is no amount in €"]),
        (("5.50", "3.005"), ["“3.005” is no amount in €"]),
        (("5,50", "3.005", "1.003,25"), []),
        (("5", "3.005"), []),
    ],
)
def test_a_slip_in_the_decimals_is_not_taken_for_thousands(
    amounts: tuple[str, ...], told: list[str]
) -> None:
    cells = cells_of("\n".join([f"Ann {at};{each}" for at, each in enumerate(amounts)]))
    asked = ListColumns(columns=(NAME, OPENING))
    read = read_people(cells, asked, today=TODAY, money=EURO)
    assert [problem.text for problem in read.problems] == told


def test_a_side_beside_what_somebody_owes_is_not_turned_round() -> None:
    cells = cells_of("Name;Owes\nAnn;2\nBob;2 CR\nCal;2 DR")
    asked = guess_columns(cells, EURO, today=TODAY)
    read = read_people(cells, asked, today=TODAY, money=EURO)
    assert [line.facts["opening"] for line in read.people] == ["-2.00", "2.00", "-2.00"]


def test_people_below_the_head_of_a_group_belong_to_it() -> None:
    cells = cells_of("Name;Balance\nGuests;nil\nAnn;1\nMembers;\nBob;2")
    asked = guess_columns(cells, EURO, today=TODAY)
    read = read_people(cells, asked, today=TODAY, money=EURO)
    assert ["joined" in line.facts for line in read.people] == [False, True]
    assert set(read.left_out.values()) == {LeftOut.GROUP}


def test_first_and_last_names_make_one_in_either_order() -> None:
    cells = cells_of("Last,First\nLee,Ann\n,Bob")
    asked = ListColumns(columns=(LAST, NAME), heading=0, is_member=False)
    read = read_people(cells, asked, today=TODAY, money=EURO)
    assert [(line.line, line.facts) for line in read.people] == [
        (1, {"name": "Ann Lee"}),
        (2, {"name": "Bob"}),
    ]


def test_every_problem_stands_at_its_cell() -> None:
    cells = cells_of("Ann;maybe;5;no\nBob;guest;five;perhaps")
    asked = ListColumns(columns=(NAME, KIND, OPENING, GUEST))
    assert read_people(cells, asked, today=TODAY, money=EURO).problems == (
        CellProblem(at=Place(0, 1), text="“maybe” is neither member nor guest"),
        CellProblem(at=Place(1, 2), text="“five” is no amount in €"),
        CellProblem(at=Place(1, 3), text="“perhaps” is neither yes nor no"),
    )


def test_a_line_that_was_left_out_can_be_a_person() -> None:
    cells = cells_of("Name;Balance\nAnn;1\nSum;2\nTill;3")
    guessed = guess_columns(cells, EURO, today=TODAY)
    read = read_people(cells, guessed, today=TODAY, money=EURO)
    assert (dict(read.left_out), read.till, read.till_line) == ({2: LeftOut.SUM}, "3.00", 3)
    kept = ListColumns(columns=guessed.columns, heading=0, kept=(2, 3))
    read = read_people(cells, kept, today=TODAY, money=EURO)
    assert [line.facts["name"] for line in read.people] == ["Ann", "Sum", "Till"]
    assert (read.left_out, read.till) == ({}, "")


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("2019-03-04", "2019-03-04"),
        ("2019-03-04 18:30:00", "2019-03-04"),
        ("2019/3/4", "2019-03-04"),
        ("4.3.2019", "2019-03-04"),
        ("04.03.98", "1998-03-04"),
        ("20.11.26", "2026-11-20"),
        ("20.11.27", "1927-11-20"),
        ("3/4/2019", "2019-04-03"),
        ("4-3-19", "2019-03-04"),
        ("4 March 2019", "2019-03-04"),
        ("March 4th, 2019", "2019-03-04"),
        ("4. Mar. 19", "2019-03-04"),
        ("Mar 2019", "2019-03-01"),
        ("03/2019", "2019-03-01"),
        ("2019", "2019-01-01"),
        ("43528", "2019-03-04"),
        *[(text, None) for text in ("31.2.2020", "13", "4.3", "soon", "4 Marz 2019 x", "12345")],
        *[(text, None) for text in ("99999", "1.2.3.4", "0.0.0000", "4 x 2019", "٤.٣.٢٠١٩x")],
    ],
)
def test_days_are_read_as_people_write_them(typed: str, day: str | None) -> None:
    assert read_day(typed, is_day_first=True, today=TODAY) == day


def test_what_a_day_with_slashes_means_is_told_by_the_others_or_the_currency() -> None:
    def is_day_first(days: str, money: ListMoney) -> bool:
        cells = cells_of("Name;Joined\n" + days)
        return guess_columns(cells, money, today=TODAY).is_day_first

    dollars = ListMoney("USD", "$")
    assert is_day_first("Ann;3/4/2019\nBob;25/4/2019", dollars)
    assert not is_day_first("Ann;3/4/2019\nBob;4/25/2019", EURO)
    assert is_day_first("Ann;3/4/2019", EURO)
    assert not is_day_first("Ann;3/4/2019", dollars)
    assert read_day("3/4/2019", is_day_first=False, today=TODAY) == "2019-03-04"
