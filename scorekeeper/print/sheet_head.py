"""Writes the head of a score sheet: title, outcome, place, day and stake."""

from collections.abc import Iterator

from scorekeeper.domain.sheet import ScoreSheet
from scorekeeper.print.context import SheetNotes
from scorekeeper.print.heading import HeadField
from scorekeeper.wording import write_date, write_stake, write_winners


def sheet_title(sheet: ScoreSheet, notes: SheetNotes) -> str:
    """Return the title of a sheet; without a title of its own, its variant and day."""
    named = [sheet.variant.name, _date(sheet, notes)]
    return sheet.game.started.title or ", ".join(filter(None, named))


def sheet_outcome(sheet: ScoreSheet) -> str:
    """Return how a game stands: ``Ann wins``, ``under way``."""
    if sheet.final is None:
        return "under way" if sheet.rows else "to be played"
    if not sheet.over:
        return "ended early"
    return write_winners([sheet.setup.players[seat] for seat in sheet.final.winners])


def sheet_place(sheet: ScoreSheet, notes: SheetNotes) -> str:
    """Return the place where a game was played: its own, or that of its night."""
    return sheet.game.started.place or notes.place


def _date(sheet: ScoreSheet, notes: SheetNotes) -> str:
    return write_date(sheet.game.started.played_on or notes.played_on)


def head_fields(sheet: ScoreSheet, notes: SheetNotes) -> Iterator[HeadField]:
    """Yield the fields under the title; an unknown place or day is empty, to be written in."""
    yield HeadField("Played at", sheet_place(sheet, notes))
    yield HeadField("Date", _date(sheet, notes))
    unsettled = "not settled" if sheet.setup.leaves_stake else "none"
    stake = (
        write_stake(sheet.setup.stake) if sheet.setup.stake and sheet.setup.settles else unsettled
    )
    yield HeadField("Stake", stake)
    if sheet.game.started.title:  # a sheet without a title is called by its variant
        yield HeadField("Variant", sheet.variant.name)
