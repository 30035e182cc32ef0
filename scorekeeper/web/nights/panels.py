"""The panels of tables on the board and the TV view of a night: players, totals, the deal."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from scorekeeper.bookkeeping.live.entering import EnteringPhone
from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.domain.sheet import ScoreSheet
from scorekeeper.web.core.page import Action
from scorekeeper.web.core.phrases import next_deal_of, winners_of
from scorekeeper.web.table.big_view import BigPlayer, players_of
from scorekeeper.web.table.big_words import what_happened
from scorekeeper.wording import write_points, write_subject

_SOMEBODY: Final = "Somebody"
_MOST_ON_PHONE: Final = 4
_MOST_ON_TV: Final = 5
_GRIDS: Final = ((1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (4, 3), (4, 4))
"""Columns and rows of panels on a TV, from the smallest grid to the largest."""
_NARROWEST: Final = 3
_WIDEST: Final = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePanel:
    """A table of a night, by its game’s ``id``; ``terms`` are the variant and the deal.

    ``address`` is empty where no link leads to the table. ``columns`` is how many players stand in
    a row on a phone, ``tv_fit`` are the CSS classes for a TV. ``next_game`` leads to the table's
    next game, None while this one goes on.
    """

    id: str
    label: str
    terms: str
    address: str
    players: tuple[BigPlayer, ...]
    columns: int
    tv_fit: str
    words: str
    is_challenged: bool
    is_entering: bool
    is_own: bool
    next_game: Action | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelFacts:
    """The facts that a panel shows: the game at a table, its label, the phones that are entering.

    ``guests`` are the seats of players who are no members.
    """

    id: str
    label: str
    game: CurrentGame
    entering: Sequence[EnteringPhone]
    guests: Collection[int]
    is_own: bool


def make_panel(source: PanelFacts, *, address: str, next_game: Action | None) -> TablePanel:
    """Return the panel of one table."""
    sheet = source.game.sheet
    players = players_of(source.game)
    challenge, entering = challenge_words(sheet), who_enters(sheet, source.entering)
    return TablePanel(
        id=f"table-{source.id}",
        label=source.label,
        terms=panel_terms(sheet),
        address=address,
        players=players,
        columns=_columns(len(players), _MOST_ON_PHONE),
        tv_fit=_fit_on_tv(players),
        words=challenge or entering or table_words(sheet, source.guests),
        is_challenged=bool(challenge),
        is_entering=bool(entering),
        is_own=source.is_own,
        next_game=next_game if sheet.final is not None else None,
    )


def panel_terms(sheet: ScoreSheet) -> str:
    """Return the short name of the variant and the deal: ``Laws · deal 6``."""
    deal = "over" if sheet.final is not None else f"deal {sheet.next_number}"
    return f"{sheet.variant.short_name} · {deal}"


def table_words(sheet: ScoreSheet, guests: Collection[int] = ()) -> str:
    """Return one sentence: who won, or how the last deal ended and who deals."""
    if sheet.final is not None:
        return how_game_ended(sheet)
    if not sheet.rows or sheet.next_dealer is None:
        return next_deal_of(sheet)
    return what_happened(sheet, sheet.rows[-1], is_guest=sheet.next_dealer in guests)


def how_game_ended(sheet: ScoreSheet) -> str:
    """Return in words how a game ended: ``Dot wins, 1300``, ``Ended early``."""
    final = sheet.final
    if final is None or sheet.ended_early:
        return "Ended early"
    points = {write_points(final.hands[seat].rounded) for seat in final.winners}
    return ", ".join([winners_of(sheet).removesuffix("."), *points])


def challenge_words(sheet: ScoreSheet) -> str:
    """Return the latest challenge: ``Bob challenges deal 4.``; empty if there is none."""
    about = [(f"deal {row.number}", row.agreement) for row in reversed(sheet.rows)]
    closing = [("the early end", sheet.closing)] if sheet.closing is not None else []
    for what, agreement in [*closing, *about]:
        for each in agreement.challenges:
            who = "The host" if each.seat is None else sheet.setup.players[each.seat]
            return f"{who} challenges {what}."
    return ""


def who_enters(sheet: ScoreSheet, phones: Sequence[EnteringPhone]) -> str:
    """Return in words who enters a deal, if anybody: ``Eve enters deal 6 now.``"""
    if not phones or sheet.final is not None:
        return ""
    names = list(dict.fromkeys([each.name or _SOMEBODY for each in phones]))
    return f"{write_subject(names, 'enters', 'enter')} deal {sheet.next_number} now."


def widest_total(panels: Sequence[TablePanel]) -> str:
    """Return the CSS class for the widest total of all tables: ``t4`` for four characters."""
    return _width([player for panel in panels for player in panel.players])


def grid_of(panels: int) -> tuple[int, int]:
    """Return the columns and rows of the smallest grid on a TV with room for the panels."""
    return next((grid for grid in _GRIDS if grid[0] * grid[1] >= panels), _GRIDS[-1])


def _fit_on_tv(players: Sequence[BigPlayer]) -> str:
    """Return CSS classes: ``c5 t4 two`` for five columns, four characters, two rows."""
    columns = _columns(len(players), _MOST_ON_TV)
    rows = "two" if len(players) > columns else "one"
    return f"c{columns} {_width(players)} {rows}"


def _width(players: Sequence[BigPlayer]) -> str:
    widths = [len(write_points(player.total)) for player in players]
    return f"t{max(_NARROWEST, min(_WIDEST, max(widths, default=0)))}"


def _columns(players: int, most: int) -> int:
    """Return the number of columns, at most ``most``, for as few rows as possible."""
    rows = -(-players // most)
    return -(-players // rows)
