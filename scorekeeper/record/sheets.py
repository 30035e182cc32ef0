"""Makes the score sheet of a record, and the record of a score sheet."""

from scorekeeper.domain.game import replay
from scorekeeper.domain.journal import Act, Closed, Dealt, Entry, Started
from scorekeeper.domain.options import values_of
from scorekeeper.domain.scoring import EarlyEnd
from scorekeeper.domain.sheet import ScoreSheet, make_sheet
from scorekeeper.record.reading import Record


def record_of(sheet: ScoreSheet) -> Record:
    """Return a game as a record, with its present names and the value of every option.

    A record holds what was played, and whether the game was ended early. It does not hold who
    entered it, or what was taken back.
    """
    started, closed = sheet.game.started, sheet.game.closed
    options = values_of(sheet.setup.options)
    return Record(
        setup=sheet.setup,
        # A record reads null as absent, which means "off" for every option that can be off.
        chosen={name: value for name, value in options.items() if value is not None},
        title=started.title,
        place=started.place,
        played_on=started.played_on,
        closed_early=EarlyEnd(settles=closed.settles) if closed and sheet.ended_early else None,
        deals=tuple([each.deal for each in sheet.game.deals]),
    )


def sheet_of(record: Record) -> ScoreSheet:
    """Return the score sheet of a record, as if its game had just been entered."""
    acts = [start_of(record), *rest_of(record)]
    entries = [Entry(seq, act) for seq, act in enumerate(acts, 1)]
    return make_sheet(replay(entries), record.setup.variant)


def start_of(record: Record) -> Started:
    """Return the act by which the game of a record began."""
    setup = record.setup
    return Started(
        variant=setup.variant.key,
        options=values_of(setup.options),
        players=setup.players,
        stake=setup.stake,
        title=record.title,
        place=record.place,
        played_on=record.played_on,
    )


def rest_of(record: Record) -> tuple[Act, ...]:
    """Return the acts after the first: an act for each deal, and one for an early end."""
    early = record.closed_early
    closed = [] if early is None else [Closed(reason="", settles=early.settles)]
    return (*[Dealt(deal=deal) for deal in record.deals], *closed)
