"""Games that browser tests bring to the site as records."""

import json
import re
from typing import Any, Final

from playwright.sync_api import Page

NAMES: Final = ("Ann", "Bartholomew Longfellow", "Cal", "Dot", "Eve")
_HIDDEN: Final = re.compile(r'name="(csrf_token|entry_id)" value="([^"]+)"')


def bring(page: Page, record: dict[str, Any]) -> str:
    """A game with this record, known to the browser and open on the page; its address."""
    address = post_record(page, record)
    page.goto(address)
    return address


def post_record(page: Page, record: dict[str, Any]) -> str:
    """The address of a game with this record, which the browser knows from now on.

    The form is sent without being shown, which takes a third of the time.
    """
    form = dict(_HIDDEN.findall(page.request.get("/import").text()))
    answer = page.request.post("/import", form={**form, "text": json.dumps(record)})
    assert "/game/" in answer.url, answer.text()
    return answer.url


def take_seat(phone: Page, game: str, seat: int) -> None:
    """Take a seat without looking at the page of seats, which has tests of its own."""
    form = dict(_HIDDEN.findall(phone.request.get(f"{game}seat").text()))
    answer = phone.request.post(f"{game}seat", form={**form, "seat": str(seat)})
    assert answer.ok, answer.text()


def empty_game(variant: str, players: tuple[str, ...], **more: Any) -> dict[str, Any]:
    """A game before its first deal."""
    first = {"format": "scorekeeper-game/1", "variant": variant, "players": list(players)}
    return {**first, "deals": [], **more}


def total(melded: int, in_hand: int) -> dict[str, int]:
    return {"melded_points": melded, "in_hand_points": in_hand}


def game_over() -> dict[str, Any]:
    """Five players, long names, minus totals, a concealed hand, money; one deal in cards."""
    ann, bart, *others = NAMES
    cards: dict[str, Any] = {name: total(0, 140) for name in others}
    cards[ann] = {"melds": ["8S 9S 2D=TS JS QS KS", "KH KD JK=KC", "5H 5C 5S 5D"], "in_hand": ""}
    cards[bart] = {"melds": ["9C TC JC"], "in_hand": "AS 7D 2H QD 8H 6C 3C 4H 4D 6D"}
    cards[bart]["penalties"] = [{"points": 25, "reason": "spilled beer"}]
    last: dict[str, Any] = {name: total(0, 900) for name in NAMES} | {ann: total(900, 0)}
    return {
        "format": "scorekeeper-game/1",
        "variant": "modern",
        "options": {"rounding": "nearest_100"},
        "players": list(NAMES),
        "stake": {"currency": "EUR", "amount": "1.00", "per": 100},
        "deals": [
            {"ending": "out", "by": ann, "concealed": True, "hands": cards},
            {"ending": "out", "by": ann, "hands": last},
        ],
    }


def gin_game() -> dict[str, Any]:
    hands = {
        "Ann": {"cards": "4S 5S 6S 9C 9D 9H JD QD KD 4H"},
        "Bob": {"cards": "8C 8H 8D AC 2C 3C 7S 9S TH 2H"},
    }
    return {
        "format": "scorekeeper-game/1",
        "variant": "gin150",
        "players": ["Ann", "Bob"],
        "deals": [{"upcard": "7D", "ending": "knock", "by": "Ann", "hands": hands}],
    }
