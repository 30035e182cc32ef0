"""The sheet of the command line: a person can check every figure on it."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.record.document import FORMAT
from scorekeeper.record.reading import read_record
from scorekeeper.record.results import write_number, write_plain
from tests.worked.comparison import worked_cases

CASES = Path(__file__).parents[1] / "cases"
SCORED = [case for case in worked_cases() if case["expect"]["status"] == 0]


def sheet_of(document: Any) -> str:
    reading = read_record(document)
    assert reading.record is not None
    assert reading.score is not None
    return write_plain(reading.record, reading.score)


def case(name: str) -> Any:
    return json.loads((CASES / f"{name}.json").read_text())["record"]


def rows(document: Any) -> list[str]:
    """The lines of the sheet, each with single spaces."""
    return [" ".join(line.split()) for line in sheet_of(document).splitlines()]


def test_the_head_says_who_played_what_where_and_when() -> None:
    about = {"title": "Friday table 2", "place": "Cavendish", "played_on": "2026-11-20"}
    document = case("E01") | about | {"options": {"penalty": 50}}
    assert rows(document)[:4] == [
        "Laws of Oklahoma: Ann, Bob and Cal",
        "Friday table 2, Cavendish, 2026-11-20",
        "House rules: Penalty: 50",
        "Stake: USD 1.00 for every 100",
    ]


def test_the_table_has_points_and_totals_of_each_deal() -> None:
    assert rows(case("E01"))[3:8] == [
        "Ann Bob Cal",
        "Deal 1 445 −50 −150",
        "Total 445 −50 −150",
        "Deal 2 0 250 (250 held) −200",
        "Total 445 200 −350",
    ]


def test_every_line_of_a_deal_has_points_how_and_rule() -> None:
    told = rows(case("G1"))
    assert "Deal 1: Ann went out. Cal dealt." in told
    assert "Melded 110 KH KD KC 30 + 5S 6S 7S 8S 9S TS 45 + AD 2C=2D 3D 4D 35 (Law 12)" in told
    assert "Going out 100 no card left (Law 10)" in told
    assert "Bob: 300, and 250 held until the end" in told


def test_the_end_has_lines_and_payments() -> None:
    told = rows(case("G1"))
    end = told[told.index("Finished after deal 6: Ann wins") :]
    assert end[:9] == [
        "Finished after deal 6: Ann wins",
        "Ann: 1200",
        "Score 1045 after the last deal",
        "Game 200 the highest total (Law 22)",
        "Total 1245",
        "Rounded 1200 (Law 25)",
        "Bob: 1000",
        "Score 515 after the last deal",
        "Concealed 500 250 + 250 (Law 23)",
    ]
    assert "Cal owes Ann 14.00 for 1400 points" in end
    assert "Net: Ann 16.00, Bob 10.00, Cal −26.00" in end
    assert end[-3:] == ["Who pays whom, in USD", "Cal pays Ann 16.00", "Cal pays Bob 10.00"]


def test_a_game_closed_early_says_so() -> None:
    assert "Ended early after deal 2: nobody has won" in rows(case("E01"))


def test_a_game_closed_before_its_first_deal_says_so() -> None:
    assert "Ended early before the first deal: nobody has won" in rows(case("E01") | {"deals": []})


def test_a_game_that_goes_on_names_the_next_dealer_and_why() -> None:
    document = case("E01") | {"closed_early": None}
    assert rows(document)[-1] == "Next dealer: Bob: the winner of a deal deals the next (Law 5)"


def test_modern_cites_its_own_text() -> None:
    document = case("E01") | {"closed_early": None, "variant": "modern"}
    told = sheet_of(document)
    assert "the winner of a deal deals the next (Dealing)" in told
    assert "Law" not in told


def test_several_winners_are_listed_as_on_pages() -> None:
    players = ["Ann", "Bob", "Cal"]
    hands = {name: {"melded_points": 1005, "in_hand_points": 5} for name in players}
    deals = [{"ending": "stock", "hands": hands}]
    told = rows({"format": FORMAT, "variant": "laws", "players": players, "deals": deals})
    assert "Finished after deal 1: Ann, Bob and Cal win" in told
    assert "Game 66 2/3 200 shared by 3 (Law 22)" in told


def test_a_gin_deal_shows_how_each_hand_lay() -> None:
    told = rows(case("N02"))
    assert any(line.startswith(("Ann laid ", "Al laid ")) for line in told)
    assert any("Knock with" in line for line in told)


def test_a_deal_after_the_end_counts_for_nothing() -> None:
    left = {"melded_points": 0, "in_hand_points": 5}
    won = {"ending": "stock", "hands": {"Ann": left | {"melded_points": 1005}, "Bob": left}}
    record = {"format": FORMAT, "variant": "laws", "players": ["Ann", "Bob"], "deals": [won, won]}
    assert "The game was over before; this deal counts for nothing." in rows(record)
    assert "Deal 2 − −" in rows(record)


def test_every_worked_deal_has_a_sheet() -> None:
    assert [case["id"] for case in SCORED if not sheet_of(case["record"])] == []


@pytest.mark.parametrize(
    ("score", "text"), [(-130, "−130"), (0, "0"), ("200/3", "66 2/3"), ("-1/3", "−1/3")]
)
def test_a_number_is_written_whole_or_with_its_fraction(score: Any, text: str) -> None:
    assert write_number(Fraction(score)) == text
