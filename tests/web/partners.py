"""Games of partners in gin, as phones start and enter them."""

import json
from typing import Any, Final

from tests.web.phone import Phone

FOUR: Final = ("Ann", "Bob", "Cal", "Dot")
SIX: Final = (*FOUR, "Eve", "Fay")


def pair(one: str, other: str, *, by: str, counts: tuple[int, int]) -> dict[str, Any]:
    """Return a pair of a record, in counts, where ``by`` knocked."""
    hands = dict(zip((one, other), [{"deadwood_points": count} for count in counts], strict=True))
    return {"players": [one, other], "upcard": "KD", "ending": "knock", "by": by, "hands": hands}


ANN_30: Final = pair("Ann", "Bob", by="Ann", counts=(4, 34))
DOT_14: Final = pair("Cal", "Dot", by="Cal", counts=(9, 5))
CAL_DEAD: Final = {"players": ["Cal", "Dot"], "upcard": "KD", "ending": "dead"}
DEAL: Final = {"pairs": [ANN_30, DOT_14]}
"""Ann wins 30 and Dot undercuts with 14: 16 for Ann and Cal."""


def bring(phone: Phone, *deals: dict[str, Any], **more: Any) -> str:
    """Return a game to 150 with these deals."""
    record = {
        "format": "scorekeeper-game/1",
        "variant": "gin150",
        "players": list(FOUR),
        "deals": list(deals),
        **more,
    }
    sent = phone.fill("/import", {"text": json.dumps(record)})
    assert sent.status == 303, sent.text
    return sent.answer.location.replace("http://localhost", "")


TYPED: Final = {
    "pair0-players": "0 1",
    "pair0-ending": "knock",
    "pair0-by": "0",
    "pair0-upcard": "KD",
    "hand0-deadwood_points": "4",
    "hand1-deadwood_points": "34",
    "pair1-players": "2 3",
    "pair1-ending": "knock",
    "pair1-by": "0",
    "pair1-upcard": "KS",
    "hand2-deadwood_points": "9",
    "hand3-deadwood_points": "5",
}
"""The same deal as people type it into the form without scripts."""
