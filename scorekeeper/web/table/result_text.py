"""The result of a game as text, to be sent in a message."""

from collections.abc import Iterator

from scorekeeper.bookkeeping.current_game import CurrentGame
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.sheet import FinalSheet, ScoreSheet
from scorekeeper.web.core.phrases import state_of, terms_of, title_of
from scorekeeper.wording import write_date, write_money, write_points, write_signed_amount


def say_result(game: CurrentGame, final: FinalSheet) -> str:
    """Return names, totals, rounded results and payments of a game that has ended, in lines."""
    sheet = game.sheet
    head = [title_of(game), write_date(sheet.game.started.played_on)]
    lines = [", ".join([part for part in head if part]), terms_of(sheet), state_of(game)]
    return "\n".join([*lines, *_players(sheet, final), *_payments(sheet, final)])


def _players(sheet: ScoreSheet, final: FinalSheet) -> Iterator[str]:
    for seat, (name, hand) in enumerate(zip(sheet.setup.players, final.hands, strict=True)):
        rounded = "" if hand.rounded == hand.total else f", rounded {write_points(hand.rounded)}"
        yield f"{name}: {write_points(hand.total)}{rounded}{_net(final, Seat(seat))}"


def _net(final: FinalSheet, seat: Seat) -> str:
    money = final.settlement
    if money is None:
        return ""
    return f", {write_signed_amount(money.net[seat], money.stake.currency)} {money.stake.currency}"


def _payments(sheet: ScoreSheet, final: FinalSheet) -> Iterator[str]:
    money, players = final.settlement, sheet.setup.players
    for pay in money.transfers if money else ():
        amount = write_money(pay.minor, money.stake.currency) if money else ""
        yield f"{players[pay.payer]} pays {players[pay.payee]} {amount}"
