"""The result of a game as text, to be sent in a message."""

from collections.abc import Iterator

from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.final_sheet import FinalSheet
from scorekeeper.domain.settlement import Score
from scorekeeper.domain.sheet import ScoreSheet
from scorekeeper.web.core.phrases import state_of, terms_of, title_of
from scorekeeper.wording import MINUS, NO_MONEY, write_date, write_money, write_points


def say_result(game: CurrentGame, final: FinalSheet) -> str:
    """Return names, totals, rounded results and payments of a game that has ended, in lines."""
    sheet = game.sheet
    head = [title_of(game), write_date(sheet.game.started.played_on)]
    lines = [", ".join([part for part in head if part]), terms_of(sheet), state_of(game)]
    return "\n".join([*lines, *_players(sheet, final), *_payments(sheet, final)])


def _players(sheet: ScoreSheet, final: FinalSheet) -> Iterator[str]:
    for seat, (name, hand) in enumerate(zip(sheet.setup.players, final.hands, strict=True)):
        counts = "" if hand.rounded == hand.total else f", counts as {write_points(hand.rounded)}"
        yield f"{name}: {_total(sheet, final, Seat(seat))}{counts}{_net(final, Seat(seat))}"


def _total(sheet: ScoreSheet, final: FinalSheet, seat: Seat) -> str:
    """Return a player's total with what was added at the end: ``605 + 250 concealed = 855``."""
    hand = final.hands[seat]
    if not hand.lines:
        return write_points(hand.total)
    reasons = sheet.variant.family.reasons
    added = [f" {_sign(line.points)} {reasons[line.reason].lower()}" for line in hand.lines]
    return f"{write_points(hand.running)}{''.join(added)} = {write_points(hand.total)}"


def _sign(points: Score) -> str:
    return f"{MINUS if points < 0 else '+'} {write_points(points).removeprefix(MINUS)}"


def _net(final: FinalSheet, seat: Seat) -> str:
    money = final.settlement
    if money is None:
        return ""
    net = money.net[seat]
    return f", {'+' if net > 0 else ''}{write_money(net, money.stake.currency)}"


def _payments(sheet: ScoreSheet, final: FinalSheet) -> Iterator[str]:
    money, players = final.settlement, sheet.setup.players
    if sheet.setup.leaves_stake:
        yield NO_MONEY
    for pay in money.transfers if money else ():
        amount = write_money(pay.minor, money.stake.currency) if money else ""
        yield f"{players[pay.payer]} pays {players[pay.payee]} {amount}"
