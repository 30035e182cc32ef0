"""Score sheets of small games in totals."""

from collections.abc import Sequence
from typing import Any

from scorekeeper.rules.game import Act
from scorekeeper.rules.sheet import ScoreSheet
from tests.papers.games import sheet_of as sheet_of_record


def stock(**running: int) -> dict[str, Any]:
    """Return a deal without a winner, with these points by player."""
    return {"ending": "stock", "hands": {name: hand(points) for name, points in running.items()}}


def hand(points: int) -> dict[str, int]:
    """Return a hand in totals with a card left."""
    return {"melded_points": max(points, 0) + 5, "in_hand_points": max(-points, 0) + 5}


def out(by: str, *, concealed: bool = False, **points: int) -> dict[str, Any]:
    """Return a deal that ``by`` ended; the points include the bonus of 100."""
    hands = {name: hand(each) for name, each in points.items()}
    hands[by] = {"melded_points": points[by] - 100, "in_hand_points": 0}
    return {"ending": "out", "by": by, "concealed": concealed, "hands": hands}


def contract(by: str, **in_hand: int) -> dict[str, Any]:
    """Return a deal of the contract game from the points that each player has in hand."""
    hands = {name: {"in_hand_points": points} for name, points in in_hand.items()}
    return {"ending": "out", "by": by, "hands": hands}


def sheet_of(
    variant: str, *deals: dict[str, Any], acts: Sequence[Act] = (), **more: Any
) -> ScoreSheet:
    """Return the sheet of a game and of what happened after its deals.

    ``more`` are further keys of the record, such as ``options``.
    """
    players = list(deals[0]["hands"]) if deals else ["Ann", "Bob"]
    record = {"format": "scorekeeper-game/1", "variant": variant, "players": players}
    return sheet_of_record({**record, "deals": list(deals), **more}, *acts)
