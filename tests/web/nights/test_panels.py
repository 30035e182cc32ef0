"""The sentence and the figures of a table of a night."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, Final

import pytest
from flask import Flask

from scorekeeper.games.live import EnteringPhone
from scorekeeper.web.nights.tables import (
    TablePanel,
    grid_of,
    how_game_ended,
    make_panel,
    panel_terms,
    table_words,
    who_enters,
    widest_total,
)
from tests.web.games import out, sheet_of, stock

pytestmark = pytest.mark.usefixtures("in_site")

OVER: Final = out("Ann", Ann=1100, Bob=-20)


@pytest.fixture
def in_site(site: Flask) -> Iterator[None]:
    """Templates write the sentences, and those are a site's."""
    with site.app_context():
        yield


def panel_of(*deals: dict[str, Any], variant: str = "laws", **more: Any) -> TablePanel:
    return make_panel(
        SimpleNamespace(sheet=sheet_of(variant, *deals)),  # type: ignore[arg-type]
        in_night="g1",
        label="Table 1",
        address="/table",
        entering=more.pop("entering", ()),
        guests=(),
        short={},
        others=more.pop("others", ()),
        is_own=False,
        is_of_round=more.pop("is_of_round", False),
    )


def test_a_table_says_how_the_last_deal_ended_and_who_deals() -> None:
    assert (
        table_words(sheet_of("laws", stock(Ann=20, Bob=5))) == "The stock ran out. Bob deals again."
    )


def test_three_games_that_are_written_at_once_are_called_so() -> None:
    for scoring, terms in (
        ("hollywood", "Gin 100 · Hollywood · deal 1"),
        ("single", "Gin 100 · deal 1"),
    ):
        sheet = sheet_of("gin100", options={"scoring": scoring})
        assert panel_terms(sheet) == terms


def test_a_guest_who_deals_is_called_a_guest() -> None:
    sheet = sheet_of("laws", stock(Ann=20, Bob=5))
    assert table_words(sheet, guests=[1]) == "The stock ran out. Bob, a guest, deals again."
    assert ", a guest," not in table_words(sheet, guests=[0])


def test_the_players_entering_a_deal_are_named() -> None:
    sheet = sheet_of("laws", stock(Ann=20, Bob=5))
    phones = [EnteringPhone(name="Ann"), EnteringPhone(name="")]
    assert who_enters(sheet, phones) == "Ann and Somebody enter deal 2 now."


def test_nobody_enters_a_game_that_is_over() -> None:
    panel = panel_of(OVER, entering=[EnteringPhone(name="Ann")])
    assert not panel.is_entering


def test_a_name_is_told_apart_from_those_of_other_tables() -> None:
    cal, dot = "Cal Montgomery-Longfellow", "Dot Longfellow-Montgomery"
    deal = stock(**{cal: 20, dot: 5})
    assert panel_of(deal, others=["Cal Montgomery-Smythe"]).apart == ("C…Longfellow", dot)
    assert panel_of(deal, others=["Ann", "Bob"]).apart == (cal, dot)


def test_the_winner_is_named_with_the_result() -> None:
    sheet = sheet_of("laws", OVER)
    assert sheet.final is not None
    best = max(hand.rounded for hand in sheet.final.hands)
    assert how_game_ended(sheet) == f"Ann wins, {best}"


def test_a_game_of_a_round_shows_what_its_standing_counts() -> None:
    assert panel_of(OVER).totals == (1300, 0)
    panel = panel_of(OVER, is_of_round=True)
    assert (panel.totals, panel.words) == ((1300, -20), "Ann wins, 1300")


def test_a_game_closed_early_has_no_winner() -> None:
    sheet = sheet_of("laws", stock(Ann=20, Bob=5), closed_early={"settles": True})
    assert how_game_ended(sheet) == "Ended early"


@pytest.mark.parametrize(
    ("names", "fit"),
    [
        (2, ("c2", "c2 t3 one")),
        (5, ("c3", "c5 t3 one")),
        (9, ("c3", "c5 t3 two")),
        (10, ("c4", "c5 t3 two")),
    ],
)
def test_players_stand_in_as_few_rows_as_have_room(names: int, fit: tuple[str, str]) -> None:
    hands = {f"P{number}": {"in_hand_points": 5 * number} for number in range(names)}
    deal = {"ending": "out", "by": "P0", "hands": hands}
    panel = panel_of(deal, variant="contract")
    assert (panel.fit, panel.tv_fit) == fit


@pytest.mark.parametrize(
    ("name", "fit"),
    [
        ("Jonathan", "c2"),
        ("Player 12", "c2 w9"),
        ("Max van Dyke", "c2"),
        ("Bartholomew", "c2 w10"),
        ("Montgomery Wu", "c2 w10"),
    ],
)
def test_long_words_of_names_have_wider_columns_on_a_phone(name: str, fit: str) -> None:
    hands = {who: {"melded_points": 0, "in_hand_points": 5} for who in ("Ann", name)}
    deal = {"ending": "stock", "hands": hands}
    assert panel_of(deal).fit == fit


def test_all_tables_have_room_for_the_widest_total() -> None:
    panels = [panel_of(stock(Ann=20, Bob=5)), panel_of(stock(Ann=20, Bob=-1130))]
    assert widest_total(panels) == "t5"


@pytest.mark.parametrize(
    ("tables", "grid"),
    [(0, (1, 1)), (2, (2, 1)), (3, (2, 2)), (5, (3, 2)), (7, (3, 3)), (40, (4, 4))],
)
def test_a_tv_has_room_for_all_tables(tables: int, grid: tuple[int, int]) -> None:
    assert grid_of(tables) == grid
