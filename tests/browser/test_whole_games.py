"""A whole game by taps on a narrow phone, of melds and of gin, from first card to last payment."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.games import bring, empty_game
from tests.browser.pad_screen import LAWS, tap
from tests.browser.screens import Screens

GIN = "D 7 by:0 S 4 5 6 C 9 D 9 H 9 D J Q K H 4 next C 8 H 8 D 8 C A 2 3 S 7 9 H T 2"  # 12 - 4
CENTS = {"currency": "USD", "amount": "0.01", "per": 1}
GAMES: dict[str, dict[str, Any]] = {
    "laws": {"options": {"target": 500}, "players": ["Ann", "Bob", "Cal"]},
    "gin100": {"options": {"target": 15}, "players": ["Ann", "Bob"]},
}


@pytest.mark.parametrize(
    ("variant", "presses", "deals", "points", "winner", "pays"),
    [
        ("laws", LAWS, 2, "+260", "Ann wins", "$13.00"),
        pytest.param("gin100", GIN, 2, "+8", "Ann wins", "$0.16", marks=pytest.mark.long),
    ],
)
def test_a_whole_game_is_played_by_taps(
    screens: Screens, variant: str, presses: str, *, deals: int, points: str, winner: str, pays: str
) -> None:
    phone = screens.open(360)
    game = bring(phone, empty_game(variant, **GAMES[variant], stake=CENTS))
    for number in range(1, deals + 1):
        phone.get_by_role("link", name=f"Enter deal {number}").click()
        tap(phone, presses)
        # The draft of the deal before, which was saved, is gone.
        drafts = "Object.keys(localStorage).filter(name => name.startsWith('pad:'))"
        assert len(phone.evaluate(drafts)) == 1
        phone.get_by_role("button", name="Score the deal").click()
        phone.wait_for_url(f"**/deal/{number}")
        expect(phone.locator("main")).to_contain_text(points)
    phone.goto(game)
    phone.get_by_role("link", name="Final score").click()
    expect(phone.get_by_text(winner, exact=True)).to_be_visible()
    expect(phone.locator("main")).to_contain_text(pays)
