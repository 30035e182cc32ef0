"""The rules of five hundred rum in our words, and a worked deal counted by hand."""

from typing import Final

from scorekeeper.rules.variant import Course, Example, Rule, ValueRow
from tests.trial_family.options import RumOptions


def values(options: RumOptions) -> tuple[ValueRow, ...]:
    """What each kind of card counts, melded and in hand."""
    return (
        ValueRow(cards="Ace", melded=15, in_hand=15),
        ValueRow(cards="King to ten", melded=10, in_hand=10),
        ValueRow(cards="Nine to two", note="as many as its pips."),
    )


def course(options: RumOptions, players: int) -> Course:
    """Who deals, and how a game ends."""
    settled = {
        "difference": "With a stake, each settles with each other by the difference.",
        "flat": "With a stake, each settles once with each other whose score differs.",
        "off": "No money is settled.",
    }[options.settlement]
    return Course(
        dealer="The deal passes to the left.",
        end=(f"The first to reach {options.target} wins; a tie is shared.", settled),
    )


RULES: Final = (
    Rule(key="Melds", title="Melds", text="Three or four of a rank, or three and more in suit."),
    Rule(key="Laying off", title="Laying off", text="Cards laid off count for their player."),
    Rule(key="Scoring", title="Scoring", text="Melds count for a player, cards in hand against."),
)

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
