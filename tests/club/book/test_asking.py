"""What the club command prints, on which stream, and with which status."""

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from scorekeeper.cli import main
from tests.club_books import change, full_book
from tests.organised_books import full_organised_book


def club(*arguments: str, **changes: Any) -> Result:
    document = change(full_book(), {key.replace("__", "."): each for key, each in changes.items()})
    return CliRunner().invoke(main, ["club", "-", *arguments], input=json.dumps(document))


def answer(*arguments: str, **changes: Any) -> Any:
    shown = club("--json", *arguments, **changes)
    assert shown.exit_code == 0
    return json.loads(shown.stdout)


def test_without_options_the_command_prints_for_people() -> None:
    shown = club().stdout
    for told in ("Cavendish", "Cal pays Ann 5.20", "Balances", "Standings by wins", "High scores"):
        assert told in shown
    assert "-" not in shown.replace("2026-", "").replace("02-", "")


def test_who_pays_whom_says_how_much_of_it_is_paid() -> None:
    payment = {"id": "p3", "date": "2026-02-07", "night": "n1"}
    shown = club(
        payments__2={**payment, "from": "cal", "to": "ann", "amount": "2.00"},
        payments__3={**payment, "id": "p4", "from": "bob", "to": "till", "amount": "3.20"},
    ).stdout.splitlines()
    assert [line.strip() for line in shown if " pays " in line] == [
        "Cal pays Ann 5.20, 2.00 of it paid",
        "Cal pays the till 1.80",
        "Bob pays the till 3.20, paid",
    ]


def test_problems_are_json_or_lines_on_standard_error() -> None:
    shown = club("--json", club__till="-1")
    (problem,) = json.loads(shown.stdout)["problems"]
    assert shown.exit_code == 2
    assert (problem["at"], problem["code"], problem["severity"]) == (
        "club.till",
        "negative_amount",
        "error",
    )
    told = club("--csv", "games", club__till="-1")
    assert (told.exit_code, told.stdout) == (2, "")
    assert told.stderr.startswith("error: club.till: ")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--from", "2026-13-01"),
        ("--to", "soon"),
        ("--until", ""),
        ("--night", "n9"),
        ("--night", ""),
        ("--variant", "whist"),
        ("--by", "luck"),
        ("--csv", "people"),
        ("--ledger", "gnucash"),
        ("--anonymise", "zed"),
        ("--json", "--csv", "games"),
        ("--bom",),
        ("--csv", "ledger", "--night", "n1"),
        ("--csv", "games", "--until", "2026-02-06"),
        ("--anonymise", "ann", "--members"),
    ],
)
def test_a_wrong_question_is_one_line_and_status_2(arguments: tuple[str, ...]) -> None:
    shown = club(*arguments)
    assert (shown.exit_code, shown.stdout, shown.stderr.count("\n")) == (2, "", 1)


def test_a_mark_before_the_table_is_printed_only_when_asked_for() -> None:
    assert club("--csv", "balances", "--bom").stdout_bytes.startswith(b"\xef\xbb\xbfaccount,")
    assert club("--csv", "balances").stdout_bytes.startswith(b"account,name,balance\r\n")


def test_until_ends_the_ledger_and_its_sums() -> None:
    found = answer("--until", "2026-02-06")
    assert [entry["kind"] for entry in found["ledger"]] == ["opening", "game", "fee", "payment"]
    assert found["balances"] == {
        "people": {"ann": "10.20", "bob": "0.00", "cal": "-7.00"},
        "till": "23.20",
    }
    assert "2026-02-06 * payment p1  ; night:n1\n" in club("--ledger", "hledger").stdout


def test_filters_choose_games_and_leave_nights_and_ledger_alone() -> None:
    found = answer("--night", "n2", "--by", "points")
    assert [each["games"] for each in found["standings"]] == [1, 1, 1]
    assert len(found["nights"]) == 2
    assert found["ledger"] == answer()["ledger"]
    assert answer("--variant", "gin100")["standings"] == []
    assert len(answer("--members")["head_to_head"]) == 1


def test_games_that_are_void_or_open_have_no_results() -> None:
    early, void = answer()["nights"][1]["games"]
    assert (early["state"], early["winners"], early["results"]["cal"]) == ("early", [], -40)
    assert (void["state"], void["results"], void["money"], void["table"]) == (
        "void",
        None,
        None,
        None,
    )


def test_a_correction_and_a_payment_nobody_asked_for_are_warnings() -> None:
    changed = {
        "nights__0__games__0__record__deals__0__hands__Bob__melded_points": 130,
        "payments__2": {
            "id": "p3",
            "date": "2026-02-07",
            "from": "ann",
            "to": "bob",
            "amount": "1",
            "night": "n1",
        },
    }
    found = answer(**changed)
    assert [(each["at"], each["code"]) for each in found["warnings"]] == [
        ("nights[0]", "corrected_after_closing"),
        ("nights[0]", "outside_plan"),
    ]
    assert found["nights"][0]["outside"] == [{"from": "ann", "to": "bob", "amount": "1.00"}]
    corrections = [entry for entry in found["ledger"] if entry["kind"] == "correction"]
    assert [(entry["date"], entry["ref"]) for entry in corrections] == [("2026-02-07", "g1")]


def test_an_open_night_has_no_net_of_a_closing() -> None:
    person = answer()["nights"][1]["people"]["ann"]
    assert (person["closed_net"], person["correction"], person["net"]) == (None, "0.00", "1.20")


# --- organised nights -----------------------------------------------------------------------------


def test_for_people_an_organised_night_has_its_rounds_pool_and_season() -> None:
    book = json.dumps(full_organised_book())
    shown = CliRunner().invoke(main, ["club", "-"], input=book).stdout
    for told in (
        "Round 1, complete: Ann 5, Cal 3, Dot 2",
        "Pool: entries 15.00, fees 3.00, pots 1.50, added 10.00, awards 2.00, deals 0.10",
        "  Skunk bank   ",
        "Season Autumn 2026, 2026-01-15 to 2026-12-20",
        "  Champion: Ann",
    ):
        assert told in shown


def test_seats_of_a_night_begin_with_the_rounds_that_were_shown() -> None:
    book = json.dumps(full_organised_book())
    shown = CliRunner().invoke(main, ["seats", "-", "--night", "n1", "--json"], input=book)
    plan = json.loads(shown.stdout)
    assert plan["seed"] == "n1"
    assert plan["rounds"][0]["tables"] == [["ann", "cal", "dot"]]
    # The second round comes before the standing decides; nobody knows the third yet.
    assert len(plan["rounds"]) == 2


@pytest.mark.parametrize("night", ["n2", "n9"])
def test_a_night_that_is_not_organised_has_no_seats(night: str) -> None:
    book = full_organised_book()
    book["nights"].append({"id": "n2", "date": "2026-02-02"})
    asked = ["seats", "-", "--night", night]
    shown = CliRunner().invoke(main, asked, input=json.dumps(book))
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert shown.stderr == f"There is no organised night “{night}”\n"


def test_seats_of_a_book_with_problems_name_them() -> None:
    asked = ["seats", "-", "--night", "n1"]
    book = json.dumps(change(full_organised_book(), {"nights.0.organised.rounds": 0}))
    shown = CliRunner().invoke(main, asked, input=book)
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert "nights[0].organised.rounds" in shown.stderr
