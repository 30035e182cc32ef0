"""Deals as people type them."""

from typing import Any, Final

ANN_OUT: Final[dict[str, Any]] = {
    "ending": "out",
    "by": "0",
    "hand0-melds": "KH KD KC\n5S 6S 7S 8S 9S TS\nAD 2C=2D 3D 4D",
    "hand0-in_hand": "",
    "hand1-melds": "9c tc jc\n4♥ 4♠ 4♣",
    "hand1-in_hand": "AS, 7D, 2H QD 8H 6C 3C",
}
"""Ann goes out with 210; Bob has 45 melded and 75 in hand."""

BOB_OUT: Final[dict[str, Any]] = {
    "ending": "out",
    "by": "1",
    "concealed": "yes",
    "hand0-melded_points": "20",
    "hand0-in_hand_points": "35",
    "hand1-melded_points": "125",
    "hand1-in_hand_points": "0",
}
ANN_WINS: Final[dict[str, Any]] = {
    "ending": "out",
    "by": "0",
    "hand0-melded_points": "900",
    "hand0-in_hand_points": "0",
    "hand1-melded_points": "0",
    "hand1-in_hand_points": "60",
}
"""Ann passes 1000 in one deal."""
