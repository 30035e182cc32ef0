"""What the page that counts a hand tells the keys of the pad."""

import json
import re
from html import unescape
from typing import Any

import pytest

from tests.web.phone import Phone
from tests.web.reference.test_count_hand import ask


def pad_of(page: str) -> dict[str, Any] | None:
    found = re.search(r'id="pad-table">(.*?)</script>', page)
    return json.loads(found[1]) if found else None


@pytest.mark.parametrize(
    ("variant", "has_keys"),
    [
        ("laws", True),
        ("modern", True),
        ("contract", True),
        ("gin150", False),
        ("rum500", False),  # its cards laid off have no keys
        ("bare500", False),
    ],
)
def test_melds_are_counted_by_keys_that_ask_nothing_of_a_deal(
    phone: Phone, variant: str, has_keys: bool
) -> None:
    table = pad_of(ask(phone, variant).text)
    assert (table is not None) is has_keys
    if table is not None:
        assert (table["number"], table["only"], table["penalties"]) == (0, 0, None)
        assert (table["flags"], table["extras"], table["bonuses"]) == ([], [], [])


def test_the_keys_count_by_the_house_rules_of_the_address(phone: Phone) -> None:
    table = pad_of(ask(phone, "laws", **{"options-high_unmelded": "20"}).text)
    assert table is not None
    assert table["in_hand"]["K"] == 20


def test_another_hand_is_counted_by_the_same_house_rules(phone: Phone) -> None:
    rules = {"options-high_unmelded": "20"}
    page = unescape(ask(phone, "laws", in_hand="K", **rules).text)
    assert 'href="/hand?variant=laws&options-high_unmelded=20">Another hand' in page
    assert re.findall(r'class="main"[^>]*>([^<]+)<', page)[-1] == "Another hand"


def test_a_count_without_cards_asks_for_them(phone: Phone) -> None:
    missing = "Press the cards of the hand first."
    assert missing in ask(phone, "laws", melds="", in_hand=" ").text
    assert missing not in ask(phone, "laws").text
    assert missing not in ask(phone, "laws", melds="", in_hand="", rules="only").text
