"""Words and money that the papers of a club share."""

from typing import Final

from scorekeeper.domain.club.games import GameState
from scorekeeper.print.context import PrintedFigure
from scorekeeper.wording import write_money, write_signed_amount

STATES: Final = {
    GameState.VOID: "does not count",
    GameState.OVER: "over",
    GameState.EARLY: "ended early",
    GameState.OPEN: "not over",
}


class ClubMoney:
    """Writes amounts in the money of one club."""

    def __init__(self, currency: str) -> None:
        self.currency = currency

    def signed(self, minor: int) -> PrintedFigure:
        """Return an amount won or lost: ``+14.00``; a minus is red."""
        return PrintedFigure(write_signed_amount(minor, self.currency), minus=minor < 0)

    def plain(self, minor: int) -> str:
        """Return an amount with the sign of its currency: ``$14.00``."""
        return write_money(minor, self.currency)
