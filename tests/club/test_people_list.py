"""A list of people as clubs have them: a name a line, or a name and a balance; else it is asked."""

import re
from random import Random
from time import process_time

import pytest

from scorekeeper.club.roll import ListedPerson, read_people_list
from scorekeeper.rules.settlement import write_amount, write_balance

COMMA = "A name has no comma: write Ann Smith, and a tab or ; before a balance"
ADDRESS = "Leave out the e-mail address: a line holds a name and, if you like, a balance"
MANY = "A line holds a name, or a name and a balance with a tab or ; between, and no more"
NOBODY = "There is no name in this line"
LONG = "Wilhelmina Maximiliana Montgomery-Wu Abc"


def read(text: str, currency: str = "EUR", symbol: str = "€") -> tuple[ListedPerson, ...]:
    return read_people_list(text, currency, symbol)


def faults(text: str, currency: str = "EUR", symbol: str = "€") -> list[str]:
    """The faults of one line."""
    (line,) = read(text, currency, symbol)
    assert line.opening == 0 or not line.faults
    return list(line.faults)


def balance(text: str, currency: str = "EUR", symbol: str = "€") -> int | str:
    (line,) = read(f"Ann;{text}", currency, symbol)
    return line.faults[0] if line.faults else line.opening


def test_what_stands_behind_a_name_is_no_part_of_it() -> None:
    number = "Put a tab or ; before a balance, and leave out any other number after a name"
    colon = "A name has no colon: put a tab or ; before a balance"
    assert faults("* Eva Fuchs: minus 5") == [colon]
    assert faults("• Dieter Ernst, €3") == [number]
    assert faults("6) Igor Jung – 2,50") == [number]
    guest = "Leave out what says that this is a guest: guests are a list of their own"
    assert faults("Hanna Igl (guest)") == [guest]
    assert faults("Hanna Igl (Gast)") == [guest]


@pytest.mark.parametrize("head", ["Name;Balance", "Mitglied\tSaldo", "first name ; BALANCE"])
def test_a_line_above_names_and_balances_is_nobody(head: str) -> None:
    assert read(f"\ufeff{head}\nAnn;5") == (ListedPerson(line=2, name="Ann", opening=500),)
    assert read(f"Bob;6\n{head}")[1].faults
    assert read("Name;Number\nAnn;17")[0].faults


REAL_LISTS = {
    "two columns of a spreadsheet, with rows below that are empty": (
        "Ann Lee\t5.50\r\nBob\t-12\r\nCal\t\r\n\t\r\n",
        {"Ann Lee": 550, "Bob": -1200, "Cal": 0},
    ),
    "German amounts with their sign, and a third column that is empty": (
        "Ann\t1.234,50 €\t\nBob\t-0,50 €\t",
        {"Ann": 123450, "Bob": -50},
    ),
    "a file of semicolons that was copied whole out of an editor, with its mark": (
        "\ufeffZoë;5,50\rBob;\r",
        {"Zoë": 550, "Bob": 0},
    ),
    "a numbered list": ("1. Ann Lee\n2) Bob\n 3. Cal", {"Ann Lee": 0, "Bob": 0, "Cal": 0}),
    "notes of a phone": (
        "• Ann\n•Bob\n- Cal\n* Dot\n– Eve",
        {"Ann": 0, "Bob": 0, "Cal": 0, "Dot": 0, "Eve": 0},
    ),
    "a list of a word processor": ("1.\tAnn\t5\n2.\tBob\t−5", {"Ann": 500, "Bob": -500}),
    "no space behind the number": ("1.Ann\n\n\n12)Bob", {"Ann": 0, "Bob": 0}),
    "dashes before names and before amounts": (
        "- Ann;-5\n- Bob;- 5,00\n- Cal;5",
        {"Ann": -500, "Bob": -500, "Cal": 500},
    ),
    "names with figures": (
        "4 Aces\n7 of 9;7\nBob-2\nBob (3)\nAnn #2\n1. 4 Kings",
        {"4 Aces": 0, "7 of 9": 700, "Bob-2": 0, "Bob (3)": 0, "Ann #2": 0, "4 Kings": 0},
    ),
    "names with other signs": (
        "Jay-Z\nO’Brien-Smith\nMary\u00a0 Ann  Lee",
        {"Jay-Z": 0, "O’Brien-Smith": 0, "Mary Ann Lee": 0},
    ),
    "from right to left, with the marks of a messenger": (
        "\u200fדוד כהן\u200f\t5\nדוד 2\nمحمد ٢ (ب)",
        {"דוד כהן": 500, "דוד 2": 0, "محمد ٢ (ب)": 0},
    ),
    "forty letters": (f"{LONG}\t-3", {LONG: -300}),
}


@pytest.mark.parametrize(("text", "found"), REAL_LISTS.values(), ids=REAL_LISTS)
def test_real_lists_are_read(text: str, found: dict[str, int]) -> None:
    lines = read(text)
    assert [line.faults for line in lines] == [()] * len(lines)
    assert {line.name: line.opening for line in lines} == found
    assert len(lines) == len(found)


def test_each_person_has_the_number_of_the_line() -> None:
    assert [(line.line, line.name) for line in read("\nAnn\n\n;;\nBob\n")] == [
        (2, "Ann"),
        (5, "Bob"),
    ]


@pytest.mark.parametrize(
    ("text", "minor"),
    [
        ("12", 1200),
        ("1234.5", 123450),
        ("1234,5", 123450),
        ("1.234,50", 123450),
        ("1,234.50", 123450),
        ("1’234.50", 123450),
        ("1,234,567", 123456700),
        ("1.234.567,8", 123456780),
        ("0", 0),
        ("-12", -1200),
        ("−1.234,50", -123450),
        ("+12", 1200),
        ("€5.50", 550),
        ("-€5.50", -550),
        ("5,50 €", 550),
        ("EUR 5", 500),
    ],
)
def test_a_balance_is_read_with_a_point_or_a_comma(text: str, minor: int) -> None:
    assert balance(text) == minor


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("1.234", "write 1234 or 1.23"),
        ("1,234", "write 1234 or 1.23"),
        ("−12,345", "write −12345 or −12.34"),
        ("123.456 €", "write 123456 or 123.45"),
    ],
)
def test_three_digits_behind_one_separator_are_asked_about(text: str, ways: str) -> None:
    assert balance(text) == f"{text} can be read in two ways: {ways}"


@pytest.mark.parametrize("text", ["1.2345", "0.125", "1234.567", "1,234.567"])
def test_more_decimals_than_the_currency_has_are_a_fault(text: str) -> None:
    assert balance(text) == f"{text} has too many decimals: write 5.00 or −5.00"


def test_currencies_without_decimals_and_with_three() -> None:
    assert balance("1234", "JPY", "¥") == 1234
    assert balance("1,234", "JPY", "¥") == "1,234 can be read in two ways: write 1234"
    assert balance("1.5", "JPY", "¥") == "1.5 has too many decimals: write 5 or −5"
    # Amounts in dinars are always written with three decimals.
    assert balance("1.234", "KWD", "KWD") == 1234
    assert balance("CA$5", "CAD", "CA$") == balance("$5", "CAD", "CA$") == 500


@pytest.mark.parametrize(
    "text",
    [
        "01632 960001", "01632960001", "5552323", "+4540335934", "(555) 555-2323",
        "ann@example.org", "member", "2026-01-01", "01.01.1990", "12.", ".5", "5-", "(5)", "1.23.4",
        "1.234.50", "12,34,567", "--5", "5 000", "٥", "¼", "-", "9" * 60, "$5", "1e3", "=B2*2",
    ],
)  # fmt: skip
def test_anything_else_is_no_balance(text: str) -> None:
    told = balance(text)
    assert isinstance(told, str)
    assert told.endswith("is not a balance: write 5.00 or −5.00")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Smith, Ann", COMMA),
        ("Ann Lee,12", COMMA),
        ("Ann, Bob, Cal", COMMA),
        ("ann.lee@example.org", ADDRESS),
        ("Ann <ann@example.org>;5", ADDRESS),
        ("Ann;Mair;01.01.1990;187", MANY),
        ("1001\tAnn\t5", MANY),
        ("12", NOBODY),
        ("- 5", NOBODY),
        ("-5", NOBODY),
        ("1. 5.50", NOBODY),
        ("1.234", NOBODY),
        ("01632 960001", NOBODY),
        (";5.50", NOBODY),
        ("-", NOBODY),
    ],
)  # fmt: skip
def test_a_line_that_says_something_else_is_told_what_a_line_holds(text: str, told: str) -> None:
    assert faults(text) == [told]


@pytest.mark.parametrize(
    "text",
    ["Ann 12.50", "Ann -5", "Ann - 5", "Ann −5", "Ann: 5", "Ann = 5", "Ann €5", "Ann 5€", "Ann 250",
     "Ann 01632 960001", "Ann Lee (555) 555-2323", "Ann +45 40 33 59 34"],
)  # fmt: skip
def test_a_number_behind_a_name_is_no_part_of_it_and_no_balance(text: str) -> None:
    told = "Put a tab or ; before a balance, and leave out any other number after a name"
    assert faults(text) == [told]


def test_every_fault_of_a_line_is_told_and_the_line_stays_as_it_is() -> None:
    (line,) = read("3. Smith, Ann;lots")
    assert line.name == "3. Smith, Ann;lots"
    assert line.faults == (
        COMMA,
        "“lots” is not a balance: write 5.00 or −5.00",
    )


@pytest.mark.parametrize(
    "text",
    [
        "Name,Amount due,Amount paid,Balance\nIan,25.00,0.00,-25.00",
        "Member\tSubs due\tPaid\tOutstanding\nAnn\t25.00\t25.00\t0.00\nBob\t25.00\t10.00\t15.00",
        "Name;Subs;Paid;Balance\nHal;25.00;10.00;-15.00",
        "Name;Total;Paid;Balance due\nHal;25.00;10.00;15.00",
        "Name\tAmount due\tAmount paid\nGus\t25.00\t25.00",
        "Name;Balance;Owes\nHal;-15.00;15.00",
        "Name;Deposit;Balance\nGus;20.00;12.50",
        "Ann Lee\t01632 960001",
        "Ann Lee;+4540335934",
        "1001;Ann Lee",
        "Ann;Mair;01.01.1990;187",
        "Ann Lee;ann.lee@example.org",
        "Ann Smith,456 Old Orchard Road,(555) 555-2323",
        "12345678;Ann;1991-02-13;false;+4540335934",
        "Naam\nNom:\nNombre\nName",
        "NOM,PRÉNOM,NOUVEAU,TEL,MAIL\nLee,Ann,oui,01632960001,ann@example.org",
        "nome,cognome,tessera,qualifica,data\nAnn,Lee,7,SOCIO ORDINARIO,2024-01-01",
        "Name;Vorname;Saldo\nMaier;Ann;12,50",
        "Naam,Gebruikersnaam\nAnn,annlee",
        "Member,Name\n1001,Ann",
        "rank,person,name,points\n1,p10,Cal,300",
        "account,name,balance\ntill,,403.45",
        "Corner Club members 2026",
        "#REF!\n#N/A",
        "3,,\n4;;",
        "TOTAL;75\nSumme\t75,00",
        "Date,Description,Category,Cost,Currency,Ann,Bob\n2024-01-01,Rent,General,10.00,EUR,5.00,-5.00",
        "Ann Smith,member\nBob Jones,member\nCal Ray,member",
        "Ann Smith\tmember\t2020-01-31\t5.50\tAnnie\tplays on Fridays",
        "Ann;€ (3.00)\nBob;(3.00) €\nCal;€ -\nDot;-   €",
        "Ann;Y\nBob;Active\nCal;Lapsed\nDot;2019/20",
    ],
)
def test_a_list_of_another_shape_is_told_line_by_line_and_books_nothing(text: str) -> None:
    """Lists that treasurers and other programs have, with other names and numbers."""
    lines = read(text)
    assert len(lines) == len(text.splitlines())
    assert [line for line in lines if not line.faults or line.opening] == []


@pytest.mark.parametrize("currency", ["EUR", "JPY", "KWD"])
def test_each_balance_is_read_as_it_is_written(currency: str) -> None:
    chance = Random(7)
    for _ in range(500):
        minor = chance.choice([1, -1]) * chance.randrange(10 ** chance.randrange(1, 9))
        for written in (write_amount(minor, currency), write_balance(minor, currency)):
            if len(re.sub(r"\D.*", "", written.lstrip("-−"))) < 7:
                assert balance(written, currency, "") == minor


@pytest.mark.parametrize(
    "text", [" " * 50_000 + "x", "1 " * 50_000 + "x", "x" + " 1" * 50_000, "x;" + "1," * 49_000,
             "x;" + "1" * 99_000, "1.\n" * 30_000, "\u200f " * 30_000 + "x"]
)  # fmt: skip
def test_no_text_takes_long(text: str) -> None:
    begin = process_time()
    read(text)
    assert process_time() - begin < 1
