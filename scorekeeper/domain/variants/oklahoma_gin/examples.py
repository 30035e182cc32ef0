"""Worked deals of Oklahoma gin, counted by hand; the rules page shows them."""

from typing import Final

from scorekeeper.domain.rulebook import Example

_PLAYERS: Final = ("Ann", "Bob")
_KNOCK: Final = {
    "upcard": "7D",
    "ending": "knock",
    "by": "Ann",
    "hands": {
        "Ann": {"cards": "4S 5S 6S 9C 9D 9H JD QD KD 4H"},
        "Bob": {"cards": "8C 8H 8D AC 2C 3C 7S 9S TH 2H"},
    },
}
_GIN: Final = {
    "upcard": "AS",
    "ending": "knock",
    "by": "Bob",
    "hands": {
        "Ann": {"cards": "KS KC KD 5H 5D 7C 3H 2S 4D JC"},
        "Bob": {"cards": "6H 7H 8H 9H TS TD TC QC QD QH"},
    },
}
_UNDERCUT: Final = {
    "upcard": "QC",
    "ending": "knock",
    "by": "Ann",
    "hands": {
        "Ann": {"cards": "AD 2D 3D 7C 7S 7H 5C 3S AH AC"},
        "Bob": {"cards": "KS KC KD 9S TS JS 4D 5D AS 3C"},
    },
}

GIN150_EXAMPLES: Final = (
    Example(
        title="A knock with four under a seven; seven and nine of spades are laid off",
        players=_PLAYERS,
        deal=_KNOCK,
        points=(8, 0),
        source="Scoring",
    ),
    Example(
        title="An ace turned up allows gin only: twenty and the whole count, nothing laid off",
        players=_PLAYERS,
        deal=_GIN,
        points=(0, 56),
        source="Scoring",
    ),
    Example(
        title="The defender lays off four and five, has less and undercuts",
        players=_PLAYERS,
        deal=_UNDERCUT,
        points=(0, 16),
        source="Scoring",
    ),
)
GIN100_EXAMPLES: Final = (
    Example(
        title="Gin pays twenty-five and the whole count",
        players=_PLAYERS,
        deal=_GIN,
        points=(0, 61),
        source="Scoring",
    ),
    Example(
        title="An undercut pays twenty-five and the difference",
        players=_PLAYERS,
        deal=_UNDERCUT,
        points=(0, 31),
        source="Scoring",
    ),
)
