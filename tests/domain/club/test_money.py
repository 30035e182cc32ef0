"""The fees of a night."""

import pytest

from tests.club_books import REMOVED, change, figures_of_document, full_book


def test_a_game_without_a_deal_bears_no_fee() -> None:
    changes = {
        "nights.1.fee": {"per": "person_game", "amount": "1.00"},
        "nights.1.games.0.closed_early": REMOVED,
        "nights.1.games.0.record.deals": [],
    }
    assert figures_of_document(change(full_book(), changes)).nights[1].money.fees == {}


@pytest.mark.parametrize(
    ("fee", "due"),
    [
        ({"per": "person_night", "amount": "1.00"}, {"ann": 100, "bob": 100, "cal": 100}),
        (
            {"per": "person_night", "amount": "1.00", "guest": "3.00"},
            {"ann": 100, "bob": 100, "cal": 300},
        ),
        (
            {"per": "person_night", "amount": "1.00", "guest": "0.00"},
            {"ann": 100, "bob": 100, "cal": 0},
        ),
        ({"per": "table_game", "amount": "1.00"}, {"ann": 34, "bob": 33, "cal": 33}),
    ],
)
def test_a_guest_pays_what_the_fee_says_of_guests(fee: dict[str, str], due: dict[str, int]) -> None:
    """Ann and Bob are members, and Cal is none."""
    figures = figures_of_document(change(full_book(), {"nights.1.fee": fee}))
    assert figures.nights[1].money.fees == due
