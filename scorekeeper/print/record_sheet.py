"""The score sheet of a game record, as papers need it."""

from scorekeeper.domain.game import replay
from scorekeeper.domain.journal import Act, Closed, Dealt, Entry, Started
from scorekeeper.domain.options import values_of
from scorekeeper.domain.sheet import ScoreSheet, make_sheet
from scorekeeper.record.reading import Record


def sheet_of_record(record: Record) -> ScoreSheet:
    """Return the sheet of a record's game, in which nobody agreed to anything yet."""
    setup = record.setup
    started = Started(
        variant=setup.variant.key,
        options=values_of(setup.options),
        players=setup.players,
        stake=setup.stake,
        title=record.title,
        place=record.place,
        played_on=record.played_on,
    )
    acts: list[Act] = [started, *[Dealt(deal=deal) for deal in record.deals]]
    if record.closed_early is not None:
        acts.append(Closed(reason="", settles=record.closed_early.settles))
    entries = [Entry(seq, act) for seq, act in enumerate(acts, 1)]
    return make_sheet(replay(entries), setup.variant)
