"""A worked deal of five hundred rum, counted by hand."""

from typing import Final

from scorekeeper.domain.rulebook import Example

EXAMPLES: Final = (
    Example(
        title="Aces count fifteen, face cards ten, all others their pips",
        players=("Ann", "Bob"),
        deal={
            "ending": "out",
            "by": "Ann",
            "without_discard": True,
            "hands": {
                "Ann": {"melds": ["KS KH KD", "AC 2C 3C"], "in_hand": ""},
                "Bob": {"melds": ["7D 8D 9D"], "in_hand": "AH QC 5S", "laid_off": "4C KC"},
            },
        },
        points=(50, 8),
        source="Scoring",
    ),
)
