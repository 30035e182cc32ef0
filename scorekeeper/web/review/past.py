"""A game as it was after each of its entries, for the history and for pages that were open."""

from bisect import bisect_right
from functools import cached_property

from scorekeeper.bookkeeping.store.current_game import CurrentGame, LogEntry
from scorekeeper.domain.deals import Deal
from scorekeeper.domain.game import replay
from scorekeeper.domain.journal import Entry, Undone
from scorekeeper.domain.sheet import ScoreSheet, SheetRow, make_sheet


class Past:
    """A game and the sheet after each entry; an opinion changes no figure and has no sheet.

    ``deals_scored`` is how many deals the sheets made so far have together.
    """

    def __init__(self, game: CurrentGame) -> None:
        self.game = game
        self.deals_scored = 0
        self._facts = [Entry(each.seq, each.act) for each in game.log if each.is_fact]
        self._sheets: dict[int, ScoreSheet] = {}

    def sheet(self, version: int) -> ScoreSheet:
        """Return the sheet as it was after an entry, without opinions."""
        facts = bisect_right(self._facts, version, key=lambda entry: entry.seq)
        if facts == len(self._facts):
            return self.game.sheet
        if facts not in self._sheets:
            game = replay(self._facts[:facts])
            self._sheets[facts] = make_sheet(game, self.game.sheet.variant)
            self.deals_scored += len(game.deals)
        return self._sheets[facts]

    @cached_property
    def untouched(self) -> dict[int, SheetRow]:
        """The rows of deals that were never changed, by entry; the current sheet still has them."""
        if self.game.sheet.game.setup_by > 1:
            return {}
        rows = self.game.sheet.rows
        return {row.seq: row for row in rows if row.counts and not row.corrected}

    @cached_property
    def undos(self) -> dict[int, LogEntry]:
        """The undo of each entry that is undone, by that entry."""
        undos = [each for each in self.game.log if isinstance(each.act, Undone) and not each.undone]
        return {each.act.target: each for each in undos if isinstance(each.act, Undone)}

    def deal(self, version: int, target: int) -> Deal | None:
        """Return the deal of entry ``target`` as it was after entry ``version``, or ``None``."""
        deals = self.sheet(version).game.deals
        return next((each.deal for each in deals if each.seq == target), None)


def is_another_since(game: CurrentGame, number: int, seen: int) -> bool:
    """Tell whether another deal had the number ``number`` after entry ``seen``."""
    if not any(isinstance(entry.act, Undone) for entry in game.log[seen:]):
        return False
    earlier = Past(game).sheet(seen).rows[number - 1 : number]
    return bool(earlier) and earlier[0].seq != game.sheet.rows[number - 1].seq
