"""What a rules page and a rules card say of wild cards: only what is in play."""

import pytest

from scorekeeper.rules.scoring import with_options
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.wording.games import write_meld_rules


@pytest.mark.parametrize(
    ("variant", "options", "wilds"),
    [
        ("laws", {}, "Twos and the Joker are wild; even a meld of wilds alone is good."),
        ("laws", {"joker_in_pack": False}, "Twos are wild; even a meld of wilds alone is good."),
        (
            "contract",
            {},
            "Black twos and Jokers are wild, red twos are not; even a meld of wilds alone is good.",
        ),
        (
            "contract",
            {"jokers_per_deck": 0, "min_naturals": 1},
            "Black twos are wild, red twos are not; a meld needs one natural card.",
        ),
        ("gin150", {}, "No card is wild."),
    ],
)
def test_the_rules_name_the_cards_that_are_wild(
    variant: str, options: dict[str, bool | int], wilds: str
) -> None:
    found = VARIANTS[variant]
    assert wilds in list(write_meld_rules(found, with_options(found, options)))
