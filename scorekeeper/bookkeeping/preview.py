"""What would come of a deal or an early end: the same sheet, and nothing written."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.bookkeeping.outcomes import OpenGame
from scorekeeper.bookkeeping.posting import read_deal
from scorekeeper.domain.deals import Deal
from scorekeeper.domain.journal import Closed, GameDeal
from scorekeeper.domain.sheet import FinalSheet, ScoreSheet, SheetRow, make_sheet
from scorekeeper.domain.variant import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafted:
    """The sheet as it would be with the deal, and the row of the deal."""

    sheet: ScoreSheet
    row: SheetRow


def preview_deal(
    game: OpenGame, document: Mapping[str, Any], target: int | None = None
) -> Drafted | tuple[Problem, ...]:
    """What a deal, written as in a record, would make of the game, or every problem of it.

    It is the next deal, or the one that entry ``target`` brought, put right; raises LookupError if
    that entry brought no deal.
    """
    deals = list(game.sheet.game.deals)
    place = len(deals) if target is None else _place_of(game, target)
    read = read_deal(game, document, number=place + 1)
    if not isinstance(read, Deal):
        return read
    seq = game.version + 1 if target is None else target
    deals[place : place + 1] = [GameDeal(seq=seq, deal=read)]
    sheet = make_sheet(replace(game.sheet.game, deals=tuple(deals)), game.sheet.variant)
    return Drafted(sheet=sheet, row=sheet.rows[place])


def _place_of(game: OpenGame, target: int) -> int:
    """Where the deal of an entry stands among the deals, from 0."""
    for place, row in enumerate(game.sheet.rows):
        if row.seq == target:
            return place
    raise LookupError(target)


def preview_closing(game: OpenGame) -> FinalSheet | None:
    """The end of the game as it would be, were it closed and settled as it stands."""
    closed = Closed(reason="")
    return make_sheet(replace(game.sheet.game, closed=closed), game.sheet.variant).final
