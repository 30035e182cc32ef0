"""Words and money that the papers of a club share."""

from typing import Final

from scorekeeper.domain.club.facts import TILL, SettleWay
from scorekeeper.domain.club.games import ClubGame, GameState
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.print.context import PrintedFigure
from scorekeeper.wording import write_money, write_signed_amount

WAYS: Final = {
    SettleWay.TRANSFERS: "between the players",
    SettleWay.BANK: "through the till",
    SettleWay.CARRIED: "carried to the balances",
}
STATES: Final = {
    GameState.VOID: "does not count",
    GameState.OVER: "over",
    GameState.EARLY: "closed early",
    GameState.OPEN: "not over",
}
THE_TILL: Final = "the till"


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


def name_of_game(game: ClubGame) -> str:
    """Return what a game is called on paper: ``Table 2, Laws``, or its variant alone."""
    return name_at_table(game.table, game.played.variant)


def name_at_table(table: str, variant: str) -> str:
    """Return what a game of a variant at a table is called on paper."""
    short = VARIANTS[variant].short_name
    label = f"Table {table}" if table.isdecimal() else table
    return f"{label}, {short}" if label else short


def party_name(party: str, names: dict[str, str]) -> str:
    """Return the name of a person, or the till."""
    return THE_TILL if party == TILL else names[party]
