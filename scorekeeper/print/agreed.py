"""Writes who agreed to each deal and to an early end: a tick in the deal's row, or a sentence."""

from collections.abc import Iterator, Mapping
from typing import Final

from scorekeeper.domain.agreement import Agreement
from scorekeeper.domain.sheet import ScoreSheet, SheetRow

_TICK: Final = "✓"


def all_agreed(row: SheetRow, times: Mapping[int, str]) -> tuple[str, ...]:
    """Return a tick with the time of the last agreement, ``✓ 21:40``, if all agreed to the deal."""
    if not (row.counts and row.agreement.complete):
        return ()
    return (_TICK + _at(max(row.agreement.agreed.values(), default=0), times),)


def say_agreed(sheet: ScoreSheet, times: Mapping[int, str]) -> str:
    """Return a sentence about deals without a tick: ``Agreed: deal 2 by Ann 21:50.``

    It names challenges and an early end as well; it is empty if there is nothing to say. ``times``
    are the known times of entries, by their numbers.
    """
    parts = []
    for row in sheet.rows:
        if not all_agreed(row, times):
            parts += list(_say(f"deal {row.number}", row.agreement, sheet, times))
    if sheet.closing is not None:
        parts += list(_say("the early end", sheet.closing, sheet, times))
    return f"Agreed: {'; '.join(parts)}." if parts else ""


def _say(
    what: str, agreement: Agreement, sheet: ScoreSheet, times: Mapping[int, str]
) -> Iterator[str]:
    players = sheet.setup.players
    if agreement.agreed:
        who = [players[seat] + _at(seq, times) for seat, seq in sorted(agreement.agreed.items())]
        yield f"{what} by {', '.join(who)}"
    for challenge in agreement.challenges:
        name = "the host" if challenge.seat is None else players[challenge.seat]
        yield f"{what} challenged by {name}: “{challenge.reason}”"


def _at(seq: int, times: Mapping[int, str]) -> str:
    return f" {times[seq]}" if seq in times else ""
