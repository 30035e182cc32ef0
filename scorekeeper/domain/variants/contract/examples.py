"""Worked deals of the contract game, counted by hand; the rules page shows them."""

from typing import Final

from scorekeeper.domain.rulebook import Example

CONTRACT_EXAMPLES: Final = (
    Example(
        title="Red twos count five, black twos and Jokers twenty; melds on the table nothing",
        players=("Ann", "Bob", "Cal"),
        deal={
            "ending": "out",
            "by": "Ann",
            "hands": {
                "Ann": {"laid_down": True, "melds": ["5H 5D 5C", "KS KD JK"], "in_hand": ""},
                "Bob": {"laid_down": True, "melds": ["9C 9H 9D", "TC TD TH"], "in_hand": "2H 2S"},
                "Cal": {"laid_down": False, "in_hand": "AC KC QD JD TS 9S 8S 7D 6C JK"},
            },
        },
        points=(0, 25, 95),
        source="Card Values",
    ),
)
