"""Worked deals of Oklahoma, counted by hand from the two texts; the rules page shows them."""

from typing import Final

from scorekeeper.domain.rulebook import Example

_THREE: Final = ("Ann", "Bob", "Cal")
_OUT: Final = {
    "ending": "out",
    "by": "Ann",
    "hands": {
        "Ann": {"melds": ["QS QH QD", "4C 5C 6C 7C", "AH 2D=2H 3H", "9S 9D 9H"], "in_hand": ""},
        "Bob": {"melds": ["KD KC JK=KH"], "in_hand": "AS 8D 8C 7H 6S 5D 4S 3D 2C TH"},
        "Cal": {"melds": [], "in_hand": "QS JD JC TD 9C 8H 7S 6D 5H 4D 3S 3C KS"},
    },
}
_FIRST_TURN: Final = {
    "ending": "out",
    "by": "Bob",
    "concealed": True,
    "first_turn": True,
    "hands": {
        "Ann": {"melds": [], "in_hand": "TC TD TH TS KD KC 8S 7S 7C 5H 4C 3D 2C"},
        "Bob": {"melds": ["JH QH KH AH", "6C 6D 6H", "2S=9D 9S 9H", "3S 4S 5S"], "in_hand": ""},
    },
}
_STOCK: Final = {
    "ending": "stock",
    "hands": {
        "Ann": {"melds": ["8S 9S 2H=TS JS QS KS"], "in_hand": "AD 5C 5D 4H 3D 3C 7D"},
        "Bob": {"melds": ["6D 6C 6S 6H"], "in_hand": "JK 2S KH KC JD 9C 8D 7C 4D"},
    },
}

LAWS_EXAMPLES: Final = (
    Example(
        title="A deuce as a two, the queen of spades and the Joker, melded and in hand",
        players=_THREE,
        deal=_OUT,
        points=(250, 25, -190),
        source="Laws 10 and 12",
    ),
    Example(
        title="Out on the first turn: the bonus for going out, not the concealed one",
        players=("Ann", "Bob"),
        deal=_FIRST_TURN,
        points=(-115, 210),
        source="Laws 10 and 23",
    ),
    Example(
        title="Out concealed on a later turn: 250 wait for the end of the game",
        players=("Ann", "Bob"),
        deal={**_FIRST_TURN, "first_turn": False},
        points=(-115, 210),
        held=(0, 250),
        source="Law 23",
    ),
    Example(
        title="The stock runs out: nobody gets the bonus for going out",
        players=("Ann", "Bob"),
        deal=_STOCK,
        points=(50, -260),
        source="Law 24",
    ),
)

MODERN_EXAMPLES: Final = (
    Example(
        title="King to eight in hand count twenty each, as printed",
        players=_THREE,
        deal=_OUT,
        points=(250, -5, -250),
        source="Card values",
    ),
    Example(
        title="Out on the first turn: no bonus at all",
        players=("Ann", "Bob"),
        deal=_FIRST_TURN,
        points=(-185, 110),
        source="Bonus for going out",
    ),
)
